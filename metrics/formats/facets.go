package formats

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"sigrel/metrics"
)

// FacetOptions says how to read a table of scores with facets.
type FacetOptions struct {
	Object  string   // column of what is measured; "" is system or run
	Facets  []string // columns that are facets besides the topics, compared without case
	Measure string   // which measure to read where a column measure is no facet; "" if there is one only
}

// FacetTable is a table of one score a row, with the level of every facet. The object of measurement is the first facet,
// the topics, if there are any, the second. Levels are numbered in byte order of their names and rows are in the order of
// levels, so that the order of lines changes no number.
type FacetTable struct {
	Facets  []string   // as in the file, but system for run, and topic for query and qid
	Names   [][]string // of the levels, by facet
	Levels  [][]int32  // by facet and row
	Scores  []float64
	Missing int    // rows without a score: an empty cell, NA, NaN or "-"
	Measure string // of the scores; "" if no column says, or the measure is a facet
}

var facetShape = Shape{"facets", "facets", "One score a line with the level of every facet, such as a judge, under the names of the columns, in any order.",
	"system,topic,judge,score", "system,topic,judge,score\nalpha,T01,j1,0.41"}

// ReadFacets reads a table of scores with facets: fields separated by commas or tabs (or blanks, if the first line has
// neither), the first line the names of the columns, in any order. Score must be there, and system or run, or the column
// that opt names; topic, query or qid is a facet if it is there, and so is each column that opt names. A column measure
// that is no facet says which scores are read. Other columns are left out, with a warning of code unused-column.
//
// An error is a [*Problems]: a column that is not there, an empty name, no number, a topic that looks like a mean
// ([ErrSummary]), a cell that has two scores ([ErrDuplicate]), several measures and none chosen.
func ReadFacets(r io.Reader, file string, opt FacetOptions) (*FacetTable, []metrics.Warning, error) {
	f := &facetReader{opt: opt, file: file}
	if opt.Measure != "" {
		f.opt.Measure = canonical(opt.Measure)
	}
	if err := f.read(r); err != nil {
		f.problems.Merge(file, err)
	}
	f.order()
	if err := f.problems.sorted(); err != nil {
		return nil, nil, err
	}
	return f.table(), f.warnings, nil
}

type facetReader struct {
	opt      FacetOptions
	file     string
	columns  []string // names of the facets, as in the file
	at       []int    // their columns
	score    int
	measure  int // −1: none
	names    []index[string]
	measures index[string]
	rows     []facetRow
	missing  int
	problems Problems
	warnings []metrics.Warning
}

// facetRow is one score.
type facetRow struct {
	levels  []int32
	measure int32
	score   float64
	pos     Pos // of the score
}

func (f *facetReader) read(r io.Reader) error {
	text, err := readText(r, f.file)
	if err != nil {
		return err
	}
	t, err := newTable(text, f.file)
	if err != nil {
		return err
	}
	head := t.head(1)
	if len(head) == 0 {
		return &Problem{Pos{File: f.file}, fmt.Errorf("%w: no scores, want a first line such as %s", ErrEmpty, facetShape.Line)}
	}
	if !f.header(head[0]) {
		return nil
	}
	first := true
	for rec, err := range t.records() {
		switch {
		case err != nil:
			return err
		case first:
			first = false
		case len(rec.fields) != len(head[0].fields):
			f.problems.Add(Pos{f.file, rec.line, 0}, fmt.Errorf("%w: %s, expected %d as on line %d",
				ErrFields, someFields(len(rec.fields)), len(head[0].fields), head[0].line))
		default:
			f.row(rec)
		}
	}
	if len(f.rows) == 0 && len(f.problems.List) == 0 && len(f.measures.names) == 0 {
		return &Problem{Pos{File: f.file}, fmt.Errorf("%w: no scores below the names of the columns", ErrEmpty)}
	}
	return nil
}

// header finds the columns, and says whether all are there.
func (f *facetReader) header(head record) bool {
	taken := make(map[int]bool)
	find := func(want string, is func(name string) bool) int {
		at := -1
		for i, name := range head.fields {
			if isIndex(i, name) || !is(name) || taken[i] {
				continue
			}
			if at >= 0 {
				f.problems.Add(head.pos(f.file, i), fmt.Errorf("%w: a second column %s (%q), want one", ErrHeader, want, name))
				continue
			}
			at = i
		}
		if at >= 0 {
			taken[at] = true
		}
		return at
	}
	named := func(want string) func(string) bool {
		return func(name string) bool { return strings.EqualFold(name, want) }
	}
	isRole := func(want string) func(string) bool {
		return func(name string) bool { return role(name) == want }
	}
	lacks := func(what string) {
		f.problems.Add(Pos{f.file, head.line, 0}, fmt.Errorf("%w: no column %s; there are %s", ErrHeader, what, strings.Join(head.fields, ", ")))
	}
	add := func(i int, name string) {
		f.at, f.columns = append(f.at, i), append(f.columns, name)
	}
	if f.opt.Object == "" {
		if i := find("system (or run)", isRole("system")); i >= 0 {
			add(i, "system")
		} else {
			lacks("system (or run)")
		}
	} else if i := find(f.opt.Object, named(f.opt.Object)); i >= 0 {
		add(i, head.fields[i])
	} else {
		lacks(f.opt.Object)
	}
	if f.score = find("score", isRole("score")); f.score < 0 {
		lacks("score")
	}
	if i := find("topic", isRole("topic")); i >= 0 {
		add(i, "topic")
	}
	for _, name := range f.opt.Facets {
		if slices.ContainsFunc(f.columns, named(name)) {
			continue // the topics, or named twice
		}
		if i := find(name, named(name)); i >= 0 {
			add(i, head.fields[i])
		} else {
			lacks(name)
		}
	}
	f.measure = find("measure", isRole("measure"))
	f.unused(head, taken)
	f.names = make([]index[string], len(f.at))
	return len(f.problems.List) == 0
}

// unused warns of columns that nothing is read from.
func (f *facetReader) unused(head record, taken map[int]bool) {
	var left []string
	for i, name := range head.fields {
		if !taken[i] && !isIndex(i, name) {
			left = append(left, show(name))
		}
	}
	if len(left) > 0 {
		f.warnings = append(f.warnings, metrics.Warning{Code: "unused-column",
			Text: fmt.Sprintf("%v: nothing is read from %s", Pos{f.file, head.line, 0}, strings.Join(left, ", "))})
	}
}

func (f *facetReader) row(rec record) {
	row := facetRow{levels: make([]int32, len(f.at)), pos: rec.pos(f.file, f.score)}
	if f.measure >= 0 {
		name := canonical(rec.fields[f.measure])
		if f.opt.Measure != "" && name != f.opt.Measure {
			f.measures.of(name)
			return
		}
		row.measure = f.measures.of(name)
	}
	for i, at := range f.at {
		name := rec.fields[at]
		switch {
		case name == "":
			f.problems.Add(rec.pos(f.file, at), fmt.Errorf("%w: no name of %s, want one", ErrValue, f.columns[i]))
			return
		case f.columns[i] == "topic" && isSummary(name):
			f.problems.Add(rec.pos(f.file, at), fmt.Errorf("topic %q %w, want topics only: remove the line", name, ErrSummary))
			return
		}
		row.levels[i] = f.names[i].of(name)
	}
	text := rec.fields[f.score]
	if isMissing(text) {
		f.missing++
		return
	}
	var err error
	if row.score, err = parseScore(text); err != nil {
		f.problems.Add(row.pos, err)
		return
	}
	f.rows = append(f.rows, row)
}

// order numbers the levels and sorts the rows, and complains of cells that come twice and of several measures.
func (f *facetReader) order() {
	if used := f.measuresUsed(); len(used) > 1 {
		f.problems.Add(Pos{File: f.file}, fmt.Errorf("%w: scores of the measures %s; want one of them chosen, or measure named as a facet", ErrValue, strings.Join(used, ", ")))
		return
	} else if len(f.rows) == 0 && len(f.measures.names) > 0 && len(f.problems.List) == 0 {
		f.problems.Add(Pos{File: f.file}, fmt.Errorf("%w: no scores of measure %s; there are %s", ErrMissing, f.opt.Measure, strings.Join(f.measures.names, ", ")))
	}
	for k := range f.names {
		sorted := slices.Sorted(slices.Values(f.names[k].names))
		number := make([]int32, len(sorted))
		for i, name := range sorted {
			number[f.names[k].number[name]] = int32(i)
		}
		for _, row := range f.rows {
			row.levels[k] = number[row.levels[k]]
		}
		f.names[k] = index[string]{names: sorted}
	}
	slices.SortFunc(f.rows, func(a, b facetRow) int {
		return cmp.Or(slices.Compare(a.levels, b.levels), cmp.Compare(a.pos.Line, b.pos.Line))
	})
	for i := 1; i < len(f.rows); i++ {
		a, b := f.rows[i-1], f.rows[i]
		if !slices.Equal(a.levels, b.levels) {
			continue
		}
		parts := make([]string, len(f.columns))
		for k, name := range f.columns {
			parts[k] = name + " " + show(f.names[k].names[b.levels[k]])
		}
		f.problems.Add(b.pos, fmt.Errorf("%w: %s has a score on line %d already", ErrDuplicate, strings.Join(parts, ", "), a.pos.Line))
	}
}

// measuresUsed are the measures of the rows kept.
func (f *facetReader) measuresUsed() []string {
	if f.measure < 0 || f.opt.Measure != "" {
		return nil
	}
	return slices.Sorted(slices.Values(f.measures.names))
}

// table is what was read. Levels without a score are dropped.
func (f *facetReader) table() *FacetTable {
	out := &FacetTable{Facets: f.columns, Levels: make([][]int32, len(f.columns)), Missing: f.missing}
	if f.measure >= 0 && len(f.rows) > 0 {
		out.Measure = f.measures.names[f.rows[0].measure]
	}
	for k := range f.columns {
		number := make([]int32, len(f.names[k].names))
		for _, row := range f.rows {
			number[row.levels[k]] = 1
		}
		var names []string
		for i, used := range number {
			if number[i] = int32(len(names)); used > 0 {
				names = append(names, strings.Clone(f.names[k].names[i]))
			}
		}
		out.Names = append(out.Names, names)
		for _, row := range f.rows {
			out.Levels[k] = append(out.Levels[k], number[row.levels[k]])
		}
	}
	for _, row := range f.rows {
		out.Scores = append(out.Scores, row.score)
	}
	return out
}
