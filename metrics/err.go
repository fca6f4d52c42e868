package metrics

import (
	"fmt"
	"math"
)

var highestGrade = Param{Name: "max", Doc: "highest grade that judges could give; without it, 4", Default: []float64{4}, kind: whole(1, maxExpGrade)}

var expRR = &Measure{
	Name:  "ERR",
	Title: "expected reciprocal rank",
	Doc: "The mean of 1/rank (to k) of the document at which a reader stops, who goes down the ranking and stops at a document of grade g with probability " +
		"(2^g − 1)/2^max; 0 for going on beyond. Without a judgment the probability is 0.",
	Cite:   "chapelle2009",
	Params: []Param{cutoff, highestGrade},
	Hi:     1,
	Score:  func(j Judged, a Args) float64 { return stopping(j.Gains[:j.cut(a.K)], a.number(highestGrade)) },
	Check:  checkHighest,
}

var normExpRR = &Measure{
	Name:  "nERR",
	Title: "normalized expected reciprocal rank",
	Doc: "ERR (to k) divided by that of the judged documents of the topic in decreasing order of grade, which no order surpasses. It is not one of " +
		"ir-measures' NERR8 to NERR11.",
	Cite:   "chapelle2009",
	Params: []Param{cutoff, highestGrade},
	Hi:     1,
	Score: func(j Judged, a Args) float64 {
		k, top := a.K, a.number(highestGrade)
		if k == 0 {
			k = len(j.Ideal)
		}
		return ratio(stopping(j.Gains[:j.cut(a.K)], top), stopping(j.Ideal[:min(k, len(j.Ideal))], top))
	},
	Check: checkHighest,
}

// stopping is the expected reciprocal rank of the document at which a reader stops.
func stopping(grades []float64, top float64) float64 {
	sum, on := 0.0, 1.0
	for i, grade := range grades {
		stop := expGain(grade) / math.Exp2(top)
		sum += on * stop / float64(i+1)
		on *= 1 - stop
	}
	return sum
}

func checkHighest(top float64, a Args) error {
	switch highest := a.number(highestGrade); {
	case top > maxExpGrade:
		return fmt.Errorf("grade %v: want at most %d, since probabilities come from 2^grade", top, maxExpGrade)
	case top > highest:
		return fmt.Errorf("grade %v is above max=%v: want max=%v or more", top, highest, math.Ceil(top))
	}
	return nil
}
