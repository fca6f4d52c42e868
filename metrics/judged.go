package metrics

import "math"

var judged = &Measure{
	Name:  "Judged",
	Title: "judged documents",
	Doc: "The judged documents in the first k ranks, divided by k; ranks that the run left empty are not judged. " +
		"Without k: the share of the retrieved documents that were judged. A negative grade is not a judgment.",
	Params: []Param{cutoff},
	Hi:     1,
	Score: func(j Judged, a Args) float64 {
		n := 0
		for _, g := range j.Gains[:j.cut(a.K)] {
			if !math.IsNaN(g) {
				n++
			}
		}
		if a.K == 0 {
			return ratio(float64(n), float64(len(j.Gains)))
		}
		return float64(n) / float64(a.K)
	},
}
