package pooling

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"sigrel/metrics"
	"sigrel/stats"
)

// large invents a collection of the size of a track: runs of 1000 documents on 100 topics, pooled to 100, teams of three.
// Runs share the quality of the documents, so that they overlap as real ones do.
func large(n int) ([]*metrics.Run, metrics.Qrels) {
	const topics, depth, retrieved, docs = 100, 100, 1000, 3000
	rng := rand.New(rand.NewPCG(3, 5))
	names := make([]metrics.Doc, docs)
	for d := range names {
		names[d] = metrics.Doc(fmt.Sprintf("doc-%05d", d))
	}
	q := metrics.Qrels{}
	var runs []*metrics.Run
	for i := range n {
		r := &metrics.Run{Tag: metrics.Tag(fmt.Sprintf("run%03d", i)), Team: metrics.Team(fmt.Sprint("team", i/3)), Topics: map[metrics.Topic][]metrics.Scored{}}
		skill := 0.5 + rng.Float64()
		for j := range topics {
			topic := topicName(j)
			list := make([]metrics.Scored, docs)
			for d := range list {
				list[d] = metrics.Scored{Doc: names[d], Score: -skill*float64(d)/300 + rng.NormFloat64()}
			}
			metrics.OrderTrecEval.Rank(list)
			r.Topics[topic] = list[:retrieved:retrieved]
			if q[topic] == nil {
				q[topic] = map[metrics.Doc]metrics.Grade{}
			}
			for _, s := range list[:depth] {
				var d int
				fmt.Sscanf(string(s.Doc), "doc-%d", &d)
				q[topic][s.Doc] = metrics.Grade((d*7919 + j*104729) % 1000 / max(1, 1000-400/(1+d/20))) // fewer, the worse
			}
		}
		runs = append(runs, r)
	}
	return runs, q
}

// BenchmarkAudit is everything that `pool` computes: leaving out in two modes with verdicts, sweeps, rates.
func BenchmarkAudit(b *testing.B) {
	for _, n := range []int{17, 100} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			runs, q := large(n)
			ms := find(b, "AP", "P@10", "nDCG@10")
			b.ResetTimer()
			b.ReportAllocs()
			for b.Loop() {
				audit(b, runs, q, ms)
			}
		})
	}
}

func audit(b *testing.B, runs []*metrics.Run, q metrics.Qrels, ms []metrics.Applied) {
	byT := ByT(nil, stats.Corrections()[3], 0.05)
	p, err := Build(runs, q, Options{})
	if err != nil {
		b.Fatal(err)
	}
	for _, mode := range []Mode{RemoveUniques, Repool} {
		if _, err := p.LeaveOut(ms, LeaveOutOptions{Mode: mode, Verdicts: Verdicts{Decide: byT}}); err != nil {
			b.Fatal(err)
		}
	}
	if _, err := p.Sweep(ms, SweepOptions{}); err != nil {
		b.Fatal(err)
	}
	p.Facts()
	p.Contributions()
	p.TopicDepths(0)
	p.Judged([]int{5, 10, 20, 50, 100})
	p.JudgedByTopic(10)
}
