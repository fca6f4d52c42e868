package tasks_test

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sigrel/metrics"
	"sigrel/metrics/tasks"
)

// The numbers are those of the original scorer with Farasa replaced; see the case.
func TestQuranQA22Synthetic(t *testing.T) {
	type scores struct{ PRR, EM, F1 float64 }
	var want struct {
		Segmenters map[string]struct {
			Question map[metrics.Topic]scores `json:"per_question"`
			Mean     scores
		}
	}
	dir := sharedFile(t, "qqa22_synthetic")
	readJSON(t, filepath.Join(dir, "expected.json"), &want)
	for _, name := range []string{"none", "segments.json"} {
		in := tasks.Inputs{Gold: []string{filepath.Join(dir, "gold.jsonl")}, Runs: runFiles(filepath.Join(dir, "toyAA_run01.json"))}
		if name != "none" {
			in.Segments = filepath.Join(dir, name)
		}
		s := mustLoad(t, "quranqa22", in, tasks.Options{})
		if len(s.Table.Topics) != 10 || len(want.Segmenters[name].Question) != 10 {
			t.Fatal("not ten questions")
		}
		var sum [3]float64
		for _, topic := range s.Table.Topics {
			w, got := want.Segmenters[name].Question[topic], qaRow(t, s, 0, topic)
			qaNear(t, name+" "+string(topic), got, []float64{w.PRR, w.EM, w.F1})
			for m, x := range got {
				sum[m] += x / 10
			}
		}
		w := want.Segmenters[name].Mean
		qaNear(t, name, sum[:], []float64{w.PRR, w.EM, w.F1})
		if m := s.Table.Missing; len(m) != 1 || !slices.Equal(m[0].Topics, []metrics.Topic{"1:1-2_5"}) || m[0].Extra != nil || !s.Table.Counts {
			t.Errorf("%s: missing %v", name, m)
		}
	}
}

// What the original checker does with each file; where it refuses, what we do by default.
func TestQuranQA22CheckerEdge(t *testing.T) {
	var want struct {
		Results map[string]struct{ Accepted bool }
	}
	dir := sharedFile(t, "qqa22_checker_edge")
	readJSON(t, filepath.Join(dir, "expected.json"), &want)
	unreadable := []string{"bigIR_badkey.json", "bigIR_dupfld.json", "bigIR_dupkey.json", "bigIR_latin1.json", "bigIR_noscore.json", "bigIR_notjson.json"}
	gold := filepath.Join(t.TempDir(), "gold.jsonl")
	if err := os.WriteFile(gold, []byte(`{"pq_id": "1:1-2_1", "passage": "أحمد", "answers": [{"text": "أحمد"}]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if len(want.Results) != 24 {
		t.Fatalf("%d files", len(want.Results))
	}
	for _, name := range slices.Sorted(maps.Keys(want.Results)) {
		runs := runFiles(filepath.Join(dir, name))
		accepted := want.Results[name].Accepted
		for _, c := range []struct {
			what string
			in   tasks.Inputs
			opt  tasks.Options
			want bool
		}{
			{"strict, no gold", tasks.Inputs{Runs: runs}, tasks.Options{Strict: true}, accepted},
			{"strict", tasks.Inputs{Runs: runs, Gold: []string{gold}}, tasks.Options{Strict: true}, accepted},
			{"no gold", tasks.Inputs{Runs: runs}, tasks.Options{}, accepted},
			{"default", tasks.Inputs{Runs: runs, Gold: []string{gold}}, tasks.Options{}, !slices.Contains(unreadable, name)},
		} {
			s, err := findTask(t, "quranqa22").Load(c.in, c.opt)
			if (err == nil) != c.want {
				t.Errorf("%s, %s: accepted %v, want %v: %v", name, c.what, err == nil, c.want, err)
			}
			if c.what == "default" && err == nil && name != "bigIR_run01.json" && len(s.Warnings) < 2 { // one is of the unknown topic
				t.Errorf("%s: no warning", name)
			}
		}
	}
}

// The numbers are those of the original scorer and checker; see the case.
func TestQuranQA23AToy(t *testing.T) {
	type scores struct {
		Accepted bool
		AP       float64 `json:"map_cut_10"`
		RR       float64 `json:"recip_rank"`
	}
	var want struct {
		Official    map[string]scores
		Recommended map[string]scores `json:"recommended_fixed_denominator"`
	}
	dir := sharedFile(t, "qqa23_taskA_toy")
	readJSON(t, filepath.Join(dir, "expected.json"), &want)
	if len(want.Official) != 13 || len(want.Recommended) != 2 {
		t.Fatalf("%d and %d files", len(want.Official), len(want.Recommended))
	}
	for _, name := range slices.Sorted(maps.Keys(want.Official)) {
		in := tasks.Inputs{Qrels: filepath.Join(dir, "gold.qrels"), Runs: runFiles(filepath.Join(dir, "toyAA_"+name+".tsv"))}
		w := want.Official[name]
		for _, opt := range []tasks.Options{{Strict: true, Quirks: true}, {Strict: true}} {
			for _, in := range []tasks.Inputs{in, {Runs: in.Runs}} {
				if _, err := findTask(t, "quranqa23-a").Load(in, opt); (err == nil) != w.Accepted {
					t.Errorf("%s: accepted %v: %v", name, err == nil, err)
				}
			}
		}
		_, err := findTask(t, "quranqa23-a").Load(in, tasks.Options{})
		if lenient := name != "dup" && name != "empty"; (err == nil) != lenient {
			t.Errorf("%s: accepted by default %v: %v", name, err == nil, err)
		}
		if w.Accepted {
			qaNear(t, name, qaMeans(t, mustLoad(t, "quranqa23-a", in, tasks.Options{Quirks: true})), []float64{w.AP, w.RR})
		}
		if w, ok := want.Recommended[name]; ok {
			qaNear(t, name, qaMeans(t, mustLoad(t, "quranqa23-a", in, tasks.Options{})), []float64{w.AP, w.RR})
		}
	}
}

// qaMeans are the means of AP@10 and RR, weighted as the submissions say.
func qaMeans(t testing.TB, s *tasks.Submissions) []float64 {
	t.Helper()
	var out []float64
	for _, name := range []string{"AP@10", "RR"} {
		m, err := metrics.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		sum, n := 0.0, 0.0
		for _, topic := range s.Gold.Topics() {
			weight := 1.0
			if s.Weights != nil {
				weight = s.Weights(0, topic)
			}
			sum += weight * m.Value(s.Gold.Judge(topic, s.Runs[0].Ranked(topic)))
			n += weight
		}
		out = append(out, sum/n)
	}
	return out
}

// qaOriginal is what the original scorers gave on random words, with Farasa replaced by a list of words; see "how" in the files.
type qaOriginal struct {
	Segments map[string]string
	Gold     []json.RawMessage
	Run      json.RawMessage
	Scores   map[metrics.Topic]any
}

func TestQuranQAOriginal(t *testing.T) {
	for task, file := range map[string]string{"quranqa22": "quranqa22.json", "quranqa23-b": "quranqa23b.json"} {
		var want qaOriginal
		readJSON(t, filepath.Join("testdata", file), &want)
		t.Run(task, func(t *testing.T) {
			var gold strings.Builder
			for _, q := range want.Gold {
				gold.WriteString(string(q) + "\n")
			}
			segments, err := json.Marshal(want.Segments)
			if err != nil {
				t.Fatal(err)
			}
			inFolder(t, map[string]string{"gold.jsonl": gold.String(), "team_run.json": string(want.Run), "segments.json": string(segments)})
			s := mustLoad(t, task, tasks.Inputs{Gold: []string{"gold.jsonl"}, Segments: "segments.json", Runs: runFiles("team_run.json")}, tasks.Options{})
			if len(s.Table.Topics) != len(want.Scores) {
				t.Fatalf("%d topics", len(s.Table.Topics))
			}
			for _, topic := range s.Table.Topics {
				row := qaRow(t, s, 0, topic)
				switch w := want.Scores[topic].(type) {
				case float64:
					qaNear(t, string(topic), row, []float64{w})
				case []any:
					qaNear(t, string(topic), row, []float64{w[0].(float64), w[1].(float64), w[2].(float64)})
				}
			}
		})
	}
}
