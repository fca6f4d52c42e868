package tasks

import (
	"sigrel/metrics"
)

// random adds the reference that chance would score. It is for tasks whose runs rank all documents that are judged.
func (l *rankingLoad) random() {
	qrels, level := l.sub.Qrels, metrics.Grade(max(1, l.opt.Level))
	l.sub.References = append(l.sub.References, Reference{
		Name: "random",
		Doc:  "the expected score of a random order of the topic's documents",
		Score: func(measure string, t metrics.Topic) (float64, bool) {
			a, err := metrics.Find(measure)
			docs, ok := qrels[t]
			if err != nil || !ok || a.String() != (metrics.Applied{Measure: a.Measure, Args: metrics.Args{K: a.Args.K}}).String() {
				return 0, false // nobody asks for it with other parameters
			}
			n, r := 0, 0
			for _, grade := range docs {
				if grade >= 0 {
					n++
				}
				if grade >= level {
					r++
				}
			}
			return randomScore(a, n, r)
		},
	})
}

// randomScore is the expected score by a measure of a random order of n documents, r of them relevant.
func randomScore(a metrics.Applied, n, r int) (float64, bool) {
	k := a.Args.K
	if k == 0 {
		k = n
	}
	switch a.Name {
	case "AP":
		return randomAP(n, r, k), true
	case "RR":
		return randomRR(n, r, k), true
	case "Rprec":
		return randomP(n, r, r), true
	case "P":
		return randomP(n, r, k), true
	}
	return 0, false
}

// randomP is the expected precision in the first k ranks. The document at each rank is relevant with probability r/n, and
// there are min(k, n) ranks; hits are divided by k.
func randomP(n, r, k int) float64 {
	if n == 0 || k == 0 {
		return 0
	}
	return float64(min(k, n)) / float64(k) * float64(r) / float64(n)
}

// randomAP is the expected average precision of the first k ranks.
//
// AP is the sum, over ranks i with a relevant document, of (relevant documents in ranks 1 to i)/i, divided by r. The document
// at rank i is relevant with probability r/n. If it is, each of the i−1 above it is one of the n−1 others, of which r−1 are
// relevant, so that 1 + (i−1)(r−1)/(n−1) are expected to be relevant up to rank i. Hence
//
//	E[AP] = 1/n · Σ (1 + (i−1)(r−1)/(n−1)) / i,  i from 1 to min(k, n).
func randomAP(n, r, k int) float64 {
	if r == 0 {
		return 0
	}
	share := 0.0 // of relevant documents among the others
	if n > 1 {
		share = float64(r-1) / float64(n-1)
	}
	sum := 0.0
	for i := 1; i <= min(k, n); i++ {
		sum += (1 + float64(i-1)*share) / float64(i)
	}
	return sum / float64(n)
}

// randomRR is the expected reciprocal rank of the first relevant document, 0 beyond rank k.
//
// It is Σ p_i/i, p_i the probability that rank i has the first one: that the i−1 documents above are none, and that this one,
// of the n−i+1 left, is one of r. With q_i the probability that the first i ranks have none, q_0 = 1 and
//
//	p_i = q_{i−1} · r/(n−i+1),  q_i = q_{i−1} · (n−i+1−r)/(n−i+1).
func randomRR(n, r, k int) float64 {
	sum, none := 0.0, 1.0
	for i := 1; i <= min(k, n-r+1) && r > 0; i++ {
		left := float64(n - i + 1)
		sum += none * float64(r) / left / float64(i)
		none *= (left - float64(r)) / left
	}
	return sum
}
