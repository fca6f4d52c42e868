package reports

import (
	"slices"

	"gonum.org/v1/gonum/mat"

	"sigrel/reliability"
	"sigrel/reports/doc"
)

// CategoryReliability is the reliability of the topics of one value of a column of --topics-file.
type CategoryReliability struct {
	Column string                `json:"column"`
	Value  string                `json:"value"`
	Topics int                   `json:"topics"`
	ERho2  *reliability.Estimate `json:"erho2"` // null where Reason says why
	Phi    *reliability.Estimate `json:"phi"`
	At     *float64              `json:"erho2_at_all_topics"` // Eρ² of as many topics of this kind as the collection has in all
	Reason string                `json:"reason,omitempty"`
}

// byCategory studies the topics of each category by themselves.
func (f *Reliability) byCategory(a *Analysis) error {
	if a.About == nil {
		return nil
	}
	c := a.official()
	k := len(c.ranked())
	f.ByCategory = []CategoryReliability{}
	for column, name := range a.About.Columns {
		topics := make(map[string][]int)
		var values []string
		for t, topic := range c.scores.Topics {
			v := a.About.Value(topic, column)
			if v == "" {
				continue
			}
			if topics[v] == nil {
				values = append(values, v)
			}
			topics[v] = append(topics[v], t)
		}
		if len(values) < 2 || len(values) > maxCategoryValues {
			continue
		}
		slices.Sort(values)
		for _, v := range values {
			row := CategoryReliability{Column: name, Value: v, Topics: len(topics[v])}
			scores := mat.NewDense(k, len(topics[v]), nil)
			for j, t := range topics[v] {
				for i := range k {
					scores.Set(i, j, c.scores.Values.At(i, t))
				}
			}
			g, err := reliability.Study(scores)
			if why, ok := unassessable(err); ok {
				row.Reason = why
			} else if err != nil {
				return err
			} else {
				row.ERho2, row.Phi = new(g.Estimate(reliability.ERho2, g.Topics, f.Confidence)), new(g.Estimate(reliability.Phi, g.Topics, f.Confidence))
				row.At = new(g.Coefficient(reliability.ERho2, c.Topics))
			}
			f.ByCategory = append(f.ByCategory, row)
		}
	}
	return nil
}

// categoryTable has a row a category; nil without any.
func (f *Reliability) categoryTable() []doc.Block {
	if len(f.ByCategory) == 0 {
		return nil
	}
	t := &doc.Table{ID: "reliability-by-category", Caption: plain("Reliability of the topics of each category by themselves.")}
	t.Columns = []doc.Column{column("Category", doc.Left, "column"), column("value", doc.Left, "value"), column("topics", doc.Right, "topics"), column("Eρ²", doc.Right, "erho2"),
		column(level(f.Confidence)+" CI", doc.Center, "erho2_interval"), column("Φ", doc.Right, "phi"), column("Eρ² of as many topics as in all", doc.Right, "erho2_at_all_topics")}
	for _, c := range f.ByCategory {
		row := doc.Row{Cells: []doc.Cell{cell(c.Column), cell(c.Value), cell(c.Topics)}}
		if c.ERho2 == nil {
			row.Cells = append(row.Cells, cell("–"), cell("–"), cell("–"), cell("–"))
			t.Notes = append(t.Notes, say(c.Column+" "+c.Value+": not assessed: "+c.Reason+"."))
		} else {
			row.Cells = append(row.Cells, cell(score(c.ERho2.Value)), estimateSpan(c.ERho2), cell(score(c.Phi.Value)), cell(score(*c.At)))
		}
		t.Rows = append(t.Rows, row)
	}
	t.Notes = append(t.Notes, say("Fewer topics give a lower Eρ²; the last column sets the categories side by side at the number of topics of the whole collection. Of few topics the intervals are wide: they are what to compare."))
	return []doc.Block{t}
}
