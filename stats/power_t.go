package stats

import (
	"math"

	"sigrel/stats/dist"
	"sigrel/stats/resample"
)

var tDesign = &Design{
	Name: "t",
	Doc: "The paired t test of two systems. Its statistic has the noncentral t distribution with n − 1 degrees of " +
		"freedom and noncentrality δ√n/s, s the standard deviation of the differences. For one of several comparisons " +
		"alpha is what the correction leaves of it.",
	Cite:    "sakai2016",
	Between: BetweenTwo,
	Paired:  true,
	critical: func(topics float64, a Assumptions) float64 {
		return dist.StudentQuantile(sided(a.Alpha, a.Alternative), topics-1)
	},
	power: func(critical, topics, delta float64, a Assumptions) float64 {
		return tPower(critical, topics, topics-1, delta, a)
	},
	trial: drawT,
}

// tPower is the power of a t statistic with df degrees of freedom that is significant from critical on.
func tPower(critical, topics, df, delta float64, a Assumptions) float64 {
	shift := delta / a.SD * math.Sqrt(topics)
	switch limit := sureSize * (1 + math.Abs(critical)); {
	case shift > limit:
		return 1
	case shift < -limit:
		return 0
	}
	p := dist.NoncentralT{DF: df, Delta: shift}.SF(critical)
	if a.Alternative == TwoSided {
		p += dist.NoncentralT{DF: df, Delta: -shift}.SF(critical)
	}
	return min(p, 1)
}

// sureSize bounds what is seen of a standard normal variate, and of √(χ²/df) with any df: beyond 40 lies less than e^−750.
const sureSize = 40

// TTestPower is the power of the paired t test of two systems on so many topics: the probability that it calls a true
// mean difference delta significant at alpha, where the differences are normal with standard deviation sd (Cohen 1988,
// chapter 2; both tails count, as with strict = TRUE in R's power.t.test). The upper tail alone is
// TTestPower(topics, delta, sd, alpha/2, Greater). delta and sd are in score units; delta may be 0 or, under a one-sided
// alternative, of the other sign.
//
// It panics where [Design.Power] gives an error: fewer than two topics, an sd that is not positive, alpha outside (0, 1).
func TTestPower(topics int, delta, sd, alpha float64, alt Alternative) float64 {
	p, err := tDesign.Power(topics, delta, Assumptions{SD: sd, Alpha: alpha, Alternative: alt})
	if err != nil {
		panic("stats: " + err.Error())
	}
	return p
}

// TopicsForTTest is the least number of topics with which the paired t test calls a true mean difference delta
// significant at alpha with at least the given power, where the differences are normal with standard deviation sd: the
// first design of Sakai (Topic set size design, Information Retrieval Journal 19, 2016), solved exactly. Without scores
// to estimate sd from, he takes √2·σ for σ² the variance of one system's scores, which is more than enough for scores on
// the same topics. Errors are those of [Design.Topics].
func TopicsForTTest(power, delta, sd, alpha float64, alt Alternative) (int, error) {
	return tDesign.Topics(power, delta, Assumptions{SD: sd, Alpha: alpha, Alternative: alt})
}

// DetectableDifference is the size of the smallest true mean difference that the paired t test on so many topics calls
// significant at alpha with the given power; sd is the standard deviation of the differences. It is that of one test
// alone: beside Tukey's procedure or a correction it is too small. Errors are those of [Design.Detectable].
func DetectableDifference(topics int, sd, power, alpha float64, alt Alternative) (float64, error) {
	return tDesign.Detectable(topics, power, Assumptions{SD: sd, Alpha: alpha, Alternative: alt})
}

// drawT is a trial of the t test on normal differences.
func drawT(_ float64, topics int, delta float64, a Assumptions) func(resample.Block) bool {
	x, y := make([]float64, topics), make([]float64, topics)
	return func(b resample.Block) bool {
		for t := range x {
			x[t] = delta + a.SD*b.Rand.NormFloat64()
		}
		r, err := TTest(x, y, Options{Alternative: a.Alternative})
		return err == nil && r.P <= a.Alpha
	}
}
