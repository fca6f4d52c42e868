package dist

import (
	"math"
	"slices"
)

// SignedSum is the law of S = Σ ±d with one fair, independent sign a difference: what the paired randomization test
// compares the observed sum of differences with (all 2^n ways to swap the two scores of a topic are equally likely).
// With ranks as weights it is the law of Wilcoxon's statistic, with ones that of the sign test. Build one with
// [NewSignedSum] or [NewIntegerSum]; it does not change after that.
//
// Inside, S = total − 2W, where W is the sum of a random subset of the |d|, in integer units.
type SignedSum struct {
	signed   []int64 // the differences in units, zeros included, in the order given
	weights  []int64 // the |d| that are not 0, ascending
	total    int64   // of the weights
	observed int64   // W as observed: the total of the weights of negative differences
	num, den int64   // on a lattice: a unit is num/den in score units; den is 0 if there is none
	step     float64 // of the lattice of the scores, 1/den; 0 if they are on none
	unit     float64 // on no lattice: of the weights, in score units
	sum      float64 // on no lattice: of the differences, in score units
	slack    int64   // units by which sums may differ that are equal in truth; 0 on a lattice
	tied     bool    // on no lattice, yet sums may tie: the scores are fractions, or differences repeat

	ranks     bool // the integers are ranks or signs: see NewRankSum
	fractions bool // on no lattice, but all scores are simple fractions, such as reciprocal ranks
}

// realBits is the precision, in bits below the largest difference, to which real-valued differences are rounded: so
// equal decimals tie whatever they were computed from.
const realBits = 44

// NewSignedSum is the law of the sum of x[t] − y[t] under random signs. Differences of scores that are the same are 0
// (see [Tolerance]). It looks for the lattice that the scores lie on, from their values alone: each is read as a
// fraction, to 4 units in the last place, and if the least common multiple of the denominators is at most 10^7, all
// else is done in integers, so sums tie exactly as they do in decimal. Other differences are rounded to 2^-44 of the
// largest, or to 2^-50 of the largest score if that is more, since differences are no better than the scores they come
// from; sums within m of these units, m the number of differences that are not 0, count as equal.
//
// It panics if x and y have different lengths, or a score is not finite.
func NewSignedSum(x, y []float64) *SignedSum {
	checkScores(x, y)
	tolerance := NewTolerance(x, y)
	d, den, fractions := latticeDifferences(x, y, tolerance)
	if den == 0 {
		return newRealSum(x, y, tolerance, fractions)
	}
	return newIntegers(d, den)
}

// NewIntegerSum is the law of the sum of the integers d under random signs; their own signs are the observed ones. It
// panics if the sum of the |d| is 2^62 or more.
func NewIntegerSum(d []int64) *SignedSum {
	total := int64(0)
	for _, v := range d {
		if v == math.MinInt64 || max(v, -v) >= maxUnits-total {
			panic("dist: sum of weights is 2^62 or more")
		}
		total += max(v, -v)
	}
	return newIntegers(slices.Clone(d), 1)
}

// newIntegers keeps d, differences in multiples of 1/den, divided by its greatest common divisor.
func newIntegers(d []int64, den int64) *SignedSum {
	common := int64(0)
	for _, v := range d {
		common = gcd(common, max(v, -v))
	}
	common = max(common, 1)
	for t := range d {
		d[t] /= common
	}
	s := &SignedSum{signed: d, num: common, den: den, step: 1 / float64(den)}
	s.prepare()
	return s
}

// newRealSum rounds differences that are on no lattice.
func newRealSum(x, y []float64, tolerance Tolerance, fractions bool) *SignedSum {
	d := make([]float64, len(x))
	for t := range x {
		if !tolerance.Same(x[t], y[t]) {
			d[t] = x[t]/2 - y[t]/2 // cannot overflow
		}
	}
	s := newRounded(d, tolerance.floor/2)
	s.unit *= 2
	s.sum = compensatedSum(x, y, tolerance)
	s.slack = int64(len(s.weights))
	distinct := len(slices.Compact(slices.Clone(s.weights)))
	s.fractions = fractions
	s.tied = fractions || 5*distinct < 4*len(s.weights)
	return s
}

// newRounded rounds d to units of realBits below its largest value, fewer bits if the sum could overflow, but not finer
// than least. What is not 0 stays at least one unit.
func newRounded(d []float64, least float64) *SignedSum {
	largest := 0.0
	for _, v := range d {
		largest = max(largest, math.Abs(v))
	}
	bits := realBits
	for n := len(d); n >= 1<<16; n >>= 1 {
		bits--
	}
	s := &SignedSum{signed: make([]int64, len(d))}
	if largest > 0 {
		units := math.Ldexp(1, bits) // the largest value in units
		if least > 0 {
			units = min(units, largest/least)
		}
		s.unit = largest / units
		for t, v := range d {
			s.signed[t] = int64(math.RoundToEven(v / largest * units))
			if s.signed[t] == 0 && v != 0 {
				s.signed[t] = int64(math.Copysign(1, v))
			}
		}
	}
	s.prepare()
	return s
}

// compensatedSum is Σ x − Σ y over the topics whose scores are not the same, by Neumaier's method, so that the order of
// the topics does not show. A sum that the noise of so many scores can make up is 0.
func compensatedSum(x, y []float64, tolerance Tolerance) float64 {
	sum, lost, noise := 0.0, 0.0, 0.0
	add := func(v float64) {
		next := sum + v
		if math.Abs(sum) >= math.Abs(v) {
			lost += sum - next + v
		} else {
			lost += v - next + sum
		}
		sum = next
	}
	for t := range x {
		if !tolerance.Same(x[t], y[t]) {
			add(x[t])
			add(-y[t])
			noise += tolerance.floor
		}
	}
	if math.Abs(sum+lost) <= noise {
		return 0
	}
	return sum + lost
}

// prepare fills in what follows from signed.
func (s *SignedSum) prepare() {
	s.weights = make([]int64, 0, len(s.signed))
	for _, v := range s.signed {
		if v < 0 {
			s.observed -= v
			v = -v
		}
		if v > 0 {
			s.weights = append(s.weights, v)
			s.total += v
		}
	}
	slices.Sort(s.weights)
}

// Step is the step of the lattice that the scores lie on: they are multiples of it, and it is 1 over an integer of at
// most 10^7. It is 0 if the scores are on no such lattice. It is that of the scores, not of their differences, and
// 1 for [NewIntegerSum].
func (s *SignedSum) Step() float64 { return s.step }

// NonZero is the number of differences that are not 0, which all that is here depends on.
func (s *SignedSum) NonZero() int { return len(s.weights) }

// Sum is the observed sum of the differences, in score units, without the rounding errors of floating-point sums
// where the scores are on a lattice.
func (s *SignedSum) Sum() float64 { return s.mean(1) }

// Mean is the observed mean of the differences, zeros included, in score units: on a lattice the double nearest to it.
func (s *SignedSum) Mean() float64 { return s.mean(len(s.signed)) }

func (s *SignedSum) mean(n int) float64 {
	if s.den > 0 {
		return meanOf((s.total-2*s.observed)*s.num, s.den, n)
	}
	return s.sum / float64(max(n, 1))
}

// TwoSided is P(|S| ≥ |s|), s the observed sum: the two-sided p of the randomization test, at least 2^(1−m). Where the
// law cannot be counted, [Tail.Lo] and [Tail.Hi] are narrowed until alpha lies outside, if that can be done; 0 leaves
// the side of alpha open.
func (s *SignedSum) TwoSided(alpha float64) Tail {
	k := min(s.observed, s.total-s.observed) + s.slack
	if 2*k >= s.total {
		return certain
	}
	t := s.lower(k, alpha/2)
	t.P, t.Lo, t.Hi = min(2*t.P, 1), 2*t.Lo, min(2*t.Hi, 1)
	if t.Bits > 0 {
		t.Bits--
	}
	return t
}

// Upper is P(S ≥ s): the one-sided p for a positive mean difference. alpha is as in [SignedSum.TwoSided].
func (s *SignedSum) Upper(alpha float64) Tail { return s.atMost(s.observed+s.slack, alpha) }

// Lower is P(S ≤ s): the one-sided p for a negative mean difference. alpha is as in [SignedSum.TwoSided].
func (s *SignedSum) Lower(alpha float64) Tail { return s.atMost(s.total-s.observed+s.slack, alpha) }

// atMost is P(W ≤ k).
func (s *SignedSum) atMost(k int64, alpha float64) Tail {
	if k >= s.total {
		return certain
	}
	if 2*k < s.total {
		return s.lower(k, alpha)
	}
	t := s.lower(s.total-k-1, 1-alpha) // W and total − W have one law
	t.P, t.Lo, t.Hi = 1-t.P, 1-t.Hi, 1-t.Lo
	if t.Bits > 0 {
		t.Count = 1<<t.Bits - t.Count
	}
	return t
}
