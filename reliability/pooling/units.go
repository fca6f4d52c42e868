package pooling

import (
	"slices"

	"sigrel/metrics"
)

// Unit is what is left out of the pool. The zero value is [UnitRun].
type Unit int

const (
	UnitRun  Unit = iota // one run
	UnitTeam             // all runs of one team, since they may share everything
	UnitType             // all runs of one kind, such as lexical, dense or manual
)

var units = [...]string{UnitRun: "run", UnitTeam: "team", UnitType: "type"}

// Units lists the units there are.
func Units() []Unit { return []Unit{UnitRun, UnitTeam, UnitType} }

// String is the name used in JSON.
func (u Unit) String() string { return units[u] }

// MarshalText gives the name of u.
func (u Unit) MarshalText() ([]byte, error) { return []byte(u.String()), nil }

// grouping is one way to put the runs into units.
type grouping struct {
	names []string // in the order of their first runs
	of    []int    // unit of each run; −1 for one that is in no unit
}

// teamLevel numbers the teams. A run without a team is a team of its own.
func teamLevel(runs []*metrics.Run) grouping {
	return newLevel(runs, func(r *metrics.Run) (string, bool) { return string(r.Team), false })
}

// typeLevel numbers the kinds of runs, or where no run has one, their types. A run that has none is in no unit.
func typeLevel(runs []*metrics.Run) grouping {
	kinds := slices.ContainsFunc(runs, func(r *metrics.Run) bool { return r.Kind != "" })
	return newLevel(runs, func(r *metrics.Run) (string, bool) {
		if kinds {
			return r.Kind, r.Kind == ""
		}
		return r.Type, r.Type == ""
	})
}

// newLevel groups the runs by name; those whose name is empty stand alone, or are in no unit.
func newLevel(runs []*metrics.Run, name func(*metrics.Run) (name string, none bool)) grouping {
	type key struct {
		name string
		tag  metrics.Tag // set only where there is no name
	}
	l := grouping{of: make([]int, len(runs))}
	numbers := make(map[key]int)
	for i, r := range runs {
		text, none := name(r)
		if none {
			l.of[i] = -1
			continue
		}
		k := key{name: text}
		if text == "" {
			text, k = string(r.Tag), key{tag: r.Tag}
		}
		n, known := numbers[k]
		if !known {
			n = len(l.names)
			numbers[k] = n
			l.names = append(l.names, text)
		}
		l.of[i] = n
	}
	return l
}

// members are the runs of unit u.
func (l grouping) members(u int) []int {
	var out []int
	for r, unit := range l.of {
		if unit == u {
			out = append(out, r)
		}
	}
	return out
}

// TeamsKnown says whether any run has a team; if not, the team level says no more than the run level.
func (p *Pool) TeamsKnown() bool {
	return slices.ContainsFunc(p.runs, func(r *metrics.Run) bool { return r.Team != "" })
}

// TypesKnown says whether there are at least two types of runs to leave out: by [metrics.Run.Kind], or where no run has a
// kind, by [metrics.Run.Type].
func (p *Pool) TypesKnown() bool { return len(p.types.names) > 1 }

// CountTypes is the number of types that runs would be left out by.
func CountTypes(runs []*metrics.Run) int { return len(typeLevel(runs).names) }
