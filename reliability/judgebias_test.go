package reliability

import (
	"errors"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"sigrel/stats"
)

func equals(t rapid.TB, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-12*max(1, math.Abs(want)) {
		t.Errorf("%s = %v, want %v", what, got, want)
	}
}

// Two systems and three topics, by hand: d = (.1 .2 .3; 0 0 .3), d̄ = (.05 .1 .3), c of the first = (.05 .1 0).
func TestBiasByHand(t *testing.T) {
	a := mat.NewDense(2, 3, []float64{.5, .5, .5, .2, .4, .6})
	b := mat.NewDense(2, 3, []float64{.6, .7, .8, .2, .4, .9})
	j, err := BiasOfJudges(a, b, stats.Options{})
	if err != nil {
		t.Fatal(err)
	}
	equals(t, "shift", j.Shift, .15)
	equals(t, "p of the shift", j.ShiftTest.P, 2./8)
	x, y := j.Rows[0], j.Rows[1]
	equals(t, "A", x.A, .5)
	equals(t, "B", x.B, .7)
	equals(t, "mean of both", x.Mean, .6)
	equals(t, "bias", x.Bias, .2)
	equals(t, "interaction", x.Interaction, .05)
	equals(t, "interaction of the other", y.Interaction, -.05)
	equals(t, "p", x.P, 2./4) // two topics differ from 0: of four sign assignments, ++ and −− reach the sum
	equals(t, "p of the other", y.P, 2./4)
	equals(t, "adjusted", x.Adjusted, .5)
	equals(t, "sd", j.SD, math.Sqrt(.005))
	equals(t, "limit", j.Limits[1], .15+1.96*math.Sqrt(.005))
	equals(t, "slope", *j.Slope, 2) // means .5 .4 → .7 .5
	equals(t, "intercept", *j.Intercept, -.3)
	// Three means under A, 0 1 2, under B 0 2 1: slope 1/2, intercept 1/2.
	j, err = BiasOfJudges(mat.NewDense(3, 2, []float64{0, 0, 1, 1, 2, 2}), mat.NewDense(3, 2, []float64{0, 0, 2, 2, 1, 1}), stats.Options{})
	if err != nil {
		t.Fatal(err)
	}
	equals(t, "slope of three", *j.Slope, .5)
	equals(t, "off the line", *j.Rows[1].OffLine, 1)
	equals(t, "off the line", *j.Rows[2].OffLine, -.5)
	flat, err := BiasOfJudges(mat.NewDense(2, 2, []float64{.3, .5, .5, .3}), mat.NewDense(2, 2, []float64{0, 0, 2, 2}), stats.Options{})
	if err != nil || flat.Slope != nil || flat.Rows[0].OffLine != nil {
		t.Errorf("%+v, %v: A's means are equal, want no slope", flat, err)
	}
}

// Adjustment after Benjamini and Hochberg over systems: the p are those of all sign assignments, adjusted by the book.
func TestBiasAgainstEnumeration(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		k, n := rapid.IntRange(2, 5).Draw(r, "systems"), rapid.IntRange(2, 8).Draw(r, "topics")
		draw := func(label string) *mat.Dense {
			m := mat.NewDense(k, n, nil)
			for s := range k {
				for c := range n {
					m.Set(s, c, float64(rapid.IntRange(0, 20).Draw(r, label))/20)
				}
			}
			return m
		}
		a, b := draw("a"), draw("b")
		j, err := BiasOfJudges(a, b, stats.Options{})
		if err != nil {
			r.Fatal(err)
		}
		// Exact in whole numbers: k · 20 · c_st.
		whole := func(s, t int) int {
			d := func(s int) int { return int(math.Round(20*b.At(s, t))) - int(math.Round(20*a.At(s, t))) }
			c := k * d(s)
			for other := range k {
				c -= d(other)
			}
			return c
		}
		p := make([]float64, k)
		for s := range k {
			sum := 0
			for t := range n {
				sum += whole(s, t)
			}
			hits := 0
			for signs := range 1 << n {
				other := 0
				for t := range n {
					if signs>>t&1 == 1 {
						other -= whole(s, t)
					} else {
						other += whole(s, t)
					}
				}
				if other*other >= sum*sum {
					hits++
				}
			}
			p[s] = float64(hits) / float64(int(1)<<n)
			equals(r, "interaction", j.Rows[s].Interaction, float64(sum)/float64(20*k*n))
			equals(r, "p", j.Rows[s].P, p[s])
		}
		for s := range k {
			adjusted := 1.0 // least of m·p/rank over the p at least as large
			for _, q := range p {
				if q < p[s] {
					continue
				}
				rank := 0
				for _, o := range p {
					if o <= q {
						rank++
					}
				}
				adjusted = min(adjusted, float64(k)*q/float64(rank))
			}
			equals(r, "adjusted", j.Rows[s].Adjusted, adjusted)
		}
	})
}

// A shift that all systems share, even one that differs from topic to topic, gives no interaction at all.
func TestSharedShiftIsNoInteraction(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		a := drawScores(r)
		k, n := a.Dims()
		b := mat.DenseCopyOf(a)
		for t := range n {
			shift := float64(rapid.IntRange(-500, 500).Draw(r, "shift")) / 1000
			for s := range k {
				b.Set(s, t, a.At(s, t)+shift)
			}
		}
		j, err := BiasOfJudges(a, b, stats.Options{})
		if err != nil {
			r.Fatal(err)
		}
		for s, row := range j.Rows {
			if row.Interaction != 0 || row.P != 1 || row.Adjusted != 1 {
				r.Fatalf("system %d: %+v, want no interaction and p 1", s, row)
			}
		}
		if j.Slope != nil {
			equals(r, "slope", *j.Slope, 1)
		}
		same, err := BiasOfJudges(a, a, stats.Options{})
		if err != nil {
			r.Fatal(err)
		}
		if same.Shift != 0 || same.SD != 0 || same.ShiftTest.P != 1 {
			r.Fatalf("A against itself: %+v", same)
		}
	})
}

func TestBiasErrors(t *testing.T) {
	ok := mat.NewDense(2, 2, []float64{1, 2, 3, 4})
	for _, c := range []struct {
		a, b *mat.Dense
		want error
	}{
		{mat.NewDense(1, 3, nil), mat.NewDense(1, 3, nil), stats.ErrTooFewSystems},
		{mat.NewDense(3, 1, nil), mat.NewDense(3, 1, nil), stats.ErrTooFew},
		{ok, mat.NewDense(2, 2, []float64{1, 2, 3, math.NaN()}), stats.ErrNotFinite},
		{mat.NewDense(2, 2, []float64{1, 2, 3, math.Inf(1)}), ok, stats.ErrNotFinite},
		{mat.NewDense(2, 2, []float64{1, 2, 3, 1e200}), ok, stats.ErrRange},
	} {
		if _, err := BiasOfJudges(c.a, c.b, stats.Options{}); !errors.Is(err, c.want) {
			t.Errorf("error %v, want %v", err, c.want)
		}
	}
}
