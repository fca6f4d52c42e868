package dist

import "math"

// NewRankSum is [NewIntegerSum] for integers such as ranks or signs: its tails are exact for any number of them. For
// Wilcoxon's test give twice the signed midranks (see [SignedRanks]), for the sign test −1, 0, 1. Ranks of thousands of
// topics span too many sums to be counted one by one, and where they tie in few groups, their sums lie on no more than
// a fraction of the integers, so that formulas for smooth laws are off by a percent. Those tails are read off the
// characteristic function, which is a product of cosines.
func NewRankSum(d []int64) *SignedSum {
	s := NewIntegerSum(d)
	s.ranks = true
	return s
}

// rankCells is the number of cells up to which sums of ranks are counted one by one: 3 ms. Beyond, the characteristic
// function is faster.
const rankCells = 1 << 23

// rankTail is P(W ≤ k) of a sum of ranks that span many sums, where it can be had exactly.
func (s *SignedSum) rankTail(k int64) (Tail, bool) {
	cost := latticeCost(s.weights, k)
	if cost <= rankCells {
		return Tail{}, false
	}
	if p, ok := fourierTail(s.weights, s.total, k); ok {
		return probability{value: p}.tail(), true
	}
	if cost < 16*maxCells {
		return countSubsets(s.weights, k).atMost(k).tail(), true
	}
	return Tail{}, false
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
