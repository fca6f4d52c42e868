package reports

import (
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"sigrel/stats"
)

// shownPairs is the number of pairs that a warning names.
const shownPairs = 4

// pairWarnings gathers the warnings of single pairs by what they say, in the order of their first pairs: one bad pair must be
// seen, a hundred must not fill the page. What a whole family's warning says already is left out.
func (c *Comparison) pairWarnings(fam *stats.Family) []stats.Warning {
	said := map[string]bool{"identical": len(c.Warnings) > 0 && slices.ContainsFunc(c.Warnings, func(w stats.Warning) bool { return w.Code == "duplicate-runs" })}
	for _, w := range c.Warnings {
		said[w.Code] = true
	}
	var distinct []stats.Warning
	pairs := make(map[stats.Warning][]string)
	for _, p := range fam.Pairs {
		for _, w := range p.Result.Warnings {
			// What the single test cannot do says nothing of a procedure that does not use its p, nor of another test.
			if said[w.Code] || w.Code == "cannot-be-significant" && !strings.HasPrefix(c.Procedure, "randomization+") {
				continue
			}
			if w.Code == "skewed-differences" { // each with its own skewness: one line for all
				w.Text = "the Wilcoxon test asks whether differences are symmetric about 0, not whether their mean is 0, and these are clearly skewed"
			}
			if _, ok := pairs[w]; !ok {
				distinct = append(distinct, w)
			}
			pairs[w] = append(pairs[w], fmt.Sprintf("%s and %s", c.scores.Systems[p.I].Tag, c.scores.Systems[p.J].Tag))
		}
	}
	var out []stats.Warning
	for _, w := range distinct {
		out = append(out, stats.Warning{Code: w.Code, Text: fmt.Sprintf("%s: %s", w.Text, joinPairs(pairs[w]))})
	}
	return out
}

// open warns of pairs whose adjusted p was drawn and lies so near alpha that other draws may fall on its other side.
func (c *Comparison) open() []stats.Warning {
	if c.Replicates == nil || !strings.Contains(c.Procedure, "+") {
		return nil // procedures that draw go on until it is settled, or say "undecided"
	}
	var names []string
	for _, p := range c.Pairs {
		if p.unsettled(c.Alpha) {
			names = append(names, fmt.Sprintf("%s and %s", p.A, p.B))
		}
	}
	if names == nil {
		return nil
	}
	return []stats.Warning{{Code: "borderline", Text: fmt.Sprintf(
		"the adjusted p is so near %g that another seed may decide otherwise (more --replicates settle it): %s", c.Alpha, joinPairs(names))}}
}

// unsettled tells whether alpha lies within the limits of a p that was drawn.
func (p Pair) unsettled(alpha float64) bool { return p.PAdjustedLo <= alpha && alpha < p.PAdjustedHi }

// unsettled counts such pairs; none where nothing was drawn.
func (c *Comparison) unsettled() int {
	n := 0
	if c.Replicates != nil {
		for _, p := range c.Pairs {
			if p.unsettled(c.Alpha) {
				n++
			}
		}
	}
	return n
}

// familyOnly warns of pairs that a procedure for all pairs calls different and the test of the two systems alone does
// not: the procedure asks another question, and such a claim needs more care.
func (c *Comparison) familyOnly() []stats.Warning {
	if strings.Contains(c.Procedure, "+") {
		return nil
	}
	var names []string
	for _, p := range c.Pairs {
		if p.Significant && p.P > c.Alpha {
			names = append(names, fmt.Sprintf("%s and %s", p.A, p.B))
		}
	}
	if names == nil {
		return nil
	}
	return []stats.Warning{{Code: "family-only", Text: fmt.Sprintf("called different by %s although the %s of the two systems alone gives p > %s: %s",
		c.procedureName(), lookup(testNames, c.Test), alphaText(c.Alpha), joinPairs(names))}}
}

// silent warns of ranked systems that score 0 on every topic: they may never have been scored at all, as where the
// identifiers of their documents are misspelt.
func (c *Comparison) silent(ranked int) []stats.Warning {
	var names []string
	for i := range ranked {
		if !slices.ContainsFunc(c.scores.Row(i), func(v float64) bool { return v != 0 }) {
			names = append(names, string(c.scores.Systems[i].Tag))
		}
	}
	if names == nil {
		return nil
	}
	return []stats.Warning{{Code: "all-zero", Text: fmt.Sprintf("score 0 on every topic: %s; look whether it was scored at all before calling it worse", joinFirst(names, ", ", shownPairs))}}
}

// leftOut names the runs that were excluded, for an error about what is left.
func (st *Study) leftOut() string {
	if len(st.Excluded) == 0 {
		return ""
	}
	var names []string
	for _, x := range st.Excluded {
		names = append(names, fmt.Sprintf("%s answers %d of %d topics", x.Run.Tag, x.Answered, x.Judged))
	}
	return " (left out: " + joinFirst(names, ", ", shownPairs) + ")"
}

// copies warns of systems that are equal, or nearly.
func (c *Comparison) copies(values *mat.Dense) []stats.Warning {
	pairs := make(map[string][]string)
	for _, d := range stats.Duplicates(values) {
		pairs[d.Code] = append(pairs[d.Code], fmt.Sprintf("%s and %s", c.scores.Systems[d.I].Tag, c.scores.Systems[d.J].Tag))
	}
	var out []stats.Warning
	if p := pairs["duplicate-runs"]; p != nil {
		out = append(out, stats.Warning{Code: "duplicate-runs", Text: "the same score on every topic: " + joinPairs(p) + "; each copy counts as a system of its own and adds comparisons to the family"})
	}
	if p := pairs["near-duplicate"]; p != nil {
		out = append(out, stats.Warning{Code: "near-duplicate", Text: "scores that correlate above .999: " + joinPairs(p) + "; each counts as a system of its own and adds comparisons to the family"})
	}
	return out
}

func joinPairs(names []string) string { return joinFirst(names, "; ", shownPairs) }
