package stats

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// TestNemenyiScipy compares with scipy 1.10.1, studentized_range with infinitely many degrees of freedom.
func TestNemenyiScipy(t *testing.T) {
	m := rowsOf(tiedScores...)
	f, err := Nemenyi(m, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if f.Procedure != "nemenyi" || f.Error != ErrorFWER || f.Systems != 4 || f.Critical != nil || f.Replicates != 0 {
		t.Errorf("%+v", f)
	}
	near(t, "critical difference of ranks", NemenyiCritical(4, 6, .05), 1.9148432265902389, 1e-9)
	for i, want := range []float64{.6783876864180407, .8077574765130145, .1832865795503795, .9960587537406451, .8077574765130145, .6783876864180407} {
		p := f.Pairs[i]
		near(t, "p", p.Adjusted, want, 1e-9)
		single, err := Randomization(m.RawRowView(p.I), m.RawRowView(p.J), Options{Intervals: true})
		if err != nil {
			t.Fatal(err)
		}
		if p.Detectable != nil || p.Result.P != single.P || p.Result.Interval.Kind != KindSingle || *p.Result.Interval != *single.Interval {
			t.Errorf("%+v beside %+v", p, single)
		}
	}
	// Of many pairs the interval is the t interval, unless the test's own is asked for.
	many := invented(11, 9, 10, 1)
	for _, opt := range []Options{{Pairs: AllPairs(11)}, {Intervals: true}} {
		f, err := Nemenyi(many, opt)
		if err != nil {
			t.Fatal(err)
		}
		want := map[bool]string{false: KindT, true: KindSingle}[opt.Intervals]
		if got := f.Pairs[0].Result.Interval.Kind; got != want {
			t.Errorf("interval of kind %q, want %q", got, want)
		}
	}
}

// TestFailureNemenyiCritical: some tools print a critical difference too large by √2, having taken the studentized range
// for the table of Demšar (2006, table 5a), whose values are divided by it (from a table of q with two or three decimals,
// so their own third decimal is not sure: R's qtukey(.95, 3, Inf)/√2 is 2.3437).
func TestFailureNemenyiCritical(t *testing.T) {
	for i, want := range []float64{1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164} {
		k := i + 2
		for _, n := range []int{10, 50} {
			unit := math.Sqrt(float64(k*(k+1)) / float64(6*n))
			nearAbs(t, "q", NemenyiCritical(k, n, .05)/unit, want, 1e-3)
		}
	}
	for _, bad := range []func(){
		func() { NemenyiCritical(1, 10, .05) }, func() { NemenyiCritical(3, 0, .05) },
		func() { NemenyiCritical(3, 10, 0) }, func() { NemenyiCritical(3, 10, 1) },
	} {
		if !panics(bad) {
			t.Error("taken")
		}
	}
}

// TestNemenyiAgreement: p ≤ α says the same as the critical difference of mean ranks, also where α is the p of a pair or
// a double beside it.
func TestNemenyiAgreement(t *testing.T) {
	for _, k := range []int{4, tabled} {
		m := invented(k, 8, 10, 5)
		f, err := Nemenyi(m, Options{Test: tTest})
		if err != nil {
			t.Fatal(err)
		}
		ranks, err := Friedman(m)
		if err != nil {
			t.Fatal(err)
		}
		p := f.Pairs[1].Adjusted
		for _, alpha := range []float64{.05, .5, p, math.Nextafter(p, 0), math.Nextafter(p, 1)} {
			got, err := Nemenyi(m, Options{Test: tTest, Alpha: alpha})
			if err != nil {
				t.Fatal(err)
			}
			for i, p := range got.Pairs {
				apart := math.Abs(ranks.MeanRanks[p.I] - ranks.MeanRanks[p.J])
				if c := NemenyiCritical(k, 8, alpha); (p.Adjusted <= alpha) != (apart > c) && math.Abs(apart/c-1) > 1e-14 {
					t.Errorf("p %g at %g, ranks %g apart, critical %g", p.Adjusted, alpha, apart, c)
				}
				near(t, "p at another α", p.Adjusted, f.Pairs[i].Adjusted, 1e-9)
			}
		}
	}
}

// TestNemenyiAgainstMeans: one system is a little better on nearly all topics and much worse on the others.
func TestNemenyiAgainstMeans(t *testing.T) {
	m := mat.NewDense(3, 40, nil)
	for n := range 40 {
		m.SetCol(n, []float64{.31, .30, .10})
		if n < 4 {
			m.SetCol(n, []float64{.00, .90, .10})
		}
	}
	f, err := Nemenyi(m, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if p := f.Pairs[0]; !(p.Adjusted <= .05 && p.Result.Estimate < 0) {
		t.Fatalf("the case does not contradict itself: %+v", p)
	}
	if w := f.Warnings; len(w) != 1 || w[0].Code != "ranks-not-means" || !strings.Contains(w[0].Text, "in 1 significant pair the system") {
		t.Errorf("warnings %v", w)
	}
	// Two such systems; and a mean that is the same counts as contradicted.
	two := mat.NewDense(4, 40, nil)
	for n := range 40 {
		row := []float64{.31, .31, .30, .10}
		if n < 4 {
			row = []float64{.00, .21, .90, .10}
		}
		two.SetCol(n, row)
	}
	f, err = Nemenyi(two, Options{})
	if err != nil || !strings.Contains(f.Warnings[0].Text, "in 2 significant pairs the system") {
		t.Errorf("warnings %v, %v", f.Warnings, err)
	}
	f, err = Nemenyi(two, Options{Pairs: [][2]int{{0, 3}}})
	if err != nil || strings.Contains(f.Warnings[0].Text, "significant pair") {
		t.Errorf("warnings %v, %v", f.Warnings, err)
	}
}

func TestNemenyiEnds(t *testing.T) {
	f, err := Nemenyi(rowsOf(runX, runX, runX), Options{})
	if err != nil || slices.ContainsFunc(f.Pairs, func(p Pair) bool { return p.Adjusted != 1 }) {
		t.Errorf("identical systems: %+v, %v", f.Pairs, err)
	}
	f, err = Nemenyi(orders(1000, 0), Options{Test: tTest})
	if p := f.Pairs[1]; err != nil || p.Adjusted != 5e-324 || p.AdjustedHi != 0x1p-1022 || f.Warnings[1].Code != "tiny-p" {
		t.Errorf("%+v, %v, %v", p, f.Warnings, err)
	}
	if _, err := Nemenyi(rowsOf(runX, runY), Options{Alternative: Less}); err == nil || !strings.Contains(err.Error(), "two-sided") {
		t.Errorf("a one-sided alternative: %v", err)
	}
	if !panics(func() { Nemenyi(rowsOf(runX, runY), Options{Strata: make([]int, 8)}) }) {
		t.Error("strata are taken")
	}
}
