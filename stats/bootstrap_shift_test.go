package stats

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestBootstrapShiftEnumerated: all n^n draws, from the definition.
func TestBootstrapShiftEnumerated(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		x, y := drawPair(rt, 2, 5)
		d := describe(x, y)
		if d.Constant {
			return
		}
		n := len(x)
		var count [3]float64
		everyDraw(n, func(topics []int) {
			shifted := -d.Mean
			for _, t := range topics {
				shifted += d.Each[t] / float64(n)
			}
			const tie = 1e-12
			for i, hit := range [3]bool{math.Abs(shifted) >= math.Abs(d.Mean)-tie, shifted <= d.Mean+tie, shifted >= d.Mean-tie} {
				if hit {
					count[i]++
				}
			}
		})
		all := math.Pow(float64(n), float64(n))
		for alt, hits := range count {
			res, err := BootstrapShift(x, y, Options{Alternative: Alternative(alt), Intervals: true})
			if err != nil {
				rt.Fatal(err)
			}
			want := max(hits, 1) / all
			if math.Abs(res.P-want) > 1e-12 || res.Method != Exact || res.PLo != res.P || res.PHi != res.P {
				rt.Errorf("%v of %v: %+v, want %g", Alternative(alt), d.Each, res, want)
			}
			if (len(res.Warnings) > 0) != (hits == 0) || hits == 0 && res.Warnings[0].Code != "beyond-draws" {
				rt.Errorf("%g draws reach it, warnings %+v", hits, res.Warnings)
			}
			if res.Interval != nil || *res.Statistic != d.Mean || res.Test != "bootstrap-shift" {
				rt.Errorf("%+v", res)
			}
		}
	})
}

// TestBootstrapShiftFar: 400 topics that all differ one way. No draw reaches the mean, and 1/400^400 is no double. With one
// that differs the other way some draws do, but their probability is no double either.
func TestBootstrapShiftFar(t *testing.T) {
	x, y := make([]float64, 400), make([]float64, 400)
	for i := range x {
		x[i] = .5 + .001*float64(i%7)
	}
	for _, want := range [][]string{{"beyond-draws", "tiny-p"}, {"tiny-p"}} {
		res, err := BootstrapShift(x, y, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if res.P != math.SmallestNonzeroFloat64 || !slices.Equal(codesOf(res.Warnings), want) {
			t.Errorf("%+v", res)
		}
		x[0] = -.001
	}
}

// TestBootstrapShiftReal: p of real-valued scores lies within its error of the Monte Carlo p from the same definition.
func TestBootstrapShiftReal(t *testing.T) {
	m := invented(2, 30, 0, 5)
	x, y := m.RawRowView(0), m.RawRowView(1)
	res, err := BootstrapShift(x, y, Options{})
	if err != nil {
		t.Fatal(err)
	}
	d := describe(x, y)
	hits := 0
	replicates := BootstrapTopics(len(x), d.meanOf, Options{}.Plan, "bootstrap")
	for _, v := range replicates {
		if math.Abs(v-d.Mean) >= math.Abs(d.Mean) {
			hits++
		}
	}
	p := float64(hits) / float64(len(replicates))
	nearAbs(t, "p", res.P, p, 5*math.Sqrt(p*(1-p)/float64(len(replicates))))
	if res.Method != Numerical || !(res.PLo < res.P && res.P < res.PHi && res.PHi-res.PLo < 1e-5*res.P) || res.Step != 0 {
		t.Errorf("%+v", res)
	}
}

// meanOf is the mean difference of some topics.
func (d differences) meanOf(topics []int) float64 {
	sum := 0.0
	for _, t := range topics {
		sum += d.Each[t]
	}
	return sum / float64(len(topics))
}
