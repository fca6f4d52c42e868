package reports

import (
	"fmt"

	"sigrel/reports/doc"
)

// Blocks shows what the fusion owes to whom, and a row a step.
func (f *Ablation) Blocks() []doc.Block {
	return append([]doc.Block{f.sentence(), f.table()}, mind(f.Warnings)...)
}

// AblationTable is one table of the steps by all measures, with a column for the measure where there are several.
func AblationTable(all []*Ablation) *doc.Table {
	t := all[0].table()
	if len(all) == 1 {
		return t
	}
	t.Columns = append([]doc.Column{column("Measure", doc.Left, "measure")}, t.Columns...)
	t.Rows = nil
	for _, f := range all {
		for _, row := range f.table().Rows {
			row.Cells = append([]doc.Cell{cell(f.Measure)}, row.Cells...)
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}

// table has a row for the fusion of all and one a step.
func (f *Ablation) table() *doc.Table {
	t := &doc.Table{ID: "ablation", Caption: plain(fmt.Sprintf("Fusion by %s of all %s and without each: mean %s over %s.",
		f.method(), count(len(f.Steps), f.Unit), f.Measure, count(f.Topics, "topic")))}
	t.Columns = []doc.Column{column("Without", doc.Left, "left_out"), column("alone", doc.Right, "alone"), column("mean", doc.Right, "mean"),
		column("change", doc.Right, "change"), column("interval", doc.Center, "interval"), column("W/T/L", doc.Center, "wtl"),
		symbol("p", doc.Right, "p"), column("adjusted p", doc.Right, "p_adjusted")}
	t.Rows = append(t.Rows, doc.Row{Cells: []doc.Cell{cell("(nothing)"), {}, cell(score(f.Mean)), {}, {}, {}, {}, {}}})
	for _, s := range f.Steps {
		row := []doc.Cell{cell(doc.Plain(s.Left)), maybe(s.Alone, 3), cell(score(s.Mean)), cell(doc.Signed{Value: s.Change, Digits: 3})}
		if s.P == nil {
			row = append(row, make([]doc.Cell, 4)...) // not tested
		} else {
			row = append(row, span(s.Interval, 3, true), wtl(s.Wins, s.Ties, s.Losses), cell(doc.PValue{Value: *s.P, Alpha: f.Alpha}),
				doc.Cell{Text: say(doc.PValue{Value: *s.PAdjusted, Alpha: f.Alpha}), Best: s.Significant})
		}
		t.Rows = append(t.Rows, doc.Row{Cells: row})
	}
	if f.comparison == nil {
		t.Notes = append(t.Notes, say("Alone: mean of the run itself. Change: mean without it less the mean of all; negative where the fusion misses it."))
		return t
	}
	t.Notes = append(t.Notes,
		say("Alone: mean of the run itself. Change: mean without it less the mean of all; negative where the fusion misses it. W/T/L: topics won, tied and lost without it. ",
			doc.Emph("p"), ": "+lookup(testNames, f.Test)+"; adjusted: "+f.comparison.procedureName()+fmt.Sprintf(" over %s (%s).", count(len(f.Steps), "step"), f.comparison.errorRate())))
	return t
}

// method is the fusion with its constant.
func (f *Ablation) method() string {
	if f.K == nil {
		return f.Method
	}
	return fmt.Sprintf("%s (k = %g)", f.Method, *f.K)
}

func (f *Ablation) sentence() *doc.Paragraph {
	var missed, better []doc.Text
	n := 0
	for _, s := range f.Steps {
		switch {
		case !s.Significant:
			n++
		case s.Change < 0:
			missed = append(missed, doc.Code(s.Left))
		default:
			better = append(better, doc.Code(s.Left))
		}
	}
	out := say(fmt.Sprintf("The fusion of all runs has mean %s ", f.Measure), score(f.Mean), "; the best single run, ", f.Best.Run, ", has ", score(f.Best.Mean))
	if f.Best.P != nil {
		out = append(out, say(" (difference ", doc.Signed{Value: f.Best.Difference, Digits: 3}, ", ", doc.Emph("p"), " ", doc.PValue{Value: *f.Best.P, Alpha: f.Alpha, Relation: true},
			" by the "+lookup(testNames, f.Test)+", the run chosen by these scores)")...)
	}
	out = append(out, say(". ")...)
	if missed != nil {
		out = append(out, say("It is significantly worse without ", listed(missed), ". ")...)
	}
	if better != nil {
		out = append(out, say("It is significantly better without ", listed(better), ". ")...)
	}
	if f.comparison == nil {
		return para(out, "The changes were not tested: there is one topic only.")
	}
	if n == len(f.Steps) {
		return para(out, fmt.Sprintf("Leaving out any one %s changes it by no more than these topics can tell from chance.", f.Unit))
	}
	if n > 0 {
		out = append(out, say(fmt.Sprintf("For %s the change was not shown to differ from 0.", count(n, "step")))...)
	}
	return para(out)
}

// listed joins names as "a, b and c".
func listed(names []doc.Text) []doc.Text {
	var out []doc.Text
	for i, n := range names {
		switch {
		case i == 0:
		case i == len(names)-1:
			out = append(out, doc.Plain(" and "))
		default:
			out = append(out, doc.Plain(", "))
		}
		out = append(out, n)
	}
	return out
}
