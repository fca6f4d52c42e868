package dist

import "math"

// overScale is the mean of tail(S) for S = √(χ²/df): the tail of a statistic over an estimate, with df degrees of
// freedom, of its standard deviation, from its tail over the deviation itself. All terms are positive, so a small result
// keeps its digits. logTail is log(tail), or something like it that is cheaper: it only tells where to look. For
// df = +Inf, S is 1.
//
// The variable is u = log S, whose density is √(df/π)·exp(−stirling(df/2) − df/2·(e^2u − 1 − 2u)). The integrand has one
// mode. With u = centre + x + 1 − e^−x it falls doubly exponentially on both sides also where df is small, and the
// trapezoidal rule converges fast (Takahasi and Mori, Publications of RIMS 9, 1974).
func overScale(df float64, at edge, logTail, tail func(s float64) float64) float64 {
	if math.IsInf(df, 1) {
		return tail(1)
	}
	logDensity := func(u float64) float64 { return -df / 2 * excess(2*u) }
	logTerm := func(u float64) float64 { return logDensity(u) + logTail(math.Exp(u)) }
	centre := mode(at.start, min(1, 1/math.Sqrt(2*df)), logTerm)
	step := scaleStep / math.Sqrt(2*df+scaleSmooth+at.slope*at.slope)
	if at.log < centre && logTerm(at.log) > logTerm(centre)-40 {
		centre = at.log // left of the centre the nodes grow apart
	}
	sum := sumAround(func(i int) float64 {
		x := step * float64(i)
		u := centre + x - math.Expm1(-x)
		return math.Exp(logDensity(u)) * tail(math.Exp(u)) * (1 + math.Exp(-x))
	})
	return math.Sqrt(df/math.Pi) * math.Exp(-stirling(df/2)) * step * sum
}

// edge says where a tail falls or rises, as a function of u = log s.
type edge struct {
	start float64 // a guess at where the integrand is greatest
	log   float64 // where the tail is about ½
	slope float64 // standard deviations that the statistic moves there when u grows by 1; 0 if that is little
}

// The error of the trapezoidal rule is the Fourier transform of the integrand at the frequency of the nodes. It falls as
// that of a normal density whose inverse variance is the sum of those of the factors: 2·df for the density of u,
// slope² for the tail. For small df the density's transform, Γ((df + iω)/2), falls as exp(−πω/4) only; a further 32 makes
// up for that. So the error is some 1e−13 of the result for df from 0.001 to 1e9, measured against half the step.
const (
	scaleStep   = 0.4 // of that standard deviation; u changes twice as fast as x near the centre
	scaleSmooth = 32
)

// sumAround is Σ term(i) over all i, for terms that are positive, rise to one peak and fall fast on both sides of it.
func sumAround(term func(i int) float64) float64 {
	const negligible = 1e-16 // of the sum
	sum := term(0)
	for _, direction := range [2]int{1, -1} {
		for i := direction; ; i += direction {
			v := term(i)
			sum += v
			if !(v > negligible*sum) { // NaN leads nowhere
				break
			}
		}
	}
	return sum
}

// mode is about where f, which has one, is greatest. The search starts at u and ends at a quarter of the given size,
// which should be about the width of the peak of exp(f).
func mode(u, size float64, f func(u float64) float64) float64 {
	step, top := size, f(u)
	if f(u-step) > top {
		step = -step
	}
	for range 60 {
		next := f(u + step)
		if !(next > top) {
			break
		}
		u, top = u+step, next
		step *= 2
	}
	const golden = 0.6180339887498949
	lo, hi := u-math.Abs(step), u+math.Abs(step)
	a, b := hi-golden*(hi-lo), lo+golden*(hi-lo)
	fa, fb := f(a), f(b)
	for range 150 { // they cannot shrink below rounding
		if !(hi-lo > size/4) {
			break
		}
		if fa > fb {
			hi, b, fb = b, a, fa
			a = hi - golden*(hi-lo)
			fa = f(a)
		} else {
			lo, a, fa = a, b, fb
			b = lo + golden*(hi-lo)
			fb = f(b)
		}
	}
	return (lo + hi) / 2
}

// excess is e^y − 1 − y, near 0 by 12 terms of the series.
func excess(y float64) float64 {
	if math.Abs(y) > 0.25 {
		return math.Expm1(y) - y
	}
	sum, term := 0.0, y
	for k := 2.0; k < 14; k++ {
		term *= y / k
		sum += term
	}
	return sum
}

// logNormalSF is log P(Z > z), also where that underflows.
func logNormalSF(z float64) float64 {
	if z < 30 {
		return math.Log(NormalSF(z))
	}
	return logNormalDensity(z) + math.Log(mills(z))
}
