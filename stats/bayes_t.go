package stats

import (
	"fmt"
	"math"

	"sigrel/stats/dist"
)

// BayesTTest is the Bayesian correlated t test of x against y, scores of two systems on the same topics (Corani and
// Benavoli, A Bayesian approach for comparing cross-validated algorithms on multiple data sets, 2015). With the prior
// 1/σ² for mean and precision of normal differences, the posterior of the mean difference is Student's distribution on
// n − 1 degrees of freedom about d̄, with scale² = s²·(1/n + rho/(1 − rho)); mean and standard deviation s are those of
// x − y.
//
// rope ≥ 0 is the half-width of the region of practical equivalence, in score units. rho is the correlation between the
// differences of two topics, in [0, 1): 0, since topics are independent; the positive values that cross-validation needs,
// where training sets overlap, would widen the posterior for nothing. With rho = 0 and rope = 0 the probability of "left"
// is the one-sided p of [TTest] for "greater".
//
// Probabilities are tails of the distribution and nothing is drawn; one too small for a double is 5e-324, with the
// warning "tiny-p". The interval is the credible interval d̄ ± t·scale of probability opt.Confidence.
//
// The error wraps [ErrUndefined] where all differences are the same but for rounding noise: they have no spread, and the
// posterior would be a point that no number of topics justifies; [ErrTooFew] for fewer than two topics, [ErrNotFinite] or
// [ErrRange] for a score that is not finite or out of range. It panics if x and y have different lengths, rope is
// negative or not finite, rho is not in [0, 1), Strata is given, or Confidence is not inside (0, 1).
func BayesTTest(x, y []float64, rope, rho float64, opt Options) (Posterior, error) {
	checkRope(rope)
	if !(rho >= 0 && rho < 1) {
		panic(fmt.Sprintf("stats: correlation %g, want a number of at least 0 and below 1", rho))
	}
	opt = opt.checked()
	opt.oneStratum("bayes-t")
	if err := checkPaired(x, y); err != nil {
		return Posterior{}, err
	}
	d := describe(x, y)
	if d.Constant {
		return Posterior{}, fmt.Errorf("the posterior of the mean difference is %w: the differences have no spread", ErrUndefined)
	}
	n := float64(len(x))
	scale := d.sd * math.Sqrt(1/n+rho/(1-rho))
	half := scale * dist.StudentQuantile((1-opt.Confidence)/2, n-1)
	post := Posterior{Test: "bayes-t", N: len(x), Estimate: d.Mean, HalfWidth: rope, Method: Parametric,
		Interval: &Interval{Lo: d.Mean - half + 0, Hi: d.Mean + half + 0, Confidence: opt.Confidence, Kind: KindCredible}}
	tail := func(t float64) float64 { return dist.StudentSF(t, n-1) }
	left, right := tail((rope+d.Mean)/scale), tail((rope-d.Mean)/scale)
	// The ROPE seen from its side that is nearer to the centre: a difference of tails where it lies in one.
	inside := tail((math.Abs(d.Mean)-rope)/scale) - tail((math.Abs(d.Mean)+rope)/scale)
	if rope == 0 {
		inside = 0
	}
	post.Left, post.Right = post.settle(left), post.settle(right)
	if rope > 0 {
		post.Rope = post.settle(inside)
	}
	post.decide()
	return post, nil
}

// settle keeps a probability from being 0, and says so.
func (p *Posterior) settle(v float64) Probability {
	if v < math.SmallestNonzeroFloat64 {
		v = math.SmallestNonzeroFloat64
		if len(p.Warnings) == 0 {
			p.Warnings = append(p.Warnings, Warning{"tiny-p",
				"a probability is below the smallest number that a computer holds; 5e-324 is printed"})
		}
	}
	return Probability{v, v, v}
}
