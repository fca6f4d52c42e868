package tasks_test

import (
	"archive/zip"
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sigrel/metrics"
	"sigrel/metrics/tasks"
)

// ctZip is an archive of files.
func ctZip(t *testing.T, files map[string]string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, text := range files {
		w, err := z.Create(name)
		if err == nil {
			_, err = w.Write([]byte(text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Folders, archives and files; prefixes tell systems apart, labels rename them.
func TestCheckthat18Uploads(t *testing.T) {
	run := ctRun(50)
	upload := map[string]string{"primary-a.tsv": run, "primary-b.tsv": run, "contrastive1-a.tsv": run, "contrastive2-b.txt": run, "README.txt": "by us"}
	files := map[string]string{"gold/a.txt": ctGold(50, 1), "gold/b.txt": ctGold(50, 50), "gold/README.md": "from them", "bigIR.zip": ctZip(t, upload),
		"plain/a.tsv": run, "plain/b.tsv": run, "a.tsv": run, "readme.txt": run, "primary-a.txt": run}
	for name, text := range upload {
		files["فريق.٢/"+name] = text
	}
	inFolder(t, files)
	s := mustLoad(t, "checkthat18", rankingInputs("gold", "bigIR.zip", "فريق.٢/", "plain", "again=plain", "us=bigIR.zip", "a.tsv", "one=primary-a.txt", "primary-a.txt"), tasks.Options{})
	type system struct {
		Tag, Team, Type string
		Topics          int
	}
	var got []system
	for _, r := range s.Runs {
		got = append(got, system{string(r.Tag), string(r.Team), r.Type, len(r.Topics)})
	}
	want := []system{
		{"bigIR/primary", "bigIR", "primary", 2}, {"bigIR/contrastive1", "bigIR", "contrastive", 1}, {"bigIR/contrastive2", "bigIR", "contrastive", 1},
		{"فريق.٢/primary", "فريق.٢", "primary", 2}, {"فريق.٢/contrastive1", "فريق.٢", "contrastive", 1}, {"فريق.٢/contrastive2", "فريق.٢", "contrastive", 1},
		{"plain", "", "", 2}, {"again", "", "", 2},
		{"us/primary", "us", "primary", 2}, {"us/contrastive1", "us", "contrastive", 1}, {"us/contrastive2", "us", "contrastive", 1},
		{"a", "", "", 1}, {"one", "", "primary", 1}, {"primary-a", "", "primary", 1},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("systems (-want +got):\n%s", diff)
	}
	scores := rankingScores(t, s, "RR")
	rankingNear(t, "a missing debate", map[string]float64{"RR": 0}, scores[1]["b"])
	rankingNear(t, "the mean with it", map[string]float64{"RR": .01}, scores[1]["mean"])
	wantFiles := []tasks.Input{{File: "gold/a.txt", Role: "gold"}, {File: "gold/b.txt", Role: "gold"}, {File: "bigIR.zip", Role: "run"},
		{File: "فريق.٢/contrastive1-a.tsv", Role: "run"}, {File: "فريق.٢/contrastive2-b.txt", Role: "run"}, {File: "فريق.٢/primary-a.tsv", Role: "run"}, {File: "فريق.٢/primary-b.tsv", Role: "run"}}
	if diff := cmp.Diff(wantFiles, s.Files[:7]); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}

	mustRefuse(t, "checkthat18", rankingInputs("gold", "bigIR.zip"), tasks.Options{Strict: true},
		`bigIR.zip: against the rules of the task: run bigIR/contrastive1 has no file for the debate b`,
		`bigIR.zip: against the rules of the task: run bigIR/contrastive2 has no file for the debate a`)
	mustRefuse(t, "checkthat18", rankingInputs("gold", "plain", "x=a.tsv", "x=primary-a.txt"), tasks.Options{},
		`primary-a.txt: duplicate: the tag x is that of a.tsv already, want one tag a run: rename with label=path`)
	// A folder of one debate's runs for one gold file: the names do not matter.
	s = mustLoad(t, "checkthat18", rankingInputs("gold/b.txt", "x=a.tsv"), tasks.Options{})
	rankingNear(t, "another name", map[string]float64{"RR": 1}, rankingScores(t, s, "RR")[0]["b"])
	mustRefuse(t, "checkthat18", rankingInputs("gold/b.txt", "plain"), tasks.Options{}, `plain/a.tsv: unknown identifier: no gold file for a debate a, want one of b`)
	// A debate may itself have such a name.
	inFolder(t, map[string]string{"gold/primary-a.txt": ctGold(50, 1), "gold/b.txt": ctGold(50, 1), "us/primary-a.tsv": run, "us/b.tsv": run, "gold2/b.txt": ctGold(50, 50), "readme.txt": run, "bigIR.zip": ctZip(t, upload)})
	if s = mustLoad(t, "checkthat18", rankingInputs("gold", "us"), tasks.Options{Strict: true}); len(s.Runs) != 1 || s.Runs[0].Tag != "us" || s.Runs[0].Topics["primary-a"] == nil {
		t.Errorf("runs %v, want one of both debates", s.Runs)
	}
	// Who names a file means it.
	s = mustLoad(t, "checkthat18", rankingInputs("gold2", "readme.txt"), tasks.Options{})
	rankingNear(t, "readme", map[string]float64{"RR": 1}, rankingScores(t, s, "RR")[0]["b"])
	// Without gold a debate has the name of its file.
	s = mustLoad(t, "checkthat18", rankingInputs("", "bigIR.zip"), tasks.Options{Strict: true})
	if s.Gold != nil || s.Qrels != nil || len(s.Runs[0].Topics["a"]) != 50 {
		t.Errorf("without gold: %v", s.Runs[0].Topics)
	}
}

func TestCheckthat18UploadsRefused(t *testing.T) {
	run := ctRun(50)
	inFolder(t, map[string]string{"gold/a.txt": ctGold(50, 1), "gold/b.txt": ctGold(50, 50), "other/a.csv": ctGold(50),
		"mixed/primary-a.tsv": run, "mixed/b.tsv": run, "strange/a.tsv": run, "strange/c.tsv": run, "twice/a.tsv": run, "twice/a.txt": run,
		"only/README": "", "empty.zip": ctZip(t, nil), "broken/a.tsv": run, "broken/b.tsv": "1\t0,5\n"})
	in := func(run string) tasks.Inputs { return rankingInputs("gold", run) }
	for _, c := range []struct {
		in   tasks.Inputs
		want []string
	}{
		{in("mixed"), []string{`mixed/b.tsv: against the rules of the task: a name without a prefix beside others with one, want primary-, contrastive1- or contrastive2- before it`}},
		{in("strange"), []string{`strange/c.tsv: unknown identifier: no gold file for a debate c, want one of a, b`}},
		{in("twice"), []string{`twice/a.txt: duplicate: the debate a is in twice/a.tsv already, want one file a debate`}},
		{in("only"), []string{`only: empty file: no files of debates in it, want at least one`}},
		{in("empty.zip"), []string{`empty.zip: empty file: no files in it, want at least one`}},
		{in("nothing"), []string{`nothing: cannot open: no such file or directory`}},
		{in("x="), []string{`x=: empty path, want the name of a file after "="`}},
		{in("broken"), []string{`broken/b.tsv:1:3: malformed number: "0,5" (a decimal comma?), want a number with a decimal point`,
			`broken/b.tsv: missing score: 49 of 50 lines in gold/b.txt: 2, 3, 4, 5, 6 and 44 more`}},
		{tasks.Inputs{Gold: []string{"gold", "other"}}, []string{`other/a.csv: duplicate: the debate a is in gold/a.txt already, want one gold file a debate`}},
		{tasks.Inputs{Gold: []string{"gold"}, Qrels: "q"}, []string{`q: judgments in the TREC format, want the gold file of the task (--gold)`}},
	} {
		mustRefuse(t, "checkthat18", c.in, tasks.Options{}, c.want...)
	}
	order := metrics.OrderRank
	mustRefuse(t, "checkthat18", in("strange/a.tsv"), tasks.Options{Order: &order}, `--order rank: runs of this task have no column of ranks, want score or trec_eval`)
	// What could be read is returned all the same.
	s, _ := findTask(t, "checkthat18").Load(rankingInputs("gold", "broken", "strange/a.tsv"), tasks.Options{})
	if len(s.Runs) != 1 || s.Runs[0].Tag != "a" {
		t.Errorf("runs %v, want the sound one", s.Runs)
	}
}
