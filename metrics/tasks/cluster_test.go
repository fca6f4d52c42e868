package tasks_test

import (
	"math"
	"path/filepath"
	"strings"
	"testing"

	"sigrel/metrics"
	"sigrel/metrics/formats"
	"sigrel/metrics/tasks"
)

// What the tests of the tasks of EveTAR share: events, timelines, and real-time summaries.

// clusterInside is in with its files in a folder.
func clusterInside(dir string, in tasks.Inputs) tasks.Inputs {
	out := tasks.Inputs{}
	if in.Qrels != "" {
		out.Qrels = filepath.Join(dir, in.Qrels)
	}
	for _, g := range in.Gold {
		out.Gold = append(out.Gold, filepath.Join(dir, g))
	}
	for _, r := range in.Runs {
		out.Runs = append(out.Runs, formats.File{Label: r.Label, Path: filepath.Join(dir, r.Path)})
	}
	return out
}

// clusterScore is the score of a run, by its tag, on a topic.
func clusterScore(t testing.TB, task string, s *tasks.Submissions, tag metrics.Tag, measure string, topic metrics.Topic) float64 {
	t.Helper()
	for m, own := range findTask(t, task).Own {
		for i, r := range s.Runs {
			for c, name := range s.Table.Topics {
				if own.Name == measure && r.Tag == tag && name == topic {
					return s.Table.Values[m].At(i, c)
				}
			}
		}
	}
	t.Fatalf("no score of run %q by %s on topic %q", tag, measure, topic)
	return 0
}

// clusterMean is the mean score of a run.
func clusterMean(t testing.TB, task string, s *tasks.Submissions, tag metrics.Tag, measure string) float64 {
	t.Helper()
	sum := 0.0
	for _, topic := range s.Table.Topics {
		sum += clusterScore(t, task, s, tag, measure, topic)
	}
	return sum / float64(len(s.Table.Topics))
}

// clusterNear compares numbers that were printed with 4 decimals, or are exact to 1e-12.
func clusterNear(t testing.TB, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

const (
	clusterPrinted = .5e-4 + 1e-12
	clusterExact   = 1e-12
)

// clusterSaid looks for a convention or warning.
func clusterSaid(t testing.TB, s *tasks.Submissions, what, how string) {
	t.Helper()
	var there []string
	for _, c := range s.Conventions {
		if c.What == what && c.How == how {
			return
		}
		there = append(there, c.What+": "+c.How)
	}
	t.Errorf("no convention %s: %s\nthere are\n%s", what, how, strings.Join(there, "\n"))
}

// Every score lies in the range of its measure, and topics and shapes fit: a law of every load.
func clusterLaws(t testing.TB, task string, s *tasks.Submissions) {
	t.Helper()
	if s.Table == nil {
		t.Fatal("no table")
	}
	own := findTask(t, task).Own
	if len(s.Table.Values) != len(own) {
		t.Fatalf("%d matrices of %d measures", len(s.Table.Values), len(own))
	}
	for c := 1; c < len(s.Table.Topics); c++ {
		if s.Table.Topics[c-1] >= s.Table.Topics[c] {
			t.Errorf("topics not in byte order, or twice: %q", s.Table.Topics)
		}
	}
	for m, values := range s.Table.Values {
		if rows, columns := values.Dims(); rows != len(s.Runs) || columns != len(s.Table.Topics) {
			t.Fatalf("%d × %d scores of %d runs and %d topics", rows, columns, len(s.Runs), len(s.Table.Topics))
		}
		for i := range s.Runs {
			for c, v := range values.RawRowView(i) {
				if !(own[m].Lo <= v && v <= own[m].Hi) || math.IsInf(v, 0) {
					t.Errorf("%s of run %q on topic %q is %v, not in [%v, %v]", own[m].Name, s.Runs[i].Tag, s.Table.Topics[c], v, own[m].Lo, own[m].Hi)
				}
			}
		}
	}
}
