package metrics_test

import (
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"sigrel/metrics"
)

// qrelsOf reads "a:3 b:-1" as the judgments of topic 1.
func qrelsOf(t testing.TB, s string) metrics.Qrels {
	t.Helper()
	grades := make(map[metrics.Doc]metrics.Grade)
	for f := range strings.FieldsSeq(s) {
		doc, grade, _ := strings.Cut(f, ":")
		g, err := strconv.Atoi(grade)
		if err != nil {
			t.Fatal(err)
		}
		grades[metrics.Doc(doc)] = metrics.Grade(g)
	}
	return metrics.Qrels{"1": grades}
}

// ranking reads "c x a", best first.
func ranking(s string) []metrics.Scored {
	var docs []metrics.Scored
	for i, d := range strings.Fields(s) {
		docs = append(docs, metrics.Scored{Doc: metrics.Doc(d), Score: -float64(i), Rank: int32(i + 1), Line: int32(i + 1)})
	}
	return docs
}

// fataler is a test or one run of a property.
type fataler interface {
	Helper()
	Fatal(args ...any)
}

func find(t fataler, name string) metrics.Applied {
	t.Helper()
	a, err := metrics.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestReference(t *testing.T) {
	data, err := os.ReadFile("../testdata/reference/measures.tsv")
	if err != nil {
		t.Fatal(err)
	}
	// Rows of each source, and how exact its numbers are.
	tolerance := map[string]float64{"measures.py": 1e-14, "trec_eval10": 5e-7, "example": 5e-7, "sample_eval.pl": 1e-12}
	count := make(map[string]int)
	measured := make(map[string]bool)
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(f) != 7 || tolerance[f[6]] == 0 {
			t.Fatalf("row without a known source: %q", line)
		}
		count[f[6]]++
		level, err := strconv.Atoi(f[1])
		if err != nil {
			t.Fatal(err)
		}
		want, err := strconv.ParseFloat(f[5], 64)
		if err != nil {
			t.Fatal(err)
		}
		a := find(t, f[0])
		measured[a.Name] = true
		qrels, docs := qrelsOf(t, f[3]), ranking(f[4])
		if len(docs) == 0 { // Evaluate needs a topic that is answered
			j := qrels.Gold(level).Judge("1", nil)
			if got := a.Value(j); math.Abs(got-want) > tolerance[f[6]] {
				t.Errorf("%s: got %v, want %v: %q", f[0], got, want, line)
			}
			continue
		}
		opt := metrics.EvalOptions{JudgedOnly: strings.Contains(f[2], "J")}
		if strings.Contains(f[2], "M3") {
			opt.Cutoff = 3
		}
		run := &metrics.Run{Tag: "r", Topics: map[metrics.Topic][]metrics.Scored{"1": docs}}
		ev, err := metrics.Evaluate([]*metrics.Run{run}, qrels.Gold(level), []metrics.Applied{a}, opt)
		if err != nil {
			t.Fatal(err)
		}
		if got := ev.Scores[0].Values.At(0, 0); math.Abs(got-want) > tolerance[f[6]] {
			t.Errorf("%s: got %v, want %v: %q", f[0], got, want, line)
		}
	}
	if count["measures.py"] < 6000 || count["trec_eval10"] < 50 || count["example"] < 10 {
		t.Errorf("rows by source: %v", count)
	}
	for _, m := range metrics.Measures() {
		if !measured[m.Name] {
			t.Errorf("no reference row for %s", m.Name)
		}
	}
}

// Two topics and what trec_eval prints for all: the second has no relevant document retrieved.
func TestAll(t *testing.T) {
	qrels := metrics.Qrels{
		"7": qrelsOf(t, "a:3 b:0 c:1 d:-1 e:2 f:0 g:1")["1"],
		"8": qrelsOf(t, "a:0 h:1")["1"],
	}
	run := &metrics.Run{Tag: "r", Topics: map[metrics.Topic][]metrics.Scored{"7": ranking("c x a b d e"), "8": ranking("a")}}
	for _, c := range []struct {
		name string
		want float64
	}{{"num_q", 2}, {"num_ret", 7}, {"num_rel", 5}, {"num_rel_ret", 3}, {"num_nonrel_judged_ret", 2}, {"map", .2708333333333333}, {"P_5", .2},
		{"utility", -.5}, {"gm_map", math.Sqrt(.5416666666666667 * .00001)}, {"gm_bpref", math.Sqrt(.625 * .00001)}} {
		a := find(t, c.name)
		ev, err := metrics.Evaluate([]*metrics.Run{run}, qrels.Gold(1), []metrics.Applied{a}, metrics.EvalOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if got := a.All(ev.Scores[0].Row(0)); math.Abs(got-c.want) > 1e-15 {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
}
