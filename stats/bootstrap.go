package stats

import (
	"fmt"
	"math"
)

var bootstrap = &PairedTest{
	Name: "bootstrap",
	Doc: "Sakai's bootstrap test of the mean difference. The differences are shifted to have the mean 0, topics are drawn " +
		"with replacement, and p is the share of such draws whose t is at least as large as the one observed. No " +
		"distribution is assumed, but that the topics stand for those they were drawn from. With few topics it " +
		"may claim too much or too little.",
	Cite: "sakai2006",
	Run:  Bootstrap,
}

// Bootstrap is the studentized bootstrap test of x against y (Sakai, Evaluating evaluation metrics based on the
// bootstrap, SIGIR 2006), scores of two systems on the same topics. With d the differences x − y, d̄ and s their mean
// and standard deviation, the statistic is t = d̄/(s/√n). From n topics drawn with replacement comes t* = (d̄* −
// d̄)/(s*/√n); p is the share of draws with |t*| ≥ |t|, for a one-sided alternative with t* ≥ t or t* ≤ t. Where s* =
// 0, t* is infinite, or 0 if d̄* = d̄. [Result.Statistic] is t.
//
// p is exact, the share of all n^n draws, for up to 11 topics, for differences of few kinds, and on a coarse lattice
// such as P@10 with 50 topics. Else it is drawn: (b+1)/(B+1) with b of B = opt.Plan.Count() draws (Phipson and Smyth
// 2010), PLo and PHi the 99.9 % limits of Clopper and Pearson for the exact p. The draws of topics depend on n and the
// seed alone, so all pairs see the same; opt.Plan.Progress is not called.
//
// With opt.Intervals, [Result.Interval] is d̄ ± τ·s/√n, two-sided whatever the alternative. τ is the greatest |t*| with
// more than 1 − opt.Confidence of the draws at or beyond it; if drawn, the ⌊(1 − confidence)(B+1)⌋-th largest. So 0
// lies outside exactly where the two-sided p ≤ 1 − confidence. It is nil where τ is infinite.
//
// Warnings: "identical" where all differences are 0 (p is 1); "constant-difference" where they are all the same and not
// 0: t is not defined, and p, its method and the interval are those of [Randomization]; "degenerate-bootstrap" where
// more than one draw in a thousand has no variance, since p then says little; "borderline" where alpha lies between the
// limits of a drawn p; "cannot-be-significant" where so few are drawn that no p could be ≤ alpha; "tiny-p".
//
// The error wraps [ErrTooFew] for fewer than two topics, [ErrNotFinite] or [ErrRange] for a score that is not finite or
// out of range. It panics if x and y have different lengths, Strata is given, or Alpha or Confidence is not inside (0,
// 1).
func Bootstrap(x, y []float64, opt Options) (Result, error) {
	res, d, err := startBootstrap("bootstrap", x, y, opt)
	if err != nil || d == nil {
		return res, err
	}
	opt = opt.checked()
	s := newStudentized(x, y)
	t := d.Mean / d.se()
	res.Statistic, res.Step = &t, s.step
	res.Warnings = s.degenerate()
	opt.Plan.Progress = nil // pairs are tested several at a time
	law := s.law(opt.Plan)
	tail := law.tail(opt.Alternative)
	res.P, res.PLo, res.PHi, res.Method = tail.p, tail.lo, tail.hi, tail.method
	if tail.method == MonteCarlo {
		res.Warnings = append(res.Warnings, drawnWarnings(res, opt)...)
	}
	if opt.Intervals {
		iv, warnings := symmetricInterval(law, *d, opt.Confidence)
		res.Interval, res.Warnings = iv, append(res.Warnings, warnings...)
	}
	res.settleTiny()
	return res, nil
}

// startBootstrap settles what needs no draws: d is nil where the result is complete.
func startBootstrap(test string, x, y []float64, opt Options) (Result, *differences, error) {
	if err := checkPaired(x, y); err != nil {
		return Result{}, nil, err
	}
	opt = opt.checked()
	opt.oneStratum(test)
	d := describe(x, y)
	res := Result{Test: test, N: len(x), Estimate: d.Mean}
	switch {
	case d.Same:
		res.P, res.PLo, res.PHi = 1, 1, 1
		if opt.Intervals {
			res.Interval = &Interval{Confidence: opt.Confidence, Kind: KindSingle}
		}
		res.Warnings = []Warning{{"identical", "the two systems have the same score on every topic"}}
		return res, nil, nil
	case d.Constant:
		res, err := constantDifference(x, y, opt, res)
		if !opt.Intervals {
			res.Interval = nil
		}
		return res, nil, err
	}
	return res, &d, nil
}

// drawnWarnings are those of a drawn p.
func drawnWarnings(res Result, opt Options) []Warning {
	b := opt.Plan.Count()
	switch {
	case mostReplicates(opt.Alpha, b) == 0:
		return []Warning{{"cannot-be-significant", fmt.Sprintf(
			"with %d replicates p cannot be less than %.2g", b, 1/float64(b+1))}}
	case res.PLo <= opt.Alpha && opt.Alpha < res.PHi:
		return []Warning{{"borderline", fmt.Sprintf(
			"p is so near %g that another seed may decide otherwise (more --replicates settle it)", opt.Alpha)}}
	}
	return nil
}

// symmetricInterval is d̄ ± τ·se, made to agree with the two-sided test at 0 where only rounding decides.
func symmetricInterval(law studentizedLaw, d differences, confidence float64) (*Interval, []Warning) {
	level := 2 * endShare(confidence)
	tau, ok := law.critical(level, law.size)
	switch {
	case !ok && tau > 0:
		return nil, []Warning{{"degenerate-bootstrap", "the interval is unbounded: too many bootstrap draws have no variance"}}
	case !ok:
		return nil, []Warning{fewReplicates(law.drawn)}
	}
	lo, hi := d.Mean-tau*d.se(), d.Mean+tau*d.se()
	nudge := math.Ldexp(max(math.Abs(lo), math.Abs(hi)), -40)
	switch {
	case law.tail(TwoSided).p > level:
		lo, hi = min(lo, 0), max(hi, 0)
	case d.Mean > 0:
		lo = max(lo, nudge)
	default:
		hi = min(hi, -nudge)
	}
	return &Interval{Lo: lo + 0, Hi: hi + 0, Confidence: confidence, Kind: KindSingle}, nil
}
