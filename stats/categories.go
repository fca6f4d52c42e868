package stats

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"sigrel/stats/dist"
	"sigrel/stats/resample"
)

// Interaction tells whether the differences between systems depend on the category of the topics, such as their
// language.
type Interaction struct {
	Categories int `json:"categories"`
	// Share is the part of the residual variation (what is left of the scores without the means of systems and of topics)
	// that lies between the categories, in [0, 1]. Chance alone gives about Expected = (Categories − 1)/(topics − 1).
	Share      float64 `json:"share"`
	Expected   float64 `json:"expected"`
	P          float64 `json:"p"`
	PLo        float64 `json:"p_lo"` // 99.9 % limits of Clopper and Pearson for the p of all relabellings
	PHi        float64 `json:"p_hi"`
	Replicates int     `json:"replicates"`
	Seed       uint64  `json:"seed"`
}

// CategoryInteraction tests the interaction of systems and categories by permutation: the scores of a topic stay
// together, and the topics change their categories, of[t] from 0, at random. Under the hypothesis that topics of all
// categories are alike but for their difficulty, which is taken out first, every such relabelling is equally likely; the
// statistic is the between-category sum of squares of the doubly centred scores. P is (b+1)/(B+1), with b the draws in
// which it is at least as great.
//
// The error wraps [ErrTooFew] for fewer than 2 systems, 2 categories, or 3 topics, and [ErrUndefined] where systems differ
// by the same on every topic: then there is nothing to explain. It panics unless of numbers its categories from 0, each
// with a topic, for every column of scores. The scores are such as the tests take.
func CategoryInteraction(scores *mat.Dense, of []int, plan resample.Plan) (Interaction, error) {
	k, n := scores.Dims()
	checkStrata(of, n)
	sizes := stratumSizes(of)
	if k < 2 || len(sizes) < 2 || n < 3 {
		return Interaction{}, fmt.Errorf("interaction of systems and categories: %w: %d systems, %d categories and %d topics, want at least 2, 2 and 3",
			ErrTooFew, k, len(sizes), n)
	}
	residual, total := doublyCentred(scores)
	if total == 0 {
		return Interaction{}, undefined("interaction of systems and categories", "the systems differ by the same on every topic")
	}
	observed := between(residual, of, sizes, make([]float64, len(sizes)))
	// The residuals carry the rounding of scores of size 1, so that sums which tie may differ by more than their own digits.
	least := observed*(1-1e-12) - 1e-14*math.Sqrt(float64(k*n)*observed)
	hits := 0
	for _, b := range resample.Map(plan, "category-interaction", func(b resample.Block) int {
		shuffled, sums, n := append([]int(nil), of...), make([]float64, len(sizes)), 0
		for range b.Hi - b.Lo {
			b.Rand.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
			if between(residual, shuffled, sizes, sums) >= least { // ties in all but rounding
				n++
			}
		}
		return n
	}) {
		hits += b
	}
	count := plan.Count()
	out := Interaction{Categories: len(sizes), Share: min(1, observed/total), Expected: float64(len(sizes)-1) / float64(n-1),
		P: float64(hits+1) / float64(count+1), Replicates: count, Seed: plan.Seed}
	out.PLo, out.PHi = dist.BinomialLimits(hits, count, 0.999)
	out.PLo = max(out.PLo, math.SmallestNonzeroFloat64)
	return out, nil
}

// doublyCentred takes the means of systems and topics out of scores, scaled so that the greatest size is 1, and returns
// also their sum of squares: 0 if nothing but rounding is left.
func doublyCentred(scores *mat.Dense) (residual [][]float64, total float64) {
	k, n := scores.Dims()
	largest := 0.0
	for i := range k {
		for _, v := range scores.RawRowView(i) {
			largest = max(largest, math.Abs(v))
		}
	}
	if largest == 0 {
		return nil, 0
	}
	residual = make([][]float64, k)
	columns, grand := make([]float64, n), 0.0
	for i := range k {
		residual[i] = make([]float64, n)
		for t, v := range scores.RawRowView(i) {
			residual[i][t] = v / largest
			columns[t] += v / largest / float64(k)
			grand += v / largest / float64(k*n)
		}
	}
	for _, row := range residual {
		mean := 0.0
		for _, v := range row {
			mean += v / float64(n)
		}
		for t := range row {
			row[t] += grand - mean - columns[t]
			if math.Abs(row[t]) < 1e-13 {
				row[t] = 0
			}
			total += float64(row[t] * row[t])
		}
	}
	return residual, total
}

// between is the between-category sum of squares. sums is room for one sum a category.
func between(residual [][]float64, of, sizes []int, sums []float64) float64 {
	all := 0.0
	for _, row := range residual {
		clear(sums)
		for t, v := range row {
			sums[of[t]] += v
		}
		for c, s := range sums {
			all += float64(s*s) / float64(sizes[c])
		}
	}
	return all
}
