package dist

import (
	"math"
	"slices"
)

// Limits of [SignedSum.MeanInterval].
const (
	bisectWeights  = 24      // up to here the ends are found by bisection with exact tails
	intervalCells  = 1 << 15 // of the grid for all else
	intervalWork   = 1 << 27 // cells times weights of the grid, if that is more than intervalCells allow: 0.1 s
	intervalSaddle = 400     // weights from which the saddlepoint formula is good enough for an end

	endNoise          = 1e-12 // how far from a simple number an end may come out that is one, as a share of the width
	simpleDenominator = 1000
)

// MeanInterval is the interval of all constants δ that the two-sided test does not reject: those for which the
// differences less δ have a p above alpha, or rather its closure. δ is in score units. It follows from the test by
// inversion, so it holds the true constant difference with probability at least 1 − alpha.
//
// The upper p at δ is the share of subsets of the differences, the empty one counted, whose mean is at most δ, so the
// ends are subset means (Hartigan 1969, typical values). They are found exactly on a lattice that is coarse for the
// number of topics (hundredths of 100 topics, thousandths of 50), and to twelve digits for up to 24 topics, or any number
// of which all but some seventeen differ by the same, or by nothing. Else they are solved for on a smooth stand-in of that
// step function, to about 1e-4 of the width.
//
// ok is false if the interval has no ends, since 2^(1−n) > alpha with all n topics: no δ whatever is rejected.
func (s *SignedSum) MeanInterval(alpha float64) (lo, hi float64, ok bool) {
	n := len(s.signed)
	if n == 0 || math.Ldexp(1, 1-n) > alpha {
		return 0, 0, false
	}
	up, down := s.ends(alpha / 2)
	lo, hi = s.inScores(up), -s.inScores(down)
	lo, hi = min(lo, hi), max(lo, hi)
	width := hi - lo
	return s.clean(lo, width), s.clean(hi, width), true
}

// clean takes rounding noise from an end of an interval of the given width: about 0, and about simple fractions where
// the scores are fractions. There is no negative zero.
func (s *SignedSum) clean(end, width float64) float64 {
	noise := endNoise * width
	if math.Abs(end) < noise {
		return 0
	}
	if s.fractions {
		if num, den, ok := fraction(math.Abs(end), noise, simpleDenominator); ok {
			return math.Copysign(num/den, end)
		}
	}
	return end
}

// point is a δ in units, num/den: a subset mean, where that is known.
type point struct{ num, den float64 }

// inScores is p in score units, by one division on a lattice.
func (s *SignedSum) inScores(p point) float64 {
	if s.den > 0 {
		return p.num * float64(s.num) / (p.den * float64(s.den))
	}
	return p.num / p.den * s.unit
}

// ends are the least δ at which the share of subsets with a mean of at most δ exceeds level, of the differences and of
// the differences with their signs turned.
func (s *SignedSum) ends(level float64) (up, down point) {
	groups := groupsOf(s.signed)
	if len(groups) == 1 {
		v := float64(groups[0].value)
		return point{v, 1}, point{-v, 1}
	}
	least, most := float64(slices.Min(s.signed)), float64(slices.Max(s.signed))
	mean := float64(s.total-2*s.observed) / float64(len(s.signed))
	if s.den > 0 && tableFits(groups, len(s.signed), level) {
		table := newMeanTable(groups, level)
		turned := table.mirrored()
		table.cumulate()
		turned.cumulate()
		return table.end(least-1, mean, level), turned.end(-most-1, -mean, level)
	}
	turned := make([]int64, len(s.signed))
	for t, v := range s.signed {
		turned[t] = -v
	}
	if upper := s.exactUpper(groups, s.signed); upper != nil {
		n := float64(len(s.signed))
		gap := 1 / (4 * n * n) // subset means on a lattice are at least 1/n² apart
		lo := bisectEnd(upper, least-1, mean, level, gap)
		hi := bisectEnd(s.exactUpper(mirrored(groups), turned), -most-1, -mean, level, gap)
		return s.subsetMean(lo, gap), s.subsetMean(hi, gap)
	}
	lo, hi := solveEnd(s.signed, least, mean, level), solveEnd(turned, -most, -mean, level)
	return s.subsetMean(lo, solved*(mean-least)), s.subsetMean(hi, solved*(most-mean))
}

// subsetMean is the simplest fraction that a subset mean can be, on a lattice, within tolerance of v; v itself if there
// is none. Where many sums tie at one δ the smooth law jumps there too, and the solver closes in on it.
func (s *SignedSum) subsetMean(v, tolerance float64) point {
	if s.den > 0 {
		if num, den, ok := fraction(math.Abs(v), tolerance, float64(len(s.signed))); ok {
			return point{math.Copysign(num, v), den}
		}
	}
	return point{v, 1}
}

// exactUpper gives the share of subsets of d, whose values groups counts, with a mean of at most δ as a function of δ, if
// that can be had exactly; else nil.
func (s *SignedSum) exactUpper(groups []group, d []int64) func(delta float64) float64 {
	noise := 0.0
	if s.den == 0 {
		noise = float64(len(d)) // of the rounding to units
	}
	if f, ok := newFewSums(groups, noise); ok {
		return f.upper
	}
	if len(d) > bisectWeights {
		return nil
	}
	v := make([]float64, len(d))
	return func(delta float64) float64 {
		shift(v, d, delta)
		r := newRounded(v, 0)
		r.slack = int64(len(r.weights))
		return r.Upper(0).P
	}
}

// bisectEnd finds the δ between lo and hi at which upper comes to exceed level, to half of gap or to rounding error.
func bisectEnd(upper func(delta float64) float64, lo, hi, level, gap float64) float64 {
	for {
		mid := lo + (hi-lo)/2
		if hi-lo <= max(1e-13*max(math.Abs(lo), math.Abs(hi)), gap/2) || mid <= lo || mid >= hi {
			return hi
		}
		if upper(mid) > level {
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
// and two or three better tails what it is off by. All is done in logarithms: with a thousand topics and more the tails
// on the way, 2^-n at the least, are below the smallest double.
func solveEnd(d []int64, least, mean, level float64) float64 {
	v := make([]float64, len(d))
	want := math.Log(level)
	guess := solveSaddle(v, d, least, mean, want)
	for range 4 {
		shift(v, d, guess)
		off := logSmoothUpper(v) - logSaddleUpper(v)
		next := solveSaddle(v, d, least, mean, want-off)
		done := math.Abs(next-guess) <= 1e-7*(mean-guess)
		guess = next
		if done {
			break
		}
	}
	return guess
}

// logSmoothUpper is log P(Σ ±v ≥ Σ v), Σ v > 0, without regard to ties.
func logSmoothUpper(v []float64) float64 {
	r := newRounded(v, 0)
	m := float64(len(r.weights))
	if len(r.weights) >= intervalSaddle {
		w := floats(r.weights)
		if log, ok := logSaddlepoint(w, float64(r.total-2*r.observed), 0); ok && saddlepointError(w) < 1e-3 {
			return log
		}
	}
	cells := intervalCells * max(1, m/splitWeights)
	cells = min(cells, max(intervalCells, intervalWork/m))
	return math.Log(max(onGrid(r.weights, r.total, float64(r.observed), cells), math.SmallestNonzeroFloat64))
}

// solved is how near an end is solved for on the smooth law, as a share of the way from the least difference to the mean.
const solved = 1e-9

// solveSaddle is the δ at which the logarithm of the saddlepoint's tail is want, by regula falsi on its square root,
// which is nearly linear in δ, as a normal deviate is.
func solveSaddle(v []float64, d []int64, least, mean, want float64) float64 {
	deviate := func(log float64) float64 { return -math.Sqrt(-2 * min(log, 0)) }
	f := func(delta float64) float64 {
		shift(v, d, delta)
		return deviate(logSaddleUpper(v)) - deviate(want)
	}
	lo, hi := least, mean
	fLo, fHi := f(lo), deviate(math.Log(0.5))-deviate(want)
	if fLo >= 0 || fHi <= 0 {
		if fHi <= 0 {
			return hi
		}
		return lo
	}
	side := 0
	for range 100 {
		x := lo + (hi-lo)*fLo/(fLo-fHi)
		if !(x > lo && x < hi) || hi-lo <= solved*(mean-least) {
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

// logSaddleUpper approximates log P(Σ ±v ≥ Σ v), Σ v ≥ 0: about log ½ in the middle, −n log 2 at the end.
func logSaddleUpper(v []float64) float64 {
	w := make([]float64, 0, len(v))
	x, total, squares := 0.0, 0.0, 0.0
	for _, a := range v {
		if a != 0 {
			x += a
			a = math.Abs(a)
			total += a
			squares += a * a
			w = append(w, a)
		}
	}
	least := -float64(len(w)) * math.Ln2
	if x >= total {
		return least
	}
	if log, ok := logSaddlepoint(w, x, 0); ok {
		return max(log, least)
	}
	z := x / math.Sqrt(squares) // near the middle the normal law is good enough
	return max(logNormalDensity(z)+math.Log(mills(max(z, 0))), least)
}
