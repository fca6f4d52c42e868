package dist

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// ulps is v moved up by n units in the last place.
func ulps(v float64, n int) float64 {
	for range n {
		v = math.Nextafter(v, math.Inf(1))
	}
	return v
}

// TestTolerance: what is the same score, and what is not.
func TestTolerance(t *testing.T) {
	tenth := 0.1
	for _, c := range []struct {
		x, y, scale float64
		same        bool
	}{
		{0, 0, 1, true},
		{0.3 - tenth - tenth, tenth, 1, true}, // 0.09999999999999998
		{0.3 - tenth - 0.2, 0, 1, true},       // −2.8e-17 is 0 beside scores of 1
		{0.35, ulps(0.35, 3), 1, true},
		{0.35, ulps(0.35, 400), 1, true},
		{0.35, ulps(0.35, 400), 0.35, true},
		{0.35, 0.35 * (1 + 1e-9), 1, false},
		{1e-5, 1e-5 * (1 + 1e-9), 1, false}, // small scores keep small differences
		{1e-90, 1e-90 * (1 + 1e-9), 1e-90, false},
		{1e90, 1e90 * (1 + 1e-9), 1e90, false},
		{1e90, ulps(1e90, 400), 1e90, true},
		{-0.35, 0.35, 1, false},
		{-0.35, -0.35 * (1 + 1e-13), 1, true},
		{0.0001, 0, 1, false},
		{1e-14, 0, 1, false},
		{123456789.01, 123456789.02, 1e9, false},
	} {
		tolerance := NewTolerance([]float64{c.x, c.y}, []float64{c.scale})
		if got := tolerance.Same(c.x, c.y); got != c.same || tolerance.Same(c.y, c.x) != got {
			t.Errorf("%.17g and %.17g among scores up to %g: same is %v, want %v", c.x, c.y, c.scale, got, c.same)
		}
	}
}

// TestDifferences: one rule says what is 0, for the differences, the mean, and the law of the sum.
func TestDifferences(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(2, 12).Draw(rt, "topics")
		den := rapid.SampledFrom([]float64{1, 10, 3000, 99991, math.Pi}).Draw(rt, "den")
		x, y := make([]float64, n), make([]float64, n)
		zeros, noisy := 0, 0
		for i := range x {
			x[i] = float64(rapid.IntRange(-20, 20).Draw(rt, "x")) / den
			y[i] = float64(rapid.IntRange(-20, 20).Draw(rt, "y")) / den
			if rapid.Bool().Draw(rt, "same") {
				y[i] = x[i]
			}
			if x[i] == y[i] {
				zeros++
				if x[i] != 0 {
					noisy++
					y[i] = ulps(y[i], rapid.IntRange(0, 400).Draw(rt, "noise"))
				}
			}
		}
		d, s := NewDifferences(x, y), NewSignedSum(x, y)
		got := 0
		for _, v := range d.Each {
			if v == 0 {
				got++
			}
		}
		if got != zeros || s.NonZero() != n-zeros || d.Same != (zeros == n) || Same(x, y) != d.Same {
			rt.Errorf("%d zeros, %d in the sum, same %v; want %d of %d", got, n-s.NonZero(), d.Same, zeros, n)
		}
		if d.Same && (d.Mean != 0 || math.Signbit(d.Mean) || !d.Constant) {
			rt.Errorf("the same scores: %+v", d)
		}
		if s.Mean() != d.Mean {
			rt.Errorf("means %.17g and %.17g", s.Mean(), d.Mean)
		}
		back := NewDifferences(y, x)
		if back.Mean != -d.Mean+0 || back.Constant != d.Constant {
			rt.Errorf("turned: %+v and %+v", d, back)
		}
	})
}

// TestLatticeMean: the mean is the double nearest to the true fraction.
func TestLatticeMean(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(2, 60).Draw(rt, "topics")
		den := rapid.SampledFrom([]int64{1, 3, 10, 30, 1000, 10000, 9_999_991}).Draw(rt, "den")
		x, y, sum := make([]float64, n), make([]float64, n), int64(0)
		for i := range x {
			a, b := rapid.Int64Range(0, den).Draw(rt, "x"), rapid.Int64Range(0, den).Draw(rt, "y")
			x[i], y[i] = float64(a)/float64(den), float64(b)/float64(den)
			sum += a - b
		}
		want, _ := big.NewRat(sum, den*int64(n)).Float64()
		if got := NewSignedSum(x, y).Mean(); got != want {
			rt.Errorf("mean %.17g, want %.17g", got, want)
		}
		if got := NewDifferences(x, y).Mean; got != want {
			rt.Errorf("mean %.17g, want %.17g", got, want)
		}
	})
}

// TestConstant: differences that are one number but for the noise of the scores.
func TestConstant(t *testing.T) {
	for name, c := range map[string]struct {
		x, y     []float64
		constant bool
	}{
		"decimals":      {[]float64{.3, .4, .7}, []float64{.2, .3, .6}, true},
		"noise":         {[]float64{1.3 + 2e-14, 1.4, 1.7 - 1e-14}, []float64{1.2, 1.3, 1.6}, true},
		"large":         {[]float64{3e6 + .1, 3e6 + .2}, []float64{3e6, 3e6 + .1}, true},
		"times π":       {[]float64{.3 * math.Pi, .4 * math.Pi}, []float64{.2 * math.Pi, .3 * math.Pi}, true},
		"tiny":          {[]float64{.5 + 1e-9, .7 + 1e-9}, []float64{.5, .7}, true}, // 1e-9 is known to 1e-16
		"a zero":        {[]float64{.3, .4}, []float64{.2, .4}, false},
		"nearly":        {[]float64{.3, .4 + 1e-9}, []float64{.2, .3}, false},
		"beside large":  {[]float64{1e6 + 2, 1e-3, 2e-3}, []float64{1e6, 4e-4, 1e-3}, false},
		"small, apart":  {[]float64{2e-9, 3e-9}, []float64{1e-9, 1e-9}, false},
		"opposite":      {[]float64{.3, .2}, []float64{.2, .3}, false},
		"noise about 0": {[]float64{.3, .2}, []float64{.3 + 1e-16, .2}, true},
	} {
		if d := NewDifferences(c.x, c.y); d.Constant != c.constant {
			t.Errorf("%s: differences %v, constant is %v", name, d.Each, d.Constant)
		}
	}
}

// TestScoreNoiseTies: sums tie up to the noise of the scores, which may be much larger than that of the differences.
// On no lattice, 1000.3π − 1000.2π differs from 0.1π by 1e-13.
func TestScoreNoiseTies(t *testing.T) {
	d := []int64{1, -1, 1, 1, 3, 2, 2, -1, 4, 1}
	x, y := make([]float64, len(d)), make([]float64, len(d))
	for i, v := range d {
		y[i] = (1000 + float64(i)/10) * math.Pi
		x[i] = (1000 + float64(i)/10 + float64(v)/10) * math.Pi
	}
	checkTails(t, NewSignedSum(x, y), d)
}

// TestSmallBesideLarge: differences far below the largest are still differences.
func TestSmallBesideLarge(t *testing.T) {
	x := []float64{math.Pi * 1e3, math.E * 1e-6, 2e-6, 3e-6, 5e-6}
	y := []float64{0, 0, 0, 0, 0}
	s := NewSignedSum(x, y)
	if s.NonZero() != 5 || s.TwoSided(0.05).P != 2.0/32 {
		t.Errorf("%d differences, p = %g, want 5, 2/2^5", s.NonZero(), s.TwoSided(0.05).P)
	}
}
