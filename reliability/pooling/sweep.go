package pooling

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"sigrel/metrics"
	"sigrel/reliability"
	"sigrel/stats"
	"sigrel/stats/resample"
)

// SweepOptions say how deep to go, and how to score. The zero value takes [SweepDepths] to the depth of the pool, or where
// that is not known to the longest list, and scores all judged topics as trec_eval -c does.
type SweepOptions struct {
	Depths     []int           // in increasing order, from 1; nil: as above
	Topics     []metrics.Topic // the topics to average over; nil: all judged topics. They must be judged
	Cutoff     int             // documents of each topic that are scored; 0: all
	JudgedOnly bool            // leave out what is not judged before scoring
	Runs       []metrics.Tag   // whose pairs are tested, and whose reliability it is; nil: all. Ranks are among all runs
	Alpha      float64         // level of the tests; 0: stats.DefaultAlpha
}

// Sweep tells what the judgments would have said had the pool been shallower, by one measure.
type Sweep struct {
	Measure string       `json:"measure"`
	Alpha   float64      `json:"alpha"`
	Full    SweepPoint   `json:"full"`   // all judgments, orphans included: what the depths are held against
	Depths  []SweepPoint `json:"depths"` // by depth, the shallowest first
}

// SweepPoint is one depth: the judgments are those of documents in the first Depth ranks of a run that was pooled.
// Orphans, which are in nobody's, have none. Rank correlations, changes and differences are to all judgments.
type SweepPoint struct {
	Depth    *int `json:"depth"` // nil: all judgments
	Judged   int  `json:"judged"`
	Relevant int  `json:"relevant"`
	// NewRelevant is the number of relevant documents among those judged that the depth before has not, per one such
	// document; nil where there is none.
	NewRelevant *float64 `json:"relevant_per_extra_judgment"`
	Tau         *float64 `json:"tau"` // τ_b of the runs' means; nil where all tie
	// TauAP is τ_AP with the ranking by all judgments as the reference, the mean over all orders of runs that tie at this
	// depth (τ_AP,a); where runs tie in the reference, τ_AP,b. Nil where all runs tie.
	TauAP             *float64 `json:"tau_ap"`
	MaxRankChange     int      `json:"max_rank_change"`
	MeanAbsDifference float64  `json:"mean_abs_difference"` // of the runs' means
	// Power is the share of pairs with p ≤ Alpha by the paired t test (discriminative power: Sakai, SIGIR 2006), PowerHolm
	// with p adjusted after Holm; nil where there is nothing to test.
	Power     *float64 `json:"discriminative_power"`
	PowerHolm *float64 `json:"discriminative_power_holm"`
	ERho2     *float64 `json:"erho2"` // nil where the scores have no variance, or there are fewer than two runs or topics
}

// SweepDepths are 1, 2, 3, 5, 10, 20, 30, 40, 50, 75, 100, 150, 200, 300, 500, 750, 1000 … below deepest, and deepest.
func SweepDepths(deepest int) []int {
	var out []int
	add := func(d int) bool {
		if d < deepest {
			out = append(out, d)
		}
		return d < deepest
	}
	for _, d := range []int{1, 2, 3, 5, 10, 20, 30, 40, 50, 75} {
		add(d)
	}
	for decade := 100; add(decade); decade *= 10 {
		for _, part := range []int{15, 20, 30, 50, 75} {
			add(decade / 10 * part)
		}
	}
	return append(out, deepest)
}

// Sweep scores all runs with the judgments of shallower pools, a [Sweep] for each measure in the order given. It returns
// an error if there is no measure, a measure does not fit these judgments, a topic of opt.Topics is not judged, a run of
// opt.Runs is not in the pool, or [ErrNothingPooled]. It panics if opt.Cutoff is negative, Alpha is
// not in [0, 1), or the depths do not increase from 1 or more.
func (p *Pool) Sweep(ms []metrics.Applied, opt SweepOptions) ([]Sweep, error) {
	w, err := p.newSweep(ms, opt)
	if err != nil {
		return nil, err
	}
	points := make([]*sweepScores, len(w.depths)+1)
	resample.Each(len(points), p.workers, func(i int) {
		if i == len(w.depths) {
			points[i] = w.score(nil)
			return
		}
		points[i] = w.score(&w.depths[i])
	})
	full := points[len(w.depths)]
	out := make([]Sweep, len(ms))
	resample.Each(len(ms), p.workers, func(m int) {
		out[m] = Sweep{Measure: ms[m].String(), Alpha: w.alpha, Full: w.point(full, full, nil, m), Depths: make([]SweepPoint, len(w.depths))}
		for i := range w.depths {
			var before *sweepScores
			if i > 0 {
				before = points[i-1]
			}
			out[m].Depths[i] = w.point(points[i], full, before, m)
		}
	})
	return out, nil
}

// sweep is one Sweep, read by all workers.
type sweep struct {
	*scoring
	depths []int
	firsts [][]int32 // for each chosen topic and document, the least rank in a pooled run; 0: none
	runs   []int     // compared
	alpha  float64
}

// sweepScores are all scores at one depth.
type sweepScores struct {
	depth            *int
	judged, relevant int
	scores           [][]float64 // by topic
	means            []float64
}

func (p *Pool) newSweep(ms []metrics.Applied, opt SweepOptions) (*sweep, error) {
	chosen, err := p.fit(ms, opt.Topics, opt.Cutoff)
	if err != nil {
		return nil, err
	}
	w := &sweep{depths: slices.Clone(opt.Depths), alpha: opt.Alpha}
	w.scoring = &scoring{pool: p, measures: ms, topics: chosen, opt: LeaveOutOptions{Cutoff: opt.Cutoff, JudgedOnly: opt.JudgedOnly}}
	if w.alpha == 0 {
		w.alpha = stats.DefaultAlpha
	}
	if !(w.alpha > 0 && w.alpha < 1) {
		panic(fmt.Sprintf("pooling: alpha %g", opt.Alpha))
	}
	for i, d := range w.depths {
		if d < 1 || i > 0 && d <= w.depths[i-1] {
			panic(fmt.Sprintf("pooling: depths %v, want them to increase from 1 or more", opt.Depths))
		}
	}
	if w.runs, err = rowsOf(opt.Runs, p.runs); err != nil {
		return nil, err
	}
	deepest := p.deepest()
	if deepest == 0 {
		return nil, ErrNothingPooled
	}
	if w.depths == nil {
		w.depths = SweepDepths(deepest)
	}
	w.firsts = make([][]int32, len(chosen))
	resample.Each(len(chosen), p.workers, func(i int) { w.firsts[i] = p.firstRanks(&p.topics[chosen[i]]) })
	return w, nil
}

// deepest is the depth of the pool, or where that is not known the length of the longest list.
func (p *Pool) deepest() int {
	longest := 0
	for i := range p.topics {
		for r, ranked := range p.topics[i].ranked {
			if !p.runs[r].Unpooled {
				longest = max(longest, len(ranked))
			}
		}
	}
	if p.Depth.Ranks > 0 {
		return min(p.Depth.Ranks, longest)
	}
	return longest
}

// firstRanks gives for each document the least rank in a run that may have been pooled, at any depth; 0: in none.
func (p *Pool) firstRanks(t *topic) []int32 {
	first := make([]int32, t.unpooled())
	for r, ranked := range t.ranked {
		if p.runs[r].Unpooled {
			continue
		}
		for k, n := range ranked {
			if rank := int32(k + 1); n != t.unpooled() && (first[n] == 0 || rank < first[n]) {
				first[n] = rank
			}
		}
	}
	return first
}

// score scores all runs on all topics without the documents below the depth, or with all where depth is nil.
func (w *sweep) score(depth *int) *sweepScores {
	out := &sweepScores{depth: depth, scores: make([][]float64, len(w.topics)), means: make([]float64, len(w.pool.runs)*len(w.measures))}
	d := &desk{}
	for i, at := range w.topics {
		first := w.firsts[i]
		gone := func(_ *topic, n int) bool { return depth != nil && (first[n] == 0 || int(first[n]) > *depth) }
		t := &w.pool.topics[at]
		for n := range first {
			if !gone(t, n) && t.judged(int32(n)) {
				out.judged++
				if t.gains[n] >= w.pool.level {
					out.relevant++
				}
			}
		}
		out.scores[i] = w.topicScores(d, at, gone)
		for j, x := range out.scores[i] {
			out.means[j] += x
		}
	}
	for j := range out.means {
		out.means[j] /= float64(len(w.topics))
	}
	return out
}

// point compares one depth with all judgments, by measure m.
func (w *sweep) point(at, full, before *sweepScores, m int) SweepPoint {
	out := SweepPoint{Depth: at.depth, Judged: at.judged, Relevant: at.relevant}
	judged, relevant := at.judged, at.relevant
	if before != nil {
		judged, relevant = judged-before.judged, relevant-before.relevant
	}
	if at != full {
		out.NewRelevant = over(float64(relevant), judged)
	}
	was, is := newRanking(w.column(full.means, m), w.measures[m].Lower), newRanking(w.column(at.means, m), w.measures[m].Lower)
	out.Tau, out.TauAP = was.correlations(is)
	var size float64
	for r := range was.means {
		size += math.Abs(is.means[r] - was.means[r])
		out.MaxRankChange = max(out.MaxRankChange, abs(is.ranks[r]-was.ranks[r]))
	}
	out.MeanAbsDifference = size / float64(len(was.means))
	scores := mat.NewDense(len(w.runs), len(w.topics), nil)
	for row, r := range w.runs {
		for i := range w.topics {
			scores.Set(row, i, at.scores[i][r*len(w.measures)+m])
		}
	}
	out.Power, out.PowerHolm = discriminative(scores, w.alpha)
	if g, err := reliability.Study(scores); err == nil {
		e := g.Coefficient(reliability.ERho2, len(w.topics))
		out.ERho2 = &e
	}
	return out
}

// tauAP is the AP correlation that fits the ties there are; nil if none does.
func tauAP(reference, other []float64) *float64 {
	if x, err := stats.TauAPA(reference, other); err == nil {
		return &x
	}
	if x, err := stats.TauAPB(reference, other); err == nil {
		return &x
	}
	return nil
}

// discriminative gives the shares of pairs that differ by the t test, as they are and after Holm.
func discriminative(scores *mat.Dense, alpha float64) (plain, holm *float64) {
	runs, topics := scores.Dims()
	if runs < 2 || topics < 2 {
		return nil, nil
	}
	p, _, err := tTests(scores, stats.AllPairs(runs))
	if err != nil {
		return nil, nil
	}
	share := func(p []float64) *float64 {
		n := 0
		for _, v := range p {
			if v <= alpha {
				n++
			}
		}
		return over(float64(n), len(p))
	}
	return share(p), share(stats.FindCorrection("holm").Adjust(p))
}

func abs(n int) int { return max(n, -n) }
