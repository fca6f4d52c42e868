package tasks_test

import (
	"bufio"
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sigrel/metrics/tasks"
)

// ctMeasures are those that the original scorer prints.
var ctMeasures = []string{"AP", "RR", "Rprec", "P@1", "P@3", "P@5", "P@10", "P@20", "P@50"}

// ctEdgeRow is what the original did with a file.
type ctEdgeRow struct {
	Gold    string
	Scored  bool
	Metrics map[string]float64
}

// Every row of the table of the original's checker and scorer. Strict refuses what the original refused; by default we also
// take the rows named here.
func TestCheckthat18Edge(t *testing.T) {
	lenient := map[string]string{
		"sci_notation.txt":             "the organisers' own samples have exponents",
		"neg_int.txt":                  "a signed whole number is no less plain",
		"bom.txt":                      "many editors write one, and it means nothing",
		"trailing_tab.txt":             "an empty field at the end means nothing",
		"ok_trailing_blank_lines.txt":  "the original's own checker lets them pass, only its reader stops",
		"short.txt":                    "the original stops at P@50; hits/k is defined",
		"ok.txt vs gold_blank_end.txt": "it is the gold file, which no participant wrote: taken under strict too",
	}
	var expected struct{ Results map[string]ctEdgeRow }
	readExpected(t, "ct18_edge", &expected)
	dir := sharedFile(t, "ct18_edge")
	for name, row := range expected.Results {
		run, gold, ok := strings.Cut(name, " vs ")
		if !ok {
			gold = row.Gold
		}
		in := rankingInputs(filepath.Join(dir, gold), filepath.Join(dir, run))
		_, err := findTask(t, "checkthat18").Load(in, tasks.Options{Strict: true})
		if want := row.Scored || gold == "gold_blank_end.txt"; want != (err == nil) {
			t.Errorf("%s, strict: got %v, the original scored it: %v", name, err, row.Scored)
		}
		want := row.Metrics
		if !row.Scored && lenient[name] != "" {
			want = ctNaive(t, filepath.Join(dir, gold), filepath.Join(dir, run))
		}
		s := ctEdge(t, "checkthat18", name, in, tasks.Options{}, row.Scored || lenient[name] != "", strings.TrimSuffix(gold, ".txt"), want)
		if s != nil && !row.Scored && gold != "gold_blank_end.txt" && len(s.Warnings) == 0 {
			t.Errorf("%s: no warning", name)
		}
	}
}

// ctEdge loads a file that is to be taken or not, and compares the scores on its topic. Without a file that was taken it is nil.
func ctEdge(t *testing.T, task, name string, in tasks.Inputs, opt tasks.Options, take bool, topic string, want map[string]float64) *tasks.Submissions {
	t.Helper()
	s, err := findTask(t, task).Load(in, opt)
	if take != (err == nil) {
		t.Errorf("%s: got %v, want it taken: %v", name, err, take)
	}
	if err != nil {
		return nil
	}
	rankingNear(t, name, want, rankingScores(t, s, append(ctMeasures, "P@30")...)[0][topic])
	return s
}

// ctNaive scores a run from the definitions.
func ctNaive(t testing.TB, gold, run string) map[string]float64 {
	var labels []bool
	total := 0
	for _, fields := range ctFields(t, gold) {
		labels = append(labels, fields[3] == "1")
		if fields[3] == "1" {
			total++
		}
	}
	relevant := []bool{}
	for _, fields := range ctSorted(ctFields(t, run), 1) {
		line, _ := strconv.Atoi(strings.TrimPrefix(fields[0], "\ufeff"))
		relevant = append(relevant, labels[line-1])
	}
	return naiveScores(relevant, total)
}

// ctSorted sorts lines by a field, the greatest score first, and leaves equal ones in order.
func ctSorted(lines [][]string, field int) [][]string {
	score := func(line []string) float64 {
		v, err := strconv.ParseFloat(line[field], 64)
		if err != nil {
			panic(err)
		}
		return v
	}
	slices.SortStableFunc(lines, func(a, b []string) int { return cmp.Compare(score(b), score(a)) })
	return lines
}

// ctFields are the fields of the lines of a file that are not blank.
func ctFields(t testing.TB, file string) [][]string {
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out [][]string
	for in := bufio.NewScanner(f); in.Scan(); {
		if line := strings.TrimSpace(in.Text()); line != "" {
			out = append(out, strings.Split(line, "\t"))
		}
	}
	return out
}

// One debate of 1303 lines; names of runs need not be that of the gold file.
func TestCheckthat18Debate(t *testing.T) {
	var expected struct{ Systems map[string]map[string]float64 }
	readExpected(t, "ct18_task1_en_2nd", &expected)
	dir := sharedFile(t, "ct18_task1_en_2nd")
	names := []string{"random", "ngram", "length", "early"}
	in := rankingInputs(filepath.Join(dir, "gold.txt"))
	for _, name := range names {
		in.Runs = append(in.Runs, rankingInputs("", filepath.Join(dir, name+".txt")).Runs...)
	}
	s := mustLoad(t, "checkthat18", in, tasks.Options{})
	scores := rankingScores(t, s, ctMeasures...)
	for i, name := range names {
		if string(s.Runs[i].Tag) != name {
			t.Errorf("run %d is %q, want %q", i, s.Runs[i].Tag, name)
		}
		rankingNear(t, name, expected.Systems[name], scores[i]["gold"])
	}
}

// Six debates and two systems, as folders.
func TestCheckthat18Debates(t *testing.T) {
	var expected struct {
		PerDebate map[string]map[string]map[string]float64 `json:"per_debate"`
		Mean      map[string]map[string]float64
	}
	readExpected(t, "ct20_task5_dev6", &expected)
	dir := sharedFile(t, "ct20_task5_dev6")
	s := mustLoad(t, "checkthat18", rankingInputs(filepath.Join(dir, "gold"), filepath.Join(dir, "random"), filepath.Join(dir, "ngram")), tasks.Options{})
	if len(s.Runs) != 2 || s.Runs[0].Tag != "random" || s.Runs[1].Tag != "ngram" || len(s.Files) != 18 {
		t.Fatalf("runs %v, %d files", s.Runs, len(s.Files))
	}
	scores := rankingScores(t, s, ctMeasures...)
	for i, r := range s.Runs {
		rankingNear(t, string(r.Tag), expected.Mean[string(r.Tag)], scores[i]["mean"])
		for debate, want := range expected.PerDebate {
			rankingNear(t, string(r.Tag)+" "+debate, want[string(r.Tag)], scores[i][debate])
		}
	}
}
