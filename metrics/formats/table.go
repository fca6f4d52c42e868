package formats

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"
)

// record is one line of a table, its fields trimmed.
type record struct {
	line    int
	fields  []string
	columns []int // where each starts, in bytes from 1
}

func (rec record) pos(file string, i int) Pos { return Pos{file, rec.line, rec.columns[i]} }

// splitTable cuts a text into records, by tabs, commas or blanks, whichever the first line has. Only with commas do
// quotes protect a field.
func splitTable(text, file string) ([]record, error) {
	comma := byte(' ')
	for pos := 0; pos < len(text) && comma == ' '; {
		var line string
		line, pos = cutLine(text, pos)
		if strings.Trim(line, " \t") == "" || line[0] == '#' {
			continue
		}
		if comma = '\n'; strings.Contains(line, "\t") {
			comma = '\t'
		} else if strings.Contains(line, ",") {
			comma = ','
		}
	}
	if comma == ',' {
		return splitCommas(text, file)
	}
	var records []record
	for n, pos := 1, 0; pos < len(text); n++ {
		var line string
		line, pos = cutLine(text, pos)
		if strings.Trim(line, " \t") == "" {
			continue
		}
		records = append(records, splitLine(line, n, comma == '\t'))
	}
	return withoutComments(records), nil
}

func splitLine(line string, n int, tabs bool) record {
	rec := record{line: n}
	if !tabs {
		count := blankFields(line, nil, nil)
		rec.fields, rec.columns = make([]string, count), make([]int, count)
		blankFields(line, rec.fields, rec.columns)
		for i := range rec.columns {
			rec.columns[i]++
		}
		return rec
	}
	column := 1
	for field := range strings.SplitSeq(line, "\t") {
		rec.fields, rec.columns = append(rec.fields, strings.Trim(field, " ")), append(rec.columns, column)
		column += len(field) + 1
	}
	return rec
}

func splitCommas(text, file string) ([]record, error) {
	r := csv.NewReader(strings.NewReader(text))
	r.FieldsPerRecord = -1
	var records []record
	for {
		fields, err := r.Read()
		if err == io.EOF {
			return withoutComments(records), nil
		}
		if e, ok := errors.AsType[*csv.ParseError](err); ok {
			pos := Pos{file, e.Line, e.Column}
			if e.Line != e.StartLine { // a quote that is never closed: where it opened is what helps
				pos = Pos{file, e.StartLine, 0}
			}
			return nil, &Problem{pos, fmt.Errorf("%w, want fields with commas, quoted as in CSV", e.Err)}
		} else if err != nil {
			return nil, &Problem{Pos{File: file}, err}
		}
		rec := record{fields: fields, columns: make([]int, len(fields))}
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
		if !blank || len(fields) > 1 {
			records = append(records, rec)
		}
	}
}

// withoutComments drops the lines that start with "#" and have not as many fields as the first other line.
func withoutComments(records []record) []record {
	want := -1
	for _, rec := range records {
		if !strings.HasPrefix(rec.fields[0], "#") {
			want = len(rec.fields)
			break
		}
	}
	var kept []record
	for _, rec := range records {
		if !strings.HasPrefix(rec.fields[0], "#") || len(rec.fields) == want {
			kept = append(kept, rec)
		}
	}
	return kept
}
