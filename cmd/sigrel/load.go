package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sigrel/metrics"
	"sigrel/metrics/formats"
	"sigrel/metrics/tasks"
	"sigrel/reliability"
	"sigrel/reports"
	"sigrel/stats"
	"sigrel/stats/resample"
)

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
	if err := s.readTopics(st); err != nil {
		return nil, err
	}
	if err := s.design.apply(s, st); err != nil {
		return nil, err
	}
	// The order of reading is not that of a reader's interest.
	order := []string{"qrels", "gold", "segments", "scores", "teams", "strata", "topics", "run"}
	slices.SortStableFunc(s.inputs, func(a, b reports.Input) int { return slices.Index(order, a.Role) - slices.Index(order, b.Role) })
	st.Inputs = s.inputs
	return st, s.keep(st)
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
	qrels, strata, err := s.readQrels(st)
	problems.Merge(s.qrels, err)
	fs := files(e.args)
	runs, err := s.readRuns(st, fs)
	problems.Merge("", err)
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
	if s.second == nil || s.second.runs == nil { // else they were, and have the labels of the teams' file as tags
		if err := s.assignRuns(st, runs, entries); err != nil {
			return err
		}
	}
	st.Runs, st.Qrels = runs, qrels
	s.runs, s.gold = runs, qrels.Gold(s.level)
	if strata != nil {
		s.gold, st.Sampled = qrels.SampledGold(s.level, strata), true
	}
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

// secondQrels is what was read before: the judgments of one of several judges, and the runs if another scored them.
type secondQrels struct {
	qrels metrics.Qrels
	runs  []*metrics.Run // nil: not yet read
}

// readQrels reads the judgments, and of a sampled pool its strata; both are at hand where two sets are compared.
func (s *source) readQrels(st *reports.Study) (metrics.Qrels, metrics.PoolStrata, error) {
	if s.second != nil {
		return s.second.qrels, nil, nil
	}
	var strata metrics.PoolStrata
	qrels, warnings, err := readFile(s.qrels, func(r io.Reader, file string) (q metrics.Qrels, ws []metrics.Warning, err error) {
		q, strata, ws, err = formats.ReadSampledQrels(r, file)
		return q, ws, err
	})
	warn(st, warnings)
	return qrels, strata, err
}

func (s *source) readRuns(st *reports.Study, fs []formats.File) ([]*metrics.Run, error) {
	if s.second != nil && s.second.runs != nil {
		return s.second.runs, nil
	}
	runs, warnings, err := formats.ReadRuns(fs, formats.RunOptions{KeepFirst: s.duplicates == "first", Order: s.order, Workers: s.jobs})
	warn(st, warnings)
	return runs, err
}

// ask settles the measures by their names; without one it is AP.
func (s *source) ask(st *reports.Study, names []string) error {
	if len(names) == 0 {
		names = []string{"AP"}
	}
	var err error
	if s.request, err = metrics.FindAll(names); err != nil {
		return usagef("%v%s", err, hint(names))
	}
	if s.collection > 0 {
		if !slices.ContainsFunc(s.request.Measures, func(a metrics.Applied) bool { return a.Name == "utility" }) {
			return usagef("--collection-size is for the measure utility: want it among the measures")
		}
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

// hint says what names that are no measures may have meant: several in one, or a measure that only a task has.
func hint(names []string) string {
	for _, name := range names {
		if first, _, several := strings.Cut(name, ","); several {
			if _, err := metrics.Find(first); err == nil {
				return fmt.Sprintf("; for several measures repeat the flag: -m %s", strings.ReplaceAll(name, ",", " -m "))
			}
		}
		for _, t := range tasks.Tasks() {
			if slices.ContainsFunc(t.Own, func(m tasks.Measure) bool { return m.Name == name }) {
				return fmt.Sprintf("; %s is a measure of the task %s: want --task %s", name, t.Name, t.Name)
			}
		}
	}
	return ""
}

// evalOptions are those of the flags.
func (s *source) evalOptions() metrics.EvalOptions {
	return metrics.EvalOptions{Unanswered: s.missing, Cutoff: s.maxDocs, JudgedOnly: s.judged, KeepSparse: s.keepSparse,
		Workers: s.jobs}
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
	paths := mapped(st.Inputs, func(in reports.Input) string { return in.File })
	shorten(st.Inputs)
	for i := range st.Warnings { // those that begin with a file
		for n, path := range paths {
			if rest, ok := strings.CutPrefix(st.Warnings[i].Text, path+":"); ok {
				st.Warnings[i].Text = st.Inputs[n].File + ":" + rest
				break
			}
		}
	}
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
	of := func(sentinel error) bool { return errors.Is(err, sentinel) }
	if slices.ContainsFunc([]error{stats.ErrTooFew, stats.ErrTooFewSystems, stats.ErrUndefined, reliability.ErrNoVariance, reliability.ErrNoResidual,
		reliability.ErrConfounded, reliability.ErrTooLarge}, of) {
		i := slices.IndexFunc(st.Inputs, func(in reports.Input) bool { return in.Role == "qrels" || in.Role == "gold" || in.Role == "scores" })
		if i < 0 {
			return err
		}
		return &formats.Problem{Pos: formats.Pos{File: st.Inputs[i].File}, Err: err}
	}
	return err
}
