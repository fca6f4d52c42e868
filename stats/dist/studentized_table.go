package dist

import (
	"fmt"
	"math"
	"sort"
)

// RangeTable holds P(Q > q) of one studentized range for many q, which then costs some 50 ns a value. It is safe for
// concurrent use.
type RangeTable struct {
	law   StudentizedRange
	logSF pieces
}

// Table prepares the values of SF for q from qmin to qmax, 0 ≤ qmin ≤ qmax, at the cost of about 30 single ones. It
// panics if the bounds are out of order or not finite, Groups is less than 2 or DF is not positive.
//
// It is made in two steps: log P(W > w) of the range with known deviation is interpolated first, then log P(Q > q).
func (r StudentizedRange) Table(qmin, qmax float64) *RangeTable {
	w := newNormalRange(r.check())
	if !(0 <= qmin && qmin <= qmax) || math.IsInf(qmax, 1) {
		panic(fmt.Sprintf("dist: table from %g to %g, want finite bounds in order", qmin, qmax))
	}
	t := &RangeTable{law: r}
	if math.IsInf(r.DF, 1) {
		t.logSF = tabulate(qmin, qmax, tableTolerance, func(q float64) float64 { return math.Log(w.sf(q)) })
		return t
	}
	known := tabulate(0, w.last(), tableTolerance/10, func(v float64) float64 { return math.Log(w.sf(v)) })
	sf := func(v float64) float64 {
		if log, ok := known.at(v); ok {
			return math.Exp(min(0, log))
		}
		return w.sf(v)
	}
	t.logSF = tabulate(qmin, qmax, tableTolerance, func(q float64) float64 { return math.Log(r.over(w, q, sf)) })
	return t
}

// tableTolerance is the relative error of interpolated values where it is checked; between, it is a little larger.
const tableTolerance = 1e-10

// SF is P(Q > q) of the law that the table was made for, with a relative error of at most 1e−9. Outside the bounds of
// the table it is that of [StudentizedRange.SF].
func (t *RangeTable) SF(q float64) float64 {
	if log, ok := t.logSF.at(q); ok {
		return math.Exp(min(0, log))
	}
	return t.law.SF(q)
}

// pieces are a function as Chebyshev series on adjoining intervals, rising.
type pieces []piece

// piece is a function between lo and hi, a Chebyshev series in the place between them.
type piece struct {
	lo, hi float64
	series [pieceTerms]float64
}

const pieceTerms = 17

// tabulate makes pieces for f from lo to hi, as wide as the absolute tolerance allows; it ends earlier where f ceases to
// be finite.
func tabulate(lo, hi, tolerance float64, f func(x float64) float64) pieces {
	var made pieces
	for end := hi; lo < hi; {
		p := newPiece(lo, end, f)
		if !p.isNear(f, tolerance) {
			if end = lo + (end-lo)/2; end-lo <= max(1e-4*lo, 1e-20*hi) {
				break
			}
			continue
		}
		made = append(made, p)
		lo, end = end, min(hi, end+1.5*(end-lo))
	}
	return made
}

// newPiece interpolates f in the zeros of the Chebyshev polynomial.
func newPiece(lo, hi float64, f func(x float64) float64) piece {
	p := piece{lo: lo, hi: hi}
	for i := range pieceTerms {
		angle := math.Pi * (float64(i) + 0.5) / pieceTerms
		v := 2.0 / pieceTerms * f(lo+(hi-lo)*(1+math.Cos(angle))/2)
		for j := range p.series {
			p.series[j] += v * math.Cos(float64(j)*angle)
		}
	}
	p.series[0] /= 2
	return p
}

// isNear compares with f at the ends, where interpolation is worst, and between.
func (p *piece) isNear(f func(x float64) float64, tolerance float64) bool {
	for _, at := range [...]float64{0, 0.45, 1} {
		x := p.lo + (p.hi-p.lo)*at
		if !(math.Abs(p.at(x)-f(x)) <= tolerance) {
			return false
		}
	}
	return true
}

// at is Clenshaw's sum.
func (p *piece) at(x float64) float64 {
	v := (2*x - p.lo - p.hi) / (p.hi - p.lo)
	var b, c float64
	for j := pieceTerms - 1; j > 0; j-- {
		b, c = 2*v*b-c+p.series[j], b
	}
	return v*b - c + p.series[0]
}

// at is the function at x, if there is a piece for x.
func (ps pieces) at(x float64) (value float64, ok bool) {
	i := sort.Search(len(ps), func(i int) bool { return x <= ps[i].hi })
	if i == len(ps) || !(x >= ps[i].lo) {
		return 0, false
	}
	return ps[i].at(x), true
}
