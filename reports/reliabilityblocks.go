package reports

import (
	"fmt"
	"slices"

	"sigrel/reports/doc"
)

// Blocks shows what an organiser wants first, would the ranking hold and how many topics does that take, and then where it
// comes from. What only those who ask for a part need is in Tables and JSON.
func (f *Reliability) Blocks() []doc.Block {
	if !f.showsStudy() {
		return append(f.dataBlocks(), mind(f.Warnings)...)
	}
	out := []doc.Block{para(f.sentence()), f.coefficientTable(), para(f.intervalText()), f.caution(), f.figure()}
	if f.Expected != nil {
		out = append(out, f.Expected.text(f))
	}
	out = append(out, f.adjacentBlocks(mostAdjacent)...)
	if f.full {
		out = append(out, f.source()...)
		return append(append(out, f.dataBlocks()...), mind(f.Warnings)...)
	}
	out = append(out, f.dataBlocks()...)
	return append(append(out, f.source()...), mind(f.Warnings)...)
}

// source is where variance and error come from: systems, topics, teams, measures.
func (f *Reliability) source() []doc.Block {
	out := []doc.Block{f.componentTable()}
	if f.Incomplete != nil {
		out = append(out, f.incompleteBlocks()...)
	}
	out = append(out, f.errorText())
	out = append(out, f.teamBlocks()...)
	if len(f.Measures) > 1 {
		out = append(out, f.measureTable())
		if f.full {
			out = append(out, f.shareTable())
		}
	}
	out = append(out, f.itemBlocks()...)
	if f.EmptyTopics != nil {
		out = append(out, f.EmptyTopics.text())
	}
	if f.full && f.Incomplete == nil && !f.few() && f.ERho2.Value > 0 {
		out = append(out, f.mappedNote())
	}
	return out
}

// caution says of which systems the coefficients hold.
func (f *Reliability) caution() *doc.Note {
	return note(fmt.Sprintf("These coefficients hold for this set of %s, not for the collection in general: a set of closer systems gives lower values.", count(f.Systems, "system")))
}

// Tables are for programs: what Blocks shows in part, with every row, and what it leaves out.
func (f *Reliability) Tables() []doc.Block {
	out := f.adjacentBlocks(len(f.Adjacent))
	if len(f.Measures) > 1 {
		out = append(out, f.shareTable())
	}
	if f.Power != nil {
		out = append(out, f.Power.blocks(true)...)
	}
	if f.Swap != nil {
		out = append(out, f.Swap.blocks(true)...)
	}
	if f.Lottery != nil {
		out = append(out, f.Lottery.blocks(true)...)
	}
	return slices.DeleteFunc(out, func(b doc.Block) bool {
		_, table := b.(*doc.Table)
		return !table
	})
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
