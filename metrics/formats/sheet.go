package formats

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"sigrel/metrics"
)

// sheet gathers the cells of score files until all are read.
type sheet struct {
	opt      ScoreOptions
	measures index[string]
	systems  index[metrics.Tag]
	topics   index[metrics.Topic]
	files    []string // read so far
	homes    []int32  // the file where each system came first
	cells    []cell
	problems Problems
}

// cell is a score, or a place where one is said to be missing. A large table has many, so they are small.
type cell struct {
	measure, system, topic int32
	file, line, column     int32
	value                  float64 // NaN: said to be missing
}

// index numbers names in the order in which they come.
type index[T ~string] struct {
	names  []T
	number map[T]int32
	last   int32 // the number asked for last, which is often asked for again
}

func (x *index[T]) of(name T) int32 {
	if len(x.names) > 0 && x.names[x.last] == name {
		return x.last
	}
	i, known := x.number[name]
	if !known {
		if x.number == nil {
			x.number = make(map[T]int32)
		}
		i = int32(len(x.names))
		name = T(strings.Clone(string(name))) // else it would keep the whole text in memory
		x.number[name] = i
		x.names = append(x.names, name)
	}
	x.last = i
	return i
}

func newSheet(opt ScoreOptions) *sheet {
	if opt.Measure == "" {
		opt.Measure = "score"
	}
	return &sheet{opt: opt}
}

// set reads one cell of the file that is read.
func (s *sheet) set(measure, system, topic, text string, pos Pos) {
	if measure == "" || system == "" || topic == "" {
		s.problems.Add(pos, fmt.Errorf("%w: measure %q, system %q, topic %q; want a name of each", ErrValue, measure, system, topic))
		return
	}
	c := cell{s.measures.of(measure), s.systems.of(metrics.Tag(system)), s.topics.of(metrics.Topic(topic)),
		int32(len(s.files) - 1), int32(pos.Line), int32(pos.Column), math.NaN()}
	if int(c.system) == len(s.homes) {
		s.homes = append(s.homes, c.file)
	}
	if !isMissing(text) {
		var err error
		if c.value, err = parseScore(text); err != nil {
			s.problems.Add(pos, err)
		}
	}
	s.cells = append(s.cells, c)
}

func isMissing(text string) bool {
	switch len(text) {
	case 0:
		return true
	case 1:
		return text == "-"
	case 2, 3:
		return strings.EqualFold(text, "na") || strings.EqualFold(text, "nan")
	}
	return false
}

// isSummary tells the names that scorers give to a mean or a sum of the others.
func isSummary(name string) bool {
	switch strings.ToLower(name) {
	case "all", "mean", "average", "avg", "overall", "amean", "gmean", "total", "sum":
		return true
	}
	return false
}

func (s *sheet) pos(c cell) Pos { return Pos{s.files[c.file], int(c.line), int(c.column)} }

// checkTwice puts the cells in the order of measure, system, topic and complains of those that come twice.
func (s *sheet) checkTwice() {
	slices.SortFunc(s.cells, compareCells)
	first := 0
	for i, c := range s.cells {
		old := s.cells[first]
		if c.measure != old.measure || c.system != old.system || c.topic != old.topic {
			first = i
		} else if i > first {
			s.problems.Add(s.pos(c), fmt.Errorf("%w: system %s has a score of topic %s at %s already",
				ErrDuplicate, show(s.systems.names[c.system]), show(s.topics.names[c.topic]), s.pos(old)))
		}
	}
}

func compareCells(a, b cell) int {
	switch {
	case a.measure != b.measure:
		return cmp.Compare(a.measure, b.measure)
	case a.system != b.system:
		return cmp.Compare(a.system, b.system)
	case a.topic != b.topic:
		return cmp.Compare(a.topic, b.topic)
	}
	return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(a.line, b.line), cmp.Compare(a.column, b.column))
}

// wrong is an error if there are problems: those of one file after those of another, in the order of lines.
func (s *sheet) wrong() error {
	slices.SortStableFunc(s.problems.List, func(a, b *Problem) int {
		return cmp.Or(cmp.Compare(slices.Index(s.files, a.File), slices.Index(s.files, b.File)), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return s.problems.Err()
}

// scores makes the tables, one a measure, and settles what is missing.
func (s *sheet) scores() ([]*metrics.Scores, []metrics.Warning, error) {
	s.sortTopics()
	s.checkTwice()
	if err := s.wrong(); err != nil {
		return nil, nil, err
	}
	var all []*metrics.Scores
	var warnings []metrics.Warning
	for i, name := range s.systems.names {
		if isSummary(string(name)) {
			warnings = append(warnings, metrics.Warning{Code: "summary-column",
				Text: fmt.Sprintf("%s: system %q looks like a summary of the others; it counts as a system", s.home(int32(i)), name)})
		}
	}
	for lo := 0; lo < len(s.cells); {
		hi := lo
		for hi < len(s.cells) && s.cells[hi].measure == s.cells[lo].measure {
			hi++
		}
		scores, warning := s.measure(s.cells[lo:hi])
		if scores != nil {
			all = append(all, scores)
		}
		warnings = append(warnings, warning...)
		lo = hi
	}
	if err := s.wrong(); err != nil {
		return nil, warnings, err
	}
	return all, warnings, nil
}

// home is the file where a system came first, as a place.
func (s *sheet) home(system int32) Pos { return Pos{File: s.files[s.homes[system]]} }

// sortTopics numbers the topics anew, in byte order.
func (s *sheet) sortTopics() {
	sorted := slices.Sorted(slices.Values(s.topics.names))
	number := make([]int32, len(sorted))
	for i, name := range sorted {
		number[s.topics.number[name]] = int32(i)
	}
	s.topics = index[metrics.Topic]{names: sorted}
	for i := range s.cells {
		s.cells[i].topic = number[s.cells[i].topic]
	}
}
