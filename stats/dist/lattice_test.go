package dist

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestStep(t *testing.T) {
	for _, c := range []struct {
		scores []float64
		den    float64
	}{
		{[]float64{0.1234, 1, 0}, 5000},
		{[]float64{0.1233, 3e-04}, 10000},
		{[]float64{1.0 / 3, 0.5, 29.0 / 30}, 30},
		{[]float64{45.12, -3.5, 100}, 50},
		{[]float64{12, 7, 1e6}, 1},
		{[]float64{0, 0}, 1},
		{[]float64{0.12345, 1.0 / 7}, 140000},
		{[]float64{0.1 + 0.2, 0.7}, 10},
	} {
		near(t, "step", NewSignedSum(c.scores, make([]float64, len(c.scores))).Step(), 1/c.den, 0)
	}
	for _, scores := range [][]float64{
		{math.Sqrt2, 0.5}, {1 / 9.9e8, 0}, {1e300, 1}, {1e-20, 2e-20}, {1.0 / 9973, 1.0 / 9967, 1.0 / 9949}, {math.Ldexp(1, 1000), 3},
	} {
		if step := NewSignedSum(scores, make([]float64, len(scores))).Step(); step != 0 {
			t.Errorf("step of %v = %g, want none", scores, step)
		}
	}
}

// TestDenominator: every fraction of small denominator is recognized in lowest terms, also a few units of the last place
// away, as is its sign.
func TestDenominator(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		q := rapid.Int64Range(1, maxDenominator).Draw(rt, "q")
		p := rapid.Int64Range(0, 2*q).Draw(rt, "p")
		want := q / gcd(p, q)
		v := float64(p) / float64(q)
		for range 3 {
			if got := denominator(v); got != want {
				rt.Fatalf("denominator of %.17g = %d, want %d", v, got, want)
			}
			if got := denominator(-v); got != want {
				rt.Fatalf("denominator of %.17g = %d, want %d", -v, got, want)
			}
			v = math.Nextafter(v, 4)
			if p == 0 {
				return
			}
		}
	})
}

func TestSignedSumPanics(t *testing.T) {
	for name, f := range map[string]func(){
		"lengths":  func() { NewSignedSum([]float64{1}, []float64{1, 2}) },
		"nan":      func() { NewSignedSum([]float64{math.NaN()}, []float64{1}) },
		"infinite": func() { NewSignedSum([]float64{1}, []float64{math.Inf(1)}) },
		"overflow": func() { NewIntegerSum([]int64{1 << 61, 1 << 61}) },
		"least":    func() { NewIntegerSum([]int64{math.MinInt64}) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			f()
		}()
	}
}
