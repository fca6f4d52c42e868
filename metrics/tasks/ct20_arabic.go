package tasks

import (
	"fmt"

	"sigrel/metrics"
	"sigrel/metrics/formats"
)

var checkthat20Ar = &Task{
	Name:  "checkthat20-ar",
	Title: "CheckThat! 2020 task 1, Arabic: check-worthiness of tweets on topics",
	Doc: "For each topic, up to 500 tweets are ranked by how much they deserve a fact check. The column of ranks decides: ranks count " +
		"from 1 in each topic, in the order of lines, and scores do not rise. No scorer of the organisers could be read, so this order of " +
		"equal scores is ours; --order score and --order trec_eval rank by score.",
	Topic:    "subject with its tweets",
	Gold:     "lines of topicID, tweetID and label (1: check-worthy) between commas or tabs",
	Run:      "lines of topicID, rank, tweetID, score and runID between tabs, no header",
	Measures: []string{"P@30", "AP", "P@5", "P@10", "P@15", "P@20", "P@25"},
	Order:    metrics.OrderRank,
	Flags:    []string{"gold", "order", "skip-topics-without-relevant"},
	Limits:   Limits{Documents: ctArabicTweets, Runs: []RunLimit{{"manual", 0, 2}, {"automatic", 0, 4}}},
	Load:     loadCheckthat20Ar,
	Write: rankingWriter(func(t metrics.Topic, d metrics.Doc, rank int, score, tag string) string {
		return fmt.Sprintf("%s\t%d\t%s\t%s\t%s", t, rank, d, score, tag)
	}),
}

const (
	ctArabicTweets = 500
	ctArabicCutoff = 30 // of the official P@30
)

func loadCheckthat20Ar(in Inputs, opt Options) (*Submissions, error) {
	l := &ctArabic{newRankingLoad(in, opt, metrics.OrderRank, ctArabicTweets)}
	l.sub.Complete, l.cutoff = true, ctArabicCutoff
	l.noQrels()
	if path, ok := l.goldFile(); ok {
		l.readGold(path, l.readTweets)
	}
	l.goldDone()
	l.readRuns(func(file formats.File, out *rankingRead) {
		l.readFile(file, out, func(f *rankingFile, text string) *metrics.Run { return l.readRun(file, f, text) })
	})
	l.random()
	l.convention("relevant", "the label 1; any other label is not, and neither is a tweet that is not in the gold file")
	l.ties()
	l.convention(leftOut, leftOutZero)
	return l.done()
}
