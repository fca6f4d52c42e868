package reports

import (
	"fmt"
	"slices"
	"strings"

	"sigrel/reliability"
	"sigrel/reports/doc"
)

// facetDigits are the decimals of a variance: that of a judge is often a hundredth of that of topics.
const facetDigits = 6

// effectTitle names an effect for people: "system × topic", "judge within topic", "system × (judge within topic), error".
func (f *Facets) effectTitle(c reliability.FacetComponent) string {
	nest := func(name string) []string {
		i := slices.IndexFunc(f.Facets, func(x reliability.Facet) bool { return x.Name == name })
		return f.Facets[i].NestedIn
	}
	inner := func(name string) bool { // something in c is nested in it
		return slices.ContainsFunc(c.Facets, func(other string) bool { return slices.Contains(nest(other), name) })
	}
	var parts []string
	for _, name := range c.Facets {
		if inner(name) {
			continue
		}
		if in := nest(name); len(in) > 0 {
			name += " within " + strings.Join(in, ", ")
		}
		parts = append(parts, name)
	}
	if len(parts) > 1 {
		for i, p := range parts {
			if strings.Contains(p, " within ") {
				parts[i] = "(" + p + ")"
			}
		}
	}
	title := strings.Join(parts, " × ")
	if c.Effect == reliability.EffectResidual {
		title += ", error"
	}
	return title
}

func (f *Facets) componentTable() *doc.Table {
	caption := "Where the variance comes from"
	if f.Measure != "" {
		caption = "Where the variance of " + f.Measure + " comes from"
	}
	t := &doc.Table{ID: "facet-components", Caption: plain(fmt.Sprintf("%s, by %s.", caption, f.Estimator.Title()))}
	t.Columns = []doc.Column{column("Source", doc.Left, "effect"), column("levels", doc.Right, "levels")}
	if f.Balanced {
		t.Columns = append(t.Columns, column("df", doc.Right, "df"), column("mean square", doc.Right, "ms"))
	}
	t.Columns = append(t.Columns, column("variance", doc.Right, "variance"))
	se := f.Components[0].SE != nil
	if se {
		t.Columns = append(t.Columns, column("SE", doc.Right, "se"))
	}
	t.Columns = append(t.Columns, column("share", doc.Right, "share"))
	for _, c := range f.Components {
		row := doc.Row{Cells: []doc.Cell{cell(f.effectTitle(c)), cell(c.Levels)}}
		if f.Balanced {
			row.Cells = append(row.Cells, maybeInteger(c.DF), maybeSquared(c.MS, 4, "ms"))
		}
		row.Cells = append(row.Cells, maybeSquared(c.Variance, facetDigits, "variance"))
		at := len(row.Cells) - 1
		if se {
			row.Cells = append(row.Cells, maybeSquared(c.SE, facetDigits, "se"))
		}
		row.Cells = append(row.Cells, maybeShare(c.Share))
		var why string
		switch {
		case c.Variance == nil:
			why = "Cannot be separated in these data; it is part of the others."
		case *c.VarianceRaw < 0:
			why = "The estimate is negative, " + squaredText(*c.VarianceRaw, facetDigits) + ", and counts as 0."
		}
		if why != "" {
			t.Notes = append(t.Notes, plain(why))
			row.Cells[at].Note = []int{len(t.Notes)}
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// estimatorTable has the estimators side by side, as they are, negative or not.
func (f *Facets) estimatorTable() *doc.Table {
	t := &doc.Table{ID: "facet-estimators", Caption: plain("The variances by other estimators, and the coefficients they give as studied.")}
	t.Columns = []doc.Column{column("Source", doc.Left, "effect")}
	for _, e := range f.Estimators {
		t.Columns = append(t.Columns, column(e.Estimator.Title(), doc.Right, e.Estimator.String()))
	}
	for i, c := range f.Components {
		if c.Variance == nil {
			continue
		}
		row := doc.Row{Cells: []doc.Cell{cell(f.effectTitle(c))}}
		for _, e := range f.Estimators {
			if e.Variances == nil {
				row.Cells = append(row.Cells, cell("–"))
				continue
			}
			row.Cells = append(row.Cells, cell(squared(e.Variances[i], facetDigits, e.Estimator.String())))
		}
		t.Rows = append(t.Rows, row)
	}
	for i, name := range []string{"Eρ²", "Φ"} {
		row := doc.Row{Cells: []doc.Cell{cell(name)}, Rule: i == 0}
		for _, e := range f.Estimators {
			row.Cells = append(row.Cells, maybe([]*float64{e.ERho2, e.Phi}[i], 3))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// studyTable is the D-study, the sizes of the study first.
func (f *Facets) studyTable() *doc.Table {
	t := &doc.Table{ID: "facet-dstudy", Caption: plain("Reliability by numbers of levels (D-study); the first line is as studied.")}
	for _, facet := range f.Facets[1:] {
		if facet.Separable {
			title := facet.Name + "s"
			if len(facet.NestedIn) > 0 {
				title += " a " + strings.Join(facet.NestedIn, ", ")
			}
			t.Columns = append(t.Columns, column(title, doc.Right, facet.Name))
		}
	}
	t.Columns = append(t.Columns, column("σ²(δ)", doc.Right, "rel_err"), column("σ²(Δ)", doc.Right, "abs_err"), column("Eρ²", doc.Right, "erho2"), column("Φ", doc.Right, "phi"))
	for i, p := range append([]reliability.FacetPoint{f.AsStudied}, f.DStudy...) {
		row := doc.Row{Rule: i == 1}
		for _, facet := range f.Facets[1:] {
			if facet.Separable {
				row.Cells = append(row.Cells, cell(levels(p.Sizes[facet.Name])))
			}
		}
		row.Cells = append(row.Cells, cell(squared(p.RelErr, facetDigits, "rel_err")), cell(squared(p.AbsErr, facetDigits, "abs_err")), cell(score(p.ERho2)), cell(score(p.Phi)))
		t.Rows = append(t.Rows, row)
	}
	return t
}

// levels is a number of levels, with two decimals where it is a mean.
func levels(n float64) doc.Text {
	if n == float64(int(n)) {
		return doc.Integer(n)
	}
	return doc.Number{Value: n, Digits: 2}
}

// budgetTable has, for each target, the least number of levels of one facet with each number of the other.
func (f *Facets) budgetTable() *doc.Table {
	first := f.Budgets[0]
	t := &doc.Table{ID: "facet-costs", Caption: plain(fmt.Sprintf("What it costs: %s a %s, and %s for each %s on one.",
		short(first.OuterCost), first.Outer, short(first.InnerCost), first.Inner))}
	t.Columns = []doc.Column{column("Eρ² of", doc.Right, "target"), column(first.Inner+"s", doc.Right, "inner"), column(first.Outer+"s", doc.Right, "outer"),
		column("judgings", doc.Right, "judgments"), column("cost", doc.Right, "cost"), column("Eρ²", doc.Right, "erho2"), column("", doc.Left, "cheapest")}
	for i, b := range f.Budgets {
		for j, d := range b.Table {
			row := doc.Row{Rule: i > 0 && j == 0, Cells: []doc.Cell{cell(targetText(b.Target)), cell(d.Inner)}}
			if d.Outer == nil {
				row.Cells = append(row.Cells, cell("not reachable"), cell("–"), cell("–"), cell("–"), cell(""))
			} else {
				mark := ""
				if b.Best != nil && d.Inner == b.Best.Inner {
					mark = "cheapest"
				}
				row.Cells = append(row.Cells, cell(*d.Outer), cell(*d.Judgments), cell(doc.Number{Value: *d.Cost, Digits: costDigits(first)}), cell(score(*d.ERho2)), cell(mark))
			}
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}

// short is a number without needless zeros.
func short(v float64) string { return strings.Replace(fmt.Sprintf("%.6g", v), "-", "−", 1) }

// costDigits are the decimals that costs need.
func costDigits(b reliability.Budget) int {
	digits := 0
	for _, c := range []float64{b.OuterCost, b.InnerCost} {
		if _, after, ok := strings.Cut(short(c), "."); ok {
			digits = max(digits, min(len(after), 4))
		}
	}
	return digits
}
