package reports

import (
	"fmt"
	"strings"

	"sigrel/reports/doc"
)

// Blocks are what `compare` prints of one measure: the systems, then the pairs.
func (c *Comparison) Blocks() []doc.Block {
	kind := "all pairs of the ranked systems"
	if c.Family.Kind == "baseline" {
		kind = "every pair with a baseline"
	}
	if c.Family.M > len(c.Pairs) {
		kind += fmt.Sprintf(", in one family of %s with the other measures", count(c.Family.M, "comparison"))
	}
	drawn := ""
	if c.counted() {
		drawn = ", all permutations counted"
	}
	if c.Replicates != nil {
		drawn = fmt.Sprintf(", %d replicates, seed %d", *c.Replicates, *c.Seed)
	}
	sum := para(fmt.Sprintf("%s (%s: %s, %s%s).", c.differ(), kind, c.procedureName(), c.errorRate(), drawn))
	out := []doc.Block{&doc.Heading{Level: 1, ID: "compare", Text: plain(c.Measure)}, sum}
	if c.Strata != nil {
		out = append(out, para(c.strataText()))
	}
	if v := c.verdicts(); v != nil {
		out = append(out, para(v))
	}
	out = append(out, c.systemTable(), c.pairTable("pairs", c.Pairs))
	out = append(out, c.Beside.note(len(c.Pairs))...)
	if c.showEffects && c.Pairs[0].Effects != nil {
		out = append(out, c.EffectTable())
	}
	if c.Rope != nil {
		out = append(out, c.BayesTable())
	}
	return append(out, mind(c.Warnings)...)
}

// strataText says what the means are means of.
func (c *Comparison) strataText() string {
	var parts []string
	for _, s := range c.Strata {
		parts = append(parts, fmt.Sprintf("%s (%s)", s.Name, count(s.Topics, "topic")))
	}
	if len(parts) == 1 {
		return "All topics are of one stratum: " + parts[0] + "."
	}
	return fmt.Sprintf("Means are means over %d strata, each with the same weight: %s.", len(parts), strings.Join(parts, ", "))
}

// systemTable is the short leaderboard.
func (c *Comparison) systemTable() *doc.Table {
	t := &doc.Table{ID: "systems", Caption: plain(fmt.Sprintf("Systems in order of mean %s over %s.", c.Measure, count(c.Topics, "topic")))}
	lettered := len(c.Systems[0].Groups) > 0
	t.Columns = []doc.Column{column("Rank", doc.Right, "rank")}
	if c.rankIntervals() {
		t.Columns = append(t.Columns, column("Possible ranks", doc.Center, "rank"))
		t.Notes = append(t.Notes, say("Possible ranks: those that the significant differences allow"+c.approximate()+"."))
	}
	t.Columns = append(t.Columns, column("System", doc.Left, "system"), column("Mean", doc.Right, "mean"),
		column(level(c.Systems[0].Interval.Confidence)+" CI", doc.Center, "interval"), column("SD", doc.Right, "sd"))
	if lettered {
		t.Columns = append(t.Columns, column("Group", doc.Left, "group"))
		t.Notes = append(t.Notes, say("Group: systems that share a letter were not shown to differ; it does not mean that they are equal."))
	}
	for _, s := range c.Systems {
		row := doc.Row{Faint: s.apart(), Cells: []doc.Cell{rankCell(s)}}
		if c.rankIntervals() {
			row.Cells = append(row.Cells, ranksCell(s))
		}
		row.Cells = append(row.Cells, cell(doc.Plain(s.System)), cell(score(s.Mean)), span(s.Interval, 3, false), maybe(s.SD, 3))
		if lettered {
			row.Cells = append(row.Cells, cell(letters(s.Groups)))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// PairTable lists every pair.
func (c *Comparison) PairTable() *doc.Table { return c.pairTable("pairs", c.Pairs) }
