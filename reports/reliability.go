package reports

import (
	"errors"
	"fmt"

	"sigrel/reliability"
	"sigrel/reports/doc"
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
		f.beyond(a, s, targets)
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
func (f *Reliability) beyond(a *Analysis, s *subject, targets []float64) {
	independent := s.g().Limits(s.confidence)
	f.Independent = &BothCoefficients{f.g.EstimateWithin(independent, reliability.ERho2, f.Topics), f.g.EstimateWithin(independent, reliability.Phi, f.Topics)}
	if list, _, err := reliability.DeleteTopic(s.values, s.confidence); err == nil {
		f.Jackknife = list
	}
	f.Expected = expectedTau(s)
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

// sentence is the line of "In short".
func (f *Reliability) sentence() []doc.Text {
	few := f.few()
	start := "The"
	if few {
		start = fmt.Sprintf("From %s and %s, too few for this to mean much: the", count(f.Systems, "system"), count(f.Topics, "topic"))
	}
	out := say(doc.Strong(say(start+" ranking has a reliability of Eρ² = ", score(f.ERho2.Value), " ", doc.Range{Lo: f.ERho2.Lo, Hi: f.ERho2.Hi, Digits: 3})),
		", the scores of Φ = ", score(f.Phi.Value), " ", doc.Range{Lo: f.Phi.Lo, Hi: f.Phi.Hi, Digits: 3}, ".")
	if few {
		return out
	}
	last := f.Required[len(f.Required)/2-1] // Eρ² at the last target
	if last.Topics == nil {
		return append(out, say(fmt.Sprintf(" Eρ² ≥ %s is not reachable with any number of topics.", targetText(last.Target)))...)
	}
	out = append(out, say(fmt.Sprintf(" For Eρ² ≥ %s a collection of this kind needs %s; it has %d.", targetText(last.Target), topicsText(last), f.Topics))...)
	if f.Strongest != nil {
		out = append(out, say(" Without the worst quarter of the systems Eρ² is ", score(f.Strongest.ERho2.Value), ".")...)
	}
	return out
}

// topicsText is "29 topics [18, 45]"; a limit that cannot be reached is "∞".
func topicsText(r reliability.Required) string {
	if r.Topics == nil {
		return "no number of topics"
	}
	return fmt.Sprintf("%s [%s, %s]", count(*r.Topics, "topic"), orInfinity(r.Lo), orInfinity(r.Hi))
}

func orInfinity(n *int) string {
	if n == nil {
		return "∞"
	}
	return fmt.Sprint(*n)
}

// Blocks shows the components, the coefficients, the picture and the cautions.
func (f *Reliability) Blocks() []doc.Block {
	if !f.showsStudy() {
		return append(f.dataBlocks(), mind(f.Warnings)...)
	}
	out := []doc.Block{f.componentTable()}
	if f.Incomplete != nil {
		out = append(out, f.incompleteBlocks()...)
	}
	out = append(out, f.coefficientTable(), para(f.intervalText()), f.figure(), f.errorText())
	if f.Expected != nil {
		out = append(out, f.Expected.text(f))
	}
	if f.Incomplete == nil && !f.few() && f.ERho2.Value > 0 {
		out = append(out, f.mappedNote())
	}
	caution := fmt.Sprintf("These coefficients hold for this set of %d systems, not for the collection in general: a set of closer systems gives lower values.", f.Systems)
	if f.Strongest != nil {
		caution += fmt.Sprintf(" Without the worst quarter of them (%d left) Eρ² is %s.", f.Strongest.Systems, doc.FormatNumber(f.Strongest.ERho2.Value, 3))
	}
	out = append(out, note(caution))
	out = append(out, f.teamBlocks()...)
	out = append(out, f.adjacentBlocks()...)
	out = append(out, f.itemBlocks()...)
	if f.EmptyTopics != nil {
		out = append(out, f.EmptyTopics.text())
	}
	if len(f.Measures) > 1 {
		out = append(out, f.measureTable(), f.shareTable())
	}
	out = append(out, f.dataBlocks()...)
	return append(out, mind(f.Warnings)...)
}

// AssessReliability is the analysis that `reliability` prints: it needs no test of differences.
func AssessReliability(st *Study) (*Reliability, error) {
	a := &Analysis{Study: st}
	for _, s := range st.Scores {
		if st.Reliability.DropEmpty {
			kept, err := relevantOnly(st, s)
			if err != nil {
				return nil, err
			}
			s = kept
		}
		arranged, ranked := arrange(s, &Study{Apart: st.Apart})
		c := &Comparison{Measure: s.Measure, Topics: len(s.Topics), scores: arranged}
		for i, sys := range arranged.Systems {
			row := System{System: sys.Tag, Team: sys.Team, Type: sys.Type}
			if rank := i + 1; i < len(ranked) {
				row.Rank = &rank
			}
			c.Systems = append(c.Systems, row)
		}
		a.Comparisons = append(a.Comparisons, c)
	}
	f := &Reliability{Schema: "sigrel/reliability/1"}
	if err := f.study(a); err != nil {
		return nil, err
	}
	if err := f.setBeside(a); err != nil {
		return nil, err
	}
	if err := f.byCategory(a); err != nil {
		return nil, err
	}
	f.Warnings = append(append([]stats.Warning{}, st.Warnings...), f.Warnings...)
	return f, nil
}

// CommandBlocks are Blocks with the D-study as a table in place of the picture, and without other pictures.
func (f *Reliability) CommandBlocks() []doc.Block {
	var out []doc.Block
	for _, b := range f.Blocks() {
		if fig, ok := b.(*doc.Figure); ok {
			if fig.ID == "dstudy" {
				out = append(out, f.studyTable())
			}
			continue
		}
		out = append(out, b)
	}
	return append(append(out, f.categoryTable()...), f.Beside.blocks(f.Confidence)...)
}

func (f *Reliability) studyTable() *doc.Table {
	t := &doc.Table{ID: "dstudy", Caption: plain("Reliability by number of topics (D-study).")}
	t.Columns = []doc.Column{column("topics", doc.Right, "topics"), column("Eρ²", doc.Right, "erho2"), column(level(f.Confidence)+" CI", doc.Center, "erho2_interval"),
		column("Φ", doc.Right, "phi"), column(level(f.Confidence)+" CI", doc.Center, "phi_interval")}
	for _, p := range f.DStudy {
		t.Rows = append(t.Rows, doc.Row{Cells: []doc.Cell{cell(p.Topics), cell(score(p.ERho2)), cell(doc.Range{Lo: p.ERho2Lo, Hi: p.ERho2Hi, Digits: 3}),
			cell(score(p.Phi)), cell(doc.Range{Lo: p.PhiLo, Hi: p.PhiHi, Digits: 3})}})
	}
	return t
}
