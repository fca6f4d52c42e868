package stats

import (
	"errors"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"sigrel/stats/dist"
	"sigrel/stats/resample"
)

// TestSpreads: R 4.2.2, anova(lm) for the variances, eigen(cov) for the effective degrees of freedom; those within topics
// are (k−1)(n−1) times the Greenhouse-Geisser epsilon of anova.mlm(test = "Spherical"), .9044 and .6354; qchisq.
func TestSpreads(t *testing.T) {
	invented := rowsOf(runX, runY, runZ)
	check := func(what string, s Spread, err error, variance, df, effective float64) {
		t.Helper()
		if err != nil {
			t.Fatal(what, err)
		}
		near(t, what+" variance", s.Variance, variance, 1e-13)
		near(t, what+" df", s.DF, df, 0)
		near(t, what+" effective df", s.Effective, effective, 1e-12)
	}
	two, err := TwoWaySpread(invented)
	check("two-way", two, err, .010875, 14, 12.6612161047332)
	near(t, "epsilon", two.Effective/14, .904372578909514, 1e-12)
	near(t, "upper bound", two.SDUpper(.95), .155905492056295, 1e-12)
	one, err := OneWaySpread(invented)
	check("one-way", one, err, .0934833333333333, 21, 7.83363261669048)
	near(t, "upper bound", one.SDUpper(.95), .527022858349235, 1e-12)
	pair, err := PairSpread(runX, runY)
	check("pair", pair, err, .0140285714285714, 7, 7)
	near(t, "upper bound", pair.SDUpper(.9), .186176242803571, 1e-12)

	near(t, "19 df", SDUpper(.1, 19, .95), .137041039768223, 1e-12)
	near(t, "4 df", SDUpper(.1, 4, .99), .366920300632833, 1e-12)

	sakai, _ := sharedMatrix(t, "cases/statistics/sakai20.tsv", 1) // the same of Sakai's example
	two, err = TwoWaySpread(sakai)
	check("two-way", two, err, .0437719298245614, 38, 24.1441344431459)
	one, err = OneWaySpread(sakai)
	check("one-way", one, err, .065298245614035, 57, 34.3917257822835)
	pair, err = PairSpread(sakai.RawRowView(0), sakai.RawRowView(1))
	check("pair", pair, err, .0251315789473684, 19, 19)
}

// TestSpreadOfPairs: twice the two-way residual is the mean variance of all pairs' differences, for more systems than
// topics and for fewer; and for two systems it is that of the pair.
func TestSpreadOfPairs(t *testing.T) {
	for _, size := range [][2]int{{2, 9}, {5, 30}, {30, 5}} {
		scores := invented(size[0], size[1], 0, 3)
		got, err := TwoWaySpread(scores)
		if err != nil {
			t.Fatal(err)
		}
		sum, pairs := 0.0, AllPairs(size[0])
		for _, p := range pairs {
			s, err := PairSpread(scores.RawRowView(p[0]), scores.RawRowView(p[1]))
			if err != nil {
				t.Fatal(err)
			}
			sum += s.Variance
		}
		near(t, "mean variance", got.Variance, sum/float64(len(pairs)), 1e-12)
		if !(got.Effective > 1 && got.Effective < got.DF*(1+1e-12)) {
			t.Errorf("effective df %g of %g", got.Effective, got.DF)
		}
		if size[0] == 2 {
			near(t, "effective df", got.Effective, 8, 1e-12)
		}
	}
}

// TestPoolSpreads: two collections by hand: (10·.02 + 30·.06)/40; one alone stays as it is.
func TestPoolSpreads(t *testing.T) {
	a, b := Spread{.02, 10, 8}, Spread{.06, 30, 30}
	got := PoolSpreads(a, b)
	near(t, "variance", got.Variance, .05, 1e-15)
	near(t, "df", got.DF, 40, 0)
	near(t, "effective df", got.Effective, 2*2/(.2*.2/8+1.8*1.8/30), 1e-14)
	tiny := PoolSpreads(Spread{2e-190, 10, 8}, Spread{6e-190, 30, 30})
	large := PoolSpreads(Spread{2e190, 10, 8}, Spread{6e190, 30, 30})
	near(t, "effective df of tiny scores", tiny.Effective, got.Effective, 1e-14)
	near(t, "effective df of large scores", large.Effective, got.Effective, 1e-14)
	if got := PoolSpreads(a); math.Abs(got.Variance-.02) > 1e-17 || got.DF != 10 || math.Abs(got.Effective-8) > 1e-13 {
		t.Errorf("of one: %+v", got)
	}
}

func TestSpreadErrors(t *testing.T) {
	flat := rowsOf([]float64{.1, .2, .4}, []float64{.2, .3, .5})
	if _, err := PairSpread(flat.RawRowView(0), flat.RawRowView(1)); !errors.Is(err, ErrUndefined) {
		t.Errorf("constant difference: %v", err)
	}
	if _, err := TwoWaySpread(flat); !errors.Is(err, ErrUndefined) {
		t.Errorf("no residual: %v", err)
	}
	// Σ(x−7/30)² = .14/3 for either system, and 4 degrees of freedom; twice that.
	if s, err := OneWaySpread(flat); err != nil || math.Abs(s.Variance-2*2*.14/3/4) > 1e-15 {
		t.Errorf("one-way: %+v, %v", s, err)
	}
	if _, err := OneWaySpread(rowsOf([]float64{.1, .1}, []float64{.3, .3})); !errors.Is(err, ErrUndefined) {
		t.Errorf("no variance: %v", err)
	}
	if _, err := TwoWaySpread(rowsOf([]float64{.1, .3})); !errors.Is(err, ErrTooFewSystems) {
		t.Errorf("one system: %v", err)
	}
	if _, err := OneWaySpread(rowsOf([]float64{.1}, []float64{.3})); !errors.Is(err, ErrTooFew) {
		t.Errorf("one topic: %v", err)
	}
}

// TestSpreadScale: scores as small and as large as are taken have the same effective degrees of freedom.
func TestSpreadScale(t *testing.T) {
	scores := rowsOf(runX, runY, runZ)
	for _, exponent := range []int{-325, 325} {
		var scaled mat.Dense
		scaled.Scale(math.Ldexp(1, exponent), scores)
		for _, f := range []func(*mat.Dense) (Spread, error){OneWaySpread, TwoWaySpread} {
			want, err := f(scores)
			if err != nil {
				t.Fatal(err)
			}
			got, err := f(&scaled)
			if err != nil {
				t.Fatal(err)
			}
			near(t, "variance", got.Variance, math.Ldexp(want.Variance, 2*exponent), 1e-14)
			near(t, "effective df", got.Effective, want.Effective, 1e-14)
		}
	}
}

// TestSpreadCoverage: the upper bound holds with its confidence where systems share what topics differ by, and vary
// unequally; with the nominal degrees of freedom it does not.
func TestSpreadCoverage(t *testing.T) {
	const topics, draws, confidence = 25, 4000, .9
	sds := []float64{1, 1, 1, 1, 2, 3, 1, 1} // of systems within topics; topics differ with sd 2
	between, within := 0.0, 0.0
	for _, sd := range sds {
		between += (4 + sd*sd) / float64(len(sds))
		within += sd * sd / float64(len(sds))
	}
	scores := mat.NewDense(len(sds), topics, nil)
	block := resample.Map(resample.Plan{Seed: 1, Replicates: draws, Workers: 1}, "coverage", func(b resample.Block) (held [4]int) {
		for range b.Hi - b.Lo {
			for t := range topics {
				level := 2 * b.Rand.NormFloat64()
				for i, sd := range sds {
					scores.Set(i, t, level+sd*b.Rand.NormFloat64())
				}
			}
			one, err1 := OneWaySpread(scores)
			two, err2 := TwoWaySpread(scores)
			if err1 != nil || err2 != nil {
				panic("no spread")
			}
			for i, bound := range []float64{one.SDUpper(confidence), two.SDUpper(confidence),
				SDUpper(one.SD(), one.DF, confidence), SDUpper(two.SD(), two.DF, confidence)} {
				if truth := []float64{between, within}[i%2]; bound*bound >= 2*truth {
					held[i]++
				}
			}
		}
		return held
	})
	var held [4]int
	for _, h := range block {
		for i := range held {
			held[i] += h[i]
		}
	}
	for i, name := range []string{"one-way", "two-way", "nominal one-way", "nominal two-way"} {
		_, hi := dist.BinomialLimits(held[i], draws, .999)
		t.Logf("%s: %.3f of %g", name, float64(held[i])/draws, confidence)
		if holds := hi >= confidence-.015; holds != (i < 2) { // .015: χ² is an approximation here
			t.Errorf("%s: the bound holds in %d of %d", name, held[i], draws)
		}
	}
}

// TestNeeded sets the numbers beside those of their parts.
func TestNeeded(t *testing.T) {
	pair, err := PairSpread(runX, runY)
	if err != nil {
		t.Fatal(err)
	}
	a := Assumptions{Alpha: .05}
	got, err := tDesign.Needed(.8, .05, a, pair, .9)
	if err != nil {
		t.Fatal(err)
	}
	// R 4.2.2, power.t.test(delta = .05, sd = ., power = .8, type = "paired", strict = TRUE): 46.001 and 110.76.
	if got.Topics != 47 || got.AtMost == nil || *got.AtMost != 111 {
		t.Errorf("%+v, at most %v", got, *got.AtMost)
	}
	near(t, "sd", got.SD, math.Sqrt(.0140285714285714), 1e-13)
	near(t, "upper sd", got.SDUpper, .186176242803571, 1e-12)
	if got, err = tDesign.Needed(.8, 1.5e-4, a, pair, .9); err != nil || got.AtMost != nil {
		t.Errorf("more than %d topics: %+v, %v", MaxTopics, got, err)
	}
	if _, err = tDesign.Needed(.8, 1e-6, a, pair, .9); !errors.Is(err, ErrUnreachable) {
		t.Error(err)
	}
	if _, err = tDesign.Needed(.8, .05, a, pair, 1); !errors.Is(err, ErrRange) {
		t.Error(err)
	}
	if _, err = tDesign.Needed(.8, .05, a, Spread{}, .9); !errors.Is(err, ErrRange) {
		t.Error(err)
	}
}
