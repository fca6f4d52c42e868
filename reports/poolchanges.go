package reports

import (
	"slices"
	"strings"

	"sigrel/reliability/pooling"
	"sigrel/reports/doc"
)

// changes are the tables and the picture. One in which nothing moves says no more than the sentence in its place.
func (f *PoolAudit) changes() []doc.Block {
	if f.still() {
		s := say("No mean " + f.Measure + " and no rank changes, whatever is left out; so there is neither a table nor a picture of the changes.")
		if !f.teams {
			s = append(s, say(" ", teamsUnknown)...)
		}
		return []doc.Block{para(s), f.runTable(f.shown(), false)}
	}
	out := []doc.Block{f.summaryTable(), f.verdictParagraph()}
	if t := f.flipTable(f.shownFlips(), maxFlips); t != nil && f.full {
		out = append(out, t)
	}
	out = append(out, f.runTable(f.shown(), false))
	if f.flat() {
		return append(out, para("All changes are below 0.05%, and no rank changes; so there is no picture of them."))
	}
	return append(out, f.figure())
}

// shown are the units that the table of runs shows to people: not each run where there are teams, whose runs are alike.
func (f *PoolAudit) shown() []pooling.Unit {
	kinds := f.kinds()
	if slices.Contains(kinds, pooling.UnitTeam) {
		kinds = slices.DeleteFunc(kinds, func(k pooling.Unit) bool { return k == pooling.UnitRun })
	}
	return kinds
}

// others is the table of the other measures, or a sentence where nothing changes by any of them.
func (f *PoolAudit) others() doc.Block {
	var names []string
	for _, a := range f.Others {
		if slices.ContainsFunc(a.LeftOut, moves) {
			return f.measureTable()
		}
		names = append(names, a.Measure)
	}
	return para("Leaving out changes no mean and no rank by " + strings.Join(names, ", ") + ".")
}

// still says that leaving out changes nothing, on all topics or on those covered.
func (f *PoolAudit) still() bool {
	return !slices.ContainsFunc(f.LeftOut, moves) && (f.Covered == nil || !slices.ContainsFunc(f.Covered.LeftOut, moves))
}

// moves says that a run's mean or rank changes.
func moves(l pooling.LeftOut) bool {
	return l.Difference != 0 || size(l.Change) > 0 || l.RankBefore != l.RankAfter
}

// flat says that the picture would show no bar and no change of rank.
func (f *PoolAudit) flat() bool {
	_, unit := f.change()
	return !slices.ContainsFunc(f.of(unit), func(l pooling.LeftOut) bool {
		return l.Change != nil && !invisible(*l.Change) || l.RankBefore != l.RankAfter
	})
}
