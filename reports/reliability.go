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

// Reliability is the finding of the G-study and the D-study, and what `reliability -f json` prints.
type Reliability struct {
	Schema     string                  `json:"schema,omitempty"`
	Measure    string                  `json:"measure"`
	Systems    int                     `json:"systems"`
	Topics     int                     `json:"topics"`
	Confidence float64                 `json:"confidence"`
	Components []reliability.Component `json:"components"`
	ERho2      reliability.Estimate    `json:"erho2"`
	Phi        reliability.Estimate    `json:"phi"`
	Required   []reliability.Required  `json:"required"`
	DStudy     []reliability.Point     `json:"dstudy"`
	Expected   *reliability.Expected   `json:"expected_tau"` // plug-in
	Strongest  *Strongest              `json:"strongest"`    // null where none goes, or fewer than three are left
	Measures   []MeasureReliability    `json:"measures"`     // one row a measure, the official one first
	DataBased
	Warnings []stats.Warning `json:"warnings"`

	g     reliability.GStudy
	teams int
}

// Strongest is the same analysis without the worst quarter of the systems.
type Strongest struct {
	Systems  int                    `json:"systems"`
	ERho2    reliability.Estimate   `json:"erho2"`
	Phi      reliability.Estimate   `json:"phi"`
	Required []reliability.Required `json:"required"`
}

// MeasureReliability is one measure's row.
type MeasureReliability struct {
	Measure  string                 `json:"measure"`
	ERho2    reliability.Estimate   `json:"erho2"`
	Phi      reliability.Estimate   `json:"phi"`
	Required []reliability.Required `json:"required"`
	System   float64                `json:"system_share"` // share of variance
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
	f := &Reliability{teams: a.teams()}
	if !a.Teams {
		f.teams = 0
	}
	if err := f.study(a); err != nil {
		if errors.Is(err, reliability.ErrNoVariance) || errors.Is(err, stats.ErrTooFew) {
			return nil, notAssessed("%v", err)
		}
		return nil, err
	}
	return f, nil
}

func (f *Reliability) study(a *Analysis) error {
	c := a.official()
	targets, topics := defaultTargets(), gridTopics(c.Topics)
	if len(a.Targets) > 0 {
		targets = a.Targets
	}
	if len(a.Topics) > 0 {
		topics = a.Topics
	}
	conf := a.Options.WithDefaults().Confidence
	g, err := gstudy(c)
	if err != nil {
		return err
	}
	f.g = g
	f.Measure, f.Systems, f.Topics, f.Confidence, f.Components = c.Measure, g.Systems, g.Topics, conf, g.Components
	f.ERho2, f.Phi = g.Estimate(reliability.ERho2, g.Topics, conf), g.Estimate(reliability.Phi, g.Topics, conf)
	f.Required = required(g, targets, conf)
	f.DStudy = g.Points(topics, conf)
	f.Warnings = named(g, c)
	k := len(c.ranked())
	values := c.scores.Values.Slice(0, k, 0, c.Topics)
	if e, err := reliability.Expect(values, c.Topics, reliability.Student); err == nil {
		f.Expected = &e
	}
	if s, kept, err := reliability.StudyStrongest(values, DropWorst); err == nil && len(kept) < k && len(kept) >= leastStrongest {
		f.Strongest = &Strongest{Systems: s.Systems, ERho2: s.Estimate(reliability.ERho2, s.Topics, conf),
			Phi: s.Estimate(reliability.Phi, s.Topics, conf), Required: required(s, targets, conf)}
	}
	if err := f.assessData(a); err != nil {
		return err
	}
	for _, other := range a.Comparisons {
		g, err := gstudy(other)
		if err != nil {
			continue // a further measure without variance says nothing; the official one decided above
		}
		f.Measures = append(f.Measures, MeasureReliability{Measure: other.Measure, ERho2: g.Estimate(reliability.ERho2, g.Topics, conf),
			Phi: g.Estimate(reliability.Phi, g.Topics, conf), Required: required(g, targets, conf), System: g.Components[0].Share})
	}
	return nil
}

// required lists topics needed for each target, Eρ² first.
func required(g reliability.GStudy, targets []float64, confidence float64) []reliability.Required {
	var out []reliability.Required
	for _, c := range []reliability.Coefficient{reliability.ERho2, reliability.Phi} {
		for _, t := range targets {
			out = append(out, g.TopicsFor(c, t, confidence))
		}
	}
	return out
}

// With fewer systems or topics the coefficients are hardly more than chance, and nothing is said of the topics it takes.
const (
	leastSystems = 4
	leastTopics  = 5
)

// sentence is the line of "In short".
func (f *Reliability) sentence() []doc.Text {
	few := f.Systems < leastSystems || f.Topics < leastTopics
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
	out := []doc.Block{f.componentTable(), f.coefficientTable(), f.figure()}
	if f.Expected != nil {
		out = append(out, para("On as many new topics of this kind, Kendall's τ between the ranking found and the true one is expected to be ",
			score(f.Expected.Tau), ", and their AP correlation, where the top of the ranking counts more, ", score(f.Expected.TauAP),
			", if the differences found were the true ones; these plug-in values are optimistic where systems are close."))
	}
	caution := fmt.Sprintf("These coefficients hold for this set of %d systems, not for the collection in general: a set of closer systems gives lower values.", f.Systems)
	if f.Strongest != nil {
		caution += fmt.Sprintf(" Without the worst quarter of them (%d left) Eρ² is %s.", f.Strongest.Systems, doc.FormatNumber(f.Strongest.ERho2.Value, 3))
	}
	out = append(out, note(caution))
	if f.teams > 0 && f.teams < f.Systems {
		out = append(out, note(fmt.Sprintf("The %d systems come from %s. Runs of one team resemble each other, and the intervals treat them as independent: they are too narrow.",
			f.Systems, count(f.teams, "team"))))
	}
	if len(f.Measures) > 1 {
		out = append(out, f.measureTable())
	}
	out = append(out, f.dataBlocks()...)
	return append(out, mind(f.Warnings)...)
}

// AssessReliability is the analysis that `reliability` prints: it needs no test of differences.
func AssessReliability(st *Study) (*Reliability, error) {
	a := &Analysis{Study: st}
	for _, s := range st.Scores {
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
	f := &Reliability{Schema: "sigrel/reliability/1", teams: a.teams()}
	if !st.Teams {
		f.teams = 0
	}
	if err := f.study(a); err != nil {
		return nil, err
	}
	f.Warnings = append(append([]stats.Warning{}, st.Warnings...), f.Warnings...)
	return f, nil
}

// CommandBlocks are Blocks with the D-study as a table in place of the picture.
func (f *Reliability) CommandBlocks() []doc.Block {
	var out []doc.Block
	for _, b := range f.Blocks() {
		if figure, ok := b.(*doc.Figure); ok {
			if figure.ID != "dstudy" {
				continue
			}
			b = f.studyTable()
		}
		out = append(out, b)
	}
	return out
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
