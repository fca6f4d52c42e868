package doc

import (
	"bytes"
	"encoding/csv"
	"strings"
)

// CSV prints a table for programs: a line of column keys, then a line a row. Numbers have full precision, p-values too,
// and a hyphen as minus; a percentage is its share. A column that holds a Range has its ends in two, key_lo and key_hi.
// Names are byte for byte as given, within quotes where they hold a comma, a quote or a line end. Caption, notes and
// the marks that refer to notes are left out.
func (p *Printer) CSV(t *Table) []byte { return separated(t, ',') }

// TSV is [Printer.CSV] with tabs; a name that holds a tab stands within quotes.
func (p *Printer) TSV(t *Table) []byte { return separated(t, '\t') }

func separated(t *Table, comma rune) []byte {
	t.check()
	var head []string
	split := make([]bool, len(t.Columns))
	for j, c := range t.Columns {
		key := c.Key
		if key == "" {
			key = raw(c.Title)
		}
		split[j] = t.ranges(j)
		if split[j] {
			head = append(head, key+"_lo", key+"_hi")
		} else {
			head = append(head, key)
		}
	}
	lines := [][]string{head}
	for _, r := range t.Rows {
		var line []string
		for j, c := range r.Cells {
			rg, ok := rangeOf(c)
			switch {
			case ok:
				line = append(line, full(rg.Lo), full(rg.Hi))
			case split[j]: // no interval: a dash or nothing
				line = append(line, raw(c.Text), "")
			default:
				line = append(line, raw(c.Text))
			}
		}
		lines = append(lines, line)
	}
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	w.Comma = comma
	w.WriteAll(lines) // a bytes.Buffer takes everything
	return out.Bytes()
}

// rangeOf is the interval that is all of a cell.
func rangeOf(c Cell) (Range, bool) {
	if len(c.Text) != 1 {
		return Range{}, false
	}
	r, ok := c.Text[0].(Range)
	return r, ok
}

// ranges reports whether column j holds an interval.
func (t *Table) ranges(j int) bool {
	for _, r := range t.Rows {
		if _, ok := rangeOf(r.Cells[j]); ok {
			return true
		}
	}
	return false
}

// raw is text for programs.
func raw(ts []Text) string {
	var b strings.Builder
	for _, t := range ts {
		switch t := t.(type) {
		case Plain:
			b.WriteString(string(t))
		case Code:
			b.WriteString(string(t))
		case Emph:
			b.WriteString(string(t))
		case Link:
			b.WriteString(t.Text)
		case Cite:
			b.WriteString("[" + string(t) + "]")
		case Strong:
			b.WriteString(raw(t))
		case Range:
			b.WriteString("[" + full(t.Lo) + ", " + full(t.Hi) + "]")
		default:
			v, _ := value(t)
			b.WriteString(full(v))
		}
	}
	return b.String()
}
