package pooling

import (
	"math"
	"slices"

	"sigrel/metrics"
)

// scoring is one LeaveOut: it is read by all workers, and written by none.
type scoring struct {
	pool     *Pool
	measures []metrics.Applied
	topics   []int
	opt      LeaveOutOptions
	before   [][]float64 // for each chosen topic: score of run r by measure m at r·len(measures)+m
}

// desk is the space for scoring one topic after another. Its zero value is ready.
type desk struct {
	gains   []float64 // of the documents of a topic, as far as they are still judged
	pooled  []bool    // of the documents: pooled, yet not judged
	removed []float64 // gains of documents removed
	ideal   []float64
	ranks   []float64 // gains by rank
	flags   []bool    // by rank: pooled, not judged
}

// repooled says whether document n of t is removed before anything is left out.
func (s *scoring) repooled(t *topic, n int) bool { return s.opt.Mode == Repool && t.byRun[n] == nobody }

// without gives the mean of run r by measure m, at r·len(measures)+m, with the unit left out. Sums are in the order of
// topics.
func (s *scoring) without(l leaveOut) []float64 {
	means := make([]float64, len(s.pool.runs)*len(s.measures))
	d := &desk{}
	for i, at := range s.topics {
		t := &s.pool.topics[at]
		sole := t.sole(l.kind)
		scores := s.before[i]
		if slices.Contains(sole, l.u) {
			scores = s.topicScores(d, at, func(t *topic, n int) bool { return sole[n] == l.u || s.repooled(t, n) })
		}
		for j, x := range scores {
			means[j] += x
		}
	}
	s.average(means)
	return means
}

// average turns sums over topics into means; the sum of a count stays a mean too, so that all measures compare alike.
func (s *scoring) average(sums []float64) {
	for j := range sums {
		sums[j] /= float64(len(s.topics))
	}
}

// topicScores scores all runs on one topic, without the documents for which removed is true.
func (s *scoring) topicScores(d *desk, at int, removed func(t *topic, n int) bool) []float64 {
	t := &s.pool.topics[at]
	negative := d.reduce(t, removed)
	out := make([]float64, 0, len(s.pool.runs)*len(s.measures))
	for r := range s.pool.runs {
		j := metrics.Judged{Gains: d.look(t.ranked[r], s.opt), Ideal: d.ideal, Level: s.pool.level, Top: s.pool.top}
		if negative && !s.opt.JudgedOnly {
			j.Pooled = d.flag(t.ranked[r], s.opt)
		}
		for _, m := range s.measures {
			out = append(out, m.Value(j))
		}
	}
	return out
}

// reduce sets the desk up for topic t without some documents, and says whether any document left is pooled, not judged.
func (d *desk) reduce(t *topic, removed func(t *topic, n int) bool) (negative bool) {
	d.gains = append(d.gains[:0], t.gains...)
	d.pooled = slices.Grow(d.pooled[:0], len(t.gains))[:len(t.gains)]
	clear(d.pooled)
	d.removed = d.removed[:0]
	for n := range t.gains[:t.unpooled()] {
		switch {
		case removed(t, n):
			if g := t.gains[n]; !math.IsNaN(g) {
				d.removed = append(d.removed, g)
			}
			d.gains[n] = math.NaN()
		case math.IsNaN(t.gains[n]):
			d.pooled[n] = true
			negative = true
		}
	}
	slices.Sort(d.removed)
	slices.Reverse(d.removed)
	d.ideal = d.ideal[:0]
	gone := d.removed
	for _, g := range t.ideal { // both decrease, and all that is gone is in the ideal
		if len(gone) > 0 && gone[0] == g {
			gone = gone[1:]
			continue
		}
		d.ideal = append(d.ideal, g)
	}
	return negative
}

// look gives the gains by rank.
func (d *desk) look(ranked []int32, opt LeaveOutOptions) []float64 {
	if opt.Cutoff > 0 {
		ranked = ranked[:min(opt.Cutoff, len(ranked))]
	}
	d.ranks = slices.Grow(d.ranks[:0], len(ranked))[:len(ranked)]
	for k, n := range ranked {
		d.ranks[k] = d.gains[n]
	}
	if opt.JudgedOnly {
		d.ranks = slices.DeleteFunc(d.ranks, math.IsNaN)
	}
	return d.ranks
}

// flag tells by rank what is pooled, yet not judged.
func (d *desk) flag(ranked []int32, opt LeaveOutOptions) []bool {
	d.flags = d.flags[:0]
	for _, n := range ranked {
		if opt.Cutoff > 0 && len(d.flags) == opt.Cutoff {
			break
		}
		d.flags = append(d.flags, d.pooled[n])
	}
	return d.flags
}
