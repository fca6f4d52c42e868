package pooling

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"sigrel/metrics"
)

// inventedTask is a task of runs with 1000 documents a topic, drawn near the top of common lists, whose first 20 ranks were
// pooled but for the last run.
func inventedTask(runs, topics, docs int) ([]*metrics.Run, metrics.Qrels) {
	random := rand.New(rand.NewPCG(1, 2))
	out, q := make([]*metrics.Run, runs), metrics.Qrels{}
	for r := range out {
		out[r] = &metrics.Run{Tag: metrics.Tag("r" + strconv.Itoa(r)), Topics: map[metrics.Topic][]metrics.Scored{}}
	}
	out[runs-1].Unpooled = true
	for t := range topics {
		topic := metrics.Topic(strconv.Itoa(t))
		q[topic] = map[metrics.Doc]metrics.Grade{}
		for _, run := range out {
			list := make([]metrics.Scored, docs)
			used := make(map[int]bool, docs)
			for i := range list {
				n := int(random.ExpFloat64() * float64(docs))
				for used[n] {
					n++
				}
				used[n] = true
				list[i] = metrics.Scored{Doc: metrics.Doc("d" + strconv.Itoa(n)), Score: float64(docs - i)}
			}
			run.Topics[topic] = list
			if !run.Unpooled {
				for i := range min(20, docs) {
					grade := metrics.Grade(0)
					if random.IntN(4) == 0 {
						grade = metrics.Grade(1 + random.IntN(2))
					}
					if _, known := q[topic][list[i].Doc]; !known {
						q[topic][list[i].Doc] = grade
					}
				}
			}
		}
	}
	return out, q
}

// BenchmarkPairs compares one new run with 17 others on 100 topics of 1000 documents.
func BenchmarkPairs(b *testing.B) {
	runs, q := inventedTask(18, 100, 1000)
	h, err := FindHoles(runs, q, HoleOptions{})
	if err != nil {
		b.Fatal(err)
	}
	for _, name := range []string{"AP", "nDCG@10", "P@10", "RBP", "ERR", "Bpref"} {
		b.Run(name, func(b *testing.B) {
			m := applied(b, name)
			for b.Loop() {
				for r := range 17 {
					if _, err := h.Pair(m, 17, r, HolesOfBoth); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}

func BenchmarkDraw(b *testing.B) {
	runs, q := inventedTask(2, 100, 1000)
	h, err := FindHoles(runs, q, HoleOptions{})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := h.Draw(applied(b, "AP"), 1, DrawOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkAdjust(b *testing.B) {
	runs, q := inventedTask(18, 100, 1000)
	p, err := Build(runs, q, Options{Depth: 20})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := p.Adjust(applied(b, "AP"), AdjustOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}
