package invent

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
)

// QuranQA invents collections in the formats of the tasks of Qur'an QA: questions on passages as in 2022 and 2023, and
// judgments of passages, in the order of the files' names. There is nothing of the Qur'an in them. The bytes are always
// the same; testdata/collections/quranqa is a copy, and testdata/README.md describes it.
func QuranQA() []File {
	all := passages()
	answers, segments := answerTask(all)
	return sorted(answers, readingTask(all), passageTask(), []File{{"segments.tsv", segmentLines(all, segments)}})
}

// reader is a run that answers questions. Of a hundred of its answers so many are right, and so many nearly.
type reader struct {
	name        string // TEAM_RUN
	right, near int
	bare        bool     // it drops the clitics before an answer
	skip        []int    // numbers of questions that it leaves out
	silent      []string // questions on passages to which it says that there is no answer
}

const mostAnswers = 4

// spans draws the answers to a question, none twice.
func (r *reader) spans(src *rand.PCG, p *passage, gold []span) []span {
	var out []span
	for range 1 + below(src, mostAnswers) {
		s := r.span(src, p, gold)
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// span draws an answer: right, with a word too many or too few, or some words of the passage.
func (r *reader) span(src *rand.PCG, p *passage, gold []span) span {
	u := below(src, 100)
	if u < r.right+r.near && len(gold) > 0 {
		s := gold[below(src, len(gold))]
		switch {
		case u < r.right:
		case s.first < s.last && below(src, 2) == 0:
			s.last--
		case s.first > 0 && p.words[s.first-1] != ".":
			s.first--
		default:
			s.last++
		}
		return s
	}
	first := below(src, len(p.words)-2)
	if p.words[first] == "." {
		first++
	}
	s := span{first, min(first+below(src, 3), len(p.words)-1)}
	if p.words[s.last] == "." {
		s.last--
	}
	return s
}

var answerRuns = [...]reader{
	{name: "cedar_run01", right: 50, near: 30},
	{name: "cedar_run02", right: 40, near: 40, bare: true},
	{name: "nour_run01", right: 30, near: 25, skip: []int{112}},
}

// answerLine is an answer as a run lists it.
type answerLine struct {
	Answer string      `json:"answer"`
	Rank   int         `json:"rank"`
	Score  json.Number `json:"score"`
	First  *int        `json:"strt_token_indx,omitempty"`
	Last   *int        `json:"end_token_indx,omitempty"`
}

// answerTask makes the task of 2022: any of the gold answers is enough. It also lists the words that runs made.
func answerTask(all []passage) (files []File, words []string) {
	var gold []byte
	for i := range all {
		for _, q := range all[i].questions {
			gold = append(gold, all[i].goldLine(q, false)...)
		}
	}
	files = []File{{"gold.jsonl", gold}}
	for _, r := range answerRuns {
		var lines []string
		for i := range all {
			p := &all[i]
			for _, q := range p.questions {
				if slices.Contains(r.skip, q.number) {
					continue
				}
				src := taskSource("answers of "+r.name, q.number)
				score := newAnswerScore(src)
				var list []answerLine
				for k, s := range r.spans(src, p, q.answers) {
					text := p.text(s, false)
					if word := p.words[s.first]; r.bare && bare(word) != word {
						text = plain([]string{bare(word)}) + strings.TrimPrefix(text, plain([]string{word}))
						words = append(words, bare(word))
					}
					list = append(list, answerLine{Answer: text, Rank: k + 1, Score: score.next()})
				}
				lines = append(lines, p.runLine(q, list))
			}
		}
		files = append(files, File{"runs/" + r.name + ".json", runObject(lines)})
	}
	return files, words
}

// goldLine is a question with its passage and answers.
func (p *passage) goldLine(q question, free bool) []byte {
	type answer struct {
		Text  string `json:"text"`
		Start int    `json:"start_char"`
	}
	line := struct {
		ID       string   `json:"pq_id"`
		Passage  string   `json:"passage"`
		Surah    int      `json:"surah"`
		Verses   string   `json:"verses"`
		Question string   `json:"question"`
		Answers  []answer `json:"answers"`
	}{p.pair(q), p.text(p.all(), free), p.chapter, p.verses(), q.text, []answer{}}
	for _, s := range q.answers {
		line.Answers = append(line.Answers, answer{p.text(s, free), p.start(s, free)})
	}
	return append(marshal(line), '\n')
}

// pair is the identifier of a question on the passage.
func (p *passage) pair(q question) string { return fmt.Sprintf("%s_%d", p.id(), q.number) }

// runLine is the member of a run's object about a question.
func (p *passage) runLine(q question, list []answerLine) string {
	if list == nil {
		list = []answerLine{}
	}
	return string(marshal(p.pair(q))) + ": " + string(marshal(list))
}

func runObject(lines []string) []byte { return []byte("{\n" + strings.Join(lines, ",\n") + "\n}\n") }

// marshal writes strings, numbers, and lists and structs of them, which cannot fail.
func marshal(v any) []byte {
	out, _ := json.Marshal(v)
	return out
}

// answerScore draws scores that fall.
type answerScore struct {
	src  *rand.PCG
	last int64
}

func newAnswerScore(src *rand.PCG) *answerScore { return &answerScore{src, 980} }

func (s *answerScore) next() json.Number {
	s.last -= 10 + int64(below(s.src, 180))
	return json.Number(fixed(s.last, 3))
}

// segmentLines is the segmentation of every word of the passages, and of those of runs that are in none.
func segmentLines(all []passage, more []string) []byte {
	words := make(map[string]string)
	for _, p := range all {
		more = append(more, p.words...)
	}
	for _, w := range more {
		if w != "." {
			words[plain([]string{w})] = w
		}
	}
	var out []byte
	for _, token := range slices.Sorted(maps.Keys(words)) {
		out = append(out, tabbed(token, words[token])...)
	}
	return out
}
