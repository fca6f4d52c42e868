package reports

import (
	"fmt"

	"sigrel/reliability"
	"sigrel/reports/doc"
)

// varianceDigits are the decimals of a variance.
const varianceDigits = 5

// VarianceRow is a variance component.
type VarianceRow struct {
	Effect      string   `json:"effect"`
	DF          *int     `json:"df"` // this and the mean square are null where the estimates are not those of the analysis of variance
	SS          *float64 `json:"ss"`
	MS          *float64 `json:"ms"`
	Variance    float64  `json:"variance"` // not below 0
	VarianceRaw float64  `json:"variance_raw"`
	SE          *float64 `json:"se"`
	Share       float64  `json:"share"`
	DFOf        *float64 `json:"satterthwaite_df"` // null unless the estimate is above 0
	Lo          *float64 `json:"lo"`               // limits that follow from these degrees of freedom
	Hi          *float64 `json:"hi"`
}

// varianceRows lists the components with their intervals.
func varianceRows(g reliability.GStudy, confidence float64, incomplete bool) []VarianceRow {
	var out []VarianceRow
	for _, c := range g.Components {
		row := VarianceRow{Effect: c.Effect, Variance: c.Variance, VarianceRaw: c.VarianceRaw, Share: c.Share}
		if !incomplete {
			row.DF, row.SS, row.MS, row.SE, row.DFOf = &c.DF, &c.SS, &c.MS, &c.SE, c.Satterthwaite
			if in := c.VarianceInterval(confidence); in != nil {
				row.Lo, row.Hi = &in.Lo, &in.Hi
			}
		}
		out = append(out, row)
	}
	return out
}

func (f *Reliability) componentTable() *doc.Table {
	names := map[string]string{reliability.EffectSystem: "system", reliability.EffectTopic: "topic", reliability.EffectResidual: "system × topic, error"}
	t := &doc.Table{ID: "components", Caption: plain("Where the variance of " + f.Measure + " comes from.")}
	t.Columns = []doc.Column{column("Source", doc.Left, "effect")}
	if f.Incomplete == nil {
		t.Columns = append(t.Columns, column("df", doc.Right, "df"), column("mean square", doc.Right, "ms"))
	}
	t.Columns = append(t.Columns, column("variance", doc.Right, "variance"))
	if f.Incomplete == nil {
		t.Columns = append(t.Columns, column("SE", doc.Right, "se"), column(level(f.Confidence)+" CI", doc.Center, "variance_interval"))
	}
	t.Columns = append(t.Columns, column("share", doc.Right, "share"))
	for _, c := range f.Components {
		row := doc.Row{Cells: []doc.Cell{cell(names[c.Effect])}}
		if c.DF != nil {
			row.Cells = append(row.Cells, cell(*c.DF), cell(squared(*c.MS, 4, "ms")))
		}
		row.Cells = append(row.Cells, cell(squared(c.Variance, varianceDigits, "variance")))
		if c.VarianceRaw < 0 {
			t.Notes = append(t.Notes, say("The estimate is negative, "+squaredText(c.VarianceRaw, varianceDigits)+", and counts as 0."))
			row.Cells[len(row.Cells)-1].Note = []int{len(t.Notes)}
		}
		if c.SE != nil {
			row.Cells = append(row.Cells, cell(squared(*c.SE, varianceDigits, "se")), c.interval())
		}
		row.Cells = append(row.Cells, cell(share(c.Share)))
		t.Rows = append(t.Rows, row)
	}
	return t
}

// interval is "[0.0012, 0.0034]" for people, two columns for programs.
func (c VarianceRow) interval() doc.Cell {
	keys := []string{"variance_lo", "variance_hi"}
	if c.Lo == nil {
		return cell(doc.Several{Text: "–", Keys: keys, Values: make([]*float64, 2)})
	}
	text := fmt.Sprintf("[%s, %s]", squaredText(*c.Lo, varianceDigits), squaredText(*c.Hi, varianceDigits))
	return cell(doc.Several{Text: text, Keys: keys, Values: []*float64{c.Lo, c.Hi}})
}

func (f *Reliability) coefficientTable() *doc.Table {
	t := &doc.Table{ID: "coefficients", Caption: plain("Reliability, and the topics it takes.")}
	t.Columns = []doc.Column{column("Coefficient", doc.Left, "coefficient"), column("systems", doc.Right, "systems"), column(count(f.Topics, "topic"), doc.Right, "value"), column(level(f.Confidence)+" CI", doc.Center, "interval")}
	half := len(f.Required) / 2
	for _, r := range f.Required[:half] {
		t.Columns = append(t.Columns, column("topics for "+targetText(r.Target), doc.Right, "topics_"+targetText(r.Target)))
	}
	add := func(name string, systems int, e reliability.Estimate, rs []reliability.Required) {
		row := doc.Row{Cells: []doc.Cell{cell(name), cell(systems), cell(score(e.Value)), cell(doc.Range{Lo: e.Lo, Hi: e.Hi, Digits: 3})}}
		for _, r := range rs {
			row.Cells = append(row.Cells, requiredCell(r))
		}
		t.Rows = append(t.Rows, row)
	}
	add("Eρ² (ranking)", f.Systems, f.ERho2, f.Required[:half])
	add("Φ (absolute scores)", f.Systems, f.Phi, f.Required[half:])
	if s := f.Strongest; s != nil {
		add("Eρ², without the worst quarter", s.Systems, s.ERho2, s.Required[:half])
		add("Φ, without the worst quarter", s.Systems, s.Phi, s.Required[half:])
		if s.Intervals != f.Intervals.Method {
			t.Notes = append(t.Notes, say("Without the worst quarter only one team is left: that interval takes its runs as independent, and is too narrow."))
		}
	}
	t.Notes = append(t.Notes, say("Eρ²: the share of the variance between mean scores that is of the systems and not of the choice of topics, where systems are compared (1: all); Φ: the same for the scores in themselves."))
	t.Notes = append(t.Notes, say("Topics: estimate [optimistic, pessimistic], from the limits of the coefficient. ∞: not reachable."))
	return t
}

// requiredCell is "22 [10, 40]" for people, three columns for programs.
func requiredCell(r reliability.Required) doc.Cell {
	key := "topics_" + targetText(r.Target)
	c := doc.Several{Text: "not reachable", Keys: []string{key, key + "_lo", key + "_hi"}, Values: make([]*float64, 3)}
	for i, n := range []*int{r.Topics, r.Lo, r.Hi} {
		if n != nil {
			v := float64(*n)
			c.Values[i] = &v
		}
	}
	if r.Topics != nil {
		c.Text = fmt.Sprintf("%d [%s, %s]", *r.Topics, orInfinity(r.Lo), orInfinity(r.Hi))
	}
	return cell(c)
}

func (f *Reliability) measureTable() *doc.Table {
	t := &doc.Table{ID: "reliability-measures", Caption: plain("Reliability by measure.")}
	t.Columns = []doc.Column{column("Measure", doc.Left, "measure"), column("Eρ²", doc.Right, "erho2"), column(level(f.Confidence)+" CI", doc.Center, "erho2_interval"),
		column("Φ", doc.Right, "phi"), column(level(f.Confidence)+" CI", doc.Center, "phi_interval")}
	half := len(f.Required) / 2
	for _, r := range f.Required[:half] {
		t.Columns = append(t.Columns, column("topics for Eρ² ≥ "+targetText(r.Target), doc.Right, "topics_"+targetText(r.Target)))
	}
	for _, m := range f.Measures {
		row := doc.Row{Cells: []doc.Cell{cell(m.Measure), cell(score(m.ERho2.Value)), cell(doc.Range{Lo: m.ERho2.Lo, Hi: m.ERho2.Hi, Digits: 3}),
			cell(score(m.Phi.Value)), cell(doc.Range{Lo: m.Phi.Lo, Hi: m.Phi.Hi, Digits: 3})}}
		for _, r := range m.Required[:half] {
			row.Cells = append(row.Cells, requiredCell(r))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// shareTable is where the variance comes from, by measure.
func (f *Reliability) shareTable() *doc.Table {
	t := &doc.Table{ID: "variance-shares", Caption: plain("Where the variance comes from, by measure.")}
	t.Columns = []doc.Column{column("Measure", doc.Left, "measure"), column("system", doc.Right, "system"), column("topic", doc.Right, "topic"), column("system × topic, error", doc.Right, "residual")}
	for _, m := range f.Measures {
		t.Rows = append(t.Rows, doc.Row{Cells: []doc.Cell{cell(m.Measure), cell(share(m.System)),
			cell(share(m.Topic)), cell(share(m.Residual))}})
	}
	return t
}
