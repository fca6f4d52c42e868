package reports

import (
	"slices"

	"sigrel/reports/doc"
	"sigrel/stats"
)

// AssessReliability is the analysis that `reliability` prints: it needs no test of differences.
func AssessReliability(st *Study) (*Reliability, error) {
	a := &Analysis{Study: st}
	for _, s := range st.Scores {
		if st.Reliability.DropEmpty {
			kept, err := relevantOnly(st, s)
			if err != nil {
				return nil, err
			}
			s = kept
		}
		arranged, ranked := arrange(s, &Study{Apart: st.Apart})
		c := &Comparison{Measure: s.Measure, Topics: len(s.Topics), scores: arranged}
		for i, sys := range arranged.Systems {
			row := System{System: sys.Tag, Team: sys.Team, Type: sys.Type}
			if rank := i + 1; i < len(ranked) {
				row.Rank = &rank
			}
			c.Systems = append(c.Systems, row)
		}
		a.Comparisons = append(a.Comparisons, c)
	}
	f := &Reliability{Schema: "sigrel/reliability/1"}
	if err := f.study(a); err != nil {
		return nil, err
	}
	if err := f.setBeside(a); err != nil {
		return nil, err
	}
	if err := f.byCategory(a); err != nil {
		return nil, err
	}
	f.Warnings = append(append([]stats.Warning{}, st.Warnings...), f.Warnings...)
	return f, nil
}

// CommandBlocks are Blocks with the D-study as a table in place of the picture, and without other pictures.
func (f *Reliability) CommandBlocks() []doc.Block {
	var out []doc.Block
	for _, b := range f.Blocks() {
		if fig, ok := b.(*doc.Figure); ok {
			if fig.ID == "dstudy" {
				out = append(out, f.studyTable())
			}
			continue
		}
		out = append(out, b)
	}
	return append(append(out, f.categoryTable()...), f.Beside.blocks(f.Confidence)...)
}

// CommandTables are the tables of CommandBlocks with every row, and those of Tables, for CSV.
func (f *Reliability) CommandTables() []doc.Block {
	whole := f.Tables()
	if !f.showsStudy() {
		whole = nil // what was asked for is shown whole
	}
	shown := make(map[string]bool)
	var out []doc.Block
	for _, b := range f.CommandBlocks() {
		t, ok := b.(*doc.Table)
		if !ok {
			continue
		}
		if k := slices.IndexFunc(whole, func(w doc.Block) bool { return w.(*doc.Table).ID == t.ID }); k >= 0 {
			t = whole[k].(*doc.Table)
		}
		shown[t.ID] = true
		out = append(out, t)
	}
	for _, w := range whole {
		if t := w.(*doc.Table); !shown[t.ID] {
			out = append(out, t)
		}
	}
	return out
}

func (f *Reliability) studyTable() *doc.Table {
	t := &doc.Table{ID: "dstudy", Caption: plain("Reliability by number of topics (D-study).")}
	t.Columns = []doc.Column{column("topics", doc.Right, "topics"), column("Eρ²", doc.Right, "erho2"), column(level(f.Confidence)+" CI", doc.Center, "erho2_interval"),
		column("Φ", doc.Right, "phi"), column(level(f.Confidence)+" CI", doc.Center, "phi_interval")}
	for _, p := range f.DStudy {
		t.Rows = append(t.Rows, doc.Row{Cells: []doc.Cell{cell(p.Topics), cell(score(p.ERho2)), cell(doc.Range{Lo: p.ERho2Lo, Hi: p.ERho2Hi, Digits: 3}),
			cell(score(p.Phi)), cell(doc.Range{Lo: p.PhiLo, Hi: p.PhiHi, Digits: 3})}})
	}
	return t
}
