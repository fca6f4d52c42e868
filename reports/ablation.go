package reports

import (
	"errors"
	"slices"

	"sigrel/metrics"
	"sigrel/stats"
)

// Ablation says what each member of a fused run contributes: the fusion of all compared with that of all but one. Each
// step is a paired test, corrected for the number of steps.
type Ablation struct {
	Schema    string          `json:"schema"`
	Measure   string          `json:"measure"`
	Topics    int             `json:"topics"`
	Method    string          `json:"method"`
	K         *float64        `json:"k"`    // constant of the method; null if it has none
	Unit      string          `json:"unit"` // "run" or "team"
	Mean      float64         `json:"mean"` // of the fusion of all
	Test      string          `json:"test"`
	Procedure string          `json:"procedure"`
	Alpha     float64         `json:"alpha"`
	Steps     []AblationStep  `json:"steps"` // in order of change, the greatest loss first
	Best      BestMember      `json:"best_member"`
	Warnings  []stats.Warning `json:"warnings"`

	comparison *Comparison
}

// BestMember is the member with the best mean, and the fusion of all compared with it by the single test. It was chosen
// by these very scores, so that p is a little too small for the fusion's advantage, and too great for its disadvantage.
type BestMember struct {
	Run        metrics.Tag `json:"run"`
	Mean       float64     `json:"mean"`
	Difference float64     `json:"difference"` // mean of the fusion less that of the run
	P          *float64    `json:"p"`          // null where one topic allows no test
}

// AblationStep leaves one unit out. Change is the mean without it less the mean of all: negative where it is missed.
type AblationStep struct {
	Left        string          `json:"left_out"`
	Runs        []metrics.Tag   `json:"runs"`
	Alone       *float64        `json:"alone"` // mean of the unit itself; null for a team of several runs
	Mean        float64         `json:"mean"`
	Change      float64         `json:"change"`
	Interval    *stats.Interval `json:"interval"`
	P           *float64        `json:"p"` // null, and what follows, where one topic allows no test
	PAdjusted   *float64        `json:"p_adjusted"`
	Significant bool            `json:"significant"`
	Wins        int             `json:"wins"` // topics on which the fusion without it scores higher
	Ties        int             `json:"ties"`
	Losses      int             `json:"losses"`
}

// Ablate compares the first row of s, the fusion of all, with every other, which is without the unit of the same number
// in f.Steps (row i+1 for step i), and with the best of its members, on the same topics. The steps name their unit, runs and
// perhaps their own score, the rest is filled in.
func Ablate(st *Study, s, members *metrics.Scores, f Ablation) (*Ablation, error) {
	all := s.Systems[0].Tag
	study := *st
	study.Baselines = []metrics.Tag{all}
	f.Schema, f.Measure, f.Topics, f.Mean = "sigrel/ablation/1", s.Measure, len(s.Topics), s.Means()[0]
	f.Warnings, f.Steps = []stats.Warning{}, slices.Clone(f.Steps)
	c, err := Compare(&study, s)
	switch {
	case errors.Is(err, stats.ErrTooFew):
		f.Warnings = append(f.Warnings, stats.Warning{Code: "few-topics", Text: "one topic: no test across topics is possible, so the changes are not tested"})
	case err != nil:
		return nil, err
	default:
		f.Test, f.Procedure, f.Alpha, f.comparison = c.Test, c.Procedure, c.Alpha, c
		f.Warnings = append(f.Warnings, withoutCopies(c.Warnings)...)
	}
	if f.Best, err = bestMember(st, s, members); err != nil {
		return nil, err
	}
	for i := range f.Steps {
		f.Steps[i].Mean = s.Means()[i+1]
		f.Steps[i].Change = f.Steps[i].Mean - f.Mean
		if c == nil {
			continue
		}
		tag := s.Systems[i+1].Tag
		p := c.Pairs[slices.IndexFunc(c.Pairs, func(p Pair) bool { return p.A == tag || p.B == tag })]
		f.Steps[i].fill(p, p.A == tag)
	}
	slices.SortStableFunc(f.Steps, func(a, b AblationStep) int {
		switch x, y := metrics.Snap(a.Change), metrics.Snap(b.Change); {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
	return &f, nil
}

// withoutCopies leaves out that rows are copies of one another: fusions that share members usually are, nearly.
func withoutCopies(ws []stats.Warning) []stats.Warning {
	return slices.DeleteFunc(slices.Clone(ws), func(w stats.Warning) bool {
		return w.Code == "near-duplicate" || w.Code == "duplicate-runs"
	})
}

// bestMember compares the first row of s with the best row of members.
func bestMember(st *Study, s, members *metrics.Scores) (BestMember, error) {
	i := members.Order()[0]
	b := BestMember{Run: members.Systems[i].Tag, Mean: members.Means()[i]}
	b.Difference = s.Means()[0] - b.Mean
	r, err := st.Test.Run(s.Row(0), members.Row(i), st.Options.WithDefaults())
	switch {
	case errors.Is(err, stats.ErrTooFew):
		return b, nil
	case err != nil:
		return b, err
	}
	b.P = &r.P
	return b, nil
}

// fill takes the comparison over; first says that the unit's row is the first of the pair.
func (a *AblationStep) fill(p Pair, first bool) {
	a.Change, a.Interval, a.P, a.PAdjusted, a.Significant = p.Difference, p.Interval, &p.P, &p.PAdjusted, p.Significant
	a.Wins, a.Ties, a.Losses = p.Wins, p.Ties, p.Losses
	if !first {
		a.Change, a.Wins, a.Losses = 0-p.Difference, p.Losses, p.Wins
		if p.Interval != nil {
			a.Interval = &stats.Interval{Lo: 0 - p.Interval.Hi, Hi: 0 - p.Interval.Lo, Confidence: p.Interval.Confidence, Kind: p.Interval.Kind}
		}
	}
}
