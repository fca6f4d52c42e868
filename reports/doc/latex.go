package doc

import (
	"bytes"
	"fmt"
	"strings"
)

// LaTeX prints a document, or as a Doc of one block a table, to be read by \input or pasted into a paper. Comments at
// the top name the packages it needs: booktabs, and where used graphicx and longtable (for tables of more than 40 rows).
// Names are escaped; numbers are text, with a minus in math mode, so no package for numbers is needed. LaTeX counts
// tables and figures itself, as tab:ID and fig:ID. Citations are \cite of their keys; with Printer.References, their
// entries follow as a thebibliography. Text outside the Latin and Greek scripts is kept, and a comment says that it
// needs LuaLaTeX or XeLaTeX.
func (p *Printer) LaTeX(d *Doc) []byte {
	w := &latex{outline: p.outline(d), printer: p, packages: make(map[string]bool), latin: true}
	if d.Title != "" {
		w.heading(0, "", w.escape(d.Title))
	}
	for _, b := range d.Blocks {
		w.block(b)
	}
	if n := w.references(); n > 0 {
		fmt.Fprintf(w, "\n\\begin{thebibliography}{%d}\n", n)
		for i, key := range w.cites {
			fmt.Fprintf(w, "\\bibitem{%s} %s\n", key, w.inline(w.reference(i), false))
		}
		w.WriteString("\\end{thebibliography}\n")
	}
	return append([]byte(w.head()), w.Bytes()...)
}

type latex struct {
	*outline
	bytes.Buffer
	printer  *Printer
	packages map[string]bool
	latin    bool // all text so far
}

// head is the comment at the top.
func (w *latex) head() string {
	var s strings.Builder
	for _, name := range []string{"booktabs", "graphicx", "hyperref", "longtable"} {
		if w.packages[name] {
			s.WriteString("% needs \\usepackage{" + name + "}\n")
		}
	}
	if !w.latin {
		s.WriteString("% has text outside the Latin scripts: needs LuaLaTeX or XeLaTeX, and fonts with its letters\n")
	}
	return s.String()
}

func (w *latex) escape(s string) string {
	s = clean(s)
	w.latin = w.latin && latinOnly(s)
	return escapeTeX(s)
}

func (w *latex) block(b Block) {
	switch b := b.(type) {
	case *Heading:
		w.heading(b.Level, b.ID, w.inline(b.Text, false))
	case *Paragraph:
		w.paragraph(w.inline(b.Text, false))
	case *Note:
		w.paragraph("\\begin{quote}\\small\n" + w.inline(b.Text, false) + "\n\\end{quote}")
	case *List:
		list := "itemize"
		if b.Ordered {
			list = "enumerate"
		}
		w.gap()
		fmt.Fprintf(w, "\\begin{%s}\n", list)
		for _, item := range b.Items {
			w.WriteString("  \\item " + guardTeX(w.inline(item, false)) + "\n")
		}
		fmt.Fprintf(w, "\\end{%s}\n", list)
	case *Preformatted:
		var lines strings.Builder
		for line := range strings.Lines(b.Text) {
			line = strings.ReplaceAll(cleanLine(line), `\end{verbatim}`, `\end {verbatim}`) // which would end it
			w.latin = w.latin && latinOnly(line)
			lines.WriteString(line + "\n")
		}
		w.paragraph("{\\small\n\\begin{verbatim}\n" + lines.String() + "\\end{verbatim}\n}")
	case *Figure:
		w.figure(b)
	case *Table:
		w.table(b)
	}
}

// heading has the level of the printer's headings: that of 1 is \section.
func (w *latex) heading(level int, id, text string) {
	commands := []string{"section", "subsection", "subsubsection", "paragraph", "subparagraph", "subparagraph"}
	s := "\\" + commands[w.printer.headingLevel(level)-1] + "{" + text + "}"
	if id != "" {
		s += "\n" + label("sec", id)
	}
	w.paragraph(s)
}

func (w *latex) paragraph(s string) {
	w.gap()
	w.WriteString(s + "\n")
}

func (w *latex) gap() {
	if w.Len() > 0 {
		w.WriteByte('\n')
	}
}

func (w *latex) figure(f *Figure) {
	w.packages["graphicx"] = true
	s := "\\begin{figure}[t]\n  \\centering\n  \\includegraphics[width=\\linewidth]{" + w.printer.figureFile(f) + "}\n"
	if c := w.inline(f.Caption, false); c != "" {
		s += "  \\caption{" + c + "}\n"
		if f.ID != "" {
			s += "  " + label("fig", f.ID) + "\n"
		}
	}
	w.paragraph(s + "\\end{figure}")
}

// label keeps the characters of an identifier that are safe in LaTeX and in its file names.
func label(kind, id string) string {
	return "\\label{" + kind + ":" + strings.Map(func(r rune) rune {
		if r < 0x80 && wordy(r) || r == '-' {
			return r
		}
		return '-'
	}, id) + "}"
}

// inline prints text; table says that it stands in a cell.
func (w *latex) inline(ts []Text, table bool) string {
	var b strings.Builder
	joined(ts, func(t Text) {
		switch t := t.(type) {
		case Plain:
			b.WriteString(w.escape(string(t)))
		case Code:
			b.WriteString(`\texttt{` + w.escape(string(t)) + "}")
		case Emph:
			b.WriteString(`\emph{` + w.escape(string(t)) + "}")
		case Strong:
			b.WriteString(`\textbf{` + w.inline(t, table) + "}")
		case Link:
			b.WriteString(w.link(t))
		default:
			s, _ := number(t, table)
			b.WriteString(w.escape(s))
		}
	}, func(keys []string) { b.WriteString(`\cite{` + strings.Join(keys, ",") + "}") })
	return b.String()
}

// link escapes an address as \href wants it also within the argument of another command.
func (w *latex) link(l Link) string {
	if !linkable(l.URL) {
		return w.escape(l.Text)
	}
	w.packages["hyperref"] = true
	address := strings.NewReplacer(`\`, "%5C", "{", "%7B", "}", "%7D", " ", "%20", "\n", "", "\r", "").Replace(l.URL)
	return `\href{` + strings.NewReplacer("%", `\%`, "#", `\#`, "&", `\&`).Replace(address) + "}{" + w.escape(l.Text) + "}"
}

// guardTeX keeps "[" and "*" from being taken for an option of the command before, \item or \\.
func guardTeX(s string) string {
	if s != "" && strings.ContainsRune("[*", rune(s[0])) {
		return "{" + s[:1] + "}" + s[1:]
	}
	return s
}
