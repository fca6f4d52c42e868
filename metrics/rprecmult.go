package metrics

import "math"

var multipleOfR = Param{Name: "x", Doc: "multiple of R", Required: true, kind: decimal(0, 1000)}

var rprecMult = &Measure{
	Name: "Rprec_mult", TrecCut: "Rprec_mult",
	Title: "precision at a multiple of R",
	Doc: "Precision at rank x·R + 0.9, rounded down, where R is the number of relevant documents of the topic; divided by that rank " +
		"also where fewer were retrieved.",
	Cite:   "buckley2005",
	Params: []Param{multipleOfR, relLevel},
	Hi:     1,
	Score: func(j Judged, a Args) float64 {
		k := math.Floor(float64(a.number(multipleOfR)*float64(j.R())) + 0.9)
		return ratio(float64(j.relevant(int(min(k, float64(len(j.Gains)))))), k)
	},
}
