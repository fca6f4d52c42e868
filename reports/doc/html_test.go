package doc

import (
	"encoding/xml"
	"errors"
	"html"
	"io"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// The page is well-formed XML, its links lead somewhere, no identifier stands twice, and every row has its cells.
func checkPage(page string, tables ...*Table) error {
	d := xml.NewDecoder(strings.NewReader(page))
	ids, hrefs := map[string]bool{}, []string{}
	cells := []int{}
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		switch e.Name.Local {
		case "tr":
			cells = append(cells, 0)
		case "td", "th":
			cells[len(cells)-1]++
		case "img", "link", "iframe", "object", "base", "form":
			return errors.New("the page needs the network: " + e.Name.Local)
		}
		for _, a := range e.Attr {
			switch {
			case a.Name.Local == "id" && ids[a.Value]:
				return errors.New("twice the identifier " + a.Value)
			case a.Name.Local == "id":
				ids[a.Value] = true
			case a.Name.Local == "href" && strings.HasPrefix(a.Value, "#"):
				hrefs = append(hrefs, a.Value[1:])
			case a.Name.Local == "aria-labelledby":
				hrefs = append(hrefs, a.Value)
			case a.Name.Local == "src" || strings.HasPrefix(a.Name.Local, "on"):
				return errors.New("attribute " + a.Name.Local)
			}
		}
	}
	for _, href := range hrefs {
		if !ids[href] {
			return errors.New("no target of " + href)
		}
	}
	i := 0
	for _, t := range tables {
		for range len(t.Rows) + 1 {
			if i >= len(cells) || cells[i] != len(t.Columns) {
				return errors.New("a row without its cells")
			}
			i++
		}
	}
	return nil
}

func TestHTMLPage(t *testing.T) {
	p := Printer{Figure: samplePicture, References: sampleReferences, Style: ".figure text { fill: var(--fg) }"}
	for name, d := range goldens() {
		var tables []*Table
		for _, b := range d.Blocks {
			if table, ok := b.(*Table); ok {
				tables = append(tables, table)
			}
		}
		if err := checkPage(string(p.HTML(d)), tables...); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	report := string(p.HTML(sampleReport()))
	if err := checkPage(report); err != nil {
		t.Error(err)
	}
	for _, want := range []string{"default-src 'none'", `<html lang="en"`, ".figure text", `href="#ref-1"`} {
		if !strings.Contains(report, want) {
			t.Errorf("no %s in the page", want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		table := drawTable().Draw(t, "table")
		d := &Doc{Title: awkward().Draw(t, "title"), Blocks: []Block{
			&Heading{1, awkward().Draw(t, "id"), drawTexts().Draw(t, "heading")}, &Heading{2, "", drawTexts().Draw(t, "heading")},
			&Paragraph{drawTexts().Draw(t, "text")}, table, table, &Figure{ID: "f", Alt: awkward().Draw(t, "alt")},
		}}
		if err := checkPage(string(p.HTML(d)), table, table); err != nil {
			t.Fatal(err)
		}
	})
}

// What a browser shows of a name is that name.
func TestHTMLText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.String().Draw(t, "name")
		if got := html.UnescapeString(escapeHTML(s)); got != clean(s) {
			t.Fatalf("%q shows as %q", s, got)
		}
		got := html.UnescapeString(strings.ReplaceAll(breakable(s), "<wbr/>", ""))
		if got != clean(s) {
			t.Fatalf("%q shows as %q in a cell", s, got)
		}
	})
}

func TestClean(t *testing.T) {
	for _, c := range []struct{ s, want string }{
		{"\x1b[31mred\x1b[0m", "\ufffd[31mred\ufffd[0m"}, {"a\tb\nc\r", "a b c "}, {"bad\xffbyte", "bad\ufffdbyte"}, {"nul\x00", "nul\ufffd"},
		{"a\u2028b\u0085c", "a b c"}, {"قُرْآن", "قُرْآن"}, {"a\u00a0b", "a\u00a0b"},
	} {
		if got := clean(c.s); got != c.want {
			t.Errorf("clean(%q) = %q, want %q", c.s, got, c.want)
		}
	}
}
