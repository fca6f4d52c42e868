package reliability

import (
	"errors"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"sigrel/stats"
	"sigrel/stats/dist"
	"sigrel/stats/resample"
)

// TestVarianceByHand goes on with the matrix of TestByHand: mean squares 7, 7 and 1 on 2, 2 and 4 degrees of freedom.
func TestVarianceByHand(t *testing.T) {
	g := mustStudy(t, mat.NewDense(3, 3, []float64{0, 1, 2, 1, 2, 3, 2, 3, 7}))
	// σ²s = (7 − 1)/3: df = 36/(49/2 + 1/4).
	near(t, "Satterthwaite", *g.Components[0].Satterthwaite, 36/24.75, 1e-13)
	near(t, "of the residual", *g.Components[2].Satterthwaite, 4, 1e-13)
	// χ² with 4 df: quantiles .025 and .975 are 0.4844186 and 11.1432868 (tables).
	in := g.Components[2].VarianceInterval(0.95)
	near(t, "lower", in.Lo, 4/11.1432868, 1e-7)
	near(t, "upper", in.Hi, 4/0.4844186, 1e-7)
	near(t, "mean", g.Mean, 7.0/3, 1e-14)
	near(t, "signal to noise", *g.SignalToNoise(ERho2, 3), 6, 1e-13)
	near(t, "signal to noise", *g.SignalToNoise(Phi, 6), 4, 1e-13)
	// Φ(λ) at λ = 0: (7/3)² − (2/3 + 2/3 + 1/9) = 4, so (2 + 4)/(2 + 4 + 3/3).
	near(t, "Φ(0)", g.CutScore(0, 3), 6.0/7, 1e-13)
	near(t, "Φ at the mean", g.CutScore(7.0/3, 3), g.Coefficient(Phi, 3), 1e-13)
}

// TestVarianceLaws: Φ(λ) is in [Φ, 1] and grows away from the mean; intervals hold their estimate.
func TestVarianceLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawScores(t)
		g, err := Study(m)
		if err != nil {
			return
		}
		n := rapid.IntRange(1, 100).Draw(t, "topics")
		last := 0.0
		for _, away := range []float64{0, 0.1, 0.5, 3, 1e200} {
			v := g.CutScore(g.Mean+away, n)
			if !(v >= g.Coefficient(Phi, n)-1e-12 && v <= 1 && v >= last-1e-9) {
				t.Fatalf("Φ(mean + %v) = %v after %v, Φ %v", away, v, last, g.Coefficient(Phi, n))
			}
			last = v
		}
		for _, c := range g.Components {
			if (c.Satterthwaite != nil) != (c.VarianceRaw > 0) {
				t.Fatalf("component %+v", c)
			}
			if in := c.VarianceInterval(0.95); in != nil && !(in.Lo >= 0 && in.Lo <= in.Hi) {
				t.Fatalf("interval %+v of %+v", in, c)
			}
		}
		if s := g.SignalToNoise(ERho2, n); s != nil {
			near2(t, *s/(1+*s), g.Coefficient(ERho2, n))
		}
	})
}

func near2(t *rapid.T, got, want float64) {
	if math.Abs(got-want) > 1e-9 {
		t.Fatalf("got %v, want %v", got, want)
	}
}

// TestDeleteTopicByHand: with two systems the residual variance is half the variance of the differences d, whose
// pseudovalues are known: n·v − (n−1)/(n−2)·((n−1)·v − n/(n−1)·(d − mean)²).
func TestDeleteTopicByHand(t *testing.T) {
	x, y := []float64{.61, .35, .90, .12, .44, .70}, []float64{.52, .41, .75, .15, .31, .66}
	m := mat.NewDense(2, 6, append(append([]float64{}, x...), y...))
	list, _, err := DeleteTopic(m, 0.95)
	if err != nil {
		t.Fatal(err)
	}
	d := make([]float64, 6)
	for i := range d {
		d[i] = x[i] - y[i]
	}
	v, c := variance(d), mean(d)
	pseudo := make([]float64, 6)
	for i := range d {
		pseudo[i] = (6*v - 5.0/4*(5*v-6.0/5*(d[i]-c)*(d[i]-c))) / 2
	}
	se := math.Sqrt(variance(pseudo) / 6)
	got := list[2]
	near(t, "residual", got.Value, v/2, 1e-12)
	near(t, "its error", got.SE, se, 1e-12)
	near(t, "lower", got.Lo, v/2-2.570581835636314*se, 1e-9) // t of 5 df, tables
	near(t, "upper", got.Hi, v/2+2.570581835636314*se, 1e-9)
	if _, _, err := DeleteTopic(mat.DenseCopyOf(m.Slice(0, 2, 0, 2)), 0.95); !errors.Is(err, stats.ErrTooFew) {
		t.Errorf("two topics: got error %v", err)
	}
	one := mat.NewDense(2, 4, []float64{1, 1, 1, 2, 1, 1, 1, 1}) // without the last topic nothing varies
	if _, _, err := DeleteTopic(one, 0.95); !errors.Is(err, ErrNoVariance) || err.Error() != "without topic 4: no variance: all scores are equal" {
		t.Errorf("got error %v", err)
	}
}

// TestDeleteTopicLaws: the components are means over pairs of topics, or over topics, so that the jackknife finds no bias
// in them.
func TestDeleteTopicLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawScores(t)
		list, l, err := DeleteTopic(m, 0.95)
		if err != nil {
			return
		}
		g, _ := Study(m)
		for i, c := range g.Components {
			if math.Abs(list[i].Value-c.VarianceRaw) > 1e-9 {
				t.Fatalf("%s: jackknife %v, estimate %v", c.Effect, list[i].Value, c.VarianceRaw)
			}
		}
		for _, c := range []Coefficient{ERho2, Phi} {
			e, j := g.EstimateWithin(l, c, g.Topics), list[3+c]
			if !(e.Lo >= 0 && e.Lo <= e.Hi && e.Hi <= 1) || math.Abs(e.Lo-min(1, max(0, j.Lo))) > 1e-9 || math.Abs(e.Hi-min(1, max(0, j.Hi))) > 1e-9 {
				t.Fatalf("limits %v of %+v", e, j)
			}
		}
	})
}

// TestItems follows the definitions with another arrangement: the correlation by covariances, Eρ² by Cronbach's formula.
func TestItems(t *testing.T) {
	m := small()
	items, err := Items(m)
	if err != nil {
		t.Fatal(err)
	}
	for j, item := range items {
		var others []int
		for k := range 6 {
			if k != j {
				others = append(others, k)
			}
		}
		x, y := mat.Col(nil, j, m), totals(m, others)
		sum := make([]float64, 5)
		for i := range sum {
			sum[i] = x[i] + y[i]
		}
		near(t, "correlation", *item.Correlation, (variance(sum)-variance(x)-variance(y))/2/math.Sqrt(variance(x)*variance(y)), 1e-12)
		var alone float64
		for _, k := range others {
			alone += variance(mat.Col(nil, k, m))
		}
		near(t, "Eρ² without it", *item.Without, 5.0/4*(1-alone/variance(y)), 1e-12)
		if item.Topic != j {
			t.Errorf("topic %d, want %d", item.Topic, j)
		}
	}
	for i := range 5 {
		m.Set(i, 2, 1.0/3)
	}
	if items, _ = Items(m); items[2].Correlation != nil || items[2].Without == nil {
		t.Errorf("a topic on which all score the same: %+v", items[2])
	}
	two := mat.DenseCopyOf(small().Slice(0, 5, 0, 2))
	if items, _ = Items(two); items[0].Without != nil || items[0].Correlation == nil {
		t.Errorf("one topic left: %+v", items[0])
	}
}

func TestRemainders(t *testing.T) {
	// Means of rows 1, 2, 4, of columns the same, all 7/3 (TestByHand): 7 − 4 − 4 + 7/3 = 4/3, 0 − 1 − 1 + 7/3 = 1/3, …
	r, err := Remainders(mat.NewDense(3, 3, []float64{0, 1, 2, 1, 2, 3, 2, 3, 7}))
	if err != nil {
		t.Fatal(err)
	}
	want := [][]float64{{4. / 3, 2. / 3, 2. / 3}, {2. / 3, 1. / 3, 1. / 3}, {2. / 3, 1. / 3, 1. / 3}}
	for i := range want {
		for j := range want[i] {
			near(t, "residual", r.Values[i][j], want[i][j], 1e-12)
		}
		if r.Systems[i] != 2-i || r.Topics[i] != 2-i {
			t.Errorf("order %v and %v, want 2, 1, 0", r.Systems, r.Topics)
		}
	}
}

// TestTopicsForTau: the two systems of TestWrongOrder, mean difference 2, standard deviation 1: with the normal law
// E[τ] = 1 − 2Φ(−2√n) ≥ .9999 needs 2√n ≥ 3.8906 (tables), n ≥ 3.78.
func TestTopicsForTau(t *testing.T) {
	m := mat.NewDense(2, 3, []float64{1, 2, 3, 2, 4, 6})
	n, err := TopicsForTau(m, 0.9999, Normal)
	if err != nil || n == nil || *n != 4 {
		t.Errorf("got %v, error %v, want 4", n, err)
	}
	same := mat.NewDense(2, 3, []float64{1, 2, 3, 3, 2, 1})
	if n, err := TopicsForTau(same, 0.9, Normal); err != nil || n != nil {
		t.Errorf("equal means: got %v, error %v", n, err)
	}
	rapid.Check(t, func(t *rapid.T) {
		m := drawScores(t)
		target := float64(rapid.IntRange(1, 99).Draw(t, "target")) / 100
		law := rapid.SampledFrom([]Law{Normal, Student}).Draw(t, "law")
		n, err := TopicsForTau(m, target, law)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Expect(m, 1, law); errors.Is(err, stats.ErrUndefined) {
			if n != nil {
				t.Fatalf("%d topics where all systems have one mean", *n)
			}
			return
		}
		tau := func(n int) float64 {
			e, err := Expect(m, n, law)
			if err != nil {
				t.Fatal(err)
			}
			return e.Tau
		}
		if n == nil {
			if v := tau(most); v >= target {
				t.Fatalf("not reachable, but %v", v)
			}
			return
		}
		if tau(*n) < target-1e-9 || *n > 1 && tau(*n-1) >= target {
			t.Fatalf("%d topics give %v, one fewer %v, target %v", *n, tau(*n), tau(max(1, *n-1)), target)
		}
	})
}

// TestExpectBootstrap: with two systems E[τ] is 1 − 2p of their one difference, so that its bootstrap is that of z, done
// here by counts in another order of the same thing.
func TestExpectBootstrap(t *testing.T) {
	x, y := []float64{.61, .35, .90, .12, .44, .70}, []float64{.52, .41, .75, .15, .31, .66}
	m := mat.NewDense(2, 6, append(append([]float64{}, x...), y...))
	in, ap, err := ExpectBootstrap(m, Normal, 0.8, resample.Plan{Seed: 1, Replicates: 4000})
	if err != nil {
		t.Fatal(err)
	}
	if in != ap { // one pair: the same coefficient
		t.Errorf("τ %v, τ_AP %v", in, ap)
	}
	// All 6⁶ resamples.
	inside, below := 0, 0
	for code := range 46656 {
		var d []float64
		for range 6 {
			t := code % 6
			code /= 6
			d = append(d, x[t]-y[t])
		}
		tau := 1.0
		if v := variance(d); v > 1e-25 {
			tau = 1 - 2*dist.NormalSF(math.Abs(mean(d))*math.Sqrt(6/v))
		}
		if tau < in.Lo {
			below++
		}
		if tau >= in.Lo && tau <= in.Hi {
			inside++
		}
	}
	// Standard error of a share of .1 or .8 among 4000: .005 and .006.
	if a, b := float64(below)/46656, float64(inside)/46656; math.Abs(a-.1) > .02 || math.Abs(b-.8) > .025 {
		t.Errorf("[%v, %v]: %v of all resamples below, %v inside, want .1 and .8", in.Lo, in.Hi, a, b)
	}
	full, _ := readMatrix(t, "cases/reliability/adhoc3.csv")
	in, ap, err = ExpectBootstrap(full, Student, 0.95, resample.Plan{Seed: 1, Replicates: 300})
	if err != nil || !(in.Lo > 0.8 && in.Lo < in.Hi && in.Hi < 0.97 && ap.Lo > 0.7 && ap.Hi < 0.97) {
		t.Errorf("adhoc3: %v and %v, error %v", in, ap, err)
	}
}
