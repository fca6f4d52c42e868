package stats

import (
	"errors"
	"fmt"
	"math"
)

// ErrDuplicate is returned where an item is twice in a ranked list.
var ErrDuplicate = errors.New("duplicate")

// DefaultPersistence is the persistence p of rank-biased overlap where none is asked for: the first ten ranks have 86 %
// of the weight.
const DefaultPersistence = 0.9

// Overlap is the rank-biased overlap of two ranked lists, every number of it in [0, 1]. The lists may be the known tops
// of longer rankings: Min and Max are the least and the greatest overlap that the rankings may have, Ext is what they
// have if they go on to agree as the tops do. With identical lists Ext is 1, without a common item it is 0.
type Overlap struct {
	P        float64 `json:"p"` // the persistence: a smaller one gives the first ranks more weight
	Ties     Ties    `json:"ties"`
	Ext      float64 `json:"ext"`
	Min      float64 `json:"min"`
	Max      float64 `json:"max"`
	Residual float64 `json:"residual"` // Max − Min
	Sum      float64 `json:"sum"`      // the sum cut after the shorter list: not even identical lists reach 1
}

// RBO is the rank-biased overlap of Webber, Moffat and Zobel, "A Similarity Measure for Indefinite Rankings" (ACM
// Transactions on Information Systems 28, 2010), of two lists of items without ties, best first; the lists may differ in
// length and in their items. With X_d the items that the first d of both lists share, it is (1−p) Σ p^(d−1)·X_d/d over
// all depths d. Ext is their equation 32. RBO is symmetric.
//
// The error wraps [ErrDuplicate] for an item that is twice in a list, [ErrUndefined] for an empty list, and [ErrRange]
// for a p that is not inside (0, 1): at 1 every depth counts the same, and the sum over all of them has no limit. For
// lists with ties see [TiedRBO] and [RBOOfScores].
func RBO(a, b []int, p float64) (Overlap, error) {
	return TiedRBO(singles(a), singles(b), p, AverageTies)
}

func singles(items []int) [][]int {
	out := make([][]int, len(items))
	for i := range items {
		out[i] = items[i : i+1]
	}
	return out
}

func checkPersistence(p float64) error {
	if !(p > 0 && p < 1) {
		return fmt.Errorf("persistence p of rank-biased overlap %q is %w: want more than 0 and less than 1", fmt.Sprint(p), ErrRange)
	}
	return nil
}

// ReversedRBO is the Ext of two rankings of the same k ≥ 1 items, one the reverse of the other: the least that rankings
// of the same items can have, and well above 0 where k is small. It panics if k < 1 or p is not inside (0, 1).
func ReversedRBO(k int, p float64) float64 {
	if err := checkPersistence(p); err != nil || k < 1 {
		panic(fmt.Sprintf("stats: rank-biased overlap of %d items with p = %g", k, p))
	}
	sum, weight := 0.0, 1-p
	for d := 1; d <= k; d++ {
		sum += weight * float64(max(0, 2*d-k)) / float64(d)
		weight *= p
	}
	return min(1, sum+weight/(1-p)) // beyond k both lists have all items
}

// logTail is Σ_{d>n} p^d/d. It is summed term by term unless p is so close to 1 that the logarithm is cheaper; the
// digits that subtraction then costs are those of a tail that is not small.
func logTail(n int, p float64) float64 {
	if 1-p < 1e-3 {
		sum, power := 0.0, 1.0
		for d := 1; d <= n; d++ {
			power *= p
			sum += power / float64(d)
		}
		return max(0, -math.Log1p(-p)-sum)
	}
	sum, power := 0.0, math.Pow(p, float64(n+1))
	for d := n + 1; power > 1e-18*sum; d++ {
		sum += power / float64(d)
		power *= p
	}
	return sum
}
