package formats

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"sigrel/metrics"
)

// qrelsFormat is a way to write judgments. An entry reads as a filled-in form.
type qrelsFormat struct {
	Shape
	sniff func(text string) bool // whether a text may be in this format
	read  func(text, file string) (metrics.Qrels, []metrics.Warning, error)
}

// qrelsFormats is the list: a new format is one line here. The first takes every file that no other knows.
var qrelsFormats = []*qrelsFormat{
	trecQrels,
	sampledQrels,
	beirQrels,
	jsonQrels,
}

// ReadQrels reads judgments, in whichever format the text looks like: lines of TREC (topic, an ignored field, document,
// grade), five fields with a stratum before the grade ([ReadSampledQrels]), a table with the header query-id, corpus-id,
// score as BEIR has it, or a JSON object of topics, each an object of documents and grades. Grades are whole numbers, which
// may be written "1.0"; a negative grade means pooled but not judged. A topic that in JSON has no documents is one without
// relevant documents: it is in the [metrics.Qrels], with a map of none. The file's name is for messages. The warnings are
// of code header-skipped. An error is a [*Problems] or a [*Problem].
func ReadQrels(r io.Reader, file string) (metrics.Qrels, []metrics.Warning, error) {
	text, err := readText(r, file)
	if err != nil {
		return nil, nil, err
	}
	for _, f := range qrelsFormats[1:] {
		if f.sniff(text) {
			return f.read(text, file)
		}
	}
	return qrelsFormats[0].read(text, file)
}

const qrelsLine = "topic 0 document grade"

var trecQrels = &qrelsFormat{
	Shape: Shape{"qrels", "trec", "The TREC format: four fields, separated by blanks or tabs. The second is ignored.", qrelsLine, "T01 0 doc-17 2"},
	sniff: func(string) bool { return true },
	read: func(text, file string) (metrics.Qrels, []metrics.Warning, error) {
		if line := headless(text); line > 0 {
			return nil, nil, &Problem{Pos{file, line, 0}, fmt.Errorf("%w: three fields without a header line: want %q above", ErrFields, beirLine)}
		}
		return readQrelLines(text, file, layout{fields: qrelsLine, number: 3, ignore: 1, ids: []int{0, 2}})
	},
}

const beirLine = "query-id corpus-id score"

var beirQrels = &qrelsFormat{
	Shape: Shape{"qrels", "beir", "The format of BEIR: three fields, separated by tabs or blanks, under a first line of their names, which must be there.",
		beirLine, "query-id\tcorpus-id\tscore\nT01\tdoc-17\t2"},
	sniff: func(text string) bool {
		for pos := 0; pos < len(text); {
			var line string
			line, pos = cutLine(text, pos)
			if line = strings.Trim(line, " \t"); line != "" && line[0] != '#' {
				return strings.EqualFold(strings.Join(strings.Fields(line), " "), beirLine)
			}
		}
		return false
	},
	read: func(text, file string) (metrics.Qrels, []metrics.Warning, error) {
		qrels, _, err := readQrelLines(text, file, layout{fields: beirLine, number: 2, ignore: -1, ids: []int{0, 1}})
		return qrels, nil, err // that there is a header is no surprise
	},
}

// headless is the first line of judgments as BEIR has them but without the line of names: it has three fields, the last a
// number, and no line has four. It is 0 for a text of anything else.
func headless(text string) int {
	first, tabs := 0, allTabs(text, 3)
	var rec record
	for n, pos := 1, 0; pos < len(text); n++ {
		var line string
		line, pos = cutLine(text, pos)
		if strings.Trim(line, " \t") == "" || line[0] == '#' {
			continue
		}
		rec.cut(line, tabs)
		fields := len(rec.fields)
		if fields == 4 || first == 0 && (fields != 3 || !isDecimal(rec.fields[2])) {
			return 0
		}
		first = cmp.Or(first, n)
	}
	return first
}

// readQrelLines reads lines of topic, document and grade, which come in this order.
func readQrelLines(text, file string, l layout) (metrics.Qrels, []metrics.Warning, error) {
	g := newGrouper(text, file)
	lines := &lineReader{file: file, layout: l}
	lines.each(text, func(n int, f []string) {
		grade, err := parseGrade(f[l.number])
		if err != nil {
			lines.bad(n, l.number, err)
			return
		}
		// The grade travels as a score; a float64 holds it exactly.
		g.add(f[l.ids[0]], metrics.Scored{Doc: metrics.Doc(f[l.ids[1]]), Score: float64(grade), Line: int32(n)})
	})
	qrels, err := g.qrels("lines of \""+l.fields+"\"", &lines.problems)
	return qrels, lines.warnings, err
}

const jsonQrelsLine = `{"topic": {"document": grade}}`

var jsonQrels = &qrelsFormat{
	Shape: Shape{"qrels", "json", "A JSON object of topics, each an object of documents and their grades, as pytrec_eval takes and ranx saves it.",
		jsonQrelsLine, `{"T01": {"doc-17": 2, "doc-4": 0}, "T02": {"doc-4": 1}}`},
	sniff: func(text string) bool { return looksJSON(text, 4, 3) },
	read: func(text, file string) (metrics.Qrels, []metrics.Warning, error) {
		p := newJSONParser(text, file, 1)
		g := newGrouper("", file)
		docs := &jsonDocs{jsonParser: p, of: jsonQrelsLine, doc: "document", number: "grade"}
		docs.topic = func(topic string, _ Pos) { g.open(metrics.Topic(topic)) }
		docs.add = func(topic, doc string, number *Value) {
			grade, err := parseGrade(number.Text)
			if err != nil {
				p.problems.Add(number.At(file), err)
				return
			}
			g.add(topic, metrics.Scored{Doc: metrics.Doc(doc), Score: float64(grade), Line: number.Line})
		}
		p.whole(docs.read)
		qrels, err := g.qrels(jsonQrelsLine, &p.problems)
		return qrels, nil, err
	},
}

// qrels puts the judgments together. Problems found earlier are given, those found here are added.
func (g *grouper) qrels(want string, problems *Problems) (metrics.Qrels, error) {
	if len(g.docs) == 0 && len(problems.List) == 0 {
		problems.Add(Pos{File: g.file}, fmt.Errorf("%w: no judgments, want %s", ErrEmpty, want))
	}
	qrels := make(metrics.Qrels, len(g.topics))
	for t, judged := range g.gather() {
		grades := make(map[metrics.Doc]metrics.Grade, len(judged))
		for _, j := range judged {
			grades[j.Doc] = metrics.Grade(j.Score)
		}
		if len(grades) < len(judged) {
			g.checkDuplicates(g.topics[t], judged, problems)
		}
		qrels[g.topics[t]] = grades
	}
	if err := problems.sorted(); err != nil {
		return nil, err
	}
	return qrels, nil
}
