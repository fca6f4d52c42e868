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
	system := metrics.Tag(file.Label)
	if system == "" {
		system = s.opt.System
	}
	if system == "" {
		system = SystemName(file.Path)
	}
	if looksJSON(text, 0, 0) {
		s.readJSON(text, file.Path, string(system))
		return nil
	}
	t, err := newTable(text, file.Path)
	if err != nil {
		return err
	}
	head := t.head(2)
	if len(head) == 0 {
		return &Problem{Pos{File: file.Path}, fmt.Errorf("%w: no scores, want a table of scores by topic", ErrEmpty)}
	}
	f := &form{sheet: s, table: t, head: head, system: string(system)}
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
	triple int      // where the measure is on lines of three; see [form.measureField]
}

// scoreForm is a way to write per-topic scores. An entry reads as a filled-in form.
type scoreForm struct {
	Shape
	is   func(*form) bool // whether a file is in this form, after those above it are ruled out
	read func(*form)
}

// scoreForms is the list, in the order in which they are tried: a new form is one entry here. The last takes the rest.
var scoreForms = []*scoreForm{
	{Shape{"scores", "pyterrier", "What a PyTerrier experiment by query gives, saved as CSV, with or without a column of numbers in front.",
		"name,qid,measure,value", ",name,qid,measure,value\n0,alpha,T01,map,0.41"}, (*form).isPyTerrier, (*form).pyTerrier},
	{Shape{"scores", "long", "One score a line, under the names of the columns: measure, topic, system, score, judge, in any order.",
		"measure,topic,system,score", "run,topic,measure,score\nalpha,T01,AP,0.41"}, (*form).isLong, (*form).long},
	{Shape{"scores", "systems", "A table: rows are systems, columns topics. The first cell is system or run.",
		"system,topic,topic,…", "system,T01,T02\nalpha,0.41,0.25"},
		func(f *form) bool { return role(f.head[0].fields[0]) == "system" }, (*form).systemsByTopics},
	{Shape{"scores", "topics", "A table: rows are topics, columns systems. The first cell is topic, query or qid.",
		"topic,system,system,…", "topic,alpha,beta\nT01,0.41,0.37"},
		func(f *form) bool { return role(f.head[0].fields[0]) == "topic" }, (*form).topicsBySystems},
	{Shape{"scores", "pairs", "Topics and scores of one system, which is called as the file.", "topic score", "T01 0.41"}, (*form).isPairs, (*form).pairs},
	{Shape{"scores", "ir_measures", "What ir_measures -q prints of one system, which is called as the file.",
		"topic measure value", "T01\tnDCG@10\t0.4100"}, func(f *form) bool { return f.triple == irMeasure }, (*form).irMeasures},
	{Shape{"scores", "trec_eval", "What trec_eval -q prints of one system, which is called as the file.",
		"measure topic value", "map                   \tT01\t0.4100"}, func(f *form) bool { return f.triple != noTriples }, (*form).trecEval},
	{Shape{"scores", "bare", "A table without names of topics: columns are systems, rows topics, numbered from 1.",
		"system,system,…", "alpha,beta\n0.41,0.37"}, func(*form) bool { return true }, (*form).bare},
}

func (f *form) read() {
	f.triple = f.measureField()
	for _, way := range scoreForms {
		if way.is(f) {
			way.read(f)
			return
		}
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
			case n <= skip || f.isMean(rec):
			case len(rec.fields) != want:
				f.problems.Add(Pos{f.file, rec.line, 0}, fmt.Errorf("%w: %s, expected %d as on line %d",
					ErrFields, someFields(len(rec.fields)), want, f.head[0].line))
			case !yield(rec):
				return
			}
		}
	}
}

// summary says whether a topic is one of the rows that scorers add below the others, and complains if so.
func (s *sheet) summary(topic string, pos Pos, what string) bool {
	if !isSummary(topic) {
		return false
	}
	s.problems.Add(pos, fmt.Errorf("topic %q %w, want topics only: remove the %s", topic, ErrSummary, what))
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

// isPairs tells two fields, the second a number.
func (f *form) isPairs() bool {
	head := f.head[0].fields
	return len(head) == 2 && (isDecimal(head[1]) || isMissing(head[1]))
}

// pairs reads topics and scores of one system.
func (f *form) pairs() {
	means, scores := true, true
	for rec := range f.records() { // not lines, which complains
		means = means && len(rec.fields) == 2 && isMeasure(rec.fields[0])
		scores = scores && len(rec.fields) == 2 && isFraction(rec.fields[0])
	}
	switch first := f.head[0]; {
	case means:
		f.problems.Add(first.pos(f.file, 0), fmt.Errorf("%s is a measure, and this %w, want scores by topic, as ir_measures -q prints them",
			show(first.fields[0]), ErrSummary))
		return
	case scores:
		f.problems.Add(first.pos(f.file, 0), fmt.Errorf("%w: two scores on every line, %s the first, want a topic before each, or a first line of names, such as topic score",
			ErrValue, show(first.fields[0])))
		return
	}
	for rec := range f.lines(0) {
		if !f.summary(rec.fields[0], rec.pos(f.file, 0), "line") {
			f.set(f.opt.Measure, f.system, rec.fields[0], rec.fields[1], rec.pos(f.file, 1))
		}
	}
}

// isFraction tells a score from the name of a topic: it is written with a point and not greater than 1. Topics such as 2.1 are.
func isFraction(s string) bool {
	v, err := parseFloat(s)
	return err == nil && strings.Contains(s, ".") && v >= 0 && v <= 1
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
