package doc

import (
	"bytes"
	"fmt"
	"strings"
)

// Text prints a document for a terminal: prose wrapped at Width, tables in aligned columns as wide as they need to be.
// A star marks what other printers set in bold, a tilde at its beginning a row that stands apart; a line below the table
// says so.
func (p *Printer) Text(d *Doc) []byte {
	w := &textWriter{outline: p.outline(d), width: p.Width}
	if w.width == 0 {
		w.width = 80
	}
	if d.Title != "" {
		w.heading(clean(d.Title), '=')
	}
	for _, b := range d.Blocks {
		w.block(b)
	}
	if n := w.references(); n > 0 {
		w.heading("References", '-')
		w.gap()
		for i := range n {
			w.prose(fmt.Sprintf("[%d] ", i+1), w.plain(w.reference(i), false))
		}
	}
	return w.Bytes()
}

type textWriter struct {
	*outline
	bytes.Buffer
	width int
}

func (w *textWriter) block(b Block) {
	switch b := b.(type) {
	case *Heading:
		w.heading(w.plain(b.Text, false), map[bool]byte{true: '-'}[b.Level <= 1])
	case *Paragraph:
		w.gap()
		w.prose("", w.plain(b.Text, false))
	case *Note:
		w.gap()
		for _, line := range wrap(w.plain(b.Text, false), w.width-2) {
			w.line("| " + line)
		}
	case *List:
		w.gap()
		for i, item := range b.Items {
			bullet := "- "
			if b.Ordered {
				bullet = fmt.Sprintf("%*d. ", len(fmt.Sprint(len(b.Items))), i+1)
			}
			w.prose(bullet, w.plain(item, false))
		}
	case *Preformatted:
		w.gap()
		for line := range strings.Lines(b.Text) {
			w.line("    " + cleanLine(line))
		}
	case *Figure:
		w.gap()
		w.prose("", w.label(b)+w.plain(b.Caption, false))
		w.prose("", "["+clean(b.Alt)+"]")
	case *Table:
		w.table(b)
	}
}

// heading underlines with a character, or not at all if that is 0.
func (w *textWriter) heading(s string, underline byte) {
	w.gap()
	w.line(s)
	if underline != 0 {
		w.line(strings.Repeat(string(underline), columns(s)))
	}
}

// gap separates two blocks.
func (w *textWriter) gap() {
	if w.Len() > 0 {
		w.WriteByte('\n')
	}
}

// prose is wrapped text; further lines are indented by what stands before the first.
func (w *textWriter) prose(first, s string) {
	before := first
	for _, line := range wrap(s, w.width-columns(first)) {
		w.line(before + line)
		before = strings.Repeat(" ", columns(first))
	}
}

func (w *textWriter) line(s string) {
	w.WriteString(strings.TrimRight(s, " "))
	w.WriteByte('\n')
}

// cleanLine makes a line of preformatted text safe, and keeps its tabs as four spaces.
func cleanLine(line string) string {
	return clean(strings.ReplaceAll(strings.TrimRight(line, "\r\n"), "\t", "    "))
}

func (w *textWriter) table(t *Table) {
	w.gap()
	if s := w.label(t) + w.plain(t.Caption, false); s != "" {
		w.prose("", s)
		w.WriteByte('\n')
	}
	numbers := t.noteNumbers()
	g := w.grid(t, numbers)
	w.line(g.row(0))
	w.line(g.rule())
	for i, r := range t.Rows {
		if r.Rule && i > 0 {
			w.line(g.rule())
		}
		w.line(g.row(i + 1))
	}
	if len(t.Notes) > 0 || g.legend != "" {
		w.WriteByte('\n')
	}
	for i, n := range t.Notes {
		first := ""
		if numbers[i] > 0 {
			first = fmt.Sprintf("(%d) ", numbers[i])
		}
		w.prose(first, w.plain(n, false))
	}
	w.prose("", g.legend)
}

// grid is a table as strings. In columns that stand right, marks have room of their own behind the text, so that digits
// stay below each other.
type grid struct {
	texts, marks [][]string // by row, the head first
	faint        []bool
	align        []Align
	room, extra  []int  // widths of texts and of marks
	margin       bool   // some row stands apart
	legend       string // explains star and tilde
}

func (w *textWriter) grid(t *Table, numbers []int) *grid {
	g := &grid{room: make([]int, len(t.Columns)), extra: make([]int, len(t.Columns))}
	head := Row{}
	for _, c := range t.Columns {
		head.Cells = append(head.Cells, Cell{Text: c.Title})
		g.align = append(g.align, c.Align)
	}
	var stars bool
	for i, r := range append([]Row{head}, t.Rows...) {
		var texts, marks []string
		for j, c := range r.Cells {
			s, mark := w.plain(c.Text, i > 0), ""
			if c.Best && s != "" {
				mark, stars = "*", true
			}
			if ms := c.marks(numbers); len(ms) > 0 {
				mark += "(" + strings.Join(ms, ",") + ")"
			}
			if t.Columns[j].Align != Right {
				s, mark = s+mark, ""
			}
			texts, marks = append(texts, s), append(marks, mark)
			g.room[j], g.extra[j] = max(g.room[j], columns(s)), max(g.extra[j], len(mark))
		}
		g.texts, g.marks, g.faint = append(g.texts, texts), append(g.marks, marks), append(g.faint, r.Faint)
		g.margin = g.margin || r.Faint
	}
	if stars {
		g.legend = "* stands for bold."
	}
	if g.margin {
		g.legend = strings.TrimSpace(g.legend + " ~ stands for italics: apart from the ranking.")
	}
	return g
}

func (g *grid) row(i int) string {
	var b strings.Builder
	if g.margin {
		b.WriteString(map[bool]string{true: "~ ", false: "  "}[g.faint[i]])
	}
	for j, s := range g.texts[i] {
		if j > 0 {
			b.WriteString("  ")
		}
		b.WriteString(pad(s, g.room[j], g.align[j]) + pad(g.marks[i][j], g.extra[j], Left))
	}
	return b.String()
}

// rule is a line of dashes along each column.
func (g *grid) rule() string {
	var parts []string
	for j := range g.room {
		parts = append(parts, strings.Repeat("-", g.room[j]+g.extra[j]))
	}
	s := strings.Join(parts, "  ")
	if g.margin {
		s = "  " + s
	}
	return s
}
