package tasks

import (
	"fmt"
	"slices"
	"strings"

	"sigrel/metrics"
	"sigrel/metrics/formats"
)

// ctArabic reads gold and runs with topics and ranks.
type ctArabic struct{ *rankingLoad }

// readTweets reads the gold file, whose fields are between commas where its first line has no tab.
func (l *ctArabic) readTweets(f *rankingFile, text string) {
	f.names = "topicID tweetID label"
	head, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	commas := !strings.Contains(head, "\t") && strings.Contains(head, ",")
	l.sub.Qrels = make(metrics.Qrels)
	g := &ctLabels{rankingFile: f}
	lines := make(map[[2]string]int)
	first := true
	for n, line := range f.lines(text) {
		if commas {
			line = strings.ReplaceAll(line, ",", "\t")
		}
		if first && strings.IndexFunc(line, ctIsDigit) < 0 {
			first = false
			f.warnings = append(f.warnings, metrics.Warning{Code: "header-skipped", Text: fmt.Sprintf("%s: skipped a header line: %q", f.pos(n, 0), rankingShort(line))})
			continue
		}
		first = false
		if !f.cut(n, line) {
			continue
		}
		label, _ := g.label(n, 2)
		topic, tweet := f.fields[0], f.fields[1]
		if before := lines[[2]string{topic, tweet}]; before > 0 {
			f.bad(n, f.starts[1], "%w: topic %s has tweet %s on line %d already", formats.ErrDuplicate, formats.Show(topic), formats.Show(tweet), before)
			continue
		}
		lines[[2]string{topic, tweet}] = n
		docs := l.sub.Qrels[metrics.Topic(topic)]
		if docs == nil {
			docs = make(map[metrics.Doc]metrics.Grade)
			l.sub.Qrels[metrics.Topic(topic)] = docs
		}
		docs[metrics.Doc(tweet)] = label
	}
	g.end()
	if len(l.sub.Qrels) == 0 && len(f.problems.List) == 0 {
		f.bad(0, 0, "%w: no tweets, want lines of %q", formats.ErrEmpty, f.names)
	}
}

// readRun reads a run.
func (l *ctArabic) readRun(file formats.File, f *rankingFile, text string) *metrics.Run {
	t := f.table(text, rankingColumns{"topicID rank tweetID score runID", 0, 1, 2, 3, 4}, l.order, nil)
	sound := len(f.problems.List) == 0
	f.oneTag(t)
	var contradict []metrics.Topic
	for _, topic := range t.topics {
		docs := f.once(topic, t.docs[topic], l.order, l.opt.KeepFirst)
		if sound && l.checkRanks(f, topic, docs) { // else ranks may be missing
			contradict = append(contradict, topic)
		}
		t.docs[topic] = docs
	}
	if contradict != nil {
		l.contradict(f, contradict, len(t.topics))
	}
	return t.run(file, l.order)
}

// checkRanks makes sure that the ranks of a topic count from 1, in the order of lines, and says whether scores rise
// although the ranks decide.
func (l *ctArabic) checkRanks(f *rankingFile, topic metrics.Topic, docs []metrics.Scored) (rise bool) {
	if l.order == metrics.OrderRank && !f.distinctRanks(topic, docs) {
		return false
	}
	slices.SortFunc(docs, func(a, b metrics.Scored) int { return int(a.Line) - int(b.Line) })
	for i, d := range docs {
		if int(d.Rank) != i+1 && !l.opt.KeepFirst {
			f.rule(int(d.Line), 0, "topic %s has rank %d, want %d: ranks count from 1 in the order of lines", formats.Show(topic), d.Rank, i+1)
			break
		}
	}
	if l.order != metrics.OrderRank {
		return false // then CheckRun compares them
	}
	ranked := l.order.Ranked(docs)
	for i := range ranked {
		rise = rise || i > 0 && ranked[i].Score > ranked[i-1].Score
	}
	return rise
}

// contradict warns of topics whose scores rise.
func (l *ctArabic) contradict(f *rankingFile, topics []metrics.Topic, of int) {
	const text = "scores rise with the ranks in %d of %s: %s"
	if f.strict {
		f.bad(0, 0, "%w: "+text, formats.ErrRule, len(topics), rankingCount(of, "topic"), rankingSome(topics))
	} else {
		f.warn("rank-contradicts-score", text+"; ranks decide", len(topics), rankingCount(of, "topic"), rankingSome(topics))
	}
}

func ctIsDigit(r rune) bool { return '0' <= r && r <= '9' }
