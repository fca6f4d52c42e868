package tasks

import (
	"fmt"
	"iter"
	"strings"
	"unicode"

	"sigrel/metrics"
	"sigrel/metrics/formats"
)

// rankingFile is a file of fields between tabs that is being read: where it is, and what is wrong with it.
type rankingFile struct {
	path   string
	names  string // of the fields of a line, separated by blanks
	blanks bool   // a line without a tab has its fields between blanks
	gold   bool   // the rules for submissions do not matter
	strict bool   // what breaks a rule is a problem

	problems formats.Problems
	warnings []metrics.Warning
	broken   int              // lines that break a rule and are read all the same
	first    *formats.Problem // what the first of them breaks
	last     int              // the last of them
	blame    *rankingBlame    // what is wrong with the gold file instead

	fields []string // of the current line
	starts []int    // where each of them starts, in bytes from 1
}

func (f *rankingFile) pos(line, column int) formats.Pos {
	return formats.Pos{File: f.path, Line: line, Column: column}
}

// bad adds a problem.
func (f *rankingFile) bad(line, column int, format string, args ...any) {
	f.problems.Add(f.pos(line, column), fmt.Errorf(format, args...))
}

// rule adds something that the rules of the task refuse, although there is no doubt what is meant.
func (f *rankingFile) rule(line, column int, format string, args ...any) {
	p := &formats.Problem{Pos: f.pos(line, column), Err: fmt.Errorf("%w: %s", formats.ErrRule, fmt.Sprintf(format, args...))}
	switch {
	case f.gold:
	case f.strict:
		f.problems.Add(p.Pos, p.Err)
	default:
		if f.first == nil {
			f.first = p
		}
		if f.last != line || f.broken == 0 {
			f.broken++
		}
		f.last = line
	}
}

func (f *rankingFile) warn(code, format string, args ...any) {
	f.warnings = append(f.warnings, metrics.Warning{Code: code, Text: f.path + ": " + fmt.Sprintf(format, args...)})
}

// lenient adds the warning that rules are broken. A file that has problems is mended anyway.
func (f *rankingFile) lenient() {
	if f.broken == 0 || len(f.problems.List) > 0 {
		return
	}
	more := ""
	switch f.broken {
	case 1:
	case 2:
		more = ", as is a further line like it"
	default:
		more = fmt.Sprintf(", as are %d further lines like it", f.broken-1)
	}
	f.warnings = append(f.warnings, metrics.Warning{Code: "lenient-format", Text: f.first.Error() + "; read all the same" + more})
}

// lines goes over the lines of a text that are not blank, with their numbers from 1. A blank line is a problem; at the end
// of the file it breaks a rule.
func (f *rankingFile) lines(text string) iter.Seq2[int, string] {
	body, rest := rankingBody(text)
	return func(yield func(int, string) bool) {
		if body == "" {
			f.bad(0, 0, "%w: no lines, want lines of %q", formats.ErrEmpty, f.names)
			return
		}
		n := 0
		for line := range strings.SplitSeq(body, "\n") {
			n++
			line = strings.TrimSuffix(line, "\r")
			if strings.TrimSpace(line) == "" {
				f.bad(n, 0, "%w: a blank line, want none", formats.ErrFields)
			} else if !yield(n, line) {
				return
			}
		}
		if rest != "" {
			f.rule(n+1, 0, "a blank line at the end, want none")
		}
	}
}

// rankingBody cuts a text after its last line that is not blank.
func rankingBody(text string) (body, rest string) {
	end := len(strings.TrimRightFunc(text, unicode.IsSpace))
	if end == 0 {
		return "", text
	}
	if i := strings.IndexByte(text[end:], '\n'); i >= 0 {
		return text[:end+i], text[end+i+1:]
	}
	return text, ""
}

// cut splits a line into f.fields and says whether they are those that f.names lists. White space around the line is
// dropped, that around inner fields is not.
func (f *rankingFile) cut(n int, line string) bool {
	if i := strings.IndexByte(line, '\r'); i >= 0 {
		f.bad(n, i+1, "%w: a carriage return inside the line, want LF or CRLF", formats.ErrLineEnds)
		return false
	}
	f.split(line)
	want := strings.Count(f.names, " ") + 1
	if len(f.fields) == want+1 && f.fields[want] == "" {
		f.rule(n, f.starts[want]-1, "a tab at the end of the line, want none")
		f.fields, f.starts = f.fields[:want], f.starts[:want]
	}
	if len(f.fields) != want {
		f.bad(n, 0, "%w: %s, expected %d separated by tabs: %s%s", formats.ErrFields, rankingCount(len(f.fields), "field"), want, f.names, rankingSeparator(line, want))
		return false
	}
	for i, s := range f.fields {
		if s == "" {
			f.bad(n, f.starts[i], "%w: the field %s is empty, want a value", formats.ErrFields, strings.Fields(f.names)[i])
			return false
		}
	}
	return true
}

func (f *rankingFile) split(line string) {
	f.fields, f.starts = f.fields[:0], f.starts[:0]
	if f.blanks && strings.IndexByte(line, '\t') < 0 {
		f.splitBlanks(line)
		return
	}
	start := 1
	for s := range strings.SplitSeq(line, "\t") {
		f.fields, f.starts = append(f.fields, s), append(f.starts, start)
		start += len(s) + 1
	}
	first := strings.TrimLeftFunc(f.fields[0], unicode.IsSpace)
	f.starts[0] += len(f.fields[0]) - len(first)
	f.fields[0] = first
	end := len(f.fields) - 1
	f.fields[end] = strings.TrimRightFunc(f.fields[end], unicode.IsSpace)
}

func (f *rankingFile) splitBlanks(line string) {
	for i := 0; i < len(line); {
		if line[i] == ' ' {
			i++
			continue
		}
		field, _, _ := strings.Cut(line[i:], " ")
		f.fields, f.starts = append(f.fields, field), append(f.starts, i+1)
		i += len(field)
	}
}

// rankingSeparator says what a line without tabs seems to have in their place.
func rankingSeparator(line string, want int) string {
	if strings.IndexByte(line, '\t') >= 0 {
		return ""
	}
	if len(strings.Fields(line)) == want {
		return "; this line has blanks between them"
	}
	for _, comma := range []string{",", ";"} {
		if strings.Count(line, comma) == want-1 {
			return fmt.Sprintf("; this line has %q between them", comma)
		}
	}
	return ""
}

// header says whether a first line is one of column names, and complains if so. Lines of data have digits, and not only in
// Q0.
func (f *rankingFile) header(n int, line string) bool {
	if strings.IndexFunc(strings.Replace(line, "Q0", "", 1), unicode.IsDigit) >= 0 || strings.IndexFunc(line, unicode.IsLetter) < 0 {
		return false
	}
	f.bad(n, 0, "%w: %q, want data only: remove the header line", formats.ErrHeader, rankingShort(line))
	return true
}

// rankingShort is the beginning of a line, for messages.
func rankingShort(line string) string {
	const most = 80
	for i := range line {
		if i > most {
			return line[:i] + "…"
		}
	}
	return line
}
