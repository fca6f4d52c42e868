package formats

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"sigrel/metrics"
)

// Entry is a line of a team file: what is known of one run.
type Entry struct {
	Run      metrics.Tag
	Team     metrics.Team
	Type     string // one of metrics.RunTypes, empty if not given
	Kind     string // how the run was made, in free words: lexical, dense; empty if not given
	Unpooled bool   // said not to have contributed to the pool
	Label    string // name for tables, empty if not given
	Model    string // one of metrics.ModelUses, empty if not given
}

var teamShape = Shape{"teams", "teams", "Which team submitted each run, and its type: a table with single tabs, under the names of its columns or, of the first three, without.",
	"run team type kind pooled label model", "run\tteam\ttype\nalpha-1\talpha\tprimary"}

// ReadTeams reads a team file, with fields separated by single tabs: either lines of run, team and perhaps type, or a
// table whose first line names its columns, in any order: run, team, and perhaps type, kind, pooled (yes or no), label,
// model (yes, family or no). The
// entries are in the order of the file. An error is a [*Problems] or a [*Problem]: a run that comes twice, a type that
// is none of [metrics.RunTypes], an empty run or team, a first line of such names that lacks run or team.
func ReadTeams(r io.Reader, file string) ([]Entry, error) {
	text, err := readText(r, file)
	if err != nil {
		return nil, err
	}
	t := teamReader{file: file, seen: make(map[metrics.Tag]int)}
	tabs := strings.Contains(text, "\t")
	for n, pos := 1, 0; pos < len(text); n++ {
		var line string
		line, pos = cutLine(text, pos)
		if strings.Trim(line, " \t") == "" || line[0] == '#' && !strings.Contains(line, "\t") {
			continue
		}
		rec := record{line: n}
		rec.cut(line, true)
		if t.columns == nil && t.header(rec) {
			if errors.Is(t.problems.Err(), ErrHeader) {
				break // every line would lack its run or team
			}
			continue
		}
		t.entry(rec)
		if !tabs {
			break // every line would lack them
		}
	}
	if len(t.entries) == 0 && len(t.problems.List) == 0 {
		t.problems.Add(Pos{File: file}, fmt.Errorf("%w: no teams, want lines of run, TAB, team", ErrEmpty))
	}
	if err := t.problems.Err(); err != nil {
		return nil, err
	}
	return t.entries, nil
}

type teamReader struct {
	file     string
	columns  []string // what each field is
	header1  int      // line of the header, 0 if there is none
	entries  []Entry
	seen     map[metrics.Tag]int
	problems Problems
}

// header settles the columns from the first line and says whether that was a header.
func (t *teamReader) header(rec record) bool {
	names := make([]string, len(rec.fields))
	for i, f := range rec.fields {
		names[i] = strings.ToLower(f)
	}
	known := func(name string) bool {
		return slices.Contains([]string{"run", "team", "type", "kind", "pooled", "label", "model"}, name)
	}
	run, team := slices.Contains(names, "run"), slices.Contains(names, "team")
	if !(run && team) && slices.ContainsFunc(names, func(name string) bool { return !known(name) }) {
		t.columns = []string{"run", "team", "type"}
		return false
	}
	t.columns, t.header1 = names, rec.line
	if !run || !team {
		lacks := `columns "run" and "team"`
		if run {
			lacks = `column "team"`
		} else if team {
			lacks = `column "run"`
		}
		t.problems.Add(Pos{t.file, rec.line, 0}, fmt.Errorf("%w: no %s, want run and team, and perhaps type, kind, pooled, label, model", ErrHeader, lacks))
	}
	for i, name := range names {
		if !known(name) || slices.Contains(names[:i], name) {
			t.problems.Add(rec.pos(t.file, i), fmt.Errorf("%w: column %q, want run, team, type, kind, pooled, label, model, each once", ErrValue, name))
		}
	}
	return true
}

func (t *teamReader) entry(rec record) {
	n := len(rec.fields)
	if t.header1 > 0 && n != len(t.columns) || t.header1 == 0 && (n < 2 || n > 3) {
		want := "2 or 3: run, team, type, separated by single tabs"
		if t.header1 > 0 {
			want = fmt.Sprintf("%d as on line %d, separated by single tabs", len(t.columns), t.header1)
		}
		if n == 1 {
			want += between(rec.fields[0])
		}
		t.problems.Add(Pos{t.file, rec.line, 0}, fmt.Errorf("%w: %s, expected %s", ErrFields, someFields(n), want))
		return
	}
	var e Entry
	for i, f := range rec.fields {
		if err := e.set(t.columns[i], f); err != nil {
			t.problems.Add(rec.pos(t.file, i), err)
		}
	}
	if line, twice := t.seen[e.Run]; twice {
		t.problems.Add(Pos{t.file, rec.line, 0}, fmt.Errorf("%w: run %s is on line %d already", ErrDuplicate, show(e.Run), line))
		return
	}
	t.seen[e.Run] = rec.line
	t.entries = append(t.entries, e)
}

// between says what a line without tabs has in their place.
func between(line string) string {
	switch {
	case strings.Contains(line, ","):
		return ", but this line has commas between them"
	case strings.Contains(line, ";"):
		return ", but this line has semicolons between them"
	case strings.Contains(line, " "):
		return ", but this line has blanks between them"
	}
	return ""
}

func (e *Entry) set(column, f string) error {
	switch column {
	case "run":
		e.Run = metrics.Tag(f)
	case "team":
		e.Team = metrics.Team(f)
	case "label":
		e.Label = f
	case "kind":
		e.Kind = f
	case "type":
		e.Type = strings.ToLower(f)
		if f != "" && !slices.Contains(metrics.RunTypes(), e.Type) {
			return fmt.Errorf("%w: type %q, want one of %s", ErrValue, f, strings.Join(metrics.RunTypes(), ", "))
		}
	case "model":
		e.Model = strings.ToLower(f)
		if f != "" && !slices.Contains(metrics.ModelUses(), e.Model) {
			return fmt.Errorf("%w: model %q, want one of %s", ErrValue, f, strings.Join(metrics.ModelUses(), ", "))
		}
	case "pooled":
		switch strings.ToLower(f) {
		case "", "yes", "true", "1":
		case "no", "false", "0":
			e.Unpooled = true
		default:
			return fmt.Errorf("%w: pooled %q, want yes or no", ErrValue, f)
		}
	}
	if f == "" && (column == "run" || column == "team") {
		return fmt.Errorf("%w: empty %s, want its name", ErrValue, column)
	}
	return nil
}
