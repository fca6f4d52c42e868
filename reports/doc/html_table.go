package doc

import (
	"fmt"
	"strconv"
	"strings"
)

// tall is the number of rows above which a table scrolls in a box of its own.
const tall = 40

// table prints a table within a box that scrolls where the page is narrower. Cells carry the number that they stand for
// in data-v, so that the script sorts numbers as numbers, finer than they are printed.
func (w *htmlWriter) table(t *Table) {
	numbers := t.noteNumbers()
	name := w.anchor(strings.TrimSuffix("table-"+t.ID, "-"))
	fmt.Fprintf(w, "<figure id=\"%s\" class=\"table\">\n", name)
	labelled, region := "", ""
	if s := w.caption(t, t.Caption); s != "" {
		fmt.Fprintf(w, "<figcaption id=\"%s-caption\">%s</figcaption>\n", name, s)
		labelled = fmt.Sprintf(` aria-labelledby="%s-caption"`, name)
		region = ` role="region"` + labelled
	}
	box := "box"
	if len(t.Rows) > tall {
		box = "box tall"
	}
	fmt.Fprintf(w, "<div class=\"%s\" tabindex=\"0\"%s>\n<table%s>\n", box, region, labelled)
	w.tableHead(t)
	w.WriteString("<tbody>\n")
	for i, r := range t.Rows {
		w.tableRow(t, r, i, numbers, name)
	}
	w.WriteString("</tbody>\n</table>\n</div>\n")
	for i, n := range t.Notes {
		mark := ""
		if numbers[i] > 0 {
			mark = fmt.Sprintf(`<sup>%d</sup> `, numbers[i])
		}
		w.tag("p", fmt.Sprintf(` class="below" id="%s-note-%d"`, name, i+1), mark+w.inline(n, false))
	}
	w.WriteString("</figure>\n")
}

func (w *htmlWriter) tableHead(t *Table) {
	w.WriteString("<thead><tr>")
	for j, c := range t.Columns {
		title := w.inline(c.Title, true)
		class := t.class(j, Cell{})
		switch {
		case title == "":
			fmt.Fprintf(w, "<td%s></td>", class)
		case len(t.Rows) > 2:
			fmt.Fprintf(w, "<th scope=\"col\"%s><button type=\"button\" dir=\"auto\">%s</button></th>", class, title)
		default:
			fmt.Fprintf(w, "<th scope=\"col\" dir=\"auto\"%s>%s</th>", class, title)
		}
	}
	w.WriteString("</tr></thead>\n")
}

func (w *htmlWriter) tableRow(t *Table, r Row, i int, numbers []int, name string) {
	var classes []string
	if r.Rule && i > 0 {
		classes = append(classes, "rule")
	}
	if r.Faint {
		classes = append(classes, "faint")
	}
	w.WriteString("<tr")
	if len(classes) > 0 {
		fmt.Fprintf(w, ` class="%s"`, strings.Join(classes, " "))
	}
	w.WriteString(">")
	for j, c := range r.Cells {
		s := w.inline(c.Text, true)
		element := "td"
		if j == t.nameColumn() {
			element = `th scope="row"`
		}
		fmt.Fprintf(w, `<%s%s dir="auto"%s>%s%s</%s>`, element, t.class(j, c), sortKey(c), s, w.noteMarks(t, c, numbers, name), element[:2])
	}
	w.WriteString("</tr>\n")
}

// class is the class attribute of a cell of column j.
func (t *Table) class(j int, c Cell) string {
	var classes []string
	switch {
	case t.Columns[j].Align == Right:
		classes = append(classes, "r")
	case t.Columns[j].Align == Center:
		classes = append(classes, "c")
	case j == t.nameColumn():
		classes = append(classes, "n")
	}
	if c.Best {
		classes = append(classes, "best")
	}
	if len(classes) == 0 {
		return ""
	}
	return ` class="` + strings.Join(classes, " ") + `"`
}

// sortKey is the attribute with the first number of a cell, to the digits that printing knows.
func sortKey(c Cell) string {
	for _, t := range c.Text {
		if v, ok := value(t); ok {
			return ` data-v="` + strconv.FormatFloat(v+0, 'g', 12, 64) + `"`
		}
	}
	return ""
}

func (w *htmlWriter) noteMarks(t *Table, c Cell, numbers []int, name string) string {
	marks := c.marks(numbers)
	if len(marks) == 0 {
		return ""
	}
	for k, mark := range marks {
		for i, n := range numbers {
			if fmt.Sprint(n) == mark {
				marks[k] = fmt.Sprintf(`<a href="#%s-note-%d">%s</a>`, name, i+1, mark)
			}
		}
	}
	return "<sup>" + strings.Join(marks, ",") + "</sup>"
}
