package metrics_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sigrel/metrics"
)

func scored(doc metrics.Doc, score float64, rank int32) metrics.Scored {
	return metrics.Scored{Doc: doc, Score: score, Rank: rank}
}

func TestCheckRun(t *testing.T) {
	for _, c := range []struct {
		name string
		docs []metrics.Scored
		want string // codes and, after a colon, a part of the text
	}{
		{"in order", []metrics.Scored{scored("a", 3, 1), scored("b", 2, 2), scored("c", 1, 3)}, ""},
		{"from 0", []metrics.Scored{scored("a", 3, 0), scored("b", 2, 1)}, ""},
		{"all ranks one", []metrics.Scored{scored("a", 3, 1), scored("b", 2, 1)}, ""},
		{"ties in any order", []metrics.Scored{scored("a", 3, 2), scored("b", 3, 1), scored("c", 2, 3), scored("d", 1, 4)}, ""},
		{"reversed", []metrics.Scored{scored("a", .1, 1), scored("b", .2, 2), scored("c", .3, 3)}, "rank-contradicts-score: in 1 of 1 topics and are exactly reversed"},
		{"mixed", []metrics.Scored{scored("a", 3, 1), scored("b", 2, 3), scored("c", 1, 2)}, "rank-contradicts-score: in 1 of 1 topics; scores"},
		{"below a tie", []metrics.Scored{scored("a", 3, 2), scored("b", 3, 5), scored("c", 2, 4), scored("d", 1, 6)}, "rank-contradicts-score: in 1 of 1 topics; scores"},
		{"half tied", []metrics.Scored{scored("a", 3, 1), scored("b", 3, 2), scored("c", 2, 3), scored("d", 1, 4)}, ""},
		{"more than half", []metrics.Scored{scored("a", 3, 1), scored("b", 3, 2), scored("c", 2, 3)}, "tied-scores: 2 of 3 documents"},
		{"rounded", []metrics.Scored{scored("1.2e+18", 3, 1), scored("1.3E+18", 2, 2)}, `rounded-ids: 2 document identifiers look like floating-point numbers, such as "1.2e+18"; 0 of 2 retrieved documents are judged`},
		{"not rounded", []metrics.Scored{scored("c++", 5, 1), scored("ape+1", 4, 2), scored("12e+1", 3, 3), scored("1.e+", 2, 4), scored("1.2e18", 1, 5)}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			run := &metrics.Run{Tag: "r", Topics: map[metrics.Topic][]metrics.Scored{"1": c.docs}}
			got := metrics.CheckRun(run, study())
			code, text, _ := strings.Cut(c.want, ": ")
			if c.want == "" && len(got) > 0 || c.want != "" && (len(got) != 1 || got[0].Code != code || !strings.Contains(got[0].Text, text)) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestCheckQrels(t *testing.T) {
	q := metrics.Qrels{
		"1": {"a": 1, "b": -1, "c": -2},
		"2": {"a": 0, "b": -1},
		"3": {"a": 2},
	}
	want := []metrics.Warning{
		{Code: "negative-grades", Text: "negative grades count as pooled but not judged (-1: 2, -2: 1)"},
		{Code: "no-relevant", Text: `2 of 3 topics have no document of grade 2 or more, so every run scores 0 there: "1", "2"`},
	}
	if diff := cmp.Diff(want, metrics.CheckQrels(q, 2)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := metrics.CheckQrels(metrics.Qrels{"1": {"a": 1, "b": 5, "c": -1}}, 1); len(got) != 2 || got[1].Code != "all-relevant" || !strings.Contains(got[1].Text, "all 2 judged") {
		t.Errorf("got %v, want a warning that all are relevant", got)
	}
	if got := metrics.CheckQrels(study(), 1); got != nil {
		t.Errorf("got %v, want nothing", got)
	}
}

func TestNegativesJudged(t *testing.T) {
	q := metrics.Qrels{"1": {"a": 1, "b": -1}}
	if diff := cmp.Diff(metrics.Qrels{"1": {"a": 1, "b": 0}}, q.NegativesJudged()); diff != "" || q["1"]["b"] != -1 {
		t.Errorf("was %v (-want +got):\n%s", q, diff)
	}
}

// TestCheckRunNothingJudged: identifiers of another collection score 0 everywhere; that must not pass for a bad run.
func TestCheckRunNothingJudged(t *testing.T) {
	q := metrics.Qrels{"1": {"a2": 0, "a1": 1}, "2": {"a3": -1}, "3": {}}
	for _, c := range []struct {
		name   string
		topics map[metrics.Topic][]metrics.Scored
		want   string
	}{
		{"none", map[metrics.Topic][]metrics.Scored{"2": {scored("y", 3, 1)}, "1": {scored("zz\x1b1", 3, 1), scored("zza2", 2, 2)}, "9": {scored("a1", 1, 1)}},
			`run "r": none of its 3 documents on judged topics is in the judgments; its identifiers are like "zz\x1b1", those judged like "a1"`},
		{"one document", map[metrics.Topic][]metrics.Scored{"1": {scored("y", 3, 1)}},
			`run "r": its only document on judged topics is not in the judgments; its identifiers are like "y", those judged like "a1"`},
		{"topic without judgments", map[metrics.Topic][]metrics.Scored{"3": {scored("x", 3, 1)}, "2": {scored("y", 3, 1)}},
			`run "r": none of its 2 documents on judged topics is in the judgments; its identifiers are like "y", those judged like "a3"`},
		{"one that is only pooled", map[metrics.Topic][]metrics.Scored{"1": {scored("x", 3, 1)}, "2": {scored("a3", 3, 1)}}, ""},
		{"no judged topic", map[metrics.Topic][]metrics.Scored{"9": {scored("x", 3, 1)}}, ""},
		{"nothing judged at all", map[metrics.Topic][]metrics.Scored{"3": {scored("x", 3, 1)}}, ""},
	} {
		got := metrics.CheckRun(&metrics.Run{Tag: "r", Topics: c.topics}, q)
		if c.want == "" && len(got) > 0 || c.want != "" && (len(got) != 1 || got[0] != metrics.Warning{Code: "nothing-judged", Text: c.want}) {
			t.Errorf("%s: got %q, want %s", c.name, got, c.want)
		}
	}
	if got := metrics.CheckRun(&metrics.Run{Tag: "r", Topics: map[metrics.Topic][]metrics.Scored{"1": {scored("x", 3, 1)}}}, nil); got != nil {
		t.Errorf("without judgments: got %v, want nothing", got)
	}
}
