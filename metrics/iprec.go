package metrics

import "math"

var recallLevel = Param{Name: "x", Doc: "recall level", Required: true, kind: decimal(0, 1)}

var iprec = &Measure{
	Name: "IPrec", TrecCut: "iprec_at_recall",
	Title: "interpolated precision at a recall level",
	Doc: "The greatest precision at any rank from that at which the share x of the relevant documents is found. The number of " +
		"documents needed is x·R to the nearest whole number, halves upwards; with trec_eval=9 it is x·R + 0.9, rounded down. " +
		"0 if fewer were retrieved.",
	Cite:   "buckley2005",
	Params: []Param{recallLevel, relLevel, oldRounding},
	Hi:     1,
	Score: func(j Judged, a Args) float64 {
		return j.interpolated(a.number(recallLevel), a.has(oldRounding))
	},
}

// interpolated is the greatest precision at any rank that reaches recall x, or 0 if none does. With old, the number of
// documents needed is that of trec_eval 9.
func (j Judged) interpolated(x float64, old bool) float64 {
	need := int(math.Round(x * float64(j.R())))
	if old {
		need = int(math.Floor(float64(x*float64(j.R())) + 0.9)) // not fused: 0.3*57 + 0.9 must reach 18 only as doubles do
	}
	best, found := 0.0, j.relevant(len(j.Gains))
	for i := len(j.Gains); i > 0 && found >= need; i-- {
		best = max(best, float64(found)/float64(i))
		if j.Gains[i-1] >= j.Level {
			found--
		}
	}
	return best
}
