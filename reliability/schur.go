package reliability

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// reduced is A = ΛZ′ZΛ + I at one θ, with the large effect eliminated. In blocks, A = (D B; B′ C) with D diagonal, and the
// rest is S = C − B′D⁻¹B.
type reduced struct {
	p      *profile
	theta  []float64
	d      []float64    // the diagonal of D
	chol   mat.Cholesky // of S
	logDet float64      // log |A|
}

// reduce factors A; nil where θ is too large for that.
func (p *profile) reduce(theta []float64) *reduced {
	r := &reduced{p: p, theta: theta, d: make([]float64, len(p.near))}
	t := theta[p.large]
	for k, n := range p.counts[p.large] {
		r.d[k] = t*t*n + 1
		r.logDet += math.Log(r.d[k])
	}
	if p.rest == 0 {
		return r
	}
	s := mat.NewSymDense(p.rest, nil)
	raw := s.RawSymmetric()
	scale := p.scales(theta)
	counts := p.within.RawSymmetric()
	for a := range p.rest {
		row, from := raw.Data[a*raw.Stride:], counts.Data[a*counts.Stride:]
		for b := a; b < p.rest; b++ {
			row[b] = scale[a] * scale[b] * from[b]
		}
		row[a]++
	}
	for k, entries := range p.near {
		for i, a := range entries { // in ascending order
			row, f := raw.Data[a.at*raw.Stride:], t*t*scale[a.at]*a.n/r.d[k]
			for _, b := range entries[i:] {
				row[b.at] -= f * scale[b.at] * b.n
			}
		}
	}
	if !r.chol.Factorize(s) { // A − I is positive semidefinite, but at a huge θ its rounding errors exceed I
		return nil
	}
	r.logDet += r.chol.LogDet()
	return r
}

// scales are the θ of each level of the rest.
func (p *profile) scales(theta []float64) []float64 {
	out := make([]float64, p.rest)
	for i, n := range p.counts {
		if i == p.large {
			continue
		}
		for l := range n {
			out[p.offset[i]+l] = theta[i]
		}
	}
	return out
}

// solve gives A⁻¹ΛZ′v, where sums are Z′v by effect and level.
func (r *reduced) solve(sums [][]float64) [][]float64 {
	p, t := r.p, r.theta[r.p.large]
	out := make([][]float64, len(sums))
	rest := make([]float64, p.rest)
	for i, v := range sums {
		out[i] = make([]float64, len(v))
		if i == p.large {
			continue
		}
		for l, x := range v {
			rest[p.offset[i]+l] = r.theta[i] * x
		}
	}
	for k, entries := range p.near {
		f := t * t * sums[p.large][k] / r.d[k]
		for _, a := range entries {
			rest[a.at] -= r.theta[a.effect] * a.n * f
		}
	}
	if p.rest > 0 {
		u := mat.NewVecDense(p.rest, rest)
		_ = r.chol.SolveVecTo(u, u) // warns of a large condition, where the solution stands
	}
	for k, entries := range p.near {
		x := sums[p.large][k]
		for _, a := range entries {
			x -= r.theta[a.effect] * a.n * rest[a.at]
		}
		out[p.large][k] = t * x / r.d[k]
	}
	for i := range out {
		if i != p.large {
			copy(out[i], rest[p.offset[i]:])
		}
	}
	return out
}

// lost is, for each effect, the trace of its block of I − A⁻¹.
func (r *reduced) lost() []float64 {
	p, t := r.p, r.theta[r.p.large]
	out := make([]float64, len(r.theta))
	var inverse mat.SymDense
	if p.rest > 0 {
		_ = r.chol.InverseTo(&inverse) // likewise
	}
	for i, n := range p.counts {
		if i == p.large {
			continue
		}
		for l := range n {
			out[i] += 1 - inverse.At(p.offset[i]+l, p.offset[i]+l)
		}
	}
	for k, entries := range p.near {
		var through float64 // of BS⁻¹B′, but for t²
		for i, a := range entries {
			f := r.theta[a.effect] * a.n
			through += f * f * inverse.At(a.at, a.at)
			for _, b := range entries[i+1:] {
				through += 2 * f * r.theta[b.effect] * b.n * inverse.At(a.at, b.at)
			}
		}
		out[p.large] += 1 - 1/r.d[k] - t*t*through/(r.d[k]*r.d[k])
	}
	return out
}
