package dist

import (
	"fmt"
	"math"
	"slices"
)

// BootstrapLaw is the law of the mean of n differences drawn with replacement from n differences x − y: what the
// bootstrap of the mean difference estimates by drawing, had it drawn without end (the "ideal bootstrap" of Efron and
// Tibshirani, An Introduction to the Bootstrap, 1993, section 6.2). Build one with [NewBootstrapLaw]; it does not change
// after that.
//
// Inside, a draw is one of the values v ≥ 0, integers, with the share of the topics that have it; S is the sum of n
// draws.
type BootstrapLaw struct {
	pair   *SignedSum // the differences in units
	draw   oneDraw
	least  int64 // a draw of v is least + common·v units
	common int64
	slack  float64 // by which sums may differ that are equal in truth; on a lattice, what rounding a mean may make
	sum    sumLaw
}

// sumLaw is the law of S. Two methods compute it: [pairedHalves] and [inversion].
type sumLaw interface {
	upper(c int64) approximation // P(S ≥ c), right to its size however small
	lower(c int64) approximation // P(S ≤ c)
	upperReaches(c int64, p float64) bool
	lowerReaches(c int64, p float64) bool
	exact() bool
}

// approximation is a probability with an estimate of its error; 0 where it is exact but for rounding.
type approximation struct{ p, error float64 }

// Limits of the decision which method computes the law.
const (
	quickCells = 1_000_000 // cells of the count on a lattice up to which nothing is faster: 1 ms
	mostSums   = 1 << 17   // sums of half the draws that are listed one by one: 15 ms
)

// NewBootstrapLaw is the bootstrap law of the mean of x − y. Differences of scores that are the same are 0, and the
// lattice of the scores is found, as in [NewSignedSum]. In this order, the first that can, computes it:
//
//   - on a coarse lattice, the law of half the draws is counted sum by sum, and the two halves set against each other;
//   - of few topics, up to 14, or few different differences, likewise with lists of sums;
//   - the characteristic function is inverted, which is exact where its neglected part is seen to be negligible, on a
//     lattice no finer than some thousand steps to a standard deviation, and else carries an estimate of its error;
//   - on a lattice where it is not negligible, sums are counted as far as that is bearable.
//
// All terms of the counts are positive, and the inversion of a small tail is that of a tilted law, so tails keep their
// relative precision.
//
// It panics if x and y have different lengths or no topics, or a score is not finite.
func NewBootstrapLaw(x, y []float64) *BootstrapLaw {
	if len(x) == 0 {
		panic("dist: bootstrap of no topics")
	}
	l := &BootstrapLaw{pair: NewSignedSum(x, y)}
	n := float64(len(x))
	if span := float64(slices.Max(l.pair.signed)) - float64(slices.Min(l.pair.signed)); n*span >= maxUnits {
		l.pair = newRealSum(x, y, NewTolerance(x, y), false)
	}
	l.reduce()
	l.choose()
	return l
}

// reduce counts the values of the draws, less the least of them, in the largest unit there is.
func (l *BootstrapLaw) reduce() {
	sorted := slices.Sorted(slices.Values(l.pair.signed))
	l.least = sorted[0]
	for _, d := range sorted {
		l.common = gcd(l.common, d-l.least)
	}
	l.common = max(l.common, 1)
	l.slack = max(float64(l.pair.slack)/float64(l.common), 1e-6)
	l.draw = oneDraw{n: len(sorted)}
	for i, d := range sorted {
		if i == 0 || d != sorted[i-1] {
			l.draw.value = append(l.draw.value, (d-l.least)/l.common)
			l.draw.weight = append(l.draw.weight, 0)
		}
		l.draw.weight[len(l.draw.weight)-1]++
	}
	for j := range l.draw.weight {
		l.draw.weight[j] /= float64(len(sorted))
	}
	l.draw.prepare()
}

func (l *BootstrapLaw) choose() {
	d := l.draw
	if d.cells(d.most()) <= quickCells {
		l.sum = d.counted(d.most())
		return
	}
	if d.ways() <= mostSums {
		l.sum = d.listed()
		return
	}
	inverse := newInversion(d, l.pair.step > 0)
	l.sum = inverse
	if l.pair.step > 0 && !inverse.exact() && d.cells(d.most()) <= maxCells {
		l.sum = d.counted(d.most())
	}
}

// Step is the step of the lattice that the scores lie on, as [SignedSum.Step] has it; 0 if they are on none.
func (l *BootstrapLaw) Step() float64 { return l.pair.step }

// Exact reports whether quantiles and probabilities are right to rounding error, 1e-12; else they are approximate. Of a
// small tail [BootstrapLaw.Outside] says more: it may be approximate where the law is exact else, and gives its error.
func (l *BootstrapLaw) Exact() bool { return l.sum.exact() }

// Mean is the mean of the law, which is that of the differences, in score units.
func (l *BootstrapLaw) Mean() float64 { return l.pair.Mean() }

// SD is the standard deviation of the law, the bootstrap standard error of the mean: √(Σ (d − d̄)²)/n, in score units.
func (l *BootstrapLaw) SD() float64 {
	unit := l.pair.inScores(point{float64(l.common), 1})
	return l.draw.sd * unit / math.Sqrt(float64(l.draw.n))
}

// AtMost is P(mean* ≤ v), v in score units. A v that is a possible mean but for rounding error counts as that mean.
func (l *BootstrapLaw) AtMost(v float64) float64 { return l.lower(l.floor(v)).p }

// Below is P(mean* < v).
func (l *BootstrapLaw) Below(v float64) float64 { return l.lower(l.ceil(v) - 1).p }

// AtLeast is P(mean* ≥ v).
func (l *BootstrapLaw) AtLeast(v float64) float64 { return l.upper(l.ceil(v)).p }

// Above is P(mean* > v).
func (l *BootstrapLaw) Above(v float64) float64 { return l.upper(l.floor(v) + 1).p }

// Outside is P(mean* ≤ lo or mean* ≥ hi), lo ≤ hi, either of which may be infinite. The tail may be empty: P is then 0.
// Lo and Hi are P minus and plus the estimate of the error, where it is not exact. It panics if lo > hi or one is NaN.
func (l *BootstrapLaw) Outside(lo, hi float64) Tail {
	if !(lo <= hi) {
		panic(fmt.Sprintf("dist: tails outside [%g, %g]", lo, hi))
	}
	a, b := l.floor(lo), l.ceil(hi)
	if a >= b {
		return certain
	}
	below, above := l.lower(a), l.upper(b)
	p, off := min(below.p+above.p, 1), below.error+above.error
	if off == 0 {
		return Tail{P: p, Lo: p, Hi: p}
	}
	return Tail{P: p, Lo: max(p-off, 0), Hi: min(p+off, 1), Quality: Numerical}
}

// Quantile is the least v with P(mean* ≤ v) ≥ p, in score units: the lower end of an interval that leaves less than p
// below it. It panics if p is not inside (0, 1).
func (l *BootstrapLaw) Quantile(p float64) float64 {
	checkShare(p)
	return l.inScores(least(0, l.draw.most(), func(c int64) bool { return l.sum.lowerReaches(c, p) }))
}

// UpperQuantile is the greatest v with P(mean* ≥ v) ≥ p: what [BootstrapLaw.Quantile] is of the mirrored law. It panics
// if p is not inside (0, 1).
func (l *BootstrapLaw) UpperQuantile(p float64) float64 {
	checkShare(p)
	most := l.draw.most()
	return l.inScores(most - least(0, most, func(c int64) bool { return l.sum.upperReaches(most-c, p) }))
}

func checkShare(p float64) {
	if !(p > 0 && p < 1) {
		panic(fmt.Sprintf("dist: probability %g, want one between 0 and 1", p))
	}
}

// least is the least c from lo to hi for which ok holds, if it does from some c on, and for hi.
func least(lo, hi int64, ok func(int64) bool) int64 {
	for lo < hi {
		if mid := lo + (hi-lo)/2; ok(mid) {
			hi = mid
		} else {
			lo = mid + 1
		}
	}
	return lo
}

func (l *BootstrapLaw) lower(c int64) approximation {
	switch {
	case c < 0:
		return approximation{}
	case c >= l.draw.most():
		return approximation{p: 1}
	}
	return l.sum.lower(c)
}

func (l *BootstrapLaw) upper(c int64) approximation {
	switch {
	case c > l.draw.most():
		return approximation{}
	case c <= 0:
		return approximation{p: 1}
	}
	return l.sum.upper(c)
}

// inScores is the mean of draws that add up to c.
func (l *BootstrapLaw) inScores(c int64) float64 {
	n := int64(l.draw.n)
	return l.pair.inScores(point{float64(n*l.least + l.common*c), float64(n)})
}

// floor is the greatest c whose mean is at most v, and ceil the least whose mean is at least v, both out of range where
// v is.
func (l *BootstrapLaw) floor(v float64) int64 { return int64(math.Floor(l.sumOf(v) + l.slack)) }
func (l *BootstrapLaw) ceil(v float64) int64  { return int64(math.Ceil(l.sumOf(v) - l.slack)) }

// sumOf is the sum, not rounded, whose mean is v, or one out of range.
func (l *BootstrapLaw) sumOf(v float64) float64 {
	n := float64(l.draw.n)
	unit := max(l.pair.inScores(point{1, n}), math.SmallestNonzeroFloat64) // 0 where all differences are
	c := (v/unit - n*float64(l.least)) / float64(l.common)
	return min(max(c, -2-l.slack), float64(l.draw.most())+2+l.slack)
}

// WholeDifferences is x − y in whole numbers of some unit, 0 where the two scores are the same: on a lattice, divided
// by the greatest common divisor; else of 2^-44 of the largest, as [NewSignedSum] rounds them. step is that of the
// lattice of the scores, 0 if there is none. It panics if x and y have different lengths, or a score is not finite.
func WholeDifferences(x, y []float64) (d []int64, step float64) {
	s := NewSignedSum(x, y)
	return s.signed, s.step
}
