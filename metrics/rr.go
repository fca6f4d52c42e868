package metrics

var rr = &Measure{
	Name: "RR", Trec: "recip_rank", Aliases: []string{"MRR"},
	Title:  "reciprocal rank",
	Doc:    "1 divided by the rank of the first relevant document; 0 if none was retrieved, or none in the first k ranks.",
	Cite:   "voorhees1999",
	Params: []Param{cutoff, relLevel},
	Hi:     1,
	Score: func(j Judged, a Args) float64 {
		for i, g := range j.Gains[:j.cut(a.K)] {
			if g >= j.Level {
				return 1 / float64(i+1)
			}
		}
		return 0
	},
}
