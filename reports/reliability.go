package reports

import (
	"errors"

	"sigrel/reliability"
	"sigrel/stats"
)

var reliabilitySection = &Section{
	Name: "reliability", Title: "Reliability of the collection",
	Doc: "variance components, Eρ² and Φ with intervals, topics needed, expected τ: would the ranking hold with other topics?",
	Run: findReliability,
}

// DropWorst is the share of systems that the companion analysis leaves out.
const DropWorst = 0.25

// leastStrongest is the number of systems that must be left for it: two say nothing about a set of systems.
const leastStrongest = 3

// Targets of the D-study that are printed by default.
func defaultTargets() []float64 { return []float64{0.9, 0.95} }

// gridTopics are the numbers of topics of the printed D-study.
func gridTopics(n int) []int {
	grid := []int{5, 10, 25, 50, 75, 100, 150, 200, 250, 300, 400, 500}
	for i, g := range grid {
		if g == n {
			return grid
		}
		if g > n {
			return append(grid[:i:i], append([]int{n}, grid[i:]...)...)
		}
	}
	return append(grid, n)
}

func findReliability(a *Analysis) (Finding, error) {
	if a.unreliable != nil {
		return nil, a.unreliable
	}
	return a.reliability, nil
}

// assess is the analysis of the ranked systems; ErrNotApplicable, with the reason, where there can be none.
func assess(a *Analysis) (*Reliability, error) {
	f := &Reliability{}
	if err := f.study(a); err != nil {
		if unanswerable(err) {
			return nil, notAssessed("%v", err)
		}
		return nil, err
	}
	return f, nil
}

// unanswerable says whether it is the data that cannot answer.
func unanswerable(err error) bool {
	for _, is := range []error{reliability.ErrNoVariance, reliability.ErrNoResidual, reliability.ErrConfounded, reliability.ErrTooLarge, stats.ErrTooFew} {
		if errors.Is(err, is) {
			return true
		}
	}
	return false
}

func (f *Reliability) study(a *Analysis) error {
	c := a.official()
	targets, topics := defaultTargets(), gridTopics(c.Topics)
	if len(a.Targets) > 0 {
		targets = a.Targets
	}
	if len(a.Study.Topics) > 0 {
		topics = a.Study.Topics
	}
	if a.Teams {
		f.teams = a.teams()
	}
	s := newSubject(a, c)
	r, err := s.assess()
	if err != nil {
		return err
	}
	g := r.g
	f.g, f.limits = g, r.limits
	f.Measure, f.Systems, f.Topics, f.Confidence, f.Mean = c.Measure, g.Systems, g.Topics, s.confidence, g.Mean
	f.Components, f.Incomplete, f.Intervals = varianceRows(g, s.confidence, r.incomplete != nil), r.incomplete, r.intervals
	f.ERho2, f.Phi = g.EstimateWithin(r.limits, reliability.ERho2, g.Topics), g.EstimateWithin(r.limits, reliability.Phi, g.Topics)
	f.Required = required(g, r.limits, targets)
	f.DStudy = g.PointsWithin(r.limits, topics)
	f.Error = ErrorOfMeasurement{Relative: g.SEM(reliability.ERho2, g.Topics), Absolute: g.SEM(reliability.Phi, g.Topics),
		SignalToNoise: g.SignalToNoise(reliability.ERho2, g.Topics), OfScores: g.SignalToNoise(reliability.Phi, g.Topics)}
	f.CutScores = []CutScore{}
	for _, lambda := range a.Reliability.CutScores {
		f.CutScores = append(f.CutScores, CutScore{lambda, g.CutScore(lambda, g.Topics)})
	}
	f.Mapped = g.Mapped(g.Topics)
	f.Warnings = append(named(g, c), r.warnings...)
	f.Adjacent, f.Items = []Adjacent{}, []Item{}
	if r.incomplete == nil {
		f.Warnings = append(f.Warnings, s.filledWarning()...)
		f.beyond(s, targets)
	} else {
		f.TeamReason = new("the model of teams wants a score in every cell")
	}
	f.EmptyTopics = emptyTopics(a, c)
	if err := f.assessData(a); err != nil {
		return err
	}
	for _, other := range a.Comparisons {
		f.measure(a, other, targets)
	}
	return nil
}

// beyond is what needs a complete matrix.
func (f *Reliability) beyond(s *subject, targets []float64) {
	independent := s.g().Limits(s.confidence)
	f.Independent = &BothCoefficients{f.g.EstimateWithin(independent, reliability.ERho2, f.Topics), f.g.EstimateWithin(independent, reliability.Phi, f.Topics)}
	if list, _, err := reliability.DeleteTopic(s.values, s.confidence); err == nil {
		f.Jackknife = list
	}
	f.Expected, f.tauReason = expectedTau(s)
	f.Adjacent = adjacent(s)
	f.Items = items(s)
	f.residuals = residualFigure(s)
	f.TeamModel, f.TeamReason = teamModel(s, targets)
	if f.TeamModel != nil {
		f.Warnings = append(f.Warnings, f.TeamModel.warnings...)
	}
	best, kept, err := reliability.StudyStrongest(s.better(), DropWorst)
	if err != nil || len(kept) == f.Systems || len(kept) < leastStrongest {
		return
	}
	r, err := s.part(kept).assess()
	if err != nil {
		return
	}
	f.Strongest = &Strongest{Systems: best.Systems, Intervals: r.intervals.Method,
		ERho2: best.EstimateWithin(r.limits, reliability.ERho2, best.Topics),
		Phi:   best.EstimateWithin(r.limits, reliability.Phi, best.Topics), Required: required(best, r.limits, targets)}
}

// measure adds the row of a measure. A further measure without variance says nothing; the official one decided before.
func (f *Reliability) measure(a *Analysis, c *Comparison, targets []float64) {
	r, err := newSubject(a, c).assess()
	if err != nil {
		return
	}
	f.Measures = append(f.Measures, MeasureReliability{Measure: c.Measure, Intervals: r.intervals.Method,
		ERho2: r.g.EstimateWithin(r.limits, reliability.ERho2, r.g.Topics), Phi: r.g.EstimateWithin(r.limits, reliability.Phi, r.g.Topics),
		Required: required(r.g, r.limits, targets),
		System:   r.g.Components[0].Share, Topic: r.g.Components[1].Share, Residual: r.g.Components[2].Share})
}

// required lists topics needed for each target, Eρ² first.
func required(g reliability.GStudy, l reliability.Limits, targets []float64) []reliability.Required {
	var out []reliability.Required
	for _, c := range []reliability.Coefficient{reliability.ERho2, reliability.Phi} {
		for _, t := range targets {
			out = append(out, g.TopicsWithin(l, c, t))
		}
	}
	return out
}

// With fewer systems or topics the coefficients are hardly more than chance, and nothing is said of the topics it takes.
const (
	leastSystems = 4
	leastTopics  = 5
)

func (f *Reliability) few() bool { return f.Systems < leastSystems || f.Topics < leastTopics }
