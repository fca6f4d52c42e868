package stats

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func signedRank(t *testing.T, x, y []float64, opt Options) Result {
	t.Helper()
	res, err := Wilcoxon(x, y, opt)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// naiveRanks are the midranks of the sizes of d, by counting, and 0 for the zeros: ranked with them or without.
func naiveRanks(d []int64, withZeros bool) []float64 {
	ranks := make([]float64, len(d))
	for i, v := range d {
		if v == 0 {
			continue
		}
		ranks[i] = 0.5
		for _, w := range d {
			switch own, other := max(v, -v), max(w, -w); {
			case other == 0 && !withZeros || other > own:
			case other < own:
				ranks[i]++
			default:
				ranks[i] += 0.5
			}
		}
	}
	return ranks
}

// rankSums is W+ and its law: the W+ of all ways to give the ranks signs, with half of the ranks of zeros on each side.
func rankSums(d []int64, zeros Zeros) (plus float64, law []float64) {
	ranks := naiveRanks(d, zeros != ZerosDrop)
	z := 0.0
	for _, v := range d {
		if v == 0 {
			z++
		}
	}
	if zeros == ZerosSplit {
		plus = z * (z + 1) / 4
	}
	for signs := range 1 << len(d) {
		w := plus
		for i, r := range ranks {
			if signs>>i&1 == 1 {
				w += r
			}
		}
		law = append(law, w)
	}
	for i, v := range d {
		if v > 0 {
			plus += ranks[i]
		}
	}
	return plus, law
}

func shareOf(law []float64, hit func(w float64) bool) float64 {
	n := 0
	for _, w := range law {
		if hit(w) {
			n++
		}
	}
	return float64(n) / float64(len(law))
}

// TestWilcoxonEnumeration: small whole numbers with ties and zeros, in several units, against all sign vectors.
func TestWilcoxonEnumeration(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(2, 10).Draw(rt, "topics")
		d := rapid.SliceOfN(rapid.Int64Range(-3, 4), n, n).Draw(rt, "differences")
		unit := rapid.SampledFrom([]float64{1, 0.1, 1.0 / 3, math.Pi}).Draw(rt, "unit")
		zeros := rapid.SampledFrom([]Zeros{ZerosPratt, ZerosDrop, ZerosSplit}).Draw(rt, "zeros")
		x, y := make([]float64, n), make([]float64, n)
		for i, v := range d {
			y[i] = float64(i%4) * unit
			x[i] = (float64(i%4) + float64(v)) * unit
		}
		plus, law := rankSums(d, zeros)
		mean := 0.0
		for _, w := range law {
			mean += w / float64(len(law))
		}
		for alt, want := range map[Alternative]float64{
			TwoSided: shareOf(law, func(w float64) bool { return math.Abs(w-mean) >= math.Abs(plus-mean)-1e-9 }),
			Greater:  shareOf(law, func(w float64) bool { return w >= plus }),
			Less:     shareOf(law, func(w float64) bool { return w <= plus }),
		} {
			r := signedRank(t, x, y, Options{Alternative: alt, Zeros: zeros})
			if r.P != want || r.PLo != want || r.PHi != want || r.Method != Exact {
				rt.Errorf("%v: %+v, want p = %g", alt, r, want)
			}
			if len(law) == 1 || slices.Max(law) == slices.Min(law) {
				if r.Statistic != nil {
					rt.Errorf("no ranks, and W+ = %g", *r.Statistic)
				}
			} else if *r.Statistic != plus {
				rt.Errorf("W+ = %g, want %g", *r.Statistic, plus)
			}
			if r.Interval != nil || r.DF != nil {
				rt.Errorf("%+v", r)
			}
		}
	})
}

// TestWilcoxonTable: invented scores; p by hand.
func TestWilcoxonTable(t *testing.T) {
	rising := []float64{.1, .2, .3, .4, .5, .6}
	zero := make([]float64, 6)
	for _, c := range []struct {
		name  string
		x, y  []float64
		opt   Options
		w, p  float64
		codes []string
	}{
		{"two topics", []float64{.7, .9}, []float64{.5, .6}, Options{}, 3, .5, []string{"cannot-be-significant"}},
		{"all positive", rising, zero, Options{}, 21, 2.0 / 64, nil},
		{"stricter alpha", rising, zero, Options{Alpha: .01}, 21, 2.0 / 64, []string{"cannot-be-significant"}},
		{"all positive, greater", rising, zero, Options{Alternative: Greater}, 21, 1.0 / 64, nil},
		{"all positive, less", rising, zero, Options{Alternative: Less}, 21, 1, nil},
		// The smallest of six is the only positive one: W+ = 1 or 0 in 2 of 64 ways.
		{"wrong side", []float64{.3, .1, .2, .3, .4, .5}, []float64{.2, .3, .5, .7, .9, 1.1}, Options{Alternative: Greater}, 1, 63.0 / 64, nil},
		{"right side", []float64{.3, .1, .2, .3, .4, .5}, []float64{.2, .3, .5, .7, .9, 1.1}, Options{Alternative: Less}, 1, 2.0 / 64, nil},
		{"both", []float64{.3, .1, .2, .3, .4, .5}, []float64{.2, .3, .5, .7, .9, 1.1}, Options{}, 1, 4.0 / 64, nil},
		// Differences 0 0 .1 .1 .1 −.2. Dropped, the ranks are 2 2 2 4, W+ is 6 of 10, and none of the sums is nearer to 5.
		// Beside the zeros they are 4 4 4 6, W+ is 12 of 18, and all but the three 8s and three 10s are as far from 9.
		{"drop", []float64{.5, .6, .4, .5, .8, .3}, []float64{.5, .6, .3, .4, .7, .5}, Options{Zeros: ZerosDrop}, 6, 1, []string{"cannot-be-significant"}},
		{"pratt", []float64{.5, .6, .4, .5, .8, .3}, []float64{.5, .6, .3, .4, .7, .5}, Options{}, 12, 10.0 / 16, []string{"cannot-be-significant"}},
		{"split", []float64{.5, .6, .4, .5, .8, .3}, []float64{.5, .6, .3, .4, .7, .5}, Options{Zeros: ZerosSplit}, 13.5, 10.0 / 16, []string{"cannot-be-significant"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := signedRank(t, c.x, c.y, c.opt)
			var codes []string
			for _, w := range r.Warnings {
				codes = append(codes, w.Code)
			}
			if r.P != c.p || *r.Statistic != c.w || r.Test != "wilcoxon" || r.N != len(c.x) {
				t.Errorf("%+v with W+ = %g, want p = %g, W+ = %g", r, *r.Statistic, c.p, c.w)
			}
			near(t, "step", r.Step, .1, 1e-15)
			if diff := cmp.Diff(c.codes, codes); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestFailureTiesLostToNoise: .3 − .2, .4 − .3 and .8 − .7 are one difference, though not in floating point. Programs
// that rank the floating-point differences (scipy issue 17667) break the tie and get another W+ and p.
func TestFailureTiesLostToNoise(t *testing.T) {
	x := []float64{.3, .3, .8, .6, .2, .9, .7, .5}
	y := []float64{.2, .4, .7, .4, .4, .6, .5, .5}
	d := []int64{1, -1, 1, 2, -2, 3, 2, 0} // tenths
	if math.Abs(x[0]-y[0]) == math.Abs(x[1]-y[1]) || x[3]-y[3] == y[4]-x[4] {
		t.Fatal("no noise to test with")
	}
	plus, law := rankSums(d, ZerosDrop)
	want := shareOf(law, func(w float64) bool { return math.Abs(w-14) >= math.Abs(plus-14) }) // 28 is the sum of the ranks
	for _, factor := range []float64{1, math.Pi, 1e-9 * math.E} {                             // on a lattice and on none
		a, b := make([]float64, len(x)), make([]float64, len(x))
		for i := range x {
			a[i], b[i] = ulps(x[i]*factor, i), y[i]*factor
		}
		r := signedRank(t, a, b, Options{Zeros: ZerosDrop})
		if *r.Statistic != plus || r.P != want {
			t.Errorf("times %g: W+ = %g, p = %g, want %g, %g", factor, *r.Statistic, r.P, plus, want)
		}
	}
}

// TestWilcoxonLaws: zeros split change only W+, a factor nothing, and turning the systems turns W+ about its mean.
func TestWilcoxonLaws(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		x, y := drawPair(rt, 2, 80)
		pratt, split := signedRank(t, x, y, Options{}), signedRank(t, x, y, Options{Zeros: ZerosSplit})
		if pratt.P != split.P {
			rt.Errorf("Pratt %g, split %g", pratt.P, split.P)
		}
		_, zeros, _ := WinsTiesLosses(x, y)
		n, z := float64(len(x)), float64(zeros)
		if zeros == len(x) {
			return
		}
		if got := *split.Statistic - *pratt.Statistic; got != z*(z+1)/4 {
			rt.Errorf("half of the ranks of %d zeros is %g", zeros, got)
		}
		if back := signedRank(t, y, x, Options{Zeros: ZerosSplit}); *back.Statistic+*split.Statistic != n*(n+1)/2 || back.P != split.P {
			rt.Errorf("turned: %g and %g of %g", *split.Statistic, *back.Statistic, n*(n+1)/2)
		}
		a, b := make([]float64, len(x)), make([]float64, len(x))
		for i := range x {
			a[i], b[i] = math.E*x[i], math.E*y[i]
		}
		if got := signedRank(t, a, b, Options{}); got.P != pratt.P || *got.Statistic != *pratt.Statistic {
			rt.Errorf("times e: %g and %g", got.P, pratt.P)
		}
	})
}

func TestWilcoxonErrors(t *testing.T) {
	ok := []float64{.1, .2, .3}
	for name, f := range map[string]func(x, y []float64) error{
		"wilcoxon":       func(x, y []float64) error { _, err := Wilcoxon(x, y, Options{}); return err },
		"sign":           func(x, y []float64) error { _, err := Sign(x, y, Options{}); return err },
		"normal law":     func(x, y []float64) error { _, err := WilcoxonNormal(x, y, true, Options{}); return err },
		"Hodges-Lehmann": func(x, y []float64) error { _, err := HodgesLehmann(x, y); return err },
		"rank-biserial":  func(x, y []float64) error { _, err := RankBiserial(x, y); return err },
		"skewness":       func(x, y []float64) error { _, err := Skewness(x, y); return err },
	} {
		if err := f(ok[:1], ok[:1]); !errors.Is(err, ErrTooFew) {
			t.Errorf("%s of one topic: %v", name, err)
		}
		if err := f(ok, []float64{.1, math.Inf(1), 0}); !errors.Is(err, ErrNotFinite) {
			t.Errorf("%s of infinity: %v", name, err)
		}
		if !panics(func() { f(ok, ok[:2]) }) {
			t.Errorf("%s: unequal lengths are taken", name)
		}
		undefined := name == "normal law" || name == "rank-biserial" || name == "skewness"
		if err := f(ok, ok); errors.Is(err, ErrUndefined) != undefined {
			t.Errorf("%s of identical systems: %v", name, err)
		}
	}
	for name, opt := range map[string]Options{"strata": {Strata: []int{0, 0, 0}}, "alpha": {Alpha: 2}, "confidence": {Confidence: -1}} {
		if !panics(func() { Wilcoxon(ok, ok, opt) }) || !panics(func() { Sign(ok, ok, opt) }) {
			t.Errorf("%s: taken", name)
		}
	}
}

// TestSkewedDifferences: a warning with the skewness, and only where it matters for the number of topics. The values are
// scipy 1.10.1's skew.
func TestSkewedDifferences(t *testing.T) {
	for _, c := range []struct {
		d    []float64
		want float64
	}{{[]float64{1, 2, 3, 4, 30}, 1.4693506324933336}, {[]float64{.1, .3, .2, .9, -.4, 0, .5}, .1617493670567059}} {
		got, err := Skewness(c.d, make([]float64, len(c.d)))
		if err != nil {
			t.Fatal(err)
		}
		near(t, "skewness", got, c.want, 1e-13)
	}
	for _, c := range []struct {
		n       int
		shape   func(u float64) float64
		extreme []float64 // in the place of the first ones
		want    bool
	}{
		{20, exponential, nil, false}, // skewness 1.4
		{200, exponential, nil, true}, // 1.8
		{200, even, []float64{10}, true},
		{200, even, []float64{10, -9}, false}, // .8, by the one or the other of two far out
	} {
		x, y := make([]float64, c.n), make([]float64, c.n)
		for i := range x {
			x[i] = c.shape((float64(i) + .5) / float64(c.n))
		}
		copy(x, c.extreme)
		r := signedRank(t, x, y, Options{})
		skewness, err := Skewness(x, y)
		if err != nil {
			t.Fatal(err)
		}
		said := slices.ContainsFunc(r.Warnings, func(w Warning) bool {
			return w.Code == "skewed-differences" && strings.Contains(w.Text, fmt.Sprintf("skewness %.2f", skewness))
		})
		if said != c.want {
			t.Errorf("%d topics, skewness %g: %v", c.n, skewness, r.Warnings)
		}
	}
}

func exponential(u float64) float64 { return -math.Log(u) - 1 }

func even(u float64) float64 { return 2*u - 1 }
