package pooling

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"sigrel/metrics"
)

// boundedMeasures have bounds over labels. Every one is tried against all labels of small topics.
var boundedMeasures = []string{"AP", "AP@3", "AP(rel=2)", "P@2", "P@5", "P(rel=2)@3", "R@2", "R@4", "R(rel=2)@3", "RR", "RR@2", "Success@1", "Success@3", "nDCG", "nDCG@3", "nDCG(dcg=exp-log2)",
	"nDCG(dcg=exp-log2)@2", "RBP", "RBP(p=0.5)", "RBP(gain=max)", "ERR(max=3)", "ERR(max=3)@2", "Rprec", "Bpref", "IPrec@0.3", "Rprec_mult@0.6", "11pt_avg", "relative_P@3", "SetP", "SetR", "SetAP", "SetF"}

func applied(t testing.TB, name string) metrics.Applied {
	m, err := metrics.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// drawDuel is a small topic: two rankings with common holes, and some judged documents that neither has.
func drawDuel(t *rapid.T, m metrics.Applied) *duel {
	top := float64(rapid.IntRange(1, 3).Draw(t, "top"))
	docs := rapid.IntRange(2, 8).Draw(t, "documents")
	grades := make([]float64, docs)
	holes := 0
	for i := range grades {
		grades[i] = float64(rapid.IntRange(-2, int(top)).Draw(t, "grade"))
		if grades[i] < 0 && holes < 5 {
			grades[i] = math.NaN()
			holes++
		}
		grades[i] = max(grades[i], 0)
	}
	d := &duel{m: m, level: 1, top: max(top, float64(m.Args.Level))}
	d.fill, _ = m.Fill(d.top)
	ranks := func(label string) []int {
		perm := rapid.Permutation(sequence(docs)).Draw(t, label)
		return perm[:rapid.IntRange(0, docs).Draw(t, label+" length")]
	}
	a, b := ranks("a"), ranks("b")
	d.a, d.b = gainsOf(a, grades), gainsOf(b, grades)
	for i, g := range grades {
		x, y := slices.Index(a, i)+1, slices.Index(b, i)+1
		if math.IsNaN(g) && x+y > 0 {
			d.holes = append(d.holes, hole{int32(x), int32(y)})
		}
		if !math.IsNaN(g) {
			d.ideal = append(d.ideal, g)
		}
	}
	slices.Sort(d.ideal)
	slices.Reverse(d.ideal)
	return d
}

func sequence(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

func gainsOf(docs []int, grades []float64) []float64 {
	out := make([]float64, len(docs))
	for i, d := range docs {
		out[i] = grades[d]
	}
	return out
}

// everyFilling calls f with the difference of every filling and the number of holes it makes relevant.
func (d *duel) everyFilling(f func(difference float64, found int)) {
	base := int(d.top) + 1
	all := 1
	for range d.holes {
		all *= base
	}
	for code := range all {
		a, b, ideal, found := slices.Clone(d.a), slices.Clone(d.b), slices.Clone(d.ideal), 0
		for _, h := range d.holes {
			g := float64(code % base)
			code /= base
			if h.a > 0 {
				a[h.a-1] = g
			}
			if h.b > 0 {
				b[h.b-1] = g
			}
			if g > 0 {
				found++
			}
			ideal = append(ideal, g)
		}
		slices.Sort(ideal)
		slices.Reverse(ideal)
		f(d.m.Value(d.judgedBy(a, ideal))-d.m.Value(d.judgedBy(b, ideal)), found)
	}
}

func TestBoundsAgainstAllFillings(t *testing.T) {
	for _, name := range boundedMeasures {
		t.Run(name, func(t *testing.T) {
			m := applied(t, name)
			rapid.Check(t, func(t *rapid.T) {
				d := drawDuel(t, m)
				for _, d := range []*duel{d, d.back()} {
					got := d.most()
					want := math.Inf(-1)
					byFound := make([]float64, len(d.holes)+1)
					for i := range byFound {
						byFound[i] = math.Inf(-1)
					}
					d.everyFilling(func(x float64, found int) {
						want = max(want, x)
						byFound[found] = max(byFound[found], x)
					})
					if !got.exact {
						t.Fatalf("a few holes, yet only a bound")
					}
					if want = max(want, got.now); math.Abs(got.most-want) > 1e-12 {
						t.Fatalf("most %v, want %v of all fillings\n%+v", got.most, want, *d)
					}
					for n := range byFound {
						if got.curve != nil && byFound[n] > got.curve[min(n, len(got.curve)-1)]+1e-12 {
							t.Fatalf("with %d relevant up to %v, the curve has %v\n%+v", n, byFound[n], got.curve, *d)
						}
					}
				}
			})
		})
	}
}

// TestOuterBounds takes the way of topics with many shared holes: never below what a filling reaches.
func TestOuterBounds(t *testing.T) {
	for _, name := range []string{"AP", "AP@3", "Rprec", "Bpref", "SetF"} {
		t.Run(name, func(t *testing.T) {
			m := applied(t, name)
			rapid.Check(t, func(t *rapid.T) {
				d := drawDuel(t, m)
				if len(d.holes) == 0 {
					return
				}
				bound := slices.Max(d.setting().curve(d.holes))
				d.everyFilling(func(x float64, _ int) {
					if x > bound+1e-12 {
						t.Fatalf("bound %v, a filling has %v\n%+v", bound, x, *d)
					}
				})
			})
		})
	}
}

func TestEveryMeasureIsBoundedOrRefused(t *testing.T) {
	bounded := make(map[string]bool)
	for _, name := range boundedMeasures {
		bounded[applied(t, name).Name] = true
	}
	for _, m := range metrics.Measures() {
		a := metrics.Applied{Measure: m, Args: metrics.Args{K: 3}}
		if _, ok := a.Fill(1); ok != bounded[m.Name] && m.Name != "SetRelP" {
			t.Errorf("%s: bounds %v, tried against all fillings %v", m.Name, ok, bounded[m.Name])
		}
	}
}
