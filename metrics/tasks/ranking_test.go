package tasks_test

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sigrel/metrics"
	"sigrel/metrics/formats"
	"sigrel/metrics/tasks"
)

// What the tests of the tasks that rank documents share.

// rankingShared is the path of a case that lies beside the repository; the test is skipped where it is absent.
func rankingShared(t testing.TB, path string) string {
	t.Helper()
	full, err := filepath.Abs(filepath.Join("..", "..", "..", "shared", "cases", "tasks", path))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(full); err != nil {
		t.Skipf("reference data is absent: %v", err)
	}
	return full
}

// rankingExpected reads the numbers of a case.
func rankingExpected(t testing.TB, name string, into any) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(rankingShared(t, name), "expected.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, into); err != nil {
		t.Fatal(err)
	}
}

// rankingFiles writes files into a folder of their own and goes there, so that messages name them without it.
func rankingFiles(t *testing.T, files map[string]string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func rankingTask(t testing.TB, name string) *tasks.Task {
	t.Helper()
	task, err := tasks.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return task
}

// rankingInputs are a gold file, which may be empty, and runs. A run may be label=path.
func rankingInputs(gold string, runs ...string) tasks.Inputs {
	in := tasks.Inputs{}
	if gold != "" {
		in.Gold = []string{gold}
	}
	for _, r := range runs {
		label, path, ok := strings.Cut(r, "=")
		if !ok {
			label, path = "", r
		}
		in.Runs = append(in.Runs, formats.File{Label: label, Path: path})
	}
	return in
}

// rankingQrels is rankingInputs for tasks with judgments in the TREC format.
func rankingQrels(qrels string, runs ...string) tasks.Inputs {
	in := rankingInputs("", runs...)
	in.Qrels = qrels
	return in
}

// rankingRead loads what must be sound.
func rankingRead(t testing.TB, task string, in tasks.Inputs, opt tasks.Options) *tasks.Submissions {
	t.Helper()
	s, err := rankingTask(t, task).Load(in, opt)
	if err != nil {
		t.Fatalf("%s: %v", task, err)
	}
	return s
}

// rankingRefused loads what must not be sound, and compares the problems, one a line.
func rankingRefused(t testing.TB, task string, in tasks.Inputs, opt tasks.Options, want ...string) {
	t.Helper()
	_, err := rankingTask(t, task).Load(in, opt)
	got := ""
	if err != nil {
		got = err.Error()
	}
	if diff := cmp.Diff(want, strings.Split(got, "\n")); diff != "" {
		t.Errorf("%s: problems (-want +got):\n%s", task, diff)
	}
}

// rankingWarned compares the warnings, each "code: text".
func rankingWarned(t testing.TB, s *tasks.Submissions, want ...string) {
	t.Helper()
	var got []string
	for _, w := range s.Warnings {
		got = append(got, w.Code+": "+w.Text)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("warnings (-want +got):\n%s", diff)
	}
}

// rankingScores evaluates by measures and returns the scores of run i on each topic, and under "mean" their mean.
func rankingScores(t testing.TB, s *tasks.Submissions, measures ...string) []map[string]map[string]float64 {
	t.Helper()
	var applied []metrics.Applied
	for _, name := range measures {
		a, err := metrics.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		applied = append(applied, a)
	}
	ev, err := metrics.Evaluate(s.Runs, s.Gold, applied, metrics.EvalOptions{KeepSparse: true})
	if err != nil {
		t.Fatal(err)
	}
	out := make([]map[string]map[string]float64, len(s.Runs))
	for i := range out {
		out[i] = map[string]map[string]float64{"mean": {}}
		for m, scores := range ev.Scores {
			sum := 0.0
			for c, topic := range scores.Topics {
				v := scores.Values.At(i, c)
				if out[i][string(topic)] == nil {
					out[i][string(topic)] = make(map[string]float64)
				}
				out[i][string(topic)][measures[m]] = v
				sum += v
			}
			out[i]["mean"][measures[m]] = sum / float64(len(scores.Topics))
		}
	}
	return out
}

// rankingNear compares scores that are named alike, to 1e-12.
func rankingNear(t testing.TB, what string, want, got map[string]float64) {
	t.Helper()
	if len(want) == 0 {
		t.Errorf("%s: nothing is expected", what)
	}
	for name, w := range want {
		g, ok := got[rankingMeasure(name)]
		if !ok || math.Abs(g-w) > 1e-12 {
			t.Errorf("%s: %s is %v, want %v", what, name, g, w)
		}
	}
}

// rankingMeasure is the name of a measure that the cases call otherwise.
func rankingMeasure(name string) string {
	if name == "RPrec" {
		return "Rprec"
	}
	return name
}

// naiveScores are AP, RR, Rprec and P@k of a ranking, counted from the definitions.
func naiveScores(relevant []bool, total int) map[string]float64 {
	hits := func(k int) float64 {
		n := 0.0
		for i := 0; i < k && i < len(relevant); i++ {
			if relevant[i] {
				n++
			}
		}
		return n
	}
	out := map[string]float64{"AP": 0, "RR": 0, "Rprec": 0}
	for _, k := range []int{1, 3, 5, 10, 20, 30, 50} {
		out["P@"+strconv.Itoa(k)] = hits(k) / float64(k)
	}
	if total > 0 {
		out["Rprec"] = hits(total) / float64(total)
	}
	for i, r := range relevant {
		if r {
			out["AP"] += hits(i+1) / float64(i+1) / float64(total)
			if out["RR"] == 0 {
				out["RR"] = 1 / float64(i+1)
			}
		}
	}
	return out
}
