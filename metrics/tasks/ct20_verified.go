package tasks

import (
	"fmt"
	"strings"

	"sigrel/metrics"
	"sigrel/metrics/formats"
)

var checkthat20Verified = &Task{
	Name:  "checkthat20-verified",
	Title: "CheckThat! 2020 task 2: claims that were verified before",
	Doc: "For each tweet, claims that were verified earlier are ranked by how well they cover it. The original scorer averages over " +
		"the tweets that a run answers, so that silence pays; here a tweet without an answer scores 0, and --official-quirks averages as the original.",
	Topic:    "tweet",
	Gold:     "qrels in the TREC format: tweet_id, 0, vclaim_id, 1",
	Run:      "lines of tweet_id, Q0, vclaim_id, 1, score and tag between tabs; the rank is always written 1",
	Measures: []string{"AP@5", "AP@1", "AP@3", "AP@10", "AP@20", "AP", "P@1", "P@3", "P@5", "P@10", "P@20", "RR"},
	Order:    metrics.OrderTrecEval,
	Flags:    []string{"qrels", "order", "official-quirks", "skip-topics-without-relevant"},
	Limits:   Limits{Runs: []RunLimit{{"primary", 1, 1}, {"contrastive", 0, 2}}},
	Load:     loadCheckthat20Verified,
	Write: rankingWriter(func(t metrics.Topic, d metrics.Doc, _ int, score, tag string) string {
		return fmt.Sprintf("%s\tQ0\t%s\t1\t%s\t%s", t, d, score, tag)
	}),
}

func loadCheckthat20Verified(in Inputs, opt Options) (*Submissions, error) {
	l := newRankingLoad(in, opt, metrics.OrderTrecEval, 0)
	l.noRanks("the column of ranks says 1 on every line")
	l.readQrels()
	l.noGold()
	l.goldDone()
	l.readRuns(func(file formats.File, out *rankingRead) {
		l.readFile(file, out, func(f *rankingFile, text string) *metrics.Run {
			if !f.trecHeader(text) {
				f.checkVerified(text)
			}
			return l.readTrec(file, f, text)
		})
	})
	l.ties()
	if opt.Quirks {
		runs := l.sub.Runs
		l.sub.Weights = func(i int, t metrics.Topic) float64 {
			if len(runs[i].Topics[t]) > 0 {
				return 1
			}
			return 0
		}
		l.convention(leftOut, "do not count in its mean, as in the original scorer")
	} else {
		l.convention(leftOut, leftOutZero)
	}
	return l.done()
}

// checkVerified keeps the rules of the original checker, except those that hold for every run in the TREC format.
func (f *rankingFile) checkVerified(text string) {
	f.names = "tweet_id Q0 vclaim_id 1 score tag"
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimRight(line, "\r\n")
		f.split(line)
		switch {
		case strings.TrimSpace(line) == "":
			f.rule(n, 0, "a blank line, want none")
			continue
		case len(f.fields) != 6:
			f.rule(n, 0, "%s, expected 6 separated by tabs: %s%s", rankingCount(len(f.fields), "field"), f.names, rankingSeparator(line, 6))
			continue
		case f.fields[1] != "Q0":
			f.rule(n, f.starts[1], "second field %q, want Q0", f.fields[1])
		}
		if f.fields[3] != "1" {
			f.rule(n, f.starts[3], "rank %q, want 1", f.fields[3])
		}
		if !verifiedScore(f.fields[4]) {
			f.rule(n, f.starts[4], "score %q, want a number such as 5, -5 or 0.5", f.fields[4])
		}
	}
}

// verifiedScore tells the numbers that the original checker takes: -?\d+(\.\d+)?.
func verifiedScore(s string) bool {
	whole, rest := rankingCutDigits(strings.TrimPrefix(s, "-"))
	if point, ok := strings.CutPrefix(rest, "."); ok {
		fraction, after := rankingCutDigits(point)
		return whole != "" && fraction != "" && after == ""
	}
	return whole != "" && rest == ""
}
