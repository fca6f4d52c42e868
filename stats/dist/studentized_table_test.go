package dist

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// TestRangeTable compares with single values, between the points where the table was checked.
func TestRangeTable(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		law        StudentizedRange
		qmin, qmax float64
	}{
		{StudentizedRange{2, 5}, 0, 30},
		{StudentizedRange{3, inf}, 0, 80},     // ends where P underflows
		{StudentizedRange{10, 49}, 3, 8},      // begins where P is not near 1
		{StudentizedRange{40, 1.5}, 0, 1e6},   // heavy tail
		{StudentizedRange{129, 6272}, 0, 60},  // P from 1 to 1e-308
		{StudentizedRange{3000, 1e5}, 0, 20},  // many groups
		{StudentizedRange{7, 0.3}, 1e-3, 1e3}, // hardly falls
	} {
		table := c.law.Table(c.qmin, c.qmax)
		r := rand.New(rand.NewPCG(1, 2))
		for range 400 {
			q := c.qmin + (c.qmax-c.qmin)*math.Pow(r.Float64(), 3)
			if want := c.law.SF(q); want > 1e-300 {
				near(t, fmt.Sprintf("table of %v at %g", c.law, q), table.SF(q), want, 1e-9)
			}
		}
		for _, q := range []float64{-1, 0, c.qmin / 2, c.qmin, c.qmax, c.qmax * 1.01, 1e300, inf} {
			near(t, fmt.Sprintf("table of %v at %g", c.law, q), table.SF(q), c.law.SF(q), 1e-9)
		}
		if !math.IsNaN(table.SF(math.NaN())) {
			t.Errorf("table of %v at no number", c.law)
		}
		if n := len(table.logSF); n == 0 || n > 60 {
			t.Errorf("table of %v has %d pieces", c.law, n)
		}
	}
	near(t, "table of one point", StudentizedRange{4, 6}.Table(3, 3).SF(3), StudentizedRange{4, 6}.SF(3), 1e-9)
}

// TestTabulate approximates functions that are known: log, which has a pole, and one that ends.
func TestTabulate(t *testing.T) {
	for name, f := range map[string]func(x float64) float64{
		"log":  math.Log,
		"sin":  func(x float64) float64 { return math.Sin(20 * x) },
		"log1": func(x float64) float64 { return math.Log(5 - x) },
	} {
		ps := tabulate(0.01, 8, 1e-10, f)
		for x := 0.01; x < 8; x += 0.00137 {
			got, ok := ps.at(x)
			if name == "log1" && x > 4.99 {
				if ok && x > 5 {
					t.Fatalf("%s at %g is %g", name, x, got)
				}
				continue
			}
			if want := f(x); !ok || math.Abs(got-want) > 1e-9 {
				t.Fatalf("%s at %g is %g, %t, want %g", name, x, got, ok, want)
			}
		}
		if _, ok := ps.at(0.009); ok {
			t.Errorf("%s below its bounds", name)
		}
	}
	if ps := tabulate(0, 8, 1e-10, func(float64) float64 { return math.Inf(-1) }); len(ps) > 0 {
		t.Errorf("%d pieces of what is not finite", len(ps))
	}
	if ps := tabulate(0, 8, 1e-10, func(x float64) float64 { return math.Abs(x - math.Pi) }); len(ps) == 0 || len(ps) > 50 {
		t.Errorf("%d pieces of what has a corner", len(ps))
	}
}

func BenchmarkStudentizedRangeTable(b *testing.B) {
	law := StudentizedRange{Groups: 129, DF: 6272}
	for b.Loop() {
		table := law.Table(0, 16)
		for i := range 8256 {
			table.SF(float64(i) * 16 / 8256)
		}
	}
}
