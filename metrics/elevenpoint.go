package metrics

var recallLevels = Param{Name: "recall", Doc: "recall levels, as 0.2,0.5,0.8; without it, the eleven from 0 to 1",
	Default: []float64{0, .1, .2, .3, .4, .5, .6, .7, .8, .9, 1}, kind: sorted(list(0, decimal(0, 1)))}

var elevenPoint = &Measure{
	Name: "11pt_avg", Trec: "11pt_avg",
	Title:  "mean interpolated precision",
	Doc:    "The mean of IPrec at eleven recall levels, 0, 0.1 and so on to 1, or at the levels given.",
	Cite:   "buckley2005",
	Params: []Param{relLevel, recallLevels, oldRounding},
	Hi:     1,
	Score: func(j Judged, a Args) float64 {
		sum, levels := 0.0, a.values(recallLevels)
		for _, x := range levels {
			sum += j.interpolated(x, a.has(oldRounding))
		}
		return sum / float64(len(levels))
	},
	TrecArgs: func(text string) string { return "recall=" + colons(text) },
}
