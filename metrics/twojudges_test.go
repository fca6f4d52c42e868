package metrics_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"sigrel/metrics"
)

func TestTwoJudges(t *testing.T) {
	a := metrics.Qrels{"1": {"x": 1, "y": 0, "z": -1, "n": 1}, "2": {"x": 1}, "3": {"q": 2}}
	b := metrics.Qrels{"1": {"x": 2, "z": 1, "w": 1, "v": -1, "n": -2}, "2": {"y": 0}, "4": {"q": 1}}
	fromA, fromB := metrics.JudgedByBoth(a, b)
	if d := cmp.Diff(metrics.Qrels{"1": {"x": 1}}, fromA); d != "" {
		t.Error("from A:", d)
	}
	if d := cmp.Diff(metrics.Qrels{"1": {"x": 2}}, fromB); d != "" {
		t.Error("from B:", d)
	}
	want := metrics.Qrels{"1": {"x": 1, "y": 0, "z": 1, "w": 1, "n": 1}, "2": {"x": 1, "y": 0}, "3": {"q": 2}}
	if d := cmp.Diff(want, metrics.FillHoles(a, b)); d != "" {
		t.Error("filled:", d)
	}
	if a["1"]["z"] != -1 || len(a["1"]) != 4 {
		t.Error("arguments changed")
	}
}

func names(docs []metrics.Scored) string {
	var out []string
	for _, d := range docs {
		out = append(out, string(d.Doc))
	}
	return strings.Join(out, " ")
}

func TestRerankBy(t *testing.T) {
	q := metrics.Qrels{"1": {"c": 1, "d": 2, "b": -1, "e": 3, "a": 0}}
	r := &metrics.Run{Tag: "r", Topics: map[metrics.Topic][]metrics.Scored{"1": {{Doc: "e", Score: 1}, {Doc: "u", Score: 6}, {Doc: "b", Score: 5}, {Doc: "c", Score: 4},
		{Doc: "a", Score: 3}, {Doc: "d", Score: 2}}}}
	for k, want := range map[int]string{0: "e d c u b a", 4: "c u b a d e", 5: "d c u b a e", 6: "e d c u b a", 99: "e d c u b a"} {
		if got := names(metrics.RerankBy(r, q, k).Ranked("1")); got != want {
			t.Errorf("first %d: %s, want %s", k, got, want)
		}
	}
	if got := names(r.Ranked("1")); got != "u b c a d e" {
		t.Errorf("the run itself became %s", got)
	}
}

func TestIdealRun(t *testing.T) {
	q := metrics.Qrels{"1": {"c": 1, "d": 2, "b": -1, "e": 1, "a": 0}}
	down := func(_ metrics.Topic, x, y metrics.Doc) int { return strings.Compare(string(y), string(x)) }
	if got := names(metrics.IdealRun("i", q, down).Ranked("1")); got != "d e c a" {
		t.Errorf("%s, want d e c a", got)
	}
}

// By the labels that it is ordered by, no run of the same documents scores better by any measure of rank than one
// re-ranked to the end, and the ideal run scores what the measure calls perfect.
func TestRerankingIsOptimal(t *testing.T) {
	measures := []metrics.Applied{find(t, "AP"), find(t, "nDCG@10"), find(t, "RR"), find(t, "P@3")}
	rapid.Check(t, func(r *rapid.T) {
		grades := rapid.MapOfN(rapid.StringMatching(`[a-h]`), rapid.IntRange(0, 3), 1, 8).Draw(r, "grades")
		q := metrics.Qrels{"1": {}}
		for d, g := range grades {
			q["1"][metrics.Doc(d)] = metrics.Grade(g)
		}
		order := rapid.Permutation([]string{"a", "b", "c", "d", "e", "f", "g", "h"}).Draw(r, "order")
		run := &metrics.Run{Tag: "r", Topics: map[metrics.Topic][]metrics.Scored{}}
		for i, d := range order {
			run.Topics["1"] = append(run.Topics["1"], metrics.Scored{Doc: metrics.Doc(d), Score: float64(-i)})
		}
		ideal := metrics.IdealRun("ideal", q, func(_ metrics.Topic, x, y metrics.Doc) int { return strings.Compare(string(x), string(y)) })
		k := rapid.IntRange(1, 8).Draw(r, "k")
		part, full := metrics.RerankBy(run, q, k), metrics.RerankBy(run, q, 0)
		part.Tag, full.Tag = "part", "full"
		ev, err := metrics.Evaluate([]*metrics.Run{run, part, full, ideal}, q.Gold(1), measures, metrics.EvalOptions{KeepEmpty: true})
		if err != nil {
			r.Fatal(err)
		}
		for m, s := range ev.Scores {
			v := s.Means()
			if v[1] < v[0]-1e-12 || v[2] < v[1]-1e-12 || v[3] < v[2]-1e-12 || v[3] > v[2]+1e-12 {
				r.Fatalf("%s: run %v, first %d re-ranked %v, all %v, ideal %v", measures[m], v[0], k, v[1], v[2], v[3])
			}
		}
	})
}
