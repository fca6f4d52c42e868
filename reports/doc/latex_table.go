package doc

import (
	"fmt"
	"strings"
)

// wide is the number of columns above which a table is set small, to fit the width of a page.
const wide = 8

// long is the number of rows above which a table must be able to break across pages.
const long = 40

func (w *latex) table(t *Table) {
	w.packages["booktabs"] = true
	caption := w.inline(t.Caption, false)
	if caption != "" {
		caption = "\\caption{" + caption + "}"
		if t.ID != "" {
			caption += label("tab", t.ID)
		}
	}
	var head []string
	for _, c := range t.Columns {
		head = append(head, w.inline(c.Title, true))
	}
	if len(t.Rows) > long {
		w.packages["longtable"] = true
		w.longTable(t, caption, row(head))
		return
	}
	var b strings.Builder
	b.WriteString("\\begin{table}[t]\n  \\centering\n")
	if caption != "" {
		b.WriteString("  " + caption + "\n")
	}
	if len(t.Columns) > wide {
		b.WriteString("  \\footnotesize\\setlength{\\tabcolsep}{4pt}\n")
	}
	b.WriteString("  \\begin{tabular}{" + t.preamble() + "}\n    \\toprule\n" + row(head) + "    \\midrule\n")
	b.WriteString(w.rows(t))
	b.WriteString("    \\bottomrule\n  \\end{tabular}\n" + w.notes(t) + "\\end{table}")
	w.paragraph(b.String())
}

func (w *latex) longTable(t *Table, caption, head string) {
	var b strings.Builder
	b.WriteString("\\begin{longtable}{" + t.preamble() + "}\n")
	if caption != "" {
		b.WriteString("    " + caption + " \\tabularnewline\n")
	}
	b.WriteString("    \\toprule\n" + head + "    \\midrule\n    \\endfirsthead\n" +
		"    \\toprule\n" + head + "    \\midrule\n    \\endhead\n    \\bottomrule\n    \\endfoot\n")
	b.WriteString(w.rows(t) + "\\end{longtable}")
	if n := w.notes(t); n != "" {
		b.WriteString("\n" + strings.TrimRight(n, "\n"))
	}
	w.paragraph(b.String())
}

func (t *Table) preamble() string {
	var b strings.Builder
	for _, c := range t.Columns {
		b.WriteString(map[Align]string{Left: "l", Right: "r", Center: "c"}[c.Align])
	}
	return "@{}" + b.String() + "@{}"
}

func row(cells []string) string {
	return "    " + guardTeX(strings.TrimLeft(strings.Join(cells, " & ")+` \\`, " ")) + "\n"
}

func (w *latex) rows(t *Table) string {
	numbers := t.noteNumbers()
	var b strings.Builder
	for i, r := range t.Rows {
		if r.Rule && i > 0 {
			b.WriteString("    \\midrule\n")
		}
		var cells []string
		for j, c := range r.Cells {
			cells = append(cells, w.cell(c, r.Faint)+noteMarkTeX(c.marks(numbers), t.Columns[j].Align))
		}
		b.WriteString(row(cells))
	}
	return b.String()
}

func (w *latex) cell(c Cell, faint bool) string {
	s := w.inline(c.Text, true)
	if s == "" {
		return ""
	}
	if c.Best {
		s = `\textbf{` + s + "}"
	}
	if faint {
		s = `\textit{` + s + "}"
	}
	return s
}

// noteMarkTeX is the superscript of a cell's notes, which takes no room where it would move digits.
func noteMarkTeX(marks []string, align Align) string {
	if len(marks) == 0 {
		return ""
	}
	s := `\textsuperscript{` + strings.Join(marks, ",") + "}"
	if align == Right {
		return `\rlap{` + s + "}"
	}
	return s
}

// notes stand below the table, a paragraph each.
func (w *latex) notes(t *Table) string {
	if len(t.Notes) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("\n  \\smallskip\n  {\\footnotesize\\raggedright\n")
	numbers := t.noteNumbers()
	for i, n := range t.Notes {
		mark := ""
		if numbers[i] > 0 {
			mark = fmt.Sprintf(`\textsuperscript{%d}`, numbers[i])
		}
		b.WriteString("  \\noindent " + mark + w.inline(n, false) + "\\par\n")
	}
	return b.String() + "  }\n"
}
