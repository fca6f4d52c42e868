// Package dist has the distributions that p-values come from, right far into the tail.
//
// SF is the survival function P(X > x), computed as such and never as 1 − CDF, so that it keeps its digits where it is
// small. A quantile here is an upper one: Quantile(p) is the x with SF(x) = p. A p of 0 or 1, to which 1 − confidence may
// have been rounded, gives the greatest and the least value that the variate can have, which may be infinite.
package dist

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mathext"
)

// NormalSF is P(Z > z) of the standard normal distribution, for any z; 0 only where it underflows, beyond z = 38.
func NormalSF(z float64) float64 { return 0.5 * math.Erfc(z/math.Sqrt2) }

// NormalQuantile is the z with [NormalSF](z) = p, from +Inf for p = 0 to −Inf for p = 1. It panics if p is not in [0, 1].
func NormalQuantile(p float64) float64 {
	if x, ok := extreme(p, math.Inf(-1)); ok {
		return x
	}
	return 0 - mathext.NormalQuantile(p)
}

// StudentSF is P(T > t) of Student's distribution with df > 0 degrees of freedom (not necessarily whole); 0 only where
// it underflows. It panics if df is not positive.
func StudentSF(t, df float64) float64 {
	checkDF(df)
	r := math.Abs(t) / math.Sqrt(df)
	if r > 1e100 && t > 0 { // r² would overflow, and the first term of the series is all there is
		logBeta := lgamma(df/2) + lgamma(0.5) - lgamma(df/2+0.5)
		return 0.5 * math.Exp(-df*math.Log(r)-math.Log(df/2)-logBeta)
	}
	r *= r
	b := betaTails(df/2, 0.5, 1/(1+r), 1/(1+1/r))
	if t < 0 {
		return 0.5 + b.upper()/2
	}
	return b.lower() / 2
}

// StudentQuantile is the t with [StudentSF](t, df) = p, from +Inf for p = 0, or where it is beyond the doubles, to −Inf
// for p = 1. It panics if p is not in [0, 1] or df is not positive.
func StudentQuantile(p, df float64) float64 {
	checkDF(df)
	if x, ok := extreme(p, math.Inf(-1)); ok {
		return x
	}
	if p > 0.5 {
		return -StudentQuantile(1-p, df)
	}
	if p == 0.5 {
		return 0
	}
	return math.Sqrt(df) * math.Exp(-betaQuantile(df/2, 0.5, 2*p)/2)
}

// FSF is P(F > f) of the F distribution with df1 and df2 > 0 degrees of freedom; 1 for f ≤ 0, and 0 only where it
// underflows. It panics if a df is not positive.
func FSF(f, df1, df2 float64) float64 {
	checkDF(df1)
	checkDF(df2)
	if f <= 0 {
		return 1
	}
	g := df1 / df2 * f
	return betaTails(df2/2, df1/2, 1/(1+g), 1/(1+1/g)).lower()
}

// FQuantile is the f with [FSF](f, df1, df2) = p, from +Inf for p = 0, or where it is beyond the doubles, to 0 for
// p = 1. It panics if p is not in [0, 1] or a df is not positive.
func FQuantile(p, df1, df2 float64) float64 {
	checkDF(df1)
	checkDF(df2)
	if x, ok := extreme(p, 0); ok {
		return x
	}
	return df2 / df1 * math.Exp(-betaQuantile(df2/2, df1/2, p))
}

// ChiSquareSF is P(X > x) of the χ² distribution with df > 0 degrees of freedom; 1 for x ≤ 0, and 0 only where it
// underflows. It panics if df is not positive.
func ChiSquareSF(x, df float64) float64 {
	checkDF(df)
	if x <= 0 {
		return 1
	}
	return gammaTails(df/2, x/2).upper()
}

// ChiSquareQuantile is the x with [ChiSquareSF](x, df) = p, from +Inf for p = 0 to 0 for p = 1. It panics if p is not in
// [0, 1] or df is not positive.
func ChiSquareQuantile(p, df float64) float64 {
	checkDF(df)
	if x, ok := extreme(p, 0); ok {
		return x
	}
	a := df / 2
	// Wilson and Hilferty's cube, or the first term of the series where that is negative.
	cube := 1 - 1/(9*a) + NormalQuantile(p)/(3*math.Sqrt(a))
	start := math.Log(a) + 3*math.Log(cube)
	if !(cube > 0.1) {
		start = (math.Log1p(-p) + lgamma(a+1)) / a
	}
	return 2 * math.Exp(newton(start, 1-p, p, func(u float64) tails {
		near := max(u, -700) // beyond, the density is x^a and x would underflow
		t := gammaTails(a, math.Exp(near))
		t.front += a * (u - near)
		return t
	}))
}

// BinomialLimits are the limits of Clopper and Pearson (Biometrika 26, 1934) for a probability of which hits ≥ 0 of
// n ≥ hits trials were seen: each is missed with probability at most (1−confidence)/2. It panics if hits or confidence
// is out of range.
func BinomialLimits(hits, n int, confidence float64) (lo, hi float64) {
	if hits < 0 || hits > n {
		panic(fmt.Sprintf("dist: %d hits in %d trials", hits, n))
	}
	if !(confidence > 0 && confidence < 1) {
		panic(fmt.Sprintf("dist: confidence %g, want one between 0 and 1", confidence))
	}
	miss, h := (1-confidence)/2, float64(hits)
	lo, hi = 0, 1
	if hits > 0 {
		lo = 1 / (1 + math.Exp(-betaQuantile(h, float64(n-hits)+1, miss)))
	}
	if hits < n {
		hi = 1 / (1 + math.Exp(betaQuantile(float64(n-hits), h+1, miss)))
	}
	return lo, hi
}

// extreme is the upper quantile at p = 0 or 1 of a variate that can be as large as you like and no less than least.
func extreme(p, least float64) (x float64, ok bool) {
	switch {
	case p == 0:
		return math.Inf(1), true
	case p == 1:
		return least, true
	case !(p > 0 && p < 1):
		panic(fmt.Sprintf("dist: probability %g, want one from 0 to 1", p))
	}
	return 0, false
}

func checkDF(df float64) {
	if !(df > 0) || math.IsInf(df, 1) {
		panic(fmt.Sprintf("dist: %g degrees of freedom, want a positive number", df))
	}
}

// tails are the two parts of a distribution at one point: the one that can be small is exp(front)·ratio, where exp(front)
// is the density of the variate's logit or logarithm; the other is the rest. Kept so, the small one never underflows.
type tails struct {
	front, ratio float64
	isUpper      bool // which one exp(front)·ratio is
}

func (t tails) lower() float64 { return t.part(!t.isUpper) }
func (t tails) upper() float64 { return t.part(t.isUpper) }

func (t tails) part(small bool) float64 {
	v := math.Exp(t.front) * t.ratio
	if small {
		return v
	}
	return 1 - v
}

// log is the logarithm of the upper or the lower part, and that part divided by the density.
func (t tails) log(upper bool) (log, ratio float64) {
	if upper == t.isUpper {
		return t.front + math.Log(t.ratio), t.ratio
	}
	v := 1 - math.Exp(t.front)*t.ratio
	return math.Log(v), v / math.Exp(t.front)
}

// betaTails splits the beta distribution with shapes a and b at x; y is 1 − x, given because it may be tiny. The tail
// on the short side of the mean is Lentz's evaluation of the even part of the continued fraction DLMF 8.17.22 (Didonato
// and Morris, ACM Transactions on Mathematical Software 18, 1992), in O(√max(a, b)) steps.
func betaTails(a, b, x, y float64) tails {
	switch {
	case x <= 0:
		return tails{front: math.Inf(-1)}
	case y <= 0:
		return tails{front: math.Inf(-1), isUpper: true}
	case x > (a+1)/(a+b+2):
		t := betaTails(b, a, y, x)
		t.isUpper = true
		return t
	}
	lambda := a - (a+b)*x
	if x > 0.5 {
		lambda = (a+b)*y - b
	}
	c, d := 1e300, 1/nonZero(a/(a+1)*(lambda+1))
	f := d
	for n := 1.0; n < 1e6; n++ {
		s := a + 2*n - 1
		num := (a + n - 1) / s * (a + b + n - 1) / s * n * (b - n) * x * x
		den := n + n*(b-n)*x/s + (a+n)/(s+2)*(lambda+1+n*(1+y))
		d = 1 / nonZero(den+num*d)
		c = nonZero(den + num/c)
		f *= d * c
		if !(math.Abs(d*c-1) >= 1e-16) { // NaN leads nowhere
			break
		}
	}
	// x^a y^b / B(a, b) in the saddle-point form of Loader (Fast and accurate computation of binomial probabilities,
	// 2000): no difference of large logarithms, so it is right for large a and b.
	n := a + b
	front := 0.5*math.Log(a*b/(2*math.Pi*n)) + stirling(n) - stirling(a) - stirling(b) - deviance(a, n*x) - deviance(b, n*y)
	return tails{front: front, ratio: f}
}

// gammaTails splits the gamma distribution with shape a at x > 0: the series DLMF 8.11.4 below the mean, the continued
// fraction 8.9.2 above it.
func gammaTails(a, x float64) tails {
	front := 0.5*math.Log(a/(2*math.Pi)) - stirling(a) - deviance(a, x) // log(x^a e^−x / Γ(a)), as Loader
	if x < a+1 {
		sum, term := 1.0, 1.0
		for k := 1.0; term > sum*1e-17 && k < 1e6; k++ {
			term *= x / (a + k)
			sum += term
		}
		return tails{front: front, ratio: sum / a}
	}
	b := x + 1 - a
	c, d := 1e300, 1/b
	f := d
	for i := 1.0; i < 1e6; i++ {
		num := -i * (i - a)
		b += 2
		d = 1 / nonZero(num*d+b)
		c = nonZero(b + num/c)
		f *= d * c
		if !(math.Abs(d*c-1) >= 1e-16) { // NaN leads nowhere
			break
		}
	}
	return tails{front: front, ratio: f, isUpper: true}
}

// nonZero keeps a denominator of Lentz's method from being 0.
func nonZero(v float64) float64 {
	if math.Abs(v) < 1e-300 {
		return 1e-300
	}
	return v
}

// stirling is the error of Stirling's formula, log Γ(z+1) − (z+½)·log z + z − ½·log 2π, for z > 0.
func stirling(z float64) float64 {
	if z < 16 {
		return lgamma(z+1) - (z+0.5)*math.Log(z) + z - 0.5*math.Log(2*math.Pi)
	}
	q := z * z
	return (1.0/12 - (1.0/360-(1.0/1260-(1.0/1680-(1.0/1188-691.0/360360/q)/q)/q)/q)/q) / z
}

// deviance is x·log(x/m) + m − x for x, m > 0, without cancellation where x is near m: there by 19 terms of a series in
// v², |v| ≤ 0.1. The number of terms is fixed, so it ends on whatever it is given, NaN too.
func deviance(x, m float64) float64 {
	if math.Abs(x-m) > 0.1*(x+m) {
		return x*math.Log(x/m) + m - x
	}
	v := (x - m) / (x + m)
	sum, term := (x-m)*v, 2*x*v
	for k := 3.0; k < 40; k += 2 {
		term *= v * v
		sum += term / k
	}
	return sum
}

func lgamma(z float64) float64 {
	v, _ := math.Lgamma(z)
	return v
}
