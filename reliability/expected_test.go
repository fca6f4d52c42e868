package reliability

import (
	"errors"
	"testing"

	"gonum.org/v1/gonum/mat"

	"sigrel/stats"
)

// TestExpectTied: systems that all have one mean are in no order, and no correlation with another order is to be
// expected, neither 0 nor 1; one system that differs makes a ranking.
func TestExpectTied(t *testing.T) {
	for _, tied := range []*mat.Dense{
		mat.NewDense(3, 3, []float64{.5, .4, .1, .5, .4, .1, .5, .4, .1}), // copies
		mat.NewDense(2, 3, []float64{.1, .2, .6, .6, .1, .2}),             // other scores, one mean but for rounding
	} {
		if _, err := Expect(tied, 3, Student); !errors.Is(err, stats.ErrUndefined) {
			t.Errorf("got %v, want %v", err, stats.ErrUndefined)
		}
	}
	if e, err := Expect(mat.NewDense(3, 3, []float64{.5, .4, .1, .5, .4, .1, .9, .8, .5}), 3, Student); err != nil || e.Tau <= 0 || e.Tau >= 1 {
		t.Errorf("%+v, %v", e, err)
	}
}
