package pooling

import (
	"math/rand/v2"
	"strings"
	"testing"

	"sigrel/metrics"
)

func TestInferDepth(t *testing.T) {
	runs := invented(8, 20)
	all := pooled(runs, 200)
	deeper := pooled(runs, 10)
	for _, s := range runs[0].Topics["t3"][100:103] { // somebody judged a few more
		deeper["t3"][s.Doc] = 1
	}
	steady := metrics.Qrels{} // the chance of a judgment falls with the quality, without a step
	rng := rand.New(rand.NewPCG(1, 2))
	for j := range 20 {
		steady[topicName(j)] = map[metrics.Doc]metrics.Grade{}
		for d := range 200 {
			if rng.Float64() < 0.2+0.8*float64(d)/200 {
				steady[topicName(j)][docName(d)] = 0
			}
		}
	}
	// One run whose share falls by 0.06 a rank, which 4,000 topics show to be no chance.
	steep := &metrics.Run{Tag: "steep", Topics: map[metrics.Topic][]metrics.Scored{}}
	steepQrels := metrics.Qrels{}
	for j := range 4000 {
		steepQrels[topicName(j)] = map[metrics.Doc]metrics.Grade{}
		for d := range 15 {
			steep.Topics[topicName(j)] = append(steep.Topics[topicName(j)], metrics.Scored{Doc: docName(d), Score: float64(-d)})
			if rng.Float64() < 0.95-0.06*float64(d) {
				steepQrels[topicName(j)][docName(d)] = 0
			}
		}
	}
	short := []*metrics.Run{rankedRun("a", "", "x"), rankedRun("b", "", "y")}
	for _, c := range []struct {
		name   string
		runs   []*metrics.Run
		q      metrics.Qrels
		want   int
		reason string
	}{
		{"all runs to 10", runs, pooled(runs, 10), 10, "inferred: the pool is exactly the union of the first 10 of each run"},
		{"all runs to 10, and more", runs, deeper, 10, "inferred: the share of pooled documents falls from 1.000 at rank 10 to"},
		{"all runs to 1", runs, pooled(runs, 1), 1, "inferred: the pool is exactly"},
		{"six of eight runs to 20", runs, pooled(runs[:6], 20), 20, "inferred: the share of pooled documents falls"},
		{"everything", runs, all, 0, "does not fall"},
		{"steadily", runs, steady, 0, "no step found"},
		{"steeply", []*metrics.Run{steep}, steepQrels, 0, "falls steadily"},
		{"one document", short, metrics.Qrels{"1": {"x": 1}}, 0, "no list of a run has two documents"},
	} {
		p, err := Build(c.runs, c.q, Options{})
		if err != nil {
			t.Fatal(err)
		}
		d := p.Depth
		if d.Ranks != c.want || d.Given || d.Unknown() != (c.want == 0) || !strings.Contains(d.Reason, c.reason) || (d.Before == nil) != (c.want == 0) {
			t.Errorf("%s: got %+v, want depth %d and %q", c.name, d, c.want, c.reason)
		}
	}
}
