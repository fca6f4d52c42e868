package dist

import (
	"math"
	"math/cmplx"
)

// inversion computes the law of S from its characteristic function φ(ω)^n, by the trapezoidal rule (Davies, Numerical
// inversion of a characteristic function, Biometrika 60, 1973). The rule is exact but for two things: sums further from
// c than its period fold back, and the period is so long that these have no probability that counts; and the nodes
// beyond some frequency are left out. What those could add up to is bounded from a [scan] of |φ|. φ^n falls to nothing
// within some twenty standard deviations of 1/S, so few nodes are needed; it recovers where most values lie near a
// lattice of their own.
type inversion struct {
	draw, turned oneDraw // as given, and mirrored
	onLattice    bool
	below, above float64 // how far the sum may lie from its mean
	centre       float64 // the mean of the sum
	middle       spectrum
}

const (
	smallTail = 0.01  // below, a tail is computed from a tilted law
	sure      = 1e-12 // a relative error below this is no more than rounding makes
)

func newInversion(d oneDraw, onLattice bool) *inversion {
	v := &inversion{draw: d, turned: d.mirrored(), onLattice: onLattice, centre: float64(d.n) * d.mean,
		below: d.reach(-1), above: d.reach(1)}
	period := math.Ceil(v.below+v.above) + 2
	v.middle = d.spectrum(onLattice, period, 0.5, smallTail*sure/3, func(omega float64) complex128 {
		return complex(1/math.Sin(omega/2), 0)
	})
	return v
}

func (v *inversion) exact() bool { return v.middle.bound <= smallTail*sure }

func (v *inversion) upper(c int64) approximation {
	if a := v.around(c); a.p >= smallTail || float64(c) <= v.centre {
		return a
	}
	return v.draw.tail(c, v.onLattice)
}

func (v *inversion) lower(c int64) approximation {
	if a := v.around(c + 1); 1-a.p >= smallTail || float64(c) >= v.centre {
		return approximation{1 - a.p, a.error}
	}
	return v.turned.tail(v.draw.most()-c, v.onLattice)
}

// The quantiles of shares from middleShare on need no tilted law.
const middleShare = 1e-5

func (v *inversion) lowerReaches(c int64, p float64) bool {
	if p >= middleShare {
		return 1-v.around(c+1).p >= p
	}
	return v.lower(c).p >= p
}

func (v *inversion) upperReaches(c int64, p float64) bool {
	if p >= middleShare {
		return v.around(c).p >= p
	}
	return v.upper(c).p >= p
}

// around is P(S ≥ c) to an error that is small beside 1. With L the period and ω the frequency halfway between multiples
// of 2π/L it is ½ + Σ Im(φ^n exp(−iωx))/sin(ω/2)/L, x = c − ½ less the mean.
func (v *inversion) around(c int64) approximation {
	x := float64(c) - 0.5 - v.centre
	a := approximation{}
	if !v.exact() {
		a.error = v.middle.guess
	}
	switch {
	case x > v.above:
		return a
	case x < -v.below:
		a.p = 1
		return a
	}
	for k, f := range v.middle.node {
		sin, cos := math.Sincos(v.middle.omega[k] * x)
		a.p += imag(f)*cos - real(f)*sin
	}
	a.p = min(max(0.5+a.p/v.middle.period, 0), 1)
	return a
}

// tail is P(S ≥ c), c above the mean, to an error that is small beside it: from the law tilted so that its mean is c,
// of which exp(−θ(S−c)), S ≥ c, is averaged. On the circle of radius exp(−θ) that is Σ φ^n/(1 − exp(−θ−iω))/L over
// the multiples ω of 2π/L.
func (d oneDraw) tail(c int64, onLattice bool) approximation {
	beyond := d.most() - c
	if beyond == 0 {
		return approximation{p: math.Pow(d.weight[len(d.weight)-1], float64(d.n))}
	}
	if onLattice && d.cells(beyond) <= quickCells {
		return d.mirrored().counted(beyond).lower(beyond)
	}
	n := float64(d.n)
	x := float64(c) - n*d.mean
	theta := d.saddle(x / n)
	k, _, _ := d.cumulants(theta)
	front := n*k - theta*x // P ≤ exp(front)
	t := d.tilted(theta)
	scale := max(theta*t.sd*math.Sqrt(2*math.Pi*n), 1) // P is about exp(front)/scale
	period := math.Ceil(max(t.reach(1)+t.reach(-1), (math.Log(scale)-front-negligible)/theta)) + 2
	s := t.spectrum(onLattice, period, 0, sure/10/scale, func(omega float64) complex128 {
		return 1 / oneLessExp(theta, omega)
	})
	sum, off := real(s.node[0])/2, float64(c)-n*t.mean
	for j, f := range s.node[1:] {
		sum += real(f * cmplx.Exp(complex(0, -s.omega[j+1]*off)))
	}
	share := 2 * sum / period
	certain := 2*s.bound <= sure*share
	if onLattice && !certain && d.cells(beyond) <= maxCells {
		return d.mirrored().counted(beyond).lower(beyond)
	}
	a := approximation{p: math.Exp(front) * min(max(share, 0), 1)}
	if !certain {
		a.error = math.Exp(front)*min(2*s.guess, 1) + sure*a.p
	}
	return a
}

// oneLessExp is 1 − exp(−θ−iω), without cancellation where both are tiny.
func oneLessExp(theta, omega float64) complex128 {
	half := math.Sin(omega / 2)
	e := math.Exp(-theta)
	return complex(-math.Expm1(-theta)+2*e*half*half, e*math.Sin(omega))
}
