package reliability

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
)

// drawTable draws a small table with missing cells and repeated ones, and effects of it.
func drawTable(t *rapid.T) (Observations, []Effect) {
	s, n, j := rapid.IntRange(2, 4).Draw(t, "systems"), rapid.IntRange(2, 5).Draw(t, "topics"), rapid.IntRange(1, 3).Draw(t, "judges")
	o := Observations{Facets: []string{"s", "t", "j"}, Counts: []int{s, n, j}, Levels: make([][]int32, 3)}
	for range rapid.IntRange(6, 40).Draw(t, "rows") {
		for f, c := range o.Counts {
			o.Levels[f] = append(o.Levels[f], int32(rapid.IntRange(0, c-1).Draw(t, "level")))
		}
		o.Scores = append(o.Scores, float64(rapid.IntRange(0, 1000).Draw(t, "score"))/1000)
	}
	k := rapid.IntRange(1, len(crossedEffects)).Draw(t, "effects")
	return o, crossedEffects[:k]
}

// ones are the matrices Vᵢ = ZᵢZᵢ′ of the effects and the residual, row by row: rows of one level.
func ones(o Observations, effects []Effect) []*mat.SymDense {
	n := len(o.Scores)
	var out []*mat.SymDense
	for _, e := range effects {
		v := mat.NewSymDense(n, nil)
		for i := range n {
			for j := range i + 1 {
				if !slices.ContainsFunc(e.Facets, func(f int) bool { return o.Levels[f][i] != o.Levels[f][j] }) {
					v.SetSym(i, j, 1)
				}
			}
		}
		out = append(out, v)
	}
	unit := mat.NewSymDense(n, nil)
	for i := range n {
		unit.SetSym(i, i, 1)
	}
	return append(out, unit)
}

// denseMINQUE0 is the definition: Rao's equations with matrices as large as the data.
func denseMINQUE0(o Observations, effects []Effect) []float64 {
	n := len(o.Scores)
	m := mat.NewDense(n, n, nil)
	for i := range n {
		for j := range n {
			m.Set(i, j, -1/float64(n))
		}
		m.Set(i, i, 1-1/float64(n))
	}
	y := mat.NewVecDense(n, slices.Clone(o.Scores))
	var mvm []*mat.Dense
	for _, v := range ones(o, effects) {
		var a mat.Dense
		a.Product(m, v, m)
		mvm = append(mvm, &a)
	}
	k := len(mvm)
	left, right := mat.NewDense(k, k, nil), mat.NewVecDense(k, nil)
	for a := range mvm {
		for b := range mvm {
			var p mat.Dense
			p.Mul(mvm[a], mvm[b])
			left.Set(a, b, mat.Trace(&p))
		}
		right.SetVec(a, mat.Inner(y, mvm[a], y))
	}
	var x mat.VecDense
	if err := x.SolveVec(left, right); err != nil {
		return nil
	}
	return x.RawVector().Data
}

// denseHenderson is the definition: Tα = y′Zα(Zα′Zα)⁻¹Zα′y with its expectation, traces of matrices.
func denseHenderson(o Observations, effects []Effect) []float64 {
	n := len(o.Scores)
	vs := ones(o, effects)
	var projections []*mat.Dense
	for _, v := range vs {
		p := mat.NewDense(n, n, nil)
		for i := range n {
			var c float64
			for j := range n {
				c += v.At(i, j)
			}
			for j := range n {
				p.Set(i, j, v.At(i, j)/c-1/float64(n)) // less the mean
			}
		}
		projections = append(projections, p)
	}
	k := len(vs)
	y := mat.NewVecDense(n, slices.Clone(o.Scores))
	left, right := mat.NewDense(k, k, nil), mat.NewVecDense(k, nil)
	for a, p := range projections {
		for b, v := range vs {
			var q mat.Dense
			q.Mul(p, v)
			left.Set(a, b, mat.Trace(&q))
		}
		right.SetVec(a, mat.Inner(y, p, y))
	}
	var x mat.VecDense
	if err := x.SolveVec(left, right); err != nil {
		return nil
	}
	return x.RawVector().Data
}

// denseDeviance is −2 times the restricted log likelihood of the variances, with the residual last, by determinants and an
// inverse of the whole covariance matrix.
func denseDeviance(o Observations, effects []Effect, variances []float64) float64 {
	n := len(o.Scores)
	v := mat.NewSymDense(n, nil)
	for i, one := range ones(o, effects) {
		for a := range n {
			for b := range a + 1 {
				v.SetSym(a, b, v.At(a, b)+variances[i]*one.At(a, b))
			}
		}
	}
	var c mat.Cholesky
	if !c.Factorize(v) {
		return math.Inf(1)
	}
	one, y, vy, v1 := mat.NewVecDense(n, nil), mat.NewVecDense(n, slices.Clone(o.Scores)), new(mat.VecDense), new(mat.VecDense)
	for i := range n {
		one.SetVec(i, 1)
	}
	_, _ = c.SolveVecTo(vy, y), c.SolveVecTo(v1, one)
	xx, xy, yy := mat.Dot(one, v1), mat.Dot(one, vy), mat.Dot(y, vy)
	return c.LogDet() + math.Log(xx) + yy - xy*xy/xx + float64(n-1)*math.Log(2*math.Pi)
}

func TestEstimatorsByMatrices(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o, effects := drawTable(t)
		h, err := Henderson1(o, effects)
		if errors.Is(err, ErrConfounded) || errors.Is(err, ErrNoVariance) {
			t.Skip(err)
		} else if err != nil {
			t.Fatal(err)
		}
		m, err := MINQUE0(o, effects)
		if err != nil {
			t.Fatal(err)
		}
		same(t, "Henderson 1", h.Variances, denseHenderson(o, effects))
		same(t, "MINQUE(0)", m.Variances, denseMINQUE0(o, effects))
		r, err := REML(o, effects)
		if nextToNone(r, err) {
			t.Skip("next to no residual")
		} else if err != nil {
			t.Fatal(err)
		}
		if d := denseDeviance(o, effects, r.Variances); math.Abs(d-*r.Criterion) > 1e-8*max(1, math.Abs(d)) {
			t.Fatalf("deviance %.12g, by matrices %.12g", *r.Criterion, d)
		}
		checkMinimum(t, o, effects, r)
	})
}

// nextToNone says that there is hardly a residual: the criterion is then flat or without a minimum, the covariance matrix
// singular but for rounding.
func nextToNone(e Estimates, err error) bool {
	return errors.Is(err, ErrNoResidual) || err == nil && e.Criterion != nil && e.Variances[len(e.Variances)-1] < 1e-4*slices.Max(e.Variances)
}

func same(t *rapid.T, what string, got, want []float64) {
	t.Helper()
	size := math.Sqrt(sumOfSquares(want))
	for i := range want {
		if math.Abs(got[i]-want[i]) > 1e-6*size { // equations may be close to singular
			t.Fatalf("%s: %v, by matrices %v", what, got, want)
		}
	}
}

// checkMinimum asks the dense criterion at many other variances, near and far: none may be lower.
func checkMinimum(t *rapid.T, o Observations, effects []Effect, r Estimates) {
	t.Helper()
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	var total float64
	for _, v := range r.Variances {
		total += v
	}
	for _, size := range []float64{1e-4, 1e-2, 0.1} {
		for range 5 {
			other := slices.Clone(r.Variances)
			for i := range other {
				other[i] = math.Abs(other[i] + size*total*rng.NormFloat64())
			}
			if d := denseDeviance(o, effects, other); d < *r.Criterion-1e-7 {
				t.Fatalf("deviance %.12g at %v, lower than %.12g at %v", d, other, *r.Criterion, r.Variances)
			}
		}
	}
}

// TestGradient compares the gradient with differences of the criterion.
func TestGradient(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o, effects := drawTable(t)
		y, scale := o.centred()
		if scale == 0 {
			t.Skip("constant")
		}
		p := newProfile(y, o.factors(effects))
		theta := make([]float64, len(effects))
		for i := range theta {
			theta[i] = rapid.Float64Range(0.1, 3).Draw(t, "theta")
		}
		at := *p.at(theta)
		for i := range theta {
			const h = 1e-5
			lo, hi := slices.Clone(theta), slices.Clone(theta)
			lo[i] -= h
			hi[i] += h
			slope := (p.at(hi).deviance - p.at(lo).deviance) / (2 * h)
			if math.Abs(slope-at.gradient[i]) > 1e-5*(1+math.Abs(slope)) {
				t.Fatalf("slope %d is %v, by differences %v", i, at.gradient[i], slope)
			}
		}
	})
}
