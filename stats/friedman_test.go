package stats

import (
	"errors"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"sigrel/stats/dist"
)

// Invented scores of four systems on six topics, with ties.
var tiedScores = [][]float64{
	{.5, .3, .2, .9, .4, .4},
	{.5, .1, .2, .7, .6, .1},
	{.2, .3, .2, .8, .1, .4},
	{.1, .0, .5, .6, .1, .2},
}

// TestFriedmanR compares with R 4.2.2: friedman.test, and for F anova(lm(rank ~ system + topic)), which is the same.
func TestFriedmanR(t *testing.T) {
	for _, c := range []struct {
		rows           [][]float64
		ranks          []float64
		chi, p, f, pOf float64
	}{
		{tiedScores, []float64{1.75, 31.0 / 12, 29.0 / 12, 3.25}, 4.73076923076923084, .19260693521806949, 1.78260869565217406, .19362032211965993},
		{[][]float64{runX, runY, runZ}, []float64{1.4375, 2.0625, 2.5}, 4.709677419354838968, .094908813173276041, 2.92, .087117333704204367},
	} {
		r, err := Friedman(rowsOf(c.rows...))
		if err != nil {
			t.Fatal(err)
		}
		k, n := len(c.rows), len(c.rows[0])
		for i := range c.ranks {
			near(t, "mean rank", r.MeanRanks[i], c.ranks[i], 1e-15)
		}
		near(t, "χ²", r.ChiSquare, c.chi, 1e-14)
		near(t, "p", r.P, c.p, 1e-12)
		near(t, "W", r.W, c.chi/float64(n*(k-1)), 1e-14)
		near(t, "F", *r.F, c.f, 1e-13)
		near(t, "p of F", *r.PF, c.pOf, 1e-12)
		if r.Topics != n || r.DF != k-1 || r.DF2 != (k-1)*(n-1) || r.Log10P != nil || r.Log10PF != nil || r.Warnings != nil {
			t.Errorf("%+v", r)
		}
	}
}

// TestFriedmanLaws: ranks counted one by one; F by the analysis of variance of the ranks; negated scores turn the order.
func TestFriedmanLaws(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		m := drawMatrix(r, 7, 12)
		k, n := m.Dims()
		ranks := mat.NewDense(k, n, nil)
		for topic := range n {
			for i := range k {
				rank := 0.5
				for j := range k {
					switch d := m.At(j, topic) - m.At(i, topic); {
					case d > 1e-9:
						rank++
					case d > -1e-9: // with itself too
						rank += .5
					}
				}
				ranks.Set(i, topic, rank)
			}
		}
		got, err := Friedman(m)
		if errors.Is(err, ErrUndefined) {
			if mat.Max(ranks) != mat.Min(ranks) {
				r.Errorf("%v, yet not all ranks are tied", err)
			}
			return
		}
		if err != nil {
			r.Fatal(err)
		}
		means, _, _, _ := meansOf(ranks)
		turned := mat.DenseCopyOf(m)
		turned.Scale(-1, turned)
		back, err := Friedman(turned)
		if err != nil {
			r.Fatal(err)
		}
		for i := range k {
			if !agree(got.MeanRanks[i], means[i]) || !agree(back.MeanRanks[i], float64(k+1)-means[i]) {
				r.Errorf("mean rank %g, of the negated %g, counted %g", got.MeanRanks[i], back.MeanRanks[i], means[i])
			}
		}
		if !agree(got.ChiSquare, back.ChiSquare) || !(got.W >= 0 && got.W <= 1 && got.P > 0 && got.P <= 1) {
			r.Errorf("%+v, of the negated %+v", got, back)
		}
		sources, err := TwoWay(ranks)
		if err != nil {
			r.Fatal(err)
		}
		if f := sources[0].F; (f == nil) != (got.F == nil) || f != nil && !(agree(*f, *got.F) && agree(*sources[0].P, *got.PF)) {
			r.Errorf("F %v, by analysis of variance %v", got.F, f)
		}
	})
}

// TestFriedmanNoise: the same score reached in two ways is a tie, and a chain of such scores is one tie.
func TestFriedmanNoise(t *testing.T) {
	want, err := Friedman(rowsOf(tiedScores...))
	if err != nil {
		t.Fatal(err)
	}
	for _, unit := range []float64{1, math.Pi} {
		noisy := rowsOf(tiedScores...)
		for i := range 4 {
			for n := range 6 {
				if v := noisy.At(i, n) * unit; v > 0 {
					noisy.Set(i, n, ulps(v, 3*i))
				}
			}
		}
		got, err := Friedman(noisy)
		if err != nil || !slices.Equal(got.MeanRanks, want.MeanRanks) || got.ChiSquare != want.ChiSquare {
			t.Errorf("%+v, %v, want %+v", got, err, want)
		}
	}
}

func TestFriedmanUndefined(t *testing.T) {
	if r, err := Friedman(rowsOf(runX, runX, runX)); !errors.Is(err, ErrUndefined) || r.MeanRanks != nil {
		t.Errorf("all tied: %+v, %v", r, err)
	}
	if _, err := Friedman(rowsOf(runX)); !errors.Is(err, ErrTooFewSystems) {
		t.Errorf("one system: %v", err)
	}
	if _, err := Friedman(rowsOf([]float64{1}, []float64{2})); !errors.Is(err, ErrTooFew) {
		t.Errorf("one topic: %v", err)
	}
	if _, err := Friedman(rowsOf([]float64{1, math.NaN()}, []float64{2, 3})); !errors.Is(err, ErrNotFinite) {
		t.Errorf("NaN: %v", err)
	}
}

// orders makes three systems that topics rank 1, 2, 3, but for the first few topics, which rank them 3, 2, 1.
func orders(topics, turned int) *mat.Dense {
	m := mat.NewDense(3, topics, nil)
	for n := range topics {
		for i := range 3 {
			v := float64(3 - i)
			if n < turned {
				v = float64(i)
			}
			m.Set(i, n, v)
		}
	}
	return m
}

// TestFriedmanTiny: for three systems the tails have closed forms: exp(−χ²/2), and (1−W)^(n−1) for F.
func TestFriedmanTiny(t *testing.T) {
	r, err := Friedman(orders(1000, 0)) // full agreement: W = 1, χ² = 2n
	if err != nil {
		t.Fatal(err)
	}
	if r.W != 1 || r.ChiSquare != 2000 || r.F != nil || r.PF != nil || r.P != 5e-324 {
		t.Errorf("%+v", r)
	}
	near(t, "log10 p", *r.Log10P, -1000/math.Ln10, 1e-14)
	for _, c := range []struct {
		n, turned   int
		tiny, tinyF bool
	}{{50, 3, false, false}, {600, 10, false, true}, {1000, 20, true, true}, {30_000, 1000, true, true}} {
		r, err := Friedman(orders(c.n, c.turned))
		if err != nil {
			t.Fatal(err)
		}
		share := 1 - 2*float64(c.turned)/float64(c.n)
		w := share * share
		near(t, "W", r.W, w, 1e-14)
		check := func(what string, p float64, log10 *float64, tiny bool, want float64) {
			t.Helper()
			if (log10 != nil) != tiny {
				t.Fatalf("%s: p %g, logarithm %v", what, p, log10)
			}
			if !tiny {
				near(t, what, math.Log(p), want, 1e-12)
				return
			}
			near(t, "log10 of "+what, *log10, want/math.Ln10, 1e-12)
			if p != 5e-324 || r.Warnings[0].Code != "tiny-p" {
				t.Errorf("%s: p %g, warnings %v", what, p, r.Warnings)
			}
		}
		check("p", r.P, r.Log10P, c.tiny, -w*float64(c.n))
		check("p of F", *r.PF, r.Log10PF, c.tinyF, float64(c.n-1)*math.Log(1-w))
	}
}

// TestLogTails: where doubles still hold the tail, its logarithm is the same by the tails of dist, which are tested on
// their own.
func TestLogTails(t *testing.T) {
	for _, df := range []float64{1, 2, 5, 47, 102, 1000} {
		for _, x := range []float64{df + 500, df + 800} {
			if p := dist.ChiSquareSF(x, df); p > smallestNormal {
				near(t, "log χ² tail", logChiSquareSF(x, df), math.Log(p), 1e-12)
			}
			for _, df2 := range []float64{20, 300, 4998, 1e5} {
				f := x / df * 1.2
				if p := dist.FSF(f, df, df2); p > smallestNormal && p < 1e-6 {
					near(t, "log F tail", logFSF(f, df, df2), math.Log(p), 1e-11)
				}
			}
		}
	}
}
