package stats

import (
	"fmt"
	"math"

	"sigrel/stats/dist"
)

// TopicsForInterval is the least number of topics for which the t interval of the mean difference of two systems is on
// average no wider than width: the third design of Sakai (Topic set size design, Information Retrieval Journal 19,
// 2016), after Nagata. variance is that of one system's scores, as in [TopicsForANOVA], and the difference of two has
// twice as much; where the standard deviation s of the differences is known, it is s²/2. width is in score units.
//
// The error wraps [ErrUnreachable] where more than [MaxTopics] would be needed, [ErrNotFinite] or [ErrRange] for a width
// or variance that is not a positive number, or a confidence outside (0, 1).
func TopicsForInterval(width, variance, confidence float64) (int, error) {
	if err := firstError(checkPositive("width", width), checkPositive("variance", variance),
		checkShare("confidence", confidence, 0)); err != nil {
		return 0, err
	}
	least := meanWidth(MaxTopics, variance, confidence)
	n := smallestTopics(least/width, func(topics int) bool { return meanWidth(topics, variance, confidence) <= width })
	if n == 0 {
		return 0, fmt.Errorf("mean width %g is %w with %d topics", width, ErrUnreachable, MaxTopics)
	}
	return n, nil
}

// IntervalWidth is the mean width, in score units, of the t interval of the mean difference of two systems on so many
// topics; variance is that of one system's scores, as in [TopicsForInterval]. The error wraps [ErrTooFew] for fewer than
// two topics; else as there.
func IntervalWidth(topics int, variance, confidence float64) (float64, error) {
	if err := firstError(checkTopics(topics), checkPositive("variance", variance),
		checkShare("confidence", confidence, 0)); err != nil {
		return 0, err
	}
	return meanWidth(topics, variance, confidence), nil
}

// meanWidth is 2·t·E(s)/√n for s the standard deviation of n differences.
func meanWidth(topics int, variance, confidence float64) float64 {
	n := float64(topics)
	t := dist.StudentQuantile((1-confidence)/2, n-1)
	return 2 * t * math.Sqrt(2*variance/n) * meanSD(n-1)
}

// meanSD is the mean of √(χ²/df), √(2/df)·Γ((df+1)/2)/Γ(df/2), by which an estimated standard deviation falls short.
func meanSD(df float64) float64 {
	if df < 50 {
		return meanSD(df+2) * math.Sqrt(df*(df+2)) / (df + 1) // since Γ(x+1) = x·Γ(x)
	}
	// The logarithm of Γ(x+½)/(√x·Γ(x)), from Stirling's series of both (DLMF 5.11.8): no difference of large numbers.
	x := df / 2
	y := x * x
	return math.Exp(-(1.0/8 - (1.0/192-(1.0/640-17.0/14336/y)/y)/y) / x)
}
