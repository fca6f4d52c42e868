package stats

import (
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
}

var rankCorrelations = []*RankCorrelation{
	tauA,
	tauB,
	tauAP,
}

// RankCorrelations lists the rank correlations there are.
func RankCorrelations() []*RankCorrelation { return slices.Clone(rankCorrelations) }

// Snap rounds v to twelve significant digits, so that means reached by different sums compare equal. It is for
// comparing, not for printing.
func Snap(v float64) float64 {
	if v == 0 || math.IsNaN(v) || math.IsInf(v, 0) {
		return v
	}
	snapped, err := strconv.ParseFloat(strconv.FormatFloat(v, 'e', 11, 64), 64)
	if err != nil { // rounded up beyond the largest double
		return v
	}
	return snapped
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
