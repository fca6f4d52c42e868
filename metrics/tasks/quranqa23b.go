package tasks

import (
	"slices"
	"strings"

	"sigrel/metrics"
	"sigrel/metrics/formats"
)

var quranqa23B = &Task{
	Name:  "quranqa23-b",
	Title: "Qur'an QA 2023 Task B: reading comprehension",
	Doc: "A system reads a passage and a question and lists all spans of the passage that answer it, up to ten, or none where it thinks that " +
		"there is no answer. Spans are scored by the indices of their tokens, not by their text, and the place in the list is the rank. " +
		"The passages are those in which full stops stand free. Stop words and punctuation do not count as tokens, and gold answers are compared, " +
		"after Farasa has split prefixes off the words; --segments gives its output, and without it scores are near the published ones but not equal to them. " +
		"A team could submit three runs on the test questions. A question that a run leaves out scores 0, also one without an answer.",
	Topic:    "question on a passage",
	Gold:     `JSON lines: {"pq_id": …, "passage": …, "answers": [{"text": …, "start_char": 12}, …]}`,
	Run:      `TEAM_RUN.json: {pq_id: [{"answer": …, "rank": 1, "score": 0.9, "strt_token_indx": 2, "end_token_indx": 3}, …], …}`,
	Measures: []string{"pAP@10"},
	Own: []Measure{
		{Name: "pAP@10", Title: "partial average precision", Hi: 1,
			Doc: "Average precision where an answer counts as much as its token positions fit a gold answer that no earlier answer took (F1). " +
				"An answer that overlaps several gold answers is first split between them, each part with a rank of its own. " +
				"A question without an answer scores 1 if the run lists none, else 0."},
	},
	Flags:  []string{"gold", "segments", "segmenter"},
	Limits: Limits{Documents: 10, Runs: []RunLimit{{AnyType, 0, 3}}},
	Load: func(in Inputs, opt Options) (*Submissions, error) {
		return loadQAAnswers(in, opt, &qaForm{most: 10, measures: 1, spans: true, judge: newQA23Judge, references: qa23References, conventions: []Convention{
			{"rank of an answer", "its place in the list"},
			{"answers with the same words", "treated together, as the original scorer does"},
			{"answers of which no word is left", "left out; if none is left the question scores 0"},
			{leftOut, "score 0, also where there is no answer, and count in the mean"},
		}})
	},
}

// qa23Judge scores answers to one question.
type qa23Judge struct {
	seg     *qaSegmenter
	tokens  []string // of the passage
	terms   []string // of the passage without prefixes, in which skipped words are counted
	skipped []int    // how many of the terms before each, and at the end, are stop words or marks
	gold    []qaSpan // by their first token
	empty   bool     // there is no answer
	texts   int      // different gold answers
}

func newQA23Judge(q *qaQuestion, seg *qaSegmenter, gold *qaFile) qaScorer {
	j := &qa23Judge{seg: seg, tokens: qaWords(q.passage), terms: seg.words(q.passage), empty: len(q.answers) == 0}
	j.skipped = make([]int, len(j.terms)+1)
	for i, term := range j.terms {
		j.skipped[i+1] = j.skipped[i]
		if isQASkipped(term) {
			j.skipped[i+1]++
		}
	}
	for _, token := range j.tokens {
		if len(token) > 1 && strings.HasSuffix(token, ".") {
			gold.note(q.pos, "attached-stop", "question %s has a full stop at the word %s, want the passages in which full stops stand free: indices count them",
				formats.Show(q.topic), formats.Show(token))
			break
		}
	}
	j.readGold(q, gold)
	return j.score
}

// isQASkipped says whether a term of the passage is a stop word or one punctuation mark.
func isQASkipped(term string) bool {
	if isQAStopWord(term) {
		return true
	}
	runes := []rune(term)
	return len(runes) == 1 && isQAPunctuation(runes[0])
}

// shifted moves the indices of tokens to where they are once stop words and marks are left out. Both ends move by what
// is skipped up to and including them; a first token that is skipped itself, unless it is the last of the passage, makes
// room for the next.
func (j *qa23Judge) shifted(lo, hi int) (int, int) {
	end := len(j.terms)
	newLo := lo - j.skipped[min(lo+1, end)]
	if lo+1 < end && isQASkipped(j.terms[lo]) {
		newLo++
	}
	return newLo, hi - j.skipped[min(hi+1, end)]
}

func (j *qa23Judge) score(f *qaFile, answers []qaAnswer) []float64 {
	j.check(f, answers)
	switch {
	case j.empty && len(answers) == 0:
		return []float64{1}
	case j.empty || len(answers) == 0:
		return []float64{0}
	}
	var spans []qaSpan
	for _, a := range answers {
		text := strings.Join(j.seg.normal(a.text), " ")
		lo, hi := j.shifted(a.lo, a.hi)
		if text != "" && lo <= hi && len(spans) < 10 {
			spans = append(spans, qaSpan{text, lo, hi})
		}
	}
	return []float64{partialAP(matchQASpans(splitQASpans(spans, j.gold), j.gold), j.texts)}
}

// check notes answers whose indices do not fit the passage, or not their text.
func (j *qa23Judge) check(f *qaFile, answers []qaAnswer) {
	for _, a := range answers {
		if a.hi >= len(j.tokens) {
			f.note(a.pos, "span-outside", "end_token_indx %d, want at most %d: the passage has %s", a.hi, len(j.tokens)-1, rankingCount(len(j.tokens), "token"))
			continue
		}
		if there := j.tokens[a.lo : a.hi+1]; !slices.Equal(there, qaWords(a.text)) {
			f.note(a.pos, "span-text", "answer %q, but %q at the tokens %d to %d; the indices count", a.text, strings.Join(there, " "), a.lo, a.hi)
		}
	}
}

// qa23References are a run that never answers and one that always gives the whole passage.
func qa23References(questions []*qaQuestion, scorers []qaScorer) []Reference {
	silent, whole := make(map[metrics.Topic]float64), make(map[metrics.Topic]float64)
	for i, q := range questions {
		nobody := &qaFile{}
		silent[q.topic] = scorers[i](nobody, nil)[0]
		whole[q.topic] = scorers[i](nobody, []qaAnswer{{text: q.passage, hi: len(qaWords(q.passage)) - 1}})[0]
	}
	by := func(scores map[metrics.Topic]float64) func(string, metrics.Topic) (float64, bool) {
		return func(measure string, t metrics.Topic) (float64, bool) {
			score, ok := scores[t]
			return score, ok && measure == "pAP@10"
		}
	}
	return []Reference{
		{"no answers", "an empty list for every question", by(silent)},
		{"whole passages", "the passage as the only answer to every question, the organisers' baseline", by(whole)},
	}
}
