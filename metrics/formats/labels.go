package formats

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"sigrel/metrics"
)

var labelShape = Shape{"labels", "labels", "One label of each item, by tabs or commas: item and label, or a table whose first line names such columns.",
	"id label", "id\tclass_label\nc17\tyes"}

// names that the columns of items and labels go by in shared tasks.
var (
	itemColumns  = []string{"id", "item", "tweet_id", "sentence_id", "claim_id", "doc_id", "line_number"}
	labelColumns = []string{"label", "class_label", "prediction", "predicted_label", "check_worthiness", "gold_label"}
)

// ReadLabels reads what a system, or the gold, says of items: lines of item and label, or a table whose first line names
// its columns, of which one is called like an item (id, item, tweet_id, …) and one like a label (label, class_label,
// prediction, …); other columns are not looked at. An error is a [*Problems] or a [*Problem]: an item that comes twice,
// an empty item or label, a wrong number of fields.
func ReadLabels(r io.Reader, file string) (metrics.Labeling, error) {
	l := metrics.Labeling{File: file, Labels: make(map[metrics.Doc]string)}
	err := readPairs(r, file, itemColumns, labelColumns, func(item, label string) error {
		l.Labels[metrics.Doc(item)] = label
		return nil
	})
	return l, err
}

var strataShape = Shape{"strata", "strata", "The stratum of each topic, such as its language: topic and stratum, or a table whose first line names such columns.",
	"topic stratum", "topic\tlanguage\n12\tar"}

// names that the columns of topics and strata go by.
var (
	topicColumns   = []string{"topic", "query", "qid", "topic_id"}
	stratumColumns = []string{"stratum", "language", "task", "subtask", "category"}
)

// ReadStrata reads the stratum of each topic, in the form of [ReadLabels].
func ReadStrata(r io.Reader, file string) (map[metrics.Topic]string, error) {
	strata := make(map[metrics.Topic]string)
	err := readPairs(r, file, topicColumns, stratumColumns, func(topic, stratum string) error {
		strata[metrics.Topic(topic)] = stratum
		return nil
	})
	return strata, err
}

// names that the columns of systems and their means go by.
var (
	systemColumns = []string{"system", "run", "tag"}
	meanColumns   = []string{"mean", "score", "value", "map"}
)

// IsRanking tells whether a file is a list of systems and means: two columns, of which the first is not headed like a
// topic.
func IsRanking(r io.Reader, file string) (bool, error) {
	text, err := readText(r, file)
	if err != nil {
		return false, err
	}
	t, err := newTable(text, file)
	if err != nil {
		return false, err
	}
	for _, rec := range t.head(1) {
		return len(rec.fields) == 2 && !slices.Contains(topicColumns, strings.ToLower(rec.fields[0])), nil
	}
	return false, nil
}

// ReadRanking reads the mean of each system, in the form of [ReadLabels]: a ranking of which no topics are known.
func ReadRanking(r io.Reader, file string) (map[metrics.Tag]float64, error) {
	means := make(map[metrics.Tag]float64)
	err := readPairs(r, file, systemColumns, meanColumns, func(system, mean string) error {
		v, err := ParseScore(mean)
		means[metrics.Tag(system)] = v
		return err
	})
	return means, err
}

// readPairs reads two columns: the first two of two, or those that the first line names.
func readPairs(r io.Reader, file string, keys, values []string, add func(key, value string) error) error {
	text, err := readText(r, file)
	if err != nil {
		return err
	}
	t, err := newTable(text, file)
	if err != nil {
		return err
	}
	p := pairReader{file: file, value: 1, fields: 2, lines: make(map[string]int), add: add}
	for rec, err := range t.records() {
		if err != nil {
			p.problems.Merge(file, err)
			break
		}
		if p.read || !p.header(rec.fields, keys, values) {
			p.record(rec)
		}
		p.read = true
	}
	if len(p.lines) == 0 && len(p.problems.List) == 0 {
		p.problems.Add(Pos{File: file}, fmt.Errorf("%w: want lines of %s and %s", ErrEmpty, keys[0], values[0]))
	}
	return p.problems.Err()
}

// pairReader takes the records of a file of pairs.
type pairReader struct {
	file       string
	key, value int // columns
	fields     int
	read       bool // the first line was
	lines      map[string]int
	add        func(key, value string) error
	problems   Problems
}

// header finds the columns in a first line that names them.
func (p *pairReader) header(fields, keys, values []string) bool {
	key, value := -1, -1
	for i, f := range fields {
		name := strings.ToLower(f)
		switch {
		case key < 0 && slices.Contains(keys, name):
			key = i
		case value < 0 && slices.Contains(values, name):
			value = i
		}
	}
	if key < 0 || value < 0 {
		return false
	}
	p.key, p.value, p.fields = key, value, len(fields)
	return true
}

func (p *pairReader) record(rec record) {
	place := Pos{p.file, rec.line, 0}
	switch {
	case len(rec.fields) != p.fields:
		p.problems.Add(place, fmt.Errorf("%w: %s, expected %d", ErrFields, someFields(len(rec.fields)), p.fields))
		return
	case rec.fields[p.key] == "" || rec.fields[p.value] == "":
		p.problems.Add(place, fmt.Errorf("%w: an empty field, want a name in each column", ErrValue))
		return
	}
	key := strings.Clone(rec.fields[p.key])
	if before := p.lines[key]; before > 0 {
		p.problems.Add(place, fmt.Errorf("%w: %s is on line %d already", ErrDuplicate, Show(key), before))
		return
	}
	p.lines[key] = rec.line
	if err := p.add(key, strings.Clone(rec.fields[p.value])); err != nil {
		p.problems.Add(rec.pos(p.file, p.value), err)
	}
}

// ReadLabelFiles reads the gold and the systems, and checks that they label the same items. The tag of a system is its
// label, or the name of its file without folder and ending. An error is a [*Problems].
func ReadLabelFiles(gold File, systems []File) (metrics.Labeling, []metrics.Labeling, error) {
	var problems Problems
	read := func(f File) metrics.Labeling {
		l, err := readOpened(f.Path, ReadLabels)
		problems.Merge(f.Path, err)
		l.Tag = metrics.Tag(f.Label)
		if l.Tag == "" {
			base := filepath.Base(f.Path)
			l.Tag = metrics.Tag(strings.TrimSuffix(base, filepath.Ext(base)))
		}
		return l
	}
	truth := read(gold)
	var out []metrics.Labeling
	for _, f := range systems {
		l := read(f)
		if problems.Err() == nil {
			if err := metrics.CheckLabels(truth, l); err != nil {
				problems.Add(Pos{File: f.Path}, err)
			}
		}
		for _, other := range out {
			if other.Tag == l.Tag {
				problems.Add(Pos{File: f.Path}, fmt.Errorf("%w: %s is the name of %s too, want label=path", ErrDuplicate, Show(l.Tag), other.File))
			}
		}
		out = append(out, l)
	}
	return truth, out, problems.Err()
}

// readOpened opens a file and reads it.
func readOpened[T any](path string, read func(io.Reader, string) (T, error)) (T, error) {
	r, err := Open(path)
	if err != nil {
		var none T
		return none, err
	}
	defer r.Close()
	return read(r, path)
}
