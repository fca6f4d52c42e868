package stats

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"sigrel/stats/dist"
	"sigrel/stats/resample"
)

var tukeyDesign = &Design{
	Name: "tukey",
	Doc: "Tukey's procedure for all pairs of k systems on the same topics: the power for one pair. Its t is taken over " +
		"the pooled error with (k − 1)(n − 1) degrees of freedom, and is significant beyond q/√2, q the upper point of " +
		"the studentized range. That of randomized Tukey is nearly the same.",
	Cite:    "sakai2018",
	Between: BetweenTwo,
	critical: func(topics float64, a Assumptions) float64 {
		return dist.StudentizedRange{Groups: a.Systems, DF: twoWayDF(topics, a)}.Quantile(a.Alpha) / math.Sqrt2
	},
	power: func(critical, topics, delta float64, a Assumptions) float64 {
		return tPower(critical, topics, twoWayDF(topics, a), delta, a)
	},
	trial: drawTukey,
}

// twoWayDF is the number of degrees of freedom that systems and topics leave.
func twoWayDF(topics float64, a Assumptions) float64 { return float64(a.Systems-1) * (topics - 1) }

// drawTukey is a trial of Tukey's procedure on systems of which the first two differ by delta.
func drawTukey(critical float64, topics int, delta float64, a Assumptions) func(resample.Block) bool {
	scores := mat.NewDense(a.Systems, topics, nil)
	return func(b resample.Block) bool {
		drawSystems(scores, delta, a.SD, true, b)
		effects, err := TwoWay(scores)
		if err != nil {
			return false
		}
		x, y := scores.RawRowView(0), scores.RawRowView(1)
		sum := 0.0
		for t := range x {
			sum += x[t] - y[t]
		}
		return math.Abs(sum) >= critical*math.Sqrt(2*effects[2].MS*float64(topics))
	}
}

// drawSystems draws normal scores: the first system's mean lies delta/2 above that of the others, the second's as much
// below. The difference of two has the standard deviation sd. With topics, every topic also has a level of its own, that
// all systems share.
func drawSystems(dst *mat.Dense, delta, sd float64, topics bool, b resample.Block) {
	k, n := dst.Dims()
	for t := range n {
		level := 0.0
		if topics {
			level = sd * b.Rand.NormFloat64()
		}
		for i := range k {
			dst.Set(i, t, level+sd/math.Sqrt2*b.Rand.NormFloat64())
		}
		dst.Set(0, t, dst.At(0, t)+delta/2)
		dst.Set(1, t, dst.At(1, t)-delta/2)
	}
}
