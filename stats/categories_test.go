package stats

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"sigrel/stats/resample"
)

// All 20 ways to give 3 of 6 topics to a category are counted here without the centring of the kernel: with two systems
// the interaction is a difference of means of the differences, so that the permutation test is the classical two-sample
// one. By hand: differences 5 6 9 against 1 2 4; only that split and its mirror image give |mean difference| ≥ 13/3: 2 of
// 20, p = .1.
func TestCategoryInteraction(t *testing.T) {
	scores := mat.NewDense(2, 6, []float64{5, 7, 12, 3, 2, 6, 0, 1, 3, 2, 0, 2})
	got, err := CategoryInteraction(scores, []int{0, 0, 0, 1, 1, 1}, resample.Plan{Seed: 3, Replicates: 20000})
	if err != nil {
		t.Fatal(err)
	}
	if got.PLo > 0.1 || got.PHi < 0.1 || math.Abs(got.P-0.1) > 0.01 {
		t.Errorf("p %v [%v, %v], want .1 as counted", got.P, got.PLo, got.PHi)
	}
	// Share: the differences have mean 4.5 and sum of squares 163 − 6·4.5² = 41.5, between the categories 6·(13/6)² = 169/6.
	if want := 169.0 / 6 / 41.5; math.Abs(got.Share-want) > 1e-12 || math.Abs(got.Expected-0.2) > 1e-15 || got.Categories != 2 {
		t.Errorf("%+v, want a share of %v and .2 expected", got, want)
	}
}

// What every system gains on a topic, what a system gains on every topic, and the scale play no part; nor do names.
func TestCategoryInteractionLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k, n := rapid.IntRange(2, 5).Draw(t, "k"), rapid.IntRange(4, 9).Draw(t, "n")
		a, b := mat.NewDense(k, n, nil), mat.NewDense(k, n, nil)
		scale := rapid.SampledFrom([]float64{1, 1e-60, 1e60}).Draw(t, "scale")
		easy := make([]float64, n)
		of, swapped := make([]int, n), make([]int, n)
		for c := range n {
			easy[c] = float64(rapid.IntRange(-1024, 1024).Draw(t, "easy")) / 1024 // so that sums are exact, and small scores survive them
			of[c], swapped[c] = c%2, 1-c%2
		}
		for i := range k {
			good := float64(rapid.IntRange(-1024, 1024).Draw(t, "good")) / 1024
			for c := range n {
				v := float64(rapid.IntRange(0, 1<<20).Draw(t, "v")) / (1 << 20)
				a.Set(i, c, v)
				b.Set(i, c, (v+good+easy[c])*scale)
			}
		}
		plan := resample.Plan{Seed: 1, Replicates: 300}
		x, errX := CategoryInteraction(a, of, plan)
		y, errY := CategoryInteraction(b, swapped, plan)
		if errX != nil || errY != nil {
			if (errX == nil) != (errY == nil) {
				t.Fatal(errX, errY)
			}
			return
		}
		if math.Abs(x.Share-y.Share) > 1e-9 || x.P != y.P || x.P <= 0 || x.P > 1 || x.PLo > x.P || x.PHi < x.P-1.0/300 {
			t.Fatalf("%+v and %+v", x, y)
		}
	})
}

// Without an interaction p is at most α in no more than about α of the cases; with one it is small.
func TestCategoryInteractionLevel(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	rejected := 0
	of := []int{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2}
	for range 400 {
		m := mat.NewDense(4, 16, nil)
		for i := range 4 {
			for c := range 16 {
				m.Set(i, c, rng.NormFloat64()*(1+float64(i))+float64(of[c]))
			}
		}
		r, err := CategoryInteraction(m, of, resample.Plan{Replicates: 199})
		if err != nil {
			t.Fatal(err)
		}
		if r.P <= 0.05 {
			rejected++
		}
	}
	if rejected > 38 { // 20 expected; P(Binomial(400, .05) > 38) = 1e-4
		t.Errorf("%d of 400 rejected at .05 without an interaction", rejected)
	}
	m := mat.NewDense(2, 16, nil)
	for c := range 16 {
		m.Set(of[c]%2, c, 1+0.1*float64(c))
	}
	if r, err := CategoryInteraction(m, of, resample.Plan{Replicates: 999}); err != nil || r.P > 0.01 {
		t.Errorf("two systems that lead in categories of their own: %+v, %v", r, err)
	}
}

func TestCategoryInteractionRefused(t *testing.T) {
	flat := mat.NewDense(2, 4, []float64{1, 2, 3, 4, 2, 3, 4, 5})
	if _, err := CategoryInteraction(flat, []int{0, 0, 1, 1}, resample.Plan{}); !errors.Is(err, ErrUndefined) {
		t.Error(err)
	}
	if _, err := CategoryInteraction(mat.NewDense(2, 4, nil), []int{0, 0, 1, 1}, resample.Plan{}); !errors.Is(err, ErrUndefined) {
		t.Error(err)
	}
	if _, err := CategoryInteraction(flat, []int{0, 0, 0, 0}, resample.Plan{}); !errors.Is(err, ErrTooFew) {
		t.Error(err)
	}
}
