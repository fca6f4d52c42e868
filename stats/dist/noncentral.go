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
//
// It is the mean of P(Z > t·s − Delta) over s = √(χ²/DF).
func (d NoncentralT) SF(t float64) float64 {
	if !(d.DF > 0) {
		panic(fmt.Sprintf("dist: %g degrees of freedom, want a positive number", d.DF))
	}
	if math.IsInf(t, 1) {
		return 0
	}
	at := edge{}
	if t > 1 { // the scale at which the deviation t·s − Delta is of the size of what is usual
		at.start = min(0, math.Log((max(d.Delta, 0)+math.Sqrt(d.DF)+1)/t))
	}
	if t*d.Delta > 0 {
		at.log, at.slope = math.Log(d.Delta/t), math.Abs(d.Delta)
	}
	return min(1, overScale(d.DF, at,
		func(s float64) float64 { return logNormalSF(t*s - d.Delta) },
		func(s float64) float64 { return NormalSF(t*s - d.Delta) }))
}

// NoncentralF is the law of the ratio of a noncentral χ² with DF1 degrees of freedom and noncentrality Lambda, over DF1,
// and a central χ² with DF2, over DF2.
type NoncentralF struct {
	DF1, DF2 float64 // positive
	Lambda   float64 // at least 0
}

// SF is P(F > f), with its digits where it is small; 1 for f ≤ 0, and 0 only where it underflows. It panics if DF1 or
// DF2 is not positive or Lambda is negative.
//
// Given a Poisson variate J with mean Lambda/2, the upper tail of F is that of a beta variate with shapes DF1/2 + J and
// DF2/2; the terms of the mean over J are positive.
func (d NoncentralF) SF(f float64) float64 {
	checkDF(d.DF1)
	checkDF(d.DF2)
	if !(d.Lambda >= 0) || math.IsInf(d.Lambda, 1) {
		panic(fmt.Sprintf("dist: noncentrality %g, want a number of at least 0", d.Lambda))
	}
	if d.Lambda == 0 || f <= 0 {
		return FSF(f, d.DF1, d.DF2)
	}
	m := poissonBeta{mean: d.Lambda / 2, a: d.DF1 / 2, b: d.DF2 / 2}
	g := d.DF1 / d.DF2 * f
	m.x, m.y = 1/(1+1/g), 1/(1+g)
	return min(1, m.sum())
}
