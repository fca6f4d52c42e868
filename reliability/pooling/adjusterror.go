package pooling

import (
	"math"

	"sigrel/metrics"
	"sigrel/stats"
)

// AdjustError compares the corrected scores of the pooled runs, left out, with their true ones.
type AdjustError struct {
	Runs         int      `json:"runs"`
	MeanAbsolute float64  `json:"mae"`
	Least        float64  `json:"least"` // adjusted − true
	Greatest     float64  `json:"greatest"`
	RankError    int      `json:"sre"`      // sum over runs of the places lost or won, all others with their true scores
	Strict       *int     `json:"sre_star"` // of these, places past runs that differ significantly; nil: not tested
	TauB         *float64 `json:"tau_b"`    // of adjusted and true scores; nil where all runs tie
}

// errorOf compares the corrected scores of runs left out with the true ones.
func errorOf(runs []Adjusted, significant func(a, b metrics.Tag) bool) AdjustError {
	e := AdjustError{Runs: len(runs), Least: math.Inf(1), Greatest: math.Inf(-1)}
	var truth, guess []float64
	if significant != nil {
		e.Strict = new(int)
	}
	for _, r := range runs {
		x := r.Adjusted - *r.True
		e.MeanAbsolute += math.Abs(x) / float64(len(runs))
		e.Least, e.Greatest = min(e.Least, x), max(e.Greatest, x)
		truth, guess = append(truth, *r.True), append(guess, r.Adjusted)
	}
	for i := range runs {
		places, strict := passed(runs, i, significant)
		e.RankError += places
		if e.Strict != nil {
			*e.Strict += strict
		}
	}
	if tau, err := stats.TauB(truth, guess); err == nil {
		e.TauB = &tau
	}
	return e
}

// passed is how many places run i moves among the true scores of the others, and how many of the runs between differ
// significantly from it.
func passed(runs []Adjusted, i int, significant func(a, b metrics.Tag) bool) (places, strict int) {
	above := func(x, y float64) bool { return x-y > same }
	before, after := 0, 0
	for k, r := range runs {
		if k == i {
			continue
		}
		was, is := above(*r.True, *runs[i].True), above(*r.True, runs[i].Adjusted)
		if was {
			before++
		}
		if is {
			after++
		}
		if was != is && significant != nil && significant(runs[i].Run, r.Run) {
			strict++
		}
	}
	return max(before-after, after-before), strict
}
