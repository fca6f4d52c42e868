package stats

import (
	"math"
	"runtime"
	"slices"
	"testing"

	"sigrel/stats/dist"
	"sigrel/stats/resample"
)

// TestTopicDraws: every topic, and every pair of topics drawn one after the other, is as likely as any other, by χ²
// tests.
func TestTopicDraws(t *testing.T) {
	for _, n := range []int{2, 7, 50} {
		single, pair := make([]float64, n), make([]float64, n*n)
		draws := 0
		BootstrapTopics(n, func(topics []int) float64 {
			draws++
			for q, topic := range topics {
				single[topic]++
				if q > 0 {
					pair[topics[q-1]*n+topic]++
				}
			}
			return 0
		}, resample.Plan{Replicates: 20_000, Workers: 1}, "test")
		if draws != 20_000 {
			t.Fatalf("%d draws", draws)
		}
		for name, counts := range map[string][]float64{"topics": single, "pairs": pair} {
			total, square := 0.0, 0.0
			for _, c := range counts {
				total += c
			}
			want := total / float64(len(counts))
			for _, c := range counts {
				square += (c - want) * (c - want) / want
			}
			if p := dist.ChiSquareSF(square, float64(len(counts)-1)); p < 1e-4 || p > 1-1e-4 {
				t.Errorf("n = %d, %s: χ² = %g, p = %g", n, name, square, p)
			}
		}
	}
}

// TestMomentDraws: the tables of pairs draw the very topics that BootstrapTopics draws, with and without tables, for
// even and odd numbers, and whatever one word serves.
func TestMomentDraws(t *testing.T) {
	for _, n := range []int{1, 2, 3, 5, 12, 13, 25, 49, 50, 51, 64, 65, 256, 257, 1500} {
		a := make([]float64, n)
		for i := range a {
			a[i] = float64(i*i%97) - 40
		}
		plan := resample.Plan{Seed: 9, Replicates: 1500}
		moments := func(power float64) []float64 {
			return BootstrapTopics(n, func(topics []int) float64 {
				sum := 0.0
				for _, topic := range topics {
					sum += math.Pow(a[topic], power)
				}
				return sum
			}, plan, bootstrapLabel)
		}
		sums, squares := moments(1), moments(2)
		i := 0
		for _, block := range resample.Map(plan, bootstrapLabel, newMomentDraws(a).draw) {
			for _, m := range block {
				if m.sum != sums[i] || m.squares != squares[i] {
					t.Fatalf("n = %d, draw %d: %+v, want %g and %g", n, i, m, sums[i], squares[i])
				}
				i++
			}
		}
	}
}

// TestBootstrapProcessors: the same draws on any number of processors, and no progress from inside a test.
func TestBootstrapProcessors(t *testing.T) {
	m := invented(2, 40, 10_000, 4)
	opt := Options{Intervals: true, Plan: resample.Plan{Seed: 5, Replicates: 5000, Progress: func(int, int) { t.Error("progress") }}}
	first := mustBootstrap(t, m.RawRowView(0), m.RawRowView(1), opt)
	for _, n := range []int{1, 2, 7} {
		was := runtime.GOMAXPROCS(n)
		res := mustBootstrap(t, m.RawRowView(0), m.RawRowView(1), opt)
		runtime.GOMAXPROCS(was)
		if res.P != first.P || *res.Interval != *first.Interval || res.Method != MonteCarlo {
			t.Errorf("%d processors: %+v, want %+v", n, res, first)
		}
	}
	opt.Plan.Seed = 6
	if res := mustBootstrap(t, m.RawRowView(0), m.RawRowView(1), opt); *res.Interval == *first.Interval {
		t.Error("another seed gives the same draws")
	}
}

func TestJackknifeTopics(t *testing.T) {
	var seen [][]int
	JackknifeTopics(3, func(topics []int) float64 { seen = append(seen, slices.Clone(topics)); return 0 })
	want := [][]int{{1, 2}, {0, 2}, {0, 1}}
	if !slices.EqualFunc(seen, want, slices.Equal[[]int]) {
		t.Errorf("%v, want %v", seen, want)
	}
	if !panics(func() { JackknifeTopics(1, func([]int) float64 { return 0 }) }) || !panics(func() { newTopicDraws(0) }) {
		t.Error("no panic")
	}
}

// TestReplicatesDegenerate: replicates that are missing, the same, or all on one side.
func TestReplicatesDegenerate(t *testing.T) {
	nan := math.NaN()
	many := make([]float64, 999) // 0.001, 0.002 … 0.999
	for i := range many {
		many[i] = float64(i+1) / 1000
	}
	jackknife := []float64{.4, .5, .6}
	for _, c := range []struct {
		name       string
		replicates []float64
		estimate   float64
		jackknife  []float64
		lo, hi     float64
		kind       string
		codes      []string
	}{
		{"none", nil, .5, jackknife, .5, .5, KindBCa, []string{"degenerate-bootstrap"}},
		{"none exists", []float64{nan, math.Inf(1)}, .5, jackknife, .5, .5, KindBCa, []string{"degenerate-bootstrap", "degenerate-bootstrap"}},
		{"the same", []float64{.3, .3, .3}, .3, jackknife, .3, .3, KindBCa, []string{"degenerate-bootstrap"}},
		{"one missing", append([]float64{nan}, many...), .5, jackknife, .025, .975, KindBCa, []string{"degenerate-bootstrap"}},
		{"all above", many, .0001, jackknife, .025, .975, KindPercentile, []string{"degenerate-bootstrap"}},
		{"jackknife missing", many, .5, []float64{.4, nan}, .025, .975, KindPercentile, []string{"degenerate-bootstrap"}},
		{"no jackknife", many, .5, nil, .025, .975, KindBCa, nil},
		{"jackknife the same", many, .5, []float64{.1, .1, .1}, .025, .975, KindBCa, nil},
		{"few", []float64{.1, .2, .3, .4, .5}, .3, nil, .1, .5, KindBCa, []string{"few-replicates"}},
	} {
		iv, warnings := BCaInterval(c.replicates, c.estimate, c.jackknife, .95)
		codes := codesOf(warnings)
		if math.Abs(iv.Lo-c.lo) > 1e-12 || math.Abs(iv.Hi-c.hi) > 1e-12 || iv.Kind != c.kind || !slices.Equal(codes, c.codes) {
			t.Errorf("%s: %+v, warnings %v", c.name, iv, codes)
		}
	}
	for name, f := range map[string]func(){
		"confidence": func() { PercentileInterval(many, .5, 1) },
		"estimate":   func() { BCaInterval(many, nan, nil, .95) },
	} {
		if !panics(f) {
			t.Errorf("%s: no panic", name)
		}
	}
	if !slices.IsSorted(many) {
		t.Error("the replicates were changed")
	}
}

// TestBCaTies: of 3 replicates below, 2 at the estimate and 5 above, z0 is the normal point of .4: −0.2533471031357997
// (scipy.stats.norm.ppf).
func TestBCaTies(t *testing.T) {
	sorted := []float64{1, 2, 3, 4, 4 + 1e-14, 5, 6, 7, 8, 9}
	near(t, "z0", midrankZ0(sorted, 4), -0.2533471031357997, 1e-14)
}

func BenchmarkBootstrapMeans(b *testing.B) {
	m := invented(2, 50, 10_000, 1)
	d := describe(m.RawRowView(0), m.RawRowView(1))
	b.Run("statistic of topics", func(b *testing.B) {
		for b.Loop() {
			BootstrapTopics(50, d.meanOf, resample.Plan{}, bootstrapLabel)
		}
	})
	b.Run("tables of pairs", func(b *testing.B) { // sums and sums of squares
		for b.Loop() {
			resample.Map(resample.Plan{}, bootstrapLabel, newMomentDraws(d.Each).draw)
		}
	})
}

func BenchmarkSakai(b *testing.B) {
	for name, den := range map[string]float64{"P@10, exact": 10, "four decimals": 10_000, "real": 0} {
		m := invented(2, 50, den, 1)
		for _, intervals := range []bool{false, true} {
			if intervals {
				name += ", interval"
			}
			b.Run(name, func(b *testing.B) {
				for b.Loop() {
					if _, err := Bootstrap(m.RawRowView(0), m.RawRowView(1), Options{Intervals: intervals}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
