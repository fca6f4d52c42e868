package formats

import (
	"fmt"
	"strings"
)

// role is what a column of that name holds; empty if it is no such name.
func role(name string) string {
	switch name = strings.ToLower(name); name {
	case "query", "qid":
		return "topic"
	case "run":
		return "system"
	case "topic", "system", "measure", "score", "judge":
		return name
	}
	return ""
}

// columns says where each role is in the first line, and which column has no role, or one that came before; −1 if none.
func (f *form) columns() (at map[string]int, odd int) {
	at, odd = make(map[string]int), -1
	for i, name := range f.head[0].fields {
		r := role(name)
		if _, twice := at[r]; !twice && r != "" {
			at[r] = i
		} else if odd < 0 {
			odd = i
		}
	}
	return at, odd
}

// long reads one score a line, if that is the form of the file.
func (f *form) long() bool {
	at, odd := f.columns()
	if odd >= 0 {
		return f.almostLong(at, odd)
	}
	topic, hasTopic := at["topic"]
	score, hasScore := at["score"]
	if !hasTopic || !hasScore {
		return false
	}
	get := func(rec record, role, otherwise string) string {
		if i, ok := at[role]; ok {
			return rec.fields[i]
		}
		return otherwise
	}
	f.expect(1)
	first := ""
	for rec := range f.lines(1) {
		if judge := get(rec, "judge", ""); f.opt.Judge != "" && judge != f.opt.Judge {
			continue
		} else if first == "" {
			first = judge
		} else if judge != first {
			f.problems.Add(rec.pos(f.file, at["judge"]), fmt.Errorf("%w: judge %s, but %s above; want one of them chosen", ErrValue, show(judge), show(first)))
			break
		}
		if !f.summary(rec.fields[topic], rec.pos(f.file, topic), "line") {
			f.set(get(rec, "measure", f.opt.Measure), get(rec, "system", f.system), rec.fields[topic], rec.fields[score], rec.pos(f.file, score))
		}
	}
	return true
}

// almostLong complains of a column that does not belong to the long form, if nothing else can be meant: three columns do
// belong to it, topics do not come first, or what stands under the names is no table of numbers. Otherwise systems are
// called as columns are.
func (f *form) almostLong(at map[string]int, odd int) bool {
	topic, hasTopic := at["topic"]
	if !hasTopic || len(at) < 2 || len(at) == 2 && topic == 0 && f.numbers() {
		return false
	}
	head := f.head[0]
	f.problems.Add(head.pos(f.file, odd), fmt.Errorf("%w: column %q, want measure, topic (or query, qid), system (or run), score, judge, each once",
		ErrHeader, head.fields[odd]))
	return true
}

// numbers says whether the second line has numbers in all columns but the first.
func (f *form) numbers() bool {
	if len(f.head) > 1 {
		for _, text := range f.head[1].fields[1:] {
			if !isDecimal(text) && !isMissing(text) {
				return false
			}
		}
	}
	return true
}
