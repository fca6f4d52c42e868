package tasks

import (
	"slices"
	"strings"

	"sigrel/metrics"
	"sigrel/metrics/formats"
)

// readTrec reads a run in the TREC format. Lines that have a problem already are not complained of again.
func (l *rankingLoad) readTrec(file formats.File, f *rankingFile, text string) *metrics.Run {
	list := formats.Formats()
	trec := list[slices.IndexFunc(list, func(format *formats.Format) bool { return format.Name == "trec" })]
	run, warnings, err := trec.Read(strings.NewReader(text), file.Path, formats.RunOptions{KeepFirst: l.opt.KeepFirst, Order: l.order})
	known := make(map[int]bool)
	for _, p := range f.problems.List {
		known[p.Line] = true
	}
	var problems formats.Problems
	problems.Merge(file.Path, err)
	for _, p := range problems.List {
		if p.Line == 0 || !known[p.Line] {
			f.problems.Add(p.Pos, p.Err)
		}
	}
	f.problems.More += problems.More
	if len(known) == 0 { // else the header is among the problems
		f.warnings = append(f.warnings, warnings...)
	}
	if run != nil && file.Label != "" {
		run.Tag = metrics.Tag(file.Label)
	}
	return run
}

// trecHeader says whether the first line that is no comment is one of column names, and complains if so.
func (f *rankingFile) trecHeader(text string) bool {
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimRight(line, "\r\n")
		if strings.TrimSpace(line) != "" && line[0] != '#' {
			return f.header(n, line)
		}
	}
	return false
}
