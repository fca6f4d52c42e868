package reports

import (
	"errors"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"sigrel/reliability"
	"sigrel/reports/doc"
	"sigrel/stats"
	"sigrel/stats/resample"
)

// Methods of the limits of coefficients.
const (
	IntervalsTeams       = "teams"       // one run a team, averaged over draws
	IntervalsIndependent = "independent" // as if the systems were independent
	IntervalsBootstrap   = "bootstrap"   // percentiles over resamples of teams and topics
	IntervalsJackknife   = "jackknife"   // leaving out one topic at a time
)

// IntervalMethods lists what ReliabilityOptions.Intervals may be.
func IntervalMethods() []string {
	return []string{IntervalsTeams, IntervalsIndependent, IntervalsBootstrap, IntervalsJackknife}
}

// CoefficientIntervals says how limits of coefficients were made.
type CoefficientIntervals struct {
	Method     string  `json:"method"`     // one of IntervalMethods
	Teams      *int    `json:"teams"`      // null where they are not known
	Draws      *int    `json:"draws"`      // of one run a team, or resamples; null where neither was made
	Enumerated bool    `json:"enumerated"` // the draws are all there are
	Seed       *uint64 `json:"seed"`       // null where nothing was drawn
	Degenerate int     `json:"degenerate"` // further draws, left out: without variance
	Reason     *string `json:"reason"`     // why not by teams, where teams are known and no other method was asked for
}

// subject is a matrix of ranked systems whose reliability is assessed.
type subject struct {
	c          *Comparison
	values     *mat.Dense
	systems    []System
	team       []int // of each system; nil where not known
	filled     [][]bool
	options    ReliabilityOptions
	plan       resample.Plan
	confidence float64
}

func newSubject(a *Analysis, c *Comparison) *subject {
	k := len(c.ranked())
	opt := a.Options.WithDefaults()
	s := &subject{c: c, values: mat.DenseCopyOf(c.scores.Values.Slice(0, k, 0, c.Topics)), systems: c.Systems[:k],
		options: a.Reliability, confidence: opt.Confidence, plan: resample.Plan{Seed: opt.Plan.Seed, Workers: opt.Plan.Workers, Replicates: a.Reliability.Draws}}
	if c.scores.Filled != nil {
		s.filled = c.scores.Filled[:k]
	}
	if a.Teams {
		s.team, _ = numberTeams(teamsOf(s.systems))
	}
	return s
}

// teams is the number of teams, nil where they are not known.
func (s *subject) teams() *int {
	if s.team == nil {
		return nil
	}
	return new(len(slices.Compact(slices.Sorted(slices.Values(s.team)))))
}

// part is the subject with some of its systems.
func (s *subject) part(rows []int) *subject {
	out := *s
	_, n := s.values.Dims()
	out.values, out.systems, out.team, out.filled = mat.NewDense(len(rows), n, nil), nil, nil, nil
	for k, i := range rows {
		out.values.SetRow(k, s.values.RawRowView(i))
		out.systems = append(out.systems, s.systems[i])
		if s.team != nil {
			out.team = append(out.team, s.team[i])
		}
	}
	return &out
}

// better are the values, with their signs turned where lower is better.
func (s *subject) better() *mat.Dense { return upward(s.values, s.c.scores.Lower) }

// g is the G-study of a complete matrix that was assessed before.
func (s *subject) g() reliability.GStudy {
	g, err := reliability.Study(s.values)
	if err != nil {
		panic(err)
	}
	return g
}

// assessed is a G-study with limits.
type assessedStudy struct {
	g          reliability.GStudy
	limits     reliability.Limits
	intervals  CoefficientIntervals
	incomplete *reliability.Incomplete
	warnings   []stats.Warning
}

// assess analyses the matrix, without filled cells if so asked for, and makes the limits of the coefficients.
func (s *subject) assess() (assessedStudy, error) {
	var r assessedStudy
	var err error
	if s.options.Incomplete {
		var in reliability.Incomplete
		if r.g, in, r.limits, err = reliability.StudyIncomplete(s.values, s.absent(), s.options.Estimator, s.confidence); err != nil {
			return r, err
		}
		r.incomplete, r.warnings = &in, in.Warnings
		r.intervals = CoefficientIntervals{Method: IntervalsJackknife, Teams: s.teams(),
			Reason: new("draws of one run a team want a score in every cell")}
		if s.team == nil {
			r.intervals.Reason = nil
		}
		return r, nil
	}
	if r.g, err = reliability.Study(s.values); err != nil {
		return r, err
	}
	r.limits, r.intervals, r.warnings, err = s.limits(r.g)
	return r, err
}

// filledWarning says what the coefficients are without the cells that count as 0 for want of a score; nil where there are none.
func (s *subject) filledWarning() []stats.Warning {
	if s.filled == nil {
		return nil
	}
	g, in, err := reliability.WithoutHoles(s.values, s.filled, reliability.EstimatorREML)
	if err != nil || in.Missing == 0 {
		return nil
	}
	k, n := s.values.Dims()
	return []stats.Warning{{Code: "filled-scores", Text: fmt.Sprintf(
		"%d of %d scores %s missing and count%s as 0, which is a rule and no measurement; without them, by REML, Eρ² is %s and Φ %s",
		in.Missing, k*n, verb(in.Missing, "is", "are"), verb(in.Missing, "s", ""), doc.FormatNumber(g.Coefficient(reliability.ERho2, n), 3), doc.FormatNumber(g.Coefficient(reliability.Phi, n), 3))}}
}

// absent are the cells without a score.
func (s *subject) absent() [][]bool {
	if s.filled != nil {
		return s.filled
	}
	k, n := s.values.Dims()
	none := make([][]bool, k)
	for i := range none {
		none[i] = make([]bool, n)
	}
	return none
}

// limits are those of the method asked for, or of teams where they are known.
func (s *subject) limits(g reliability.GStudy) (reliability.Limits, CoefficientIntervals, []stats.Warning, error) {
	in := CoefficientIntervals{Method: s.options.Intervals, Teams: s.teams()}
	switch {
	case in.Method == IntervalsJackknife:
		_, l, err := reliability.DeleteTopic(s.values, s.confidence)
		return l, in, nil, err
	case in.Method == IntervalsBootstrap:
		b, err := reliability.Bootstrap(s.values, s.team, s.plan)
		if err != nil {
			return reliability.Limits{}, in, nil, err
		}
		in.Draws, in.Seed, in.Degenerate = &b.Replicates, &b.Seed, b.Degenerate
		return b.Limits(s.confidence), in, nil, nil
	case in.Method == IntervalsIndependent || s.team == nil:
		in.Method = IntervalsIndependent
		return g.Limits(s.confidence), in, nil, nil
	}
	in.Method = IntervalsTeams
	d, err := reliability.OneRunATeam(s.values, s.team, s.plan)
	if errors.Is(err, reliability.ErrOneTeam) || errors.Is(err, reliability.ErrNoVariance) {
		why := fmt.Sprintf("all %d systems are of one team", len(s.team))
		if errors.Is(err, reliability.ErrNoVariance) {
			why = "in every draw of one run a team all scores are equal"
		}
		in.Method, in.Reason = IntervalsIndependent, &why
		return g.Limits(s.confidence), in, []stats.Warning{{Code: "runs-not-independent", Text: fmt.Sprintf(
			"an interval that allows for teams is not assessed: %s; the one given takes the systems as independent, and is too narrow where they resemble each other", why)}}, nil
	}
	if err != nil {
		return reliability.Limits{}, in, nil, err
	}
	in.Draws, in.Enumerated, in.Seed, in.Degenerate = &d.Draws, d.Enumerated, d.Seed, d.Degenerate
	return d.Limits(s.confidence), in, d.Warnings, nil
}
