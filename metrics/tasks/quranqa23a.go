package tasks

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"sigrel/metrics"
	"sigrel/metrics/formats"
)

// noQAAnswer stands in judgments and runs for "there is no answer".
const noQAAnswer metrics.Doc = "-1"

var quranqa23A = &Task{
	Name:  "quranqa23-a",
	Title: "Qur'an QA 2023 Task A: passage retrieval",
	Doc: "A system ranks up to ten passages for a question. Where it thinks that there is no answer, its only line for the question has the document -1: " +
		"on a question without an answer that scores 1 by AP@10 and RR and everything else 0, and on others it is a passage that is not relevant. " +
		"The judgments are meant to be exhaustive. A run is called after its file, TEAM_RUN.tsv, not by its last column. " +
		"Every judged question counts once; --official-quirks counts them as the original scorer does. " +
		"An empty file is refused, but for that flag and --strict, under which it is a run without answers, as for the original.",
	Topic:    "question",
	Gold:     "question 0 passage 1; -1 for the passage where there is no answer",
	Run:      "TEAM_RUN.tsv: question Q0 passage rank score tag, separated by tabs or single blanks",
	Measures: []string{"AP@10", "RR"},
	Order:    metrics.OrderTrecEval,
	Flags:    []string{"qrels", "order", "official-quirks"},
	Limits:   Limits{Documents: 10},
	Load:     loadQuranQA23A,
	Write:    writeQuranQA23A,
}

// loadQuranQA23A reads judgments and runs. With an error it returns what it could read, with its warnings.
func loadQuranQA23A(in Inputs, opt Options) (*Submissions, error) {
	var problems formats.Problems
	s := &Submissions{Files: qaInputs(in), Empty: opt.Strict || opt.Quirks}
	for _, file := range in.Gold {
		problems.Add(formats.Pos{File: file}, fmt.Errorf("%w: gold of another kind, want judgments (qrels)", formats.ErrRule))
	}
	var gold *qa23Gold
	if in.Qrels != "" {
		qrels, warnings, err := readQAQrels(in.Qrels)
		s.Warnings = append(s.Warnings, warnings...)
		problems.Merge(in.Qrels, err)
		if err == nil {
			gold = newQA23Gold(qrels, max(1, opt.Level))
		}
	}
	order := metrics.OrderTrecEval
	if opt.Order != nil {
		order = *opt.Order
	}
	for _, file := range in.Runs {
		r := &qaRankingReader{order: order, opt: opt}
		r.qaFile = qaFile{file: file.Path, refuse: opt.Strict || !in.HasGold(), problems: &problems}
		run := r.read(file)
		if run != nil {
			s.Runs = append(s.Runs, run)
			if gold != nil && gold.answersAll(run) { // else they are named with the missing ones
				r.checkTopics(gold.extra(run))
			}
		}
		s.Warnings = append(s.Warnings, r.skipped...)
		s.Warnings = append(s.Warnings, r.warnings()...)
		if run != nil && gold != nil {
			s.Warnings = append(s.Warnings, inFile(run.File, metrics.CheckRun(run, gold.qrels))...)
		} else if run != nil {
			s.Warnings = append(s.Warnings, inFile(run.File, metrics.CheckRun(run, nil))...)
		}
	}
	checkQATags(s.Runs, &problems)
	if err := inOrder(&problems); err != nil || gold == nil {
		return s, err
	}
	gold.describe(s, opt)
	return s, nil
}

// readQAQrels reads the judgments. A question has either passages or no answer.
func readQAQrels(file string) (metrics.Qrels, []metrics.Warning, error) {
	in, err := formats.Open(file)
	if err != nil {
		return nil, nil, err
	}
	defer in.Close()
	qrels, warnings, err := formats.ReadQrels(in, file)
	var problems formats.Problems
	problems.Merge(file, err)
	for _, t := range slices.Sorted(maps.Keys(qrels)) {
		if _, none := qrels[t][noQAAnswer]; none && len(qrels[t]) > 1 {
			problems.Add(formats.Pos{File: file}, fmt.Errorf("%w: question %s has no answer (-1) and %d judged besides, want either",
				formats.ErrRule, formats.Show(t), len(qrels[t])-1))
		}
	}
	return qrels, warnings, problems.Err()
}

// qa23Gold judges passages, and silence where there is no answer.
type qa23Gold struct {
	metrics.Gold
	qrels  metrics.Qrels
	silent map[metrics.Topic]bool // there is no answer
}

func newQA23Gold(qrels metrics.Qrels, level int) *qa23Gold {
	g := &qa23Gold{Gold: qrels.Gold(level), qrels: qrels, silent: make(map[metrics.Topic]bool)}
	for t, docs := range qrels {
		if _, none := docs[noQAAnswer]; none {
			g.silent[t] = true
		}
	}
	return g
}

// Judge sees one relevant document in a run's silence about a question without an answer, and nothing relevant in
// anything else about it.
func (g *qa23Gold) Judge(t metrics.Topic, ranked []metrics.Scored) metrics.Judged {
	if !g.silent[t] {
		return g.Gold.Judge(t, ranked)
	}
	j := g.Gold.Judge(t, nil)
	j.Gains, j.Ideal, j.Top = make([]float64, len(ranked)), []float64{j.Level}, max(j.Top, j.Level)
	if len(ranked) == 1 && ranked[0].Doc == noQAAnswer {
		j.Gains[0] = j.Level
	}
	return j
}

// answersAll says whether a run has a line for every judged topic.
func (g *qa23Gold) answersAll(run *metrics.Run) bool {
	for t := range g.qrels {
		if len(run.Topics[t]) == 0 {
			return false
		}
	}
	return true
}

// extra lists the topics of a run that are not judged.
func (g *qa23Gold) extra(run *metrics.Run) []metrics.Topic {
	var out []metrics.Topic
	for _, t := range slices.Sorted(maps.Keys(run.Topics)) {
		if _, judged := g.qrels[t]; !judged {
			out = append(out, t)
		}
	}
	return out
}

// describe fills in what the gold says of the submissions.
func (g *qa23Gold) describe(s *Submissions, opt Options) {
	s.Gold, s.Complete = g, true
	if len(g.silent) == 0 {
		s.Qrels = g.qrels // else they would judge silence among other documents as relevant
	}
	missing := leftOutZero
	if opt.Quirks {
		missing = "score 0, and as in the original scorer count in the mean twice where there is no answer, and not at all elsewhere"
		s.Weights = func(i int, t metrics.Topic) float64 {
			switch {
			case len(s.Runs[i].Topics[t]) > 0:
				return 1
			case g.silent[t]:
				return 2
			}
			return 0
		}
	}
	s.Conventions = []Convention{
		{"questions without an answer", "1 if the only line of a run is -1, else 0"},
		{leftOut, missing},
	}
	s.References = []Reference{{Name: "no answers", Doc: "-1 for every question",
		Score: func(measure string, t metrics.Topic) (float64, bool) {
			m, err := metrics.Find(measure)
			if _, judged := g.qrels[t]; err != nil || !judged {
				return 0, false
			}
			return m.Value(g.Judge(t, []metrics.Scored{{Doc: noQAAnswer}})), true
		}}}
}

// writeQuranQA23A writes a run with its lines ranked, and scores that the original checker reads: without an exponent.
func writeQuranQA23A(r *metrics.Run) []Output {
	var b bytes.Buffer
	for _, t := range slices.Sorted(maps.Keys(r.Topics)) {
		for i, d := range r.Ranked(t) {
			fmt.Fprintf(&b, "%s\tQ0\t%s\t%d\t%s\t%s\n", t, d.Doc, i+1, strconv.FormatFloat(d.Score, 'f', -1, 64), r.Tag)
		}
	}
	return []Output{{Data: b.Bytes()}}
}
