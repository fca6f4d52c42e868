package stats

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sigrel/stats/resample"
)

// TestSimulate: drawn scores give the predicted power. A wrong df, noncentrality or critical value of a few per cent is
// found by so many draws.
func TestSimulate(t *testing.T) {
	plan := resample.Plan{Seed: 1, Replicates: 20_000}
	if testing.Short() {
		plan.Replicates = 4000
	}
	for _, d := range Designs() {
		for _, c := range []struct {
			topics int
			delta  float64
			a      Assumptions
		}{
			{10, .15, Assumptions{SD: .2, Alpha: .05, Systems: 3}},
			{4, .3, Assumptions{SD: .2, Alpha: .1, Systems: 2}},
			{25, .12, Assumptions{SD: .2, Alpha: .05, Systems: 6}},
			{10, 0, Assumptions{SD: .2, Alpha: .05, Systems: 4}},
		} {
			got, err := d.Simulate(c.topics, c.delta, c.a, plan)
			if err != nil {
				t.Fatal(err)
			}
			if !got.Agrees() || got.What != d.Name || *got.Hits < 1 || got.Draws != plan.Replicates {
				t.Errorf("%s, %d topics, %+v: predicted %.4f, %d of %d significant, limits %.4f and %.4f", d.Name, c.topics, c.a,
					got.Predicted, *got.Hits, got.Draws, got.Lo, got.Hi)
			}
		}
	}
	for _, alt := range []Alternative{Less, Greater} {
		got, err := SimulatePower(8, -.05, .1, .05, alt, plan)
		if err != nil || !got.Agrees() {
			t.Errorf("%s: %+v, %v", alt, got, err)
		}
	}
}

// TestSimulateInterval: 125 topics and a mean width of .0999 for σ = .2, and few topics.
func TestSimulateInterval(t *testing.T) {
	plan := resample.Plan{Seed: 1, Replicates: 5000}
	for _, n := range []int{3, 20, 125} {
		got, err := SimulateInterval(n, .04, .95, plan)
		if err != nil {
			t.Fatal(err)
		}
		if !got.Agrees() || !(got.Lo < got.Hi) || got.Draws != 5000 || got.Hits != nil {
			t.Errorf("%+v", got)
		}
		if n == 125 && got.Hi-got.Lo > .001 {
			t.Errorf("limits %g and %g are far apart", got.Lo, got.Hi)
		}
	}
}

// TestSimulateTwice: the same on any number of processors; another seed gives other hits.
func TestSimulateTwice(t *testing.T) {
	run := func(seed uint64, workers int) []PowerCheck {
		plan := resample.Plan{Seed: seed, Replicates: 3000, Workers: workers}
		a, err := SimulatePower(10, .1, .2, .05, TwoSided, plan)
		if err != nil {
			t.Fatal(err)
		}
		b, err := SimulateInterval(10, .02, .95, plan)
		if err != nil {
			t.Fatal(err)
		}
		return []PowerCheck{a, b}
	}
	want := run(1, 1)
	for _, workers := range []int{2, 7} {
		if diff := cmp.Diff(want, run(1, workers)); diff != "" {
			t.Error(diff)
		}
	}
	if cmp.Equal(want, run(2, 1)) {
		t.Error("another seed gives the same")
	}
}

func TestSimulateErrors(t *testing.T) {
	a := Assumptions{SD: .2, Alpha: .05, Systems: 50}
	if _, err := twoWayDesign.Simulate(50_000, .1, a, resample.Plan{}); !errors.Is(err, ErrRange) {
		t.Errorf("large draws: %v", err)
	}
	a.SD = 0
	if _, err := twoWayDesign.Simulate(50, .1, a, resample.Plan{}); !errors.Is(err, ErrRange) {
		t.Errorf("sd 0: %v", err)
	}
	if _, err := SimulateInterval(2_000_000, .1, .95, resample.Plan{}); !errors.Is(err, ErrRange) {
		t.Errorf("large draws: %v", err)
	}
	if _, err := SimulateInterval(1, .1, .95, resample.Plan{}); !errors.Is(err, ErrTooFew) {
		t.Errorf("one topic: %v", err)
	}
}
