package stats

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"sigrel/stats/dist"
)

var nemenyi = &Procedure{
	Name: "nemenyi",
	Doc: "Nemenyi's test of all pairs by their mean ranks: the scores of each topic are ranked, and the difference of two " +
		"mean ranks is set against the law of the greatest such difference of systems that are all alike. Made for the " +
		"comparison of classifiers over data sets. It does not see how large a difference is, its verdict on two systems " +
		"depends on which others are compared, and it may contradict the order of means (warning ranks-not-means).",
	Cite:  "demsar2006",
	Error: ErrorFWER,
	Run:   Nemenyi,
}

// Nemenyi compares all rows of scores, systems by topics, by their mean ranks within topics, as [Friedman] has them
// (Nemenyi, 1963; Demšar, JMLR 7, 2006, section 3.2.2). With k systems and n topics, [Pair.Adjusted] is the tail at
// |R_i − R_j|/√(k(k+1)/(12n)) of the range of k normal variates. That is a limit for many topics, and takes ties within
// topics for differences, which errs on the safe side. k is that of all rows, also where opt.Pairs declares a few.
//
// Since ranks are compared, not means, the family has no critical difference of means (that of mean ranks is
// [NemenyiCritical]) and no detectable one. The single test beside ([Pair.Result]) is opt.Test, with its own interval as
// in [Corrected]: nothing makes it agree with Adjusted.
//
// The warning "ranks-not-means" is always there. It says in how many significant pairs the system of the better mean rank
// has not the greater mean: there [Family.Decisions], which goes by means, says the opposite of what the ranks say. The
// other warning is "tiny-p", as in [Tukey]. The error is that of [Procedure], or says that the alternative is not two-sided.
func Nemenyi(scores *mat.Dense, opt Options) (Family, error) {
	opt.oneStratum("nemenyi")
	f, spread, err := opt.begin("nemenyi", scores, true)
	if err != nil {
		return Family{}, err
	}
	pairs := f.Pairs
	k, n := scores.Dims()
	ranks := rankTopics(scores)
	apart := make([]float64, len(pairs))
	point := dist.StudentQuantile((1-opt.Confidence)/2, float64(n-1))
	for i := range pairs {
		p := &pairs[i]
		better := ranks.better(p.I, p.J)
		apart[i], p.Statistic = math.Abs(better), &better
		if p.Result.Interval == nil {
			p.Result.Interval = spread[i].tInterval(KindT, opt.Confidence, point)
		}
	}
	test := newNemenyiTest(k, n)
	tiny := test.adjust(pairs, apart, float64(slices.Max(ranks.sums)-slices.Min(ranks.sums))/float64(2*n))
	settle(pairs, apart, test.critical(opt.Alpha), opt.Alpha)
	f.Warnings = append([]Warning{ranks.warn(pairs, opt.Alpha)}, tiny...)
	return f, nil
}

// NemenyiCritical is the critical difference of the mean ranks of that many systems over that many topics at alpha: q/√2
// times √(k(k+1)/(6n)), with q the upper point of the studentized range of k groups on infinitely many degrees of freedom.
// A pair is significant by [Nemenyi] exactly if its mean ranks are farther apart. It panics if there are fewer than two
// systems, no topics, or alpha is not inside (0, 1).
func NemenyiCritical(systems, topics int, alpha float64) float64 {
	if topics < 1 || !(alpha > 0 && alpha < 1) {
		panic(fmt.Sprintf("stats: critical difference of ranks over %d topics at alpha %g", topics, alpha))
	}
	return *newNemenyiTest(systems, topics).critical(alpha)
}

func newNemenyiTest(systems, topics int) rangeTest {
	k := float64(systems)
	return rangeTest{dist.StudentizedRange{Groups: systems, DF: math.Inf(1)}, math.Sqrt(k * (k + 1) / (12 * float64(topics)))}
}

// better is by how much the mean rank of system i is better than that of j: the lower rank.
func (r rankTable) better(i, j int) float64 {
	return float64(r.sums[j]-r.sums[i]) / float64(2*r.topics)
}

// warn says what mean ranks leave out, and how many claims about ranks are not true of the means.
func (r rankTable) warn(pairs []Pair, alpha float64) Warning {
	against := 0
	for _, p := range pairs {
		if p.Adjusted <= alpha && !(p.Result.Estimate*r.better(p.I, p.J) > 0) {
			against++
		}
	}
	text := "Nemenyi's test compares mean ranks: it does not see how large a difference of scores is, and its verdict on two " +
		"systems depends on which others are compared"
	switch {
	case against == 1:
		text += "; in 1 significant pair the system with the better mean rank does not have the better mean"
	case against > 1:
		text += fmt.Sprintf("; in %d significant pairs the system with the better mean rank does not have the better mean", against)
	}
	return Warning{"ranks-not-means", text}
}
