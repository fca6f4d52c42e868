package metrics

var success = &Measure{
	Name: "Success", TrecCut: "success",
	Title:  "success",
	Doc:    "1 if a relevant document is in the first k ranks, else 0.",
	Cite:   "buckley2005",
	Params: []Param{requiredCutoff, relLevel},
	Hi:     1,
	Score: func(j Judged, a Args) float64 {
		return float64(min(j.relevant(a.K), 1))
	},
}
