package stats

import (
	"cmp"
	"fmt"
	"slices"
)

// Correction is an entry of the list of corrections for multiple comparisons: what --correction names.
type Correction struct {
	Name, Doc, Cite string // Cite is a key of reports/references.bib
	Error           string // the error rate controlled: ErrorFWER, ErrorFDR or ErrorNone

	// Adjust gives the adjusted p of each p of one family, in the same order: in [p, 1], never in another order than
	// the p, equal where they are. The family is exactly the tests that were carried out. It panics if a p is not in
	// [0, 1] (NaN, say): a test that could not be carried out must not be handed over.
	Adjust func(p []float64) []float64

	// Level is the level that one test of the family had to meet at alpha: the point that [Pair.Detectable] is for.
	Level func(p []float64, alpha float64) float64
}

var corrections = []*Correction{
	none,
	bonferroni,
	holm,
	bh,
}

// Corrections lists the corrections there are.
func Corrections() []*Correction { return slices.Clone(corrections) }

var none = &Correction{
	Name:   "none",
	Doc:    "No correction: the adjusted p is p. Among many comparisons some are below α by chance alone.",
	Cite:   "carterette2012",
	Error:  ErrorNone,
	Adjust: func(p []float64) []float64 { return scaled(p, func(int) float64 { return 1 }) },
	Level:  func(_ []float64, alpha float64) float64 { return alpha },
}

var bonferroni = &Correction{
	Name: "bonferroni",
	Doc: "Every p times the number of comparisons m. Controls the probability of any false claim, whatever the " +
		"dependence. Holm's correction does the same and is never less powerful.",
	Cite:   "dunn1961",
	Error:  ErrorFWER,
	Adjust: func(p []float64) []float64 { return scaled(p, func(int) float64 { return float64(len(p)) }) },
	Level:  share,
}

var holm = &Correction{
	Name: "holm",
	Doc: "Holm's step-down correction: the j-th smallest p times m − j + 1. Controls the probability of any false " +
		"claim, whatever the dependence.",
	Cite:  "holm1979",
	Error: ErrorFWER,
	Adjust: func(p []float64) []float64 {
		return stepped(p, func(rank int) float64 { return float64(len(p) - rank) }, false)
	},
	Level: share, // that of the smallest p; a bound for the others
}

var bh = &Correction{
	Name: "bh",
	Doc: "Benjamini and Hochberg's step-up correction: the j-th smallest p times m/j. Controls the expected share of " +
		"false claims among the claims, for screening; proved for independent or positively dependent tests.",
	Cite:   "benjamini1995",
	Error:  ErrorFDR,
	Adjust: bhAdjust,
	Level:  bhLevel,
}

// share is α/m.
func share(p []float64, alpha float64) float64 { return alpha / float64(max(len(p), 1)) }

func bhAdjust(p []float64) []float64 {
	return stepped(p, func(rank int) float64 { return float64(len(p)) / float64(rank+1) }, true)
}

// bhLevel is the level that BH came down to on these p: α·R/m, where R is the number of claims it makes, or 1 if none.
func bhLevel(p []float64, alpha float64) float64 {
	claims := 0
	for _, a := range bhAdjust(p) {
		if a <= alpha {
			claims++
		}
	}
	return alpha * (float64(max(claims, 1)) / float64(max(len(p), 1)))
}

// scaled is min(1, factor·p) of each.
func scaled(p []float64, factor func(i int) float64) []float64 {
	checkPs(p)
	out := make([]float64, len(p))
	for i, v := range p {
		out[i] = max(v, min(1, factor(i)*v))
	}
	return out
}

// stepped multiplies the p of each rank (0 is the smallest) by its factor and makes the result monotone: upwards the
// running maximum, or, for step-up corrections, downwards the running minimum. Equal p get equal results either way.
func stepped(p []float64, factor func(rank int) float64, up bool) []float64 {
	checkPs(p)
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p[a], p[b]) })
	out := make([]float64, len(p))
	if up {
		running := 1.0
		for rank, i := range slices.Backward(order) {
			running = min(running, factor(rank)*p[i])
			out[i] = max(running, p[i])
		}
		return out
	}
	running := 0.0
	for rank, i := range order {
		running = max(running, min(1, factor(rank)*p[i]))
		out[i] = max(running, p[i])
	}
	return out
}

func checkPs(p []float64) {
	for i, v := range p {
		if !(v >= 0 && v <= 1) {
			panic(fmt.Sprintf("stats: p %d of the family is %g, want a number from 0 to 1", i+1, v))
		}
	}
}
