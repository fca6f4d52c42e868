package reliability

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"sigrel/stats"
	"sigrel/stats/dist"
)

// What an exact randomization test costs, measured on one processor: a cell of the count on a lattice, and the lists of sums
// of a pair whose scores are on no lattice.
const (
	cellSeconds = 0.5e-9
	realSeconds = 4e-3
)

// RandomizationSeconds estimates how long the exact randomization tests of all pairs of the systems (rows) take on one
// processor, from the size and the lattice of their scores; not from a clock, so that what is decided by it is the same
// everywhere. Errors are those of [Study] but for [ErrNoVariance].
func RandomizationSeconds(scores mat.Matrix) (float64, error) {
	_, rows, err := table(scores)
	if err != nil {
		return 0, err
	}
	pairs := stats.AllPairs(len(rows))
	const looked = 50
	step := max(1, len(pairs)/looked)
	sum, n := 0.0, 0
	for i := 0; i < len(pairs); i += step {
		x, y := rows[pairs[i][0]], rows[pairs[i][1]]
		sum += pairSeconds(x, y)
		n++
	}
	return sum / float64(n) * float64(len(pairs)), nil
}

func pairSeconds(x, y []float64) float64 {
	law := dist.NewSignedSum(x, y)
	m := float64(law.NonZero())
	lists := realSeconds * math.Min(1, math.Exp2((m-42)/2))
	if law.Step() == 0 {
		return lists
	}
	total := 0.0
	for t := range x {
		total += math.Abs(x[t] - y[t])
	}
	cells := total / law.Step() / 4 * m / 2 // half of the sums in each of two halves of the topics, which fill up as they grow
	return math.Min(lists*4, cells*cellSeconds)
}
