package stats

import (
	"fmt"
	"math"

	"sigrel/stats/dist"
)

var randomization = &PairedTest{
	Name: "randomization",
	Doc: "The paired randomization test (Fisher's, also called permutation test) of the mean difference. If it made no " +
		"difference which system a score came from, the two scores of each topic could be swapped: p is the share " +
		"of all 2^n ways to swap whose mean difference is at least as large. Nothing is drawn. No distribution is assumed.",
	Cite: "fisher1935",
	Run:  Randomization, Stratified: true,
	Least: func(topics int, alt Alternative) float64 {
		if alt == TwoSided {
			return math.Ldexp(2, -topics)
		}
		return math.Ldexp(1, -topics)
	},
}

// Randomization is the paired randomization test of x against y, scores of two systems on the same topics, over all 2^n
// ways to swap the two scores of a topic (Fisher 1935; Pitman 1937). The statistic is the mean of x − y.
//
// p is exact where the scores lie on a lattice, such as scores printed to four decimals or P@10, which is seen from the
// scores themselves ([Result.Step]), and for up to 42 topics that differ. Else it is numerical: PLo and PHi are p minus
// and plus its error, confined to a certified bracket so that they lie on one side of opt.Alpha (rarely they cannot:
// warning "borderline"). Sums that tie in exact arithmetic tie here, and scores of a topic that are the same but for
// rounding noise have the difference 0 (see [dist.Tolerance]).
//
// A p below the smallest normal double, 2.2e-308, has no sure digits: p and PLo are then 5e-324, the smallest positive
// double, PHi is at least 2.2e-308, and the warning is "tiny-p". The true p may be smaller than 5e-324: it is 2/2^1200
// for 1,200 differences of one sign.
//
// With opt.Intervals, [Result.Interval] is the interval of the constants that the two-sided test does not reject as the
// difference; 0 lies outside exactly where the two-sided p ≤ 1 − opt.Confidence. For a one-sided alternative, whose own
// interval has an infinite end, it is the same two-sided interval. It is nil if there are so few topics that nothing
// could be rejected.
//
// Warnings: "identical" where all differences are 0 (p is 1), "cannot-be-significant" where the least p there is, 2/2^m
// with m differences that are not 0 (1/2^m one-sided), exceeds alpha, "borderline" and "tiny-p".
//
// The error wraps [ErrTooFew] for fewer than two topics, [ErrNotFinite] or [ErrRange] for a score that is not finite or
// out of range. It panics if x and y have different lengths, or Strata has another.
//
// With opt.Strata the statistic is the mean of the stratum means (see [Stratified]).
func Randomization(x, y []float64, opt Options) (Result, error) {
	if err := checkPaired(x, y); err != nil {
		return Result{}, err
	}
	opt = opt.WithDefaults()
	a, b := x, y
	if opt.Strata != nil {
		checkStrata(opt.Strata, len(x))
		w := StratumWeights(opt.Strata)
		a, b = weighted(x, w), weighted(y, w)
	}
	law := dist.NewSignedSum(a, b)
	mean := law.Mean()
	if opt.bare && opt.Alternative == TwoSided && law.Exceeds(opt.Alpha) {
		// Only decisions at alpha are asked for, and no correction ever rejects a p above it: any such p will do.
		return Result{Test: "randomization", N: len(x), Estimate: mean, Statistic: &mean, P: 1, PLo: opt.Alpha, PHi: 1, Method: Certified}, nil
	}
	tail := randomizationTail(law, opt)
	res := Result{
		Test: "randomization", N: len(x), Estimate: mean, Statistic: &mean,
		P: tail.P, PLo: tail.Lo, PHi: tail.Hi, Method: methodOf(tail.Quality), Step: law.Step(),
		Warnings: randomizationWarnings(law, tail, opt),
	}
	if opt.Intervals {
		res.Interval = randomizationInterval(law, tail, x, y, opt)
	}
	res.settleTiny()
	return res, nil
}

func randomizationTail(law *dist.SignedSum, opt Options) dist.Tail {
	switch opt.Alternative {
	case Less:
		return law.Lower(opt.Alpha)
	case Greater:
		return law.Upper(opt.Alpha)
	}
	return law.TwoSided(opt.Alpha)
}

func methodOf(q dist.Quality) Method {
	switch q {
	case dist.Certified:
		return Certified
	case dist.Numerical:
		return Numerical
	}
	return Exact
}

func randomizationWarnings(law *dist.SignedSum, tail dist.Tail, opt Options) []Warning {
	m := law.NonZero()
	if m == 0 {
		return []Warning{{"identical", "the two systems have the same score on every topic"}}
	}
	var out []Warning
	least := math.Ldexp(2, -m)
	if opt.Alternative != TwoSided {
		least /= 2
	}
	if least > opt.Alpha {
		out = append(out, Warning{"cannot-be-significant", fmt.Sprintf(
			"%s, so p cannot be less than %.4g, which is more than %g", differing(m), least, opt.Alpha)})
	}
	if tail.Lo <= opt.Alpha && opt.Alpha < tail.Hi {
		out = append(out, Warning{"borderline", fmt.Sprintf(
			"p is so near %g that it could not be settled on which side it lies", opt.Alpha)})
	}
	return out
}

// randomizationInterval inverts the two-sided test, and makes the interval agree with the test at 0, where the ends may
// only be solved for to some digits. tail is the p of the test.
func randomizationInterval(law *dist.SignedSum, tail dist.Tail, x, y []float64, opt Options) *Interval {
	level := 1 - opt.Confidence
	if math.Abs(level-opt.Alpha) < 1e-12 {
		level = opt.Alpha // 1 − 0.95 is not 0.05 in binary
	}
	lo, hi, ok := law.MeanInterval(level)
	if !ok {
		return nil
	}
	if opt.Strata != nil {
		lo, hi = stratifiedInterval(x, y, StratumWeights(opt.Strata), law.Mean(), level)
	}
	p := tail.P
	if opt.Alternative != TwoSided || level != opt.Alpha {
		p = law.TwoSided(level).P
	}
	nudge := math.Ldexp(max(math.Abs(lo), math.Abs(hi)), -40)
	switch {
	case p > level:
		lo, hi = min(lo, 0), max(hi, 0)
	case law.Sum() > 0:
		lo = max(lo, nudge)
	default:
		hi = min(hi, -nudge)
	}
	return &Interval{Lo: lo, Hi: hi, Confidence: opt.Confidence, Kind: KindSingle}
}

// differing is "1 topic differs", "3 topics differ".
func differing(m int) string {
	if m == 1 {
		return "1 topic differs"
	}
	return fmt.Sprintf("%d topics differ", m)
}
