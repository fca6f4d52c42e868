package doc

import (
	"bytes"
	"cmp"
	_ "embed" // the page
	"fmt"
	"html"
	"slices"
	"strings"
	"text/template"
)

//go:embed page.tmpl
var page string

// HTML prints a document as one page that needs no network: styles and the few lines of script that sort tables are
// within it, pictures are what Printer.Figure draws. It follows the reader's choice of light or dark, prints well, and
// works under the policy that it declares itself: default-src 'none', inline style and script, images as data.
func (p *Printer) HTML(d *Doc) []byte {
	w := &htmlWriter{outline: p.outline(d), printer: p, taken: make(map[string]bool)}
	blocks := d.Blocks
	if d.Title != "" {
		w.tag("h1", "", escapeHTML(d.Title))
		if len(blocks) > 0 {
			if lead, ok := blocks[0].(*Paragraph); ok {
				w.tag("p", ` class="lead"`, w.inline(lead.Text, false))
				blocks = blocks[1:]
			}
		}
	}
	for _, b := range blocks {
		w.block(b)
	}
	w.bibliography()
	var out bytes.Buffer
	data := struct{ Title, Style, Contents, Body string }{escapeHTML(cmp.Or(d.Title, "sigrel")), p.Style, w.contents.String(), w.String()}
	if err := template.Must(template.New("page").Parse(page)).Execute(&out, data); err != nil {
		panic("doc: page.tmpl: " + err.Error()) // the template is ours, and fits its data
	}
	return out.Bytes()
}

type htmlWriter struct {
	*outline
	bytes.Buffer
	printer  *Printer
	contents strings.Builder // items of the list of contents
	taken    map[string]bool // anchors in use
}

func (w *htmlWriter) block(b Block) {
	switch b := b.(type) {
	case *Heading:
		w.heading(b.Level, b.ID, b.Text)
	case *Paragraph:
		w.tag("p", "", w.inline(b.Text, false))
	case *Note:
		w.tag("p", ` class="note" role="note"`, w.inline(b.Text, false))
	case *List:
		list := "ul"
		if b.Ordered {
			list = "ol"
		}
		var items strings.Builder
		for _, item := range b.Items {
			items.WriteString("\n<li>" + w.inline(item, false) + "</li>")
		}
		w.tag(list, "", items.String()+"\n")
	case *Preformatted:
		var lines []string
		for line := range strings.Lines(b.Text) {
			lines = append(lines, escapeHTML(cleanLine(line)))
		}
		w.tag("pre", ` tabindex="0"`, strings.Join(lines, "\n"))
	case *Figure:
		w.figure(b)
	case *Table:
		w.table(b)
	}
}

func (w *htmlWriter) tag(name, attributes, inner string) {
	fmt.Fprintf(w, "<%s%s>%s</%s>\n", name, attributes, inner, name)
}

func (w *htmlWriter) heading(level int, id string, ts []Text) {
	text := w.plain(ts, false)
	if id == "" {
		id = slug(text)
	}
	id = w.anchor(id)
	w.tag(fmt.Sprintf("h%d", w.printer.headingLevel(level)), ` id="`+id+`"`, w.inline(ts, false))
	if level <= 2 {
		fmt.Fprintf(&w.contents, "<li class=\"l%d\"><a href=\"#%s\">%s</a></li>\n", max(level, 1), id, w.plainHTML(text))
	}
}

// anchor is an identifier that no other element has, escaped.
func (w *htmlWriter) anchor(id string) string {
	id = strings.Join(strings.Fields(clean(id)), "-")
	for try, n := id, 2; ; n++ {
		if !w.taken[try] {
			w.taken[try] = true
			return html.EscapeString(try)
		}
		try = fmt.Sprintf("%s-%d", id, n)
	}
}

// slug makes an anchor from a heading: its letters and digits, with hyphens between.
func slug(s string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !wordy(r) }), "-")
}

func (w *htmlWriter) caption(b Block, ts []Text) string {
	s := w.inline(ts, false)
	if l := w.label(b); l != "" {
		s = "<b>" + strings.TrimSpace(l) + "</b> " + s
	}
	return strings.TrimSpace(s)
}

func (w *htmlWriter) figure(f *Figure) {
	picture := ""
	if w.printer.Figure != nil {
		picture = w.printer.Figure(f)
	}
	if picture == "" {
		picture = `<p class="absent">` + w.plainHTML(f.Alt) + "</p>"
	} else {
		picture = `<div class="box" role="img" aria-label="` + escapeHTML(f.Alt) + `">` + strings.TrimSpace(picture) + "</div>"
	}
	caption := ""
	if s := w.caption(f, f.Caption); s != "" {
		caption = "<figcaption>" + s + "</figcaption>"
	}
	w.tag("figure", ` id="`+w.anchor(strings.TrimSuffix("figure-"+f.ID, "-"))+`"`, picture+"\n"+caption)
}

func (w *htmlWriter) bibliography() {
	n := w.references()
	if n == 0 {
		return
	}
	w.heading(1, "references", []Text{Plain("References")})
	var items strings.Builder
	for i := range n {
		fmt.Fprintf(&items, "\n<li id=\"ref-%d\">%s</li>", i+1, w.inline(w.reference(i), false))
	}
	w.tag("ol", ` class="references"`, items.String()+"\n")
}

// inline prints text; table says that it stands in a cell, which the browser sets apart by itself.
func (w *htmlWriter) inline(ts []Text, table bool) string {
	var b strings.Builder
	joined(ts, func(t Text) {
		switch t := t.(type) {
		case Plain:
			if table {
				b.WriteString(breakable(string(t)))
			} else {
				b.WriteString(w.plainHTML(string(t)))
			}
		case Code:
			b.WriteString(`<code dir="auto">` + escapeHTML(string(t)) + "</code>")
		case Emph:
			b.WriteString("<em>" + escapeHTML(string(t)) + "</em>")
		case Strong:
			b.WriteString("<strong>" + w.inline(t, table) + "</strong>")
		case Link:
			s := w.plainHTML(t.Text)
			if linkable(t.URL) {
				s = `<a href="` + escapeHTML(t.URL) + `">` + s + "</a>"
			}
			b.WriteString(s)
		default:
			s, _ := number(t, table)
			b.WriteString(escapeHTML(s))
		}
	}, func(keys []string) { b.WriteString(w.cite(keys)) })
	return b.String()
}

func (w *htmlWriter) cite(keys []string) string {
	marks := slices.Clone(w.citation(keys))
	for i, mark := range marks {
		marks[i] = escapeHTML(mark)
		if w.refs != nil {
			marks[i] = fmt.Sprintf(`<a href="#ref-%s">%s</a>`, mark, mark)
		}
	}
	return `<span class="cite">[` + strings.Join(marks, ", ") + "]</span>"
}

// plainHTML is text with the words of right-to-left scripts set apart from the line.
func (w *htmlWriter) plainHTML(s string) string {
	var b strings.Builder
	isolate(s, func(piece string, rtl bool) {
		if rtl {
			b.WriteString("<bdi>" + escapeHTML(piece) + "</bdi>")
		} else {
			b.WriteString(escapeHTML(piece))
		}
	})
	return b.String()
}

// breakable lets a long name break behind the signs that join its parts: a table is no wider than it must be.
func breakable(s string) string {
	const enough = 16 // bytes of a word that may stay whole
	words := strings.Split(escapeHTML(s), " ")
	for i, word := range words {
		if len(word) > enough && !strings.Contains(word, "&") {
			words[i] = strings.NewReplacer("_", "_<wbr/>", "-", "-<wbr/>", ".", ".<wbr/>", "/", "/<wbr/>").Replace(word)
		}
	}
	return strings.Join(words, " ")
}

func escapeHTML(s string) string { return html.EscapeString(clean(s)) }
