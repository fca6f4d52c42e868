package dist

import (
	"fmt"
	"math"
)

// NoncentralTLimits are the confidence limits of the noncentrality of a t variate with df degrees of freedom that was
// seen to be t: with the lower one P(T > t), and with the upper one P(T < t), is (1−confidence)/2. Those of the effect
// size d_z of n paired differences are these over √n, with df = n − 1 (Cumming and Finch, Educational and Psychological
// Measurement 61, 2001). It panics if t is not finite, df is not positive or confidence is not between 0 and 1.
func NoncentralTLimits(t, df, confidence float64) (lo, hi float64) {
	if !(confidence > 0 && confidence < 1) {
		panic(fmt.Sprintf("dist: confidence %g, want one between 0 and 1", confidence))
	}
	miss := (1 - confidence) / 2
	return NoncentralTDelta(t, df, miss), -NoncentralTDelta(-t, df, miss)
}

// NoncentralTDelta is the noncentrality for which P(T > t) = p: the effect that a one-sided test with critical value t
// finds with probability p. It panics if t is not finite, df is not positive or p is not between 0 and 1.
func NoncentralTDelta(t, df, p float64) float64 {
	if !(p > 0 && p < 1) {
		panic(fmt.Sprintf("dist: probability %g, want one between 0 and 1", p))
	}
	if math.IsNaN(t) || math.IsInf(t, 0) {
		panic(fmt.Sprintf("dist: t is %g, want a number", t))
	}
	if p > 0.5 { // the other tail is the small one
		return -NoncentralTDelta(-t, df, 1-p)
	}
	want := math.Log(p)
	scale := math.Hypot(1, t/math.Sqrt(2*df)) // about the standard deviation of T
	return root(t-scale*NormalQuantile(p), scale, func(delta float64) float64 {
		return math.Log(NoncentralT{DF: df, Delta: delta}.SF(t)) - want
	})
}

// root is where f, which rises, is 0, to 14 digits of the result or of size: by secants inside a bracket, which grows
// from start by steps of that size.
func root(start, size float64, f func(x float64) float64) float64 {
	lo, hi := start, start
	atLo := f(start)
	atHi := atLo
	for step := size; atLo > 0; step *= 2 {
		hi, atHi = lo, atLo
		lo -= step
		atLo = f(lo)
	}
	for step := size; atHi < 0; step *= 2 {
		lo, atLo = hi, atHi
		hi += step
		atHi = f(hi)
	}
	// The Illinois rule: the value at an end that stays twice is halved, so that both ends move.
	x, side := lo, 0
	for range 200 {
		last := x
		x = lo - atLo*(hi-lo)/(atHi-atLo)
		if !(x > lo && x < hi) { // an infinite value, or rounding
			x = lo + (hi-lo)/2
		}
		if math.Abs(x-last) <= 1e-14*(math.Abs(x)+size) {
			break
		}
		switch v := f(x); {
		case v == 0:
			return x
		case v > 0:
			if side > 0 {
				atLo /= 2
			}
			hi, atHi, side = x, v, 1
		default:
			if side < 0 {
				atHi /= 2
			}
			lo, atLo, side = x, v, -1
		}
	}
	return x
}
