package reports

import (
	"fmt"
	"math"

	"sigrel/reports/doc"
)

// What the report shows of a category.
const (
	maxCategoryColumns = 5  // values whose means are columns of a table
	maxCategoryRows    = 40 // systems in the table
)

// categoryBlocks shows the results by the values of a column.
func (f *Topics) categoryBlocks(c *Category) []doc.Block {
	out := []doc.Block{heading("By " + c.Column)}
	if c.LeftOut != "" {
		return append(out, note("Not assessed: "+c.LeftOut+"."))
	}
	out = append(out, f.categoryLead(c), f.valueTable(c))
	if len(c.Values) <= maxCategoryColumns {
		out = append(out, f.systemsTable(c))
	}
	if f.Systems > 1 && len(f.c.Systems) <= maxHeatRuns && f.varies(c) {
		out = append(out, f.categoryFigure(c))
	}
	return out
}

// categoryLead says whether the differences between systems depend on the category, and what is only descriptive.
func (f *Topics) categoryLead(c *Category) *doc.Paragraph {
	var out []doc.Text
	switch i := c.Interaction; {
	case i == nil:
		out = say("Whether the differences between the systems depend on it was not assessed: " + c.Reason + ".")
	default:
		verdict := "The data do not show that the differences between the systems depend on " + c.Column
		if i.P <= f.c.Alpha {
			verdict = "The differences between the systems depend on " + c.Column
		}
		out = say(doc.Strong(plain(verdict)), " (interaction: ", share(i.Share), " of what systems and topics leave unexplained lies between its values, ",
			share(i.Expected), " would by chance; ", doc.Emph("p"), " ", doc.PValue{Value: i.P, Alpha: f.c.Alpha, Relation: true},
			fmt.Sprintf(" by %d permutations of the topics among the values, seed %d).", i.Replicates, i.Seed))
	}
	out = append(out, say(" Means, ranks and intervals by "+c.Column+" describe these topics; none of this is corrected for looking at several values or columns.")...)
	if c.Unknown > 0 {
		out = append(out, say(fmt.Sprintf(" %s no value and %s left out.", count(c.Unknown, "topic")+" "+verb(c.Unknown, "has", "have"), verb(c.Unknown, "is", "are")))...)
	}
	return &doc.Paragraph{Text: out}
}

// valueTable has a row a value: how many topics, who leads, and how far the order is that of all topics.
func (f *Topics) valueTable(c *Category) *doc.Table {
	t := &doc.Table{ID: f.categoryID(c), Caption: plain(fmt.Sprintf("Topics by %s.", c.Column))}
	t.Columns = []doc.Column{column(c.Column, doc.Left, "value"), column("topics", doc.Right, "topics"), column("mean "+f.Measure, doc.Right, "mean"),
		column("best", doc.Left, "best"), column("τ with all", doc.Right, "tau"), column("pairs that change places", doc.Right, "swapped")}
	pairs := 0
	for _, v := range c.Values {
		best := tags(v.Best, 2)
		for i, b := range best {
			if code, ok := b.(doc.Code); ok {
				best[i] = doc.Plain(code)
			}
		}
		pairs = v.Pairs
		t.Rows = append(t.Rows, doc.Row{Cells: []doc.Cell{cell(v.Value), cell(v.Topics), cell(score(v.Mean)), {Text: best}, maybe(v.Tau, 3), cell(v.Swapped)}})
	}
	t.Notes = append(t.Notes, say(fmt.Sprintf("τ: Kendall's τ_b between the means of the %s on these topics and on all that have a value. Pairs that change places: of %s, those whose order is the other one here.",
		count(f.Systems, "ranked system"), count(pairs, "pair"))))
	return t
}

// categoryID names the files of a column.
func (f *Topics) categoryID(c *Category) string { return fmt.Sprintf("by-category-%d", c.column+1) }

// systemsTable has a row a system and for each value its mean and rank.
func (f *Topics) systemsTable(c *Category) *doc.Table {
	t := f.categoryTable(c, f.categoryID(c)+"-systems")
	if len(t.Rows) > maxCategoryRows {
		t.Rows = t.Rows[:maxCategoryRows]
		t.Notes = append(t.Notes, say(fmt.Sprintf("Shown are the first %d systems; all, with intervals, are in tables/%s-all.csv.", maxCategoryRows, f.categoryID(c))))
	}
	return t
}

func (f *Topics) categoryTable(c *Category, id string) *doc.Table {
	t := &doc.Table{ID: id, Caption: plain(fmt.Sprintf("Mean %s of each system by %s; in brackets its rank there.", f.Measure, c.Column))}
	t.Columns = []doc.Column{column("System", doc.Left, "system"), column("all", doc.Right, "mean")}
	for _, v := range c.Values {
		t.Columns = append(t.Columns, column(fmt.Sprintf("%s (%d)", v.Value, v.Topics), doc.Right, v.Value))
	}
	for i, s := range c.Systems {
		row := doc.Row{Faint: f.c.Systems[i].apart(), Cells: []doc.Cell{cell(doc.Plain(s.System)), cell(score(f.c.Systems[i].Mean))}}
		for v, m := range s.Means {
			text, rank := doc.FormatNumber(m.Mean, 3), (*float64)(nil)
			if m.Rank != nil {
				text += fmt.Sprintf(" (%d)", *m.Rank)
				rank = new(float64(*m.Rank))
			}
			keys, values := []string{"mean", "rank"}, []*float64{&m.Mean, rank}
			if m.Interval != nil {
				keys, values = append(keys, "lo", "hi"), append(values, &m.Interval.Lo, &m.Interval.Hi)
			} else {
				keys, values = append(keys, "lo", "hi"), append(values, nil, nil)
			}
			for k := range keys {
				keys[k] = c.Values[v].Value + "_" + keys[k]
			}
			row.Cells = append(row.Cells, cell(doc.Several{Text: text, Keys: keys, Values: values}))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// varies tells whether any system is better or worse in a category than expected.
func (f *Topics) varies(c *Category) bool {
	for _, s := range c.Systems {
		for _, m := range s.Means {
			if math.Abs(m.Beyond) > 1e-12 {
				return true
			}
		}
	}
	return false
}

// categoryFigure shows where each system is better or worse than its own and the category's means let expect.
func (f *Topics) categoryFigure(c *Category) *doc.Figure {
	chart := &doc.Heat{X: doc.Axis{Label: c.Column}, Diverging: true, Digits: 2, Scale: "difference to what is expected"}
	most := 0.0
	for i, s := range c.Systems {
		chart.Rows = append(chart.Rows, string(f.c.Systems[i].System))
		row := make([]*float64, len(s.Means))
		for v := range s.Means {
			row[v] = &s.Means[v].Beyond
			most = max(most, math.Abs(s.Means[v].Beyond))
		}
		chart.Values = append(chart.Values, row)
	}
	for _, v := range c.Values {
		chart.Columns = append(chart.Columns, fmt.Sprintf("%s (%d)", v.Value, v.Topics))
	}
	chart.Min, chart.Max = -most, most
	chart.Note = fmt.Sprintf("Mean %s less the system's mean, less the category's mean, plus the mean of all: 0 where a system is as good there as everywhere.", f.Measure)
	return &doc.Figure{ID: f.categoryID(c), Chart: chart, Caption: plain(fmt.Sprintf("Where systems are better or worse than elsewhere, by %s.", c.Column)),
		Alt: fmt.Sprintf("Heat map of %s by %s of %s, around what is expected; the greatest difference is %.3f.", count(len(chart.Rows), "system"), count(len(chart.Columns), "value"), c.Column, most)}
}
