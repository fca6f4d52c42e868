package figures

import (
	"math"

	"sigrel/reports/doc"
)

// logged returns the chart with the decimal logarithms of all that lies along the horizontal axis, so that everything
// but the ticks is laid out as on a linear one.
func logged(c *doc.Lines) *doc.Lines {
	out := *c
	out.X.Min, out.X.Max = log10(c.X.Min), log10(c.X.Max)
	if c.Here != nil {
		here := *c.Here
		here.X = math.Log10(here.X)
		out.Here = &here
	}
	out.Series = make([]doc.Series, len(c.Series))
	for i, s := range c.Series {
		x := make([]float64, len(s.X))
		for j, v := range s.X {
			x[j] = math.Log10(v)
		}
		marks := make([]doc.Mark, len(s.Marks))
		for j, m := range s.Marks {
			m.X = math.Log10(m.X)
			marks[j] = m
		}
		s.X, s.Marks = x, marks
		out.Series[i] = s
	}
	return &out
}

func log10(v *float64) *float64 {
	if v == nil {
		return nil
	}
	l := math.Log10(*v)
	return &l
}

// positive checks that all values along a logarithmic axis have a logarithm.
func (k *checker) positive(c *doc.Lines) {
	check := func(what string, values ...float64) {
		for _, v := range values {
			if v <= 0 {
				k.fail("%s has %v on a logarithmic axis, want more than 0", what, v)
			}
		}
	}
	for _, end := range []*float64{c.X.Min, c.X.Max} {
		if end != nil {
			check("the axis", *end)
		}
	}
	if c.Here != nil {
		check(c.Here.Label, c.Here.X)
	}
	for _, s := range c.Series {
		check(s.Label, s.X...)
		for _, m := range s.Marks {
			check(s.Label, m.X)
		}
	}
}

// spacedLog returns ticks of a scale of decimal logarithms: at 1, 2 and 5 times powers of ten, or where their labels
// have no room at the powers, at every other power and so on. A scale too short for two of them has those of a linear
// one, at their places.
func (ts *typesetter) spacedLog(s scale, percent bool, size float64) []tick {
	for _, step := range []struct {
		parts []float64
		every int
	}{{[]float64{1, 2, 5}, 1}, {[]float64{1}, 1}, {[]float64{1}, 2}, {[]float64{1}, 4}, {[]float64{1}, 16}} {
		marks := logTicks(s.lo, s.hi, step.parts, step.every, percent)
		if len(marks) < 2 {
			break
		}
		if ts.haveRoom(s, marks, size) {
			return marks
		}
	}
	from, to := math.Pow(10, s.lo), math.Pow(10, s.hi)
	if from == 0 || math.IsInf(to, 0) {
		return nil
	}
	var marks []tick
	for _, t := range ticks(from, to, 4, percent) {
		if t.v > 0 {
			marks = append(marks, tick{math.Log10(t.v), t.label})
		}
	}
	for !ts.haveRoom(s, marks, size) {
		marks = marks[:len(marks)-1]
	}
	return marks
}

// haveRoom reports whether labels leave each other room.
func (ts *typesetter) haveRoom(s scale, marks []tick, size float64) bool {
	for i := 1; i < len(marks); i++ {
		need := (ts.width(marks[i-1].label, size, false)+ts.width(marks[i].label, size, false))/2 + 6
		if math.Abs(s.at(marks[i].v)-s.at(marks[i-1].v)) < need {
			return false
		}
	}
	return true
}

// logTicks returns ticks between two decimal logarithms at parts of every power of ten.
func logTicks(lo, hi float64, parts []float64, every int, percent bool) []tick {
	var out []tick
	slack := 1e-9 * (hi - lo)
	for exp := math.Floor(lo/float64(every)) * float64(every); exp <= hi+slack && len(out) < 100; exp += float64(every) {
		for _, part := range parts {
			v := part * math.Pow(10, exp)
			if at := math.Log10(v); at >= lo-slack && at <= hi+slack {
				digits := max(0, int(-exp))
				if percent {
					digits = max(0, int(-exp)-2)
				}
				out = append(out, tick{at, tickLabel(v, digits, percent)})
			}
		}
	}
	return out
}
