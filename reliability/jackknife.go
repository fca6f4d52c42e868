package reliability

import (
	"fmt"

	"gonum.org/v1/gonum/mat"

	"sigrel/stats"
	"sigrel/stats/dist"
)

// Jackknifed is what leaving out one topic at a time says of a quantity. Its t interval is about other topics with these
// same systems, and takes the effects of topics neither as normal nor as equally variable.
type Jackknifed struct {
	Name  string  `json:"name"`  // an effect, or the name of a coefficient at the topics of the study
	Value float64 `json:"value"` // the mean of the pseudovalues: the estimate with its bias taken off
	SE    float64 `json:"se"`
	Lo    float64 `json:"lo"` // of the t interval, on topics − 1 degrees of freedom; may be out of the quantity's range
	Hi    float64 `json:"hi"`
}

// leastJackknife is the number of topics of which one can be left out and a G-study remains.
const leastJackknife = 3

// DeleteTopic is the jackknife over topics (Brennan, Generalizability Theory, 2001, chapter 6): of the raw variances
// of systems, topics and residual, then of Eρ² and Φ, all by the pseudovalues n·θ − (n−1)·θ₍₋ₜ₎. The coefficients are those at
// the n topics of the study also where one topic is left out. The second result has the limits of the coefficients, clipped
// to [0, 1].
//
// It returns the errors of [Study], stats.ErrTooFew for fewer than three topics, and [ErrNoVariance] also where nothing
// varies once one topic is left out. It panics if confidence is not between 0 and 1.
func DeleteTopic(scores mat.Matrix, confidence float64) ([]Jackknifed, Limits, error) {
	checkConfidence(confidence)
	m, rows, err := table(scores)
	if err != nil {
		return nil, Limits{}, err
	}
	n := len(rows[0])
	if n < leastJackknife {
		return nil, Limits{}, fmt.Errorf("%w: %d, the jackknife wants at least %d", stats.ErrTooFew, n, leastJackknife)
	}
	all, err := study(m)
	if err != nil {
		return nil, Limits{}, err
	}
	pseudo := make([][]float64, 5)
	for t := range n {
		g, err := study(part(rows, nil, []int{t}))
		if err != nil {
			return nil, Limits{}, fmt.Errorf("without topic %d: %w", t+1, err)
		}
		for i, theta := range all.quantities(n) {
			pseudo[i] = append(pseudo[i], float64(n)*theta-float64(n-1)*g.quantities(n)[i])
		}
	}
	t := dist.StudentQuantile((1-confidence)/2, float64(n-1))
	names := []string{EffectSystem, EffectTopic, EffectResidual, ERho2.String(), Phi.String()}
	out := make([]Jackknifed, len(names))
	for i, name := range names {
		value, se := meanAndError(pseudo[i])
		out[i] = Jackknifed{Name: name, Value: value, SE: se, Lo: value - t*se, Hi: value + t*se}
	}
	l := Limits{Confidence: confidence}
	for _, c := range []Coefficient{ERho2, Phi} {
		l.lo[c], l.hi[c] = ratioOf(out[3+c].Lo, n), ratioOf(out[3+c].Hi, n)
	}
	return out, l, nil
}

// quantities are those that DeleteTopic lists, the coefficients at n topics.
func (g GStudy) quantities(n int) [5]float64 {
	return [5]float64{g.Components[0].VarianceRaw, g.Components[1].VarianceRaw, g.Components[2].VarianceRaw,
		g.Coefficient(ERho2, n), g.Coefficient(Phi, n)}
}
