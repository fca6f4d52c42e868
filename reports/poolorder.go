package reports

import (
	"cmp"
	"slices"

	"sigrel/reliability/pooling"
)

// of lists the entries of a kind of unit.
func (f *PoolAudit) of(unit string) []pooling.LeftOut {
	var out []pooling.LeftOut
	for _, l := range f.LeftOut {
		if l.Kind.String() == unit {
			out = append(out, l)
		}
	}
	return out
}

// bySize lists the runs, the largest change first.
func (f *PoolAudit) bySize() []pooling.LeftOut {
	_, unit := f.change()
	out := f.of(unit)
	slices.SortStableFunc(out, func(a, b pooling.LeftOut) int {
		return cmp.Or(cmp.Compare(size(b.Change), size(a.Change)), cmp.Compare(a.Run, b.Run))
	})
	return out
}

// byRank lists the runs in order of their ranks.
func (f *PoolAudit) byRank(unit string) []pooling.LeftOut {
	out := f.of(unit)
	slices.SortStableFunc(out, func(a, b pooling.LeftOut) int {
		return cmp.Or(cmp.Compare(a.RankBefore, b.RankBefore), cmp.Compare(a.Run, b.Run))
	})
	return out
}
