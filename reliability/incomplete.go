package reliability

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"sigrel/stats"
	"sigrel/stats/dist"
	"sigrel/stats/resample"
)

// WarnEstimators is the code of the warning that ways to estimate variances from an incomplete matrix disagree.
const WarnEstimators = "estimators-differ"

// Variances are estimates of the three variances of the one-facet model.
type Variances struct {
	System   float64 `json:"system"`
	Topic    float64 `json:"topic"`
	Residual float64 `json:"residual"`
}

// Incomplete is what a G-study of a matrix with holes adds to its components.
type Incomplete struct {
	Method     Estimator       `json:"method"`
	Missing    int             `json:"missing"`         // cells without a score
	PerSystem  float64         `json:"topics_harmonic"` // harmonic mean of the numbers of topics that the systems have scores of
	REML       *Variances      `json:"reml"`            // nil where this estimator found no answer
	Henderson1 *Variances      `json:"henderson1"`
	MINQUE0    *Variances      `json:"minque0"`
	Warnings   []stats.Warning `json:"-"`
}

// WithoutHoles is [Study] of the cells for which absent does not hold; absent has the shape of the scores. The components
// are those of the estimator, which is [EstimatorREML], [EstimatorHenderson1] or [EstimatorMINQUE0], and there are no mean
// squares. Nothing is filled in, and that a score is missing is taken to say nothing of what it would have been.
//
// Besides the errors of Study and of the estimators it returns stats.ErrTooFew for a system without a score. It panics if
// absent has not the shape of the scores.
func WithoutHoles(scores mat.Matrix, absent [][]bool, by Estimator) (GStudy, Incomplete, error) {
	_, rows, err := table(scores)
	if err != nil {
		return GStudy{}, Incomplete{}, err
	}
	if len(absent) != len(rows) || len(absent[0]) != len(rows[0]) {
		panic("reliability: absent cells of another matrix")
	}
	in := Incomplete{Method: by}
	if err := in.count(absent); err != nil {
		return GStudy{}, Incomplete{}, err
	}
	o := present(rows, absent, -1)
	g, err := estimated(o, by, len(rows), len(rows[0]))
	if err != nil {
		return GStudy{}, Incomplete{}, err
	}
	in.compare(o)
	return g, in, nil
}

// StudyIncomplete is [WithoutHoles] with limits of the coefficients from leaving out one topic at a time, as in
// [DeleteTopic]. It also returns stats.ErrTooFew for fewer than three topics, and panics if confidence is not between 0 and 1.
func StudyIncomplete(scores mat.Matrix, absent [][]bool, by Estimator, confidence float64) (GStudy, Incomplete, Limits, error) {
	checkConfidence(confidence)
	g, in, err := WithoutHoles(scores, absent, by)
	if err != nil {
		return GStudy{}, Incomplete{}, Limits{}, err
	}
	if g.Topics < leastJackknife {
		return GStudy{}, Incomplete{}, Limits{}, fmt.Errorf("%w: %d, want at least %d, so that one can be left out", stats.ErrTooFew, g.Topics, leastJackknife)
	}
	_, rows, err := table(scores)
	if err != nil {
		return GStudy{}, Incomplete{}, Limits{}, err
	}
	l, err := withoutTopics(rows, absent, by, g, confidence)
	return g, in, l, err
}

// count finds how many cells are absent, and how many scores the systems have.
func (in *Incomplete) count(absent [][]bool) error {
	inverse := 0.0
	for i, row := range absent {
		n := len(row)
		for _, gone := range row {
			if gone {
				n--
				in.Missing++
			}
		}
		if n == 0 {
			return fmt.Errorf("%w: system %d has no score at all", stats.ErrTooFew, i+1)
		}
		inverse += 1 / float64(n)
	}
	in.PerSystem = float64(len(absent)) / inverse
	return nil
}

// present are the observations of the cells that are there, but for those of one topic (−1: none).
func present(rows [][]float64, absent [][]bool, without int) Observations {
	o := Observations{Facets: []string{"system", "topic"}, Counts: []int{len(rows), len(rows[0])}, Levels: make([][]int32, 2)}
	for i, row := range rows {
		for t, x := range row {
			if t != without && !absent[i][t] {
				o.Levels[0], o.Levels[1], o.Scores = append(o.Levels[0], int32(i)), append(o.Levels[1], int32(t)), append(o.Scores, x)
			}
		}
	}
	return o
}

func systemTopic() []Effect { return []Effect{{EffectSystem, []int{0}}, {EffectTopic, []int{1}}} }

// estimated is a G-study without mean squares.
func estimated(o Observations, by Estimator, systems, topics int) (GStudy, error) {
	e, err := by.run(o, systemTopic())
	if err != nil {
		return GStudy{}, err
	}
	g := GStudy{Systems: systems, Topics: topics, Mean: mean(o.Scores)}
	sum := 0.0
	for i, effect := range []string{EffectSystem, EffectTopic, EffectResidual} {
		v := e.Variances[i]
		g.Components = append(g.Components, Component{Effect: effect, VarianceRaw: v, Variance: max(0, v)})
		sum += max(0, v)
		if v < 0 {
			g.Warnings = append(g.Warnings, stats.Warning{Code: WarnNegative, Text: fmt.Sprintf(
				"the estimate of the variance of effect %s is negative, %.4g, and taken as 0", effect, v)})
		}
	}
	if sum == 0 {
		return GStudy{}, ErrNoVariance
	}
	for i := range g.Components {
		g.Components[i].Share = g.Components[i].Variance / sum
	}
	return g, nil
}

// compare estimates by all three ways, and warns where they disagree.
func (in *Incomplete) compare(o Observations) {
	of := func(estimate func(Observations, []Effect) (Estimates, error)) *Variances {
		e, err := estimate(o, systemTopic())
		if err != nil {
			return nil
		}
		return &Variances{System: e.Variances[0], Topic: e.Variances[1], Residual: e.Variances[2]}
	}
	in.REML, in.Henderson1, in.MINQUE0 = of(REML), of(Henderson1), of(MINQUE0)
	for i, effect := range []string{EffectSystem, EffectTopic, EffectResidual} {
		lo, hi := math.Inf(1), math.Inf(-1)
		for _, v := range []*Variances{in.REML, in.Henderson1, in.MINQUE0} {
			if v != nil {
				x := [3]float64{v.System, v.Topic, v.Residual}[i]
				lo, hi = min(lo, x), max(hi, x)
			}
		}
		if hi > 0 && hi-lo > 0.1*hi {
			in.Warnings = append(in.Warnings, stats.Warning{Code: WarnEstimators, Text: fmt.Sprintf(
				"estimators of the variance of effect %s disagree by more than a tenth: what is missing may not be missing by chance", effect)})
		}
	}
}

// withoutTopics is the jackknife over topics.
func withoutTopics(rows [][]float64, absent [][]bool, by Estimator, all GStudy, confidence float64) (Limits, error) {
	n := all.Topics
	parts, errs := make([]GStudy, n), make([]error, n)
	resample.Each(n, 0, func(t int) {
		parts[t], errs[t] = estimated(present(rows, absent, t), by, all.Systems, n)
	})
	l := Limits{Confidence: confidence}
	spread := dist.StudentQuantile((1-confidence)/2, float64(n-1))
	for _, c := range []Coefficient{ERho2, Phi} {
		pseudo := make([]float64, n)
		for t := range pseudo {
			if errs[t] != nil {
				return Limits{}, fmt.Errorf("without topic %d: %w", t+1, errs[t])
			}
			pseudo[t] = float64(n)*all.Coefficient(c, n) - float64(n-1)*parts[t].Coefficient(c, n)
		}
		value, se := meanAndError(pseudo)
		l.lo[c], l.hi[c] = ratioOf(value-spread*se, n), ratioOf(value+spread*se, n)
	}
	return l, nil
}
