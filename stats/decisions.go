package stats

import "slices"

// Decision is what a family says of one system against another.
type Decision int

// The decisions. Better and Worse are significant, by the sign of the difference.
const (
	Untested     Decision = iota // the pair is not in the family
	NotSeparated                 // not shown to differ, which does not mean equal
	Better
	Worse
)

// Decisions is the matrix of decisions: [i][j] is that of system i against system j. Sentences, letters, rank intervals
// and figures that are made from one such matrix cannot contradict each other. The diagonal is NotSeparated.
type Decisions [][]Decision

// Decisions gives the decisions of f at its Alpha: better is who has the better mean, or whom the procedure's own
// statistic speaks for, as ranks may where they are what is compared.
func (f Family) Decisions() Decisions {
	d := make(Decisions, f.Systems)
	for i := range d {
		d[i] = make([]Decision, f.Systems)
		d[i][i] = NotSeparated
	}
	for _, p := range f.Pairs {
		up, down := NotSeparated, NotSeparated
		if p.Adjusted <= f.Alpha {
			direction := p.Result.Estimate
			if p.Statistic != nil {
				direction = *p.Statistic
			}
			switch {
			case direction > 0:
				up, down = Better, Worse
			case direction < 0:
				up, down = Worse, Better
			}
		}
		d[p.I][p.J], d[p.J][p.I] = up, down
	}
	return d
}

// RankInterval gives the ranks that system i may have: from 1 + the number of systems significantly better to k − the
// number significantly worse. If the family controls its error, all intervals hold the true ranks at once with
// probability 1 − α. Pairs that were not tested only widen it.
func (d Decisions) RankInterval(i int) (lo, hi int) {
	lo, hi = 1, len(d)
	for _, v := range d[i] {
		switch v {
		case Worse:
			lo++
		case Better:
			hi--
		}
	}
	return lo, hi
}

// complete reports whether every pair was tested.
func (d Decisions) complete() bool {
	for _, row := range d {
		if slices.Contains(row, Untested) {
			return false
		}
	}
	return true
}

func (d Decisions) differ(i, j int) bool { return d[i][j] == Better || d[i][j] == Worse }
