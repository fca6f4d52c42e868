package metrics_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sigrel/metrics"
	"sigrel/metrics/formats"
)

// TestFilled: cells that count as 0 for want of a score are known as such, through reading, choosing and averaging.
func TestFilled(t *testing.T) {
	in := "topic,a-1,a-2,b\n1,.1,,.3\n2,.2,.3,.4\n3,.1,.2,-\n"
	all, _, err := formats.ReadScores(strings.NewReader(in), "s.csv", formats.ScoreOptions{Unanswered: metrics.UnansweredZero})
	if err != nil {
		t.Fatal(err)
	}
	s := all[0]
	check := func(what string, got, want [][]bool) {
		t.Helper()
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", what, diff)
		}
	}
	check("read", s.Filled, [][]bool{{false, false, false}, {true, false, false}, {false, false, true}})
	check("chosen", s.Keep([]int{2, 0}, []int{2, 0}).Filled, [][]bool{{true, false}, {false, false}})
	check("without them", s.Keep([]int{0, 1}, []int{1, 2}).Filled, nil)
	averaged, _, err := metrics.Average(s, func(tag metrics.Tag) metrics.Tag { return tag[:1] })
	if err != nil {
		t.Fatal(err)
	}
	check("averaged", averaged.Filled, [][]bool{{true, false, false}, {false, false, true}})
	for _, policy := range []metrics.Unanswered{metrics.UnansweredDrop, metrics.UnansweredDropRun} {
		kept, _, err := formats.ReadScores(strings.NewReader(in), "s.csv", formats.ScoreOptions{Unanswered: policy})
		if err != nil {
			t.Fatal(err)
		}
		check(policy.String(), kept[0].Filled, nil)
	}
}

// TestFilledRuns: a judged topic that a run does not answer is such a cell of the run's scores.
func TestFilledRuns(t *testing.T) {
	qrels := metrics.Qrels{"1": {"d": 1}, "2": {"d": 1}}
	doc := []metrics.Scored{{Doc: "d", Score: 1}}
	full := &metrics.Run{Tag: "full", Topics: map[metrics.Topic][]metrics.Scored{"1": doc, "2": doc}}
	half := &metrics.Run{Tag: "half", Topics: map[metrics.Topic][]metrics.Scored{"2": doc}}
	ap, err := metrics.Find("AP")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		policy metrics.Unanswered
		want   [][]bool
	}{{metrics.UnansweredDefault, [][]bool{{false, false}, {true, false}}}, {metrics.UnansweredDrop, nil}, {metrics.UnansweredDropRun, nil}} {
		ev, err := metrics.Evaluate([]*metrics.Run{full, half}, qrels.Gold(1), []metrics.Applied{ap}, metrics.EvalOptions{Unanswered: c.policy})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.want, ev.Scores[0].Filled); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.policy, diff)
		}
	}
}
