package pooling

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"sigrel/metrics"
	"sigrel/stats"
	"sigrel/stats/resample"
)

// Method is a way to correct the score of a run that was not pooled.
type Method string

// The methods. What they do to pooled runs that are left out is the only evidence of what they do to a new one.
const (
	// NoCorrection leaves the score as it is: what the others are compared with.
	NoCorrection Method = "none"
	// WebberPark adds the mean loss of the pooled runs when each is left out of the pool (Webber and Park, "Score
	// adjustment for correction of pooling bias", SIGIR 2009). All new runs get the same.
	WebberPark Method = "webber-park"
	// Lipani is for precision: what is judged in a run is split into precision and anti-precision, and the correction is
	// how both change where the run reorders the pooled runs (Lipani, Lupu and Hanbury, "Splitting water", SIGIR 2015).
	Lipani Method = "lipani"
	// LipaniPlain is Lipani without its condition that the reordering helps precision more than anti-precision.
	LipaniPlain Method = "lipani-v2"
)

// AdjustOptions say how to correct. The zero value leaves out runs and averages over all judged topics.
type AdjustOptions struct {
	Unit   Unit
	Topics []metrics.Topic // nil: all judged topics
	// Significant says whether the difference of two runs, by their tags, is: for StrictRankError. Nil: nobody has tested.
	Significant func(a, b metrics.Tag) bool
}

// Adjustment is one method with its own evidence. All scores are means over topics.
type Adjustment struct {
	Method  Method      `json:"method"`
	Unit    Unit        `json:"unit"` // what was left out
	Measure string      `json:"measure"`
	New     []Adjusted  `json:"new"`      // the runs that were not pooled
	LeftOut []Adjusted  `json:"left_out"` // the pooled runs, each as if its unit had not been pooled
	Error   AdjustError `json:"error"`
}

// Adjusted is the score of one run.
type Adjusted struct {
	Run      metrics.Tag `json:"run"`
	Score    float64     `json:"score"`    // without correction: of a run left out, with the judgments that are left
	Adjusted float64     `json:"adjusted"` //
	True     *float64    `json:"true"`     // of a pooled run, with all judgments
	Lo       *float64    `json:"lo"`       // Adjusted minus the greatest error of the runs left out, within the measure's range; nil for these
	Hi       *float64    `json:"hi"`       // Adjusted minus the least, a negative one as a rule
}

// AdjustError compares the corrected scores of the pooled runs, left out, with their true ones.
type AdjustError struct {
	Runs         int      `json:"runs"`
	MeanAbsolute float64  `json:"mae"`
	Least        float64  `json:"least"` // adjusted − true
	Greatest     float64  `json:"greatest"`
	RankError    int      `json:"sre"`      // sum over runs of the places lost or won, all others with their true scores
	Strict       *int     `json:"sre_star"` // of these, places past runs that differ significantly; nil: not tested
	TauB         *float64 `json:"tau_b"`    // of adjusted and true scores; nil where all runs tie
}

// ErrNoneLeft is returned where leaving a unit out leaves no pooled run to learn from.
var ErrNoneLeft = errors.New("leaving a unit out of the pool leaves no pooled run")

// Adjust corrects the scores of the runs that were not pooled ([metrics.Run].Unpooled) by every method that the measure
// has, the uncorrected scores first: Lipani's methods are for P. Each pooled run is corrected as well, as if its unit had not taken part; what
// only the unit contributed then is not judged.
//
// An error wraps [ErrNoneLeft], or says that the measure does not fit the judgments or that a topic is not judged.
func (p *Pool) Adjust(m metrics.Applied, opt AdjustOptions) ([]Adjustment, error) {
	if err := m.Check(p.top); err != nil {
		return nil, err
	}
	chosen, err := p.chosen(opt.Topics)
	if err != nil {
		return nil, err
	}
	j := &adjuster{pool: p, m: m, topics: chosen, unit: opt.Unit}
	if err := j.gather(); err != nil {
		return nil, err
	}
	j.score()
	methods := []Method{NoCorrection, WebberPark}
	if m.Name == "P" && m.String() == fmt.Sprintf("P@%d", m.Args.K) {
		j.reorder()
		methods = append(methods, Lipani, LipaniPlain)
	}
	out := make([]Adjustment, len(methods))
	for i, method := range methods {
		out[i] = j.adjustment(method, opt.Significant)
	}
	return out, nil
}

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

// precision is the share of the first ranks that is relevant, and the share that is judged and not relevant.
type precision struct{ good, bad float64 }

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

// corrected is the score of run u by a method.
func (j *adjuster) corrected(method Method, u int) float64 {
	switch method {
	case WebberPark:
		return j.own[u] + j.loss[u]
	case Lipani, LipaniPlain:
		p, change := j.parts[u], j.reorders[u]
		unknown := 1 - p.good - p.bad
		if method == Lipani && unknown*(change.good*p.bad-change.bad*p.good) <= same { // 0 but for rounding
			return j.own[u]
		}
		return j.own[u] + unknown*max(0, -change.good-change.bad)
	}
	return j.own[u]
}

// adjustment applies a method to all runs.
func (j *adjuster) adjustment(method Method, significant func(a, b metrics.Tag) bool) Adjustment {
	a := Adjustment{Method: method, Unit: j.unit, Measure: j.m.String(), New: []Adjusted{}}
	entry := func(u int) Adjusted {
		return Adjusted{Run: j.pool.runs[u].Tag, Score: j.own[u], Adjusted: j.corrected(method, u)}
	}
	for _, u := range j.pooled {
		e := entry(u)
		e.True = &j.full[u]
		a.LeftOut = append(a.LeftOut, e)
	}
	a.Error = errorOf(a.LeftOut, significant)
	for _, u := range j.fresh {
		e := entry(u)
		least, most := j.m.Range()
		lo, hi := max(least, e.Adjusted-a.Error.Greatest), min(most, e.Adjusted-a.Error.Least)
		e.Lo, e.Hi = &lo, &hi
		a.New = append(a.New, e)
	}
	return a
}

// errorOf compares the corrected scores of runs left out with the true ones.
func errorOf(runs []Adjusted, significant func(a, b metrics.Tag) bool) AdjustError {
	e := AdjustError{Runs: len(runs), Least: math.Inf(1), Greatest: math.Inf(-1)}
	var truth, guess []float64
	if significant != nil {
		e.Strict = new(int)
	}
	for _, r := range runs {
		x := r.Adjusted - *r.True
		e.MeanAbsolute += math.Abs(x) / float64(len(runs))
		e.Least, e.Greatest = min(e.Least, x), max(e.Greatest, x)
		truth, guess = append(truth, *r.True), append(guess, r.Adjusted)
	}
	for i := range runs {
		places, strict := passed(runs, i, significant)
		e.RankError += places
		if e.Strict != nil {
			*e.Strict += strict
		}
	}
	if tau, err := stats.TauB(truth, guess); err == nil {
		e.TauB = &tau
	}
	return e
}

// passed is how many places run i moves among the true scores of the others, and how many of the runs between differ
// significantly from it.
func passed(runs []Adjusted, i int, significant func(a, b metrics.Tag) bool) (places, strict int) {
	above := func(x, y float64) bool { return x-y > same }
	before, after := 0, 0
	for k, r := range runs {
		if k == i {
			continue
		}
		was, is := above(*r.True, *runs[i].True), above(*r.True, runs[i].Adjusted)
		if was {
			before++
		}
		if is {
			after++
		}
		if was != is && significant != nil && significant(runs[i].Run, r.Run) {
			strict++
		}
	}
	return max(before-after, after-before), strict
}
