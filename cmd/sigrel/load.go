package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"sigrel/metrics"
	"sigrel/metrics/formats"
	"sigrel/reports"
	"sigrel/stats"
	"sigrel/stats/resample"
)

// source is the flags that say what to read. All commands read alike: this is the only place that turns them into a
// study.
type source struct {
	qrels, teams, teamPattern string
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

	inputs  []reports.Input // files read, in order
	pattern *regexp.Regexp  // of teamPattern
}

func (s *source) register(f *pflag.FlagSet) {
	f.StringVarP(&s.qrels, "qrels", "q", "", "judgments, a `file` of TREC, BEIR or JSON; the arguments are then runs")
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

// load reads what the flags name and scores the runs.
func (s *source) load(e *env) (*reports.Study, error) {
	if err := s.check(e); err != nil {
		return nil, err
	}
	st := &reports.Study{Level: metrics.Grade(s.level), Policy: s.missing.String(), Version: version, Command: commandLine(e),
		Reading: reports.Reading{Order: s.order, KeepFirst: s.duplicates == "first", NegativeJudged: s.negativeJudged}}
	var err error
	switch {
	case s.task.name != "":
		err = s.loadTask(e, st)
	case len(s.scores) > 0:
		err = s.loadScores(st)
	default:
		err = s.loadRuns(e, st)
	}
	if err != nil {
		return nil, err
	}
	// The order of reading is not that of a reader's interest.
	order := []string{"qrels", "gold", "segments", "scores", "teams", "run"}
	slices.SortStableFunc(s.inputs, func(a, b reports.Input) int { return slices.Index(order, a.Role) - slices.Index(order, b.Role) })
	st.Inputs = s.inputs
	return st, s.keep(st)
}

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
	named := append([]string{s.qrels, s.teams, s.task.segments}, s.task.gold...)
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

func files(args []string) []formats.File {
	out := make([]formats.File, len(args))
	for i, a := range args {
		out[i].Label, out[i].Path = splitLabel(a)
	}
	return out
}

func (s *source) loadRuns(e *env, st *reports.Study) error {
	if err := s.ask(st, s.measures); err != nil {
		return err
	}
	var problems formats.Problems // of all files, so that they are told at once
	qrels, warnings, err := readFile(s.qrels, formats.ReadQrels)
	problems.Merge(s.qrels, err)
	warn(st, warnings)
	fs := files(e.args)
	runs, warnings, err := formats.ReadRuns(fs, formats.RunOptions{KeepFirst: s.duplicates == "first", Order: s.order, Workers: s.jobs})
	problems.Merge("", err)
	warn(st, warnings)
	entries, err := s.readTeams(st)
	problems.Merge(s.teams, err)
	if err := problems.Err(); err != nil {
		return err
	}
	if s.negativeJudged {
		qrels = qrels.NegativesJudged()
	}
	warn(st, metrics.CheckQrels(qrels, s.level))
	odd := make([][]metrics.Warning, len(runs))
	resample.Each(len(runs), s.jobs, func(i int) { odd[i] = metrics.CheckRun(runs[i], qrels) })
	for _, ws := range odd {
		warn(st, ws)
	}
	if err := s.assignRuns(st, runs, entries); err != nil {
		return err
	}
	st.Runs, st.Qrels = runs, qrels
	s.runs, s.gold = runs, qrels.Gold(s.level)
	s.inputs = append(s.inputs, reports.Input{File: s.qrels, Role: "qrels"})
	for _, f := range fs {
		s.inputs = append(s.inputs, reports.Input{File: f.Path, Role: "run"})
	}
	ev, err := metrics.Evaluate(runs, s.gold, st.Measures, s.evalOptions())
	if err != nil {
		return err
	}
	st.Scores, st.Missing, st.Excluded = ev.Scores, ev.Missing, ev.Excluded
	warn(st, ev.Warnings())
	return nil
}

// ask settles the measures by their names; without one it is AP.
func (s *source) ask(st *reports.Study, names []string) error {
	if len(names) == 0 {
		names = []string{"AP"}
	}
	var err error
	if s.request, err = metrics.FindAll(names); err != nil {
		return usagef("%v", err)
	}
	if s.collection > 0 {
		s.request.SetCollection(s.collection)
	}
	if s.trecEval == 9 {
		s.request.TrecEval9()
	}
	if err := s.request.Check(); err != nil {
		return usagef("%v", err)
	}
	if s.request.OnlyLines() && !s.lines {
		return usagef("%s: no measure but a line of trec_eval's output: want -f trec of `sigrel score`", strings.Join(names, ", "))
	}
	warn(st, s.request.Warnings())
	st.Measures = s.request.Measures
	return nil
}

// readFile opens a file and reads it with one of the readers of formats.
func readFile[T any](file string, read func(io.Reader, string) (T, []metrics.Warning, error)) (T, []metrics.Warning, error) {
	r, err := formats.Open(file)
	if err != nil {
		var none T
		return none, nil, err
	}
	defer r.Close()
	return read(r, file)
}

// evalOptions are those of the flags.
func (s *source) evalOptions() metrics.EvalOptions {
	return metrics.EvalOptions{Unanswered: s.missing, Cutoff: s.maxDocs, JudgedOnly: s.judged, KeepSparse: s.keepSparse,
		KeepEmpty: s.task.quirks && s.onlyMeans, Workers: s.jobs}
}

// warn adds warnings of reading and scoring to the study.
func warn(st *reports.Study, ws []metrics.Warning) {
	for _, w := range ws {
		st.Warnings = append(st.Warnings, stats.Warning(w))
	}
}

// hash fills in the SHA-256 of the files as they are on disk, and cuts their names down to base names, so that equal
// inputs give equal reports wherever they lie.
func (s *source) hash(st *reports.Study) error {
	errs := make([]error, len(st.Inputs))
	resample.Each(len(st.Inputs), s.jobs, func(i int) {
		in := &st.Inputs[i]
		if in.File == formats.Stdin {
			in.File = "standard input"
			return
		}
		f, err := os.Open(in.File)
		if err != nil {
			errs[i] = err
			return
		}
		defer f.Close()
		h := sha256.New()
		if _, errs[i] = io.Copy(h, f); errs[i] == nil {
			in.SHA256 = hex.EncodeToString(h.Sum(nil))
		}
	})
	shorten(st.Inputs)
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// shorten cuts names of files down to base names, with the folder where two would be the same.
func shorten(inputs []reports.Input) {
	count := make(map[string]int)
	for _, in := range inputs {
		count[filepath.Base(in.File)]++
	}
	for i := range inputs {
		path := inputs[i].File
		inputs[i].File = filepath.Base(path)
		if folder := filepath.Base(filepath.Dir(path)); count[filepath.Base(path)] > 1 && folder != "." && folder != "/" {
			inputs[i].File = folder + "/" + filepath.Base(path)
		}
	}
}

// keep leaves only the systems that --systems names.
func (s *source) keep(st *reports.Study) error {
	if len(s.systems) == 0 {
		return nil
	}
	var rows []int
	for _, name := range s.systems {
		i := slices.IndexFunc(st.Scores[0].Systems, func(sys metrics.System) bool { return string(sys.Tag) == name })
		if i < 0 {
			return usagef("system %q: no such run", name)
		}
		if slices.Contains(rows, i) {
			return usagef("system %q twice", name)
		}
		rows = append(rows, i)
	}
	for m, sc := range st.Scores {
		st.Scores[m] = sc.Keep(rows, nil)
	}
	return nil
}

// located puts the file of the topics before an error that is about their number.
func located(st *reports.Study, err error) error {
	if errors.Is(err, stats.ErrTooFew) || errors.Is(err, stats.ErrTooFewSystems) {
		i := slices.IndexFunc(st.Inputs, func(in reports.Input) bool { return in.Role == "qrels" || in.Role == "gold" || in.Role == "scores" })
		if i < 0 {
			return err
		}
		return &formats.Problem{Pos: formats.Pos{File: st.Inputs[i].File}, Err: err}
	}
	return err
}
