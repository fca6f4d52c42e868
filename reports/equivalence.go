package reports

import (
	"fmt"
	"strings"

	"gonum.org/v1/gonum/mat"

	"sigrel/metrics"
	"sigrel/reports/doc"
	"sigrel/stats"
)

// Equivalence is what two one-sided tests say of a pair: whether the difference is smaller than the margin.
type Equivalence struct {
	PLower    float64 `json:"p_lower"` // of A − B being −margin or less: small means that A is not worse than B by the margin
	PUpper    float64 `json:"p_upper"` // of A − B being the margin or more
	P         float64 `json:"p"`       // the greater of the two
	PAdjusted float64 `json:"p_adjusted"`
	// NonInferior is shown where A is not worse than B by the margin or more, adjusted for the family.
	NonInferior bool            `json:"noninferior"`
	Interval    *stats.Interval `json:"interval"` // at confidence 1 − 2α: equivalent alone where it lies inside the margin
}

// fillEquivalence tests every pair for equivalence, by the single test, with the correction of the family (Holm's where
// a procedure for all pairs is in use), and gives the verdicts.
func (c *Comparison) fillEquivalence(margin float64, values *mat.Dense, opt stats.Options) error {
	if margin == 0 {
		return nil
	}
	c.Margin = &margin
	all, err := stats.EquivalentPairs(values, margin, c.equivalenceCorrection(), opt)
	if err != nil {
		return err
	}
	for n := range c.Pairs {
		p, e := &c.Pairs[n], all[n]
		p.Equivalence = &Equivalence{PLower: e.PLower, PUpper: e.PUpper, P: e.P, PAdjusted: e.Adjusted, NonInferior: e.NonInferior, Interval: e.Interval}
		within := e.Adjusted <= opt.Alpha
		p.WithinMargin = &within
		p.Verdict = stats.Verdict(p.Significant, within)
	}
	return nil
}

// equivalenceCorrection is that of the family, or Holm's where a procedure for all pairs is in use.
func (c *Comparison) equivalenceCorrection() *stats.Correction {
	if _, name, ok := strings.Cut(c.Procedure, "+"); ok {
		return FindCorrection(name)
	}
	return FindCorrection("holm")
}

// verdicts counts the pairs by verdict, in words.
func (c *Comparison) verdicts() []doc.Text {
	if c.Margin == nil {
		return nil
	}
	n := make(map[string]int)
	within := 0
	for _, p := range c.Pairs {
		n[p.Verdict]++
		if p.Verdict == Different && *p.WithinMargin {
			within++
		}
	}
	out := fmt.Sprintf("With a margin of %s: %d different", trimmed(*c.Margin), n[Different])
	if within > 0 {
		out += fmt.Sprintf(" (%d of them, though different, by less than the margin)", within)
	}
	out += fmt.Sprintf(", %d equivalent, %d inconclusive.", n[Equivalent], n[Inconclusive])
	if names := c.nonInferior(); c.Family.Kind == "baseline" && len(c.baselines) == 1 {
		list := "none"
		if names != nil {
			list = joinFirst(names, ", ", 8)
		}
		out += fmt.Sprintf(" Shown not to be worse than the baseline by the margin: %s.", list)
	}
	return say(out)
}

// nonInferior names the systems that were shown not to be worse than the baseline by the margin or more.
func (c *Comparison) nonInferior() []string {
	if len(c.baselines) != 1 {
		return nil
	}
	var systems []metrics.Tag
	var ps []float64
	for _, p := range c.Pairs {
		// Of A − B, lower is what speaks against A, or, where B is the system, upper.
		system, against := p.A, p.Equivalence.PLower
		if p.i == c.baselines[0] {
			system, against = p.B, p.Equivalence.PUpper
		}
		if c.scores.Lower {
			against = p.Equivalence.PLower + p.Equivalence.PUpper - against
		}
		systems, ps = append(systems, system), append(ps, against)
	}
	var names []string
	for i, p := range c.equivalenceCorrection().Adjust(ps) {
		if p <= c.Alpha {
			names = append(names, string(systems[i]))
		}
	}
	return names
}

// equivalenceNote explains the verdicts under a table.
func (c *Comparison) equivalenceNote() []doc.Text {
	by := "Holm's correction"
	if _, name, ok := strings.Cut(c.Procedure, "+"); ok {
		by = lookup(correctionNames, name)
		if name == "none" {
			by = "no correction"
		}
	}
	return say(fmt.Sprintf("Verdict: different if significant; equivalent if two one-sided tests (%s, %s, α = %s) show that the difference is smaller than the margin of %s; else inconclusive: the data allow both.",
		lookup(testNames, c.Test), by, alphaText(c.Alpha), trimmed(*c.Margin)), doc.Cite("schuirmann1987"))
}

// trimmed is a number with the digits that it needs.
func trimmed(v float64) string { return strings.TrimPrefix(fmt.Sprintf("%.6g", v), "0") }
