package dist

import (
	"cmp"
	"math"
	"slices"

	vector "gonum.org/v1/gonum/floats"
)

// pairedHalves is the law of S from those of the sums of the first and of the last half of the draws. All terms are
// positive, so relative precision holds however small a probability is.
type pairedHalves struct{ x, y drawSums }

// drawSums is a law, its points ascending.
type drawSums struct {
	at     []int64
	weight []float64
	below  []float64 // the sum of the weights up to and with a point
	above  []float64 // from and with a point on
}

func (h *pairedHalves) exact() bool { return true }

func (h *pairedHalves) lower(c int64) approximation {
	p, j := 0.0, len(h.y.at)-1
	for i, x := range h.x.at {
		for j >= 0 && h.y.at[j] > c-x {
			j--
		}
		if j < 0 {
			break
		}
		p += h.x.weight[i] * h.y.below[j]
	}
	return approximation{p: min(p, 1)}
}

func (h *pairedHalves) upper(c int64) approximation {
	p, j := 0.0, 0
	for i := len(h.x.at) - 1; i >= 0; i-- {
		for j < len(h.y.at) && h.y.at[j] < c-h.x.at[i] {
			j++
		}
		if j == len(h.y.at) {
			break
		}
		p += h.x.weight[i] * h.y.above[j]
	}
	return approximation{p: min(p, 1)}
}

func (h *pairedHalves) lowerReaches(c int64, p float64) bool { return h.lower(c).p >= p }
func (h *pairedHalves) upperReaches(c int64, p float64) bool { return h.upper(c).p >= p }

// cumulate fills in below and above.
func (s *drawSums) cumulate() {
	s.below, s.above = make([]float64, len(s.at)), make([]float64, len(s.at))
	vector.CumSum(s.below, s.weight)
	total := 0.0
	for j := len(s.at) - 1; j >= 0; j-- {
		total += s.weight[j]
		s.above[j] = total
	}
}

// cells is what counting sums up to limit costs, in steps of the inner loop.
func (d oneDraw) cells(limit int64) float64 {
	most, cost := float64(d.greatest()), 0.0
	for i := range d.n - d.n/2 {
		cost += min(float64(i)*most, float64(limit)) + 1
	}
	return cost * float64(len(d.value))
}

// counted is the law of S as far as limit, by counting all sums of half the draws on the lattice.
func (d oneDraw) counted(limit int64) *pairedHalves {
	small, f := d.n/2, []float64{1}
	h := &pairedHalves{}
	for i := range d.n - small + 1 {
		if i == small {
			h.x = atoms(f)
		}
		if i == d.n-small {
			h.y = atoms(f)
			break
		}
		f = d.convolved(f, limit)
	}
	return h
}

// convolved is the law of one draw more than f's, as far as limit.
func (d oneDraw) convolved(f []float64, limit int64) []float64 {
	g := make([]float64, min(int64(len(f))+d.greatest(), limit+1))
	for j, v := range d.value {
		if room := int64(len(g)) - v; room > 0 {
			part := f[:min(int64(len(f)), room)]
			vector.AddScaled(g[v:v+int64(len(part))], d.weight[j], part)
		}
	}
	return g
}

// atoms are the points of a law on a lattice that have a weight.
func atoms(f []float64) drawSums {
	var s drawSums
	for c, w := range f {
		if w > 0 {
			s.at = append(s.at, int64(c))
			s.weight = append(s.weight, w)
		}
	}
	s.cumulate()
	return s
}

// ways is the number of ways to choose half the draws, rounded up, without regard to order.
func (d oneDraw) ways() float64 {
	half, kinds := float64(d.n-d.n/2), float64(len(d.value))
	return math.Round(math.Exp(lgamma(half+kinds) - lgamma(half+1) - lgamma(kinds)))
}

// listed is the law of S from lists of the sums of half the draws.
func (d oneDraw) listed() *pairedHalves {
	h := &pairedHalves{x: d.list(d.n / 2)}
	h.y = h.x
	if d.n%2 == 1 {
		h.y = d.list(d.n - d.n/2)
	}
	return h
}

// list is the law of the sum of some draws, from all ways to choose them without regard to order.
func (d oneDraw) list(draws int) drawSums {
	type atom struct {
		at     int64
		weight float64
	}
	var all []atom
	var choose func(j, left int, at int64, weight float64)
	choose = func(j, left int, at int64, weight float64) {
		if left == 0 || j == len(d.value)-1 {
			for i := range left { // all that are left have the last value
				weight *= d.weight[j] * float64(draws-left+i+1) / float64(i+1)
			}
			all = append(all, atom{at + int64(left)*d.value[j], weight})
			return
		}
		for k := 0; ; k++ { // k of them have value j
			choose(j+1, left-k, at+int64(k)*d.value[j], weight)
			if k == left {
				return
			}
			weight *= d.weight[j] * float64(draws-left+k+1) / float64(k+1)
		}
	}
	choose(0, draws, 0, 1)
	slices.SortFunc(all, func(a, b atom) int { return cmp.Compare(a.at, b.at) })
	var s drawSums
	for i, a := range all {
		if i == 0 || a.at != all[i-1].at {
			s.at = append(s.at, a.at)
			s.weight = append(s.weight, 0)
		}
		s.weight[len(s.weight)-1] += a.weight
	}
	s.cumulate()
	return s
}
