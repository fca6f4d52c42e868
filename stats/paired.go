package stats

import (
	"math"
	"slices"
)

// The order is that of help and reports.
var pairedTests = []*PairedTest{
	randomization,
	tTest,
}

// PairedTests lists the paired tests there are.
func PairedTests() []*PairedTest { return slices.Clone(pairedTests) }

// noise is how far apart two scores may be, relative to the largest of both systems, and still count as equal: the same
// number reached in two ways differs by a few units of 1e-16.
const noise = 1e-12

// differences describes x − y.
type differences struct {
	n        int
	mean, sd float64 // sd has n − 1 below the line
	slack    float64 // differences up to this are 0
	same     bool    // every difference is 0
	constant bool    // all differences are equal, and so sd is 0
}

// describe computes what tests and effect sizes need of x − y. The scores are finite and of equal number.
func describe(x, y []float64) differences {
	d := differences{n: len(x)}
	scale, least, most := 0.0, math.Inf(1), math.Inf(-1)
	var sum compensated
	for t := range x {
		v := x[t] - y[t]
		sum.add(x[t])
		sum.add(-y[t])
		least, most = min(least, v), max(most, v)
		scale = max(scale, math.Abs(x[t]), math.Abs(y[t]))
	}
	d.mean = sum.total() / float64(d.n)
	d.slack = noise * scale
	d.constant = most-least <= d.slack
	d.same = max(most, -least) <= d.slack
	if d.same {
		d.mean, d.constant = 0, true
	}
	if d.constant {
		return d
	}
	squares := 0.0
	for t := range x {
		v := (x[t] - y[t] - d.mean) / scale // squares of tiny scores would underflow
		squares += v * v
	}
	d.sd = scale * math.Sqrt(squares/float64(d.n-1))
	return d
}

// se is the standard error of the mean difference.
func (d differences) se() float64 { return d.sd / math.Sqrt(float64(d.n)) }

// compensated is Neumaier's sum (ZAMM 54, 1974): right to the last digit or so, whatever cancels.
type compensated struct{ sum, lost float64 }

func (c *compensated) add(v float64) {
	next := c.sum + v
	if math.Abs(c.sum) >= math.Abs(v) {
		c.lost += c.sum - next + v
	} else {
		c.lost += v - next + c.sum
	}
	c.sum = next
}

func (c *compensated) total() float64 { return c.sum + c.lost }
