package stats

import (
	"math"
	"slices"

	"sigrel/stats/dist"
)

// The order is that of help and reports.
var pairedTests = []*PairedTest{
	randomization,
	tTest,
	wilcoxon,
	signTest,
	bootstrap,
	bootstrapShift,
}

// PairedTests lists the paired tests there are.
func PairedTests() []*PairedTest { return slices.Clone(pairedTests) }

// differences describes x − y.
type differences struct {
	dist.Differences         // 0 where the two scores of a topic are the same
	sd               float64 // n − 1 below the line; 0 if the differences are constant
}

// describe computes what tests and effect sizes need of x − y. The scores are finite and of equal number.
func describe(x, y []float64) differences {
	d := differences{Differences: dist.NewDifferences(x, y)}
	if d.Constant {
		return d
	}
	scale := 0.0
	for _, v := range d.Each {
		scale = max(scale, math.Abs(v))
	}
	squares := 0.0
	for _, v := range d.Each {
		r := (v - d.Mean) / scale // squares of tiny differences would underflow
		squares += r * r
	}
	d.sd = scale * math.Sqrt(squares/float64(len(d.Each)-1))
	return d
}

// se is the standard error of the mean difference.
func (d differences) se() float64 { return d.sd / math.Sqrt(float64(len(d.Each))) }
