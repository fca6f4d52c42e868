package stats

import (
	"fmt"
	"math"

	"sigrel/stats/dist"
	"sigrel/stats/resample"
)

// itemsName is the name of the test in results, and the label of its random stream.
const itemsName = "items"

// itemTolerance is how far two differences of a measure may be apart and still tie: rounding noise of their computation.
const itemTolerance = 1e-12

// Items is the paired randomization test inside one topic, where no test across topics exists: what the two systems say
// of each of n items (their scores of a document, their labels of a claim) is swapped or not, all 2^n ways equally
// likely, and the difference of the measure computed anew. It is inference about the items of this topic only.
//
// newDifference makes a function that gives the difference of the measure, first system less second, when the items
// marked in swapped are swapped (nil: none are); functions are called on several goroutines, each on one only, and must
// not keep swapped. Up to 2^n ≤ opt.Plan.Count() all ways are counted (Exact); else that many are drawn, p is
// (b+1)/(B+1) with 99.9 % limits (Monte Carlo). Result.N counts items; there is no interval.
//
// Warnings: "identical" where both say the same of all items, as the caller tells by n = 0; "cannot-be-significant"
// where 2/2^n (1/2^n one-sided) exceeds alpha.
func Items(n int, newDifference func() func(swapped []bool) float64, opt Options) (Result, error) {
	opt = opt.checked()
	observed := newDifference()(nil)
	if math.IsNaN(observed) || math.IsInf(observed, 0) {
		return Result{}, fmt.Errorf("difference %g: %w", observed, ErrNotFinite)
	}
	res := Result{Test: itemsName, N: n, Estimate: observed, Statistic: &observed}
	if n == 0 {
		res.P, res.PLo, res.PHi = 1, 1, 1
		res.Warnings = []Warning{{"identical", "the two systems say the same of every item"}}
		return res, nil
	}
	if n < 62 && uint64(1)<<n <= uint64(opt.Plan.Count()) {
		hits := countItems(n, newDifference(), observed, opt.Alternative)
		res.P = math.Ldexp(float64(hits), -n)
		res.PLo, res.PHi = res.P, res.P
	} else {
		hits := drawItems(n, newDifference, observed, opt)
		res.Method = MonteCarlo
		res.P = float64(hits+1) / float64(opt.Plan.Count()+1)
		res.PLo, res.PHi = dist.BinomialLimits(hits, opt.Plan.Count(), limitsConfidence)
	}
	least := math.Ldexp(1, -n)
	if opt.Alternative == TwoSided {
		least *= 2
	}
	if least > opt.Alpha {
		res.Warnings = append(res.Warnings, Warning{"cannot-be-significant", fmt.Sprintf(
			"%d items differ, so p cannot be less than %.4g, which is more than %g", n, least, opt.Alpha)})
	}
	return res, nil
}

// reaches tells whether a difference is at least as far in the direction of the alternative as the observed one.
func reaches(v, observed float64, alt Alternative) bool {
	switch alt {
	case Less:
		return v <= observed+itemTolerance
	case Greater:
		return v >= observed-itemTolerance
	}
	return math.Abs(v) >= math.Abs(observed)-itemTolerance
}

// countItems counts the ways to swap that reach the observed difference.
func countItems(n int, difference func([]bool) float64, observed float64, alt Alternative) (hits uint64) {
	swapped := make([]bool, n)
	for way := range uint64(1) << n {
		for i := range swapped {
			swapped[i] = way>>i&1 == 1
		}
		if reaches(difference(swapped), observed, alt) {
			hits++
		}
	}
	return hits
}

// drawItems counts the drawn ways that reach the observed difference.
func drawItems(n int, newDifference func() func([]bool) float64, observed float64, opt Options) int {
	blocks := resample.Map(opt.Plan, itemsName, func(b resample.Block) int {
		difference, swapped, hits := newDifference(), make([]bool, n), 0
		for range b.Hi - b.Lo {
			word := uint64(0)
			for i := range swapped {
				if i%64 == 0 {
					word = b.Source.Uint64()
				}
				swapped[i] = word&1 == 1
				word >>= 1
			}
			if reaches(difference(swapped), observed, opt.Alternative) {
				hits++
			}
		}
		return hits
	})
	total := 0
	for _, h := range blocks {
		total += h
	}
	return total
}
