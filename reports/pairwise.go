package reports

import (
	"encoding/json"
	"fmt"
	"math"

	"sigrel/metrics"
	"sigrel/reports/doc"
	"sigrel/stats"
)

var pairwise = &Section{
	Name: "pairwise", Title: "Which differences are significant",
	Doc: "every pair: as a matrix, as a list of who is better than whom, and topic by topic for the pairs at the top",
	Run: findPairwise,
}

// Pairwise holds the comparison of all declared pairs and, for two of them, the differences topic by topic.
type Pairwise struct {
	*Comparison
	Closer []Closer `json:"closer"`
	about  *metrics.TopicTable
}

// Closer is a pair looked at topic by topic.
type Closer struct {
	A           metrics.Tag     `json:"a"`
	B           metrics.Tag     `json:"b"`
	Why         string          `json:"why"` // "best and second", "best and baseline"
	Topics      []metrics.Topic `json:"topics"`
	Differences []float64       `json:"differences"` // of A − B, in the order of Topics

	pair               *Pair // nil where the pair is not in the family
	dz                 *float64
	wins, ties, losses int
}

// MarshalJSON gives the pairs and the closer looks; the systems are in the finding "results".
func (f *Pairwise) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Measure string   `json:"measure"`
		Family  Family   `json:"family"`
		Pairs   []Pair   `json:"pairs"`
		Closer  []Closer `json:"closer"`
	}{f.Measure, f.Family, f.Pairs, f.Closer})
}

func findPairwise(a *Analysis) (Finding, error) {
	c := a.official()
	f := &Pairwise{Comparison: c, about: a.About}
	why := "best and second"
	if len(c.first()) > 1 {
		why = "two of the best"
	}
	f.look(0, 1, why)
	for i, s := range c.Systems {
		named := false
		for _, b := range a.Baselines {
			named = named || b == s.System
		}
		if i > 1 && (named || s.Type == "baseline") {
			f.look(0, i, "best and baseline")
			break
		}
	}
	return f, nil
}

// look adds the topic-by-topic view of rows i and j.
func (f *Pairwise) look(i, j int, why string) {
	x, y := f.scores.Row(i), f.scores.Row(j)
	c := Closer{A: f.Systems[i].System, B: f.Systems[j].System, Why: why, Topics: f.scores.Topics, pair: f.pair(i, j)}
	for t := range x {
		c.Differences = append(c.Differences, x[t]-y[t])
	}
	c.wins, c.ties, c.losses = stats.WinsTiesLosses(x, y)
	if d, err := stats.DZ(x, y); err == nil {
		c.dz = &d
	}
	f.Closer = append(f.Closer, c)
}

// maxMatrixTable is the number of systems that a table of pairs still shows readably; a picture does better above.
const maxMatrixTable = 10

// maxListed is the number of pairs that the report lists one by one, with tests of equivalence or posterior probabilities;
// all are in results.json.
const maxListed = 45

// maxMatrixFigure is the number of systems that a picture of pairs shows; maxBars that of topics in a picture of one pair.
const (
	maxMatrixFigure = 300
	maxBars         = 1000
)

// Blocks shows the matrix (a table for few systems, a picture for many), who beats whom, and the closer looks.
func (f *Pairwise) Blocks() []doc.Block {
	k := len(f.ranked())
	out := []doc.Block{para(fmt.Sprintf("%s by %s, %s.", f.differ(), f.procedureName(), f.errorRate()))}
	switch {
	case f.Family.Kind != "all-pairs" || k == 2:
		out = append(out, f.listTable())
	case k <= maxMatrixTable:
		out = append(out, f.matrixTable())
	default:
		if k <= maxMatrixFigure {
			out = append(out, f.matrixFigure())
		} else {
			out = append(out, note(fmt.Sprintf("No picture of the pairs: a matrix of more than %d systems is not legible. Every pair is in tables/all-pairs.csv.", maxMatrixFigure)))
		}
		if t := f.betterTable(); t != nil {
			out = append(out, t)
		}
	}
	if f.Margin != nil && len(f.Pairs) <= maxListed {
		out = append(out, f.EquivalenceTable())
	}
	if f.Rope != nil && len(f.Pairs) <= maxListed {
		out = append(out, f.BayesTable())
	}
	for _, c := range f.Closer {
		if f.Topics <= maxBars {
			out = append(out, f.differences(c))
		}
		out = append(out, f.titled(c)...)
	}
	return out
}

// maxBetter is the number of rows of the list of winners.
const maxBetter = 40

// listTable has one row a pair.
func (f *Pairwise) listTable() *doc.Table { return f.pairTable("pairs", f.Pairs) }

// pairTable lists pairs with all that is known of each.
func (c *Comparison) pairTable(id string, pairs []Pair) *doc.Table {
	order := fmt.Sprintf("Pairs, the system with the better mean %s first.", c.Measure)
	if c.sided {
		order = "Pairs, the baseline second."
	}
	t := &doc.Table{ID: id, Caption: plain(order)}
	t.Columns = []doc.Column{
		column("A", doc.Left, "a"), column("B", doc.Left, "b"), column("A − B", doc.Right, "difference"),
		column("interval", doc.Center, "interval"), symbol("d", doc.Right, "dz"), column("W/T/L", doc.Center, "wtl"),
		symbol("p", doc.Right, "p"), column("adjusted", doc.Right, "p_adjusted"), column("detectable", doc.Right, "detectable"),
	}
	if c.Margin != nil {
		t.Columns = append(t.Columns, column("verdict", doc.Left, "verdict"))
	}
	kinds := make(map[string]bool)
	for _, p := range pairs {
		if p.Interval != nil {
			kinds[p.Interval.Kind] = true
		}
		row := doc.Row{Cells: []doc.Cell{
			cell(doc.Plain(p.A)), cell(doc.Plain(p.B)), cell(doc.Signed{Value: p.Difference, Digits: 3}),
			span(p.Interval, 3, true), maybe(p.DZ, 2), wtl(p.Wins, p.Ties, p.Losses),
			cell(doc.PValue{Value: p.P, Alpha: c.Alpha}),
			{Text: say(doc.PValue{Value: p.PAdjusted, Alpha: c.Alpha}), Best: p.Significant}, maybe(p.Detectable, 3),
		}}
		if c.Margin != nil {
			verdict := p.Verdict
			if p.Verdict == Different && *p.WithinMargin {
				verdict += ", within the margin"
			}
			row.Cells = append(row.Cells, cell(verdict))
		}
		t.Rows = append(t.Rows, row)
	}
	if c.Margin != nil {
		t.Notes = append(t.Notes, c.equivalenceNote())
	}
	if asks, ok := askedBy[c.Procedure]; ok {
		t.Notes = append(t.Notes, say("Adjusted here is no transformation of ", doc.Emph("p"), ": "+c.procedureName()+" asks "+asks+
			", so that it can also be the smaller of the two."))
	}
	t.Notes = append(t.Notes, say(doc.Emph("p"), ": "+lookup(testNames, c.Test)+", this pair alone"+c.side()+"; adjusted: "+c.procedureName()+
		", bold where significant at "+c.errorRate()+". Detectable: true difference found with 80% power by that procedure."))
	for _, k := range intervalKinds {
		if kinds[k.kind] {
			t.Notes = append(t.Notes, say("Interval: "+k.text, c.intervalCaution(k.kind)))
		}
	}
	return t
}

// askedBy is what the procedures for all pairs ask.
var askedBy = map[string]string{
	"randomized-tukey": "how large the greatest difference of all systems would be by chance",
	"tukey":            "how large the greatest difference of all systems would be by chance, were scores normal",
	"maxt":             "how large the greatest |t| of all pairs would be by chance",
	"maxt-step-down":   "how large the greatest |t| of the pairs not yet called would be by chance",
	"nemenyi":          "how far apart the mean ranks of the best and the worst system would be by chance",
}

// intervalKinds explains the intervals of pairs.
var intervalKinds = []struct{ kind, text string }{
	{stats.KindSimultaneous, "all intervals of the family hold at once"},
	{stats.KindSingle, "of this pair alone, by inversion of the two-sided test"},
	{stats.KindT, "unadjusted t interval of this pair alone; it can disagree with the adjusted p."},
	{"percentile", "percentile bootstrap interval of this pair alone; it can disagree with p."},
	{"basic", "basic bootstrap interval of this pair alone; it can disagree with p."},
	{"studentized", "studentized bootstrap interval of this pair alone; it can disagree with p."},
	{"bca", "bias-corrected and accelerated bootstrap interval of this pair alone; it can disagree with p."},
}

// intervalCaution says how an interval goes with its p: they agree only at matching levels, two-sided.
func (c *Comparison) intervalCaution(kind string) string {
	matching := math.Abs(1-c.confidence-c.Alpha) < 1e-9
	switch {
	case kind != stats.KindSingle && kind != stats.KindSimultaneous:
		return ""
	case c.sided:
		return "; two-sided, while p is one-sided."
	case !matching:
		return fmt.Sprintf("; at %s confidence, so that it need not agree with p at α = %s.", level(c.confidence), alphaText(c.Alpha))
	case kind == stats.KindSimultaneous:
		return "; one excludes 0 exactly where the pair is significant."
	}
	return "; it excludes 0 exactly where the unadjusted p ≤ α."
}

func (f *Pairwise) differences(c Closer) *doc.Figure {
	chart := &doc.Differences{
		Y: doc.Axis{Label: fmt.Sprintf("Δ %s (%s − %s)", f.Measure, c.A, c.B)},
		X: doc.Axis{Label: "Topics, sorted by difference"},
	}
	for t, d := range c.Differences {
		chart.Bars = append(chart.Bars, doc.Difference{Label: string(c.Topics[t]), Value: d})
	}
	sortDifferences(chart.Bars)
	mean, _, interval := summarize(c.Differences, f.options)
	chart.Mean, chart.Lo, chart.Hi = mean, &interval.Lo, &interval.Hi
	chart.Legend = f.legend(c, mean, interval.Lo, interval.Hi)
	return &doc.Figure{ID: "differences-" + fmt.Sprint(f.closerIndex(c)), Chart: chart,
		Caption: say(fmt.Sprintf("%s, topic by topic: ", capital(c.Why)), c.A, " − ", c.B, "."),
		Alt:     fmt.Sprintf("Bars of the differences in %s of %s and %s on %d topics; mean %.3f.", f.Measure, c.A, c.B, f.Topics, mean),
	}
}

func (f *Pairwise) closerIndex(c Closer) int {
	for i := range f.Closer {
		if f.Closer[i].B == c.B {
			return i + 1
		}
	}
	return 0
}
