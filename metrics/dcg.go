package metrics

import "math"

var rawDCG = &Measure{
	Name: "dcg", Trec: "dcg",
	Title:  "discounted cumulative gain",
	Doc:    "The sum over the ranks i of gain/log2(i+1): the numerator of nDCG.",
	Cite:   "jarvelin2002",
	Params: []Param{gradeGains},
	Hi:     math.Inf(1), Signed: true,
	Score:    func(j Judged, a Args) float64 { return discounted(j.Gains, len(j.Gains), a.gains().gain) },
	TrecArgs: trecGains,
}

var idealDCG = &Measure{
	Name: "ideal_dcg", Trec: "ideal_dcg",
	Title:  "discounted cumulative gain of the best order",
	Doc:    "The sum over the judged documents of the topic in decreasing order of gain, as far as it is positive, of gain/log2(i+1): the denominator of nDCG.",
	Cite:   "jarvelin2002",
	Params: []Param{gradeGains},
	Hi:     math.Inf(1),
	Score: func(j Judged, a Args) float64 {
		best := a.gains().best(j.Ideal)
		return discounted(best, len(best), itself)
	},
	TrecArgs: trecGains,
}

// discounted is the sum of gain/log2(i+1) over the ranks i to k.
func discounted(grades []float64, k int, gain func(grade float64) float64) float64 {
	sum := 0.0
	for i, grade := range grades[:min(k, len(grades))] {
		if g := gain(grade); g != 0 {
			sum += g / math.Log2(float64(i+2))
		}
	}
	return sum
}

func itself(gain float64) float64 { return gain }

// trecGains turns trec_eval's 1=3,2=9 into ours.
func trecGains(text string) string { return "gains=" + colons(text) }
