package figures

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sigrel/reports/doc"
)

// values are what goes wrong when it goes wrong.
var values = rapid.OneOf(
	rapid.SampledFrom([]float64{0, math.Copysign(0, -1), 1, -1, 0.5, 0.25, 1e-300, 5e-324, -1e-9, 1e100, -1e100, 1e9, 0.1 + 0.2, 1e16}),
	rapid.Float64Range(-1, 1), rapid.Float64Range(0, 1))

var names = rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"", "run1", "فريق", "فريق-2 (run 1)", "清华", "<&>", strings.Repeat("long ", 30), strings.Repeat("w", 3000)}))

func optional(t *rapid.T, name string) *float64 {
	if rapid.Bool().Draw(t, name+"?") {
		return new(values.Draw(t, name))
	}
	return nil
}

func axis(t *rapid.T) doc.Axis {
	a := doc.Axis{Label: names.Draw(t, "axis"), Min: optional(t, "min"), Max: optional(t, "max"), Percent: rapid.Bool().Draw(t, "percent")}
	if a.Min != nil && a.Max != nil && *a.Min >= *a.Max {
		a.Min, a.Max = nil, nil
	}
	return a
}

func anyChart(t *rapid.T) doc.Chart {
	n := rapid.SampledFrom([]int{1, 2, 3, 5, 13, 71, 90}).Draw(t, "n")
	some := func(name string) []float64 { return rapid.SliceOfN(values, n, n).Draw(t, name) }
	labels := make([]string, n)
	for i := range labels {
		labels[i] = names.Draw(t, "label")
	}
	switch rapid.IntRange(0, 5).Draw(t, "kind") {
	case 0:
		c := &doc.Dots{X: axis(t), Cut: optional(t, "cut"), Groups: rapid.IntRange(0, 14).Draw(t, "groups"), Digits: rapid.IntRange(0, 6).Draw(t, "digits"), Note: labels[0]}
		for i, v := range some("mean") {
			r := doc.DotRow{Label: labels[i], Value: v, Lo: optional(t, "lo"), Hi: optional(t, "hi"), BandLo: optional(t, "bandlo"), BandHi: optional(t, "bandhi"),
				Top: i%2 == 0, Apart: i%3 == 0}
			if c.Groups > 0 {
				r.Groups = rapid.SliceOfN(rapid.IntRange(0, c.Groups-1), 0, 9).Draw(t, "group")
			}
			c.Rows = append(c.Rows, r)
		}
		return c
	case 1:
		c := &doc.Differences{X: axis(t), Y: axis(t), Mean: values.Draw(t, "mean"), Lo: optional(t, "lo"), Hi: optional(t, "hi"), Legend: labels[:min(n, 3)]}
		for i, v := range some("difference") {
			c.Bars = append(c.Bars, doc.Difference{Label: labels[i], Value: v})
		}
		return c
	case 2:
		k := rapid.IntRange(1, 4).Draw(t, "classes")
		c := &doc.Grid{Labels: labels, Classes: []string{"a", "b", "c", "d"}[:k], Note: labels[0]}
		for range n {
			c.Cells = append(c.Cells, rapid.SliceOfN(rapid.IntRange(-1, k-1), n, n).Draw(t, "row"))
		}
		return c
	case 3:
		c := &doc.Lines{X: axis(t), Y: axis(t), Targets: some("targets")[:1], Note: labels[0], Here: &doc.Mark{X: values.Draw(t, "here"), Label: labels[0]}}
		for i := range min(n, 14) {
			s := doc.Series{Label: labels[i], X: some("x"), Y: some("y"), Marks: []doc.Mark{{X: values.Draw(t, "mark"), Y: values.Draw(t, "mark"), Label: labels[i]}}}
			if i%2 == 0 {
				s.Lo, s.Hi = some("lo"), some("hi")
			}
			c.Series = append(c.Series, s)
		}
		if rapid.Bool().Draw(t, "log") {
			logarithmic(c)
		}
		return c
	case 4:
		c := &doc.Heat{X: doc.Axis{Label: names.Draw(t, "x")}, Y: doc.Axis{Label: names.Draw(t, "y")}, Rows: labels, Columns: labels[:rapid.IntRange(1, n).Draw(t, "columns")],
			Diverging: rapid.Bool().Draw(t, "diverging"), Scale: names.Draw(t, "scale"), Digits: rapid.IntRange(0, 6).Draw(t, "digits"), Note: labels[0]}
		if c.Min, c.Max = values.Draw(t, "min"), values.Draw(t, "max"); c.Min >= c.Max {
			c.Min, c.Max = -1, 1
		}
		for range n {
			row := make([]*float64, len(c.Columns))
			for j := range row {
				row[j] = optional(t, "value")
			}
			c.Values = append(c.Values, row)
		}
		return c
	}
	c := &doc.Bars{X: axis(t), Columns: labels[:min(n, 2)], Note: labels[0]}
	for i := range n {
		c.Rows = append(c.Rows, doc.BarRow{Label: labels[i], Value: optional(t, "value"), Text: names.Draw(t, "text"), Cells: labels[:min(n, 2)], Strong: i == 1})
	}
	return c
}

// logarithmic gives a chart a logarithmic axis, and values that have a place on it.
func logarithmic(c *doc.Lines) {
	above := func(v float64) float64 { return max(math.Abs(v), 1e-300) }
	c.X.Log, c.X.Min, c.X.Max = true, nil, nil
	c.Here.X = above(c.Here.X)
	for i := range c.Series {
		for j, v := range c.Series[i].X {
			c.Series[i].X[j] = above(v)
		}
		for j := range c.Series[i].Marks {
			c.Series[i].Marks[j].X = above(c.Series[i].Marks[j].X)
		}
	}
}

// Whatever the data, both formats come out, and in the SVG all coordinates are finite and inside or near the page.
func TestDegenerate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := anyChart(t)
		opt := Options{Width: rapid.SampledFrom([]float64{0, 60, ColumnWidth, PageWidth}).Draw(t, "width"), DPI: 36, Theme: Theme(rapid.IntRange(0, 1).Draw(t, "theme"))}
		var b bytes.Buffer
		if err := Draw(&b, c, opt); err != nil {
			t.Fatal(err)
		}
		checkNumbers(t, b.String())
		opt.Format = PNG
		b.Reset()
		if err := Draw(&b, c, opt); err != nil {
			t.Fatal(err)
		}
	})
}

// checkNumbers looks at the coordinates of paths, circles and texts.
func checkNumbers(t *rapid.T, svg string) {
	var w, h float64
	i := strings.Index(svg, "viewBox")
	if _, err := fmt.Sscanf(svg[i:], `viewBox="0 0 %g %g"`, &w, &h); err != nil {
		t.Fatal(err)
	}
	for _, attribute := range []string{` d="`, ` x="`, ` y="`, ` cx="`, ` cy="`} {
		for _, part := range strings.Split(svg, attribute)[1:] {
			value, _, _ := strings.Cut(part, `"`)
			for _, f := range strings.FieldsFunc(value, func(r rune) bool { return strings.ContainsRune("MLHVZmh ", r) }) {
				v, err := strconv.ParseFloat(f, 64)
				if err != nil || !(v > -40 && v < max(w, h)+40) {
					t.Fatalf("%s%s\" on a page of %g by %g", attribute, value, w, h)
				}
			}
		}
	}
}
