package reliability

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// ErrScales is inside an error where the scores of one facet's levels are on scales of their own.
var ErrScales = errors.New("scores on different scales")

// Scales says what is done with measures as a facet: their scores have units of their own, and a variance over all of
// them is of no unit. The zero value refuses.
type Scales int

const (
	ScalesRefuse      Scales = iota
	ScalesStandardise        // the scores of each measure to mean 0 and variance 1, over all their rows
	ScalesAsIs               // they have one unit after all
)

// standardised gives the observations as the scales ask for.
func standardised(o Observations, opt FacetOptions) (Observations, error) {
	if opt.Measures == "" || opt.Scales == ScalesAsIs {
		return o, nil
	}
	f := slices.Index(o.Facets, opt.Measures)
	if f < 0 {
		return o, fmt.Errorf("%w: %s", ErrUnknownFacet, opt.Measures)
	}
	if opt.Scales == ScalesRefuse {
		return o, fmt.Errorf("%w: the levels of facet %s are measures; standardise the scores of each, or say that they have one unit", ErrScales, opt.Measures)
	}
	levels := o.factor([]int{f})
	rows := make([][]int, len(levels.count))
	for row, l := range levels.level {
		rows[l] = append(rows[l], row)
	}
	out := o
	out.Scores = slices.Clone(o.Scores)
	for _, r := range rows {
		of := Observations{Scores: make([]float64, len(r))}
		for i, row := range r {
			of.Scores[i] = o.Scores[row]
		}
		y, scale := of.centred()
		if scale == 0 {
			return o, fmt.Errorf("%s: %w, so that they cannot be standardised", o.name(f, o.Levels[f][r[0]]), ErrNoVariance)
		}
		sd := math.Sqrt(sumOfSquares(y) / float64(len(y)-1))
		for i, row := range r {
			out.Scores[row] = y[i] / sd
			if math.Abs(out.Scores[row]) < leastScore {
				out.Scores[row] = 0
			}
		}
	}
	return out, nil
}
