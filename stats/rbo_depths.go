package stats

import (
	"fmt"
	"math"
)

// tiedList is a ranked list whose items are numbered through both lists.
type tiedList struct {
	items []int // best first
	ends  []int // where each group of tied items ends in items
	group []int // the group of every item of either list; -1 if it is not in this one

	at   int     // the group that the depth reached falls into; len(ends) beyond the list
	from int     // where that group starts
	part float64 // what each of its items counts for at this depth, in (0, 1]
}

// tiedLists numbers the items of two lists and tells the shorter from the longer one.
func tiedLists(a, b [][]int) (short, long *tiedList, err error) {
	number := make(map[int]int, len(a))
	lists := [2]*tiedList{}
	for i, ranked := range [2][][]int{a, b} {
		list := &tiedList{group: make([]int, 0, len(ranked))}
		for g, members := range ranked {
			if len(members) == 0 {
				panic(fmt.Sprintf("stats: group %d of a ranked list is empty", g+1))
			}
			for _, item := range members {
				n, known := number[item]
				if !known {
					n = len(number)
					number[item] = n
				}
				list.grow(len(number))
				if list.group[n] >= 0 {
					return nil, nil, fmt.Errorf("rank-biased overlap: %w: item %d is in list %d twice", ErrDuplicate, item, i+1)
				}
				list.group[n] = g
				list.items = append(list.items, n)
			}
			list.ends = append(list.ends, len(list.items))
		}
		if len(list.items) == 0 {
			return nil, nil, undefined("rank-biased overlap", fmt.Sprintf("list %d is empty", i+1))
		}
		lists[i] = list
	}
	short, long = lists[0], lists[1]
	if len(short.items) > len(long.items) {
		short, long = long, short
	}
	short.grow(len(number))
	long.grow(len(number))
	return short, long, nil
}

func (l *tiedList) grow(items int) {
	for len(l.group) < items {
		l.group = append(l.group, -1)
	}
}

// members are the items of the group reached; none beyond the list.
func (l *tiedList) members() []int {
	if l.at == len(l.ends) {
		return nil
	}
	return l.items[l.from:l.ends[l.at]]
}

// enter sets what the items of the group reached count for at depth d.
func (l *tiedList) enter(d int, ties Ties) {
	l.part = 1
	if size := len(l.members()); ties != EqualTies && size > 1 {
		l.part = float64(d-l.from) / float64(size)
	}
}

// counts gives how many items count at depth d, and the sum of the squares of what they count for.
func (l *tiedList) counts(d int) (items int, squares float64) {
	if l.at == len(l.ends) {
		return d, float64(d) // beyond the list: items that are not known, without ties
	}
	size := len(l.members())
	return l.from + size, float64(l.from) + float64(l.part*l.part)*float64(size)
}

// depths goes down two lists together. At each depth an item above the group reached counts in full, one of the group
// counts for a part, and the overlap is the sum over the common items of the product of both. Each item is looked at
// once when its group is entered in one list, so that the whole takes time in proportion to the lengths.
type depths struct {
	short, long *tiedList
	ties        Ties
	d           int

	both    int // items above the groups reached in both lists
	inShort int // of the group reached in short, those above the group reached in long
	inLong  int // the other way round
	inBoth  int // items of both groups reached
	unseen  int // items above the group reached in long that are not in short at all
	partial int // such items of that group
}

func newDepths(short, long *tiedList, ties Ties) *depths {
	w := &depths{short: short, long: long, ties: ties}
	for _, item := range short.members() {
		if long.group[item] == 0 {
			w.inBoth++
		}
	}
	w.countUnseen()
	return w
}

// next goes one rank down.
func (w *depths) next() {
	if w.d > 0 && w.short.at < len(w.short.ends) && w.short.ends[w.short.at] == w.d {
		w.inShort, w.inLong, w.inBoth = w.pass(w.short, w.long, w.inShort, w.inLong)
	}
	if w.d > 0 && w.long.ends[w.long.at] == w.d {
		w.unseen += w.partial
		w.inLong, w.inShort, w.inBoth = w.pass(w.long, w.short, w.inLong, w.inShort)
		w.countUnseen()
	}
	w.d++
	w.short.enter(w.d, w.ties)
	w.long.enter(w.d, w.ties)
}

// pass leaves the group reached in list, of which mine items are above the group reached in other, while theirs are of
// that group and above the one reached in list. It returns the new counts.
func (w *depths) pass(list, other *tiedList, mine, theirs int) (newMine, newTheirs, both int) {
	w.both += mine
	newTheirs = theirs + w.inBoth
	list.from = list.ends[list.at]
	list.at++
	for _, item := range list.members() {
		switch g := other.group[item]; {
		case g < 0 || g > other.at:
		case g < other.at:
			newMine++
		default:
			both++
		}
	}
	return newMine, newTheirs, both
}

func (w *depths) countUnseen() {
	w.partial = 0
	for _, item := range w.long.members() {
		if w.short.group[item] < 0 {
			w.partial++
		}
	}
}

// overlap is the overlap of the known items at this depth. Its terms are rounded in a way that does not depend on which
// list is called the short one.
func (w *depths) overlap() float64 {
	s, l := w.short.part, w.long.part
	one := float64(s*float64(w.inShort)) + float64(l*float64(w.inLong))
	return float64(w.both) + one + float64(s*l)*float64(w.inBoth)
}

// norm is the overlap at this depth that counts as full agreement.
func (w *depths) norm() float64 {
	itemsShort, squaresShort := w.short.counts(w.d)
	itemsLong, squaresLong := w.long.counts(w.d)
	switch w.ties {
	case EqualTies:
		return float64(itemsShort+itemsLong) / 2
	case CorrectedTies:
		return math.Sqrt(squaresShort * squaresLong) // of equal ones it is exactly their value
	}
	return float64(w.d)
}

// common is the number of items that both lists have, at the end of both.
func (w *depths) common() int { return w.both + w.inShort + w.inLong + w.inBoth }

// meanUnseen is the mean of what those items count for at this depth that only the long list has, below the end of the
// short one.
func (w *depths) meanUnseen() float64 {
	return (float64(w.unseen) + w.long.part*float64(w.partial)) / float64(w.unseen+w.partial)
}

// mostUnseen is the overlap that the first items of that kind would add if the short list went on with them.
func (w *depths) mostUnseen(items int) float64 {
	full := min(items, w.unseen)
	return float64(full) + w.long.part*float64(items-full)
}
