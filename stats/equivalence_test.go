package stats

import (
	"errors"
	"math"
	"math/bits"
	"runtime"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"sigrel/stats/dist"
)

func equivalent(t *testing.T, x, y []float64, margin float64, test *PairedTest, opt Options) Equivalence {
	t.Helper()
	e, err := Equivalent(x, y, margin, test, opt)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// TestEquivalentR: R 4.2.2, t.test(paired = TRUE, mu = ∓M) one-sided, and conf.level = .9.
func TestEquivalentR(t *testing.T) {
	for _, c := range []struct{ margin, lower, upper float64 }{
		{.05, 0.012071263678511624, 0.67625761077178481},
		{.16, 0.00045690985774167589, 0.034346372985793003},
		{.2, 0.00017552224866998313, 0.008607545476265497},
	} {
		e := equivalent(t, runX, runY, c.margin, tTest, Options{})
		near(t, "lower", e.PLower, c.lower, 1e-11)
		near(t, "upper", e.PUpper, c.upper, 1e-11)
		near(t, "p", e.P, c.upper, 1e-11)
		near(t, "lower end", e.Interval.Lo, -0.0093367414572352661, 1e-10)
		near(t, "upper end", e.Interval.Hi, 0.14933674145723524, 1e-11)
		near(t, "difference", e.Estimate, .07, 1e-14)
		if e.Equivalent != (c.upper <= .05) || !e.NonInferior || e.Adjusted != e.P || e.Interval.Confidence != .9 || e.Method != Parametric {
			t.Errorf("margin %g: %+v", c.margin, e)
		}
	}
}

// TestEquivalentEnumeration: hundredths, of both signs, with margins in hundredths and halves of them, against all ways
// to swap. The sums of scores and margin in floating point are up to several units of the last place off.
func TestEquivalentEnumeration(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(2, 9).Draw(rt, "topics")
		a := rapid.SliceOfN(rapid.Int64Range(-30, 30), n, n).Draw(rt, "a")
		b := rapid.SliceOfN(rapid.Int64Range(-30, 30), n, n).Draw(rt, "b")
		margin := rapid.Int64Range(1, 25).Draw(rt, "margin in halves of hundredths")
		unit := rapid.SampledFrom([]float64{.01, 1.0 / 3, 1}).Draw(rt, "unit")
		x, y := make([]float64, n), make([]float64, n)
		low, high := make([]int64, n), make([]int64, n)
		for i := range a {
			x[i], y[i] = float64(a[i])*unit, float64(b[i])*unit
			low[i], high[i] = 2*(a[i]-b[i])+margin, 2*(a[i]-b[i])-margin
		}
		e := equivalent(t, x, y, float64(margin)*unit/2, nil, Options{})
		lower, upper := swapsAtLeast(low), swapsAtLeast(negatedInts(high))
		if e.PLower != lower || e.PUpper != upper || e.P != max(lower, upper) || e.PLo != e.P || e.PHi != e.P || e.Method != Exact {
			rt.Errorf("%+v, want p = %g and %g", e, lower, upper)
		}
		back := equivalent(t, y, x, float64(margin)*unit/2, nil, Options{})
		if back.PLower != e.PUpper || back.PUpper != e.PLower || back.Estimate != -e.Estimate {
			rt.Errorf("turned: %+v and %+v", e, back)
		}
	})
}

// swapsAtLeast is the share of sign vectors with a sum of at least that of d.
func swapsAtLeast(d []int64) float64 {
	count := 0
	for signs := range uint64(1) << len(d) {
		lost := int64(0)
		for rest := signs; rest != 0; rest &= rest - 1 {
			lost += d[bits.TrailingZeros64(rest)]
		}
		if lost <= 0 {
			count++
		}
	}
	return math.Ldexp(float64(count), -len(d))
}

func negatedInts(d []int64) []int64 {
	out := make([]int64, len(d))
	for i, v := range d {
		out[i] = -v
	}
	return out
}

// TestEquivalentLattice: shifted scores are lattice points to the last place, also where numbers cancel, as .06 − .05
// does; so exact tests of many topics stay exact. Noise on topics without a difference changes nothing.
func TestEquivalentLattice(t *testing.T) {
	minus := -.06
	if dist.Lattice([]float64{minus + .05}) > 0 {
		t.Fatal("nothing cancels")
	}
	x, y := make([]float64, 60), make([]float64, 60)
	noisy := make([]float64, 60)
	d := make([]int64, 60)
	for i := range x {
		a, b := int64(i*7%41-20), int64(i*i*i%31-17)
		if i%7 == 0 {
			b = a
		}
		x[i], y[i] = float64(a)/100, float64(b)/100
		noisy[i] = y[i]
		if i%7 == 0 {
			noisy[i] = y[i] * (1 + 1e-14)
		}
		d[i] = a - b + 5
	}
	want := dist.NewIntegerSum(d).Upper(.05)
	for _, y := range [][]float64{y, noisy} {
		e := equivalent(t, x, y, .05, randomization, Options{})
		if e.PLower != want.P || e.Method != Exact {
			t.Errorf("%+v, want p_lower = %g, exact", e, want.P)
		}
	}
	for _, v := range shifted(x, y, .05) {
		if dist.Lattice([]float64{v}) == 0 {
			t.Errorf("%.17g is on no lattice", v)
		}
	}
}

// TestEquivalentIntervals: equivalent is where the interval of the difference lies inside the margins, with t and with
// randomization, whatever the kind of scores; p falls as the margin grows.
func TestEquivalentIntervals(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		x, y := drawPair(rt, 2, 24)
		alpha := rapid.SampledFrom([]float64{.05, .1, .01}).Draw(rt, "alpha")
		for _, test := range []*PairedTest{tTest, randomization} {
			last := 1.0
			for _, share := range []float64{.2, .98, .999, 1.001, 1.3} {
				plain, err := test.Run(x, y, Options{Alpha: 2 * alpha, Confidence: 1 - 2*alpha, Intervals: true})
				if err != nil {
					rt.Fatal(err)
				}
				iv := plain.Interval
				if iv == nil || iv.Lo == iv.Hi {
					continue
				}
				ends := max(math.Abs(iv.Lo), math.Abs(iv.Hi))
				e := equivalent(t, x, y, share*ends, test, Options{Alpha: alpha, Intervals: true, Alternative: Less})
				if near := 2e-3 * (iv.Hi - iv.Lo); math.Abs(share*ends-ends) > near && e.Equivalent != (share > 1) {
					rt.Errorf("%s, margin %g: %+v, interval %+v", test.Name, share*ends, e, *iv)
				}
				if diff := cmp.Diff(iv, e.Interval); diff != "" {
					rt.Error(diff)
				}
				if e.P > last*(1+1e-9) {
					rt.Errorf("%s: p grows to %g from %g with the margin", test.Name, e.P, last)
				}
				last = e.P
				if e.Equivalent != (e.P <= alpha) || e.NonInferior != (e.PLower <= alpha) {
					rt.Errorf("%+v at %g", e, alpha)
				}
			}
		}
	})
}

// TestEquivalentTests: every test of the list gives p's that are p's; rank tests shift the scores, not their ranks.
func TestEquivalentTests(t *testing.T) {
	x := []float64{.31, .5, .42, .6, .7, .55, .48, .39, .66, .71}
	y := []float64{.3, .52, .4, .61, .68, .55, .5, .38, .65, .73}
	for _, test := range pairedTests {
		e := equivalent(t, x, y, .1, test, Options{})
		if e.Test != test.Name || !(e.PLower > 0 && e.PUpper > 0 && e.P == max(e.PLower, e.PUpper) && e.P <= .05 && e.Equivalent && e.NonInferior) {
			t.Errorf("%+v", e)
		}
	}
	// All differences lie inside ±.02, so with .1 all ten are of one sign.
	for _, test := range []*PairedTest{wilcoxon, signTest} {
		if e := equivalent(t, x, y, .1, test, Options{}); e.PLower != 0x1p-10 || e.PUpper != 0x1p-10 || e.Interval != nil {
			t.Errorf("%+v, want 2^-10", e)
		}
	}
	// d + .01 in hundredths: 2 −1 3 0 3 1 −1 2 2 −1: six of nine are positive.
	if e := equivalent(t, x, y, .01, signTest, Options{}); e.PLower != (84+36+9+1)/512.0 {
		t.Errorf("%+v, want p = 130/512", e)
	}
}

// TestEquivalentConstant: identical systems, and systems that differ by one number.
func TestEquivalentConstant(t *testing.T) {
	x := []float64{.35, .21, .6, .44, .9, .13, .75}
	noisy, above := make([]float64, 7), make([]float64, 7)
	for i, v := range x {
		noisy[i], above[i] = ulps(v, 3), v+.1
	}
	for _, test := range []*PairedTest{randomization, tTest, wilcoxon, signTest} {
		for _, y := range [][]float64{x, noisy} {
			e := equivalent(t, x, y, .05, test, Options{})
			if e.PLower != 0x1p-7 || e.PUpper != 0x1p-7 || !e.Equivalent || e.Estimate != 0 || e.Warnings[0].Code != "identical" {
				t.Errorf("%s: identical systems: %+v, want 2^-7", test.Name, e)
			}
		}
		// Better by .1 everywhere: with that margin the upper test sees no difference at all.
		e := equivalent(t, above, x, .1, test, Options{})
		if e.PLower != 0x1p-7 || e.PUpper != 1 || e.Equivalent || !e.NonInferior {
			t.Errorf("%s: better by the margin: %+v", test.Name, e)
		}
		if slices.ContainsFunc(e.Warnings, func(w Warning) bool { return w.Code == "identical" }) {
			t.Errorf("%s: systems that differ are called identical: %+v", test.Name, e.Warnings)
		}
	}
	// Four topics cannot show anything: 1/2^4 exceeds .05.
	e := equivalent(t, x[:4], x[:4], .5, nil, Options{})
	if e.Equivalent || !slices.ContainsFunc(e.Warnings, func(w Warning) bool { return w.Code == "cannot-be-significant" }) {
		t.Errorf("four topics: %+v", e)
	}
}

// TestEquivalentAsks: what the three runs of a test are asked for.
func TestEquivalentAsks(t *testing.T) {
	var asked []Options
	spy := &PairedTest{Name: "spy", Run: func(x, y []float64, opt Options) (Result, error) {
		asked = append(asked, opt)
		return TTest(x, y, opt)
	}}
	equivalent(t, runX, runY, .1, spy, Options{Alternative: Less, Alpha: .02, Confidence: .5, Intervals: true})
	want := []Options{
		{Alternative: TwoSided, Alpha: .04, Confidence: .96, Intervals: true},
		{Alternative: Greater, Alpha: .02, Confidence: .5},
		{Alternative: Less, Alpha: .02, Confidence: .5},
	}
	if diff := cmp.Diff(want, asked, cmpopts.IgnoreUnexported(Options{}), cmpopts.IgnoreFields(Options{}, "Plan")); diff != "" {
		t.Error(diff)
	}
}

func TestEquivalentErrors(t *testing.T) {
	x := []float64{.1, .2, .4}
	if _, err := Equivalent(x[:1], x[:1], .1, nil, Options{}); !errors.Is(err, ErrTooFew) {
		t.Errorf("one topic: %v", err)
	}
	if _, err := Equivalent(x, []float64{0, math.NaN(), 0}, .1, nil, Options{}); !errors.Is(err, ErrNotFinite) {
		t.Errorf("NaN: %v", err)
	}
	if _, err := Equivalent(x, x, 1e200, nil, Options{}); !errors.Is(err, ErrRange) {
		t.Errorf("a margin of 1e200: %v", err)
	}
	if _, err := EquivalentPairs(rowsOf(x), .1, holm, Options{}); !errors.Is(err, ErrTooFewSystems) {
		t.Errorf("one system: %v", err)
	}
	for _, margin := range []float64{0, -.1, math.NaN(), math.Inf(1)} {
		if !panics(func() { Equivalent(x, x, margin, nil, Options{}) }) || !panics(func() { EquivalentPairs(rowsOf(x, x), margin, holm, Options{}) }) {
			t.Errorf("a margin of %g is taken", margin)
		}
	}
	if !panics(func() { Equivalent(x, x, .1, nil, Options{Alpha: .5}) }) {
		t.Error("an alpha of .5 is taken")
	}
}

// TestEquivalentPairs: each pair as alone, p adjusted, in the order asked for, on any number of processors.
func TestEquivalentPairs(t *testing.T) {
	m := invented(5, 16, 10, 4)
	for _, test := range []*PairedTest{nil, tTest, signTest} {
		opt := Options{Test: test, Pairs: [][2]int{{3, 1}, {0, 2}, {4, 0}}, Intervals: true}
		got, err := EquivalentPairs(m, .17, bonferroni, opt)
		if err != nil {
			t.Fatal(err)
		}
		p, lower := make([]float64, 3), make([]float64, 3)
		for i, e := range got {
			alone := equivalent(t, m.RawRowView(opt.Pairs[i][0]), m.RawRowView(opt.Pairs[i][1]), .17, test, opt)
			p[i], lower[i] = alone.P, alone.PLower
			alone.I, alone.J = opt.Pairs[i][0], opt.Pairs[i][1]
			alone.Adjusted, alone.Equivalent, alone.NonInferior = e.Adjusted, e.Equivalent, e.NonInferior
			if diff := cmp.Diff(alone, e); diff != "" {
				t.Error(diff)
			}
		}
		p, lower = bonferroni.Adjust(p), bonferroni.Adjust(lower)
		if test != signTest && !(got[1].PLower <= .05 && lower[1] > .05) {
			t.Errorf("the correction changes nothing: %g", lower)
		}
		for i, e := range got {
			if e.Adjusted != p[i] || e.Equivalent != (p[i] <= .05) || e.NonInferior != (lower[i] <= .05) {
				t.Errorf("%+v, want adjusted p %g, lower %g", e, p[i], lower[i])
			}
		}
	}
	all, err := EquivalentPairs(m, .2, bonferroni, Options{})
	if err != nil || len(all) != 10 || all[9].I != 3 || all[9].J != 4 || all[9].Interval == nil {
		t.Errorf("%+v, %v", all, err)
	}
	was := runtime.GOMAXPROCS(1)
	one, err := EquivalentPairs(m, .2, bonferroni, Options{})
	runtime.GOMAXPROCS(was)
	if diff := cmp.Diff(all, one); diff != "" || err != nil {
		t.Error(diff, err)
	}
}

func TestVerdict(t *testing.T) {
	for _, c := range []struct {
		significant, equivalent bool
		want                    string
	}{{true, true, "different"}, {true, false, "different"}, {false, true, "equivalent"}, {false, false, "inconclusive"}} {
		if got := Verdict(c.significant, c.equivalent); got != c.want {
			t.Errorf("significant %v, equivalent %v: %s", c.significant, c.equivalent, got)
		}
	}
}
