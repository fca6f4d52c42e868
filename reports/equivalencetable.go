package reports

import (
	"fmt"

	"sigrel/reports/doc"
	"sigrel/stats"
)

// EquivalenceTable lists the two one-sided tests of every pair, and the verdict.
func (c *Comparison) EquivalenceTable() *doc.Table {
	t := &doc.Table{ID: "equivalence", Caption: plain(fmt.Sprintf("Is the difference smaller than the margin of %s?", trimmed(*c.Margin)))}
	t.Columns = []doc.Column{column("A", doc.Left, "a"), column("B", doc.Left, "b"), column("A − B", doc.Right, "difference"),
		column(c.marginInterval()+" CI", doc.Center, "interval"), column("p, ≤ −margin", doc.Right, "p_lower"), column("p, ≥ margin", doc.Right, "p_upper"),
		column("adjusted", doc.Right, "p_adjusted"), column("verdict", doc.Left, "verdict")}
	for _, p := range c.Pairs {
		e := p.Equivalence
		row := doc.Row{Cells: []doc.Cell{cell(doc.Plain(p.A)), cell(doc.Plain(p.B)), cell(doc.Signed{Value: p.Difference, Digits: 3}), cell("–"),
			cell(doc.PValue{Value: e.PLower}), cell(doc.PValue{Value: e.PUpper}), cell(doc.PValue{Value: e.PAdjusted}), cell(c.verdict(p))}}
		if e.Interval != nil {
			row.Cells[3] = cell(doc.Range{Lo: e.Interval.Lo, Hi: e.Interval.Hi, Digits: 3})
		}
		t.Rows = append(t.Rows, row)
	}
	t.Notes = [][]doc.Text{c.equivalenceNote(),
		say("p, ≤ −margin: of a true A − B of −margin or less; p, ≥ margin: of the margin or more. Adjusted: the greater of the two, corrected for the number of pairs. ",
			"The interval is of one pair alone, not corrected.")}
	return t
}

// marginInterval is the confidence of the intervals that belong to the two one-sided tests: 90 % for α = .05.
func (c *Comparison) marginInterval() string { return level(1 - 2*c.Alpha) }

// verdict of a pair; what is different by less than the margin says so.
func (c *Comparison) verdict(p Pair) string {
	if p.Verdict == stats.VerdictDifferent && *p.WithinMargin {
		return p.Verdict + ", less than the margin"
	}
	return p.Verdict
}
