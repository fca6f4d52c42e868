package doc

import (
	"bytes"
	"fmt"
	"strings"
)

// Markdown prints a document in GitHub's dialect. Figures are images beside the text, FigurePath + ID + ".svg"; marks
// that refer to a table's notes are superscripts, and the notes follow the table. Row.Rule does not show: a Markdown
// table has no such line.
func (p *Printer) Markdown(d *Doc) []byte {
	w := &markdown{outline: p.outline(d), printer: p}
	if d.Title != "" {
		w.heading(0, escapeMarkdown(clean(d.Title)))
	}
	for _, b := range d.Blocks {
		w.block(b)
	}
	if n := w.references(); n > 0 {
		w.heading(1, "References")
		w.gap()
		for i := range n {
			w.item(fmt.Sprintf("%d. ", i+1), w.reference(i))
		}
	}
	return w.Bytes()
}

type markdown struct {
	*outline
	bytes.Buffer
	printer *Printer
}

func (w *markdown) block(b Block) {
	switch b := b.(type) {
	case *Heading:
		w.heading(b.Level, w.prose(b.Text))
	case *Paragraph:
		w.paragraph(guardLine(w.prose(b.Text)))
	case *Note:
		w.paragraph("> " + guardLine(w.prose(b.Text)))
	case *List:
		w.gap()
		for i, item := range b.Items {
			bullet := "- "
			if b.Ordered {
				bullet = fmt.Sprintf("%d. ", i+1)
			}
			w.item(bullet, item)
		}
	case *Preformatted:
		w.preformatted(b.Text)
	case *Figure:
		w.paragraph("![" + escapeMarkdown(clean(b.Alt)) + "](" + w.printer.figureFile(b) + ".svg)")
		w.caption(b, b.Caption)
	case *Table:
		w.table(b)
	}
}

func (w *markdown) prose(ts []Text) string { return (&mdInline{outline: w.outline}).spans(ts) }

// caption is a line with its label in bold; nothing where there is neither.
func (w *markdown) caption(b Block, ts []Text) {
	s := guardLine(w.prose(ts))
	if l := strings.TrimSpace(w.label(b)); l != "" {
		s = strings.TrimSpace("**" + l + "** " + s)
	}
	if s != "" {
		w.paragraph(s)
	}
}

func (w *markdown) heading(level int, s string) {
	w.paragraph(strings.Repeat("#", w.printer.headingLevel(level)) + " " + s)
}

func (w *markdown) paragraph(line string) {
	w.gap()
	w.WriteString(line + "\n")
}

func (w *markdown) item(bullet string, ts []Text) {
	w.WriteString(bullet + guardLine(w.prose(ts)) + "\n")
}

func (w *markdown) gap() {
	if w.Len() > 0 {
		w.WriteByte('\n')
	}
}

func (w *markdown) preformatted(s string) {
	fence := "```"
	for strings.Contains(s, fence) {
		fence += "`"
	}
	w.gap()
	w.WriteString(fence + "\n")
	for line := range strings.Lines(s) {
		w.WriteString(cleanLine(line) + "\n")
	}
	w.WriteString(fence + "\n")
}

func (w *markdown) table(t *Table) {
	w.caption(t, t.Caption)
	w.gap()
	numbers := t.noteNumbers()
	var head, align []string
	for _, c := range t.Columns {
		head = append(head, (&mdInline{outline: w.outline, table: true}).spans(c.Title))
		align = append(align, map[Align]string{Left: ":--", Right: "--:", Center: ":-:"}[c.Align])
	}
	w.row(head)
	w.row(align)
	for _, r := range t.Rows {
		var cells []string
		for _, c := range r.Cells {
			cells = append(cells, w.cell(c, r.Faint)+superscript(c.marks(numbers)))
		}
		w.row(cells)
	}
	for i, n := range t.Notes {
		s := w.prose(n)
		if numbers[i] > 0 {
			s = superscript([]string{fmt.Sprint(numbers[i])}) + " " + s
		}
		w.paragraph(guardLine(s))
	}
}

func (w *markdown) row(cells []string) { w.WriteString("| " + strings.Join(cells, " | ") + " |\n") }

func (w *markdown) cell(c Cell, faint bool) string {
	m := mdInline{outline: w.outline, table: true, bold: c.Best, italic: faint}
	s := m.spans(c.Text)
	if s == "" {
		return ""
	}
	if c.Best {
		s = "**" + s + "**"
	}
	if faint {
		s = "*" + s + "*"
	}
	return s
}

func superscript(marks []string) string {
	if len(marks) == 0 {
		return ""
	}
	return "<sup>" + strings.Join(marks, ",") + "</sup>"
}
