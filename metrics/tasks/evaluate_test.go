package tasks

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"sigrel/metrics"
)

// three has three runs on four topics: the first answers all, the second two, the third one.
func three(counts bool) (*Task, *Submissions) {
	runs := []*metrics.Run{{Tag: "all", File: "all.tsv"}, {Tag: "half", File: "half.tsv"}, {Tag: "one", File: "one.tsv"}}
	task := &Task{Name: "x", Own: []Measure{{Name: "A"}, {Name: "B"}}}
	return task, &Submissions{Runs: runs, Table: &Table{
		Topics: []metrics.Topic{"1", "2", "3", "4"},
		Values: []*mat.Dense{
			mat.NewDense(3, 4, []float64{1, .5, .25, 0, 1, 1, 0, 0, 1, 0, 0, 0}),
			mat.NewDense(3, 4, []float64{.1, .2, .3, .4, .1, .2, 0, 0, .1, 0, 0, 0}),
		},
		Missing: []metrics.Missing{{Run: runs[1], Topics: []metrics.Topic{"3", "4"}}, {Run: runs[2], Topics: []metrics.Topic{"2", "3", "4"}}},
		Counts:  counts,
	}}
}

func TestEvaluateOwn(t *testing.T) {
	tags := func(s *metrics.Scores) string {
		var out []string
		for _, sys := range s.Systems {
			out = append(out, string(sys.Tag))
		}
		return strings.Join(out, " ")
	}
	for _, c := range []struct {
		name           string
		counts         bool
		opt            metrics.EvalOptions
		systems        string
		topics         int
		excluded, drop int
	}{
		{"fewer than half is excluded", true, metrics.EvalOptions{}, "all half", 4, 1, 0},
		{"but kept where means will do", true, metrics.EvalOptions{KeepSparse: true}, "all half one", 4, 0, 0},
		{"silence may be right", false, metrics.EvalOptions{}, "all half one", 4, 0, 0},
		{"topics dropped", true, metrics.EvalOptions{Unanswered: metrics.UnansweredDrop}, "all half", 2, 1, 2},
		{"runs dropped", true, metrics.EvalOptions{Unanswered: metrics.UnansweredDropRun}, "all", 4, 2, 0},
	} {
		task, sub := three(c.counts)
		ev, err := task.Evaluate(sub, []string{"B", "A"}, c.opt)
		if err != nil {
			t.Fatal(c.name, err)
		}
		s := ev.Scores[0]
		if s.Measure != "B" || ev.Scores[1].Measure != "A" || tags(s) != c.systems || len(s.Topics) != c.topics ||
			len(ev.Excluded) != c.excluded || len(ev.Dropped) != c.drop || s.Values.At(0, 1) != .2 {
			t.Errorf("%s: got %s, %d topics, %d excluded, %d dropped", c.name, tags(s), len(s.Topics), len(ev.Excluded), len(ev.Dropped))
		}
	}
}

func TestEvaluateOwnErrors(t *testing.T) {
	task, sub := three(true)
	for _, c := range []struct {
		names []string
		opt   metrics.EvalOptions
		want  string
	}{
		{[]string{"C"}, metrics.EvalOptions{}, `measure "C": task x has A, B`},
		{[]string{"A", "A"}, metrics.EvalOptions{}, `measure "A" twice`},
		{[]string{"A"}, metrics.EvalOptions{Unanswered: metrics.UnansweredError}, `half.tsv: run "half", topic "3": topic not answered`},
	} {
		if _, err := task.Evaluate(sub, c.names, c.opt); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("got error %v, want %s", err, c.want)
		}
	}
	sub.Table.Missing[1].Topics = slices.Clone(sub.Table.Topics)
	if _, err := task.Evaluate(sub, []string{"A"}, metrics.EvalOptions{}); !errors.Is(err, metrics.ErrNoCommonTopic) {
		t.Errorf("a run without any topic: got error %v", err)
	}
	if ev, err := task.Evaluate(sub, []string{"A"}, metrics.EvalOptions{KeepEmpty: true, KeepSparse: true}); err != nil || len(ev.Scores[0].Systems) != 3 {
		t.Errorf("kept all the same: got error %v", err)
	}
}
