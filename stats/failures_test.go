package stats

import (
	"math"
	"testing"

	"sigrel/stats/dist"
	"sigrel/stats/resample"
)

// Published failures of other tools (numbered as in the specification of comparisons, A), on invented data. Those of one
// test or procedure stand with its tests, under the same kind of name.

// Failure 3: a seed was set, and every call gave another p, some of them 0.
func TestFailureSeedNotReproducible(t *testing.T) {
	m := invented(4, 12, 10, 3)
	x, y := m.RawRowView(0), m.RawRowView(1)
	for _, test := range PairedTests() {
		first, err := test.Run(x, y, Options{Plan: resample.Plan{Seed: 42, Replicates: 2000}})
		if err != nil {
			t.Fatal(err)
		}
		for call := range 8 {
			again, err := test.Run(x, y, Options{Plan: resample.Plan{Seed: 42, Replicates: 2000, Workers: 1 + call%3}})
			if err != nil || again.P != first.P || !(again.P > 0) {
				t.Errorf("%s: call %d gives %g, the first %g (%v)", test.Name, call, again.P, first.P, err)
			}
		}
	}
	for _, procedure := range Procedures() {
		first, err := procedure.Run(m, Options{Plan: resample.Plan{Seed: 42, Replicates: 2000}})
		if err != nil {
			t.Fatal(err)
		}
		again, err := procedure.Run(m, Options{Plan: resample.Plan{Seed: 42, Replicates: 2000, Workers: 3}})
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range again.Pairs {
			if p.Adjusted != first.Pairs[i].Adjusted || !(p.Adjusted > 0) {
				t.Errorf("%s: %g and %g", procedure.Name, p.Adjusted, first.Pairs[i].Adjusted)
			}
		}
	}
}

// Failure 5: the better system was chosen first, and then tested one-sided for being better: of all relabellings of the
// same scores, which are what the hypothesis says can happen, that calls twice as many as it may.
func TestFailureOneSidedAfterLooking(t *testing.T) {
	sizes := []float64{.001, .002, .004, .008, .016, .032, .064, .128, .256} // no two sums tie
	n := len(sizes)
	chosen, two := 0, 0
	for signs := range 1 << n {
		x, y := make([]float64, n), make([]float64, n)
		for i, v := range sizes {
			if signs>>i&1 == 1 {
				x[i] = v
			} else {
				y[i] = v
			}
		}
		p := func(alt Alternative) float64 {
			r, err := Randomization(x, y, Options{Alternative: alt})
			if err != nil {
				t.Fatal(err)
			}
			return r.P
		}
		chosen += count(min(p(Less), p(Greater)) <= .05)
		two += count(p(TwoSided) <= .05)
	}
	if rate := math.Ldexp(float64(two), -n); rate > .05 {
		t.Errorf("the two-sided test calls %g of all relabellings", rate)
	}
	if rate := math.Ldexp(float64(chosen), -n); rate < .09 {
		t.Errorf("the one-sided test after looking calls %g only: the example shows nothing", rate)
	}
}

// Failure 10: the baseline's own row, which has no test, went into the correction as NaN, and nothing was ever
// significant. A family holds the tests that were carried out.
func TestFailureBaselineInFamily(t *testing.T) {
	m := rowsOf([]float64{.5, .6, .7, .8, .9, .4, .5, .6, .7, .8}, []float64{.1, .2, .1, .3, .2, .1, .2, .1, .3, .2}, []float64{.4, .6, .6, .8, .8, .4, .4, .6, .6, .8})
	f, err := Corrected(randomization, holm).Run(m, Options{Pairs: [][2]int{{1, 0}, {2, 0}}})
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Pairs) != 2 {
		t.Fatalf("%d comparisons with a baseline among three systems, want 2", len(f.Pairs))
	}
	near(t, "adjusted p of the better separated pair", f.Pairs[0].Adjusted, 2*2.0/1024, 1e-12) // all ten differences of one sign
	if !panics(func() { holm.Adjust([]float64{.01, math.NaN()}) }) {
		t.Error("NaN is taken for a p")
	}
}

// Failure 1, on the 20-topic example: Tukey's test of unpaired samples gives .3941, .1958 and .9001 for the pairs, where
// the test that pairs by topic gives .2567, .0957 and .8550. This is what must not be printed.
func TestFailureOneWayTukey(t *testing.T) {
	m, _ := sharedMatrix(t, "cases/statistics/sakai20.tsv", 1)
	k, n := m.Dims()
	sources, err := TwoWay(m)
	if err != nil {
		t.Fatal(err)
	}
	df := sources[1].DF + sources[2].DF
	se := math.Sqrt((sources[1].SS + sources[2].SS) / float64(df) / float64(n))
	f, err := Tukey(m, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, wrong := range []float64{.3941, .1958, .9001} {
		p := f.Pairs[i]
		nearAbs(t, "unpaired", dist.StudentizedRange{Groups: k, DF: float64(df)}.SF(math.Abs(p.Result.Estimate)/se), wrong, 5e-5)
		if !(p.Adjusted < wrong-.04) {
			t.Errorf("pair %d: p = %g, as if unpaired", i, p.Adjusted)
		}
	}
}
