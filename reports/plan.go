package reports

import (
	"errors"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"sigrel/reports/doc"
	"sigrel/stats"
	"sigrel/stats/resample"
)

// PlanOptions are what `power` is asked.
type PlanOptions struct {
	SD         float64   // of the difference of two systems; 0: from the scores
	Deltas     []float64 // differences that matter, in score units; nil: .02, .05 and .1
	Power      float64   // 0: .8
	Alpha      float64   // 0: .05
	Confidence float64   // of the bounds of standard deviations and of intervals; 0: .95
	Topics     []int     // to say the power and the detectable difference for; nil: those of the scores, or 25, 50 and 100
	Systems    int       // compared at once; 0: those of the scores, or 10
	Side       stats.Alternative
	Simulate   bool
	Plan       resample.Plan
}

// Plan is how many topics a comparison needs, and what so many topics can find.
type Plan struct {
	Schema     string          `json:"schema"`
	Measure    string          `json:"measure"` // empty where only a standard deviation was given
	Topics     *int            `json:"topics"`  // of the scores; null without
	Systems    int             `json:"systems"` // compared at once
	Alpha      float64         `json:"alpha"`
	Power      float64         `json:"power"`
	Confidence float64         `json:"confidence"`
	Spreads    []PlanSpread    `json:"spreads"`
	Needed     []PlanNeeded    `json:"needed"`
	Reached    []PlanReached   `json:"reached"`
	Widths     []PlanWidth     `json:"interval"`
	Checks     []PlanCheck     `json:"checks"` // by simulation; null unless asked for
	Warnings   []stats.Warning `json:"warnings"`

	curve []PlanReached
	side  stats.Alternative
}

// PlanSpread is an estimate of the standard deviation of the difference of two systems.
type PlanSpread struct {
	From    string   `json:"from"` // "two-way", "one-way" or "given"
	SD      float64  `json:"sd"`
	SDUpper *float64 `json:"sd_upper"` // upper confidence bound; null for one that was given
	DF      *float64 `json:"df"`
}

// PlanNeeded is the number of topics that a design needs for a difference.
type PlanNeeded struct {
	Design string  `json:"design"`
	Of     string  `json:"of"` // what the difference is of
	Delta  float64 `json:"delta"`
	Topics *int    `json:"topics"`      // null: more than can be planned for
	AtMost *int    `json:"topics_most"` // at the upper bound of the standard deviation; null likewise, or without a bound
}

// PlanReached is what a number of topics gives.
type PlanReached struct {
	Design     string    `json:"design"`
	Topics     int       `json:"topics"`
	Power      []float64 `json:"power"` // for each difference
	Detectable *float64  `json:"detectable"`
}

// PlanWidth is the third design: the width of an interval.
type PlanWidth struct {
	Width  float64 `json:"width"`
	Topics *int    `json:"topics"`
	AtMost *int    `json:"topics_most"`
}

// PlanCheck sets a predicted power beside a simulated one.
type PlanCheck struct {
	stats.PowerCheck
	Delta  float64 `json:"delta"`
	Agrees bool    `json:"agrees"`
}

// NewPlan plans from the ranked systems of the first measure of a study, or from opt.SD where st is nil.
func NewPlan(st *Study, opt PlanOptions) (*Plan, error) {
	f := &Plan{Schema: "sigrel/power/1", Alpha: orElse(opt.Alpha, stats.DefaultAlpha), Power: orElse(opt.Power, stats.DetectablePower),
		Confidence: orElse(opt.Confidence, stats.DefaultConfidence), Systems: opt.Systems, Warnings: []stats.Warning{}, side: opt.Side}
	two, one, err := f.spreads(st, opt)
	if err != nil {
		return nil, err
	}
	if f.Systems == 0 {
		f.Systems = 10
	}
	sizes := opt.Deltas
	if sizes == nil {
		sizes = []float64{.02, .05, .1}
	}
	deltas := slices.Clone(sizes) // in the direction of the hypothesis
	for i := range deltas {
		if opt.Side == stats.Less {
			deltas[i] = -deltas[i]
		}
	}
	topics := opt.Topics
	if topics == nil {
		topics = []int{25, 50, 100}
		if f.Topics != nil {
			topics = []int{*f.Topics}
		}
	}
	for _, d := range stats.Designs() {
		if d.Paired || opt.Side == stats.TwoSided {
			spread := two
			if d.Name == "one-way-anova" {
				spread = one
			}
			if err := f.design(d, spread, deltas, topics, opt); err != nil {
				return nil, fmt.Errorf("%s: %w", d.Name, err)
			}
		}
	}
	return f, f.widths(two, sizes)
}

func orElse(v, usual float64) float64 {
	if v == 0 {
		return usual
	}
	return v
}

// spreads finds the standard deviations to plan with: of systems on the same topics, and on topics of their own.
func (f *Plan) spreads(st *Study, opt PlanOptions) (two, one stats.Spread, err error) {
	if st == nil {
		two = stats.Spread{Variance: opt.SD * opt.SD}
		f.Spreads = []PlanSpread{{From: "given", SD: opt.SD}}
		return two, two, nil
	}
	s, ranked := arrange(st.Scores[0], st)
	k, n := len(ranked), len(s.Topics)
	f.Measure, f.Topics = s.Measure, &n
	if f.Systems == 0 {
		f.Systems = k
	}
	if k < 2 || n < 2 {
		return two, one, fmt.Errorf("%s: %d ranked systems on %d topics, want at least 2 of each: %w", s.Measure, k, n, stats.ErrTooFew)
	}
	values := mat.DenseCopyOf(s.Values.Slice(0, k, 0, n))
	if two, err = stats.TwoWaySpread(values); err != nil {
		return two, one, err
	}
	if one, err = stats.OneWaySpread(values); err != nil {
		return two, one, err
	}
	for _, from := range []struct {
		name   string
		spread stats.Spread
	}{{"two-way", two}, {"one-way", one}} {
		upper, df := from.spread.SDUpper(f.Confidence), from.spread.Effective
		f.Spreads = append(f.Spreads, PlanSpread{From: from.name, SD: from.spread.SD(), SDUpper: &upper, DF: &df})
	}
	return two, one, nil
}

// design fills in what one design needs and reaches.
func (f *Plan) design(d *stats.Design, spread stats.Spread, deltas []float64, topics []int, opt PlanOptions) error {
	a := stats.Assumptions{SD: spread.SD(), Alpha: f.Alpha, Systems: f.Systems, Alternative: opt.Side}
	for _, delta := range deltas {
		row := PlanNeeded{Design: d.Name, Of: d.Between, Delta: delta}
		n, err := d.Topics(f.Power, delta, a)
		switch {
		case err == nil:
			row.Topics = &n
			if spread.Effective > 0 {
				upper := a
				upper.SD = spread.SDUpper(f.Confidence)
				if most, err := d.Topics(f.Power, delta, upper); err == nil {
					row.AtMost = &most
				}
			}
		case !errors.Is(err, stats.ErrUnreachable):
			return err
		}
		f.Needed = append(f.Needed, row)
	}
	for _, n := range topics {
		row, err := f.reached(d, a, n, deltas)
		if err != nil {
			return err
		}
		f.Reached = append(f.Reached, row)
		if !opt.Simulate {
			continue
		}
		for _, delta := range deltas {
			check, err := d.Simulate(n, delta, a, opt.Plan)
			if errors.Is(err, stats.ErrRange) {
				f.Warnings = append(f.Warnings, stats.Warning{Code: "not-simulated", Text: fmt.Sprintf("%s with %d topics: %v", d.Name, n, err)})
				break
			}
			if err != nil {
				return err
			}
			f.Checks = append(f.Checks, PlanCheck{check, delta, check.Agrees()})
		}
	}
	return f.addCurve(d, a, topics, deltas)
}

func (f *Plan) reached(d *stats.Design, a stats.Assumptions, n int, deltas []float64) (PlanReached, error) {
	powers, err := d.Powers(n, deltas, a)
	if err != nil {
		return PlanReached{}, err
	}
	row := PlanReached{Design: d.Name, Topics: n, Power: powers}
	if v, err := d.Detectable(n, f.Power, a); err == nil {
		row.Detectable = &v
	}
	return row, nil
}

// addCurve has the power of the paired t test, and of Tukey HSD, along the number of topics.
func (f *Plan) addCurve(d *stats.Design, a stats.Assumptions, topics []int, deltas []float64) error {
	if d.Name != "t" && d.Name != "tukey" {
		return nil
	}
	last := 100
	for _, n := range topics {
		last = max(last, 3*n)
	}
	for n := 2; n <= last; n += max(1, last/60) {
		powers, err := d.Powers(n, deltas, a)
		if err != nil {
			return err
		}
		f.curve = append(f.curve, PlanReached{Design: d.Name, Topics: n, Power: powers})
	}
	return nil
}

// widths is the third of Sakai's designs: each difference is taken for the width of an interval.
func (f *Plan) widths(two stats.Spread, deltas []float64) error {
	for _, w := range deltas {
		row := PlanWidth{Width: w}
		n, err := stats.TopicsForInterval(w, two.Variance/2, f.Confidence)
		switch {
		case err == nil:
			row.Topics = &n
			if two.Effective > 0 {
				upper := two.SDUpper(f.Confidence)
				if most, err := stats.TopicsForInterval(w, upper*upper/2, f.Confidence); err == nil {
					row.AtMost = &most
				}
			}
		case !errors.Is(err, stats.ErrUnreachable):
			return err
		}
		f.Widths = append(f.Widths, row)
	}
	return nil
}

// Blocks shows the plan.
func (f *Plan) Blocks() []doc.Block {
	name := "Power"
	if f.Measure != "" {
		name += ": " + f.Measure
	}
	out := []doc.Block{&doc.Heading{Level: 1, ID: "power", Text: plain(name)}, f.sentence(), f.spreadTable(), f.neededTable(), f.reachedTable(), f.widthTable()}
	if f.Checks != nil {
		out = append(out, f.checkTable())
	}
	for _, design := range []string{"t", "tukey"} {
		if fig := f.figure(design); fig != nil {
			out = append(out, fig)
		}
	}
	return append(out, mind(f.Warnings)...)
}
