package reliability

import (
	"math"
	"testing"

	"sigrel/stats/resample"
)

// The three forms go through what was made by them.
func TestFanForms(t *testing.T) {
	x := []float64{2, 4, 6, 10}
	for i, truth := range []func(n float64) float64{
		func(n float64) float64 { return 0.4 * math.Pow(n, -0.5) },
		func(n float64) float64 { return 0.4 * math.Exp(-0.05*n) },
		func(n float64) float64 { return 1 / (1 + math.Exp(-(0.2 - 0.6*math.Log(n)))) },
	} {
		f := fanForms[i]
		u, v := make([]float64, len(x)), make([]float64, len(x))
		for j, n := range x {
			u[j], v[j] = f.x(n), f.y(truth(n))
		}
		a, b := line(u, v, nil)
		near(t, f.name, f.inverse(a+b*f.x(40)), truth(40), 1e-12)
	}
	// A fit by hand, of (0,0) twice and (1,1), (1,3): through the means 0 and 2.
	a, b := line([]float64{0, 0, 1, 1}, []float64{0, 0, 1, 3}, nil)
	if a != 0 || b != 2 {
		t.Errorf("line %v + %v x, want 0 + 2x", a, b)
	}
	if a, b = line([]float64{0, 1, 1}, []float64{0, 1, 3}, []float64{5, 1, 3}); math.Abs(a) > 1e-15 || math.Abs(b-2.5) > 1e-15 {
		t.Errorf("weighted line %v + %v x, want 2.5x", a, b)
	}
}

// The curves of a fan are read off as τ: at any number of topics τ = 1 − 2·y of the fitted form.
func TestFanIsOfTau(t *testing.T) {
	m, _ := readMatrix(t, "cases/reliability/adhoc3.csv")
	got, err := Split(m, SplitOptions{Sizes: []int{5, 10, 25}, Plan: resample.Plan{Seed: 1, Replicates: 50}})
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Fan.Points) != 3 || got.Fan.Points[2].Size != 25 || math.Abs(*got.Fan.Points[2].Tau-*got.Tau.Mean) > 1e-12 {
		t.Errorf("%+v; τ of the halves is %v", got.Fan.Points, *got.Tau.Mean)
	}
	for _, f := range got.Fan.Forms {
		for i, n := range []float64{50, 100, 200} {
			var y float64
			switch f.Form {
			case "power":
				y = math.Exp(f.A) * math.Pow(n, f.B)
			case "exponential":
				y = math.Exp(f.A + f.B*n)
			case "logit":
				odds := math.Exp(f.A) * math.Pow(n, f.B)
				y = odds / (1 + odds)
			}
			near(t, f.Form, f.Tau[i], 1-2*y, 1e-12)
			if !(f.B < 0 && f.Tau[i] > *got.Tau.Mean) {
				t.Errorf("%s: slope %v, τ %v at %v topics after %v at 25", f.Form, f.B, f.Tau[i], n, *got.Tau.Mean)
			}
		}
	}
}
