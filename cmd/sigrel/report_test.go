package main

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"sigrel/metrics/formats"
	"sigrel/reports"
)

// sigrel runs the program and fails the test if it does not exit with 0.
func sigrel(t testing.TB, args ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if code := run(args, strings.NewReader(""), &stdout, &stderr, new(scratch)); code != exitDone {
		t.Fatalf("sigrel %s: exit %d\n%s", strings.Join(args, " "), code, stderr.String())
	}
	return stdout.String()
}

// tree reads all files below a folder.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	found, err := filesBelow(dir)
	if err != nil {
		t.Fatal(err)
	}
	out := make(map[string]string)
	for _, name := range found {
		data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		out[name] = string(data)
	}
	return out
}

// TestProcessors: the same inputs give the same folder, byte for byte, whatever the number of processors.
func TestProcessors(t *testing.T) {
	dir := t.TempDir()
	toy := filepath.Join(root(t), "testdata", "collections", "toy")
	runs, err := filepath.Glob(filepath.Join(toy, "runs", "*.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	var first map[string]string
	for i, n := range []int{1, 2, 7} {
		runtime.GOMAXPROCS(n)
		out := filepath.Join(dir, string(rune('a'+i)))
		sigrel(t, append([]string{"report", "-q", filepath.Join(toy, "qrels.txt"), "--teams", filepath.Join(toy, "teams.tsv"),
			"-m", "AP", "-m", "P@10", "-j", []string{"0", "2", "3"}[i], "-o", out}, runs...)...)
		now := tree(t, out)
		if first == nil {
			first = now
			continue
		}
		if len(now) != len(first) {
			t.Errorf("%d processors: %d files, one has %d", n, len(now), len(first))
		}
		for name, data := range first {
			if now[name] != data {
				t.Errorf("%d processors: %s differs", n, name)
			}
		}
	}
}

// TestSharedReport runs the main job on real runs, and on a matrix of 103 systems.
func TestSharedReport(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	runs, err := filepath.Glob(shared(t, "data", "robust03", "runs") + "/*.gz")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	sigrel(t, append([]string{"report", "-q", shared(t, "data", "robust03", "qrels.txt.gz"), "-m", "AP", "-m", "P@10", "-m", "nDCG@10",
		"-o", filepath.Join(dir, "runs")}, runs...)...)
	sigrel(t, "report", "-s", shared(t, "golden", "matrices", "adhoc7_ap.csv"), "-m", "AP", "-o", filepath.Join(dir, "matrix"))
	for _, d := range []string{"runs", "matrix"} {
		files := tree(t, filepath.Join(dir, d))
		for _, name := range []string{"report.html", "report.md", "results.json", "figures/means.svg", "figures/means.png", "tables/all-pairs.csv", "scores/AP.csv"} {
			if files[name] == "" {
				t.Errorf("%s: no %s", d, name)
			}
		}
		var results struct {
			Schema   string
			Files    []string
			Sections []struct{ Name string }
		}
		if err := json.Unmarshal([]byte(files["results.json"]), &results); err != nil {
			t.Fatal(err)
		}
		if results.Schema != reportSchema || len(results.Files) != len(files) || len(results.Sections) != len(reports.Sections()) {
			t.Errorf("%s: schema %q, %d of %d files, %d sections", d, results.Schema, len(results.Files), len(files), len(results.Sections))
		}
	}
}

// TestSharedScores compares the command's output with trec_eval's, text for text.
func TestSharedScores(t *testing.T) {
	dir := shared(t, "golden", "treceval_robust03")
	want := gunzip(t, filepath.Join(dir, "out", "InexpC2.all_trec.te10.txt.gz"))
	asked := []string{"num_ret", "num_rel", "num_rel_ret", "map", "Rprec", "bpref", "recip_rank", "P_10", "recall_100", "ndcg", "ndcg_cut_10", "success_5"}
	args := []string{"score", "-q", filepath.Join(dir, "qrels.txt.gz"), "-f", "trec", "--by-topic"}
	for _, m := range asked {
		args = append(args, "-m", m)
	}
	got := make(map[string]bool)
	for line := range strings.Lines(sigrel(t, append(args, filepath.Join(dir, "runs", "InexpC2.run.gz"))...)) {
		got[line] = true
	}
	lines := 0
	for line := range strings.Lines(want) {
		name := strings.TrimSpace(strings.SplitN(line, "\t", 2)[0])
		for _, m := range asked {
			if m == name {
				lines++
				if !got[line] {
					t.Errorf("no line %q", line)
				}
			}
		}
	}
	if lines != len(got) || lines != 51*len(asked) {
		t.Errorf("%d lines, trec_eval has %d", len(got), lines)
	}
}

func gunzip(t *testing.T, path string) string {
	t.Helper()
	r, err := formats.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	data, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestEmptyLists: a list without entries is [] in JSON, never null; what is null is not assessed.
func TestEmptyLists(t *testing.T) {
	toy := filepath.Join(root(t), "testdata", "collections", "toy")
	runs, err := filepath.Glob(filepath.Join(toy, "runs", "*.txt"))
	if err != nil {
		t.Fatal(err)
	}
	qrels := []string{"-q", filepath.Join(toy, "qrels.txt"), "-f", "json"}
	for _, args := range [][]string{
		{"compare", "-s", filepath.Join(toy, "scores.tsv"), "--systems", "cedar-1,cedar-2", "-f", "json"},
		{"reliability", "-s", filepath.Join(toy, "scores.tsv"), "-f", "json"},
		append(append([]string{"score"}, qrels...), runs...),
		append(append([]string{"pool"}, qrels...), runs...),
	} {
		out := sigrel(t, args...)
		if !strings.Contains(out, `"warnings": [`) {
			t.Errorf("%s: warnings are not a list", args[0])
		}
		for _, key := range []string{"pairs", "systems", "groups", "left_out", "judged", "required", "dstudy", "components", "measures"} {
			if strings.Contains(out, `"`+key+`": null`) {
				t.Errorf("%s: %s is null", args[0], key)
			}
		}
	}
}
