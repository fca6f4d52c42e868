package stats

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"sigrel/stats/dist"
)

// Source is a row of an analysis of variance.
type Source struct {
	Name    string   `json:"effect"` // "system", "topic" or "residual"
	SS      float64  `json:"ss"`     // sum of squares
	DF      int      `json:"df"`
	MS      float64  `json:"ms"`
	F       *float64 `json:"f"`                 // nil for the residual, and where the residual is 0: F is then undefined
	P       *float64 `json:"p"`                 // in (0, 1]; nil where F is
	Log10P  *float64 `json:"log10_p,omitempty"` // nil unless P is below the smallest normal double
	Omega2  *float64 `json:"omega2"`
	Partial *float64 `json:"partial_omega2"` // both ω²: nil for the residual, and where all scores are equal
}

// TwoWay is the two-way analysis of variance of scores, systems by topics, with one score in each cell: systems, topics
// and what is left, which is the systems' interaction with topics and serves as error (so there is no test of the
// interaction). F is the effect's mean square over the residual's, p its tail of the F distribution.
//
// With N = systems × topics scores, ω² of an effect A is (SS_A − df_A·MS_E)/(SS_T + MS_E) and partial ω²
// (SS_A − df_A·MS_E)/(SS_A + (N − df_A)·MS_E): estimates of its share of all variance, and of its share of the variance
// that the other effect leaves. They can be slightly negative where there is no effect.
//
// A residual that is no more than rounding noise is 0. The error wraps [ErrTooFew] or [ErrTooFewSystems] for fewer than
// two, [ErrNotFinite] or [ErrRange] for a score that is not finite or out of range.
func TwoWay(scores *mat.Dense) ([]Source, error) {
	k, n, err := checkMatrix(scores)
	if err != nil {
		return nil, fmt.Errorf("analysis of variance: %w", err)
	}
	systems, topics, grand, scale := meansOf(scores)
	ss := func(means []float64, each int) (sum float64) {
		for _, m := range means {
			sum += (m - grand) * (m - grand)
		}
		return sum * float64(each)
	}
	rest := 0.0
	for i := range k {
		for t, v := range scores.RawRowView(i) {
			r := v - systems[i] - topics[t] + grand
			rest += r * r
		}
	}
	out := []Source{
		{Name: "system", SS: ss(systems, n), DF: k - 1},
		{Name: "topic", SS: ss(topics, k), DF: n - 1},
		{Name: "residual", SS: rest, DF: (k - 1) * (n - 1)},
	}
	zero := float64(k*n) * (dist.SameShare * scale) * (dist.SameShare * scale)
	total := 0.0
	for i := range out {
		if out[i].SS <= zero {
			out[i].SS = 0
		}
		out[i].MS = out[i].SS / float64(out[i].DF)
		total += out[i].SS
	}
	for i := range out[:2] {
		out[i].compare(out[2], total, float64(k*n))
	}
	return out, nil
}

// meansOf gives the means of the rows, the columns and all, and the largest absolute score.
func meansOf(scores *mat.Dense) (rows, columns []float64, grand, scale float64) {
	k, n := scores.Dims()
	rows, columns = make([]float64, k), make([]float64, n)
	for i := range k {
		for t, v := range scores.RawRowView(i) {
			rows[i] += v / float64(n)
			columns[t] += v / float64(k)
			scale = max(scale, math.Abs(v))
		}
		grand += rows[i] / float64(k)
	}
	return rows, columns, grand, scale
}

// compare sets an effect against the residual: total is the sum of all squares, cells the number of scores.
func (s *Source) compare(residual Source, total, cells float64) {
	if residual.MS > 0 {
		f := s.MS / residual.MS
		df1, df2 := float64(s.DF), float64(residual.DF)
		p, log10 := floored(dist.FSF(f, df1, df2), func() float64 { return logFSF(f, df1, df2) })
		s.F, s.P, s.Log10P = &f, &p, log10
	}
	if total == 0 {
		return
	}
	above := s.SS - float64(s.DF)*residual.MS
	omega := above / (total + residual.MS)
	s.Omega2 = &omega
	if below := s.SS + (cells-float64(s.DF))*residual.MS; below > 0 {
		partial := above / below
		s.Partial = &partial
	}
}
