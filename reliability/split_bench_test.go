package reliability

import (
	"testing"

	"gonum.org/v1/gonum/mat"

	"sigrel/stats/resample"
)

func BenchmarkSwapRates(b *testing.B) {
	m := benchMatrix()
	for b.Loop() {
		if _, err := SwapRates(m, SwapOptions{Fuzziness: DefaultFuzziness}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSplit(b *testing.B) {
	m := benchMatrix()
	for b.Loop() {
		if _, err := Split(m, SplitOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}

// benchMatrix has 103 systems and 50 topics, scores to four decimals.
func benchMatrix() *mat.Dense {
	r := resample.Source(1, "bench", 0)
	m := mat.NewDense(103, 50, nil)
	for i := range 103 {
		for j := range 50 {
			m.Set(i, j, float64((r.Uint64()%8000+uint64(i)*20))/10000)
		}
	}
	return m
}
