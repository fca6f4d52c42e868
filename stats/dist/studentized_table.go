package dist

import "math"

// RangeTable holds P(Q > q) of one studentized range for many q: as log P interpolated between Chebyshev points, piece by
// piece. It is safe for concurrent use.
type RangeTable struct {
	direct StudentizedRange
	qmin   float64
	pieces []rangePiece // adjoining, rising
}

// rangePiece is log P on an interval, a Chebyshev series in the place within it.
type rangePiece struct {
	lo, hi float64
	series []float64
}

const (
	pieceDegree    = 16
	pieceTolerance = 1e-10 // of log P, where interpolation was checked
)

// Table prepares the values of SF between qmin and qmax, 0 ≤ qmin ≤ qmax; outside, the table computes them anew. It
// panics if the bounds are out of order or not finite, Groups is less than 2 or DF is not positive.
func (r StudentizedRange) Table(qmin, qmax float64) *RangeTable {
	w := newNormalRange(r.check())
	if !(0 <= qmin && qmin <= qmax) || math.IsInf(qmax, 1) {
		panic("dist: bounds of a table out of order")
	}
	t := &RangeTable{direct: r, qmin: qmin}
	logSF := func(q float64) float64 { return math.Log(r.sf(w, q)) }
	for lo, hi := qmin, qmax; lo < qmax; {
		p := newRangePiece(lo, hi, logSF)
		if !p.isRight(logSF) && hi-lo > 1e-3*hi {
			hi = lo + (hi-lo)/2
			continue
		}
		t.pieces = append(t.pieces, p)
		lo, hi = hi, min(qmax, hi+1.5*(hi-lo))
	}
	return t
}

// SF is P(Q > q) of the law that the table was made for, to a relative 1e−9.
func (t *RangeTable) SF(q float64) float64 {
	if q >= t.qmin {
		for i := range t.pieces {
			if p := &t.pieces[i]; q <= p.hi {
				return math.Exp(min(0, p.at(q)))
			}
		}
	}
	return t.direct.SF(q)
}

func newRangePiece(lo, hi float64, f func(q float64) float64) rangePiece {
	const n = pieceDegree + 1
	var values [n]float64
	for i := range values {
		values[i] = f(lo + (hi-lo)*(1+math.Cos(math.Pi*(float64(i)+0.5)/n))/2)
	}
	series := make([]float64, n)
	for j := range series {
		for i, v := range values {
			series[j] += 2.0 / n * v * math.Cos(math.Pi*float64(j)*(float64(i)+0.5)/n)
		}
	}
	series[0] /= 2
	return rangePiece{lo: lo, hi: hi, series: series}
}

// isRight compares with f at the ends, where interpolation is worst, and in the middle.
func (p rangePiece) isRight(f func(q float64) float64) bool {
	for _, q := range [3]float64{p.lo, p.lo + (p.hi-p.lo)*0.45, p.hi} {
		if !(math.Abs(p.at(q)-f(q)) <= pieceTolerance) {
			return false
		}
	}
	return true
}

// at is Clenshaw's sum.
func (p rangePiece) at(q float64) float64 {
	x := (2*q - p.lo - p.hi) / (p.hi - p.lo)
	var b, c float64
	for j := len(p.series) - 1; j > 0; j-- {
		b, c = 2*x*b-c+p.series[j], b
	}
	return x*b - c + p.series[0]
}
