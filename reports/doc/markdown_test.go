package doc

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	goldmarkhtml "github.com/yuin/goldmark/renderer/html"
	"pgregory.net/rapid"
)

// markdownToXML is what a reader of GitHub's dialect makes of a text.
func markdownToXML(md []byte) (string, error) {
	var out bytes.Buffer
	m := goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithRendererOptions(goldmarkhtml.WithUnsafe(), goldmarkhtml.WithXHTML()))
	err := m.Convert(md, &out)
	return out.String(), err
}

// Whatever the text, a Markdown reader sees that text: nothing is lost, nothing becomes markup.
func TestMarkdownTextReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := Printer{References: sampleReferences}
		d := &Doc{Blocks: []Block{&Paragraph{drawTexts().Draw(t, "text")}}}
		want := bare(p.outline(d).plain(d.Blocks[0].(*Paragraph).Text, false))
		md, _, _ := strings.Cut(string(p.Markdown(d)), "## References")
		source, err := markdownToXML([]byte(md))
		if err != nil {
			t.Fatal(err)
		}
		got, err := elements("<r>"+source+"</r>", "r")
		if err != nil {
			t.Fatalf("%v\n%s\n%s", err, md, source)
		}
		if diff := cmp.Diff(want, bare(got[0])); diff != "" {
			t.Fatalf("text of %q (-want +got):\n%s\n%s", md, diff, source)
		}
		blocks, err := elements("<r>"+source+"</r>", "p", "ul", "ol", "h1", "h2", "blockquote", "pre", "hr", "a", "img", "del", "table")
		if err != nil || len(blocks) > 1 {
			t.Fatalf("%q reads as %s", md, source)
		}
	})
}

// A Markdown table parses back with a cell for each of its columns in every row, and the cell's text in it.
func TestMarkdownTableReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var p Printer
		table := drawTable().Draw(t, "table")
		d := &Doc{Blocks: []Block{table}}
		source, err := markdownToXML(p.Markdown(d))
		if err != nil {
			t.Fatal(err)
		}
		rows, err := elements("<r>"+source+"</r>", "tr")
		if err != nil || len(rows) != len(table.Rows)+1 {
			t.Fatalf("%d rows, want %d: %v\n%s\n%s", len(rows), len(table.Rows)+1, err, p.Markdown(d), source)
		}
		cells, err := elements("<r>"+source+"</r>", "th", "td")
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		o := p.outline(d)
		for _, c := range table.Columns {
			want = append(want, solid(o.plain(c.Title, true)))
		}
		for _, r := range table.Rows {
			for _, c := range r.Cells {
				want = append(want, solid(o.plain(c.Text, true))+strings.Join(c.marks(table.noteNumbers()), ","))
			}
		}
		for i := range cells {
			cells[i] = solid(cells[i])
		}
		if diff := cmp.Diff(want, cells); diff != "" {
			t.Fatalf("cells of\n%s(-want +got):\n%s", p.Markdown(d), diff)
		}
	})
}
