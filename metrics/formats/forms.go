package formats

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"sigrel/metrics"
)

// read adds the cells of one file.
func (s *sheet) read(r io.Reader, file File) error {
	text, err := readText(r, file.Path)
	if err != nil {
		return err
	}
	records, err := splitTable(text, file.Path)
	if err != nil {
		return err
	}
	if len(records) == 0 {
		return &Problem{Pos{File: file.Path}, fmt.Errorf("%w: no scores, want a table of scores by topic", ErrEmpty)}
	}
	system := metrics.Tag(file.Label)
	if system == "" {
		system = s.opt.System
	}
	if system == "" {
		system = SystemName(file.Path)
	}
	f := form{sheet: s, file: file.Path, records: records, system: string(system)}
	before := len(s.problems.List) + s.problems.More
	found := len(s.cells)
	f.read()
	if len(s.problems.List)+s.problems.More > before {
		problems := s.problems
		s.problems = Problems{}
		return problems.sorted()
	}
	if len(s.cells) == found {
		return &Problem{Pos{File: file.Path}, fmt.Errorf("%w: no scores of topics, want at least one", ErrEmpty)}
	}
	return nil
}

// form reads the records of one file, whichever form they have.
type form struct {
	*sheet
	file    string
	records []record
	system  string // of a file of one system
}

func (f *form) read() {
	head := f.records[0].fields
	second := ""
	if len(head) > 1 {
		second = head[1]
	}
	_, err := parseFloat(second)
	switch {
	case f.long():
	case role(head[0]) == "system":
		f.wide(func(row, column string) (system, topic string) { return row, column })
	case role(head[0]) == "topic":
		f.wide(func(row, column string) (system, topic string) { return column, row })
	case len(head) == 2 && (err == nil || isMissing(second)):
		f.pairs()
	case f.isTrecEval():
		f.trecEval()
	default:
		f.bare()
	}
}

// role is what a column of that name holds; empty if it is no such name.
func role(name string) string {
	switch name = strings.ToLower(name); name {
	case "query", "qid":
		return "topic"
	case "run":
		return "system"
	case "topic", "system", "measure", "score", "judge":
		return name
	}
	return ""
}

// complete says whether a record has as many fields as the first, and complains if not.
func (f *form) complete(rec record) bool {
	want := len(f.records[0].fields)
	if len(rec.fields) != want {
		f.problems.Add(Pos{f.file, rec.line, 0}, fmt.Errorf("%w: %d fields, expected %d as on line %d",
			ErrFields, len(rec.fields), want, f.records[0].line))
	}
	return len(rec.fields) == want
}

// long reads one score a line, if that is the form of the file.
func (f *form) long() bool {
	at := make(map[string]int)
	for i, name := range f.records[0].fields {
		r := role(name)
		if _, twice := at[r]; twice || r == "" {
			return false
		}
		at[r] = i
	}
	topic, hasTopic := at["topic"]
	score, hasScore := at["score"]
	if !hasTopic || !hasScore {
		return false
	}
	get := func(rec record, role, otherwise string) string {
		if i, ok := at[role]; ok {
			return rec.fields[i]
		}
		return otherwise
	}
	first := ""
	for _, rec := range f.records[1:] {
		if !f.complete(rec) {
			continue
		}
		if judge := get(rec, "judge", ""); f.opt.Judge != "" && judge != f.opt.Judge {
			continue
		} else if first == "" {
			first = judge
		} else if judge != first {
			f.problems.Add(rec.pos(f.file, at["judge"]), fmt.Errorf("%w: judge %s, but %s above; want one of them chosen", ErrValue, show(judge), show(first)))
			break
		}
		f.set(get(rec, "measure", f.opt.Measure), get(rec, "system", f.system), rec.fields[topic], rec.fields[score], rec.pos(f.file, score))
	}
	return true
}

// wide reads a table with names of rows and columns.
func (f *form) wide(which func(row, column string) (system, topic string)) {
	head := f.records[0]
	seen := make(map[string]int)
	for _, rec := range f.records[1:] {
		if !f.complete(rec) {
			continue
		}
		if line, twice := seen[rec.fields[0]]; twice {
			f.problems.Add(rec.pos(f.file, 0), fmt.Errorf("%w: %s is on line %d already", ErrDuplicate, show(rec.fields[0]), line))
			continue
		}
		seen[rec.fields[0]] = rec.line
		for i, text := range rec.fields[1:] {
			system, topic := which(rec.fields[0], head.fields[i+1])
			f.set(f.opt.Measure, system, topic, text, rec.pos(f.file, i+1))
		}
	}
}

// pairs reads topics and scores of one system.
func (f *form) pairs() {
	for _, rec := range f.records {
		if f.complete(rec) {
			f.set(f.opt.Measure, f.system, rec.fields[0], rec.fields[1], rec.pos(f.file, 1))
		}
	}
}

// isTrecEval tells the output of trec_eval: three fields, the last a number, or a line that trec_eval starts with.
func (f *form) isTrecEval() bool {
	head := f.records[0].fields
	if len(head) != 3 {
		return false
	}
	_, name := parseFloat(head[0])
	_, value := parseFloat(head[2])
	return name != nil && (value == nil || head[0] == "runid" || strings.HasPrefix(head[0], "relstring"))
}

func (f *form) trecEval() {
	for _, rec := range f.records {
		if !f.complete(rec) || rec.fields[1] == "all" {
			continue
		}
		measure := rec.fields[0]
		if measure == "runid" || measure == "num_q" || strings.HasPrefix(measure, "gm_") || strings.HasPrefix(measure, "relstring") {
			continue
		}
		if a, err := metrics.Find(measure); err == nil {
			measure = a.String()
		}
		f.set(measure, f.system, rec.fields[1], rec.fields[2], rec.pos(f.file, 2))
	}
}

// bare reads a table whose columns are systems and whose rows are topics without names.
func (f *form) bare() {
	head := f.records[0]
	for i, name := range head.fields {
		if _, err := parseFloat(name); err == nil {
			f.problems.Add(head.pos(f.file, i), fmt.Errorf("%w: %q, want a first line with the names of systems or topics", ErrValue, name))
			return
		}
	}
	for n, rec := range f.records[1:] {
		if !f.complete(rec) {
			continue
		}
		for i, text := range rec.fields {
			f.set(f.opt.Measure, head.fields[i], strconv.Itoa(n+1), text, rec.pos(f.file, i))
		}
	}
}
