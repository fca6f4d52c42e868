package stats

import (
	"errors"
	"fmt"
	"slices"

	"sigrel/stats/dist"
)

// ErrUndefined is returned where a number does not exist for these scores; the error says why.
var ErrUndefined = errors.New("undefined")

// EffectSize is an entry of the list of effect sizes: how large a difference is, on a scale of its own.
type EffectSize struct {
	Name, Doc, Cite string // Cite is a key of reports/references.bib
	Compute         func(x, y []float64) (float64, error)
}

var effectSizes = []*EffectSize{
	dz,
}

// EffectSizes lists the effect sizes there are.
func EffectSizes() []*EffectSize { return slices.Clone(effectSizes) }

var dz = &EffectSize{
	Name: "dz",
	Doc: "Cohen's d_z: the mean difference divided by the standard deviation of the differences. It depends on how " +
		"much the systems agree topic by topic, unlike a d that divides by the spread of the scores.",
	Cite:    "cohen1988",
	Compute: DZ,
}

// DZ is Cohen's d_z of x against y, scores on the same topics: d̄/s, mean and standard deviation (n − 1) of x − y (Cohen
// 1988, section 2.3.5). The error wraps [ErrUndefined] where all differences are the same but for rounding noise, else as
// [TTest]. It panics if x and y have different lengths.
func DZ(x, y []float64) (float64, error) {
	if err := checkPaired(x, y); err != nil {
		return 0, err
	}
	d := describe(x, y)
	if d.Constant {
		return 0, fmt.Errorf("d_z is %w: the differences have no spread", ErrUndefined)
	}
	return d.Mean/d.sd + 0, nil
}

// WinsTiesLosses counts the topics where x is greater than, the same as and less than y; [dist.Tolerance] says which
// scores are the same. It panics if x and y have different lengths, or a score is not finite.
func WinsTiesLosses(x, y []float64) (wins, ties, losses int) {
	for _, v := range dist.NewDifferences(x, y).Each {
		switch {
		case v == 0:
			ties++
		case v > 0:
			wins++
		default:
			losses++
		}
	}
	return wins, ties, losses
}
