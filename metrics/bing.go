package metrics

import "math"

var binG = &Measure{
	Name: "binG", Trec: "binG",
	Title: "binary G",
	Doc: "The sum, over the relevant documents retrieved, of 1/log2(2 + the number of other documents above), divided by the number " +
		"of relevant documents. trec_eval's own.",
	Params: []Param{relLevel},
	Hi:     1,
	Score: func(j Judged, _ Args) float64 {
		sum, others := 0.0, 0
		for _, g := range j.Gains {
			if g >= j.Level {
				sum += 1 / math.Log2(float64(2+others))
			} else {
				others++
			}
		}
		return ratio(sum, float64(j.R()))
	},
}
