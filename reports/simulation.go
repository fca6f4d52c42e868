package reports

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/mat"

	"sigrel/reports/doc"
	"sigrel/stats"
)

// Simulation tells how far each test can be trusted on data like those of a study.
type Simulation struct {
	Schema     string            `json:"schema"`
	Measure    string            `json:"measure"`
	Systems    int               `json:"systems"` // of the study
	Topics     int               `json:"topics"`  // of each simulated data set
	Family     int               `json:"family"`  // systems of each simulated family
	Trials     int               `json:"trials"`
	Alpha      float64           `json:"alpha"`
	Seed       uint64            `json:"seed"`
	Replicates int               `json:"replicates"` // of each drawn test
	Tests      []stats.Simulated `json:"tests"`
	Warnings   []stats.Warning   `json:"warnings"`
}

// Simulate runs the tests on data sets made from the ranked systems of the first measure of a study. Without differences
// in opt it takes half, once and one and a half times the difference that a single t test detects.
func Simulate(st *Study, opt stats.SimulateOptions) (*Simulation, error) {
	s, ranked := arrange(st.Scores[0], st)
	k, n := len(ranked), len(s.Topics)
	if k < 2 {
		return nil, fmt.Errorf("%s: %w: %d ranked, want at least 2", s.Measure, stats.ErrTooFewSystems, k)
	}
	values := mat.DenseCopyOf(s.Values.Slice(0, k, 0, n))
	if opt.Topics == 0 {
		opt.Topics = n
	}
	o := opt.Options.WithDefaults()
	if opt.Deltas == nil {
		spread, err := stats.TwoWaySpread(values)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.Measure, err)
		}
		delta, err := stats.DetectableDifference(opt.Topics, spread.SD(), stats.DetectablePower, o.Alpha, stats.TwoSided)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.Measure, err)
		}
		for _, share := range []float64{.5, 1, 1.5} {
			opt.Deltas = append(opt.Deltas, twoDigits(share*delta))
		}
	}
	tests, err := stats.Simulate(values, opt)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.Measure, err)
	}
	f := &Simulation{Schema: "sigrel/simulate/1", Measure: s.Measure, Systems: k, Topics: opt.Topics, Family: min(orElseInt(opt.Systems, 10), k),
		Trials: orElseInt(opt.Trials, 1000), Alpha: o.Alpha, Seed: o.Plan.Seed, Replicates: o.Plan.Count(), Tests: tests, Warnings: []stats.Warning{}}
	if n < 20 {
		f.Warnings = append(f.Warnings, stats.Warning{Code: "few-topics", Text: fmt.Sprintf(
			"data sets drawn from %d topics vary less than those of new topics would", n)})
	}
	return f, nil
}

func orElseInt(v, usual int) int {
	if v == 0 {
		return usual
	}
	return v
}

// twoDigits rounds to two significant digits.
func twoDigits(v float64) float64 {
	unit := math.Pow(10, math.Floor(math.Log10(v))-1)
	return math.Round(math.Round(v/unit)*unit*1e12) / 1e12
}

// Blocks says which tests can be trusted, and shows the rates.
func (f *Simulation) Blocks() []doc.Block {
	out := []doc.Block{&doc.Heading{Level: 1, ID: "simulate", Text: plain("Can the tests be trusted on these data? " + f.Measure)}, f.sentence()}
	for _, family := range []bool{false, true} {
		if t := f.table(family); t != nil {
			out = append(out, t, f.figure(family))
		}
	}
	return append(out, mind(f.Warnings)...)
}

func (f *Simulation) sentence() *doc.Paragraph {
	var liberal, cautious, rest []string
	for _, t := range f.Tests {
		switch {
		default:
			rest = append(rest, simulatedName(t))
		case t.TooLiberal(f.Alpha):
			liberal = append(liberal, fmt.Sprintf("%s (%.1f%%)", simulatedName(t), 100*t.Error.Rate))
		case t.Error.Hi < f.Alpha:
			cautious = append(cautious, fmt.Sprintf("%s (%.1f%%)", simulatedName(t), 100*t.Error.Rate))
		}
	}
	out := fmt.Sprintf("%d data sets of %s were made from the scores of %d systems, without any difference: ", f.Trials, count(f.Topics, "topic"), f.Systems)
	if rest != nil {
		out += fmt.Sprintf("at α = %s, as far as so many data sets can tell, the level was kept by %s.", alphaText(f.Alpha), joinFirst(rest, ", ", 12))
	}
	if liberal != nil {
		out = strings.TrimSuffix(out, ": ") + fmt.Sprintf(" Differences were called too often by %s.", joinFirst(liberal, ", ", 8))
	}
	if cautious != nil {
		out = strings.TrimSuffix(out, ": ") + fmt.Sprintf(" Called less often than α, so with less power: %s.", joinFirst(cautious, ", ", 8))
	}
	out += " Dealing the scores out makes all systems alike, also in how much they vary; what unequal variances do to a procedure is not seen here."
	return para(out)
}

func simulatedName(t stats.Simulated) string {
	if t.Family {
		return procedureLong(t.Name)
	}
	return lookup(testNames, t.Name)
}

// table has the error rate and the power of the tests of pairs, or of the procedures; nil if there are none.
func (f *Simulation) table(family bool) *doc.Table {
	t := &doc.Table{ID: "tests", Caption: plain("Tests of one pair: how often a difference is called, where there is none and where there is one.")}
	what := "Type I error"
	if family {
		t = &doc.Table{ID: "procedures", Caption: plain(fmt.Sprintf("Families of all pairs of %d systems: how often any difference is called where there is none, and what share of the pairs of one better system are.", f.Family))}
		what = "any false claim"
	}
	for _, s := range f.Tests {
		if s.Family != family {
			continue
		}
		if t.Columns == nil {
			t.Columns = []doc.Column{column("test", doc.Left, "test"), column(what, doc.Right, "error"), column("99.9% limits", doc.Center, "limits"), column("level", doc.Left, "level")}
			for _, p := range s.Power {
				t.Columns = append(t.Columns, column("power at "+trimmed(p.Delta), doc.Right, "power_"+trimmed(p.Delta)))
			}
		}
		verdict := "not exceeded"
		if s.TooLiberal(f.Alpha) {
			verdict = "exceeded"
		} else if s.Error.Hi < f.Alpha {
			verdict = "below"
		}
		row := doc.Row{Cells: []doc.Cell{cell(simulatedName(s)), cell(doc.Number{Value: s.Error.Rate, Digits: 3}), cell(doc.Range{Lo: s.Error.Lo, Hi: s.Error.Hi, Digits: 3}), cell(verdict)}}
		for _, p := range s.Power {
			row.Cells = append(row.Cells, cell(doc.Number{Value: p.Rate, Digits: 3}))
		}
		t.Rows = append(t.Rows, row)
	}
	if t.Rows == nil {
		return nil
	}
	t.Notes = [][]doc.Text{say(fmt.Sprintf("%d data sets, seed %d: topics drawn with replacement, the systems' scores dealt out anew within each topic; for the power one system was raised by the difference on every topic, which a test that counts signs or ranks sees sooner than differences that vary. α = %s. Drawn tests: %d replicates each.",
		f.Trials, f.Seed, alphaText(f.Alpha), f.Replicates))}
	return t
}

// figure draws how often a difference is called against its size.
func (f *Simulation) figure(family bool) *doc.Figure {
	lo, hi := 0.0, 1.0
	chart := &doc.Lines{X: doc.Axis{Label: "True difference in " + f.Measure}, Y: doc.Axis{Label: "Share called significant", Min: &lo, Max: &hi}, Targets: []float64{f.Alpha},
		Note: fmt.Sprintf("At 0: the error rate, which should not exceed α = %s (dashed).", alphaText(f.Alpha))}
	id := "tests"
	if family {
		id = "procedures"
	}
	for _, t := range f.Tests {
		if t.Family != family {
			continue
		}
		s := doc.Series{Label: simulatedName(t), X: []float64{0}, Y: []float64{t.Error.Rate}}
		for _, p := range t.Power {
			s.X, s.Y = append(s.X, p.Delta), append(s.Y, p.Rate)
		}
		chart.Series = append(chart.Series, s)
	}
	return &doc.Figure{ID: "simulate-" + id, Chart: chart, Caption: plain("How often a difference is called, by its size."),
		Alt: "Curves of the share of data sets in which a difference is called, rising with the true difference, one a test."}
}
