package stats

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
)

// RankCorrelation is an entry of the list of rank correlations, between two scorings of the same systems. Compute takes
// the mean scores, higher is better. The error wraps [ErrUndefined] where the coefficient does not exist, and says why;
// it wraps [ErrTooFewSystems] for fewer than two systems, [ErrNotFinite] for a mean that is not finite. Compute panics if
// the lengths differ. Means that agree to twelve digits are tied.
type RankCorrelation struct {
	Name, Doc, Cite string // Cite is a key of reports/references.bib
	Compute         func(reference, other []float64) (float64, error)
	of              func(rankPair) (float64, error) // the same, where several are computed of the same rankings
}

var rankCorrelations = []*RankCorrelation{
	tauA,
	tauB,
	tauAP,
	tauAPA,
	tauAPB,
	spearman,
}

// RankCorrelations lists the rank correlations there are.
func RankCorrelations() []*RankCorrelation { return slices.Clone(rankCorrelations) }

// Snap rounds v to twelve significant digits, so that means reached by different sums compare equal. It is for
// comparing, not for printing.
func Snap(v float64) float64 {
	if snapped, ok := snapFast(v); ok {
		return snapped
	}
	if v == 0 || math.IsNaN(v) || math.IsInf(v, 0) {
		return v
	}
	snapped, err := strconv.ParseFloat(strconv.FormatFloat(v, 'e', 11, 64), 64)
	if err != nil { // rounded up beyond the largest double
		return v
	}
	return snapped
}

// tens are the powers of ten that are doubles without rounding.
var tens = [...]float64{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
	1e18, 1e19, 1e20, 1e21, 1e22}

// snapFast is [Snap] for sizes in [1e-10, 1e11), to the last bit: a whole number below 2^53 over a power of ten is
// rounded once, as parsing it would. A bootstrap of rankings spends most of its time here; printing and parsing takes
// 120 ns, this 18.
func snapFast(v float64) (snapped float64, ok bool) {
	size := math.Abs(v)
	if !(size >= 1e-10 && size < 1e11) {
		return 0, false
	}
	scale := tens[11-int(math.Floor(math.Log10(size)))]
	digits := size * scale // twelve digits before the point; halves are doubles, so rounding does not go across one
	whole := math.Floor(digits)
	if rest := digits - whole; rest == 0.5 {
		return 0, false // which way to round is for the exact decimal to say
	} else if rest > 0.5 {
		whole++
	}
	return math.Copysign(whole/scale, v), true
}

// Ranks gives each mean its rank: 1 + the number of greater means. Means that agree to twelve digits share a rank.
func Ranks(means []float64) []int {
	snapped := snapAll(means)
	ranks := make([]int, len(means))
	for i, v := range snapped {
		ranks[i] = 1
		for _, w := range snapped {
			if w > v {
				ranks[i]++
			}
		}
	}
	return ranks
}

func snapAll(v []float64) []float64 {
	out := make([]float64, len(v))
	for i := range v {
		out[i] = Snap(v[i])
	}
	return out
}

// ranking is two scorings, snapped and checked.
func ranking(reference, other []float64) (x, y []float64, err error) {
	if len(reference) != len(other) {
		panic(fmt.Sprintf("stats: rankings of %d and %d systems", len(reference), len(other)))
	}
	if len(reference) < 2 {
		return nil, nil, fmt.Errorf("rank correlation: %w: %d, want at least 2", ErrTooFewSystems, len(reference))
	}
	for i := range reference {
		if math.IsNaN(reference[i]-reference[i]) || math.IsNaN(other[i]-other[i]) {
			return nil, nil, fmt.Errorf("mean of system %d: %w", i+1, ErrNotFinite)
		}
	}
	return snapAll(reference), snapAll(other), nil
}

// groups is a ranking as its groups of tied systems, the best first.
type groups struct {
	order []int // the systems, best first; those that tie by their number
	of    []int // the group of each system
	sizes []int // of the groups
}

func groupsOf(scores []float64) groups {
	order := make([]int, len(scores))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int {
		if scores[i] == scores[j] {
			return i - j
		}
		return cmp.Compare(scores[j], scores[i])
	})
	return groupsIn(order, func(i, j int) bool { return scores[i] == scores[j] })
}

// groupsIn cuts an order of systems where neighbours do not tie.
func groupsIn(order []int, tied func(i, j int) bool) groups {
	g := groups{order: order, of: make([]int, len(order)), sizes: make([]int, 0, len(order))}
	for at, i := range order {
		if at == 0 || !tied(order[at-1], i) {
			g.sizes = append(g.sizes, 0)
		}
		g.of[i] = len(g.sizes) - 1
		g.sizes[g.of[i]]++
	}
	return g
}

// all yields each group with the number of systems above it.
func (g groups) all(yield func(above int, members []int) bool) {
	above := 0
	for _, size := range g.sizes {
		if !yield(above, g.order[above:above+size]) {
			return
		}
		above += size
	}
}

// midranks are the ranks from 1 on, where systems that tie share the mean of the ranks they take up.
func (g groups) midranks() []float64 {
	ranks := make([]float64, len(g.order))
	for above, members := range g.all {
		for _, i := range members {
			ranks[i] = float64(2*above+len(members)+1) / 2
		}
	}
	return ranks
}
