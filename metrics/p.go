package metrics

var countUnjudged = Param{Name: "unj", Doc: "1: documents without a judgment count as relevant, an upper bound", kind: words("1")}

var p = &Measure{
	Name: "P", TrecCut: "P", Aliases: []string{"Precision"},
	Title:  "precision",
	Doc:    "The relevant documents in the first k ranks, divided by k, also where fewer were retrieved.",
	Cite:   "buckley2005",
	Params: []Param{requiredCutoff, relLevel, countUnjudged},
	Hi:     1,
	Score: func(j Judged, a Args) float64 {
		n := j.relevant(a.K)
		if a.has(countUnjudged) {
			n += j.unjudged(a.K)
		}
		return ratio(float64(n), float64(a.K))
	},
	Residual: func(j Judged, a Args) float64 {
		if a.has(countUnjudged) {
			return 0
		}
		return ratio(float64(j.unjudged(a.K)), float64(a.K))
	},
}
