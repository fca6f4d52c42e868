package stats

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// contrast is one comparison of a family: of rows a and b of the stacked scores, d = a − b of each topic, such that a large
// Σd speaks against the hypothesis.
//
// Its t is taken as the share of Σd² that the mean explains, with the sign of the sum: r = S|S|/(nΣd²), S = Σd. It grows
// with t, since t² = (n−1)·|r|/(1−|r|), and needs no case apart: it is ±1 where all d are one number and t infinite, and 0
// where all are 0. Where the scores lie on a lattice S² and nΣd² are whole numbers below 2^53, so r is the double nearest
// to the true quotient, and what ties in truth ties here. Else what rounding can make up is no difference.
type contrast struct {
	a, b      int
	squares   float64 // n·Σd²
	observed  float64 // r, of the scores as they are; its size if two-sided
	threshold float64 // r of other labels that are this or more count as at least as large
	measure   int
	pair      int // of the measure
}

// explained is r of a sum of differences.
func explained(sum, squares float64) float64 {
	if sum == 0 {
		return 0
	}
	return sum * math.Abs(sum) / squares
}

// shareSlack is how far the root of r may be off for rounding alone.
const shareSlack = 1e-12

// largestExact bounds what a double counts exactly.
const largestExact = 1 << 53

// stacked is the scores of one measure or several, [topic][row]: all systems by the first measure, then all by the second,
// and so on; in whole units where they lie on a lattice.
type stacked [][]float64

// newContrasts lists the pairs of each measure, in ascending order of what was observed, and the scores they are of.
func newContrasts(measures []*mat.Dense, pairs [][2]int, alt Alternative) ([]contrast, stacked) {
	k, n := measures[0].Dims()
	rows := make(stacked, n)
	var out []contrast
	for number, scores := range measures {
		m := newIntegerMatrix(scores)
		largest := 0.0 // of n·Σd²
		for t, topic := range m.topics {
			for _, v := range topic {
				rows[t] = append(rows[t], float64(v))
			}
			high := float64(slices.Max(topic))
			largest += float64(n) * high * high
		}
		exact := m.slack == 0 && largest < largestExact
		for p, pair := range pairs {
			c := contrast{a: number*k + pair[0], b: number*k + pair[1], measure: number, pair: p}
			if alt == Less {
				c.a, c.b = c.b, c.a
			}
			sum := 0.0
			for t := range rows {
				d := rows[t][c.a] - rows[t][c.b]
				c.squares += float64(n) * (d * d)
				sum += d
			}
			if c.observed = explained(sum, c.squares); alt == TwoSided {
				c.observed = math.Abs(c.observed)
			}
			c.threshold = c.observed
			if !exact && c.squares > 0 {
				root := math.Copysign(math.Sqrt(math.Abs(c.observed)), c.observed)
				root -= shareSlack + float64(m.slack)/math.Sqrt(c.squares)
				c.threshold = root * math.Abs(root)
			}
			out = append(out, c)
		}
	}
	slices.SortStableFunc(out, func(a, b contrast) int { return cmp.Compare(a.observed, b.observed) })
	return out, rows
}

// tOfShare is the t of n topics whose share is r, |r| < 1.
func tOfShare(r float64, n int) float64 {
	return math.Copysign(math.Sqrt(float64(n-1)*math.Abs(r)/(1-math.Abs(r))), r)
}

// againstBaselines reports whether pairs are those of one baseline or several: not all pairs of the systems in them, but
// each with a system that is compared with all others. A single pair is such a family too.
func againstBaselines(pairs [][2]int) bool {
	partners := map[int]map[int]bool{}
	add := func(i, j int) {
		if partners[i] == nil {
			partners[i] = map[int]bool{}
		}
		partners[i][j] = true
	}
	for _, p := range pairs {
		add(p[0], p[1])
		add(p[1], p[0])
	}
	others := len(partners) - 1
	all := others > 1
	for _, with := range partners {
		all = all && len(with) == others
	}
	return !all && !slices.ContainsFunc(pairs, func(p [2]int) bool {
		return len(partners[p[0]]) < others && len(partners[p[1]]) < others
	})
}
