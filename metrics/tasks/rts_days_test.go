package tasks_test

import (
	"fmt"
	"strings"
	"testing"

	"sigrel/metrics/tasks"
)

// The best that there is, on seven days: ten pushes a day, each a gain of 1. No score exceeds its bound, by rounding either.
func TestRTSBest(t *testing.T) {
	files := map[string]string{}
	var clusters []string
	for i := range 70 {
		id := fmt.Sprintf("t%02d", i)
		files["q"] += "T 0 " + id + " 4\n"
		files["e"] += fmt.Sprintf("%s 2015010%d %d\n", id, 1+i/10, 1420070400+i/10*86400)
		files["r"] += fmt.Sprintf("T %s 010%d-00:00:00 r\n", id, 1+i/10)
		clusters = append(clusters, `["`+id+`"]`)
	}
	files["c"] = `{"T": {"clusters": [` + strings.Join(clusters, ", ") + `]}}`
	inFolder(t, files)
	s := mustLoad(t, "evetar-rts", rtsIn, tasks.Options{Strict: true})
	clusterLaws(t, "evetar-rts", s)
	wantWarnings(t, s)
	for m, want := range []float64{1, 1, 1, 1, 1, 1, 3.3, 5, 6.6} {
		clusterNear(t, rtsNames[m], clusterMean(t, "evetar-rts", s, "r", rtsNames[m]), want, clusterExact)
	}
}

// Days over the turn of the year: a time without a year is of the one that brings it nearer to the days.
func TestRTSTurnOfTheYear(t *testing.T) {
	files := map[string]string{
		"q": "T 0 old 2\nT 0 new 2\nT 0 last 2\n", "c": `{"T": {"clusters": {"A": {"tweets": ["old"]}, "B": {"tweets": ["new"]}, "C": {"tweets": ["last"]}}}}`,
		"e": "old 20141231 1420020000\nnew 20150101 1420110000\nlast 20150101 1420110000\n",
		"r": "T old 1231-23:59:59 r\nT new 0101-23:59:59 r\nT last 0103-00:00:00 r\n",
		"s": "T old 1230-00:00:00 s\nT new 1231-00:00:00 s\n",
	}
	inFolder(t, files)
	in := rtsIn
	in.Runs = runFiles("r", "s")
	s := mustLoad(t, "evetar-rts", in, tasks.Options{})
	clusterNear(t, "all in time", clusterMean(t, "evetar-rts", s, "r", "nCG-1"), 1, 0)
	clusterSaid(t, s, `pushes of run "r"`, "3 count")
	clusterSaid(t, s, `pushes of run "s"`, "0 count, 2 before the tweet existed")
	wantWarnings(t, s)
}

func TestRTSDays(t *testing.T) {
	files := rtsFiles()
	files["e"] += "z 20160801 1470050000\n"
	files["q"] += "T2 0 z 1\n"
	inFolder(t, files)
	s := mustLoad(t, "evetar-rts", rtsIn, tasks.Options{Days: "20160803-20160804"})
	// Without 0802, A is news on 0803, so that a2 earns 1 of 2; on 0804 there is a push on a silent day.
	clusterNear(t, "nCG-1", clusterScore(t, "evetar-rts", s, "r", "nCG-1", "T1"), (.5+0)/2, 0)
	clusterSaid(t, s, "days", "20160803-20160804 (2, in UTC), as asked; --days FROM-TO sets others; 2 of 5 judged tweets are of other days, and play no part")
	clusterSaid(t, s, `pushes of run "r"`, "2 count, 1 of tweets of other days, 1 before the tweet existed")
	s = mustLoad(t, "evetar-rts", rtsIn, tasks.Options{})
	clusterSaid(t, s, "days", "20160802-20160811 (10, in UTC), those of TREC 2016, which have more than half of the judged tweets; --days FROM-TO sets others; 1 of 5 judged tweets is of other days, and plays no part")
	for days, want := range map[string]string{
		"20160803":          `--days: unknown value: "20160803", want FROM-TO such as 20170729-20170805`,
		"20160804-20160803": `--days: unknown value: "20160804-20160803", want FROM-TO such as 20170729-20170805`,
		"20160229-20170229": `--days: unknown value: "20160229-20170229", want FROM-TO such as 20170729-20170805`,
		"0802-0811":         `--days: unknown value: "0802-0811", want FROM-TO such as 20170729-20170805`,
		"20160101-20161231": `--days: unknown value: "20160101-20161231" is 366 days, want at most 365`,
		"00010101-99991231": `--days: unknown value: "00010101-99991231" is 3652059 days, want at most 365`,
		"20170101-20170102": "--days: unknown value: no judged tweet is of 20170101-20170102, want days from 20160801 to 20160804",
	} {
		mustRefuse(t, "evetar-rts", rtsIn, tasks.Options{Days: days}, want)
	}
	inFolder(t, map[string]string{"q": "T 0 a 1\nT 0 b 1\n", "c": `{"T": {"clusters": {}}}`, "e": "a 20150101 1420070400\nb 20170101 1483228800\n", "r": "T a 1420070400 r\n"})
	mustRefuse(t, "evetar-rts", rtsIn, tasks.Options{},
		`e: the days of judged tweets: unknown value: "20150101-20170101" is 732 days, want at most 365: choose some with --days FROM-TO`)
}
