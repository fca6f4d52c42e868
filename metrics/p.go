package metrics

var p = &Measure{
	Name: "P", TrecCut: "P", Aliases: []string{"Precision"},
	Title:  "precision",
	Doc:    "The relevant documents in the first k ranks, divided by k, also where fewer were retrieved.",
	Cite:   "buckley2005",
	Params: []Param{requiredCutoff, relLevel},
	Hi:     1,
	Score: func(j Judged, a Args) float64 {
		return ratio(float64(j.relevant(a.K)), float64(a.K))
	},
}
