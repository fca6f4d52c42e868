package formats

import (
	"fmt"
	"io"

	"sigrel/metrics"
)

const qrelsLine = "topic 0 document grade"

// ReadQrels reads judgments in the TREC format: topic, an ignored field, document, grade. Grades are whole numbers, which
// may be written "1.0"; a negative grade means pooled but not judged. The file's name is for messages. The warnings are
// of code header-skipped. An error is a [*Problems] or a [*Problem].
func ReadQrels(r io.Reader, file string) (metrics.Qrels, []metrics.Warning, error) {
	text, err := readText(r, file)
	if err != nil {
		return nil, nil, err
	}
	g := newGrouper(text, file)
	lines := &lineReader{file: file, layout: layout{fields: qrelsLine, number: 3, ignore: 1, ids: []int{0, 2}}}
	lines.each(text, func(n int, f []string) {
		grade, err := parseGrade(f[3])
		if err != nil {
			lines.bad(n, 3, err)
			return
		}
		// The grade travels as a score; a float64 holds it exactly.
		g.add(f[0], metrics.Scored{Doc: metrics.Doc(f[2]), Score: float64(grade), Line: int32(n)})
	})
	qrels, err := g.qrels(&lines.problems)
	return qrels, lines.warnings, err
}

func (g *grouper) qrels(problems *Problems) (metrics.Qrels, error) {
	if len(g.docs) == 0 && len(problems.List) == 0 {
		problems.Add(Pos{File: g.file}, fmt.Errorf("%w: no judgments, want lines of %q", ErrEmpty, qrelsLine))
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
