package pooling

import (
	"errors"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"sigrel/stats"
)

func test(t testing.TB, name string) *stats.PairedTest {
	for _, x := range stats.PairedTests() {
		if x.Name == name {
			return x
		}
	}
	t.Fatalf("no test %s", name)
	return nil
}

// drawBox is an interval of differences for each topic.
func drawBox(t *rapid.T) (least, most []float64) {
	for range rapid.IntRange(2, 7).Draw(t, "topics") {
		lo := float64(rapid.IntRange(-4, 8).Draw(t, "least")) / 8
		least = append(least, lo)
		most = append(most, lo+float64(rapid.SampledFrom([]int{0, 0, 1, 2, 6}).Draw(t, "width"))/8)
	}
	return least, most
}

// inside calls f with differences of the box: all corners, and points between.
func inside(t *rapid.T, least, most []float64, f func(d []float64)) {
	n := len(least)
	d := make([]float64, n)
	for set := range 1 << n {
		for i := range d {
			d[i] = least[i]
			if set>>i&1 == 1 {
				d[i] = most[i]
			}
		}
		f(d)
	}
	if x := slices.Max(least); x <= slices.Min(most) {
		for i := range d {
			d[i] = x
		}
		f(d)
	}
	for range 30 {
		for i := range d {
			d[i] = least[i] + (most[i]-least[i])*float64(rapid.IntRange(0, 16).Draw(t, "place"))/16
		}
		f(d)
	}
}

func TestDecideAgainstTheBox(t *testing.T) {
	for _, name := range []string{"randomization", "sign", "t"} {
		t.Run(name, func(t *testing.T) {
			tst := test(t, name)
			rapid.Check(t, func(t *rapid.T) {
				least, most := drawBox(t)
				got, err := Decide(tst, least, most, stats.Options{})
				if err != nil {
					t.Fatal(err)
				}
				lo, hi := 1.0, 0.0
				zeros := make([]float64, len(least))
				inside(t, least, most, func(d []float64) {
					res, err := tst.Run(d, zeros, stats.Options{})
					if err != nil {
						t.Fatal(err)
					}
					lo, hi = min(lo, res.P), max(hi, res.P)
				})
				switch {
				case hi > got.Most+1e-9:
					t.Fatalf("p %v in the box, bound %v: %v %v", hi, got.Most, least, most)
				case got.Least != nil && lo < *got.Least-1e-9:
					t.Fatalf("p %v in the box, least %v: %v %v", lo, *got.Least, least, most)
				case got.Attained < 1 && got.Attained > hi+1e-9:
					t.Fatalf("no p of the box, at most %v, is the %v said to be reached: %v %v", hi, got.Attained, least, most)
				case name != "t" && got.Most < 1 && math.Abs(hi-got.Most) > 1e-9:
					t.Fatalf("p at most %v, bound %v is not reached: %v %v", hi, got.Most, least, most)
				}
			})
		})
	}
}

func TestDecideRefusesWhatIsNotProven(t *testing.T) {
	if _, err := Decide(test(t, "wilcoxon"), []float64{1, 2}, []float64{2, 3}, stats.Options{}); !errors.Is(err, ErrNotProven) {
		t.Errorf("wilcoxon: %v", err)
	}
}

// TestGreatestRatio: with one common value inside all intervals the differences can be equal, and r is √n.
func TestGreatestRatio(t *testing.T) {
	if r := greatestRatio([]float64{-1, 0.2, 0}, []float64{1, 0.4, 0.3}); math.Abs(r-math.Sqrt(3)) > 1e-12 {
		t.Errorf("r %v, want √3", r)
	}
}

// TestLeastRatioBetweenCorners: here the least Σd/√Σd² of all 16 corners, 1.19523 (by enumeration), is not on the edge of
// the hull, where the corners have no less than 1.27920; the bound must be below all the same.
func TestLeastRatioBetweenCorners(t *testing.T) {
	bound, corner := leastRatio([]float64{4, 1, 2, -1}, []float64{8, 12, 10, 2})
	if bound > 1.1952286093343936 || math.Abs(corner-1.2792042981336627) > 1e-12 {
		t.Errorf("bound %v, want at most 1.19523; least corner of the edge %v, want 1.27920", bound, corner)
	}
}
