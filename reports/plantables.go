package reports

import (
	"fmt"

	"sigrel/reports/doc"
	"sigrel/stats"
)

// designNames is how tables name the designs.
var designNames = map[string]string{"t": "paired t test", "tukey": "Tukey HSD, all pairs", "one-way-anova": "one-way ANOVA", "two-way-anova": "two-way ANOVA"}

// sentence answers the first question: is what matters found?
func (f *Plan) sentence() *doc.Paragraph {
	if f.Topics == nil || len(f.Reached) == 0 || f.Reached[0].Detectable == nil {
		return para(fmt.Sprintf("Topics needed for a power of %s at α = %s, %s.", targetText(f.Power), alphaText(f.Alpha), f.sides()))
	}
	out := say(fmt.Sprintf("With %s a single paired t test finds a true difference of ", count(f.Reached[0].Topics, "topic")), score(*f.Reached[0].Detectable),
		fmt.Sprintf(" between two typical systems with probability %s (α = %s, %s)", targetText(f.Power), alphaText(f.Alpha), f.sides()))
	for _, r := range f.Reached {
		if r.Design == "tukey" && r.Topics == f.Reached[0].Topics && r.Detectable != nil {
			out = append(out, say(fmt.Sprintf("; among all pairs of %d systems, Tukey HSD finds one of ", f.Systems), score(*r.Detectable))...)
		}
	}
	return para(append(out, say(". Smaller ones will often be missed.")...))
}

func (f *Plan) sides() string {
	if f.side == stats.TwoSided {
		return "two-sided"
	}
	return "one-sided"
}

func (f *Plan) spreadTable() *doc.Table {
	t := &doc.Table{ID: "spreads", Caption: plain("Standard deviation, over topics, of the difference of two systems.")}
	t.Columns = []doc.Column{column("from", doc.Left, "from"), column("SD", doc.Right, "sd"), column(level(f.Confidence)+" upper bound", doc.Right, "sd_upper"), column("df", doc.Right, "df")}
	for _, s := range f.Spreads {
		t.Rows = append(t.Rows, doc.Row{Cells: []doc.Cell{cell(s.From), cell(doc.Number{Value: s.SD, Digits: 4}), maybe(s.SDUpper, 4), maybe(s.DF, 1)}})
	}
	if f.Topics != nil {
		t.Notes = append(t.Notes, say("two-way: systems compared on the same topics; one-way: as if each had topics of its own, as in the designs of ", doc.Cite("sakai2016"), ". Twice the mean square of the residual; the bound is χ²'s with the effective degrees of freedom."))
	}
	return t
}

func (f *Plan) neededTable() *doc.Table {
	t := &doc.Table{ID: "needed", Caption: plain(fmt.Sprintf("Topics needed for a power of %s at α = %s.", targetText(f.Power), alphaText(f.Alpha)))}
	t.Columns = []doc.Column{column("design", doc.Left, "design"), column("difference of", doc.Left, "of"), column("difference", doc.Right, "delta"),
		column("topics", doc.Right, "topics"), column("at most", doc.Right, "topics_most")}
	for _, r := range f.Needed {
		t.Rows = append(t.Rows, doc.Row{Cells: []doc.Cell{cell(lookup(designNames, r.Design)), cell(r.Of), cell(trimmed(r.Delta)), whole(r.Topics), whole(r.AtMost)}})
	}
	t.Notes = append(t.Notes, say(fmt.Sprintf("At most: at the upper %s bound of the standard deviation, which pilot data leave unsure ", level(f.Confidence)), doc.Cite("webber2008"),
		f.comparedText()+". The difference is the smallest that matters, chosen beforehand: the power for a difference that was observed says no more than its p."))
	t.Notes = append(t.Notes, say("Which row: the t test for one comparison planned beforehand; Tukey HSD for a leaderboard of which all pairs are compared; analysis of variance for whether any systems differ."))
	if f.Topics == nil {
		t.Notes = append(t.Notes, say("With a given standard deviation both analyses of variance use it."))
	}
	return t
}

// comparedText says how many systems the procedures for several compare; nothing where there is only the t test.
func (f *Plan) comparedText() string {
	if f.side != stats.TwoSided {
		return ""
	}
	return fmt.Sprintf(". Tukey HSD and ANOVA: %d systems", f.Systems)
}

// whole prints a count, or a dash where there is none.
func whole(n *int) doc.Cell {
	if n == nil {
		return cell("–")
	}
	return cell(*n)
}

func (f *Plan) reachedTable() *doc.Table {
	t := &doc.Table{ID: "reached", Caption: plain("What so many topics find: power for each difference, and the smallest difference found with power " + targetText(f.Power) + ".")}
	t.Columns = []doc.Column{column("design", doc.Left, "design"), column("topics", doc.Right, "topics")}
	for _, w := range f.Widths { // the differences, in their order
		t.Columns = append(t.Columns, column(trimmed(w.Width), doc.Right, "power_"+trimmed(w.Width)))
	}
	t.Columns = append(t.Columns, column("detectable", doc.Right, "detectable"))
	for _, r := range f.Reached {
		row := doc.Row{Cells: []doc.Cell{cell(lookup(designNames, r.Design)), cell(r.Topics)}}
		for _, p := range r.Power {
			row.Cells = append(row.Cells, cell(doc.Number{Value: p, Digits: 3}))
		}
		row.Cells = append(row.Cells, maybe(r.Detectable, 4))
		t.Rows = append(t.Rows, row)
	}
	return t
}

func (f *Plan) widthTable() *doc.Table {
	t := &doc.Table{ID: "interval", Caption: plain("Topics for a " + level(f.Confidence) + " interval of a difference of this mean width.")}
	t.Columns = []doc.Column{column("width", doc.Right, "width"), column("topics", doc.Right, "topics"), column("at most", doc.Right, "topics_most")}
	for _, w := range f.Widths {
		t.Rows = append(t.Rows, doc.Row{Cells: []doc.Cell{cell(trimmed(w.Width)), whole(w.Topics), whole(w.AtMost)}})
	}
	return t
}

func (f *Plan) checkTable() *doc.Table {
	t := &doc.Table{ID: "checks", Caption: plain("Checked by simulation with normal scores.")}
	t.Columns = []doc.Column{column("design", doc.Left, "design"), column("topics", doc.Right, "topics"), column("difference", doc.Right, "delta"),
		column("predicted", doc.Right, "predicted"), column("simulated", doc.Right, "simulated"), column("99.9% limits", doc.Center, "limits"), column("agrees", doc.Left, "agrees")}
	for _, c := range f.Checks {
		t.Rows = append(t.Rows, doc.Row{Cells: []doc.Cell{cell(lookup(designNames, c.What)), cell(c.Topics), cell(trimmed(c.Delta)),
			cell(doc.Number{Value: c.Predicted, Digits: 4}), cell(doc.Number{Value: c.Simulated, Digits: 4}),
			cell(doc.Range{Lo: c.Lo, Hi: c.Hi, Digits: 4}), cell(map[bool]string{true: "yes", false: "no"}[c.Agrees])}})
	}
	if len(f.Checks) > 0 {
		t.Notes = append(t.Notes, say(fmt.Sprintf("%d data sets each.", f.Checks[0].Draws)))
	}
	return t
}

// figure draws the power of a design against the number of topics, a curve for each difference.
func (f *Plan) figure(design string) *doc.Figure {
	lo, hi := 0.0, 1.0
	chart := &doc.Lines{X: doc.Axis{Label: "Number of topics"}, Y: doc.Axis{Label: "Power", Min: &lo, Max: &hi}, Targets: []float64{f.Power},
		Note: fmt.Sprintf("Probability that a true difference is called significant at α = %s by the %s. Dashed: the power asked for.", alphaText(f.Alpha), lookup(designNames, design))}
	if f.Topics != nil {
		chart.Here = &doc.Mark{X: float64(*f.Topics), Label: "this collection: " + count(*f.Topics, "topic")}
	}
	for at, w := range f.Widths {
		s := doc.Series{Label: "difference " + trimmed(w.Width)}
		for _, r := range f.curve {
			if r.Design == design {
				s.X, s.Y = append(s.X, float64(r.Topics)), append(s.Y, r.Power[at])
			}
		}
		if s.X != nil {
			chart.Series = append(chart.Series, s)
		}
	}
	if chart.Series == nil {
		return nil
	}
	return &doc.Figure{ID: "power-" + design, Chart: chart, Caption: plain(fmt.Sprintf("Power of the %s by number of topics.", lookup(designNames, design))),
		Alt: "Curves of power rising with the number of topics, one for each difference."}
}
