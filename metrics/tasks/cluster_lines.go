package tasks

import (
	"fmt"
	"strings"
	"unicode"

	"sigrel/metrics"
	"sigrel/metrics/formats"
)

// What the tasks of EveTAR share that read files of lines and of JSON: events, timelines, and real-time summaries.

// clusterText reads a whole file. A byte order mark is a problem only where the rules are strict.
func clusterText(file string, strict bool, problems *formats.Problems) (text string, ok bool) {
	text, bom, err := formats.ReadText(file)
	if err != nil {
		problems.Merge(file, err)
		return "", false
	}
	if bom && strict {
		problems.Add(formats.Pos{File: file, Line: 1, Column: 1}, fmt.Errorf("%w: a byte order mark, want none", formats.ErrRule))
	}
	return text, true
}

// clusterIsJSON tells JSON from lines of fields.
func clusterIsJSON(text string) bool {
	return strings.HasPrefix(strings.TrimLeft(text, " \t\r\n"), "{")
}

// clusterReader cuts files into lines of a fixed number of fields, as package formats does.
type clusterReader struct {
	file     string
	want     string // the names of the fields, separated by blanks
	number   int    // a field that has a digit wherever it is data, by which a header is known
	strict   bool
	problems *formats.Problems
	warnings []metrics.Warning
}

// clusterLine is a line of data.
type clusterLine struct {
	file   string
	line   int
	fields []string
	starts []int // where the fields start, in bytes from 0
}

// at is the place of field i.
func (l clusterLine) at(i int) formats.Pos {
	return formats.Pos{File: l.file, Line: l.line, Column: l.starts[i] + 1}
}

// lines lists the lines of data. What has another number of fields is a problem.
func (r *clusterReader) lines(text string) []clusterLine {
	want := strings.Count(r.want, " ") + 1
	tabs := clusterTabbed(text, want)
	var out []clusterLine
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = clusterTrim(line)
		l := clusterLine{file: r.file, line: n}
		l.fields, l.starts = clusterFields(line, tabs)
		at := formats.Pos{File: r.file, Line: n}
		if i := strings.IndexByte(line, '\r'); i >= 0 {
			at.Column = i + 1
			r.problems.Add(at, fmt.Errorf("%w: a carriage return inside the line, want LF or CRLF", formats.ErrLineEnds))
		} else if len(l.fields) == want {
			out = append(out, l)
		} else if len(l.fields) > 0 && line[0] != '#' {
			r.problems.Add(at, fmt.Errorf("%w: %s, expected %d: %s%s", formats.ErrFields, rankingCount(len(l.fields), "field"), want, r.want, clusterCommas(line)))
		}
	}
	return r.withoutHeader(out)
}

// withoutHeader drops a first line of column names: no field of it has a digit, and that of the next line has one.
func (r *clusterReader) withoutHeader(lines []clusterLine) []clusterLine {
	if len(lines) == 0 || clusterDigit(strings.Join(lines[0].fields, "")) || len(lines) > 1 && !clusterDigit(lines[1].fields[r.number]) {
		return lines
	}
	at, text := formats.Pos{File: r.file, Line: lines[0].line}, strings.Join(lines[0].fields, " ")
	if r.strict {
		r.problems.Add(at, fmt.Errorf("%w: a line of column names, %q, want none", formats.ErrHeader, text))
	} else {
		r.warnings = append(r.warnings, metrics.Warning{Code: "header-skipped", Text: fmt.Sprintf("%s: skipped a header line: %q", at, text)})
	}
	return lines[1:]
}

// clusterTrim drops the end of a line.
func clusterTrim(line string) string { return strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r") }

func clusterDigit(s string) bool { return strings.ContainsAny(s, "0123456789") }

// clusterCommas guesses why a line has too few fields.
func clusterCommas(line string) string {
	if strings.ContainsAny(line, ",;") {
		return " (separated by commas? want tabs or blanks)"
	}
	return ""
}

// clusterTabbed says whether every line of data has n fields separated by single tabs, so that identifiers may have blanks.
func clusterTabbed(text string, n int) bool {
	found := false
	for line := range strings.Lines(text) {
		line = clusterTrim(line)
		if strings.Count(line, "\t") == n-1 {
			found = true
		} else if strings.Trim(line, " \t") != "" && line[0] != '#' {
			return false
		}
	}
	return found
}

// clusterFields cuts a line at tabs, else at runs of blanks and tabs. Fields without a character do not count.
func clusterFields(line string, tabs bool) (fields []string, starts []int) {
	end := func(i int) bool { return i == len(line) || line[i] == '\t' || line[i] == ' ' && !tabs }
	for i := 0; i <= len(line); i++ {
		start := i
		for !end(i) {
			i++
		}
		field := strings.TrimLeft(line[start:i], " ")
		start = i - len(field)
		if field = strings.TrimRight(field, " "); field != "" {
			fields, starts = append(fields, field), append(starts, start)
		}
	}
	return fields, starts
}

// clusterName finds what is wrong with an identifier in JSON, which may be any string.
func clusterName(what, name string) error {
	if name == "" {
		return fmt.Errorf("%w: an empty %s, want an identifier", formats.ErrValue, what)
	}
	if strings.ContainsFunc(name, unicode.IsControl) {
		return fmt.Errorf("%w: %s %q has a control character, want none", formats.ErrValue, what, name)
	}
	return nil
}

// clusterTweet reads a tweet in JSON: a string.
func clusterTweet(v *formats.Value) (metrics.Doc, error) {
	switch v.Kind {
	case formats.String:
		return metrics.Doc(v.Text), clusterName("tweet", v.Text)
	case formats.Number:
		lost := ""
		if _, long := roundedNumber(v.Text); long {
			lost = fmt.Sprintf(": identifiers of %d digits do not survive floating-point numbers", len(v.Text))
		}
		return "", fmt.Errorf("%w: the tweet %s is a number, want a string%s", formats.ErrValue, v.Text, lost)
	}
	return "", fmt.Errorf("%w: %s, want a tweet as a string", formats.ErrValue, v.Kind)
}

// clusterTags adds a problem for each run that has the tag of an earlier one. A run that could not be read is nil.
func clusterTags(runs []*metrics.Run, problems *formats.Problems) {
	seen := make(map[metrics.Tag]string)
	for _, r := range runs {
		if r == nil {
			continue
		}
		if other, twice := seen[r.Tag]; twice {
			problems.Add(formats.Pos{File: r.File}, fmt.Errorf("%w: the tag %s is that of %s already, want one tag a run: rename with label=path",
				formats.ErrDuplicate, formats.Show(r.Tag), formats.Pos{File: other}))
		} else {
			seen[r.Tag] = r.File
		}
	}
}

// clusterFiles lists what is read.
func clusterFiles(in Inputs) []Input {
	var out []Input
	if in.Qrels != "" {
		out = append(out, Input{in.Qrels, "qrels"})
	}
	for _, g := range in.Gold {
		out = append(out, Input{g, "gold"})
	}
	for _, r := range in.Runs {
		out = append(out, Input{r.Path, "run"})
	}
	return out
}

// clusterFlag is a problem with a flag, or with what was not given.
func clusterFlag(problems *formats.Problems, flag, format string, args ...any) {
	problems.Add(formats.Pos{File: flag}, fmt.Errorf(format, args...))
}

// clusterOption is one where the command line is at fault.
func clusterOption(problems *formats.Problems, flag, format string, args ...any) {
	problems.Add(formats.Pos{File: flag}, optionError{fmt.Errorf(format, args...)})
}

// clusterSome lists the first names and says how many there are beyond.
func clusterSome[T ~string](names []T) string {
	const most = 10
	var out []string
	for _, n := range names[:min(len(names), most)] {
		out = append(out, fmt.Sprintf("%q", string(n)))
	}
	if len(names) > most {
		return strings.Join(out, ", ") + fmt.Sprintf(" and %d more", len(names)-most)
	}
	return strings.Join(out, ", ")
}

// clusterCount is "1 push is" or "2 pushes are".
func clusterCount(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// clusterUnknown warns of the topics that a run has and the gold has not.
func clusterUnknown(m metrics.Missing, note string) []metrics.Warning {
	if len(m.Extra) == 0 {
		return nil
	}
	return []metrics.Warning{{Code: "unknown-topics", Text: fmt.Sprintf("%s answers %s ignored: %s%s",
		runName(m.Run), clusterCount(len(m.Extra), "topic that is not judged, and is", "topics that are not judged, and are"), clusterSome(m.Extra), note)}}
}
