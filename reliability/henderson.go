package reliability

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/mat"
)

// Henderson1 estimates variance components by Henderson's method 1, the "analogous analysis of variance": for each effect
// the sum of squared level sums over their counts, Tα, is set equal to its expectation (Henderson, Biometrics 9, 1953;
// Brennan, Generalizability Theory, 2001, section 7.1). Counts may be unequal and cells missing; the estimates are
// unbiased without any distribution, and may be negative. For complete balanced data they are those of the analysis of
// variance.
//
// The residual, each row a level of its own, is never among the effects. The error wraps [ErrConfounded] where the data
// cannot tell two effects apart, [ErrNoVariance] where all scores are equal, stats.ErrTooFew, stats.ErrNotFinite and
// stats.ErrRange as for [Study]. It panics if lengths, levels or facets of effects do not fit.
func Henderson1(o Observations, effects []Effect) (Estimates, error) {
	y, scale, factors, err := prepare(o, effects)
	if err != nil {
		return Estimates{}, err
	}
	n, k := float64(len(y)), len(factors)
	system, right := mat.NewDense(k+1, k+1, nil), mat.NewVecDense(k+1, nil)
	for a, fa := range factors {
		var t float64
		for l, sum := range fa.sums(y) {
			t += sum * sum / fa.count[l]
		}
		right.SetVec(a, t)
		for b, fb := range factors {
			var expected float64
			for _, p := range overlaps(fa, fb) {
				expected += p.n * p.n / fa.count[p.a]
			}
			system.Set(a, b, expected-sumOfSquares(fb.count)/n)
		}
		system.Set(a, k, float64(len(fa.count))-1)
	}
	for b, fb := range factors { // the residual: each row its own level
		system.Set(k, b, n-sumOfSquares(fb.count)/n)
	}
	system.Set(k, k, n-1)
	right.SetVec(k, sumOfSquares(y))
	return solved(system, right, scale, effects)
}

// prepare checks and counts, for all estimators: centred scores with their scale, and the factors.
func prepare(o Observations, effects []Effect) ([]float64, float64, []factor, error) {
	if err := o.check(); err != nil {
		return nil, 0, nil, err
	}
	factors := o.factors(effects)
	y, scale := o.centred()
	if scale == 0 {
		return nil, 0, nil, ErrNoVariance
	}
	return y, scale, factors, separable(factors, effects, len(y))
}

// solved gives the variances as the solution of linear equations; scale is that of the scores.
func solved(system *mat.Dense, right *mat.VecDense, scale float64, effects []Effect) (Estimates, error) {
	var v mat.VecDense
	if err := v.SolveVec(system, right); err != nil {
		if _, ok := err.(mat.Condition); !ok || math.IsInf(float64(err.(mat.Condition)), 1) {
			return Estimates{}, fmt.Errorf("%w: %s and the residual", ErrConfounded, effectNames(effects))
		}
	}
	out := Estimates{Variances: make([]float64, v.Len())}
	largest := mat.Norm(&v, math.Inf(1))
	for i := range out.Variances {
		if x := v.AtVec(i); math.Abs(x) > cancellation*largest { // less is rounding error
			out.Variances[i] = x * scale * scale
		}
	}
	return out, nil
}

func effectNames(effects []Effect) string {
	names := make([]string, len(effects))
	for i, e := range effects {
		names[i] = e.Name
	}
	return strings.Join(names, ", ")
}
