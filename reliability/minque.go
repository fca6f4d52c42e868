package reliability

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/mat"
)

// MINQUE0 estimates variance components by minimum norm quadratic unbiased estimation with prior weights 0 for all effects
// but the residual (Rao 1971; Searle, Casella and McCulloch, Variance Components, 1992, chapter 11): with Vᵢ = ZᵢZᵢ′ and M
// = I − 11′/N it solves Σⱼ tr(MVᵢMVⱼ) σ²ⱼ = y′MVᵢMy. Unbiased without any distribution, maybe negative. A third opinion
// beside [Henderson1] and [REML]; arguments and errors are those of Henderson1.
func MINQUE0(o Observations, effects []Effect) (Estimates, error) {
	y, scale, factors, err := prepare(o, effects)
	if err != nil {
		return Estimates{}, err
	}
	k := len(factors)
	right := mat.NewVecDense(k+1, nil)
	for a, fa := range factors {
		right.SetVec(a, sumOfSquares(fa.sums(y))) // y is centred: My = y
	}
	right.SetVec(k, sumOfSquares(y))
	return solved(traces(factors, len(y)), right, scale, effects)
}

// traces are tr(MVᵢMVⱼ) of all effects and, last, the residual, from counts alone.
func traces(factors []factor, rows int) *mat.Dense {
	n, k := float64(rows), len(factors)
	out := mat.NewDense(k+1, k+1, nil)
	for a, fa := range factors {
		for b, fb := range factors[:a+1] {
			var both, through float64 // tr(VᵢVⱼ), 1′VᵢVⱼ1
			for _, p := range overlaps(fa, fb) {
				both += p.n * p.n
				through += p.n * fa.count[p.a] * fb.count[p.b]
			}
			t := both - 2*through/n + sumOfSquares(fa.count)*sumOfSquares(fb.count)/(n*n)
			out.Set(a, b, t)
			out.Set(b, a, t)
		}
		t := n - sumOfSquares(fa.count)/n
		out.Set(a, k, t)
		out.Set(k, a, t)
	}
	out.Set(k, k, n-1)
	return out
}

// inseparable is the least eigenvalue, of equations scaled to a diagonal of ones, at which variances count as separable.
const inseparable = 1e-9

// separable is an error if the variances are not identified: some combination of the matrices MVᵢM is nothing, so that
// no estimator can tell its members apart. The matrix of traces is their Gram matrix.
func separable(factors []factor, effects []Effect, rows int) error {
	gram := traces(factors, rows)
	k, _ := gram.Dims()
	scaled := mat.NewSymDense(k, nil)
	for i := range k {
		for j := range i + 1 {
			scaled.SetSym(i, j, gram.At(i, j)/math.Sqrt(gram.At(i, i)*gram.At(j, j)))
		}
		if one := gram.At(i, i); i < len(effects) && one <= inseparable*float64(rows) {
			return fmt.Errorf("%w: %s has one level only, which is the mean", ErrConfounded, effects[i].Name)
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(scaled, true) {
		return fmt.Errorf("%w: %s and the residual", ErrConfounded, effectNames(effects))
	}
	if eigen.Values(nil)[0] > inseparable {
		return nil
	}
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	var mixed []string
	for i := range k {
		if math.Abs(vectors.At(i, 0)) < 1e-4 {
			continue
		}
		if i < len(effects) {
			mixed = append(mixed, effects[i].Name)
		} else {
			mixed = append(mixed, "the residual")
		}
	}
	return fmt.Errorf("%w in these data: %s", ErrConfounded, strings.Join(mixed, " and "))
}
