package stats

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"sigrel/stats/resample"
)

// invented is a matrix of independent scores between 0 and 1 with a topic effect, in multiples of 1/den (0: real-valued).
func invented(systems, topics int, den float64, seed uint64) *mat.Dense {
	r := rand.New(resample.Source(seed, "invented", systems*1000+topics))
	m := mat.NewDense(systems, topics, nil)
	for t := range topics {
		level := r.Float64()
		for i := range systems {
			v := (level + r.Float64() + float64(i)*0.4/float64(systems)) / 2.4
			if den > 0 {
				v = float64(int(v*den)) / den
			}
			m.Set(i, t, v)
		}
	}
	return m
}

// The ranges of 103 systems on 50 topics, 100,000 replicates: what randomized Tukey draws.
func BenchmarkRanges(b *testing.B) {
	for name, den := range map[string]float64{"P@10": 10, "four decimals": 10_000, "real": 0} {
		m := newIntegerMatrix(invented(103, 50, den, 1))
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				resample.Map(resample.Plan{}, "benchmark", m.ranges)
			}
		})
	}
}

// The same by a plain shuffle of every topic for every replicate.
func BenchmarkRangesPlain(b *testing.B) {
	m := newIntegerMatrix(invented(103, 50, 10_000, 1))
	for b.Loop() {
		drawShuffles(make([]int64, 100_000), m.topics, &draws{source: resample.Source(1, "benchmark", 0)})
	}
}

func BenchmarkRandomizedTukey(b *testing.B) {
	for name, den := range map[string]float64{"four decimals": 10_000, "real": 0} {
		scores := invented(103, 50, den, 1)
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := RandomizedTukey(scores, Options{Test: tTest}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkAllPairs(b *testing.B) {
	scores := invented(103, 50, 10_000, 1)
	for _, test := range pairedTests {
		b.Run(test.Name, func(b *testing.B) {
			for b.Loop() {
				if _, err := Corrected(test, holm).Run(scores, Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
