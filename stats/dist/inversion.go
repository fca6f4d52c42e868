package dist

import "math"

// Limits of [SignedSum.MeanInterval].
const (
	bisectWeights  = 24        // real-valued: up to here the ends are found by bisection with exact tails
	exactEndCells  = 1_000_000 // on a lattice: up to this many cells an exact tail the ends are exact
	intervalCells  = 1 << 15   // of the grid for all else
	intervalSaddle = 400       // weights from which the saddlepoint formula is good enough for an end
)

// MeanInterval is the interval of all constants δ that the two-sided test does not reject: those for which the
// differences less δ have a p above alpha, or rather its closure. δ is in score units. It follows from the test by
// inversion, so it holds the true constant difference with probability at least 1 − alpha.
//
// The upper p at δ is the share of subsets of the differences, the empty one counted, whose mean is at most δ, so the
// ends are subset means (Hartigan 1969, typical values). They are found exactly for up to 24 topics, or on a lattice
// coarse enough; else they are solved for on a smooth stand-in of that step function, to about 1e-5 of the width.
//
// ok is false if the interval has no ends, since 2^(1−n) > alpha with all n topics: no δ whatever is rejected.
func (s *SignedSum) MeanInterval(alpha float64) (lo, hi float64, ok bool) {
	n := len(s.signed)
	if n == 0 || math.Ldexp(1, 1-n) > alpha {
		return 0, 0, false
	}
	up := make([]int64, n)
	down := make([]int64, n)
	for t, v := range s.signed {
		up[t], down[t] = v, -v
	}
	lo = s.end(up, alpha/2) * s.unit
	hi = -s.end(down, alpha/2) * s.unit
	return min(lo, hi) + 0, max(lo, hi) + 0, true // + 0: no negative zero
}

// end is the least δ at which the share of subsets of d with a mean of at most δ exceeds level, in units.
func (s *SignedSum) end(d []int64, level float64) float64 {
	least, sum := d[0], int64(0)
	for _, v := range d {
		least = min(least, v)
		sum += v
	}
	n := int64(len(d))
	if sum == least*n { // all equal
		return float64(least)
	}
	lattice := s.step > 0
	few := len(d) <= bisectWeights
	if few && !lattice {
		return bisectEnd(d, float64(least)-1, float64(sum)/float64(n), level)
	}
	guess := solveEnd(d, float64(least), float64(sum)/float64(n), level)
	if lattice && (few || exactEndCost(d) <= exactEndCells) {
		return exactEnd(d, least, sum, guess, level)
	}
	return guess
}

// bisectEnd finds the end between lo and hi, to rounding error.
func bisectEnd(d []int64, lo, hi, level float64) float64 {
	v := make([]float64, len(d))
	for {
		mid := lo + (hi-lo)/2
		if hi-lo <= 1e-13*max(math.Abs(lo), math.Abs(hi)) || mid <= lo || mid >= hi {
			return hi
		}
		shift(v, d, mid)
		r := newRounded(v)
		r.slack = int64(len(r.weights))
		if r.Upper(0).P > level {
			hi = mid
		} else {
			lo = mid
		}
	}
}

// shift is d less delta.
func shift(dst []float64, d []int64, delta float64) {
	for t, v := range d {
		dst[t] = float64(v) - delta
	}
}

// solveEnd solves for the end on a smooth law. The saddlepoint formula gives the shape of the tail as a function of δ,
// and two or three tails on a grid what it is off by.
func solveEnd(d []int64, least, mean, level float64) float64 {
	v := make([]float64, len(d))
	factor := 1.0
	guess := solveSaddle(v, d, least, mean, level)
	for range 4 {
		shift(v, d, guess)
		r := newRounded(v)
		rough := saddleUpper(v)
		factor = smoothUpper(r) / rough
		next := solveSaddle(v, d, least, mean, level/factor)
		done := math.Abs(next-guess) <= 1e-7*(mean-guess)
		guess = next
		if done {
			break
		}
	}
	return guess
}

// smoothUpper is P(S ≥ s) of r, s > 0, without regard to ties.
func smoothUpper(r *SignedSum) float64 {
	m := len(r.weights)
	if m >= intervalSaddle {
		w := floats(r.weights)
		if p, ok := saddlepoint(w, float64(r.total-2*r.observed), 0); ok && saddlepointError(w) < 1e-3 {
			return p
		}
	}
	return onGrid(r.weights, r.total, float64(r.observed), intervalCells*max(1, float64(m)/splitWeights))
}

// solveSaddle is the δ at which saddleUpper is level, by bisection and regula falsi on the logarithm.
func solveSaddle(v []float64, d []int64, least, mean, level float64) float64 {
	f := func(delta float64) float64 {
		shift(v, d, delta)
		return math.Log(saddleUpper(v) / level)
	}
	lo, hi := least, mean
	fLo, fHi := f(lo), math.Log(0.5/level)
	if fLo >= 0 || fHi <= 0 {
		if fHi <= 0 {
			return hi
		}
		return lo
	}
	side := 0
	for range 60 {
		x := lo + (hi-lo)*fLo/(fLo-fHi)
		if !(x > lo && x < hi) || hi-lo <= 1e-9*(mean-least) {
			break
		}
		fx := f(x)
		switch {
		case math.Abs(fx) < 1e-9:
			return x
		case fx < 0:
			lo, fLo = x, fx
			if side == -1 {
				fHi /= 2 // Illinois rule: do not keep one end for ever
			}
			side = -1
		default:
			hi, fHi = x, fx
			if side == 1 {
				fLo /= 2
			}
			side = 1
		}
	}
	return lo + (hi-lo)/2
}

// saddleUpper approximates P(Σ ±v ≥ Σ v), Σ v ≥ 0: ½ near the middle, 2^−n at the end.
func saddleUpper(v []float64) float64 {
	w := make([]float64, 0, len(v))
	x, total := 0.0, 0.0
	for _, a := range v {
		if a != 0 {
			x += a
			a = math.Abs(a)
			total += a
			w = append(w, a)
		}
	}
	least := math.Ldexp(1, -len(w))
	if x >= total {
		return least
	}
	p, ok := saddlepoint(w, x, 0)
	if !ok {
		return 0.5
	}
	return max(p, least)
}

// ratio is a rational number, den > 0.
type ratio struct{ num, den int64 }

func (r ratio) less(o ratio) bool { return r.num*o.den < o.num*r.den }

func (r ratio) float() float64 { return float64(r.num) / float64(r.den) }

// exactEndCost bounds the cells that an exact tail of d less a subset mean passes over.
func exactEndCost(d []int64) float64 {
	least, most := d[0], d[0]
	for _, v := range d {
		least, most = min(least, v), max(most, v)
	}
	n := float64(len(d))
	return n * n * n / 8 * float64(most-least)
}

// exactEnd is the end as the subset mean that it is, on a lattice. Subset means are fractions with denominators up to
// n; it closes in on the first whose exact tail exceeds level, starting around guess.
func exactEnd(d []int64, least, sum int64, guess, level float64) float64 {
	n := int64(len(d))
	above := func(r ratio) bool { return exactUpper(d, r) > level }
	lo, hi := ratio{least - 1, 1}, ratio{sum, n}
	for reach := int64(1); ; reach *= 4 { // bracket the end between n-ths near the guess
		r := ratio{int64(math.Floor(guess*float64(n))) - reach, n}
		if !lo.less(r) {
			break
		}
		if !above(r) {
			lo = r
			break
		}
		hi = r
	}
	for reach := int64(1); ; reach *= 4 {
		r := ratio{int64(math.Ceil(guess*float64(n))) + reach, n}
		if !r.less(hi) {
			break
		}
		if above(r) {
			hi = r
			break
		}
		lo = r
	}
	for {
		mid, ok := between(lo, hi, n)
		if !ok {
			return hi.float()
		}
		if above(mid) {
			hi = mid
		} else {
			lo = mid
		}
	}
}

// between is the fraction strictly between lo and hi with a denominator of at most n that is nearest to the middle.
func between(lo, hi ratio, n int64) (best ratio, ok bool) {
	middle := (lo.float() + hi.float()) / 2
	gap := math.Inf(1)
	for den := int64(1); den <= n; den++ {
		r := ratio{int64(math.RoundToEven(middle * float64(den))), den}
		if g := math.Abs(r.float() - middle); g < gap && lo.less(r) && r.less(hi) {
			best, gap, ok = r, g, true
		}
	}
	return best, ok
}

// exactUpper is the share of subsets of d with a mean of at most r.
func exactUpper(d []int64, r ratio) float64 {
	v := make([]int64, len(d))
	for t, a := range d {
		v[t] = a*r.den - r.num
	}
	s := newIntegers(v)
	s.step = 1
	return s.Upper(0).P
}
