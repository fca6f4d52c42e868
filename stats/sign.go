package stats

import (
	"fmt"

	"sigrel/stats/dist"
)

var signTest = &PairedTest{
	Name: "sign",
	Doc: "The sign test. It only counts on how many topics each system is better; topics without a difference are left out. " +
		"p is exact, from the binomial distribution.",
	Cite:  "smucker2007",
	Run:   Sign,
	Least: randomization.Least,
}

// Sign is the sign test of x against y, scores of two systems on the same topics (Dixon and Mood 1946).
// The statistic is n+, the number of topics with x better. Of m topics whose scores differ n+ is binomial with
// probability ½ if neither system is better more often; two-sided p is twice the smaller tail, at most 1. It is exact
// for any number of topics. Estimate is the mean of x − y, which p is not about; Interval is nil.
//
// Warnings: "identical" where no scores differ (p is 1, the statistic nil), "cannot-be-significant" where the least p
// there is, 2/2^m (1/2^m one-sided), exceeds alpha, and "tiny-p" as in [Randomization].
//
// The error wraps [ErrTooFew] for fewer than two topics, [ErrNotFinite] or [ErrRange] for a score that is not finite or
// out of range. It panics if x and y have different lengths, Strata is given, or Alpha or Confidence is not inside (0, 1).
func Sign(x, y []float64, opt Options) (Result, error) { return SignWith(x, y, 0, opt) }

// SignWith is [Sign] with differences of up to minDiff in size, in score units, counted as none (.01 in Urbano and others
// 2019). It panics as Sign, or if minDiff is negative or NaN.
func SignWith(x, y []float64, minDiff float64, opt Options) (Result, error) {
	if err := checkPaired(x, y); err != nil {
		return Result{}, err
	}
	if !(minDiff >= 0) {
		panic(fmt.Sprintf("stats: least difference of a sign test %g, want 0 or more", minDiff))
	}
	opt = opt.checked()
	opt.oneStratum("sign")
	signs := make([]int64, len(x))
	plus := 0.0
	d := dist.NewDifferences(x, y)
	tolerance := dist.NewTolerance(x, y)
	for t, v := range d.Each {
		tied := v <= minDiff && -v <= minDiff || // so it is also where only noise is above
			minDiff > 0 && (tolerance.Same(x[t], y[t]+minDiff) || tolerance.Same(x[t]+minDiff, y[t]))
		switch {
		case tied:
		case v > 0:
			signs[t] = 1
			plus++
		default:
			signs[t] = -1
		}
	}
	res := rankResult("sign", d.Mean, signs, opt)
	if res.Statistic != nil {
		*res.Statistic = plus
	} else if minDiff > 0 {
		res.Warnings = []Warning{{"identical", fmt.Sprintf("on no topic the scores of the two systems differ by more than %g", minDiff)}}
	}
	return res, nil
}
