package formats

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
)

// record is one line of a table, its fields trimmed.
type record struct {
	line    int
	fields  []string
	columns []int // where each starts, in bytes from 1
}

func (rec record) pos(file string, i int) Pos { return Pos{file, rec.line, rec.columns[i]} }

// table is a text that is cut into records as they are asked for: no more than one of them is in memory.
type table struct {
	text, file string
	comma      byte // between fields: tab, comma or blanks
	fields     int  // of the first record that does not look like a comment; −1 if there is none
}

// newTable finds out what separates fields: tabs, commas or blanks, whichever the first line has. Only with commas do
// quotes protect a field.
func newTable(text, file string) (*table, error) {
	t := &table{text: text, file: file, comma: ' ', fields: -1}
	for pos := 0; pos < len(text); {
		var line string
		line, pos = cutLine(text, pos)
		if strings.Trim(line, " \t") == "" || line[0] == '#' {
			continue
		}
		if strings.Contains(line, "\t") {
			t.comma = '\t'
		} else if strings.Contains(line, ",") {
			t.comma = ','
		}
		break
	}
	for rec, err := range t.split() {
		if err != nil {
			return nil, err
		}
		if !strings.HasPrefix(rec.fields[0], "#") {
			t.fields = len(rec.fields)
			break
		}
	}
	return t, nil
}

// records goes over the lines that are not blank, and leaves out those that start with "#" unless they have as many
// fields as the first other line. An error, which is a [*Problem], comes last. The slices of a record are reused.
func (t *table) records() iter.Seq2[record, error] {
	return func(yield func(record, error) bool) {
		for rec, err := range t.split() {
			if err == nil && strings.HasPrefix(rec.fields[0], "#") && len(rec.fields) != t.fields {
				continue
			}
			if !yield(rec, err) {
				return
			}
		}
	}
}

// head returns a copy of the first records, at most n, and fewer where there is an error.
func (t *table) head(n int) []record {
	var list []record
	for rec, err := range t.records() {
		if err != nil {
			break
		}
		list = append(list, record{rec.line, slices.Clone(rec.fields), slices.Clone(rec.columns)})
		if len(list) == n {
			break
		}
	}
	return list
}

// split goes over all lines that are not blank. A line end or a tab inside a field, which a quoted field or one between
// commas can hold, is an error: it is in no name that a run or topic file could have.
func (t *table) split() iter.Seq2[record, error] {
	cut, odd := t.splitLines, "\r"
	if t.comma == ',' {
		cut, odd = t.splitCommas, "\r\"\t"
	}
	if !strings.ContainsAny(t.text, odd) {
		return cut
	}
	return func(yield func(record, error) bool) {
		for rec, err := range cut {
			if err == nil {
				if i := slices.IndexFunc(rec.fields, func(f string) bool { return strings.ContainsAny(f, "\r\n\t") }); i >= 0 {
					yield(rec, &Problem{rec.pos(t.file, i), fmt.Errorf("%w: a line end or a tab inside a field, want none", ErrLineEnds)})
					return
				}
			}
			if !yield(rec, err) {
				return
			}
		}
	}
}

func (t *table) splitLines(yield func(record, error) bool) {
	var rec record
	for n, pos := 1, 0; pos < len(t.text); n++ {
		var line string
		line, pos = cutLine(t.text, pos)
		if strings.Trim(line, " \t") == "" {
			continue
		}
		rec.line = n
		rec.cut(line, t.comma == '\t')
		if !yield(rec, nil) {
			return
		}
	}
}

// cut fills in the fields of a line, separated by single tabs or else by blanks.
func (rec *record) cut(line string, tabs bool) {
	if !tabs {
		n := blankFields(line, nil, nil)
		rec.fields, rec.columns = resized(rec.fields, n), resized(rec.columns, n)
		blankFields(line, rec.fields, rec.columns)
		for i := range rec.columns {
			rec.columns[i]++
		}
		return
	}
	rec.fields, rec.columns = rec.fields[:0], rec.columns[:0]
	column := 1
	for field := range strings.SplitSeq(line, "\t") {
		rec.fields, rec.columns = append(rec.fields, strings.Trim(field, " ")), append(rec.columns, column)
		column += len(field) + 1
	}
}

// resized is a slice of n entries, in the memory of s if that is enough.
func resized[T any](s []T, n int) []T { return slices.Grow(s[:0], n)[:n] }

func (t *table) splitCommas(yield func(record, error) bool) {
	r := csv.NewReader(strings.NewReader(t.text))
	r.FieldsPerRecord = -1
	r.ReuseRecord = true
	var rec record
	for {
		fields, err := r.Read()
		if err == io.EOF {
			return
		}
		if err != nil {
			yield(record{}, t.csvProblem(err))
			return
		}
		rec.fields, rec.columns = fields, resized(rec.columns, len(fields))
		blank := true
		for i, f := range fields {
			fields[i] = strings.Trim(f, " \t")
			blank = blank && fields[i] == ""
			line, column := r.FieldPos(i)
			if i == 0 {
				rec.line = line
			}
			rec.columns[i] = column
		}
		if blank && len(fields) == 1 {
			continue
		}
		if !yield(rec, nil) {
			return
		}
	}
}

func (t *table) csvProblem(err error) *Problem {
	e, ok := errors.AsType[*csv.ParseError](err)
	if !ok {
		return &Problem{Pos{File: t.file}, err}
	}
	pos := Pos{t.file, e.Line, e.Column}
	if e.Line != e.StartLine { // a quote that is never closed: where it opened is what helps
		pos = Pos{t.file, e.StartLine, 0}
	}
	return &Problem{pos, fmt.Errorf("%w, want fields with commas, quoted as in CSV", e.Err)}
}
