package metrics

var rprec = &Measure{
	Name: "Rprec", Trec: "Rprec", Aliases: []string{"RPrec"},
	Title:  "R-precision",
	Doc:    "Precision at rank R, where R is the number of relevant documents of the topic; divided by R also where fewer were retrieved.",
	Cite:   "buckley2005",
	Params: []Param{relLevel},
	Hi:     1,
	Score: func(j Judged, _ Args) float64 {
		r := j.R()
		return ratio(float64(j.relevant(r)), float64(r))
	},
}
