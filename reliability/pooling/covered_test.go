package pooling_test

import (
	"fmt"
	"slices"
	"testing"

	"sigrel/metrics"
	"sigrel/reliability/pooling"
)

// TestCovered: five runs of twenty documents each; on topic "ours" all of the first ten are judged, on "theirs" only
// every second one, on "late" all but the first of five runs are judged in full.
func TestCovered(t *testing.T) {
	q := metrics.Qrels{"ours": {}, "theirs": {}, "late": {}}
	var runs []*metrics.Run
	for r := range 5 {
		run := &metrics.Run{Tag: metrics.Tag(fmt.Sprint("r", r)), Topics: make(map[metrics.Topic][]metrics.Scored)}
		for topic := range q {
			for k := range 20 {
				doc := metrics.Doc(fmt.Sprintf("%d-%d", r, k))
				run.Topics[topic] = append(run.Topics[topic], metrics.Scored{Doc: doc, Score: float64(-k)})
				if k < 10 && (topic == "ours" || topic == "theirs" && k%2 == 0 || topic == "late" && r > 0) {
					q[topic][doc] = metrics.Grade(k % 2)
				}
			}
		}
		runs = append(runs, run)
	}
	for _, c := range []struct {
		depth int
		want  []metrics.Topic
	}{{10, []metrics.Topic{"late", "ours"}}, {20, nil}, {pooling.AllRanks, nil}} {
		p, err := pooling.Build(runs, q, pooling.Options{Depth: c.depth})
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Covered(); !slices.Equal(got, c.want) {
			t.Errorf("depth %d: covered %v, want %v", c.depth, got, c.want)
		}
	}
	runs[1].Unpooled, runs[2].Unpooled = true, true
	p, err := pooling.Build(runs, q, pooling.Options{Depth: 10})
	if err != nil {
		t.Fatal(err)
	}
	if got := p.Covered(); !slices.Equal(got, []metrics.Topic{"ours"}) {
		t.Errorf("with two runs unpooled: covered %v, want not the topic that one run of three lacks", got)
	}
}
