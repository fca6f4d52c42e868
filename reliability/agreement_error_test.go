package reliability

import (
	"math"
	"slices"
	"testing"

	"sigrel/stats/resample"
)

// TestLinearised: the derivatives are those that differences give, and the standard errors those of the jackknife.
func TestLinearised(t *testing.T) {
	three := Ratings{Scale: []float64{0, 1, 2, 3}}
	src := resample.Source(5, "test", 0)
	for range 400 {
		truth := int(src.Uint64() % 4)
		var labels []int
		for j := range 3 {
			l := truth
			if src.Uint64()%10 < 3+uint64(j) {
				l = int(src.Uint64() % 4)
			}
			if src.Uint64()%5 == 0 {
				l = Unlabelled
			}
			labels = append(labels, l)
		}
		three.Labels = append(three.Labels, labels)
	}
	two := Ratings{Scale: three.Scale}
	for _, l := range three.Labels {
		two.Labels = append(two.Labels, l[:2])
	}
	for _, r := range []Ratings{two, three} {
		u := collect(r)
		s := newLabelSheet(r.Scale, u.judges, u.patterns)
		for _, e := range slices.Concat(labelEstimators(s, false), labelEstimators(s.binary(2), true)) {
			w := u.tally()
			gradient := e.by.gradient(w)
			size, n := 1.0, float64(len(u.of))
			if _, ok := e.by.(*krippendorff); ok { // its derivative is that of α without the correction for small samples
				size = 1e6
				for p := range w {
					w[p] *= size
				}
			}
			var sum float64
			for p := range w {
				h := 1e-4 * w[p]
				w[p] += h
				up, _ := e.by.value(w)
				w[p] -= 2 * h
				down, _ := e.by.value(w)
				w[p] += h
				if d := (up - down) / (2 * h) * size; math.Abs(d-gradient[p]) > 1e-7 {
					t.Errorf("%d judges, %s, pattern %v: derivative %v, differences give %v", u.judges, e.name, u.patterns[p], gradient[p], d)
				}
			}
			if size > 1 {
				w = u.tally()
			}
			full, _ := e.by.value(w)
			for p := range w {
				count := w[p]
				w[p]--
				less, _ := e.by.value(w)
				w[p]++
				sum += count * (less - full) * (less - full)
			}
			if se := *e.coefficient(u).SE; math.Abs(se/math.Sqrt(sum*(n-1)/n)-1) > .02 {
				t.Errorf("%d judges, %s: standard error %v, the jackknife's %v", u.judges, e.name, se, math.Sqrt(sum*(n-1)/n))
			}
		}
	}
}

// TestWeightedError: of a weighted share of agreement, the standard error of a ratio by hand.
func TestWeightedError(t *testing.T) {
	r := Ratings{Scale: []float64{0, 1}, Labels: [][]int{{0, 0}, {0, 1}, {1, 1}, {1, 0}}, Weights: []float64{4, 1, 3, 2}}
	share := 7. / 10
	var sum float64
	for i, w := range r.Weights {
		same := 0.
		if r.Labels[i][0] == r.Labels[i][1] {
			same = 1
		}
		sum += (w / 10) * (w / 10) * (same - share) * (same - share)
	}
	got := agreed(t, r, 0)["percent"]
	number(t, "share", got.Value, share, 1e-12)
	number(t, "SE", got.SE, math.Sqrt(sum*4/3), 1e-12)
}
