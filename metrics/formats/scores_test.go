package formats_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sigrel/metrics"
	"sigrel/metrics/formats"
)

// table shows scores as one line: measure, topics, then each system and its row.
func table(all []*metrics.Scores) string {
	var parts []string
	for _, s := range all {
		var line strings.Builder
		line.WriteString(fmt.Sprintf("%s %v", s.Measure, s.Topics))
		for i, sys := range s.Systems {
			line.WriteString(fmt.Sprintf(" %s%v", sys.Tag, s.Row(i)))
		}
		parts = append(parts, line.String())
	}
	return strings.Join(parts, " | ")
}

func TestReadScores(t *testing.T) {
	const want = "score [1 10 2] a[0.1 0.2 0.3] b[0.4 0.5 0.6]"
	for _, c := range []struct{ name, in, want string }{
		{"rows are systems", "system,2,1,10\na,.3,.1,.2\nb,.6,.4,.5\n", want},
		{"rows are runs, tabs, CRLF", "\ufeffRun\t2\t1\t10\r\na\t.3\t.1\t.2\r\nb\t.6\t.4\t.5\r\n", want},
		{"rows are topics", "topic,a,b\n2,.3,.6\n10,.2,.5\n1,.1,.4\n", want},
		{"rows are queries, blanks", "query a  b\n2 .3 .6\n\n10 .2 .5\n1 .1 .4\n", want},
		{"rows are topics, one system", "qid\ta\n2\t.3\n1\t.1\n", "score [1 2] a[0.1 0.3]"},
		{"long", "score,topic,system\n.1,1,a\n.4,1,b\n.3,2,a\n.6,2,b\n.2,10,a\n.5,10,b\n", want},
		{"long, two measures", "run\tmeasure\tqid\tscore\na\tAP\t1\t.1\na\tP@5\t1\t.2\nb\tAP\t1\t.3\nb\tP@5\t1\t.4\n", "AP [1] a[0.1] b[0.3] | P@5 [1] a[0.2] b[0.4]"},
		{"long, one judge", "judge,topic,system,score\nj,1,a,.1\nj,1,b,.2\n", "score [1] a[0.1] b[0.2]"},
		{"one system, named columns", "topic,score\n2,.3\n1,.1\n", "score [1 2] file[0.1 0.3]"},
		{"one system, no names", "2 .3\n1 .1\n", "score [1 2] file[0.1 0.3]"},
		{"one system, measures", "measure,topic,score\nAP,1,.1\nRR,1,.2\n", "AP [1] file[0.1] | RR [1] file[0.2]"},
		{"trec_eval -q", "map                   \t2\t0.3000\nmap                   \t1\t0.1000\nP_5                   \t2\t0.4000\nP_5                   \t1\t0.2000\n" +
			"relstring             \t1\t'1-0'\nrunid                 \tall\tr\nnum_q                 \tall\t2\nmap                   \tall\t0.2000\ngm_map                \tall\t0.1\nnosuch_1.00           \t1\t7\n",
			"AP [1 2] file[0.1 0.3] | P@5 [1 2] file[0.2 0.4] | nosuch_1.00 [1] file[7]"},
		{"topics with a point", "1.0 .5\n1.1 .25\n", "score [1.0 1.1] file[0.5 0.25]"},
		{"topics that look like scores, named", "topic score\n0.1 .5\n0.2 .25\n", "score [0.1 0.2] file[0.5 0.25]"},
		{"bare", "a,b\n.1,.4\n3e-04,1\n", "score [1 2] a[0.1 0.0003] b[0.4 1]"},
		{"quotes", "topic,\"a, the first\",\"b \"\"x\"\"\"\n1,.1,.2\n", `score [1] a, the first[0.1] b "x"[0.2]`},
		{"comment", "# by hand\ntopic,a,b\n1,.1,.2\n", "score [1] a[0.1] b[0.2]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, warnings, err := formats.ReadScores(strings.NewReader(c.in), "dir/file.tsv.gz", formats.ScoreOptions{})
			if err != nil || len(warnings) > 0 {
				t.Fatalf("error %v, warnings %v", err, warnings)
			}
			if table(got) != c.want {
				t.Errorf("got  %s\nwant %s", table(got), c.want)
			}
		})
	}
}

func TestReadScoresProblems(t *testing.T) {
	for _, c := range []struct {
		name, in, want string
		is             error
	}{
		{"hole", "topic,a,b\n1,.1,\n2,.2,.3\n", "s.csv:2:6: missing score: system b has no score of topic 1; want a number (or say what a missing score means: --missing zero, drop or drop-run)", formats.ErrMissing},
		{"NA", "topic\ta\tb\n1\t.1\tNA\n2\tnan\t-\n", "s.csv:2:6: missing score: system b has no score of topic 1; want a number (or say what a missing score means: --missing zero, drop or drop-run)\n" +
			"s.csv:3:3: missing score: system a has no score of topic 2; want a number (or say what a missing score means: --missing zero, drop or drop-run)\n" +
			"s.csv:3:7: missing score: system b has no score of topic 2; want a number (or say what a missing score means: --missing zero, drop or drop-run)", formats.ErrMissing},
		{"line that is not there", "topic,system,score\n1,a,.1\n1,b,.2\n2,a,.3\n", "s.csv: missing score: system b has no score of topic 2; want a number (or say what a missing score means: --missing zero, drop or drop-run)", formats.ErrMissing},
		{"text", "topic,a\n1,good\n", `s.csv:2:3: malformed number: "good", want a decimal number`, formats.ErrNumber},
		{"infinity", "topic,a\n1,inf\n", `s.csv:2:3: malformed number: "inf", want a finite number`, formats.ErrNumber},
		{"decimal comma", "topic\ta\n1\t0,5\n", `s.csv:2:3: malformed number: "0,5" (a decimal comma?), want a number with a decimal point`, formats.ErrNumber},
		{"ragged", "topic,a,b\n1,.1\n", "s.csv:2: wrong number of fields: 2 fields, expected 3 as on line 1", formats.ErrFields},
		{"topic twice", "topic,a\n1,.1\n2,.2\n1,.3\n", "s.csv:4:1: duplicate: 1 is on line 2 already", formats.ErrDuplicate},
		{"system twice", "topic,a,a\n1,.1,.2\n", "s.csv:2:6: duplicate: system a has a score of topic 1 at s.csv:2:3 already", formats.ErrDuplicate},
		{"no name", "topic,a,\n1,.1,.2\n", `s.csv:2:6: unknown value: measure "score", system "", topic "1"; want a name of each`, formats.ErrValue},
		{"ragged pairs", "1 .1\n2 .2 x\n", "s.csv:2: wrong number of fields: 3 fields, expected 2 as on line 1", formats.ErrFields},
		{"one field", "topic,a\n1\n", "s.csv:2: wrong number of fields: 1 field, expected 2 as on line 1", formats.ErrFields},
		{"no header, two systems", "0.1,0.2\n.3,.4\n", "s.csv:1:1: unknown value: two scores on every line, 0.1 the first, want a topic before each, or a first line of names, such as topic score", formats.ErrValue},
		{"no header", ".1,.2,.3\n.4,.5,.6\n", `s.csv:1:1: unknown value: ".1", want a first line with the names of systems or topics`, formats.ErrValue},
		{"two judges", "judge,topic,system,score\nj,1,a,.1\nk,1,a,.2\n", "s.csv:3:1: unknown value: judge k, but j above; want one of them chosen", formats.ErrValue},
		{"empty", "\n", "s.csv: empty file: no scores, want a table of scores by topic", formats.ErrEmpty},
		{"header only", "topic,a\n", "s.csv: empty file: no scores of topics, want at least one", formats.ErrEmpty},
		{"only all", "map\tall\t.5\n", "s.csv: empty file: no scores of topics, want at least one", formats.ErrEmpty},
		{"open quote", "topic,\"a\n1,.1\n", `s.csv:1: extraneous or missing " in quoted-field, want fields with commas, quoted as in CSV`, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, _, err := formats.ReadScores(strings.NewReader(c.in), "s.csv", formats.ScoreOptions{})
			if err == nil {
				t.Fatalf("got %s, want an error", table(got))
			}
			if err.Error() != c.want || c.is != nil && !errors.Is(err, c.is) {
				t.Errorf("got error\n%v\nwant\n%s", err, c.want)
			}
		})
	}
}

func TestMissingScores(t *testing.T) {
	const in = "topic,a,b,c\n1,.1,,.1\n2,.2,.2,.2\n3,.3,.3,.3\n"
	for _, c := range []struct {
		policy         metrics.Unanswered
		want, warnings string
	}{
		{metrics.UnansweredZero, "score [1 2 3] a[0.1 0.2 0.3] b[0 0.2 0.3] c[0.1 0.2 0.3]", "missing-topics: measure score: 1 missing score counts as 0"},
		{metrics.UnansweredDrop, "score [2 3] a[0.2 0.3] b[0.2 0.3] c[0.2 0.3]", "missing-topics: measure score: n = 2 of 3 topics (1 dropped)"},
		{metrics.UnansweredDropRun, "score [1 2 3] a[0.1 0.2 0.3] c[0.1 0.2 0.3]", "missing-topics: measure score: n = 2 of 3 systems (b dropped)"},
	} {
		got, warnings, err := formats.ReadScores(strings.NewReader(in), "s.csv", formats.ScoreOptions{Unanswered: c.policy})
		if err != nil {
			t.Fatal(err)
		}
		if table(got) != c.want || len(warnings) != 1 || warnings[0].Code+": "+warnings[0].Text != c.warnings {
			t.Errorf("%v: got %s, %v\nwant %s, %s", c.policy, table(got), warnings, c.want, c.warnings)
		}
	}
	_, _, err := formats.ReadScores(strings.NewReader("topic,a,b\n1,,.1\n2,.1,\n"), "s.csv", formats.ScoreOptions{Unanswered: metrics.UnansweredDrop})
	if want := "s.csv: missing score: measure score: every one of 2 topics lacks a score"; err == nil || err.Error() != want {
		t.Errorf("got error %v, want %s", err, want)
	}
}

// A topic without scores is treated as a hole in a table.
func TestMissingInJSON(t *testing.T) {
	for policy, want := range map[metrics.Unanswered]string{metrics.UnansweredZero: "AP [1 2] s[0.5 0] | P@5 [1 2] s[1 0]", metrics.UnansweredDrop: "AP [1] s[0.5] | P@5 [1] s[1]"} {
		got, warnings, err := formats.ReadScores(strings.NewReader(`{"2": {}, "1": {"map": 0.5, "P_5": 1}}`), "s.json", formats.ScoreOptions{Unanswered: policy})
		if err != nil || table(got) != want || len(warnings) != 2 {
			t.Errorf("%v: got %s, %v, %v, want %s", policy, table(got), warnings, err, want)
		}
	}
}

func TestJudgeAndNames(t *testing.T) {
	const in = "judge,topic,score\nj,1,.1\nk,1,.2\n"
	got, _, err := formats.ReadScores(strings.NewReader(in), "s.csv", formats.ScoreOptions{Judge: "k", Measure: "AP", System: "mine"})
	if err != nil || table(got) != "AP [1] mine[0.2]" {
		t.Errorf("got %s, %v", table(got), err)
	}
	for path, want := range map[string]metrics.Tag{"dir/sysA.tsv": "sysA", "run.v1.csv.gz": "run.v1", "plain": "plain", ".csv": ".csv", "a.b": "a.b"} {
		if got := formats.SystemName(path); got != want {
			t.Errorf("%s: got %s, want %s", path, got, want)
		}
	}
}

// Files of one system each are joined by topic, in whatever order their lines are.
func TestReadScoreFiles(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) formats.File {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return formats.File{Path: path}
	}
	a, b := write("a.tsv", "topic\tscore\n1\t.1\n2\t.2\n10\t.3\n"), write("b.txt", "10 .6\n2 .5\n1 .4\n")
	b.Label = "second"
	got, _, err := formats.ReadScoreFiles([]formats.File{a, b}, formats.ScoreOptions{})
	if want := "score [1 10 2] a[0.1 0.3 0.2] second[0.4 0.6 0.5]"; err != nil || table(got) != want {
		t.Errorf("got %s, %v, want %s", table(got), err, want)
	}
	short := write("c.tsv", "1\t.1\n")
	_, _, err = formats.ReadScoreFiles([]formats.File{a, short, {Path: filepath.Join(dir, "absent")}}, formats.ScoreOptions{})
	if want := "absent: cannot open: no such file or directory"; err == nil || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("got error %v, want %s", err, want)
	}
	_, _, err = formats.ReadScoreFiles([]formats.File{a, short}, formats.ScoreOptions{})
	if want := filepath.Join(dir, "c.tsv") + ": missing score: system c has no score of topic 10; want a number (or say what a missing score means: --missing zero, drop or drop-run)"; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("got error\n%v\nwant first\n%s", err, want)
	}
	_, _, err = formats.ReadScoreFiles([]formats.File{a, a}, formats.ScoreOptions{})
	if !errors.Is(err, formats.ErrDuplicate) {
		t.Errorf("got error %v, want a duplicate", err)
	}
}

func TestWriteScores(t *testing.T) {
	in := "topic,\"a, b\",\"with \"\"quotes\"\"\",# no comment\nT 1,0.1,1e-100,-3\n# 2,0.30000000000000004,1e+100,0\n"
	first, _, err := formats.ReadScores(strings.NewReader(in), "s.csv", formats.ScoreOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := formats.WriteScores(&b, first[0]); err != nil {
		t.Fatal(err)
	}
	want := "topic,\"a, b\",\"with \"\"quotes\"\"\",# no comment\n# 2,0.30000000000000004,1e+100,0\nT 1,0.1,1e-100,-3\n"
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	second, _, err := formats.ReadScores(&b, "s.csv", formats.ScoreOptions{})
	if err != nil || table(second) != table(first) {
		t.Errorf("got %s, %v, want %s", table(second), err, table(first))
	}
}

// A system that is called as a column of the long form must not turn the table into one.
func TestWriteScoresOfOddNames(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"sCore\n0\n", "run,topic,score\nsCore,1,0\n"},
		{"topic,run,b\n2,.1,.2\n1,.3,.4\n", "run,topic,score\nrun,1,0.3\nb,1,0.4\nrun,2,0.1\nb,2,0.2\n"},
	} {
		first, _, err := formats.ReadScores(strings.NewReader(c.in), "s.csv", formats.ScoreOptions{})
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := formats.WriteScores(&b, first[0]); err != nil || b.String() != c.want {
			t.Errorf("wrote %q, %v, want %q", b.String(), err, c.want)
		}
		second, _, err := formats.ReadScores(&b, "t.csv", formats.ScoreOptions{})
		if err != nil || table(second) != table(first) {
			t.Errorf("got %s, %v, want %s", table(second), err, table(first))
		}
	}
}

func TestGoldenMatrices(t *testing.T) {
	for _, c := range []struct {
		file            string
		systems, topics int
	}{{"adhoc7_ap.csv", 103, 50}, {"adhoc7_p10.csv", 103, 50}, {"web2012_ndcg20.csv", 48, 50}} {
		in, err := formats.Open(shared(t, "golden/matrices/"+c.file))
		if err != nil {
			t.Fatal(err)
		}
		got, _, err := formats.ReadScores(in, c.file, formats.ScoreOptions{})
		in.Close()
		if err != nil {
			t.Fatal(err)
		}
		if len(got) != 1 || len(got[0].Systems) != c.systems || len(got[0].Topics) != c.topics || got[0].Systems[0].Tag != "run1" {
			t.Errorf("%s: %d measures, %d systems, %d topics", c.file, len(got), len(got[0].Systems), len(got[0].Topics))
		}
	}
}
