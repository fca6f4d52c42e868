package stats

// rankPair is two rankings of the same systems, and how they order its pairs. All rank correlations are computed of it.
type rankPair struct {
	x, y  groups
	tiers []tier
	pairs pairCounts
}

// newRankPair takes two scorings; its errors and panics are those of [RankCorrelation].
func newRankPair(reference, other []float64) (rankPair, error) {
	x, y, err := ranking(reference, other)
	if err != nil {
		return rankPair{}, err
	}
	return pairUp(groupsOf(x), groupsOf(y)), nil
}

func pairUp(x, y groups) rankPair {
	p := rankPair{x: x, y: y, tiers: tiersOf(x, y)}
	c := pairCounts{all: len(x.order) * (len(x.order) - 1) / 2, tiedX: tiedPairs(x.sizes), tiedY: tiedPairs(y.sizes)}
	onlyX := 0
	for _, t := range p.tiers {
		c.concordant += t.concordant
		onlyX += t.level
	}
	c.discordant = c.all - c.tiedY - c.concordant - onlyX
	c.tiedBoth = c.tiedX - onlyX
	p.pairs = c
	return p
}

// compute gives a coefficient of two scorings.
func compute(of func(rankPair) (float64, error), reference, other []float64) (float64, error) {
	p, err := newRankPair(reference, other)
	if err != nil {
		return 0, err
	}
	return of(p)
}

// pairCounts are the pairs of systems by how two rankings order them. Pairs tied in both count in tiedX and tiedY too.
type pairCounts struct{ all, concordant, discordant, tiedX, tiedY, tiedBoth int }

func tiedPairs(sizes []int) (n int) {
	for _, size := range sizes {
		n += size * (size - 1) / 2
	}
	return n
}

// tier is a group of systems that tie in y, beside the systems above it in y.
type tier struct {
	above, size int
	concordant  int // pairs of one of the group and one above it that x orders in the same way
	level       int // those that tie in x
}

// tiersOf cuts y into its tiers, the best first, in time k log k: the systems above are kept in a tree of counts by their
// place in x (Fenwick, Software: Practice and Experience 24, 1994).
func tiersOf(x, y groups) []tier {
	tiers := make([]tier, 0, len(y.sizes))
	tree := make([]int, len(x.sizes)+1)
	upTo := func(group int) (n int) { // systems above, in this group of x or a better one
		for i := group + 1; i > 0; i &= i - 1 {
			n += tree[i]
		}
		return n
	}
	for above, members := range y.all {
		t := tier{above: above, size: len(members)}
		for _, i := range members {
			better := upTo(x.of[i] - 1)
			t.concordant += better
			t.level += upTo(x.of[i]) - better
		}
		tiers = append(tiers, t)
		for _, i := range members {
			for j := x.of[i] + 1; j < len(tree); j += j & -j {
				tree[j]++
			}
		}
	}
	return tiers
}
