package formats_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"sigrel/metrics"
	"sigrel/metrics/formats"
)

// A table costs a cell of 32 bytes and two numbers of 8 a score beside its text, which the reader of a string copies.
func TestReadScoresMemory(t *testing.T) {
	const systems, topics = 200, 1000
	var b strings.Builder
	b.WriteString("topic")
	for i := range systems {
		fmt.Fprintf(&b, "\ts%d", i)
	}
	for topic := range topics {
		fmt.Fprintf(&b, "\nt%d", topic)
		for i := range systems {
			fmt.Fprintf(&b, "\t.%04d", (topic*31+i*17)%10000)
		}
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	got, _, err := formats.ReadScores(strings.NewReader(b.String()), "s.tsv", formats.ScoreOptions{})
	runtime.ReadMemStats(&after)
	if err != nil || len(got) != 1 || got[0].Values.At(3, 0) != .0051 {
		t.Fatalf("got %d tables, error %v", len(got), err)
	}
	if a := float64(after.TotalAlloc-before.TotalAlloc) / (systems * topics); a > 120 {
		t.Errorf("%.0f bytes allocated a score, want 120 at the most", a)
	}
}

// Each line has a system and a topic of its own: the table would have a cell for any two of them.
func TestReadScoresSparse(t *testing.T) {
	const n = 20_000
	var b strings.Builder
	b.WriteString("run,topic,score\n")
	for i := range n {
		fmt.Fprintf(&b, "s%d,t%05d,.5\n", i, i)
	}
	_, _, err := formats.ReadScores(strings.NewReader(b.String()), "s.csv", formats.ScoreOptions{})
	p, ok := errors.AsType[*formats.Problems](err)
	if !ok || len(p.List) != formats.MaxProblems || len(p.List)+p.More != n*n-n || !errors.Is(err, formats.ErrMissing) {
		t.Errorf("got %d problems, want %d of missing scores", len(p.List)+p.More, n*n-n)
	}
	if want := "s.csv: missing score: system s0 has no score of topic t00001;"; !strings.HasPrefix(err.Error(), want) {
		t.Errorf("got %.200s, want first %s", err, want)
	}
	for policy, want := range map[metrics.Unanswered]string{
		metrics.UnansweredZero:    "s.csv: missing score: measure score: 399980000 of 400000000 scores of 20000 systems on 20000 topics, want a table that is not nearly empty",
		metrics.UnansweredDrop:    "s.csv: missing score: measure score: every one of 20000 topics lacks a score",
		metrics.UnansweredDropRun: "s.csv: missing score: measure score: every one of 20000 systems lacks a score",
	} {
		_, _, err := formats.ReadScores(strings.NewReader(b.String()), "s.csv", formats.ScoreOptions{Unanswered: policy})
		if err == nil || err.Error() != want {
			t.Errorf("%v: got error %.300v, want %s", policy, err, want)
		}
	}
}

// Holes are found beside scores, wherever they are, and each is reported once at its place.
func TestHolesOfTwoMeasures(t *testing.T) {
	const in = "measure,topic,run,score\nAP,1,b,.1\nAP,2,b,-\nAP,1,a,.2\nP@5,1,a,.3\nP@5,3,a,.4\nAP,2,a,.5\nP@5,3,b,.6\nAP,2,c,.7\nP@5,1,b,.8\n"
	const tail = "; want a number (or say what a missing score means: --missing zero, drop or drop-run)"
	_, _, err := formats.ReadScores(strings.NewReader(in), "s.csv", formats.ScoreOptions{})
	want := "s.csv: missing score: system c has no score of topic 1, measure AP" + tail + "\ns.csv:3:8: missing score: system b has no score of topic 2, measure AP" + tail
	if err == nil || err.Error() != want {
		t.Errorf("got error\n%v\nwant\n%s", err, want)
	}
	for policy, want := range map[metrics.Unanswered]string{
		metrics.UnansweredZero:    "AP [1 2] b[0.1 0] a[0.2 0.5] c[0 0.7] | P@5 [1 3] b[0.8 0.6] a[0.3 0.4]",
		metrics.UnansweredDropRun: "AP [1 2] a[0.2 0.5] | P@5 [1 3] b[0.8 0.6] a[0.3 0.4]",
	} {
		got, _, err := formats.ReadScores(strings.NewReader(in), "s.csv", formats.ScoreOptions{Unanswered: policy})
		if err != nil || table(got) != want {
			t.Errorf("%v: got %s, %v, want %s", policy, table(got), err, want)
		}
	}
}

// All that is wrong is said, file by file, also what only shows once several are read.
func TestProblemsOfSeveralScoreFiles(t *testing.T) {
	dir := t.TempDir()
	var files []formats.File
	for i, text := range []string{"topic,a\n1,.5\n2,x\n", "run,topic,measure,score\nb,1,score,.5\na,1,score,.5\nb,1,score,.7\n", "topic,c\n1,1e200\n"} {
		path := filepath.Join(dir, fmt.Sprintf("%d.csv", i))
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		files = append(files, formats.File{Path: path})
	}
	_, _, err := formats.ReadScoreFiles(files, formats.ScoreOptions{})
	want := `0.csv:3:3: malformed number: "x", want a decimal number
1.csv:3:11: duplicate: system a has a score of topic 1 at 0.csv:2:3 already
1.csv:4:11: duplicate: system b has a score of topic 1 at 1.csv:2:11 already
2.csv:2:3: score "1e200": want 0 or a size between 1e-100 and 1e100`
	if got := strings.ReplaceAll(fmt.Sprint(err), dir+string(filepath.Separator), ""); got != want {
		t.Errorf("got error\n%s\nwant\n%s", got, want)
	}
}
