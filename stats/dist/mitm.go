package dist

import (
	"math"
	"slices"
)

// maxSums is the length up to which the sorted list of the sums of half of the weights is made. Two buffers of that
// length, with counts, take 64 MB a half.
const maxSums = 1 << log2MaxSums

// firstSums is the length up to which equal sums are always looked for.
const firstSums = 1 << 12

// sums is the sorted list of the sums of all subsets of some weights, those above a limit left out.
type sums struct {
	keys   []int64
	counts []float64 // subsets that have each sum, × 2^-scale; nil: one each
	scale  int       // against overflow, as in subsetCounts
	items  int       // weights that went in
}

// maxMerged bounds the sums that all steps of one list write together: 0.3 s. Thousands of weights that tie may keep a list short
// of maxSums, yet not short.
const maxMerged = 1 << 26

// hopelessSums is the length from which a list is given up that would grow far beyond maxSums with the weights to come.
const hopelessSums = 1 << 18

// twoLists are the sums of the two halves of some weights.
type twoLists struct{ x, y sums }

// meetInMiddle is the share of subsets of w (positive, ascending) whose sum is at most k ≥ 0, by matching the sorted
// sums of two halves (Horowitz and Sahni, 1974). window is how far apart sums may come out that are equal in truth: 0
// for integers. It fails if a half has more than maxSums sums after equal ones are merged, or merging would take too
// long; the lists then are those of some of the weights.
func meetInMiddle(w []int64, k, window int64) (p probability, lists twoLists, ok bool) {
	x, y := dealGroups(w)
	a, okX := halfSums(x, k, window)
	b, okY := halfSums(y, k, window)
	lists = twoLists{a, b}
	if !okX || !okY {
		return p, lists, false
	}
	if a.counts == nil && b.counts == nil && len(w) <= maxInteger {
		return counted(countPairs(a.keys, b.keys, k), len(w)), lists, true
	}
	total := weighPairs(a, b, k)
	if total < 1<<53 && len(w) <= maxInteger { // a sum of integers, and exact
		return counted(uint64(total), len(w)), lists, true
	}
	p.value = math.Ldexp(total, a.scale+b.scale-len(w))
	return p, lists, true
}

// dealGroups puts the weights into two halves so that equal ones come together, which keeps the merged lists short, and
// the lists get about the same length: c copies of a weight lengthen a list c+1 times.
func dealGroups(w []int64) (x, y []int64) {
	lx, ly := 1.0, 1.0
	for i := 0; i < len(w); {
		j := i + 1
		for j < len(w) && w[j] == w[i] {
			j++
		}
		if lx <= ly {
			x = append(x, w[i:j]...)
			lx *= float64(j - i + 1)
		} else {
			y = append(y, w[i:j]...)
			ly *= float64(j - i + 1)
		}
		i = j
	}
	return x, y
}

// halfSums makes the list of sums of w up to limit. Equal sums are merged as long as there are any to merge; without
// them the counts are dropped and the lists grow by the faster merge. If the list grows beyond maxSums, or is bound to,
// it stops there: items says how many weights are in.
func halfSums(w []int64, limit, window int64) (s sums, ok bool) {
	s = sums{keys: []int64{0}, counts: []float64{1}}
	spare := sums{}
	ties := false
	merges := 0 // sums written so far
	for i, a := range w {
		kept, _ := slices.BinarySearch(s.keys, limit-a+1)
		n := len(s.keys) + kept
		before := len(s.keys)
		if kept > 0 {
			merges += n
		}
		if merges > maxMerged {
			return s, false
		}
		switch {
		case kept == 0: // a is above the limit: no subset that counts has it
		case s.counts == nil || (!ties && n > firstSums):
			if n > maxSums {
				return s, false
			}
			keys := roomKeys(spare.keys, n)
			mergeShifted(keys, s.keys, kept, a)
			s, spare = sums{keys: keys, items: s.items}, s
		default:
			n = min(n, maxSums)
			to := sums{keys: roomKeys(spare.keys, n), counts: roomCounts(spare.counts, n), scale: s.scale, items: s.items}
			merged := to.mergeEqual(s, kept, a, window)
			if merged > n {
				return s, false
			}
			ties = ties || merged < before+kept
			to.keys, to.counts = to.keys[:merged], to.counts[:merged]
			s, spare = to, s
		}
		s.items++
		if s.counts != nil && s.items%rescaleEvery == 0 {
			scaleDown(s.counts)
			s.scale += rescaleEvery
		}
		if len(s.keys) > hopelessSums && hopeless(before, len(s.keys), len(w)-i-1) {
			return s, false
		}
	}
	return s, true
}

// roomKeys is a slice of n keys of any value, in the place of spare if it is large enough. (slices.Grow would copy.)
func roomKeys(spare []int64, n int) []int64 {
	if n <= cap(spare) {
		return spare[:n]
	}
	return make([]int64, n)
}

// roomCounts is roomKeys for counts.
func roomCounts(spare []float64, n int) []float64 {
	if n <= cap(spare) {
		return spare[:n]
	}
	return make([]float64, n)
}

// hopeless predicts whether a list that just grew from before to now will pass maxSums by far with rest more weights,
// if it grows on half as fast.
func hopeless(before, now, rest int) bool {
	growth := (float64(now)/float64(before) + 1) / 2
	return float64(now)*math.Pow(growth, float64(rest)) > 16*maxSums
}

// mergeEqual merges s.keys with the first kept of them plus a into dst, joining what lies within window above the least
// of a group, and returns the number of groups: one too many if dst is too short. The key of a group is its least.
func (dst sums) mergeEqual(s sums, kept int, a, window int64) int {
	n, i, j := 0, 0, 0
	last := -1 - window
	for i < len(s.keys) || j < kept {
		var key int64
		var count float64
		if i == len(s.keys) || (j < kept && s.keys[j]+a < s.keys[i]) {
			key, count = s.keys[j]+a, s.counts[j]
			j++
		} else {
			key, count = s.keys[i], s.counts[i]
			i++
		}
		switch {
		case key-last <= window:
			dst.counts[n-1] += count
			continue
		case n == len(dst.keys):
			return n + 1
		}
		dst.keys[n], dst.counts[n], last = key, count, key
		n++
	}
	return n
}

// mergeShifted merges old with the first kept of its keys plus a into dst. It merges from both ends at once: the two
// chains do not wait for each other.
func mergeShifted(dst, old []int64, kept int, a int64) {
	i, j, k := 0, 0, 0
	i2, j2, k2 := len(old)-1, kept-1, len(dst)-1
	for range min(len(dst)/2, kept) {
		x, y := old[i], old[j]+a
		first := 0
		if x <= y {
			first = 1
		}
		dst[k] = min(x, y)
		i += first
		j += 1 - first
		k++
		x, y = old[i2], old[j2]+a
		first = 0
		if x > y {
			first = 1
		}
		dst[k2] = max(x, y)
		i2 -= first
		j2 -= 1 - first
		k2--
	}
	for ; k <= k2; k++ {
		if j > j2 || (i <= i2 && old[i] <= old[j]+a) {
			dst[k] = old[i]
			i++
		} else {
			dst[k] = old[j] + a
			j++
		}
	}
}

// countPairs is the number of pairs x[i] + y[j] ≤ k of two ascending lists. It goes through both halves of x at once.
func countPairs(x, y []int64, k int64) uint64 {
	mid := len(x) / 2
	i, j := 0, len(y)-1
	i2 := mid
	j2, _ := slices.BinarySearch(y, k-x[mid]+1)
	j2--
	total := uint64(0)
	for i < mid && j >= 0 && i2 < len(x) && j2 >= 0 {
		fits := 0
		if x[i]+y[j] <= k {
			fits = 1
		}
		total += uint64((j + 1) & -fits)
		i += fits
		j -= 1 - fits
		fits = 0
		if x[i2]+y[j2] <= k {
			fits = 1
		}
		total += uint64((j2 + 1) & -fits)
		i2 += fits
		j2 -= 1 - fits
	}
	total += countRest(x[i:mid], y[:j+1], k)
	return total + countRest(x[i2:], y[:j2+1], k)
}

func countRest(x, y []int64, k int64) uint64 {
	total := uint64(0)
	for _, v := range x {
		for len(y) > 0 && v+y[len(y)-1] > k {
			y = y[:len(y)-1]
		}
		total += uint64(len(y))
	}
	return total
}

// weighPairs is countPairs where equal sums were merged. It turns the counts of y into running totals.
func weighPairs(x, y sums, k int64) float64 {
	below := make([]float64, len(y.keys)+1)
	for j := range y.keys {
		below[j+1] = below[j] + y.count(j)
	}
	total := 0.0
	j := len(y.keys)
	for i, v := range x.keys {
		for j > 0 && v+y.keys[j-1] > k {
			j--
		}
		total += x.count(i) * below[j]
	}
	return total
}

func (s sums) count(i int) float64 {
	if s.counts == nil {
		return 1
	}
	return s.counts[i]
}

// atom bounds the probability of any one sum from above. For independent halves X and Y, P(X + Y = k) is at most
// √(Σ P(X = v)² · Σ P(Y = v)²) by Cauchy and Schwarz, whatever k is, and weights left out of the lists can only make it
// smaller.
func (l twoLists) atom() float64 {
	return min(math.Sqrt(l.x.collision()*l.y.collision()), 1)
}

// collision is the probability that two random subsets have the same sum, those above the limit left out.
func (s sums) collision() float64 {
	total := 0.0
	for i := range s.keys {
		total += s.count(i) * s.count(i)
	}
	return math.Ldexp(math.Ldexp(total, s.scale-s.items), s.scale-s.items)
}
