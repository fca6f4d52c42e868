package tasks

import (
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"sigrel/metrics"
	"sigrel/metrics/formats"
)

// qaRankingReader reads a run in the TREC format, and holds its lines against the rules of the original checker.
type qaRankingReader struct {
	qaFile
	order   metrics.Order
	opt     Options
	skipped []metrics.Warning // of the reader
}

// read reads the file; nil if it cannot be read.
func (r *qaRankingReader) read(file formats.File) *metrics.Run {
	r.checkName(".tsv", true)
	text, _, err := formats.ReadText(file.Path)
	if err != nil {
		r.problems.Merge(file.Path, err)
		return nil
	}
	return r.parse(text, file)
}

func (r *qaRankingReader) parse(text string, file formats.File) *metrics.Run {
	named := newQARun(file)
	if text == "" && (r.opt.Strict || r.opt.Quirks) {
		r.note(formats.Pos{File: r.file}, "empty-run", "the run answers no question")
		named.Order, named.Topics = r.order, make(map[metrics.Topic][]metrics.Scored)
		return named
	}
	text = strings.ReplaceAll(text, "\r\n", "\n")
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	separator, odd := qaSeparator(lines)
	if text != "" {
		r.checkLines(lines, separator, odd)
	}
	if odd == 0 {
		text = r.oneTag(lines, separator, text)
	}
	var run *metrics.Run
	var err error
	for _, f := range formats.Formats() {
		if f.Name == "trec" {
			run, r.skipped, err = f.Read(strings.NewReader(text), r.file, formats.RunOptions{Order: r.order, KeepFirst: r.opt.KeepFirst && !r.opt.Strict})
		}
	}
	r.problems.Merge(r.file, err)
	if run == nil {
		return nil
	}
	named.Order, named.Topics = run.Order, run.Topics
	r.checkRun(named)
	return named
}

// oneTag puts one tag into all lines where the run has several, or has blanks in it: nobody reads the column.
func (r *qaRankingReader) oneTag(lines []string, separator, text string) string {
	first, odd := "", 0
	out := slices.Clone(lines)
	for i, line := range lines {
		fields := strings.Split(line, separator)
		if len(fields) != 6 || isQAHeader(fields) {
			continue
		}
		tag := strings.TrimSpace(fields[5])
		if first == "" {
			first = tag
		}
		if odd == 0 && tag != "" && (tag != first || strings.ContainsAny(tag, " \t")) {
			odd = i + 1
			r.note(formats.Pos{File: r.file, Line: odd}, "mixed-tags", "tag %q, want one tag a file without blanks; the run is called after its file", tag)
		}
		if tag != "" {
			out[i] = line[:len(line)-len(fields[5])] + "run"
		}
	}
	if odd == 0 {
		return text
	}
	return strings.Join(out, "\n")
}

// checkLines finds lines that the original checker refuses although they can be read. Those that cannot are left to the
// reader.
func (r *qaRankingReader) checkLines(lines []string, separator string, odd int) {
	if odd > 0 {
		r.rule(formats.Pos{File: r.file, Line: odd}, "mixed-separators", "want tabs between the fields of all lines, or single blanks")
	}
	for i, line := range lines {
		pos := formats.Pos{File: r.file, Line: i + 1}
		loose := strings.FieldsFunc(line, func(c rune) bool { return c == ' ' || c == '\t' })
		fields := loose
		if odd == 0 {
			fields = strings.Split(line, separator)
		}
		switch {
		case len(loose) == 0:
			r.rule(pos, "blank-line", "a blank line, want none")
		case !utf8.ValidString(line):
			r.rule(pos, "not-utf8", "the line is not UTF-8, want text in UTF-8")
		case len(fields) == 6 && isQAHeader(fields):
			if r.refuse { // else the reader says that it skips it
				r.rule(pos, "header-line", "a header, want none")
			}
		case len(fields) == 6:
			if odd == 0 {
				pos.Column = len(strings.Join(fields[:4], " ")) + 2
			}
			if _, err := formats.ParseScore(fields[4]); err == nil && !isQAScore(fields[4]) {
				r.rule(pos, "score-form", "score %q, want digits with or without a point between them, such as 0.9", fields[4])
			}
		case line[0] == '#':
			r.rule(pos, "comment-line", "a comment, want none")
		case len(loose) == 6:
			r.rule(pos, "field-count", "%s, want 6 with %s between them", rankingCount(len(fields), "field"), map[string]string{"\t": "one tab", " ": "one blank"}[separator])
		}
	}
}

// isQAHeader says whether the fields of a line are names of columns.
func isQAHeader(fields []string) bool {
	rest := strings.ToLower(strings.Join(slices.Delete(slices.Clone(fields), 1, 2), " "))
	return !strings.ContainsAny(rest, "0123456789") && !slices.Contains([]string{"nan", "inf", "infinity"}, strings.TrimLeft(strings.ToLower(fields[4]), "+-"))
}

// qaSeparator is what stands between the fields of all lines that are not blank, and the first line that has it not.
func qaSeparator(lines []string) (separator string, odd int) {
	tab, blank := 0, 0
	for i, line := range lines {
		if strings.Trim(line, " \t") == "" {
			continue
		}
		if tab == 0 && !strings.Contains(line, "\t") {
			tab = i + 1
		}
		if blank == 0 && !strings.Contains(line, " ") {
			blank = i + 1
		}
	}
	switch {
	case tab == 0:
		return "\t", 0
	case blank == 0:
		return " ", 0
	}
	return "\t", max(tab, blank)
}

// isQAScore says whether s is a number as the original checker reads it: no sign but minus, no exponent, digits on both
// sides of a point.
func isQAScore(s string) bool {
	whole, fraction, point := strings.Cut(strings.TrimPrefix(s, "-"), ".")
	digits := func(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
	return digits(whole) && (!point || digits(fraction))
}

// checkRun finds what the original checker accepts although the task asks for something else.
func (r *qaRankingReader) checkRun(run *metrics.Run) {
	for _, t := range slices.Sorted(maps.Keys(run.Topics)) {
		docs := run.Topics[t]
		pos := formats.Pos{File: r.file, Line: int(docs[0].Line)}
		if len(docs) > 10 {
			r.note(pos, "too-many-documents", "topic %s has %d documents, want at most 10", formats.Show(t), len(docs))
		}
		if len(docs) > 1 && slices.ContainsFunc(docs, func(d metrics.Scored) bool { return d.Doc == noQAAnswer }) {
			r.note(pos, "mixed-no-answer", "topic %s has -1 among %d documents, want it alone: otherwise it does not say that there is no answer",
				formats.Show(t), len(docs))
		}
	}
}
