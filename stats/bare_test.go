package stats

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// In a simulation p's above alpha are not counted out. Every correction decides as it does by the exact p's: families of
// real-valued and of four-decimal scores, some without differences, some with, and several levels.
func TestBareDecisions(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	significant, above := 0, 0
	for trial := range 12 {
		m := mat.NewDense(5, 30, nil)
		for i := range 5 {
			for j := range 30 {
				v := r.Float64() + 0.06*float64(i*(trial%3))
				if trial%2 == 0 {
					v = float64(int(v*1e4)) / 1e4
				}
				m.Set(i, j, v)
			}
		}
		for _, alpha := range []float64{0.01, 0.05, 0.2} {
			shared := new(sharedPairs)
			exact := make([]float64, 10)
			for i, p := range AllPairs(5) {
				res, err := Randomization(m.RawRowView(p[0]), m.RawRowView(p[1]), Options{Alpha: alpha})
				if err != nil {
					t.Fatal(err)
				}
				exact[i] = res.P
			}
			for _, by := range Corrections() {
				adjusted := by.Adjust(exact)
				bare, err := Corrected(randomization, by).Run(m, Options{Alpha: alpha, bare: true, shared: shared})
				if err != nil {
					t.Fatal(err)
				}
				for i, b := range bare.Pairs {
					if (b.Adjusted <= alpha) != (adjusted[i] <= alpha) {
						t.Fatalf("%s at %v, systems %d and %d: adjusted p %v, bare %v", by.Name, alpha, b.I, b.J, adjusted[i], b.Adjusted)
					}
					significant += count(adjusted[i] <= alpha)
					above += count(b.Result.P == 1 && exact[i] < 1)
				}
			}
			if len(shared.made) != 1 {
				t.Fatalf("%d tests kept, want 1", len(shared.made))
			}
		}
	}
	if significant < 100 || above < 100 {
		t.Errorf("a poor example: %d significant, %d p's not counted out", significant, above)
	}
}

// What is kept is handed out as a copy, and only for the matrix it is of.
func TestSharedPairs(t *testing.T) {
	m := invented(4, 20, 100, 5)
	shared := new(sharedPairs)
	opt := Options{bare: true, shared: shared}
	first, err := Corrected(tTest, bonferroni).Run(m, opt)
	if err != nil {
		t.Fatal(err)
	}
	second, err := Corrected(tTest, none).Run(m, opt)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range second.Pairs {
		if p.Result.P != first.Pairs[i].Result.P || p.Adjusted != p.Result.P {
			t.Errorf("%+v after %+v", p, first.Pairs[i])
		}
	}
	other := invented(4, 20, 100, 6)
	kept, err := Corrected(tTest, none).Run(other, opt)
	if err != nil {
		t.Fatal(err)
	}
	fresh, err := Corrected(tTest, none).Run(other, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if kept.Pairs[0].Result.P != fresh.Pairs[0].Result.P || kept.Pairs[0].Result.P == second.Pairs[0].Result.P {
		t.Error("another matrix, the same p")
	}
}
