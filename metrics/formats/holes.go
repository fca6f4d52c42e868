package formats

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/mat"

	"sigrel/metrics"
)

// maxFilled is the size of a table above which holes are not filled: a file of so many names and few scores is a mistake.
const maxFilled = 1 << 27

// grid is the scores of one measure: the systems and topics that have a cell of it, and how many scores each has.
type grid struct {
	*sheet
	name          string
	cells         []cell // in the order of systems, then topics
	rows, columns axis
	holes         int // scores that are missing, said so or not there
}

// axis is the rows or the columns of a grid.
type axis struct {
	what   string  // what they are, for messages
	list   []int32 // those that have a cell, in order
	scores []int   // by number: how many scores each has
	at     []int   // by number: its place in list; −1 where it has no cell
}

// measure makes the table of one measure and settles what is missing.
func (s *sheet) measure(cells []cell) (*metrics.Scores, []metrics.Warning) {
	g := &grid{sheet: s, name: s.measures.names[cells[0].measure], cells: cells}
	g.rows = newAxis("systems", len(s.systems.names), cells, func(c cell) int32 { return c.system })
	g.columns = newAxis("topics", len(s.topics.names), cells, func(c cell) int32 { return c.topic })
	g.holes = len(g.rows.list) * len(g.columns.list)
	for _, c := range cells {
		if !math.IsNaN(c.value) {
			g.holes--
		}
	}
	warnings := g.settle()
	if len(g.rows.list) == 0 || len(g.columns.list) == 0 || len(s.problems.List) > 0 {
		return nil, warnings
	}
	return g.table(), warnings
}

func newAxis(what string, n int, cells []cell, number func(cell) int32) axis {
	a := axis{what: what, scores: make([]int, n), at: make([]int, n)}
	there := make([]bool, n)
	for _, c := range cells {
		there[number(c)] = true
		if !math.IsNaN(c.value) {
			a.scores[number(c)]++
		}
	}
	a.keep(func(i int32) bool { return there[i] })
	return a
}

// keep leaves the entries for which f holds.
func (a *axis) keep(f func(i int32) bool) {
	a.list = nil
	for i := range a.at {
		a.at[i] = -1
		if f(int32(i)) {
			a.at[i] = len(a.list)
			a.list = append(a.list, int32(i))
		}
	}
}

// settle applies the policy for missing scores.
func (g *grid) settle() []metrics.Warning {
	if g.holes == 0 {
		return nil
	}
	warn := func(format string, args ...any) []metrics.Warning {
		return []metrics.Warning{{Code: "missing-topics", Text: "measure " + show(g.name) + ": " + fmt.Sprintf(format, args...)}}
	}
	switch g.opt.Unanswered {
	case metrics.UnansweredZero:
		if rows, columns := len(g.rows.list), len(g.columns.list); g.holes > maxFilled {
			g.problems.Add(g.home(g.rows.list[0]), fmt.Errorf("%w: measure %s: %d of %d scores of %d systems on %d topics, want a table that is not nearly empty",
				ErrMissing, show(g.name), g.holes, rows*columns, rows, columns))
		}
		if g.holes == 1 {
			return warn("1 missing score counts as 0")
		}
		return warn("%d missing scores count as 0", g.holes)
	case metrics.UnansweredDrop:
		return warn("%s", drop(g, &g.columns, len(g.rows.list), g.topics.names))
	case metrics.UnansweredDropRun:
		return warn("%s", drop(g, &g.rows, len(g.columns.list), g.systems.names))
	}
	g.complain()
	return nil
}

// drop leaves out the entries that have fewer scores than full and says so; it is a problem if none is left.
func drop[T ~string](g *grid, a *axis, full int, names []T) string {
	var dropped []string
	before, home := len(a.list), g.home(g.rows.list[0])
	for _, i := range a.list {
		if a.scores[i] < full {
			dropped = append(dropped, show(names[i]))
		}
	}
	there := a.at
	a.at = make([]int, len(there))
	a.keep(func(i int32) bool { return there[i] >= 0 && a.scores[i] == full })
	if len(a.list) == 0 {
		g.problems.Add(home, fmt.Errorf("%w: measure %s: every one of %d %s lacks a score", ErrMissing, show(g.name), before, a.what))
	}
	return fmt.Sprintf("n = %d of %d %s (%s dropped)", len(a.list), before, a.what, strings.Join(dropped, ", "))
}

// complain adds a problem for each hole. Only the first of each file are looked for: there may be many more than cells.
func (g *grid) complain() {
	measure := ""
	if len(g.measures.names) > 1 {
		measure = ", measure " + show(g.name)
	}
	found := make([]int, len(g.files))
	next := 0
	for _, row := range g.rows.list {
		home, holes := g.homes[row], len(g.columns.list)-g.rows.scores[row]
		for next < len(g.cells) && g.cells[next].system < row {
			next++ // left over from the row before
		}
		for _, column := range g.columns.list {
			if holes == 0 || found[home] == MaxProblems {
				break
			}
			pos := g.home(row)
			if next < len(g.cells) && g.cells[next].system == row && g.cells[next].topic == column {
				c := g.cells[next]
				next++
				if !math.IsNaN(c.value) {
					continue
				}
				pos = g.pos(c)
			}
			found[home]++
			holes--
			g.problems.Add(pos, fmt.Errorf("%w: system %s has no score of topic %s%s; want a number (or say what a missing score means: --missing zero, drop or drop-run)",
				ErrMissing, show(g.systems.names[row]), show(g.topics.names[column]), measure))
		}
		if holes > 0 {
			g.problems.lose(g.files[home], holes)
		}
	}
}

// table puts the scores that are left into a matrix; what is missing there is 0.
func (g *grid) table() *metrics.Scores {
	values := mat.NewDense(len(g.rows.list), len(g.columns.list), nil)
	for _, c := range g.cells {
		if i, t := g.rows.at[c.system], g.columns.at[c.topic]; i >= 0 && t >= 0 && !math.IsNaN(c.value) {
			values.Set(i, t, c.value)
		}
	}
	systems := make([]metrics.System, len(g.rows.list))
	for i, row := range g.rows.list {
		systems[i].Tag = g.systems.names[row]
	}
	topics := make([]metrics.Topic, len(g.columns.list))
	for t, column := range g.columns.list {
		topics[t] = g.topics.names[column]
	}
	scores, err := metrics.NewScores(g.name, systems, topics, values)
	if err != nil {
		g.problems.Add(g.home(g.rows.list[0]), err)
		return scores
	}
	if g.holes > 0 && g.opt.Unanswered == metrics.UnansweredZero {
		scores.Filled = g.filled()
	}
	return scores
}

// filled are the cells of the table without a score.
func (g *grid) filled() [][]bool {
	out := make([][]bool, len(g.rows.list))
	for i := range out {
		out[i] = make([]bool, len(g.columns.list))
		for t := range out[i] {
			out[i][t] = true
		}
	}
	for _, c := range g.cells {
		if !math.IsNaN(c.value) {
			out[g.rows.at[c.system]][g.columns.at[c.topic]] = false
		}
	}
	return out
}
