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
	text, err := readText(r, file)
	if err != nil {
		return l, err
	}
	t, err := newTable(text, file)
	if err != nil {
		return l, err
	}
	var problems Problems
	item, label, fields := 0, 1, 2
	lines := make(map[string]int)
	first := true
	for rec, err := range t.records() {
		if err != nil {
			problems.Merge(file, err)
			break
		}
		if first {
			first = false
			if i, j, ok := labelHeader(rec.fields); ok {
				item, label, fields = i, j, len(rec.fields)
				continue
			}
		}
		switch {
		case len(rec.fields) != fields:
			problems.Add(Pos{file, rec.line, 0}, fmt.Errorf("%w: %s, expected %d", ErrFields, someFields(len(rec.fields)), fields))
			continue
		case rec.fields[item] == "" || rec.fields[label] == "":
			problems.Add(Pos{file, rec.line, 0}, fmt.Errorf("%w: empty item or label", ErrValue))
			continue
		}
		name := strings.Clone(rec.fields[item])
		if before := lines[name]; before > 0 {
			problems.Add(Pos{file, rec.line, 0}, fmt.Errorf("%w: item %s is on line %d already", ErrDuplicate, Show(name), before))
			continue
		}
		lines[name] = rec.line
		l.Labels[metrics.Doc(name)] = strings.Clone(rec.fields[label])
	}
	if len(l.Labels) == 0 && len(problems.List) == 0 {
		problems.Add(Pos{File: file}, fmt.Errorf("%w: no labels, want lines of item and label", ErrEmpty))
	}
	return l, problems.Err()
}

// labelHeader finds the columns of item and label in a first line that names them.
func labelHeader(fields []string) (item, label int, ok bool) {
	item, label = -1, -1
	for i, f := range fields {
		name := strings.ToLower(f)
		switch {
		case item < 0 && slices.Contains(itemColumns, name):
			item = i
		case label < 0 && slices.Contains(labelColumns, name):
			label = i
		}
	}
	return item, label, item >= 0 && label >= 0
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
