package reliability

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
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

// TestEstimatorLaws: other names of levels and another order of rows change nothing, a shift of the scores neither, and a
// factor multiplies variances by its square.
func TestEstimatorLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o, effects := drawTable(t)
		factor, shift := rapid.SampledFrom([]float64{-1e6, -1, 1e-9, 3, 1e50}).Draw(t, "factor"), float64(rapid.IntRange(-3000, 3000).Draw(t, "shift"))/1000
		other := shuffled(t, o)
		for i := range other.Scores {
			other.Scores[i] = factor * (other.Scores[i] + shift)
		}
		for _, estimate := range []func(Observations, []Effect) (Estimates, error){Henderson1, MINQUE0, REML} {
			a, errA := estimate(o, effects)
			b, errB := estimate(other, effects)
			if nextToNone(a, errA) || nextToNone(b, errB) {
				t.Skip("next to no residual")
			}
			if (errA == nil) != (errB == nil) {
				t.Fatalf("%v, but %v", errA, errB)
			}
			if errA != nil {
				continue
			}
			tol := 1e-7
			if a.Criterion != nil { // near a minimum the criterion is known as well as the square of its place
				tol = 1e-3
				n := float64(len(o.Scores) - 1)
				if d := *b.Criterion - *a.Criterion - 2*n*math.Log(math.Abs(factor)); math.Abs(d) > 1e-8*(1+n*math.Abs(math.Log(math.Abs(factor)))) {
					t.Fatalf("criteria %v and %v", *a.Criterion, *b.Criterion)
				}
			}
			size := math.Sqrt(sumOfSquares(a.Variances))
			for i := range a.Variances {
				if d := math.Abs(b.Variances[i]/(factor*factor) - a.Variances[i]); d > tol*size {
					t.Fatalf("%v, but %v", a, b)
				}
			}
		}
	})
}

// shuffled has the rows in another order and the levels of each facet numbered otherwise.
func shuffled(t *rapid.T, o Observations) Observations {
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "order"), 0))
	rows := rng.Perm(len(o.Scores))
	out := Observations{Facets: o.Facets, Counts: o.Counts, Levels: make([][]int32, len(o.Levels))}
	for _, r := range rows {
		out.Scores = append(out.Scores, o.Scores[r])
	}
	for f := range o.Levels {
		number := rng.Perm(o.Counts[f])
		for _, r := range rows {
			out.Levels[f] = append(out.Levels[f], int32(number[o.Levels[f][r]]))
		}
	}
	return out
}

func TestConfounded(t *testing.T) {
	m := small()
	o := longOf(m, nil)
	o.Facets, o.Counts = append(o.Facets, "judge"), append(o.Counts, 6)
	o.Levels = append(o.Levels, o.Levels[1]) // each topic has its own judge
	for _, c := range []struct {
		effects []Effect
		want    string
	}{
		{[]Effect{{"system", []int{0}}, {"topic", []int{1}}, {"judge", []int{2}}}, "effects that cannot be separated in these data: topic and judge"},
		{[]Effect{{"system", []int{0}}, {"system:topic", []int{0, 1}}}, "effects that cannot be separated in these data: system:topic and the residual"},
		{[]Effect{{"all", nil}}, "effects that cannot be separated: all has one level only, which is the mean"},
	} {
		for _, estimate := range []func(Observations, []Effect) (Estimates, error){Henderson1, MINQUE0, REML} {
			if _, err := estimate(o, c.effects); !errors.Is(err, ErrConfounded) || err.Error() != c.want {
				t.Errorf("%v, want %s", err, c.want)
			}
		}
	}
}

func TestNoResidual(t *testing.T) {
	m := mat.NewDense(4, 5, nil)
	for i := range 4 {
		for j := range 5 {
			m.Set(i, j, 0.1*float64(i*i)+0.03*float64(j*j*j%7)) // no interaction
		}
	}
	if e, err := REML(longOf(m, nil), oneFacet); !errors.Is(err, ErrNoResidual) {
		t.Errorf("%v %v, want %v", e, err, ErrNoResidual)
	}
	if e, err := REML(longOf(m, func(i, j int) bool { return i+j == 5 }), oneFacet); !errors.Is(err, ErrNoResidual) {
		t.Errorf("%v %v, want %v", e, err, ErrNoResidual)
	}
}

// TestMeanOnly: without effects all three are the sample variance, by hand.
func TestMeanOnly(t *testing.T) {
	o := longOf(small(), nil)
	for i, estimate := range []func(Observations, []Effect) (Estimates, error){Henderson1, MINQUE0, REML} {
		e, err := estimate(o, nil)
		if err != nil {
			t.Fatal(err)
		}
		near(t, fmt.Sprint("method ", i), e.Variances[0], variance(o.Scores), 1e-12)
	}
}

// TestTooLarge: beyond the limit REML says that Henderson's method 1 has none, which then answers.
func TestTooLarge(t *testing.T) {
	const n = mostLevels + 100
	o := Observations{Facets: []string{"system", "topic"}, Counts: []int{n, n}, Levels: make([][]int32, 2)}
	for i := range n { // each system on two topics, each topic with two systems
		for _, topic := range []int{i, (i + 1) % n} {
			o.Levels[0], o.Levels[1] = append(o.Levels[0], int32(i)), append(o.Levels[1], int32(topic))
			o.Scores = append(o.Scores, float64((i*37+topic*91)%101)/101)
		}
	}
	if _, err := REML(o, oneFacet); !errors.Is(err, ErrTooLarge) || !strings.Contains(err.Error(), "Henderson's method 1 has no such limit") {
		t.Errorf("%v, want %v", err, ErrTooLarge)
	}
	if _, err := Henderson1(o, oneFacet); err != nil {
		t.Error(err)
	}
}

// TestTwoMinima: nine scores whose criterion has a minimum at a variance of 0 and a lower one beside it, found by search;
// a grid of variances, by matrices, has nothing lower than what REML gives.
func TestTwoMinima(t *testing.T) {
	for _, seed := range []uint64{60, 228, 447} {
		rng := rand.New(rand.NewPCG(seed, 0))
		o := Observations{Facets: []string{"s", "t"}, Counts: []int{3, 4}, Levels: make([][]int32, 2)}
		for range 9 {
			o.Levels[0], o.Levels[1] = append(o.Levels[0], rng.Int32N(3)), append(o.Levels[1], rng.Int32N(4))
			o.Scores = append(o.Scores, float64(rng.IntN(100))/100)
		}
		e, err := REML(o, oneFacet)
		if err != nil {
			t.Fatal(err)
		}
		for a := range 20 {
			for b := range 20 {
				for c := range 20 {
					grid := []float64{.02 * float64(a), .02 * float64(b), .002 * float64(1+c*c)}
					if d := denseDeviance(o, oneFacet, grid); d < *e.Criterion-1e-7 {
						t.Fatalf("seed %d: %v at %v, lower than %v at %v", seed, d, grid, *e.Criterion, e.Variances)
					}
				}
			}
		}
	}
}
