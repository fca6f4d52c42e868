package formats

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"sigrel/metrics"
)

// sheet gathers the cells of score files until all are read.
type sheet struct {
	opt      ScoreOptions
	measures index[string]
	systems  index[metrics.Tag]
	topics   index[metrics.Topic]
	homes    []string        // the file where each system came first
	cells    map[[3]int]cell // by measure, system, topic
	problems Problems
}

type cell struct {
	value float64 // NaN: said to be missing
	pos   Pos
}

// index numbers names in the order in which they come.
type index[T comparable] struct {
	names  []T
	number map[T]int
}

func (x *index[T]) of(name T) int {
	i, known := x.number[name]
	if !known {
		if x.number == nil {
			x.number = make(map[T]int)
		}
		i = len(x.names)
		x.number[name] = i
		x.names = append(x.names, name)
	}
	return i
}

func newSheet(opt ScoreOptions) *sheet {
	if opt.Measure == "" {
		opt.Measure = "score"
	}
	return &sheet{opt: opt, cells: make(map[[3]int]cell)}
}

// set reads one cell.
func (s *sheet) set(measure, system, topic, text string, pos Pos) {
	if measure == "" || system == "" || topic == "" {
		s.problems.Add(pos, fmt.Errorf("%w: measure %q, system %q, topic %q; want a name of each", ErrValue, measure, system, topic))
		return
	}
	if _, known := s.systems.number[metrics.Tag(system)]; !known {
		s.homes = append(s.homes, pos.File)
	}
	key := [3]int{s.measures.of(measure), s.systems.of(metrics.Tag(system)), s.topics.of(metrics.Topic(topic))}
	if old, twice := s.cells[key]; twice {
		s.problems.Add(pos, fmt.Errorf("%w: system %s has a score of topic %s at %s already", ErrDuplicate, show(system), show(topic), old.pos))
		return
	}
	c := cell{math.NaN(), pos}
	if !isMissing(text) {
		var err error
		if c.value, err = parseFloat(text); err != nil {
			s.problems.Add(pos, err)
		}
	}
	s.cells[key] = c
}

func isMissing(text string) bool {
	switch strings.ToLower(text) {
	case "", "-", "na", "nan":
		return true
	}
	return false
}

// scores makes the tables, one a measure, and settles what is missing.
func (s *sheet) scores() ([]*metrics.Scores, []metrics.Warning, error) {
	topics := make([]int, len(s.topics.names))
	for t := range topics {
		topics[t] = t
	}
	slices.SortFunc(topics, func(a, b int) int {
		return strings.Compare(string(s.topics.names[a]), string(s.topics.names[b]))
	})
	var all []*metrics.Scores
	var warnings []metrics.Warning
	for m := range s.measures.names {
		scores, warning := s.table(m, topics)
		if scores != nil {
			all = append(all, scores)
		}
		warnings = append(warnings, warning...)
	}
	if err := s.problems.sorted(); err != nil {
		return nil, warnings, err
	}
	return all, warnings, nil
}

// table makes the table of one measure, of the systems and topics that have a cell of it.
func (s *sheet) table(measure int, topics []int) (*metrics.Scores, []metrics.Warning) {
	used := make(map[int]bool) // systems; topics are −1−t
	for key := range s.cells {
		if key[0] == measure {
			used[key[1]], used[-1-key[2]] = true, true
		}
	}
	var rows, columns []int
	for i := range s.systems.names {
		if used[i] {
			rows = append(rows, i)
		}
	}
	for _, t := range topics {
		if used[-1-t] {
			columns = append(columns, t)
		}
	}
	rows, columns, warnings := s.settle(measure, rows, columns)
	if len(rows) == 0 || len(columns) == 0 {
		return nil, nil
	}
	values := mat.NewDense(len(rows), len(columns), nil)
	systems := make([]metrics.System, len(rows))
	names := make([]metrics.Topic, len(columns))
	for i, row := range rows {
		systems[i].Tag = s.systems.names[row]
		for t, column := range columns {
			names[t] = s.topics.names[column]
			if c, ok := s.cells[[3]int{measure, row, column}]; ok && !math.IsNaN(c.value) {
				values.Set(i, t, c.value) // what is missing stays 0
			}
		}
	}
	scores, err := metrics.NewScores(s.measures.names[measure], systems, names, values)
	if err != nil {
		s.problems.Add(Pos{File: s.homes[rows[0]]}, err)
	}
	return scores, warnings
}

// settle applies the policy for missing scores: it returns the rows and columns that stay.
func (s *sheet) settle(measure int, rows, columns []int) (keptRows, keptColumns []int, warnings []metrics.Warning) {
	badRow, badColumn := make(map[int]bool), make(map[int]bool)
	holes := 0
	for _, row := range rows {
		for _, column := range columns {
			c, there := s.cells[[3]int{measure, row, column}]
			if there && !math.IsNaN(c.value) {
				continue
			}
			holes++
			badRow[row], badColumn[column] = true, true
			if !there {
				c.pos.File = s.homes[row]
			}
			if s.opt.Unanswered == metrics.UnansweredDefault || s.opt.Unanswered == metrics.UnansweredError {
				s.problems.Add(c.pos, fmt.Errorf("%w: system %s has no score of topic %s; want a number (or say what a missing score means: --missing zero, drop or drop-run)",
					ErrMissing, show(s.systems.names[row]), show(s.topics.names[column])))
			}
		}
	}
	if holes == 0 {
		return rows, columns, nil
	}
	name := s.measures.names[measure]
	switch s.opt.Unanswered {
	case metrics.UnansweredZero:
		warnings = append(warnings, metrics.Warning{Code: "missing-topics", Text: fmt.Sprintf("measure %s: %d missing scores count as 0", name, holes)})
	case metrics.UnansweredDrop:
		columns = s.drop(&warnings, name, "topics", columns, badColumn, func(t int) string { return show(s.topics.names[t]) })
	case metrics.UnansweredDropRun:
		rows = s.drop(&warnings, name, "systems", rows, badRow, func(i int) string { return show(s.systems.names[i]) })
	}
	return rows, columns, warnings
}

// drop leaves out the entries that are bad and says so; it is a problem if none is left.
func (s *sheet) drop(warnings *[]metrics.Warning, measure, what string, list []int, bad map[int]bool, name func(int) string) []int {
	var kept []int
	var dropped []string
	for _, x := range list {
		if bad[x] {
			dropped = append(dropped, name(x))
		} else {
			kept = append(kept, x)
		}
	}
	if len(kept) == 0 {
		s.problems.Add(Pos{File: s.homes[0]}, fmt.Errorf("%w: measure %s: every one of %d %s lacks a score", ErrMissing, measure, len(list), what))
	}
	*warnings = append(*warnings, metrics.Warning{Code: "missing-topics", Text: fmt.Sprintf("measure %s: n = %d of %d %s (%s dropped)",
		measure, len(kept), len(list), what, strings.Join(dropped, ", "))})
	return kept
}
