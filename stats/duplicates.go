package stats

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"sigrel/stats/dist"
)

// NearCorrelation is the correlation of scores above which two systems are reported as near-duplicates.
const NearCorrelation = 0.999

// leastCorrelated is the number of topics below which a high correlation is no sign of a copy: on three topics any two
// systems that rise together reach it.
const leastCorrelated = 5

// Duplicate is a pair of systems that are the same, or nearly: each is one more comparison to pay for, and one voice
// counted twice in what is said of the systems together.
type Duplicate struct {
	I, J        int     // rows of the matrix, I < J
	Code        string  // "duplicate-runs" if every score is the same, else "near-duplicate"
	Correlation float64 // of their scores over the topics, in (NearCorrelation, 1]
}

// Duplicates lists the pairs of rows of scores, systems by topics, that have the same scores (as [dist.Tolerance] sees
// it) or, on at least 5 topics, correlate by more than [NearCorrelation], in the order of [AllPairs]. Correlation does not see a constant
// difference or factor: such pairs are listed too. Rows of one constant score have no correlation and are only ever
// identical. The scores are such as the tests take.
func Duplicates(scores *mat.Dense) []Duplicate {
	k, n := scores.Dims()
	centred := make([][]float64, k) // of length 1; nil if constant
	for i := range k {
		centred[i] = centre(scores.RawRowView(i))
	}
	var out []Duplicate
	for i := range k {
		for j := i + 1; j < k; j++ {
			if n > 0 && dist.Same(scores.RawRowView(i), scores.RawRowView(j)) {
				out = append(out, Duplicate{i, j, "duplicate-runs", 1})
				continue
			}
			if n < leastCorrelated || centred[i] == nil || centred[j] == nil {
				continue
			}
			r := 0.0
			for t, v := range centred[i] {
				r += v * centred[j][t]
			}
			if r > NearCorrelation {
				out = append(out, Duplicate{i, j, "near-duplicate", min(r, 1)})
			}
		}
	}
	return out
}

// centre is row less its mean, scaled to length 1, or nil if all its scores are the same.
func centre(row []float64) []float64 {
	if dist.Same(row, slices.Repeat(row[:min(1, len(row))], len(row))) {
		return nil
	}
	mean, largest := 0.0, 0.0
	for _, v := range row {
		mean += v / float64(len(row))
	}
	out, squares := make([]float64, len(row)), 0.0
	for t, v := range row {
		out[t] = v - mean
		largest = max(largest, math.Abs(out[t]))
	}
	for t := range out {
		out[t] /= largest // squares of tiny numbers would underflow
		squares += out[t] * out[t]
	}
	length := math.Sqrt(squares)
	for t := range out {
		out[t] /= length
	}
	return out
}
