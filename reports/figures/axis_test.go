package figures

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sigrel/reports/doc"
)

func TestLogTicks(t *testing.T) {
	for _, c := range []struct {
		lo, hi float64
		parts  []float64
		every  int
		want   string
	}{
		{1, 125, []float64{1, 2, 5}, 1, "1 2 5 10 20 50 100"},
		{2, 1000, []float64{1}, 1, "10 100 1000"},
		{0.01, 10, []float64{1, 5}, 1, "0.01 0.05 0.1 0.5 1 5 10"},
		{1, 1e4, []float64{1}, 2, "1 100 10000"},
	} {
		var got []string
		for _, tick := range logTicks(math.Log10(c.lo), math.Log10(c.hi), c.parts, c.every, false) {
			got = append(got, strings.ReplaceAll(tick.label, "\u202f", ""))
		}
		if s := strings.Join(got, " "); strings.ReplaceAll(s, ",", "") != c.want {
			t.Errorf("from %v to %v: got %s, want %s", c.lo, c.hi, s, c.want)
		}
	}
}

func TestTicks(t *testing.T) {
	for _, test := range []struct {
		lo, hi  float64
		n       int
		percent bool
		want    string
	}{
		{0, 0.45, 5, false, "0.0 0.1 0.2 0.3 0.4"},
		{0.3, 1, 7, false, "0.3 0.4 0.5 0.6 0.7 0.8 0.9 1.0"},
		{-0.25, 0.25, 5, false, "−0.2 −0.1 0.0 0.1 0.2"},
		{0, 400, 8, false, "0 50 100 150 200 250 300 350 400"},
		{-0.034, 0.002, 4, true, "−3% −2% −1% 0%"},
		{0, 0.01, 5, true, "0.0% 0.2% 0.4% 0.6% 0.8% 1.0%"},
		{0, 4e9, 2, false, "0 2e+09 4e+09"},
	} {
		var labels []string
		for _, k := range ticks(test.lo, test.hi, test.n, test.percent) {
			labels = append(labels, k.label)
		}
		if got := strings.Join(labels, " "); got != test.want {
			t.Errorf("ticks from %g to %g: %s, want %s", test.lo, test.hi, got, test.want)
		}
	}
}

// Laws of ticks: within the range, rising by equal steps, at least one and not many more than asked for.
func TestTickLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lo := rapid.Float64Range(-1000, 1000).Draw(t, "lo")
		size := math.Pow(10, rapid.Float64Range(-5, 5).Draw(t, "size"))
		n := rapid.IntRange(2, 12).Draw(t, "n")
		got := ticks(lo, lo+size, n, false)
		if len(got) < 1 || len(got) > 2*n+1 {
			t.Fatalf("%d ticks, asked for %d", len(got), n)
		}
		for i, k := range got {
			if k.v < lo-1e-6*size || k.v > lo+size*(1+1e-6) {
				t.Fatalf("tick %g outside", k.v)
			}
			if i > 1 && math.Abs((got[i].v-got[i-1].v)-(got[1].v-got[0].v)) > 1e-6*size {
				t.Fatalf("unequal steps")
			}
		}
	})
}

// Items must fit: after widening, each has its room.
func TestRoomFor(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lo := rapid.Float64Range(-5, 0).Draw(t, "lo")
		hi := rapid.Float64Range(0.1, 5).Draw(t, "hi")
		var items []item
		for range rapid.IntRange(1, 5).Draw(t, "n") {
			items = append(items, item{rapid.Float64Range(lo, hi).Draw(t, "v"), rapid.Float64Range(0, 35).Draw(t, "below"), rapid.Float64Range(0, 35).Draw(t, "above")})
		}
		newLo, newHi := roomFor(lo, hi, 100, items)
		s := scale{newLo, newHi, 0, 100}
		for _, it := range items {
			if s.at(it.v)-it.below < -0.1 || s.at(it.v)+it.above > 100.1 {
				t.Fatalf("%+v at %g does not fit", it, s.at(it.v))
			}
		}
	})
}

func TestBounds(t *testing.T) {
	for name, test := range map[string]struct {
		values []float64
		axis   doc.Axis
		lo, hi float64
	}{
		"data":      {[]float64{1, 3}, doc.Axis{}, 1, 3},
		"axis":      {[]float64{1, 3}, doc.Axis{Min: new(0.0), Max: new(9.0)}, 0, 9},
		"one value": {[]float64{2}, doc.Axis{}, 1, 3},
		"all zero":  {[]float64{0, 0}, doc.Axis{}, -0.5, 0.5},
		"at min":    {[]float64{4}, doc.Axis{Min: new(4.0)}, 4, 8},
		"at max":    {[]float64{4}, doc.Axis{Max: new(4.0)}, 0, 4},
	} {
		var e extent
		e.add(test.values...)
		if lo, hi := e.bounds(test.axis); lo != test.lo || hi != test.hi {
			t.Errorf("%s: %g to %g, want %g to %g", name, lo, hi, test.lo, test.hi)
		}
	}
}
