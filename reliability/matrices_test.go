package reliability

import (
	"math"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
)

// randomScores are integers, so that scores tie, over ten.
func randomScores(t *rapid.T, systems, topics int) *mat.Dense {
	m := mat.NewDense(systems, topics, nil)
	top := rapid.SampledFrom([]int{1, 3, 100}).Draw(t, "top")
	for i := range systems {
		for j := range topics {
			m.Set(i, j, float64(rapid.IntRange(0, top).Draw(t, "score"))/10)
		}
	}
	return m
}

// rearranged permutes systems and topics.
func rearranged(m *mat.Dense, rows, columns []int) *mat.Dense {
	out := mat.NewDense(len(rows), len(columns), nil)
	for i, r := range rows {
		for j, c := range columns {
			out.Set(i, j, m.At(r, c))
		}
	}
	return out
}

func permutation(t *rapid.T, n int, label string) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	return rapid.Permutation(order).Draw(t, label)
}

func approximately(tol float64) cmp.Option {
	return cmp.Comparer(func(x, y float64) bool { return math.Abs(x-y) <= tol*max(1, math.Abs(x), math.Abs(y)) })
}
