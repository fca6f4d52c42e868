package tasks_test

import (
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sigrel/metrics"
	"sigrel/metrics/tasks"
)

// Random scores for the 140 tweets of a real test set.
func TestCheckthat20EnReference(t *testing.T) {
	var expected struct{ Metrics map[string]float64 }
	readExpected(t, "ct20_task1_en_test", &expected)
	dir := sharedFile(t, "ct20_task1_en_test")
	s := mustLoad(t, "checkthat20-en", rankingInputs(filepath.Join(dir, "gold.tsv"), filepath.Join(dir, "submission.tsv")), tasks.Options{})
	wantWarnings(t, s)
	rankingNear(t, "submission", expected.Metrics, rankingScores(t, s, append(ctMeasures, "P@30")...)[0]["covid-19"])
}

// Every row of the table of the original's checker and scorer, as for debates. A tweet that stands twice is taken by the
// original only, and with its quirks.
func TestCheckthat20EnEdge(t *testing.T) {
	lenient := map[string]string{
		"sci_score.tsv":     "the organisers' own samples have exponents",
		"neg_int_score.tsv": "a signed whole number is no less plain",
		"blank_end.tsv":     "a blank line at the end means nothing",
	}
	twice := []string{"dup_relevant.tsv", "dup_nonrel.tsv"}
	var expected struct{ Results map[string]ctEdgeRow }
	readExpected(t, "ct20_task1_edge", &expected)
	dir := sharedFile(t, "ct20_task1_edge")
	gold := filepath.Join(dir, "gold.tsv")
	for name, row := range expected.Results {
		in := rankingInputs(gold, filepath.Join(dir, name))
		_, strict := findTask(t, "checkthat20-en").Load(in, tasks.Options{Strict: true})
		if want := row.Scored && !slices.Contains(twice, name); want != (strict == nil) {
			t.Errorf("%s, strict: got %v, the original scored it: %v", name, strict, row.Scored)
		}
		if _, err := findTask(t, "checkthat20-en").Load(in, tasks.Options{Strict: true, Quirks: true}); row.Scored != (err == nil) {
			t.Errorf("%s, strict, quirks: got %v, the original scored it: %v", name, err, row.Scored)
		}
		want := row.Metrics
		if !row.Scored && lenient[name] != "" {
			want = ctNaiveTweets(t, gold, filepath.Join(dir, name))
		}
		s := ctEdge(t, "checkthat20-en", name, in, tasks.Options{Quirks: true}, row.Scored || lenient[name] != "", "covid-19", want)
		if odd := []string{"two_runids.tsv", "other_topic.tsv"}; s != nil && len(s.Warnings) == 0 && (!row.Scored || slices.Contains(odd, name) || slices.Contains(twice, name)) {
			t.Errorf("%s: no warning", name)
		}
	}
}

// ctNaiveTweets scores a run from the definitions.
func ctNaiveTweets(t testing.TB, gold, run string) map[string]float64 {
	labels, total := make(map[string]bool), 0
	for _, fields := range ctFields(t, gold) {
		labels[fields[1]] = fields[5] == "1"
		if labels[fields[1]] {
			total++
		}
	}
	var relevant []bool
	for _, fields := range ctSorted(ctFields(t, run), 2) {
		relevant = append(relevant, labels[fields[1]])
	}
	return naiveScores(relevant, total)
}

// Three topics, one of them missing and one all tied, under each order.
func TestCheckthat20ArReference(t *testing.T) {
	var expected struct {
		ByOrder map[string]map[string]map[string]float64 `json:"by_order"`
	}
	readExpected(t, "ct20_task1_ar_toy", &expected)
	dir := sharedFile(t, "ct20_task1_ar_toy")
	measures := []string{"AP", "P@5", "P@10", "P@15", "P@20", "P@25", "P@30"}
	for _, gold := range []string{"gold.csv", "gold.tsv"} {
		for name, order := range map[string]metrics.Order{"rank": metrics.OrderRank, "score-then-file": metrics.OrderScore, "trec_eval": metrics.OrderTrecEval} {
			opt := tasks.Options{Order: &order}
			if name == "rank" {
				opt.Order = nil // it is the task's own
			}
			s := mustLoad(t, "checkthat20-ar", rankingInputs(filepath.Join(dir, gold), filepath.Join(dir, "teamXrun1.tsv")), opt)
			scores := rankingScores(t, s, measures...)[0]
			for topic, want := range expected.ByOrder[name] {
				rankingNear(t, gold+" "+name+" "+topic, want, scores[topic])
			}
		}
	}
}

// The mean of the original is over the topics of the run.
func TestCheckthat20VerifiedReference(t *testing.T) {
	var expected struct {
		Metrics map[string]map[string]float64
		Checker map[string]*string
	}
	readExpected(t, "ct20_task2_toy", &expected)
	dir := sharedFile(t, "ct20_task2_toy")
	s := mustLoad(t, "checkthat20-verified", rankingQrels(filepath.Join(dir, "gold.qrels"), filepath.Join(dir, "run.tsv")), tasks.Options{Quirks: true})
	for k, want := range expected.Metrics {
		names := map[string]string{"map": "AP@" + k, "precision": "P@" + k, "reciprocal_rank": "RR@" + k}
		for original, name := range names {
			scores := rankingScores(t, s, name)[0]
			sum, weight := 0.0, 0.0
			for _, topic := range s.Gold.Topics() {
				w := s.Weights(0, topic)
				sum, weight = sum+w*scores[string(topic)][name], weight+w
			}
			if got := sum / weight; math.Abs(got-want[original]) > 1e-12 {
				t.Errorf("mean %s is %v, want %v", name, got, want[original])
			}
		}
	}
	// Over the topics of the gold file it is 0.25, as the specification says.
	s = mustLoad(t, "checkthat20-verified", rankingQrels(filepath.Join(dir, "gold.qrels"), filepath.Join(dir, "run.tsv")), tasks.Options{})
	if s.Weights != nil {
		t.Error("weights without quirks")
	}
	rankingNear(t, "run", map[string]float64{"AP@5": .25}, rankingScores(t, s, "AP@5")[0]["mean"])

	for name, message := range expected.Checker {
		_, err := findTask(t, "checkthat20-verified").Load(rankingQrels("", filepath.Join(dir, name)), tasks.Options{Strict: true})
		if (message == nil) != (err == nil) {
			t.Errorf("%s, strict: got %v, the original says %v", name, err, message)
		}
		if message == nil {
			continue
		}
		line := ":" + (*message)[strings.LastIndexByte(*message, ' ')+1:] // all of them end in the number of the line
		if first, _, _ := strings.Cut(err.Error(), ": "); !strings.Contains(first[strings.LastIndexByte(first, '/'):], line) {
			t.Errorf("%s, strict: got %v, the original says %s", name, err, *message)
		}
		// What does not matter is taken: how fields are separated, and what stands in two of them.
		_, err = findTask(t, "checkthat20-verified").Load(rankingQrels("", filepath.Join(dir, name)), tasks.Options{})
		if want := slices.Contains([]string{"delimiter_space.tsv", "format_q0.tsv", "rank_not_1.tsv"}, name); want != (err == nil) {
			t.Errorf("%s: got %v, want it taken: %v", name, err, want)
		}
	}
}

// The published recipe counts a snippet once that a run has three times.
func TestEvidenceReference(t *testing.T) {
	var expected struct {
		PerClaim map[string]map[string]float64 `json:"per_claim"`
		All      map[string]float64            `json:"mean_over_all_gold_claims"`
		WithGold map[string]float64            `json:"mean_over_claims_with_gold"`
	}
	readExpected(t, "evidence_pk", &expected)
	dir := sharedFile(t, "evidence_pk")
	asSet := func(row map[string]float64) map[string]float64 {
		return map[string]float64{"P@1": row["P@1_set"], "P@5": row["P@5_set"], "P@10": row["seed_recipe_P10"]}
	}
	run, measures := filepath.Join(dir, "run"), []string{"P@1", "P@5", "P@10"}
	s := mustLoad(t, "checkthat20-evidence", rankingInputs(filepath.Join(dir, "claims.json"), run), tasks.Options{Quirks: true})
	scores := rankingScores(t, s, measures...)[0]
	for claim, row := range expected.PerClaim {
		rankingNear(t, claim, asSet(row), scores[claim])
	}
	rankingNear(t, "all claims", asSet(expected.All), scores["mean"])

	s = mustLoad(t, "checkthat20-evidence", rankingInputs(filepath.Join(dir, "claims.json"), run), tasks.Options{Quirks: true, SkipEmpty: true})
	rankingNear(t, "claims with evidence", asSet(expected.WithGold), rankingScores(t, s, measures...)[0]["mean"])
	s = mustLoad(t, "checkthat20-evidence", rankingQrels(filepath.Join(dir, "qrels"), run), tasks.Options{Quirks: true})
	rankingNear(t, "claims of the qrels", asSet(expected.WithGold), rankingScores(t, s, measures...)[0]["mean"])

	if _, err := findTask(t, "checkthat20-evidence").Load(rankingQrels("", run), tasks.Options{}); err == nil || !strings.Contains(err.Error(), "run:5: duplicate: topic c2 has document s2 on line 4 already") {
		t.Errorf("got %v, want a duplicate on line 5", err)
	}
	// Of c2 only s2 is left besides s5, whose ranks close up.
	s = mustLoad(t, "checkthat20-evidence", rankingInputs(filepath.Join(dir, "claims.json"), run), tasks.Options{KeepFirst: true})
	rankingNear(t, "c2", map[string]float64{"P@1": 1, "P@5": .2, "P@10": .1}, rankingScores(t, s, measures...)[0]["c2"])
}
