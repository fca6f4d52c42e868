package tasks_test

import (
	"errors"
	"maps"
	"testing"

	"sigrel/metrics"
	"sigrel/metrics/tasks"
)

// Where the command line is at fault an error says so, with a message of one sentence for each option; where a file is, it
// does not.
func TestErrOption(t *testing.T) {
	files := rtsFiles()
	maps.Copy(files, map[string]string{"c.json": evidenceClaims, "five": evidenceFive, "vq": verifiedQrels, "vr": verifiedRun, "gold.txt": ctGold(50, 1), "debate": ctRun(50),
		"gold": qa22Gold, "team_run.json": "{}", "events": "A 1\n", "segments": "x\tx\n"})
	inFolder(t, files)
	rank := metrics.OrderRank
	days := func(s string) tasks.Options { return tasks.Options{Days: s} }
	const noRanks = "--order rank: runs of this task have no column of ranks, want score or trec_eval"
	const likeDays = `, want FROM-TO such as 20170729-20170805`
	noClusters := `--gold: none with the clusters, want {"topic": {"clusters": …}}`
	noTimes := `--gold: none with the times of tweets, want lines of "tweet day epoch"`
	for _, c := range []struct {
		task string
		in   tasks.Inputs
		opt  tasks.Options
		want []string
	}{
		{"evetar-rts", rtsIn, days("20160804-20160803"), []string{`--days: unknown value: "20160804-20160803"` + likeDays}},
		{"evetar-rts", rtsIn, days("2016"), []string{`--days: unknown value: "2016"` + likeDays}},
		{"evetar-rts", tasks.Inputs{Runs: rtsIn.Runs}, days("x"), []string{`--days: unknown value: "x"` + likeDays}},
		{"evetar-rts", tasks.Inputs{Gold: rtsIn.Gold, Runs: rtsIn.Runs}, tasks.Options{}, []string{"--qrels: none given, want the judgments"}},
		{"evetar-rts", tasks.Inputs{Qrels: "q", Runs: rtsIn.Runs}, tasks.Options{}, []string{noClusters, noTimes}},
		{"evetar-rts", tasks.Inputs{Qrels: "q", Gold: []string{"e"}, Runs: rtsIn.Runs}, tasks.Options{}, []string{noClusters}},
		{"evetar-rts", tasks.Inputs{Qrels: "q", Gold: []string{"c"}, Runs: rtsIn.Runs}, tasks.Options{}, []string{noTimes}},
		{"evetar-ttg", tasks.Inputs{Qrels: "q", Runs: runFiles("vr")}, tasks.Options{}, []string{
			`--gold: none given, want the clusters: {"topics": {"topic": {"clusters": [["tweet", …], …]}}}`}},
		{"evetar-ttg", tasks.Inputs{Gold: []string{"c"}, Runs: runFiles("vr")}, tasks.Options{}, []string{"--qrels: none given, want the judgments, whose grades weigh the clusters"}},
		{"evetar-ttg", tasks.Inputs{Qrels: "q", Gold: []string{"c", "d"}, Runs: runFiles("vr")}, tasks.Options{}, []string{"d: against the rules of the task: a second file of clusters, want one"}},
		{"evetar-events", tasks.Inputs{Gold: []string{"events", "d"}, Runs: runFiles("events")}, tasks.Options{}, []string{"d: against the rules of the task: a second file of reference events, want one"}},
		{"evetar-events", rankingInputs("events", "events"), tasks.Options{Coverage: "both"}, []string{`--coverage: unknown value: "both", want detected or reference`}},
		{"checkthat20-evidence", tasks.Inputs{Qrels: "vq", Gold: []string{"c.json"}, Runs: runFiles("five")}, tasks.Options{}, []string{"c.json: a gold file beside judgments (--qrels), want one of them"}},
		{"checkthat20-evidence", tasks.Inputs{Gold: []string{"c.json", "d"}, Runs: runFiles("five")}, tasks.Options{}, []string{"d: a second gold file, want one"}},
		{"checkthat18", rankingInputs("gold.txt", "debate"), tasks.Options{Order: &rank}, []string{noRanks}},
		// The ranks are all 1: that is one sentence, and no line has a rank twice.
		{"checkthat20-verified", rankingQrels("vq", "vr"), tasks.Options{Order: &rank}, []string{"--order rank: the column of ranks says 1 on every line, want score or trec_eval"}},
		{"quranqa22", rankingInputs("gold", "team_run.json"), tasks.Options{Segmenter: "farasa"}, []string{`--segmenter: unknown value: "farasa", want none or light`}},
	} {
		mustRefuse(t, c.task, c.in, c.opt, c.want...)
		if _, err := findTask(t, c.task).Load(c.in, c.opt); !errors.Is(err, tasks.ErrOption) {
			t.Errorf("%s: no ErrOption inside %v", c.task, err)
		}
	}
	for _, c := range []struct {
		task string
		in   tasks.Inputs
		opt  tasks.Options
	}{
		{"evetar-rts", rtsIn, days("20170101-20170102")}, // there are no tweets of these days
		{"evetar-rts", tasks.Inputs{Qrels: "q", Gold: []string{"c", "c"}, Runs: rtsIn.Runs}, tasks.Options{}},
		{"evetar-rts", tasks.Inputs{Qrels: "q", Gold: []string{"c", "none"}, Runs: rtsIn.Runs}, tasks.Options{}},
		{"checkthat18", rankingInputs("gold.txt", "none"), tasks.Options{}},
	} {
		if _, err := findTask(t, c.task).Load(c.in, c.opt); err == nil || errors.Is(err, tasks.ErrOption) {
			t.Errorf("%s: ErrOption, or nothing, inside %v", c.task, err)
		}
	}
	if msg := tasks.ErrOption.Error(); msg != "an option that the task cannot use" {
		t.Error(msg)
	}
}
