package metrics

var recall = &Measure{
	Name: "R", TrecCut: "recall", Aliases: []string{"Recall"},
	Title:  "recall",
	Doc:    "The relevant documents in the first k ranks, divided by the relevant documents of the topic.",
	Cite:   "buckley2005",
	Params: []Param{requiredCutoff, relLevel},
	Hi:     1,
	Score: func(j Judged, a Args) float64 {
		return ratio(float64(j.relevant(a.K)), float64(j.R()))
	},
}
