package stats

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"sigrel/stats/resample"
)

// TestStepUpCorrectionsR compares with R 4.2.2, p.adjust: the p's of TestCorrectionsR, those of B40 and B39, ties, and
// the ends 0 and 1.
func TestStepUpCorrectionsR(t *testing.T) {
	for _, c := range []struct{ p, hochberg, hommel, by []float64 }{
		{
			[]float64{.003, .04, .011, .2, .011, .9, .0004},
			[]float64{.018, .12, .044, .4, .044, .9, .0028},
			[]float64{.018, .12, .044, .4, .044, .9, .0028},
			[]float64{.027225, .1452, .0499125, .605, .0499125, 1, .00726},
		}, {
			[]float64{.01, .011, .04, .045, .6}, // B40
			[]float64{.044, .044, .09, .09, .6},
			[]float64{.04, .044, .08, .09, .6},
			[]float64{.062791666666666662, .062791666666666662, .1284375, .1284375, 1},
		}, {
			[]float64{.3, .3, .9}, []float64{.6, .6, .9}, []float64{.6, .6, .9}, []float64{.825, .825, 1},
		}, {
			[]float64{.012, .03, .2}, // B39
			[]float64{.036, .06, .2}, []float64{.036, .06, .2}, []float64{.066, .0825, .36666666666666670},
		}, {
			[]float64{.01, .02, .022, .09, .1, .045, .5, .5, 1, 1, 0},
			[]float64{.1, .176, .176, .5, .5, .315, 1, 1, 1, 1, 0},
			[]float64{.09, .16, .176, .45, .5, .27, 1, 1, 1, 1, 0},
			[]float64{.16609325396825397, .18270257936507936, .18270257936507936, .47455215419501134, .47455215419501134,
				.29896785714285717, 1, 1, 1, 1, 0},
		},
	} {
		for correction, want := range map[*Correction][]float64{hochberg: c.hochberg, hommel: c.hommel, by: c.by} {
			got := correction.Adjust(c.p)
			for i := range want {
				near(t, correction.Name, got[i], want[i], 1e-14)
			}
		}
	}
}

// TestSidak: 1 − (1 − p)^m of the doubles p by mpmath with 50 and 700 digits, for p's that 1 − p forgets too.
func TestSidak(t *testing.T) {
	for _, c := range []struct {
		p    float64
		m    int
		want float64
	}{
		{1e-300, 3, 3.0000000000000000752e-300}, {1e-20, 5253, 5.2529999999999995739e-17}, {1e-9, 8256, 8.2559659234537565163e-6},
		{.003, 7, .020811942170097899616}, {.04, 7, .24855252189184000456}, {.2, 7, .79028480000000002037}, {.9, 7, .9999999},
		{1, 7, 1}, {0, 7, 0}, {.3, 1, .3},
	} {
		family := slices.Repeat([]float64{1}, c.m)
		family[c.m/2] = c.p
		near(t, "adjusted p", sidak.Adjust(family)[c.m/2], c.want, 1e-15)
	}
	near(t, "level of 5,253", sidak.Level(make([]float64, 5253), .05), 9.7645238834654348697e-6, 1e-15)
	near(t, "level of 7", sidak.Level(make([]float64, 7), .05), .0073008319790147015477, 1e-15)
}

// closedSimes is Hommel's correction by its definition: the adjusted p is the greatest Simes' p of all sets with p.
func closedSimes(p []float64) []float64 {
	out := make([]float64, len(p))
	for set := 1; set < 1<<len(p); set++ {
		var of []float64
		for i, v := range p {
			if set>>i&1 == 1 {
				of = append(of, v)
			}
		}
		slices.Sort(of)
		simes := 1.0
		for rank, v := range of {
			simes = min(simes, float64(len(of))*v/float64(rank+1))
		}
		for i := range p {
			if set>>i&1 == 1 {
				out[i] = max(out[i], simes)
			}
		}
	}
	return out
}

// quadraticHommel goes through the sizes of sets one after the other: for each size s the greatest Simes' p of a set
// with a given p is that of the p and the s − 1 largest others. It is for families too large for closedSimes, which it
// is checked against.
func quadraticHommel(p []float64) []float64 {
	order := ascending(p)
	m := len(p)
	out := slices.Clone(p)
	for s := 2; s <= m; s++ {
		rest := math.Inf(1)
		for k := 2; k <= s; k++ {
			rest = min(rest, float64(s)*p[order[m-s+k-1]]/float64(k))
		}
		for rank, i := range order {
			own := float64(s) * p[order[min(rank, m-s)]]
			out[i] = max(out[i], min(own, rest))
		}
	}
	return out
}

func drawPs(r *rapid.T, most int) []float64 {
	return rapid.SliceOfN(rapid.OneOf(
		rapid.Float64Range(0, 1), rapid.Float64Range(0, .05), rapid.Float64Range(0, 1e-12),
		rapid.SampledFrom([]float64{0, 5e-324, 1e-300, .01, .02, .03, .05, .1, 1}),
	), 1, most).Draw(r, "p")
}

// TestHommelClosed: the closed test of all sets, counted.
func TestHommelClosed(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		p := drawPs(r, 9)
		want := closedSimes(p)
		for by, got := range map[string][]float64{"hommel": hommel.Adjust(p), "by sizes": quadraticHommel(p)} {
			for i := range p {
				if math.Abs(got[i]-want[i]) > 1e-14*want[i] {
					r.Errorf("%s: %v became %v, want %v", by, p, got, want)
					break
				}
			}
		}
	})
}

// TestHommelLarge: the same as by sizes, for families such as all pairs make: many small p's, many near 1, many ties.
func TestHommelLarge(t *testing.T) {
	for seed, m := range []int{40, 41, 300, 1128, 2000} {
		for _, power := range []float64{1, .3, 4, 20} {
			r := draws{source: resample.Source(uint64(seed), "p", m)}
			p := make([]float64, m)
			for i := range p {
				p[i] = math.Pow(float64(r.below(5000))/5000, power)
			}
			want, got := quadraticHommel(p), hommel.Adjust(p)
			for i := range p {
				if math.Abs(got[i]-want[i]) > 1e-12*want[i] {
					t.Fatalf("%d p's, power %g: %g became %.17g, want %.17g", m, power, p[i], got[i], want[i])
				}
			}
		}
	}
}

// TestCorrectionsOrdered: what the theory says of every family: Šidák below Bonferroni, Hommel below Hochberg below
// Holm below Bonferroni, BH below BY, and what claims at the levels given.
func TestCorrectionsOrdered(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		p := drawPs(r, 30)
		below := func(a, b *Correction) {
			x, y := a.Adjust(p), b.Adjust(p)
			for i := range p {
				if x[i] > y[i]*(1+1e-14) {
					r.Errorf("%g: %g by %s, %g by %s", p[i], x[i], a.Name, y[i], b.Name)
				}
			}
		}
		below(sidak, bonferroni)
		below(hommel, hochberg)
		below(hochberg, holm)
		below(holm, bonferroni)
		below(bh, by)
		below(bh, hommel)
		// A p at or below the level is claimed; for the corrections of one step, none above it.
		for _, c := range []*Correction{bonferroni, sidak, holm, hochberg, hommel, bh, by} {
			level := c.Level(p, .05)
			for i, a := range c.Adjust(p) {
				if p[i] < level*(1-1e-12) && a > .05 {
					r.Errorf("%s: %g, below the level %g, became %g", c.Name, p[i], level, a)
				}
				oneStep := c == bonferroni || c == sidak
				if oneStep && p[i] > level*(1+1e-12) && a <= .05 {
					r.Errorf("%s: %g, above the level %g, became %g", c.Name, p[i], level, a)
				}
			}
		}
	})
	// BY claims 3 of these 4: the third is .02 · 25/12 · 4/3 = 1/18 at .0556, and the level then .0556 · 12/25 · 3/4.
	p := []float64{.001, .01, .02, .9}
	if diff := cmp.Diff([]float64{1.0 / 120, 1.0 / 24, 1.0 / 18, 1}, by.Adjust(p), close9); diff != "" {
		t.Error(diff)
	}
	near(t, "level of by", by.Level(p, .0556), .0556*12/25*3/4, 1e-14)
	near(t, "level of by without a claim", by.Level([]float64{.9, .9, .9, .9}, .05), .05*12/25/4, 1e-14)
	if got := by.Level(nil, .05); got != .05 {
		t.Errorf("level of no family: %g", got)
	}
}

// TestCorrectionsList: the order is that of help and reports.
func TestCorrectionsList(t *testing.T) {
	var names []string
	for _, c := range Corrections() {
		names = append(names, c.Name)
	}
	if want := []string{"none", "bonferroni", "sidak", "holm", "hochberg", "hommel", "bh", "by"}; !slices.Equal(names, want) {
		t.Errorf("corrections %v, want %v", names, want)
	}
}

// The p's of 8,256 comparisons: all pairs of 129 systems.
func BenchmarkHommel8256(b *testing.B) {
	r := draws{source: resample.Source(1, "benchmark", 0)}
	p := make([]float64, 8256)
	for i := range p {
		p[i] = math.Pow(float64(r.below(1_000_000_000))/1e9, 5)
	}
	for b.Loop() {
		hommel.Adjust(p)
	}
}
