package stats

import (
	"fmt"
	"slices"
)

// maxLetters bounds the letters of a display, a to zz. Beyond, a display explains nothing, and there can be very many.
const maxLetters = 26 + 26*26

// Letters is the compact letter display: two systems share a letter exactly where they were not shown to differ (which
// does not mean that they are equal). It gives the letters of each system, a to z, then aa, ab and so on, the letter a
// with the best system; a system has at least one. The order lists the systems, best mean first.
//
// The letters are the largest groups of systems of which no two were shown to differ. Where each group is a run of
// neighbours in the order, as they are wherever the size of the difference alone decides (randomised Tukey HSD), they
// are given whole, so that every letter can be followed down the table without a gap: a, ab, abc, bc, c. Else there can
// be many, and each letter is taken from the systems that it is not needed for, so that no letter could be spared.
//
// It is nil, since letters would mislead, if a pair was not tested, and if more than 702 letters would be needed.
// It panics if order is not a permutation of the systems.
//
// The algorithm is insert and absorb, then sweep where needed (Piepho, Journal of Computational and Graphical Statistics
// 13(2), 2004).
func (d Decisions) Letters(order []int) [][]string {
	d.checkOrder(order)
	if !d.complete() {
		return nil
	}
	columns := []column{fullColumn(len(d))}
	for a, i := range order {
		for _, j := range order[a+1:] {
			if !d.differ(i, j) {
				continue
			}
			if columns = insert(columns, i, j); len(columns) > maxLetters {
				return nil
			}
		}
	}
	if !contiguous(columns, order) {
		columns = sweep(columns, order)
	}
	// By the best system in them, then the next: the letters then run down the table.
	slices.SortFunc(columns, func(a, b column) int {
		for _, i := range order {
			if a.has(i) != b.has(i) {
				if a.has(i) {
					return -1
				}
				return 1
			}
		}
		return 0
	})
	out := make([][]string, len(d))
	for c, col := range columns {
		for i := range out {
			if col.has(i) {
				out[i] = append(out[i], letter(c))
			}
		}
	}
	return out
}

func (d Decisions) checkOrder(order []int) {
	seen := make([]bool, len(d))
	for _, i := range order {
		if i < 0 || i >= len(d) || seen[i] {
			panic(fmt.Sprintf("stats: order %v of %d systems", order, len(d)))
		}
		seen[i] = true
	}
	if len(order) != len(d) {
		panic(fmt.Sprintf("stats: order of %d systems for %d", len(order), len(d)))
	}
}

// letter is the name of column c: a … z, aa … az, ba … zz.
func letter(c int) string {
	if c < 26 {
		return string(rune('a' + c))
	}
	return letter(c/26-1) + letter(c%26)
}

// insert splits every column that holds both i and j into one without i and one without j, and absorbs those that lie
// within another.
func insert(columns []column, i, j int) []column {
	var kept, split []column
	for _, c := range columns {
		if c.has(i) && c.has(j) {
			split = append(split, c.without(i), c.without(j))
		} else {
			kept = append(kept, c)
		}
	}
	for _, c := range split {
		if !slices.ContainsFunc(kept, c.within) {
			kept = append(kept, c)
		}
	}
	return kept
}

// contiguous reports whether each column is a run of neighbours in the order.
func contiguous(columns []column, order []int) bool {
	return !slices.ContainsFunc(columns, func(c column) bool {
		runs, inside := 0, false
		for _, i := range order {
			if c.has(i) && !inside {
				runs++
			}
			inside = c.has(i)
		}
		return runs > 1
	})
}

// sweep takes from each column the systems that it is not needed for, the worst first: those whose every pair in the
// column shares another column too. Columns left empty or within another go.
func sweep(columns []column, order []int) []column {
	for at, c := range columns {
		for _, i := range slices.Backward(order) {
			if c.has(i) && redundant(columns, at, i) {
				c = c.without(i)
				columns[at] = c
			}
		}
	}
	var kept []column
	for at, c := range columns {
		inOther := func(o column) bool { return c.within(o) }
		if c.empty() || slices.ContainsFunc(kept, inOther) || slices.ContainsFunc(columns[at+1:], inOther) {
			continue
		}
		kept = append(kept, c)
	}
	return kept
}

// redundant reports whether system i shares another column with every member of column at, itself included.
func redundant(columns []column, at, i int) bool {
	covered := newColumn(64 * len(columns[at]))
	for o, other := range columns {
		if o != at && other.has(i) {
			covered = covered.union(other)
		}
	}
	return columns[at].within(covered)
}

// column is a set of systems, those that have one letter. It is not changed once made.
type column []uint64

func newColumn(systems int) column { return make(column, (systems+63)/64) }

func (c column) has(i int) bool { return c[i/64]>>(i%64)&1 == 1 }

// fullColumn holds all systems and no more, so that no column is kept for what is not there.
func fullColumn(systems int) column {
	c := newColumn(systems)
	for i := range systems {
		c[i/64] |= 1 << (i % 64)
	}
	return c
}

func (c column) without(i int) column {
	out := slices.Clone(c)
	out[i/64] &^= 1 << (i % 64)
	return out
}

func (c column) union(o column) column {
	out := slices.Clone(c)
	for w := range out {
		out[w] |= o[w]
	}
	return out
}

func (c column) within(o column) bool {
	for w := range c {
		if c[w]&^o[w] != 0 {
			return false
		}
	}
	return true
}

func (c column) empty() bool { return !slices.ContainsFunc(c, func(w uint64) bool { return w != 0 }) }
