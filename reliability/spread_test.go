package reliability

import (
	"math"
	"testing"
)

// By hand; the quantiles are those of R's quantile(c(1, 2, 3, 4), c(.025, .5, .975)): 1.075, 2.5, 3.925.
func TestSpread(t *testing.T) {
	got := spreadOf([]float64{3, math.NaN(), 1, 4, 2}, "why")
	for _, v := range []struct {
		name      string
		got, want float64
	}{{"mean", *got.Mean, 2.5}, {"sd", *got.SD, math.Sqrt(5.0 / 3)}, {"2.5 %", *got.Lo, 1.075}, {"median", *got.Median, 2.5}, {"97.5 %", *got.Hi, 3.925},
		{"least", *got.Min, 1}, {"greatest", *got.Max, 4}} {
		near(t, v.name, v.got, v.want, 1e-14)
	}
	if got.Undefined != 1 || got.Reason != "why" {
		t.Errorf("%+v", got)
	}
	if got := spreadOf([]float64{7}, ""); *got.Mean != 7 || got.SD != nil || *got.Lo != 7 {
		t.Errorf("one value: %+v", got)
	}
}
