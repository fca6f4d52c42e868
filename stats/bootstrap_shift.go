package stats

import (
	"math"
	"slices"

	"sigrel/stats/dist"
)

var bootstrapShift = &PairedTest{
	Name: "bootstrap-shift",
	Doc: "The bootstrap test that shifts the mean difference to 0 without dividing by a standard error. It is offered to " +
		"repeat published results: its p is too small, the more so the fewer the topics. Use bootstrap or randomization.",
	Cite: "urbano2019",
	Run:  BootstrapShift,
}

// BootstrapShift is the bootstrap test of the mean difference by a shift (Smucker, Allan and Carterette 2007; Urbano,
// Lima and Hanjalic 2019, who find that it rejects too often): with d̄ the mean of x − y and d̄* that of n topics drawn
// with replacement, p is the probability of |d̄* − d̄| ≥ |d̄|, for a one-sided alternative of d̄* − d̄ ≥ d̄ or ≤ d̄.
// Its standard deviation is short by √((n−1)/n), and it knows nothing of the uncertainty of that. [Result.Statistic] is
// d̄.
//
// Nothing is drawn: p is that of infinitely many draws ([dist.BootstrapLaw]), exact for scores of four decimals and
// coarser ones, and for up to 14 topics; but see there. Else it is numerical, PLo and PHi are p minus and plus its
// error. Where no draw there is reaches the difference, p is the probability of one of them, 1/n^n, with the warning
// "beyond-draws".
//
// There is no interval. Warnings "identical", "constant-difference" and "tiny-p", the error and panics are those of
// [Bootstrap].
func BootstrapShift(x, y []float64, opt Options) (Result, error) {
	opt.Intervals = false
	res, d, err := startBootstrap("bootstrap-shift", x, y, opt)
	if err != nil || d == nil {
		return res, err
	}
	law := dist.NewBootstrapLaw(x, y)
	res.Statistic, res.Step = &d.Mean, law.Step()
	lo, hi := math.Inf(-1), 2*d.Mean
	switch opt.Alternative {
	case TwoSided:
		lo, hi = min(0, hi), max(0, hi)
	case Less:
		lo, hi = hi, math.Inf(1)
	}
	tail := law.Outside(lo, hi)
	n := float64(len(x))
	least := math.Exp(-n * math.Log(n))
	if tail.P == 0 && slices.Min(d.Each) > lo && slices.Max(d.Each) < hi {
		res.Warnings = append(res.Warnings, Warning{"beyond-draws",
			"no bootstrap draw reaches the difference; p is the probability of one draw"})
	}
	res.P, res.PLo, res.PHi = max(tail.P, least), max(tail.Lo, least), max(tail.Hi, least)
	res.Method = methodOf(tail.Quality)
	res.settleTiny()
	return res, nil
}
