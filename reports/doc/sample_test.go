package doc

import (
	"flag"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"
)

var pageFile = flag.String("page", "", "write the sample report, as a page to look at, to this file")

func TestPage(t *testing.T) {
	if *pageFile == "" {
		t.Skip("no -page: nothing to look at")
	}
	p := Printer{Figure: samplePicture, References: sampleReferences}
	if err := os.WriteFile(*pageFile, p.HTML(sampleReport()), 0o644); err != nil {
		t.Fatal(err)
	}
}

func plainText(s string) []Text { return []Text{Plain(s)} }

func sampleReferences(key string) []Text {
	switch key {
	case "holm1979":
		return []Text{Plain("Sture Holm (1979). A simple sequentially rejective multiple test procedure. "), Emph("Scandinavian Journal of Statistics"), Plain(", 6(2), 65–70.")}
	case "sakai2018":
		return []Text{Plain("Tetsuya Sakai (2018). Laboratory experiments in information retrieval. Springer. "), Link{"doi:10.1007/978-981-13-1199-4", "https://doi.org/10.1007/978-981-13-1199-4"}}
	}
	return nil
}

// samplePicture stands for a drawing: as large as the figures of a report.
func samplePicture(f *Figure) string {
	var b strings.Builder
	b.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" width="658" height="260" viewBox="0 0 658 260" font-family="Liberation Sans, Arial, sans-serif" font-size="11">`)
	for i := range 8 {
		y := 20 + 28*i
		x := 420 - 38*i
		fmt.Fprintf(&b, `<text x="120" y="%d" text-anchor="end" fill="#222">run_%02d</text><line x1="%d" x2="%d" y1="%d" y2="%d" stroke="#555"/><circle cx="%d" cy="%d" r="4" fill="#0072b2"/>`, y+4, i+1, x-60, x+60, y, y, x, y)
	}
	b.WriteString(`<line x1="130" x2="560" y1="240" y2="240" stroke="#555"/></svg>`)
	return b.String()
}

var sampleNames = []string{
	"bigIR_run1", "فريق_الدوحة-1", "neural-rerank.v2", "UPV–INAOE–Autoritas", "نظام قطر", "a_very_long_run_identifier_from_2020_final_submission_v3",
	"bm25&rm3", "50%_dev", "清华大学THUIR", "run#2<x>", "c:\\tmp|pipe", "baseline_bm25",
}

// sampleReport has everything a report has; its numbers are invented.
func sampleReport() *Doc {
	return &Doc{Title: "System comparison: an invented shared task", Blocks: []Block{
		&Paragraph{[]Text{Strong(plainText("Measure")), Plain(" AP, P@10 · "), Strong(plainText("topics")), Plain(" "), Integer(48), Plain(" · "), Strong(plainText("systems")), Plain(" "), Integer(11), Plain(" and 1 unranked · sigrel 0.1.0")}},
		&Heading{1, "short", plainText("In short")},
		&List{true, [][]Text{
			{Strong{Code("bigIR_run1"), Plain(" has the best mean AP ("), Number{.370, 3}, Plain("), but the data cannot tell it apart from "), Code("فريق_الدوحة-1"), Plain(", "), Code("neural-rerank.v2"), Plain(" and "), Code("UPV–INAOE–Autoritas"), Plain(".")}, Plain(" The top group holds 4 of 11 systems.")},
			{Strong(plainText("19 of 55 pairs differ")), Plain(" by randomised Tukey HSD; before any adjustment 31 do. The smallest significant difference is "), Number{.083, 3}, Plain(".")},
			{Strong(plainText("The ranking is moderately reliable")), Plain(": Eρ² = "), Number{.881, 3}, Plain(" "), Range{Lo: .723, Hi: .971, Digits: 3}, Plain("."), Cite("sakai2018"), Cite("holm1979")},
			{Strong(plainText("Pool bias: not assessed.")), Plain(" A score matrix was given, no runs and no qrels.")},
		}},
		&Note{[]Text{Strong(plainText("How far to trust this: ")), Plain("with 48 topics, randomised Tukey HSD detects a true difference of about "), Number{.101, 3}, Plain(" AP with 80% power between two typical systems of this set. Smaller differences may be real and still not show.")}},
		&Heading{1, "results", plainText("Results")},
		sampleTable(),
		&Figure{ID: "means", Caption: plainText("Mean AP of the systems, with confidence intervals and comparison bands."), Alt: "Dot plot of 12 systems by mean AP, best first."},
		&Heading{2, "", plainText("Decisions that hang on the method")},
		&Paragraph{[]Text{Plain("Two-sided paired randomization tests with "), Integer(100000), Plain(" sign flips, adjusted after Holm "), Cite("holm1979"), Plain(": "), Emph("p"), Plain(" "), PValue{Value: .0496, Alpha: .05, Relation: true}, Plain(" for (فريق_الدوحة-1), 0.012 ahead of "), Code("bm25&rm3"), Plain(".")}},
		sampleMatrix(),
		&Heading{1, "all", plainText("All systems")},
		sampleLong(100),
		&Heading{1, "pool", plainText("Pool")},
		&Note{[]Text{Plain("Not assessed: no runs and no qrels were given.")}},
		&Figure{ID: "pool", Caption: plainText("Change of AP without a run's own contribution."), Alt: "Bars"},
		&Heading{1, "inputs", plainText("Inputs")},
		&Preformatted{"sigrel report --scores matrix.csv --measure AP --alpha 0.05 --seed 1 --replicates 100000 --title 'An invented shared task'\nsha256 0cf98aa943f9"},
	}}
}

func sampleTable() *Table {
	t := &Table{ID: "results", Caption: plainText("Systems in order of mean AP over 48 topics."),
		Columns: []Column{
			{plainText("Rank"), Right, "rank"}, {plainText("System"), Left, "system"}, {plainText("Mean AP"), Right, "mean"},
			{plainText("95% CI"), Center, "interval"}, {plainText("SD"), Right, "sd"}, {plainText("Group"), Left, "group"}, {plainText("Δ to best"), Right, "difference"},
			{[]Text{Emph("d")}, Right, "dz"}, {plainText("W/T/L"), Center, "wtl"}, {[]Text{Emph("p")}, Right, "p_adjusted"}, {plainText("P@10"), Right, "P@10"},
		},
		Notes: [][]Text{
			plainText("Group: systems that share a letter were not shown to differ (randomised Tukey HSD, family-wise α = .05); it does not mean that they are equal."),
			plainText("Did not answer two topics, which count 0."),
			{Plain("Bold: not shown to differ from the best. "), Emph("d"), Plain(": paired standardised difference d_z.")},
		},
	}
	for i, name := range sampleNames {
		mean := .370 - .021*float64(i)
		c := func(ts ...Text) Cell { return Cell{Text: ts} }
		best := i < 4
		r := Row{Rule: i == 4 || i == 11, Faint: i == 11, Cells: []Cell{
			c(Plain(fmt.Sprintf("%d (%d–%d)", i+1, max(1, i-2), min(11, i+4)))), {Text: plainText(name), Best: best}, {Text: []Text{Number{mean, 3}}, Best: best},
			c(Range{Lo: mean - .055, Hi: mean + .055, Digits: 3}), c(Number{.19 + .003*float64(i), 3}), c(Plain("abcdef"[min(i/2, 4):min(i/2+2, 6)])),
			c(Signed{mean - .370, 3}), c(Signed{-.11 * float64(i), 2}), c(Plain(fmt.Sprintf("%d/0/%d", 20-i, 28+i))),
			{Text: []Text{PValue{Value: math.Exp(-.75 * float64(i)), Alpha: .05}}, Best: i > 3}, c(Number{.62 - .02*float64(i), 3}),
		}}
		if i == 0 {
			r.Cells[6], r.Cells[7], r.Cells[8], r.Cells[9] = Cell{}, Cell{}, Cell{}, Cell{}
		}
		if i == 11 {
			r.Cells[0] = c(Plain("–"))
		}
		if i == 7 {
			r.Cells[1].Note, r.Cells[2].Note = []int{2}, []int{2}
		}
		t.Rows = append(t.Rows, r)
	}
	return t
}

func sampleMatrix() *Table {
	t := &Table{ID: "matrix", Caption: []Text{Plain("Above the diagonal: difference of means, row − column. Below: "), Emph("p"), Plain(" by randomised Tukey HSD.")}, Columns: []Column{{Align: Left, Key: "system"}}}
	for i, a := range sampleNames[:8] {
		t.Columns = append(t.Columns, Column{Title: plainText(a), Align: Right})
		r := Row{Cells: []Cell{{Text: plainText(a)}}}
		for j := range 8 {
			switch p := math.Exp(-1.3 * math.Abs(float64(i-j))); {
			case i == j:
				r.Cells = append(r.Cells, Cell{Text: plainText("·")})
			case i < j:
				r.Cells = append(r.Cells, Cell{Text: []Text{Number{.021 * float64(j-i), 3}}, Best: p < .05})
			default:
				r.Cells = append(r.Cells, Cell{Text: []Text{PValue{Value: p, Alpha: .05}}, Best: p < .05})
			}
		}
		t.Rows = append(t.Rows, r)
	}
	return t
}

func sampleLong(n int) *Table {
	t := &Table{ID: "all", Caption: plainText("Every run."), Columns: []Column{{plainText("Rank"), Right, "rank"}, {plainText("System"), Left, "system"}, {plainText("Mean"), Right, "mean"}, {plainText("Change"), Right, "change"}}}
	for i := range n {
		t.Rows = append(t.Rows, Row{Cells: []Cell{{Text: []Text{Integer(i + 1)}}, {Text: plainText(fmt.Sprintf("run_%03d", (i*37)%n))}, {Text: []Text{Number{.5 - .004*float64(i), 3}}}, {Text: []Text{Percent{Value: .03 * math.Sin(float64(i)), Digits: 1, Sign: true}}}}})
	}
	return t
}
