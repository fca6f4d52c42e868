package tasks_test

import (
	"math"
	"strconv"
	"testing"

	"sigrel/metrics"
	"sigrel/metrics/tasks"
)

// What the tests of the tasks that rank documents share.

// rankingInputs are a gold file, which may be empty, and runs. A run may be label=path.
func rankingInputs(gold string, runs ...string) tasks.Inputs {
	in := tasks.Inputs{}
	if gold != "" {
		in.Gold = []string{gold}
	}
	in.Runs = runFiles(runs...)
	return in
}

// rankingQrels is rankingInputs for tasks with judgments in the TREC format.
func rankingQrels(qrels string, runs ...string) tasks.Inputs {
	in := rankingInputs("", runs...)
	in.Qrels = qrels
	return in
}

// rankingTries loads a run by default and strictly, and compares the problems with those wanted: "-" stands for none, and for
// strict "" for those by default. The warning, if there is one, is all that is said by default.
func rankingTries(t *testing.T, task string, in tasks.Inputs, opt tasks.Options, want, strict, warning string) {
	t.Helper()
	if strict == "" {
		strict = want
	}
	for _, try := range []struct {
		strict bool
		want   string
	}{{false, want}, {true, strict}} {
		opt.Strict = try.strict
		s, err := findTask(t, task).Load(in, opt)
		got := "-"
		if err != nil {
			got = err.Error()
		}
		if got != try.want {
			t.Errorf("strict %v:\n got %s\nwant %s", try.strict, got, try.want)
		}
		if !try.strict && warning != "" {
			wantWarnings(t, s, warning)
		}
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
