package reports

import (
	"fmt"
	"slices"

	"sigrel/reliability"
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
	} else if f.tauReason != "" {
		out = append(out, note("Expected τ: not assessed: "+f.tauReason+"."))
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

// sentence is the line of "In short".
func (f *Reliability) sentence() []doc.Text {
	few := f.few()
	start := "The"
	if few {
		start = fmt.Sprintf("From %s and %s, too few for this to mean much: the", count(f.Systems, "system"), count(f.Topics, "topic"))
	}
	out := say(doc.Strong(say(start+" ranking has a reliability of Eρ² = ", score(f.ERho2.Value), " ", doc.Range{Lo: f.ERho2.Lo, Hi: f.ERho2.Hi, Digits: 3})),
		", the scores of Φ = ", score(f.Phi.Value), " ", doc.Range{Lo: f.Phi.Lo, Hi: f.Phi.Hi, Digits: 3}, ".")
	if few {
		return out
	}
	last := f.Required[len(f.Required)/2-1] // Eρ² at the last target
	if last.Topics == nil {
		return append(out, say(fmt.Sprintf(" Eρ² ≥ %s is not reachable with any number of topics.", targetText(last.Target)))...)
	}
	out = append(out, say(fmt.Sprintf(" For Eρ² ≥ %s a collection of this kind needs %s; it has %d.", targetText(last.Target), topicsText(last), f.Topics))...)
	if f.Strongest != nil {
		out = append(out, say(" Without the worst quarter of the systems Eρ² is ", score(f.Strongest.ERho2.Value), ".")...)
	}
	return out
}

// topicsText is "29 topics [18, 45]"; a limit that cannot be reached is "∞".
func topicsText(r reliability.Required) string {
	if r.Topics == nil {
		return "no number of topics"
	}
	return fmt.Sprintf("%s [%s, %s]", count(*r.Topics, "topic"), orInfinity(r.Lo), orInfinity(r.Hi))
}

func orInfinity(n *int) string {
	if n == nil {
		return "∞"
	}
	return fmt.Sprint(*n)
}
