package tasks

import (
	"strconv"

	"sigrel/metrics"
	"sigrel/metrics/formats"
)

// rankingColumns says which field of a line holds what, from 0; −1 where there is no such field. Without topics all
// lines are of the topic "".
type rankingColumns struct {
	names                        string
	topic, rank, doc, score, tag int
}

// rankingTable holds the lines of a run.
type rankingTable struct {
	topics []metrics.Topic                    // in the order in which they come
	docs   map[metrics.Topic][]metrics.Scored // in the order of lines
	tags   []string                           // in the order in which they come
	tagged map[string]int                     // the line where each tag comes first
}

// table reads the lines of a run. Each line is shown to more, if that is not nil, which says whether it is sound.
func (f *rankingFile) table(text string, c rankingColumns, order metrics.Order, more func(n int) bool) *rankingTable {
	f.names = c.names
	t := &rankingTable{docs: make(map[metrics.Topic][]metrics.Scored), tagged: make(map[string]int)}
	first := true
	for n, line := range f.lines(text) {
		head := first && f.header(n, line)
		first = false
		if head || !f.cut(n, line) {
			continue
		}
		score, ok := f.score(n, c.score)
		rank := int32(0)
		if c.rank >= 0 {
			var whole bool
			if rank, whole = f.rank(n, c.rank); !whole && (order == metrics.OrderRank || !f.blanks) {
				f.bad(n, f.starts[c.rank], "%w: rank %q, want a whole number", formats.ErrNumber, f.fields[c.rank])
				ok = false
			}
		}
		if more != nil && !more(n) || !ok {
			continue
		}
		topic := ""
		if c.topic >= 0 {
			topic = f.fields[c.topic]
		}
		t.add(topic, f.fields[c.tag], metrics.Scored{Doc: metrics.Doc(f.fields[c.doc]), Score: score, Rank: rank, Line: int32(n)})
	}
	return t
}

// rank reads a whole number in digits.
func (f *rankingFile) rank(n, i int) (int32, bool) {
	v, err := strconv.ParseUint(f.fields[i], 10, 31)
	return int32(v), err == nil
}

func (t *rankingTable) add(topic, tag string, doc metrics.Scored) {
	known := metrics.Topic(topic)
	if t.docs[known] == nil {
		t.topics = append(t.topics, known)
	}
	t.docs[known] = append(t.docs[known], doc)
	if t.tagged[tag] == 0 {
		t.tagged[tag] = int(doc.Line)
		t.tags = append(t.tags, tag)
	}
}

// oneTag makes sure that all lines have the same tag.
func (f *rankingFile) oneTag(t *rankingTable) {
	for i, tag := range t.tags {
		if i > 0 {
			f.bad(t.tagged[tag], 0, "%w: tag %q, but line %d has %q: want one tag a file", formats.ErrTag, tag, t.tagged[t.tags[0]], t.tags[0])
		}
	}
}

// once leaves each document of a topic once: the one ranked higher where that is asked, else a second one is a problem.
func (f *rankingFile) once(topic metrics.Topic, docs []metrics.Scored, order metrics.Order, keepFirst bool) []metrics.Scored {
	if keepFirst {
		docs = order.Ranked(docs)
	}
	first := make(map[metrics.Doc]int32, len(docs))
	kept := make([]metrics.Scored, 0, len(docs))
	for _, d := range docs {
		line, twice := first[d.Doc]
		if !twice {
			first[d.Doc] = d.Line
			kept = append(kept, d)
		} else if !keepFirst {
			f.bad(int(d.Line), 0, "%w: topic %s has document %s on line %d already", formats.ErrDuplicate, formats.Show(topic), formats.Show(d.Doc), line)
		}
	}
	return kept
}

// rankingTwice is the number of documents that are listed more than once.
func rankingTwice(docs []metrics.Scored) int {
	listed := make(map[metrics.Doc]int, len(docs))
	twice := 0
	for _, d := range docs {
		if listed[d.Doc]++; listed[d.Doc] == 2 {
			twice++
		}
	}
	return twice
}

// distinctRanks makes sure that no two documents of a topic have the same rank.
func (f *rankingFile) distinctRanks(topic metrics.Topic, docs []metrics.Scored) bool {
	first := make(map[int32]int32, len(docs))
	distinct := true
	for _, d := range docs {
		if line, twice := first[d.Rank]; twice {
			f.bad(int(d.Line), 0, "%w: topic %s has rank %d on line %d already", formats.ErrDuplicate, formats.Show(topic), d.Rank, line)
			distinct = false
		} else {
			first[d.Rank] = d.Line
		}
	}
	return distinct
}

// run makes a run of the lines of a table, which become ranked in place.
func (t *rankingTable) run(file formats.File, order metrics.Order) *metrics.Run {
	r := &metrics.Run{Tag: metrics.Tag(file.Label), File: file.Path, Order: order, Topics: t.docs}
	if file.Label == "" && len(t.tags) > 0 {
		r.Tag = metrics.Tag(t.tags[0])
	}
	for _, docs := range r.Topics {
		order.Rank(docs)
	}
	return r
}
