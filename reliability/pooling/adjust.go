package pooling

import (
	"errors"
	"fmt"

	"sigrel/metrics"
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
