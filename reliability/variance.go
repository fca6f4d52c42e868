package reliability

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"sigrel/stats"
	"sigrel/stats/dist"
)

// satterthwaite is the number of degrees of freedom of a difference of two mean squares, (a − b)²/(a²/df + b²/df), as
// if it were a mean square too (Satterthwaite 1946); nil unless the difference is above 0.
func satterthwaite(c, less *Component) *float64 {
	if !(c.VarianceRaw > 0) {
		return nil
	}
	ratio := less.MS / c.MS // below 1
	df := (1 - ratio) * (1 - ratio) / (1/float64(c.DF) + ratio*ratio/float64(less.DF))
	return &df
}

// VarianceInterval is the two-sided interval of the variance of an effect that follows from its Satterthwaite degrees of
// freedom df: df·σ²/χ². It is approximate, and poor where df is below about 5; for the residual it is exact if the effects
// are normal. Nil where the component has no degrees of freedom, or so few that the interval has no end. It panics if
// confidence is not between 0 and 1.
func (c Component) VarianceInterval(confidence float64) *stats.Interval {
	checkConfidence(confidence)
	if c.Satterthwaite == nil {
		return nil
	}
	df, tail := *c.Satterthwaite, (1-confidence)/2
	total := df * c.VarianceRaw
	in := stats.Interval{Lo: total / dist.ChiSquareQuantile(tail, df), Hi: total / dist.ChiSquareQuantile(1-tail, df), Confidence: confidence}
	if !(in.Hi <= math.MaxFloat64) {
		return nil
	}
	return &in
}

// meanOfAll is the mean of a matrix.
func meanOfAll(m *mat.Dense) float64 {
	rows, columns := m.Dims()
	sum := 0.0
	for i := range rows {
		for _, x := range m.RawRowView(i) {
			sum += x
		}
	}
	return sum / float64(rows*columns)
}

// SignalToNoise is the ratio of the variance of systems to the error variance of a mean over the given number of topics,
// relative with [ERho2], absolute with [Phi]: coefficient/(1 − coefficient). Nil where there is no error. It panics if
// topics is less than 1.
func (g GStudy) SignalToNoise(c Coefficient, topics int) *float64 {
	checkTopics(topics)
	r := g.ratio(c) * float64(topics)
	if math.IsInf(r, 1) {
		return nil
	}
	return &r
}

// CutScore is Φ(λ), the dependability of saying on which side of the cut score λ the systems' mean scores over the given
// number of topics lie, in [0, 1] (Brennan and Kane, An index of dependability for mastery tests, 1977):
// (σ²s + d)/(σ²s + d + (σ²t + σ²e)/n), where d estimates the squared distance of λ from the mean of all systems:
// (mean − λ)² less the variance of the mean found, σ²s/S + σ²t/T + σ²e/(S·T), and at least 0. It is never below Φ. It
// panics if topics is less than 1 or λ is not finite.
func (g GStudy) CutScore(lambda float64, topics int) float64 {
	if math.IsNaN(lambda) || math.IsInf(lambda, 0) {
		panic("reliability: cut score is not finite")
	}
	checkTopics(topics)
	system, topic, residual := g.Components[0].Variance, g.Components[1].Variance, g.Components[2].Variance
	s, t := float64(g.Systems), float64(g.Topics)
	distance := g.Mean - lambda
	signal := system + max(0, distance*distance-(system/s+topic/t+residual/(s*t)))
	if signal == 0 {
		return 0
	}
	if math.IsInf(signal, 1) {
		return 1
	}
	return signal / (signal + (topic+residual)/float64(topics))
}
