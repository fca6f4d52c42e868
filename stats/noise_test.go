package stats

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"sigrel/stats/resample"
)

// What rounding leaves of equal scores.

// ulps is v moved up by n units in the last place.
func ulps(v float64, n int) float64 {
	for range n {
		v = math.Nextafter(v, math.Inf(1))
	}
	return v
}

var sevenScores = []float64{.35, .21, .6, .44, .9, .13, .75}

// TestSameScores: scores a few or some hundred units of the last place apart are the same, whoever asks.
func TestSameScores(t *testing.T) {
	for _, noise := range []int{1, 3, 40, 400} {
		x, y := make([]float64, 7), sevenScores
		for i, v := range y {
			x[i] = ulps(v, noise)
		}
		checkSame(t, x, y)
		for i := range x { // on no lattice
			x[i], y = x[i]*math.Pi/2, slices.Clone(y)
			y[i] *= math.Pi / 2
		}
		checkSame(t, x, y)
	}
	tenth := .1
	checkSame(t, []float64{.3 - tenth - .2, .5, .3 - tenth - tenth}, []float64{0, .5, .1})
}

func checkSame(t *testing.T, x, y []float64) {
	t.Helper()
	if w, ties, l := WinsTiesLosses(x, y); w != 0 || ties != len(x) || l != 0 {
		t.Errorf("wins, ties, losses %d, %d, %d, want only ties", w, ties, l)
	}
	for _, test := range pairedTests {
		for _, alt := range []Alternative{TwoSided, Less, Greater} {
			r, err := test.Run(x, y, Options{Alternative: alt, Intervals: true})
			if err != nil {
				t.Fatal(err)
			}
			if r.P != 1 || r.PLo != 1 || r.PHi != 1 || r.Estimate != 0 || math.Signbit(r.Estimate) || r.Warnings[0].Code != "identical" {
				t.Errorf("%s: %+v, want p = 1 and difference 0", test.Name, r)
			}
			if iv := r.Interval; iv != nil && (iv.Lo != 0 || iv.Hi != 0) {
				t.Errorf("%s: interval %+v, want the point 0", test.Name, *iv)
			}
		}
	}
	if d, err := DZ(x, y); !errors.Is(err, ErrUndefined) {
		t.Errorf("d_z = %g, %v, want undefined", d, err)
	}
	if got := Duplicates(rowsOf(x, y)); len(got) != 1 || got[0].Code != "duplicate-runs" {
		t.Errorf("duplicates %+v, want the pair", got)
	}
	f, err := RandomizedTukey(rowsOf(x, y), Options{Plan: resample.Plan{Replicates: 999}})
	if err != nil || f.Pairs[0].Adjusted != 1 || f.Pairs[0].Result.Estimate != 0 || *f.Critical != 0 {
		t.Errorf("randomized Tukey: %+v, %v, want p = 1", f.Pairs[0], err)
	}
}

// TestSmallDifferences: what differs by 1e-9 of itself differs. By enumeration 2 of 2^7 swappings are as extreme.
func TestSmallDifferences(t *testing.T) {
	for _, unit := range []float64{1, math.Pi, 1e-9, 1e-90, 1e90} {
		x, y := make([]float64, 7), make([]float64, 7)
		for i, v := range sevenScores {
			x[i], y[i] = unit*v*(1+1e-9*float64(1+i%3)), unit*v
		}
		if w, ties, l := WinsTiesLosses(x, y); w != 7 || ties != 0 || l != 0 {
			t.Errorf("times %g: wins, ties, losses %d, %d, %d", unit, w, ties, l)
		}
		r, err := Randomization(x, y, Options{})
		if err != nil || r.P != 2.0/128 || !(r.Estimate > 0) {
			t.Errorf("times %g: %+v, %v", unit, r, err)
		}
		if r, err = TTest(x, y, Options{}); err != nil || r.Statistic == nil || !(*r.Statistic > 3) {
			t.Errorf("times %g: %+v, %v", unit, r, err)
		}
		if _, err := DZ(x, y); err != nil {
			t.Errorf("times %g: %v", unit, err)
		}
		if got := Duplicates(rowsOf(x, y)); len(got) != 1 || got[0].Code != "near-duplicate" {
			t.Errorf("times %g: %+v", unit, got)
		}
		f, err := RandomizedTukey(rowsOf(x, y), Options{Plan: resample.Plan{Replicates: 9999}})
		if err != nil || math.Abs(f.Pairs[0].Adjusted-2.0/128) > .006 { // 5 standard errors
			t.Errorf("times %g: randomized Tukey %+v, %v", unit, f.Pairs[0], err)
		}
	}
}

// TestSmallBesideLarge: one topic of large scores does not hide the differences of the others. Six of one sign: 2/2^6.
func TestSmallBesideLarge(t *testing.T) {
	for _, unit := range []float64{1, math.Pi} {
		x, y := []float64{unit * 1e6}, []float64{unit * 1e6}
		for i, v := range sevenScores[:6] {
			x, y = append(x, unit*(v+1e-7*float64(1+i))), append(y, unit*v)
		}
		if w, ties, l := WinsTiesLosses(x, y); w != 6 || ties != 1 || l != 0 {
			t.Errorf("times %g: wins, ties, losses %d, %d, %d, want 6, 1, 0", unit, w, ties, l)
		}
		r, err := Randomization(x, y, Options{})
		if err != nil || r.P != 2.0/64 {
			t.Errorf("times %g: %+v, %v, want p = 2/2^6", unit, r, err)
		}
		// The differences are 0 to 6 ten-millionths: mean 3, sum of squares about it 28, so sd √(28/6).
		want := 3 / math.Sqrt(28.0/6)
		if d, err := DZ(x, y); err != nil || math.Abs(d-want) > 1e-6 {
			t.Errorf("times %g: d_z = %g, %v, want %g", unit, d, err, want)
		}
	}
}

// TestNoiseChangesNothing: noise on topics where both systems are the same changes no result.
func TestNoiseChangesNothing(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		x, y := drawPair(rt, 4, 20)
		noisy := slices.Clone(y)
		for i := range x {
			if i%3 == 0 || x[i] == y[i] {
				y[i] = x[i]
				noisy[i] = x[i]
				if x[i] > 0 {
					noisy[i] = ulps(x[i], rapid.IntRange(0, 400).Draw(rt, "noise"))
				}
			}
		}
		for _, test := range pairedTests {
			want, err := test.Run(x, y, Options{Intervals: true})
			if err != nil {
				rt.Fatal(err)
			}
			got, err := test.Run(x, noisy, Options{Intervals: true})
			if err != nil {
				rt.Fatal(err)
			}
			if diff := cmp.Diff(want, got, cmpopts.EquateApprox(1e-9, 1e-15)); diff != "" {
				rt.Errorf("%s: %s", test.Name, diff)
			}
		}
	})
}

// TestConstantNoise: where all differences are one number but for noise, nothing is divided by their spread.
func TestConstantNoise(t *testing.T) {
	y := []float64{.2, .35, .41, .6, .13, .27, .5}
	for _, shift := range []float64{.1, .25, 3, 1e-6} {
		x := make([]float64, len(y))
		for i := range x {
			x[i] = y[i] + shift + 1e-14*float64(i%3)
		}
		if d, err := DZ(x, y); !errors.Is(err, ErrUndefined) {
			t.Errorf("shift %g: d_z = %g, %v, want undefined", shift, d, err)
		}
		r, err := TTest(x, y, Options{})
		if err != nil || r.Statistic != nil || r.P != 2.0/128 || r.Warnings[0].Code != "constant-difference" {
			t.Errorf("shift %g: %+v, %v, want the p of the randomization test, 2/2^7", shift, r, err)
		}
	}
}
