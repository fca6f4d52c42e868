package stats

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"sigrel/stats/dist"
	"sigrel/stats/resample"
)

var oneWayDesign = &Design{
	Name: "one-way-anova",
	Doc: "One-way analysis of variance of m systems, the second of Sakai's designs. F has m − 1 and m(n − 1) degrees of " +
		"freedom and the noncentrality n·D²/(2σ²), D the range of the systems' means, σ² the variance of one system's " +
		"scores. It takes the topics of each system for others, so that what topics differ by counts as error.",
	Cite:    "sakai2016",
	Between: BetweenAll,
	critical: func(topics float64, a Assumptions) float64 {
		return dist.FQuantile(a.Alpha, float64(a.Systems-1), oneWayDF(topics, a))
	},
	power: func(critical, topics, delta float64, a Assumptions) float64 {
		return fPower(critical, topics, oneWayDF(topics, a), delta, a)
	},
	trial: func(critical float64, topics int, delta float64, a Assumptions) func(resample.Block) bool {
		return drawF(critical, topics, delta, a, false)
	},
}

var twoWayDesign = &Design{
	Name: "two-way-anova",
	Doc: "Two-way analysis of variance of m systems on the same n topics. As one-way-anova, but σ² is the variance that " +
		"systems and topics do not explain, with (m − 1)(n − 1) degrees of freedom.",
	Cite:    "sakai2018",
	Between: BetweenAll,
	critical: func(topics float64, a Assumptions) float64 {
		return dist.FQuantile(a.Alpha, float64(a.Systems-1), twoWayDF(topics, a))
	},
	power: func(critical, topics, delta float64, a Assumptions) float64 {
		return fPower(critical, topics, twoWayDF(topics, a), delta, a)
	},
	trial: func(critical float64, topics int, delta float64, a Assumptions) func(resample.Block) bool {
		return drawF(critical, topics, delta, a, true)
	},
}

// oneWayDF is the number of degrees of freedom that systems leave.
func oneWayDF(topics float64, a Assumptions) float64 { return float64(a.Systems) * (topics - 1) }

// fPower is the power of the F test of systems with df degrees of freedom of the error, significant from critical on.
func fPower(critical, topics, df, delta float64, a Assumptions) float64 {
	between := float64(a.Systems - 1)
	shift := delta / a.SD * math.Sqrt(topics)
	if shift > sureSize*(1+math.Sqrt(between*critical)) {
		return 1
	}
	return dist.NoncentralF{DF1: between, DF2: df, Lambda: shift * shift}.SF(critical)
}

// TopicsForANOVA is the least number of topics with which a one-way analysis of variance of so many systems is
// significant at alpha with at least the given power, where the true means of the best and the worst system differ by at
// least minRange and every system's scores have the given variance: the second design of Sakai (Topic set size design,
// Information Retrieval Journal 19, 2016). The hardest case is planned for: all other means half-way. minRange is in
// score units, variance in their squares; [OneWaySpread] estimates twice the variance. Errors are those of
// [Design.Topics], for a variance as for an sd.
func TopicsForANOVA(power float64, systems int, minRange, variance, alpha float64) (int, error) {
	if err := checkPositive("variance", variance); err != nil {
		return 0, err
	}
	return oneWayDesign.Topics(power, minRange, Assumptions{SD: math.Sqrt(2 * variance), Alpha: alpha, Systems: systems})
}

// drawF is a trial of the F test. The one-way error is what systems leave of the variance, the two-way one what systems
// and topics leave.
func drawF(critical float64, topics int, delta float64, a Assumptions, twoWay bool) func(resample.Block) bool {
	scores := mat.NewDense(a.Systems, topics, nil)
	return func(b resample.Block) bool {
		drawSystems(scores, delta, a.SD, twoWay, b)
		effects, err := TwoWay(scores)
		if err != nil {
			return false
		}
		rest := effects[2]
		if !twoWay {
			rest.SS += effects[1].SS
			rest.DF += effects[1].DF
		}
		return effects[0].MS/(rest.SS/float64(rest.DF)) >= critical
	}
}
