package reports

import (
	"fmt"
	"slices"
	"strings"

	"sigrel/metrics"
	"sigrel/reports/doc"
	"sigrel/stats"
)

// errorRate says what the family controls, and at which level.
func (c *Comparison) errorRate() string {
	switch c.Family.Error {
	case stats.ErrorFWER:
		return "family-wise α = " + alphaText(c.Alpha)
	case stats.ErrorFDR:
		return "false discovery rate " + alphaText(c.Alpha)
	}
	if c.Family.M == 1 {
		return "α = " + alphaText(c.Alpha)
	}
	return "unadjusted α = " + alphaText(c.Alpha)
}

// ranked are the systems that have a rank, in order of their means.
func (c *Comparison) ranked() []System {
	n := slices.IndexFunc(c.Systems, System.apart)
	if n < 0 {
		n = len(c.Systems)
	}
	return c.Systems[:n]
}

// pair finds the comparison of rows i and j; nil if it was not made.
func (c *Comparison) pair(i, j int) *Pair {
	for n := range c.Pairs {
		if p := &c.Pairs[n]; p.i == i && p.j == j || p.i == j && p.j == i {
			return p
		}
	}
	return nil
}

// top lists the ranked rows that were not shown to differ from the best.
func (c *Comparison) top() []int {
	rows := []int{0}
	for i := 1; i < len(c.ranked()); i++ {
		if p := c.pair(0, i); p != nil && !p.Significant {
			rows = append(rows, i)
		}
	}
	return rows
}

// first lists the ranked systems that share the best mean.
func (c *Comparison) first() []metrics.Tag {
	var out []metrics.Tag
	for _, s := range c.ranked() {
		if *s.Rank == 1 {
			out = append(out, s.System)
		}
	}
	return out
}

// reference is the row that the leaderboard compares the others with: the only baseline, else the best system.
func (c *Comparison) reference() int {
	if c.Family.Kind == "baseline" && len(c.baselines) == 1 {
		return c.baselines[0]
	}
	return 0
}

// againstBaselines says how many systems differ from their baselines.
func (c *Comparison) againstBaselines() []doc.Text {
	if len(c.baselines) != 1 {
		return say(fmt.Sprintf("%d of %s with the baselines %s.", c.significant(), count(len(c.Pairs), "comparison"), verb(c.significant(), "is significant", "are significant")))
	}
	var better, worse []metrics.Tag
	b := c.baselines[0]
	for _, p := range c.Pairs {
		if !p.Significant {
			continue
		}
		other, difference := p.i, p.Difference
		if p.i == b {
			other, difference = p.j, -p.Difference
		}
		if c.scores.Lower == (difference < 0) {
			better = append(better, c.Systems[other].System)
		} else {
			worse = append(worse, c.Systems[other].System)
		}
	}
	out := say(fmt.Sprintf("%d of %s", len(better), count(len(c.Pairs), "system")))
	if len(better) > 0 {
		out = append(out, say(" (", tags(better, 8), ")")...)
	}
	out = append(out, say(verb(max(len(better), 1), " is", " are")+" better than the baseline ", c.Systems[b].System)...)
	if len(worse) > 0 {
		out = append(out, say(fmt.Sprintf(", %d (", len(worse)), tags(worse, 8), ") worse")...)
	}
	return append(out, say(".")...)
}

// drawn says how many replicates there were, within parentheses that are open already; nothing where nothing was drawn.
func (c *Comparison) drawn() []doc.Text {
	if c.Replicates == nil {
		if c.counted() {
			return say(", all permutations counted")
		}
		return nil
	}
	what := " permutations"
	if strings.Contains(c.Procedure, "+") {
		what = " replicates"
	}
	return say(", ", doc.Integer(*c.Replicates), what)
}

// counted tells whether a procedure that permutes needed no draws.
func (c *Comparison) counted() bool {
	return c.Replicates == nil && (c.Procedure == "randomized-tukey" || strings.HasPrefix(c.Procedure, "maxt"))
}

// side says that a test is one-sided; nothing for the usual case.
func (c *Comparison) side() string {
	if !c.sided {
		return ""
	}
	return fmt.Sprintf(", one-sided (A %s than B)", c.Alternative)
}

// differ counts the pairs that differ, in words.
func (c *Comparison) differ() string {
	n := c.significant()
	switch {
	case len(c.Pairs) == 1 && n == 1:
		return "The only pair differs significantly"
	case len(c.Pairs) == 1:
		return "The only pair was not shown to differ"
	}
	return fmt.Sprintf("%d of %d pairs %s significantly", n, len(c.Pairs), verb(n, "differs", "differ"))
}
