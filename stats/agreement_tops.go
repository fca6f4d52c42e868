package stats

import (
	"fmt"
	"slices"
)

// TopAgreement compares the first k systems of two rankings. Where systems tie at rank k, which of them belong to the
// first k is open: OverlapLo and OverlapHi are the fewest and the most systems that both tops can have in common.
//
// The coefficient is τ_b over the Systems that A has among its first k, those that tie at rank k included.
type TopAgreement struct {
	K         int `json:"k"`
	OverlapLo int `json:"overlap_lo"`
	OverlapHi int `json:"overlap_hi"`
	Systems   int `json:"systems"`
	Coefficient
	rows []int
}

// top is the first k of a ranking: sure are the groups that are in it whole, open the group of which some are.
type top struct {
	sure, open int // groups below sure are in; open is the group cut by rank k, or −1
	wanted     int // of the open group
	outside    int // systems of the open group that are neither sure nor open in the other ranking
	others     int // of the open group, those sure in the other ranking
}

func (g groups) top(k int) top {
	taken := 0
	for i, size := range g.sizes {
		switch {
		case taken+size <= k:
			taken += size
		case taken == k:
			return top{sure: i, open: -1}
		default:
			return top{sure: i, open: i, wanted: k - taken}
		}
	}
	return top{sure: len(g.sizes), open: -1}
}

// overlapOfTops is the fewest and the most common systems. Of its open group a ranking takes first those outside the
// other's top for the fewest, then those open in both, then those sure in the other; the other way round for the most.
func overlapOfTops(x, y groups, k int) (fewest, most int) {
	a, b := x.top(k), y.top(k)
	sure, both := 0, 0
	for i := range x.of {
		inA, inB := x.of[i], y.of[i]
		switch {
		case inA < a.sure && inB < b.sure:
			sure++
		case inA == a.open && inB == b.open:
			both++
		case inA == a.open && inB < b.sure:
			a.others++
		case inA == a.open:
			a.outside++
		case inB == b.open && inA < a.sure:
			b.others++
		case inB == b.open:
			b.outside++
		}
	}
	bothA, bothB := min(both, max(0, a.wanted-a.outside)), min(both, max(0, b.wanted-b.outside))
	fewest = sure + max(0, a.wanted-a.outside-bothA) + max(0, b.wanted-b.outside-bothB) + max(0, bothA+bothB-both)
	othersA, othersB := min(a.wanted, a.others), min(b.wanted, b.others)
	most = sure + othersA + othersB + min(both, a.wanted-othersA, b.wanted-othersB)
	return fewest, most
}

func (p rankPair) top(k int) TopAgreement {
	out := TopAgreement{K: k, Coefficient: Coefficient{Name: fmt.Sprintf("tau-b@%d", k)}}
	out.OverlapLo, out.OverlapHi = overlapOfTops(p.x, p.y, k)
	for above, members := range p.x.all {
		if above >= k {
			break
		}
		out.rows = append(out.rows, members...)
	}
	out.Systems = len(out.rows)
	return out
}

// restricted is the pair of rankings of only these systems, numbered anew.
func (p rankPair) restricted(rows []int) rankPair {
	pick := func(g groups) groups {
		order := make([]int, len(rows))
		for i := range order {
			order[i] = i
		}
		slices.SortFunc(order, func(i, j int) int { return g.of[rows[i]] - g.of[rows[j]] })
		return groupsIn(order, func(i, j int) bool { return g.of[rows[i]] == g.of[rows[j]] })
	}
	return pairUp(pick(p.x), pick(p.y))
}
