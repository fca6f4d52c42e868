package metrics_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sigrel/metrics"
)

// study is four judged topics; in each, r is relevant and n is not.
func study() metrics.Qrels {
	q := make(metrics.Qrels)
	for _, t := range []metrics.Topic{"10", "2", "3", "4"} {
		q[t] = map[metrics.Doc]metrics.Grade{"r": 1, "n": 0}
	}
	return q
}

// answering makes a run that puts r first on each topic.
func answering(tag metrics.Tag, topics ...metrics.Topic) *metrics.Run {
	run := &metrics.Run{Tag: tag, Team: "team of " + metrics.Team(tag), Topics: make(map[metrics.Topic][]metrics.Scored)}
	for _, t := range topics {
		run.Topics[t] = ranking("r n")
	}
	return run
}

func TestUnansweredTopics(t *testing.T) {
	full, most, few := answering("full", "10", "2", "3", "4", "99"), answering("most", "10", "2", "4"), answering("few", "2")
	runs := []*metrics.Run{full, most, few}
	type result struct {
		Tags              []metrics.Tag
		Topics            []metrics.Topic
		Most              []float64
		Excluded, Dropped int
	}
	for _, c := range []struct {
		policy metrics.Unanswered
		want   result
	}{
		{metrics.UnansweredDefault, result{[]metrics.Tag{"full", "most"}, []metrics.Topic{"10", "2", "3", "4"}, []float64{1, 1, 0, 1}, 1, 0}},
		{metrics.UnansweredZero, result{[]metrics.Tag{"full", "most"}, []metrics.Topic{"10", "2", "3", "4"}, []float64{1, 1, 0, 1}, 1, 0}},
		{metrics.UnansweredDrop, result{[]metrics.Tag{"full", "most"}, []metrics.Topic{"10", "2", "4"}, []float64{1, 1, 1}, 1, 1}},
		{metrics.UnansweredDropRun, result{[]metrics.Tag{"full"}, []metrics.Topic{"10", "2", "3", "4"}, nil, 2, 0}},
	} {
		ev, err := metrics.Evaluate(runs, study().Gold(1), []metrics.Applied{find(t, "AP")}, metrics.EvalOptions{Unanswered: c.policy})
		if err != nil {
			t.Fatal(err)
		}
		s := ev.Scores[0]
		got := result{Topics: s.Topics, Excluded: len(ev.Excluded), Dropped: len(ev.Dropped)}
		for i, sys := range s.Systems {
			got.Tags = append(got.Tags, sys.Tag)
			if sys.Tag == "most" {
				got.Most = s.Row(i)
			}
			if sys.Team != "team of "+metrics.Team(sys.Tag) {
				t.Errorf("%s is of team %q", sys.Tag, sys.Team)
			}
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%v (-want +got):\n%s", c.policy, diff)
		}
		if diff := cmp.Diff([]metrics.Missing{
			{Run: full, Extra: []metrics.Topic{"99"}},
			{Run: most, Topics: []metrics.Topic{"3"}},
			{Run: few, Topics: []metrics.Topic{"10", "3", "4"}},
		}, ev.Missing); diff != "" {
			t.Errorf("%v: missing (-want +got):\n%s", c.policy, diff)
		}
		var codes []string
		for _, w := range ev.Warnings() {
			codes = append(codes, w.Code)
		}
		if want := append([]string{"missing-topics", "missing-topics"}, slices.Repeat([]string{"excluded-run"}, c.want.Excluded)...); !slices.Equal(codes, want) {
			t.Errorf("%v: warnings %v, want %v", c.policy, codes, want)
		}
	}
}

func TestEvaluateErrors(t *testing.T) {
	full, other := answering("full", "10", "2", "3", "4"), answering("other", "2 ", "3 ")
	ap := []metrics.Applied{find(t, "AP")}
	for _, c := range []struct {
		name   string
		runs   []*metrics.Run
		qrels  metrics.Qrels
		ms     []metrics.Applied
		policy metrics.Unanswered
		is     error
		want   string
	}{
		{"no runs", nil, study(), ap, 0, nil, "0 runs"},
		{"no measures", []*metrics.Run{full}, study(), nil, 0, nil, "0 measures"},
		{"no topics", []*metrics.Run{full}, nil, ap, 0, nil, "no judged topics"},
		{"one tag", []*metrics.Run{full, full}, study(), ap, 0, nil, `two runs have the tag "full"`},
		{"foreign", []*metrics.Run{full, other}, study(), ap, 0, metrics.ErrNoCommonTopic, `run "other": no topic in common with the judgments: its topics are like "2 ", those judged like "10"`},
		{"error", []*metrics.Run{answering("most", "10", "2", "3")}, study(), ap, metrics.UnansweredError, metrics.ErrUnanswered, `run "most", topic "4": topic not answered`},
		{"too few", []*metrics.Run{answering("few", "2")}, study(), ap, 0, nil, "no run is left to score: each of 1 misses"},
		{"disjoint", []*metrics.Run{answering("a", "10", "2"), answering("b", "3", "4")}, study(), ap, metrics.UnansweredDrop, nil, "no topic is answered by all runs"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := metrics.Evaluate(c.runs, c.qrels.Gold(1), c.ms, metrics.EvalOptions{Unanswered: c.policy})
			if err == nil || !strings.Contains(err.Error(), c.want) || c.is != nil && !errors.Is(err, c.is) {
				t.Errorf("got error %v, want %q", err, c.want)
			}
		})
	}
}

func TestUnansweredNames(t *testing.T) {
	for _, name := range []string{"", "zero", "drop", "drop-run", "error"} {
		var u metrics.Unanswered
		if err := u.UnmarshalText([]byte(name)); err != nil {
			t.Fatal(err)
		}
		if text, err := u.MarshalText(); err != nil || string(text) != name {
			t.Errorf("got %q, %v, want %q", text, err, name)
		}
	}
	var u metrics.Unanswered
	if err := u.UnmarshalText([]byte("nil")); err == nil || !strings.Contains(err.Error(), "want one of zero, drop, drop-run, error") {
		t.Errorf("got error %v", err)
	}
}

// Workers and the order of runs change nothing but the order of rows; the runs stay as they were.
func TestEvaluateWorkers(t *testing.T) {
	runs := []*metrics.Run{answering("a", "10", "2", "3"), answering("b", "2", "3", "4"), answering("c", "10", "2", "3", "4")}
	runs[0].Topics["2"] = []metrics.Scored{{Doc: "n", Score: 1}, {Doc: "r", Score: 2}}
	ms := []metrics.Applied{find(t, "AP"), find(t, "nDCG@1")}
	var first []float64
	for _, workers := range []int{1, 2, 7} {
		ev, err := metrics.Evaluate(runs, study().Gold(1), ms, metrics.EvalOptions{Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		all := slices.Concat(ev.Scores[0].Values.RawMatrix().Data, ev.Scores[1].Values.RawMatrix().Data)
		if first == nil {
			first = all
		}
		if diff := cmp.Diff(first, all); diff != "" {
			t.Errorf("%d workers (-want +got):\n%s", workers, diff)
		}
	}
	if runs[0].Topics["2"][0].Doc != "n" {
		t.Error("Evaluate reordered a run")
	}
}

func TestRank(t *testing.T) {
	docs := []metrics.Scored{{Doc: "a", Score: 1}, {Doc: "z", Score: 1}, {Doc: "ä", Score: 1}, {Doc: "b", Score: 2}, {Doc: "c", Score: 0},
		{Doc: "d", Score: math.Copysign(0, -1)}}
	ranked := metrics.OrderTrecEval.Ranked(docs)
	var got []metrics.Doc
	for _, d := range ranked {
		got = append(got, d.Doc)
	}
	// Equal scores: bytes descending, so ä (C3 A4) is above z (7A).
	if diff := cmp.Diff([]metrics.Doc{"b", "ä", "z", "a", "d", "c"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if docs[0].Doc != "a" {
		t.Error("Ranked changed its argument")
	}
	if again := metrics.OrderTrecEval.Ranked(ranked); &again[0] != &ranked[0] {
		t.Error("Ranked copied what is in order")
	}
}
