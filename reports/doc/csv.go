package doc

import (
	"bytes"
	"encoding/csv"
	"strings"
)

// CSV prints a table for programs: a line of column keys, then a line a row. Numbers have full precision, p-values too,
// and a hyphen as minus; a percentage is its share, a dash an empty field. A column that holds a Range has its ends in
// two, key_lo and key_hi; one that holds a Several has as many as that has. Names are byte for byte as given, within
// quotes where they hold a comma, a quote or a line end. Caption, notes and the marks that refer to notes are left out.
func (p *Printer) CSV(t *Table) []byte { return separated(t, ',') }

// TSV is [Printer.CSV] with tabs; a name that holds a tab stands within quotes.
func (p *Printer) TSV(t *Table) []byte { return separated(t, '\t') }

func separated(t *Table, comma rune) []byte {
	t.check()
	keys := make([][]string, len(t.Columns))
	var head []string
	for j := range t.Columns {
		keys[j] = t.keys(j)
		head = append(head, keys[j]...)
	}
	lines := [][]string{head}
	for _, r := range t.Rows {
		var line []string
		for j, c := range r.Cells {
			fields := make([]string, len(keys[j]))
			copy(fields, c.fields())
			line = append(line, fields...)
		}
		lines = append(lines, line)
	}
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	w.Comma = comma
	w.WriteAll(lines) // a bytes.Buffer takes everything
	return out.Bytes()
}

// keys names the columns of CSV that column j makes: more than one where a cell of it is a Range or a Several.
func (t *Table) keys(j int) []string {
	key := t.Columns[j].Key
	if key == "" {
		key = raw(t.Columns[j].Title)
	}
	for _, r := range t.Rows {
		if c := r.Cells[j]; len(c.Text) == 1 {
			switch x := c.Text[0].(type) {
			case Range:
				return []string{key + "_lo", key + "_hi"}
			case Several:
				return x.Keys
			}
		}
	}
	return []string{key}
}

// fields are the cell's values; a dash, which stands for nothing, is none.
func (c Cell) fields() []string {
	if len(c.Text) == 1 {
		switch x := c.Text[0].(type) {
		case Range:
			return []string{full(x.Lo), full(x.Hi)}
		case Several:
			out := make([]string, len(x.Values))
			for i, v := range x.Values {
				if v != nil {
					out[i] = full(*v)
				}
			}
			return out
		}
	}
	if s := raw(c.Text); s != "–" {
		return []string{s}
	}
	return nil
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
		case Several:
			b.WriteString(t.Text)
		default:
			v, _ := value(t)
			b.WriteString(full(v))
		}
	}
	return b.String()
}
