package stats

import (
	"encoding/json"
	"errors"
	"math"
	"runtime"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"sigrel/stats/dist"
	"sigrel/stats/resample"
)

func drawnPosterior(t *testing.T, x, y []float64, rope float64, plan resample.Plan) Posterior {
	t.Helper()
	p, err := BayesSignedRank(x, y, rope, Options{Plan: plan})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// drawnNear checks a probability of N draws against one of m draws of another program: 5 standard errors of both.
func drawnNear(t *testing.T, what string, got Probability, n int, want, m float64) {
	t.Helper()
	se := math.Sqrt(max(want*(1-want), 1/m) * (1/float64(n) + 1/m))
	nearAbs(t, what, got.P, want, 5*se+1/float64(n))
}

// TestBayesSignedRank: numpy 1.24.2, by the definition over all pairs, 400,000 draws: testdata/reference/gen/bayes.py.
func TestBayesSignedRank(t *testing.T) {
	for _, c := range []struct {
		name             string
		x, y             []float64
		rope             float64
		left, mid, right float64
		decision         string
	}{
		{"runs", runX, runY, 0, 0.0477325, 0, 0.9522675, DecisionBetter},
		{"runs", runX, runY, .02, 0.04212, 0.0041425, 0.9537375, DecisionBetter},
		{"runs", runX, runY, .1, 0, 0.858515, 0.141485, DecisionUndecided},
		{"tenths", tenthsX, tenthsY, 0, 0.0214775, 0, 0.9785225, DecisionBetter},
		{"tenths", tenthsX, tenthsY, .05, 0.00166, 0.240915, 0.757425, DecisionUndecided},
		{"tenths", tenthsX, tenthsY, .1, 0, 0.8956725, 0.1043275, DecisionUndecided},
		{"close", closeX, closeY, 0, 0.4395275, 0, 0.5604725, DecisionUndecided},
		{"close", closeX, closeY, .002, 0.23084, 0.5291075, 0.2400525, DecisionUndecided},
	} {
		for _, unit := range []float64{1, math.Pi} { // on no lattice: the edge is one of tolerance
			x, y := make([]float64, len(c.x)), make([]float64, len(c.x))
			for i := range x {
				x[i], y[i] = unit*c.x[i], unit*c.y[i]
			}
			p := drawnPosterior(t, x, y, unit*c.rope, resample.Plan{Seed: 7})
			drawnNear(t, c.name+" left", p.Left, p.Replicates, c.left, 4e5)
			drawnNear(t, c.name+" rope", p.Rope, p.Replicates, c.mid, 4e5)
			drawnNear(t, c.name+" right", p.Right, p.Replicates, c.right, 4e5)
			if p.Decision != c.decision || p.Interval != nil || p.Method != MonteCarlo || p.Replicates != resample.DefaultReplicates || p.Seed != 7 {
				t.Errorf("%s %g: %+v", c.name, c.rope, p)
			}
		}
	}
}

// TestBayesSignedRankExact: n differences of .1. The weight u of the prior's 0 has the Beta(½, n) distribution, with
// F(u) = 1.5·√u − .5·u^1.5 for n = 2. Sums are .2 for two topics, .1 for a topic and the prior, and 0.
func TestBayesSignedRankExact(t *testing.T) {
	f := func(u float64) float64 { return 1.5*math.Sqrt(u) - .5*math.Pow(u, 1.5) }
	y := []float64{.2, .35}
	x := []float64{.2 + .1, .35 + .1}
	for _, c := range []struct{ rope, right float64 }{
		{.03, f(math.Sqrt(.5))},     // the ROPE has u² only
		{.05, f(.5)},                // u² and half of 2u(1 − u), which lies on the edge: u
		{.07, f(1 - math.Sqrt(.5))}, // all but (1 − u)²
		{.1, 0},                     // (1 − u)² itself lies on the edge
		{.2, 0},
	} {
		p := drawnPosterior(t, x, y, c.rope, resample.Plan{Replicates: 200_000})
		drawnNear(t, "right", p.Right, p.Replicates, c.right, math.Inf(1))
		drawnNear(t, "rope", p.Rope, p.Replicates, 1-c.right, math.Inf(1))
		drawnNear(t, "left", p.Left, p.Replicates, 0, math.Inf(1))
	}
	// Without a ROPE right always has the greater mass; nothing drawn can say that it is certain.
	p := drawnPosterior(t, x, y, 0, resample.Plan{Replicates: 1000})
	lo, _ := dist.BinomialLimits(1000, 1000, .999)
	want := Posterior{Test: "bayes-signed-rank", N: 2, Estimate: .1, Left: Probability{.5 / 1001, 0, 1 - lo},
		Right: Probability{1000.5 / 1001, lo, 1}, Decision: DecisionBetter, Method: MonteCarlo, Replicates: 1000}
	if diff := cmp.Diff(want, p, close9); diff != "" {
		t.Error(diff)
	}
}

// TestMassesByDefinition: the masses of the regions for given weights, in the quadratic time of the definition and in
// lattice steps, so that ties at the edge are exact.
func TestMassesByDefinition(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		n := rapid.IntRange(2, 9).Draw(r, "topics")
		steps := rapid.IntRange(0, 6).Draw(r, "rope")
		unit := rapid.SampledFrom([]float64{.1, .001, 1, math.Pi / 100}).Draw(r, "unit")
		z := []int{0}
		x, y := make([]float64, n), make([]float64, n)
		for i := range x {
			a, b := rapid.IntRange(0, 9).Draw(r, "x"), rapid.IntRange(0, 9).Draw(r, "y")
			x[i], y[i] = float64(a)*unit, float64(b)*unit
			z = append(z, a-b)
		}
		w := newWalsh(dist.NewDifferences(x, y).Each, float64(steps)*unit, dist.NewTolerance(x, y))
		weight, before := make([]float64, n+1), make([]float64, n+2)
		for i := range weight {
			weight[i] = float64(rapid.IntRange(1, 100).Draw(r, "weight"))
			before[i+1] = before[i] + weight[i]
		}
		left, right, all := w.masses(weight, before)
		if w.turned {
			for i := range z {
				z[i] = -z[i]
			}
		}
		slices.Sort(z)
		half := func(over, on bool) float64 {
			switch {
			case over:
				return 2
			case on:
				return 1
			}
			return 0
		}
		wantLeft, wantRight := 0.0, 0.0
		for i, v := range z {
			for j, u := range z {
				wantRight += weight[i] * weight[j] * half(v+u > 2*steps, v+u == 2*steps)
				wantLeft += weight[i] * weight[j] * half(v+u < -2*steps, v+u == -2*steps)
			}
		}
		if left != wantLeft || right != wantRight || all != 2*before[n+1]*before[n+1] || z[w.prior] != 0 {
			r.Errorf("left %g, right %g of %g, want %g and %g; prior at %d", left, right, all, wantLeft, wantRight, w.prior)
		}
	})
}

// TestBayesSignedRankOrder: neither the order of topics nor the number of processors changes a digit.
func TestBayesSignedRankOrder(t *testing.T) {
	want := drawnPosterior(t, tenthsX, tenthsY, .05, resample.Plan{Replicates: 5000})
	x, y := slices.Clone(tenthsX), slices.Clone(tenthsY)
	slices.Reverse(x)
	slices.Reverse(y)
	for _, processors := range []int{1, 2, 7} {
		was := runtime.GOMAXPROCS(processors)
		got := drawnPosterior(t, x, y, .05, resample.Plan{Replicates: 5000})
		runtime.GOMAXPROCS(was)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%d processors: %s", processors, diff)
		}
	}
	if other := drawnPosterior(t, x, y, .05, resample.Plan{Replicates: 5000, Seed: 1}); other.Right == want.Right {
		t.Error("another seed draws the same")
	}
}

func TestBayesSignedRankIdentical(t *testing.T) {
	x, y := slices.Clone(runX), slices.Clone(runX)
	x[0] = ulps(x[0], 3)
	p := drawnPosterior(t, x, y, 0, resample.Plan{Seed: 3})
	half := Probability{.5, .5, .5}
	if p.Left != half || p.Right != half || p.Rope.P != 0 || p.Decision != DecisionUndecided || p.Warnings[0].Code != "identical" || p.Replicates != 0 {
		t.Errorf("%+v", p)
	}
	p = drawnPosterior(t, x, y, .01, resample.Plan{Replicates: 2000})
	if p.Decision != DecisionEquivalent || p.Rope.P != 2000.5/2001.5 || p.Rope.Hi != 1 || p.Warnings[0].Code != "identical" {
		t.Errorf("%+v", p)
	}
}

// TestPosteriorBorderline: at .9523 (see TestBayesSignedRank) 1,000 draws cannot tell on which side of .95 it is.
func TestPosteriorBorderline(t *testing.T) {
	p := drawnPosterior(t, runX, runY, 0, resample.Plan{Replicates: 1000})
	if len(p.Warnings) != 1 || p.Warnings[0].Code != "borderline" {
		t.Errorf("%+v", p)
	}
	if p = drawnPosterior(t, tenthsX, tenthsY, 0, resample.Plan{}); p.Warnings != nil {
		t.Errorf("%+v", p)
	}
}

func TestBayesSignedRankRefuses(t *testing.T) {
	if p, err := BayesSignedRank([]float64{1}, []float64{2}, .1, Options{}); !errors.Is(err, ErrTooFew) {
		t.Errorf("%+v, %v", p, err)
	}
	if p, err := BayesSignedRank([]float64{1, math.Inf(1)}, []float64{2, 3}, .1, Options{}); !errors.Is(err, ErrNotFinite) {
		t.Errorf("%+v, %v", p, err)
	}
	if !panics(func() { BayesSignedRank([]float64{1, 2}, []float64{1}, .1, Options{}) }) {
		t.Error("unequal lengths are taken")
	}
	if !panics(func() { BayesSignedRank(runX, runY, -.1, Options{}) }) {
		t.Error("a negative half-width is taken")
	}
	if !panics(func() { BayesSignedRank(runX, runY, .1, Options{Strata: make([]int, len(runX))}) }) {
		t.Error("strata are taken")
	}
}

// TestPosteriorJSON: names that other programs rely on.
func TestPosteriorJSON(t *testing.T) {
	p := Posterior{Test: "bayes-t", N: 3, Left: Probability{.25, .25, .25}, Decision: DecisionUndecided, Method: Parametric}
	text, err := json.Marshal(p)
	want := `{"test":"bayes-t","topics":3,"difference":0,"interval":null,"half_width":0,"left":{"p":0.25,"lo":0.25,"hi":0.25},` +
		`"rope":{"p":0,"lo":0,"hi":0},"right":{"p":0,"lo":0,"hi":0},"decision":"undecided","method":"parametric"}`
	if err != nil || string(text) != want {
		t.Errorf("%s, %v", text, err)
	}
}

// 50 topics with the 50,000 draws that the paper's programs take by default.
func BenchmarkBayesSignedRank(b *testing.B) {
	for name, den := range map[string]float64{"P@10": 10, "four decimals": 10_000, "real": 0} {
		m := invented(2, 50, den, 1)
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := BayesSignedRank(m.RawRowView(0), m.RawRowView(1), .02, Options{Plan: resample.Plan{Replicates: 50_000}}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
