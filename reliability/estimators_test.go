package reliability

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
)

// TestEstimatorLaws: other names of levels and another order of rows change nothing, a shift of the scores neither, and a
// factor multiplies variances by its square.
func TestEstimatorLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o, effects := drawTable(t)
		factor, shift := rapid.SampledFrom([]float64{-1e6, -1, 1e-9, 3, 1e50}).Draw(t, "factor"), float64(rapid.IntRange(-3000, 3000).Draw(t, "shift"))/1000
		other := shuffled(t, o)
		for i := range other.Scores {
			other.Scores[i] = factor * (other.Scores[i] + shift)
		}
		for _, estimate := range []func(Observations, []Effect) (Estimates, error){Henderson1, MINQUE0, REML} {
			a, errA := estimate(o, effects)
			b, errB := estimate(other, effects)
			if nextToNone(a, errA) || nextToNone(b, errB) {
				t.Skip("next to no residual")
			}
			if (errA == nil) != (errB == nil) {
				t.Fatalf("%v, but %v", errA, errB)
			}
			if errA != nil {
				continue
			}
			tol := 1e-7
			if a.Criterion != nil { // near a minimum the criterion is known as well as the square of its place
				tol = 1e-3
				n := float64(len(o.Scores) - 1)
				if d := *b.Criterion - *a.Criterion - 2*n*math.Log(math.Abs(factor)); math.Abs(d) > 1e-8*(1+n*math.Abs(math.Log(math.Abs(factor)))) {
					t.Fatalf("criteria %v and %v", *a.Criterion, *b.Criterion)
				}
			}
			size := math.Sqrt(sumOfSquares(a.Variances))
			for i := range a.Variances {
				if d := math.Abs(b.Variances[i]/(factor*factor) - a.Variances[i]); d > tol*size {
					t.Fatalf("%v, but %v", a, b)
				}
			}
		}
	})
}

// shuffled has the rows in another order and the levels of each facet numbered otherwise.
func shuffled(t *rapid.T, o Observations) Observations {
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "order"), 0))
	rows := rng.Perm(len(o.Scores))
	out := Observations{Facets: o.Facets, Counts: o.Counts, Levels: make([][]int32, len(o.Levels))}
	for _, r := range rows {
		out.Scores = append(out.Scores, o.Scores[r])
	}
	for f := range o.Levels {
		number := rng.Perm(o.Counts[f])
		for _, r := range rows {
			out.Levels[f] = append(out.Levels[f], int32(number[o.Levels[f][r]]))
		}
	}
	return out
}

func TestConfounded(t *testing.T) {
	m := small()
	o := longOf(m, nil)
	o.Facets, o.Counts = append(o.Facets, "judge"), append(o.Counts, 6)
	o.Levels = append(o.Levels, o.Levels[1]) // each topic has its own judge
	for _, c := range []struct {
		effects []Effect
		want    string
	}{
		{[]Effect{{"system", []int{0}}, {"topic", []int{1}}, {"judge", []int{2}}}, "effects that cannot be separated in these data: topic and judge"},
		{[]Effect{{"system", []int{0}}, {"system:topic", []int{0, 1}}}, "effects that cannot be separated in these data: system:topic and the residual"},
		{[]Effect{{"all", nil}}, "effects that cannot be separated: all has one level only, which is the mean"},
	} {
		for _, estimate := range []func(Observations, []Effect) (Estimates, error){Henderson1, MINQUE0, REML} {
			if _, err := estimate(o, c.effects); !errors.Is(err, ErrConfounded) || err.Error() != c.want {
				t.Errorf("%v, want %s", err, c.want)
			}
		}
	}
}

func TestNoResidual(t *testing.T) {
	m := mat.NewDense(4, 5, nil)
	for i := range 4 {
		for j := range 5 {
			m.Set(i, j, 0.1*float64(i*i)+0.03*float64(j*j*j%7)) // no interaction
		}
	}
	if e, err := REML(longOf(m, nil), oneFacet); !errors.Is(err, ErrNoResidual) {
		t.Errorf("%v %v, want %v", e, err, ErrNoResidual)
	}
	if e, err := REML(longOf(m, func(i, j int) bool { return i+j == 5 }), oneFacet); !errors.Is(err, ErrNoResidual) {
		t.Errorf("%v %v, want %v", e, err, ErrNoResidual)
	}
}

// TestMeanOnly: without effects all three are the sample variance, by hand.
func TestMeanOnly(t *testing.T) {
	o := longOf(small(), nil)
	for i, estimate := range []func(Observations, []Effect) (Estimates, error){Henderson1, MINQUE0, REML} {
		e, err := estimate(o, nil)
		if err != nil {
			t.Fatal(err)
		}
		near(t, fmt.Sprint("method ", i), e.Variances[0], variance(o.Scores), 1e-12)
	}
}

// TestTooLarge: beyond the limit REML says that Henderson's method 1 has none, which then answers.
func TestTooLarge(t *testing.T) {
	const n = mostLevels + 100
	o := Observations{Facets: []string{"system", "topic"}, Counts: []int{n, n}, Levels: make([][]int32, 2)}
	for i := range n { // each system on two topics, each topic with two systems
		for _, topic := range []int{i, (i + 1) % n} {
			o.Levels[0], o.Levels[1] = append(o.Levels[0], int32(i)), append(o.Levels[1], int32(topic))
			o.Scores = append(o.Scores, float64((i*37+topic*91)%101)/101)
		}
	}
	if _, err := REML(o, oneFacet); !errors.Is(err, ErrTooLarge) || !strings.Contains(err.Error(), "Henderson's method 1 has no such limit") {
		t.Errorf("%v, want %v", err, ErrTooLarge)
	}
	if _, err := Henderson1(o, oneFacet); err != nil {
		t.Error(err)
	}
}

// TestTwoMinima: nine scores whose criterion has a minimum at a variance of 0 and a lower one beside it, found by search;
// a grid of variances, by matrices, has nothing lower than what REML gives.
func TestTwoMinima(t *testing.T) {
	for _, seed := range []uint64{60, 228, 447} {
		rng := rand.New(rand.NewPCG(seed, 0))
		o := Observations{Facets: []string{"s", "t"}, Counts: []int{3, 4}, Levels: make([][]int32, 2)}
		for range 9 {
			o.Levels[0], o.Levels[1] = append(o.Levels[0], rng.Int32N(3)), append(o.Levels[1], rng.Int32N(4))
			o.Scores = append(o.Scores, float64(rng.IntN(100))/100)
		}
		e, err := REML(o, oneFacet)
		if err != nil {
			t.Fatal(err)
		}
		for a := range 20 {
			for b := range 20 {
				for c := range 20 {
					grid := []float64{.02 * float64(a), .02 * float64(b), .002 * float64(1+c*c)}
					if d := denseDeviance(o, oneFacet, grid); d < *e.Criterion-1e-7 {
						t.Fatalf("seed %d: %v at %v, lower than %v at %v", seed, d, grid, *e.Criterion, e.Variances)
					}
				}
			}
		}
	}
}
