package reports

import (
	"fmt"

	"sigrel/reliability"
	"sigrel/reports/doc"
)

// Blocks shows the components, the coefficients, the picture and the cautions.
func (f *Reliability) Blocks() []doc.Block {
	if !f.showsStudy() {
		return append(f.dataBlocks(), mind(f.Warnings)...)
	}
	out := []doc.Block{f.componentTable()}
	if f.Incomplete != nil {
		out = append(out, f.incompleteBlocks()...)
	}
	out = append(out, f.coefficientTable(), para(f.intervalText()), f.figure(), f.errorText())
	if f.Expected != nil {
		out = append(out, f.Expected.text(f))
	}
	if f.Incomplete == nil && !f.few() && f.ERho2.Value > 0 {
		out = append(out, f.mappedNote())
	}
	caution := fmt.Sprintf("These coefficients hold for this set of %d systems, not for the collection in general: a set of closer systems gives lower values.", f.Systems)
	if f.Strongest != nil {
		caution += fmt.Sprintf(" Without the worst quarter of them (%d left) Eρ² is %s.", f.Strongest.Systems, doc.FormatNumber(f.Strongest.ERho2.Value, 3))
	}
	out = append(out, note(caution))
	out = append(out, f.teamBlocks()...)
	out = append(out, f.adjacentBlocks()...)
	out = append(out, f.itemBlocks()...)
	if f.EmptyTopics != nil {
		out = append(out, f.EmptyTopics.text())
	}
	if len(f.Measures) > 1 {
		out = append(out, f.measureTable(), f.shareTable())
	}
	out = append(out, f.dataBlocks()...)
	return append(out, mind(f.Warnings)...)
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
