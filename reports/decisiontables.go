package reports

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"sigrel/reports/doc"
)

// Blocks shows the counts, the contested pairs, the analysis of variance and the other measures.
func (f *Decisions) Blocks() []doc.Block {
	out := []doc.Block{f.countTable()}
	out = append(out, f.agreement())
	out = append(out, f.Beside.note(f.Pairs)...)
	if len(f.Split) > 0 {
		out = append(out, f.splitTable(maxContested))
	}
	out = append(out, f.anovaSentence())
	if len(f.Measures) > 0 {
		out = append(out, f.measureTable())
	}
	return out
}

func (f *Decisions) countTable() *doc.Table {
	t := &doc.Table{ID: "verdicts", Caption: plain(fmt.Sprintf("Significant pairs of %d at α = %s, by method.", f.Pairs, alphaText(f.Alpha)))}
	t.Columns = []doc.Column{column("Method", doc.Left, "method"), column("significant pairs", doc.Right, "significant"), column("share", doc.Right, "share")}
	for _, m := range f.Methods {
		t.Rows = append(t.Rows, doc.Row{Cells: []doc.Cell{cell(m.Method), cell(m.Significant),
			cell(share(float64(m.Significant) / float64(f.Pairs)))}})
	}
	return t
}

// corrected tells whether a procedure other than Holm over the single test is in use, and so stands beside it.
func (f *Decisions) corrected() bool {
	return f.procedure != f.test+"+holm" && f.procedure != f.test+"+none" && f.Pairs > 1
}

// agreement says in words where the methods part.
func (f *Decisions) agreement() *doc.Paragraph {
	var out []doc.Text
	if f.test != "t" {
		out = say(fmt.Sprintf("The %s and the t test disagree on %s. ", lookup(testNames, f.test), none(f.Tests, "pair")))
	}
	if f.corrected() {
		out = append(out, say(fmt.Sprintf("Holm and %s, which both control the family's error, disagree on %s. ", procedureShort(f.procedure), none(f.Families, "pair")))...)
	}
	if f.Pairs > 1 {
		out = append(out, say(fmt.Sprintf("%s %s significant only before adjustment.", capital(none(f.Before, "pair")), verb(max(f.Before, 1), "is", "are")))...)
	}
	return para(out)
}

// none is "no pair", "1 pair", "3 pairs".
func none(n int, noun string) string {
	if n == 0 {
		return "no " + noun
	}
	return count(n, noun)
}

// splitTable lists the contested pairs, those nearest to the limit first.
func (f *Decisions) splitTable(most int) *doc.Table {
	rows := slices.Clone(f.Split)
	slices.SortStableFunc(rows, func(a, b Contested) int { return cmp.Compare(f.distance(a), f.distance(b)) })
	t := &doc.Table{ID: "contested", Caption: plain(fmt.Sprintf("Contested pairs: %d of %d, those nearest to α first.", len(rows), f.Pairs))}
	if len(rows) > most {
		rows = rows[:most]
		t.Notes = append(t.Notes, say(fmt.Sprintf("The first %d; all of them are in tables/contested.csv.", most)))
	}
	t.Columns = []doc.Column{column("A", doc.Left, "a"), column("B", doc.Left, "b"), column("A − B", doc.Right, "difference"),
		symbol("d", doc.Right, "dz"), column("W/T/L", doc.Center, "wtl"), pColumn(f.test, "p")}
	if f.test != "t" {
		t.Columns = append(t.Columns, pColumn("t", "p_t"))
	}
	t.Columns = append(t.Columns, pColumn("Holm", "p_holm"))
	if f.corrected() {
		t.Columns = append(t.Columns, pColumn(strings.TrimPrefix(procedureShort(f.procedure), "randomised "), "p_procedure"))
	}
	for _, r := range rows {
		cells := []doc.Cell{cell(doc.Plain(r.A)), cell(doc.Plain(r.B)), cell(doc.Signed{Value: r.Difference, Digits: 3}), maybe(r.pair.DZ, 2),
			wtl(r.pair.Wins, r.pair.Ties, r.pair.Losses), f.p(r.P)}
		if f.test != "t" {
			cells = append(cells, f.p(r.T))
		}
		cells = append(cells, f.p(r.Holm))
		if f.corrected() {
			cells = append(cells, f.p(r.Procedure))
		}
		t.Rows = append(t.Rows, doc.Row{Cells: cells})
	}
	t.Notes = append(t.Notes, say(doc.Emph("d"), " and W/T/L: of A against B. Bold: ", doc.Emph("p"), " ≤ "+alphaText(f.Alpha)+
		". ", doc.Emph("p"), " by "+lookup(testNames, f.test)+" and t are of each pair alone; the others count all pairs."))
	return t
}

// distance is how far a pair is from the limit, by the method that is nearest to it, on the scale of log p.
func (f *Decisions) distance(r Contested) float64 {
	near := math.Inf(1)
	for _, p := range []float64{r.P, r.T, r.Holm, r.Procedure} {
		near = min(near, math.Abs(math.Log(p/f.Alpha)))
	}
	return near
}

// pColumn heads a column of p by a method.
func pColumn(method, key string) doc.Column {
	return doc.Column{Title: []doc.Text{doc.Emph("p"), doc.Plain(" " + method)}, Align: doc.Right, Key: key}
}

func (f *Decisions) p(p float64) doc.Cell {
	return doc.Cell{Text: say(doc.PValue{Value: p, Alpha: f.Alpha}), Best: p <= f.Alpha}
}

func (f *Decisions) anovaSentence() *doc.Paragraph {
	sys, res := f.ANOVA[0], f.ANOVA[len(f.ANOVA)-1]
	if sys.F == nil || sys.P == nil {
		return para("Two-way analysis of variance: not defined, the residual is zero.")
	}
	out := say(fmt.Sprintf("Two-way analysis of variance (system, topic): F(%d, %d) = ", sys.DF, res.DF), doc.Number{Value: *sys.F, Digits: 2}, ", ",
		doc.Emph("p"), " ", doc.PValue{Value: *sys.P, Alpha: f.Alpha, Relation: true})
	if sys.Omega2 != nil {
		out = append(out, say(", ω² = ", score(*sys.Omega2), " for the system effect")...)
	}
	closing := ". It is a description; no test above waits for it."
	if fr := f.Friedman; fr != nil && fr.F != nil && fr.PF != nil {
		closing = ". Both are descriptions; no test above waits for them."
		out = append(out, say(fmt.Sprintf("; by ranks within topics (Friedman, in the form of Iman and Davenport): F(%d, %d) = ", fr.DF, fr.DF2), doc.Number{Value: *fr.F, Digits: 2}, ", ",
			doc.Emph("p"), " ", doc.PValue{Value: *fr.PF, Alpha: f.Alpha, Relation: true}, ", Kendall's W = ", score(fr.W))...)
	}
	return para(out, closing)
}

func (f *Decisions) measureTable() *doc.Table {
	t := &doc.Table{ID: "measures", Caption: plain("The same comparison by the other measures, against " + f.Measure + ".")}
	t.Columns = []doc.Column{column("Measure", doc.Left, "measure"), column("best system", doc.Left, "best"), column("significant pairs", doc.Right, "significant"),
		column("gained", doc.Right, "gained"), column("lost", doc.Right, "lost"), column("reversed", doc.Right, "reversed"), column("τ of the rankings", doc.Right, "tau")}
	for _, m := range f.Measures {
		t.Rows = append(t.Rows, doc.Row{Cells: []doc.Cell{cell(m.Measure), cell(tags(m.Best, 3)), cell(m.Significant), cell(m.Gained), cell(m.Lost), cell(m.Reversed), maybe(m.Tau, 3)}})
	}
	t.Notes = append(t.Notes, say("Gained, lost: significant by this measure only, by "+f.Measure+" only. Reversed: significant by both, in opposite directions. The measures were not corrected against each other: "+f.Measure+" decides, the others describe."))
	return t
}
