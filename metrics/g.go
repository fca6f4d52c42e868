package metrics

import "math"

var normG = &Measure{
	Name: "G", Trec: "G",
	Title: "normalized G",
	Doc: "The sum, over the documents retrieved, of gain/log2(2 + K − H), divided by the sum of the positive gains of the topic. H is the " +
		"gain of the documents down to this one; K is the gain of as many documents in the best order, each counted as at least 1. trec_eval's own.",
	Params: []Param{gradeGains},
	Hi:     1, Signed: true,
	Score: func(j Judged, a Args) float64 {
		best := a.gains().best(j.Ideal)
		sum, got, wanted, total := 0.0, 0.0, 0.0, 0.0
		for _, g := range best {
			total += g
		}
		for i, grade := range j.Gains {
			if i < len(best) {
				wanted += max(best[i], 1)
			} else {
				wanted++
			}
			if g := a.gains().gain(grade); g != 0 {
				got += g
				sum += g / math.Log2(2+wanted-got)
			}
		}
		return ratio(sum, total)
	},
	TrecArgs: trecGains,
}
