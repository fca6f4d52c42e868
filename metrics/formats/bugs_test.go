package formats_test

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sigrel/metrics"
	"sigrel/metrics/formats"
)

// Faults that people met with other tools, on invented inputs; the values are worked out in the comments.
func TestKnownFaults(t *testing.T) {
	const ab = "1 0 a 1\n1 0 b 0\n"
	for _, c := range []struct {
		name, qrels, run string
		level            int
		want             map[string]float64 // by "measure topic"
	}{
		// Distances as scores: by score the order is c b a, so a is third.
		{"reversed scores", ab, "1 Q0 a 1 .1 r\n1 Q0 b 2 .2 r\n1 Q0 c 3 .3 r\n", 1, map[string]float64{"RR 1": 1. / 3}},
		// Three topics that a number reader would merge.
		{"ids like numbers", "7 0 1e2 1\n07 0 100 1\n7.0 0 NA 1\n", "7 Q0 100 1 2 r\n7 Q0 1e2 2 1 r\n07 Q0 100 1 2 r\n7.0 Q0 x 1 3 r\n7.0 Q0 y 2 2 r\n7.0 Q0 NA 3 1 r\n", 1,
			map[string]float64{"RR 7": .5, "RR 07": 1, "RR 7.0": 1. / 3}},
		// Two identifiers that are one float64.
		{"ids above 2^53", "1 0 9007199254740993 1\n", "1 Q0 9007199254740992 1 2 r\n1 Q0 9007199254740993 2 1 r\n", 1, map[string]float64{"RR 1": .5}},
		{"ids with blanks", "1\t0\tthe report 7\t1\n1\t0\tindex\t0\n", "1\tQ0\tindex\t1\t9\tr\n1\tQ0\tthe report 7\t2\t8\tr\n", 1, map[string]float64{"RR 1": .5}},
		{"ids with no-break spaces", "1 0 a\u00a07 1\n", "1 Q0 a\u00a08 1 9 r\n1 Q0 a\u00a07 2 8 r\n", 1, map[string]float64{"RR 1": .5}},
		{"byte order marks", "\ufeff1 0 a 1\n", "\ufeff1 Q0 a 1 9 r\n", 1, map[string]float64{"AP 1": 1}},
		// Equal scores: identifiers descending by bytes. é as one rune (C3 A9) is above z (7A) and above e with an accent (65 CC 81).
		{"bytes decide", "س١ 0 e\u0301 1\nس1 0 z 1\n", "س١ Q0 e\u0301 1 1 r\nس١ Q0 z 2 1 r\nس١ Q0 é 3 1 r\nس1 Q0 z 1 1 r\nس1 Q0 é 2 1 r\n", 1,
			map[string]float64{"RR س١": 1. / 3, "RR س1": .5}},
		// a is only pooled: R = 1, N = 1 and nothing judged is above b, so bpref is 1 although b is third.
		{"negative grades", "1 0 a -1\n1 0 s -2\n1 0 b 1\n1 0 c 0\n", "1 Q0 a 1 9 r\n1 Q0 s 2 8 r\n1 Q0 b 3 7 r\n1 Q0 c 4 6 r\n", 1,
			map[string]float64{"AP 1": 1. / 3, "Bpref 1": 1, "Judged@4 1": .5, "nDCG 1": .5, "NumRel 1": 1}},
		// Topics without a relevant document score 0, count, and leave the next topic alone, wherever they stand.
		{"nothing relevant", "3 0 a -1\n2 0 a 0\n1 0 a 1\n", "1 Q0 a 1 9 r\n2 Q0 a 1 9 r\n3 Q0 a 1 9 r\n", 1,
			map[string]float64{"AP 1": 1, "AP 2": 0, "AP 3": 0, "nDCG 1": 1, "nDCG 2": 0, "nDCG 3": 0, "Bpref 3": 0, "R@5 2": 0, "Rprec 2": 0}},
		{"integral grades", "1 0 a 1.0\n1 0 b 0.0\n", "1 Q0 b 1 9 r\n1 Q0 a 2 8 r\n", 1, map[string]float64{"AP 1": .5}},
		// On a scale from 1 everything is relevant at level 1; at level 2 only b. nDCG never looks at the level:
		// (1 + 3/log2 3)/(3 + 1/log2 3).
		{"level 1", "1 0 a 1\n1 0 b 3\n", "1 Q0 a 1 9 r\n1 Q0 b 2 8 r\n", 1, map[string]float64{"AP 1": 1, "nDCG 1": (1 + 3/math.Log2(3)) / (3 + 1/math.Log2(3))}},
		{"level 2", "1 0 a 1\n1 0 b 3\n", "1 Q0 a 1 9 r\n1 Q0 b 2 8 r\n", 2, map[string]float64{"AP 1": .5, "nDCG 1": (1 + 3/math.Log2(3)) / (3 + 1/math.Log2(3))}},
		// The gain is the grade, and the ideal list is made of all judged documents: b was not retrieved.
		{"ideal of all judged", "1 0 a 2\n1 0 b 3\n", "1 Q0 a 1 9 r\n", 1, map[string]float64{"nDCG 1": 2 / (3 + 2/math.Log2(3)), "nDCG@1 1": 2. / 3}},
		// Bpref without judged non-relevant documents, and with one above everything.
		{"bpref, N = 0", "1 0 a 1\n1 0 b 1\n1 0 c 1\n", "1 Q0 x 1 9 r\n1 Q0 a 2 8 r\n1 Q0 b 3 7 r\n", 1, map[string]float64{"Bpref 1": 2. / 3}},
		{"bpref, all below", "1 0 a 1\n1 0 b 0\n1 0 c 0\n", "1 Q0 b 1 9 r\n1 Q0 c 2 8 r\n1 Q0 a 3 7 r\n", 1, map[string]float64{"Bpref 1": 0}},
		{"bpref, N not retrieved", "1 0 a 1\n1 0 b 1\n1 0 m 0\n1 0 n 0\n", "1 Q0 m 1 9 r\n1 Q0 a 2 8 r\n", 1, map[string]float64{"Bpref 1": .25}},
	} {
		t.Run(c.name, func(t *testing.T) {
			qrels, _, err := formats.ReadQrels(strings.NewReader(c.qrels), "q.txt")
			if err != nil {
				t.Fatal(err)
			}
			run, _, err := parseRun(c.run, formats.RunOptions{})
			if err != nil {
				t.Fatal(err)
			}
			for what, want := range c.want {
				if got := value(t, qrels, run, c.level, what); math.Abs(got-want) > 1e-15 {
					t.Errorf("%s: got %v, want %v", what, got, want)
				}
			}
		})
	}
}

// value is the score of "measure topic"; topic all is the mean.
func value(t *testing.T, qrels metrics.Qrels, run *metrics.Run, level int, what string) float64 {
	t.Helper()
	name, topic, _ := strings.Cut(what, " ")
	a := find(t, name)
	ev, err := metrics.Evaluate([]*metrics.Run{run}, qrels.Gold(level), []metrics.Applied{a}, metrics.EvalOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if topic == "all" {
		return a.All(ev.Scores[0].Row(0))
	}
	i := slices.Index(ev.Scores[0].Topics, metrics.Topic(topic))
	if i < 0 {
		t.Fatalf("no topic %q among %q", topic, ev.Scores[0].Topics)
	}
	return ev.Scores[0].Values.At(0, i)
}

// The same kinds of faults on files beside the repository; the values were printed by trec_eval 10, to four digits.
func TestKnownFaultsShared(t *testing.T) {
	dir := shared(t, "cases/bugs")
	for _, c := range []struct {
		files string // case, qrels, run
		level int
		want  string // "measure topic value", separated by commas; or an error after "!"
	}{
		{"B03 qrels.txt run.txt", 1, "AP T1 0.2500, AP T2 0.5000, AP all 0.3750"},
		{"B08 qrels.txt run.txt", 1, "AP 01 0.5000, AP 1 1.0000, AP NA 1.0000, AP 1.0 0.5000, AP all 0.7500"},
		{"B09 qrels.txt run.txt", 1, "RR all 0.5000, AP all 0.5000"},
		{"B09 qrels.txt run_damaged.txt", 1, "RR all 0.0000, Judged@2 all 0.0000"},
		{"B10 qrels_tab.txt run_tab.txt", 1, "RR all 0.5000"},
		{"B10 qrels_nbsp.txt run_nbsp.txt", 1, "RR all 0.5000"},
		{"B10 qrels_nbsp.txt run_space.txt", 1, "!run_space.txt:2: wrong number of fields: 8 fields, expected 6"},
		{"B12 qrels.txt run.txt", 1, "AP T1 1.0000, AP T2 1.0000"},
		{"B12 qrels_bom.txt run.txt", 1, "AP T1 1.0000, AP T2 1.0000"},
		{"B12 qrels.txt run_bom.txt", 1, "AP T1 1.0000, AP T2 1.0000"},
		{"B12 qrels_bom.txt run_bom.txt", 1, "AP T1 1.0000, AP T2 1.0000"},
		{"B12 qrels.txt run_utf16.txt", 1, "!run_utf16.txt: text in UTF-16: want UTF-8, please convert it"},
		{"B14 qrels.txt run.txt", 1, `!run.txt:1:11: malformed number: "0,93" (a decimal comma?)`},
		{"B14 qrels.txt run_thousands.txt", 1, "!run_thousands.txt:1:"},
		{"B16 qrels.txt zero.txt", 1, "!zero.txt: empty file: no result lines"},
		{"B16 qrels.txt blank.txt", 1, "!blank.txt: empty file: no result lines"},
		{"B16 qrels.txt empty.txt.gz", 1, "!empty.txt.gz: empty file: no result lines"},
		{"B16 qrels.txt run.txt.gz", 1, "AP all 1.0000"},
		{"B16 qrels.txt run_gz_named.txt", 1, "AP all 1.0000"},
		{"B16 qrels.txt twomember.txt.gz", 1, "AP all 1.0000, NumRet all 2.0000"},
		{"B16 qrels.txt trunc.txt.gz", 1, "!trunc.txt.gz: unexpected end of gzip data"},
		{"B16 qrels.txt nosuch.txt", 1, "!nosuch.txt: cannot open: no such file or directory"},
		{"B17 qrels.txt run.txt", 1, "RR موضوع١ 0.5000, RR T2 0.5000, RR T3 0.5000"},
		{"B17 qrels.txt run_rlm.txt", 1, "RR موضوع١ 0.0000, RR all 0.3333"},
		{"B21 qrels.txt run.txt", 1, "AP all 0.3333, P@1 all 0.0000, nDCG all 0.5250, Bpref all 0.5000, Judged@3 all 0.3333"},
		{"B21 qrels_zero.txt run.txt", 1, "AP all 0.3333, P@1 all 0.0000, nDCG all 0.5250, Bpref all 0.0000, Judged@3 all 1.0000"},
		{"B22 qrels.txt run.txt", 1, "nDCG T1 0.9134, nDCG T2 0.0000, nDCG T3 0.0000, nDCG T4 1.0000, nDCG all 0.4784, AP all 0.5000"},
		{"B22 qrels_T3first.txt run.txt", 1, "AP T3 0.0000, AP T4 1.0000, AP all 0.5000"},
		{"B23 qrels.txt run.txt", 1, `!qrels.txt:1:8: malformed number: "1.9" is not an integer grade`},
		{"B23 qrels_integral.txt run.txt", 1, "AP all 0.8333, nDCG all 0.9197"},
		{"B23 qrels_text.txt run.txt", 1, "!qrels_text.txt:"},
		{"B24 qrels.txt run.txt", 1, "AP all 1.0000, P@5 all 1.0000, nDCG all 0.7256"},
		{"B24 qrels.txt run.txt", 2, "AP all 0.5333, P@5 all 0.6000, nDCG all 0.7256"},
		{"B24 qrels.txt run.txt", 3, "AP all 0.5000, P@5 all 0.4000, nDCG all 0.7256"},
		{"B26 qrels.txt run.txt", 1, "nDCG all 0.5620, nDCG@2 all 0.4623, nDCG@4 all 0.5620"},
		{"B29 qrels.txt run.txt", 1, "Bpref T1 0.5000, Bpref T2 0.0000, Bpref T3 0.0000, Bpref T4 0.4444, Bpref all 0.2361"},
	} {
		t.Run(c.files, func(t *testing.T) {
			f := strings.Fields(c.files)
			qrels, err := readQrels(t, filepath.Join(dir, f[0], f[1]))
			var run *metrics.Run
			if err == nil {
				run, err = readRun(filepath.Join(dir, f[0], f[2]))
			}
			if wantErr, bad := strings.CutPrefix(c.want, "!"); bad {
				if err == nil || !strings.HasPrefix(strings.ReplaceAll(err.Error(), filepath.Join(dir, f[0])+"/", ""), wantErr) {
					t.Errorf("got error %v, want %s", err, wantErr)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			for want := range strings.SplitSeq(c.want, ", ") {
				i := strings.LastIndexByte(want, ' ')
				if got := fmt.Sprintf("%.4f", value(t, qrels, run, c.level, want[:i])); got != want[i+1:] {
					t.Errorf("%s: got %s, want %s", want[:i], got, want[i+1:])
				}
			}
		})
	}
}

func TestKnownFaultsWarn(t *testing.T) {
	dir := shared(t, "cases/bugs")
	read := func(name, file string) (metrics.Qrels, *metrics.Run) {
		qrels, err := readQrels(t, filepath.Join(dir, name, "qrels.txt"))
		if err != nil {
			t.Fatal(err)
		}
		run, err := readRun(filepath.Join(dir, name, file))
		if err != nil {
			t.Fatal(err)
		}
		return qrels, run
	}
	check := func(warnings []metrics.Warning, code, text string) {
		t.Helper()
		for _, w := range warnings {
			if w.Code == code && strings.Contains(w.Text, text) {
				return
			}
		}
		t.Errorf("got %v, want %s: …%s…", warnings, code, text)
	}
	qrels, run := read("B03", "run.txt")
	check(metrics.CheckRun(run, qrels), "rank-contradicts-score", "disagree in 2 of 2 topics and are exactly reversed")
	qrels, run = read("B09", "run_damaged.txt")
	check(metrics.CheckRun(run, qrels), "rounded-ids", "0 of 2 retrieved documents are judged")
	qrels, _ = read("B21", "run.txt")
	check(metrics.CheckQrels(qrels, 1), "negative-grades", "(-1: 1, -2: 1)")
	qrels, _ = read("B22", "run.txt")
	check(metrics.CheckQrels(qrels, 1), "no-relevant", `2 of 4 topics have no document of grade 1 or more, so every run scores 0 there: "T2", "T3"`)
	qrels, _ = read("B24", "run.txt")
	check(metrics.CheckQrels(qrels, 1), "all-relevant", "judged documents have grade 1 or more")
	if got := metrics.CheckQrels(qrels, 2); len(got) > 0 {
		t.Errorf("level 2: got %v, want nothing", got)
	}
	qrels, run = read("B17", "run_rlm.txt")
	ev, err := metrics.Evaluate([]*metrics.Run{run}, qrels.Gold(1), []metrics.Applied{find(t, "RR")}, metrics.EvalOptions{})
	if err != nil {
		t.Fatal(err)
	}
	check(ev.Warnings(), "missing-topics", `it answers 1 that are not judged: "موضوع١\u200f"`)
}

// A run whose topics are all misspelt has no score at all.
func TestNeverScored(t *testing.T) {
	dir := filepath.Join(shared(t, "cases/bugs"), "B54")
	qrels, err := readQrels(t, filepath.Join(dir, "qrels.txt"))
	if err != nil {
		t.Fatal(err)
	}
	good, err := readRun(filepath.Join(dir, "good.txt"))
	if err != nil {
		t.Fatal(err)
	}
	broken, err := readRun(filepath.Join(dir, "brokenids.txt"))
	if err != nil {
		t.Fatal(err)
	}
	if got := value(t, qrels, good, 1, "AP all"); got != .875 {
		t.Errorf("good: got %v, want .875", got)
	}
	_, err = metrics.Evaluate([]*metrics.Run{good, broken}, qrels.Gold(1), []metrics.Applied{find(t, "AP")}, metrics.EvalOptions{})
	if !errors.Is(err, metrics.ErrNoCommonTopic) || !strings.Contains(err.Error(), `"brokenids"`) {
		t.Errorf("got error %v, want one that names brokenids", err)
	}
}

// Scores are joined by topic, and holes are what the user says they are.
func TestScoreFaultsShared(t *testing.T) {
	dir := shared(t, "cases/bugs")
	joined, _, err := formats.ReadScoreFiles([]formats.File{{Path: filepath.Join(dir, "B37/sysA.tsv")}, {Path: filepath.Join(dir, "B37/sysB.tsv")}}, formats.ScoreOptions{})
	if err != nil {
		t.Fatal(err)
	}
	wins, sum := 0, 0.0
	for i := range joined[0].Topics {
		d := joined[0].Values.At(0, i) - joined[0].Values.At(1, i)
		sum += d
		if d > 0 {
			wins++
		}
	}
	if wins != 12 || math.Abs(sum/12-.02667) > 5e-6 || joined[0].Systems[0].Tag != "sysA" {
		t.Errorf("%d wins of %s, mean difference %v; want 12 and .02667", wins, joined[0].Systems[0].Tag, sum/12)
	}
	for _, file := range []string{"B38/scores_wide.tsv", "B38/scores_long.tsv"} {
		path := formats.File{Path: filepath.Join(dir, file)}
		if _, _, err := formats.ReadScoreFiles([]formats.File{path}, formats.ScoreOptions{}); !errors.Is(err, formats.ErrMissing) {
			t.Errorf("%s: got error %v, want %v", file, err, formats.ErrMissing)
		}
		for policy, want := range map[metrics.Unanswered][2]float64{metrics.UnansweredDrop: {.544286, .505714}, metrics.UnansweredZero: {.512222, .415556}} {
			got, _, err := formats.ReadScoreFiles([]formats.File{path}, formats.ScoreOptions{Unanswered: policy})
			if err != nil {
				t.Fatal(err)
			}
			if m := got[0].Means(); math.Abs(m[0]-want[0]) > 5e-7 || math.Abs(m[1]-want[1]) > 5e-7 {
				t.Errorf("%s, %v: means %v, want %v", file, policy, m, want)
			}
		}
	}
}
