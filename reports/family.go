package reports

import (
	"slices"

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
