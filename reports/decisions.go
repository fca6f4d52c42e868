package reports

import (
	"errors"

	"gonum.org/v1/gonum/mat"

	"sigrel/metrics"
	"sigrel/stats"
)

var decisions = &Section{
	Name: "decisions", Title: "Decisions that hang on the method",
	Doc: "pairs whose verdict depends on the correction, the test or the measure",
	Run: findDecisions,
}

// Decisions compares the verdicts of several methods, and of the measures.
type Decisions struct {
	Measure  string                `json:"measure"`
	Alpha    float64               `json:"alpha"`
	Pairs    int                   `json:"pairs"`
	Methods  []Verdicts            `json:"methods"`
	Split    []Contested           `json:"contested"`           // pairs on which Holm and the procedure, or the two tests, disagree
	Tests    int                   `json:"tests_disagree"`      // pairs on which the single test and the t test disagree
	Families int                   `json:"procedures_disagree"` // pairs on which Holm and the procedure in use disagree
	Before   int                   `json:"only_unadjusted"`     // pairs significant by the single test alone
	ANOVA    []stats.Source        `json:"anova"`
	Friedman *stats.FriedmanResult `json:"friedman"` // null where all topics tie all systems
	Beside   *Beside               `json:"beside"`   // studentized maxT, where variances are unequal
	Measures []MeasureChange       `json:"measures"` // empty with one measure

	procedure, test string
}

// Verdicts is a method's count of significant pairs.
type Verdicts struct {
	Method      string `json:"method"`
	Significant int    `json:"significant"`
}

// Contested is a pair on which the methods disagree, with the p of each.
type Contested struct {
	A          metrics.Tag `json:"a"`
	B          metrics.Tag `json:"b"`
	Difference float64     `json:"difference"`
	P          float64     `json:"p"`           // single test
	T          float64     `json:"p_t"`         // paired t test
	Holm       float64     `json:"p_holm"`      // Holm over the single tests
	Procedure  float64     `json:"p_procedure"` // the procedure in use

	pair *Pair
}

// MeasureChange sets another measure beside the official one.
type MeasureChange struct {
	Measure     string        `json:"measure"`
	Best        []metrics.Tag `json:"best"` // more than one if they share the best mean
	Significant int           `json:"significant"`
	Gained      int           `json:"gained"` // pairs significant here but not by the official measure
	Lost        int           `json:"lost"`
	Reversed    int           `json:"reversed"` // significant in both, in opposite directions
	Tau         *float64      `json:"tau"`      // Kendall's τ_b of the mean scores with those of the official measure; null if undefined
}

func findDecisions(a *Analysis) (Finding, error) {
	c := a.official()
	f := &Decisions{Measure: c.Measure, Alpha: c.Alpha, Pairs: len(c.Pairs), procedure: c.Procedure, test: c.Test,
		Split: []Contested{}, Measures: []MeasureChange{}}
	if err := f.compareMethods(c); err != nil {
		return nil, err
	}
	if err := f.check(c); err != nil {
		return nil, err
	}
	k := len(c.ranked())
	var err error
	if f.ANOVA, err = stats.TwoWay(mat.DenseCopyOf(c.scores.Values.Slice(0, k, 0, c.Topics))); err != nil {
		return nil, err
	}
	f.Beside = c.Beside
	if r, err := stats.Friedman(signed(c.scores.Keep(upTo(k), nil))); err == nil {
		f.Friedman = &r
	}
	for _, other := range a.Comparisons[1:] {
		m, err := compareMeasures(c, other)
		if err != nil {
			return nil, err
		}
		f.Measures = append(f.Measures, m)
	}
	return f, nil
}

// compareMethods sets the single test, the t test, Holm over the single tests and the procedure side by side.
func (f *Decisions) compareMethods(c *Comparison) error {
	single := make([]float64, len(c.Pairs))
	for n, p := range c.Pairs {
		single[n] = p.P
	}
	holm := FindCorrection("holm").Adjust(single)
	var nt, np, nh, na int
	for n := range c.Pairs {
		p := &c.Pairs[n]
		t := p.P
		if c.Test != "t" {
			r, err := stats.TTest(c.scores.Row(p.i), c.scores.Row(p.j), stats.Options{Strata: c.options.Strata})
			if err != nil {
				return err
			}
			t = r.P
		}
		row := Contested{A: p.A, B: p.B, Difference: p.Difference, P: p.P, T: t, Holm: holm[n], Procedure: p.PAdjusted, pair: p}
		yes := func(p float64, count *int) bool {
			if p <= f.Alpha {
				*count++
				return true
			}
			return false
		}
		one, two, three, four := yes(row.P, &np), yes(row.T, &nt), yes(row.Holm, &nh), yes(row.Procedure, &na)
		if one != two {
			f.Tests++
		}
		if three != four {
			f.Families++
		}
		if one && !three && !four {
			f.Before++
		}
		if one != two || three != four {
			f.Split = append(f.Split, row)
		}
	}
	f.Methods = []Verdicts{{lookup(testNames, c.Test) + ", unadjusted", np}}
	if c.Test != "t" {
		f.Methods = append(f.Methods, Verdicts{"paired t test, unadjusted", nt})
	}
	if len(c.Pairs) > 1 {
		f.Methods = append(f.Methods, Verdicts{lookup(testNames, c.Test) + ", Holm", nh})
	}
	if c.Procedure != c.Test+"+holm" && c.Procedure != c.Test+"+none" {
		f.Methods = append(f.Methods, Verdicts{c.procedureName(), na})
	}
	return nil
}

// check adds Tukey HSD, which takes scores for normal and draws nothing, beside its randomised form, and maxT where that
// stands beside it already.
func (f *Decisions) check(c *Comparison) error {
	if c.Procedure != "randomized-tukey" || c.options.Strata != nil {
		return nil
	}
	opt := c.options
	opt.Test, opt.Pairs = FindTest("t"), nil
	k := len(c.ranked())
	fam, err := FindProcedure("tukey").Run(mat.DenseCopyOf(c.scores.Values.Slice(0, k, 0, c.Topics)), opt)
	if errors.Is(err, stats.ErrUndefined) {
		return nil // no error variance
	}
	if err != nil {
		return err
	}
	n := 0
	for _, p := range fam.Pairs {
		if p.Adjusted <= f.Alpha {
			n++
		}
	}
	f.Methods = append(f.Methods, Verdicts{lookup(shortNames, "tukey") + " (normal scores)", n})
	if c.Beside != nil {
		f.Methods = append(f.Methods, Verdicts{lookup(shortNames, c.Beside.Procedure), c.Beside.Significant})
	}
	return nil
}

// compareMeasures counts how the verdicts by other differ from those by the official measure. Pairs are matched by name:
// the two comparisons have different orders.
func compareMeasures(c, other *Comparison) (MeasureChange, error) {
	m := MeasureChange{Measure: other.Measure, Best: other.first(), Significant: other.significant()}
	better := make(map[[2]metrics.Tag]bool)
	for _, p := range c.Pairs {
		if p.Significant {
			better[[2]metrics.Tag{p.A, p.B}] = true
		}
	}
	for _, p := range other.Pairs {
		same, opposite := better[[2]metrics.Tag{p.A, p.B}], better[[2]metrics.Tag{p.B, p.A}]
		switch {
		case p.Significant && opposite:
			m.Reversed++
		case p.Significant && !same:
			m.Gained++
		case !p.Significant && (same || opposite):
			m.Lost++
		}
	}
	mean := make(map[metrics.Tag]float64)
	for _, s := range other.ranked() {
		mean[s.System] = metrics.Snap(s.Mean)
	}
	var x, y []float64
	for _, s := range c.ranked() {
		x, y = append(x, metrics.Snap(s.Mean)), append(y, mean[s.System])
	}
	if tau, err := stats.TauB(x, y); err == nil {
		m.Tau = &tau
	}
	return m, nil
}

// maxContested is the number of contested pairs that the report lists.
const maxContested = 20
