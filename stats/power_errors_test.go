package stats

import (
	"errors"
	"math"
	"testing"
)

// TestPowerErrors: what a user can get wrong is an error, of the right kind.
func TestPowerErrors(t *testing.T) {
	good := Assumptions{SD: .15, Alpha: .05, Systems: 3}
	with := func(change func(*Assumptions)) Assumptions {
		a := good
		change(&a)
		return a
	}
	for _, c := range []struct {
		what                 string
		topics               int
		power, delta         float64
		a                    Assumptions
		all                  error // of the design for several systems
		forT                 error // of the t test
		noTopics, noDetected bool  // Topics or Detectable does not look at what is wrong
	}{
		{"good", 50, .8, .05, good, nil, nil, false, false},
		{"sd 0", 50, .8, .05, with(func(a *Assumptions) { a.SD = 0 }), ErrRange, ErrRange, false, false},
		{"sd −1", 50, .8, .05, with(func(a *Assumptions) { a.SD = -1 }), ErrRange, ErrRange, false, false},
		{"sd NaN", 50, .8, .05, with(func(a *Assumptions) { a.SD = math.NaN() }), ErrNotFinite, ErrNotFinite, false, false},
		{"sd Inf", 50, .8, .05, with(func(a *Assumptions) { a.SD = math.Inf(1) }), ErrNotFinite, ErrNotFinite, false, false},
		{"sd 1e-200", 50, .8, .05, with(func(a *Assumptions) { a.SD = 1e-200 }), ErrRange, ErrRange, false, false},
		{"alpha 0", 50, .8, .05, with(func(a *Assumptions) { a.Alpha = 0 }), ErrRange, ErrRange, false, false},
		{"alpha 1e-20", 50, .8, .05, with(func(a *Assumptions) { a.Alpha = 1e-20 }), ErrRange, ErrRange, false, false},
		{"alpha 1", 50, .8, .05, with(func(a *Assumptions) { a.Alpha = 1 }), ErrRange, ErrRange, false, false},
		{"alpha NaN", 50, .8, .05, with(func(a *Assumptions) { a.Alpha = math.NaN() }), ErrNotFinite, ErrNotFinite, false, false},
		{"1 system", 50, .8, .05, with(func(a *Assumptions) { a.Systems = 1 }), ErrTooFewSystems, nil, false, false},
		{"1e9 systems", 50, .8, .05, with(func(a *Assumptions) { a.Systems = 1e9 }), ErrRange, nil, false, false},
		{"one-sided", 50, .8, .05, with(func(a *Assumptions) { a.Alternative = Greater }), ErrRange, nil, false, false},
		{"1 topic", 1, .8, .05, good, ErrTooFew, ErrTooFew, true, false},
		{"1e9 topics", 1e9, .8, .05, good, ErrRange, ErrRange, true, false},
		{"delta NaN", 50, .8, math.NaN(), good, ErrNotFinite, ErrNotFinite, false, true},
		{"delta 1e200", 50, .8, 1e200, good, ErrRange, ErrRange, false, true},
	} {
		for _, d := range designs {
			want := c.all
			if d.Paired {
				want = c.forT
			}
			check := func(what string, err error, want error) {
				t.Helper()
				if !errors.Is(err, want) || (err != nil) != (want != nil) {
					t.Errorf("%s, %s of %s: %v, want %v", c.what, what, d.Name, err, want)
				}
			}
			_, err := d.Power(c.topics, c.delta, c.a)
			check("power", err, want)
			if _, err = d.Topics(c.power, c.delta, c.a); !c.noTopics {
				check("topics", err, want)
			}
			if _, err = d.Detectable(c.topics, c.power, c.a); !c.noDetected {
				check("detectable", err, want)
			}
		}
	}
}

// TestUnreachable: demands that nothing meets, and powers that are none.
func TestUnreachable(t *testing.T) {
	for _, c := range []struct {
		power, delta float64
		alt          Alternative
		want         error
	}{
		{.8, 0, TwoSided, ErrUnreachable}, {.8, -.05, Greater, ErrUnreachable}, {.8, .05, Less, ErrUnreachable},
		{.8, 1e-4, TwoSided, ErrUnreachable}, {.8, 1e-90, TwoSided, ErrUnreachable},
		{0, .05, TwoSided, ErrRange}, {.05, .05, TwoSided, ErrRange}, {1, .05, TwoSided, ErrRange},
		{-1, .05, TwoSided, ErrRange}, {math.NaN(), .05, TwoSided, ErrNotFinite},
	} {
		if n, err := TopicsForTTest(c.power, c.delta, .15, .05, c.alt); !errors.Is(err, c.want) {
			t.Errorf("power %g, difference %g, %s: %d topics, %v, want %v", c.power, c.delta, c.alt, n, err, c.want)
		}
	}
	if _, err := TopicsForANOVA(.8, 3, -.05, .04, .05); !errors.Is(err, ErrRange) {
		t.Errorf("negative range: %v", err)
	}
	if _, err := TopicsForANOVA(.8, 3, .05, -.04, .05); !errors.Is(err, ErrRange) {
		t.Errorf("negative variance: %v", err)
	}
	for _, c := range []struct {
		width, variance, confidence float64
		want                        error
	}{{1e-6, .04, .95, ErrUnreachable}, {0, .04, .95, ErrRange}, {.1, 0, .95, ErrRange}, {.1, .04, 1, ErrRange},
		{.1, math.NaN(), .95, ErrNotFinite}} {
		if _, err := TopicsForInterval(c.width, c.variance, c.confidence); !errors.Is(err, c.want) {
			t.Errorf("%+v: %v", c, err)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("TTestPower takes an sd of 0")
		}
	}()
	TTestPower(50, .05, 0, .05, TwoSided)
}
