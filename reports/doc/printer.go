package doc

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"unicode"
)

// Printer turns documents into text for people (Markdown, HTML, LaTeX, Text) and tables into text for programs (CSV,
// TSV). Its zero value is ready to use; the fields are options. The same document gives the same bytes, always.
type Printer struct {
	// HeadingLevel is the level at which a Heading of level 1 is printed; 0 means 2. The title stands one above it.
	HeadingLevel int
	// FigurePath stands before the file name of a figure, in Markdown and LaTeX; "" means "figures/".
	FigurePath string
	// Figure draws a figure as inline SVG for HTML; it is trusted not to need escaping. If Figure is nil or returns "",
	// the page has the figure's Alt text in place of the picture.
	Figure func(*Figure) string
	// Style is CSS added to that of the HTML page, for what Figure returns. A picture of the class "figure" stands on
	// the page itself and should follow its light or dark; any other is given white paper.
	Style string
	// References gives the entry of a Cite's key, nil for an unknown key. With it, citations are numbers and a section
	// "References" ends the document; without it, they are keys.
	References func(key string) []Text
	// Width is the greatest width of lines of prose in Text, in columns of a terminal; 0 means 80, less than 0 no limit.
	Width int
}

func (p *Printer) headingLevel(level int) int {
	first := p.HeadingLevel
	if first <= 0 {
		first = 2
	}
	return min(max(first+level-1, 1), 6)
}

func (p *Printer) figureFile(f *Figure) string {
	path := p.FigurePath
	if path == "" {
		path = "figures/"
	}
	return path + url.PathEscape(f.ID)
}

// outline is what a printer must know of the whole document before it prints the first block.
type outline struct {
	labels map[Block]string // "Table 2", "Figure 1"; none where the document has but one table or figure
	cites  []string         // keys in order of appearance
	refs   func(key string) []Text
}

func (p *Printer) outline(d *Doc) *outline {
	o := &outline{labels: make(map[Block]string), refs: p.References}
	var tables, figures int
	for _, b := range d.Blocks {
		switch b := b.(type) {
		case *Table:
			tables++
			o.labels[b] = fmt.Sprintf("Table %d", tables)
			b.check()
		case *Figure:
			figures++
			o.labels[b] = fmt.Sprintf("Figure %d", figures)
		}
		for _, ts := range texts(b) {
			o.collect(ts)
		}
	}
	if tables+figures == 1 {
		clear(o.labels)
	}
	return o
}

// collect numbers the citations of a text.
func (o *outline) collect(ts []Text) {
	for _, t := range ts {
		switch t := t.(type) {
		case Strong:
			o.collect(t)
		case Cite:
			if !slices.Contains(o.cites, string(t)) {
				o.cites = append(o.cites, string(t))
			}
		}
	}
}

// reference is the entry of the n-th citation, from 0.
func (o *outline) reference(n int) []Text {
	if r := o.refs(o.cites[n]); r != nil {
		return r
	}
	return []Text{Plain(o.cites[n])}
}

// references is the number of entries of the section "References".
func (o *outline) references() int {
	if o.refs == nil {
		return 0
	}
	return len(o.cites)
}

// citation is what stands within brackets for keys: their numbers, ascending, or the keys themselves.
func (o *outline) citation(keys []string) []string {
	if o.refs == nil {
		return keys
	}
	var numbers []int
	for _, k := range keys {
		numbers = append(numbers, slices.Index(o.cites, k)+1)
	}
	return ascending(numbers)
}

// ascending prints the different numbers in order.
func ascending(numbers []int) []string {
	var marks []string
	for _, n := range slices.Compact(slices.Sorted(slices.Values(numbers))) {
		marks = append(marks, fmt.Sprint(n))
	}
	return marks
}

// label begins a caption: "Table 2. ", or nothing.
func (o *outline) label(b Block) string {
	if l := o.labels[b]; l != "" {
		return l + ". "
	}
	return ""
}

// texts of a block in reading order.
func texts(b Block) [][]Text {
	switch b := b.(type) {
	case *Heading:
		return [][]Text{b.Text}
	case *Paragraph:
		return [][]Text{b.Text}
	case *Note:
		return [][]Text{b.Text}
	case *List:
		return b.Items
	case *Figure:
		return [][]Text{b.Caption}
	case *Table:
		all := [][]Text{b.Caption}
		for _, c := range b.Columns {
			all = append(all, c.Title)
		}
		for _, r := range b.Rows {
			for _, c := range r.Cells {
				all = append(all, c.Text)
			}
		}
		return append(all, b.Notes...)
	}
	return nil
}

// check panics if a row does not fit the table.
func (t *Table) check() {
	for i, r := range t.Rows {
		if len(r.Cells) != len(t.Columns) {
			panic(fmt.Sprintf("doc: table %q: row %d has %d cells, want %d", t.ID, i, len(r.Cells), len(t.Columns)))
		}
		for _, c := range r.Cells {
			for _, n := range c.Note {
				if n < 1 || n > len(t.Notes) {
					panic(fmt.Sprintf("doc: table %q: row %d refers to note %d of %d", t.ID, i, n, len(t.Notes)))
				}
			}
		}
	}
}

// noteNumbers gives each of the table's notes its printed number, from 1 in order, or 0 if no cell refers to it.
func (t *Table) noteNumbers() []int {
	numbers := make([]int, len(t.Notes))
	for _, r := range t.Rows {
		for _, c := range r.Cells {
			for _, n := range c.Note {
				numbers[n-1] = 1
			}
		}
	}
	next := 0
	for i, n := range numbers {
		next += n
		numbers[i] = n * next
	}
	return numbers
}

// marks are the printed numbers of a cell's notes, ascending.
func (c Cell) marks(numbers []int) []string {
	var ns []int
	for _, n := range c.Note {
		ns = append(ns, numbers[n-1])
	}
	return ascending(ns)
}

// nameColumn is the index of the column that names the rows, -1 if there is none.
func (t *Table) nameColumn() int {
	return slices.IndexFunc(t.Columns, func(c Column) bool { return c.Align == Left })
}

// joined makes runs of citations one element of keys, and neighbours in bold one; f gets every other text as it is.
// Printers call it so that "[1, 2]" and "**a b**" come out whole.
func joined(ts []Text, f func(Text), cite func(keys []string)) {
	for i := 0; i < len(ts); {
		switch t := ts[i].(type) {
		case Cite:
			var keys []string
			for ; i < len(ts); i++ {
				c, ok := ts[i].(Cite)
				if !ok {
					break
				}
				keys = append(keys, string(c))
			}
			cite(keys)
		case Strong:
			var all Strong
			for ; i < len(ts); i++ {
				s, ok := ts[i].(Strong)
				if !ok {
					break
				}
				all = append(all, s...)
			}
			f(all)
		default:
			f(t)
			i++
		}
	}
}

// plain is the text without any markup, as a terminal shows it.
func (o *outline) plain(ts []Text, table bool) string {
	var b strings.Builder
	joined(ts, func(t Text) {
		switch t := t.(type) {
		case Plain:
			b.WriteString(clean(string(t)))
		case Code:
			b.WriteString(clean(string(t)))
		case Emph:
			b.WriteString(clean(string(t)))
		case Strong:
			b.WriteString(o.plain(t, table))
		case Link:
			b.WriteString(clean(t.Text))
		default:
			s, _ := number(t, table)
			b.WriteString(s)
		}
	}, func(keys []string) { b.WriteString("[" + clean(strings.Join(o.citation(keys), ", ")) + "]") })
	return b.String()
}

// clean makes text safe to stand in a line: line ends and tabs become spaces, other control characters and bytes that
// are not UTF-8 become U+FFFD. A run's name may hold anything but a space, an escape sequence included.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r) && unicode.IsControl(r), r == '\u2028', r == '\u2029':
			return ' '
		case unicode.IsControl(r), r == '\ufffe', r == '\uffff':
			return unicode.ReplacementChar
		}
		return r
	}, s)
}

// linkable reports whether an address may be linked: a web address, or a file beside the report.
func linkable(address string) bool {
	u, err := url.Parse(address)
	return err == nil && (u.Scheme == "https" || u.Scheme == "http" || u.Scheme == "" && u.Host == "" && u.Path != "")
}
