package reports

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"sigrel/reliability"
	"sigrel/reports/doc"
)

// Blocks shows the design, the coefficients, where the error comes from, and what more levels would bring.
func (f *Facets) Blocks() []doc.Block {
	out := []doc.Block{f.designPara(), f.sentence()}
	for _, p := range []*doc.Paragraph{f.confusionPara(), f.errorPara(), f.doubledPara()} {
		if p != nil {
			out = append(out, p)
		}
	}
	for i := range f.Budgets {
		out = append(out, f.budgetPara(f.Budgets[i]))
	}
	if f.NoBudget != "" {
		out = append(out, para("More of one or of the other, by cost: not assessed: "+f.NoBudget+"."))
	}
	out = append(out, f.componentTable())
	if f.Estimators != nil {
		out = append(out, f.estimatorTable())
	}
	out = append(out, f.studyTable())
	if f.Budgets != nil {
		out = append(out, f.budgetTable())
	}
	out = append(out, note(f.caution()))
	return append(out, mind(f.Warnings)...)
}

// designPara says what was studied.
func (f *Facets) designPara() *doc.Paragraph {
	cells := "all of them there"
	if !f.Balanced {
		cells = "some cells missing, or unequal numbers of levels"
	}
	text := fmt.Sprintf("Design: %s, %s, %s", f.Design, count(f.Observations, "score"), cells)
	if f.Missing > 0 {
		text += fmt.Sprintf(" (%s without a score %s left out)", count(f.Missing, "line"), verb(f.Missing, "is", "are"))
	}
	var parts []string
	for _, x := range f.Facets {
		part := count(x.Levels, x.Name)
		switch {
		case !x.Separable:
			part += " (not separable)"
			if x.Twin != "" {
				part = count(x.Levels, x.Name) + ", one for each " + x.Twin + " (not separable)"
			}
		case x.Fixed:
			part += " (fixed)"
		}
		parts = append(parts, part)
	}
	text += ": " + enumerate(parts) + "."
	if f.Standardised {
		text += " The scores were first standardised, to mean 0 and variance 1 in each level of the facet whose levels have scales of their own."
	}
	return para(text)
}

// sizesText is "8 topics and 3 judges".
func (f *Facets) sizesText(p reliability.FacetPoint) string {
	var parts []string
	for _, x := range f.Facets[1:] {
		if !x.Separable {
			continue
		}
		n := p.Sizes[x.Name]
		part := doc.FormatNumber(n, 2) + " " + x.Name + "s"
		if n == float64(int(n)) {
			part = count(int(n), x.Name)
		}
		if len(x.NestedIn) > 0 {
			part += " in each " + strings.Join(x.NestedIn, ", ")
		}
		parts = append(parts, part)
	}
	return enumerate(parts)
}

// sentence is the answer.
func (f *Facets) sentence() *doc.Paragraph {
	p := f.AsStudied
	start := "With " + f.sizesText(p)
	if slices.ContainsFunc(f.Facets[1:], func(x reliability.Facet) bool { return x.Size != nil && *x.Size != math.Trunc(*x.Size) }) {
		start += ", harmonic means,"
	}
	answer := say("Eρ² = ", score(p.ERho2))
	if f.Interval != nil {
		answer = append(answer, say(" ", doc.Range{Lo: f.Interval.Lo, Hi: f.Interval.Hi, Digits: 3})...)
	}
	out := say(start+" the ranking has a reliability of ", doc.Strong(answer), ", the scores of Φ = ", score(p.Phi), ".")
	switch {
	case p.Universe == 0:
		out = append(out, say(fmt.Sprintf(" The data show no variance of %ss: what differs between them is not more than error.", f.Object))...)
	case f.Interval != nil:
		out = append(out, say(fmt.Sprintf(" The interval (%s) is a jackknife that leaves out one %s at a time: it is about other %ss, with the same %ss%s.",
			level(f.Interval.Confidence), f.Interval.Facet, f.Interval.Facet, f.Object, f.others(f.Interval.Facet)))...)
	default:
		out = append(out, say(" There is no interval: "+f.NoInterval+".")...)
	}
	return para(out)
}

// others names the facets beside the object and one more: " and judges".
func (f *Facets) others(not string) string {
	var parts []string
	for _, x := range f.Facets[1:] {
		if x.Name != not && x.Separable {
			parts = append(parts, x.Name+"s")
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return " and " + strings.Join(parts, " and ")
}

// confusionPara says how far the levels of each facet disagree about the order.
func (f *Facets) confusionPara() *doc.Paragraph {
	var out []doc.Text
	for _, c := range f.Confusion {
		switch {
		case c.Share == nil:
			continue
		case *c.Share == 0:
			out = append(out, say(fmt.Sprintf(" That one %s ranks the %ss otherwise than another does not show (variance of %s × %s: 0).", c.Name, f.Object, f.Object, c.Name))...)
		default:
			out = append(out, say(fmt.Sprintf(" One %s ranks the %ss otherwise than another: the variance of %s × %s is ", c.Name, f.Object, f.Object, c.Name),
				share(*c.Share), fmt.Sprintf(" of that of %ss.", f.Object))...)
		}
	}
	return sentences(out)
}

// sentences is a paragraph of sentences, of which each begins with a blank; nil if there are none.
func sentences(out []doc.Text) *doc.Paragraph {
	if len(out) == 0 {
		return nil
	}
	out[0] = doc.Plain(strings.TrimPrefix(string(out[0].(doc.Plain)), " "))
	return para(out)
}

// errorPara says what the error in differences is made of.
func (f *Facets) errorPara() *doc.Paragraph {
	var parts [][]doc.Text
	for _, s := range f.ErrorShares {
		for _, c := range f.Components {
			if c.Effect == s.Name && *s.Share > 0 {
				parts = append(parts, say(share(*s.Share), " is of "+f.effectTitle(c)))
			}
		}
	}
	if len(parts) < 2 {
		return nil
	}
	out := say("Of the error in differences as studied, ")
	for i, p := range parts {
		switch {
		case i == 0:
		case i == len(parts)-1:
			out = append(out, doc.Plain(" and "))
		default:
			out = append(out, doc.Plain(", "))
		}
		out = append(out, p...)
	}
	return para(append(out, doc.Plain(".")))
}

// doubledPara compares twice the levels of each facet, which is as many more scores whichever it is.
func (f *Facets) doubledPara() *doc.Paragraph {
	if f.AsStudied.Universe == 0 || len(f.Doubled) == 0 {
		return nil
	}
	var out []doc.Text
	for i, d := range f.Doubled {
		start := " Twice the "
		if i > 0 {
			start = ", twice the "
		}
		out = append(out, say(start+d.Facet+"s (", levels(d.Size), ") would give Eρ² = ", score(d.ERho2))...)
	}
	out = append(out, doc.Plain("."))
	if len(f.Doubled) == 2 {
		a, b := f.Doubled[0], f.Doubled[1]
		if a.ERho2 < b.ERho2 {
			a, b = b, a
		}
		if doc.FormatNumber(a.ERho2, 3) == doc.FormatNumber(b.ERho2, 3) {
			out = append(out, say(fmt.Sprintf(" For as many scores, more %ss and more %ss help alike.", a.Facet, b.Facet))...)
		} else {
			out = append(out, say(fmt.Sprintf(" For as many scores, more %ss help more than more %ss.", a.Facet, b.Facet))...)
		}
	}
	return sentences(out)
}

// budgetPara answers "more topics or more judges?" by cost.
func (f *Facets) budgetPara(b reliability.Budget) *doc.Paragraph {
	target := "Eρ² ≥ " + targetText(b.Target)
	if b.Best == nil {
		return para(fmt.Sprintf("No numbers of %ss and %ss that were tried reach %s.", b.Outer, b.Inner, target))
	}
	digits := costDigits(b)
	cost := func(v float64) string { return doc.FormatNumber(v, digits) }
	text := fmt.Sprintf("For %s the cheapest is %s with %s each, at a cost of %s", target, count(*b.Best.Outer, b.Outer), count(b.Best.Inner, b.Inner), cost(*b.Best.Cost))
	var next *reliability.Design
	for i, d := range b.Table {
		if d.Outer != nil && d.Inner != b.Best.Inner && (next == nil || *d.Cost < *next.Cost) {
			next = &b.Table[i]
		}
	}
	switch {
	case next == nil:
		text += fmt.Sprintf("; no other number of %ss in the table reaches it", b.Inner)
	case cost(*next.Cost) == cost(*b.Best.Cost):
		text += fmt.Sprintf("; %s with %s each cost the same", count(*next.Outer, b.Outer), count(next.Inner, b.Inner))
	default:
		text += fmt.Sprintf("; %s with %s each would cost %s", count(*next.Outer, b.Outer), count(next.Inner, b.Inner), cost(*next.Cost))
	}
	studied := f.AsStudied.Sizes[b.Inner]
	switch best := float64(b.Best.Inner); {
	case best > studied:
		text += fmt.Sprintf(". That is more %ss a %s than studied", b.Inner, b.Outer)
	case best < studied:
		text += fmt.Sprintf(". That is fewer %ss a %s than studied", b.Inner, b.Outer)
	}
	return para(text + ".")
}

// caution is what the coefficients do not say.
func (f *Facets) caution() string {
	text := fmt.Sprintf("These coefficients hold for this set of %s: a set of closer ones gives lower values. σ²(δ) is the variance of error in differences, σ²(Δ) that in the scores themselves.", count(f.Facets[0].Levels, f.Object))
	if !f.Balanced {
		text += " Numbers of levels that differ are taken by their harmonic mean."
	}
	return text
}
