package stats

import (
	"errors"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"sigrel/stats/dist"
)

// Invented scores of three systems on eight topics.
var (
	runX = []float64{0.61, 0.23, 0.47, 0.09, 0.82, 0.35, 0.54, 0.18}
	runY = []float64{0.52, 0.31, 0.22, 0.09, 0.63, 0.30, 0.41, 0.25}
	runZ = []float64{0.40, 0.28, 0.30, 0.02, 0.71, 0.12, 0.44, 0.09}
)

// TestTTestR compares with R 4.2.2, t.test(paired = TRUE).
func TestTTestR(t *testing.T) {
	for alt, p := range map[Alternative]float64{TwoSided: 0.13852205916961652, Less: 0.93073897041519171, Greater: 0.069261029584808259} {
		r, err := TTest(runX, runY, Options{Alternative: alt, Confidence: .9})
		if err != nil {
			t.Fatal(err)
		}
		near(t, "t", *r.Statistic, 1.6716151926631195, 1e-12)
		near(t, "df", *r.DF, 7, 0)
		near(t, "difference", r.Estimate, .07, 1e-14)
		near(t, alt.String(), r.P, p, 1e-12)
		near(t, "lower limit", r.Interval.Lo, -0.0093367414572352661, 1e-11)
		near(t, "upper limit", r.Interval.Hi, 0.14933674145723524, 1e-12)
		if r.Method != Parametric || r.Interval.Kind != KindSingle || r.PLo != r.P || r.PHi != r.P {
			t.Errorf("%+v", r)
		}
	}
	d, err := DZ(runX, runY)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "d_z by R", d, 0.59100521913327453, 1e-12)
	if w, ties, l := WinsTiesLosses(runX, runY); w != 5 || ties != 1 || l != 2 {
		t.Errorf("wins, ties, losses %d, %d, %d", w, ties, l)
	}
}

// TestConstantDifference: t would be infinite and p 0, or, by rounding noise, of any size.
func TestConstantDifference(t *testing.T) {
	x := []float64{.3, .4, .7, .8, .9, 1.1}
	y := []float64{.2, .3, .6, .7, .8, 1.0} // .3−.2, .4−.3 … differ in the last digits
	r, err := TTest(x, y, Options{})
	if err != nil {
		t.Fatal(err)
	}
	// All 6 differences of one sign: 2 of 2^6 swappings are as extreme.
	if r.Statistic != nil || r.P != 2.0/64 || r.Method != Exact || len(r.Warnings) == 0 || r.Warnings[0].Code != "constant-difference" {
		t.Errorf("%+v", r)
	}
	near(t, "difference", r.Estimate, .1, 3e-16)
	if r, err = TTest(x, y, Options{Alternative: Less}); err != nil || r.P != 1 {
		t.Errorf("less: p %g, %v", r.P, err)
	}
	if _, err := DZ(x, y); !errors.Is(err, ErrUndefined) {
		t.Errorf("d_z: %v", err)
	}
	f, err := Corrected(tTest, none).Run(rowsOf(x, y), Options{})
	if err != nil || f.Pairs[0].Detectable != nil {
		t.Errorf("detectable %v, %v", f.Pairs[0].Detectable, err)
	}
}

// TestNoise: the same number reached in two ways is a tie.
func TestNoise(t *testing.T) {
	tenth, tenths := .1, .7
	x := []float64{tenth + .2, tenths + tenth, .5}
	y := []float64{.3, .8, .5}
	if x[0] == y[0] {
		t.Fatal("no noise to test with")
	}
	if w, ties, l := WinsTiesLosses(x, y); w != 0 || ties != 3 || l != 0 {
		t.Errorf("wins, ties, losses %d, %d, %d", w, ties, l)
	}
	r, err := TTest(x, y, Options{})
	if err != nil || r.P != 1 || r.Estimate != 0 || math.Signbit(r.Estimate) || r.Warnings[0].Code != "identical" {
		t.Errorf("%+v, %v", r, err)
	}
	if got := Ranks([]float64{x[0], .1, y[0], .9}); !slices.Equal(got, []int{2, 4, 2, 1}) {
		t.Errorf("ranks %v", got)
	}
	for _, v := range []float64{0, tenth + .2, -1e-300, math.MaxFloat64, 5e-324, 123456789.987654321} {
		if s := Snap(v); math.Abs(s-v) > 1e-11*math.Abs(v) || Snap(s) != s {
			t.Errorf("%g snaps to %g", v, s)
		}
	}
}

// TestTinyP: no p is 0, even beyond the doubles.
func TestTinyP(t *testing.T) {
	x, y := make([]float64, 400), make([]float64, 400)
	for i := range x {
		x[i] = 1 + 1e-6*float64(i%3)
	}
	r, err := TTest(x, y, Options{})
	if err != nil || r.P != 5e-324 || r.Warnings[0].Code != "tiny-p" {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestTwoWayR compares with R 4.2.2, anova(lm(v ~ s + t)).
func TestTwoWayR(t *testing.T) {
	got, err := TwoWay(rowsOf(runX, runY, runZ))
	if err != nil {
		t.Fatal(err)
	}
	near(t, "SS systems", got[0].SS, 0.054808333333333389, 1e-12)
	near(t, "SS topics", got[1].SS, 0.90545000000000009, 1e-12)
	near(t, "SS residual", got[2].SS, 0.076125000000000054, 1e-12)
	near(t, "F systems", *got[0].F, 5.0398467432950209, 1e-12)
	near(t, "F topics", *got[1].F, 23.788505747126422, 1e-12)
	near(t, "p systems", *got[0].P, 0.02245637069430232, 1e-11)
	near(t, "p topics", *got[1].P, 9.5791824062825118e-07, 1e-11)
	// ω² by its formula, from R's sums: (SS_A − df·MS_E)/(SS_T + MS_E); partial over SS_A + (N − df)·MS_E, N = 24.
	above := 0.054808333333333389 - 2*0.0054375
	near(t, "ω²", *got[0].Omega2, above/(0.054808333333333389+0.90545+0.076125+0.0054375), 1e-12)
	near(t, "partial ω²", *got[0].Partial, above/(0.054808333333333389+22*0.0054375), 1e-12)
	// All scores equal: nothing to divide by.
	if got, err = TwoWay(rowsOf([]float64{.3, .3}, []float64{.3, .3})); err != nil || got[0].F != nil || got[0].Omega2 != nil || got[1].Partial != nil {
		t.Errorf("equal scores: %+v, %v", got, err)
	}
}

// TestTauR compares τ_b with R 4.2.2, cor(method = "kendall"); τ_AP by hand.
func TestTauR(t *testing.T) {
	b, err := TauB([]float64{9, 7, 6, 5, 3, 2}, []float64{8, 8, 3, 6, 1, 2})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "τ_b", b, 0.69006555934235414, 1e-14)
	for _, c := range []struct {
		other   []float64
		tau, ap float64
	}{
		{[]float64{4, 5, 3, 2, 1}, .8, .5},             // the top two exchanged: (0 + 1 + 1 + 1)/4·2 − 1
		{[]float64{5, 4, 3, 1, 2}, .8, .875},           // the last two: (1 + 1 + 1 + 3/4)/4·2 − 1
		{[]float64{5, 1, 4, 3, 2}, .4, .5*(3+.25) - 1}, // the second is last
	} {
		ref := []float64{5, 4, 3, 2, 1}
		ap, err := TauAP(ref, c.other)
		if err != nil {
			t.Fatal(err)
		}
		a, err := TauA(ref, c.other)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "τ_AP", ap, c.ap, 1e-14)
		near(t, "τ_a", a, c.tau, 1e-14)
	}
}

func TestDuplicates(t *testing.T) {
	n := len(runX)
	copied, shifted, flat := slices.Clone(runX), make([]float64, n), make([]float64, n)
	for i := range n {
		copied[i] += 1e-17
		shifted[i] = runX[i]*.9 + .01*float64(i%2)
		flat[i] = .4
	}
	got := Duplicates(rowsOf(runX, runY, copied, shifted, flat))
	if len(got) != 3 || got[0].Code != "duplicate-runs" || got[0].J != 2 || got[1].Code != "near-duplicate" || got[1].J != 3 || got[2].I != 2 {
		t.Errorf("%+v", got)
	}
	if r := got[1].Correlation; !(r > .999 && r < 1) {
		t.Errorf("correlation %g", r)
	}
	if got := Duplicates(rowsOf(flat, flat)); len(got) != 1 || got[0].Code != "duplicate-runs" {
		t.Errorf("two constant systems: %+v", got)
	}
}

// TestDetectable checks the formula; R 4.2.2's power.t.test(type = "paired", strict = TRUE) gives a t test of 50 topics a
// power of .798 at that difference, of 10 topics .789.
func TestDetectable(t *testing.T) {
	m := invented(2, 50, 0, 6)
	x, y := m.RawRowView(0), m.RawRowView(1)
	d := describe(x, y)
	f, err := Corrected(tTest, none).Run(m, Options{})
	if err != nil {
		t.Fatal(err)
	}
	// qt(.975, 49) = 2.0095752371292397, qnorm(.8) = 0.8416212335729143, both R's.
	near(t, "single", *f.Pairs[0].Detectable, (2.0095752371292397+0.8416212335729143)*d.sd/math.Sqrt(50), 1e-10)
	if f, err = Corrected(tTest, none).Run(m, Options{Alternative: Greater}); err != nil {
		t.Fatal(err)
	}
	// qt(.95, 49) = 1.676550892616854.
	near(t, "one-sided", *f.Pairs[0].Detectable, (1.676550892616854+0.8416212335729143)*d.sd/math.Sqrt(50), 1e-10)
	three := invented(3, 50, 0, 6)
	spread := describe(three.RawRowView(0), three.RawRowView(1))
	if f, err = Corrected(tTest, holm).Run(three, Options{}); err != nil {
		t.Fatal(err)
	}
	point := dist.StudentQuantile(.05/3/2, 49)
	near(t, "Holm", *f.Pairs[0].Detectable, (point+0.8416212335729143)*spread.sd/math.Sqrt(50), 1e-10)
	r, err := RandomizedTukey(three, Options{Test: tTest})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "randomized Tukey", *r.Pairs[0].Detectable, *r.Critical+0.8416212335729143*spread.sd/math.Sqrt(50), 1e-10)
	if *r.Pairs[0].Detectable <= (2.0095752371292397+0.8416212335729143)*spread.sd/math.Sqrt(50) {
		t.Error("a family finds smaller differences than a single test")
	}
}

// TestIntervalKinds: a test's own for up to 50 pairs or when asked, else the t interval.
func TestIntervalKinds(t *testing.T) {
	for _, c := range []struct {
		systems int
		ask     bool
		want    string
	}{{10, false, KindSingle}, {11, false, KindT}, {11, true, KindSingle}} { // 45 and 55 pairs
		f, err := Corrected(randomization, holm).Run(invented(c.systems, 12, 10, 1), Options{Intervals: c.ask})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range f.Pairs {
			if p.Result.Interval == nil || p.Result.Interval.Kind != c.want {
				t.Fatalf("%d systems: interval %+v, want one of kind %s", c.systems, p.Result.Interval, c.want)
			}
			if c.want == KindT {
				r, err := TTest(mat.Row(nil, p.I, invented(c.systems, 12, 10, 1)), mat.Row(nil, p.J, invented(c.systems, 12, 10, 1)), Options{})
				if err != nil {
					t.Fatal(err)
				}
				nearAbs(t, "t interval", p.Result.Interval.Lo, r.Interval.Lo, 1e-14)
				nearAbs(t, "t interval", p.Result.Interval.Hi, r.Interval.Hi, 1e-14)
			}
		}
	}
}

// TestHopeless: where nothing could be significant, the family says so.
func TestHopeless(t *testing.T) {
	signs := &PairedTest{Name: "signs", Run: TTest, Least: func(n int, alt Alternative) float64 { return math.Ldexp(2, -n) }}
	m := invented(6, 8, 10, 1)                                                                         // 15 pairs; the least p is 2^-7: ×15 = .117
	for by, want := range map[*Correction]bool{none: false, holm: true, bonferroni: true, bh: false} { // bh leaves 15 equal p as they are
		f, err := Corrected(signs, by).Run(m, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := len(f.Warnings) == 1 && f.Warnings[0].Code == "cannot-be-significant"; got != want {
			t.Errorf("%s: %+v", by.Name, f.Warnings)
		}
	}
}

// TestErrorsNameSystems: a test that fails says on which pair, the first in order whatever the processors.
func TestErrorsNameSystems(t *testing.T) {
	broken := &PairedTest{Name: "broken", Run: func(x, y []float64, _ Options) (Result, error) {
		if x[0] > 0 && y[0] > 0 {
			return Result{}, ErrUndefined
		}
		return Result{P: 1, PLo: 1, PHi: 1}, nil
	}}
	m := rowsOf([]float64{0, 1}, []float64{1, 1}, []float64{0, 2}, []float64{1, 0}, []float64{1, 2})
	_, err := Corrected(broken, holm).Run(m, Options{})
	if !errors.Is(err, ErrUndefined) || err.Error() != "systems 2 and 4: undefined" {
		t.Errorf("%v", err)
	}
}

// TestNames: alternatives and methods have names that read back.
func TestNames(t *testing.T) {
	for _, a := range []Alternative{TwoSided, Less, Greater} {
		text, err := a.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		back := Alternative(-1)
		if err := back.UnmarshalText(text); err != nil || back != a {
			t.Errorf("%q reads back as %d, %v", text, back, err)
		}
	}
	var a Alternative
	if err := a.UnmarshalText([]byte("both")); err == nil || err.Error() != `alternative "both": want one of two-sided, less, greater` {
		t.Errorf("%v", err)
	}
	if text, err := MonteCarlo.MarshalText(); err != nil || string(text) != "monte-carlo" {
		t.Errorf("%s, %v", text, err)
	}
}
