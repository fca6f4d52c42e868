package stats

import (
	"math"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"sigrel/stats/resample"
)

// enumerateRanges counts, over all shufflings within topics, those whose range of sums reaches each pair's difference.
// The scores are whole numbers.
func enumerateRanges(topics [][]int) (reached map[[2]int]int, all int) {
	k := len(topics[0])
	observed := make([]int, k)
	for _, topic := range topics {
		for i, v := range topic {
			observed[i] += v
		}
	}
	reached = map[[2]int]int{}
	sums := make([]int, k)
	var visit func(t int)
	var place func(t, at int, left []int)
	place = func(t, at int, left []int) {
		if at == k {
			visit(t + 1)
			return
		}
		for c, v := range left {
			sums[at] += v
			place(t, at+1, slices.Delete(slices.Clone(left), c, c+1))
			sums[at] -= v
		}
	}
	visit = func(t int) {
		if t < len(topics) {
			place(t, 0, topics[t])
			return
		}
		all++
		spread := slices.Max(sums) - slices.Min(sums)
		for _, p := range AllPairs(k) {
			if d := observed[p[0]] - observed[p[1]]; spread >= max(d, -d) {
				reached[p]++
			}
		}
	}
	visit(0)
	return reached, all
}

// TestRandomizedTukeyEnumerated: against all shufflings, with ties, of whole tenths and of numbers on no lattice that
// tie in the same way.
func TestRandomizedTukeyEnumerated(t *testing.T) {
	for _, topics := range [][][]int{
		{{6, 5, 1}, {4, 4, 2}, {7, 3, 3}, {2, 0, 1}, {9, 8, 4}, {1, 3, 0}},
		{{6, 5, 1, 2}, {4, 4, 2, 0}, {7, 3, 3, 1}, {5, 5, 0, 9}},
		{{1, 0}, {3, 1}, {2, 2}, {5, 3}, {0, 1}, {7, 2}, {4, 1}},
	} {
		reached, all := enumerateRanges(topics)
		for _, unit := range []float64{0.1, math.Pi / 100, 1e-7 / 3, 1e5 / 3.1} {
			m := mat.NewDense(len(topics[0]), len(topics), nil)
			for n, topic := range topics {
				for i, v := range topic {
					m.Set(i, n, float64(v)*unit+float64(n)*unit) // a topic's level cancels, but for rounding
				}
			}
			f, err := RandomizedTukey(m, Options{Test: tTest})
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range f.Pairs {
				want := float64(reached[[2]int{p.I, p.J}]) / float64(all)
				b := float64(f.Replicates)
				nearAbs(t, "p", p.Adjusted, want, 5*math.Sqrt(want*(1-want)/b)+1/b)
				if want < p.AdjustedLo || want > p.AdjustedHi { // one in a thousand by chance; not with this seed
					t.Errorf("%g is outside the limits %g, %g", want, p.AdjustedLo, p.AdjustedHi)
				}
			}
		}
	}
}

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
			if float64(1)/float64(f.Replicates+1) <= alpha {
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

// TestCritical: the ⌊α(B+1)⌋-th largest range, where no pair lies on it.
func TestCritical(t *testing.T) {
	m := invented(5, 20, 10_000, 4)
	plan := resample.Plan{Replicates: 1999, Seed: 3}
	f, err := RandomizedTukey(m, Options{Test: tTest, Plan: plan})
	if err != nil {
		t.Fatal(err)
	}
	law := drawRanges(m, plan)
	slices.Reverse(law.ranges)
	if law.ranges[98] == law.ranges[99] || law.ranges[99] == law.ranges[100] {
		t.Fatal("the 100th largest range ties with its neighbours")
	}
	near(t, "critical difference", *f.Critical, float64(law.ranges[99])/10_000/20, 1e-15)
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

// TestRotor: packed rotations add up as plain ones do, in every layout.
func TestRotor(t *testing.T) {
	for systems := 4; systems < 24; systems++ {
		for _, width := range []int{3, 16, 17, 21, 22, 32, 33, 59} {
			for _, topics := range []int{1, 4, 5, 11} {
				high := int64(1)<<width - 1
				d := draws{source: resample.Source(1, "rotor", systems*100+width)}
				rows := make([][]int64, topics)
				layout := newLayout(systems, high)
				if layout.lanes*int(layout.width) > 64 || layout.lanes > 1 && bits.Len64(uint64(high)) > int(layout.width) {
					t.Fatalf("largest %d does not fit %+v", high, layout)
				}
				r := newRotor(layout, topics)
				for n := range rows {
					rows[n] = make([]int64, systems)
					for i := range rows[n] {
						rows[n][i] = int64(d.source.Uint64() % uint64(high/int64(topics)+1))
					}
					r.load(n, rows[n])
				}
				got := make([]int64, 20)
				same := draws{source: resample.Source(2, "rotor", 0)}
				again := draws{source: resample.Source(2, "rotor", 0)}
				r.draw(got, &same)
				for i := range got {
					sums := make([]int64, systems)
					for _, row := range rows {
						by := again.below(systems)
						for s := range sums {
							sums[s] += row[(s+by)%systems]
						}
					}
					if want := slices.Max(sums) - slices.Min(sums); got[i] != want {
						t.Fatalf("%d systems, %d topics, %d bits: range %d, want %d", systems, topics, width, got[i], want)
					}
				}
			}
		}
	}
}

// TestShiftsLikeShuffles: replicates made by rotation have the law of plain shuffles, and counts of them hardly more
// variance: measured up to 6 % more for 9 systems and 10 topics, the least that they are used for (400 % more for 3
// topics), none to be seen from 30 systems on.
func TestShiftsLikeShuffles(t *testing.T) {
	const shuffles = 800
	m := newIntegerMatrix(invented(9, 10, 100, 9))
	plain := make([]int64, shuffles*shiftsPerShuffle)
	d := draws{source: resample.Source(3, "plain", 0)}
	drawShuffles(plain, m.topics, &d)
	shifted := make([]int64, len(plain))
	r := newRotor(newLayout(9, m.largest), 10)
	for lo := 0; lo < len(shifted); lo += shiftsPerShuffle {
		for t := range m.topics {
			d.shuffle(m.topics[t])
			r.load(t, m.topics[t])
		}
		r.draw(shifted[lo:lo+shiftsPerShuffle], &d)
	}
	sorted := slices.Sorted(slices.Values(plain))
	for _, share := range []float64{.5, .9, .95, .99} {
		at := sorted[int(share*float64(len(sorted)))]
		reach := func(v []int64) (n float64) {
			for _, x := range v {
				if x >= at {
					n++
				}
			}
			return n
		}
		p := reach(plain) / float64(len(plain))
		nearAbs(t, "share of shifted ranges", reach(shifted)/float64(len(shifted)), p, 5*math.Sqrt(2.1*p*(1-p)/float64(len(plain))))
		sum, squares := 0.0, 0.0
		for lo := 0; lo < len(shifted); lo += shiftsPerShuffle {
			h := reach(shifted[lo : lo+shiftsPerShuffle])
			sum, squares = sum+h, squares+h*h
		}
		mean := sum / shuffles
		if ratio := (squares/shuffles - mean*mean) / (shiftsPerShuffle * p * (1 - p)); ratio > 1.25 { // 5 SE of a ratio of 1
			t.Errorf("variance of counts beyond %g: %g times that of independent draws", share, ratio)
		}
	}
}

// TestDraws: bounded integers are uniform, also the last of a word.
func TestDraws(t *testing.T) {
	d := draws{source: resample.Source(4, "draws", 0)}
	for _, n := range []int{1, 2, 3, 7, 103} {
		counts := make([]int, n)
		const each = 4000
		for range n * each {
			counts[d.below(n)]++
		}
		chi := 0.0
		for _, c := range counts {
			chi += float64((c-each)*(c-each)) / each
		}
		if df := float64(n - 1); chi > df+6*math.Sqrt(2*df)+6 {
			t.Errorf("%d values: χ² = %g on %g", n, chi, df)
		}
	}
	// A word serves bounds whose product is up to 2^32: four of 103, so nine draws take three words.
	d, plain := draws{source: resample.Source(5, "draws", 0)}, resample.Source(5, "draws", 0)
	for range 9 {
		d.below(103)
	}
	for range 3 {
		plain.Uint64()
	}
	if d.source.Uint64() != plain.Uint64() {
		t.Error("nine draws of 103 do not take three words")
	}
	orders := map[[3]int64]int{}
	for range 60_000 {
		v := []int64{0, 1, 2}
		d.shuffle(v)
		orders[[3]int64(v)]++
	}
	for o, c := range orders {
		if math.Abs(float64(c)-10_000) > 5*math.Sqrt(10_000*5/6.0) || len(orders) != 6 {
			t.Errorf("order %v came %d times", o, c)
		}
	}
}

func TestIntegerMatrix(t *testing.T) {
	for _, c := range []struct {
		den      float64
		lattice  bool
		num, per float64
	}{{10, true, 1, 10}, {10_000, true, 1, 10_000}, {0, false, 0, 0}} {
		scores := invented(7, 11, c.den, 8)
		m := newIntegerMatrix(scores)
		if (m.slack == 0) != c.lattice || c.lattice && (m.num != c.num || m.den != c.per) {
			t.Errorf("scores in 1/%g: %g/%g, slack %d", c.den, m.num, m.den, m.slack)
		}
		if !c.lattice && !(m.largest < 1<<realBits && m.largest > 1<<(realBits-3) && m.slack < m.largest/1e11) {
			t.Errorf("largest sum %d, slack %d", m.largest, m.slack)
		}
		means, _, _, _ := meansOf(scores)
		for _, p := range AllPairs(7) {
			nearAbs(t, "difference", m.mean(m.sums[p[0]]-m.sums[p[1]]), means[p[0]]-means[p[1]], 1e-14)
		}
	}
	// Hundredths whose topics' ranges are in twentieths.
	m := newIntegerMatrix(rowsOf([]float64{.01, .12}, []float64{.06, .12}, []float64{.11, .02}))
	if m.den != 100 || m.num != 5 || m.largest != 4 {
		t.Errorf("%+v", m)
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
	if got := codes(m, Options{Plan: resample.Plan{Replicates: 18}}); !slices.Equal(got, []string{"cannot-be-significant"}) {
		t.Errorf("18 replicates: warnings %v", got)
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
