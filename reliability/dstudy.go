package reliability

import (
	"fmt"
	"math"

	"sigrel/stats"
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
// (1982). Runs of one team are not independent, and the interval is then too short: see [OneRunATeam].
//
// It panics if topics is less than 1 or confidence is not between 0 and 1.
func (g GStudy) Interval(c Coefficient, topics int, confidence float64) stats.Interval {
	e := g.Estimate(c, topics, confidence)
	return stats.Interval{Lo: e.Lo, Hi: e.Hi, Confidence: confidence}
}

// Estimate is a coefficient with its confidence limits.
type Estimate struct {
	Value float64 `json:"value"`
	Lo    float64 `json:"lo"`
	Hi    float64 `json:"hi"`
}

// Estimate is [GStudy.Coefficient] and [GStudy.Interval] in one. It panics as they do.
func (g GStudy) Estimate(c Coefficient, topics int, confidence float64) Estimate {
	return g.EstimateWithin(g.Limits(confidence), c, topics)
}

// EstimateWithin is Estimate with limits from elsewhere. It panics if topics is less than 1.
func (g GStudy) EstimateWithin(l Limits, c Coefficient, topics int) Estimate {
	checkTopics(topics)
	return Estimate{Value: at(g.ratio(c), topics), Lo: at(l.lo[c], topics), Hi: at(l.hi[c], topics)}
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
	return g.TopicsWithin(g.Limits(confidence), c, target)
}

// TopicsWithin is TopicsFor with limits from elsewhere. It panics if target is not between 0 and 1.
func (g GStudy) TopicsWithin(l Limits, c Coefficient, target float64) Required {
	if !(target > 0 && target < 1) {
		panic("reliability: target is not between 0 and 1")
	}
	return Required{Coefficient: c, Target: target,
		Topics: reach(g.ratio(c), target), Lo: reach(l.hi[c], target), Hi: reach(l.lo[c], target)}
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
	return g.PointsWithin(g.Limits(confidence), topics)
}

// PointsWithin is Points with limits from elsewhere. It panics if one of the numbers is less than 1.
func (g GStudy) PointsWithin(l Limits, topics []int) []Point {
	out := make([]Point, len(topics))
	for i, n := range topics {
		e, p := g.EstimateWithin(l, ERho2, n), g.EstimateWithin(l, Phi, n)
		out[i] = Point{Topics: n, ERho2: e.Value, ERho2Lo: e.Lo, ERho2Hi: e.Hi, Phi: p.Value, PhiLo: p.Lo, PhiHi: p.Hi}
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
