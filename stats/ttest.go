package stats

import (
	"fmt"
	"math"

	"sigrel/stats/dist"
)

var tTest = &PairedTest{
	Name: "t",
	Doc: "The paired t test of the mean difference. It takes the differences for normal, and holds its level well on " +
		"scores that are not. The p is that of Student's distribution with n − 1 degrees of freedom.",
	Cite: "student1908",
	Run:  TTest, Stratified: true,
}

// TTest is the paired t test of x against y, scores of two systems on the same topics (Student 1908): t = d̄/(s/√n) with
// n − 1 degrees of freedom, where d̄ and s are mean and standard deviation of x − y. The interval d̄ ± t·s/√n is two-sided
// whatever the alternative, and always there. Scores of a topic that are the same but for rounding noise have the
// difference 0 (see [dist.Tolerance]).
//
// Where t does not exist the statistic is nil, with a warning that says so: for identical systems ("identical") p is 1
// and the interval is the point 0; for differences that are all the same, but for rounding noise, and not 0
// ("constant-difference") p, its method and the interval are those of [Randomization], since t would be infinite and its
// p 0. A p below the smallest normal double is given as 5e-324, with the warning "tiny-p".
//
// With opt.Strata t is the mean of the stratum means over its standard error √(Σ s_s²/n_s)/S, with Satterthwaite's degrees
// of freedom; each stratum needs two topics.
//
// The error wraps [ErrTooFew] for fewer than two topics, [ErrNotFinite] or [ErrRange] for a score that is not finite or
// out of range. It panics if x and y have different lengths, or Alpha or Confidence is not inside (0, 1).
func TTest(x, y []float64, opt Options) (Result, error) {
	if err := checkPaired(x, y); err != nil {
		return Result{}, err
	}
	opt = opt.checked()
	d, df, err := describeStrata(x, y, opt.Strata)
	if err != nil {
		return Result{}, err
	}
	res := Result{Test: "t", N: len(x), Estimate: d.Mean, DF: &df, Method: Parametric}
	switch {
	case d.Same:
		res.P, res.PLo, res.PHi = 1, 1, 1
		res.Interval = &Interval{Confidence: opt.Confidence, Kind: KindSingle}
		res.Warnings = []Warning{{"identical", "the two systems have the same score on every topic"}}
		return res, nil
	case d.Constant:
		return constantDifference(x, y, opt, res)
	}
	t := d.Mean / d.se()
	res.Statistic = &t
	res.P = tail(t, opt.Alternative, func(t float64) float64 { return dist.StudentSF(t, df) })
	res.PLo, res.PHi = res.P, res.P
	res.settleTiny()
	res.Interval = d.tInterval(KindSingle, opt.Confidence, dist.StudentQuantile((1-opt.Confidence)/2, df))
	return res, nil
}

// tail is the p of a statistic whose law is symmetric about 0.
func tail(statistic float64, alt Alternative, sf func(float64) float64) float64 {
	switch alt {
	case Less:
		return sf(-statistic)
	case Greater:
		return sf(statistic)
	}
	return min(1, 2*sf(math.Abs(statistic)))
}

// constantDifference takes what the t test cannot say from the randomization test.
func constantDifference(x, y []float64, opt Options, res Result) (Result, error) {
	opt.Intervals = true
	r, err := Randomization(x, y, opt)
	if err != nil {
		return Result{}, err
	}
	res.P, res.PLo, res.PHi, res.Method, res.Step, res.Interval = r.P, r.PLo, r.PHi, r.Method, r.Step, r.Interval
	what := fmt.Sprintf("all %d differences are equal", len(x))
	if opt.Strata != nil {
		what = "the differences are equal within each stratum"
	}
	res.Warnings = append([]Warning{{"constant-difference", what + ", so t is not defined; p is that of the randomization test"}}, r.Warnings...)
	return res, nil
}

// tInterval is mean ± point·se, with point the t quantile of the confidence; nil where the differences are all the same
// but not 0, since the interval of no width would claim what no number of topics can.
func (d differences) tInterval(kind string, confidence, point float64) *Interval {
	if d.Constant && !d.Same {
		return nil
	}
	half := point * d.se()
	return &Interval{Lo: d.Mean - half + 0, Hi: d.Mean + half, Confidence: confidence, Kind: kind}
}
