package metrics

import (
	"errors"
	"fmt"
	"math"
)

var discount = Param{Name: "dcg", Doc: "exp-log2: the gain is 2^grade − 1", kind: words("exp-log2")}

// maxExpGrade keeps 2^grade, and sums of it, far from overflow.
const maxExpGrade = 300

var ndcg = &Measure{
	Name: "nDCG", Trec: "ndcg", TrecCut: "ndcg_cut", Aliases: []string{"NDCG"},
	Title: "normalized discounted cumulative gain",
	Doc: "The sum over the ranks i (to k) of gain/log2(i+1), divided by the same sum over the judged documents of the topic in " +
		"decreasing order of gain. The gain is the grade itself, whatever grade counts as relevant; without a judgment it is 0. With " +
		"dcg=exp-log2 it is 2^grade − 1. Gains below 0 count against a run, not in the best order.",
	Cite:   "jarvelin2002",
	Params: []Param{cutoff, discount, gradeGains},
	Hi:     1, Signed: true,
	Score: func(j Judged, a Args) float64 {
		k := a.K
		if k == 0 {
			k = math.MaxInt
		}
		gain, again := a.gains().gain, itself
		if a.has(discount) {
			gain, again = expGain, expGain
		}
		return ratio(discounted(j.Gains, k, gain), discounted(a.gains().best(j.Ideal), k, again))
	},
	Check: func(top float64, a Args) error {
		switch {
		case a.has(discount) && a.has(gradeGains):
			return errors.New("both dcg= and gains=: want one of them")
		case a.has(discount) && top > maxExpGrade:
			return fmt.Errorf("grade %v: want at most %d, since the gain is 2^grade − 1", top, maxExpGrade)
		}
		return nil
	},
	TrecArgs: trecGains,
}

// expGain is 2^grade − 1, and 0 without a judgment (NaN).
func expGain(grade float64) float64 {
	if math.IsNaN(grade) {
		return 0
	}
	return math.Exp2(grade) - 1
}
