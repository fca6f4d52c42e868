package stats

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"sigrel/stats/dist"
	"sigrel/stats/resample"
)

// Verdicts on a pair of systems where a margin says which differences matter.
const (
	VerdictDifferent    = "different"    // a difference was shown, be it inside the margin or not
	VerdictEquivalent   = "equivalent"   // none was shown, and it was shown that it lies inside the margin
	VerdictInconclusive = "inconclusive" // neither
)

// Verdict is the verdict on a pair. A pair that is both different and equivalent is "different": it differs, by less
// than matters; say so beside it.
func Verdict(significant, equivalent bool) string {
	switch {
	case significant:
		return VerdictDifferent
	case equivalent:
		return VerdictEquivalent
	}
	return VerdictInconclusive
}

// Equivalence is the outcome of two one-sided tests of x against y. All p are in (0, 1].
type Equivalence struct {
	Test     string    `json:"test"`
	I        int       `json:"-"` // rows of the matrix, of [EquivalentPairs]
	J        int       `json:"-"`
	N        int       `json:"topics"`
	Margin   float64   `json:"margin"`     // differences inside ±Margin do not matter, in score units
	Estimate float64   `json:"difference"` // mean of x − y
	PLower   float64   `json:"p_lower"`    // against a difference of −Margin or less: small where x is not worse by Margin or more
	PUpper   float64   `json:"p_upper"`    // against a difference of +Margin or more
	P        float64   `json:"p"`          // the greater of the two
	PLo      float64   `json:"p_lo"`       // what Result.PLo and PHi are to P
	PHi      float64   `json:"p_hi"`
	Adjusted float64   `json:"p_adjusted"` // P adjusted for the family, of [EquivalentPairs]; else P
	Interval *Interval `json:"interval"`   // of the difference, two-sided, confidence 1 − 2·alpha; nil if the test gives none
	Method   Method    `json:"method"`     // the less exact one of the two tests

	Equivalent  bool `json:"equivalent"`   // Adjusted ≤ alpha: the difference lies inside the margin
	NonInferior bool `json:"non_inferior"` // PLower ≤ alpha (in a family, adjusted like P): x is not worse than y by Margin or more

	Warnings []Warning `json:"warnings,omitempty"`
}

// Equivalent asks whether the difference of x and y, scores of two systems on the same topics, lies inside ±margin, by
// two one-sided tests at opt.Alpha (Schuirmann 1987): test, nil for [Randomization], of x + margin against y for
// "greater", and of x against y + margin for "less". p is the greater of their p's; that there are two needs no correction.
// opt.Alternative and opt.Confidence are ignored. "x is not worse" takes greater scores for better: where lower is better, give −x and −y.
//
// The interval has the confidence 1 − 2·alpha, two-sided; tests whose interval costs more than the test itself give it
// with opt.Intervals. With "t" the systems are equivalent exactly where it lies inside [−margin, margin]; with
// "randomization", whose ends are themselves not rejected, where it lies inside (−margin, margin). For "wilcoxon" and
// "sign" the margin is one of the centre of the differences, and there is no interval.
//
// Where scores and margin lie on one lattice (see [dist.NewSignedSum]) so do the shifted scores, exactly, and exact tests
// stay exact. Scores of a topic that are the same but for rounding noise are the same after the shift.
//
// Warnings are those of the one-sided tests, each code once, and "identical" where the systems are. The error is that of
// the test. It panics if margin is not a positive number, alpha is not below ½, or as the test.
func Equivalent(x, y []float64, margin float64, test *PairedTest, opt Options) (Equivalence, error) {
	opt = equivalenceOptions(margin, opt)
	if test == nil {
		test = randomization
	}
	if err := checkPaired(x, y); err != nil {
		return Equivalence{}, err
	}
	two := opt
	two.Alternative, two.Alpha = TwoSided, 2*opt.Alpha
	two.Confidence = 1 - two.Alpha
	plain, err := test.Run(x, y, two)
	if err != nil {
		return Equivalence{}, err
	}
	a, b := agreed(x, y)
	lower, err := oneSided(test, shifted(a, b, margin), b, Greater, opt)
	if err != nil {
		return Equivalence{}, fmt.Errorf("scores with the margin of %g: %w", margin, err)
	}
	upper, err := oneSided(test, a, shifted(b, a, margin), Less, opt)
	if err != nil {
		return Equivalence{}, fmt.Errorf("scores with the margin of %g: %w", margin, err)
	}
	e := Equivalence{Test: test.Name, N: len(x), Margin: margin, Estimate: plain.Estimate,
		PLower: lower.P, PUpper: upper.P, P: max(lower.P, upper.P), PLo: max(lower.PLo, upper.PLo), PHi: max(lower.PHi, upper.PHi),
		Interval: plain.Interval, Method: max(lower.Method, upper.Method)}
	for _, w := range slices.Concat(identicalOnly(plain.Warnings), lower.Warnings, upper.Warnings) {
		if !slices.ContainsFunc(e.Warnings, func(v Warning) bool { return v.Code == w.Code }) {
			e.Warnings = append(e.Warnings, w)
		}
	}
	e.decide(e.P, e.PLower, opt.Alpha)
	return e, nil
}

// equivalenceOptions checks what only a caller can get wrong.
func equivalenceOptions(margin float64, opt Options) Options {
	if !(margin > 0) || math.IsInf(margin, 1) {
		panic(fmt.Sprintf("stats: margin %g, want a positive number", margin))
	}
	opt = opt.checked()
	if !(opt.Alpha < 0.5) {
		panic(fmt.Sprintf("stats: alpha %g of two one-sided tests, want one below 0.5", opt.Alpha))
	}
	return opt
}

// decide fills in the decisions, by p of equivalence and of non-inferiority.
func (e *Equivalence) decide(p, pLower, alpha float64) {
	e.Adjusted = p
	e.Equivalent = p <= alpha
	e.NonInferior = pLower <= alpha
}

// oneSided runs one of the two tests. Its difference is that of the shifted scores, and so is "identical" if it says so:
// the systems differ by the margin on every topic.
func oneSided(test *PairedTest, x, y []float64, alt Alternative, opt Options) (Result, error) {
	opt.Alternative, opt.Intervals = alt, false
	r, err := test.Run(x, y, opt)
	r.Warnings = slices.DeleteFunc(r.Warnings, func(w Warning) bool { return w.Code == "identical" })
	return r, err
}

func identicalOnly(warnings []Warning) []Warning {
	return slices.DeleteFunc(slices.Clone(warnings), func(w Warning) bool { return w.Code != "identical" })
}

// agreed is x and y with one score on the topics where their scores are the same but for rounding noise: the simpler
// fraction of the two, so that noise hides neither the tie nor the lattice once a margin is added.
func agreed(x, y []float64) (a, b []float64) {
	a, b = slices.Clone(x), slices.Clone(y)
	tolerance := dist.NewTolerance(x, y)
	for t := range a {
		if a[t] == b[t] || !tolerance.Same(a[t], b[t]) {
			continue
		}
		p, q := dist.Lattice(a[t:t+1]), dist.Lattice(b[t:t+1])
		if q > 0 && (p == 0 || q < p) {
			a[t] = b[t]
		} else {
			b[t] = a[t]
		}
	}
	return a, b
}

// shifted is x + margin, for comparison with y. On a lattice of x, y and margin the sums are the doubles nearest to the
// true ones, which is nearer than sums of doubles are where numbers cancel.
func shifted(x, y []float64, margin float64) []float64 {
	out := make([]float64, len(x))
	den := float64(dist.Lattice(x, y, []float64{margin}))
	for t, v := range x {
		if den > 0 {
			out[t] = (math.Round(v*den) + math.Round(margin*den)) / den
		} else {
			out[t] = v + margin
		}
	}
	return out
}

// EquivalentPairs is [Equivalent] for the rows of scores, systems by topics, in the pairs of opt, in their order, by
// opt.Test. The p of the pairs are adjusted for their number by a correction, and so are the lower ones for
// non-inferiority; the intervals are not. Up to 50 pairs have intervals unasked. It takes all processors.
//
// The error wraps [ErrTooFew] or [ErrTooFewSystems] for fewer than two, [ErrNotFinite] or [ErrRange] for a score that is
// not finite or out of range. It panics as [Equivalent], or if a pair of opt is not of two different rows.
func EquivalentPairs(scores *mat.Dense, margin float64, by *Correction, opt Options) ([]Equivalence, error) {
	opt = equivalenceOptions(margin, opt)
	k, _, err := checkMatrix(scores)
	if err != nil {
		return nil, err
	}
	opt.Pairs = opt.pairs(k)
	opt.Intervals = opt.singleIntervals()
	pairs := opt.Pairs
	out, errs := make([]Equivalence, len(pairs)), make([]error, len(pairs))
	resample.Each(len(pairs), opt.Plan.Workers, func(p int) {
		i, j := pairs[p][0], pairs[p][1]
		out[p], errs[p] = Equivalent(scores.RawRowView(i), scores.RawRowView(j), margin, opt.Test, opt)
		out[p].I, out[p].J = i, j
	})
	p, lower := make([]float64, len(pairs)), make([]float64, len(pairs))
	for i, err := range errs {
		if err != nil {
			return nil, fmt.Errorf("systems %d and %d: %w", pairs[i][0]+1, pairs[i][1]+1, err)
		}
		p[i], lower[i] = out[i].P, out[i].PLower
	}
	p, lower = by.Adjust(p), by.Adjust(lower)
	for i := range out {
		out[i].decide(p[i], lower[i], opt.Alpha)
	}
	return out, nil
}
