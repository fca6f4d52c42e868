package dist

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// Two groups of 2,500 equal large differences: W = 5003·i + 7001·j with i and j binomial, which is summed directly here.
// A formula for smooth laws is off by 1 % while it claims 5e-9.
func TestFewDistinctDifferences(t *testing.T) {
	const n, a, b = 2500, 5003, 7001
	r := rand.New(rand.NewPCG(7, 7))
	x, y := make([]float64, 2*n), make([]float64, 2*n)
	for i := range x {
		w := float64(a)
		if i >= n {
			w = b
		}
		if r.IntN(100) < 51 {
			x[i] = w / 1e4
		} else {
			y[i] = w / 1e4
		}
	}
	s := NewSignedSum(x, y)
	tail := s.TwoSided(0)
	if tail.Quality != Exact {
		t.Fatalf("quality %v", tail.Quality)
	}
	sum := math.Abs(s.Sum()) * 1e4
	below := new(big.Float).SetPrec(200) // P(W ≤ (total − |S|)/2)
	cut := int64(math.Round((n*(a+b) - sum) / 2))
	coefficients := binomialRow(n)
	cumulative := make([]*big.Int, n+1)
	running := new(big.Int)
	for j, c := range coefficients {
		running.Add(running, c)
		cumulative[j] = new(big.Int).Set(running)
	}
	total := new(big.Int)
	for i, c := range coefficients {
		left := cut - int64(i)*a
		if left < 0 {
			break
		}
		j := min(left/b, n)
		total.Add(total, new(big.Int).Mul(c, cumulative[j]))
	}
	below.SetInt(total)
	want, _ := new(big.Float).SetMantExp(below, 1-2*n).Float64()
	if math.Abs(tail.P-want) > 1e-11*want {
		t.Errorf("p = %.15g, want %.15g", tail.P, want)
	}
}

func binomialRow(n int64) []*big.Int {
	out := make([]*big.Int, n+1)
	for i := range out {
		out[i] = new(big.Int).Binomial(n, int64(i))
	}
	return out
}
