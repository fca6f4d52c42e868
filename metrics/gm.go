package metrics

import "math"

// gmFloor is the least score that a geometric mean counts.
const gmFloor = 0.00001

var gmMap = &Measure{
	Name: "gm_map", Trec: "gm_map",
	Title: "logarithm of average precision",
	Doc: "The natural logarithm of AP, or of 0.00001 if AP is less. The value for all topics is exp of the mean: the " +
		"geometric mean of AP, which the hard topics decide.",
	Cite: "buckley2005",
	Lo:   math.Log(gmFloor), Hi: 0, Log: true,
	Score: func(j Judged, _ Args) float64 { return math.Log(max(ap.Score(j, Args{}), gmFloor)) },
}

var gmBpref = &Measure{
	Name: "gm_bpref", Trec: "gm_bpref",
	Title: "logarithm of binary preference",
	Doc: "The natural logarithm of Bpref, or of 0.00001 if Bpref is less. The value for all topics is exp of the mean: the " +
		"geometric mean of Bpref.",
	Cite: "buckley2004",
	Lo:   math.Log(gmFloor), Hi: 0, Log: true,
	Score: func(j Judged, _ Args) float64 { return math.Log(max(bpref.Score(j, Args{}), gmFloor)) },
}
