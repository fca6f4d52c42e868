package formats

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"sigrel/metrics"
)

// Judges are the judgments of several judges, in the order in which their names first occur.
type Judges struct {
	Names   []string
	Qrels   []metrics.Qrels
	Weights map[metrics.Topic]map[metrics.Doc]float64 // of the documents, above 0; nil where none are given
}

const judgesLine = "topic document grade judge"

var judgesShape = Shape{"judges", "judges", "Judgments of several judges: a table with tabs or commas under the names of its columns, in any order: topic, document, grade, judge, and perhaps weight.",
	judgesLine, "topic\tdocument\tgrade\tjudge\nT01\tdoc-17\t2\tanna"}

const trecJudgesLine = "topic judge document grade"

var trecJudgesShape = Shape{"judges", "trec", "The TREC format of judgments with the judge in the second field; has to be asked for.", trecJudgesLine, "T01 anna doc-17 2"}

// judgeColumns are the names that each column of a table of judges goes by.
var judgeColumns = []struct {
	role  string
	names []string
	must  bool
}{
	{"topic", []string{"topic", "query", "qid", "topic_id", "query_id", "query-id"}, true},
	{"document", []string{"document", "doc", "docno", "docid", "doc_id", "document_id", "corpus-id"}, true},
	{"grade", []string{"grade", "label", "relevance", "rel"}, true},
	{"judge", []string{"judge", "assessor", "annotator", "rater"}, true},
	{"weight", []string{"weight"}, false},
}

// ReadJudges reads judgments of several judges: a table with a first line that names its columns, in any order, separated
// by tabs or commas: topic, document (doc, docno), grade (label), judge, and perhaps weight, how much a document counts if
// not all had the same chance to be in the sample; other columns are not looked at. A grade that is missing (empty, NA, -)
// is a document that the judge did not judge. Grades are those of [ReadQrels].
//
// An error is a [*Problems] or a [*Problem]: a document that a judge has twice in a topic, two weights of one document, fewer
// than two judges.
func ReadJudges(r io.Reader, file string) (Judges, error) {
	text, err := readText(r, file)
	if err != nil {
		return Judges{}, err
	}
	t, err := newTable(text, file)
	if err != nil {
		return Judges{}, err
	}
	j := newJudgeReader(file)
	var at map[string]int
	fields, header := 0, 0
	for rec, err := range t.records() {
		switch {
		case err != nil:
			j.problems.Merge(file, err)
		case at == nil:
			fields, header = len(rec.fields), rec.line
			if at = j.header(rec); at == nil {
				return Judges{}, j.problems.Err() // every line would lack something
			}
		case len(rec.fields) != fields:
			j.problems.Add(Pos{file, rec.line, 0}, fmt.Errorf("%w: %s, expected %d as on line %d", ErrFields, someFields(len(rec.fields)), fields, header))
		default:
			get := func(role string) (string, Pos) {
				if i, ok := at[role]; ok {
					return rec.fields[i], rec.pos(file, i)
				}
				return "", Pos{file, rec.line, 0}
			}
			j.add(rec.line, get)
		}
	}
	return j.done(judgesLine)
}

// ReadTrecJudges reads judgments as TREC writes them whose second field, which [ReadQrels] does not look at, is the judge.
// Errors are those of [ReadJudges]; the warnings are of code header-skipped.
func ReadTrecJudges(r io.Reader, file string) (Judges, []metrics.Warning, error) {
	text, err := readText(r, file)
	if err != nil {
		return Judges{}, nil, err
	}
	j := newJudgeReader(file)
	lines := &lineReader{file: file, layout: layout{fields: trecJudgesLine, number: 3, ignore: 1, ids: []int{0, 1, 2}}}
	at := map[string]int{"topic": 0, "judge": 1, "document": 2, "grade": 3}
	lines.each(text, func(n int, f []string) {
		j.add(n, func(role string) (string, Pos) {
			if i, ok := at[role]; ok {
				return f[i], Pos{file, n, lines.starts[i] + 1}
			}
			return "", Pos{file, n, 0}
		})
	})
	j.problems.Merge(file, lines.problems.Err())
	out, err := j.done(trecJudgesLine)
	return out, lines.warnings, err
}

// judgeReader takes judgments one by one.
type judgeReader struct {
	file     string
	out      Judges
	index    map[string]int           // of each judge
	lines    []map[docKey]int         // of each judge: the line of each document, also of those without a grade
	weighed  map[docKey]int           // the line that gave the weight
	topics   map[string]metrics.Topic // one copy of each name: the text need not stay in memory
	docs     map[string]metrics.Doc
	problems Problems
}

type docKey struct {
	topic metrics.Topic
	doc   metrics.Doc
}

func newJudgeReader(file string) *judgeReader {
	return &judgeReader{file: file, index: make(map[string]int), weighed: make(map[docKey]int), topics: make(map[string]metrics.Topic), docs: make(map[string]metrics.Doc)}
}

// header finds the columns; nil, with problems, if one that must be there is not, or is there twice.
func (j *judgeReader) header(rec record) map[string]int {
	at := make(map[string]int)
	var lacks []string
	for _, c := range judgeColumns {
		for i, f := range rec.fields {
			if !slices.Contains(c.names, strings.ToLower(f)) {
				continue
			}
			if _, twice := at[c.role]; twice {
				j.problems.Add(rec.pos(j.file, i), fmt.Errorf("%w: column %q is a second one of the %s, want one", ErrHeader, f, c.role))
			}
			at[c.role] = i
		}
		if _, ok := at[c.role]; !ok && c.must {
			lacks = append(lacks, c.role)
		}
	}
	if lacks != nil {
		j.problems.Add(Pos{j.file, rec.line, 0}, fmt.Errorf("%w: no column for %s, want a first line that names topic, document, grade and judge",
			ErrHeader, strings.Join(lacks, ", ")))
	}
	if len(j.problems.List) > 0 {
		return nil
	}
	if len(at) == len(judgeColumns) {
		j.out.Weights = make(map[metrics.Topic]map[metrics.Doc]float64)
	}
	return at
}

// add takes one judgment; get gives a field and its place.
func (j *judgeReader) add(line int, get func(role string) (string, Pos)) {
	bad := false
	for _, role := range []string{"topic", "document", "judge"} {
		if f, pos := get(role); f == "" {
			j.problems.Add(pos, fmt.Errorf("%w: empty %s, want its name", ErrValue, role))
			bad = true
		}
	}
	text, pos := get("grade")
	grade, err := 0, error(nil)
	missing := isMissing(text)
	if !missing {
		grade, err = parseGrade(text)
	}
	if err != nil {
		j.problems.Add(pos, err)
	}
	if bad {
		return
	}
	topic, _ := get("topic")
	doc, docPos := get("document")
	name, _ := get("judge")
	key := docKey{intern(j.topics, topic), intern(j.docs, doc)}
	if j.out.Weights != nil {
		text, pos := get("weight")
		j.weigh(line, key, text, pos)
	}
	n, known := j.index[name]
	if !known {
		n, name = len(j.out.Names), strings.Clone(name)
		j.index[name] = n
		j.out.Names, j.out.Qrels = append(j.out.Names, name), append(j.out.Qrels, make(metrics.Qrels))
		j.lines = append(j.lines, make(map[docKey]int))
	}
	if before, twice := j.lines[n][key]; twice {
		j.problems.Add(docPos, fmt.Errorf("%w: judge %s has document %s of topic %s on line %d already", ErrDuplicate, show(name), show(key.doc), show(key.topic), before))
		return
	}
	j.lines[n][key] = line
	if missing || err != nil {
		return
	}
	q := j.out.Qrels[n]
	if q[key.topic] == nil {
		q[key.topic] = make(map[metrics.Doc]metrics.Grade)
	}
	q[key.topic][key.doc] = metrics.Grade(grade)
}

// weigh takes the weight of a document, which is the same whoever judged it.
func (j *judgeReader) weigh(line int, key docKey, text string, pos Pos) {
	v, err := parseFloat(text)
	if err == nil && !(v >= leastWeight && v <= 1/leastWeight) {
		err = fmt.Errorf("%w: weight %q, want a number from %g to %g", ErrValue, text, leastWeight, 1/leastWeight)
	}
	if err != nil {
		j.problems.Add(pos, err)
		return
	}
	if before, known := j.weighed[key]; known {
		if was := j.out.Weights[key.topic][key.doc]; was != v {
			j.problems.Add(pos, fmt.Errorf("%w: weight %s of document %s, which is %v on line %d, want one weight of a document", ErrValue, text, show(key.doc), was, before))
		}
		return
	}
	j.weighed[key] = line
	if j.out.Weights[key.topic] == nil {
		j.out.Weights[key.topic] = make(map[metrics.Doc]float64)
	}
	j.out.Weights[key.topic][key.doc] = v
}

// leastWeight and one over it bound weights: no sample is taken at such rates, and sums of them keep their digits.
const leastWeight = 1e-6

// done gives the judgments, or what is wrong.
func (j *judgeReader) done(want string) (Judges, error) {
	switch n := len(j.out.Names); {
	case len(j.problems.List) > 0:
	case n == 0:
		j.problems.Add(Pos{File: j.file}, fmt.Errorf("%w: no judgments, want lines of %q", ErrEmpty, want))
	case n == 1:
		j.problems.Add(Pos{File: j.file}, fmt.Errorf("%w: all judgments are of judge %s, want two judges or more", ErrValue, show(j.out.Names[0])))
	}
	if err := j.problems.sorted(); err != nil {
		return Judges{}, err
	}
	return j.out, nil
}

// intern is the one copy of a name.
func intern[T ~string](names map[string]T, name string) T {
	if known, ok := names[name]; ok {
		return known
	}
	own := strings.Clone(name)
	names[own] = T(own)
	return T(own)
}
