package metrics

import "math"

var ndcg = &Measure{
	Name: "nDCG", Trec: "ndcg", TrecCut: "ndcg_cut", Aliases: []string{"NDCG"},
	Title: "normalized discounted cumulative gain",
	Doc: "The sum over the ranks i (to k) of gain/log2(i+1), divided by the same sum over the judged documents of the topic in " +
		"decreasing order of gain. The gain is the grade itself, whatever grade counts as relevant; without a judgment it is 0.",
	Cite:   "jarvelin2002",
	Params: []Param{cutoff},
	Hi:     1,
	Score: func(j Judged, a Args) float64 {
		k := a.K
		if k == 0 {
			k = math.MaxInt
		}
		return ratio(dcg(j.Gains, k), dcg(j.Ideal, k))
	},
}

// dcg is the discounted cumulative gain of the first k ranks. NaN, not judged, adds nothing.
func dcg(gains []float64, k int) float64 {
	sum := 0.0
	for i, g := range gains[:min(k, len(gains))] {
		if g > 0 {
			sum += g / math.Log2(float64(i+2))
		}
	}
	return sum
}
