package reliability

import (
	"math"

	"sigrel/stats/dist"
)

// Limits are two-sided confidence limits of both coefficients, at any number of topics. They come from [GStudy.Limits],
// [OneRunATeam], [Bootstrap] or [DeleteTopic].
type Limits struct {
	Confidence float64

	lo, hi [2]float64 // of the ratio of one topic, by coefficient
}

// Limits are those of Feldt (1965) for Eρ² and of Arteaga, Jeyaratnam and Franklin (1982) for Φ, which take the systems as
// independent. It panics if confidence is not between 0 and 1.
func (g GStudy) Limits(confidence float64) Limits {
	squares := [][3]float64{{g.Components[0].MS, g.Components[1].MS, g.Components[2].MS}}
	return averagedLimits(squares, g.Systems, g.Topics, confidence)
}

func checkConfidence(confidence float64) {
	if !(confidence > 0 && confidence < 1) {
		panic("reliability: confidence is not between 0 and 1")
	}
}

// averagedLimits are the means, over analyses of equal size with the given mean squares (systems, topics, residual), of
// the limits of the coefficients at the topics of the analyses.
func averagedLimits(squares [][3]float64, systems, topics int, confidence float64) Limits {
	checkConfidence(confidence)
	tail := (1 - confidence) / 2
	lower, upper := newQuantiles(systems, topics, tail), newQuantiles(systems, topics, 1-tail)
	l := Limits{Confidence: confidence}
	for _, c := range []Coefficient{ERho2, Phi} {
		l.lo[c] = averageRatio(squares, topics, func(ms [3]float64) float64 { return lower.ratio(c, ms) })
		l.hi[c] = averageRatio(squares, topics, func(ms [3]float64) float64 { return upper.ratio(c, ms) })
	}
	return l
}

// averageRatio is the ratio whose coefficient is the mean of the coefficients of the ratios.
func averageRatio(squares [][3]float64, topics int, ratio func([3]float64) float64) float64 {
	if len(squares) == 1 {
		return ratio(squares[0]) // without the rounding of there and back
	}
	var sum float64
	for _, ms := range squares {
		sum += at(ratio(ms), topics)
	}
	return ratioOf(sum/float64(len(squares)), topics)
}

// ratioOf is the ratio that gives the coefficient at n topics: the inverse of at. Coefficients beyond [0, 1] are clipped.
func ratioOf(coefficient float64, n int) float64 {
	if coefficient >= 1 {
		return math.Inf(1)
	}
	return max(0, coefficient) / (float64(n) * (1 - max(0, coefficient)))
}

// quantiles are the values that F exceeds with one probability, on the degrees of freedom that the limits take.
type quantiles struct {
	systems, topics float64
	fe, finf, ft    float64 // over the residual, over no error, over topics
}

func newQuantiles(systems, topics int, tail float64) quantiles {
	s, t := float64(systems), float64(topics)
	return quantiles{systems: s, topics: t, fe: dist.FQuantile(tail, s-1, (s-1)*(t-1)),
		finf: dist.ChiSquareQuantile(tail, s-1) / (s - 1), ft: dist.FQuantile(tail, s-1, t-1)}
}

// ratio is the confidence limit of the ratio: the lower limit for a small tail, the upper for a large one. It is 0 where
// the mean square of systems does not exceed what F allows for residual alone; the formulas then give negative values,
// and, for Φ, a meaningless large one below the second root of the numerator. Mean squares enter by their ratios to that
// of systems, so that none of their products can overflow.
func (q quantiles) ratio(c Coefficient, ms [3]float64) float64 {
	system := ms[0]
	if system == 0 {
		return 0
	}
	topic, residual := ms[1]/system, ms[2]/system
	if q.fe*residual >= 1 {
		return 0
	}
	if c == ERho2 {
		return (1/(q.fe*residual) - 1) / q.topics
	}
	l := (1 - q.fe*residual) * (1 - (q.finf-q.fe)*residual) / ((q.systems-1)*q.finf*residual + q.ft*topic)
	return q.systems * l / q.topics
}
