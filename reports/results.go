package reports

import (
	"encoding/json"
	"fmt"
	"strings"

	"sigrel/metrics"
	"sigrel/reports/doc"
)

var results = &Section{
	Name: "results", Title: "Results",
	Doc: "the leaderboard: ranks with their intervals, means with confidence intervals, groups, differences to the best",
	Run: findResults,
}

// Results is the leaderboard by the official measure, with the means of the other measures beside it.
type Results struct {
	*Comparison
	Means      []MeasureMeans  `json:"means"`      // of every measure
	References []ReferenceLine `json:"references"` // lines that no team submitted
	a          *Analysis
	topRow     map[int]bool
}

// MeasureMeans has the mean of each system, in the order of Comparison.Systems.
type MeasureMeans struct {
	Measure string    `json:"measure"`
	Means   []float64 `json:"means"`
}

// MarshalJSON gives the comparison without its pairs, which are the next section's.
func (f *Results) MarshalJSON() ([]byte, error) {
	type head Comparison
	c := head(*f.Comparison)
	return json.Marshal(struct {
		*head
		Pairs      any             `json:"pairs,omitempty"` // hides those of head
		Means      []MeasureMeans  `json:"means"`
		References []ReferenceLine `json:"references"`
	}{head: &c, Means: f.Means, References: f.References})
}

func findResults(a *Analysis) (Finding, error) {
	c := a.official()
	f := &Results{Comparison: c, a: a, topRow: make(map[int]bool), References: a.Task.references()}
	for _, i := range c.top() {
		f.topRow[i] = true
	}
	for _, s := range a.Scores {
		byTag := make(map[metrics.Tag]float64)
		means := s.Means()
		for i, sys := range s.Systems {
			byTag[sys.Tag] = means[i]
		}
		m := MeasureMeans{Measure: s.Measure}
		for _, sys := range c.Systems {
			m.Means = append(m.Means, byTag[sys.System])
		}
		f.Means = append(f.Means, m)
	}
	return f, nil
}

// Blocks shows the table and the picture of the means.
func (f *Results) Blocks() []doc.Block {
	out := []doc.Block{f.table()}
	if !f.beside() {
		out = append(out, f.measureTable())
	}
	return append(append(out, f.figure()), mind(f.Warnings)...)
}

func (f *Results) table() *doc.Table {
	t := &doc.Table{ID: "results", Caption: say(fmt.Sprintf("Systems in order of mean %s over %s, compared by %s (%s", f.Measure, count(f.Topics, "topic"),
		f.procedureName(), f.errorRate()), f.drawn(), ").")}
	t.Columns = append(t.Columns, column("Rank", doc.Right, "rank"))
	if f.rankIntervals() {
		t.Columns = append(t.Columns, column("Possible ranks", doc.Center, "rank"))
	}
	t.Columns = append(t.Columns, column("System", doc.Left, "system"))
	if f.a.Teams {
		t.Columns = append(t.Columns, column("Team", doc.Left, "team"))
	}
	t.Columns = append(t.Columns, column("Mean "+f.Measure, doc.Right, "mean"),
		column(level(f.confidence())+" CI", doc.Center, "interval"))
	if f.lettered() {
		t.Columns = append(t.Columns, column("Group", doc.Left, "group"))
	}
	t.Columns = append(t.Columns, column("Δ to "+f.referenceName(), doc.Right, "difference"), symbol("d", doc.Right, "dz"),
		column("W/T/L", doc.Center, "wtl"), symbol("p", doc.Right, "p_adjusted"))
	if f.beside() {
		for _, m := range f.Means[1:] {
			t.Columns = append(t.Columns, column(m.Measure, doc.Right, m.Measure))
		}
	}
	for i := range f.Systems {
		t.Rows = append(t.Rows, f.row(i))
	}
	for _, r := range f.References {
		t.Rows = append(t.Rows, f.referenceRow(t.Columns, r))
	}
	t.Notes = f.notes()
	return t
}

func (f *Results) confidence() float64 { return f.Systems[0].Interval.Confidence }

// bold tells whether row i was compared with the best and not shown to differ from it.
func (f *Results) bold(i int) bool { return f.Family.Kind == "all-pairs" && f.topRow[i] }

func (f *Results) lettered() bool { return len(f.Systems[0].Groups) > 0 }

func (f *Results) row(i int) doc.Row {
	s := f.Systems[i]
	r := doc.Row{Faint: s.apart()}
	r.Cells = append(r.Cells, rankCell(s))
	if f.rankIntervals() {
		r.Cells = append(r.Cells, ranksCell(s))
	}
	name := cell(doc.Plain(s.System))
	name.Best = f.bold(i)
	r.Cells = append(r.Cells, name)
	if f.a.Teams {
		r.Cells = append(r.Cells, cell(doc.Plain(s.Team)))
	}
	mean := cell(score(s.Mean))
	mean.Best = f.bold(i)
	r.Cells = append(r.Cells, mean, span(s.Interval, 3, false))
	if f.lettered() {
		r.Cells = append(r.Cells, cell(letters(s.Groups)))
	}
	r.Cells = append(r.Cells, f.toReference(i)...)
	if f.beside() {
		for _, m := range f.Means[1:] {
			r.Cells = append(r.Cells, cell(score(m.Means[i])))
		}
	}
	return r
}

// maxBeside is the number of further measures that the leaderboard has room for.
const maxBeside = 4

// beside tells whether the means of the other measures are columns of the leaderboard; else they have their own table.
func (f *Results) beside() bool { return len(f.Means) <= 1+maxBeside }

// measureTable has the means of every measure.
func (f *Results) measureTable() *doc.Table {
	t := &doc.Table{ID: "measures", Caption: plain(fmt.Sprintf("Means of all measures, systems in order of %s.", f.Measure))}
	t.Columns = []doc.Column{column("System", doc.Left, "system")}
	for _, m := range f.Means {
		t.Columns = append(t.Columns, column(m.Measure, doc.Right, m.Measure))
	}
	for i, s := range f.Systems {
		row := doc.Row{Faint: s.apart(), Cells: []doc.Cell{cell(doc.Plain(s.System))}}
		for _, m := range f.Means {
			row.Cells = append(row.Cells, cell(score(m.Means[i])))
		}
		t.Rows = append(t.Rows, row)
	}
	for _, r := range f.References {
		t.Rows = append(t.Rows, f.referenceRow(t.Columns, r))
	}
	return t
}

// referenceRow shows the means of a line that no team submitted.
func (f *Results) referenceRow(columns []doc.Column, line ReferenceLine) doc.Row {
	r := doc.Row{Faint: true, Cells: make([]doc.Cell, len(columns))}
	for i, c := range columns {
		switch c.Key {
		case "system":
			r.Cells[i] = cell("(" + line.Name + ")")
		case "mean":
			r.Cells[i] = maybe(line.Means[0], 3)
		}
		for m := range f.Means {
			if c.Key == f.Means[m].Measure {
				r.Cells[i] = maybe(line.Means[m], 3)
			}
		}
	}
	return r
}

// below names the ranked systems whose mean is less than that of a line that no team submitted.
func (f *Results) below(line ReferenceLine) []doc.Text {
	var names []metrics.Tag
	for _, s := range f.ranked() {
		if line.Means[0] != nil && metrics.Snap(s.Mean) < metrics.Snap(*line.Means[0]) {
			names = append(names, s.System)
		}
	}
	if names == nil {
		return nil
	}
	return say(" Below it by "+f.Measure+": ", tags(names, 8), ".")
}

// referenceName is what a column head calls the row that the others are compared with.
func (f *Results) referenceName() string {
	if f.Family.Kind == "baseline" && len(f.baselines) == 1 {
		return "baseline"
	}
	return "best"
}

// toReference is the comparison of row i with the best, or the baseline: difference (row − reference), d_z,
// wins/ties/losses, adjusted p.
func (f *Results) toReference(i int) []doc.Cell {
	p := f.pair(f.reference(), i)
	if i == f.reference() || p == nil {
		return make([]doc.Cell, 4)
	}
	sign, wins, losses := -1.0, p.Losses, p.Wins
	if p.i == i {
		sign, wins, losses = 1, p.Wins, p.Losses
	}
	d := doc.Cell{}
	if p.DZ != nil {
		d = cell(doc.Signed{Value: sign * *p.DZ, Digits: 2})
	}
	return []doc.Cell{
		cell(doc.Signed{Value: sign * p.Difference, Digits: 3}), d,
		wtl(wins, p.Ties, losses),
		{Text: say(doc.PValue{Value: p.PAdjusted, Alpha: f.Alpha}), Best: p.Significant},
	}
}

// maxDots is the number of ranked systems that the picture of the means still shows legibly.
const maxDots = 200

// rankIntervals tells whether the family gives each ranked system an interval of ranks.
func (c *Comparison) rankIntervals() bool { return c.Systems[0].RankLo != nil }

func rankCell(s System) doc.Cell {
	if s.apart() {
		return cell("–")
	}
	return cell(*s.Rank)
}

func ranksCell(s System) doc.Cell {
	if s.RankLo == nil {
		return cell("")
	}
	return cell(doc.Range{Lo: float64(*s.RankLo), Hi: float64(*s.RankHi)})
}

func (f *Results) notes() [][]doc.Text {
	out := [][]doc.Text{}
	if f.rankIntervals() {
		out = append(out, say(fmt.Sprintf("Rank: place by mean. Possible ranks: those that the significant differences allow (simultaneously, %s)%s.", f.errorRate(), f.approximate())))
	}
	if f.lettered() {
		out = append(out, say(fmt.Sprintf("Group: systems that share a letter were not shown to differ (%s, %s); it does not mean that they are equal.",
			f.procedureName(), f.errorRate())))
	}
	bold := ""
	if f.Family.Kind == "all-pairs" {
		bold = "Bold: not shown to differ from the best. "
	}
	ref := f.referenceName()
	out = append(out, say(bold+"CI: t interval of the mean over topics; it is not a test of differences. Δ: mean of the system less that of the "+ref+". ",
		doc.Emph("d"), ": mean of the per-topic differences to the "+ref+" over their standard deviation. W/T/L: topics won, tied and lost against the "+ref+". ",
		doc.Emph("p"), ": "+f.procedureName()+", bold where ", doc.Emph("p"), " ≤ "+alphaText(f.Alpha)+"."))
	if len(f.ranked()) > maxLettered && f.Family.Kind == "all-pairs" {
		out = append(out, say(fmt.Sprintf("No letters for groups: more than %d systems.", maxLettered)))
	}
	if len(f.Means) > 1 && f.beside() {
		out = append(out, say("Further columns: means of the other measures."))
	}
	for _, r := range f.References {
		out = append(out, say("("+r.Name+"): "+strings.TrimSuffix(r.Doc, ".")+". No team submitted it; it is in no test.", f.below(r)))
	}
	if n := len(f.Systems) - len(f.ranked()); n > 0 {
		out = append(out, say(fmt.Sprintf("Rank –: %s (baseline or late) that stands apart: no rank, in no test of the family.", count(n, "run"))))
	}
	return out
}

func (f *Results) figure() *doc.Figure {
	c := &doc.Dots{X: doc.Axis{Label: "Mean " + f.Measure}, Digits: 3}
	groups := make(map[string]int)
	more := 0
	for i, s := range f.Systems {
		if i >= maxDots && !s.apart() {
			more++
			continue
		}
		r := doc.DotRow{Label: string(s.System), Value: s.Mean, Lo: &s.Interval.Lo, Hi: &s.Interval.Hi, Top: f.bold(i), Apart: s.apart()}
		if s.Comparison != nil {
			lo, hi := s.Mean-*s.Comparison, s.Mean+*s.Comparison
			r.BandLo, r.BandHi = &lo, &hi
		}
		for _, g := range s.Groups {
			if _, ok := groups[g]; !ok {
				groups[g] = len(groups)
			}
			r.Groups = append(r.Groups, groups[g])
		}
		c.Rows = append(c.Rows, r)
	}
	c.Groups = len(groups)
	c.Note = fmt.Sprintf("Thin line: %s confidence interval of the mean (t).", level(f.confidence()))
	if f.Critical != nil {
		c.Cut = c.Rows[0].BandLo
		c.Note += fmt.Sprintf(" Band: comparison interval (%s): two systems differ at %s where their bands do not overlap. Dashed: lower end of the best system's band.",
			f.procedureName(), f.errorRate())
	}
	if c.Groups > 0 {
		c.Note += " Letters or bars: systems that share one were not shown to differ."
	}
	if f.Family.Kind == "all-pairs" {
		c.Note += " Blue: not shown to differ from the best."
	}
	if more > 0 {
		c.Note += fmt.Sprintf(" Shown are the first %d systems; %d more are in the table.", maxDots, more)
	}
	return &doc.Figure{
		ID: "means", Chart: c,
		Caption: plain(fmt.Sprintf("Mean %s of the systems, with confidence intervals%s.", f.Measure, map[bool]string{true: " and comparison bands", false: ""}[f.Critical != nil])),
		Alt:     fmt.Sprintf("Dot plot of %d systems by mean %s, best first: %s at %.3f.", len(f.Systems), f.Measure, f.Systems[0].System, f.Systems[0].Mean),
	}
}
