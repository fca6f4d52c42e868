package tasks_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"sigrel/metrics"
	"sigrel/metrics/tasks"
)

// A run of 12 topics with 500 tweets each is read, checked and scored.
func BenchmarkCheckthat20Ar(b *testing.B) {
	var gold, run strings.Builder
	for topic := range 12 {
		for n := range 500 {
			fmt.Fprintf(&gold, "CT20-AR-%02d\t%d\t%d\n", topic, 1234567890123456789+500*topic+n, n%3%2)
			fmt.Fprintf(&run, "CT20-AR-%02d\t%d\t%d\t%.15f\tr\n", topic, n+1, 1234567890123456789+500*topic+n*7%500, 1/float64(n+1))
		}
	}
	dir := b.TempDir()
	writeFiles(b, dir, map[string]string{"gold": gold.String(), "run": run.String()})
	in := rankingInputs(filepath.Join(dir, "gold"), filepath.Join(dir, "run"))
	var applied []metrics.Applied
	for _, name := range findTask(b, "checkthat20-ar").Measures {
		a, err := metrics.Find(name)
		if err != nil {
			b.Fatal(err)
		}
		applied = append(applied, a)
	}
	for b.Loop() {
		s := mustLoad(b, "checkthat20-ar", in, tasks.Options{})
		if _, err := metrics.Evaluate(s.Runs, s.Gold, applied, metrics.EvalOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}
