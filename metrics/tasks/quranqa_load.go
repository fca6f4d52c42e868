package tasks

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"gonum.org/v1/gonum/mat"

	"sigrel/metrics"
	"sigrel/metrics/formats"
)

// qaForm is what differs between the tasks whose runs are lists of answers in JSON.
type qaForm struct {
	most, measures int
	spans          bool // answers have token indices, and no answer is an answer too
	words          bool // answers are compared by their words, so that much depends on how these are segmented
	conventions    []Convention
	// judge makes the scorer of a question; what is odd about the question goes to the file.
	judge func(q *qaQuestion, seg *qaSegmenter, gold *qaFile) qaScorer
	// references are what a run would score that does the same for every question; nil if there are none.
	references func(questions []*qaQuestion, scorers []qaScorer) []Reference
}

// qaScorer scores a list of answers to one question, one number a measure; what is odd about them goes to the file of the run.
type qaScorer func(f *qaFile, answers []qaAnswer) []float64

// qaRun is a run that was read.
type qaRun struct {
	*qaRunReader
	run     *metrics.Run
	answers map[metrics.Topic][]qaAnswer
}

// loadQAAnswers is the Load of such a task. With an error it returns what it could read, with its warnings.
func loadQAAnswers(in Inputs, opt Options, form *qaForm) (*Submissions, error) {
	var problems formats.Problems
	s := &Submissions{Empty: opt.Strict} // the original checker accepts a run without any topic
	if in.Qrels != "" {
		problems.Add(formats.Pos{File: in.Qrels}, fmt.Errorf("%w: judgments of documents, want questions in lines of JSON as gold", formats.ErrRule))
	}
	questions := readQAGold(in.Gold, form.spans, &problems)
	slices.SortFunc(questions, func(a, b *qaQuestion) int { return cmp.Compare(a.topic, b.topic) })
	seg := newQASegmenter(in, opt, questions, &problems)
	runs := readQARuns(in, opt, form, &problems)
	for _, r := range runs {
		s.Runs = append(s.Runs, r.run)
	}
	checkQATags(s.Runs, &problems)
	s.Files = qaInputs(in)

	gold := &qaFile{problems: &problems}
	var scorers []qaScorer
	if problems.Err() == nil {
		for _, q := range questions {
			scorers = append(scorers, form.judge(q, seg, gold))
		}
	}
	if problems.Err() == nil && len(questions) > 0 && len(runs) > 0 {
		s.Table = scoreQA(questions, scorers, runs, form)
		if form.references != nil {
			s.References = form.references(questions, scorers)
		}
		s.Conventions = append([]Convention{{"segmenter", seg.how}}, form.conventions...)
	}
	s.Warnings = append(s.Warnings, gold.warnings()...)
	for _, r := range runs {
		s.Warnings = append(s.Warnings, r.warnings()...)
	}
	s.Warnings = append(s.Warnings, seg.warnings()...)
	if s.Table != nil && form.words {
		s.Warnings = append(s.Warnings, seg.standIn()...)
	}
	return s, inOrder(&problems)
}

// readQARuns reads the files of runs. Without gold, and if asked for, all that the original checker refuses is a problem.
func readQARuns(in Inputs, opt Options, form *qaForm, problems *formats.Problems) []*qaRun {
	var out []*qaRun
	for _, file := range in.Runs {
		r := &qaRun{run: newQARun(file)}
		r.qaRunReader = &qaRunReader{most: form.most, spans: form.spans,
			qaFile: qaFile{file: file.Path, refuse: opt.Strict || !in.HasGold(), problems: problems}}
		r.checkName(".json", false)
		text, bom, err := formats.ReadText(file.Path)
		if err != nil {
			problems.Merge(file.Path, err)
			continue
		}
		r.answers = r.read(text, bom)
		out = append(out, r)
	}
	return out
}

// scoreQA scores every run on every question.
func scoreQA(questions []*qaQuestion, scorers []qaScorer, runs []*qaRun, form *qaForm) *Table {
	t := &Table{Counts: true}
	for range form.measures {
		t.Values = append(t.Values, mat.NewDense(len(runs), len(questions), nil))
	}
	for _, q := range questions {
		t.Topics = append(t.Topics, q.topic)
	}
	for i, r := range runs {
		miss := metrics.Missing{Run: r.run}
		for c, topic := range t.Topics {
			answers, named := r.answers[topic]
			if !named || len(answers) == 0 && !form.spans {
				miss.Topics = append(miss.Topics, topic)
				continue
			}
			for m, x := range scorers[c](&r.qaFile, answers) {
				t.Values[m].Set(i, c, x)
			}
		}
		for _, topic := range slices.Sorted(maps.Keys(r.answers)) {
			if _, known := slices.BinarySearch(t.Topics, topic); !known {
				miss.Extra = append(miss.Extra, topic)
			}
		}
		if n := len(miss.Topics); n == 0 || n == len(t.Topics) { // else they are named with the missing ones
			r.checkTopics(miss.Extra)
		}
		if len(miss.Topics)+len(miss.Extra) > 0 {
			t.Missing = append(t.Missing, miss)
		}
	}
	return t
}

// qaInputs lists the files by what they are for.
func qaInputs(in Inputs) []Input {
	var out []Input
	if in.Qrels != "" {
		out = append(out, Input{in.Qrels, "qrels"})
	}
	for _, file := range in.Gold {
		out = append(out, Input{file, "gold"})
	}
	if in.Segments != "" {
		out = append(out, Input{in.Segments, "segments"})
	}
	for _, file := range in.Runs {
		out = append(out, Input{file.Path, "run"})
	}
	return out
}
