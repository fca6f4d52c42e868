package metrics

var judged = &Measure{
	Name:  "Judged",
	Title: "judged documents",
	Doc: "The judged documents in the first k ranks, divided by k; ranks that the run left empty are not judged. " +
		"Without k: the share of the retrieved documents that were judged. A negative grade is not a judgment.",
	Params: []Param{cutoff},
	Hi:     1,
	Score: func(j Judged, a Args) float64 {
		looked := j.cut(a.K)
		n := looked - j.unjudged(looked)
		if a.K == 0 {
			return ratio(float64(n), float64(looked))
		}
		return float64(n) / float64(a.K)
	},
}
