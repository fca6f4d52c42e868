package reliability

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// profile evaluates the restricted likelihood of a random model with one mean, profiled over the residual variance.
//
// With Λ the diagonal matrix of θ, A = ΛZ′ZΛ + I is as large as there are levels. The levels of one effect are disjoint,
// so its block of A is diagonal: the largest effect is eliminated by hand, and only the rest, the Schur complement S, is
// dense.
type profile struct {
	y       []float64
	factors []factor
	large   int // the effect eliminated; −1 if there are no effects
	rest    int // levels of all others
	offset  []int
	near    [][]entry     // of each level of the large effect: the levels of the others that it meets, with counts
	within  *mat.SymDense // counts of the pairs of levels of the others
	sums    [][]float64   // of y, by effect and level
	counts  [][]float64   // of rows, likewise
	yy      float64

	last  []float64 // the θ evaluated last
	value *evaluation
}

// entry is a level of the rest, numbered through all effects, with the number of rows in common.
type entry struct {
	at     int
	effect int
	n      float64
}

// evaluation is the criterion at one θ.
type evaluation struct {
	deviance float64 // −2 log restricted likelihood
	residual float64 // σ²ₑ
	gradient []float64
}

func newProfile(y []float64, factors []factor) *profile {
	p := &profile{y: y, factors: factors, large: -1, offset: make([]int, len(factors)), yy: sumOfSquares(y)}
	for i, f := range factors {
		if p.large < 0 || len(f.count) > len(factors[p.large].count) {
			p.large = i
		}
		p.sums = append(p.sums, f.sums(y))
		p.counts = append(p.counts, f.count)
	}
	for i, f := range factors {
		if i != p.large {
			p.offset[i] = p.rest
			p.rest += len(f.count)
		}
	}
	if p.large < 0 || p.rest > mostLevels {
		return p
	}
	p.near = make([][]entry, len(factors[p.large].count))
	if p.rest > 0 {
		p.within = mat.NewSymDense(p.rest, nil)
	}
	for i, f := range factors {
		if i == p.large {
			continue
		}
		for _, o := range overlaps(factors[p.large], f) {
			p.near[o.a] = append(p.near[o.a], entry{p.offset[i] + int(o.b), i, o.n})
		}
		for j, g := range factors[:i+1] {
			if j == p.large {
				continue
			}
			for _, o := range overlaps(f, g) {
				p.within.SetSym(p.offset[i]+int(o.a), p.offset[j]+int(o.b), o.n)
			}
		}
	}
	for _, entries := range p.near {
		slices.SortFunc(entries, func(a, b entry) int { return a.at - b.at })
	}
	return p
}

// at evaluates the criterion and its gradient at θ. The last evaluation is kept: optimisers ask for the value and for
// the gradient of a point one after the other.
func (p *profile) at(theta []float64) *evaluation {
	if p.value == nil || !slices.Equal(p.last, theta) {
		p.last = append(p.last[:0], theta...)
		p.value = p.evaluate(theta)
	}
	return p.value
}

func (p *profile) evaluate(theta []float64) *evaluation {
	n := float64(len(p.y))
	e := &evaluation{gradient: make([]float64, len(theta))}
	var logDet float64
	var scores, ones, lost = [][]float64(nil), [][]float64(nil), []float64(nil)
	if p.large >= 0 {
		s := p.reduce(theta)
		if s == nil {
			e.deviance = math.Inf(1)
			return e
		}
		scores, ones, lost, logDet = s.solve(p.sums), s.solve(p.counts), s.lost(), s.logDet
	}
	xx := n - p.dot(theta, ones, p.counts) // 1′V⁻¹1
	xy := -p.dot(theta, scores, p.counts)  // 1′V⁻¹y: y is centred
	beta := xy / xx
	e.residual = max(p.yy-p.dot(theta, scores, p.sums)-xy*beta, 0) / (n - 1)
	e.deviance = logDet + math.Log(xx) + (n-1)*(1+math.Log(2*math.Pi*e.residual))
	for i, t := range theta {
		if t == 0 {
			continue
		}
		// ∂d/∂θᵢ = 2θᵢ [tr(PVᵢ) − |Zᵢ′Py|²/σ²ₑ], where θᵢZᵢ′V⁻¹ is block i of A⁻¹ΛZ′, and θᵢ²Zᵢ′V⁻¹Zᵢ that of I − A⁻¹.
		var fit, mean float64
		for l, u := range scores[i] {
			w := ones[i][l]
			fit += (u - beta*w) * (u - beta*w)
			mean += w * w
		}
		e.gradient[i] = 2 / t * (lost[i] - mean/xx - fit/e.residual)
	}
	return e
}

// dot is (ΛZ′v)′u, where sums are Z′v by effect and level.
func (p *profile) dot(theta []float64, u, sums [][]float64) float64 {
	var out float64
	for i := range u {
		for l, v := range sums[i] {
			out += theta[i] * v * u[i][l]
		}
	}
	return out
}
