package stats

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"sigrel/stats/dist"
)

var tukey = &Procedure{
	Name: "tukey",
	Doc: "Tukey's honestly significant difference, blocked by topic: the difference of two means over the standard error " +
		"that the two-way analysis of variance leaves once topics are accounted for, against the law of the greatest such " +
		"difference of normal scores. One critical difference serves all pairs, and all their intervals hold at once. " +
		"Controls the probability of any false claim if scores are normal about system and topic with one variance; " +
		"nothing is drawn. A check of randomized-tukey, which does not take scores for normal.",
	Cite:  "tukey1949",
	Error: ErrorFWER,
	Run:   Tukey,
}

// Tukey compares all rows of scores, systems by topics, by Tukey's honestly significant difference with topics as blocks
// (Tukey, Biometrics 5, 1949). With V_E the mean square of the residual of [TwoWay], k systems and n topics:
//   - q of a pair is |difference|/√(V_E/n), and [Pair.Adjusted] its tail of the studentized range of k groups on
//     (k−1)(n−1) degrees of freedom (Copenhaver and Holland, 1988, define it);
//   - [Family.Critical] is the upper point of q at α times √(V_E/n), and Adjusted ≤ α exactly where |difference| >
//     Critical and where 0 lies outside the interval difference ± Critical. At another confidence than 1 − α the
//     intervals have their own critical value, by the same rule;
//   - [Pair.Detectable] is Critical + z·se, z the normal point of .8, se that of the pair's own differences.
//
// Scores of different topics are not compared: what makes a topic easy for all does not count as error, as it does in the
// one-way Tukey test of independent samples, which must not be used on systems that answer the same topics. k and n are
// those of all rows, also where opt.Pairs declares a few. The single test beside ([Pair.Result]) is opt.Test, with its
// interval replaced by the simultaneous one. With two systems p is that of the paired t test.
//
// Systems with the same scores have p = 1. A p below the smallest normal double is given as 5e-324, with the warning
// "tiny-p"; the other warning is "unequal-variances".
//
// The error is that of [Procedure], or wraps [ErrUndefined] where there is no error variance, since all differences are
// constant over the topics, or says that the alternative is not two-sided.
func Tukey(scores *mat.Dense, opt Options) (Family, error) {
	opt.oneStratum("tukey")
	f, spread, err := opt.begin("tukey", scores, false)
	if err != nil {
		return Family{}, err
	}
	pairs := f.Pairs
	test, err := newTukeyTest(scores, spread)
	if err != nil {
		return Family{}, err
	}
	differences := make([]float64, len(pairs))
	for i := range pairs {
		differences[i] = math.Abs(spread[i].Mean)
	}
	f.Critical, f.Warnings = test.critical(opt.Alpha), unequalVariances(scores)
	means, _, _, _ := meansOf(scores)
	f.Warnings = append(f.Warnings, test.adjust(pairs, differences, slices.Max(means)-slices.Min(means))...)
	settle(pairs, differences, f.Critical, opt.Alpha)
	forIntervals := f.Critical
	if level := opt.intervalLevel(); level != opt.Alpha {
		forIntervals = test.critical(level)
		settle(pairs, differences, forIntervals, level)
	}
	for i := range pairs {
		if test.se > 0 {
			q := spread[i].Mean / test.se
			pairs[i].Statistic = &q
		}
	}
	f.spanAll(forIntervals, spread, opt.Confidence)
	return f, nil
}

// newTukeyTest takes the error from the two-way analysis of variance. Where there is none, only systems that are the
// same can be compared.
func newTukeyTest(scores *mat.Dense, spread []differences) (rangeTest, error) {
	sources, err := TwoWay(scores)
	if err != nil {
		return rangeTest{}, err
	}
	k, n := scores.Dims()
	residual := sources[2]
	if residual.MS == 0 && slices.ContainsFunc(spread, func(d differences) bool { return !d.Same }) {
		return rangeTest{}, undefined("Tukey's test", "zero error variance, since all differences are constant over the topics")
	}
	return rangeTest{dist.StudentizedRange{Groups: k, DF: float64(residual.DF)}, math.Sqrt(residual.MS / float64(n))}, nil
}

// rangeTest compares the means of systems, of their scores or of their ranks, by the law of the range of all means.
type rangeTest struct {
	law dist.StudentizedRange
	se  float64 // of one mean, topics accounted for
}

// critical is the difference of means that only shares below level exceed; nil where that is beyond the doubles.
func (r rangeTest) critical(level float64) *float64 {
	c := r.law.Quantile(level) * r.se
	if math.IsInf(c, 0) || math.IsNaN(c) {
		return nil
	}
	return &c
}

// adjust gives every pair the p of its difference of means, which is not negative; widest is the greatest of all systems,
// also of those that are not compared. It warns where a p is too small to be printed.
func (r rangeTest) adjust(pairs []Pair, differences []float64, widest float64) (warnings []Warning) {
	tail := r.tail(widest)
	for i := range pairs {
		p := 1.0
		if differences[i] > 0 {
			p = tail(differences[i] / r.se)
		}
		pairs[i].Adjusted, pairs[i].AdjustedLo, pairs[i].AdjustedHi = p, p, p
		if p < smallestNormal {
			pairs[i].Adjusted, pairs[i].AdjustedLo, pairs[i].AdjustedHi = math.SmallestNonzeroFloat64, math.SmallestNonzeroFloat64, smallestNormal
			warnings = []Warning{tinyP}
		}
	}
	return warnings
}

// tabled is the number of systems from which on a table of the tail is made: it costs as much as some 150 values. That
// the number of systems decides, and not that of pairs, keeps p independent of which pairs are compared.
const tabled = 20

// tail gives P(Q > q) for q of the differences up to widest.
func (r rangeTest) tail(widest float64) func(q float64) float64 {
	if r.law.Groups < tabled || widest == 0 {
		return r.law.SF
	}
	last, end := math.Inf(1), widest/r.se*(1+1e-9)
	if r.law.SF(end) < smallestNormal {
		last = r.law.Quantile(smallestNormal) // beyond, nothing is left to make a table of
	}
	table := r.law.Table(0, min(end, last))
	return func(q float64) float64 {
		if q > last {
			return 0
		}
		return table.SF(q)
	}
}

// settle makes p's agree with the critical difference at a level, where only rounding sets them apart: p and critical
// difference are computed by themselves, so that neither depends on which pairs are compared.
func settle(pairs []Pair, differences []float64, critical *float64, level float64) {
	above := min(math.Nextafter(level, 2), 1)
	for i := range pairs {
		p := &pairs[i]
		switch beyond := critical != nil && differences[i] > *critical; {
		case beyond && p.Adjusted > level:
			p.Adjusted, p.AdjustedLo, p.AdjustedHi = level, level, level
		case !beyond && p.Adjusted <= level:
			p.Adjusted, p.AdjustedLo, p.AdjustedHi = above, above, above
		}
	}
}
