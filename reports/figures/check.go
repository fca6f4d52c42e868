package figures

import (
	"errors"
	"fmt"
	"math"

	"sigrel/reports/doc"
)

// checker remembers the first thing wrong with a chart.
type checker struct {
	kind string
	err  error
}

func (k *checker) fail(format string, args ...any) {
	if k.err == nil {
		k.err = errors.New(k.kind + ": " + fmt.Sprintf(format, args...))
	}
}

// rows checks how many rows there are.
func (k *checker) rows(what string, n int) {
	if n == 0 {
		k.fail("no %s to draw", what)
	}
	if n > maxRows {
		k.fail("%d %s to draw, want at most %d", n, what, maxRows)
	}
}

// number checks that a value can be drawn. Sums and differences of values below 1e100 cannot overflow.
func (k *checker) number(what string, values ...float64) {
	for _, v := range values {
		if math.IsNaN(v) || math.Abs(v) > 1e100 {
			k.fail("%s is \"%g\", want a number below 1e100", what, v)
		}
	}
}

func (k *checker) optional(what string, values ...*float64) {
	for _, v := range values {
		if v != nil {
			k.number(what, *v)
		}
	}
}

func (k *checker) axis(a doc.Axis) {
	k.optional("end of the axis "+a.Label, a.Min, a.Max)
	if a.Min != nil && a.Max != nil && *a.Min >= *a.Max {
		k.fail("axis %s from %g to %g, want a rising one", a.Label, *a.Min, *a.Max)
	}
	if a.Log {
		k.fail("axis %s is logarithmic, which only the horizontal one of a line chart can be", a.Label)
	}
}

// check returns what keeps a chart from being drawn, or nil.
func check(c doc.Chart) error {
	switch c := c.(type) {
	case *doc.Dots:
		return checkDots(c)
	case *doc.Differences:
		return checkDifferences(c)
	case *doc.Grid:
		return checkGrid(c)
	case *doc.Lines:
		return checkLines(c)
	case *doc.Bars:
		return checkBars(c)
	case *doc.Heat:
		return checkHeat(c)
	}
	return fmt.Errorf("chart of type \"%T\": want one of package doc", c)
}

func checkDots(c *doc.Dots) error {
	k := &checker{kind: "dot chart"}
	k.rows("systems", len(c.Rows))
	k.axis(c.X)
	k.optional("the cut", c.Cut)
	for _, r := range c.Rows {
		k.number(r.Label, r.Value)
		k.optional(r.Label, r.Lo, r.Hi, r.BandLo, r.BandHi)
		for _, g := range r.Groups {
			if g < 0 || g >= c.Groups {
				k.fail("%s is in group %d of %d", r.Label, g, c.Groups)
			}
		}
	}
	return k.err
}

func checkDifferences(c *doc.Differences) error {
	k := &checker{kind: "chart of differences"}
	k.rows("topics", len(c.Bars))
	k.axis(c.Y)
	k.number("the mean", c.Mean)
	k.optional("an end of the interval", c.Lo, c.Hi)
	for _, b := range c.Bars {
		k.number(b.Label, b.Value)
	}
	return k.err
}

func checkGrid(c *doc.Grid) error {
	k := &checker{kind: "matrix"}
	k.rows("systems", len(c.Labels))
	if n := len(c.Classes); n < 1 || n > len(cellInks) {
		k.fail("%d classes, want 1 to %d", n, len(cellInks))
	}
	if len(c.Cells) != len(c.Labels) {
		k.fail("%d rows for %d systems", len(c.Cells), len(c.Labels))
	}
	for i, row := range c.Cells {
		if len(row) != len(c.Labels) {
			k.fail("row %d has %d cells, want %d", i, len(row), len(c.Labels))
		}
		for _, class := range row {
			if class < -1 || class >= len(c.Classes) {
				k.fail("class %d of %d in row %d", class, len(c.Classes), i)
			}
		}
	}
	return k.err
}

func checkLines(c *doc.Lines) error {
	k := &checker{kind: "line chart"}
	k.rows("curves", len(c.Series))
	if c.X.Log {
		k.positive(c)
	}
	linear := c.X
	linear.Log = false
	k.axis(linear)
	k.axis(c.Y)
	k.number("a target", c.Targets...)
	if c.Here != nil {
		k.number(c.Here.Label, c.Here.X)
	}
	for _, s := range c.Series {
		if len(s.X) == 0 || len(s.Y) != len(s.X) {
			k.fail("%s has %d values at %d points", s.Label, len(s.Y), len(s.X))
		}
		if (s.Lo != nil || s.Hi != nil) && (len(s.Lo) != len(s.X) || len(s.Hi) != len(s.X)) {
			k.fail("%s has a band of %d and %d values at %d points", s.Label, len(s.Lo), len(s.Hi), len(s.X))
		}
		for _, values := range [][]float64{s.X, s.Y, s.Lo, s.Hi} {
			k.number(s.Label, values...)
		}
		for _, m := range s.Marks {
			k.number(s.Label, m.X, m.Y)
		}
	}
	return k.err
}

func checkBars(c *doc.Bars) error {
	k := &checker{kind: "bar chart"}
	k.rows("bars", len(c.Rows))
	k.axis(c.X)
	for _, r := range c.Rows {
		k.optional(r.Label, r.Value)
		if len(r.Cells) != len(c.Columns) {
			k.fail("%s has %d cells for %d columns", r.Label, len(r.Cells), len(c.Columns))
		}
	}
	return k.err
}

func checkHeat(c *doc.Heat) error {
	k := &checker{kind: "heat map"}
	k.rows("rows", len(c.Rows))
	k.rows("columns", len(c.Columns))
	k.number("an end of the scale", c.Min, c.Max)
	if c.Min >= c.Max {
		k.fail("a scale from %g to %g, want a rising one", c.Min, c.Max)
	}
	if len(c.Values) != len(c.Rows) {
		k.fail("values of %d rows for %d", len(c.Values), len(c.Rows))
	}
	for i, row := range c.Values {
		if len(row) != len(c.Columns) {
			k.fail("row %d has %d cells, want %d", i, len(row), len(c.Columns))
		}
		k.optional(fmt.Sprintf("a value of row %d", i), row...)
	}
	return k.err
}
