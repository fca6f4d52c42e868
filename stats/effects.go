package stats

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"sigrel/stats/dist"
)

// ErrUndefined is returned where a number does not exist for these scores; the error says why.
var ErrUndefined = errors.New("undefined")

// EffectSize is an entry of the list of effect sizes: how large a difference is, on a scale of its own.
type EffectSize struct {
	Name, Doc, Cite string // Cite is a key of reports/references.bib

	// Compute gives the effect size of x against y, scores of two systems on the same topics: positive (for
	// "superiority" above ½) means that x is better. The error wraps [ErrUndefined] where there is none for these scores
	// or without an option that it needs, [ErrTooFew] for fewer than two topics (three for "hedges-g"), [ErrNotFinite] or
	// [ErrRange] for a score that is not finite or out of range. It panics if x and y have different lengths, or an
	// option is out of its range.
	Compute func(x, y []float64, opt EffectOptions) (Effect, error)
}

// EffectOptions are the options of [EffectSize.Compute]. The zero value is a confidence of 95 % and no residuals.
type EffectOptions struct {
	Confidence float64   // of intervals, inside (0, 1); 0 means DefaultConfidence
	Residual   *Residual // of the two-way analysis of variance of all systems of the family; only "es" needs it
	OneWay     *Residual // of the one-way analysis; only "es-one-way" needs it
}

// Effect is an effect size and its interval, both without a unit.
type Effect struct {
	Name     string    `json:"name"`
	Value    float64   `json:"value"`
	Interval *Interval `json:"interval"` // nil where a warning or the entry's Doc says that there is none
	Warnings []Warning `json:"warnings,omitempty"`
}

// Kinds of intervals of an effect size.
const (
	KindNoncentralT = "noncentral-t" // exact for normal differences
	KindBonett      = "bonett"       // value ± z·standard error for normal scores (Bonett 2008): for many topics
	KindWilson      = "wilson"       // of a proportion (Wilson 1927)
)

// The order is that of help and reports.
var effectSizes = []*EffectSize{
	dz,
	hedgesG,
	dAverage,
	dMeanSD,
	glassDelta,
	es,
	esOneWay,
	superiority,
	cliff,
}

// EffectSizes lists the effect sizes there are.
func EffectSizes() []*EffectSize { return slices.Clone(effectSizes) }

// PairEffects computes every effect size that is defined for x against y, in the order of [EffectSizes]; none for scores
// that no test takes. It panics as [EffectSize.Compute].
func PairEffects(x, y []float64, opt EffectOptions) []Effect {
	var out []Effect
	for _, e := range effectSizes {
		if v, err := e.Compute(x, y, opt); err == nil {
			out = append(out, v)
		}
	}
	return out
}

// compared describes x − y for an effect size, after the checks that all of them make.
func compared(x, y []float64, opt EffectOptions) (differences, EffectOptions, error) {
	opt.check()
	if opt.Confidence == 0 {
		opt.Confidence = DefaultConfidence
	}
	if err := checkPaired(x, y); err != nil {
		return differences{}, opt, err
	}
	return describe(x, y), opt, nil
}

// check panics on what only a caller can get wrong.
func (o EffectOptions) check() {
	if o.Confidence != 0 && !(o.Confidence > 0 && o.Confidence < 1) {
		panic(fmt.Sprintf("stats: confidence %g, want a number between 0 and 1", o.Confidence))
	}
	for _, r := range []*Residual{o.Residual, o.OneWay} {
		if r != nil && !(r.MS >= 0 && !math.IsInf(r.MS, 1) && r.DF > 0) {
			panic(fmt.Sprintf("stats: residual with mean square %g on %d degrees of freedom", r.MS, r.DF))
		}
	}
}

// WinsTiesLosses counts the topics where x is greater than, the same as and less than y; [dist.Tolerance] says which
// scores are the same. It panics if x and y have different lengths, or a score is not finite.
func WinsTiesLosses(x, y []float64) (wins, ties, losses int) {
	return countSigns(dist.NewDifferences(x, y).Each)
}

// countSigns counts the differences above, at and below 0.
func countSigns(d []float64) (above, at, below int) {
	for _, v := range d {
		switch {
		case v == 0:
			at++
		case v > 0:
			above++
		default:
			below++
		}
	}
	return above, at, below
}
