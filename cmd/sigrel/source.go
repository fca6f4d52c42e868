package main

import (
	"fmt"
	"os"
	"regexp"
	"strings"

	"github.com/spf13/pflag"

	"sigrel/metrics"
	"sigrel/metrics/formats"
	"sigrel/reports"
)

// source is the flags that say what to read. All commands read alike: this is the only place that turns them into a
// study.
type source struct {
	qrels, teams, teamPattern string
	topics                    string // file of titles and categories
	scores, measures, systems []string
	level, maxDocs, jobs      int
	missing                   metrics.Unanswered
	duplicates                string
	order                     metrics.Order
	negativeJudged, judged    bool
	task                      taskSource
	request                   metrics.Request
	runs                      []*metrics.Run // read, also those that are not scored
	gold                      metrics.Gold   // judges the runs; nil where nothing ranks documents
	collection, trecEval      int
	officialOnly              bool // without --measure only the task's official one
	lines                     bool // lines of trec_eval's output that are no measures may be asked for
	onlyMeans                 bool // a mean that has no score of each topic behind it will do
	keepSparse                bool // score runs that answer few topics: for commands that test nothing
	design                    design

	second     *secondQrels // judgments and runs at hand, in place of those to be read; nil: none are
	twice      bool         // --qrels may be given a second time
	otherQrels string       // the second

	inputs  []reports.Input // files read, in order
	pattern *regexp.Regexp  // of teamPattern
}

func (s *source) register(f *pflag.FlagSet) {
	judgments := "judgments, a `file` of TREC, BEIR or JSON; the arguments are then runs"
	if s.twice {
		judgments += ". Twice, as file or name=file: two judges"
	}
	f.VarP(qrelsFlag{s}, "qrels", "q", judgments)
	f.StringArrayVarP(&s.scores, "scores", "s", nil, "per-topic scores, a `file`: one matrix, or one file a system (repeat the flag)")
	f.StringArrayVarP(&s.measures, "measure", "m", nil, "measure, such as AP or nDCG@10 (repeat the flag; the first is the official one; default AP, or those of the task)")
	f.StringVar(&s.teams, "teams", "", "`file` that says which team submitted each run, and its type")
	f.StringVar(&s.teamPattern, "team-pattern", "", "`regexp` whose first group is the team in a run's name, instead of --teams")
	f.IntVarP(&s.level, "level", "l", 1, "least `grade` that counts as relevant")
	f.Var(enum{&s.missing}, "missing", "judged topic that a run lacks: `policy` zero, drop, drop-run or error (default zero for runs, error for scores)")
	f.StringSliceVar(&s.systems, "systems", nil, "keep only these `systems`, separated by commas")
	f.StringVar(&s.duplicates, "duplicates", "error", "document twice in a topic: error, or `first` to keep the better score")
	f.BoolVar(&s.negativeJudged, "negative-judged", false, "negative grades are judged and not relevant (without it: pooled, not judged)")
	f.Var(enum{&s.order}, "order", "`order` of documents: trec_eval (score, ties by identifier), score (ties by line), rank (the column) or trec_eval9")
	f.IntVar(&s.trecEval, "trec-eval", 10, "`version` of trec_eval to agree with: 9 compares scores as 32 bits and rounds recall levels its own way")
	s.task.register(f)
	f.IntVarP(&s.jobs, "jobs", "j", 0, "processors to use (default all; never changes a result)")
}

// qrelsFlag is --qrels. A flag that is given twice would silently take the last value: it is refused, or kept as the second.
type qrelsFlag struct{ *source }

func (q qrelsFlag) String() string {
	if q.source == nil {
		return "" // pflag asks the zero value
	}
	return q.qrels
}

func (qrelsFlag) Type() string { return "string" }

func (q qrelsFlag) Set(file string) error {
	switch {
	case q.qrels == "":
		q.qrels = file
	case !q.twice:
		return fmt.Errorf("given twice, want one file of judgments (sigrel agree compares two)")
	case q.otherQrels != "":
		return fmt.Errorf("given a third time, want two (--judges takes one file of several judges)")
	default:
		q.otherQrels = file
	}
	return nil
}

// GetSlice, with Append and Replace, is for the command line as it is printed.
func (q qrelsFlag) GetSlice() []string {
	if q.otherQrels == "" {
		return []string{q.qrels}
	}
	return []string{q.qrels, q.otherQrels}
}

func (q qrelsFlag) Append(file string) error { return q.Set(file) }

func (q qrelsFlag) Replace([]string) error { return fmt.Errorf("cannot be replaced") }

// check finds what is wrong with the command line before anything is read.
func (s *source) check(e *env) error {
	if err := s.task.check(e); err != nil {
		return err
	}
	switch {
	case s.task.name != "" && len(s.scores) > 0:
		return usagef("both --task and --scores: the scores of a matrix need no task")
	case s.task.name != "" && len(e.args) == 0:
		return usagef("no runs: want runs of task %s after the flags", s.task.name)
	case s.task.name != "":
	case len(s.scores) == 0 && s.qrels == "" && len(e.args) == 0:
		return usagef("nothing to read: want --qrels FILE and runs, or --scores FILE")
	case len(s.scores) > 0 && (s.qrels != "" || len(e.args) > 0):
		return usagef("both --scores and runs: want one of them")
	case len(s.scores) == 0 && s.qrels == "":
		return usagef("runs without judgments: want --qrels FILE, or --scores FILE for a matrix of scores")
	case len(s.scores) == 0 && len(e.args) == 0:
		return usagef("no runs: want run files after the flags")
	}
	switch {
	case s.level < 1:
		return usagef("level %d: want 1 or more", s.level)
	case s.duplicates != "error" && s.duplicates != "first":
		return usagef("duplicates %q: want error or first", s.duplicates)
	case s.teams != "" && s.teamPattern != "":
		return usagef("both --teams and --team-pattern: want one of them")
	case s.trecEval != 9 && s.trecEval != 10:
		return usagef("trec-eval %d: want 9 or 10", s.trecEval)
	case s.trecEval == 9 && e.flags.Changed("order"):
		return usagef("both --order and --trec-eval 9, which is an order too: want one of them")
	case s.jobs < 0:
		return usagef("jobs %d: want 0 or more", s.jobs)
	}
	if s.trecEval == 9 {
		s.order = metrics.OrderFloat32
	}
	if err := s.compilePattern(); err != nil {
		return err
	}
	if s.design.strataBy != "" && s.topics == "" {
		return usagef("--strata-by without --topics-file: the column is one of that file")
	}
	if err := s.design.check(); err != nil {
		return err
	}
	if len(s.scores) > 0 {
		for _, flag := range []string{"level", "duplicates", "negative-judged", "order", "judged-only", "max-docs", "collection-size", "trec-eval"} {
			if e.flags.Changed(flag) {
				return usagef("--%s is about runs and judgments: it has no effect on --scores", flag)
			}
		}
	}
	stdin := 0
	for _, path := range s.paths(e) {
		if path == formats.Stdin {
			stdin++
		}
	}
	if stdin > 1 {
		return usagef("standard input (-) is named %d times: want once", stdin)
	}
	return nil
}

// paths are the files that the flags and arguments name.
func (s *source) paths(e *env) []string {
	var out []string
	named := append([]string{s.qrels, s.otherQrels, s.teams, s.task.segments, s.design.strata, s.topics}, s.task.gold...)
	for _, f := range append(append(named, s.scores...), e.args...) {
		if _, path := splitLabel(f); path != "" {
			out = append(out, path)
		}
	}
	return out
}

// splitLabel takes "label=path" apart. A path that exists as it is, is a path.
func splitLabel(arg string) (label, path string) {
	if _, err := os.Stat(arg); err == nil {
		return "", arg
	}
	if label, path, ok := strings.Cut(arg, "="); ok && label != "" && !strings.ContainsAny(label, `/\`) {
		return label, path
	}
	return "", arg
}
