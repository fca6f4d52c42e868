package stats

import (
	"errors"
	"reflect"
	"testing"

	"gonum.org/v1/gonum/mat"

	"sigrel/stats/resample"
)

// always is a test whose p is what it is made with.
func always(name string, p float64) *PairedTest {
	return &PairedTest{Name: name, Run: func(x, y []float64, _ Options) (Result, error) {
		return Result{Test: name, N: len(x), P: p, PLo: p, PHi: p}, nil
	}}
}

func TestSimulatedCounts(t *testing.T) {
	m := invented(4, 20, 100, 5)
	seen := 0
	topics := &PairedTest{Name: "topics", Run: func(x, y []float64, _ Options) (Result, error) {
		seen = len(x)
		return Result{P: 1}, nil
	}}
	got, err := Simulate(m, SimulateOptions{Trials: 50, Topics: 7, Deltas: []float64{.1}, Tests: []*PairedTest{always("yes", .05), always("no", .0500001), topics},
		Procedures: []*Procedure{Corrected(always("yes", .01), bonferroni)}, Options: Options{Plan: resample.Plan{Workers: 1}}})
	if err != nil {
		t.Fatal(err)
	}
	if seen != 7 {
		t.Errorf("%d topics, want 7", seen)
	}
	for row, want := range []struct {
		name   string
		family bool
		rate   float64
	}{{"yes", false, 1}, {"no", false, 0}, {"topics", false, 0}, {"yes+bonferroni", true, 0}} { // .01 · 6 > .05
		s := got[row]
		if s.Name != want.name || s.Family != want.family || s.Error.Rate != want.rate || s.Power[0].Rate != want.rate {
			t.Errorf("%+v, want %+v", s, want)
		}
	}
	if got[3].Power[0].Trials != 50*3 { // the pairs of one of four systems
		t.Errorf("%d pairs of the raised system, want 150", got[3].Power[0].Trials)
	}
	if !got[0].TooLiberal(.05) || got[1].TooLiberal(.05) {
		t.Error("an error rate of 1 is not too liberal, or one of 0 is")
	}
}

// Under the null hypothesis that is simulated, the randomization test holds its level, and an enormous difference is found.
func TestSimulatedRates(t *testing.T) {
	m := invented(5, 25, 100, 9)
	opt := SimulateOptions{Trials: 400, Deltas: []float64{.05, 5}, Tests: []*PairedTest{randomization, tTest},
		Procedures: []*Procedure{Corrected(tTest, none), Corrected(tTest, holm)}, Options: Options{Plan: resample.Plan{Seed: 3}}}
	got, err := Simulate(m, opt)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range got {
		if s.Power[1].Rate != 1 {
			t.Errorf("%s finds a difference of 5 in %g of the cases", s.Name, s.Power[1].Rate)
		}
		if s.Power[0].Rate < s.Error.Rate && !s.Family {
			t.Errorf("%s: power %g below its error rate %g", s.Name, s.Power[0].Rate, s.Error.Rate)
		}
	}
	if got[0].TooLiberal(.05) || got[3].TooLiberal(.05) {
		t.Errorf("the randomization test errs in %g, the t test with Holm in %g", got[0].Error.Rate, got[3].Error.Rate)
	}
	if !got[2].TooLiberal(.05) { // ten uncorrected tests
		t.Errorf("uncorrected tests of all pairs err in %g only", got[2].Error.Rate)
	}
	opt.Options.Plan.Workers = 3
	again, err := Simulate(m, opt)
	if err != nil || !reflect.DeepEqual(got, again) {
		t.Errorf("other rates on three processors (%v)", err)
	}
}

func TestSimulatedErrors(t *testing.T) {
	if _, err := Simulate(mat.NewDense(1, 5, nil), SimulateOptions{}); !errors.Is(err, ErrTooFewSystems) {
		t.Error(err)
	}
	if _, err := Simulate(mat.NewDense(5, 1, nil), SimulateOptions{}); !errors.Is(err, ErrTooFew) {
		t.Error(err)
	}
}
