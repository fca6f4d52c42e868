package stats

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// Laws that every entry of every list obeys.

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
