package metrics

var relativeP = &Measure{
	Name: "relative_P", TrecCut: "relative_P",
	Title:  "precision relative to the best possible",
	Doc:    "The relevant documents in the first k ranks, divided by k or, if that is less, by the number of relevant documents of the topic. trec_eval's own.",
	Params: []Param{requiredCutoff, relLevel},
	Hi:     1,
	Score: func(j Judged, a Args) float64 {
		return ratio(float64(j.relevant(a.K)), float64(min(a.K, j.R())))
	},
}
