package reports

import (
	"fmt"
	"strings"

	"gonum.org/v1/gonum/mat"

	"sigrel/reliability"
	"sigrel/reports/doc"
	"sigrel/stats"
)

// Power is how many pairs of systems each measure can tell apart.
type Power struct {
	Alpha    float64        `json:"alpha"`
	Measures []MeasurePower `json:"measures"`         // the official one first
	Reason   string         `json:"reason,omitempty"` // why the test is another than asked for
}

// MeasurePower is one measure's row.
type MeasurePower struct {
	Measure string `json:"measure"`
	reliability.Discrimination
}

// mostSeconds is how long the exact tests of all pairs by all measures may take on one processor, by estimate, before the t
// test takes their place. A report has made the tests already.
const mostSeconds = 6

func findPower(a *Analysis) (*Power, error) {
	f := &Power{Measures: []MeasurePower{}}
	test := FindTest("randomization")
	if a.Test != nil {
		test = a.Test
	}
	made := true
	seconds := 0.0
	var all []data
	for _, c := range a.Comparisons {
		d := newData(a, c)
		all = append(all, d)
		if !d.tested() {
			made = false
			if test.Name == "randomization" {
				s, err := reliability.RandomizationSeconds(d.values)
				if err != nil {
					return nil, err
				}
				seconds += s
			}
		}
	}
	if !made && seconds > mostSeconds {
		test = FindTest("t")
		f.Reason = fmt.Sprintf("exact randomization tests of all pairs would take about %s on one processor, more than %d; the paired t test takes their place",
			count(int(seconds+0.5), "second"), mostSeconds)
	}
	for _, d := range all {
		fam, err := d.family(test, a.Options)
		if err != nil {
			return nil, err
		}
		f.Alpha = fam.Alpha
		f.Measures = append(f.Measures, MeasurePower{d.c.Measure, reliability.Discriminating(d.values, fam, d.teams)})
	}
	return f, nil
}

// tested tells whether all pairs were compared, two-sided.
func (d data) tested() bool {
	k := len(d.c.ranked())
	return len(d.c.Pairs) == k*(k-1)/2 && d.c.Alternative == stats.TwoSided
}

// family is the comparison of all pairs: the study's where it made that, else by the test with Holm's correction.
func (d data) family(test *stats.PairedTest, opt stats.Options) (stats.Family, error) {
	if !d.tested() {
		opt.Pairs, opt.Strata, opt.Alternative, opt.Intervals = nil, nil, stats.TwoSided, false
		opt.Plan.Progress = nil
		return stats.Corrected(test, FindCorrection("holm")).Run(mat.DenseCopyOf(d.values), opt)
	}
	f := stats.Family{Procedure: d.c.Procedure, Systems: len(d.c.ranked()), Alpha: d.c.Alpha}
	if d.c.Replicates != nil {
		f.Replicates = *d.c.Replicates
	}
	for _, p := range d.c.Pairs {
		f.Pairs = append(f.Pairs, stats.Pair{I: p.i, J: p.j, Adjusted: p.PAdjusted,
			Result: stats.Result{Test: p.Test, P: p.P, Method: p.Method, Estimate: p.Difference}})
	}
	return f, nil
}

func (f *Power) sentence() []doc.Text {
	m := f.Measures[0]
	out := say(doc.Strong(plain("Discriminative power: ")), fmt.Sprintf("the %s tells %d of %s apart by %s (", lookup(testNames, m.Test), m.Runs.Raw, count(m.Runs.Pairs, "pair"), m.Measure),
		share(m.Runs.Share), fmt.Sprintf(", α = %s)", alphaText(f.Alpha)))
	adjusted := adjustedBy(m.Procedure)
	if adjusted != "" {
		out = append(out, say(", ", share(m.Runs.AdjustedShare), " "+adjusted)...)
	}
	out = append(out, say(".")...)
	if m.Teams != nil && m.Teams.Pairs < m.Runs.Pairs {
		out = append(out, say(fmt.Sprintf(" Of the %s of different teams it tells ", count(m.Teams.Pairs, "pair")), share(m.Teams.Share), " apart")...)
		if adjusted != "" {
			out = append(out, say(", ", share(m.Teams.AdjustedShare), " after adjustment")...)
		}
		out = append(out, say(".")...)
	}
	switch {
	case m.Least.Median == nil:
	case m.Runs.Pairs == 1:
		out = append(out, say(" By a t test, the pair needs a difference of ", squaredText(*m.Least.Median, 3), " to be significant.")...)
	default:
		out = append(out, say(" By a t test, a typical pair needs a difference of ", squaredText(*m.Least.Median, 3), " to be significant before adjustment, the most varied pair ", squaredText(*m.Least.Greatest, 3), ".")...)
	}
	return out
}

// adjustedBy is a procedure in a sentence that has named the single test; nothing where nothing is adjusted.
func adjustedBy(procedure string) string {
	if _, correction, ok := strings.Cut(procedure, "+"); ok {
		if correction == "none" {
			return ""
		}
		return "with " + lookup(correctionNames, correction)
	}
	return "by " + procedureLong(procedure)
}

func (f *Power) blocks(full bool) []doc.Block {
	out := []doc.Block{para(f.sentence())}
	if len(f.Measures) > 1 || full {
		out = append(out, f.table(full))
	}
	if len(f.Measures) > 1 {
		out = append(out, f.figure())
	}
	if f.Reason != "" {
		out = append(out, note(capital(f.Reason)+"."))
	}
	return out
}

// table has a row a measure; whole, also of pairs of different teams and the differences seen.
func (f *Power) table(whole bool) *doc.Table {
	t := &doc.Table{ID: "discriminative-power", Caption: plain(fmt.Sprintf("Pairs of systems told apart at α = %s, by measure.", alphaText(f.Alpha)))}
	t.Columns = []doc.Column{column("Measure", doc.Left, "measure"), column("pairs", doc.Right, "pairs"), column("unadjusted", doc.Right, "share"),
		column(procedureShort(f.Measures[0].Procedure), doc.Right, "share_adjusted")}
	teams := whole && f.Measures[0].Teams != nil && f.Measures[0].Teams.Pairs < f.Measures[0].Runs.Pairs
	if teams {
		t.Columns = append(t.Columns, column("between teams", doc.Right, "pairs_between_teams"), column("unadjusted", doc.Right, "share_between_teams"),
			column("adjusted", doc.Right, "share_adjusted_between_teams"))
	}
	t.Columns = append(t.Columns, column("Δ needed: typical", doc.Right, "least_median"), column("most", doc.Right, "least_greatest"))
	if whole {
		t.Columns = append(t.Columns, column("smallest significant", doc.Right, "smallest_observed"), column("largest not", doc.Right, "largest_not"))
	}
	for _, m := range f.Measures {
		row := doc.Row{Cells: []doc.Cell{cell(m.Measure), cell(m.Runs.Pairs), cell(share(m.Runs.Share)), cell(share(m.Runs.AdjustedShare))}}
		if teams {
			row.Cells = append(row.Cells, cell(m.Teams.Pairs), cell(share(m.Teams.Share)), cell(share(m.Teams.AdjustedShare)))
		}
		row.Cells = append(row.Cells, maybeSquared(m.Least.Median, 3, "least_median"), maybeSquared(m.Least.Greatest, 3, "least_greatest"))
		if whole {
			row.Cells = append(row.Cells, maybeSquared(m.Least.Smallest, 3, "smallest_observed"), maybeSquared(m.Least.Largest, 3, "largest_not"))
		}
		t.Rows = append(t.Rows, row)
	}
	m := f.Measures[0]
	text := fmt.Sprintf("Single tests: %s; adjusted: %s. Δ needed: the difference of means at which t is critical before adjustment, for the median pair and for the pair that varies most over topics.",
		lookup(testNames, m.Test), procedureLong(m.Procedure))
	if whole {
		text += " Smallest significant and largest not: differences seen, before adjustment."
	}
	t.Notes = []([]doc.Text){say(text)}
	return t
}

// curveTop is where the axis of p ends: above, no one looks for a difference.
const curveTop = 0.15

// figure is the curves of achieved significance levels, one a measure.
func (f *Power) figure() *doc.Figure {
	var shares []string
	for _, m := range f.Measures {
		shares = append(shares, m.Measure+" "+doc.FormatPercent(m.Runs.Share, 1))
	}
	return &doc.Figure{ID: "asl", Chart: f.chart(), Caption: plain("Achieved significance levels of all pairs, by measure."),
		Alt: fmt.Sprintf("Falling curves of p over the pairs of systems, largest first; pairs with p of at most %s: %s.", alphaText(f.Alpha), joinFirst(shares, ", ", 12))}
}

func (f *Power) chart() *doc.Lines {
	lo, hi := 0.0, curveTop
	first, last := 0.0, float64(f.Measures[0].Runs.Pairs)
	chart := &doc.Lines{X: doc.Axis{Label: "Pairs of systems, sorted by decreasing p", Min: &first, Max: &last}, Y: doc.Axis{Label: "Achieved significance level (p)", Min: &lo, Max: &hi},
		Targets: []float64{f.Alpha}, Note: fmt.Sprintf("Dashed: α = %s. The further to the left a curve falls, the more pairs the measure tells apart.", alphaText(f.Alpha))}
	for _, m := range f.Measures {
		s := doc.Series{Label: fmt.Sprintf("%s: %s of pairs p ≤ %s", m.Measure, doc.FormatPercent(m.Runs.Share, 1), alphaText(f.Alpha))}
		for _, p := range m.Curve {
			s.X, s.Y = append(s.X, float64(p.Rank)), append(s.Y, p.P)
		}
		chart.Series = append(chart.Series, s)
		if m.Floor != nil {
			chart.Targets = append(chart.Targets, *m.Floor)
			chart.Note += fmt.Sprintf(" Dashed at the bottom: 1/(B+1), the least p that the draws for %s can give.", m.Measure)
		}
	}
	return chart
}
