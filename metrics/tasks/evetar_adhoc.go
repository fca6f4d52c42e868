package tasks

import (
	"sigrel/metrics"
	"sigrel/metrics/formats"
)

var evetarAdhoc = &Task{
	Name:  "evetar-adhoc",
	Title: "EveTAR ad-hoc search of tweets",
	Doc: "For each event, tweets are ranked by relevance, as in the ad-hoc task of the TREC Microblog track: scores decide, the " +
		"column of ranks does not. Means are over all judged topics; a topic that a run leaves out scores 0. Grades 1 and 2 are relevant.",
	Topic:    "event",
	Gold:     "qrels in the TREC format: topic, 0, tweet, grade",
	Run:      "lines of topic, Q0, tweet, rank, score and tag, up to 1000 a topic",
	Measures: []string{"AP", "P@30"},
	Order:    metrics.OrderTrecEval,
	Flags:    []string{"qrels", "order", "skip-topics-without-relevant"},
	Limits:   Limits{Documents: adhocTweets},
	Load:     loadEvetarAdhoc,
	Write:    rankingWriter(rankingTrec),
}

const adhocTweets = 1000

func loadEvetarAdhoc(in Inputs, opt Options) (*Submissions, error) {
	l := newRankingLoad(in, opt, metrics.OrderTrecEval, adhocTweets)
	l.readQrels()
	l.noGold()
	l.goldDone()
	l.readRuns(func(file formats.File, out *rankingRead) {
		l.readFile(file, out, func(f *rankingFile, text string) *metrics.Run {
			if f.strict {
				f.trecHeader(text)
			}
			return l.readTrec(file, f, text)
		})
	})
	l.ties()
	l.convention("tweets that nobody judged", "not relevant")
	l.convention(leftOut, leftOutZero)
	return l.done()
}
