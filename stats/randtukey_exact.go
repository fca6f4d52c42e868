package stats

import (
	"math"
	"slices"
)

// Limits of what is counted instead of drawn.
const (
	mostShufflings = 1 << 21     // gone through one by one: 0.2 s
	mostSteps      = 300_000_000 // additions of a count by sums: 0.3 s
	mostSums       = 1 << 22     // that it keeps, twice: 64 MB
)

// exactLaw is the law of the range over all shufflings of all topics: for two or three systems on a coarse lattice, by
// sums; where the shufflings are few, by going through them; for other two systems by sums that are rounded (p is then not
// taken from the law, see [rangeLaw.adjust]). ok is false where the law can only be drawn.
func exactLaw(m integerMatrix) (law rangeLaw, ok bool) {
	switch k := len(m.sums); {
	case k == 2 && bySums(m, m.largest):
		return twoSystems(m, 1), true
	case shufflings(m) <= mostShufflings:
		return allShufflings(m), true
	case k == 2 && bySums(m, roundedSums):
		return twoSystems(m, float64(m.largest)/roundedSums), true
	case k == 3 && m.slack == 0:
		return threeSystems(m)
	}
	return rangeLaw{}, false
}

// shufflings is the number that allShufflings goes through.
func shufflings(m integerMatrix) float64 {
	all, most := 1.0, 1.0
	for _, scores := range m.topics {
		count := countOrders(classesOf(scores))
		all *= count
		most = max(most, count)
	}
	return all / most
}

func classesOf(scores []int64) []int {
	return classes(len(scores), func(i, j int) bool { return scores[i] == scores[j] })
}

// orderedScores lists, for each topic, its scores in every order that differs. Topics on which all score the same are left
// out.
func (m integerMatrix) orderedScores() (topics [][][]int64) {
	for _, scores := range m.topics {
		orders := listOrders(classesOf(scores))
		if len(orders) == 1 {
			continue
		}
		topic := make([][]int64, len(orders))
		for o, order := range orders {
			for _, from := range order {
				topic[o] = append(topic[o], scores[from])
			}
		}
		topics = append(topics, topic)
	}
	return topics
}

// allShufflings goes through all shufflings. The range does not depend on which system is which, so the scores of one
// topic, that with most orders, stay where they are.
func allShufflings(m integerMatrix) rangeLaw {
	topics := m.orderedScores()
	slices.SortStableFunc(topics, func(a, b [][]int64) int { return len(b) - len(a) })
	sums := make([]int64, len(m.sums))
	var ranges []int64
	var visit func(left [][][]int64)
	visit = func(left [][][]int64) {
		if len(left) == 0 {
			ranges = append(ranges, slices.Max(sums)-slices.Min(sums))
			return
		}
		for _, scores := range left[0] {
			for i, v := range scores {
				sums[i] += v
			}
			visit(left[1:])
			for i, v := range scores {
				sums[i] -= v
			}
		}
	}
	if len(topics) > 0 {
		topics[0] = topics[0][:1]
	}
	visit(topics)
	slices.Sort(ranges)
	law := rangeLaw{matrix: m}
	for at, r := range ranges {
		if at == 0 || r != ranges[at-1] {
			law.ranges = append(law.ranges, r)
			law.tail = append(law.tail, float64(len(ranges)-at)/float64(len(ranges)))
		}
	}
	return law
}

// threeSystems counts the shufflings by the differences of sums S₁−S₂ and S₁−S₃, which say the range, topic by topic: each
// of a topic's orders moves all counts by the same step. Counts are whole numbers, exact up to 2^53, beyond to 1e-13: they
// only add up. With n topics there are at most 6^n, and within mostSteps n stays so small that they fit a double.
func threeSystems(m integerMatrix) (law rangeLaw, ok bool) {
	topics := m.orderedScores()
	slices.SortStableFunc(topics, func(a, b [][]int64) int { return int(slices.Max(a[0]) - slices.Max(b[0])) })
	steps, reach := 0.0, int64(0)
	for _, orders := range topics {
		steps += float64(len(orders)) * float64(2*reach+1) * float64(2*reach+1)
		reach += slices.Max(orders[0])
	}
	width := 2*reach + 1
	if reach > mostSums || width*width > mostSums || steps > mostSteps {
		return rangeLaw{}, false
	}
	counts, next := make([]float64, width*width), make([]float64, width*width)
	at := func(u, v int64) int64 { return (u+reach)*width + v + reach }
	counts[at(0, 0)] = 1
	within, all := int64(0), 1.0 // no difference is larger yet
	for _, orders := range topics {
		clear(next)
		for _, scores := range orders {
			du, dv := scores[0]-scores[1], scores[0]-scores[2]
			for u := -within; u <= within; u++ {
				low, high := max(-within, u-within), min(within, u+within) // S₂−S₃ is no larger either
				addUp(next[at(u+du, low+dv):], counts[at(u, low):at(u, high)+1])
			}
		}
		counts, next = next, counts
		within += slices.Max(orders[0])
		all *= float64(len(orders))
	}
	byRange := make([]float64, reach+1)
	for u := -reach; u <= reach; u++ {
		for v := -reach; v <= reach; v++ {
			if c := counts[at(u, v)]; c > 0 {
				byRange[max(u, -u, v, -v, u-v, v-u)] += c
			}
		}
	}
	return lawOfCounts(m, byRange, all), true
}

// addUp adds src to the beginning of dst.
func addUp(dst, src []float64) {
	dst = dst[:len(src)]
	for i, v := range src {
		dst[i] += v
	}
}

// lawOfCounts is the law of a range that is r in counts[r] of all cases.
func lawOfCounts(m integerMatrix, counts []float64, all float64) rangeLaw {
	law := rangeLaw{matrix: m}
	beyond := 0.0
	for r, c := range slices.Backward(counts) {
		if c > 0 {
			beyond += c
			law.ranges = append(law.ranges, int64(r))
			law.tail = append(law.tail, beyond/all)
		}
	}
	slices.Reverse(law.ranges)
	slices.Reverse(law.tail)
	law.tail[0] = 1
	return law
}

// roundedSums is the number of sums that twoSystems keeps where there are more: enough to put the critical value of up to
// 4,577 topics, all that bySums lets through, off by less than 1e-4 of itself.
const roundedSums = 1 << 17

// bySums reports whether twoSystems can keep so many sums.
func bySums(m integerMatrix, sums int64) bool {
	return sums <= mostSums && float64(sums)/2*float64(len(m.topics)) <= mostSteps
}

// twoSystems is the law of |Σ ±d| with one fair sign a topic, from the sums of the |d| that are turned, in cells of so
// many units. Where a |d| is no whole number of cells it is split between the two next to it such that its mean is kept.
func twoSystems(m integerMatrix, cell float64) rangeLaw {
	turned := make([]float64, int(float64(m.largest)/cell)+len(m.topics)+1) // the share of shufflings with each sum
	turned[0] = 1
	top := 0
	for _, scores := range m.topics {
		size := math.Abs(float64(scores[0]-scores[1])) / cell
		if size == 0 {
			continue
		}
		step := int(size)
		split := (size - float64(step)) / 2
		for w := top; w >= 0; w-- {
			p := turned[w]
			turned[w] = p / 2
			turned[w+step] += p/2 - p*split
			if split > 0 {
				turned[w+step+1] += p * split
			}
		}
		if top += step; split > 0 {
			top++
		}
	}
	law := rangeLaw{matrix: m}
	beyond := 0.0
	for w, p := range turned {
		r := m.largest - int64(math.RoundToEven(2*cell*float64(w)))
		if r < 0 {
			break
		}
		if p > 0 {
			beyond += 2 * p // as many have −r
			law.ranges = append(law.ranges, r)
			law.tail = append(law.tail, min(beyond, 1))
		}
	}
	slices.Reverse(law.ranges)
	slices.Reverse(law.tail)
	law.tail[0] = 1
	return law
}
