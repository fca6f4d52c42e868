package tasks_test

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"sigrel/metrics"
	"sigrel/metrics/tasks"
)

var rtsNames = []string{"EG-1", "nCG-1", "EG-p", "nCG-p", "EG-0", "nCG-0", "GMP.33", "GMP.50", "GMP.66"}

func rtsToy(t testing.TB) tasks.Inputs {
	t.Helper()
	return tasks.Inputs{Qrels: sharedFile(t, "rts_toy2017/qrels"), Runs: runFiles(sharedFile(t, "rts_toy2017/run")),
		Gold: []string{sharedFile(t, "rts_toy2017/clusters.json"), sharedFile(t, "rts_toy2017/tweets2dayepoch")}}
}

// The original printed four decimals, an independent program computed exact values.
func TestRTSReference(t *testing.T) {
	var want struct {
		Days     []string
		Original map[string]map[string]float64
		PerTopic map[string]map[string]float64 `json:"per_topic"`
		Mean     map[string]float64
		Empty    map[string]any     `json:"empty_run"`
		Twice    map[string]float64 `json:"run_twice_in_one_file"`
	}
	readExpected(t, "rts_toy2017", &want)
	in := rtsToy(t)
	asked := want.Days[0] + "-" + want.Days[len(want.Days)-1]
	for _, days := range []string{"", asked} {
		for _, swapped := range []bool{false, true} {
			if swapped {
				in.Gold[0], in.Gold[1] = in.Gold[1], in.Gold[0]
			}
			s := mustLoad(t, "evetar-rts", in, tasks.Options{Days: days})
			clusterLaws(t, "evetar-rts", s)
			for topic, scores := range want.Original {
				for measure, v := range scores {
					if topic == "All" {
						clusterNear(t, "printed "+measure, clusterMean(t, "evetar-rts", s, "toy", measure), v, clusterPrinted)
					} else {
						clusterNear(t, "printed "+topic+" "+measure, clusterScore(t, "evetar-rts", s, "toy", measure, metrics.Topic(topic)), v, clusterPrinted)
					}
				}
			}
			for _, measure := range rtsNames {
				for topic, scores := range want.PerTopic {
					clusterNear(t, topic+" "+measure, clusterScore(t, "evetar-rts", s, "toy", measure, metrics.Topic(topic)), scores[measure], clusterExact)
				}
				clusterNear(t, "mean "+measure, clusterMean(t, "evetar-rts", s, "toy", measure), want.Mean[measure], clusterExact)
			}
		}
	}

	s := mustLoad(t, "evetar-rts", in, tasks.Options{})
	silence := s.References[0]
	sum := 0.0
	for _, topic := range []metrics.Topic{"RTS1", "RTS2"} {
		for _, measure := range []string{"EG-1", "nCG-1", "EG-p", "nCG-p"} {
			got, ok := silence.Score(measure, topic)
			if !ok {
				t.Errorf("no score of the empty run by %s on %s", measure, topic)
			}
			clusterNear(t, "empty run, "+string(topic), got, want.Empty[string(topic)].(float64), clusterExact)
			sum += got
		}
	}
	clusterNear(t, "empty run", sum/8, want.Empty["EG-1"].(float64), clusterExact)

	run, err := os.ReadFile(in.Runs[0].Path)
	if err != nil {
		t.Fatal(err)
	}
	inFolder(t, map[string]string{"twice": string(run) + string(run), "strangers": strings.ReplaceAll(string(run), "RTS1", "RTS9")})
	in.Runs = runFiles("twice")
	s = mustLoad(t, "evetar-rts", in, tasks.Options{})
	for measure, v := range want.Twice {
		clusterNear(t, "twice "+measure, clusterMean(t, "evetar-rts", s, "toy", measure), v, clusterPrinted)
	}
	// A run whose lines are all for unknown topics scores as the empty one.
	in.Runs = runFiles("strangers")
	s = mustLoad(t, "evetar-rts", in, tasks.Options{})
	for _, measure := range rtsNames {
		for _, topic := range s.Table.Topics {
			v, _ := s.References[0].Score(measure, topic)
			clusterNear(t, "strangers "+measure, clusterScore(t, "evetar-rts", s, "toy", measure, topic), v, 0)
		}
	}
}

// Where the original stops with an exception.
func TestRTSErrorsOfOriginal(t *testing.T) {
	var want struct {
		Errors map[string]string `json:"errors_of_original"`
	}
	readExpected(t, "rts_toy2017", &want)
	files := make(map[string]string)
	in := rtsToy(t)
	for name, path := range map[string]string{"q": in.Qrels, "c": in.Gold[0], "e": in.Gold[1], "r": in.Runs[0].Path} {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = string(text)
	}
	in = rtsIn
	without := func(name, part string) {
		changed := maps.Clone(files)
		var kept []string
		for line := range strings.Lines(files[name]) {
			if !strings.Contains(line, part) {
				kept = append(kept, line)
			}
		}
		changed[name] = strings.Join(kept, "")
		inFolder(t, changed)
	}
	tests := map[string]func(){
		"cluster tweet missing in tweets2dayepoch": func() {
			without("e", "890000000000000024")
			mustRefuse(t, "evetar-rts", in, tasks.Options{}, "c:33:6: unknown identifier: topic RTS1: tweet 890000000000000024 has no line in e, want its day and time")
		},
		"cluster topic missing in qrels": func() {
			without("q", "RTS2")
			mustRefuse(t, "evetar-rts", in, tasks.Options{}, "c:38:10: unknown identifier: topic RTS2 is not in q, want judgments of every topic with clusters")
		},
		"all cluster tweets have gain 0 on a day with pushes": func() {
			changed := maps.Clone(files)
			changed["q"] = strings.Replace(files["q"], "RTS1 0 890000000000000023 2", "RTS1 0 890000000000000023 0", 1)
			inFolder(t, changed)
			s := mustLoad(t, "evetar-rts", in, tasks.Options{})
			clusterLaws(t, "evetar-rts", s)
			// On 0804 there were 12 pushes for the only cluster, which the last one hit: gain 0, pain 11. Now the day is silent.
			clusterNear(t, "EG-1", clusterScore(t, "evetar-rts", s, "toy", "EG-1", "RTS1"), .296875, clusterExact)
			clusterNear(t, "EG-p", clusterScore(t, "evetar-rts", s, "toy", "EG-p", "RTS1"), .384375-.2/8, clusterExact)
			clusterNear(t, "GMP.50", clusterScore(t, "evetar-rts", s, "toy", "GMP.50", "RTS1"), -.71875+5.5/8, clusterExact)
			if w := s.Warnings[0]; w.Code != "zero-gain-clusters" || w.Text != `c: 1 cluster is ignored on a day on which none of its tweets has a gain: "topic RTS1, cluster 5, day 20170804"` {
				t.Errorf("got %v", w)
			}
		},
	}
	for name := range want.Errors {
		if tests[name] == nil {
			t.Errorf("no test of %q", name)
			continue
		}
		tests[name]()
	}
}

var rtsIn = tasks.Inputs{Qrels: "q", Gold: []string{"c", "e"}, Runs: runFiles("r")}

// rtsFiles are an invented task in the forms of 2016. 1470096000 is the first second of 2016-08-02.
func rtsFiles() map[string]string {
	return map[string]string{
		"q": "T1 0 a1 3\nT1 0 a2 4\nT1 0 b1 2\nT1 0 n -1\nT2 0 n 0\n",
		"c": `{"topics": {"T1": {"clusters": {"A": ["a1", "a2"], "B": ["b1"]}}, "T2": {"clusters": {}}}}`,
		"e": "a1 20160802 1470100000\na2 20160803 1470190000\nb1 20160803 1470190000\nn 20160804 1470280000\na1 20160802 1470100000\n",
		"r": "T1 a1 1470099861 r\nT1 b1 1470189860 r\nT1 a2 1470190000 r\nT1 n 1470280000.9 r\n",
	}
}

// By hand, over the ten days of 2016. On 0802, a1 is pushed 139 s early, which is in time, and earns .5 of .5. On 0803 the
// cluster A is no news any more and B is: a2 earns nothing, b1 is pushed 140 s early and does not count. On 0804 nothing
// happens, and n is pushed. The other seven days are silent, without a push.
func TestRTS2016(t *testing.T) {
	inFolder(t, rtsFiles())
	s := mustLoad(t, "evetar-rts", rtsIn, tasks.Options{})
	clusterLaws(t, "evetar-rts", s)
	want := []float64{
		(.5 + 0 + 0 + 7) / 10, (1. + 0 + 0 + 7) / 10, (.5 + 0 + .9 + 7) / 10, (1. + 0 + .9 + 7) / 10, .5 / 10, 1. / 10,
		(.33*.5 - .67) / 10, (.5*.5 - .5) / 10, (.66*.5 - .34) / 10,
	}
	for m, name := range rtsNames {
		clusterNear(t, "T1 "+name, clusterScore(t, "evetar-rts", s, "r", name, "T1"), want[m], clusterExact)
		silent := 0.0
		if m < 4 {
			silent = 1
		}
		clusterNear(t, "T2 "+name, clusterScore(t, "evetar-rts", s, "r", name, "T2"), silent, 0)
		empty, ok := s.References[0].Score(name, "T1")
		if want := silent * .8; !ok || empty != want {
			t.Errorf("the empty run scores %v by %s, want %v: two days have news", empty, name, want)
		}
	}
	if _, ok := s.References[0].Score("EG-1", "T3"); ok {
		t.Error("the empty run scores on a topic that is not there")
	}
	if _, ok := s.References[0].Score("AP", "T1"); ok {
		t.Error("the empty run scores by a measure of another task")
	}
	wantWarnings(t, s)
	clusterSaid(t, s, "days", "20160802-20160811 (10, in UTC), those of TREC 2016, which have more than half of the judged tweets; --days FROM-TO sets others")
	clusterSaid(t, s, "times in seconds", "139 s are added, as in 2016, when the clock of the broker was late")
	clusterSaid(t, s, `pushes of run "r"`, "3 count, 1 before the tweet existed")
	if s.Table.Counts || s.Table.Missing != nil || s.Runs[0].Topics != nil {
		t.Error("silence is an answer, and runs keep no documents")
	}
	files := []tasks.Input{{File: "q", Role: "qrels"}, {File: "c", Role: "gold"}, {File: "e", Role: "gold"}, {File: "r", Role: "run"}}
	if !slices.Equal(s.Files, files) {
		t.Errorf("files %v", s.Files)
	}
}

// A hit after the tenth push earns nothing, but the cluster is reported; one of two clusters that fill a day of twelve.
func TestRTSBeyondTen(t *testing.T) {
	files := map[string]string{"q": "T 0 late 2\nT 0 next 2\n", "c": `{"T": {"clusters": {"A": {"tweets": ["late", "next"]}}}}`, "e": "late 20150101 1420070400\nnext 20150102 1420156800\n"}
	for i := range 11 {
		id := "x" + string(rune('a'+i))
		files["q"] += "T 0 " + id + " 0\n"
		files["e"] += id + " 20150101 1420070400\n"
		files["r"] += "T " + id + " 0101-12:00:00 r\n"
	}
	files["r"] += "T late 0101-12:00:01 r\nT next 0102-00:00:00 r\n"
	inFolder(t, files)
	s := mustLoad(t, "evetar-rts", rtsIn, tasks.Options{})
	clusterLaws(t, "evetar-rts", s)
	// Day one: 12 pushes, gain 0 of 1, pain 11. Day two is silent, with one push.
	for m, want := range []float64{0, 0, .9 / 2, .9 / 2, 0, 0, -.67 * 11 / 2, -.5 * 11 / 2, -.34 * 11 / 2} {
		clusterNear(t, rtsNames[m], clusterScore(t, "evetar-rts", s, "r", rtsNames[m], "T"), want, clusterExact)
	}
	clusterSaid(t, s, "days", "20150101-20150102 (2, in UTC), from the first to the last day of a judged tweet; --days FROM-TO sets others")
	clusterSaid(t, s, "times as MMDD-HH:MM:SS", "in UTC, in the year of the days; nothing is added, as in 2017")
	wantWarnings(t, s, `many-pushes: r: run "r": 1 day of a topic has more than 10 pushes, such as topic T on 0101: the broker refuses them; here all count, and the first 10 can earn something`)
	mustRefuse(t, "evetar-rts", rtsIn, tasks.Options{Strict: true},
		"r:11: against the rules of the task: more than 10 pushes for topic T on 0101, want no more: the broker refuses them")
}

// Of twelve clusters on a day only ten can be reported in time, the best ones: two of them gain .5, ten gain 1. The topic is
// called as what the files of 2016 have around theirs.
func TestRTSIdealOfTen(t *testing.T) {
	files := map[string]string{}
	var clusters []string
	for i := range 12 {
		id := string(rune('a' + i))
		files["q"] += fmt.Sprintf("topics 0 %s %d\n", id, min(i, 2)/2+1) // a and b have grade 1, the others 2
		files["e"] += id + " 20150101 1420070400\n"
		files["r"] += "topics " + id + " 0101-12:00:00 r\n"
		clusters = append(clusters, fmt.Sprintf(`"%d": {"tweets": ["%s"]}`, i, id))
	}
	files["c"] = `{"topics": {"clusters": {` + strings.Join(clusters, ", ") + `}}}`
	inFolder(t, files)
	s := mustLoad(t, "evetar-rts", rtsIn, tasks.Options{})
	clusterLaws(t, "evetar-rts", s)
	// The first ten pushes earn .5 + .5 + 8 of 10, by twelve pushes; none is without gain.
	for m, want := range []float64{9. / 12, .9, 9. / 12, .9, 9. / 12, .9, .33 * 9, .5 * 9, .66 * 9} {
		clusterNear(t, rtsNames[m], clusterScore(t, "evetar-rts", s, "r", rtsNames[m], "topics"), want, clusterExact)
	}
}

// A tweet without a gain reports its cluster all the same, where the day has other news.
func TestRTSZeroGain(t *testing.T) {
	inFolder(t, map[string]string{
		"q": "T 0 zero 0\nT 0 half 1\nT 0 other 2\n",
		"c": `{"T": {"clusters": {"A": {"tweets": ["zero", "half"]}, "B": {"tweets": ["other"]}}}}`,
		"e": "zero 20150101 1420070400\nhalf 20150102 1420156800\nother 20150101 1420070400\n",
		"r": "T zero 0101-00:00:00 r\n",
	})
	s := mustLoad(t, "evetar-rts", rtsIn, tasks.Options{})
	// Day one: one push, gain 0 of 1; A is reported, so day two is silent.
	clusterNear(t, "nCG-1", clusterMean(t, "evetar-rts", s, "r", "nCG-1"), .5, 0)
	clusterNear(t, "GMP.50", clusterMean(t, "evetar-rts", s, "r", "GMP.50"), -.25, 0)
	empty, _ := s.References[0].Score("EG-1", "T")
	clusterNear(t, "empty run", empty, 0, 0)

	// On day two A is reported and B has no gain, so that day is silent, and the push of b2 does not report B: on day three it
	// is news, of which nothing is pushed.
	inFolder(t, map[string]string{
		"q": "T 0 a1 2\nT 0 a2 2\nT 0 b2 0\nT 0 b3 2\n",
		"c": `{"T": {"clusters": {"A": {"tweets": ["a1", "a2"]}, "B": {"tweets": ["b2", "b3"]}}}}`,
		"e": "a1 20150101 1420070400\na2 20150102 1420156800\nb2 20150102 1420156800\nb3 20150103 1420243200\n",
		"r": "T a1 0101-00:00:00 r\nT b2 0102-00:00:00 r\n",
	})
	s = mustLoad(t, "evetar-rts", rtsIn, tasks.Options{})
	clusterNear(t, "nCG-1", clusterMean(t, "evetar-rts", s, "r", "nCG-1"), 1./3, clusterExact)
}
