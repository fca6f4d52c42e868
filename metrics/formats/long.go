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

// isIndex tells the name of a column of numbers that pandas writes in front of a table.
func isIndex(i int, name string) bool { return i == 0 && (name == "" || name == "Unnamed: 0") }

// columns says where each role is in the first line, and which column has no role, or one that came before; −1 if none.
func (f *form) columns() (at map[string]int, odd int) {
	at, odd = make(map[string]int), -1
	for i, name := range f.head[0].fields {
		if isIndex(i, name) {
			continue
		}
		r := role(name)
		if _, twice := at[r]; !twice && r != "" {
			at[r] = i
		} else if odd < 0 {
			odd = i
		}
	}
	return at, odd
}

// isLong tells one score a line by the names of the columns. A column that does not belong there is accepted, to be
// complained of, if nothing else can be meant: three columns do belong there, topics do not come first, or what stands
// under the names is no table of numbers. Otherwise systems are called as columns are.
func (f *form) isLong() bool {
	at, odd := f.columns()
	topic, hasTopic := at["topic"]
	_, hasScore := at["score"]
	if odd < 0 {
		return hasTopic && hasScore
	}
	return hasTopic && len(at) > 1 && !(len(at) == 2 && topic == 0 && f.numbers())
}

// long reads one score a line.
func (f *form) long() {
	at, odd := f.columns()
	if odd >= 0 {
		head := f.head[0]
		f.problems.Add(head.pos(f.file, odd), fmt.Errorf("%w: column %q, want measure, topic (or query, qid), system (or run), score, judge, each once",
			ErrHeader, head.fields[odd]))
		return
	}
	f.oneALine(at, func(measure string) string { return measure })
}

// isPyTerrier tells the columns of a PyTerrier experiment by query, in any order.
func (f *form) isPyTerrier() bool { return f.pyTerrierColumns() != nil }

func (f *form) pyTerrier() { f.oneALine(f.pyTerrierColumns(), canonical) }

// pyTerrierColumns says where each role is; nil if there is another column, or one is not there.
func (f *form) pyTerrierColumns() map[string]int {
	roles := map[string]string{"name": "system", "qid": "topic", "measure": "measure", "value": "score"}
	at := make(map[string]int)
	for i, name := range f.head[0].fields {
		if isIndex(i, name) {
			continue
		}
		r := roles[name]
		if _, twice := at[r]; twice || r == "" {
			return nil
		}
		at[r] = i
	}
	if len(at) < len(roles) {
		return nil
	}
	return at
}

// oneALine reads a score from each line; at says where each role is, topic and score among them.
func (f *form) oneALine(at map[string]int, called func(measure string) string) {
	get := func(rec record, role, otherwise string) string {
		if i, ok := at[role]; ok {
			return rec.fields[i]
		}
		return otherwise
	}
	f.expect(1)
	first := ""
	topic, score := at["topic"], at["score"]
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
			f.set(called(get(rec, "measure", f.opt.Measure)), get(rec, "system", f.system), rec.fields[topic], rec.fields[score], rec.pos(f.file, score))
		}
	}
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
