package metrics_test

import (
	"testing"

	"sigrel/metrics"
)

// TestKeepSparse: a run that answers one of three topics is out of a comparison, but has a score as trec_eval -c gives it:
// AP 1, 0 and 0.
func TestKeepSparse(t *testing.T) {
	q := metrics.Qrels{"1": {"a": 1}, "2": {"b": 1}, "3": {"c": 1}}
	full := &metrics.Run{Tag: "full", Topics: map[metrics.Topic][]metrics.Scored{"1": {{Doc: "a"}}, "2": {{Doc: "b"}}, "3": {{Doc: "c"}}}}
	one := &metrics.Run{Tag: "one", Topics: map[metrics.Topic][]metrics.Scored{"1": {{Doc: "a"}}}}
	ap, err := metrics.Find("AP")
	if err != nil {
		t.Fatal(err)
	}
	for _, keep := range []bool{false, true} {
		ev, err := metrics.Evaluate([]*metrics.Run{full, one}, q.Gold(1), []metrics.Applied{ap}, metrics.EvalOptions{KeepSparse: keep})
		if err != nil {
			t.Fatal(err)
		}
		if s := ev.Scores[0]; !keep {
			if len(s.Systems) != 1 || len(ev.Excluded) != 1 || ev.Excluded[0].Run != one {
				t.Errorf("without KeepSparse: systems %v, excluded %v", s.Systems, ev.Excluded)
			}
		} else if len(s.Systems) != 2 || len(ev.Excluded) != 0 || s.Means()[1] != 1.0/3 {
			t.Errorf("with KeepSparse: systems %v, excluded %v, means %v", s.Systems, ev.Excluded, s.Means())
		}
	}
}
