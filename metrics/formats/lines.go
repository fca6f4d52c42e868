package formats

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sigrel/metrics"
)

// layout is the shape of a file of lines with a fixed number of fields.
type layout struct {
	fields string // their names, separated by blanks
	number int    // the field that is a number, by which a header is known
	ignore int    // the field that may hold anything; −1 if there is none
	ids    []int  // the fields that may hold blanks where single tabs separate fields: topic, document
}

// lineReader walks over the lines of a text and hands on those that have the fields of a layout.
type lineReader struct {
	layout
	file     string
	problems Problems
	warnings []metrics.Warning
	starts   []int // where the fields of the current line start, in bytes from 0
}

// each calls f for every line of data, in order, with its number from 1. The slice is reused; its strings are parts of
// the text.
func (r *lineReader) each(text string, f func(line int, fields []string)) {
	want := strings.Count(r.fields, " ") + 1
	split := blankFields
	if allTabs(text, want) {
		split = r.tabFields
	}
	fields := make([]string, want)
	r.starts = make([]int, want)
	first := true
	returns := strings.IndexByte(text, '\r') >= 0
	for n, pos := 1, 0; pos < len(text); n++ {
		var line string
		line, pos = cutLine(text, pos)
		got := split(line, fields, r.starts)
		if returns {
			if i := strings.IndexByte(line, '\r'); i >= 0 {
				r.problems.Add(Pos{r.file, n, i + 1}, fmt.Errorf("%w: a carriage return inside the line, want LF or CRLF", ErrLineEnds))
				continue
			}
		}
		switch {
		case got == want && first && r.isHeader(fields):
			r.warnings = append(r.warnings, metrics.Warning{Code: "header-skipped",
				Text: fmt.Sprintf("%s: skipped a header line: %q", Pos{r.file, n, 0}, line)})
			first = false
		case got == want:
			f(n, fields)
			first = false
		case got > 0 && line[0] != '#':
			r.problems.Add(Pos{r.file, n, 0}, fmt.Errorf("%w: %s, expected %d: %s", ErrFields, someFields(got), want, r.fields))
			first = false
		}
	}
}

// someFields is "1 field" or "3 fields".
func someFields(n int) string {
	if n == 1 {
		return "1 field"
	}
	return strconv.Itoa(n) + " fields"
}

// isHeader tells column names from data: the field that should be a number is a word, and no field has a digit.
func (r *lineReader) isHeader(fields []string) bool {
	for i, f := range fields {
		if i != r.ignore && strings.ContainsAny(f, "0123456789") {
			return false
		}
	}
	word := strings.ToLower(strings.TrimLeft(fields[r.number], "+-"))
	return word != "" && !strings.ContainsAny(word, ".,") && word != "nan" && word != "inf" && word != "infinity"
}

// bad adds a problem with field i of the current line.
func (r *lineReader) bad(line, i int, err error) {
	r.problems.Add(Pos{r.file, line, r.starts[i] + 1}, err)
}

// cutLine returns the line that starts at pos, without its end, and the start of the next.
func cutLine(text string, pos int) (string, int) {
	line, next := text[pos:], len(text)
	if i := strings.IndexByte(line, '\n'); i >= 0 {
		line, next = line[:i], pos+i+1
	}
	if n := len(line); n > 0 && line[n-1] == '\r' {
		line = line[:n-1]
	}
	return line, next
}

// blankFields splits a line at runs of blanks and tabs, and at nothing else: a no-break space is part of an identifier.
// It stores as many fields and their starts as dst holds and returns how many there are.
func blankFields(line string, dst []string, starts []int) int {
	n := 0
	for i := 0; i < len(line); {
		if line[i] == ' ' || line[i] == '\t' {
			i++
			continue
		}
		start := i
		for i < len(line) && line[i] != ' ' && line[i] != '\t' {
			i++
		}
		if n < len(dst) {
			dst[n], starts[n] = line[start:i], start
		}
		n++
	}
	return n
}

// tabFields splits a line at each tab and trims blanks off the fields; those that are empty then do not count. Blanks
// inside are part of an identifier; in any other field they separate, as in a line of too many fields.
func (r *lineReader) tabFields(line string, dst []string, starts []int) int {
	n := 0
	for i := 0; i <= len(line); i++ {
		start := i
		for i < len(line) && line[i] != '\t' {
			i++
		}
		end := i
		for start < end && line[start] == ' ' {
			start++
		}
		for start < end && line[end-1] == ' ' {
			end--
		}
		if start == end {
			continue
		}
		if n < len(dst) {
			dst[n], starts[n] = line[start:end], start
		}
		n++
	}
	if n == len(dst) && strings.IndexByte(line, ' ') >= 0 {
		for i, f := range dst {
			if !slices.Contains(r.ids, i) {
				n += blankFields(f, nil, nil) - 1
			}
		}
	}
	return n
}

// allTabs says whether every line of data has exactly n fields separated by single tabs. Blank lines and comments do
// not count, but there must be a line that does.
func allTabs(text string, n int) bool {
	found := false
	for pos := 0; pos < len(text); {
		var line string
		line, pos = cutLine(text, pos)
		switch {
		case strings.Count(line, "\t") == n-1:
			found = true
		case strings.Trim(line, " \t") != "" && line[0] != '#':
			return false
		}
	}
	return found
}
