package reports

import (
	"errors"

	"sigrel/stats"
	"sigrel/stats/resample"
)

// fillIntervals puts bootstrap intervals in place of those of the procedure or test, where they were asked for.
func (c *Comparison) fillIntervals(kind *stats.BootstrapInterval, opt stats.Options) error {
	if kind == nil {
		return nil
	}
	said := make(map[string]bool)
	for n := range c.Pairs {
		p := &c.Pairs[n]
		iv, warnings, err := kind.Compute(c.scores.Row(p.i), c.scores.Row(p.j), opt)
		switch {
		case errors.Is(err, stats.ErrUndefined):
			p.Interval = nil // one pair without an interval must not sink the table
			warnings = append(warnings, stats.Warning{Code: "degenerate-bootstrap", Text: err.Error()})
		case err != nil:
			return err
		default:
			p.Interval = &iv
		}
		for _, w := range warnings {
			if !said[w.Text] {
				said[w.Text] = true
				w.Text = string(p.A) + " and " + string(p.B) + ": " + w.Text
				c.Warnings = append(c.Warnings, w)
			}
		}
	}
	return nil
}

// fillSingle puts the intervals of the single test in place of those of the procedure.
func (c *Comparison) fillSingle(opt stats.Options) error {
	opt.Intervals = true
	errs := make([]error, len(c.Pairs))
	resample.Each(len(c.Pairs), opt.Plan.Workers, func(n int) {
		p := &c.Pairs[n]
		r, err := opt.Test.Run(c.scores.Row(p.i), c.scores.Row(p.j), opt)
		p.Interval, errs[n] = r.Interval, err
	})
	return errors.Join(errs...)
}
