package dist

import (
	"math"
	"math/cmplx"

	dsp "gonum.org/v1/gonum/dsp/fourier"
)

// spectrum is φ(ω)^n, times a factor, at the nodes of the trapezoidal rule with a period.
type spectrum struct {
	period float64
	omega  []float64
	node   []complex128
	bound  float64 // of what the nodes left out could add to the sum over the period, if the scan was whole
	guess  float64 // of what they do add
}

// maxNodeWork bounds nodes times values: 6 ms.
const maxNodeWork = 400_000

// spectrum computes the nodes (k+offset)·2π/period, up to where the rest can add no more than bearable, or would be too
// much work. The size of factor must fall with ω.
func (d oneDraw) spectrum(onLattice bool, period, offset, bearable float64, factor func(omega float64) complex128) spectrum {
	scan := d.scan(onLattice)
	s := spectrum{period: period}
	furthest := maxNodeWork / float64(len(d.value)) * 2 * math.Pi / period
	nodes := scan.width*period/(2*math.Pi) + 1 // in one cell
	unseen := scan.mean(d.n)
	cut, squares := len(scan.level), 0.0
	for ; cut > 1; cut-- {
		from := scan.width * float64(cut-1)
		more := nodes / period * scan.power(cut-1, d.n) * cmplx.Abs(factor(from))
		if s.bound+more > max(bearable, unseen) && from < furthest {
			break
		}
		s.bound += more
		squares += more * more
	}
	s.guess = 1.5*math.Sqrt(squares) + unseen
	if !scan.whole {
		s.bound = math.Inf(1)
	}
	end := min(scan.width*float64(cut), math.Pi)
	for k := 0; ; k++ {
		omega := (float64(k) + offset) * 2 * math.Pi / period
		if omega > end {
			return s
		}
		s.omega = append(s.omega, omega)
		s.node = append(s.node, d.power(omega)*factor(omega))
	}
}

// power is E exp(iω·(v − mean)), to the n.
func (d oneDraw) power(omega float64) complex128 {
	re, im := 0.0, 0.0
	for j, u := range d.at {
		sin, cos := math.Sincos(omega * u)
		re += d.weight[j] * cos
		im += d.weight[j] * sin
	}
	size := math.Exp(float64(d.n) / 2 * math.Log(re*re+im*im))
	sin, cos := math.Sincos(float64(d.n) * math.Atan2(im, re))
	return complex(size*cos, size*sin)
}

// scan bounds |φ|² on cells of equal width, from 0 on.
type scan struct {
	width float64
	level []float64
	whole bool // they reach as far as there are frequencies
}

// Cells of a scan over 2π.
const (
	cellsPerSD = 8       // with that many cells to a standard deviation, |φ|² rises between samples by at most .16
	coarseScan = 1 << 13 // on no lattice: as far as three thousand times 1/sd, 0.4 ms
	finestScan = 1 << 16 // 5 ms
)

// scan takes |φ|² at the ends of the cells from a Fourier transform of the weights. Its second derivative is at most
// twice the variance, so between two samples a width apart it rises above them by at most width²·variance/4. On no
// lattice, or one too fine, values are rounded to one that is coarser, and nothing is bounded, only estimated.
func (d oneDraw) scan(onLattice bool) scan {
	size, step := 64, 1.0
	for onLattice && float64(size) < cellsPerSD*d.sd && size <= finestScan {
		size *= 2
	}
	whole := onLattice && size <= finestScan
	if !whole {
		size = coarseScan
		step = max(cellsPerSD*d.sd/coarseScan, 1)
	}
	weights := make([]float64, size)
	centre := float64(d.greatest()+d.value[0]) / 2 // so that the mirrored law is rounded alike
	if whole {
		centre = 0
	}
	for j, v := range d.value {
		weights[int(math.Round((float64(v)-centre)/step))&(size-1)] += d.weight[j]
	}
	s := scan{width: 2 * math.Pi / float64(size) / step, level: make([]float64, size/2), whole: whole}
	rise := s.width * s.width * d.sd * d.sd / 4
	samples := dsp.NewFFT(size).Coefficients(nil, weights)
	square := func(c complex128) float64 { return real(c)*real(c) + imag(c)*imag(c) }
	for j := range s.level {
		s.level[j] = min(max(square(samples[j]), square(samples[j+1]))+rise, 1)
	}
	return s
}

// power bounds |φ|^n in a cell.
func (s scan) power(cell, n int) float64 { return math.Pow(s.level[cell], float64(n)/2) }

// mean is the mean of |φ|^n over the upper half of the cells. Over all frequencies it bounds the probability of any one
// sum.
func (s scan) mean(n int) float64 {
	sum, half := 0.0, len(s.level)/2
	for cell := half; cell < len(s.level); cell++ {
		sum += s.power(cell, n)
	}
	return sum / float64(len(s.level)-half)
}
