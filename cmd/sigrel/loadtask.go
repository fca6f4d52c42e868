package main

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"sigrel/metrics"
	"sigrel/metrics/formats"
	"sigrel/metrics/tasks"
	"sigrel/reports"
)

// taskSource is the flags about a shared task with files and rules of its own.
type taskSource struct {
	name, segments, segmenter, coverage, days string
	gold                                      []string
	strict, quirks, skipEmpty                 bool

	task *tasks.Task // of name; nil without one
	read *tasks.Submissions
}

func (s *taskSource) register(f *pflag.FlagSet) {
	f.StringVar(&s.name, "task", "", "shared `task` whose formats, order of ties, measures and rules hold; `sigrel list tasks`")
	f.StringArrayVar(&s.gold, "gold", nil, "gold `file` or folder of the task (repeat the flag)")
	f.BoolVar(&s.strict, "strict", false, "refuse what the task's original checker refuses")
	f.BoolVar(&s.quirks, "official-quirks", false, "treat duplicates and missing topics as the task's original scorer does")
	f.BoolVar(&s.skipEmpty, "skip-topics-without-relevant", false, "leave them out of the means instead of counting 0")
	f.StringVar(&s.segments, "segments", "", "segmented words, a `file` (Qur'an QA): token and Farasa's segmentation")
	f.StringVar(&s.segmenter, "segmenter", "none", "`segmenter` where no segments are given (Qur'an QA): none or light")
	f.StringVar(&s.coverage, "coverage", "detected", "`event` whose half must be common (EveTAR): detected or reference")
	f.StringVar(&s.days, "days", "", "evaluated days `FROM-TO`, as 20170729-20170805 (real-time summarization)")
}

// taskFlags are those that only some tasks understand; ownFlags those that no task with measures of its own does.
var (
	taskFlags = []string{"qrels", "gold", "order", "official-quirks", "skip-topics-without-relevant", "segments", "segmenter", "coverage", "days"}
	ownFlags  = []string{"level", "duplicates", "negative-judged", "judged-only", "max-docs", "collection-size", "trec-eval"}
)

// check finds the task and the flags that it does not understand.
func (s *taskSource) check(e *env) error {
	if s.name == "" {
		for _, flag := range append([]string{"strict"}, taskFlags[1:]...) {
			if flag != "order" && e.flags.Changed(flag) {
				return usagef("--%s is about a shared task: want --task NAME with it", flag)
			}
		}
		return nil
	}
	var err error
	if s.task, err = tasks.Find(s.name); err != nil {
		return usagef("%v", err)
	}
	for _, flag := range taskFlags {
		if e.flags.Changed(flag) && !s.task.Understands(flag) {
			return usagef("--%s means nothing to task %s; see `sigrel list tasks %s`", flag, s.name, s.name)
		}
	}
	for _, flag := range ownFlags {
		if e.flags.Changed(flag) && s.task.Own != nil && !s.task.Understands(flag) {
			return usagef("--%s is about ranked documents: it means nothing to task %s", flag, s.name)
		}
	}
	switch {
	case s.segmenter != "none" && s.segmenter != "light":
		return usagef("segmenter %q: want none or light", s.segmenter)
	case s.segments != "" && e.flags.Changed("segmenter"):
		return usagef("both --segments and --segmenter: want one of them")
	case s.coverage != "detected" && s.coverage != "reference":
		return usagef("coverage %q: want detected or reference", s.coverage)
	}
	return nil
}

// goldFlags names the flags that give the task its gold.
func (s *taskSource) goldFlags() string {
	switch q, g := s.task.Understands("qrels"), s.task.Understands("gold"); {
	case q && g:
		return "--qrels or --gold"
	case q:
		return "--qrels"
	}
	return "--gold"
}

// inputs are the files of the task.
func (s *source) taskInputs(e *env) (tasks.Inputs, tasks.Options) {
	in := tasks.Inputs{Qrels: s.qrels, Gold: s.task.gold, Segments: s.task.segments, Runs: files(e.args)}
	opt := tasks.Options{Strict: s.task.strict, Quirks: s.task.quirks, SkipEmpty: s.task.skipEmpty, KeepFirst: s.duplicates == "first",
		Segmenter: s.task.segmenter, Coverage: s.task.coverage, Days: s.task.days, Level: s.level, Workers: s.jobs}
	if e.flags.Changed("order") || s.trecEval == 9 {
		opt.Order = &s.order
	}
	return in, opt
}

// loadTask reads the files of a shared task and scores its runs.
func (s *source) loadTask(e *env, st *reports.Study) error {
	task := s.task.task
	in, opt := s.taskInputs(e)
	if !in.HasGold() {
		return usagef("task %s without gold: want %s; `sigrel check` does without", task.Name, s.task.goldFlags())
	}
	if len(s.measures) > 0 && task.Own == nil { // before anything is read
		if err := s.ask(st, s.measures); err != nil {
			return err
		}
	}
	var problems formats.Problems
	read, err := task.Load(in, opt)
	if errors.Is(err, tasks.ErrOption) {
		return usagef("%v", err)
	}
	problems.Merge("", err)
	entries, err := s.readTeams(st)
	problems.Merge(s.teams, err)
	if err := problems.Err(); err != nil {
		return err
	}
	s.task.read = read
	if len(s.measures) == 0 {
		if err := s.usual(st); err != nil {
			return err
		}
	}
	if read.Weights != nil && !s.onlyMeans {
		return usagef("--official-quirks: the original's mean of task %s counts topics a different number of times for each run, so there are no scores to compare; `sigrel score` prints it", task.Name)
	}
	warn(st, read.Warnings)
	if read.Qrels != nil {
		warn(st, slices.DeleteFunc(metrics.CheckQrels(read.Qrels, max(1, s.level)), func(w metrics.Warning) bool {
			return w.Code == "all-relevant" // the gold of some tasks has nothing else
		}))
	}
	if err := s.assignTeams(st, read.Runs, entries); err != nil {
		return err
	}
	for _, f := range read.Files {
		s.inputs = append(s.inputs, reports.Input{File: f.File, Role: f.Role})
	}
	eval := s.evalOptions()
	eval.KeepEmpty = read.Empty && s.onlyMeans
	ev, err := s.evaluateTask(st, eval)
	if err != nil {
		return err
	}
	st.Scores, st.Missing, st.Excluded = ev.Scores, ev.Missing, ev.Excluded
	warn(st, ev.Warnings())
	st.Reading.Order = orderOf(read.Runs)
	st.Task = describe(task, read, st.Scores)
	for i, c := range st.Task.Conventions {
		if how := leftOutText[s.missing]; how != "" && c.What == "topics that a run leaves out" {
			st.Task.Conventions[i].How = how
		}
	}
	return nil
}

// leftOutText says what a policy of --missing does instead of the task's own; nothing for that.
var leftOutText = map[metrics.Unanswered]string{
	metrics.UnansweredDrop:    "dropped for all runs (--missing drop)",
	metrics.UnansweredDropRun: "the run is dropped (--missing drop-run)",
	metrics.UnansweredError:   "refused (--missing error)",
}

// usual asks for the measures of the task.
func (s *source) usual(st *reports.Study) error {
	s.measures = s.task.task.Measures
	if s.task.read.Measures != nil {
		s.measures = s.task.read.Measures
	}
	if s.officialOnly {
		s.measures = s.measures[:1]
	}
	if s.task.task.Own != nil {
		return nil
	}
	return s.ask(st, s.measures)
}

// evaluateTask scores what was read by the measures asked for.
func (s *source) evaluateTask(st *reports.Study, opt metrics.EvalOptions) (*metrics.Evaluation, error) {
	task, read := s.task.task, s.task.read
	if task.Own != nil {
		ev, err := task.Evaluate(read, s.measures, opt)
		if err != nil && !errors.Is(err, metrics.ErrNoCommonTopic) && !errors.Is(err, metrics.ErrUnanswered) {
			return nil, usagef("%v", err)
		}
		return ev, err
	}
	if read.Qrels != nil {
		st.Runs, st.Qrels = read.Runs, read.Qrels
	}
	s.runs, s.gold = read.Runs, read.Gold
	return metrics.Evaluate(read.Runs, read.Gold, st.Measures, opt)
}

// assignTeams gives runs their teams: those of --teams or --team-pattern, else those that the task's files tell.
func (s *source) assignTeams(st *reports.Study, runs []*metrics.Run, entries map[metrics.Tag]formats.Entry) error {
	if !st.Teams && slices.ContainsFunc(runs, func(r *metrics.Run) bool { return r.Team != "" }) {
		st.Teams = true
		for _, r := range runs {
			if r.Team == "" {
				r.Team = metrics.Team(r.Tag)
			}
		}
		return nil
	}
	return s.assignRuns(st, runs, entries)
}

// orderOf is the order of the runs, which a task gives all of them.
func orderOf(runs []*metrics.Run) metrics.Order {
	if len(runs) == 0 {
		return metrics.OrderTrecEval
	}
	return runs[0].Order
}

// weights are how often each topic counts in the mean of row i; nil: once.
func (s *taskSource) weights(st *reports.Study, i int) []float64 {
	if s.read == nil || s.read.Weights == nil {
		return nil
	}
	run := slices.IndexFunc(s.read.Runs, func(r *metrics.Run) bool { return r.Tag == st.Scores[0].Systems[i].Tag })
	return mapped(st.Scores[0].Topics, func(t metrics.Topic) float64 { return s.read.Weights(run, t) })
}

// describe is what reports say of a task.
func describe(t *tasks.Task, read *tasks.Submissions, scores []*metrics.Scores) *reports.Task {
	out := &reports.Task{Name: t.Name, Title: t.Title, Topic: t.Topic, Ranks: t.Own == nil, Complete: read.Complete}
	for _, c := range read.Conventions {
		out.Conventions = append(out.Conventions, reports.Convention(c))
	}
	for _, sc := range scores {
		if i := slices.IndexFunc(t.Own, func(m tasks.Measure) bool { return m.Name == sc.Measure }); i >= 0 {
			out.Conventions = append(out.Conventions, reports.Convention{What: sc.Measure, How: strings.TrimSuffix(t.Own[i].Doc, ".")})
		}
	}
	for _, r := range read.References {
		line := reports.ReferenceLine{Name: r.Name, Doc: r.Doc}
		for _, sc := range scores {
			line.Means = append(line.Means, referenceMean(r, sc))
		}
		out.References = append(out.References, line)
	}
	return out
}

// referenceMean is the mean of a reference over the topics of sc; nil where it is not known on each.
func referenceMean(r tasks.Reference, sc *metrics.Scores) *float64 {
	sum := 0.0
	for _, t := range sc.Topics {
		v, ok := r.Score(sc.Measure, t)
		if !ok {
			return nil
		}
		sum += v
	}
	mean := sum / float64(len(sc.Topics))
	return &mean
}
