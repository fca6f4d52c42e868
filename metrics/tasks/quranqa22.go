package tasks

import (
	"slices"
	"strings"

	"sigrel/metrics"
	"sigrel/metrics/formats"
)

var quranqa22 = &Task{
	Name:  "quranqa22",
	Title: "Qur'an QA 2022: reading comprehension",
	Doc: "A system reads a passage and a question and lists up to five spans of the passage that answer it; any one gold answer is enough. " +
		"The place in the list is the rank: the fields rank and score are checked and not used. An answer that is no part of the passage scores 0. " +
		"Answers are compared after Farasa, a program for Arabic, has split prefixes off their words; --segments gives its output, and without it " +
		"scores are near the published ones but not equal to them. A team could submit three runs on the test questions. " +
		"A question that a run leaves out scores 0.",
	Topic:    "question on a passage",
	Gold:     `JSON lines: {"pq_id": …, "passage": …, "answers": [{"text": …}, …]}`,
	Run:      `TEAM_RUN.json: {pq_id: [{"answer": …, "rank": 1, "score": 0.9}, …], …}`,
	Measures: []string{"pRR", "EM", "F1@1"},
	Own: []Measure{
		{Name: "pRR", Title: "partial reciprocal rank", Hi: 1,
			Doc: "The F1 of the first of five answers that shares a word with a gold answer, divided by its rank. It is not the greatest such quotient: " +
				"a stray common word at rank 1 settles the score."},
		{Name: "EM", Title: "exact match", Hi: 1,
			Doc: "1 if the first answer is part of the passage and has the words of a gold answer, leaving out punctuation and stop words, and prefixes where " +
				"words are segmented; else 0."},
		{Name: "F1@1", Title: "F1 of the first answer", Hi: 1,
			Doc: "The harmonic mean of precision and recall of the words of the first answer, against the gold answer that it fits best."},
	},
	Flags:  []string{"gold", "segments", "segmenter"},
	Limits: Limits{Documents: 5, Runs: []RunLimit{{AnyType, 0, 3}}},
	Load: func(in Inputs, opt Options) (*Submissions, error) {
		return loadQAAnswers(in, opt, &qaForm{most: 5, measures: 3, words: true, judge: newQA22Judge, conventions: []Convention{
			{"rank of an answer", "its place in the list"},
			{"several gold answers", "the one that fits best counts"},
			{"answers that are no part of the passage", "score 0"},
			{leftOut, leftOutZero},
		}})
	},
}

// qa22Judge scores answers to one question.
type qa22Judge struct {
	topic   metrics.Topic
	seg     *qaSegmenter
	passage string     // normalized
	gold    [][]string // words without prefixes, normalized
}

func newQA22Judge(q *qaQuestion, seg *qaSegmenter, _ *qaFile) qaScorer {
	j := &qa22Judge{topic: q.topic, seg: seg, passage: qaNormal(q.passage)}
	for _, a := range q.answers {
		j.gold = append(j.gold, seg.normal(a.text))
	}
	return j.score
}

func (j *qa22Judge) score(f *qaFile, answers []qaAnswer) []float64 {
	answers = answers[:min(5, len(answers))]
	for _, a := range answers {
		if !j.inPassage(a.text) { // an empty answer is, and scores 0 all the same
			f.note(a.pos, "not-in-passage", "topic %s: the answer %q is no part of the passage and scores 0", formats.Show(j.topic), a.text)
		}
	}
	var prr, exact, first float64
	for i, a := range answers {
		f1, same := j.match(a.text)
		if i == 0 {
			exact, first = same, f1
		}
		if f1 > 0 {
			prr = f1 / float64(i+1)
			break
		}
	}
	return []float64{prr, exact, first}
}

// match is the F1 of an answer against the gold answer that it fits best, and 1 if it is equal to one. An answer that is
// not found in the passage, character by character, has neither.
func (j *qa22Judge) match(answer string) (f1, exact float64) {
	if answer == "" || !j.inPassage(answer) {
		return 0, 0
	}
	got := j.seg.normal(answer)
	for _, want := range j.gold {
		f1 = max(f1, qaWordF1(got, want))
		if slices.Equal(got, want) {
			exact = 1
		}
	}
	return f1, exact
}

func (j *qa22Judge) inPassage(answer string) bool {
	return strings.Contains(j.passage, qaNormal(answer))
}

// qaWordF1 is the F1 of two multisets of words.
func qaWordF1(got, want []string) float64 {
	count := make(map[string]int, len(want))
	for _, w := range want {
		count[w]++
	}
	same := 0
	for _, w := range got {
		if count[w] > 0 {
			count[w]--
			same++
		}
	}
	return qaF1(same, len(got), len(want))
}

// qaF1 is the harmonic mean of same/got and same/want; 0 where nothing is the same.
func qaF1(same, got, want int) float64 {
	if same <= 0 {
		return 0
	}
	precision, recall := float64(same)/float64(got), float64(same)/float64(want)
	return 2 * precision * recall / (precision + recall)
}
