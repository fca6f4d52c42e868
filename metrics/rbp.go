package metrics

import "math"

var (
	persistence = Param{Name: "p", Doc: "chance of going on to the next rank; without it, 0.8", Default: []float64{0.8}, kind: share()}
	gainByTop   = Param{Name: "gain", Doc: "max: the gain is the grade divided by the highest grade of the collection", kind: words("max")}
)

var rbp = &Measure{
	Name:  "RBP",
	Title: "rank-biased precision",
	Doc: "(1−p) times the sum over the ranks i of gain·p^(i−1): the relevance that a reader meets who goes on to the next rank with probability p. " +
		"The gain is 1 for a relevant document; with gain=max it is the grade divided by the highest grade of the collection.",
	Cite:   "moffat2008",
	Params: []Param{persistence, relLevel, gainByTop},
	Hi:     1,
	Score: func(j Judged, a Args) float64 {
		p := a.number(persistence)
		sum, weight := 0.0, 1-p
		for _, g := range j.Gains {
			switch {
			case math.IsNaN(g):
			case a.has(gainByTop):
				sum += float64(weight * ratio(g, j.Top))
			case g >= j.Level:
				sum += weight
			}
			weight *= p
		}
		return sum
	},
	Residual: func(j Judged, a Args) float64 { return j.unseen(a.number(persistence)) },
}
