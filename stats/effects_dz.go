package stats

import (
	"fmt"
	"math"

	"sigrel/stats/dist"
)

var dz = &EffectSize{
	Name: "dz",
	Doc: "Cohen's d_z: the mean difference divided by the standard deviation of the differences. It depends on how " +
		"much the systems agree topic by topic, unlike a d that divides by the spread of the scores. The interval is " +
		"that of the noncentral t distribution.",
	Cite:    "cohen1988",
	Compute: dzEffect,
}

var hedgesG = &EffectSize{
	Name: "hedges-g",
	Doc: "Hedges' g of paired scores: d_z times J, which takes away its bias, since with few topics d_z is too large on " +
		"average. J is exact, by gamma functions. The interval is J times that of d_z.",
	Cite:    "hedges1981",
	Compute: hedgesEffect,
}

// DZ is Cohen's d_z of x against y, scores on the same topics: d̄/s, mean and standard deviation (n − 1) of x − y (Cohen
// 1988, section 2.3.5). The error wraps [ErrUndefined] where all differences are the same but for rounding noise, else as
// [TTest]. It panics if x and y have different lengths.
func DZ(x, y []float64) (float64, error) {
	d, _, err := compared(x, y, EffectOptions{})
	if err != nil {
		return 0, err
	}
	return d.dz()
}

func (d differences) dz() (float64, error) {
	if d.Constant {
		return 0, fmt.Errorf("d_z is %w: the differences have no spread", ErrUndefined)
	}
	return d.Mean/d.sd + 0, nil
}

// dzEffect is [DZ] with the interval of all λ/√n for which √n·d_z lies between the (1 ∓ confidence)/2 points of the
// noncentral t distribution with n − 1 degrees of freedom and noncentrality λ. It is exact for normal differences.
func dzEffect(x, y []float64, opt EffectOptions) (Effect, error) {
	d, opt, err := compared(x, y, opt)
	if err != nil {
		return Effect{}, err
	}
	v, err := d.dz()
	if err != nil {
		return Effect{}, err
	}
	n := float64(len(x))
	return Effect{Name: "dz", Value: v, Interval: noncentralInterval(v, math.Sqrt(n), n-1, opt.Confidence)}, nil
}

// noncentralInterval is that of the δ for which value·scale is noncentral t with noncentrality δ·scale.
func noncentralInterval(value, scale, df, confidence float64) *Interval {
	// Limits of the size, so that swapping the systems negates them to the last digit.
	lo, hi := noncentralLimits(math.Abs(value)*scale, df, confidence)
	if value < 0 {
		lo, hi = -hi, -lo
	}
	return &Interval{Lo: lo/scale + 0, Hi: hi/scale + 0, Confidence: confidence, Kind: KindNoncentralT}
}

// largeT is the t over √df from which on noncentralLimits needs no quadrature, which there takes 40 ms and more. Only
// differences that are nearly constant come so far.
const largeT = 1000

// noncentralLimits is [dist.NoncentralTLimits] for t ≥ 0, also where t is huge. T is (δ + Z)/S with S = √(χ²/df), and
// beside a large δ the normal Z is small: P(T > t) = P(S < (δ + Z)/t) is F(δ/t) + F″(δ/t)/(2t²) to the second order,
// with F the distribution of S. At a relative error of δ⁻⁴ the limits are r·t less F″(r)/(2t·F′(r)), r a quantile of S.
func noncentralLimits(t, df, confidence float64) (lo, hi float64) {
	if t <= largeT*math.Sqrt(df) {
		return dist.NoncentralTLimits(t, df, confidence)
	}
	limit := func(upper float64) float64 {
		r := math.Sqrt(dist.ChiSquareQuantile(upper, df) / df)
		return r*t - ((df-1)/r-df*r)/(2*t)
	}
	miss := (1 - confidence) / 2
	lo, hi = limit(1-miss), limit(miss)
	if !(lo > 10) { // few degrees of freedom, great confidence: δ is not large; it is never below this
		lo = -dist.NormalQuantile(miss)
	}
	return lo, hi
}

// hedgesEffect is J(n−1)·d_z, with J of Hedges (1981): its expectation is the true d_z if the differences are normal.
func hedgesEffect(x, y []float64, opt EffectOptions) (Effect, error) {
	v, err := dzEffect(x, y, opt)
	if err != nil {
		return Effect{}, err
	}
	if len(x) < 3 {
		return Effect{}, fmt.Errorf("hedges-g: %w: %d, want at least 3", ErrTooFew, len(x))
	}
	j := hedgesJ(len(x) - 1)
	v.Name = "hedges-g"
	v.Value *= j
	v.Interval.Lo *= j
	v.Interval.Hi *= j
	return v, nil
}

// hedgesJ is Γ(df/2)/(√(df/2)·Γ((df−1)/2)), the factor that makes a standardized mean unbiased (Hedges, Distribution
// theory for Glass's estimator of effect size and related estimators, 1981). df is at least 2: with one
// degree of freedom the standardized mean has no expectation.
func hedgesJ(df int) float64 {
	z := float64(df) / 2
	if df <= 300 { // Γ ends at 171
		return math.Gamma(z) / (math.Sqrt(z) * math.Gamma(z-0.5))
	}
	// The same as a series in 1/z (DLMF 5.11.13); the next term is below 1e-16 here.
	u := 1 / z
	return 1 - u*(3.0/8+u*(7.0/128+u*(9.0/1024-u*(59.0/32768+u*(483.0/262144)))))
}
