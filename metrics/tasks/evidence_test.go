package tasks_test

import (
	"strings"
	"testing"

	"sigrel/metrics"
	"sigrel/metrics/tasks"
)

const (
	evidenceClaims = "{\"ق1\": [\"s1\", \"s2\"],\n \"ق2\": [],\n \"ق3\": [\"1234567890123456789\"]}"
	evidenceFive   = "ق1\t1\ts9\t0.9\tr\nق1\t2\ts2\t0.8\tr\nق1\t3\ts1\t0.7\tr\nق3\t1\t1234567890123456789\t1\tr\n"
	evidenceTrec   = "ق1 Q0 s9 1 0.9 r\nق1 Q0 s2 2 0.8 r\nق1 Q0 s1 3 0.7 r\nق3 Q0 1234567890123456789 1 1 r\n"
)

// Both formats of runs and both of gold give the same scores, but for the claim that qrels cannot hold.
func TestEvidenceByHand(t *testing.T) {
	inFolder(t, map[string]string{"c.json": evidenceClaims, "five": evidenceFive, "trec": evidenceTrec,
		"q": "ق1 0 s1 1\nق1 0 s2 1\nق1 0 s9 0\nق3 0 1234567890123456789 1\n"})
	for _, run := range []string{"five", "trec"} {
		for _, quirks := range []bool{false, true} {
			s := mustLoad(t, "checkthat20-evidence", rankingInputs("c.json", run), tasks.Options{Quirks: quirks, Strict: true})
			wantWarnings(t, s)
			scores := rankingScores(t, s, "P@1", "P@5", "P@10", "Judged@10", "P(unj=1)@10")[0]
			rankingNear(t, run+" ق1", map[string]float64{"P@1": 0, "P@5": .4, "P@10": .2, "Judged@10": .2, "P(unj=1)@10": .3}, scores["ق1"])
			rankingNear(t, run+" ق2", map[string]float64{"P@10": 0}, scores["ق2"])
			rankingNear(t, run+" ق3", map[string]float64{"P@1": 1, "P@10": .1}, scores["ق3"])
			rankingNear(t, run, map[string]float64{"P@1": 1. / 3, "P@10": .1}, scores["mean"])

			s = mustLoad(t, "checkthat20-evidence", rankingQrels("q", run), tasks.Options{Quirks: quirks})
			rankingNear(t, run+" qrels", map[string]float64{"P@1": .5, "P@10": .15, "Judged@10": .2}, rankingScores(t, s, "P@1", "P@10", "Judged@10")[0]["mean"])
			if s.Complete {
				t.Error("want judgments that are not complete")
			}
			want := "ق1\tQ0\ts9\t1\t0.9\tr\nق1\tQ0\ts2\t2\t0.8\tr\nق1\tQ0\ts1\t3\t0.7\tr\nق3\tQ0\t1234567890123456789\t1\t1.0\tr\n"
			if out := findTask(t, "checkthat20-evidence").Write(s.Runs[0]); len(out) != 1 || string(out[0].Data) != want {
				t.Errorf("written %q, want %q", out[0].Data, want)
			}
		}
	}
	s := mustLoad(t, "checkthat20-evidence", rankingInputs("c.json", "five"), tasks.Options{SkipEmpty: true})
	rankingNear(t, "claims with evidence", map[string]float64{"P@1": .5, "P@10": .15}, rankingScores(t, s, "P@1", "P@10")[0]["mean"])
}

// A snippet that stands twice holds a rank and counts once, whether it is useful or not judged.
func TestEvidenceTwice(t *testing.T) {
	five := "ق1\t1\ts9\t0.9\tr\nق1\t2\ts9\t0.8\tr\nق1\t3\ts1\t0.7\tr\nق1\t4\ts1\t0.6\tr\nق1\t5\ts2\t0.5\tr\n"
	trec := "ق1 Q0 s9 1 0.9 r\nق1 Q0 s9 2 0.8 r\nق1 Q0 s1 3 0.7 r\nق1 Q0 s1 4 0.6 r\nق1 Q0 s2 5 0.5 r\n"
	for name, text := range map[string]string{"five": five, "trec": trec} {
		inFolder(t, map[string]string{"c.json": evidenceClaims, "q": "ق1 0 s1 1\nق1 0 s2 1\nق1 0 s9 -1\n", name: text})
		mustRefuse(t, "checkthat20-evidence", rankingInputs("c.json", name), tasks.Options{},
			name+":2: duplicate: topic ق1 has document s9 on line 1 already", name+":4: duplicate: topic ق1 has document s1 on line 3 already")
		for _, in := range []tasks.Inputs{rankingInputs("c.json", name), rankingQrels("q", name)} {
			s := mustLoad(t, "checkthat20-evidence", in, tasks.Options{Quirks: true})
			if len(s.Warnings) == 0 || s.Warnings[0].Code != "duplicates-counted" || s.Warnings[0].Text != name+": 2 snippets more than once; they hold a rank each time and count once" {
				t.Errorf("warnings %v", s.Warnings)
			}
			// s9 is not judged, and the upper bound counts it once.
			rankingNear(t, name, map[string]float64{"P@1": 0, "P@5": .4, "P@10": .2, "P(unj=1)@10": .3}, rankingScores(t, s, "P@1", "P@5", "P@10", "P(unj=1)@10")[0]["ق1"])
			if j := s.Gold.Judge("ق1", s.Runs[0].Ranked("ق1")); j.Gains[1] != 0 || j.Gains[3] != 0 || j.Gains[2] != 1 || j.Pooled != nil && (j.Pooled[1] || !j.Pooled[0]) {
				t.Errorf("judged %v, pooled %v", j.Gains, j.Pooled)
			}
		}
		for _, quirks := range []bool{false, true} {
			s := mustLoad(t, "checkthat20-evidence", rankingInputs("c.json", name), tasks.Options{KeepFirst: true, Quirks: quirks})
			if n := len(s.Runs[0].Topics["ق1"]); n != 3 {
				t.Errorf("%d snippets, want 3", n)
			}
			rankingNear(t, name, map[string]float64{"P@1": 0, "P@5": .4}, rankingScores(t, s, "P@1", "P@5")[0]["ق1"])
		}
	}
}

// One snippet listed three times is one.
func TestEvidenceThreeTimes(t *testing.T) {
	inFolder(t, map[string]string{"c.json": evidenceClaims, "r": "ق1\t1\ts1\t0.9\tr\nق1\t2\ts1\t0.8\tr\nق1\t3\ts1\t0.7\tr\n"})
	wantWarnings(t, mustLoad(t, "checkthat20-evidence", rankingInputs("c.json", "r"), tasks.Options{Quirks: true}),
		"duplicates-counted: r: 1 snippet more than once; it holds a rank each time and counts once")
}

func TestEvidenceRefused(t *testing.T) {
	rank := metrics.OrderRank
	for _, c := range []struct {
		name, gold, run string
		opt             tasks.Options
		want            string
	}{
		{"list", `["s1"]`, evidenceFive, tasks.Options{}, "c.json:1:1: unknown value: a list, want an object of claims with lists of snippets"},
		{"no claims", `{}`, evidenceFive, tasks.Options{}, "c.json:1:1: unknown value: an object, want an object of claims with lists of snippets"},
		{"claim twice", "{\"a\": [],\n\"a\": [\"s\"]}", evidenceFive, tasks.Options{}, "c.json:2:1: duplicate: the name a stands on line 1 already, want it once"},
		{"snippet twice", `{"a": ["s", "s"]}`, evidenceFive, tasks.Options{}, "c.json:1:13: duplicate: claim a has snippet s already"},
		{"number", `{"a": [1234567890123456789]}`, evidenceFive, tasks.Options{}, "c.json:1:8: unknown value: claim a has a number 1234567890123456789, want the identifier of a snippet in quotes"},
		{"no list", `{"a": "s1"}`, evidenceFive, tasks.Options{}, "c.json:1:7: unknown value: claim a has a string, want a list of snippets"},
		{"syntax", `{"a": [}`, evidenceFive, tasks.Options{}, "c.json:1:8: malformed JSON: invalid character '}' looking for beginning of value"},
		{"header", evidenceClaims, "claimID\trank\tsnippetID\tscore\trunID\n" + evidenceFive, tasks.Options{}, `r:1: bad header: "claimID\trank\tsnippetID\tscore\trunID", want data only: remove the header line`},
		{"header of TREC", evidenceClaims, "claim Q0 snippet rank score run\n" + evidenceTrec, tasks.Options{}, `r:1: bad header: "claim Q0 snippet rank score run", want data only: remove the header line`},
		{"header of TREC with quirks", evidenceClaims, "claim Q0 snippet rank score run\n" + evidenceTrec, tasks.Options{Quirks: true}, `r:1: bad header: "claim Q0 snippet rank score run", want data only: remove the header line`},
		{"columns", evidenceClaims, evidenceFive + "ق1\t4\ts4\t0.1\n", tasks.Options{}, "r:5: wrong number of fields: 4 fields, expected 5 separated by tabs: claimID rank snippetID score runID"},
		{"columns of TREC", evidenceClaims, "ق1 s9 1 0.9 r\n", tasks.Options{}, "r:1: wrong number of fields: 5 fields, expected 6: topic Q0 document rank score tag"},
		{"columns of TREC with quirks", evidenceClaims, "ق1 s9 1 0.9 r\n", tasks.Options{Quirks: true}, "r:1: wrong number of fields: 5 fields, expected 6 separated by tabs: claimID Q0 snippetID rank score runID"},
		{"rank", evidenceClaims, strings.Replace(evidenceFive, "\t1\t", "\tx\t", 1), tasks.Options{}, "r:1:5: malformed number: rank \"x\", want a whole number"},
		{"rank twice", evidenceClaims, strings.Replace(evidenceFive, "\t2\t", "\t1\t", 1), tasks.Options{Order: &rank}, "r:2: duplicate: topic ق1 has rank 1 on line 1 already"},
		{"tags", evidenceClaims, evidenceFive + "ق1\t4\ts4\t0.1\tx\n", tasks.Options{}, `r:5: mixed tags: tag "x", but line 1 has "r": want one tag a file`},
		{"score with quirks", evidenceClaims, " ق1  Q0 s9 1 0,9 r\n", tasks.Options{Quirks: true}, `r:1:15: malformed number: "0,9" (a decimal comma?), want a number with a decimal point`},
	} {
		t.Run(c.name, func(t *testing.T) {
			inFolder(t, map[string]string{"c.json": c.gold, "r": c.run})
			mustRefuse(t, "checkthat20-evidence", rankingInputs("c.json", "r"), c.opt, c.want)
		})
	}
	mustRefuse(t, "checkthat20-evidence", tasks.Inputs{Qrels: "q", Gold: []string{"c.json"}}, tasks.Options{}, "c.json: a gold file beside judgments (--qrels), want one of them")
	inFolder(t, map[string]string{"c.json": evidenceClaims, "r": "ق1\t1\ts1\t0.1\tr\nق1\t2\ts2\t0.9\tr\n"})
	wantWarnings(t, mustLoad(t, "checkthat20-evidence", rankingInputs("c.json", "r"), tasks.Options{}),
		`rank-contradicts-score: r: run "r": rank and score order disagree in 1 of 1 topics and are exactly reversed; scores decide (they look like distances)`)
}
