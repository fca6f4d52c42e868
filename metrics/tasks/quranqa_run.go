package tasks

import (
	"math"
	"strconv"
	"strings"

	"sigrel/metrics"
	"sigrel/metrics/formats"
)

// qaAnswer is an answer as a run lists it.
type qaAnswer struct {
	text   string
	lo, hi int // tokens of the passage from 0, both included; where the task has them
	pos    formats.Pos
}

// qaRunReader reads a run: a JSON object of lists of answers by question.
type qaRunReader struct {
	qaFile
	most  int  // answers that count
	spans bool // answers have token indices, and a list may be empty
}

// read reads the whole file. A question is in the result if the run names it, be it without answers.
func (r *qaRunReader) read(text string, bom bool) map[metrics.Topic][]qaAnswer {
	if bom {
		r.rule(formats.Pos{File: r.file, Line: 1}, "byte-order-mark", "the file begins with a byte order mark, want none")
	}
	v, err := formats.ParseJSON(text, r.file, 1)
	if err != nil {
		r.problems.Merge(r.file, err)
		return nil
	}
	if v.Kind != formats.Object {
		r.bad(v.At(r.file), formats.ErrRule, "%s, want an object of lists of answers by pq_id", v.Kind)
		return nil
	}
	if len(v.Members) == 0 {
		r.note(v.At(r.file), "empty-run", "the run answers no question")
	}
	out := make(map[metrics.Topic][]qaAnswer, len(v.Members))
	for _, m := range v.Members {
		topic := metrics.Topic(m.Name)
		if m.Value.Kind != formats.Array {
			r.bad(m.Value.At(r.file), formats.ErrRule, "topic %s holds %s, want a list of answers", formats.Show(topic), m.Value.Kind)
			continue
		}
		out[topic] = r.list(topic, m.Value)
	}
	return out
}

// list reads the answers to one question, which count in the order of the list.
func (r *qaRunReader) list(topic metrics.Topic, v *formats.Value) []qaAnswer {
	if len(v.Items) == 0 && !r.spans {
		r.rule(v.At(r.file), "empty-list", "topic %s has an empty list, want an answer or no such topic", formats.Show(topic))
	}
	if n := len(v.Items); n > r.most {
		r.note(v.At(r.file), "too-many-answers", "topic %s has %d answers, want at most %d; the first %d count", formats.Show(topic), n, r.most, r.most)
	}
	answers := make([]qaAnswer, 0, len(v.Items))
	ranks, scores := make([]qaNumber, 0, len(v.Items)), make([]qaNumber, 0, len(v.Items))
	for _, item := range v.Items {
		if item.Kind != formats.Object {
			r.bad(item.At(r.file), formats.ErrRule, "topic %s: an answer is %s, want an object with answer, rank and score", formats.Show(topic), item.Kind)
			continue
		}
		answer, ok := r.answer(topic, item)
		rank, okRank := r.number(item, "rank")
		score, okScore := r.number(item, "score")
		if okRank && strings.ContainsAny(rank.v.Text, ".eE") {
			r.rule(rank.v.At(r.file), "float-rank", "topic %s: rank %s, want a whole number without a point", formats.Show(topic), rank.v.Text)
		}
		if ok && okRank && okScore {
			answers, ranks, scores = append(answers, answer), append(ranks, rank), append(scores, score)
		}
	}
	if len(answers) == len(v.Items) {
		r.checkRanks(topic, ranks)
		r.checkScores(topic, scores)
	}
	return answers
}

func (r *qaRunReader) answer(topic metrics.Topic, v *formats.Value) (qaAnswer, bool) {
	text := r.member(v, "answer", formats.String)
	out := qaAnswer{pos: v.At(r.file)}
	if text != nil {
		out.text = text.Text
		if out.text == "" {
			r.note(text.At(r.file), "empty-answer", "topic %s has an empty answer", formats.Show(topic))
		}
	}
	if !r.spans {
		return out, text != nil
	}
	first, last := r.member(v, "strt_token_indx", formats.Number), r.member(v, "end_token_indx", formats.Number)
	if text == nil || first == nil || last == nil {
		return out, false
	}
	var okLo, okHi bool
	out.lo, okLo = r.whole(first, "strt_token_indx")
	out.hi, okHi = r.whole(last, "end_token_indx")
	switch {
	case !okLo || !okHi:
		return out, false
	case out.hi < out.lo:
		r.bad(last.At(r.file), formats.ErrRule, "topic %s: end_token_indx %d, want at least strt_token_indx, which is %d", formats.Show(topic), out.hi, out.lo)
		return out, false
	case out.hi-out.lo+1 != len(qaWords(out.text)):
		r.rule(first.At(r.file), "span-length", "topic %s: tokens by the indices %d, in the answer %d; the indices count",
			formats.Show(topic), out.hi-out.lo+1, len(qaWords(out.text)))
	}
	return out, true
}

// checkRanks compares the rank fields with the list. The original checker does not look at the last: a gap before it and
// any rank of a single answer are accepted.
func (r *qaRunReader) checkRanks(topic metrics.Topic, ranks []qaNumber) {
	for i, rank := range ranks {
		if rank.x == float64(i+1) {
			continue
		}
		const text = "topic %s: rank %s, want %d; the place in the list counts"
		if last := i == len(ranks)-1; last && (i == 0 || rank.x > ranks[i-1].x) {
			r.note(rank.v.At(r.file), "rank-gap", text, formats.Show(topic), rank.v.Text, i+1)
		} else {
			r.rule(rank.v.At(r.file), "rank-order", text, formats.Show(topic), rank.v.Text, i+1)
		}
		return // what follows is most often wrong for the same reason
	}
}

// checkScores finds the first score above the one before, and the first that equals it.
func (r *qaRunReader) checkScores(topic metrics.Topic, scores []qaNumber) {
	above, equal := false, false
	for i := 1; i < len(scores); i++ {
		score, before := scores[i], scores[i-1]
		switch {
		case score.x > before.x && !above:
			above = true
			r.rule(score.v.At(r.file), "score-order", "topic %s: score %s after %s, want scores in descending order; the place in the list counts",
				formats.Show(topic), score.v.Text, before.v.Text)
		case score.x == before.x && !equal:
			equal = true
			r.note(score.v.At(r.file), "tied-answers", "topic %s: score %s twice; the place in the list counts", formats.Show(topic), score.v.Text)
		}
	}
}

// qaNumber is a number and where it stands.
type qaNumber struct {
	v *formats.Value
	x float64
}

// number is a member that is a finite number.
func (r *qaRunReader) number(v *formats.Value, name string) (qaNumber, bool) {
	m := r.member(v, name, formats.Number)
	if m == nil {
		return qaNumber{}, false
	}
	x, err := formats.ParseScore(m.Text)
	if err != nil {
		r.problems.Add(m.At(r.file), err)
	}
	return qaNumber{m, x}, err == nil
}

// member is a member of that name and kind. If there is none, that is a problem, and it is nil.
func (f *qaFile) member(v *formats.Value, name string, kind formats.Kind) *formats.Value {
	m := v.Get(name)
	switch {
	case m != nil && m.Kind == kind:
		return m
	case m != nil:
		f.bad(m.At(f.file), formats.ErrRule, "%q is %s, want %s", name, m.Kind, kind)
		return nil
	}
	for _, other := range v.Members {
		if strings.EqualFold(strings.TrimSpace(other.Name), name) {
			f.bad(v.At(f.file), formats.ErrRule, "no %q but %q, want the name in small letters", name, other.Name)
			return nil
		}
	}
	f.bad(v.At(f.file), formats.ErrRule, "no %q in the object, want it", name)
	return nil
}

// whole is a number that is whole and not negative, as indices are.
func (f *qaFile) whole(v *formats.Value, name string) (int, bool) {
	n, err := strconv.ParseInt(v.Text, 10, 32)
	if err != nil || n < 0 {
		f.bad(v.At(f.file), formats.ErrNumber, "%s %q, want a whole number from 0 to %d", name, v.Text, math.MaxInt32)
		return 0, false
	}
	return int(n), true
}
