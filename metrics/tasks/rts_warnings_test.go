package tasks_test

import (
	"slices"
	"strings"
	"testing"

	"sigrel/metrics"
	"sigrel/metrics/tasks"
)

func TestRTSWarnings(t *testing.T) {
	files := rtsFiles()
	files["q"] += "T2 0 u 1\nT2 0 v 1\n"
	files["e"] = "tweet day epoch\r\n" + strings.Replace(files["e"], "20160804 1470280000", "20160804 1470268000", 1)
	files["q"] = "topic q tweet grade\n" + strings.Replace(files["q"], "T1 0 b1 2", "T1 0 b1 0", 1)
	files["r"] = "\ufefftopic tweet time tag\nT1 b1 1470200000 r\nT1 a1 1470100000 r\nT1 b1 1470200001 r\nT9 1.2e+18 1470200000 r\nT9 x 1470200000 r\nT8 x 1470200000 r\n# done\n"
	files["s"] = "T9 a1 0803-00:00:00 s\n"
	files["u"] = "T1 y 0803-00:00:00 u\nT2 y 0803-00:00:00 u\nT2 z 0803-00:00:00 u\n"
	inFolder(t, files)
	in := rtsIn
	in.Runs = runFiles("r", "s", "u")
	s := mustLoad(t, "evetar-rts", in, tasks.Options{})
	clusterLaws(t, "evetar-rts", s)
	wantWarnings(t, s,
		`header-skipped: q:1: skipped a header line: "topic q tweet grade"`,
		`header-skipped: e:1: skipped a header line: "tweet day epoch"`,
		"day-contradicts-time: e: 1 tweet has a day that is not that of the epoch in UTC (line 5 has 20160804, its epoch is of 20160803); the day as written decides",
		"missing-times: of 6 judged tweets, 2 have no line in e: pushes of such a tweet do not count",
		`zero-gain-clusters: c: 1 cluster is ignored on a day on which none of its tweets has a gain: "topic T1, cluster B, day 20160803"`,
		`topics-without-clusters: c: of 2 topics with a relevant tweet in q, 1 has no clusters, so that all of its days are silent: "T2"`,
		`header-skipped: r:1: skipped a header line: "topic tweet time tag"`,
		`repeated-tweets: r: run "r": 1 push is of a tweet that the topic has already, such as b1 on line 4 as on line 2: it earns nothing and counts`,
		`order-of-pushes: r: run "r": 1 push stands below a later one of the topic; the order of the lines decides`,
		`rounded-ids: r: run "r": 1 of 4 tweet ids looks rounded (spreadsheet/float64?), want all of their digits: read and write them as text`,
		`unknown-topics: r: run "r" answers 2 topics that are not judged, and are ignored: "T8", "T9"`,
		`unknown-topics: s: run "s" answers 1 topic that is not judged, and is ignored: "T9"; nothing is left, so it scores as the empty run`,
		`nothing-judged: u: run "u": none of the tweets that it pushed for judged topics has a time, so it scores as the empty run`)
	if len(s.Table.Missing) != 2 || s.Table.Missing[0].Topics != nil || !slices.Equal(s.Table.Missing[0].Extra, []metrics.Topic{"T8", "T9"}) {
		t.Errorf("missing %v", s.Table.Missing)
	}
	clusterSaid(t, s, `pushes of run "u"`, "0 count, 3 of tweets without a time")
	mustRefuse(t, "evetar-rts", tasks.Inputs{Runs: in.Runs}, tasks.Options{},
		"r: against the rules of the task: 1 of 4 tweet ids looks rounded (spreadsheet/float64?), want all of their digits: read and write them as text")
	s = mustLoad(t, "evetar-rts", tasks.Inputs{Runs: runFiles("s", "u")}, tasks.Options{})
	if s.Table != nil || s.References != nil || len(s.Runs) != 2 {
		t.Error("without gold the runs are read, and nothing is scored")
	}
}

// A topic with something to report and no clusters is named: all of its days are silent.
func TestRTSWithoutClusters(t *testing.T) {
	files := rtsFiles()
	files["q"] += "T2 0 a1 1\nT3 0 a1 2\nT4 0 a1 -1\n"
	inFolder(t, files)
	s := mustLoad(t, "evetar-rts", rtsIn, tasks.Options{})
	wantWarnings(t, s, `topics-without-clusters: c: of 3 topics with a relevant tweet in q, 2 have no clusters, so that all of their days are silent: "T2", "T3"`)
	empty, _ := s.References[0].Score("EG-1", "T3")
	clusterNear(t, "empty run", empty, 1, 0)
	files["q"] = "T2 0 a1 1\n"
	files["c"] = `{"T2": {"clusters": []}}`
	inFolder(t, files)
	wantWarnings(t, mustLoad(t, "evetar-rts", rtsIn, tasks.Options{}),
		`topics-without-clusters: c: of 1 topic with a relevant tweet in q, 1 has no clusters, so that all of its days are silent: "T2"`,
		`unknown-topics: r: run "r" answers 1 topic that is not judged, and is ignored: "T1"; nothing is left, so it scores as the empty run`)
}
