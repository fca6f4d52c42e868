package dist

import "math"

// overScale is the mean of tail(S) for S = √(χ²/df): the tail of a statistic whose standard deviation was estimated with
// df degrees of freedom, from its tail when the deviation is known. All terms are positive, so a small result keeps its
// digits. For df = +Inf, S is 1.
//
// The variable is u = log S, whose density is √(df/π)·exp(−stirling(df/2) − df/2·(e^2u − 1 − 2u)). The integrand has one
// mode; u = centre + x + 1 − e^−x makes it fall doubly exponentially on both sides, which the trapezoidal rule likes
// (Takahasi and Mori, Double exponential formulas for numerical integration, 1974).
func overScale(df float64, at edge, logTail, tail func(s float64) float64) float64 {
	if math.IsInf(df, 1) {
		return tail(1)
	}
	logDensity := func(u float64) float64 { return -df / 2 * excess(2*u) }
	logTerm := func(u float64) float64 { return logDensity(u) + logTail(math.Exp(u)) }
	centre, curvature := peak(at.start, min(1, 1/math.Sqrt(2*df)), logTerm)
	step := min(scaleStep/math.Sqrt(max(curvature, 2*df)+at.slope*at.slope), scaleStepMax)
	if at.slope > 0 && at.log < centre && logTerm(at.log) > logTerm(centre)-40 {
		centre = at.log // left of the centre the nodes grow apart
	}
	term := func(i int) float64 {
		x := step * float64(i)
		u := centre + x - math.Expm1(-x)
		return math.Exp(logDensity(u)) * tail(math.Exp(u)) * (1 + math.Exp(-x))
	}
	return math.Sqrt(df/math.Pi) * math.Exp(-stirling(df/2)) * step * sumAround(term)
}

// edge says where a tail falls or rises as a function of u = log s.
type edge struct {
	start float64 // a guess at where the integrand is greatest
	log   float64 // u where the tail is about ½
	slope float64 // deviations that the statistic moves there when u grows by 1; 0 if there is no such place
}

var (
	scaleStep    = 0.35 // u changes twice as fast as x near the centre
	scaleStepMax = 0.08
)

// sumAround is Σ term(i) over all i, for terms that are positive and fall fast on both sides of a peak near 0.
func sumAround(term func(i int) float64) float64 {
	const negligible = 1e-17
	sum := term(0)
	for _, direction := range [2]int{1, -1} {
		for i := 1; i < 1e5; i++ {
			v := term(direction * i)
			sum += v
			if !(v > negligible*sum) { // NaN leads nowhere
				break
			}
		}
	}
	return sum
}

// peak finds about where f, which has one mode, is greatest, and minus its second derivative there. The search starts
// at u with steps of the given size, which should be about the width of the peak of exp(f).
func peak(u, size float64, f func(u float64) float64) (mode, curvature float64) {
	step, at := size, f(u)
	if f(u-step) > at {
		step = -step
	}
	for range 60 {
		next := f(u + step)
		if !(next > at) {
			break
		}
		u, at = u+step, next
		step *= 2
	}
	lo, hi := u-math.Abs(step), u+math.Abs(step)
	const golden = 0.6180339887498949
	a, b := hi-golden*(hi-lo), lo+golden*(hi-lo)
	fa, fb := f(a), f(b)
	for range 200 {
		if !(hi-lo > size/8) {
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
	mode = (lo + hi) / 2
	d := size / 4
	return mode, (2*f(mode) - f(mode-d) - f(mode+d)) / (d * d)
}

// excess is e^y − 1 − y without cancellation.
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
	q := 1 / (z * z)
	return -z*z/2 - math.Log(z*math.Sqrt(2*math.Pi)) + math.Log1p(-q*(1-q*(3-q*15)))
}
