package tasks_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"sigrel/metrics"
	"sigrel/metrics/formats"
	"sigrel/metrics/tasks"
)

var ttgNames = []string{"wF1", "F1", "P", "R", "wR"}

// ttgCase checks a run against the four decimals that the official script prints, and exact values by an independent program.
func ttgCase(t *testing.T, dir, run string, original, perTopic map[string]map[string]float64, mean map[string]float64) {
	t.Helper()
	s := mustLoad(t, "evetar-ttg", tasks.Inputs{Qrels: sharedFile(t, dir+"/qrels.txt"), Gold: []string{sharedFile(t, dir+"/clusters.json")},
		Runs: []formats.File{{Label: "r", Path: sharedFile(t, dir+"/runs/"+run)}}}, tasks.Options{})
	clusterLaws(t, "evetar-ttg", s)
	for topic, scores := range original {
		for measure, want := range scores {
			got := 0.0
			if topic == "all" {
				got = clusterMean(t, "evetar-ttg", s, "r", measure)
			} else {
				got = clusterScore(t, "evetar-ttg", s, "r", measure, metrics.Topic(topic))
			}
			clusterNear(t, run+" printed "+topic+" "+measure, got, want, clusterPrinted)
		}
	}
	if len(perTopic) != len(s.Table.Topics) {
		t.Errorf("%d topics, want %d", len(s.Table.Topics), len(perTopic))
	}
	for _, measure := range ttgNames {
		for topic, scores := range perTopic {
			clusterNear(t, run+" "+topic+" "+measure, clusterScore(t, "evetar-ttg", s, "r", measure, metrics.Topic(topic)), scores[measure], clusterExact)
		}
		clusterNear(t, run+" mean "+measure, clusterMean(t, "evetar-ttg", s, "r", measure), mean[measure], clusterExact)
	}
	clusterSaid(t, s, `F1 of the means of run "r"`, fmt.Sprintf("wF1 %.4f, F1 %.4f", mean["wF1_of_means"], mean["F1_of_means"]))
}

func TestTTGReference(t *testing.T) {
	var toy struct {
		Results map[string]struct {
			Original struct {
				Output map[string]map[string]float64
				Error  string
			}
			PerTopic map[string]map[string]float64 `json:"per_topic"`
			Mean     map[string]float64
		}
	}
	readExpected(t, "ttg_toy", &toy)
	for run, want := range toy.Results {
		ttgCase(t, "ttg_toy", run, want.Original.Output, want.PerTopic, want.Mean)
	}
	if len(toy.Results) != 2 || toy.Results["missingtopic"].Original.Error != "KeyError: '172'" {
		t.Error("want a run that the official script cannot score, as it has no tweet of MB172")
	}
	var real3 struct {
		Original map[string]map[string]float64
		PerTopic map[string]map[string]float64 `json:"per_topic"`
		Mean     map[string]float64
	}
	readExpected(t, "ttg_real3", &real3)
	ttgCase(t, "ttg_real3", "half", real3.Original, real3.PerTopic, real3.Mean)
}

// ttgFiles are an invented task: weights of MB1 are 3 and 1, of MB2 0 and 2; MB10 has no cluster.
func ttgFiles() map[string]string {
	return map[string]string{
		"q": "1 0 a 2\n1 0 b 1\n1 0 c 1\n1 0 z 0\n2 0 a 0\n2 0 d 2\n3 0 x 1\n10 0 e 0\n",
		"c": "{\"topics\": {\"MB1\": {\"topic\": \"قصة\", \"clusters\": [[\"a\", \"b\"], [\"c\"]]},\n\"MB2\": {\"clusters\": [[\"a\"], [\"d\"]]},\n\"MB10\": {\"clusters\": []}}}",
		"r": "MB1 Q0 b 1 9 r\nMB1 Q0 a 2 8 r\nMB1 Q0 b 3 7 r\nMB1 Q0 z 4 6 r\nMB1 Q0 unjudged 5 5 r\nMB2 Q0 a 1 1 r\nMB10 Q0 e 1 1 r\n",
	}
}

var ttgIn = tasks.Inputs{Qrels: "q", Gold: []string{"c"}, Runs: runFiles("r")}

// By hand: on MB1 four tweets find the cluster of weight 3 of 4; on MB2 one tweet finds that of weight 0 of 2.
func TestTTGByHand(t *testing.T) {
	files := ttgFiles()
	inFolder(t, files)
	s := mustLoad(t, "evetar-ttg", ttgIn, tasks.Options{})
	clusterLaws(t, "evetar-ttg", s)
	if want := []metrics.Topic{"MB1", "MB10", "MB2"}; !slices.Equal(s.Table.Topics, want) {
		t.Errorf("topics %q, want %q", s.Table.Topics, want)
	}
	for topic, want := range map[metrics.Topic][5]float64{
		"MB1":  {2 * .25 * .75 / 1, 2 * .25 * .5 / .75, .25, .5, .75},
		"MB2":  {0, 2. / 3, 1, .5, 0},
		"MB10": {},
	} {
		for m, name := range ttgNames {
			clusterNear(t, string(topic)+" "+name, clusterScore(t, "evetar-ttg", s, "r", name, topic), want[m], clusterExact)
		}
	}
	// Means: P 1.25/3, R 1/3, wR .75/3; wF1 2·(5/12)(1/4)/(2/3) = .3125, F1 2·(5/12)(1/3)/(3/4) = .37037…
	clusterSaid(t, s, `F1 of the means of run "r"`, "wF1 0.3125, F1 0.3704")
	wantWarnings(t, s, `no-relevant: of 3 topics, 1 has no cluster with a grade above 0, so every run has weighted recall 0 there: "MB10"`)
	if !s.Table.Counts || s.Table.Missing != nil || s.Runs[0].Topics != nil {
		t.Error("answers count, the run answers all topics, and it keeps no documents")
	}
	if want := []tasks.Input{{File: "q", Role: "qrels"}, {File: "c", Role: "gold"}, {File: "r", Role: "run"}}; !slices.Equal(s.Files, want) {
		t.Errorf("files %v", s.Files)
	}
	s = mustLoad(t, "evetar-ttg", tasks.Inputs{Runs: ttgIn.Runs}, tasks.Options{})
	if s.Table != nil || len(s.Runs) != 1 {
		t.Error("without gold the run is read, and nothing is scored")
	}
}

// Numbers are compared, whatever letters and zeros stand before them, and the topics keep the names of the clusters.
func TestTTGNumbers(t *testing.T) {
	files := ttgFiles()
	files["q"] = "MB01 0 a 1\n002 0 b 1\nx-y 0 c 1\n0 0 d 1\n"
	files["c"] = `{"MB1": {"clusters": [["a"]]}, "2": {"clusters": [["b"]]}, "x-y": {"clusters": [["c"]]}, "T00": {"clusters": [["d"]]}, "MB": {"clusters": []}}`
	files["r"] = "mb001 Q0 a 1 1 r\nQ2 Q0 b 1 1 r\nx-y Q0 c 1 1 r\n00 Q0 d 1 1 r\n"
	inFolder(t, files)
	s := mustLoad(t, "evetar-ttg", ttgIn, tasks.Options{})
	if want := []metrics.Topic{"2", "MB", "MB1", "T00", "x-y"}; !slices.Equal(s.Table.Topics, want) {
		t.Errorf("topics %q, want %q", s.Table.Topics, want)
	}
	clusterNear(t, "wF1", clusterMean(t, "evetar-ttg", s, "r", "wF1"), 4./5, clusterExact)
}

func TestTTGMissing(t *testing.T) {
	files := ttgFiles()
	files["r"] = "MB1 Q0 a 1 1 r\nMB77 Q0 a 1 1 r\n"
	files["s"] = "MB1 Q0 1.5e+17 1 1 s\nMB2 Q0 a 1 1 s\n010 Q0 a 1 1 s\nzwei Q0 a 1 1 s\n3 Q0 a 1 1 s\n"
	inFolder(t, files)
	in := ttgIn
	in.Runs = runFiles("r", "s")
	s := mustLoad(t, "evetar-ttg", in, tasks.Options{})
	clusterLaws(t, "evetar-ttg", s)
	if len(s.Table.Missing) != 2 {
		t.Fatalf("%d runs with missing topics", len(s.Table.Missing))
	}
	for i, want := range []metrics.Missing{
		{Run: s.Runs[0], Topics: []metrics.Topic{"MB10", "MB2"}, Extra: []metrics.Topic{"MB77"}},
		{Run: s.Runs[1], Extra: []metrics.Topic{"3", "zwei"}},
	} {
		got := s.Table.Missing[i]
		if got.Run != want.Run || !slices.Equal(got.Topics, want.Topics) || !slices.Equal(got.Extra, want.Extra) {
			t.Errorf("got %q and %q, want %q and %q", got.Topics, got.Extra, want.Topics, want.Extra)
		}
	}
	wantWarnings(t, s, `no-relevant: of 3 topics, 1 has no cluster with a grade above 0, so every run has weighted recall 0 there: "MB10"`,
		`rounded-ids: s: run "s": 1 of 2 tweet ids looks rounded (spreadsheet/float64?), want all of their digits: read and write them as text`,
		`unknown-topics: s: run "s" answers 2 topics that are not judged, and are ignored: "3", "zwei"`)
	// Where no topic is answered nobody names them otherwise.
	writeFiles(t, ".", map[string]string{"w": "MB99 Q0 a 1 1 w\n"})
	in.Runs = runFiles("w")
	wantWarnings(t, mustLoad(t, "evetar-ttg", in, tasks.Options{}), `no-relevant: of 3 topics, 1 has no cluster with a grade above 0, so every run has weighted recall 0 there: "MB10"`,
		`unknown-topics: w: run "w" answers 1 topic that is not judged, and is ignored: "MB99"`)
}

func TestTTGRefused(t *testing.T) {
	for _, c := range []struct {
		name  string
		files map[string]string
		opt   tasks.Options
		want  []string
	}{
		{"no grade", map[string]string{"q": "1 0 a 2\n1 0 b 1\n"}, tasks.Options{}, []string{
			"c:1:66: unknown identifier: topic MB1 has no grade of tweet c in q, want one for every tweet of a cluster",
			"c:2:8: unknown identifier: topic MB2 is not in q, want a grade for every tweet of a cluster"}},
		{"negative grade", map[string]string{"q": "1 0 a 2\n1 0 b -2\n1 0 c 1\n2 0 a 1\n2 0 d 1\n"}, tasks.Options{}, []string{
			"c:1:59: unknown value: topic MB1 gives tweet b the grade -2 in q, want 0 or more for every tweet of a cluster"}},
		{"tweets", map[string]string{"c": `{"MB1": {"clusters": [["a", "a"], ["b", 5], [], ["a"], "c", {"tweets": {}}]}}`}, tasks.Options{}, []string{
			"c:1:29: duplicate: topic MB1 has tweet a in cluster 1 on line 1 already, want it in one cluster, once",
			"c:1:41: unknown value: the tweet 5 is a number, want a string",
			"c:1:45: against the rules of the task: cluster 3 of topic MB1 has no tweets, want at least one",
			"c:1:50: duplicate: topic MB1 has tweet a in cluster 1 on line 1 already, want it in one cluster, once",
			"c:1:56: unknown value: cluster 5 of topic MB1 is a string, want a list of tweets as strings",
			"c:1:72: unknown value: cluster 6 of topic MB1 is an object, want a list of tweets as strings"}},
		{"in the order of lines", map[string]string{"c": "{\"MB1\": {\"clusters\": [[\"zz\"]]},\n\"MB2\": {\"clusters\": [[\"a\"], [\"a\"]]}}"}, tasks.Options{}, []string{
			"c:1:24: unknown identifier: topic MB1 has no grade of tweet zz in q, want one for every tweet of a cluster",
			"c:2:30: duplicate: topic MB2 has tweet a in cluster 1 on line 2 already, want it in one cluster, once"}},
		{"topics", map[string]string{"c": `{"MB1": {"topic": "x"}, "MB2": {"clusters": 7}, "": {"clusters": []}}`}, tasks.Options{}, []string{
			`c:1:9: unknown value: topic MB1 has no "clusters", want {"topic": {"clusters": …}}`,
			"c:1:45: unknown value: the clusters of topic MB2 are a number, want lists of tweets",
			"c:1:53: unknown value: an empty topic, want an identifier"}},
		{"a list", map[string]string{"c": `["a"]`}, tasks.Options{}, []string{`c:1:1: unknown value: the topics are a list, want {"topic": {"clusters": …}}`}},
		{"topics of no kind", map[string]string{"c": `{"topics": []}`}, tasks.Options{}, []string{`c:1:12: unknown value: the topics are a list, want {"topic": {"clusters": …}}`}},
		{"no topics", map[string]string{"c": "{}"}, tasks.Options{}, []string{`c:1:1: empty file: no topics, want {"topic": {"clusters": …}}`}},
		{"one number", map[string]string{"q": "1 0 a 1\nMB1 0 a 1\n", "c": "{\"1\": {\"clusters\": []},\n\"MB01\": {\"clusters\": []}}", "r": "1 Q0 a 1 1 r\nMB1 Q0 a 1 1 r\n"}, tasks.Options{}, []string{
			"q: duplicate: the topics 1 and MB1 are one number, want one spelling",
			"c:2:9: duplicate: the topics 1 and MB01 are one number, want one spelling",
			"r:2: duplicate: topic MB1 is 1 of line 1, want one spelling"}},
		{"topic twice", map[string]string{"c": "{\"MB1\": {\"clusters\": []},\n\"MB1\": {\"clusters\": []}}"}, tasks.Options{}, []string{
			"c:2:1: duplicate: the name MB1 stands on line 1 already, want it once"}},
		{"run", map[string]string{"r": "MB1 Q0 a 1 1 r\nMB1 Q0 c 2 x r\nMB1 Q0 b 3 1 s\nMB2 a\n"}, tasks.Options{}, []string{
			`r:2:12: malformed number: "x", want a decimal number`,
			`r:3: mixed tags: tag "s", but line 1 has "r": want one tag a file`,
			"r:4: wrong number of fields: 2 fields, expected 6: topic Q0 document rank score tag"}},
		{"strict", map[string]string{"r": "topic Q0 document rank score tag\nMB1 Q0 a 1 1 r\n", "c": "\ufeff{\"MB1\": {\"clusters\": [[\"a\"]]}}"}, tasks.Options{Strict: true}, []string{
			"c:1:1: against the rules of the task: a byte order mark, want none",
			`r:1: bad header: a line of column names, "topic Q0 document rank score tag", want none`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := ttgFiles()
			maps.Copy(files, c.files)
			inFolder(t, files)
			mustRefuse(t, "evetar-ttg", ttgIn, c.opt, c.want...)
		})
	}
	inFolder(t, ttgFiles())
	mustRefuse(t, "evetar-ttg", tasks.Inputs{Qrels: "q", Runs: ttgIn.Runs}, tasks.Options{},
		`--gold: none given, want the clusters: {"topics": {"topic": {"clusters": [["tweet", …], …]}}}`)
	mustRefuse(t, "evetar-ttg", tasks.Inputs{Gold: []string{"c", "d"}, Runs: runFiles("r", "r", "none")}, tasks.Options{},
		"--qrels: none given, want the judgments, whose grades weigh the clusters",
		"d: against the rules of the task: a second file of clusters, want one",
		"r: duplicate: the tag r is that of r already, want one tag a run: rename with label=path",
		"none: cannot open: no such file or directory")
	mustRefuse(t, "evetar-ttg", tasks.Inputs{Qrels: "none", Gold: []string{"none"}}, tasks.Options{},
		"none: cannot open: no such file or directory", "none: cannot open: no such file or directory", "runs: none given, want at least one")
}

// The three conditions under which the official script stops: a missing topic is scored, the others are refused.
func TestTTGErrorsOfOriginal(t *testing.T) {
	qrels, err := os.ReadFile(sharedFile(t, "ttg_toy/qrels.txt"))
	if err != nil {
		t.Fatal(err)
	}
	clusters, run := sharedFile(t, "ttg_toy/clusters.json"), sharedFile(t, "ttg_toy/runs/toy")
	inFolder(t, map[string]string{"q": strings.Replace(string(qrels), "172 Q0 202 2\n", "", 1)})
	_, err = findTask(t, "evetar-ttg").Load(tasks.Inputs{Qrels: "q", Gold: []string{clusters}, Runs: runFiles(run)}, tasks.Options{})
	if err == nil || !strings.HasSuffix(err.Error(), "clusters.json:31:6: unknown identifier: topic MB172 has no grade of tweet 202 in q, want one for every tweet of a cluster") {
		t.Errorf("got %v", err)
	}
}

// A recount with sets of strings, cluster by cluster.
func TestTTGRecount(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	inFolder(t, nil)
	for range 150 {
		var q, r strings.Builder
		var clusters [][]string
		grade := make(map[string]int)
		for i := range 12 {
			id := fmt.Sprintf("t%d", i)
			grade[id] = random.IntN(3)
			fmt.Fprintf(&q, "7 0 %s %d\n", id, grade[id])
			if c := random.IntN(6); c < len(clusters) {
				clusters[c] = append(clusters[c], id)
			} else if c < 4 {
				clusters = append(clusters, []string{id})
			}
		}
		retrieved := make(map[string]bool)
		for i := range 1 + random.IntN(15) {
			id := fmt.Sprintf("t%d", random.IntN(16))
			retrieved[id] = true
			fmt.Fprintf(&r, "MB007 Q0 %s %d %d r\n", id, i, -i)
		}
		var lists []string
		hit, weight, all := 0., 0., 0.
		for _, c := range clusters {
			lists = append(lists, fmt.Sprintf("[%q]", strings.Join(c, `", "`)))
			found, sum := false, 0.
			for _, id := range c {
				found = found || retrieved[id]
				sum += float64(grade[id])
			}
			all += sum
			if found {
				hit++
				weight += sum
			}
		}
		text := strings.ReplaceAll(strings.Join(lists, ", "), `\"`, `"`)
		writeFiles(t, ".", map[string]string{"q": q.String(), "r": r.String(), "c": `{"topics": {"MB7": {"clusters": [` + text + `]}}}`})
		s := mustLoad(t, "evetar-ttg", ttgIn, tasks.Options{})
		ratio := func(a, b float64) float64 {
			if b == 0 {
				return 0
			}
			return a / b
		}
		p, rec, wr := ratio(hit, float64(len(retrieved))), ratio(hit, float64(len(clusters))), ratio(weight, all)
		for i, want := range []float64{ratio(2*p*wr, p+wr), ratio(2*p*rec, p+rec), p, rec, wr} {
			clusterNear(t, ttgNames[i], clusterScore(t, "evetar-ttg", s, "r", ttgNames[i], "MB7"), want, clusterExact)
		}
	}
}

// No input panics; what loads obeys the laws, and precision is not greater than 1 whatever the clusters are.
func FuzzTTG(f *testing.F) {
	files := ttgFiles()
	f.Add(files["q"], files["c"], files["r"], false)
	f.Add("1 0 a 1\n", `{"1": {"clusters": {"x": ["a"]}}}`, "MB01 Q0 a 1 1 r\n", true)
	f.Add("1 0 a 1\n", `{"1": {"clusters": {"x": {"tweets": ["a"]}}}}`, "topic Q0 doc rank score tag\nMB01 Q0 a 1 1 r\n", true)
	f.Add("MB 0 a 1\n", `{"MB": {"clusters": [["a", "a"]]}, "topics": {"clusters": []}}`, "MB Q0 a 1 1 r\n", false)
	dir := f.TempDir()
	in := clusterInside(dir, ttgIn)
	f.Fuzz(func(t *testing.T, q, c, r string, strict bool) {
		writeFiles(t, dir, map[string]string{"q": q, "c": c, "r": r})
		if s, err := findTask(t, "evetar-ttg").Load(in, tasks.Options{Strict: strict}); err == nil {
			clusterLaws(t, "evetar-ttg", s)
		}
	})
}
