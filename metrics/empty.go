package metrics

var empty = &Measure{
	Name:   "empty",
	Title:  "empty ranks",
	Doc:    "The ranks to k that the run left empty, divided by k. Judged@k, unj@k and empty@k add up to 1.",
	Params: []Param{requiredCutoff},
	Hi:     1, Lower: true,
	Score: func(j Judged, a Args) float64 { return ratio(float64(max(0, a.K-len(j.Gains))), float64(a.K)) },
}
