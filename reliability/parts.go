package reliability

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// sameScore is how far apart two equal scores may be, relative to them: rounding in another order of the same sums.
const sameScore = 1e-12

// constantTopics are the columns on which all rows agree.
func constantTopics(rows [][]float64) []int {
	var out []int
	for t := range rows[0] {
		lo, hi := rows[0][t], rows[0][t]
		for _, row := range rows {
			lo, hi = min(lo, row[t]), max(hi, row[t])
		}
		if hi-lo <= sameScore*max(math.Abs(lo), math.Abs(hi)) {
			out = append(out, t)
		}
	}
	return out
}

// copies are the groups of equal rows, in the order of their first members.
func copies(rows [][]float64) [][]int {
	order := make([]int, len(rows))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return slices.Compare(rows[i], rows[j]) })
	var out [][]int
	for lo := 0; lo < len(order); {
		hi := lo + 1
		for hi < len(order) && slices.Equal(rows[order[lo]], rows[order[hi]]) {
			hi++
		}
		if hi-lo > 1 {
			out = append(out, slices.Clone(order[lo:hi]))
		}
		lo = hi
	}
	slices.SortFunc(out, func(a, b []int) int { return a[0] - b[0] })
	return out
}

// extraCopies are all members of the groups but the first of each.
func extraCopies(groups [][]int) []int {
	var out []int
	for _, group := range groups {
		out = append(out, group[1:]...)
	}
	return out
}

// Distinct are the rows of the scores, in order, that repeat no earlier row: what is left when copies of a run are
// collapsed into one.
func Distinct(scores mat.Matrix) []int {
	n, _ := scores.Dims()
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = mat.Row(nil, i, scores)
	}
	extra := extraCopies(copies(rows))
	var out []int
	for i := range rows {
		if !slices.Contains(extra, i) {
			out = append(out, i)
		}
	}
	return out
}

// part is the matrix without some systems and topics; nil if fewer than two of either are left.
func part(rows [][]float64, systems, topics []int) *mat.Dense {
	var data []float64
	kept := 0
	for i, row := range rows {
		if slices.Contains(systems, i) {
			continue
		}
		kept++
		for t, x := range row {
			if !slices.Contains(topics, t) {
				data = append(data, x)
			}
		}
	}
	if kept < 2 || len(data)/kept < 2 {
		return nil
	}
	return mat.NewDense(kept, len(data)/kept, data)
}

// coefficientsOf studies a part of the matrix; nil if that cannot be done.
func coefficientsOf(m *mat.Dense) *Coefficients {
	if m == nil {
		return nil
	}
	g, err := study(m)
	if err != nil {
		return nil
	}
	return &Coefficients{Systems: g.Systems, Topics: g.Topics,
		ERho2: g.Coefficient(ERho2, g.Topics), Phi: g.Coefficient(Phi, g.Topics)}
}

// StudyStrongest is [Study] of the systems whose mean score reaches the quantile drop of the means: 0.25 leaves out the
// weakest quarter, which separates from the rest so easily that it flatters the coefficients. The quantile is the usual
// one, between order statistics (type 7 of Hyndman and Fan 1996), as in the package gt4ireval; systems tied with it stay,
// so that fewer may go than asked. The second result lists the rows kept, in order. If lower scores are better, give the
// scores with their signs changed.
//
// It panics if drop is not in [0, 1). Errors are those of [Study].
func StudyStrongest(scores mat.Matrix, drop float64) (GStudy, []int, error) {
	if !(drop >= 0 && drop < 1) {
		panic("reliability: share to drop is not in [0, 1)")
	}
	_, rows, err := table(scores)
	if err != nil {
		return GStudy{}, nil, err
	}
	kept := strongest(rows, drop)
	data := make([]float64, 0, len(kept)*len(rows[0]))
	for _, i := range kept {
		data = append(data, rows[i]...)
	}
	g, err := Study(mat.NewDense(len(kept), len(rows[0]), data))
	return g, kept, err
}

// strongest are the rows whose mean reaches the quantile of the means.
func strongest(rows [][]float64, drop float64) []int {
	means := make([]float64, len(rows))
	for i, row := range rows {
		means[i] = mean(row)
	}
	limit := quantile(slices.Sorted(slices.Values(means)), drop)
	limit -= sameScore * math.Abs(limit) // a mean that is equal but for rounding is kept
	var kept []int
	for i, m := range means {
		if m >= limit {
			kept = append(kept, i)
		}
	}
	return kept
}
