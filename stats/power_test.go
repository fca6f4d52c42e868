package stats

import (
	"math"
	"slices"
	"testing"
)

// TestTTestPowerGolden: mpmath, scipy and R pt; 1e-8 since the critical t of the program that made them is not exact.
func TestTTestPowerGolden(t *testing.T) {
	rows := sharedRows(t, "golden/distributions/power_paired_t.csv")
	column := func(title string) int { return slices.Index(rows[0], title) }
	for _, row := range rows[1:] {
		n, delta, alpha := int(number(t, row[0])), number(t, row[1]), number(t, row[2])
		check := func(title string, got float64) {
			t.Helper()
			near(t, title+" "+row[0]+" "+row[1]+" "+row[2], got, number(t, row[column(title)]), 1e-8)
		}
		check("power_two_sided_both_tails", TTestPower(n, delta, 1, alpha, TwoSided))
		check("power_two_sided_upper_tail_only", TTestPower(n, delta, 1, alpha/2, Greater))
		check("power_one_sided", TTestPower(n, delta, 1, alpha, Greater))
		check("power_one_sided", TTestPower(n, -delta/8, .125, alpha, Less))
	}
}

// TestTopicsForTTestGolden: the same programs, R power.t.test(strict = TRUE) among them; n_real is where the power is met
// if n need not be whole.
func TestTopicsForTTestGolden(t *testing.T) {
	for _, row := range sharedRows(t, "golden/distributions/sample_size_paired_t.csv")[1:] {
		delta, alpha, power := number(t, row[0]), number(t, row[1]), number(t, row[2])
		a := Assumptions{SD: 1, Alpha: alpha}
		n, err := TopicsForTTest(power, delta, 1, alpha, TwoSided)
		if want := int(number(t, row[4])); err != nil || n != want {
			t.Errorf("%v: %d topics, %v, want %d", row[:3], n, err, want)
			continue
		}
		near(t, "n", realTopics(power, delta, a), number(t, row[3]), 1e-8)
		near(t, "power at n", TTestPower(n, delta, 1, alpha, TwoSided), number(t, row[7]), 1e-8)
		if n > 2 {
			near(t, "power at n − 1", TTestPower(n-1, delta, 1, alpha, TwoSided), number(t, row[8]), 1e-8)
		}
	}
}

// realTopics solves the power of the t test for a number of topics that need not be whole.
func realTopics(power, delta float64, a Assumptions) float64 {
	return 1 + leastAbove(1, func(x float64) bool { return tDesign.power(tDesign.critical(1+x, a), 1+x, delta, a) >= power })
}

// TestTTestPower: mpmath 1.2.1, quadrature of the noncentral t with 30 digits.
func TestTTestPower(t *testing.T) {
	for _, c := range []struct {
		topics           int
		delta, sd, alpha float64
		alt              Alternative
		want             float64
	}{
		{50, .05, .158529426, .05, TwoSided, .589568774763081}, // Sakai's example; R's power.t.test(strict = TRUE) too
		{164, .033, .15, .05, TwoSided, .799763781297060},
		{165, .033, .15, .05, TwoSided, .802172071857696},
		{253, .05, math.Sqrt(.08), .05, TwoSided, .799857897535941},
		{254, .05, math.Sqrt(.08), .05, TwoSided, .801415037789028},
		{5, .05, .1, .05, Greater, .238995170903530},
		{12, .05, .1, .05, Greater, .491884489583516},
		{40, -.05, .1, .05, Less, .928105881233107},
		{5, .05, .1, .01, TwoSided, .0341840985455736},
		{12, -.05, .1, .01, TwoSided, .137347061412424},
		{40, .05, .1, .01, TwoSided, .674167976880647},
	} {
		near(t, "power", TTestPower(c.topics, c.delta, c.sd, c.alpha, c.alt), c.want, 1e-12)
	}
	near(t, "level", TTestPower(7, 0, 1, .05, TwoSided), .05, 1e-12)
	near(t, "one-sided level", TTestPower(7, 0, 1, .05, Less), .05, 1e-12)
}

// TestTopicsForTTest: R 4.2.2, power.t.test(type = "paired", strict = TRUE) gives 164.0976 for the case of Webber, Moffat
// and Zobel (CIKM 2008), who print 164: with 164 topics the power is .79976. The second case is Sakai's with σ = .2 (R:
// 253.09), where the normal shortcut says 253.1.
func TestTopicsForTTest(t *testing.T) {
	for _, c := range []struct {
		power, delta, sd float64
		want             int
	}{{.8, .033, .15, 165}, {.7997, .033, .15, 164}, {.8, .05, math.Sqrt(2 * .2 * .2), 254}, {.8, .05, .158529426, 81},
		{.8, 1e6, 1, 2}} {
		for _, sign := range []float64{1, -1} {
			if n, err := TopicsForTTest(c.power, sign*c.delta, c.sd, .05, TwoSided); err != nil || n != c.want {
				t.Errorf("power %g, difference %g: %d topics, %v, want %d", c.power, sign*c.delta, n, err, c.want)
			}
		}
	}
	near(t, "real n", realTopics(.8, .05, Assumptions{SD: .158529426, Alpha: .05}), 80.84, 5e-5) // R
}

// TestDetectableDifference: mpmath 1.2.1, root of the same quadrature.
func TestDetectableDifference(t *testing.T) {
	for _, c := range []struct {
		topics    int
		two, less float64 // power .8 at .05; power .9 at .01
	}{
		{5, .2522995448933332, .3783501782906946},
		{20, .09906624819345396, .1305430644445397},
		{50, .06062745032040636, .07873146884456076},
		{100, .04243689491720798, .0548722916287196},
	} {
		got, err := DetectableDifference(c.topics, .15, .8, .05, TwoSided)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "two-sided", got, c.two, 1e-12)
		if got, err = DetectableDifference(c.topics, .15, .9, .01, Less); err != nil {
			t.Fatal(err)
		}
		near(t, "less", got, c.less, 1e-12)
	}
}

// TestDetectableBesidePairs: that of a pair adds normal points, so it is a little smaller.
func TestDetectableBesidePairs(t *testing.T) {
	f, err := Corrected(tTest, none).Run(rowsOf(runX, runY), Options{})
	if err != nil {
		t.Fatal(err)
	}
	exact, err := DetectableDifference(len(runX), describe(runX, runY).sd, DetectablePower, .05, TwoSided)
	if err != nil {
		t.Fatal(err)
	}
	if short := 1 - *f.Pairs[0].Detectable/exact; !(short > 0 && short < .05) {
		t.Errorf("detectable %g, exact %g", *f.Pairs[0].Detectable, exact)
	}
}
