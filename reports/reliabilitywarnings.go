package reports

import (
	"fmt"
	"slices"
	"strings"

	"sigrel/reliability"
	"sigrel/reports/doc"
	"sigrel/stats"
)

// named gives the warnings of a G-study, with the names of topics and systems in place of their numbers, and what the
// coefficients are without them.
func named(g reliability.GStudy, c *Comparison) []stats.Warning {
	out := []stats.Warning{}
	negative := slices.DeleteFunc(slices.Clone(g.Components), func(c reliability.Component) bool { return c.VarianceRaw >= 0 })
	for _, w := range g.Warnings {
		switch w.Code {
		case reliability.WarnNegative: // one for each, in their order
			w.Text = fmt.Sprintf("the estimate of the variance of effect %s is negative, %s, and taken as 0", negative[0].Effect, squaredText(negative[0].VarianceRaw, varianceDigits))
			negative = negative[1:]
		case reliability.WarnConstant:
			names := make([]string, len(g.ConstantTopics))
			for i, t := range g.ConstantTopics {
				names[i] = string(c.scores.Topics[t])
			}
			w.Text = fmt.Sprintf("all systems score the same on %d of %s%s: %s", len(names), count(g.Topics, "topic"), zeros(g, c), joinFirst(names, ", ", 12)) +
				without(g.WithoutConstant)
		case reliability.WarnCopies:
			var groups []string
			for _, group := range g.Copies {
				names := make([]string, len(group))
				for i, s := range group {
					names[i] = string(c.Systems[s].System)
				}
				groups = append(groups, strings.Join(names, " = "))
			}
			w.Text = fmt.Sprintf("systems with equal scores on every topic make the intervals too short: %s", joinFirst(groups, ", ", 6)) + without(g.WithoutCopies)
		}
		out = append(out, w)
	}
	return out
}

// zeros says on how many of the constant topics all score 0.
func zeros(g reliability.GStudy, c *Comparison) string {
	n := 0
	for _, t := range g.ConstantTopics {
		if c.scores.Values.At(0, t) == 0 {
			n++
		}
	}
	switch n {
	case 0:
		return ""
	case len(g.ConstantTopics):
		return ", namely 0"
	}
	return fmt.Sprintf(", namely 0 on %d of these", n)
}

// without says what the coefficients are without the part warned of.
func without(c *reliability.Coefficients) string {
	if c == nil {
		return ""
	}
	return fmt.Sprintf("; without them Eρ² is %s and Φ %s", doc.FormatNumber(c.ERho2, 3), doc.FormatNumber(c.Phi, 3))
}

// joinFirst joins the first names, and counts the others: "a, b, c and 7 others".
func joinFirst(names []string, separator string, limit int) string {
	if len(names) <= limit {
		return strings.Join(names, separator)
	}
	return fmt.Sprintf("%s and %d others", strings.Join(names[:limit], separator), len(names)-limit)
}
