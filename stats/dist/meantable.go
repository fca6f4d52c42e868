package dist

import (
	"cmp"
	"math"
	"slices"
)

// meanTable is the joint law of size and sum of a random subset of integers: rows[i][s] is the share of the subsets with
// low.size+i members that add up to low.sum+s. The share of subsets with a mean of at most δ, for any δ, is a sum over
// its rows, so both ends of an interval come from one table.
//
// Sizes and sums so far from their means that all beyond has a probability below truncated × level, by Hoeffding's
// inequality, are left out.
type meanTable struct {
	box
	rows [][]float64
}

// box bounds sizes and sums.
type box struct{ lowSize, highSize, lowSum, highSum int64 }

func (b box) cells() float64 { return float64(b.highSize-b.lowSize+1) * float64(b.highSum-b.lowSum+1) }

// Limits of a meanTable, beyond which the law is smooth enough without.
const (
	tableSteps       = 1 << 25 // 30 ms
	tableStepsATopic = 1 << 15
	tableCells       = 1 << 21 // 50 MB for a table, its mirror and what they were made from
)

// truncated bounds what a meanTable leaves out, as a share of the level that its tails are compared with.
const truncated = 1e-13

// group is a value and how many of the integers have it.
type group struct{ value, count int64 }

// groupsOf counts the values of d, the most frequent first: each step then works on the smallest table possible. The
// order of the rest is such that turning all signs changes no size.
func groupsOf(d []int64) []group {
	sorted := slices.Sorted(slices.Values(d))
	var groups []group
	for i, v := range sorted {
		if i == 0 || v != sorted[i-1] {
			groups = append(groups, group{value: v})
		}
		groups[len(groups)-1].count++
	}
	slices.SortStableFunc(groups, func(a, b group) int {
		return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(max(a.value, -a.value), max(b.value, -b.value)))
	})
	return groups
}

// boxes are those of the table after each group. reach is the number of standard scales, √Σ v², kept on both sides.
func boxes(groups []group, reach float64) []box {
	out := make([]box, len(groups))
	var count, below, above int64
	squares := 0.0
	for g, a := range groups {
		count += a.count
		below += min(a.value, 0) * a.count
		above += max(a.value, 0) * a.count
		squares += float64(a.count) * float64(a.value) * float64(a.value)
		size, sum := reach*math.Sqrt(float64(count)), reach*math.Sqrt(squares)
		middle := float64(below+above) / 2
		out[g] = box{
			max(0, int64(math.Floor(float64(count)/2-size))), min(count, int64(math.Ceil(float64(count)/2+size))),
			max(below, int64(math.Floor(middle-sum))), min(above, int64(math.Ceil(middle+sum))),
		}
	}
	return out
}

// tableReach is how far a table must go for tails at level: by Hoeffding P(|W − mean| ≥ t√Σv²) ≤ 2 exp(−2t²).
func tableReach(level float64) float64 { return math.Sqrt(math.Log(2/(truncated*level)) / 2) }

// tableFits reports whether a table for tails at level is small enough to be made.
func tableFits(groups []group, topics int, level float64) bool {
	steps, cells := tableCost(groups, level)
	return steps <= tableSteps+float64(topics)*tableStepsATopic && cells <= tableCells
}

// tableCost is the number of steps that newMeanTable takes, and of the cells of its largest table.
func tableCost(groups []group, level float64) (steps, cells float64) {
	reach := tableReach(level)
	before := box{}
	for g, b := range boxes(groups, reach) {
		width := min(float64(groups[g].count), 2*reach*math.Sqrt(float64(groups[g].count))) + 1
		steps += before.cells() * width
		cells = max(cells, b.cells())
		before = b
	}
	return steps, cells
}

// newMeanTable adds one group of equal values after the other, each with the binomial law of how many of it are in.
func newMeanTable(groups []group, level float64) meanTable {
	reach := tableReach(level)
	all, largest := boxes(groups, reach), 0.0
	for _, b := range all {
		largest = max(largest, b.cells())
	}
	room, spare := make([]float64, int(largest)), make([]float64, int(largest))
	t := meanTable{rows: [][]float64{{1}}}
	for g, b := range all {
		t = t.add(groups[g], b, reach, room[:int(b.cells())])
		room, spare = spare, room
	}
	return t
}

// add makes the table with one more group in all, which it clears.
func (t meanTable) add(g group, b box, reach float64, all []float64) meanTable {
	clear(all)
	width := b.highSum - b.lowSum + 1
	next := meanTable{box: b, rows: make([][]float64, b.highSize-b.lowSize+1)}
	for i := range next.rows {
		next.rows[i] = all[int64(i)*width : int64(i+1)*width]
	}
	first, law := binomial(g.count, reach)
	for i, row := range t.rows {
		for k, p := range law {
			in := first + int64(k)
			size := t.lowSize + int64(i) + in
			if size < b.lowSize || size > b.highSize {
				continue
			}
			shift := t.lowSum + g.value*in - b.lowSum // where row[0] goes
			from, to := max(0, -shift), min(int64(len(row)), width-shift)
			if from < to {
				addTimes(next.rows[size-b.lowSize][from+shift:to+shift], row[from:to], p)
			}
		}
	}
	return next
}

// addTimes adds p × src to dst, of equal length.
func addTimes(dst, src []float64, p float64) {
	for len(src) >= 8 && len(dst) >= 8 {
		d, s := (*[8]float64)(dst), (*[8]float64)(src)
		d[0] += p * s[0]
		d[1] += p * s[1]
		d[2] += p * s[2]
		d[3] += p * s[3]
		d[4] += p * s[4]
		d[5] += p * s[5]
		d[6] += p * s[6]
		d[7] += p * s[7]
		dst, src = dst[8:], src[8:]
	}
	for i, v := range src {
		dst[i] += p * v
	}
}

// binomial is the law of the number of heads among n fair coins, from first on, without the far tails. Up to 50 coins
// it is exact; else it is built from the middle outwards.
func binomial(n int64, reach float64) (first int64, law []float64) {
	if n <= 50 {
		law = make([]float64, n+1)
		c := 1.0
		for k := range law {
			law[k] = math.Ldexp(c, -int(n))
			c = c * float64(n-int64(k)) / float64(k+1) // a whole number below 2^53 at each step
		}
		return 0, law
	}
	half := min(reach*math.Sqrt(float64(n)), float64(n))
	first = max(0, int64(math.Floor(float64(n)/2-half)))
	last := min(n, int64(math.Ceil(float64(n)/2+half)))
	law = make([]float64, last-first+1)
	middle := n / 2
	law[middle-first] = 1
	for k := middle; k < last; k++ {
		law[k+1-first] = law[k-first] * float64(n-k) / float64(k+1)
	}
	for k := middle; k > first; k-- {
		law[k-1-first] = law[k-first] * float64(k) / float64(n-k+1)
	}
	total := 0.0
	for _, p := range law {
		total += p
	}
	for k := range law {
		law[k] /= total
	}
	return first, law
}

// cumulate turns each row into running totals, so that a tail is one look-up a row.
func (t meanTable) cumulate() {
	for _, row := range t.rows {
		sum := 0.0
		for s, p := range row {
			sum += p
			row[s] = sum
		}
	}
}

// mirrored is the table of the integers with their signs turned, before cumulate.
func (t meanTable) mirrored() meanTable {
	out := meanTable{box: box{t.lowSize, t.highSize, -t.highSum, -t.lowSum}, rows: make([][]float64, len(t.rows))}
	for i, row := range t.rows {
		out.rows[i] = slices.Clone(row)
		slices.Reverse(out.rows[i])
	}
	return out
}

// upper is the share of subsets with a mean of at most delta, the empty one counted, after cumulate.
func (t meanTable) upper(delta float64) float64 {
	p := 0.0
	for i, row := range t.rows {
		at := int64(math.Floor(delta*float64(t.lowSize+int64(i)))) - t.lowSum
		if at >= 0 {
			p += row[min(at, int64(len(row)-1))]
		}
	}
	return p
}

// end is the least subset mean at which upper exceeds level; it does at high, not at low. Different fractions with
// denominators up to n are at least 1/n² apart, so a narrow enough bracket holds one alone.
func (t meanTable) end(low, high, level float64) point {
	n := float64(t.highSize)
	gap := 1 / (4 * n * n)
	for high-low > gap {
		middle := low + (high-low)/2
		if middle <= low || middle >= high {
			break
		}
		if t.upper(middle) > level {
			high = middle
		} else {
			low = middle
		}
	}
	for size := 1.0; size <= n; size++ {
		sum := math.Round(high * size)
		if v := sum / size; v > low-gap && v < high+gap {
			return point{sum, size}
		}
	}
	return point{high, 1}
}
