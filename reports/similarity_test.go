package reports_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sigrel/metrics"
	"sigrel/metrics/formats"
	"sigrel/reports"
	"sigrel/reports/doc"
	"sigrel/stats"
	"sigrel/stats/resample"
)

// runStudy is a study of runs: of each its tag, its team and the documents of each topic in order, as letters; capital
// letters are relevant.
func runStudy(t *testing.T, runs [][]string) *reports.Study {
	t.Helper()
	st := &reports.Study{Title: "Test", Test: reports.FindTest("randomization"), Level: 1, Version: "0", Teams: true, Qrels: metrics.Qrels{},
		Options: stats.Options{Plan: resample.Plan{Seed: 1, Replicates: 200}}}
	for _, fields := range runs {
		r := &metrics.Run{Tag: metrics.Tag(fields[0]), Team: metrics.Team(fields[1]), Topics: make(map[metrics.Topic][]metrics.Scored)}
		for n, docs := range fields[2:] {
			topic := metrics.Topic(fmt.Sprint("T", n+1))
			if st.Qrels[topic] == nil {
				st.Qrels[topic] = make(map[metrics.Doc]metrics.Grade)
			}
			for i, d := range docs {
				name, grade := metrics.Doc(strings.ToLower(string(d))), metrics.Grade(0)
				if d < 'a' {
					grade = 1
				}
				st.Qrels[topic][name] = grade
				r.Topics[topic] = append(r.Topics[topic], metrics.Scored{Doc: name, Score: float64(-i)})
			}
		}
		st.Runs = append(st.Runs, r)
	}
	ap, err := metrics.Find("AP")
	if err != nil {
		t.Fatal(err)
	}
	st.Measures = []metrics.Applied{ap}
	ev, err := metrics.Evaluate(st.Runs, st.Qrels.Gold(1), st.Measures, metrics.EvalOptions{})
	if err != nil {
		t.Fatal(err)
	}
	st.Scores = ev.Scores
	return st
}

// similarity is the finding and its text.
func similarity(t *testing.T, st *reports.Study) (*reports.Similarity, string) {
	t.Helper()
	r, err := reports.Build(st, "similarity")
	if err != nil {
		t.Fatal(err)
	}
	f, ok := r.Parts[0].Finding.(*reports.Similarity)
	if !ok {
		t.Fatal(r.Parts[0].Reason)
	}
	if _, err := json.Marshal(r); err != nil {
		t.Error(err)
	}
	p := &doc.Printer{}
	return f, string(p.Markdown(r.Doc()))
}

var similarRuns = [][]string{
	{"one", "A", "ABcdefghij", "klMnOpqrst", "aBCdefghij", "xyZ"},
	{"copy", "A", "ABcdefghij", "klMnOpqrst", "aBCdefghij", "xyZ"},
	{"near", "B", "ABcdefghij", "klMnOpqrst", "aBCdefghji", "xyZ"},
	{"other", "C", "jihgBAfedc", "tsrMOlkqpn", "jBCihgfeda", "Zyx"},
	{"alone", "C", "uvwxA", "uvwxM", "uvwxB", "uvwxZ"},
	{"deeper", "D", "jihgBAfedcu", "tsrMOlkqpnu", "jBCihgfedau", "Zyxu"},
}

func TestSimilarity(t *testing.T) {
	f, text := similarity(t, runStudy(t, similarRuns))
	why := make(map[string][]string)
	for _, p := range f.Pairs {
		names := []string{string(p.A), string(p.B)}
		slices.Sort(names)
		why[strings.Join(names, " ")] = p.Why
	}
	want := map[string][]string{
		"copy one": {"identical-rankings", "identical-scores"}, "near one": {"rbo", "overlap", "identical-scores"}, "copy near": {"rbo", "overlap", "identical-scores"},
		"one other": {}, "copy other": {}, "near other": {}, "alone one": {}, "alone near": {}, "alone other": {}, "alone copy": {},
		"deeper other": {"rbo", "overlap", "identical-scores"}, "deeper one": {}, "copy deeper": {}, "deeper near": {}, "alone deeper": {},
	}
	if diff := cmp.Diff(want, why); diff != "" {
		t.Error(diff)
	}
	if f.Near != 4 || len(f.Clusters) != 2 || len(f.Clusters[0]) != 3 || f.By != "rbo" {
		t.Errorf("%d near, clusters %v, by %s", f.Near, f.Clusters, f.By)
	}
	for _, part := range []string{
		"Of 15 pairs of runs, 4 are near-duplicates", "3 such pairs are of different teams",
		"two runs of one team (2 pairs)", "of different teams (13 pairs)", "2 clusters with 5 of the 6 runs; 1 stands alone",
	} {
		if !strings.Contains(text, part) {
			t.Errorf("no %q in\n%s", part, text)
		}
	}
	// The same, whatever the order of the runs in the input.
	turned := slices.Clone(similarRuns)
	slices.Reverse(turned)
	g, _ := similarity(t, runStudy(t, turned))
	if diff := cmp.Diff(f.Pairs, g.Pairs); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(f.Clusters, g.Clusters); diff != "" {
		t.Error(diff)
	}
}

// Runs that rank the same documents in another order are no copies, and their RBO has a floor.
func TestSimilarityOfRerankings(t *testing.T) {
	f, text := similarity(t, runStudy(t, [][]string{{"a", "A", "ABcde", "aBcdE"}, {"b", "B", "edcBA", "EdcBa"}}))
	if f.Near != 0 || *f.Pairs[0].Overlap != 1 || *f.Pairs[0].Tau != -1 {
		t.Errorf("%+v", f.Pairs[0])
	}
	// .7378: two lists of five in reverse order at p = .9.
	if want := "even two rankings of 5 documents in reverse order have an RBO of 0.738"; !strings.Contains(text, want) {
		t.Errorf("no %q in\n%s", want, text)
	}
	if got := fmt.Sprintf("%.4f", *f.Pairs[0].RBO); got != "0.7378" {
		t.Errorf("RBO %s", got)
	}
	if !strings.Contains(text, "The two runs are no near-duplicates") {
		t.Error(text)
	}
}

// Systems that are averages of runs have no ranking of their own.
func TestSimilarityOfAverages(t *testing.T) {
	st := runStudy(t, similarRuns)
	averaged, _, err := metrics.Average(st.Scores[0], func(tag metrics.Tag) metrics.Tag {
		if tag == "one" || tag == "copy" {
			return "both"
		}
		return tag
	})
	if err != nil {
		t.Fatal(err)
	}
	st.Scores, st.Qrels = []*metrics.Scores{averaged}, nil
	f, text := similarity(t, st)
	if f.Rankings != nil || f.By != "scores" || !strings.Contains(text, "not compared: systems that are averages of runs have no ranking of their own.") {
		t.Error(text)
	}
}

// Only scores: the correlation decides, and on few topics nothing but equality does.
func TestSimilarityOfScores(t *testing.T) {
	scores, _, err := formats.ReadScores(strings.NewReader("topic,x,y,z\nT1,.1,.2,.5\nT2,.3,.6,.6\nT3,.2,.4,.4\nT4,.1,.2,.9\nT5,.4,.8,.7\n"), "s.csv", formats.ScoreOptions{Measure: "AP"})
	if err != nil {
		t.Fatal(err)
	}
	st := &reports.Study{Scores: scores, Test: reports.FindTest("randomization"), Options: stats.Options{Plan: resample.Plan{Replicates: 100}}}
	f, text := similarity(t, st)
	for _, p := range f.Pairs {
		near := p.A != "z" && p.B != "z"
		if near != slices.Equal(p.Why, []string{"correlation"}) || p.RBO != nil || p.SameTeam != nil {
			t.Errorf("%+v", p)
		}
	}
	if !strings.Contains(text, "The rankings themselves were not compared: no runs were given.") || f.Rankings != nil || f.By != "scores" {
		t.Error(text)
	}
}
