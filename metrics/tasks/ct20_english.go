package tasks

import (
	"fmt"

	"sigrel/metrics"
	"sigrel/metrics/formats"
)

var checkthat20En = &Task{
	Name:  "checkthat20-en",
	Title: "CheckThat! 2020 task 1, English: check-worthiness of tweets",
	Doc: "Tweets are ranked by how much they deserve a fact check. A file is one ranking, whatever its topic column says, so there " +
		"is one topic, and no test across topics is possible. Every tweet of the gold file has a score, none has two.",
	Topic:    "file of tweets",
	Gold:     "lines of topic_id, tweet_id, tweet_url, tweet_text, claim and check_worthiness (1: check-worthy) between tabs; a header is skipped",
	Run:      "lines of topic_id, tweet_id, score and run_id between tabs, in any order, no header",
	Measures: []string{"AP", "P@5", "P@10", "P@15", "P@20", "P@25", "P@30", "RR", "Rprec"},
	Order:    metrics.OrderScore,
	Flags:    []string{"gold", "order", "official-quirks", "skip-topics-without-relevant"},
	Limits:   Limits{Documents: ctEnglishTweets, Runs: []RunLimit{{"primary", 1, 1}, {"contrastive", 0, 2}}},
	Load:     loadCheckthat20En,
	Write: rankingWriter(func(t metrics.Topic, d metrics.Doc, _ int, score, tag string) string {
		return fmt.Sprintf("%s\t%s\t%s\t%s", t, d, score, tag)
	}),
}

const ctEnglishTweets = 1000

func loadCheckthat20En(in Inputs, opt Options) (*Submissions, error) {
	l := &ctEnglish{rankingLoad: newRankingLoad(in, opt, metrics.OrderScore, ctEnglishTweets)}
	l.sub.Complete, l.whole = true, true
	l.noRanks("runs of this task have no column of ranks")
	l.noQrels()
	if path, ok := l.goldFile(); ok {
		l.file = formats.Pos{File: path}.String()
		l.readGold(path, l.readTweets)
	}
	l.goldDone()
	l.readRuns(func(file formats.File, out *rankingRead) {
		l.readFile(file, out, func(f *rankingFile, text string) *metrics.Run { return l.readRun(file, f, text) })
	})
	l.random()
	l.convention("relevant", "the label 1 in the last column; any other label is not")
	l.ties()
	l.convention("topic column", "ignored, since a file is one ranking")
	if opt.Quirks {
		l.convention("tweets that a run has twice", "count twice, as in the original scorer, so that a score can exceed 1")
	}
	return l.done()
}
