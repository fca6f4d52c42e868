package formats

import (
	"fmt"
	"strings"
)

var jsonScores = Shape{"scores", "json", "A JSON object of topics, each an object of measures and their scores, as pytrec_eval gives it. The system is called as the file.",
	`{"topic": {"measure": score}}`, `{"T01": {"map": 0.41, "ndcg_cut_10": 0.5}}`}

// readJSON reads scores of one system. Documents in place of measures are those of a run or of judgments. Topics are trimmed
// as in tables.
func (s *sheet) readJSON(text, file, system string) {
	p := newJSONParser(text, file, 1)
	odd := make(map[string]bool) // complained of
	docs := &jsonDocs{p, "measure", "score", false, func(topic, measure string, number *Value) {
		if !isMeasure(measure) {
			if !odd[measure] {
				p.problems.Add(number.At(file), fmt.Errorf("%w: %s, want the name of a measure (or is this a run?)", ErrValue, show(measure)))
			}
			odd[measure] = true
			return
		}
		s.set(canonical(measure), system, strings.Trim(topic, " "), number.Text, number.At(file))
	}}
	p.whole(docs.read)
	s.problems.Merge(file, p.problems.sorted())
}
