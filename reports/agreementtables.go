package reports

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"sigrel/reports/doc"
	"sigrel/stats"
)

// Blocks shows the agreement.
func (f *Agreement) Blocks() []doc.Block {
	out := []doc.Block{&doc.Heading{Level: 1, ID: "agree", Text: plain(f.A + " and " + f.B)}, f.sentence("The two"), f.coefficientTable(), f.changeTable()}
	if f.Decisions != nil {
		out = append(out, f.decisionTable())
	}
	return append(out, mind(f.Warnings)...)
}

// sentence is about two scorings that the subject names.
func (f *Agreement) sentence(subject string) *doc.Paragraph {
	r := f.Rankings
	out := say(subject, fmt.Sprintf(" rank %s; they order %d of %s alike and %d the other way", count(r.Systems, "system"), r.Pairs.Same,
		count(r.Systems*(r.Systems-1)/2, "pair"), r.Pairs.Reversed))
	if ties := r.Pairs.TiedA + r.Pairs.TiedB + r.Pairs.TiedBoth; ties > 0 {
		out = append(out, say(fmt.Sprintf(" (%d %s in one or both)", ties, verb(ties, "ties", "tie")))...)
	}
	out = append(out, say(". ")...)
	if r.SameWinner {
		out = append(out, say(verb(len(f.Winners[0]), "The winner is the same: ", "The winners are the same: "), tags(f.Winners[0], 5), ".")...)
	} else {
		out = append(out, say("First by "+f.A+": ", tags(f.Winners[0], 5), "; first by "+f.B+": ", tags(f.Winners[1], 5), ".")...)
	}
	if d := f.Decisions; d != nil {
		out = append(out, say(fmt.Sprintf(" Of %s, %d %s significant by both in the same direction, %d in opposite directions, %d only by %s and %d only by %s.",
			count(d.Pairs, "pair"), d.ActiveAgreement, verb(d.ActiveAgreement, "is", "are"), d.ActiveDisagreement, d.OnlyA, f.A, d.OnlyB, f.B))...)
	}
	return para(out)
}

// coefficientNames is how tables name the coefficients.
var coefficientNames = map[string]string{"tau-a": "Kendall's τ_a", "tau-b": "Kendall's τ_b", "tau-ap": "τ_AP", "tau-ap-a": "τ_AP,a (ties in B averaged)",
	"tau-ap-b": "τ_AP,b (ties in both)", "spearman": "Spearman's ρ", "pearson": "Pearson's r, of the means"}

func (f *Agreement) coefficientTable() *doc.Table {
	t := &doc.Table{ID: "coefficients", Caption: plain("How far the rankings agree; " + f.A + " is the reference where a coefficient has one.")}
	t.Columns = []doc.Column{column("coefficient", doc.Left, "coefficient"), column("value", doc.Right, "value"), column(level(f.Rankings.Confidence)+" interval", doc.Center, "interval"), column("why not", doc.Left, "reason")}
	row := func(name string, c stats.Coefficient) {
		t.Rows = append(t.Rows, doc.Row{Cells: []doc.Cell{cell(name), maybe(c.Value, 3), span(c.Interval, 3, false), cell(c.Reason)}})
	}
	for _, c := range f.Rankings.Coefficients {
		if c.Name == "tau-a" && c.Value == nil {
			c.Reason = strings.TrimPrefix(c.Reason, "τ_a is ") + fmt.Sprintf("; with ties as neither it is %.3f", f.Rankings.Pairs.Balance)
		}
		if o := f.Rankings.APOrders; c.Name == "tau-ap" && c.Value == nil && o != nil {
			c.Reason = fmt.Sprintf("ties; over their orders %.3f on average, from %.3f to %.3f", o.Mean, o.Min, o.Max)
		}
		row(lookup(coefficientNames, c.Name), c)
	}
	for _, r := range f.Rankings.RBO {
		row(fmt.Sprintf("RBO, p = %g (%.3f if reversed)", r.P, r.Reversed), r.Coefficient)
	}
	for _, top := range f.Rankings.Tops {
		row(fmt.Sprintf("τ_b of the first %d of A (%s in common)", top.K, overlapText(top)), top.Coefficient)
	}
	if f.Rankings.Replicates > 0 {
		t.Notes = append(t.Notes, say(fmt.Sprintf("Intervals: percentile, %d bootstrap samples of topics, seed %d. RBO: extrapolated, ties averaged over their orders ", f.Rankings.Replicates, f.Rankings.Seed),
			doc.Cite("webber2010"), doc.Cite("corsi2024"), "; τ_AP with ties ", doc.Cite("urbano2017"), "."))
	}
	return t
}

func overlapText(t stats.TopAgreement) string {
	if t.OverlapLo == t.OverlapHi {
		return fmt.Sprint(t.OverlapLo)
	}
	return fmt.Sprintf("%d to %d, for ties", t.OverlapLo, t.OverlapHi)
}

// maxChanges is the number of systems that the table of rank changes shows.
const maxChanges = 20

// changeTable lists the systems that move most.
func (f *Agreement) changeTable() *doc.Table {
	moved := slices.Clone(f.Changes)
	slices.SortStableFunc(moved, func(a, b RankChange) int {
		return cmp.Compare(math.Abs(b.Change), math.Abs(a.Change))
	})
	t := &doc.Table{ID: "changes", Caption: plain(fmt.Sprintf("Changes of rank, the largest first; on average %.2f places, at most %g.", f.Rankings.MeanChange, f.Rankings.MaxRankChange))}
	t.Columns = []doc.Column{column("System", doc.Left, "system"), column("rank by "+f.A, doc.Right, "rank_a"), column("by "+f.B, doc.Right, "rank_b"), column("change", doc.Right, "change")}
	for i, c := range moved {
		if i == maxChanges {
			t.Notes = append(t.Notes, say(fmt.Sprintf("%s more.", count(len(moved)-i, "system"))))
			break
		}
		t.Rows = append(t.Rows, doc.Row{Cells: []doc.Cell{cell(doc.Plain(c.System)), cell(place(c.A)), cell(place(c.B)), cell(signedPlace(c.Change))}})
	}
	t.Notes = append(t.Notes, say("Change: + is a lower place by "+f.B+", − a higher one. Systems of equal means share the mean of their ranks."))
	return t
}

func place(v float64) string { return fmt.Sprintf("%g", v) }

func signedPlace(v float64) string {
	switch {
	case v > 0:
		return "+" + place(v)
	case v < 0:
		return "−" + place(-v)
	}
	return "0"
}

func (f *Agreement) decisionTable() *doc.Table {
	d := f.Decisions
	t := &doc.Table{ID: "decisions", Caption: plain(fmt.Sprintf("What is significant by each, by %s at α = %s.", procedureLong(f.Procedure), alphaText(f.Alpha)))}
	t.Columns = []doc.Column{column("", doc.Left, "what"), column("pairs", doc.Right, "pairs")}
	row := func(what string, n int) {
		t.Rows = append(t.Rows, doc.Row{Cells: []doc.Cell{cell(what), cell(n)}})
	}
	row("significant by both, same direction (active agreement)", d.ActiveAgreement)
	row("significant by both, opposite directions (active disagreement)", d.ActiveDisagreement)
	row("significant only by "+f.A, d.OnlyA)
	row("significant only by "+f.B, d.OnlyB)
	row("by neither, means in the same order (passive agreement)", d.PassiveAgreement)
	row("by neither, means in opposite order (passive disagreement)", d.PassiveDisagreement)
	row("by neither, means tied", d.PassiveTied)
	if d.Agreement != nil {
		t.Notes = append(t.Notes, say(fmt.Sprintf("The same decision on %.1f%% of the pairs.", 100**d.Agreement)))
	}
	if d.Missed != nil {
		t.Notes = append(t.Notes, say(fmt.Sprintf("Of the pairs significant by %s, %.1f%% are not by %s.", f.A, 100**d.Missed, f.B)))
	}
	return t
}
