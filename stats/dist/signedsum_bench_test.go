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

func benchmarkPair(b *testing.B, draw func(*rand.Rand, int) []float64, n int, want Quality) {
	r := rand.New(rand.NewPCG(1, 2))
	x, z := draw(r, n), draw(r, n)
	y := slices.Clone(x)
	for i := range y { // two systems agree on three topics of four, as to which are hard
		if y[i] = (x[i] + z[i]) / 2; i%4 == 0 {
			y[i] = z[i]
		}
	}
	if draw(rand.New(rand.NewPCG(0, 0)), 1) := NewSignedSum(x, y).TwoSided(0.05); tail.Quality != want {
		b.Fatalf("%+v, want quality %d", tail, want)
	}
	for b.Loop() {
		NewSignedSum(x, y).TwoSided(0.05)
	}
}

func BenchmarkLattice50(b *testing.B)       { benchmarkPair(b, printed, 50, Exact) }
func BenchmarkLattice100(b *testing.B)      { benchmarkPair(b, printed, 100, Exact) }
func BenchmarkMeetInMiddle40(b *testing.B)  { benchmarkPair(b, realScores, 40, Exact) }
func BenchmarkNumerical50(b *testing.B)     { benchmarkPair(b, realScores, 50, Numerical) }
func BenchmarkNumerical100(b *testing.B)    { benchmarkPair(b, realScores, 100, Numerical) }
func BenchmarkNumerical250(b *testing.B)    { benchmarkPair(b, realScores, 250, Numerical) }
func BenchmarkSaddlepoint3000(b *testing.B) { benchmarkPair(b, realScores, 3000, Numerical) }

// BenchmarkInterval100 is one interval of 100 real-valued differences.
func BenchmarkInterval100(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	s := NewSignedSum(realScores(r, 100), realScores(r, 100))
	for b.Loop() {
		s.MeanInterval(0.05)
	}
}

// BenchmarkInterval50 is one interval of 50 differences printed with four decimals.
func BenchmarkInterval50(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	s := NewSignedSum(printed(r, 50), printed(r, 50))
	for b.Loop() {
		s.MeanInterval(0.05)
	}
}
