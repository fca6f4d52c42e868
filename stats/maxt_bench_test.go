package stats

import (
	"fmt"
	"testing"

	"gonum.org/v1/gonum/mat"

	"sigrel/stats/resample"
)

// 100,000 shufflings of all pairs, and signs against one baseline.
func BenchmarkMaxT(b *testing.B) {
	for _, den := range []float64{10_000, 0} {
		for _, k := range []int{12, 30, 103} {
			scores := invented(k, 50, den, 1)
			contrasts, rows := newContrasts([]*mat.Dense{scores}, AllPairs(k), TwoSided)
			b.Run(fmt.Sprintf("all pairs of %d in 1/%g", k, den), func(b *testing.B) {
				by := newShuffler(contrasts, rows, k)
				for b.Loop() {
					resample.Map(resample.Plan{}, "benchmark", func(block resample.Block) tally { return by.draw(block, 0) })
				}
			})
		}
		scores := invented(103, 50, den, 1)
		var pairs [][2]int
		for i := 1; i < 103; i++ {
			pairs = append(pairs, [2]int{0, i})
		}
		contrasts, rows := newContrasts([]*mat.Dense{scores}, pairs, TwoSided)
		b.Run(fmt.Sprintf("102 against a baseline in 1/%g", den), func(b *testing.B) {
			by := newFlipper(contrasts, rows, TwoSided)
			for b.Loop() {
				resample.Map(resample.Plan{}, "benchmark", func(block resample.Block) tally { return by.draw(block, 0) })
			}
		})
	}
}
