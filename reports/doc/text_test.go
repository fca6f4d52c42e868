package doc

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The right widths are counted by hand: letters one, their vowel marks and format characters nothing, ideographs two.
func TestColumns(t *testing.T) {
	for _, c := range []struct {
		s    string
		want int
	}{
		{"", 0}, {"abc", 3}, {"−0.1", 4}, {"é", 1}, {"e\u0301", 1}, {"قُرْآن", 4}, {"فَرِيقٌ", 4}, {"清华", 4}, {"ｆｕｌｌ", 8}, {"ｱｲ", 2}, {"a\u200bb\u200f", 2}, {"\u20dd", 0}, {"한글", 4}, {"so\u00adft", 4},
	} {
		if got := columns(c.s); got != c.want {
			t.Errorf("columns(%q) = %d, want %d", c.s, got, c.want)
		}
	}
}

// Whatever the script of the names, the numbers of a column end at the same column of the terminal.
func TestTextAligns(t *testing.T) {
	table := &Table{Columns: []Column{{Title: plainText("System")}, {Title: plainText("Mean"), Align: Right}}}
	for i, n := range []string{"plain", "قُرْآن", "فَرِيقُ الدَّوحَة", "清华大学", "e\u0301te\u0301", "a_very_long_name_that_is_the_widest"} {
		table.Rows = append(table.Rows, Row{Cells: []Cell{{Text: plainText(n)}, {Text: []Text{Number{float64(i), 3}}}}})
	}
	lines := strings.Split(strings.TrimRight(string(new(Printer).Text(&Doc{Blocks: []Block{table}})), "\n"), "\n")
	for _, line := range lines {
		if columns(line) != columns(lines[0]) {
			t.Errorf("%d columns, want %d: %q", columns(line), columns(lines[0]), line)
		}
	}
}

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		s    string
		room int
		want []string
	}{
		{"a bb ccc", 4, []string{"a bb", "ccc"}},
		{"a bb ccc", 3, []string{"a", "bb", "ccc"}},
		{"  toolongword x ", 4, []string{"toolongword", "x"}},
		{"قُرْآن قُرْآن", 9, []string{"قُرْآن قُرْآن"}},
		{"清华 清华", 8, []string{"清华", "清华"}},
		{"a b c", 0, []string{"a b c"}},
		{"", 4, nil},
	} {
		if diff := cmp.Diff(c.want, wrap(c.s, c.room)); diff != "" {
			t.Errorf("wrap(%q, %d) (-want +got):\n%s", c.s, c.room, diff)
		}
	}
}

func TestTextWidth(t *testing.T) {
	d := &Doc{Blocks: []Block{&Paragraph{plainText(strings.Repeat("word ", 60))}, &Note{plainText(strings.Repeat("word ", 60))}}}
	for _, c := range []struct{ width, most int }{{0, 80}, {40, 40}, {-1, 301}} {
		p := Printer{Width: c.width}
		longest := 0
		for line := range strings.Lines(string(p.Text(d))) {
			longest = max(longest, columns(strings.TrimSuffix(line, "\n")))
		}
		if longest > c.most || longest < c.most-5 {
			t.Errorf("Width %d: the longest line has %d columns, want at most %d", c.width, longest, c.most)
		}
	}
}

// Right-to-left words are set apart without the brackets and commas of the sentence.
func TestIsolate(t *testing.T) {
	for _, c := range []struct {
		s    string
		want []string // right-to-left pieces within brackets
	}{
		{"plain", []string{"plain"}},
		{"فريق", []string{"[فريق]"}},
		{"(فريق_قطر-1), 0.370", []string{"(", "[فريق_قطر-1]", "), 0.370"}},
		{"run فريق قطر won", []string{"run ", "[فريق قطر]", " won"}},
		{"bigIR-فريق and نظام.", []string{"", "[bigIR-فريق]", " and ", "[نظام]", "."}},
		{"א ב", []string{"[א ב]"}},
		{"", nil},
	} {
		var got []string
		isolate(c.s, func(piece string, rtl bool) {
			if rtl {
				piece = "[" + piece + "]"
			}
			got = append(got, piece)
		})
		want := slices.DeleteFunc(c.want, func(s string) bool { return s == "" })
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("isolate(%q) (-want +got):\n%s", c.s, diff)
		}
	}
}

func TestHeadingLevel(t *testing.T) {
	d := &Doc{Title: "T", Blocks: []Block{&Heading{1, "", plainText("A")}, &Heading{2, "", plainText("B")}}}
	for level, want := range map[int]string{0: "# T\n\n## A\n\n### B\n", 4: "### T\n\n#### A\n\n##### B\n", 6: "##### T\n\n###### A\n\n###### B\n", 1: "# T\n\n# A\n\n## B\n"} {
		p := Printer{HeadingLevel: level}
		if diff := cmp.Diff(want, string(p.Markdown(d))); diff != "" {
			t.Errorf("HeadingLevel %d (-want +got):\n%s", level, diff)
		}
	}
}

func TestFigurePath(t *testing.T) {
	d := &Doc{Blocks: []Block{&Figure{ID: "a b", Alt: "x"}}}
	for path, want := range map[string]string{"": "![x](figures/a%20b.svg)\n", "../": "![x](../a%20b.svg)\n"} {
		p := Printer{FigurePath: path}
		if got := string(p.Markdown(d)); got != want {
			t.Errorf("FigurePath %q: %q, want %q", path, got, want)
		}
	}
}

// Without References, citations are their keys and no section follows; with it, numbers in order of appearance.
func TestCitations(t *testing.T) {
	d := &Doc{Blocks: []Block{
		&Paragraph{[]Text{Cite("b"), Plain(" "), Strong{Cite("a")}, Cite("b")}},
		&Table{Columns: []Column{{}}, Rows: []Row{{Cells: []Cell{{Text: []Text{Cite("c")}}}}}, Notes: [][]Text{{Cite("d"), Cite("a")}}},
	}}
	if got := string(new(Printer).Markdown(d)); strings.Contains(got, "References") || !strings.HasPrefix(got, "[b] **[a]**[b]") {
		t.Errorf("without References: %q", got)
	}
	p := Printer{References: func(key string) []Text { return plainText("entry of " + key) }}
	got := string(p.Markdown(d))
	for _, want := range []string{"[1] **[2]**[1]", "| [3] |", "[2, 4]", "1. entry of b\n2. entry of a\n3. entry of c\n4. entry of d\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if diff := cmp.Diff([]string{"b", "a", "c", "d"}, d.Citations()); diff != "" {
		t.Error(diff)
	}
}

func TestLinks(t *testing.T) {
	for address, want := range map[string]bool{
		"https://example.org/x?y#z": true, "http://example.org": true, "tables/a.csv": true, "a.csv": true,
		"javascript:alert(1)": false, " javascript:alert(1)": false, "JAVASCRIPT:alert(1)": false, "data:text/html,x": false, "//example.org/x": false, "": false, "file:///etc/x": false,
	} {
		if got := linkable(address); got != want {
			t.Errorf("linkable(%q) = %v, want %v", address, got, want)
		}
	}
}

func TestMisfits(t *testing.T) {
	for want, table := range map[string]*Table{
		`doc: table "x": row 0 has 1 cells, want 2`:   {ID: "x", Columns: make([]Column, 2), Rows: []Row{{Cells: make([]Cell, 1)}}},
		`doc: table "x": row 0 refers to note 2 of 1`: {ID: "x", Columns: make([]Column, 1), Notes: [][]Text{nil}, Rows: []Row{{Cells: []Cell{{Note: []int{2}}}}}},
	} {
		for name, f := range map[string]func(){
			"CSV": func() { new(Printer).CSV(table) }, "Markdown": func() { new(Printer).Markdown(&Doc{Blocks: []Block{table}}) },
		} {
			func() {
				defer func() {
					if got := fmt.Sprint(recover()); got != want {
						t.Errorf("%s panics with %q, want %q", name, got, want)
					}
				}()
				f()
			}()
		}
	}
}

// Printers leave the document as it was, and print it the same twice.
func TestPrintersOnlyRead(t *testing.T) {
	p := Printer{Figure: samplePicture, References: sampleReferences}
	d := sampleReport()
	for name, f := range map[string]func(*Doc) []byte{"Markdown": p.Markdown, "HTML": p.HTML, "LaTeX": p.LaTeX, "Text": p.Text} {
		if first, second := f(d), f(d); string(first) != string(second) {
			t.Errorf("%s prints twice differently", name)
		}
	}
	if diff := cmp.Diff(sampleReport(), d); diff != "" {
		t.Error(diff)
	}
}

func BenchmarkPrinters(b *testing.B) {
	p := Printer{Figure: samplePicture, References: sampleReferences}
	d := &Doc{Blocks: []Block{sampleLong(5000)}}
	for _, c := range []struct {
		name string
		f    func(*Doc) []byte
	}{{"Markdown", p.Markdown}, {"HTML", p.HTML}, {"LaTeX", p.LaTeX}, {"Text", p.Text}} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				c.f(d)
			}
		})
	}
}
