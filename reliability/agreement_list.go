package reliability

import (
	"math"

	"sigrel/stats/dist"
)

// LabelMeasure names a coefficient of agreement on labels, for help and tables.
type LabelMeasure struct{ Name, Title, Doc string }

// labelEntry is an entry of the list of coefficients.
type labelEntry struct {
	LabelMeasure
	judges func(n int) bool // for which numbers of judges it is; nil: any
	labels func(k int) bool // for which sizes of the scale; nil: any
	binary bool             // of relevant or not only
	make   func(s *labelSheet) measured
}

// measured computes a coefficient from the weights of patterns.
type measured interface {
	// value is the coefficient; a reason where it does not exist.
	value(w []float64) (v float64, reason string)
	// gradient is its derivative by the weight of each pattern, where it exists; nil where it has no standard error.
	gradient(w []float64) []float64
}

func twoJudges(n int) bool                        { return n == 2 }
func manyJudges(n int) bool                       { return n > 2 }
func manyLabels(k int) bool                       { return k > 2 } // with two, every weighting is the same
func called(name, title, doc string) LabelMeasure { return LabelMeasure{name, title, doc} }

// labelCoefficients is the list, in the order of tables: a new coefficient is one entry.
var labelCoefficients = []*labelEntry{
	{called("percent", "agreement", "share of pairs of labels of a unit that are the same, mean over units"), nil, nil, false,
		func(s *labelSheet) measured { return &agreementShare{s.within(s.disagreements(unweighted))} }},
	{called("kappa", "Cohen's κ", "unweighted; each judge's own labels are what chance would repeat"), twoJudges, nil, false, cohen(unweighted)},
	{called("kappa-linear", "Cohen's κ, linear weights", "a difference counts as its share of the range of the scale"), twoJudges, manyLabels, false, cohen(linear)},
	{called("kappa-quadratic", "Cohen's κ, quadratic weights", "a difference counts as the square of that share"), twoJudges, manyLabels, false, cohen(quadratic)},
	{called("conger", "Conger's κ", "Cohen's κ of several judges at once"), manyJudges, nil, false, cohen(unweighted)},
	{called("conger-linear", "Conger's κ, linear weights", "the same, weighted"), manyJudges, manyLabels, false, cohen(linear)},
	{called("conger-quadratic", "Conger's κ, quadratic weights", "the same, weighted"), manyJudges, manyLabels, false, cohen(quadratic)},
	{called("light", "Light's κ", "mean of Cohen's κ over the pairs of judges"), manyJudges, nil, false, func(s *labelSheet) measured { return newLight(s) }},
	{called("fleiss", "Fleiss' κ", "chance repeats the labels of all judges together; of two judges it is Scott's π"), nil, nil, false, pooledChance(fleissChance, unweighted)},
	{called("alpha-nominal", "Krippendorff's α, nominal", "labels are the same or not"), nil, nil, false, alpha(nominalLevel)},
	{called("alpha-ordinal", "Krippendorff's α, ordinal", "labels are as far apart as there are labels given between them"), nil, manyLabels, false, alpha(ordinalLevel)},
	{called("alpha-interval", "Krippendorff's α, interval", "squared difference of the labels"), nil, manyLabels, false, alpha(intervalLevel)},
	{called("alpha-ratio", "Krippendorff's α, ratio", "squared difference over squared sum"), nil, manyLabels, false, alpha(ratioLevel)},
	{called("ac1", "Gwet's AC1", "chance agreement only where a judge guesses: it falls as labels become rare"), nil, nil, false, pooledChance(gwetChance, unweighted)},
	{called("ac2-linear", "Gwet's AC2, linear weights", "AC1, weighted"), nil, manyLabels, false, pooledChance(gwetChance, linear)},
	{called("ac2-quadratic", "Gwet's AC2, quadratic weights", "AC1, weighted"), nil, manyLabels, false, pooledChance(gwetChance, quadratic)},
	{called("brennan-prediger", "Brennan-Prediger", "chance gives every label of the scale alike"), nil, nil, false, pooledChance(uniformChance, unweighted)},
	{called("overlap", "overlap", "relevant by both over relevant by either"), twoJudges, nil, true, relevance("neither calls a document relevant", func(c relevantCounts) (float64, float64) { return c.both, c.both + c.onlyA + c.onlyB })},
	{called("precision", "precision of B", "of what B calls relevant, the share that A does too"), twoJudges, nil, true, relevance("B calls no document relevant", func(c relevantCounts) (float64, float64) { return c.both, c.both + c.onlyB })},
	{called("recall", "recall of B", "of what A calls relevant, the share that B does too"), twoJudges, nil, true, relevance("A calls no document relevant", func(c relevantCounts) (float64, float64) { return c.both, c.both + c.onlyA })},
	{called("positive", "positive specific agreement", "2 × relevant by both over the sum of relevant by each"), twoJudges, nil, true,
		relevance("neither calls a document relevant", func(c relevantCounts) (float64, float64) { return 2 * c.both, 2*c.both + c.onlyA + c.onlyB })},
	{called("negative", "negative specific agreement", "the same of what is not relevant"), twoJudges, nil, true,
		relevance("both call every document relevant", func(c relevantCounts) (float64, float64) { return 2 * c.neither, 2*c.neither + c.onlyA + c.onlyB })},
	{called("prevalence-index", "prevalence index", "(relevant by both − by neither) over all: near −1 or 1, κ is low whatever the judges do"), twoJudges, nil, true,
		relevance("", func(c relevantCounts) (float64, float64) { return c.both - c.neither, c.all() })},
	{called("bias-index", "bias index", "(relevant only by B − only by A) over all: positive where B calls more relevant"), twoJudges, nil, true,
		relevance("", func(c relevantCounts) (float64, float64) { return c.onlyB - c.onlyA, c.all() })},
}

// LabelCoefficients lists the coefficients that [AgreeLabels] may give, in their order.
func LabelCoefficients() []LabelMeasure {
	out := make([]LabelMeasure, len(labelCoefficients))
	for i, c := range labelCoefficients {
		out[i] = c.LabelMeasure
	}
	return out
}

// labelEstimator is a coefficient of a sheet.
type labelEstimator struct {
	name  string
	sheet *labelSheet
	by    measured
}

// labelEstimators are those that go with a sheet.
func labelEstimators(s *labelSheet, binary bool) []labelEstimator {
	var out []labelEstimator
	for _, c := range labelCoefficients {
		if c.judges != nil && !c.judges(s.judges) || c.labels != nil && !c.labels(len(s.scale)) || c.binary && !binary {
			continue
		}
		out = append(out, labelEstimator{c.Name, s, c.make(s)})
	}
	return out
}

// roundedError is the greatest standard error that may be but the rounding of a sum that is 0: coefficients are of the
// size of 1.
const roundedError = 1e-12

// coefficient is the value, with its standard error, of all units.
func (e labelEstimator) coefficient(u *labelUnits) LabelCoefficient {
	c := LabelCoefficient{Name: e.name}
	w := u.tally()
	v, reason := e.by.value(w)
	if reason != "" {
		c.Reason = reason
		return c
	}
	c.Value = &v
	ratio, isRatio := e.by.(ratioOfDisagreements)
	if isRatio {
		o, x := ratio.parts(w)
		c.Observed, c.Expected = &o, &x
	}
	if gradient := e.by.gradient(w); gradient != nil && len(u.of) > 1 {
		if se := u.linearised(gradient); se > roundedError { // 0 only says that nothing differs here
			c.SE = &se
		}
	}
	if by, ok := e.by.(*ownChance); ok && e.sheet.judges == 2 && u.equal {
		if se := by.chanceSE(w); se > roundedError {
			z := v / se
			p := max(2*dist.NormalSF(math.Abs(z)), math.SmallestNonzeroFloat64)
			c.Z, c.P = &z, &p
		}
	}
	return c
}

// linearised is the standard error of a function of the weights of patterns: n/(n−1) Σ (w_i ∂/∂w_i)² over the n units, which
// are taken as drawn independently (Gwet, Handbook of Inter-Rater Reliability, 2014, chapter 5, has the same as formulas).
func (u *labelUnits) linearised(gradient []float64) float64 {
	var variance float64
	for i, p := range u.of {
		d := u.weights[i] * gradient[p]
		variance += d * d
	}
	n := float64(len(u.of))
	return math.Sqrt(variance * n / (n - 1))
}
