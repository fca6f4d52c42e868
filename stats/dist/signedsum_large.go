package dist

import "math"

// RankSum is a [SignedSum] of integers such as ranks or signs, whose tails are exact for any number of them. Ranks of
// thousands of topics span too many sums to be counted one by one, and where they tie in few groups, their sums lie on
// no more than a fraction of the integers, so that formulas for smooth laws are off by a percent. Those tails are
// read off the characteristic function, which is a product of cosines.
type RankSum struct{ *SignedSum }

// NewRankSum is the law of the sum of the integers d under random signs; their own signs are the observed ones. For
// Wilcoxon's test give twice the signed midranks (see [SignedRanks]), for the sign test −1, 0, 1. It panics if the sum
// of the |d| is 2^62 or more.
func NewRankSum(d []int64) RankSum { return RankSum{NewIntegerSum(d)} }

// rankCells is the number of cells up to which sums are counted one by one: 3 ms. Beyond, the characteristic function is
// faster.
const rankCells = 1 << 23

// TwoSided is P(|S| ≥ |s|), s the observed sum. alpha is as in [SignedSum.TwoSided]; it matters only where the tail is
// not exact, for weights beyond what ranks can be.
func (r RankSum) TwoSided(alpha float64) Tail {
	k := min(r.observed, r.total-r.observed)
	if 2*k >= r.total {
		return certain
	}
	t := r.lower(k, alpha/2)
	t.P, t.Lo, t.Hi = min(2*t.P, 1), 2*t.Lo, min(2*t.Hi, 1)
	if t.Bits > 0 {
		t.Bits--
	}
	return t
}

// Upper is P(S ≥ s): the one-sided p for a positive sum.
func (r RankSum) Upper(alpha float64) Tail { return r.atMost(r.observed, alpha) }

// Lower is P(S ≤ s): the one-sided p for a negative sum.
func (r RankSum) Lower(alpha float64) Tail { return r.atMost(r.total-r.observed, alpha) }

// atMost is P(W ≤ k).
func (r RankSum) atMost(k int64, alpha float64) Tail {
	if k >= r.total {
		return certain
	}
	if 2*k < r.total {
		return r.lower(k, alpha)
	}
	t := r.lower(r.total-k-1, 1-alpha) // W and total − W have one law
	t.P, t.Lo, t.Hi = 1-t.P, 1-t.Hi, 1-t.Lo
	if t.Bits > 0 {
		t.Count = 1<<t.Bits - t.Count
	}
	return t
}

// lower is P(W ≤ k) for 0 ≤ k < total/2.
func (r RankSum) lower(k int64, alpha float64) Tail {
	cost := latticeCost(r.weights, k)
	if cost > rankCells {
		if p, ok := fourierTail(r.weights, r.total, k); ok {
			return probability{value: p}.tail()
		}
		if cost < 16*maxCells {
			return countSubsets(r.weights, k).atMost(k).tail()
		}
	}
	return r.SignedSum.lower(k, alpha)
}

// tiltedGroup is a group of equal weights under a tilted law: each is in the subset with probability share.
type tiltedGroup struct {
	weight int64
	count  float64
	share  float64
}

// tiltGroups tilts the law of W by e^(−θW), θ ≥ 0, so that its mean is k, 0 < k ≤ total/2, and gives θ, the variance,
// and the groups with their shares. w is ascending.
func tiltGroups(w []int64, k int64) (groups []tiltedGroup, theta, variance float64, ok bool) {
	for i, a := range w {
		if i == 0 || a != w[i-1] {
			groups = append(groups, tiltedGroup{weight: a})
		}
		groups[len(groups)-1].count++
	}
	lo, hi := 0.0, math.Inf(1)
	for range 200 {
		mean := 0.0
		variance = 0
		for g := range groups {
			group := &groups[g]
			a := float64(group.weight)
			e := math.Exp(-theta * a)
			group.share = e / (1 + e)
			mean += group.count * a * group.share
			variance += group.count * a * a * e / ((1 + e) * (1 + e))
		}
		gap := mean - float64(k)
		if math.Abs(gap) <= 1e-6*math.Sqrt(variance) { // any θ nearby serves as well
			return groups, theta, variance, true
		}
		if gap > 0 {
			lo = theta
		} else {
			hi = theta
		}
		next := theta + gap/variance
		if !(next > lo && next < hi) {
			next = min((lo+hi)/2, 2*theta)
		}
		if next == theta {
			break
		}
		theta = next
	}
	return nil, 0, 0, false
}
