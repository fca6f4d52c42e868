package pooling

import (
	"fmt"

	"sigrel/metrics"
)

// Rate says how much of the first K ranks of a run was judged, as shares of K, means over all judged topics. Judged,
// Unjudged and Empty add up to 1: a rank holds a document with a grade of 0 or more (judged), any other document
// (unjudged: not pooled, or with a negative grade), or none (empty: the run retrieved fewer than K, or does not answer the
// topic).
//
// Other programs differ: trec_eval's unj counts empty ranks as judged, ir_measures' Judged@k divides by the number
// retrieved if that is smaller (OfRetrieved) and takes ties in the other order.
type Rate struct {
	Run         metrics.Tag `json:"run"`
	K           int         `json:"k"`
	Judged      float64     `json:"judged"`
	Unjudged    float64     `json:"unjudged"`
	Empty       float64     `json:"empty"`
	Relevant    float64     `json:"relevant"`              // part of Judged
	PerRelevant *float64    `json:"unjudged_per_relevant"` // unjudged documents per relevant one, over all topics; nil if none is relevant
	OfRetrieved float64     `json:"judged_of_retrieved"`   // mean of judged/min(K, retrieved); 0 on a topic without documents
}

// TopicRates says how many of the first K ranks of each run were judged, topic by topic: rows in the order of Runs,
// columns in the order of Topics. The three counts of a cell add up to K.
type TopicRates struct {
	K        int             `json:"k"`
	Runs     []metrics.Tag   `json:"runs"`
	Topics   []metrics.Topic `json:"topics"` // in byte order
	Judged   [][]int         `json:"judged"`
	Unjudged [][]int         `json:"unjudged"`
	Empty    [][]int         `json:"empty"`
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
		shares := make([]float64, len(p.runs))
		for r := range p.runs {
			shares[r] = rates[r*len(cutoffs)+c].Judged
		}
		splits[c] = p.split(k, shares)
	}
	return rates, splits
}

// JudgedByTopic counts the first k ranks of each run on each judged topic. It panics if k is less than 1.
func (p *Pool) JudgedByTopic(k int) TopicRates {
	out := TopicRates{K: k, Runs: make([]metrics.Tag, len(p.runs)), Topics: make([]metrics.Topic, len(p.topics))}
	for i := range p.topics {
		out.Topics[i] = p.topics[i].name
	}
	for r, run := range p.runs {
		out.Runs[r] = run.Tag
		judged, unjudged, empty := make([]int, len(p.topics)), make([]int, len(p.topics)), make([]int, len(p.topics))
		for i := range p.topics {
			c := p.topics[i].top(r, k, p.level)
			judged[i], unjudged[i], empty[i] = c.judged, c.retrieved-c.judged, k-c.retrieved
		}
		out.Judged, out.Unjudged, out.Empty = append(out.Judged, judged), append(out.Unjudged, unjudged), append(out.Empty, empty)
	}
	return out
}

// topCounts counts documents in the first ranks of a run on a topic; relevant ones are judged, and these retrieved.
type topCounts struct{ retrieved, judged, relevant int }

// top counts the first k ranks of run r.
func (t *topic) top(r, k int, level float64) topCounts {
	if k < 1 {
		panic(fmt.Sprintf("pooling: cutoff %d", k))
	}
	ranked := t.ranked[r][:min(k, len(t.ranked[r]))]
	c := topCounts{retrieved: len(ranked)}
	for _, n := range ranked {
		if t.judged(n) {
			c.judged++
		}
		if t.gains[n] >= level {
			c.relevant++
		}
	}
	return c
}

func (p *Pool) rate(r, k int) Rate {
	var sum topCounts
	var of float64
	for i := range p.topics {
		c := p.topics[i].top(r, k, p.level)
		sum.retrieved += c.retrieved
		sum.judged += c.judged
		sum.relevant += c.relevant
		if c.retrieved > 0 {
			of += float64(c.judged) / float64(c.retrieved)
		}
	}
	all := float64(k * len(p.topics))
	unjudged := sum.retrieved - sum.judged
	return Rate{Run: p.runs[r].Tag, K: k, Judged: float64(sum.judged) / all, Unjudged: float64(unjudged) / all,
		Empty: (all - float64(sum.retrieved)) / all, Relevant: float64(sum.relevant) / all,
		PerRelevant: over(float64(unjudged), sum.relevant), OfRetrieved: of / float64(len(p.topics))}
}

// over is sum/n, or nil if n is 0.
func over(sum float64, n int) *float64 {
	if n == 0 {
		return nil
	}
	mean := sum / float64(n)
	return &mean
}
