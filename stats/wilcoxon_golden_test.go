package stats

import (
	"math"
	"math/big"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

type goldenP struct {
	Two      float64 `json:"p_two_sided"`
	Greater  float64 `json:"p_greater"`
	Less     float64 `json:"p_less"`
	Fraction string  `json:"p_two_sided_fraction"`
	Z        float64
}

func (p goldenP) of(alt Alternative) float64 { return [...]float64{p.Two, p.Less, p.Greater}[alt] }

type goldenNormal struct {
	Mean, SD float64
	Plain    goldenP `json:"no_cc"`
	Moved    goldenP `json:"with_cc"`
}

// TestWilcoxonGolden: scipy, R wilcox.test, coin and exactRankTests on 71 pairs of real matrices (the reference data's
// README): exact p to the last digit of its fraction, and the normal law with and without continuity correction.
func TestWilcoxonGolden(t *testing.T) {
	for _, name := range matrices {
		scores := sharedColumns(t, "golden/matrices/"+name+".csv", 0)
		var pairs []struct {
			A        string   `json:"system_a"`
			B        string   `json:"system_b"`
			HL       *float64 `json:"hodges_lehmann_all_walsh_averages"`
			Wilcoxon struct {
				NonZero    int          `json:"n_nonzero"`
				Plus       float64      `json:"W_plus"`
				Minus      float64      `json:"W_minus"`
				PrattPlus  float64      `json:"pratt_W_plus"`
				PrattMinus float64      `json:"pratt_W_minus"`
				Biserial   float64      `json:"rank_biserial"`
				Drop       goldenNormal `json:"normal_zero_method_wilcox"`
				Pratt      goldenNormal `json:"normal_zero_method_pratt"`
				ExactDrop  goldenP      `json:"exact_conditional_zero_method_wilcox"`
				ExactPratt goldenP      `json:"exact_conditional_zero_method_pratt"`
			}
		}
		sharedJSON(t, "golden/pairs/"+name+".pairs.json", &pairs)
		if len(pairs) < 20 {
			t.Fatalf("%s: only %d pairs", name, len(pairs))
		}
		for _, p := range pairs {
			what := name + " " + p.A + " " + p.B + " "
			x, y, w := scores[p.A], scores[p.B], p.Wilcoxon
			if hl, err := HodgesLehmann(x, y); err != nil || p.HL != nil && math.Abs(hl-*p.HL) > 1e-10*math.Abs(*p.HL) {
				t.Errorf("%s Hodges-Lehmann %g, %v, want %v", what, hl, err, *p.HL)
			}
			if w.NonZero == 0 {
				for _, zeros := range []Zeros{ZerosDrop, ZerosPratt, ZerosSplit} {
					if r := signedRank(t, x, y, Options{Zeros: zeros}); r.P != 1 || r.Statistic != nil {
						t.Errorf("%s identical systems: %+v", what, r)
					}
				}
				continue
			}
			biserial, err := RankBiserial(x, y)
			if err != nil {
				t.Fatal(err)
			}
			nearAbs(t, what+"rank-biserial", biserial, w.Biserial, 1e-14)
			checkWilcoxon(t, what+"drop ", x, y, Options{Zeros: ZerosDrop}, w.Plus, w.Minus, w.ExactDrop, w.Drop)
			checkWilcoxon(t, what+"pratt ", x, y, Options{Zeros: ZerosPratt}, w.PrattPlus, w.PrattMinus, w.ExactPratt, w.Pratt)
		}
	}
}

func checkWilcoxon(t *testing.T, what string, x, y []float64, opt Options, plus, minus float64, exact goldenP, normal goldenNormal) {
	t.Helper()
	fraction, ok := new(big.Rat).SetString(exact.Fraction)
	if !ok {
		t.Fatalf("%s: fraction %q", what, exact.Fraction)
	}
	want, _ := fraction.Float64()
	two := signedRank(t, x, y, opt)
	near(t, what+"fraction", two.P, want, 0)
	if two.Method != Exact || *two.Statistic != plus {
		t.Errorf("%s: %+v, W+ = %g, want %g", what, two, *two.Statistic, plus)
	}
	if back := signedRank(t, y, x, opt); *back.Statistic != minus {
		t.Errorf("%s: W− = %g, want %g", what, *back.Statistic, minus)
	}
	for _, alt := range []Alternative{TwoSided, Less, Greater} {
		opt.Alternative = alt
		near(t, what+"exact "+alt.String(), signedRank(t, x, y, opt).P, exact.of(alt), 1e-12)
		for _, correct := range []bool{false, true} {
			p := normal.Plain
			if correct {
				p = normal.Moved
			}
			a, err := WilcoxonNormal(x, y, correct, opt)
			if err != nil {
				t.Fatal(err)
			}
			near(t, what+"mean", a.Mean, normal.Mean, 1e-14)
			near(t, what+"sd", a.SD, normal.SD, 1e-13)
			near(t, what+"normal "+alt.String(), a.P, p.of(alt), 1e-10)
			if alt == TwoSided {
				nearAbs(t, what+"z", a.Z, p.Z, 1e-10*math.Abs(p.Z))
			}
		}
	}
}

// TestWilcoxonTwentyTopics: the worked example of a textbook, in tenths; exact p by enumeration. Programs that rank the
// floating-point differences print .0395507813 and .0681762695.
func TestWilcoxonTwentyTopics(t *testing.T) {
	m, _ := sharedMatrix(t, "cases/statistics/sakai20.tsv", 1)
	x, y := m.RawRowView(0), m.RawRowView(1)
	for zeros, want := range map[Zeros][2]float64{
		ZerosDrop:  {1322.0 / 32768, .0372293031},
		ZerosPratt: {2338.0 / 32768, .0653006897},
		ZerosSplit: {2338.0 / 32768, 0},
	} {
		if r := signedRank(t, x, y, Options{Zeros: zeros}); r.P != want[0] || r.Method != Exact {
			t.Errorf("%v: %+v, want p = %.14g", zeros, r, want[0])
		}
		if want[1] > 0 {
			a, err := WilcoxonNormal(x, y, false, Options{Zeros: zeros})
			if err != nil {
				t.Fatal(err)
			}
			nearAbs(t, zeros.String()+" by the normal law", a.P, want[1], 5e-11)
		}
	}
}

// TestWilcoxonFaults: right values for other tools' faults, by enumeration.
func TestWilcoxonFaults(t *testing.T) {
	for _, c := range []struct {
		file string
		p    map[Alternative]float64
	}{
		{"B36/scores.tsv", map[Alternative]float64{TwoSided: 0x2p-20, Greater: 0x1p-20, Less: 1}}, // all 20 differences positive
		{"B45/two_topics.tsv", map[Alternative]float64{TwoSided: .5, Greater: .25, Less: 1}},
		{"B47/scores.tsv", map[Alternative]float64{TwoSided: .0625, Greater: .984375, Less: .03125}},
	} {
		m, _ := sharedMatrix(t, "cases/bugs/"+c.file, 1)
		for alt, want := range c.p {
			if r := signedRank(t, m.RawRowView(0), m.RawRowView(1), Options{Alternative: alt}); r.P != want {
				t.Errorf("%s, %v: p = %g, want %g", c.file, alt, r.P, want)
			}
		}
	}
	m, _ := sharedMatrix(t, "cases/bugs/B45/two_topics.tsv", 1)
	if r := signedRank(t, m.RawRowView(1), m.RawRowView(2), Options{}); r.P != 1 || r.Statistic != nil || r.Warnings[0].Code != "identical" {
		t.Errorf("identical systems: %+v", r)
	}
}

// TestWilcoxonNormalR: invented scores with one zero, by scipy 1.10.1, wilcoxon(method="approx"); R 4.2.2,
// wilcox.test(exact=FALSE), has the same without the zero.
func TestWilcoxonNormalR(t *testing.T) {
	for _, c := range []struct {
		zeros   Zeros
		correct bool
		alt     Alternative
		z, p    float64
	}{
		{ZerosDrop, false, TwoSided, 1.52127765851133, 0.12819017434510785},
		{ZerosDrop, false, Less, 1.52127765851133, 0.935904912827446},
		{ZerosDrop, true, TwoSided, 1.4367622330384782, 0.15078556502797127},
		{ZerosDrop, true, Less, 1.6057930839841814, 0.945840309634998},
		{ZerosDrop, true, Greater, 1.4367622330384782, 0.07539278251398564},
		{ZerosPratt, false, TwoSided, 1.4739110533215525, 0.14050554128479997},
		{ZerosPratt, true, Greater, 1.4037248126871928, 0.08020040537762563},
		{ZerosSplit, false, TwoSided, 1.4702940882294102, 0.14148212148279338},
		{ZerosSplit, true, Less, 1.5403080924308108, 0.9382573639277255},
		{ZerosSplit, true, TwoSided, 1.4002800840280096, 0.16142946236708333},
	} {
		a, err := WilcoxonNormal(runX, runY, c.correct, Options{Alternative: c.alt, Zeros: c.zeros})
		if err != nil {
			t.Fatal(err)
		}
		near(t, c.zeros.String()+" z", a.Z, c.z, 1e-13)
		near(t, c.zeros.String()+" p", a.P, c.p, 1e-13)
	}
	// Ten tenths with three zeros and ties: 3 0 −1 0 2 2 −5 0 7 1.
	x := []float64{.8, .1, .2, .4, .5, .3, .1, .6, .9, .2}
	y := []float64{.5, .1, .3, .4, .3, .1, .6, .6, .2, .1}
	a, err := WilcoxonNormal(x, y, false, Options{Zeros: ZerosSplit})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "z with zeros split", a.Z, 1.125617922212632, 1e-13)
	near(t, "p with zeros split", a.P, 0.2603272787106181, 1e-13)
	// p is never 0.
	far := make([]float64, 3000)
	for i := range far {
		far[i] = float64(i + 1)
	}
	if a, err = WilcoxonNormal(far, make([]float64, len(far)), false, Options{}); err != nil || a.P != math.SmallestNonzeroFloat64 {
		t.Errorf("%+v, %v", a, err)
	}
}

// TestHodgesLehmann: the median of all means of two, listed; exact on a lattice, where half of a tenth is .05.
func TestHodgesLehmann(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		x, y := drawPair(rt, 2, 40)
		d := describe(x, y).Each
		var means []float64
		for i := range d {
			for _, v := range d[i:] {
				means = append(means, (d[i]+v)/2)
			}
		}
		slices.Sort(means)
		n := len(means)
		want := (means[(n-1)/2] + means[n/2]) / 2
		got, err := HodgesLehmann(x, y)
		if err != nil || math.Signbit(got) && got == 0 {
			rt.Fatalf("%g, %v", got, err)
		}
		if diff := cmp.Diff(want, got, cmpopts.EquateApprox(1e-13, 1e-15)); diff != "" {
			rt.Error(diff)
		}
	})
	for _, c := range []struct {
		x, y []float64
		want float64
	}{
		{[]float64{.3, .4, .8}, []float64{.2, .3, .7}, .1},
		{[]float64{.3, .2}, []float64{.2, .3}, 0},
		{[]float64{.3, .4}, []float64{.2, .2}, .15},
		{runX, runY, .0675}, // by Python, all 36 means listed; R 4.2.2, wilcox.test, leaves the zero out and gives .0875
	} {
		got, err := HodgesLehmann(c.x, c.y)
		if err != nil || got != c.want {
			t.Errorf("%v less %v: %.17g, %v, want %g", c.x, c.y, got, err, c.want)
		}
	}
}
