package stats

import (
	"cmp"
	"fmt"
	"math"
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
	sidak,
	holm,
	hochberg,
	hommel,
	bh,
	by,
}

// Corrections lists the corrections there are.
func Corrections() []*Correction { return slices.Clone(corrections) }

// FindCorrection is the correction of that name; nil if there is none.
func FindCorrection(name string) *Correction {
	if i := slices.IndexFunc(corrections, func(c *Correction) bool { return c.Name == name }); i >= 0 {
		return corrections[i]
	}
	return nil
}

var none = &Correction{
	Name:   "none",
	Doc:    "No correction: the adjusted p is p. Among many comparisons some are below α by chance alone.",
	Cite:   "carterette2012",
	Error:  ErrorNone,
	Adjust: func(p []float64) []float64 { return scaled(p, 1) },
	Level:  func(_ []float64, alpha float64) float64 { return alpha },
}

var bonferroni = &Correction{
	Name: "bonferroni",
	Doc: "Every p times the number of comparisons m. Controls the probability of any false claim, whatever the " +
		"dependence. Holm's correction does the same and is never less powerful.",
	Cite:   "dunn1961",
	Error:  ErrorFWER,
	Adjust: func(p []float64) []float64 { return scaled(p, float64(len(p))) },
	Level:  share,
}

var sidak = &Correction{
	Name: "sidak",
	Doc: "1 − (1 − p)^m, with m the number of comparisons: how likely the least of m independent p's is as small. " +
		"Controls the probability of any false claim for independent tests, and for two-sided tests of normal means " +
		"whatever their correlation; else use Bonferroni's or Holm's correction. Hardly more powerful than Bonferroni's.",
	Cite:   "sidak1967",
	Error:  ErrorFWER,
	Adjust: sidakAdjust,
	Level:  sidakLevel,
}

var holm = &Correction{
	Name: "holm",
	Doc: "Holm's step-down correction: the j-th smallest p times m − j + 1. Controls the probability of any false " +
		"claim, whatever the dependence.",
	Cite:   "holm1979",
	Error:  ErrorFWER,
	Adjust: func(p []float64) []float64 { return stepped(p, toGo(p), false) },
	Level:  share, // that of the smallest p; a bound for the others
}

var hochberg = &Correction{
	Name: "hochberg",
	Doc: "Hochberg's step-up correction: as Holm's, the j-th smallest p times m − j + 1, but each adjusted p is the " +
		"least of those from its own on up. Controls the probability of any false claim only for independent or positively " +
		"dependent tests, which all pairs of systems are not sure to be: on request, never a default.",
	Cite:   "hochberg1988",
	Error:  ErrorFWER,
	Adjust: func(p []float64) []float64 { return stepped(p, toGo(p), true) },
	Level:  share, // that of the smallest p if no other is small; a bound for the others
}

// share is α/m.
func share(p []float64, alpha float64) float64 { return alpha / float64(max(len(p), 1)) }

// toGo multiplies a p by the number of p's that are not smaller.
func toGo(p []float64) func(rank int, p float64) float64 {
	return func(rank int, v float64) float64 { return float64(len(p)-rank) * v }
}

// sidakAdjust keeps the digits of tiny p's, which 1 − p would not have. A p alone is not touched: the logarithm and back
// would round it.
func sidakAdjust(p []float64) []float64 {
	m := float64(len(p))
	return stepped(p, func(_ int, v float64) float64 {
		if m == 1 {
			return v
		}
		return -math.Expm1(m * math.Log1p(-v))
	}, false) // stepped for the order alone: rounding might change it
}

// sidakLevel is 1 − (1 − α)^(1/m).
func sidakLevel(p []float64, alpha float64) float64 {
	return min(alpha, -math.Expm1(math.Log1p(-alpha)/float64(max(len(p), 1))))
}

// scaled is min(1, factor·p) of each.
func scaled(p []float64, factor float64) []float64 {
	checkPs(p)
	out := make([]float64, len(p))
	for i, v := range p {
		out[i] = max(v, min(1, factor*v))
	}
	return out
}

// stepped adjusts the p of each rank (0 is the smallest) and makes the result monotone: upwards the running maximum, or,
// for step-up corrections, downwards the running minimum. Equal p get equal results either way.
func stepped(p []float64, adjust func(rank int, p float64) float64, up bool) []float64 {
	checkPs(p)
	order := ascending(p)
	out := make([]float64, len(p))
	if up {
		running := 1.0
		for rank, i := range slices.Backward(order) {
			running = min(running, adjust(rank, p[i]))
			out[i] = max(running, p[i])
		}
		return out
	}
	running := 0.0
	for rank, i := range order {
		running = max(running, min(1, adjust(rank, p[i])))
		out[i] = max(running, p[i])
	}
	return out
}

// ascending is the order of p, the smallest first.
func ascending(p []float64) []int {
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p[a], p[b]) })
	return order
}

func checkPs(p []float64) {
	for i, v := range p {
		if !(v >= 0 && v <= 1) {
			panic(fmt.Sprintf("stats: p %d of the family is %g, want a number from 0 to 1", i+1, v))
		}
	}
}
