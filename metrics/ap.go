package metrics

var ap = &Measure{
	Name: "AP", Trec: "map", TrecCut: "map_cut", Aliases: []string{"MAP"},
	Title: "average precision",
	Doc: "The mean, over the relevant documents of the topic, of the precision at the rank of each; one that was not " +
		"retrieved (or lies beyond k) counts 0. The denominator is the number of relevant documents, also with a cutoff.",
	Cite:   "buckley2005",
	Params: []Param{cutoff, relLevel},
	Hi:     1,
	Score:  func(j Judged, a Args) float64 { return ratio(j.precisions(a.K), float64(j.R())) },
}

// precisions adds up the precision at each relevant document of the first k ranks, or of all if k is 0.
func (j Judged) precisions(k int) float64 {
	sum, seen := 0.0, 0
	for i, g := range j.Gains[:j.cut(k)] {
		if g >= j.Level {
			seen++
			sum += float64(seen) / float64(i+1)
		}
	}
	return sum
}
