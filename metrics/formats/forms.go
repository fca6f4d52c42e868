package formats

import (
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"

	"sigrel/metrics"
)

// read adds the cells of one file, or problems.
func (s *sheet) read(r io.Reader, file File) {
	s.files = append(s.files, file.Path)
	before := len(s.cells) + len(s.problems.List)
	if err := s.cut(r, file); err != nil {
		s.problems.Merge(file.Path, err)
	} else if len(s.cells)+len(s.problems.List) == before && s.problems.More == 0 {
		s.problems.Add(Pos{File: file.Path}, fmt.Errorf("%w: no scores of topics, want at least one", ErrEmpty))
	}
}

func (s *sheet) cut(r io.Reader, file File) error {
	text, err := readText(r, file.Path)
	if err != nil {
		return err
	}
	t, err := newTable(text, file.Path)
	if err != nil {
		return err
	}
	head := t.head(2)
	if len(head) == 0 {
		return &Problem{Pos{File: file.Path}, fmt.Errorf("%w: no scores, want a table of scores by topic", ErrEmpty)}
	}
	system := metrics.Tag(file.Label)
	if system == "" {
		system = s.opt.System
	}
	if system == "" {
		system = SystemName(file.Path)
	}
	f := form{sheet: s, table: t, head: head, system: string(system)}
	f.read()
	return nil
}

// expect makes room for the cells of the first file, so many a line. Where that would be out of proportion to the text,
// the slice grows as it must.
func (f *form) expect(perLine int) {
	if f.cells == nil {
		f.cells = make([]cell, 0, min((strings.Count(f.text, "\n")+1)*perLine, len(f.text)/4))
	}
}

// form reads the records of one file, whichever form they have.
type form struct {
	*sheet
	*table
	head   []record // the first, and the second if there is one
	system string   // of a file of one system
}

func (f *form) read() {
	head := f.head[0].fields
	second := ""
	if len(head) > 1 {
		second = head[1]
	}
	switch {
	case f.long():
	case role(head[0]) == "system":
		f.systemsByTopics()
	case role(head[0]) == "topic":
		f.topicsBySystems()
	case len(head) == 2 && (isDecimal(second) || isMissing(second)):
		f.pairs()
	case f.isTrecEval():
		f.trecEval()
	default:
		f.bare()
	}
}

// lines goes over the records from number skip on that have as many fields as the first, and complains of others.
func (f *form) lines(skip int) iter.Seq[record] {
	return func(yield func(record) bool) {
		n := 0
		for rec, err := range f.records() {
			n++
			switch want := len(f.head[0].fields); {
			case err != nil:
				f.problems.Merge(f.file, err)
				return
			case n <= skip:
			case len(rec.fields) != want:
				f.problems.Add(Pos{f.file, rec.line, 0}, fmt.Errorf("%w: %d fields, expected %d as on line %d",
					ErrFields, len(rec.fields), want, f.head[0].line))
			case !yield(rec):
				return
			}
		}
	}
}

// summary says whether a topic is one of the rows that scorers add below the others, and complains if so.
func (f *form) summary(topic string, pos Pos, what string) bool {
	if !isSummary(topic) {
		return false
	}
	f.problems.Add(pos, fmt.Errorf("topic %q %w, want topics only: remove the %s", topic, ErrSummary, what))
	return true
}

func (f *form) systemsByTopics() {
	head := f.head[0]
	skip := make([]bool, len(head.fields))
	for i, topic := range head.fields[1:] {
		skip[i+1] = f.summary(topic, head.pos(f.file, i+1), "column")
	}
	f.rows(func(rec record) {
		for i, text := range rec.fields {
			if i > 0 && !skip[i] {
				f.set(f.opt.Measure, rec.fields[0], head.fields[i], text, rec.pos(f.file, i))
			}
		}
	})
}

func (f *form) topicsBySystems() {
	head := f.head[0]
	f.rows(func(rec record) {
		if f.summary(rec.fields[0], rec.pos(f.file, 0), "line") {
			return
		}
		for i, text := range rec.fields[1:] {
			f.set(f.opt.Measure, head.fields[i+1], rec.fields[0], text, rec.pos(f.file, i+1))
		}
	})
}

// rows hands on the rows of a table with names of rows and columns, none of which may come twice.
func (f *form) rows(set func(record)) {
	f.expect(len(f.head[0].fields) - 1)
	seen := make(map[string]int)
	for rec := range f.lines(1) {
		if line, twice := seen[rec.fields[0]]; twice {
			f.problems.Add(rec.pos(f.file, 0), fmt.Errorf("%w: %s is on line %d already", ErrDuplicate, show(rec.fields[0]), line))
			continue
		}
		seen[strings.Clone(rec.fields[0])] = rec.line
		set(rec)
	}
}

// pairs reads topics and scores of one system.
func (f *form) pairs() {
	for rec := range f.lines(0) {
		if !f.summary(rec.fields[0], rec.pos(f.file, 0), "line") {
			f.set(f.opt.Measure, f.system, rec.fields[0], rec.fields[1], rec.pos(f.file, 1))
		}
	}
}

// isTrecEval tells the output of trec_eval: three fields, the last a number, or a line that trec_eval starts with.
func (f *form) isTrecEval() bool {
	head := f.head[0].fields
	if len(head) != 3 || isDecimal(head[0]) {
		return false
	}
	return isDecimal(head[2]) || head[0] == "runid" || strings.HasPrefix(head[0], "relstring")
}

func (f *form) trecEval() {
	for rec := range f.lines(0) {
		measure, topic := rec.fields[0], rec.fields[1]
		if topic == "all" || measure == "runid" || measure == "num_q" || strings.HasPrefix(measure, "gm_") || strings.HasPrefix(measure, "relstring") {
			continue
		}
		if f.summary(topic, rec.pos(f.file, 1), "line") {
			continue
		}
		if a, err := metrics.Find(measure); err == nil {
			measure = a.String()
		}
		f.set(measure, f.system, topic, rec.fields[2], rec.pos(f.file, 2))
	}
}

// bare reads a table whose columns are systems and whose rows are topics without names.
func (f *form) bare() {
	head := f.head[0]
	for i, name := range head.fields {
		if isDecimal(name) {
			f.problems.Add(head.pos(f.file, i), fmt.Errorf("%w: %q, want a first line with the names of systems or topics", ErrValue, name))
			return
		}
	}
	n := 0
	for rec := range f.lines(1) {
		n++
		topic := strconv.Itoa(n)
		for i, text := range rec.fields {
			f.set(f.opt.Measure, head.fields[i], topic, text, rec.pos(f.file, i))
		}
	}
}
