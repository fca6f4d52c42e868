package formats

import (
	"encoding/json"
	"fmt"
	"strings"
)

// jsonDocs reads {"topic": {"document": number}}, as runs and judgments are written in JSON, or scores, by measure.
type jsonDocs struct {
	*jsonParser
	of          string // the whole, for messages: {"topic": {"document": score}}
	doc, number string // what they are, for messages
	twice       bool   // a document may come twice in a topic

	topic func(topic string, at Pos) // called for each topic before its documents, of which there may be none; nil: of no interest
	add   func(topic, doc string, number *Value)
}

// read hands on each document. What has another shape is a problem, and so is a name twice.
func (d *jsonDocs) read() error {
	topics, docs := make(map[string]int), make(map[string]int)
	if d.twice {
		docs = nil
	}
	return d.members("topics: "+d.of, func(topic string, at int) error {
		if d.name(topics, "topic", topic, at) && d.topic != nil {
			d.topic(topic, d.pos(at))
		}
		clear(docs)
		return d.members(d.doc+"s", func(doc string, at int) error {
			v, err := d.value(0)
			switch {
			case err != nil:
				return err
			case !d.name(docs, d.doc, doc, at):
			case v.Kind == String:
				d.problems.Add(v.At(d.file), fmt.Errorf("%w: the %s of %s %s is the text %q, want a number without quotes", ErrNumber, d.number, d.doc, show(doc), v.Text))
			case v.Kind != Number:
				d.problems.Add(v.At(d.file), fmt.Errorf("%w: the %s of %s %s is %s, want a number", ErrNumber, d.number, d.doc, show(doc), v.Kind))
			default:
				d.add(topic, doc, v)
			}
			return nil
		})
	})
}

// members reads a value that should be an object.
func (d *jsonDocs) members(of string, member func(name string, at int) error) error {
	if d.blanks(); d.peek() == '{' {
		return d.object(member)
	}
	v, err := d.value(0)
	if err == nil {
		d.problems.Add(v.At(d.file), fmt.Errorf("%w: %s, want a JSON object of %s", ErrValue, v.Kind, of))
	}
	return err
}

// name says whether a name can be that of a topic or document, and is not in seen, where it is put unless that is nil.
func (d *jsonDocs) name(seen map[string]int, what, name string, at int) bool {
	if err := checkName(name); err != nil {
		d.problems.Add(d.pos(at), err)
		return false
	}
	if before, twice := seen[name]; twice {
		d.problems.Add(d.pos(at), fmt.Errorf("%w: %s %s stands %s already, want it once", ErrDuplicate, what, show(name), d.earlier(before, at)))
		return false
	}
	if seen != nil {
		seen[name] = at
	}
	return true
}

// checkName refuses what cannot be the name of a topic or document in a file of lines.
func checkName(name string) error {
	switch {
	case name == "":
		return fmt.Errorf("%w: an empty name, want one", ErrValue)
	case strings.ContainsAny(name, "\t\n\r\x00"):
		return fmt.Errorf("%w: a line end, a tab or a NUL byte in the name %s, want none", ErrLineEnds, show(name))
	}
	return nil
}

// looksJSON tells an object in JSON by how a text begins: with a brace and a name in quotes. What else follows a brace is
// taken for bad JSON, but a topic may begin with a brace, too: not where the first line has n fields of which one (from 0) is
// a number, and never where n is 0. A list in JSON, which is no object and refused as such, is told by a bracket and one
// more, a brace or a quote, but not where the first line is so; where n is 0, by being nothing else.
func looksJSON(head string, n, number int) bool {
	head = strings.TrimLeft(head, " \t\r\n")
	if head == "" {
		return false
	}
	switch inside := strings.TrimLeft(head[1:], " \t\r\n"); head[0] {
	case '{':
		if inside == "" || inside[0] == '"' || inside[0] == '}' {
			return true
		}
	case '[':
		if n == 0 {
			return json.Valid([]byte(head))
		}
		if inside != "" && strings.IndexByte(`[]{"`, inside[0]) < 0 {
			return false
		}
	default:
		return false
	}
	line, _ := cutLine(head, 0)
	var rec record
	rec.cut(line, strings.Count(line, "\t") == n-1)
	return n > 0 && (len(rec.fields) != n || !isDecimal(rec.fields[number]))
}
