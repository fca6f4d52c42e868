package dist

import (
	"encoding/csv"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"sigrel/stats/resample"
)

// matrix reads a shared score matrix: rows are systems.
func matrix(tb testing.TB, name string) [][]float64 {
	tb.Helper()
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		tb.Fatal(err)
	}
	f, err := os.Open(filepath.Join(root, "..", "shared", "golden", "matrices", name+".csv"))
	if err != nil {
		tb.Skip("reference values are not here: ", err)
	}
	defer f.Close()
	records, err := csv.NewReader(f).ReadAll()
	if err != nil {
		tb.Fatal(err)
	}
	scores := make([][]float64, len(records[0]))
	for _, record := range records[1:] {
		for i, cell := range record {
			v, err := strconv.ParseFloat(cell, 64)
			if err != nil {
				tb.Fatal(err)
			}
			scores[i] = append(scores[i], v)
		}
	}
	return scores
}

// BenchmarkAllPairs does the exact test of all 5,253 pairs of 103 systems on 50 topics, lattice detection included.
func BenchmarkAllPairs(b *testing.B) {
	scores := matrix(b, "adhoc7_ap")
	var pairs [][2]int
	for i := range scores {
		for j := range i {
			pairs = append(pairs, [2]int{i, j})
		}
	}
	for b.Loop() {
		resample.Each(len(pairs), 0, func(i int) {
			NewSignedSum(scores[pairs[i][0]], scores[pairs[i][1]]).TwoSided(0.05)
		})
	}
}

// printed draws scores as realScores does, with four decimals.
func printed(r *rand.Rand, n int) []float64 {
	x := realScores(r, n)
	for i := range x {
		x[i] = math.Round(1e4*x[i]) / 1e4
	}
	return x
}

// similar draws two systems that mostly agree on which topics are hard, as real ones do.
func similar(n int, printed bool) (x, y []float64) {
	r := rand.New(rand.NewPCG(1, 2))
	x, y = realScores(r, n), realScores(r, n)
	for i := range y {
		if i%4 > 0 {
			y[i] = (3*x[i] + y[i]) / 4
		}
		if printed {
			x[i], y[i] = math.Round(1e4*x[i])/1e4, math.Round(1e4*y[i])/1e4
		}
	}
	return x, y
}

func benchmarkPair(b *testing.B, n int, printed bool, want Quality) {
	x, y := similar(n, printed)
	if tail := NewSignedSum(x, y).TwoSided(0.05); tail.Quality != want {
		b.Fatalf("%+v, want quality %d", tail, want)
	}
	for b.Loop() {
		NewSignedSum(x, y).TwoSided(0.05)
	}
}

func BenchmarkLattice50(b *testing.B)       { benchmarkPair(b, 50, true, Exact) }
func BenchmarkLattice100(b *testing.B)      { benchmarkPair(b, 100, true, Exact) }
func BenchmarkMeetInMiddle40(b *testing.B)  { benchmarkPair(b, 40, false, Exact) }
func BenchmarkNumerical50(b *testing.B)     { benchmarkPair(b, 50, false, Numerical) }
func BenchmarkNumerical100(b *testing.B)    { benchmarkPair(b, 100, false, Numerical) }
func BenchmarkNumerical250(b *testing.B)    { benchmarkPair(b, 250, false, Numerical) }
func BenchmarkSaddlepoint3000(b *testing.B) { benchmarkPair(b, 3000, false, Numerical) }

// BenchmarkInterval100 is one interval of 100 real-valued differences.
func BenchmarkInterval100(b *testing.B) {
	s := NewSignedSum(similar(100, false))
	for b.Loop() {
		s.MeanInterval(0.05)
	}
}

// BenchmarkInterval50 is one interval of 50 differences printed with four decimals.
func BenchmarkInterval50(b *testing.B) {
	s := NewSignedSum(similar(50, true))
	for b.Loop() {
		s.MeanInterval(0.05)
	}
}
