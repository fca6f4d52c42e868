package tasks_test

import (
	"slices"
	"testing"

	"sigrel/metrics"
)

// rankingTasks are those that rank documents by qrels or labels.
var rankingTasks = []string{"checkthat18", "checkthat20-en", "checkthat20-ar", "checkthat20-verified", "checkthat20-evidence", "evetar-adhoc"}

// Every entry is filled in, and says what the others rely on.
func TestRankingTasks(t *testing.T) {
	flags := []string{"qrels", "gold", "order", "official-quirks", "skip-topics-without-relevant"}
	official := map[string]string{"checkthat18": "AP", "checkthat20-en": "AP", "checkthat20-ar": "P@30", "checkthat20-verified": "AP@5",
		"checkthat20-evidence": "P@10", "evetar-adhoc": "AP"}
	for _, name := range rankingTasks {
		task := findTask(t, name)
		if task.Title == "" || task.Doc == "" || task.Topic == "" || task.Gold == "" || task.Run == "" || task.Load == nil || task.Write == nil || task.Own != nil {
			t.Errorf("%s is not filled in", name)
		}
		if task.Measures[0] != official[name] {
			t.Errorf("%s: official measure %s, want %s", name, task.Measures[0], official[name])
		}
		for _, m := range task.Measures {
			if a, err := metrics.Find(m); err != nil || a.String() != m {
				t.Errorf("%s: measure %s: %v", name, m, err)
			}
		}
		for _, flag := range task.Flags {
			if !slices.Contains(flags, flag) {
				t.Errorf("%s: unknown flag %s", name, flag)
			}
		}
		for _, limit := range task.Limits.Runs {
			if !slices.Contains(metrics.RunTypes(), limit.Type) || limit.Least > limit.Most {
				t.Errorf("%s: limit %v", name, limit)
			}
		}
	}
}
