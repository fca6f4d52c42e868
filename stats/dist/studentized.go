package dist

import (
	"fmt"
	"math"
)

// StudentizedRange is the law of the range of Groups independent normal variates over an independent estimate of their
// standard deviation with DF degrees of freedom (+Inf: the standard deviation is known).
type StudentizedRange struct {
	Groups int     // at least 2
	DF     float64 // positive, not necessarily whole; may be +Inf
}

// SF is P(Q > q), with its digits where it is small; 1 for q ≤ 0, and 0 only where it underflows. It panics if Groups is
// less than 2 or DF is not positive. For many q of one law, [StudentizedRange.Table] is faster.
//
// It is the double integral of Copenhaver and Holland (Journal of Statistical Computation and Simulation 30, 1988),
// written for the upper tail.
func (r StudentizedRange) SF(q float64) float64 {
	w := newNormalRange(r.check())
	return r.over(w, q, w.sf)
}

// check panics if the law is none.
func (r StudentizedRange) check() (groups int) {
	if r.Groups < 2 {
		panic(fmt.Sprintf("dist: the range of %d groups, want at least 2", r.Groups))
	}
	if !(r.DF > 0) {
		panic(fmt.Sprintf("dist: %g degrees of freedom, want a positive number", r.DF))
	}
	return r.Groups
}

// over is SF(q), from sf, the tail of the range with known deviation.
func (r StudentizedRange) over(w *normalRange, q float64, sf func(w float64) float64) float64 {
	switch {
	case q <= 0:
		return 1
	case math.IsInf(q, 1):
		return 0
	case math.IsNaN(q):
		return q
	}
	at := edge{
		start: min(0, math.Log((math.Sqrt(2*r.DF)+3)/q)),
		log:   math.Log(w.median / q),
		slope: 0.4 * w.median * w.median, // less would do; found by halving the steps, for 2 to 8,000 groups
	}
	return min(1, overScale(r.DF, at,
		func(s float64) float64 { return w.logSF(q * s) },
		func(s float64) float64 { return sf(q * s) }))
}

// Quantile is the q with SF(q) = p, from +Inf for p = 0, or where it is beyond the doubles, to 0 for p = 1. It panics if
// p is not in [0, 1], Groups is less than 2 or DF is not positive.
func (r StudentizedRange) Quantile(p float64) float64 {
	w := newNormalRange(r.check())
	if x, ok := extreme(p, 0); ok {
		return x
	}
	// One pair alone is at most the range; and one of all pairs is beyond q at most so often as all together (Bonferroni).
	lo := r.pair(p / 2)
	hi := min(r.pair(p/(w.k*(w.k-1))), math.MaxFloat64)
	if math.IsInf(lo, 1) {
		return lo
	}
	want := math.Log(p)
	return math.Exp(root(math.Log(hi), max(0.01, math.Log(hi/lo)/8), func(log float64) float64 {
		return want - math.Log(r.over(w, math.Exp(log), w.sf))
	}))
}

// pair is about the upper quantile of √2·T, T being Student's t: of the difference of one pair.
func (r StudentizedRange) pair(p float64) float64 {
	if r.DF > 1e8 {
		return math.Sqrt2 * NormalQuantile(p)
	}
	return math.Sqrt2 * StudentQuantile(p, r.DF)
}
