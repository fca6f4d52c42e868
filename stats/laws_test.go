package stats

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"sigrel/stats/resample"
)

// Laws that every entry of every list obeys.

func allProcedures() []*Procedure {
	all := Procedures()
	for _, by := range corrections {
		all = append(all, Corrected(tTest, by))
	}
	for _, test := range pairedTests { // all tests by all corrections would say no more, and take minutes
		if test != tTest {
			all = append(all, Corrected(test, holm))
		}
	}
	return all
}

// drawScores makes scores on a lattice of tenths, of ten-thousandths, or real ones.
func drawScores(r *rapid.T, n int, label string) []float64 {
	kind := rapid.IntRange(0, 2).Draw(r, "kind of "+label)
	out := make([]float64, n)
	for t := range out {
		switch kind {
		case 0:
			out[t] = float64(rapid.IntRange(0, 10).Draw(r, label)) / 10
		case 1:
			out[t] = float64(rapid.IntRange(0, 10000).Draw(r, label)) / 10000
		default:
			out[t] = rapid.Float64Range(0, 1).Draw(r, label)
			if out[t] < 1e-100 {
				out[t] = 0
			}
		}
	}
	return out
}

func finite(v *float64) bool { return v == nil || !math.IsNaN(*v) && !math.IsInf(*v, 0) }

// countsPluses are the tests whose statistic counts what speaks for the first system: swapped it is the rest, which
// TestWilcoxon… and TestSign… look at.
var countsPluses = map[string]bool{"wilcoxon": true, "sign": true}

func TestLawsOfTests(t *testing.T) {
	for _, test := range PairedTests() {
		t.Run(test.Name, func(t *testing.T) {
			rapid.Check(t, func(r *rapid.T) {
				n := rapid.IntRange(2, 14).Draw(r, "topics")
				x, y := drawScores(r, n, "x"), drawScores(r, n, "y")
				was := slices.Concat(x, y)
				run := func(x, y []float64, alt Alternative) Result {
					res, err := test.Run(x, y, Options{Alternative: alt, Intervals: true})
					if err != nil {
						r.Fatal(err)
					}
					if res.Test != test.Name || res.N != n {
						r.Errorf("result of %q on %d topics", res.Test, res.N)
					}
					if !(res.P > 0 && res.P <= 1 && 0 <= res.PLo && res.PLo <= res.P && res.P <= res.PHi && res.PHi <= 1) {
						r.Errorf("p = %g in [%g, %g]", res.P, res.PLo, res.PHi)
					}
					if !finite(res.Statistic) || !finite(res.DF) || !finite(&res.Estimate) {
						r.Errorf("not finite: %+v", res)
					}
					return res
				}
				two, less, more := run(x, y, TwoSided), run(x, y, Less), run(x, y, Greater)
				back := run(y, x, TwoSided)
				if !agree(two.P, back.P) || !agree(two.Estimate, -back.Estimate) {
					r.Errorf("swapped: p %g and %g, difference %g and %g", two.P, back.P, two.Estimate, back.Estimate)
				}
				if a, b := two.Statistic, back.Statistic; (a == nil) != (b == nil) || a != nil && !countsPluses[test.Name] && !agree(*a, -*b) {
					r.Errorf("swapped: statistic %v and %v", a, b)
				} else if a != nil && countsPluses[test.Name] && min(*a, *b) < 0 {
					r.Errorf("swapped: statistic %g and %g", *a, *b)
				}
				if swapped := run(y, x, Less); !agree(swapped.P, more.P) {
					r.Errorf("less is %g, greater swapped %g", swapped.P, more.P)
				}
				if less.P+more.P < 1-1e-9 {
					r.Errorf("both tails sum to %g", less.P+more.P)
				}
				if test.Least != nil && two.P < test.Least(n, TwoSided)*(1-1e-12) {
					r.Errorf("p %g below the least, %g", two.P, test.Least(n, TwoSided))
				}
				// Topics in another order.
				order := rapid.Permutation(indices(n)).Draw(r, "order")
				px, py := make([]float64, n), make([]float64, n)
				for to, from := range order {
					px[to], py[to] = x[from], y[from]
				}
				other := run(px, py, TwoSided)
				if drawn := two.Method == MonteCarlo; !drawn && !agree(other.P, two.P) || drawn && (other.PHi < two.PLo || other.PLo > two.PHi) {
					r.Errorf("p depends on the order of topics: %g and %g", two.P, other.P)
				}
				// Interval and p.
				if iv := two.Interval; iv != nil {
					if !(iv.Lo <= two.Estimate+1e-12 && two.Estimate <= iv.Hi+1e-12) {
						r.Errorf("%g is outside its interval %+v", two.Estimate, *iv)
					}
					if outside := iv.Lo > 0 || iv.Hi < 0; outside != (two.P <= 0.05) && math.Abs(two.P-0.05) > 1e-9 {
						r.Errorf("interval %+v, p %g", *iv, two.P)
					}
				}
				if same := run(x, x, TwoSided); same.P != 1 || same.Estimate != 0 || len(same.Warnings) == 0 || same.Warnings[0].Code != "identical" {
					r.Errorf("against itself: %+v", same)
				}
				if !slices.Equal(was, slices.Concat(x, y)) {
					r.Error("the scores were changed")
				}
			})
			if !panics(func() { test.Run([]float64{1, 2}, []float64{1}, Options{}) }) {
				t.Error("unequal lengths are taken")
			}
		})
	}
}

func agree(a, b float64) bool { return math.Abs(a-b) <= 1e-9*max(math.Abs(a), math.Abs(b), 1e-9) }

func indices(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

func TestLawsOfCorrections(t *testing.T) {
	for _, by := range Corrections() {
		t.Run(by.Name, func(t *testing.T) {
			rapid.Check(t, func(r *rapid.T) {
				p := rapid.SliceOfN(rapid.OneOf(rapid.Float64Range(0, 1), rapid.SampledFrom([]float64{0, 5e-324, .01, .05, 1})), 0, 30).Draw(r, "p")
				was := slices.Clone(p)
				adjusted := by.Adjust(p)
				for i := range p {
					if !(adjusted[i] >= p[i] && adjusted[i] <= 1) {
						r.Errorf("%g became %g", p[i], adjusted[i])
					}
					for j := range p {
						if p[i] < p[j] && adjusted[i] > adjusted[j] || p[i] == p[j] && adjusted[i] != adjusted[j] {
							r.Errorf("%g, %g became %g, %g", p[i], p[j], adjusted[i], adjusted[j])
						}
					}
				}
				if !slices.Equal(p, was) {
					r.Error("the p's were changed")
				}
				if by.Error == ErrorNone && !slices.Equal(p, adjusted) {
					r.Errorf("%v became %v", p, adjusted)
				}
				// A test alone is not corrected.
				if len(p) > 0 {
					if one := by.Adjust(p[:1]); one[0] != p[0] {
						r.Errorf("%g alone became %g", p[0], one[0])
					}
				}
				if level := by.Level(p, .05); !(level > 0 && level <= .05) {
					r.Errorf("level %g", level)
				}
			})
			for _, bad := range []float64{math.NaN(), -1e-9, 1.001} {
				if !panics(func() { by.Adjust([]float64{bad}) }) {
					t.Errorf("%g is taken for a p", bad)
				}
			}
		})
	}
}

// TestCorrectionsR compares with R 4.2.2, p.adjust.
func TestCorrectionsR(t *testing.T) {
	p := []float64{0.003, 0.04, 0.011, 0.2, 0.011, 0.9, 0.0004}
	for by, want := range map[*Correction][]float64{
		bonferroni: {.021, .28, .077, 1, .077, 1, .0028},
		holm:       {.018, .12, .055, .4, .055, .9, .0028},
		bh:         {.0105, .056, .01925, 0.23333333333333336, .01925, .9, .0028},
	} {
		if diff := cmp.Diff(want, by.Adjust(p), close9); diff != "" {
			t.Errorf("%s: %s", by.Name, diff)
		}
	}
	// Levels at .05: BH makes 4 claims of 7.
	near(t, "level of bh", bh.Level(p, .05), .05*4/7, 1e-15)
	near(t, "level of holm", holm.Level(p, .05), .05/7, 1e-15)
	near(t, "level of none", none.Level(p, .05), .05, 0)
}

func drawMatrix(r *rapid.T, maxSystems, maxTopics int) *mat.Dense {
	k := rapid.IntRange(2, maxSystems).Draw(r, "systems")
	n := rapid.IntRange(2, maxTopics).Draw(r, "topics")
	den := rapid.SampledFrom([]float64{3, 10, 10, 10000, 0}).Draw(r, "den")
	return invented(k, n, den, rapid.Uint64().Draw(r, "seed"))
}

func TestLawsOfProcedures(t *testing.T) {
	for _, procedure := range allProcedures() {
		t.Run(procedure.Name, func(t *testing.T) {
			rapid.Check(t, func(r *rapid.T) {
				m := drawMatrix(r, 11, 13)
				k, _ := m.Dims()
				was := mat.DenseCopyOf(m)
				opt := Options{Alpha: rapid.SampledFrom([]float64{0, .1, .29}).Draw(r, "alpha"), Test: tTest,
					Plan: resample.Plan{Replicates: rapid.IntRange(19, 400).Draw(r, "replicates")}}
				f, err := procedure.Run(m, opt)
				if errors.Is(err, ErrUndefined) {
					return // no error variance
				}
				if err != nil {
					r.Fatal(err)
				}
				if !mat.Equal(m, was) {
					r.Error("the scores were changed")
				}
				if f.Procedure != procedure.Name || f.Error != procedure.Error || f.Systems != k || len(f.Pairs) != k*(k-1)/2 {
					r.Errorf("family %+v of %s", f, procedure.Name)
				}
				for i, p := range f.Pairs {
					if [2]int{p.I, p.J} != AllPairs(k)[i] {
						r.Errorf("pair %d is %d, %d", i, p.I, p.J)
					}
					if !(p.Adjusted > 0 && p.AdjustedLo <= p.Adjusted && p.Adjusted <= 1 && p.AdjustedHi <= 1) {
						// (hits+1)/(B+1) lies above the limits of hits/B only by the 1.
						r.Errorf("adjusted p %g in [%g, %g]", p.Adjusted, p.AdjustedLo, p.AdjustedHi)
					}
					if !finite(p.Detectable) || p.Detectable != nil && *p.Detectable <= 0 {
						r.Errorf("detectable %v", *p.Detectable)
					}
					if iv := p.Result.Interval; iv != nil && !(finite(&iv.Lo) && finite(&iv.Hi) && iv.Lo <= iv.Hi) {
						r.Errorf("interval %+v", *iv)
					}
				}
				// Only some pairs: those of a correction form another family, those of randomized Tukey do not.
				declared := opt
				declared.Pairs = [][2]int{{k - 1, 0}}
				one, err := procedure.Run(m, declared)
				if err != nil {
					r.Fatal(err)
				}
				if len(one.Pairs) != 1 || one.Pairs[0].I != k-1 || !agree(one.Pairs[0].Result.P, f.Pairs[k-2].Result.P) {
					r.Errorf("declared pair: %+v", one.Pairs)
				}
				corrected := strings.Contains(procedure.Name, "+")
				if byAll := procedure == randomizedTukey || procedure == tukey || procedure == nemenyi; byAll && one.Replicates == f.Replicates && one.Pairs[0].Adjusted != f.Pairs[k-2].Adjusted {
					r.Errorf("p of a declared pair %g, of all %g", one.Pairs[0].Adjusted, f.Pairs[k-2].Adjusted)
				}
				if corrected && one.Pairs[0].Adjusted != one.Pairs[0].Result.P {
					r.Errorf("a single comparison is corrected: %g, %g", one.Pairs[0].Adjusted, one.Pairs[0].Result.P)
				}
			})
			m := invented(4, 9, 10, 1)
			if _, err := procedure.Run(rowsOf([]float64{1, 2}), Options{}); !errors.Is(err, ErrTooFewSystems) {
				t.Errorf("one system: %v", err)
			}
			if !panics(func() { procedure.Run(m, Options{Pairs: [][2]int{{1, 1}}}) }) {
				t.Error("a system is compared with itself")
			}
			if !panics(func() { procedure.Run(m, Options{Alpha: 5}) }) {
				t.Error("an alpha of 5 is taken")
			}
			m.Set(2, 3, math.NaN())
			if _, err := procedure.Run(m, Options{}); !errors.Is(err, ErrNotFinite) {
				t.Errorf("NaN: %v", err)
			}
		})
	}
}

// TestProcessors: the same bytes on any number of processors.
func TestProcessors(t *testing.T) {
	dens, all := []float64{10_000, 10, 0}, Procedures()
	if testing.Short() {
		dens = dens[:1]
	}
	for _, test := range pairedTests {
		all = append(all, Corrected(test, holm))
	}
	for _, den := range dens {
		m := invented(12, 16, den, 3)
		for _, procedure := range all {
			var first Family
			for i, processors := range []int{1, 2, 7} {
				was := runtime.GOMAXPROCS(processors)
				opt := Options{Plan: resample.Plan{Seed: 5, Replicates: 5000}}
				f, err := procedure.Run(m, opt)
				runtime.GOMAXPROCS(was)
				if err != nil {
					t.Fatal(err)
				}
				if i == 0 {
					first = f
				} else if diff := cmp.Diff(first, f); diff != "" {
					t.Errorf("%s on %d processors: %s", procedure.Name, processors, diff)
				}
			}
		}
	}
}

func TestLawsOfRankCorrelations(t *testing.T) {
	for _, c := range RankCorrelations() {
		t.Run(c.Name, func(t *testing.T) {
			rapid.Check(t, func(r *rapid.T) {
				n := rapid.IntRange(2, 9).Draw(r, "systems")
				x := floats(rapid.Permutation(indices(n)).Draw(r, "x"))
				y := floats(rapid.Permutation(indices(n)).Draw(r, "y"))
				was := slices.Concat(x, y)
				v, err := c.Compute(x, y)
				if err != nil || !(v >= -1 && v <= 1) {
					r.Fatalf("%g, %v", v, err)
				}
				if self, err := c.Compute(x, x); err != nil || !agree(self, 1) {
					r.Errorf("with itself %g, %v", self, err)
				}
				if turned, err := c.Compute(x, negated(x)); err != nil || !agree(turned, -1) {
					r.Errorf("with its reverse %g, %v", turned, err)
				}
				// Only the order counts, and not which system is listed first.
				order := rapid.Permutation(indices(n)).Draw(r, "order")
				px, py := make([]float64, n), make([]float64, n)
				for to, from := range order {
					px[to], py[to] = math.Exp(x[from]), y[from]*3-1
				}
				if other, err := c.Compute(px, py); err != nil || !agree(other, v) {
					r.Errorf("%g becomes %g, %v", v, other, err)
				}
				if !slices.Equal(was, slices.Concat(x, y)) {
					r.Error("the means were changed")
				}
			})
			for _, tied := range [][2][]float64{{{1, 1, 1}, {1, 2, 3}}, {{1, 2, 3}, {1, 1, 1}}} {
				if v, err := c.Compute(tied[0], tied[1]); !errors.Is(err, ErrUndefined) || v != 0 {
					t.Errorf("all tied: %g, %v", v, err)
				}
			}
			if _, err := c.Compute([]float64{1}, []float64{1}); !errors.Is(err, ErrTooFewSystems) {
				t.Errorf("one system: %v", err)
			}
			if _, err := c.Compute([]float64{1, math.NaN()}, []float64{1, 2}); !errors.Is(err, ErrNotFinite) {
				t.Errorf("NaN: %v", err)
			}
			if !panics(func() { c.Compute([]float64{1, 2}, []float64{1}) }) {
				t.Error("unequal lengths are taken")
			}
		})
	}
}

func floats(v []int) []float64 {
	out := make([]float64, len(v))
	for i := range v {
		out[i] = float64(v[i])
	}
	return out
}

func negated(v []float64) []float64 {
	out := make([]float64, len(v))
	for i := range v {
		out[i] = -v[i]
	}
	return out
}

func TestLawsOfEffectSizes(t *testing.T) {
	opt := EffectOptions{Residual: &Residual{.02, 40}, OneWay: &Residual{.05, 60}}
	for _, e := range EffectSizes() {
		t.Run(e.Name, func(t *testing.T) {
			rapid.Check(t, func(r *rapid.T) {
				n := rapid.IntRange(2, 12).Draw(r, "topics")
				x, y := drawScores(r, n, "x"), drawScores(r, n, "y")
				was := slices.Concat(x, y)
				v, err := e.Compute(x, y, opt)
				checkEffect(r, e.Name, v, err)
				// Swapped: 1 − v for a probability; Glass's delta has another divisor; all others are negated.
				back, errBack := e.Compute(y, x, opt)
				switch {
				case e.Name == "glass-delta":
					if err == nil && errBack == nil && (v.Value > 0) != (back.Value < 0) {
						r.Errorf("swapped: %g and %g", v.Value, back.Value)
					}
				case (err == nil) != (errBack == nil):
					r.Errorf("swapped: %v and %v", err, errBack)
				case err == nil:
					turn := 0.0
					if e.Name == "superiority" {
						turn = 1
					}
					a, b := v.Interval, back.Interval
					if !agree(v.Value, turn-back.Value) || (a == nil) != (b == nil) ||
						a != nil && !(agree(a.Lo, turn-b.Hi) && agree(a.Hi, turn-b.Lo)) {
						r.Errorf("swapped: %+v, %v and %+v, %v", v, v.Interval, back, back.Interval)
					}
				}
				order := rapid.Permutation(indices(n)).Draw(r, "order")
				px, py := make([]float64, n), make([]float64, n)
				for to, from := range order {
					px[to], py[to] = x[from], y[from]
				}
				if other, errOther := e.Compute(px, py, opt); (err == nil) != (errOther == nil) || !agree(v.Value, other.Value) {
					r.Errorf("topics in another order: %g, %v and %g, %v", v.Value, err, other.Value, errOther)
				}
				if !slices.Equal(was, slices.Concat(x, y)) {
					r.Error("the scores were changed")
				}
				w, ties, l := WinsTiesLosses(x, y)
				if bl, bt, bw := WinsTiesLosses(y, x); w != bw || ties != bt || l != bl || w+ties+l != n {
					r.Errorf("wins, ties, losses %d %d %d", w, ties, l)
				}
			})
			if _, err := e.Compute([]float64{1}, []float64{1}, opt); !errors.Is(err, ErrTooFew) {
				t.Errorf("one topic: %v", err)
			}
			if _, err := e.Compute([]float64{1, 2}, []float64{1, math.NaN()}, opt); !errors.Is(err, ErrNotFinite) {
				t.Errorf("NaN: %v", err)
			}
			if !panics(func() { e.Compute([]float64{1, 2}, []float64{1}, opt) }) {
				t.Error("unequal lengths are taken")
			}
			if !panics(func() { e.Compute([]float64{1, 2}, []float64{1, 3}, EffectOptions{Confidence: 1}) }) {
				t.Error("a confidence of 1 is taken")
			}
		})
	}
}

// TestListsComplete counts the entries that the code declares against those in the lists.
func TestListsComplete(t *testing.T) {
	declared := map[string]int{}
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			decl, ok := d.(*ast.GenDecl)
			if !ok || decl.Tok != token.VAR {
				continue
			}
			ast.Inspect(decl, func(n ast.Node) bool {
				if u, ok := n.(*ast.UnaryExpr); ok && u.Op == token.AND {
					if lit, ok := u.X.(*ast.CompositeLit); ok {
						if name, ok := lit.Type.(*ast.Ident); ok {
							declared[name.Name]++
						}
					}
				}
				return true
			})
		}
	}
	want := map[string]int{"PairedTest": len(pairedTests), "Correction": len(corrections), "Procedure": len(procedures),
		"EffectSize": len(effectSizes), "RankCorrelation": len(rankCorrelations), "Design": len(designs)}
	if diff := cmp.Diff(want, declared); diff != "" {
		t.Errorf("lists (-) and declarations (+): %s", diff)
	}
	seen := map[string]bool{}
	entry := func(name, doc, cite string) {
		if seen[name] || name == "" || strings.ToLower(name) != name || !strings.HasSuffix(doc, ".") || cite == "" {
			t.Errorf("entry %q, doc %q, cite %q", name, doc, cite)
		}
		seen[name] = true
	}
	for _, e := range pairedTests {
		entry(e.Name, e.Doc, e.Cite)
	}
	for _, e := range corrections {
		entry(e.Name, e.Doc, e.Cite)
	}
	for _, e := range procedures {
		entry(e.Name, e.Doc, e.Cite)
	}
	for _, e := range effectSizes {
		entry(e.Name, e.Doc, e.Cite)
	}
	for _, e := range rankCorrelations {
		entry(e.Name, e.Doc, e.Cite)
	}
}
