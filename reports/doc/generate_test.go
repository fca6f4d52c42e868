package doc

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// awkward draws text of the characters that some format takes for its own.
func awkward() *rapid.Generator[string] {
	return rapid.StringOfN(rapid.SampledFrom([]rune("ab1 _*[](){}<>|`~$&#!-+.:;=\\/\"'%^,é−ρ²فق٢\u0301清\u200b\t\n")), 0, 12, -1)
}

func drawText(depth int) *rapid.Generator[Text] {
	return rapid.Custom(func(t *rapid.T) Text {
		v := rapid.Float64Range(-2, 2).Draw(t, "v")
		switch rapid.IntRange(0, 10+depth).Draw(t, "kind") {
		case 0, 1, 2:
			return Plain(awkward().Draw(t, "plain"))
		case 3:
			return Code(awkward().Draw(t, "code"))
		case 4:
			return Emph(awkward().Draw(t, "emph"))
		case 5:
			return Number{v, 3}
		case 6:
			return Signed{v, 3}
		case 7:
			return PValue{Value: v*v/4 + 1e-9, Alpha: .05}
		case 8:
			return Range{Lo: v, Hi: v + 1, Digits: 2}
		case 9:
			return Percent{Value: v, Digits: 1}
		case 10:
			return Cite(rapid.SampledFrom([]string{"holm1979", "sakai2018"}).Draw(t, "cite"))
		}
		return Strong(rapid.SliceOfN(drawText(depth-1), 0, 3).Draw(t, "strong"))
	})
}

func drawTexts() *rapid.Generator[[]Text] { return rapid.SliceOfN(drawText(1), 0, 4) }

func drawTable() *rapid.Generator[*Table] {
	return rapid.Custom(func(t *rapid.T) *Table {
		table := &Table{ID: "t", Caption: drawTexts().Draw(t, "caption"), Notes: [][]Text{drawTexts().Draw(t, "note"), plainText("second")}}
		for range rapid.IntRange(2, 4).Draw(t, "columns") {
			table.Columns = append(table.Columns, Column{Title: drawTexts().Draw(t, "title"), Align: Align(rapid.IntRange(0, 2).Draw(t, "align"))})
		}
		for range rapid.IntRange(0, 4).Draw(t, "rows") {
			r := Row{Rule: rapid.Bool().Draw(t, "rule"), Faint: rapid.Bool().Draw(t, "faint")}
			for range table.Columns {
				r.Cells = append(r.Cells, Cell{Text: drawTexts().Draw(t, "cell"), Best: rapid.Bool().Draw(t, "best"), Note: rapid.SliceOfN(rapid.IntRange(1, 2), 0, 2).Draw(t, "notes")})
			}
			table.Rows = append(table.Rows, r)
		}
		return table
	})
}

// bare is text with white space as one space, and without isolates.
func bare(s string) string {
	return strings.Join(strings.Fields(strings.NewReplacer(firstStrong, "", popIsolate, "").Replace(s)), " ")
}

// solid is text without white space: before the mark of a note it may be lost.
func solid(s string) string { return strings.Join(strings.Fields(s), "") }

// elements gathers the text within elements of a name, by nesting; it fails if tags do not nest.
func elements(source string, names ...string) ([]string, error) {
	var found []string
	var open []int
	d := xml.NewDecoder(strings.NewReader(source))
	d.Entity = xml.HTMLEntity
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return found, nil
		}
		if err != nil {
			return nil, err
		}
		switch token := token.(type) {
		case xml.StartElement:
			if slices.Contains(names, token.Name.Local) {
				found, open = append(found, ""), append(open, len(found))
			}
		case xml.EndElement:
			if slices.Contains(names, token.Name.Local) {
				open = open[:len(open)-1]
			}
		case xml.CharData:
			for _, i := range open {
				found[i] += string(token)
			}
		}
	}
}

// shared finds the folder of cases beside the module, and skips where there is none.
func shared(t *testing.T, elem ...string) string {
	t.Helper()
	dir, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		if dir == filepath.Dir(dir) {
			t.Fatal("no go.mod above")
		}
		dir = filepath.Dir(dir)
	}
	file := filepath.Join(append([]string{dir, "..", "shared"}, elem...)...)
	if _, err := os.Stat(file); err != nil {
		t.Skipf("no %s", filepath.Join(elem...))
	}
	return file
}
