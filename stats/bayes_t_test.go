package stats

import (
	"errors"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Invented scores on 12 topics in tenths, with ties and with sums of differences on the edge of a ROPE of .05 or .1, and
// of two systems nearly the same on 15 topics, in thousandths: as in testdata/reference/gen/bayes.py.
var (
	tenthsX = []float64{.3, .5, .2, .4, .7, .6, .1, .3, .4, .5, .2, .6}
	tenthsY = []float64{.2, .5, .3, .2, .4, .5, .1, .4, .3, .5, .1, .5}
	closeX  = []float64{.412, .305, .518, .260, .631, .377, .449, .503, .288, .590, .333, .471, .520, .365, .402}
	closeY  = []float64{.405, .311, .509, .268, .634, .371, .455, .498, .290, .581, .340, .466, .527, .360, .406}
)

// TestBayesTTest: scipy 1.10.1, stats.t, by testdata/reference/gen/bayes.py; R 4.2.2, qt, has the same intervals.
func TestBayesTTest(t *testing.T) {
	for _, c := range []struct {
		x, y             []float64
		rope, rho        float64
		left, mid, right float64
		lo, hi           float64
		decision         string
	}{
		{runX, runY, 0, 0, 0.06926102958480823, 0, 0.9307389704151918, -0.029020216098773463, 0.1690202160987735, DecisionUndecided},
		{runX, runY, .02, 0, 0.034346372985793024, 0.10133435057867454, 0.8643192764355324, -0.029020216098773463, 0.1690202160987735, DecisionUndecided},
		{runX, runY, .02, 1.0 / 8, 0.09274853442209073, 0.12803070091175572, 0.7792207646661535, -0.0749507541712588, 0.2149507541712588, DecisionUndecided},
		{runX, runY, .3, 0, 2.404043635817628e-05, 0.9995190497059001, 0.0004569098577416764, -0.029020216098773463, 0.1690202160987735, DecisionEquivalent},
		{closeX, closeY, .01, 0, 1.3379966718971379e-05, 0.9999664095909164, 2.0210442364582405e-05, -0.0033779112335535406, 0.0037779112335535408, DecisionEquivalent},
	} {
		p, err := BayesTTest(c.x, c.y, c.rope, c.rho, Options{})
		if err != nil {
			t.Fatal(err)
		}
		near(t, "left", p.Left.P, c.left, 1e-11)
		near(t, "rope", p.Rope.P, c.mid, 1e-11)
		near(t, "right", p.Right.P, c.right, 1e-11)
		nearAbs(t, "lower limit", p.Interval.Lo, c.lo, 1e-14)
		nearAbs(t, "upper limit", p.Interval.Hi, c.hi, 1e-14)
		if p.Decision != c.decision || p.Method != Parametric || p.Replicates != 0 || p.Interval.Kind != KindCredible || p.Warnings != nil {
			t.Errorf("%+v", p)
		}
	}
}

// TestBayesTTestFar: where little is left for the ROPE and the other side, they keep their digits. mpmath 1.2.1, the
// incomplete beta function with 40 digits.
func TestBayesTTestFar(t *testing.T) {
	x := []float64{.5, .6, .7, .65, .8, .55, .72, .61, .58, .69}
	y := []float64{.1, .25, .3, .2, .43, .11, .35, .2, .22, .3}
	for _, swapped := range []bool{false, true} {
		if swapped {
			x, y = y, x
		}
		p, err := BayesTTest(x, y, .1, 0, Options{})
		if err != nil {
			t.Fatal(err)
		}
		other, decision := p.Left, DecisionBetter
		if swapped {
			other, decision = p.Right, DecisionWorse
		}
		near(t, "rope", p.Rope.P, 2.1916789981964503e-10, 1e-9)
		near(t, "other side", other.P, 2.1356757560574964e-12, 1e-9)
		if p.Decision != decision {
			t.Errorf("%+v", p)
		}
	}
}

// TestFailureCorrelatedTopics: a tool for cross-validation used on topics adds 1/(n−1) to 1/n, as if the training sets of
// topics overlapped, and so nearly doubles the variance. On the runs of eight topics the interval must be that of the t
// test, and the probability of "left" its one-sided p; R 4.2.2, t.test, has .0693. The doubled variance gives .1455
// (scipy 1.10.1, stats.t with 7 df, of −.07 over the scale .0613), which only rho = 1/n does here.
func TestFailureCorrelatedTopics(t *testing.T) {
	p, err := BayesTTest(runX, runY, 0, 0, Options{})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "left", p.Left.P, 0.069261029584808259, 1e-12)
	test, err := TTest(runX, runY, Options{})
	if err != nil {
		t.Fatal(err)
	}
	nearAbs(t, "lower limit", p.Interval.Lo, test.Interval.Lo, 1e-15)
	nearAbs(t, "upper limit", p.Interval.Hi, test.Interval.Hi, 1e-15)
	wrong, err := BayesTTest(runX, runY, 0, 1.0/8, Options{})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "left, variance doubled", wrong.Left.P, 0.14551761223498055, 1e-11)
}

func TestBayesTTestRefuses(t *testing.T) {
	for _, c := range []struct {
		x, y []float64
		is   error
	}{
		{[]float64{.1, .2}, []float64{.1, .2}, ErrUndefined},
		{[]float64{.3, .4, .7}, []float64{.2, .3, .6}, ErrUndefined},
		{[]float64{.3}, []float64{.2}, ErrTooFew},
		{[]float64{.3, math.NaN()}, []float64{.2, .1}, ErrNotFinite},
		{[]float64{.3, 1e101}, []float64{.2, .1}, ErrRange},
	} {
		if p, err := BayesTTest(c.x, c.y, .1, 0, Options{}); !errors.Is(err, c.is) {
			t.Errorf("%v, %v: %+v, %v", c.x, c.y, p, err)
		}
	}
	for what, f := range map[string]func(){
		"unequal lengths": func() { BayesTTest([]float64{1, 2}, []float64{1}, 0, 0, Options{}) },
		"negative rope":   func() { BayesTTest(runX, runY, -.1, 0, Options{}) },
		"rope NaN":        func() { BayesTTest(runX, runY, math.NaN(), 0, Options{}) },
		"infinite rope":   func() { BayesTTest(runX, runY, math.Inf(1), 0, Options{}) },
		"rho 1":           func() { BayesTTest(runX, runY, .1, 1, Options{}) },
		"negative rho":    func() { BayesTTest(runX, runY, .1, -.1, Options{}) },
		"strata":          func() { BayesTTest(runX, runY, .1, 0, Options{Strata: make([]int, len(runX))}) },
		"confidence 2":    func() { BayesTTest(runX, runY, .1, 0, Options{Confidence: 2}) },
	} {
		if !panics(f) {
			t.Errorf("%s: no panic", what)
		}
	}
}

// TestBayesTTestTiny: probabilities too small for a double are not 0.
func TestBayesTTestTiny(t *testing.T) {
	x, y := make([]float64, 400), make([]float64, 400)
	for i := range x {
		x[i] = 1 + float64(i%2)*1e-4
	}
	for _, rope := range []float64{.1, 3, 1e300} {
		p, err := BayesTTest(x, y, rope, 0, Options{})
		if err != nil || !(p.Left.P > 0 && p.Rope.P > 0 && p.Right.P > 0) || len(p.Warnings) != 1 || p.Warnings[0].Code != "tiny-p" {
			t.Errorf("rope %g: %+v, %v", rope, p, err)
		}
	}
}

// TestLawsOfPosteriors: of both tests.
func TestLawsOfPosteriors(t *testing.T) {
	for name, run := range map[string]func(x, y []float64, rope float64, opt Options) (Posterior, error){
		"bayes-t": func(x, y []float64, rope float64, opt Options) (Posterior, error) {
			return BayesTTest(x, y, rope, 0, opt)
		},
		"bayes-signed-rank": BayesSignedRank,
	} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(r *rapid.T) {
				n := rapid.IntRange(2, 12).Draw(r, "topics")
				x, y := drawScores(r, n, "x"), drawScores(r, n, "y")
				rope := rapid.SampledFrom([]float64{0, .01, .05, .1, .333}).Draw(r, "rope")
				opt := Options{}
				opt.Plan.Replicates = 2000
				was := slices.Concat(x, y)
				p, err := run(x, y, rope, opt)
				if err != nil {
					if !errors.Is(err, ErrUndefined) || name != "bayes-t" {
						r.Errorf("%v", err)
					}
					return
				}
				if sum := p.Left.P + p.Rope.P + p.Right.P; math.Abs(sum-1) > 1e-12 {
					r.Errorf("probabilities sum to 1 + %g", sum-1)
				}
				for i, v := range []Probability{p.Left, p.Rope, p.Right} {
					if !(v.Lo <= v.P && v.P <= v.Hi && v.Lo >= 0 && v.Hi <= 1) || (v.P == 0) != (i == 1 && rope == 0) {
						r.Errorf("%+v", v)
					}
				}
				back, err := run(y, x, rope, opt)
				mirrored := !isSymmetric(x, y) && (back.Left.P != p.Right.P || back.Right.P != p.Left.P)
				if name == "bayes-t" {
					mirrored = !agree(back.Left.P, p.Right.P) || !agree(back.Right.P, p.Left.P)
				}
				if err != nil || mirrored || !agree(back.Estimate, -p.Estimate) {
					r.Errorf("swapped: %+v and %+v, %v", p, back, err)
				}
				if p.Test != name || p.N != n || p.HalfWidth != rope {
					r.Errorf("%+v", p)
				}
				if p.Decision == DecisionEquivalent && rope == 0 {
					r.Error("a point is called equivalent")
				}
				if !slices.Equal(was, slices.Concat(x, y)) {
					r.Error("the scores were changed")
				}
			})
		})
	}
}

// isSymmetric reports whether the differences are the same set both ways: then both orders see the same draws.
func isSymmetric(x, y []float64) bool {
	d := describe(x, y).Each
	z := negate(d)
	d = slices.Clone(d)
	slices.Sort(d)
	slices.Sort(z)
	return slices.Equal(d, z)
}
