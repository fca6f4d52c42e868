package reports

import (
	"errors"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"sigrel/metrics"
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
		known := make(map[metrics.Team]int)
		for _, sys := range s.systems {
			if _, there := known[sys.Team]; !there {
				known[sys.Team] = len(known)
			}
			s.team = append(s.team, known[sys.Team])
		}
	}
	return s
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
func (s *subject) better() *mat.Dense {
	if !s.c.scores.Lower {
		return s.values
	}
	var out mat.Dense
	out.Scale(-1, s.values)
	return &out
}

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
			Reason: reasonOf("draws of one run a team want a score in every cell")}
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

func (s *subject) teams() *int {
	if s.team == nil {
		return nil
	}
	n := slices.Max(s.team) + 1
	seen := make([]bool, n)
	count := 0
	for _, g := range s.team {
		if !seen[g] {
			seen[g] = true
			count++
		}
	}
	return &count
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

// intervalText says how the limits were made, and how wide the others would be.
func (f *Reliability) intervalText() []doc.Text {
	in := f.Intervals
	several := f.teams > 0 && f.teams < f.Systems
	out := say("Confidence intervals: ")
	switch {
	case in.Method == IntervalsTeams && !several:
		return append(out, say("each team has one run, so the systems are taken as independent (Feldt's for Eρ², that of Arteaga and others for Φ).")...)
	case in.Method == IntervalsTeams:
		how := fmt.Sprintf("%d random draws (seed %d)", *in.Draws, seedOf(in.Seed))
		if in.Enumerated {
			how = fmt.Sprintf("all %d ways to choose it", *in.Draws)
		}
		out = append(out, say(fmt.Sprintf("Feldt's for Eρ² and that of Arteaga and others for Φ, of one run a team (%s), averaged over %s, since runs of one team resemble each other.",
			count(f.teams, "team"), how))...)
	case in.Method == IntervalsBootstrap:
		what := "systems and topics"
		if f.teams > 0 {
			what = fmt.Sprintf("teams (%d, with all their runs) and topics", f.teams)
		}
		out = append(out, say(fmt.Sprintf("percentiles of %d resamples of %s (seed %d); in simulations they are too narrow.", *in.Draws, what, seedOf(in.Seed)))...)
	case in.Method == IntervalsJackknife:
		out = append(out, say("t intervals from leaving out one topic at a time: of other topics, but with these same systems.")...)
	default:
		out = append(out, say("Feldt's for Eρ² and that of Arteaga and others for Φ, with the systems taken as independent.")...)
		if several || in.Reason != nil {
			out = append(out, say(fmt.Sprintf(" But the %d systems come from %s, and runs of one team resemble each other: the intervals are too narrow.", f.Systems, count(f.teams, "team")))...)
		}
		return out
	}
	if f.Independent == nil {
		return out
	}
	e, p := f.Independent.ERho2, f.Independent.Phi
	return append(out, say(fmt.Sprintf(" With all %d systems taken as independent they would be ", f.Systems),
		doc.Range{Lo: e.Lo, Hi: e.Hi, Digits: 3}, " for Eρ² and ", doc.Range{Lo: p.Lo, Hi: p.Hi, Digits: 3}, " for Φ.")...)
}

func seedOf(seed *uint64) uint64 {
	if seed == nil {
		return 0
	}
	return *seed
}

// reasonOf is a reason as JSON has it.
func reasonOf(text string) *string { return &text }

// errorText says how far a mean score may be off, and Φ(λ).
func (f *Reliability) errorText() *doc.Paragraph {
	e := f.Error
	out := say(fmt.Sprintf("A mean over %s has a standard error of measurement of ", count(f.Topics, "topic")), doc.Plain(squaredText(e.Relative, 4)),
		" where systems are compared, and of ", doc.Plain(squaredText(e.Absolute, 4)), " as a score in itself")
	if e.SignalToNoise != nil && e.OfScores != nil {
		out = append(out, say("; signal to noise: ", doc.Plain(squaredText(*e.SignalToNoise, 1)), " and ", doc.Plain(squaredText(*e.OfScores, 1)))...)
	}
	out = append(out, say(".")...)
	for _, c := range f.CutScores {
		out = append(out, say(fmt.Sprintf(" Whether a system's mean is above or below λ = %s is told with Φ(λ) = ", trimmed(c.Lambda)), score(c.Phi), ".")...)
	}
	return para(out)
}

// mappedNote gives what the coefficients have meant for other collections.
func (f *Reliability) mappedNote() *doc.Note {
	m := f.Mapped
	return note("With a grain of salt, what such coefficients went with in TREC collections ", doc.Cite("urbano2013"), ": τ between the rankings by two sets of topics ",
		score(m.Tau), ", AP correlation ", score(m.TauAP), "; pairs significant by a t test ", doc.Percent{Value: m.Power, Digits: 1},
		", of these reversed by other topics ", doc.Percent{Value: m.Minor, Digits: 2}, " not significantly and ", doc.Percent{Value: m.Major, Digits: 2},
		" significantly; least reliable difference ", squaredText(m.Sensitivity, 4), " or ", doc.Percent{Value: m.Relative, Digits: 1},
		"; error of means ", squaredText(m.RMSE, 4), ".")
}

// incompleteBlocks say what was done about cells without a score, and what other estimators make of the rest.
func (f *Reliability) incompleteBlocks() []doc.Block {
	in := f.Incomplete
	text := fmt.Sprintf("Variances by %s. No score is missing.", in.Method.Title())
	if in.Missing > 0 {
		text = fmt.Sprintf("Variances by %s. %d of %d scores %s missing and left out, not taken as 0; the systems have %.1f topics on average (harmonic mean).",
			in.Method.Title(), in.Missing, f.Systems*f.Topics, verb(in.Missing, "is", "are"), in.PerSystem)
	}
	t := &doc.Table{ID: "estimators", Caption: plain("The variances by three estimators.")}
	t.Columns = []doc.Column{column("Estimator", doc.Left, "estimator"), column("system", doc.Right, "system"), column("topic", doc.Right, "topic"), column("system × topic, error", doc.Right, "residual")}
	for _, e := range []struct {
		name string
		v    *reliability.Variances
	}{{reliability.EstimatorREML.Title(), in.REML}, {reliability.EstimatorHenderson1.Title(), in.Henderson1}, {reliability.EstimatorMINQUE0.Title(), in.MINQUE0}} {
		if e.v != nil {
			t.Rows = append(t.Rows, doc.Row{Cells: []doc.Cell{cell(e.name), cell(squared(e.v.System, varianceDigits, "system")),
				cell(squared(e.v.Topic, varianceDigits, "topic")), cell(squared(e.v.Residual, varianceDigits, "residual"))}})
		}
	}
	return []doc.Block{note(text), t}
}
