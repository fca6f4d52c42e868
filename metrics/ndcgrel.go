package metrics

import "math"

var ndcgRel = &Measure{
	Name: "ndcg_rel", Trec: "ndcg_rel",
	Title: "nDCG averaged over the documents with a gain",
	Doc: "The mean, over the documents of the topic with a positive gain, of nDCG at the rank of each; those not retrieved count with the nDCG " +
		"of the whole ranking. 0 if the mean is not positive. trec_eval's own.",
	Cite:   "jarvelin2002",
	Params: []Param{gradeGains},
	Hi:     1,
	Score: func(j Judged, a Args) float64 {
		best := a.gains().best(j.Ideal)
		if len(best) == 0 {
			return 0
		}
		sum, found := 0.0, 0
		got, wanted := 0.0, 0.0
		for i, grade := range j.Gains {
			weight := math.Log2(float64(i + 2))
			if i < len(best) {
				wanted += best[i] / weight
			}
			g := a.gains().gain(grade)
			got += g / weight
			if g > 0 {
				found++
				sum += got / wanted
			}
		}
		for i := len(j.Gains); i < len(best); i++ {
			wanted += best[i] / math.Log2(float64(i+2))
		}
		sum += float64(float64(len(best)-found) * (got / wanted))
		return max(sum, 0) / float64(len(best))
	},
	TrecArgs: trecGains,
}
