package invent

import (
	"flag"
	"math"
	"slices"
	"testing"

	"sigrel/stats/resample"
)

var update = flag.Bool("update", false, "rewrite the committed files")

func TestAppendFixed(t *testing.T) {
	for _, c := range []struct {
		v        int64
		decimals int
		want     string
	}{
		{123456, 4, "12.3456"}, {7, 2, "0.07"}, {0, 4, "0.0000"}, {-5, 3, "-0.005"}, {-123456, 2, "-1234.56"},
		{10_000, 4, "1.0000"}, {9_999, 4, "0.9999"},
	} {
		if got := string(appendFixed(nil, c.v, c.decimals)); got != c.want {
			t.Errorf("appendFixed(%d, %d) = %q, want %q", c.v, c.decimals, got, c.want)
		}
	}
}

func TestPadded(t *testing.T) {
	for _, c := range []struct {
		n, width int
		want     string
	}{{7, 2, "T07"}, {12, 2, "T12"}, {123, 2, "T123"}} {
		if got := padded("T", c.n, c.width); got != c.want {
			t.Errorf("padded(%d, %d) = %q, want %q", c.n, c.width, got, c.want)
		}
	}
}

// TestNormal holds the draws against the law of the sum S of four uniform numbers, scaled to variance 1 (excess kurtosis
// −0.3; P(S ≤ s) = (s⁴ − 4(s−1)⁴)/24 for 1 ≤ s ≤ 2). Bounds are four standard errors.
func TestNormal(t *testing.T) {
	const n = 100_000
	src := resample.Source(1, "test", 0)
	var sum, squares float64
	beyond := 0
	for range n {
		z := float64(normal(src)) / unit
		sum += z
		squares += z * z
		if math.Abs(z) > 1 {
			beyond++
		}
	}
	if m := sum / n; math.Abs(m) > 4/math.Sqrt(n) {
		t.Errorf("mean %v, want 0", m)
	}
	if v := squares / n; math.Abs(v-1) > 4*math.Sqrt(1.7/n) {
		t.Errorf("variance %v, want 1", v)
	}
	below := 2 - math.Sqrt(1./3)
	want := 2 * (math.Pow(below, 4) - 4*math.Pow(below-1, 4)) / 24
	if share := float64(beyond) / n; math.Abs(share-want) > 4*math.Sqrt(want*(1-want)/n) {
		t.Errorf("share beyond 1 is %v, want about %v", share, want)
	}
}

// TestBelow checks that all values come, about equally often, and none other: 6,000 draws of six values, so each count
// has mean 1000 and standard deviation 28.9.
func TestBelow(t *testing.T) {
	src := resample.Source(1, "test", 1)
	var counts [6]int
	for range 6000 {
		counts[below(src, 6)]++
	}
	for v, n := range counts {
		if n < 1000-4*29 || n > 1000+4*29 {
			t.Errorf("%d came %d times, want about 1000", v, n)
		}
	}
}

func TestShuffle(t *testing.T) {
	s := []int{0, 1, 2, 3, 4, 5, 6, 7}
	shuffle(resample.Source(1, "test", 2), s)
	if slices.IsSorted(s) {
		t.Error("nothing moved")
	}
	slices.Sort(s)
	if !slices.Equal(s, []int{0, 1, 2, 3, 4, 5, 6, 7}) {
		t.Errorf("not a permutation: %v", s)
	}
}
