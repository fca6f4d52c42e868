package tasks_test

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode"

	"sigrel/metrics/tasks"
)

// conventionCases are sound inputs of every task.
func conventionCases() map[string][]tasks.Inputs {
	return map[string][]tasks.Inputs{
		"checkthat18":          {rankingInputs("gold.txt", "debate")},
		"checkthat20-en":       {rankingInputs("tweets", "tweetrun")},
		"checkthat20-ar":       {rankingInputs("ar", "arrun")},
		"checkthat20-verified": {rankingQrels("vq", "vr")},
		"checkthat20-evidence": {rankingInputs("c.json", "five"), rankingQrels("eq", "five")},
		"quranqa22":            {rankingInputs("gold", "team_run.json"), {Gold: []string{"gold"}, Segments: "segments", Runs: runFiles("team_run.json")}},
		"quranqa23-a":          {rankingQrels("aq", "team_run.tsv")},
		"quranqa23-b":          {rankingInputs("goldb", "mate_run.json")},
		"evetar-events":        {rankingInputs("events", "events")},
		"evetar-adhoc":         {rankingQrels("vq", "vr")},
		"evetar-ttg":           {{Qrels: "q", Gold: []string{"c"}, Runs: runFiles("ttgrun")}},
		"evetar-rts":           {rtsIn},
	}
}

func conventionFiles() map[string]string {
	files := rtsFiles()
	files["q"] = "T1 0 a1 3\nT1 0 a2 4\nT1 0 b1 2\nT1 0 n 0\nT2 0 n 0\n" // for timelines too, where no grade is below 0
	maps.Copy(files, map[string]string{"gold.txt": ctGold(50, 1), "debate": ctRun(50), "tweets": ctTweets(50, 1), "tweetrun": strings.Join(ctTweetRun(50), ""),
		"ar": arGold, "arrun": arRun, "vq": verifiedQrels, "vr": verifiedRun, "c.json": evidenceClaims, "eq": "ق1 0 s1 1\n", "five": evidenceFive,
		"gold": qa22Gold, "team_run.json": qaOne(`{"answer": "سمير", "rank": 1, "score": 1}`), "segments": qa22Segments,
		"aq": qa23Qrels, "team_run.tsv": qaRanking("q1", "1:1-7 1"), "goldb": qaSpanGold("زار سمير", [2]int{1, 1}), "mate_run.json": `{"q1": []}`,
		"events": "A 1\n", "ttgrun": "T1 Q0 a1 1 1 r\n"})
	return files
}

// Conventions read "what: how." below the scores: what begins small unless it is a name, and how has no colon and no full
// stop of its own. What becomes of missing topics has one name everywhere, and measures are not defined again.
func TestConventions(t *testing.T) {
	const out = "topics that a run leaves out"
	zero := "score 0 and count in the mean"
	missing := map[string][2]string{ // and under the original's quirks
		"checkthat18": {zero, zero}, "checkthat20-ar": {zero, zero}, "checkthat20-verified": {zero, "do not count in its mean, as in the original scorer"},
		"checkthat20-evidence": {zero, zero}, "quranqa22": {zero, zero}, "evetar-adhoc": {zero, zero}, "evetar-ttg": {zero, zero},
		"quranqa23-a": {zero, "score 0, and as in the original scorer count in the mean twice where there is no answer, and not at all elsewhere"},
		"quranqa23-b": {"score 0, also where there is no answer, and count in the mean", "score 0, also where there is no answer, and count in the mean"},
	}
	inFolder(t, conventionFiles())
	for _, task := range tasks.Tasks() {
		cases := conventionCases()[task.Name]
		if cases == nil {
			t.Errorf("%s: no case", task.Name)
		}
		for _, in := range cases {
			for i, quirks := range []bool{false, true} {
				s := mustLoad(t, task.Name, in, tasks.Options{Quirks: quirks})
				var whats []string
				for _, c := range s.Conventions {
					if slices.Contains(whats, c.What) {
						t.Errorf("%s: %s twice", task.Name, c.What)
					}
					whats = append(whats, c.What)
					conventionForm(t, task.Name, c)
					if want := missing[task.Name][i]; c.What == out && c.How != want {
						t.Errorf("%s: missing topics %s, want %s", task.Name, c.How, want)
					}
				}
				if _, has := missing[task.Name]; has != slices.Contains(whats, out) {
					t.Errorf("%s: conventions %q, missing topics %v", task.Name, whats, has)
				}
			}
		}
	}
}

func conventionForm(t *testing.T, task string, c tasks.Convention) {
	t.Helper()
	first := []rune(c.What)
	name := len(first) > 1 && (unicode.IsUpper(first[1]) || strings.ContainsRune("@0123456789", first[1])) // P@k, GMP, F1
	if unicode.IsUpper(first[0]) && !name || strings.HasSuffix(c.How, ".") || strings.Contains(c.How, ". ") || strings.Contains(c.How, ": ") {
		t.Errorf("%s: %q: %q", task, c.What, c.How)
	}
	if c.What == "AP" || c.What == "AP@k" || c.What == "P@k" {
		t.Errorf("%s: %s is defined by the measure", task, c.What)
	}
}

// What differs from the usual in some tasks.
func TestConventionsOfTasks(t *testing.T) {
	inFolder(t, conventionFiles())
	cases := conventionCases()
	clusterSaid(t, mustLoad(t, "checkthat18", cases["checkthat18"][0], tasks.Options{}), "P@k of a debate with fewer lines", "hits divided by k; the original scorer stops there")
	s := mustLoad(t, "quranqa22", cases["quranqa22"][0], tasks.Options{})
	clusterSaid(t, s, "answers that are no part of the passage", "score 0")
	clusterSaid(t, s, "rank of an answer", "its place in the list")
	// Only qrels tell what was judged and is not useful, so only they bear all measures.
	s = mustLoad(t, "checkthat20-evidence", cases["checkthat20-evidence"][0], tasks.Options{})
	clusterSaid(t, s, "snippets that the gold file does not list", "not useful; the file does not tell whether anybody judged them, as qrels do")
	if want := []string{"P@10", "P@1", "P@5"}; !slices.Equal(s.Measures, want) {
		t.Errorf("measures %q, want %q", s.Measures, want)
	}
	s = mustLoad(t, "checkthat20-evidence", cases["checkthat20-evidence"][1], tasks.Options{})
	clusterSaid(t, s, "snippets that nobody judged", "not useful; Judged@10 is the share that was judged")
	if s.Measures != nil {
		t.Errorf("measures %q, want those of the task", s.Measures)
	}
}

// No prefixes are removed where nothing segments words.
func TestExactMatchDoc(t *testing.T) {
	for _, m := range findTask(t, "quranqa22").Own {
		if m.Name == "EM" && !strings.Contains(m.Doc, "prefixes where words are segmented") {
			t.Errorf("EM: %s", m.Doc)
		}
	}
}
