package tasks

import (
	"slices"
	"strings"

	"sigrel/metrics"
	"sigrel/metrics/formats"
)

// ctEnglish reads gold and runs that are one ranking each.
type ctEnglish struct {
	*rankingLoad
	file   string        // of gold, for messages
	topic  metrics.Topic // what the ranking is called
	topics []string      // that the gold file names
	tweets []metrics.Doc // in the order of the gold file
}

// readTweets reads the gold file. Its header may be anywhere, as where files were put together.
func (l *ctEnglish) readTweets(f *rankingFile, text string) {
	f.names = "topic_id tweet_id tweet_url tweet_text claim check_worthiness"
	labels := make(map[metrics.Doc]metrics.Grade)
	lines := make(map[metrics.Doc]int)
	g := &ctLabels{rankingFile: f}
	for n, line := range f.lines(text) {
		if !f.cut(n, line) || f.fields[0] == "topic_id" {
			continue
		}
		label, _ := g.label(n, 5)
		topic, tweet := f.fields[0], metrics.Doc(f.fields[1])
		if before := lines[tweet]; before > 0 {
			f.bad(n, f.starts[1], "%w: tweet %s is on line %d already", formats.ErrDuplicate, formats.Show(tweet), before)
			continue
		}
		if !slices.Contains(l.topics, topic) {
			l.topics = append(l.topics, topic)
		}
		labels[tweet], lines[tweet] = label, n
		l.tweets = append(l.tweets, tweet)
	}
	if len(labels) == 0 {
		if len(f.problems.List) == 0 {
			f.bad(0, 0, "%w: no tweets, want lines of %q", formats.ErrEmpty, f.names)
		}
		return
	}
	g.end()
	l.topic = metrics.Topic(l.topics[0])
	if len(l.topics) > 1 {
		l.topic = metrics.Topic(strings.Join(l.topics, "+"))
		f.warn("topics-joined", "%s: the whole file is one ranking, as in the original scorer", rankingCount(len(l.topics), "topic_id"))
	}
	l.short(f, l.topic, len(labels))
	l.sub.Qrels = metrics.Qrels{l.topic: labels}
}

// readRun reads a run.
func (l *ctEnglish) readRun(file formats.File, f *rankingFile, text string) *metrics.Run {
	var topics []string
	t := f.table(text, rankingColumns{"topic_id tweet_id score run_id", -1, -1, 1, 2, 3}, l.order, func(n int) bool {
		if !slices.Contains(topics, f.fields[0]) {
			topics = append(topics, f.fields[0])
		}
		return l.tweetID(f, n)
	})
	topic := l.topic
	if topic == "" && len(topics) > 0 {
		topic = metrics.Topic(topics[0])
	}
	l.oddTopics(f, topics)
	if len(t.tags) > 1 {
		f.warn("mixed-tags", "%s, such as %q on line %d; the run is called %q", rankingCount(len(t.tags), "run_id"), t.tags[1], t.tagged[t.tags[1]], t.tags[0])
	}
	t.docs = map[metrics.Topic][]metrics.Scored{topic: l.compare(f, topic, t.docs[""])}
	return t.run(file, l.order)
}

// tweetID says whether field 1 is an identifier of a tweet. With gold the identifiers that are in it are enough.
func (l *ctEnglish) tweetID(f *rankingFile, n int) bool {
	id := f.fields[1]
	if len(id) >= 17 && len(id) <= 23 && id[0] != '0' && strings.Trim(id, "0123456789") == "" || l.judged() && !f.strict {
		return true
	}
	hint := ""
	if roundedExponent(id) {
		hint = roundedHint
	}
	f.bad(n, f.starts[1], "%w: tweet_id %q, want 17 to 23 digits%s", formats.ErrRule, id, hint)
	return false
}

// oddTopics warns of a column of topics that is not that of the gold file, and is ignored.
func (l *ctEnglish) oddTopics(f *rankingFile, topics []string) {
	var odd []string
	for i, t := range topics {
		if l.judged() && !slices.Contains(l.topics, t) || !l.judged() && i > 0 {
			odd = append(odd, t)
		}
	}
	switch {
	case odd == nil:
	case l.judged():
		f.warn("topic-ignored", "topic_id %s is not in %s: ignored, the whole file is one ranking", rankingSome(odd), l.file)
	default:
		f.warn("topic-ignored", "more than one topic_id: %s: ignored, the whole file is one ranking", rankingSome(topics))
	}
}

// compare makes sure that every tweet of the gold file is there, none other, and none twice.
func (l *ctEnglish) compare(f *rankingFile, topic metrics.Topic, docs []metrics.Scored) []metrics.Scored {
	if l.spoilt {
		return docs
	}
	labels, sound := l.sub.Qrels[topic], len(f.problems.List) == 0
	var unknown []metrics.Scored
	if l.judged() {
		unknown = rankingUnknown(docs, labels)
	}
	switch found := rounded(l.docIDs[topic], rankingDocs(unknown)); { // then many become the same, or are missing
	case found.ofGold():
		f.blame = &rankingBlame{found.goldText(f.path, rankingCount(len(docs), "tweet")), true}
		return docs
	case found.many():
		f.unknown(unknown, len(docs), "tweet", l.file, roundedHint)
		return docs
	}
	f.unknown(unknown, len(docs), "tweet", l.file, "")
	switch twice := rankingTwice(docs); {
	case twice == 0:
	case l.opt.Quirks && !l.opt.KeepFirst:
		f.warn("duplicates-counted", "%s more than once; %s each time, as in the original scorer", rankingCount(twice, "tweet"), verb(twice, "it counts", "they count"))
	default:
		docs = f.once(topic, docs, l.order, l.opt.KeepFirst)
	}
	if sound && l.judged() {
		l.complete(f, docs)
	}
	return docs
}

// complete complains of tweets of the gold file that have no score.
func (l *ctEnglish) complete(f *rankingFile, docs []metrics.Scored) {
	scored := make(map[metrics.Doc]bool, len(docs))
	for _, d := range docs {
		scored[d.Doc] = true
	}
	missing := slices.DeleteFunc(slices.Clone(l.tweets), func(d metrics.Doc) bool { return scored[d] })
	f.missing(missing, len(l.tweets), "tweet", l.file)
}
