package stats

import (
	"errors"
	"math"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"sigrel/stats/resample"
)

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
