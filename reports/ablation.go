package reports

import (
	"errors"
	"fmt"
	"slices"

	"sigrel/metrics"
	"sigrel/reports/doc"
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
	Warnings  []stats.Warning `json:"warnings"`

	comparison *Comparison
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
// in f.Steps (row i+1 for step i); the steps name their unit, runs and perhaps their own score, the rest is filled in.
func Ablate(st *Study, s *metrics.Scores, f Ablation) (*Ablation, error) {
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
		f.Warnings = append(f.Warnings, c.Warnings...)
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

// Blocks shows a row a step, and what the fusion owes to whom.
func (f *Ablation) Blocks() []doc.Block {
	t := &doc.Table{ID: "ablation", Caption: plain(fmt.Sprintf("Fusion by %s of all %d %ss and without each: mean %s over %s.",
		f.method(), len(f.Steps), f.Unit, f.Measure, count(f.Topics, "topic")))}
	t.Columns = []doc.Column{column("Without", doc.Left, "left_out"), column("alone", doc.Right, "alone"), column("mean", doc.Right, "mean"),
		column("change", doc.Right, "change"), column("interval", doc.Center, "interval"), column("W/T/L", doc.Center, "wtl"),
		symbol("p", doc.Right, "p"), column("adjusted p", doc.Right, "p_adjusted")}
	t.Rows = append(t.Rows, doc.Row{Cells: []doc.Cell{cell("(nothing)"), {}, cell(score(f.Mean)), {}, {}, {}, {}, {}}})
	for _, s := range f.Steps {
		row := []doc.Cell{cell(doc.Plain(s.Left)), maybe(s.Alone, 3), cell(score(s.Mean)), cell(doc.Signed{Value: s.Change, Digits: 3})}
		if s.P == nil {
			row = append(row, cell("–"), cell("–"), cell("–"), cell("–"))
		} else {
			row = append(row, span(s.Interval, 3, true), wtl(s.Wins, s.Ties, s.Losses), cell(doc.PValue{Value: *s.P, Alpha: f.Alpha}),
				doc.Cell{Text: say(doc.PValue{Value: *s.PAdjusted, Alpha: f.Alpha}), Best: s.Significant})
		}
		t.Rows = append(t.Rows, doc.Row{Cells: row})
	}
	if f.comparison == nil {
		t.Notes = append(t.Notes, say("Alone: mean of the run itself. Change: mean without it less the mean of all; negative where the fusion misses it."))
		return append([]doc.Block{f.sentence(), t}, mind(f.Warnings)...)
	}
	t.Notes = append(t.Notes,
		say("Alone: mean of the run itself. Change: mean without it less the mean of all; negative where the fusion misses it. W/T/L: topics won, tied and lost without it. ",
			doc.Emph("p"), ": "+lookup(testNames, f.Test)+"; adjusted: "+f.comparison.procedureName()+fmt.Sprintf(" over %s (%s).", count(len(f.Steps), "step"), f.comparison.errorRate())))
	return append([]doc.Block{f.sentence(), t}, mind(f.Warnings)...)
}

// method is the fusion with its constant.
func (f *Ablation) method() string {
	if f.K == nil {
		return f.Method
	}
	return fmt.Sprintf("%s (k = %g)", f.Method, *f.K)
}

func (f *Ablation) sentence() *doc.Paragraph {
	var missed, better []doc.Text
	n := 0
	for _, s := range f.Steps {
		switch {
		case !s.Significant:
			n++
		case s.Change < 0:
			missed = append(missed, doc.Code(s.Left))
		default:
			better = append(better, doc.Code(s.Left))
		}
	}
	out := say("The fusion of all scores ", score(f.Mean), ". ")
	if missed != nil {
		out = append(out, say("It is significantly worse without ", listed(missed), ". ")...)
	}
	if better != nil {
		out = append(out, say("It is significantly better without ", listed(better), ". ")...)
	}
	if f.comparison == nil {
		return para(out, "The changes were not tested: there is one topic only.")
	}
	if n == len(f.Steps) {
		return para(out, fmt.Sprintf("Leaving out any one %s changes it by no more than these topics can tell from chance.", f.Unit))
	}
	return para(out, fmt.Sprintf("For %s the change was not shown to differ from 0.", count(n, "step")))
}

// listed joins names as "a, b and c".
func listed(names []doc.Text) []doc.Text {
	var out []doc.Text
	for i, n := range names {
		switch {
		case i == 0:
		case i == len(names)-1:
			out = append(out, doc.Plain(" and "))
		default:
			out = append(out, doc.Plain(", "))
		}
		out = append(out, n)
	}
	return out
}
