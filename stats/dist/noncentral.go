package dist

import (
	"fmt"
	"math"
)

// NoncentralT is the law of (Z + Delta)/√(χ²/DF) with Z standard normal.
type NoncentralT struct {
	DF    float64 // positive, not necessarily whole; may be +Inf
	Delta float64
}

// SF is P(T > t), with its digits where it is small; 0 only where it underflows. The lower tail P(T < t) is
// NoncentralT{DF, −Delta}.SF(−t), since −T is such a variate too. It panics if DF is not positive.
func (d NoncentralT) SF(t float64) float64 {
	if !(d.DF > 0) {
		panic(fmt.Sprintf("dist: %g degrees of freedom, want a positive number", d.DF))
	}
	switch {
	case math.IsInf(t, 1):
		return 0
	case math.IsInf(t, -1):
		return 1
	case t*d.Delta > 0 && math.Abs(d.Delta) > 100+d.DF:
		return d.overNormal(t)
	}
	// The mean of P(Z > t·s − Delta) over s = √(χ²/DF).
	at := edge{log: math.Log((math.Abs(d.Delta) + 1) / math.Abs(t))}
	if t > 1 { // where the deviation t·s − Delta is of the size of what is usual
		at.start = min(0, math.Log((max(d.Delta, 0)+math.Sqrt(d.DF)+1)/t))
	}
	if t*d.Delta > 0 {
		// With t·s at the mode of the far tail; Delta would do near the centre.
		at.slope = math.Sqrt(math.Abs(d.Delta) * (math.Abs(d.Delta) + math.Sqrt(d.Delta*d.Delta+4*d.DF)) / 2)
	}
	return min(1, overScale(d.DF, at,
		func(s float64) float64 { return logNormalSF(t*s - d.Delta) },
		func(s float64) float64 { return NormalSF(t*s - d.Delta) }))
}

// overNormal is SF(t) for a Delta of the sign of t, so large that Z hardly matters and the tail is steep in s: the mean
// over z of P(√(χ²/DF) < (|Delta| + z)/|t|) for t > 0, else of the opposite. It is smooth in z.
func (d NoncentralT) overNormal(t float64) float64 {
	const step = 0.5
	return min(1, sumAround(func(i int) float64 {
		z := step * float64(i)
		s := (math.Abs(d.Delta) + z) / math.Abs(t)
		chi := gammaTails(d.DF/2, min(d.DF/2*s*s, hugeChi))
		p := chi.upper()
		if t > 0 {
			p = chi.lower()
		}
		return step / math.Sqrt(2*math.Pi) * math.Exp(-z*z/2) * p
	}))
}

// NoncentralF is the law of the ratio of a noncentral χ² with DF1 degrees of freedom and noncentrality Lambda, over DF1,
// and a central χ² with DF2, over DF2.
type NoncentralF struct {
	DF1, DF2 float64 // positive
	Lambda   float64 // at least 0
}

const (
	lambdaMax = 1e12
	hugeChi   = 1e300 // an argument of the gamma distribution that is as good as infinite
)

// SF is P(F > f), with its digits where it is small; 1 for f ≤ 0, and 0 only where it underflows. It panics if DF1 or
// DF2 is not positive or Lambda is negative. Its time grows with √Lambda, to some 40 ms for 1e12; beyond, it is that of
// Lambda → ∞, with a relative error of about DF2²/Lambda.
//
// Given a Poisson variate J with mean Lambda/2, the upper tail of F is that of a beta variate with shapes DF1/2 + J and
// DF2/2; the terms of the mean over J are positive.
func (d NoncentralF) SF(f float64) float64 {
	checkDF(d.DF1)
	checkDF(d.DF2)
	if !(d.Lambda >= 0) || math.IsInf(d.Lambda, 1) {
		panic(fmt.Sprintf("dist: noncentrality %g, want a number of at least 0", d.Lambda))
	}
	switch {
	case d.Lambda == 0 || f <= 0:
		return FSF(f, d.DF1, d.DF2)
	case d.Lambda > lambdaMax: // the numerator is its mean
		return gammaTails(d.DF2/2, min(d.DF2/2*(1+d.Lambda/d.DF1)/f, hugeChi)).lower()
	}
	g := d.DF1 / d.DF2 * f
	m := poissonBeta{mean: d.Lambda / 2, a: d.DF1 / 2, b: d.DF2 / 2, x: 1 / (1 + 1/g), y: 1 / (1 + g)}
	return min(1, m.sf())
}
