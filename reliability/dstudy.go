package reliability

import (
	"fmt"
	"math"

	"sigrel/stats"
	"sigrel/stats/dist"
)

// Coefficient is one of the two coefficients of a D-study, both in [0, 1]. The zero value is [ERho2].
type Coefficient int

const (
	ERho2 Coefficient = iota // Eρ²: how well mean scores rank systems; Cronbach's α at the topics of the study
	Phi                      // Φ: how well they estimate the scores themselves; the difficulty of the topics counts as error
)

var coefficients = [...]string{ERho2: "erho2", Phi: "phi"}

// String is the name used in JSON.
func (c Coefficient) String() string { return coefficients[c] }

// MarshalText gives the name of c.
func (c Coefficient) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads a name; the error lists the names there are.
func (c *Coefficient) UnmarshalText(text []byte) error {
	for i, name := range coefficients {
		if name == string(text) {
			*c = Coefficient(i)
			return nil
		}
	}
	return fmt.Errorf("coefficient %q: want erho2 or phi", text)
}

// Both coefficients, and their limits, have the form n·o/(1 + n·o) at n topics: o is the ratio of the variance of
// systems to the error variance of one topic. So the ratio is all that the methods below pass around. It is in [0, +Inf].

// ratio is the estimated signal-to-noise ratio of one topic.
func (g GStudy) ratio(c Coefficient) float64 {
	noise := g.Components[2].Variance
	if c == Phi {
		noise += g.Components[1].Variance
	}
	if g.Components[0].Variance == 0 {
		return 0
	}
	return g.Components[0].Variance / noise
}

// limit is the confidence limit of the ratio that uses the values which F exceeds with probability tail: the lower limit
// for a small tail, the upper for a large one. It is 0 where the mean square of systems does not exceed what F allows for
// residual alone; the formulas then give negative values, and, for Φ, a meaningless large one below the second root of
// the numerator. Mean squares enter by their ratios to that of systems, so that none of their products can overflow.
func (g GStudy) limit(c Coefficient, tail float64) float64 {
	s, t := float64(g.Systems), float64(g.Topics)
	system := g.Components[0].MS
	if system == 0 {
		return 0
	}
	topic, residual := g.Components[1].MS/system, g.Components[2].MS/system
	fe := dist.FQuantile(tail, s-1, (s-1)*(t-1))
	if fe*residual >= 1 {
		return 0
	}
	if c == ERho2 {
		return (1/(fe*residual) - 1) / t
	}
	finf := dist.ChiSquareQuantile(tail, s-1) / (s - 1)
	ft := dist.FQuantile(tail, s-1, t-1)
	l := (1 - fe*residual) * (1 - (finf-fe)*residual) / ((s-1)*finf*residual + ft*topic)
	return s * l / t
}

// at is the coefficient at n topics.
func at(ratio float64, n int) float64 {
	if math.IsInf(ratio, 1) {
		return 1
	}
	x := float64(n) * ratio
	return x / (1 + x)
}

// most is the largest number of topics that is given as an answer; beyond it a target is not reachable.
const most = 1_000_000_000

// reach is the smallest number of topics at which the coefficient is at least target; nil if it is not reachable.
func reach(ratio, target float64) *int {
	x := target / (ratio * (1 - target))
	n := math.Ceil(x - 1e-9*max(1, x)) // rounding error must not add a topic
	if !(n <= most) {
		return nil
	}
	topics := max(1, int(n))
	return &topics
}

// Coefficient is the coefficient c of mean scores over the given number of topics, in [0, 1]: Eρ² = σ²s/(σ²s + σ²e/n),
// Φ = σ²s/(σ²s + (σ²t + σ²e)/n), with negative estimates taken as 0 (Brennan 2001, section 2.3). It panics if topics
// is less than 1.
func (g GStudy) Coefficient(c Coefficient, topics int) float64 {
	checkTopics(topics)
	return at(g.ratio(c), topics)
}

// Interval is the two-sided confidence interval of the coefficient, within [0, 1]: for Eρ² that of Feldt (1965), exact
// if the effects are normal and the systems independent, for Φ the approximation of Arteaga, Jeyaratnam and Franklin
// (1982). Runs of one team are not independent, and the interval is then too short.
//
// It panics if topics is less than 1 or confidence is not between 0 and 1.
func (g GStudy) Interval(c Coefficient, topics int, confidence float64) stats.Interval {
	checkTopics(topics)
	lo, hi := g.limits(c, confidence)
	return stats.Interval{Lo: at(lo, topics), Hi: at(hi, topics), Confidence: confidence}
}

func (g GStudy) limits(c Coefficient, confidence float64) (lo, hi float64) {
	if !(confidence > 0 && confidence < 1) {
		panic("reliability: confidence is not between 0 and 1")
	}
	tail := (1 - confidence) / 2
	return g.limit(c, tail), g.limit(c, 1-tail)
}

// Estimate is a coefficient with its confidence limits.
type Estimate struct {
	Value float64 `json:"value"`
	Lo    float64 `json:"lo"`
	Hi    float64 `json:"hi"`
}

// Estimate is [GStudy.Coefficient] and [GStudy.Interval] in one. It panics as they do.
func (g GStudy) Estimate(c Coefficient, topics int, confidence float64) Estimate {
	in := g.Interval(c, topics, confidence)
	return Estimate{Value: g.Coefficient(c, topics), Lo: in.Lo, Hi: in.Hi}
}

// Required is the number of topics that a target takes. Nil means that no number of topics up to a billion reaches it.
type Required struct {
	Coefficient Coefficient `json:"coefficient"`
	Target      float64     `json:"target"`
	Topics      *int        `json:"topics"`
	Lo          *int        `json:"lo"` // optimistic: at the upper confidence limit of the coefficient
	Hi          *int        `json:"hi"` // pessimistic: at the lower one
}

// TopicsFor is the smallest number of topics at which coefficient c reaches the target, with what the confidence limits
// of the coefficient make of it. It panics if target or confidence is not between 0 and 1.
func (g GStudy) TopicsFor(c Coefficient, target, confidence float64) Required {
	if !(target > 0 && target < 1) {
		panic("reliability: target is not between 0 and 1")
	}
	lo, hi := g.limits(c, confidence)
	return Required{Coefficient: c, Target: target, Topics: reach(g.ratio(c), target), Lo: reach(hi, target), Hi: reach(lo, target)}
}

// Point is the D-study at one number of topics, with confidence limits.
type Point struct {
	Topics  int     `json:"topics"`
	ERho2   float64 `json:"erho2"`
	ERho2Lo float64 `json:"erho2_lo"`
	ERho2Hi float64 `json:"erho2_hi"`
	Phi     float64 `json:"phi"`
	PhiLo   float64 `json:"phi_lo"`
	PhiHi   float64 `json:"phi_hi"`
}

// Points is the D-study at each of the numbers of topics. It panics if one of them is less than 1 or confidence is not
// between 0 and 1.
func (g GStudy) Points(topics []int, confidence float64) []Point {
	eLo, eHi := g.limits(ERho2, confidence)
	pLo, pHi := g.limits(Phi, confidence)
	e, p := g.ratio(ERho2), g.ratio(Phi)
	out := make([]Point, len(topics))
	for i, n := range topics {
		checkTopics(n)
		out[i] = Point{Topics: n, ERho2: at(e, n), ERho2Lo: at(eLo, n), ERho2Hi: at(eHi, n),
			Phi: at(p, n), PhiLo: at(pLo, n), PhiHi: at(pHi, n)}
	}
	return out
}

// SEM is the standard error of measurement of a mean score over the given number of topics, in score units: relative,
// √(σ²e/n), with [ERho2], and absolute, √((σ²t + σ²e)/n), with [Phi]. It panics if topics is less than 1.
func (g GStudy) SEM(c Coefficient, topics int) float64 {
	checkTopics(topics)
	noise := g.Components[2].Variance
	if c == Phi {
		noise += g.Components[1].Variance
	}
	return math.Sqrt(noise / float64(topics))
}

func checkTopics(n int) {
	if n < 1 {
		panic(fmt.Sprintf("reliability: D-study of %d topics", n))
	}
}
