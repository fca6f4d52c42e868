package stats

import (
	"fmt"
	"math"
	"slices"
	"testing"
)

// TestANOVAPower: mpmath 1.2.1, the noncentral F as a Poisson mixture with 30 digits: the least number of topics, and the
// power with one less and with as many. R's power.anova.test has the same one-way numbers (63.77, 97.35, 126.05, 533.09,
// 150.42, 404.41).
func TestANOVAPower(t *testing.T) {
	for _, c := range []struct {
		design                         *Design
		systems                        int
		minRange, variance, alpha, pow float64
		topics                         int
		less, enough                   float64
	}{
		{oneWayDesign, 2, .1, .04, .05, .8, 64, .795168338123338, .801459557922254},
		{twoWayDesign, 2, .1, .04, .05, .8, 65, .795344981334062, .801631637343109},
		{oneWayDesign, 3, .1, .05, .05, .8, 98, .798457186083321, .802809237091722},
		{twoWayDesign, 3, .1, .05, .05, .8, 98, .796250780081332, .800642206715761},
		{oneWayDesign, 10, .1, .04, .05, .8, 127, .799819218119729, .803667797678934},
		{twoWayDesign, 10, .1, .04, .05, .8, 127, .799455641690705, .803309609711894},
		{oneWayDesign, 20, .05, .02, .01, .9, 534, .89992452748309, .900750967829207},
		{twoWayDesign, 20, .05, .02, .01, .9, 534, .899885070593873, .900711779161692},
		{oneWayDesign, 50, .2, .1, .05, .8, 151, .798413028937842, .802142274824206},
		{twoWayDesign, 50, .2, .1, .05, .8, 151, .798362374567419, .802092286649666},
		{oneWayDesign, 100, .1, .05, .05, .8, 405, .799401792862201, .800853939649599},
		{twoWayDesign, 100, .1, .05, .05, .8, 405, .799392744276187, .800844936194982},
	} {
		a := Assumptions{SD: math.Sqrt(2 * c.variance), Alpha: c.alpha, Systems: c.systems}
		what := fmt.Sprintf("%s, %d systems", c.design.Name, c.systems)
		checkTopicsNeeded(t, what, c.design, c.pow, c.minRange, a, c.topics, c.less, c.enough, 1e-12)
		if c.design != oneWayDesign {
			continue
		}
		if n, err := TopicsForANOVA(c.pow, c.systems, c.minRange, c.variance, c.alpha); err != nil || n != c.topics {
			t.Errorf("%s: %d topics, %v, want %d", what, n, err, c.topics)
		}
	}
}

// checkTopicsNeeded checks the least number of topics, and the power with one less and with as many.
func checkTopicsNeeded(t *testing.T, what string, d *Design, power, delta float64, a Assumptions, topics int,
	less, enough, rel float64) {
	t.Helper()
	if n, err := d.Topics(power, delta, a); err != nil || n != topics {
		t.Errorf("%s: %d topics, %v, want %d", what, n, err, topics)
	}
	for n, want := range map[int]float64{topics - 1: less, topics: enough} {
		p, err := d.Power(n, delta, a)
		if err != nil {
			t.Fatal(err)
		}
		near(t, fmt.Sprintf("%s: power with %d topics", what, n), p, want, rel)
	}
}

// TestTukeyPower: scipy 1.10.1, studentized_range and nct.
func TestTukeyPower(t *testing.T) {
	for _, c := range []struct {
		topics, systems        int
		delta, sd, alpha, want float64
	}{
		{50, 8, .1, .15, .05, .9510710841733504},
		{20, 3, .1, .15, .05, .704826298116117},
		{100, 30, .05, .1, .01, .7920909023342282},
		{50, 2, .05, .158529426, .05, .5895687747630602},
	} {
		p, err := tukeyDesign.Power(c.topics, c.delta, Assumptions{SD: c.sd, Alpha: c.alpha, Systems: c.systems})
		if err != nil {
			t.Fatal(err)
		}
		near(t, "power", p, c.want, 1e-9)
	}
	checkTopicsNeeded(t, "8 systems", tukeyDesign, .8, .1, Assumptions{SD: .2, Alpha: .05, Systems: 8}, 61,
		.7949386380834077, .8039870788161354, 1e-9)
	checkTopicsNeeded(t, "20 systems", tukeyDesign, .9, .1, Assumptions{SD: .1, Alpha: .05, Systems: 20}, 24,
		.8891049229085323, .9074965346962843, 1e-9)
}

// TestTukeyBesideT: where the t test finds .074 with power .8, in 8 systems on 50 topics, Tukey's procedure finds it with
// 42 %, and needs .101: R 4.2.2 by the normal shortcut, pnorm(qt(.975, 49) + qnorm(.8) - 4.3130/sqrt(2)) = .4213 and
// .074·(4.3130/sqrt(2) + qnorm(.8))/(qt(.975, 49) + qnorm(.8)) = .1010, which is off by less than .01 and .0005.
func TestTukeyBesideT(t *testing.T) {
	unit, err := DetectableDifference(50, 1, .8, .05, TwoSided)
	if err != nil {
		t.Fatal(err)
	}
	a := Assumptions{SD: .074 / unit, Alpha: .05, Systems: 8}
	p, err := tukeyDesign.Power(50, .074, a)
	if err != nil {
		t.Fatal(err)
	}
	nearAbs(t, "power", p, .4213, .01)
	delta, err := tukeyDesign.Detectable(50, .8, a)
	if err != nil {
		t.Fatal(err)
	}
	nearAbs(t, "detectable", delta, .1010, .0005)
}

// TestIntervalWidth: mpmath 1.2.1, gamma functions with 30 digits. 125 topics for σ = .2 and width .1 is Sakai's design. The
// tolerance is that of the t quantile, which is asked for to 1e-10 and at 100,000 topics is 1.6e-12 off by mpmath.
func TestIntervalWidth(t *testing.T) {
	for n, want := range map[int]float64{2: 4.055233834157617, 3: 1.245361965270107, 5: .6602376405441007, 10: .3936030864994508,
		50: .1599479296803392, 51: .1583081198371487, 52: .1567177671136808, 124: .1003514142971941, 125: .09994283401520096,
		1000: .03509464767539295, 100_000: .003506123834305274} {
		got, err := IntervalWidth(n, .04, .95)
		if err != nil {
			t.Fatal(err)
		}
		near(t, fmt.Sprintf("width with %d topics", n), got, want, 1e-11)
	}
	for _, c := range []struct {
		width, variance, confidence float64
		want                        int
	}{{.1, .04, .95, 125}, {.05, .04, .95, 494}, {.2, .1, .9, 56}, {.3, .05, .99, 33}, {1e6, .04, .95, 2}} {
		if n, err := TopicsForInterval(c.width, c.variance, c.confidence); err != nil || n != c.want {
			t.Errorf("width %g: %d topics, %v, want %d", c.width, n, err, c.want)
		}
	}
}

// TestMeanSD: √(2/π), √π/2 and 3√(2π)/8, the means of √(χ²/df) for df 1, 2 and 4; Lgamma, which is less exact, for more.
func TestMeanSD(t *testing.T) {
	near(t, "df 1", meanSD(1), math.Sqrt(2/math.Pi), 1e-14)
	near(t, "df 2", meanSD(2), math.Sqrt(math.Pi)/2, 1e-14)
	near(t, "df 4", meanSD(4), 3*math.Sqrt(2*math.Pi)/8, 1e-14)
	for df := 5.0; df < 100; df++ {
		above, _ := math.Lgamma(df/2 + .5)
		below, _ := math.Lgamma(df / 2)
		near(t, fmt.Sprintf("df %g", df), meanSD(df), math.Exp(above-below)/math.Sqrt(df/2), 1e-13)
	}
}

// TestDesigns: every design is filled in.
func TestDesigns(t *testing.T) {
	for _, d := range Designs() {
		if d.Name == "" || d.Doc == "" || d.Cite == "" || !slices.Contains([]string{BetweenTwo, BetweenAll}, d.Between) {
			t.Errorf("design %+v is not filled in", d)
		}
	}
}
