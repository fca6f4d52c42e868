package metrics

import (
	"math"
	"strings"
)

var trecPersistence = Param{Name: "p", Doc: "chance of going on to the next rank; without it, 0.9", Default: []float64{0.9}, kind: share()}

var rbpTrec = &Measure{
	Name: "rbp", Trec: "rbp",
	Title: "rank-biased precision as trec_eval computes it",
	Doc: "(1−p) times the sum over the ranks i of weight·p^(i−1). The weight is the gain; if some gain of the topic (of the grades from 0 to the " +
		"highest judged, and of those named) is below 0 or above 1, it is moved and divided so that the least of 0 and these is 0 and the " +
		"greatest 1. Without a judgment it is 0. RBP is not the same.",
	Cite:   "moffat2008",
	Params: []Param{trecPersistence, gradeGains},
	Hi:     1,
	Score: func(j Judged, a Args) float64 {
		m, p := a.gains(), a.number(trecPersistence)
		lo, hi := m.limits(j.Ideal)
		sum, weight := 0.0, 1-p
		for _, grade := range j.Gains {
			if !math.IsNaN(grade) {
				g := m.gain(grade)
				if lo < 0 || hi > 1 {
					g = (g - lo) / (hi - lo)
				}
				sum += float64(g * weight)
			}
			weight *= p
		}
		return sum
	},
	TrecArgs: trecRBP,
}

var rbpResid = &Measure{
	Name: "rbp_resid", Trec: "rbp_resid",
	Title: "residual of rank-biased precision as trec_eval computes it",
	Doc: "(1−p) times the sum of p^(i−1) over the ranks i without a judgment, plus p^n for the ranks beyond the n retrieved; but 0 if all " +
		"that were retrieved are judged. RBP's residual has p^n always.",
	Cite:   "moffat2008",
	Params: []Param{trecPersistence, gradeGains},
	Hi:     1, Lower: true,
	Score: func(j Judged, a Args) float64 {
		if j.unjudged(len(j.Gains)) == 0 {
			return 0
		}
		return j.unseen(a.number(trecPersistence))
	},
	TrecArgs: trecRBP,
}

// unseen is the weight of the ranks without a judgment, and of those beyond the ranking, in rank-biased precision.
func (j Judged) unseen(p float64) float64 {
	sum, beyond := 0.0, 1.0
	for _, g := range j.Gains {
		if math.IsNaN(g) {
			sum += float64((1 - p) * beyond)
		}
		beyond *= p
	}
	return sum + beyond
}

// limits are the least and the greatest of 0 and the gains of all grades from 0 to the topic's highest and of those that m
// names.
func (m gainMap) limits(ideal []float64) (lo, hi float64) {
	for i := 1; i < len(m); i += 2 {
		lo, hi = min(lo, m[i]), max(hi, m[i])
	}
	if len(ideal) > 0 {
		for grade := ideal[0]; grade > hi; grade-- { // down to the first grade that is its own gain
			hi = max(hi, m.gain(grade))
		}
	}
	return lo, hi
}

// trecRBP turns trec_eval's p=0.8,1=0.5 into ours.
func trecRBP(text string) string {
	var p, pairs []string
	for item := range strings.SplitSeq(text, ",") {
		if strings.HasPrefix(item, "p=") {
			p = append(p, item)
		} else {
			pairs = append(pairs, item)
		}
	}
	if pairs != nil {
		p = append(p, trecGains(strings.Join(pairs, ",")))
	}
	return strings.Join(p, ",")
}
