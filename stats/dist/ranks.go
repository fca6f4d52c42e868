package dist

import (
	"cmp"
	"math"
	"slices"
)

// SignedRanks are the ranks that Wilcoxon's test adds up, in integers.
type SignedRanks struct {
	// Doubled is, for each topic, twice the rank of |x − y| among the topics whose scores differ, with the sign of
	// x − y: even, or odd where an even number of differences ties. It is 0 where the scores are the same.
	Doubled []int64
	Zeros   int     // topics whose scores are the same
	Step    float64 // of the lattice that the scores lie on (see [SignedSum.Step]); 0 if they are on none
}

// NewSignedRanks ranks the differences of the scores of two systems on the same topics by size. Differences of one size
// share the mean of their ranks. On a lattice (see [NewSignedSum]) sizes are compared exactly. Else they are the same if
// one number lies within half the tolerance of the scores (see [Tolerance]) from each of them, so that noise of
// arithmetic breaks no tie: 0.3 − 0.2 ties with 0.2 − 0.1. It panics if x and y have different lengths, or a score is
// not finite.
func NewSignedRanks(x, y []float64) SignedRanks {
	checkScores(x, y)
	sizes, step := sizesOf(x, y)
	slices.SortFunc(sizes, func(a, b size) int { return cmp.Or(cmp.Compare(a.value, b.value), cmp.Compare(a.half, b.half)) })
	r := SignedRanks{Doubled: make([]int64, len(x)), Zeros: len(x) - len(sizes), Step: step}
	for from := 0; from < len(sizes); {
		to := from
		for low, high := math.Inf(-1), math.Inf(1); to < len(sizes); to++ {
			s := sizes[to]
			low, high = max(low, s.value-s.half), min(high, s.value+s.half)
			if low > high {
				break
			}
		}
		for _, s := range sizes[from:to] {
			r.Doubled[s.topic] = s.sign * int64(from+to+1) // ranks from+1 to to
		}
		from = to
	}
	return r
}

// size is |x − y| of a topic, and how far from it the true size may lie.
type size struct {
	value, half float64
	topic       int
	sign        int64
}

// sizesOf lists the sizes of the differences that are not 0: on a lattice in its steps, exactly.
func sizesOf(x, y []float64) (sizes []size, step float64) {
	tolerance := NewTolerance(x, y)
	units, den, _ := latticeDifferences(x, y, tolerance)
	if den > 0 {
		step = 1 / float64(den)
	}
	sizes = make([]size, 0, len(x))
	for t := range x {
		s := size{topic: t, sign: 1}
		switch {
		case den > 0:
			s.value = float64(units[t])
		case !tolerance.Same(x[t], y[t]):
			s.value, s.half = x[t]-y[t], tolerance.width(x[t], y[t])/2
		}
		if s.value < 0 {
			s.value, s.sign = -s.value, -1
		}
		if s.value > 0 {
			sizes = append(sizes, s)
		}
	}
	return sizes, step
}
