package reports

import (
	"fmt"

	"sigrel/metrics"
	"sigrel/reports/doc"
)

// matrixTable has differences above the diagonal and adjusted p below.
func (f *Pairwise) matrixTable() *doc.Table {
	k := len(f.ranked())
	t := &doc.Table{ID: "pairs", Caption: say("Above the diagonal: difference of means, row − column. Below: ", doc.Emph("p"),
		" by "+f.procedureName()+fmt.Sprintf(". Bold: significant at %s.", f.errorRate()))}
	t.Columns = append(t.Columns, column("", doc.Left, "system"))
	for _, s := range f.Systems[:k] {
		t.Columns = append(t.Columns, column(string(s.System), doc.Right, string(s.System)))
	}
	for i, s := range f.Systems[:k] {
		row := doc.Row{Cells: []doc.Cell{cell(doc.Plain(s.System))}}
		for j := range k {
			c := cell("·")
			if p := f.pair(i, j); p != nil && i < j {
				c = doc.Cell{Text: say(doc.Signed{Value: p.Difference, Digits: 3}), Best: p.Significant}
			} else if p != nil {
				c = doc.Cell{Text: say(doc.PValue{Value: p.PAdjusted, Alpha: f.Alpha}), Best: p.Significant}
			}
			row.Cells = append(row.Cells, c)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// Classes of a matrix cell, by p: the boundary belongs to the more significant class, as in "significant: p ≤ α".
var matrixBounds = []float64{0.01, 0.001}

func (c *Comparison) classes() []string {
	a := alphaText(c.Alpha)
	return []string{"p > " + a, "p ≤ " + a, "p ≤ .01", "p ≤ .001"}
}

func (c *Comparison) class(p float64) int {
	if p > c.Alpha {
		return 0
	}
	class := 1
	for _, b := range matrixBounds {
		if p <= b && b < c.Alpha {
			class++
		}
	}
	return class
}

func (f *Pairwise) matrixFigure() *doc.Figure {
	k := len(f.ranked())
	g := &doc.Grid{Classes: f.classes(), Cells: make([][]int, k)}
	raw := 0
	for i := range k {
		g.Labels = append(g.Labels, string(f.Systems[i].System))
		g.Cells[i] = make([]int, k)
	}
	for i := range k {
		g.Cells[i][i] = -1
	}
	for _, p := range f.Pairs {
		g.Cells[p.i][p.j] = f.class(p.P)
		g.Cells[p.j][p.i] = f.class(p.PAdjusted)
		if p.P <= f.Alpha {
			raw++
		}
	}
	g.Note = fmt.Sprintf("Above the diagonal: %s, unadjusted: %d of %d pairs with p ≤ %s. Below: %s, %s: %d. Systems in order of their means.",
		lookup(testNames, f.Test), raw, len(f.Pairs), alphaText(f.Alpha), f.procedureName(), f.errorRate(), f.significant())
	return &doc.Figure{ID: "significance", Chart: g,
		Caption: plain("Which pairs differ: unadjusted above the diagonal, adjusted below."),
		Alt:     fmt.Sprintf("Matrix of %d by %d systems; %d of %d pairs are significant after adjustment.", k, k, f.significant(), len(f.Pairs)),
	}
}

// betterTable lists, for each system that is significantly better than some, those that it beats; nil if none is.
func (f *Pairwise) betterTable() *doc.Table {
	t := &doc.Table{ID: "better", Caption: plain("Who is significantly better than whom.")}
	t.Columns = []doc.Column{column("System", doc.Left, "system"), column("is better than", doc.Right, "n"), column("namely", doc.Left, "systems")}
	beaten := make([][]metrics.Tag, len(f.Systems))
	for _, p := range f.Pairs {
		if p.Significant {
			beaten[p.i] = append(beaten[p.i], p.B)
		}
	}
	more := 0
	for i, b := range beaten {
		switch {
		case len(b) == 0:
		case len(t.Rows) == maxBetter:
			more++
		default:
			t.Rows = append(t.Rows, doc.Row{Cells: []doc.Cell{cell(doc.Plain(f.Systems[i].System)), cell(len(b)), {Text: namely(b, f.ranked())}}})
		}
	}
	if more > 0 {
		t.Notes = append(t.Notes, say(fmt.Sprintf("%s more; every pair is in tables/all-pairs.csv.", count(more, "system"))))
	}
	if len(t.Rows) == 0 {
		return nil
	}
	return t
}

// namely names the beaten systems, or says that they are the last ones of the ranking.
func namely(beaten []metrics.Tag, ranked []System) []doc.Text {
	if len(beaten) > 3 {
		last := ranked[len(ranked)-len(beaten):]
		same := true
		for i := range last {
			same = same && last[i].System == beaten[i]
		}
		if same {
			return say(doc.Code(beaten[0]), " and every system below it")
		}
	}
	return tags(beaten, 6)
}
