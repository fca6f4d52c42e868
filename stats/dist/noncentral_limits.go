package dist

import (
	"fmt"
	"math"
)

// NoncentralTLimits are the confidence limits of the noncentrality of a t variate with df degrees of freedom that was
// seen to be t: with the lower one P(T > t), and with the upper one P(T < t), is (1−confidence)/2. Those of the effect
// size d_z of n paired differences are these over √n, for df = n − 1. It panics if t is not finite, df is not positive or
// confidence is not between 0 and 1.
func NoncentralTLimits(t, df, confidence float64) (lo, hi float64) {
	if !(confidence > 0 && confidence < 1) {
		panic(fmt.Sprintf("dist: confidence %g, want one between 0 and 1", confidence))
	}
	miss := (1 - confidence) / 2
	return NoncentralTDelta(t, df, miss), -NoncentralTDelta(-t, df, miss)
}

// NoncentralTDelta is the noncentrality for which P(T > t) = p, p between 0 and 1: the effect that a test with critical
// value t finds with probability p. It panics if t is not finite, df is not positive or p is not between 0 and 1.
func NoncentralTDelta(t, df, p float64) float64 {
	if !(p > 0 && p < 1) {
		panic(fmt.Sprintf("dist: probability %g, want one between 0 and 1", p))
	}
	if math.IsNaN(t) || math.IsInf(t, 0) {
		panic(fmt.Sprintf("dist: t of %g, want a number", t))
	}
	if p > 0.5 { // the other tail is the small one
		return -NoncentralTDelta(-t, df, 1-p)
	}
	want := math.Log(p)
	// T is about normal with mean Delta and this deviation.
	scale := math.Sqrt(1 + t*t/(2*df))
	start := t - scale*NormalQuantile(p)
	return root(start, scale, func(delta float64) float64 {
		return math.Log(NoncentralT{DF: df, Delta: delta}.SF(t)) - want
	})
}

// root is where f, which rises, is 0: the secant's steps, kept inside a bracket that grows from start by steps of the
// given size.
func root(start, size float64, f func(x float64) float64) float64 {
	lo, hi := start, start
	flo := f(start)
	fhi := flo
	for flo > 0 {
		hi, fhi = lo, flo
		lo -= size
		size *= 2
		flo = f(lo)
	}
	for fhi < 0 {
		lo, flo = hi, fhi
		hi += size
		size *= 2
		fhi = f(hi)
	}
	// Illinois: a value that stays is halved, so that both ends move.
	for range 200 {
		x := (lo*fhi - hi*flo) / (fhi - flo)
		if !(x > lo && x < hi) {
			x = lo + (hi-lo)/2
		}
		if !(x > lo && x < hi) || hi-lo <= 4e-16*math.Abs(x) {
			break
		}
		switch v := f(x); {
		case v == 0:
			return x
		case v > 0:
			hi, fhi = x, v
			flo /= 2
		default:
			lo, flo = x, v
			fhi /= 2
		}
	}
	return lo + (hi-lo)/2
}
