package reports

import (
	"errors"
	"fmt"

	"sigrel/metrics"
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
	Expected   *reliability.Expected   `json:"expected_tau"`         // plug-in
	Strongest  *Strongest              `json:"strongest"`            // null where too few systems are left
	Measures   []MeasureReliability    `json:"measures"`             // one row a measure, the official one first
	Split      any                     `json:"split_half"`           // null: not assessed
	Swap       any                     `json:"swap"`                 // null: not assessed
	Power      any                     `json:"discriminative_power"` // null: not assessed
	Warnings   []stats.Warning         `json:"warnings"`

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
	f.Warnings = append([]stats.Warning{}, g.Warnings...)
	k := len(c.ranked())
	values := c.scores.Values.Slice(0, k, 0, c.Topics)
	if e, err := reliability.Expect(values, c.Topics, reliability.Student); err == nil {
		f.Expected = &e
	}
	if s, kept, err := reliability.StudyStrongest(values, DropWorst); err == nil && len(kept) < k {
		f.Strongest = &Strongest{Systems: s.Systems, ERho2: s.Estimate(reliability.ERho2, s.Topics, conf),
			Phi: s.Estimate(reliability.Phi, s.Topics, conf), Required: required(s, targets, conf)}
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

// sentence is the line of "In short".
func (f *Reliability) sentence() []doc.Text {
	last := f.Required[len(f.Required)/2-1] // Eρ² at the highest target
	out := say(doc.Strong(say("The ranking has a reliability of Eρ² = ", score(f.ERho2.Value), " ", doc.Range{Lo: f.ERho2.Lo, Hi: f.ERho2.Hi, Digits: 3})),
		", the scores of Φ = ", score(f.Phi.Value), " ", doc.Range{Lo: f.Phi.Lo, Hi: f.Phi.Hi, Digits: 3}, ". ")
	if last.Topics == nil {
		return append(out, say(fmt.Sprintf("Eρ² ≥ %s is not reachable with any number of topics.", targetText(last.Target)))...)
	}
	return append(out, say(fmt.Sprintf("For Eρ² ≥ %s a collection of this kind needs %s; it has %d.", targetText(last.Target), topicsText(last), f.Topics))...)
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
	out := []doc.Block{f.componentTable(), f.coefficientTable(), f.figure()}
	if f.Expected != nil {
		out = append(out, para("On as many new topics of this kind, Kendall's τ between the ranking found and the true one is expected to be ",
			score(f.Expected.Tau), " (τ_AP ", score(f.Expected.TauAP), "), if the differences found were the true ones; this plug-in value is optimistic where systems are close."))
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
	return append(out, warningsList(f.Warnings)...)
}

func (f *Reliability) componentTable() *doc.Table {
	names := map[string]string{reliability.EffectSystem: "system", reliability.EffectTopic: "topic", reliability.EffectResidual: "system × topic, error"}
	t := &doc.Table{ID: "components", Caption: plain("Where the variance of " + f.Measure + " comes from.")}
	t.Columns = []doc.Column{column("Source", doc.Left, "effect"), column("df", doc.Right, "df"), column("mean square", doc.Right, "ms"), column("variance", doc.Right, "variance"), column("share", doc.Right, "share")}
	for _, c := range f.Components {
		row := doc.Row{Cells: []doc.Cell{cell(names[c.Effect]), cell(c.DF), cell(doc.Number{Value: c.MS, Digits: 4}),
			cell(doc.Number{Value: c.Variance, Digits: 5}), cell(doc.Percent{Value: c.Share, Digits: 1})}}
		if c.VarianceRaw < 0 {
			t.Notes = append(t.Notes, say("The estimate is negative, ", doc.Number{Value: c.VarianceRaw, Digits: 5}, ", and counts as 0."))
			row.Cells[3].Note = []int{len(t.Notes)}
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func (f *Reliability) coefficientTable() *doc.Table {
	t := &doc.Table{ID: "coefficients", Caption: plain("Reliability, and the topics it takes.")}
	t.Columns = []doc.Column{column("Coefficient", doc.Left, "coefficient"), column("systems", doc.Right, "systems"), column(count(f.Topics, "topic"), doc.Right, "value"), column(level(f.Confidence)+" CI", doc.Center, "interval")}
	half := len(f.Required) / 2
	for _, r := range f.Required[:half] {
		t.Columns = append(t.Columns, column("topics for "+targetText(r.Target), doc.Right, "topics_"+targetText(r.Target)))
	}
	add := func(name string, systems int, e reliability.Estimate, rs []reliability.Required) {
		row := doc.Row{Cells: []doc.Cell{cell(name), cell(systems), cell(score(e.Value)), cell(doc.Range{Lo: e.Lo, Hi: e.Hi, Digits: 3})}}
		for _, r := range rs {
			row.Cells = append(row.Cells, cell(requiredText(r)))
		}
		t.Rows = append(t.Rows, row)
	}
	add("Eρ² (ranking)", f.Systems, f.ERho2, f.Required[:half])
	add("Φ (absolute scores)", f.Systems, f.Phi, f.Required[half:])
	if s := f.Strongest; s != nil {
		add("Eρ², without the worst quarter", s.Systems, s.ERho2, s.Required[:half])
		add("Φ, without the worst quarter", s.Systems, s.Phi, s.Required[half:])
	}
	t.Notes = append(t.Notes, say("Topics: estimate [optimistic, pessimistic], from the limits of the coefficient. ∞: not reachable."))
	return t
}

func requiredText(r reliability.Required) string {
	if r.Topics == nil {
		return "not reachable"
	}
	return fmt.Sprintf("%d [%s, %s]", *r.Topics, orInfinity(r.Lo), orInfinity(r.Hi))
}

func (f *Reliability) measureTable() *doc.Table {
	t := &doc.Table{ID: "reliability-measures", Caption: plain("Reliability by measure.")}
	t.Columns = []doc.Column{column("Measure", doc.Left, "measure"), column("Eρ²", doc.Right, "erho2"), column(level(f.Confidence)+" CI", doc.Center, "erho2_interval"),
		column("Φ", doc.Right, "phi"), column(level(f.Confidence)+" CI", doc.Center, "phi_interval")}
	half := len(f.Required) / 2
	for _, r := range f.Required[:half] {
		t.Columns = append(t.Columns, column("topics for Eρ² ≥ "+targetText(r.Target), doc.Right, "topics_"+targetText(r.Target)))
	}
	for _, m := range f.Measures {
		row := doc.Row{Cells: []doc.Cell{cell(m.Measure), cell(score(m.ERho2.Value)), cell(doc.Range{Lo: m.ERho2.Lo, Hi: m.ERho2.Hi, Digits: 3}),
			cell(score(m.Phi.Value)), cell(doc.Range{Lo: m.Phi.Lo, Hi: m.Phi.Hi, Digits: 3})}}
		for _, r := range m.Required[:half] {
			row.Cells = append(row.Cells, cell(requiredText(r)))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// figure draws both coefficients against the number of topics.
func (f *Reliability) figure() *doc.Figure {
	last := f.xMax()
	var topics []int
	for n := 1; n <= last; n += max(1, last/200) {
		topics = append(topics, n)
	}
	points := f.g.Points(topics, f.Confidence)
	lo, hi := 0.3, 1.0
	chart := &doc.Lines{X: doc.Axis{Label: "Number of topics"}, Y: doc.Axis{Label: "Reliability", Min: &lo, Max: &hi},
		Here: &doc.Mark{X: float64(f.Topics), Label: "this collection: " + count(f.Topics, "topic")}}
	half := len(f.Required) / 2
	for _, r := range f.Required[:half] {
		chart.Targets = append(chart.Targets, r.Target)
	}
	erho2 := doc.Series{Label: "Eρ²  relative: are the systems ranked right?"}
	phi := doc.Series{Label: "Φ  absolute: are the scores right?"}
	for _, p := range points {
		x := float64(p.Topics)
		erho2.X, erho2.Y, erho2.Lo, erho2.Hi = append(erho2.X, x), append(erho2.Y, p.ERho2), append(erho2.Lo, p.ERho2Lo), append(erho2.Hi, p.ERho2Hi)
		phi.X, phi.Y, phi.Lo, phi.Hi = append(phi.X, x), append(phi.Y, p.Phi), append(phi.Lo, p.PhiLo), append(phi.Hi, p.PhiHi)
	}
	erho2.Marks = marks(f.Required[:half], f.ERho2.Value, f.Topics, last)
	phi.Marks = marks(f.Required[half:], f.Phi.Value, f.Topics, last)
	chart.Series = []doc.Series{erho2, phi}
	chart.Note = fmt.Sprintf("Bands: %s confidence intervals. Rings: topics needed for the dashed targets.", level(f.Confidence))
	return &doc.Figure{ID: "dstudy", Chart: chart,
		Caption: plain("Reliability by number of topics (D-study)."),
		Alt:     fmt.Sprintf("Curves of Eρ² and Φ rising with the number of topics; at %d topics %.3f and %.3f.", f.Topics, f.ERho2.Value, f.Phi.Value)}
}

// xMax is where the curves end: far enough for the collection and the targets that can be shown.
func (f *Reliability) xMax() int {
	last := max(2*f.Topics, 50)
	for _, r := range f.Required {
		if r.Topics != nil && *r.Topics <= 8*f.Topics {
			last = max(last, *r.Topics*11/10)
		}
	}
	return (last + 24) / 25 * 25
}

// marks has a dot where the collection is and a ring where a target is reached.
func marks(rs []reliability.Required, value float64, topics, last int) []doc.Mark {
	out := []doc.Mark{{X: float64(topics), Y: value, Filled: true}}
	for _, r := range rs {
		if r.Topics != nil && *r.Topics <= last {
			out = append(out, doc.Mark{X: float64(*r.Topics), Y: r.Target, Label: fmt.Sprint(*r.Topics)})
		}
	}
	return out
}

// topicNames lists topics by name; more than limit are counted.
func topicNames(topics []metrics.Topic, limit int) []doc.Text {
	names := make([]metrics.Tag, len(topics))
	for i, t := range topics {
		names[i] = metrics.Tag(t)
	}
	return tags(names, limit)
}

// AssessReliability is the analysis that `reliability` prints: it needs no test of differences.
func AssessReliability(st *Study) (*Reliability, error) {
	a := &Analysis{Study: st}
	for _, s := range st.Scores {
		arranged, ranked := arrange(s, nil)
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
	return f, f.study(a)
}

// CommandBlocks are Blocks with the D-study as a table in place of the picture.
func (f *Reliability) CommandBlocks() []doc.Block {
	var out []doc.Block
	for _, b := range f.Blocks() {
		if _, ok := b.(*doc.Figure); ok {
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
