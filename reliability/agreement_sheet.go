package reliability

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// labelSheet is the patterns of labels, as counts of the labels of a scale.
type labelSheet struct {
	scale    []float64
	judges   int
	patterns [][]int
	counts   [][]float64 // [pattern][label]: judges that gave it
	given    []float64   // labels in each pattern, at least 2
}

func newLabelSheet(scale []float64, judges int, patterns [][]int) *labelSheet {
	s := &labelSheet{scale: scale, judges: judges, patterns: patterns, counts: make([][]float64, len(patterns)), given: make([]float64, len(patterns))}
	for p, labels := range patterns {
		s.counts[p] = make([]float64, len(scale))
		for _, l := range labels {
			if l != Unlabelled {
				s.counts[p][l]++
				s.given[p]++
			}
		}
	}
	return s
}

// binary is the same patterns with the labels from least on as 1 and the others as 0. Some may then be alike.
func (s *labelSheet) binary(least int) *labelSheet {
	patterns := make([][]int, len(s.patterns))
	for p, labels := range s.patterns {
		patterns[p] = make([]int, len(labels))
		for j, l := range labels {
			switch {
			case l == Unlabelled:
				patterns[p][j] = Unlabelled
			case l >= least:
				patterns[p][j] = 1
			}
		}
	}
	return newLabelSheet([]float64{0, 1}, s.judges, patterns)
}

// varies tells whether two different labels have a weight.
func (s *labelSheet) varies(w []float64) bool {
	first := -1
	for p, counts := range s.counts {
		if w[p] == 0 {
			continue
		}
		for k, n := range counts {
			if n == 0 || k == first {
				continue
			}
			if first >= 0 {
				return true
			}
			first = k
		}
	}
	return false
}

// weighting says how much two labels differ: 0 for the same, at most 1.
type weighting int

const (
	unweighted weighting = iota
	linear               // |difference of the values| over the range of the scale
	quadratic            // its square
)

// disagreements is the matrix of a weighting.
func (s *labelSheet) disagreements(by weighting) [][]float64 {
	k := len(s.scale)
	out := make([][]float64, k)
	for i := range out {
		out[i] = make([]float64, k)
		for j := range out[i] {
			switch d := math.Abs(s.scale[i]-s.scale[j]) / (s.scale[k-1] - s.scale[0]); {
			case i == j:
			case by == unweighted:
				out[i][j] = 1
			case by == linear:
				out[i][j] = d
			default:
				out[i][j] = d * d
			}
		}
	}
	return out
}

// within is, for each pattern, the mean disagreement of two of its labels.
func (s *labelSheet) within(d [][]float64) []float64 {
	out := make([]float64, len(s.counts))
	for p, n := range s.counts {
		out[p] = quadraticForm(n, d, n) / (s.given[p] * (s.given[p] - 1))
	}
	return out
}

// shares is the mean over units of the share of each label among a unit's labels.
func (s *labelSheet) shares(w []float64) []float64 {
	out := make([]float64, len(s.scale))
	total := floats.Sum(w)
	for p, n := range s.counts {
		for k := range n {
			out[k] += w[p] * n[k] / s.given[p] / total
		}
	}
	return out
}

// quadraticForm is x'dy.
func quadraticForm(x []float64, d [][]float64, y []float64) float64 {
	var out float64
	for i := range x {
		if x[i] != 0 {
			out += x[i] * floats.Dot(d[i], y)
		}
	}
	return out
}

// multiply is dx.
func multiply(d [][]float64, x []float64) []float64 {
	out := make([]float64, len(d))
	for i := range d {
		out[i] = floats.Dot(d[i], x)
	}
	return out
}
