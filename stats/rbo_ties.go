package stats

import "math"

// Ties says what rank-biased overlap takes tied items for, after Corsi and Urbano, "The Treatment of Ties in Rank-Biased
// Overlap" (SIGIR 2024). Without ties all are the same.
type Ties int

const (
	// AverageTies, RBO^a: an order that is not known. For lists of the same length it is the mean over all orders.
	AverageTies Ties = iota
	// EqualTies, RBO^w: items that share a rank, all of which are there from its first place on (Webber, Moffat and
	// Zobel 2010). Two lists with the same ties are identical.
	EqualTies
	// CorrectedTies, RBO^b: as AverageTies, but over what two lists with as many ties could have, as τ_b is to τ_a.
	CorrectedTies
)

var tiesNames = [...]string{AverageTies: "a", EqualTies: "w", CorrectedTies: "b"}

// String is the letter that the paper gives the variant: "a", "w" or "b".
func (t Ties) String() string { return tiesNames[t] }

// MarshalText gives the letter of t.
func (t Ties) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// RBOOfScores is [TiedRBO] of the rankings of the same systems by two scorings, higher is better; scores that agree to
// twelve digits are tied. Both lists are whole, so that Ext is the overlap itself. The error wraps [ErrRange] for a p that
// is not inside (0, 1); else errors and panics are those of [RankCorrelation].
func RBOOfScores(x, y []float64, p float64, ties Ties) (Overlap, error) {
	if err := checkPersistence(p); err != nil {
		return Overlap{}, err
	}
	pair, err := newRankPair(x, y)
	if err != nil {
		return Overlap{}, err
	}
	return pair.overlap(p, ties), nil
}

// overlap is that of both rankings of all systems. p is checked.
func (p rankPair) overlap(persistence float64, ties Ties) Overlap {
	return overlapOf(p.x.list(), p.y.list(), persistence, ties)
}

func (g groups) list() *tiedList {
	list := &tiedList{items: g.order, group: g.of, ends: make([]int, len(g.sizes))}
	end := 0
	for i, size := range g.sizes {
		end += size
		list.ends[i] = end
	}
	return list
}

// TiedRBO is the rank-biased overlap of two lists of groups of items, the best group first; the items of a group are
// tied. See [RBO] for what it is and for its errors, and [Ties] for the variants. Lists of different lengths are
// extrapolated as Corsi and Urbano do. It panics if a group is empty.
func TiedRBO(a, b [][]int, p float64, ties Ties) (Overlap, error) {
	if err := checkPersistence(p); err != nil {
		return Overlap{}, err
	}
	short, long, err := tiedLists(a, b)
	if err != nil {
		return Overlap{}, err
	}
	return overlapOf(short, long, p, ties), nil
}

func overlapOf(short, long *tiedList, p float64, ties Ties) Overlap {
	w := newDepths(short, long, ties)
	s, l := len(short.items), len(long.items)
	var sum, known, guessed, possible float64 // Σ A_d·p^d: to the end of short and of long, and what may lie below short
	last, perfect, power := 0.0, true, 1.0
	for range l {
		w.next()
		power *= p
		norm := w.norm()
		agreement := w.overlap() / norm
		known += power * agreement
		if below := w.d - s; below <= 0 {
			last, sum = agreement, known
		} else {
			guess := float64(below) * last * w.meanUnseen() / norm
			guessed += power * guess
			possible += power * w.mostUnseen(below) / norm
			agreement += guess
		}
		perfect = perfect && agreement == 1
	}
	scale := (1 - p) / p
	common := float64(w.common())
	tail := (common + float64(l-s)*last) / float64(l) // the agreement taken for all that is below both
	out := Overlap{P: p, Ties: ties, Sum: scale * sum, Ext: settledOverlap(scale*(known+guessed) + tail*power)}
	if perfect && tail == 1 {
		out.Ext = 1 // the weights of all depths add up to 1, but for rounding
	}
	out.Min = settledOverlap(scale * (known + common*logTail(l, p)))
	out.Residual = max(0, scale*(possible+w.mostBelow(p)))
	out.Max = settledOverlap(out.Min + out.Residual)
	return out
}

// mostBelow is what the depths below both lists can add at most to what the common items alone have there: new items are
// common as soon as they can be, two at each depth, until each list has all items of the other.
func (w *depths) mostBelow(p float64) float64 {
	s, l, common := len(w.short.items), len(w.long.items), w.common()
	full := l + s - common
	power := math.Pow(p, float64(l))
	sum := 0.0
	for d := l + 1; d <= full; d++ {
		power *= p
		sum += power * float64(2*d-l-s) / float64(d)
	}
	return sum + power*p/(1-p) - float64(common)*logTail(full, p)
}

// settledOverlap takes rounding noise beyond [0, 1] off. What is further out is left for a test to see.
func settledOverlap(v float64) float64 {
	switch {
	case v > 1 && v < 1+1e-9:
		return 1
	case v < 0 && v > -1e-9:
		return 0
	}
	return v
}
