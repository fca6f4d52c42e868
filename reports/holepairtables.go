package reports

import (
	"fmt"
	"math"

	"sigrel/reports/doc"
)

var verdictWords = map[string]string{alwaysSignificant: "significant", neverSignificant: "not significant", notDecided: "not decided", openVerdict: "open"}

// pairTable compares a run with every other by the official measure; nil where there are no bounds.
func (f *HoleFinding) pairTable(i int) *doc.Table {
	n := &f.New[i]
	m := &n.Measures[0]
	if m.Bounds == nil {
		return nil
	}
	t := &doc.Table{ID: fmt.Sprintf("pool-new-pairs-%d", i+1), Caption: say("Mean "+m.Measure+" of ", n.Run, " minus that of each other run, under every labelling of both runs' holes."),
		Columns: []doc.Column{column("Other run", doc.Left, "other"), column("difference", doc.Right, "difference"), column("all holes", doc.Center, "bounds"), column("its own", doc.Center, "own_bounds"),
			column("order", doc.Left, "order"), column("p", doc.Right, "p"), column("p at most", doc.Right, "p_hi"), column("verdict", doc.Left, "verdict"), column("turned by", doc.Right, "flips")}}
	outer := false
	for _, p := range m.Pairs {
		hi := cell(doc.Range{Lo: p.Lo, Hi: p.Hi, Digits: 3, Signed: true})
		if !p.Exact {
			outer = true
			hi.Text = append(hi.Text, doc.Plain("*"))
		}
		t.Rows = append(t.Rows, doc.Row{Cells: []doc.Cell{cell(doc.Plain(p.Other)), cell(doc.Signed{Value: p.Now, Digits: 3}), hi,
			cell(doc.Range{Lo: p.Own.Lo, Hi: p.Own.Hi, Digits: 3, Signed: true}), cell(p.Order), f.pCell(p.P), f.pCell(p.PHi), cell(verdictWords[p.Verdict]), flipCell(&p)}})
	}
	t.Notes = f.pairNotes(outer)
	if i > 0 && f.New[0].Measures[0].Bounds != nil {
		t.Notes = [][]doc.Text{say("Read as the table of ", f.New[0].Run, ".")}
		if outer {
			t.Notes = append(t.Notes, say(outerNote))
		}
	}
	return t
}

func (f *HoleFinding) pCell(p *float64) doc.Cell {
	if p == nil {
		return cell("–")
	}
	return cell(doc.PValue{Value: *p, Alpha: f.HoleTest.Alpha})
}

func flipCell(p *NewPair) doc.Cell {
	switch {
	case !p.FlipsKnown:
		return cell("–")
	case p.Flips == nil:
		return cell("none")
	case p.FlipsExact:
		return cell(*p.Flips)
	}
	v := float64(*p.Flips)
	return cell(doc.Several{Text: fmt.Sprintf("≥ %d", *p.Flips), Keys: []string{"flips"}, Values: []*float64{&v}})
}

const outerNote = "*: bounds that no labelling need reach, since many holes are shared."

func (f *HoleFinding) pairNotes(outer bool) [][]doc.Text {
	h := f.HoleTest
	notes := [][]doc.Text{say("All holes: the least and the greatest difference when the holes of both runs get common labels; its own: when only documents of the new run get one. " +
		"Order: of the means, under every labelling. Turned by: so many documents found relevant can turn the order round or make the means equal (≥: no fewer can).")}
	if outer {
		notes = append(notes, say(outerNote))
	}
	if h.Reason != "" {
		return append(notes, say("No p: "+h.Reason+"."))
	}
	correction := "uncorrected"
	switch {
	case h.Pairs == 1:
		correction = "of the one pair"
	case h.Correction != "none":
		correction = fmt.Sprintf("with %s for %d pairs", lookup(correctionNames, h.Correction), h.Pairs)
	}
	return append(notes, say("p: of the paired "+h.Test+" test as judged, "+correction+"; at most: whatever the labels. Verdict at α = "+alphaText(h.Alpha)+
		": significant, or not, under every labelling; not decided: under some labelling it is not significant; open: neither was proved."))
}

// pairSentences count the verdicts by the official measure.
func (f *HoleFinding) pairSentences() []doc.Block {
	var out []doc.Block
	for i := range f.New {
		n := &f.New[i]
		m := &n.Measures[0]
		if m.Bounds == nil {
			continue
		}
		order, verdict := 0, 0
		var closest *NewPair
		for k := range m.Pairs {
			p := &m.Pairs[k]
			if p.Order != openOrder {
				order++
			}
			if p.Verdict == alwaysSignificant {
				verdict++
			}
			if p.Order == openOrder && (closest == nil || math.Abs(p.Now) < math.Abs(closest.Now)) {
				closest = p
			}
		}
		text := say("Of ", count(len(m.Pairs), "comparison"), " of ", n.Run, " by "+m.Measure+", the order of ", order, " is certain whatever the labels")
		if f.HoleTest.Reason == "" {
			text = append(text, say(", and ", verdict, verb(verdict, " is", " are")+" significant under every labelling")...)
		}
		text = append(text, say(".")...)
		switch {
		case closest != nil && closest.Now == 0:
			text = append(text, say(" As judged, its mean is that of ", closest.Other, ".")...)
		case closest != nil && closest.Flips != nil && closest.FlipsKnown:
			least := "at least "
			if closest.FlipsExact {
				least = ""
			}
			text = append(text, say(" The closest that is open is with ", closest.Other, ": it takes "+least, count(*closest.Flips, "document")+" found relevant to turn it round.")...)
		}
		out = append(out, para(text))
	}
	return out
}
