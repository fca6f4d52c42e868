package formats

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"sigrel/metrics"
)

var topicShape = Shape{"topics", "topics", "What each topic is about: a table with tabs or commas whose first line names its columns, one of them topic, and perhaps title; each further one is a category.",
	"topic title category language", "topic\ttitle\tcategory\tlanguage\n12\tvaccines in schools\thealth\ten"}

// titleColumns are the names that the column of titles goes by.
var titleColumns = []string{"title", "question", "claim", "name"}

// ReadTopics reads a table of topics, with tabs or commas, whose first line names the columns: one is called like a topic
// (topic, query, qid, topic_id), one may be called like a title (title, question, claim, name), every other one is a
// category of that name. A category or title may be empty. An error is a [*Problems] or a [*Problem]: a first line
// without a topic, a column without a name or named twice, a topic that is empty or comes twice, a wrong number of fields.
func ReadTopics(r io.Reader, file string) (*metrics.TopicTable, error) {
	text, err := readText(r, file)
	if err != nil {
		return nil, err
	}
	t, err := newTable(text, file)
	if err != nil {
		return nil, err
	}
	p := topicReader{file: file, topic: -1, title: -1, lines: make(map[string]int), table: &metrics.TopicTable{File: file, Topics: make(map[metrics.Topic]metrics.TopicInfo)}}
	for rec, err := range t.records() {
		if err != nil {
			p.problems.Merge(file, err)
			break
		}
		if p.names == nil {
			if p.header(rec, t.comma); p.topic < 0 {
				break // no line could be read
			}
			continue
		}
		p.record(rec)
	}
	if len(p.lines) == 0 && len(p.problems.List) == 0 {
		p.problems.Add(Pos{File: file}, fmt.Errorf("%w: want a line that names the columns, and one for each topic", ErrEmpty))
	}
	if err := p.problems.Err(); err != nil {
		return nil, err
	}
	return p.table, nil
}

// topicReader takes the records of a table of topics.
type topicReader struct {
	file         string
	names        []string // of the columns
	topic, title int      // columns; −1 without one
	lines        map[string]int
	table        *metrics.TopicTable
	problems     Problems
}

// header finds out what the columns are.
func (p *topicReader) header(rec record, comma byte) {
	for i, f := range rec.fields {
		name := strings.ToLower(f)
		switch {
		case name == "":
			p.problems.Add(rec.pos(p.file, i), fmt.Errorf("%w: a column without a name", ErrHeader))
		case slices.Contains(p.names, name):
			p.problems.Add(rec.pos(p.file, i), fmt.Errorf("%w: two columns are called %s", ErrHeader, Show(name)))
		case p.topic < 0 && slices.Contains(topicColumns, name):
			p.topic = i
		case p.title < 0 && slices.Contains(titleColumns, name):
			p.title = i
		default:
			p.table.Columns = append(p.table.Columns, strings.Clone(f))
		}
		p.names = append(p.names, name)
	}
	if p.topic < 0 {
		hint := ""
		if comma == ' ' {
			hint = ", separated by tabs or commas"
		}
		p.problems.Add(Pos{p.file, rec.line, 0}, fmt.Errorf("%w: no column of topics, want a first line with topic, and perhaps title and categories%s", ErrHeader, hint))
	}
}

func (p *topicReader) record(rec record) {
	place := Pos{p.file, rec.line, 0}
	if len(rec.fields) != len(p.names) {
		p.problems.Add(place, fmt.Errorf("%w: %s, expected %d as on the first line", ErrFields, someFields(len(rec.fields)), len(p.names)))
		return
	}
	topic := strings.Clone(rec.fields[p.topic])
	if topic == "" {
		p.problems.Add(rec.pos(p.file, p.topic), fmt.Errorf("%w: an empty topic, want its name", ErrValue))
		return
	}
	if before := p.lines[topic]; before > 0 {
		p.problems.Add(place, fmt.Errorf("%w: topic %s is on line %d already", ErrDuplicate, Show(topic), before))
		return
	}
	p.lines[topic] = rec.line
	var info metrics.TopicInfo
	for i, f := range rec.fields {
		switch i {
		case p.topic:
		case p.title:
			info.Title = strings.Clone(f)
		default:
			info.Values = append(info.Values, strings.Clone(f))
		}
	}
	p.table.Topics[metrics.Topic(topic)] = info
}
