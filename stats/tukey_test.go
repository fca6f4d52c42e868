package stats

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"sigrel/stats/dist"
)

// TestTukeyScipy compares with scipy 1.10.1, studentized_range, on the residual of a two-way analysis by numpy.
func TestTukeyScipy(t *testing.T) {
	f, err := Tukey(rowsOf(runX, runY, runZ), Options{Confidence: .9})
	if err != nil {
		t.Fatal(err)
	}
	if f.Procedure != "tukey" || f.Error != ErrorFWER || f.Systems != 3 || f.Replicates != 0 || f.Warnings != nil {
		t.Errorf("%+v", f)
	}
	near(t, "critical difference", *f.Critical, .09649835511620371, 1e-9)
	for i, want := range []float64{.17564537772644995, .018131593559131076, .44250490959672983} {
		p := f.Pairs[i]
		near(t, "p", p.Adjusted, want, 1e-9)
		if p.AdjustedLo != p.Adjusted || p.AdjustedHi != p.Adjusted {
			t.Errorf("p %g in [%g, %g]", p.Adjusted, p.AdjustedLo, p.AdjustedHi)
		}
		// The single test is the randomization test, with the interval of the family, at its own confidence.
		single, err := Randomization([][]float64{runX, runX, runY}[i], [][]float64{runY, runZ, runZ}[i], Options{})
		if err != nil {
			t.Fatal(err)
		}
		iv := p.Result.Interval
		p.Result.Interval = nil
		if diff := cmp.Diff(single, p.Result); diff != "" {
			t.Error(diff)
		}
		near(t, "half width", (iv.Hi-iv.Lo)/2, .08232750076196514, 1e-9)
		near(t, "centre", (iv.Hi+iv.Lo)/2, single.Estimate, 1e-14)
		if iv.Kind != KindSimultaneous || iv.Confidence != .9 {
			t.Errorf("interval %+v", *iv)
		}
	}
	// se = d̄/t by R 4.2.2, t.test(paired = TRUE), and z of .8 by its qnorm.
	near(t, "detectable", *f.Pairs[0].Detectable, .09649835511620371+.07/1.6716151926631195*.84162123357291441, 1e-9)
}

// TestFailureUnpairedTukey: two published tools put samples that are paired by topic through the one-way Tukey test, in
// which the topics' own difficulty counts as error. The p's are scipy's: tukey_hsd for the wrong test,
// studentized_range for the blocked one (the smallest by a quadrature of its own, which is right to 1e-13).
func TestFailureUnpairedTukey(t *testing.T) {
	scores := rowsOf( // invented: every topic puts the systems in nearly the same order, and topics differ by far more
		[]float64{.91, .12, .55, .30, .76, .08, .44, .63},
		[]float64{.86, .09, .49, .28, .72, .07, .39, .59},
		[]float64{.83, .07, .49, .23, .66, .05, .38, .54})
	f, err := Tukey(scores, Options{})
	if err != nil {
		t.Fatal(err)
	}
	sources, err := TwoWay(scores)
	if err != nil {
		t.Fatal(err)
	}
	df := sources[1].DF + sources[2].DF
	se := math.Sqrt((sources[1].SS + sources[2].SS) / float64(df) / 8)
	for i, want := range []struct{ blocked, oneWay float64 }{
		{.00036358693919590556, .9629525804102917}, {5.827449744408075e-07, .8853413372829942}, {.0025473433584942036, .9761122281469646},
	} {
		near(t, "blocked p", f.Pairs[i].Adjusted, want.blocked, 1e-9)
		q := math.Abs(f.Pairs[i].Result.Estimate) / se
		near(t, "one-way p", dist.StudentizedRange{Groups: 3, DF: float64(df)}.SF(q), want.oneWay, 1e-9)
		if !(f.Pairs[i].Adjusted < .05) {
			t.Errorf("pair %d is not separated", i)
		}
	}
}

// TestTukeyTwoSystems: the range of two means is their difference, so p and interval are those of the paired t test.
func TestTukeyTwoSystems(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		n := rapid.IntRange(3, 30).Draw(r, "topics")
		m := invented(2, n, rapid.SampledFrom([]float64{100, 0}).Draw(r, "den"), rapid.Uint64().Draw(r, "seed"))
		x, y := m.RawRowView(0), m.RawRowView(1)
		if describe(x, y).Constant {
			return
		}
		f, err := Tukey(m, Options{Test: tTest})
		if err != nil {
			r.Fatal(err)
		}
		single, err := TTest(x, y, Options{})
		if err != nil {
			r.Fatal(err)
		}
		if p := f.Pairs[0].Adjusted; !agree(p, single.P) {
			r.Errorf("p %g, of the t test %g", p, single.P)
		}
		if iv := f.Pairs[0].Result.Interval; math.Abs(iv.Lo-single.Interval.Lo)+math.Abs(iv.Hi-single.Interval.Hi) > 1e-9 {
			r.Errorf("interval %+v, of the t test %+v", *iv, *single.Interval)
		}
	})
}

// TestTukeyAgreement: p ≤ α, |difference| > critical, and 0 outside the interval say the same, also where α is the p of a
// pair or a double beside it, so that its difference is the critical one but for rounding.
func TestTukeyAgreement(t *testing.T) {
	moved := 0
	for seed := range 12 {
		m := invented(3+seed%2, 4+seed, []float64{10, 10_000, 0}[seed%3], uint64(seed))
		f, err := Tukey(m, Options{Test: tTest})
		if err != nil {
			t.Fatal(err)
		}
		p := f.Pairs[seed%3].Adjusted
		if !(p > 0 && p < 1) {
			continue
		}
		for _, alpha := range []float64{.05, .4, p, math.Nextafter(p, 0), math.Nextafter(p, 1)} {
			got, err := Tukey(m, Options{Alpha: alpha, Confidence: 1 - alpha, Test: tTest})
			if err != nil {
				t.Fatal(err)
			}
			moved += checkAgreement(t, f, got)
		}
	}
	if moved == 0 {
		t.Error("no p had to be settled: the test has not tested")
	}
}

// checkAgreement counts the pairs whose p is not what it was, at another α.
func checkAgreement(t *testing.T, was, got Family) (moved int) {
	t.Helper()
	for i, p := range got.Pairs {
		significant := p.Adjusted <= got.Alpha
		beyond := math.Abs(p.Result.Estimate) > *got.Critical
		outside := p.Result.Interval.Lo > 0 || p.Result.Interval.Hi < 0
		if significant != beyond || significant != outside {
			t.Errorf("p %g at %g, difference %g beyond %g, interval %+v", p.Adjusted, got.Alpha, p.Result.Estimate, *got.Critical, *p.Result.Interval)
		}
		if p.Adjusted != was.Pairs[i].Adjusted {
			moved++
			near(t, "p that was settled", p.Adjusted, was.Pairs[i].Adjusted, 1e-9)
		}
	}
	return moved
}

// TestTukeyConfidence: intervals at another confidence have the critical value of that confidence.
func TestTukeyConfidence(t *testing.T) {
	m := invented(4, 12, 10_000, 4)
	strict, err := Tukey(m, Options{Alpha: .01, Test: tTest})
	if err != nil {
		t.Fatal(err)
	}
	usual, err := Tukey(m, Options{Confidence: .99, Test: tTest})
	if err != nil {
		t.Fatal(err)
	}
	iv := usual.Pairs[3].Result.Interval
	near(t, "half width", (iv.Hi-iv.Lo)/2, *strict.Critical, 1e-12)
	if *usual.Critical >= *strict.Critical || iv.Confidence != .99 {
		t.Errorf("critical %g at .05, %g at .01, interval %+v", *usual.Critical, *strict.Critical, *iv)
	}
	almost, err := Tukey(m, Options{Confidence: math.Nextafter(1, 0), Test: tTest})
	if err != nil || !(almost.Pairs[0].Result.Interval.Hi > 2*strict.Pairs[0].Result.Interval.Hi) {
		t.Errorf("%+v, %v", almost.Pairs[0].Result.Interval, err)
	}
}

// TestTukeyDeclared: k is the number of systems, not of those compared, and p is the same whichever pairs are. A table
// serves 20 systems and more.
func TestTukeyDeclared(t *testing.T) {
	for _, k := range []int{5, tabled} {
		m := invented(k, 9, 100, 3)
		all, err := Tukey(m, Options{Test: tTest})
		if err != nil {
			t.Fatal(err)
		}
		some, err := Tukey(m, Options{Test: tTest, Pairs: [][2]int{{k - 1, 0}, {1, 2}}})
		if err != nil {
			t.Fatal(err)
		}
		for i, at := range []int{k - 2, k - 1} {
			if p, want := some.Pairs[i], all.Pairs[at]; p.Adjusted != want.Adjusted || *some.Critical != *all.Critical {
				t.Errorf("%d systems, pair %d, %d: p %g, in all pairs %g", k, p.I, p.J, p.Adjusted, want.Adjusted)
			}
		}
		sources, err := TwoWay(m)
		if err != nil {
			t.Fatal(err)
		}
		law := dist.StudentizedRange{Groups: k, DF: float64((k - 1) * 8)}
		for _, p := range all.Pairs[:min(20, len(all.Pairs))] {
			near(t, "p", p.Adjusted, law.SF(math.Abs(p.Result.Estimate)/math.Sqrt(sources[2].MS/9)), 1e-9)
		}
	}
}

// TestTukeyNoError: without error variance there is no p, but for systems that are the same.
func TestTukeyNoError(t *testing.T) {
	x := []float64{.3, .4, .7, .8, .9, 1.1}
	y := []float64{.2, .3, .6, .7, .8, 1.0} // a tenth less, but for noise
	if _, err := Tukey(rowsOf(x, y, x), Options{}); !errors.Is(err, ErrUndefined) || !strings.Contains(err.Error(), "zero error variance") {
		t.Errorf("parallel systems: %v", err)
	}
	f, err := Tukey(rowsOf(x, y, x), Options{Pairs: [][2]int{{0, 2}}})
	if err != nil {
		t.Fatal(err)
	}
	if p := f.Pairs[0]; p.Adjusted != 1 || *f.Critical != 0 || p.Result.Interval.Lo != 0 || p.Result.Interval.Hi != 0 || p.Detectable != nil {
		t.Errorf("identical systems: %+v", p)
	}
	// One identical pair among others is nothing special.
	f, err = Tukey(rowsOf(runX, runY, runX), Options{})
	if err != nil || f.Pairs[1].Adjusted != 1 || f.Pairs[1].Detectable != nil || !(f.Pairs[0].Adjusted < 1) {
		t.Errorf("%+v, %v", f.Pairs, err)
	}
}

// TestTukeyTiny: no p is 0, from the table or without it.
func TestTukeyTiny(t *testing.T) {
	for _, k := range []int{3, tabled} {
		m := invented(k, 120, 0, 1)
		for n := range 120 {
			m.Set(0, n, m.At(0, n)+40)
		}
		f, err := Tukey(m, Options{Test: tTest})
		if err != nil {
			t.Fatal(err)
		}
		if p := f.Pairs[0]; p.Adjusted != 5e-324 || p.AdjustedLo != 5e-324 || p.AdjustedHi != 0x1p-1022 {
			t.Errorf("%d systems: p %g in [%g, %g]", k, p.Adjusted, p.AdjustedLo, p.AdjustedHi)
		}
		if !slices.ContainsFunc(f.Warnings, func(w Warning) bool { return w.Code == "tiny-p" }) {
			t.Errorf("%d systems: warnings %v", k, f.Warnings)
		}
		if last := f.Pairs[len(f.Pairs)-1]; !(last.Adjusted > 1e-9) {
			t.Errorf("%d systems: p %g of two that are alike", k, last.Adjusted)
		}
	}
}

func TestTukeyRefuses(t *testing.T) {
	m := rowsOf(runX, runY, runZ)
	if _, err := Tukey(m, Options{Alternative: Greater}); err == nil || !strings.Contains(err.Error(), "two-sided") {
		t.Errorf("a one-sided alternative: %v", err)
	}
	if !panics(func() { Tukey(m, Options{Strata: make([]int, 8)}) }) {
		t.Error("strata are taken")
	}
	for n := range runX {
		m.Set(2, n, float64(n%2)*7)
	}
	f, err := Tukey(m, Options{})
	if err != nil || len(f.Warnings) != 1 || f.Warnings[0].Code != "unequal-variances" {
		t.Errorf("a system of wild scores: %v, %v", f.Warnings, err)
	}
}

// What all pairs of 103 systems on 50 topics take besides the single tests and the warnings: the analysis of variance,
// the critical difference and 5,253 p's.
func BenchmarkTukey(b *testing.B) {
	scores := invented(103, 50, 10_000, 1)
	pairs, spread, err := testPairs(scores, Options{Test: tTest, Pairs: AllPairs(103), Alpha: .05, Confidence: .95})
	if err != nil {
		b.Fatal(err)
	}
	differences := make([]float64, len(pairs))
	for i := range pairs {
		differences[i] = math.Abs(spread[i].Mean)
	}
	b.Run("own", func(b *testing.B) {
		for b.Loop() {
			test, err := newTukeyTest(scores, spread)
			if err != nil {
				b.Fatal(err)
			}
			test.adjust(pairs, differences, slices.Max(differences))
			settle(pairs, differences, test.critical(.05), .05)
		}
	})
	b.Run("whole", func(b *testing.B) {
		for b.Loop() {
			if _, err := Tukey(scores, Options{Test: tTest}); err != nil {
				b.Fatal(err)
			}
		}
	})
}
