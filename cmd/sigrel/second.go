package main

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/pflag"

	"sigrel/metrics"
	"sigrel/metrics/formats"
	"sigrel/reports"
)

// second is the flag for the judgments of other judges of the same runs.
type second struct{ file string }

func (s *second) register(f *pflag.FlagSet) {
	f.StringVar(&s.file, "second-qrels", "", "judgments of the same runs by other judges, a `file`: does each win hold by them too? (more: sigrel agree)")
}

// check refuses the flag where there are no runs to score again.
func (s *second) check(src *source) error {
	switch {
	case s.file == "":
		return nil
	case len(src.scores) > 0 || src.task.name != "":
		return usagef("--second-qrels scores runs again by other judgments: want --qrels FILE and runs")
	case s.file == src.qrels:
		return usagef("--second-qrels %s: that is --qrels, want the judgments of others", s.file)
	}
	return nil
}

// apply reads the judgments and scores the runs by them, on the topics of the study that they have.
func (s *second) apply(src *source, st *reports.Study) error {
	if s.file == "" {
		return nil
	}
	q, warnings, err := readFile(s.file, formats.ReadQrels)
	if err != nil {
		return err
	}
	warn(st, warnings)
	if src.negativeJudged {
		q = q.NegativesJudged()
	}
	common := make(metrics.Qrels)
	for _, t := range st.Scores[0].Topics {
		if docs, ok := q[t]; ok {
			common[t] = docs
		}
	}
	if len(common) == 0 {
		return &formats.Problem{Pos: formats.Pos{File: s.file}, Err: fmt.Errorf("%w: %s judges none of the study's topics", metrics.ErrNoCommonTopic, s.file)}
	}
	opt := src.evalOptions()
	opt.KeepEmpty, opt.KeepSparse, opt.Unanswered = true, true, metrics.UnansweredZero
	ev, err := metrics.Evaluate(st.Runs, common.Gold(src.level), st.Measures[:1], opt)
	if err != nil {
		return err
	}
	scores := ev.Scores[0]
	if st.Averaged {
		if scores, _, err = metrics.Average(scores, src.design.system()); err != nil {
			return err
		}
	}
	st.Second = &reports.SecondJudges{Name: filepath.Base(s.file), Scores: scores}
	st.Inputs = append(st.Inputs, reports.Input{File: s.file, Role: "second-qrels"})
	return nil
}
