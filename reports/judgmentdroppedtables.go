package reports

import (
	"fmt"
	"strings"

	"sigrel/metrics"
	"sigrel/reliability"
	"sigrel/reports/doc"
)

// droppedBlocks say which topics are left out, and what changes.
func (f *Judgments) droppedBlocks() []doc.Block {
	d := f.Dropped
	names := make([]metrics.Topic, len(d.Topics))
	for i, t := range d.Topics {
		names[i] = t.Topic
	}
	below := strings.Replace(fmt.Sprint(d.Below), "-", "−", 1)
	out := []doc.Block{heading("Without the topics of κ below " + below)}
	if len(names) == 0 {
		return append(out, para("No topic has a κ below "+below+": none is left out.", d.undefinedText()))
	}
	out = append(out, para(fmt.Sprintf("Left out, lowest κ first: %s of %d: ", count(len(names), "topic"), len(f.Topics)), topicNames(names, 12), ".", d.undefinedText()))
	out = append(out, d.labelTable())
	if d.Runs != nil {
		out = append(out, d.runTable())
		for _, r := range d.Runs {
			out = append(out, r.sentence())
		}
	}
	return out
}

func (d *Dropped) undefinedText() []doc.Text {
	if n := len(d.Undefined); n > 0 {
		return say(fmt.Sprintf(" %s without a κ %s kept: ", count(n, "topic"), verb(n, "is", "are")), topicNames(d.Undefined, 8), ".")
	}
	return nil
}

// labelTable compares the coefficients.
func (d *Dropped) labelTable() *doc.Table {
	t := &doc.Table{ID: "dropped-labels", Caption: plain(fmt.Sprintf("Agreement with all topics (%s) and without those of low κ (%d). They were left out for their κ: what is left looks better for that reason alone.",
		count(d.Documents[0], "document"), d.Documents[1]))}
	t.Columns = []doc.Column{column("Coefficient", doc.Left, "coefficient"), column("all topics", doc.Right, "before"), column("without", doc.Right, "after")}
	titles := make(map[string]string)
	for _, m := range reliability.LabelCoefficients() {
		titles[m.Name] = m.Title
	}
	for _, c := range d.Labels {
		t.Rows = append(t.Rows, doc.Row{Cells: []doc.Cell{cell(titles[c.Name]), maybe(c.Before, 3), maybe(c.After, 3)}})
	}
	return t
}

// runTable compares the reliability of the scores under each set of judgments.
func (d *Dropped) runTable() *doc.Table {
	t := &doc.Table{ID: "dropped-runs", Caption: plain("The runs, scored on all topics and without those of low κ.")}
	t.Columns = []doc.Column{column("Judge", doc.Left, "judge"), column("measure", doc.Left, "measure"), column("topics", doc.Right, "topics"), column("left", doc.Right, "left"),
		column("Eρ²", doc.Right, "erho2_before"), column("without", doc.Right, "erho2_after"), column("σ² of topics", doc.Right, "topic_variance_before"),
		column("without", doc.Right, "topic_variance_after"), column("τ_b of the rankings", doc.Right, "tau_b")}
	for _, r := range d.Runs {
		row := doc.Row{Cells: []doc.Cell{cell(r.Judge), cell(r.Measure), cell(r.Topics[0]), cell(r.Topics[1]), maybe(r.ERho2[0], 3), maybe(r.ERho2[1], 3), maybe(r.Topic[0], 5), maybe(r.Topic[1], 5), maybe(r.TauB, 3)}}
		if r.Reason != "" {
			t.Notes = append(t.Notes, say(capital(r.Reason)+"."))
			row.Cells[0].Note = []int{len(t.Notes)}
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// sentence names the systems that change places.
func (r *DroppedRuns) sentence() *doc.Paragraph {
	var moved []string
	for _, c := range r.Changes {
		if c.Change != 0 {
			moved = append(moved, fmt.Sprintf("%s %s → %s", c.System, place(c.A), place(c.B)))
		}
	}
	switch {
	case len(r.Changes) == 0:
		return para("By the judgments of " + r.Judge + " no rankings can be compared.")
	case moved == nil:
		return para(fmt.Sprintf("By the judgments of %s no system changes its rank.", r.Judge))
	}
	return para(fmt.Sprintf("By the judgments of %s %d of %s %s rank: %s.", r.Judge, len(moved), count(len(r.Changes), "system"), verb(len(moved), "changes its", "change their"), joinFirst(moved, ", ", 12)))
}
