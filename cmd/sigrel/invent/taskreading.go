package invent

import (
	"fmt"
	"slices"
)

var readingRuns = [...]reader{
	{name: "cedar_read01", right: 55, near: 25, silent: []string{"202:1-3_107", "205:1-3_116", "202:1-3_105"}},
	{name: "nour_read01", right: 35, near: 30, silent: []string{"205:1-3_116"}},
}

// readingTask makes the task of 2023: all answers are to be found, and some questions have none. Those are asked about the
// passage before theirs.
func readingTask(all []passage) []File {
	var gold []byte
	lines := make([][]string, len(readingRuns))
	for i := range all {
		p := &all[i]
		asked := p.questions[:2:2]
		if i%3 == 1 {
			other := all[i+1].questions[0]
			other.answers = nil
			asked = append(asked, other)
		}
		for _, q := range asked {
			gold = append(gold, p.goldLine(q, true)...)
			for k := range readingRuns {
				lines[k] = append(lines[k], p.runLine(q, readingRuns[k].read(p, q)))
			}
		}
	}
	files := []File{{"reading.jsonl", gold}}
	for k, r := range readingRuns {
		files = append(files, File{"reading/" + r.name + ".json", runObject(lines[k])})
	}
	return files
}

// read lists answers with the indices of their words.
func (r *reader) read(p *passage, q question) []answerLine {
	if slices.Contains(r.silent, p.pair(q)) {
		return nil
	}
	src := taskSource("reading of "+r.name+" "+p.id(), q.number)
	score := newAnswerScore(src)
	var list []answerLine
	for k, s := range r.spans(src, p, q.answers) {
		list = append(list, answerLine{p.text(s, true), k + 1, score.next(), &s.first, &s.last})
	}
	return list
}

// The passages to be retrieved have identifiers only.
const (
	passageTopics = 15
	passageStock  = 30
	passageLength = 8
	passageFirst  = 301 // the first question
)

// passageSilent lists the questions, from 0, that no passage answers.
var passageSilent = [...]int{4, 9, 13}

// passageRun says of the questions in silent that there is no answer.
type passageRun struct {
	name   string // TEAM_RUN
	skill  int64
	silent []int
}

var passageRuns = [...]passageRun{
	{"cedar_find01", 2100, []int{4, 13}},
	{"nour_find01", 1200, []int{9, 6}},
}

// passageTask makes the judgments and runs of the retrieval of passages.
func passageTask() []File {
	stock := make([]string, passageStock)
	for i := range stock {
		verse := 1 + i%3*4
		stock[i] = fmt.Sprintf("%d:%d-%d", firstChapter+i/3, verse, verse+3)
	}
	var qrels []byte
	runs := make([][]byte, len(passageRuns))
	for t := range passageTopics {
		topic := fmt.Sprint(passageFirst + t)
		src := taskSource("passage judgments", t)
		f := newField("passages", t, marked(src, passageStock, 1+below(src, 5)))
		if slices.Contains(passageSilent[:], t) {
			clear(f.grades)
			qrels = append(qrels, tabbed(topic, "0", "-1", "1")...)
		}
		for i, g := range f.grades {
			if g > 0 {
				qrels = append(qrels, tabbed(topic, "0", stock[i], "1")...)
			}
		}
		for i, r := range passageRuns {
			l := f.ranking(r.name, t, r.skill, stock, passageLength)
			if slices.Contains(r.silent, t) {
				l = list{{"-1", l[0].score}}
			}
			for k, hit := range l {
				runs[i] = append(runs[i], tabbed(topic, "Q0", hit.doc, fmt.Sprint(k+1), fixed(hit.score, 3), r.name)...)
			}
		}
	}
	files := []File{{"passages.qrels", qrels}}
	for i, r := range passageRuns {
		files = append(files, File{"passages/" + r.name + ".tsv", runs[i]})
	}
	return files
}
