package pooling

import (
	"slices"

	"sigrel/metrics"
	"sigrel/stats/resample"
)

// adjuster holds the means that the methods are made of. Entry u of the outer slices is for the pool without the unit of
// run u; for a new run that is the whole pool.
type adjuster struct {
	pool   *Pool
	m      metrics.Applied
	topics []int
	unit   Unit
	pooled []int // runs
	fresh  []int // runs that were not pooled

	own      []float64   // score of run u without its unit
	full     []float64   // with all judgments
	loss     []float64   // mean loss of the pooled runs that are left, each left out of what is left
	parts    []precision // of run u: precision and anti-precision
	reorders []precision // mean change of the pooled runs that are left, reordered by run u
}

func (j *adjuster) gather() error {
	for r, run := range j.pool.runs {
		if run.Unpooled {
			j.fresh = append(j.fresh, r)
		} else {
			j.pooled = append(j.pooled, r)
		}
	}
	for _, u := range j.pooled {
		if len(j.left(u)) == 0 {
			return ErrNoneLeft
		}
	}
	if len(j.pooled) == 0 {
		return ErrNoneLeft
	}
	return nil
}

// unitOf is the number of the unit of a run.
func (j *adjuster) unitOf(r int) int32 {
	if j.unit == UnitTeam {
		return int32(j.pool.teams.of[r])
	}
	return int32(r)
}

// left are the pooled runs outside of the unit of run u.
func (j *adjuster) left(u int) []int {
	var out []int
	for _, r := range j.pooled {
		if j.pool.runs[u].Unpooled || j.unitOf(r) != j.unitOf(u) {
			out = append(out, r)
		}
	}
	return out
}

// finders are the units that put a document in the pool: up to two of them, and nobody after the last.
type finders [2]int32

// findersOf tells for each document of t who put it in the pool; several first where they are more than two.
func (j *adjuster) findersOf(t *topic) []finders {
	out := make([]finders, t.unpooled())
	for n := range out {
		out[n] = finders{nobody, nobody}
	}
	for _, r := range j.pooled {
		u := j.unitOf(r)
		for _, n := range j.pool.contributed(t, r) {
			if n == t.unpooled() {
				continue
			}
			switch f := &out[n]; {
			case f[0] == several || f[0] == u || f[1] == u:
			case f[0] == nobody:
				f[0] = u
			case f[1] == nobody:
				f[1] = u
			default:
				f[0] = several
			}
		}
	}
	return out
}

// only says whether no unit but a and b found the document, and one of them did.
func (f finders) only(a, b int32) bool {
	return f[0] >= 0 && (f[0] == a || f[0] == b) && (f[1] == nobody || f[1] == a || f[1] == b)
}

// noUnit is the unit of no document.
const noUnit int32 = -3

// outside is the unit that is left out of the pool for run u: nobody for a new run.
func (j *adjuster) outside(u int) int32 {
	if j.pool.runs[u].Unpooled {
		return noUnit
	}
	return j.unitOf(u)
}

// score computes the means of runs with their unit left out, and the losses of the others.
func (j *adjuster) score() {
	runs := len(j.pool.runs)
	j.own, j.full, j.loss = make([]float64, runs), make([]float64, runs), make([]float64, runs)
	who := make([][]finders, len(j.topics))
	resample.Each(len(who), j.pool.workers, func(i int) { who[i] = j.findersOf(&j.pool.topics[j.topics[i]]) })
	resample.Each(runs, j.pool.workers, func(u int) {
		d, left := &desk{}, j.left(u)
		lost := make([]float64, len(left))
		for i, at := range j.topics {
			t, gone := &j.pool.topics[at], j.outside(u)
			j.full[u] += j.value(d, t, u, func(*topic, int) bool { return false })
			j.own[u] += j.value(d, t, u, func(_ *topic, n int) bool { return who[i][n].only(gone, gone) })
			for k, r := range left {
				lost[k] += j.lose(d, t, r, who[i], gone)
			}
		}
		topics := float64(len(j.topics))
		j.full[u] /= topics
		j.own[u] /= topics
		for _, x := range lost {
			j.loss[u] += x / topics / float64(len(left))
		}
	})
}

// lose is what run r loses on a topic when its unit goes too, after the unit gone.
func (j *adjuster) lose(d *desk, t *topic, r int, who []finders, gone int32) float64 {
	unit := j.unitOf(r)
	if !slices.ContainsFunc(who, func(f finders) bool { return f.only(gone, unit) && !f.only(gone, gone) }) {
		return 0
	}
	before := j.value(d, t, r, func(_ *topic, n int) bool { return who[n].only(gone, gone) })
	return before - j.value(d, t, r, func(_ *topic, n int) bool { return who[n].only(gone, unit) })
}

// value is the score of run r on a topic without some of the judgments.
func (j *adjuster) value(d *desk, t *topic, r int, removed func(t *topic, n int) bool) float64 {
	negative := d.reduce(t, removed)
	seen := metrics.Judged{Gains: d.look(t.ranked[r], LeaveOutOptions{}), Ideal: d.ideal, Level: j.pool.level, Top: j.pool.top}
	if negative {
		seen.Pooled = d.flag(t.ranked[r], LeaveOutOptions{})
	}
	return j.m.Value(seen)
}
