package pooling

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"sigrel/metrics"
	"sigrel/stats"
	"sigrel/stats/resample"
)

// scoring is one LeaveOut or Sweep: it is read by all workers, and written by none.
type scoring struct {
	pool      *Pool
	measures  []metrics.Applied
	topics    []int
	opt       LeaveOutOptions
	before    [][]float64 // for each chosen topic: score of run r by measure m at r·len(measures)+m
	means     []float64   // over the topics, likewise
	rows      []int       // runs compared; nil where nothing is decided
	decisions stats.Decisions
}

// outcome is what one leave-out gives: the mean of run r by measure m at r·len(measures)+m, and the decisions on the runs
// compared.
type outcome struct {
	means     []float64
	decisions stats.Decisions
}

// newScoring scores all runs before anything is left out.
func newScoring(p *Pool, ms []metrics.Applied, chosen []int, opt LeaveOutOptions) (*scoring, error) {
	s := &scoring{pool: p, measures: ms, topics: chosen, opt: opt, before: make([][]float64, len(chosen))}
	var err error
	if s.rows, err = opt.Verdicts.rows(p.runs); err != nil {
		return nil, err
	}
	resample.Each(len(chosen), p.workers, func(i int) { s.before[i] = s.topicScores(&desk{}, chosen[i], s.repooled) })
	o, err := s.settle(func(i int) []float64 { return s.before[i] })
	if err != nil {
		return nil, fmt.Errorf("pool: %w", err)
	}
	s.means, s.decisions = o.means, o.decisions
	return s, nil
}

// settle takes the scores of each chosen topic together, in the order of the topics.
func (s *scoring) settle(scores func(i int) []float64) (outcome, error) {
	o := outcome{means: make([]float64, len(s.pool.runs)*len(s.measures))}
	var matrix *mat.Dense
	if s.rows != nil {
		matrix = mat.NewDense(len(s.rows), len(s.topics), nil)
	}
	for i := range s.topics {
		all := scores(i)
		for j, x := range all {
			o.means[j] += x
		}
		for row, r := range s.rows {
			matrix.Set(row, i, all[r*len(s.measures)])
		}
	}
	for j := range o.means { // the sum of a count becomes a mean too, so that all measures compare alike
		o.means[j] /= float64(len(s.topics))
	}
	var err error
	if s.rows != nil {
		o.decisions, err = s.opt.Verdicts.Decide(matrix)
	}
	return o, err
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

// without scores all runs with the unit left out, on the topics where it makes a difference.
func (s *scoring) without(l leaveOut) (outcome, error) {
	d := &desk{}
	return s.settle(func(i int) []float64 {
		t := &s.pool.topics[s.topics[i]]
		sole := t.sole(l.kind)
		own := func(t *topic, n int) bool {
			return sole[n] == l.u && (s.opt.Mode != RemoveRelevant || t.gains[n] >= s.pool.level)
		}
		for n := range sole {
			if own(t, n) {
				return s.topicScores(d, s.topics[i], func(t *topic, n int) bool { return own(t, n) || s.repooled(t, n) })
			}
		}
		return s.before[i]
	})
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
