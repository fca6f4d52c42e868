package main

import (
	"fmt"
	"strings"

	"sigrel/reports"
	"sigrel/reports/doc"
)

// meansTable has a row a run and a column a measure, best first by the official measure; below it the task's references.
func (s *source) meansTable(st *reports.Study) *doc.Table {
	caption := fmt.Sprintf("Mean scores over %s.", plural(len(st.Scores[0].Topics), "topic"))
	if s.task.weights(st, 0) != nil {
		caption = fmt.Sprintf("Mean scores as the original scorer takes them (%s; see below).", plural(len(st.Scores[0].Topics), "topic"))
	}
	t := &doc.Table{ID: "scores", Caption: []doc.Text{doc.Plain(caption)}}
	t.Columns = []doc.Column{{Title: []doc.Text{doc.Plain("Run")}, Key: "run"}}
	if st.Teams {
		t.Columns = append(t.Columns, doc.Column{Title: []doc.Text{doc.Plain("Team")}, Key: "team"})
	}
	for _, sc := range st.Scores {
		t.Columns = append(t.Columns, doc.Column{Title: []doc.Text{doc.Plain(sc.Measure)}, Align: doc.Right, Key: sc.Measure})
	}
	for _, i := range s.rows(st) {
		sys := st.Scores[0].Systems[i]
		row := doc.Row{Cells: []doc.Cell{{Text: []doc.Text{doc.Plain(sys.Tag)}}}}
		if st.Teams {
			row.Cells = append(row.Cells, doc.Cell{Text: []doc.Text{doc.Plain(sys.Team)}})
		}
		for m := range st.Scores {
			row.Cells = append(row.Cells, doc.Cell{Text: []doc.Text{doc.Number{Value: s.overall(st, m, i), Digits: 4}}})
		}
		t.Rows = append(t.Rows, row)
	}
	if st.Task != nil {
		for _, r := range st.Task.References {
			t.Rows = append(t.Rows, referenceRow(st, r))
			t.Notes = append(t.Notes, []doc.Text{doc.Plain("(" + r.Name + "): " + strings.TrimSuffix(r.Doc, ".") + ".")})
		}
	}
	return t
}

// referenceRow shows a line that no team submitted.
func referenceRow(st *reports.Study, r reports.ReferenceLine) doc.Row {
	row := doc.Row{Faint: true, Cells: []doc.Cell{{Text: []doc.Text{doc.Plain("(" + r.Name + ")")}}}}
	if st.Teams {
		row.Cells = append(row.Cells, doc.Cell{})
	}
	for _, mean := range r.Means {
		var c doc.Cell
		if mean != nil {
			c.Text = []doc.Text{doc.Number{Value: *mean, Digits: 4}}
		}
		row.Cells = append(row.Cells, c)
	}
	return row
}

// topicTable has a row a run and topic.
func topicTable(st *reports.Study) *doc.Table {
	t := &doc.Table{ID: "topics", Caption: []doc.Text{doc.Plain("Scores by topic.")}}
	t.Columns = []doc.Column{{Title: []doc.Text{doc.Plain("Run")}, Key: "run"}, {Title: []doc.Text{doc.Plain("Topic")}, Key: "topic"}}
	if st.About != nil {
		t.Columns = append(t.Columns, doc.Column{Title: []doc.Text{doc.Plain("Title")}, Key: "title"})
	}
	for _, s := range st.Scores {
		t.Columns = append(t.Columns, doc.Column{Title: []doc.Text{doc.Plain(s.Measure)}, Align: doc.Right, Key: s.Measure})
	}
	for _, i := range st.Scores[0].Order() {
		for c, topic := range st.Scores[0].Topics {
			row := doc.Row{Cells: []doc.Cell{{Text: []doc.Text{doc.Plain(st.Scores[0].Systems[i].Tag)}}, {Text: []doc.Text{doc.Plain(topic)}}}}
			if st.About != nil {
				row.Cells = append(row.Cells, doc.Cell{Text: []doc.Text{doc.Plain(st.About.Title(topic))}})
			}
			for _, s := range st.Scores {
				row.Cells = append(row.Cells, doc.Cell{Text: []doc.Text{doc.Number{Value: s.Row(i)[c], Digits: 4}}})
			}
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}

// longTable has a row a run, topic and measure: what --scores reads back.
func longTable(st *reports.Study) *doc.Table {
	t := &doc.Table{ID: "topics"}
	for _, key := range []string{"run", "topic", "measure", "score"} {
		t.Columns = append(t.Columns, doc.Column{Key: key})
	}
	for _, i := range st.Scores[0].Order() {
		for c, topic := range st.Scores[0].Topics {
			for _, s := range st.Scores {
				t.Rows = append(t.Rows, doc.Row{Cells: []doc.Cell{{Text: []doc.Text{doc.Plain(s.Systems[i].Tag)}}, {Text: []doc.Text{doc.Plain(topic)}},
					{Text: []doc.Text{doc.Plain(s.Measure)}}, {Text: []doc.Text{doc.Number{Value: s.Row(i)[c]}}}}})
			}
		}
	}
	return t
}

func (s *source) scoreTable(st *reports.Study, byTopic bool, format string) []byte {
	t := s.meansTable(st)
	if byTopic {
		t = longTable(st)
	}
	return separate([]doc.Block{t}, format)
}

func (s *source) scoreDoc(st *reports.Study, byTopic bool) *doc.Doc {
	means := s.meansTable(st)
	if len(st.Scores) > maxColumns {
		means = transposed(means)
	}
	d := &doc.Doc{Title: "Scores", Blocks: []doc.Block{means}}
	if byTopic {
		d.Blocks = append(d.Blocks, topicTable(st))
	}
	if st.Task != nil {
		d.Blocks = append(d.Blocks, conventionList(st.Task))
	}
	return d
}

// maxColumns is the number of measures above which they are rows: as many columns fit no page.
const maxColumns = 12

// transposed makes columns of the rows of t, whose first column names them.
func transposed(t *doc.Table) *doc.Table {
	out := &doc.Table{ID: t.ID, Caption: t.Caption, Notes: t.Notes, Columns: []doc.Column{{Title: []doc.Text{doc.Plain("Measure")}, Key: "measure"}}}
	for _, row := range t.Rows {
		out.Columns = append(out.Columns, doc.Column{Title: row.Cells[0].Text, Align: doc.Right})
	}
	for i, c := range t.Columns[1:] {
		line := doc.Row{Cells: []doc.Cell{{Text: c.Title}}}
		for _, row := range t.Rows {
			line.Cells = append(line.Cells, row.Cells[i+1])
		}
		out.Rows = append(out.Rows, line)
	}
	return out
}

// conventionList says how the task was scored.
func conventionList(task *reports.Task) *doc.List {
	l := &doc.List{}
	for _, c := range task.Conventions {
		l.Items = append(l.Items, []doc.Text{doc.Strong([]doc.Text{doc.Plain(c.What + ": ")}), doc.Plain(strings.TrimSuffix(c.How, ".") + ".")})
	}
	return l
}
