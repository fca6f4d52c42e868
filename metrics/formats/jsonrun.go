package formats

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"sigrel/metrics"
)

const jsonLine = `{"topic": {"document": score}}`

var jsonRun = &Format{
	Name: "json",
	Doc: "A JSON object of topics, each an object of documents and their scores, as pytrec_eval takes and ranx saves it. The run " +
		"is called as the file. There are no ranks.",
	Line:    jsonLine,
	Example: `{"T01": {"doc-17": 12.25, "doc-4": 11.5}, "T02": {"doc-4": 0.75}}`,
	Sniff:   func(head string) bool { return looksJSON(head, 6, 4) },
	Read:    readJSONRun,
	Write:   writeJSONRun,
}

// readJSONRun numbers the documents from 1 in the order of the file, as their lines: all may stand on one line, and
// equal scores may be ordered by line. A topic without documents is as one that is not there.
func readJSONRun(r io.Reader, file string, opt RunOptions) (*metrics.Run, []metrics.Warning, error) {
	if opt.Order == metrics.OrderRank {
		return nil, nil, &Problem{Pos{File: file}, errors.New("a run in JSON has no ranks: want another order, such as score")}
	}
	text, err := readText(r, file)
	if err != nil {
		return nil, nil, err
	}
	p := newJSONParser(text, file, 1)
	b := newRunBuilder("", file)
	b.tag = string(SystemName(file))
	n := int32(0)
	docs := &jsonDocs{jsonParser: p, of: jsonLine, doc: "document", number: "score", twice: opt.KeepFirst}
	docs.add = func(topic, doc string, number *Value) {
		n++
		score, err := parseFloat(number.Text)
		if err != nil {
			p.problems.Add(number.At(file), err)
			return
		}
		b.grouper.add(topic, metrics.Scored{Doc: metrics.Doc(doc), Score: score, Line: n})
	}
	p.whole(docs.read)
	if len(b.docs) == 0 && len(p.problems.List) == 0 {
		p.problems.Add(Pos{File: file}, fmt.Errorf("%w: no documents, want %s", ErrEmpty, jsonLine))
	}
	run, err := b.run(jsonLine, opt, &p.problems)
	return run, nil, err
}

// writeJSONRun writes each document on a line of its own, best first.
func writeJSONRun(w io.Writer, r *metrics.Run, topics []metrics.Topic) error {
	for _, t := range topics {
		docs := r.Ranked(t)
		for i, d := range docs {
			if err := cmp.Or(checkUTF8(t), checkUTF8(d.Doc)); err != nil {
				return err
			}
			if r.Order == metrics.OrderRank && i > 0 && d.Score > docs[i-1].Score {
				return fmt.Errorf("topic %s: document %s has a greater score than %s above it, and there are no ranks in JSON: want the format trec",
					show(t), show(d.Doc), show(docs[i-1].Doc))
			}
		}
	}
	var b strings.Builder
	sep := "{\n"
	for _, t := range topics {
		fmt.Fprintf(&b, "%s  %s: {", sep, quoteJSON(string(t)))
		sep = "\n"
		for _, d := range r.Ranked(t) {
			fmt.Fprintf(&b, "%s    %s: %s", sep, quoteJSON(string(d.Doc)), fullNumber(d.Score))
			sep = ",\n"
		}
		b.WriteString("\n  }")
	}
	b.WriteString("\n}\n")
	_, err := io.WriteString(w, b.String())
	return err
}

func checkUTF8[T ~string](name T) error {
	if !utf8.ValidString(string(name)) {
		return fmt.Errorf("%w: the name %s is not UTF-8, and JSON can hold no other", ErrBinary, show(name))
	}
	return nil
}

// quoteJSON writes a string as in JSON, and < > & as they are.
func quoteJSON(s string) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s) // no string is refused
	return strings.TrimSuffix(b.String(), "\n")
}
