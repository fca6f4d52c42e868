package doc

import (
	"bytes"
	"flag"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "rewrite testdata/*.txtar; read the difference before you keep it")

// goldens are documents by the name of their archive.
func goldens() map[string]*Doc {
	return map[string]*Doc{
		"leaderboard": {Blocks: []Block{sampleTable()}},
		"matrix":      {Blocks: []Block{sampleMatrix()}},
		"prose":       proseDoc(),
		"names":       namesDoc(),
		"absent":      absentDoc(),
		"long":        {Blocks: []Block{sampleLong(long + 1)}},
	}
}

// proseDoc has every block and text but tables.
func proseDoc() *Doc {
	return &Doc{Title: "Every kind of text & block", Blocks: []Block{
		&Paragraph{[]Text{Strong(plainText("Measure")), Plain(" AP · "), Integer(12500), Plain(" judgments")}},
		&Heading{1, "numbers", plainText("Numbers")},
		&Paragraph{[]Text{
			Plain("Mean "), Number{.19605, 4}, Plain(", difference "), Signed{-.0125, 3}, Plain(" or "), Signed{.0125, 3}, Plain(", change "), Percent{-.034, 1, true},
			Plain(", interval "), Range{Lo: -.012, Hi: .034, Digits: 3, Signed: true}, Plain("(simultaneous), "), Emph("p"), Plain(" "), PValue{.0496, .05, true},
			Plain(" and "), Emph("p"), Plain(" "), PValue{1e-9, .05, true}, Plain("; Eρ² = "), Number{.881, 3}, Plain(" ≥ .80."),
		}},
		&Heading{2, "", []Text{Plain("Works, "), Code("a_b"), Plain(" and names")}},
		&Paragraph{[]Text{Plain("Tests after Holm "), Cite("holm1979"), Plain(" and Sakai "), Cite("sakai2018"), Cite("holm1979"), Plain("; unknown "), Cite("nobody_1"), Plain(".")}},
		&Paragraph{[]Text{Plain("Runs (فريق_الدوحة-1), 0.370, and "), Code("نظام"), Plain(", 0.3; code "), Code("a`b|c"), Plain(", a "), Link{"page", "https://example.org/a_(b)?x=1&y=%20#z"}, Plain(", a "), Link{"file", "tables/results.csv"}, Plain(", no "), Link{"trap", "javascript:alert(1)"}, Plain(".")}},
		&Paragraph{[]Text{Strong(plainText("Two ")), Strong(plainText("bolds, ")), Plain("and "), Strong{Plain("bold "), Emph("p"), Plain(" in it")}, Plain("s; "), Strong(plainText("(edge)")), Plain("s.")}},
		&List{false, [][]Text{plainText("- a hyphen first"), plainText("1. a number first"), plainText("# a hash, a long line that has to be wrapped because it has more than the eighty columns of a terminal"), {Integer(2), Plain(". two")}}},
		&List{true, [][]Text{plainText("one"), plainText("two")}},
		&Note{plainText("Not assessed: no runs and no qrels were given, so that nothing can be said on the pool of these judgments.")},
		&Preformatted{"sigrel report --title '<x> & \"y\"' \\\n\t-o out\n"},
		&Figure{ID: "means", Caption: []Text{Plain("Means; "), Emph("d"), Plain(" beside.")}, Alt: "Dots [of] 3 systems"},
		&Figure{ID: "pool", Alt: "Bars"},
	}}
}

// hostileNames are names that some format takes for its own.
var hostileNames = []string{
	"team_B_run2", "tf*idf&prf", "75%_test", "sys#1", "US$", "x^y", "~tmp", "{set}", `d:\run`, "p--q", "a---b", "سؤال_٢", "k<l>m", "#1", "simple",
	"[opt]", "*star", "a|b", "`tick`", `"quoted", comma`, "<script>alert(1)</script>", "&amp;", "=1+1", "_x_", "**b**", "it''s,,so", "zero\u200bwidth", "قُرْآن", "清华大学", "e\u0301te\u0301",
}

func namesDoc() *Doc {
	t := &Table{ID: "names", Caption: plainText("Names that a printer must escape: team_B & 75%."), Columns: []Column{{Title: plainText("Name"), Key: "name"}, {plainText("Mean_AP"), Right, ""}}}
	for i, n := range hostileNames {
		t.Rows = append(t.Rows, Row{Cells: []Cell{{Text: plainText(n)}, {Text: []Text{Number{float64(i) / 7, 3}}}}})
	}
	return &Doc{Blocks: []Block{t}}
}

// absentDoc has empty cells, dashes, marks of notes, and rows that stand apart.
func absentDoc() *Doc {
	return &Doc{Blocks: []Block{
		&Table{
			Columns: []Column{{plainText("System"), Left, "system"}, {plainText("CI"), Center, "ci"}, {plainText("Δ"), Right, "difference"}, {[]Text{Emph("p")}, Right, "p"}},
			Notes:   [][]Text{plainText("Not referred to."), plainText("Second, but printed as the first number."), plainText("Third.")},
			Rows: []Row{
				{Cells: []Cell{{Text: plainText("a"), Best: true}, {Text: []Text{Range{Lo: .1, Hi: 1.0 / 3, Digits: 2}}}, {Text: []Text{Number{-.0004, 3}}}, {}}},
				{Rule: true, Cells: []Cell{{Text: plainText("b"), Note: []int{3, 2}}, {Text: plainText("–")}, {Text: []Text{Number{-.25, 3}}, Note: []int{2}}, {Text: []Text{PValue{Value: 2.5e-8, Alpha: .05}}, Best: true}}},
				{Faint: true, Cells: []Cell{{Text: plainText("base"), Best: true}, {}, {Text: []Text{Number{-1e-17, 3}}}, {Text: []Text{PValue{Value: 1, Alpha: .05}}}}},
			},
		},
	}}
}

func TestGolden(t *testing.T) {
	p := Printer{Figure: func(f *Figure) string {
		if f.ID == "means" {
			return "<svg xmlns=\"http://www.w3.org/2000/svg\"><title>means</title></svg>\n"
		}
		return ""
	}, References: sampleReferences}
	for _, name := range slices.Sorted(maps.Keys(goldens())) {
		t.Run(name, func(t *testing.T) {
			d := goldens()[name]
			_, main, _ := bytes.Cut(p.HTML(d), []byte("<div class=\"page"))
			main, _, _ = bytes.Cut(main, []byte("<script>"))
			got := []txtar.File{
				{Name: "md", Data: p.Markdown(d)}, {Name: "html", Data: append([]byte("<div class=\"page"), main...)},
				{Name: "latex", Data: p.LaTeX(d)}, {Name: "text", Data: p.Text(d)},
			}
			for _, b := range d.Blocks {
				if table, ok := b.(*Table); ok {
					got = append(got, txtar.File{Name: "csv", Data: p.CSV(table)}, txtar.File{Name: "tsv", Data: p.TSV(table)})
				}
			}
			compareGolden(t, filepath.Join("testdata", name+".txtar"), got)
		})
	}
}

func compareGolden(t *testing.T, file string, got []txtar.File) {
	t.Helper()
	archive, err := txtar.ParseFile(file)
	if *update {
		comment := []byte("The document is goldens()[\"" + strings.TrimSuffix(filepath.Base(file), ".txtar") + "\"] of golden_test.go.\n")
		if err := os.WriteFile(file, txtar.Format(&txtar.Archive{Comment: comment, Files: got}), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	if len(archive.Files) != len(got) {
		t.Fatalf("%s has %d files, want %d", file, len(archive.Files), len(got))
	}
	for i, f := range got {
		if diff := cmp.Diff(string(archive.Files[i].Data), string(f.Data)); archive.Files[i].Name != f.Name || diff != "" {
			t.Errorf("%s: %s (-want +got):\n%s", file, f.Name, diff)
		}
	}
}
