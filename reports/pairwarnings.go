package reports

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"sigrel/stats"
)

// shownPairs is the number of pairs that a warning names.
const shownPairs = 4

// pairWarnings gathers the warnings of single pairs by code, in the order of their first pairs: one bad pair must be
// seen, a hundred must not fill the page. What a whole family's warning says already is left out.
func (c *Comparison) pairWarnings(fam *stats.Family) []stats.Warning {
	said := map[string]bool{"identical": len(c.Warnings) > 0 && slices.ContainsFunc(c.Warnings, func(w stats.Warning) bool { return w.Code == "duplicate-runs" })}
	for _, w := range c.Warnings {
		said[w.Code] = true
	}
	var codes []string
	first := make(map[string]string)
	pairs := make(map[string][]string)
	for _, p := range fam.Pairs {
		for _, w := range p.Result.Warnings {
			if said[w.Code] {
				continue
			}
			if _, ok := first[w.Code]; !ok {
				codes, first[w.Code] = append(codes, w.Code), w.Text
			}
			pairs[w.Code] = append(pairs[w.Code], fmt.Sprintf("%s and %s", c.scores.Systems[p.I].Tag, c.scores.Systems[p.J].Tag))
		}
	}
	var out []stats.Warning
	for _, code := range codes {
		text := fmt.Sprintf("%s: %s", joinPairs(pairs[code]), first[code])
		out = append(out, stats.Warning{Code: code, Text: text})
	}
	return out
}

// copies warns of systems that are equal, or nearly.
func (c *Comparison) copies(values *mat.Dense) []stats.Warning {
	pairs := make(map[string][]string)
	for _, d := range stats.Duplicates(values) {
		pairs[d.Code] = append(pairs[d.Code], fmt.Sprintf("%s and %s", c.scores.Systems[d.I].Tag, c.scores.Systems[d.J].Tag))
	}
	var out []stats.Warning
	if p := pairs["duplicate-runs"]; p != nil {
		out = append(out, stats.Warning{Code: "duplicate-runs", Text: joinPairs(p) + ": the same score on every topic; each copy counts as a system of its own and adds comparisons to the family"})
	}
	if p := pairs["near-duplicate"]; p != nil {
		out = append(out, stats.Warning{Code: "near-duplicate", Text: joinPairs(p) + ": scores correlate above .999; each counts as a system of its own and adds comparisons to the family"})
	}
	return out
}

func joinPairs(names []string) string {
	out := ""
	for i, n := range names {
		if i == shownPairs {
			return out + fmt.Sprintf("; and %d more pairs", len(names)-shownPairs)
		}
		if i > 0 {
			out += "; "
		}
		out += n
	}
	return out
}
