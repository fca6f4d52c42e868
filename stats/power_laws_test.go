package stats

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// plan is a drawn demand: assumptions, a difference of delta and the power to find it with.
type plan struct {
	a            Assumptions
	delta, power float64
}

func drawPlan(r *rapid.T, d *Design) plan {
	p := plan{a: Assumptions{SD: rapid.Float64Range(.01, 10).Draw(r, "sd"), Alpha: rapid.Float64Range(.001, .2).Draw(r, "alpha"),
		Systems: rapid.IntRange(2, 60).Draw(r, "systems")}}
	if d.Paired {
		p.a.Alternative = Alternative(rapid.IntRange(0, 2).Draw(r, "alternative"))
	}
	p.delta = p.a.SD * math.Exp(rapid.Float64Range(-4, 1.5).Draw(r, "log of delta/sd"))
	if p.a.Alternative == Less {
		p.delta = -p.delta
	}
	p.power = rapid.Float64Range(p.a.Alpha+.01, .999).Draw(r, "power")
	return p
}

func (p plan) at(r *rapid.T, d *Design, topics int, delta float64) float64 {
	v, err := d.Power(topics, delta, p.a)
	if err != nil {
		r.Fatal(err)
	}
	if !(v >= 0 && v <= 1) {
		r.Errorf("power %g with %d topics", v, topics)
	}
	return v
}

// TestLawsOfDesigns: power grows with topics and difference; the number of topics is the least that is enough; what is
// detectable with n topics needs n topics.
func TestLawsOfDesigns(t *testing.T) {
	const slack = 1e-10 // of powers: rounding
	for _, d := range Designs() {
		if d == tukeyDesign && !*long {
			continue // its critical values take too long; see TestTwoSystems and TestTukeyPower
		}
		t.Run(d.Name, func(t *testing.T) {
			rapid.Check(t, func(r *rapid.T) {
				p := drawPlan(r, d)
				n, err := d.Topics(p.power, p.delta, p.a)
				if err != nil {
					r.Fatal(err)
				}
				if enough := p.at(r, d, n, p.delta); enough < p.power {
					r.Errorf("power %g with %d topics, want %g", enough, n, p.power)
				}
				if n > 2 {
					if less := p.at(r, d, n-1, p.delta); less >= p.power {
						r.Errorf("power %g already with %d topics, want %d for %g", less, n-1, n, p.power)
					}
				}
				m := rapid.IntRange(2, 500).Draw(r, "topics")
				now := p.at(r, d, m, p.delta)
				if more := p.at(r, d, m+rapid.IntRange(1, 50).Draw(r, "more"), p.delta); more < now-slack {
					r.Errorf("power falls from %g to %g with more topics than %d", now, more, m)
				}
				if more := p.at(r, d, m, p.delta*rapid.Float64Range(1, 3).Draw(r, "factor")); more < now-slack {
					r.Errorf("power falls from %g to %g with a larger difference", now, more)
				}
				delta, err := d.Detectable(m, p.power, p.a)
				if err != nil {
					r.Fatal(err)
				}
				if p.a.Alternative == Less {
					delta = -delta
				}
				if v := p.at(r, d, m, delta); math.Abs(v-p.power) > slack {
					r.Errorf("power %g of the detectable difference, want %g", v, p.power)
				}
				if v, err := d.Topics(p.power, delta, p.a); err != nil || v != m {
					r.Errorf("%d topics, %v, for what is detectable with %d", v, err, m)
				}
			})
		})
	}
}

// TestLawsOfScale: power depends on δ/s alone, and Less is the mirror of Greater.
func TestLawsOfScale(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		n := rapid.IntRange(2, 300).Draw(r, "topics")
		delta, sd := rapid.Float64Range(-2, 2).Draw(r, "delta"), rapid.Float64Range(.1, 5).Draw(r, "sd")
		if math.Abs(delta) < smallestScore {
			delta = 0
		}
		a := Assumptions{SD: sd, Alpha: .05, Systems: 7}
		big := a
		big.SD *= 1 << 20
		for _, d := range []*Design{tDesign, oneWayDesign, twoWayDesign} {
			x := math.Abs(delta)
			if p, q := (plan{a: a}).at(r, d, n, x), (plan{a: big}).at(r, d, n, x*(1<<20)); p != q {
				r.Errorf("%s: power %g, of larger scores %g", d.Name, p, q)
			}
		}
		if p, q := TTestPower(n, delta, sd, .05, Greater), TTestPower(n, -delta, sd, .05, Less); p != q {
			r.Errorf("greater %g, less %g", p, q)
		}
	})
}

// TestTwoSystems: for two systems Tukey's procedure and two-way analysis of variance are the t test.
func TestTwoSystems(t *testing.T) {
	for _, n := range []int{2, 3, 10, 50, 1000} {
		for _, delta := range []float64{0, .01, .1, .5, 3} {
			want := TTestPower(n, delta, .3, .05, TwoSided)
			for _, d := range []*Design{tukeyDesign, twoWayDesign} {
				got, err := d.Power(n, delta, Assumptions{SD: .3, Alpha: .05, Systems: 2})
				if err != nil {
					t.Fatal(err)
				}
				near(t, d.Name, got, want, 1e-9)
			}
		}
	}
}

// TestTukeyTopics: the number is the least that is enough, and power grows; few cases, since they are slow.
func TestTukeyTopics(t *testing.T) {
	for _, a := range []Assumptions{{SD: .2, Alpha: .05, Systems: 3}, {SD: .2, Alpha: .01, Systems: 40}} {
		last := 0.0
		for _, n := range []int{2, 3, 5, 20, 100} {
			p, err := tukeyDesign.Power(n, .15, a)
			if err != nil || p <= last {
				t.Errorf("power %g, %v, with %d topics; %g with fewer", p, err, n, last)
			}
			last = p
		}
		for _, delta := range []float64{.02, 2} {
			n, err := tukeyDesign.Topics(.8, delta, a)
			if err != nil {
				t.Fatal(err)
			}
			for m := max(n-1, 2); m <= n; m++ {
				if p, err := tukeyDesign.Power(m, delta, a); err != nil || (p >= .8) != (m == n) {
					t.Errorf("power %g, %v, with %d topics, %d needed", p, err, m, n)
				}
			}
		}
	}
}

// TestPowerExtremes: no NaN, and the right end, at the ends of what is accepted.
func TestPowerExtremes(t *testing.T) {
	deltas := []float64{0, 1e-100, 1e-9, .001, 1, 1e3, 1e9, 1e100}
	for _, d := range []*Design{tDesign, oneWayDesign, twoWayDesign} {
		for _, n := range []int{2, 3, 50, MaxTopics} {
			for _, alpha := range []float64{2e-12, .05, .999} {
				a := Assumptions{SD: 1, Alpha: alpha, Systems: 5}
				powers, err := d.Powers(n, deltas, a)
				if err != nil {
					t.Fatal(err)
				}
				last := 0.0
				for i, p := range powers {
					if !(p >= last*(1-1e-9) && p <= 1) {
						t.Errorf("%s: power %g of %g with %d topics at %g; %g of a smaller difference", d.Name, p, deltas[i], n, alpha, last)
					}
					last = p
				}
			}
		}
	}
	if p := TTestPower(50, -1e100, 1e-100, .05, Greater); p != 0 {
		t.Errorf("power %g in the wrong direction", p)
	}
	if p := TTestPower(50, 1e100, 1e-100, .05, Greater); p != 1 {
		t.Errorf("power %g of an endless difference", p)
	}
}

// TestSmallestTopics: the search finds every number from every start.
func TestSmallestTopics(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		want := rapid.OneOf(rapid.IntRange(2, 40), rapid.IntRange(2, MaxTopics)).Draw(r, "topics")
		share := rapid.OneOf(rapid.Float64Range(0, .002), rapid.Float64Range(0, 1)).Draw(r, "share")
		calls := 0
		if got := smallestTopics(share, func(n int) bool {
			calls++
			if n < 2 || n > MaxTopics {
				r.Errorf("asked for %d topics", n)
			}
			return n >= want
		}); got != want || calls > 60 {
			r.Errorf("%d in %d steps, want %d", got, calls, want)
		}
	})
	for _, share := range []float64{0, .5, 1, 1.1, math.Inf(1), math.NaN()} {
		if n := smallestTopics(share, func(int) bool { return false }); n != 0 {
			t.Errorf("share %g: %d", share, n)
		}
	}
}
