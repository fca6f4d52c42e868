package metrics

var bpref = &Measure{
	Name: "Bpref", Trec: "bpref", Aliases: []string{"BPref"},
	Title: "binary preference",
	Doc: "With R relevant and N judged non-relevant documents in the topic: the sum over the retrieved relevant documents " +
		"of 1 − min(b, R)/min(N, R), where b counts the judged non-relevant documents above, divided by R. " +
		"Documents that were not judged play no part.",
	Cite:   "buckley2004",
	Params: []Param{relLevel},
	Hi:     1,
	Score: func(j Judged, _ Args) float64 {
		r := j.R()
		bound := float64(min(r, j.N()))
		sum, above := 0.0, 0
		for _, g := range j.Gains {
			switch {
			case g >= j.Level:
				sum += 1 - ratio(float64(min(above, r)), bound) // above is 0 where bound is
			case g < j.Level: // false for NaN: not judged
				above++
			}
		}
		return ratio(sum, float64(r))
	},
}
