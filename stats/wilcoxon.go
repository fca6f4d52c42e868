package stats

import (
	"fmt"
	"math"
	"slices"

	"sigrel/stats/dist"
)

var wilcoxon = &PairedTest{
	Name: "wilcoxon",
	Doc: "The Wilcoxon signed-rank test. The sizes of the differences are replaced by their ranks; p is the share of all " +
		"2^n ways to swap the two scores of a topic whose rank sum is at least as extreme, counted with ties and zeros. " +
		"It asks whether the differences lie symmetrically about 0, not whether their mean is 0.",
	Cite:  "wilcoxon1945",
	Run:   Wilcoxon,
	Least: randomization.Least,
}

// Wilcoxon is the signed-rank test of x against y, scores of two systems on the same topics (Wilcoxon 1945). The
// differences x − y are ranked by size, those of one size sharing the mean of their ranks (see [dist.SignedRanks]); the
// statistic W+ is the sum of the ranks of the positive ones. p is that of W+ over all 2^m ways to give signs to the m
// ranks, exact for any number of topics, ties and zeros (Pagano and Tritchler 1983; beyond some hundred topics by the
// characteristic function, see [dist.NewRankSum]). Two-sided it is the share of sign vectors whose rank sum is at least as
// far from its mean.
//
// Differences that are 0 are treated as opt.Zeros says. With [ZerosPratt] they are ranked with the others and take the
// lowest ranks, which then are left out (Pratt 1959). With [ZerosDrop] they are left out first. With [ZerosSplit] half
// of their ranks is added to W+; a swap does not change a 0, so that half is a constant, and p is Pratt's. (Programs
// that use the normal law count the zeros in its variance too, which no set of swaps has: see [WilcoxonNormal].)
//
// The test is about symmetry. Where the differences are skewed it rejects although the means are the same, the more so
// the more topics there are; the warning "skewed-differences" gives their skewness.
//
// Estimate is the mean of x − y, Interval nil: this test gives no interval for the mean. Other warnings: "identical"
// where all differences are 0 (p is 1, the statistic nil), "cannot-be-significant" where the least p there is, 2/2^m
// (1/2^m one-sided), exceeds alpha, and "tiny-p" as in [Randomization].
//
// The error wraps [ErrTooFew] for fewer than two topics, [ErrNotFinite] or [ErrRange] for a score that is not finite or
// out of range. It panics if x and y have different lengths, Strata is given, or Alpha or Confidence is not inside (0, 1).
func Wilcoxon(x, y []float64, opt Options) (Result, error) {
	if err := checkPaired(x, y); err != nil {
		return Result{}, err
	}
	opt = opt.checked()
	opt.oneStratum("wilcoxon")
	ranks := dist.NewSignedRanks(x, y)
	doubled := rankedWith(ranks, opt.Zeros)
	d := describe(x, y)
	res := rankResult("wilcoxon", d.Mean, doubled, opt)
	res.Step = ranks.Step
	if res.Statistic != nil {
		plus, _ := halves(doubled)
		if opt.Zeros == ZerosSplit {
			plus += float64(ranks.Zeros*(ranks.Zeros+1)) / 4
		}
		*res.Statistic = plus
		res.Warnings = append(res.Warnings, skewed(d)...)
	}
	return res, nil
}

// rankResult is the result of a test whose statistic is a sum of integers with random signs. The statistic is to be
// filled in; it is nil if all integers are 0.
func rankResult(test string, mean float64, d []int64, opt Options) Result {
	law := dist.NewRankSum(d)
	var tail dist.Tail
	switch opt.Alternative {
	case Less:
		tail = law.Lower(opt.Alpha)
	case Greater:
		tail = law.Upper(opt.Alpha)
	default:
		tail = law.TwoSided(opt.Alpha)
	}
	res := Result{Test: test, N: len(d), Estimate: mean, P: tail.P, PLo: tail.Lo, PHi: tail.Hi,
		Method: methodOf(tail.Quality), Warnings: randomizationWarnings(law, tail, opt)}
	if law.NonZero() > 0 {
		res.Statistic = new(float64)
	}
	res.settleTiny()
	return res
}

// rankedWith is twice the signed ranks, among all topics or among those that differ, and 0 for the zeros.
func rankedWith(r dist.SignedRanks, zeros Zeros) []int64 {
	if zeros == ZerosDrop {
		return r.Doubled
	}
	below := 2 * int64(r.Zeros)
	d := slices.Clone(r.Doubled)
	for t, v := range d {
		switch {
		case v > 0:
			d[t] += below
		case v < 0:
			d[t] -= below
		}
	}
	return d
}

// halves are half the sums of the positive and of the negative d: W+ and W− of doubled ranks.
func halves(d []int64) (plus, minus float64) {
	p, m := int64(0), int64(0)
	for _, v := range d {
		p += max(v, 0)
		m += max(-v, 0)
	}
	return float64(p) / 2, float64(m) / 2
}

// leastSkew is how large skewness times √n must be for a warning. To first order the centre that the test looks at lies
// skewness/12 standard deviations from the mean, as a median lies skewness/6 from it: with 7 that is .58 standard
// errors, and of tests at .05 on differences of mean 0 some .09 reject.
const leastSkew = 7

// skewed warns where the test may not be about the mean: beyond leastSkew, and beyond two standard errors of the
// skewness, which is large where the tails are heavy. Of normal differences one pair in 200 gets there, of Laplace's one
// in 8 with 50 topics and one in 16 with 1000.
func skewed(d differences) []Warning {
	if d.Constant {
		return nil
	}
	skewness, se := d.skewness()
	if math.Abs(skewness)*math.Sqrt(float64(len(d.Each))) <= leastSkew || math.Abs(skewness) <= 2*se {
		return nil
	}
	return []Warning{{"skewed-differences", fmt.Sprintf("the differences are skewed (skewness %.2f): "+
		"the Wilcoxon test asks whether they are symmetric about 0, not whether their mean is 0, and may find one without the other",
		skewness)}}
}

// Skewness is that of x − y: the third central moment over the 3/2 power of the second, both with n below the line. It
// is 0 where the differences lie symmetrically, and positive with a long tail to the right. The error wraps
// [ErrUndefined] where all differences are the same, and else is that of the tests. It panics if x and y have different
// lengths.
func Skewness(x, y []float64) (float64, error) {
	if err := checkPaired(x, y); err != nil {
		return 0, err
	}
	d := describe(x, y)
	if d.Constant {
		return 0, fmt.Errorf("skewness: %w: all differences are the same", ErrUndefined)
	}
	skewness, _ := d.skewness()
	return skewness, nil
}

// skewness is that of differences that are not constant, with its standard error, from its influence function.
func (d differences) skewness() (value, se float64) {
	n := float64(len(d.Each))
	scale := d.sd * math.Sqrt(1-1/n)
	for _, v := range d.Each {
		r := (v - d.Mean) / scale
		value += r * r * r / n
	}
	squares := 0.0
	for _, v := range d.Each {
		r := (v - d.Mean) / scale
		influence := r*r*r - 3*r - 1.5*value*(r*r-1) - value
		squares += influence * influence
	}
	return value, math.Sqrt(squares) / n
}

// RankBiserial is the matched-pairs rank-biserial correlation, (W+ − W−)/(W+ + W−) with the zeros left out: from −1, all
// differences negative, to 1, all positive (Kerby 2014). The error wraps [ErrUndefined] where all differences are 0, and
// else is that of the tests. It panics if x and y have different lengths.
func RankBiserial(x, y []float64) (float64, error) {
	if err := checkPaired(x, y); err != nil {
		return 0, err
	}
	plus, minus := halves(dist.NewSignedRanks(x, y).Doubled)
	if plus+minus == 0 {
		return 0, fmt.Errorf("rank-biserial correlation: %w: the two systems have the same score on every topic", ErrUndefined)
	}
	return (plus - minus) / (plus + minus), nil
}

// WilcoxonApproximation is the signed-rank test by the normal law, as many programs print it.
type WilcoxonApproximation struct {
	Mean, SD float64 // of W+ if the signs are random
	Z        float64 // (W+ − Mean)/SD, W+ moved by the continuity correction, if any
	P        float64 // in (0, 1]
}

// WilcoxonNormal is the signed-rank test by the normal law, for comparison with what other programs print; [Wilcoxon] is
// exact. Of opt it takes Alternative and Zeros. The variance of W+ is Σ r²/4 over the midranks r, so it is corrected for
// ties and zeros. With correct, W+ is moved by ½ towards its mean (two-sided), down (greater) or up (less), as R's
// wilcox.test does. With [ZerosSplit] the variance counts the ranks of the zeros as if these had signs too, as scipy's
// zsplit does; so p is then larger than Pratt's.
//
// The error wraps [ErrUndefined] where all differences are 0, and else is that of the tests. It panics if x and y have
// different lengths.
func WilcoxonNormal(x, y []float64, correct bool, opt Options) (WilcoxonApproximation, error) {
	if err := checkPaired(x, y); err != nil {
		return WilcoxonApproximation{}, err
	}
	ranks := dist.NewSignedRanks(x, y)
	doubled := rankedWith(ranks, opt.Zeros)
	plus, minus := halves(doubled)
	if plus+minus == 0 {
		return WilcoxonApproximation{}, fmt.Errorf("normal law of W+: %w: the two systems have the same score on every topic", ErrUndefined)
	}
	squares := 0.0
	for _, v := range doubled {
		squares += float64(v) * float64(v) / 4
	}
	if z := float64(ranks.Zeros); opt.Zeros == ZerosSplit {
		plus += z * (z + 1) / 4
		minus += z * (z + 1) / 4
		squares += z * (z + 1) * (z + 1) / 4
	}
	a := WilcoxonApproximation{Mean: (plus + minus) / 2, SD: math.Sqrt(squares) / 2}
	a.Z = (plus - a.Mean - correction(plus-a.Mean, correct, opt.Alternative)) / a.SD
	a.P = max(tail(a.Z, opt.Alternative, dist.NormalSF), math.SmallestNonzeroFloat64)
	return a, nil
}

// correction is the continuity correction of a statistic that takes whole numbers, less its mean.
func correction(above float64, correct bool, alt Alternative) float64 {
	switch {
	case !correct || alt == TwoSided && above == 0:
		return 0
	case alt == Less || alt == TwoSided && above < 0:
		return -0.5
	}
	return 0.5
}

// HodgesLehmann is the Hodges-Lehmann estimate of the difference: the median of all n(n+1)/2 means of two of the
// differences x − y, each with itself included (Hodges and Lehmann 1963), in score units. It is the shift that the
// Wilcoxon test is about, as the mean is that of the randomization test. It takes O(n) memory and 64·n steps. The error is
// that of the tests. It panics if x and y have different lengths.
func HodgesLehmann(x, y []float64) (float64, error) {
	if err := checkPaired(x, y); err != nil {
		return 0, err
	}
	d := dist.NewDifferences(x, y).Each
	unit := 1.0
	if den := dist.Lattice(x, y); den > 0 { // in whole numbers sums have no noise
		unit = float64(den)
		for t, v := range d {
			d[t] = math.Round(v * unit)
		}
	}
	slices.Sort(d)
	pairs := len(d) * (len(d) + 1) / 2
	return (pairSum(d, (pairs+1)/2)+pairSum(d, pairs/2+1))/(4*unit) + 0, nil
}

// pairSum is the k-th smallest of the sums d[i] + d[j], i ≤ j, of ascending d. It is searched for among all doubles, in
// their order, by the number of sums that are no larger.
func pairSum(d []float64, k int) float64 {
	lo, hi := position(2*d[0]), position(2*d[len(d)-1])
	for lo < hi {
		mid := lo + (hi-lo)/2
		limit := atPosition(mid)
		count := 0
		for i, j := 0, len(d)-1; i <= j; i++ {
			for j >= i && d[i]+d[j] > limit {
				j--
			}
			count += j - i + 1
		}
		if count >= k {
			hi = mid
		} else {
			lo = mid + 1
		}
	}
	return atPosition(lo)
}

// position numbers the doubles in ascending order, atPosition is its inverse.
func position(v float64) uint64 {
	if b := math.Float64bits(v); b>>63 == 0 {
		return b | 1<<63
	}
	return ^math.Float64bits(v)
}

func atPosition(p uint64) float64 {
	if p>>63 == 1 {
		return math.Float64frombits(p &^ (1 << 63))
	}
	return math.Float64frombits(^p)
}
