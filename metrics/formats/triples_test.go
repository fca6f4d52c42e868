package formats_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"sigrel/metrics"
	"sigrel/metrics/formats"
)

// called is the name that a measure has with us, or its own if we lack it.
func called(measure string) string {
	if a, err := metrics.Find(measure); err == nil {
		return a.String()
	}
	return measure
}

func TestToolScores(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"ir_measures -q", "2\tP@5\t0.4000\n2\tnDCG@10\t0.3000\n1\tP@5\t0.2000\n1\tnDCG@10\t0.1000\nall\tP@5\t0.3000\nall\tnDCG@10\t0.2000\n",
			"P@5 [1 2] file[0.2 0.4] | nDCG@10 [1 2] file[0.1 0.3]"},
		{"ir_measures, blanks", "T1   P(rel=2)@5 0.6000\nT1   MAP 0.5\n", "P(rel=2)@5 [T1] file[0.6] | AP [T1] file[0.5]"},
		{"ir_measures, measures that we may lack", "q-1\tERR@20\t.1\nq-2\tERR@20\t.2\nq-1\tP(rel=2,judged_only=True)@10\t.3\nq-2\tP(rel=2,judged_only=True)@10\t.4\n",
			called("ERR@20") + " [q-1 q-2] file[0.1 0.2] | " + called("P(rel=2,judged_only=True)@10") + " [q-1 q-2] file[0.3 0.4]"},
		{"ir_measures, a measure that nobody knows", "1\tmine\t.1\n2\tmine\t.2\nall\tmine\t.15\n", "mine [1 2] file[0.1 0.2]"},
		{"ir_measures, means without a topic", "1\tAP\t.1\n2\tAP\t.2\nAP\t.15\n\tAP\t.15\n", "AP [1 2] file[0.1 0.2]"},
		{"ir_measures, a topic called as a measure", "AP\tAP\t.1\nT2\tAP\t.2\n", "AP [AP T2] file[0.1 0.2]"},
		{"trec_eval, a measure that nobody knows", "mine\tT1\t.1\nmine\tT2\t.2\nmine\tall\t.15\n", "mine [T1 T2] file[0.1 0.2]"},
		{"trec_eval, a topic called as a measure", "P_5\tP_5\t.1\nmap\tP_5\t.3\nP_5\tT1\t.2\nmap\tT1\t.4\n", "P@5 [P_5 T1] file[0.1 0.2] | AP [P_5 T1] file[0.3 0.4]"},
		{"trec_eval, measures that we may lack", "set_F                 \tT1\t0.25\nyaap                  \tT1\t0.5\n", called("set_F") + " [T1] file[0.25] | " + called("yaap") + " [T1] file[0.5]"},
		{"PyTerrier", ",name,qid,measure,value\n0,BM25,1,map,0.1\n1,BM25,1,nDCG@10,0.2\n2,\"TF, IDF\",1,map,0.3\n3,\"TF, IDF\",1,nDCG@10,0.4\n",
			"AP [1] BM25[0.1] TF, IDF[0.3] | nDCG@10 [1] BM25[0.2] TF, IDF[0.4]"},
		{"PyTerrier, no numbers, another order", "qid\tvalue\tname\tmeasure\n1\t0.1\ta\tP_5\n1\t0.2\tb\tP_5\n", "P@5 [1] a[0.1] b[0.2]"},
		{"PyTerrier, saved twice", "Unnamed: 0,name,qid,measure,value\n7,a,1,AP,1e-05\n", "AP [1] a[1e-05]"},
		{"long, numbers in front", ",run,topic,score\n0,a,1,.1\n1,b,1,.2\n", "score [1] a[0.1] b[0.2]"},
		{"value as a system", "topic,value\n1,.5\n", "score [1] value[0.5]"},
		{"value as a system, by qid", "qid,value\n1,.5\n", "score [1] value[0.5]"},
		{"pytrec_eval, blanks around a topic", `{" q 1 ": {"map": 1}}`, "AP [q 1] file[1]"},
		{"pytrec_eval", "{\"q2\": {\"map\": 0.3, \"ndcg_cut_10\": 4e-1},\n \"q1\": {\"map\": 0.1, \"ndcg_cut_10\": 1}}", "AP [q1 q2] file[0.1 0.3] | nDCG@10 [q1 q2] file[1 0.4]"},
		{"brackets", "[[ 0.5\n[1] 0.25\n", "score [[1] [[] file[0.25 0.5]"},
		{"a brace", "{1} 0.5\n2 0.5\n", "score [2 {1}] file[0.5 0.5]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, warnings, err := formats.ReadScores(strings.NewReader(c.in), "dir/file.json.gz", formats.ScoreOptions{})
			if err != nil || len(warnings) > 0 || table(got) != c.want {
				t.Errorf("got  %s, %v, %v\nwant %s", table(got), err, warnings, c.want)
			}
		})
	}
}

func TestToolScoresProblems(t *testing.T) {
	for _, c := range []struct {
		name, in, want string
		is             error
	}{
		{"neither", "T1\tmine\t.1\nT2\tmine\t.2\n", "s:1: unknown value: which is the measure, T1 or mine? want measure, topic, value as trec_eval -q prints them, " +
			"topic, measure, value as ir_measures -q does, or a first line of names, such as topic measure score", formats.ErrValue},
		{"both", "\nAP\tRR\t.1\n", "s:2: unknown value: which is the measure, AP or RR? want measure, topic, value as trec_eval -q prints them, " +
			"topic, measure, value as ir_measures -q does, or a first line of names, such as topic measure score", formats.ErrValue},
		{"a mean among topics", "1\tAP\t.1\nmean\tAP\t.1\n", `s:2:1: topic "mean" looks like a summary of the others, want topics only: remove the line`, formats.ErrSummary},
		{"means only", "AP\t0.25\nP@5\t0.3\n", "s:1:1: AP is a measure, and this looks like a summary of the others, want scores by topic, as ir_measures -q prints them", formats.ErrSummary},
		{"all only", "all\tAP\t0.25\n", "s: empty file: no scores of topics, want at least one", formats.ErrEmpty},
		{"no number", "1\tAP\t.1\n2\tAP\tgood\n", `s:2:6: malformed number: "good", want a decimal number`, formats.ErrNumber},
		{"missing", "1\tAP\t.1\n2\tAP\tnan\n", "s:2:6: missing score: system s has no score of topic 2; want a number (or say what a missing score means: --missing zero, drop or drop-run)", formats.ErrMissing},
		{"four fields", "1\tAP\t.1\n2\tAP\t.1\tx\n", "s:2: wrong number of fields: 4 fields, expected 3 as on line 1", formats.ErrFields},
		{"two fields, no measure", "1\tAP\t.1\n2\t.1\n", "s:2: wrong number of fields: 2 fields, expected 3 as on line 1", formats.ErrFields},
		{"twice", "1\tAP\t.1\n1\tAP\t.1\n", "s:2:6: duplicate: system s has a score of topic 1 at s:1:6 already", formats.ErrDuplicate},
		{"PyTerrier, an odd column", "name,qid,measure,value,p\na,1,AP,.1,2\n", `s:1:1: bad header: column "name", want measure, topic (or query, qid), system (or run), score, judge, each once`, formats.ErrHeader},
		{"PyTerrier, all", "name,qid,measure,value\na,1,AP,.1\na,all,AP,.1\n", `s:3:3: topic "all" looks like a summary of the others, want topics only: remove the line`, formats.ErrSummary},
		{"pytrec_eval, a run", `{"1": {"d1": 2, "d2": 1}, "2": {"d1": 3}}`, "s:1:14: unknown value: d1, want the name of a measure (or is this a run?)\n" +
			"s:1:23: unknown value: d2, want the name of a measure (or is this a run?)", formats.ErrValue},
		{"pytrec_eval, problems", "{\"1\": {\"map\": \"x\", \"map\": 1},\n\"2\": {\"map\": 1e-200}, \"2\": 7}", "s:1:15: malformed number: the score of measure map is the text \"x\", want a number without quotes\n" +
			"s:1:20: duplicate: measure map stands in column 8 already, want it once\n" +
			"s:2:14: score \"1e-200\": want 0 or a size between 1e-100 and 1e100\n" +
			"s:2:23: duplicate: topic 2 stands in column 1 already, want it once\n" +
			"s:2:28: unknown value: a number, want a JSON object of measures", formats.ErrDuplicate},
		{"pytrec_eval, summaries", "{\"1\": {\"map\": 1},\n \" Mean \": {\"map\": 1, \"P_5\": 1}, \"all\": {}}", "s:2:2: topic \"Mean\" looks like a summary of the others, want topics only: remove the object\n" +
			"s:2:34: topic \"all\" looks like a summary of the others, want topics only: remove the object", formats.ErrSummary},
		{"pytrec_eval, a topic without scores", "{\"0\": {}, \"1\": {\"map\": 1},\n \"2\": {}}", "s:1:2: missing score: system s has no score of topic 0; want a number (or say what a missing score means: --missing zero, drop or drop-run)\n" +
			"s:2:2: missing score: system s has no score of topic 2; want a number (or say what a missing score means: --missing zero, drop or drop-run)", formats.ErrMissing},
		{"pytrec_eval, a topic without scores of two measures", `{"1": {"map": 1, "P_5": 1}, "2": {}}`, "s:1:29: missing score: system s has no score of topic 2, measure AP; want a number (or say what a missing score means: --missing zero, drop or drop-run)\n" +
			"s:1:29: missing score: system s has no score of topic 2, measure P@5; want a number (or say what a missing score means: --missing zero, drop or drop-run)", formats.ErrMissing},
		{"pytrec_eval, nothing but topics", `{"1": {}}`, "s: empty file: no scores of topics, want at least one", formats.ErrEmpty},
		{"a list", `[{"1": {"map": 1}}]`, `s:1:1: unknown value: a list, want a JSON object of topics: {"topic": {"measure": score}}`, formats.ErrValue},
		{"pytrec_eval, nothing", "{}", "s: empty file: no scores of topics, want at least one", formats.ErrEmpty},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, _, err := formats.ReadScores(strings.NewReader(c.in), "s", formats.ScoreOptions{})
			if err == nil || err.Error() != c.want || !errors.Is(err, c.is) {
				t.Errorf("got %s, error\n%v\nwant\n%s", table(got), err, c.want)
			}
		})
	}
}

// The tools say the same, each in its way.
func FuzzToolScores(f *testing.F) {
	f.Add("T1", "T2", 0.25, -3e-7, byte(0))
	f.Add("P_5", "all", 1.0, 0.0, byte(7))
	f.Fuzz(func(t *testing.T, topic1, topic2 string, score1, score2 float64, which byte) {
		for _, s := range []string{topic1, topic2} {
			if !plainName(s) || strings.ContainsAny(s, " \",") {
				return
			}
		}
		for _, v := range []float64{score1, score2} {
			if size := math.Abs(v); math.IsNaN(v) || v != 0 && (size < metrics.LeastScore || size > metrics.GreatestScore) {
				return
			}
		}
		if topic1 == topic2 {
			return
		}
		all := metrics.Measures()
		m := all[int(which)%len(all)]
		a, err := metrics.Find(m.Name)
		if err != nil {
			a, err = metrics.Find(m.Name + "@3")
		}
		if err != nil {
			t.Skip(err) // it has another parameter
		}
		trec := a.TrecName()
		if trec == "" {
			trec = a.String()
		}
		long := fmt.Sprintf("topic,measure,score\n%s,%s,%v\n%s,%s,%v\n", topic1, a, score1, topic2, a, score2)
		want := readOutcome(long)
		for name, text := range map[string]string{
			"trec_eval":   fmt.Sprintf("runid                 \tall\tx\n%-22s\t%s\t%v\n%-22s\t%s\t%v\n%-22s\tall\t7\n", trec, topic1, score1, trec, topic2, score2, trec),
			"ir_measures": fmt.Sprintf("%s\t%s\t%v\n%s\t%s\t%v\nall\t%s\t7\n", topic1, a, score1, topic2, a, score2, a),
			"PyTerrier":   fmt.Sprintf(",name,qid,measure,value\n0,f,%s,%s,%v\n1,f,%s,%s,%v\n", topic1, a, score1, topic2, a, score2),
			"pytrec_eval": jsonOf(t, map[string]map[string]float64{topic1: {trec: score1}, topic2: {trec: score2}}),
		} {
			skipped := strings.HasPrefix(name, "trec") && (a.Name == "NumQ" || strings.HasPrefix(trec, "gm_")) // nothing by topic
			if got := readOutcome(text); got != want && !skipped && !strings.HasPrefix(want, "!") {
				t.Errorf("%s: %q: got %s, want %s", name, text, got, want)
			}
		}
	})
}

func readOutcome(text string) string {
	scores, _, err := formats.ReadScores(strings.NewReader(text), "f", formats.ScoreOptions{})
	return outcome(table(scores), err)
}
