package stats

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"sigrel/stats/resample"
)

// TestAgreement: p ≤ α, |difference| > critical, and 0 outside the interval say the same, always, also at ties.
func TestAgreement(t *testing.T) {
	atTie := 0
	rapid.Check(t, func(r *rapid.T) {
		m := drawMatrix(r, 12, 14)
		alpha := rapid.SampledFrom([]float64{.05, .1, .2, .29, .5, .9}).Draw(r, "alpha")
		test := rapid.SampledFrom(pairedTests).Draw(r, "test")
		opt := Options{Alpha: alpha, Confidence: 1 - alpha, Test: test,
			Plan: resample.Plan{Replicates: rapid.IntRange(9, 300).Draw(r, "replicates"), Seed: 1}}
		f, err := RandomizedTukey(m, opt)
		if err != nil {
			r.Fatal(err)
		}
		if f.Critical == nil {
			if f.Replicates > 0 && float64(1)/float64(f.Replicates+1) <= alpha {
				r.Error("no critical value")
			}
			for _, p := range f.Pairs {
				if p.Adjusted <= alpha || p.Result.Interval != nil || p.Detectable != nil {
					r.Errorf("without a critical value: %+v", p)
				}
			}
			return
		}
		for _, p := range f.Pairs {
			significant := p.Adjusted <= alpha
			beyond := math.Abs(p.Result.Estimate) > *f.Critical
			outside := p.Result.Interval.Lo > 0 || p.Result.Interval.Hi < 0
			if significant != beyond || significant != outside {
				r.Errorf("p %g at %g, difference %g beyond %g, interval %+v", p.Adjusted, alpha, p.Result.Estimate, *f.Critical, *p.Result.Interval)
			}
			if math.Abs(p.Result.Estimate) == *f.Critical {
				atTie++
			}
			if p.Result.Interval.Kind != KindSimultaneous {
				r.Errorf("interval of kind %q", p.Result.Interval.Kind)
			}
		}
	})
	if atTie == 0 {
		t.Error("no pair lay on the critical value: the test has not tested")
	}
}

// TestOtherConfidence: intervals at another confidence have the critical value of that confidence.
func TestOtherConfidence(t *testing.T) {
	m := invented(9, 20, 10_000, 4)
	strict, err := RandomizedTukey(m, Options{Alpha: .01, Test: tTest})
	if err != nil {
		t.Fatal(err)
	}
	usual, err := RandomizedTukey(m, Options{Confidence: .99, Test: tTest})
	if err != nil {
		t.Fatal(err)
	}
	if *usual.Critical >= *strict.Critical {
		t.Errorf("critical %g at .05, %g at .01", *usual.Critical, *strict.Critical)
	}
	iv := usual.Pairs[3].Result.Interval
	near(t, "half width", (iv.Hi-iv.Lo)/2, *strict.Critical, 1e-12)
	if iv.Confidence != .99 {
		t.Errorf("confidence %g", iv.Confidence)
	}
}

// TestCritical: the ⌊α(B+1)⌋-th largest range of all that were drawn, where no pair lies on it.
func TestCritical(t *testing.T) {
	m := invented(5, 20, 10_000, 4)
	plan := resample.Plan{Replicates: 1999, Seed: 3}
	f, err := RandomizedTukey(m, Options{Test: tTest, Plan: plan})
	if err != nil {
		t.Fatal(err)
	}
	law := drawRanges(newIntegerMatrix(m), f.Pairs, Options{Plan: plan, Alpha: .05})
	slices.Reverse(law.ranges)
	at := (f.Replicates + 1) / 20
	if f.Replicates <= 1999 || len(law.ranges) != f.Replicates {
		t.Fatalf("%d replicates, of the law %d: no decision was open", f.Replicates, len(law.ranges))
	}
	if law.ranges[at-2] == law.ranges[at-1] || law.ranges[at-1] == law.ranges[at] {
		t.Fatal("the range ties with its neighbours")
	}
	near(t, "critical difference", *f.Critical, float64(law.ranges[at-1])/10_000/20, 1e-15)
}

func TestMostReplicates(t *testing.T) {
	for _, c := range []struct {
		alpha float64
		b     int
		want  int
	}{{.05, 100_000, 5000}, {.05, 99_999, 5000}, {.05, 19, 1}, {.05, 18, 0}, {.29, 99, 29}, {.07, 99, 7}, {.01, 99_999, 1000}} {
		if got := mostReplicates(c.alpha, c.b); got != c.want {
			t.Errorf("α %g, %d replicates: %d, want %d", c.alpha, c.b, got, c.want)
		}
	}
	for _, confidence := range []float64{.9, .95, .99, .999} {
		if got := levelOf(confidence); got != map[float64]float64{.9: .1, .95: .05, .99: .01, .999: .001}[confidence] {
			t.Errorf("1 − %g = %.17g", confidence, got)
		}
	}
}

func TestRandomizedTukeyWarnings(t *testing.T) {
	codes := func(m *mat.Dense, opt Options) (out []string) {
		opt.Test = tTest
		f, err := RandomizedTukey(m, opt)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range f.Warnings {
			out = append(out, w.Code)
		}
		return out
	}
	m := invented(4, 30, 0, 2)
	if got := codes(m, Options{Plan: resample.Plan{Replicates: 999}}); got != nil {
		t.Errorf("warnings %v", got)
	}
	// One replicate becomes sixteen, with which p is at least 1/17.
	if got := codes(m, Options{Plan: resample.Plan{Replicates: 1}}); !slices.Equal(got, []string{"cannot-be-significant", "undecided"}) {
		t.Errorf("one replicate: warnings %v", got)
	}
	two := rowsOf(m.RawRowView(0)[:2], m.RawRowView(1)[:2], m.RawRowView(2)[:2]) // 6 of 36 shufflings are as extreme as any
	if got := codes(two, Options{}); !slices.Contains(got, "cannot-be-significant") {
		t.Errorf("two topics: warnings %v", got)
	}
	for n := range 30 {
		m.Set(3, n, float64(n%2)*7)
	}
	if got := codes(m, Options{Plan: resample.Plan{Replicates: 999}}); !slices.Equal(got, []string{"unequal-variances"}) {
		t.Errorf("a system of wild scores: warnings %v", got)
	}
	m.SetRow(1, slices.Clone(m.RawRowView(0))) // an identical pair has no spread, and does not count
	f, err := RandomizedTukey(m, Options{Test: tTest, Plan: resample.Plan{Replicates: 999}})
	if err != nil {
		t.Fatal(err)
	}
	if p := f.Pairs[0]; p.Adjusted != 1 || p.Detectable != nil || strings.Contains(f.Warnings[0].Text, "Inf") {
		t.Errorf("identical pair: %+v, %v", p, f.Warnings)
	}
	if _, err := RandomizedTukey(m, Options{Alternative: Less}); err == nil {
		t.Error("a one-sided alternative is taken")
	}
}

// TestFamilywiseError: under an exchangeable null any claim is made in at most α of all families.
func TestFamilywiseError(t *testing.T) {
	if !*long {
		t.Skip("-long")
	}
	const families = 2000
	for _, den := range []float64{10, 0} {
		claims := 0
		for seed := range families {
			m := invented(10, 20, 0, uint64(seed))
			r := resample.Source(uint64(seed), "null", 0)
			d := draws{source: r}
			for n := range 20 {
				for i := range 10 {
					v := float64(d.below(1_000_000)) / 1e6
					if den > 0 {
						v = math.Floor(v*den) / den
					}
					m.Set(i, n, v)
				}
			}
			f, err := RandomizedTukey(m, Options{Test: tTest, Plan: resample.Plan{Replicates: 1999, Seed: uint64(seed)}})
			if err != nil {
				t.Fatal(err)
			}
			if slices.ContainsFunc(f.Pairs, func(p Pair) bool { return p.Adjusted <= .05 }) {
				claims++
			}
		}
		// 3.09 standard errors: the 99.9 % binomial limit.
		if limit := .05*families + 3.09*math.Sqrt(.05*.95*families); float64(claims) > limit {
			t.Errorf("scores in 1/%g: %d of %d families with a false claim, limit %.0f", den, claims, families, limit)
		}
		t.Logf("scores in 1/%g: %d of %d families with a false claim", den, claims, families)
	}
}
