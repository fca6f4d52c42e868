package metrics

import "math"

var rndcg = &Measure{
	Name: "Rndcg", Trec: "Rndcg",
	Title: "nDCG averaged over the steps of the best order",
	Doc: "The mean of nDCG at the ranks where, in the best order of the topic's documents with a positive gain, the next one has another " +
		"gain or there is none, and at the last rank of a ranking longer than that order by at least two. 0 without relevant " +
		"documents. trec_eval's own.",
	Cite:   "jarvelin2002",
	Params: []Param{gradeGains},
	Hi:     1, Signed: true,
	Score: func(j Judged, a Args) float64 {
		best := a.gains().best(j.Ideal)
		if j.R() == 0 || len(best) == 0 {
			return 0
		}
		sum, steps := 0.0, 0
		got, wanted := 0.0, 0.0
		for i := range max(len(best), len(j.Gains)) {
			weight := math.Log2(float64(i + 2))
			if i < len(j.Gains) {
				got += a.gains().gain(j.Gains[i]) / weight
			}
			if i < len(best) {
				wanted += best[i] / weight
			}
			last := i == len(best)-1
			if last || i < len(best) && best[i] != best[i+1] || i > len(best) && i == len(j.Gains)-1 {
				sum += got / wanted
				steps++
			}
		}
		return sum / float64(steps)
	},
	TrecArgs: trecGains,
}
