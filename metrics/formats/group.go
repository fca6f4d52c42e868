package formats

import (
	"fmt"
	"strings"

	"sigrel/metrics"
)

// grouper gathers lines by topic. Lines of a topic usually follow each other, so all documents go to one slice and a
// topic is a span of it; only if a topic comes back is it put together from several.
type grouper struct {
	file   string
	docs   []metrics.Scored
	topics []metrics.Topic // in the order of the file
	number map[metrics.Topic]int
	spans  []span
}

type span struct{ topic, lo, hi int }

func newGrouper(text, file string) grouper {
	lines := strings.Count(text, "\n") + 1
	return grouper{file: file, docs: make([]metrics.Scored, 0, lines), number: make(map[metrics.Topic]int)}
}

func (g *grouper) add(topic string, doc metrics.Scored) {
	if n := len(g.spans); n == 0 || string(g.topics[g.spans[n-1].topic]) != topic {
		g.open(metrics.Topic(topic))
	}
	g.docs = append(g.docs, doc)
	g.spans[len(g.spans)-1].hi++
}

func (g *grouper) open(topic metrics.Topic) {
	t, known := g.number[topic]
	if !known {
		t = len(g.topics)
		g.number[topic] = t
		g.topics = append(g.topics, topic)
	}
	g.spans = append(g.spans, span{t, len(g.docs), len(g.docs)})
}

// gather returns the documents of each topic, in the order of the file.
func (g *grouper) gather() [][]metrics.Scored {
	byTopic := make([][]metrics.Scored, len(g.topics))
	for _, s := range g.spans {
		part := g.docs[s.lo:s.hi:s.hi]
		if byTopic[s.topic] == nil {
			byTopic[s.topic] = part
		} else {
			byTopic[s.topic] = append(byTopic[s.topic], part...)
		}
	}
	return byTopic
}

// checkDuplicates adds a problem for each document of a topic that came before.
func (g *grouper) checkDuplicates(topic metrics.Topic, docs []metrics.Scored, problems *Problems) {
	first := make(map[metrics.Doc]int32, len(docs))
	for _, d := range docs {
		if line, twice := first[d.Doc]; twice {
			problems.Add(Pos{g.file, int(d.Line), 0}, fmt.Errorf("%w: topic %s has document %s on line %d already",
				ErrDuplicate, show(topic), show(d.Doc), line))
		} else {
			first[d.Doc] = d.Line
		}
	}
}
