package reliability

import (
	"testing"

	"gonum.org/v1/gonum/mat"

	"sigrel/stats"
	"sigrel/stats/resample"
)

// benchJudges are scores of 60 systems on 50 topics under each of two judges.
func benchJudges() (a, b *mat.Dense) {
	a, b = mat.NewDense(60, 50, nil), mat.NewDense(60, 50, nil)
	source := resample.Source(1, "bench", 0)
	draw := func() float64 { return float64(source.Uint64()%100_000) / 100_000 }
	for s := range 60 {
		for t := range 50 {
			v := draw()
			a.Set(s, t, v)
			b.Set(s, t, (v+draw())/2)
		}
	}
	return a, b
}

func BenchmarkBiasOfJudges(b *testing.B) {
	x, y := benchJudges()
	for b.Loop() {
		if _, err := BiasOfJudges(x, y, stats.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkMixJudges(b *testing.B) {
	x, y := benchJudges()
	for b.Loop() {
		if _, err := MixJudges(x, y, resample.Plan{Replicates: 1000}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkContrastTeams counts all C(20, 7) = 77,520 assignments.
func BenchmarkContrastTeams(b *testing.B) {
	values, in, teams := make([]float64, 20), make([]bool, 20), make([]int, 20)
	for i := range values {
		values[i], in[i], teams[i] = float64(i*i%17), i < 7, i
	}
	for b.Loop() {
		ContrastTeams(values, in, teams, resample.Plan{})
	}
}
