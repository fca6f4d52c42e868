package metrics

import "math"

var yaap = &Measure{
	Name: "yaap", Trec: "yaap",
	Title: "yet another average precision",
	Doc: "ln((1+S)/(1+R−S)), where R is the number of relevant documents of the topic and S is average precision times R. It lies between " +
		"−ln(1+R) and ln(1+R). trec_eval's own.",
	Params: []Param{relLevel},
	Lo:     math.Inf(-1), Hi: math.Inf(1),
	Score: func(j Judged, _ Args) float64 {
		s := j.precisions(0)
		return math.Log((1 + s) / (1 + float64(j.R()) - s))
	},
}
