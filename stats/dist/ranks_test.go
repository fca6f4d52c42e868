package dist

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// doubledRank is twice the midrank of the size of d[t] among the d that are not 0, by counting.
func doubledRank(d []int64, t int) int64 {
	rank := int64(1)
	for _, v := range d {
		switch own, other := max(d[t], -d[t]), max(v, -v); {
		case other == 0:
		case other < own:
			rank += 2
		case other == own:
			rank++
		}
	}
	return rank
}

// TestSignedRanks: on a lattice, on none, and with noise of a few units in the last place, the ranks are those of the
// integers that the differences are made of.
func TestSignedRanks(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(1, 14).Draw(rt, "topics")
		a := rapid.SliceOfN(rapid.Int64Range(0, 12), n, n).Draw(rt, "a")
		b := rapid.SliceOfN(rapid.Int64Range(0, 12), n, n).Draw(rt, "b")
		unit := rapid.SampledFrom([]float64{0.1, 1.0 / 3, 1e-4, math.Pi, math.Pi * 1e-80, -0.7}).Draw(rt, "unit")
		noise := rapid.SliceOfN(rapid.IntRange(-40, 40), n, n).Draw(rt, "noise")
		x, y, d, zeros := make([]float64, n), make([]float64, n), make([]int64, n), 0
		for i := range d {
			x[i], y[i] = float64(a[i])*unit, float64(b[i])*unit
			x[i] += float64(noise[i]) * 0x1p-53 * x[i]
			if d[i] = a[i] - b[i]; unit < 0 {
				d[i] = -d[i]
			}
			if d[i] == 0 {
				zeros++
			}
		}
		got := NewSignedRanks(x, y)
		if got.Zeros != zeros {
			rt.Errorf("%d zeros, want %d", got.Zeros, zeros)
		}
		for i, v := range d {
			want := int64(0)
			if v > 0 {
				want = doubledRank(d, i)
			} else if v < 0 {
				want = -doubledRank(d, i)
			}
			if got.Doubled[i] != want {
				rt.Errorf("topic %d: doubled rank %d, want %d", i, got.Doubled[i], want)
			}
		}
	})
}

// TestSignedRanksApart: sizes that differ by more than noise do not tie, on no lattice and on one whose steps are small
// beside the scores; noise that adds up does not tie a chain of sizes.
func TestSignedRanksApart(t *testing.T) {
	for _, c := range []struct {
		x, y []float64
		want []int64
		step float64
	}{
		{[]float64{math.Pi, math.Pi * (1 + 1e-9), -math.Pi * (1 - 1e-9)}, []float64{0, 0, 0}, []int64{4, 6, -2}, 0},
		{[]float64{1e7 + 1, 1e7 - 2, 1e7 + 3}, []float64{1e7, 1e7, 1e7}, []int64{2, -4, 6}, 1},
		// Each 1.5e-12 of a score from the next, within the noise of two but not of three.
		{[]float64{math.Pi, math.Pi * (1 + .75e-12), math.Pi * (1 + 1.5e-12)}, []float64{0, 0, 0}, []int64{3, 3, 6}, 0},
	} {
		got := NewSignedRanks(c.x, c.y)
		if !slices.Equal(got.Doubled, c.want) || got.Step != c.step {
			t.Errorf("ranks of %v less %v: %+v, want %v", c.x, c.y, got, c.want)
		}
	}
}
