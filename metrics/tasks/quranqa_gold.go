package tasks

import (
	"fmt"
	"strings"

	"sigrel/metrics"
	"sigrel/metrics/formats"
)

// qaQuestion is a question on a passage and the answers that count.
type qaQuestion struct {
	topic   metrics.Topic
	pos     formats.Pos
	passage string
	answers []qaGoldAnswer
}

type qaGoldAnswer struct {
	text  string
	start int // code points of the passage before it; read only where the task needs it
	pos   formats.Pos
}

// qaGoldReader reads questions from lines of JSON.
type qaGoldReader struct {
	spans    bool // answers have a start, and a question may have none
	problems *formats.Problems
	lines    map[metrics.Topic]formats.Pos
	out      []*qaQuestion
}

// readQAGold reads the files, in their order.
func readQAGold(files []string, spans bool, problems *formats.Problems) []*qaQuestion {
	r := &qaGoldReader{spans: spans, problems: problems, lines: make(map[metrics.Topic]formats.Pos)}
	for _, file := range files {
		text, _, err := formats.ReadText(file)
		if err != nil {
			problems.Merge(file, err)
			continue
		}
		r.read(text, file)
	}
	return r.out
}

func (r *qaGoldReader) read(text, file string) {
	n, questions := 0, 0
	for line := range strings.SplitSeq(text, "\n") {
		n++
		if strings.Trim(line, " \t\r") == "" {
			continue
		}
		questions++
		v, err := formats.ParseJSON(line, file, n)
		if err != nil {
			r.problems.Merge(file, err)
			continue
		}
		r.question(v, file)
	}
	if questions == 0 {
		r.problems.Add(formats.Pos{File: file}, fmt.Errorf("%w: no questions, want lines of %s", formats.ErrEmpty, `{"pq_id", "passage", "answers", …}`))
	}
}

func (r *qaGoldReader) question(v *formats.Value, file string) {
	f := &qaFile{file: file, problems: r.problems}
	if v.Kind != formats.Object {
		f.bad(v.At(file), formats.ErrRule, "%s, want an object with pq_id, passage and answers", v.Kind)
		return
	}
	id, passage, answers := f.member(v, "pq_id", formats.String), f.member(v, "passage", formats.String), f.member(v, "answers", formats.Array)
	if id == nil || passage == nil || answers == nil {
		return
	}
	q := &qaQuestion{topic: metrics.Topic(id.Text), pos: id.At(file), passage: passage.Text}
	if first, twice := r.lines[q.topic]; twice {
		f.bad(q.pos, formats.ErrDuplicate, "question %s is that of %s already", formats.Show(q.topic), first)
		return
	}
	if q.topic == "" {
		f.bad(q.pos, formats.ErrRule, "empty pq_id")
	}
	if len(qaWords(q.passage)) == 0 {
		f.bad(passage.At(file), formats.ErrRule, "question %s has an empty passage", formats.Show(q.topic))
	}
	if len(answers.Items) == 0 && !r.spans {
		f.bad(answers.At(file), formats.ErrRule, "question %s has no answer, want at least one (questions without are a matter of task quranqa23-b)", formats.Show(q.topic))
	}
	r.lines[q.topic] = q.pos
	for _, a := range answers.Items {
		if answer, ok := r.answer(f, q, a); ok {
			q.answers = append(q.answers, answer)
		}
	}
	r.out = append(r.out, q)
}

func (r *qaGoldReader) answer(f *qaFile, q *qaQuestion, v *formats.Value) (qaGoldAnswer, bool) {
	if v.Kind != formats.Object {
		f.bad(v.At(f.file), formats.ErrRule, "question %s: an answer is %s, want an object with text and start_char", formats.Show(q.topic), v.Kind)
		return qaGoldAnswer{}, false
	}
	text := f.member(v, "text", formats.String)
	if text == nil {
		return qaGoldAnswer{}, false
	}
	out := qaGoldAnswer{text: text.Text, pos: v.At(f.file)}
	if out.text == "" {
		f.bad(text.At(f.file), formats.ErrRule, "question %s has an empty answer", formats.Show(q.topic))
		return out, false
	}
	if !r.spans {
		return out, true
	}
	start := f.member(v, "start_char", formats.Number)
	if start == nil {
		return out, false
	}
	var ok bool
	out.start, ok = f.whole(start, "start_char")
	return out, ok
}
