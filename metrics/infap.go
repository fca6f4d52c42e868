package metrics

import "math"

var infAP = &Measure{
	Name: "infAP", Trec: "infAP",
	Title: "inferred average precision",
	Doc: "Average precision estimated from judgments of a sample of the pool. A negative grade means: in the pool, not judged. For a " +
		"relevant document at rank k with p pooled documents above, a of them relevant and b judged non-relevant, the expected " +
		"precision is 1/k + (p/k)·(a+ε)/(a+b+2ε), ε = 0.00001; the sum of these is divided by the number of relevant documents.",
	Cite:   "yilmaz2006",
	Params: []Param{relLevel},
	Hi:     1,
	Score: func(j Judged, _ Args) float64 {
		const epsilon = 0.00001
		sum, relevant, other, pooled := 0.0, 0.0, 0.0, 0.0
		for i, g := range j.Gains {
			switch {
			case g >= j.Level:
				k := float64(i + 1)
				sum += 1/k + float64(pooled/k*((relevant+epsilon)/(relevant+other+2*epsilon)))
				relevant++
				pooled++
			case !math.IsNaN(g):
				other++
				pooled++
			case j.Pooled != nil && j.Pooled[i]:
				pooled++
			}
		}
		return ratio(sum, float64(j.R()))
	},
}
