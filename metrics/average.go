package metrics

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// Averaged is a system that was measured several times, with other seeds or on other folds.
type Averaged struct {
	System Tag
	Runs   []Tag   // as submitted, in the order of the rows
	SD     float64 // standard deviation (n − 1) of the runs' means; 0 for one run
}

// Average makes one row of all rows that belong to one system: their mean on each topic. Seeds and folds are no topics:
// counted as such, they would make any difference significant. group names the system of a row. Rows are in the order in
// which their systems first occur. It is an error if runs of one system have different teams or types.
func Average(s *Scores, group func(Tag) Tag) (*Scores, []Averaged, error) {
	var all []Averaged
	rows := make(map[Tag][]int)
	for i, sys := range s.Systems {
		g := group(sys.Tag)
		if rows[g] == nil {
			all = append(all, Averaged{System: g})
		}
		rows[g] = append(rows[g], i)
	}
	values := mat.NewDense(len(all), len(s.Topics), nil)
	systems := make([]System, len(all))
	means := s.Means()
	for n := range all {
		a := &all[n]
		members := rows[a.System]
		systems[n] = System{Tag: a.System, Team: s.Systems[members[0]].Team, Type: s.Systems[members[0]].Type}
		var its []float64
		for _, i := range members {
			sys := s.Systems[i]
			if sys.Team != systems[n].Team && !(sys.Team == Team(sys.Tag) || systems[n].Team == Team(s.Systems[members[0]].Tag)) || sys.Type != systems[n].Type {
				return nil, nil, fmt.Errorf("system %q: run %q is of team %q, type %q, and run %q of team %q, type %q: want one team and type",
					a.System, s.Systems[members[0]].Tag, systems[n].Team, systems[n].Type, sys.Tag, sys.Team, sys.Type)
			}
			a.Runs = append(a.Runs, sys.Tag)
			its = append(its, means[i])
		}
		if systems[n].Team == Team(s.Systems[members[0]].Tag) {
			systems[n].Team = Team(a.System) // each run was its own team for want of a better one
		}
		a.SD = deviation(its)
		row := values.RawRowView(n)
		for t := range row {
			row[t] = average(members, func(i int) float64 { return s.Row(i)[t] })
		}
	}
	out, err := NewScores(s.Measure, systems, s.Topics, values)
	if err != nil {
		return nil, nil, err
	}
	out.Lower = s.Lower
	if s.Filled != nil { // a mean that a filled cell went into is no score either
		for n, a := range all {
			for _, i := range rows[a.System] {
				for t, filled := range s.Filled[i] {
					if filled {
						out.fill(n, t)
					}
				}
			}
		}
	}
	return out, all, nil
}

// average is the mean over members, exactly the value where all have the same. Summed in the order of size, so that the
// order of rows does not show.
func average(members []int, of func(i int) float64) float64 {
	v := make([]float64, len(members))
	for n, i := range members {
		v[n] = of(i)
	}
	slices.Sort(v)
	if v[0] == v[len(v)-1] {
		return v[0]
	}
	sum := 0.0
	for _, x := range v {
		sum += x
	}
	return sum / float64(len(v))
}

// deviation is the standard deviation, n − 1 below the line; 0 for one value.
func deviation(v []float64) float64 {
	if len(v) < 2 {
		return 0
	}
	mean := 0.0
	for _, x := range v {
		mean += x / float64(len(v))
	}
	sum := 0.0
	for _, x := range v {
		sum += (x - mean) * (x - mean)
	}
	return math.Sqrt(sum / float64(len(v)-1))
}
