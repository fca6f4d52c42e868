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
// less than 2 or DF is not positive.
func (r StudentizedRange) SF(q float64) float64 {
	return r.sf(newNormalRange(r.check()), q)
}

func (r StudentizedRange) check() (groups int) {
	if r.Groups < 2 {
		panic(fmt.Sprintf("dist: the range of %d groups, want at least 2", r.Groups))
	}
	if !(r.DF > 0) {
		panic(fmt.Sprintf("dist: %g degrees of freedom, want a positive number", r.DF))
	}
	return r.Groups
}

func (r StudentizedRange) sf(w *normalRange, q float64) float64 {
	switch {
	case q <= 0:
		return 1
	case math.IsInf(q, 1):
		return 0
	}
	at := edge{log: math.Log(w.median / q), slope: w.median * w.median / 2}
	if !math.IsInf(r.DF, 1) {
		at.start = min(0, math.Log((math.Sqrt(2*r.DF)+3)/q))
	}
	return min(1, overScale(r.DF, at,
		func(s float64) float64 { return w.logSF(q * s) },
		func(s float64) float64 { return w.sf(q * s) }))
}

// Quantile is the q with SF(q) = p, from +Inf for p = 0, or where it is beyond the doubles, to 0 for p = 1. It panics if
// p is not in [0, 1], Groups is less than 2 or DF is not positive.
func (r StudentizedRange) Quantile(p float64) float64 {
	w := newNormalRange(r.check())
	if x, ok := extreme(p, 0); ok {
		return x
	}
	// One pair is less than all, and all are at most the sum over pairs (Bonferroni).
	lo := r.pair(p / 2)
	hi := r.pair(p / (w.k * (w.k - 1)))
	if math.IsInf(lo, 1) {
		return lo
	}
	want := math.Log(p)
	return math.Exp(root(math.Log(min(hi, math.MaxFloat64)), max(0.01, math.Log(hi/lo)/8), func(v float64) float64 {
		return want - math.Log(r.sf(w, math.Exp(v)))
	}))
}

// pair is the quantile of √2·T, T being Student's t.
func (r StudentizedRange) pair(p float64) float64 {
	if math.IsInf(r.DF, 1) {
		return math.Sqrt2 * NormalQuantile(p)
	}
	return math.Sqrt2 * StudentQuantile(p, r.DF)
}
