package stats

import (
	"math"
	"slices"
	"sort"

	"sigrel/stats/dist"
	"sigrel/stats/resample"
)

// BayesSignedRank is the Bayesian signed-rank test of x against y, scores of two systems on the same topics (Benavoli,
// Corani, Mangili, Zaffalon and Ruggeri, A Bayesian Wilcoxon signed-rank test based on the Dirichlet process, 2014; with
// a region of practical equivalence in Benavoli, Corani, Demšar and Zaffalon, Time for a change, 2017).
//
// The distribution of the differences z_1 … z_n has a Dirichlet process for its prior, as strong as half a topic and all
// at z_0 = 0. A draw from the posterior gives weights (w_0 … w_n) from the Dirichlet distribution with parameters
// (½, 1 … 1). With the half-width r = rope ≥ 0, in score units, the mass w_i·w_j of two differences i and j, a
// difference with itself included, goes to the right if z_i + z_j > 2r, to the left if z_i + z_j < −2r, else to the ROPE;
// if the sum is 2r itself one half goes to the right, if it is −2r one half to the left, and the other half to the ROPE
// (for r = 0: one half to either side, and nothing to the ROPE). Sums are compared by the rule of [dist.Tolerance] for
// these scores.
//
// The probabilities are those that a region has the greatest mass of the three. Of opt.Plan's N draws a region that won b
// is given (b + ½)/(N + 3/2), with rope = 0 (b + ½)/(N + 1): the expectation after Jeffreys' prior, which is never 0 or
// 1, and sums to 1 over the regions. Lo and Hi are the 99.9 % limits of Clopper and Pearson. Where a limit decides
// whether a probability exceeds [DecisionProbability], the warning is "borderline". Neither the order of topics nor which
// system is the first changes a draw. There is no interval.
//
// For identical systems (warning "identical") the ROPE wins every draw; with rope = 0 either side has the probability ½.
// The error wraps [ErrTooFew] for fewer than two topics, [ErrNotFinite] or [ErrRange] for a score that is not finite or
// out of range. It panics if x and y have different lengths, or rope is negative or not finite.
func BayesSignedRank(x, y []float64, rope float64, opt Options) (Posterior, error) {
	checkRope(rope)
	opt.oneStratum("bayes-signed-rank")
	if err := checkPaired(x, y); err != nil {
		return Posterior{}, err
	}
	d := dist.NewDifferences(x, y)
	draws := opt.Plan.Count()
	post := Posterior{Test: "bayes-signed-rank", N: len(x), Estimate: d.Mean, HalfWidth: rope, Method: MonteCarlo,
		Replicates: draws, Seed: opt.Plan.Seed}
	if d.Same {
		post.Warnings = []Warning{{"identical", "the two systems have the same score on every topic"}}
		if rope == 0 { // left and right tie in every draw
			post.Left, post.Right = Probability{.5, .5, .5}, Probability{.5, .5, .5}
			post.Method, post.Replicates, post.Seed = Exact, 0, 0
			post.decide()
			return post, nil
		}
	}
	w := newWalsh(d.Each, rope, dist.NewTolerance(x, y))
	var won [3]int
	for _, of := range resample.Map(opt.Plan, "bayes-signed-rank", w.wins) {
		for region := range won {
			won[region] += of[region]
		}
	}
	if w.turned {
		won[regionLeft], won[regionRight] = won[regionRight], won[regionLeft]
	}
	spare := 1.5
	if rope == 0 {
		spare = 1
	} else {
		post.Rope = drawnProbability(won[regionRope], draws, spare)
	}
	post.Left = drawnProbability(won[regionLeft], draws, spare)
	post.Right = drawnProbability(won[regionRight], draws, spare)
	post.decide()
	return post, nil
}

// drawnProbability estimates the probability of a region that won so many of the draws.
func drawnProbability(won, draws int, spare float64) Probability {
	lo, hi := dist.BinomialLimits(won, draws, 0.999)
	return Probability{(float64(won) + 0.5) / (float64(draws) + spare), lo, hi}
}

// The regions, in the order of their counts.
const (
	regionLeft = iota
	regionRope
	regionRight
)

// walsh knows which sums of two differences lie in which region. With the differences sorted, those of a row are the
// ones before some place and those from some place on, so that the mass of a region is a sum over rows of partial sums of
// the weights: a draw costs O(n) instead of O(n²).
type walsh struct {
	prior  int   // place of z_0 among the sorted differences
	left   []cut // of row i: left of below, half up to upTo
	right  []cut // of row i: right from upTo on, half from below on
	point  bool  // the ROPE has no width and wins nothing
	turned bool  // the differences were negated, so left means right
}

// cut says how many of the sorted differences lie below a bound, and how many below it or on it.
type cut struct{ below, upTo int }

func newWalsh(each []float64, rope float64, tolerance dist.Tolerance) *walsh {
	z := append([]float64{0}, each...)
	turned := negate(z)
	slices.Sort(z)
	slices.Sort(turned)
	w := &walsh{point: rope == 0}
	// Both orders of the systems are drawn as one of them, so that swapping the systems swaps the result exactly.
	if slices.Compare(z, turned) < 0 {
		z, w.turned = turned, true
	}
	w.prior = sort.SearchFloat64s(z, 0)
	for _, v := range z {
		w.left = append(w.left, cutAt(z, v, -2*rope, tolerance))
		w.right = append(w.right, cutAt(z, v, 2*rope, tolerance))
	}
	return w
}

func negate(v []float64) []float64 {
	out := make([]float64, len(v))
	for i := range v {
		out[i] = 0 - v[i]
	}
	return out
}

// cutAt finds where v plus a difference of the sorted z passes bound.
func cutAt(z []float64, v, bound float64, tolerance dist.Tolerance) cut {
	return cut{
		below: sort.Search(len(z), func(j int) bool { return v+z[j] >= bound || tolerance.Same(v+z[j], bound) }),
		upTo:  sort.Search(len(z), func(j int) bool { return v+z[j] > bound && !tolerance.Same(v+z[j], bound) }),
	}
}

// wins counts the draws of a block in which each region has the greatest mass.
func (w *walsh) wins(b resample.Block) (won [3]int) {
	n := len(w.left)
	weight := make([]float64, n)
	before := make([]float64, n+1) // sums of weights
	for range b.Hi - b.Lo {
		// Gamma variates: their shares are Dirichlet, and only ratios count here.
		for i := range weight {
			weight[i] = b.Rand.ExpFloat64()
		}
		normal := b.Rand.NormFloat64()
		weight[w.prior] = normal * normal / 2 // of shape ½
		for i, v := range weight {
			before[i+1] = before[i] + v
		}
		left, right, all := w.masses(weight, before)
		won[w.greatest(left, right, all)]++
	}
	return won
}

// masses are twice the masses of left, right and everything.
func (w *walsh) masses(weight, before []float64) (left, right, all float64) {
	total := before[len(weight)]
	for i, v := range weight {
		l, r := w.left[i], w.right[i]
		left += v * (before[l.below] + before[l.upTo])
		right += v * (total - before[r.below] + total - before[r.upTo])
	}
	return left, right, 2 * total * total
}

func (w *walsh) greatest(left, right, all float64) int {
	if rope := all - left - right; !w.point && rope > math.Max(left, right) {
		return regionRope
	}
	if left > right {
		return regionLeft
	}
	return regionRight
}
