package pooling

import (
	"fmt"

	"sigrel/metrics"
)

// Rate says how much of the first K ranks of a run was judged, as shares of K, means over all judged topics. The three
// add up to 1: a rank holds a document with a grade of 0 or more (judged), any other document (unjudged: not pooled, or
// with a negative grade), or none (empty: the run retrieved fewer than K, or does not answer the topic).
//
// Other programs differ: trec_eval's unj counts empty ranks as judged, ir_measures' Judged@k divides by the number
// retrieved if that is smaller.
type Rate struct {
	Run      metrics.Tag `json:"run"`
	K        int         `json:"k"`
	Judged   float64     `json:"judged"`
	Unjudged float64     `json:"unjudged"`
	Empty    float64     `json:"empty"`
}

// Split compares the mean judged share of the runs that look as if they were pooled (see [Contribution]) with that of
// the others. A large gap says that the judgments may be unfair to the others.
type Split struct {
	K            int      `json:"k"`
	Contributors int      `json:"contributors"` // number of runs
	Others       int      `json:"others"`
	JudgedBy     *float64 `json:"judged_contributors"` // mean judged@K; nil if there are none
	JudgedOf     *float64 `json:"judged_others"`
}

// Judged computes the rates of every run, in the order of [Build], at every cutoff, and the split at every cutoff; the
// split is nil if the depth of the pool is not known. It panics if a cutoff is less than 1.
func (p *Pool) Judged(cutoffs []int) ([]Rate, []Split) {
	var rates []Rate
	for r := range p.runs {
		for _, k := range cutoffs {
			rates = append(rates, p.rate(r, k))
		}
	}
	if p.Depth.Ranks == 0 {
		return rates, nil
	}
	splits := make([]Split, len(cutoffs))
	for c, k := range cutoffs {
		s := &splits[c]
		s.K = k
		var by, of float64
		for r := range p.runs {
			share := rates[r*len(cutoffs)+c].Judged
			if yes := p.contributor(r); yes != nil && *yes {
				s.Contributors++
				by += share
			} else {
				s.Others++
				of += share
			}
		}
		s.JudgedBy, s.JudgedOf = over(by, s.Contributors), over(of, s.Others)
	}
	return rates, splits
}

func (p *Pool) rate(r, k int) Rate {
	if k < 1 {
		panic(fmt.Sprintf("pooling: cutoff %d", k))
	}
	judged, retrieved := 0, 0
	for i := range p.topics {
		t := &p.topics[i]
		ranked := t.ranked[r][:min(k, len(t.ranked[r]))]
		retrieved += len(ranked)
		for _, n := range ranked {
			if t.judged(n) {
				judged++
			}
		}
	}
	all := float64(k * len(p.topics))
	return Rate{Run: p.runs[r].Tag, K: k, Judged: float64(judged) / all, Unjudged: float64(retrieved-judged) / all,
		Empty: (all - float64(retrieved)) / all}
}

// over is sum/n, or nil if n is 0.
func over(sum float64, n int) *float64 {
	if n == 0 {
		return nil
	}
	mean := sum / float64(n)
	return &mean
}
