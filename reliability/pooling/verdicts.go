package pooling

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"sigrel/metrics"
	"sigrel/stats"
)

// Verdicts decide which pairs of runs differ, so that it can be told which verdicts hang on the pool. The zero value
// decides nothing.
type Verdicts struct {
	// Decide gets the scores of the runs compared, in the order of Runs, by topics. It is called by several goroutines at
	// once and must not change its argument.
	Decide func(scores *mat.Dense) (stats.Decisions, error)
	Runs   []metrics.Tag // at least two; nil: all, in the order of Build
}

// Decided says what the verdicts are before anything is left out.
type Decided struct {
	Pairs       int      `json:"pairs"`       // that were tested
	Significant int      `json:"significant"` // of them
	Smallest    *float64 `json:"smallest"`    // least difference between the means of two runs that differ significantly; nil if no pair does
	Largest     *float64 `json:"largest"`     // greatest difference between the means of two runs that were tested and do not; nil if there is none
}

// Values of [Flip.Before] and [Flip.After].
const (
	VerdictBetter = "better"        // the run A is significantly better than B
	VerdictWorse  = "worse"         // significantly worse
	VerdictNone   = "not-separated" // neither
)

// Flip is a pair of runs whose verdict changes when a unit is left out.
type Flip struct {
	Unit   string      `json:"unit"`
	Kind   Unit        `json:"kind"`
	A      metrics.Tag `json:"a"` // the better mean before
	B      metrics.Tag `json:"b"`
	Before string      `json:"before"` // VerdictBetter, VerdictWorse or VerdictNone
	After  string      `json:"after"`
	Own    bool        `json:"own"` // A or B belongs to the unit
}

// rows finds the runs compared.
func (v Verdicts) rows(runs []*metrics.Run) ([]int, error) {
	if v.Decide == nil {
		return nil, nil
	}
	rows, err := rowsOf(v.Runs, runs)
	if err == nil && len(rows) < 2 {
		err = fmt.Errorf("pool: %w to compare: %d", stats.ErrTooFewSystems, len(rows))
	}
	return rows, err
}

// rowsOf finds runs by their names; all where there are no names.
func rowsOf(names []metrics.Tag, runs []*metrics.Run) ([]int, error) {
	var rows []int
	if names == nil {
		for i := range runs {
			rows = append(rows, i)
		}
	}
	for _, tag := range names {
		i := slices.IndexFunc(runs, func(r *metrics.Run) bool { return r.Tag == tag })
		if i < 0 {
			return nil, fmt.Errorf("pool: no run %q to compare", tag)
		}
		rows = append(rows, i)
	}
	return rows, nil
}

// decided summarizes the decisions on the runs in rows, given the means of all runs.
func decided(d stats.Decisions, rows []int, means []float64) *Decided {
	out := &Decided{}
	for _, p := range stats.AllPairs(len(rows)) {
		verdict := d[p[0]][p[1]]
		if verdict == stats.Untested {
			continue
		}
		out.Pairs++
		size := math.Abs(means[rows[p[0]]] - means[rows[p[1]]])
		switch {
		case verdict == stats.NotSeparated:
			if out.Largest == nil || size > *out.Largest {
				out.Largest = &size
			}
			continue
		case out.Smallest == nil || size < *out.Smallest:
			out.Smallest = &size
		}
		out.Significant++
	}
	return out
}

// flips lists the pairs on which the decisions differ, by the order of the runs compared; worth is what each run's mean
// was worth before.
func (s *scoring) flips(job leaveOut, after stats.Decisions, was ranking) []Flip {
	var out []Flip
	better := stats.Better
	if s.measures[0].Lower {
		better = stats.Worse
	}
	word := func(d stats.Decision) string {
		switch d {
		case better:
			return VerdictBetter
		case stats.Better, stats.Worse:
			return VerdictWorse
		}
		return VerdictNone
	}
	for _, p := range stats.AllPairs(len(s.rows)) {
		i, j := p[0], p[1]
		if s.decisions[i][j] == after[i][j] {
			continue
		}
		if was.worth[s.rows[i]] < was.worth[s.rows[j]] {
			i, j = j, i
		}
		out = append(out, Flip{Unit: job.name, Kind: job.kind, A: s.pool.runs[s.rows[i]].Tag, B: s.pool.runs[s.rows[j]].Tag,
			Before: word(s.decisions[i][j]), After: word(after[i][j]),
			Own: slices.Contains(job.members, s.rows[i]) || slices.Contains(job.members, s.rows[j])})
	}
	return out
}

// count puts the flips of one kind into its summary.
func (c *Change) count(flips []Flip, kind Unit) {
	if c == nil {
		return
	}
	total, most := 0, 0
	byUnit := make(map[string]int)
	pairs := make(map[[2]metrics.Tag]bool)
	for _, f := range flips {
		if f.Kind != kind {
			continue
		}
		total++
		byUnit[f.Unit]++
		pairs[[2]metrics.Tag{f.A, f.B}] = true
		if byUnit[f.Unit] > most {
			most, c.MostFlippedUnit = byUnit[f.Unit], f.Unit
		}
	}
	distinct := len(pairs)
	c.VerdictsFlipped, c.MostFlipped, c.PairsFlipped = &total, &most, &distinct
}
