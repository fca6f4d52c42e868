package dist

import (
	"fmt"
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
	unit     float64 // of the weights, in score units
	sum      float64 // of the differences, in score units
	slack    int64   // units by which sums may differ that are equal in truth; 0 on a lattice
	step     float64 // of the lattice of the scores; 0 if they are on none
	tied     bool    // on no lattice, yet sums may tie: the scores are fractions, or differences repeat
}

// realBits is the precision, in bits below the largest difference, to which real-valued differences are rounded: so
// equal decimals tie whatever they were computed from.
const realBits = 44

// NewSignedSum is the law of the sum of x[t] − y[t] under random signs. It looks for the lattice that the scores lie
// on, from their values alone: each is read as a fraction, to 4 units in the last place, and if the least common
// multiple of the denominators is at most 10^7, all else is done in integers, so sums tie exactly as they do in decimal.
// Other differences are rounded to 2^-44 of the largest, and sums within m of these units, m the number of
// differences that are not 0, count as equal.
//
// It panics if x and y have different lengths, or a score is not finite.
func NewSignedSum(x, y []float64) *SignedSum {
	if len(x) != len(y) {
		panic(fmt.Sprintf("dist: paired scores of %d and %d topics", len(x), len(y)))
	}
	for t := range x {
		if math.IsNaN(x[t]-x[t]) || math.IsNaN(y[t]-y[t]) {
			panic(fmt.Sprintf("dist: score of topic %d is not finite", t+1))
		}
	}
	g := findGrid(x, y)
	if g.den == 0 {
		return newRealSum(x, y, g.fractions)
	}
	den := float64(g.den)
	d := make([]int64, len(x))
	for t := range x {
		d[t] = int64(math.RoundToEven(x[t]*den)) - int64(math.RoundToEven(y[t]*den))
	}
	s := newIntegers(d)
	s.step = 1 / den
	s.sum /= den
	s.unit /= den
	return s
}

// NewIntegerSum is the law of the sum of the integers d under random signs; their own signs are the observed ones. For
// Wilcoxon's test give twice the signed midranks, for the sign test −1, 0, 1. It panics if the sum of the |d| is 2^62
// or more.
func NewIntegerSum(d []int64) *SignedSum {
	total := int64(0)
	for _, v := range d {
		if v == math.MinInt64 || max(v, -v) >= 1<<62-total {
			panic("dist: sum of weights is 2^62 or more")
		}
		total += max(v, -v)
	}
	s := newIntegers(slices.Clone(d))
	s.step = 1
	return s
}

// newIntegers keeps d, divided by its greatest common divisor.
func newIntegers(d []int64) *SignedSum {
	common := int64(0)
	for _, v := range d {
		common = gcd(common, max(v, -v))
	}
	common = max(common, 1)
	for t := range d {
		d[t] /= common
	}
	s := &SignedSum{signed: d, unit: float64(common)}
	s.prepare()
	s.sum = float64((s.total - 2*s.observed) * common)
	return s
}

// newRealSum rounds differences that are on no lattice.
func newRealSum(x, y []float64, fractions bool) *SignedSum {
	d := make([]float64, len(x))
	for t := range x {
		d[t] = x[t]/2 - y[t]/2 // cannot overflow
	}
	s := newRounded(d)
	s.unit *= 2
	s.sum = compensatedSum(x, y)
	s.slack = int64(len(s.weights))
	distinct := len(slices.Compact(slices.Clone(s.weights)))
	s.tied = fractions || 5*distinct < 4*len(s.weights)
	return s
}

// newRounded rounds d to realBits below its largest value, or fewer bits if the sum could overflow.
func newRounded(d []float64) *SignedSum {
	largest := 0.0
	for _, v := range d {
		largest = max(largest, math.Abs(v))
	}
	bits := realBits
	for n := len(d); n >= 1<<16; n >>= 1 {
		bits--
	}
	s := &SignedSum{signed: make([]int64, len(d)), unit: math.Ldexp(largest, -bits)}
	if largest > 0 {
		for t, v := range d {
			s.signed[t] = int64(math.RoundToEven(math.Ldexp(v/largest, bits)))
		}
	}
	s.prepare()
	return s
}

// compensatedSum is Σ x − Σ y by Neumaier's method, so that the order of the topics does not show.
func compensatedSum(x, y []float64) float64 {
	sum, lost := 0.0, 0.0
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
		add(x[t])
		add(-y[t])
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
func (s *SignedSum) Sum() float64 { return s.sum }

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
