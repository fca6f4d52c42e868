package dist

import "math"

// cumulants are those of S = Σ ±w at the tilt s: K(s) and its derivatives.
type cumulants struct{ k, k1, k2, k3, k4 float64 }

func cumulantsAt(w []float64, s float64) cumulants {
	var c cumulants
	for _, d := range w {
		e := math.Exp(-2 * s * d)
		t := (1 - e) / (1 + e)                // tanh
		v := 4 * e / ((1 + e) * (1 + e))      // 1 − tanh²
		c.k += s*d + math.Log1p(e) - math.Ln2 // log cosh
		d2 := d * d
		c.k1 += d * t
		c.k2 += d2 * v
		c.k3 -= 2 * d2 * d * t * v
		c.k4 += d2 * d2 * v * (6*t*t - 2)
	}
	return c
}

// saddlepoint approximates P(S ≥ x), S = Σ ±w with fair signs, 0 < x < Σ w, by the second-order formula of Lugannani
// and Rice (1980); see Daniels (1987), Tail probability approximations. w are positive. span is the distance between
// the values of S if they lie on a lattice that x is on, or 0. It fails near the middle, where the formula is unstable, and
// at the very end. p is 0 where it underflows.
func saddlepoint(w []float64, x, span float64) (p float64, ok bool) {
	log, ok := logSaddlepoint(w, x, span)
	p = math.Exp(log)
	if !ok || p >= 0.5 {
		return 0, false
	}
	return p, true
}

// logSaddlepoint is the logarithm of saddlepoint, which does not underflow: a thousand weights and more have tails below
// the smallest double.
func logSaddlepoint(w []float64, x, span float64) (log float64, ok bool) {
	s, c, ok := tilt(w, x)
	if !ok {
		return 0, false
	}
	r := math.Sqrt(2 * (s*x - c.k))
	if !(r > 0.1) {
		return 0, false
	}
	sigma := math.Sqrt(c.k2)
	l3 := c.k3 / (c.k2 * sigma)
	l4 := c.k4 / (c.k2 * c.k2)
	b, b1, b2 := 1/s, -1/(s*s), 2/(s*s*s)
	if span > 0 {
		e := math.Exp(-span * s)
		u := -math.Expm1(-span * s)
		b, b1, b2 = span/u, -span*span*e/(u*u), span*span*span*e*(1+e)/(u*u*u)
	}
	first := mills(r) + b/sigma - 1/r
	second := (b*(l4/8-5*l3*l3/24)+b1*l3/(2*sigma)-b2/(2*c.k2))/sigma + 1/(r*r*r)
	if !(first+second > 0) {
		return 0, false
	}
	return logNormalDensity(r) + math.Log(first+second), true
}

func logNormalDensity(r float64) float64 { return -r*r/2 - 0.5*math.Log(2*math.Pi) }

// mills is Mills' ratio, NormalSF(r) over the normal density at r ≥ 0, also where both underflow: there by Laplace's
// continued fraction 1/(r+1/(r+2/(r+3/(r+…)))), of which 40 terms are more than enough from r = 10 on.
func mills(r float64) float64 {
	if r < 10 {
		return NormalSF(r) / math.Exp(logNormalDensity(r))
	}
	f := r
	for k := 40.0; k > 0; k-- {
		f = r + k/f
	}
	return 1 / f
}

// saddlepointError is an estimate of the relative error of saddlepoint: one over the cube of the number of equal weights
// that would have the same kurtosis, times a factor that is three times the worst seen up to six standard deviations.
func saddlepointError(w []float64) float64 {
	two, four := 0.0, 0.0
	for _, v := range w {
		two += v * v
		four += v * v * v * v
	}
	effective := two * two / four
	return 100/(effective*effective*effective) + 1e-9
}

// tilt solves K′(s) = x for s > 0 by Newton's method inside a shrinking bracket.
func tilt(w []float64, x float64) (s float64, c cumulants, ok bool) {
	squares, total := 0.0, 0.0
	for _, d := range w {
		squares += d * d
		total += d
	}
	if x <= 0 || x >= total {
		return 0, c, false
	}
	lo, hi := 0.0, math.Inf(1)
	s = x / squares
	for range 100 {
		c = cumulantsAt(w, s)
		gap := x - c.k1
		if math.Abs(gap) <= 1e-13*total {
			return s, c, true
		}
		if gap > 0 {
			lo = s
		} else {
			hi = s
		}
		next := s + gap/c.k2
		if !(next > lo && next < hi) {
			next = min((lo+hi)/2, 2*s)
		}
		if next == s {
			return s, c, true
		}
		s = next
	}
	return 0, c, false
}
