package formats

import (
	"fmt"
	"slices"
	"strings"
)

var jsonScores = Shape{"scores", "json", "A JSON object of topics, each an object of measures and their scores, as pytrec_eval gives it. The system is called as the file.",
	`{"topic": {"measure": score}}`, `{"T01": {"map": 0.41, "ndcg_cut_10": 0.5}}`}

// jsonScoreReader gathers the scores of one system.
type jsonScoreReader struct {
	*sheet
	*jsonParser
	system   string
	measures []string        // so far
	odd      map[string]bool // names that are not those of measures, complained of
	empty    []jsonTopic     // topics without measures, so far
}

type jsonTopic struct {
	name string
	pos  Pos
}

// readJSON reads scores of one system. Documents in place of measures are those of a run or of judgments. Topics are trimmed
// as in tables. A topic without measures lacks a score of each that the others have.
func (s *sheet) readJSON(text, file, system string) {
	r := &jsonScoreReader{sheet: s, jsonParser: newJSONParser(text, file, 1), system: system, odd: make(map[string]bool)}
	docs := &jsonDocs{jsonParser: r.jsonParser, of: jsonScores.Line, doc: "measure", number: "score", topic: r.topic, add: r.add}
	r.whole(docs.read)
	for _, t := range r.empty {
		for _, measure := range r.measures {
			s.set(measure, system, t.name, "", t.pos)
		}
	}
	s.problems.Merge(file, r.jsonParser.problems.sorted())
}

func (r *jsonScoreReader) topic(name string, pos Pos) {
	name = strings.Trim(name, " ")
	if !r.summary(name, pos, "object") {
		r.empty = append(r.empty, jsonTopic{name, pos})
	}
}

func (r *jsonScoreReader) add(topic, measure string, number *Value) {
	topic = strings.Trim(topic, " ")
	if n := len(r.empty); n > 0 && r.empty[n-1].name == topic {
		r.empty = r.empty[:n-1]
	}
	if !isMeasure(measure) {
		if !r.odd[measure] {
			r.jsonParser.problems.Add(number.At(r.file), fmt.Errorf("%w: %s, want the name of a measure (or is this a run?)", ErrValue, show(measure)))
		}
		r.odd[measure] = true
		return
	}
	if measure = canonical(measure); !slices.Contains(r.measures, measure) {
		r.measures = append(r.measures, measure)
	}
	r.set(measure, r.system, topic, number.Text, number.At(r.file))
}
