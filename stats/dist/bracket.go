package dist

import "math"

// hoeffdingMiss is the probability given away on each side of a bracket by Hoeffding's inequality, where that makes it
// narrower than the worst case.
const hoeffdingMiss = 1e-12

// bracket holds the probability that the sum of a random subset of w (positive, of the given total) is at most k
// between two values, whatever the weights are: w is rounded to a grid of the given number of cells, whose law is
// counted exactly, and the sum of the rounding errors is bounded.
//
// The errors of a subset add up to between the sum of the negative and that of the positive ones; or, but for
// hoeffdingMiss, to half their sum ± ½√(2 ln(1/miss) Σ e²) (Hoeffding 1963), which is narrower for many weights.
func bracket(w []int64, total, k int64, cells float64) (lo, hi float64) {
	width := float64(total) / cells
	rounded := make([]int64, 0, len(w))
	below, above, squares := 0.0, 0.0, 0.0
	for _, a := range w {
		v := float64(a) / width
		r := math.Round(v)
		e := v - r
		below += min(e, 0)
		above += max(e, 0)
		squares += e * e
		if r > 0 { // a weight of 0 changes no sum
			rounded = append(rounded, int64(r))
		}
	}
	miss := 0.0
	half := math.Sqrt(2*math.Log(1/hoeffdingMiss)*squares) / 2
	if 2*half < above-below {
		centre := (below + above) / 2
		below, above, miss = centre-half, centre+half, hoeffdingMiss
	}
	const slip = 1e-6 // cells, for the rounding of these few sums
	at := float64(k) / width
	kLo := int64(math.Floor(at - above - slip))
	kHi := max(int64(math.Floor(at-below+slip)), 0)
	c := countSubsets(rounded, kHi)
	const rounding = 1e-13 // of the counts, relative
	lo = c.atMost(kLo).value*(1-rounding) - miss
	hi = c.atMost(kHi).value*(1+rounding) + miss
	return max(lo, math.Ldexp(1, -len(w))), min(hi, 1) // the empty subset counts always
}
