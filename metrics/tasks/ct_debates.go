package tasks

import (
	"path/filepath"
	"strconv"
	"strings"

	"sigrel/metrics"
	"sigrel/metrics/formats"
)

// ctDebates reads gold and runs that are a file a debate. Documents are line numbers.
type ctDebates struct {
	*rankingLoad
	gold map[metrics.Topic]ctDebate
}

// ctDebate is the gold file of a debate.
type ctDebate struct {
	file  string
	lines int
}

// readGold reads the gold files. README files that lie beside them are left alone.
func (l *ctDebates) readGold() {
	l.gold, l.sub.Qrels = make(map[metrics.Topic]ctDebate), make(metrics.Qrels)
	for _, path := range l.in.Gold {
		members, many, err := formats.Members(path)
		l.problems.Merge(path, err)
		members = ctMembers(members, many)
		for _, m := range members {
			l.readDebate(m)
		}
		for _, file := range ctFiles(path, members, many) {
			l.sub.Files = append(l.sub.Files, Input{file, "gold"})
		}
	}
}

func (l *ctDebates) readDebate(m formats.Member) {
	text, _, err := m.ReadText()
	if err != nil {
		l.problems.Merge(m.Path, err)
		return
	}
	topic := metrics.Topic(ctName(m.Name))
	f := &ctLabels{rankingFile: &rankingFile{path: m.Path, names: "line_number speaker text label", gold: true}}
	if other, twice := l.gold[topic]; twice {
		f.bad(0, 0, "%w: the debate %s is in %s already, want one gold file a debate", formats.ErrDuplicate, formats.Show(topic), formats.Pos{File: other.file})
	}
	labels := f.debate(text)
	l.short(f.rankingFile, topic, len(labels))
	f.end()
	l.gold[topic], l.sub.Qrels[topic] = ctDebate{m.Path, len(labels)}, labels
	l.problems.Merge(m.Path, f.problems.Err())
	l.sub.Warnings = append(l.sub.Warnings, f.warnings...)
}

// debate reads the labels of a debate's lines, which are numbered from 1.
func (f *ctLabels) debate(text string) map[metrics.Doc]metrics.Grade {
	labels := make(map[metrics.Doc]metrics.Grade)
	first, next := true, 1
	for n, line := range f.lines(text) {
		head := first && f.header(n, line)
		first = false
		if head {
			continue
		}
		if f.cut(n, line) {
			if number, ok := f.whole(n, 0); ok && number != next {
				f.bad(n, f.starts[0], "%w: line number %d, want %d: they count from 1", formats.ErrRule, number, next)
				next = number
			}
			labels[ctDoc(next)], _ = f.label(n, 3)
		}
		next++
	}
	return labels
}

func ctDoc(line int) metrics.Doc { return metrics.Doc(strconv.Itoa(line)) }

// ctScores reads the run of one debate.
type ctScores struct {
	*rankingFile
	docs   []metrics.Scored
	lines  map[int]int // by line number, where it stands
	breaks int         // lines that do not continue the one before
	where  int         // the first of them
	number int         // its line number
	want   int         // and what it should have been
	lost   int         // lines that could not be read
}

// read reads the lines, whose numbers count from 1 and follow each other.
func (f *ctScores) read(text string) {
	f.lines = make(map[int]int)
	first, next := true, 1
	for n, line := range f.rankingFile.lines(text) {
		head := first && f.header(n, line)
		first = false
		if head {
			continue
		}
		number, ok := 0, f.cut(n, line)
		if ok {
			number, ok = f.lineNumber(n)
		}
		if !ok {
			f.lost++
			next++
			continue
		}
		score, ok := f.score(n, 1)
		if before, twice := f.lines[number]; twice {
			f.bad(n, f.starts[0], "%w: line number %d is on line %d already", formats.ErrDuplicate, number, before)
			continue
		}
		f.lines[number] = n
		if number != next {
			if f.breaks == 0 {
				f.where, f.number, f.want = n, number, next
			}
			f.breaks++
		}
		next = number + 1
		if ok {
			f.docs = append(f.docs, metrics.Scored{Doc: ctDoc(number), Score: score, Line: int32(n)})
		}
	}
	if f.breaks == 1 {
		f.bad(f.where, 0, "%w: line number %d, want %d: they count from 1, in the order of lines", formats.ErrRule, f.number, f.want)
	} else if f.breaks > 1 {
		f.bad(f.where, 0, "%w: line number %d, want %d: they count from 1, in the order of lines (%d lines break that)", formats.ErrRule, f.number, f.want, f.breaks)
	}
}

// lineNumber reads the first field, in digits 0 to 9 only.
func (f *ctScores) lineNumber(n int) (int, bool) {
	s := f.fields[0]
	v, err := strconv.ParseUint(s, 10, 31)
	if err != nil || s[0] == '0' {
		f.bad(n, f.starts[0], "%w: line number %q, want a whole number from 1 in digits 0 to 9", formats.ErrNumber, s)
		return 0, false
	}
	if v > 9999 {
		f.rule(n, f.starts[0], "line number %d, want at most 9999", v)
	}
	return int(v), true
}

// compare complains of lines that the gold file does not have, and of those that it has beyond.
func (f *ctScores) compare(gold ctDebate, labels map[metrics.Doc]metrics.Grade) {
	f.unknown(rankingUnknown(f.docs, labels), len(f.docs), "line number", formats.Pos{File: gold.file}.String(), "")
	if f.lost > 0 || len(f.lines) == 0 {
		return // who knows which are missing
	}
	var missing []metrics.Doc
	for line := 1; line <= gold.lines; line++ {
		if f.lines[line] == 0 {
			missing = append(missing, ctDoc(line))
		}
	}
	f.missing(missing, gold.lines, "line", formats.Pos{File: gold.file}.String())
}

// ctName is the name of a debate's file without its extension.
func ctName(file string) string {
	name := strings.TrimSuffix(file, ".gz")
	if short := strings.TrimSuffix(name, filepath.Ext(name)); short != "" {
		return short
	}
	return name
}
