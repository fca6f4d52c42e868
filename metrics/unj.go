package metrics

var unj = &Measure{
	Name: "unj", TrecCut: "unj",
	Title:  "unjudged documents",
	Doc:    "The documents without a judgment in the first k ranks, divided by k; ranks that the run left empty do not count. A negative grade is not a judgment.",
	Params: []Param{requiredCutoff},
	Hi:     1, Lower: true,
	Score: func(j Judged, a Args) float64 { return ratio(float64(j.unjudged(a.K)), float64(a.K)) },
}
