package main

import (
	"crypto/sha256"
	"encoding/hex"
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
	duplicates, order         string
	negativeJudged, judged    bool

	inputs  []reports.Input // files read, in order
	pattern *regexp.Regexp  // of teamPattern
}

func (s *source) register(f *pflag.FlagSet) {
	f.StringVarP(&s.qrels, "qrels", "q", "", "judgments, a `file` in TREC format; the arguments are then runs")
	f.StringArrayVarP(&s.scores, "scores", "s", nil, "per-topic scores, a `file`: one matrix, or one file a system (repeat the flag)")
	f.StringArrayVarP(&s.measures, "measure", "m", nil, "measure, such as AP or nDCG@10 (repeat the flag; the first is the official one; default AP)")
	f.StringVar(&s.teams, "teams", "", "`file` that says which team submitted each run, and its type")
	f.StringVar(&s.teamPattern, "team-pattern", "", "`regexp` whose first group is the team in a run's name, instead of --teams")
	f.IntVarP(&s.level, "level", "l", 1, "least `grade` that counts as relevant")
	f.Var(enum{&s.missing}, "missing", "judged topic that a run lacks: `policy` zero, drop, drop-run or error (default zero for runs, error for scores)")
	f.StringSliceVar(&s.systems, "systems", nil, "keep only these `systems`, separated by commas")
	f.StringVar(&s.duplicates, "duplicates", "error", "document twice in a topic: error, or `first` to keep the better score")
	f.BoolVar(&s.negativeJudged, "negative-judged", false, "negative grades are judged and not relevant (without it: pooled, not judged)")
	f.StringVar(&s.order, "order", "score", "documents are ordered by score, or by their `rank` column")
	f.IntVarP(&s.jobs, "jobs", "j", 0, "processors to use (default all; never changes a result)")
}

// load reads what the flags name and scores the runs.
func (s *source) load(e *env) (*reports.Study, error) {
	if err := s.check(e); err != nil {
		return nil, err
	}
	st := &reports.Study{Level: metrics.Grade(s.level), Policy: s.missing.String(), Version: version, Command: commandLine(e)}
	var err error
	if len(s.scores) > 0 {
		err = s.loadScores(st)
	} else {
		err = s.loadRuns(e, st)
	}
	if err != nil {
		return nil, err
	}
	st.Inputs = s.inputs
	return st, s.keep(st)
}

// check finds what is wrong with the command line before anything is read.
func (s *source) check(e *env) error {
	switch {
	case len(s.scores) == 0 && s.qrels == "" && len(e.args) == 0:
		return usagef("nothing to read: want --qrels FILE and runs, or --scores FILE")
	case len(s.scores) > 0 && (s.qrels != "" || len(e.args) > 0):
		return usagef("both --scores and runs: want one of them")
	case len(s.scores) == 0 && s.qrels == "":
		return usagef("runs without judgments: want --qrels FILE, or --scores FILE for a matrix of scores")
	case len(s.scores) == 0 && len(e.args) == 0:
		return usagef("no runs: want run files after the flags")
	case s.level < 1:
		return usagef("level %d: want 1 or more", s.level)
	case s.duplicates != "error" && s.duplicates != "first":
		return usagef("duplicates %q: want error or first", s.duplicates)
	case s.order != "score" && s.order != "rank":
		return usagef("order %q: want score or rank", s.order)
	case s.teams != "" && s.teamPattern != "":
		return usagef("both --teams and --team-pattern: want one of them")
	case s.jobs < 0:
		return usagef("jobs %d: want 0 or more", s.jobs)
	}
	if err := s.compilePattern(); err != nil {
		return err
	}
	if len(s.scores) > 0 {
		for _, flag := range []string{"level", "duplicates", "negative-judged", "order", "judged-only", "max-docs"} {
			if e.flags.Changed(flag) {
				return usagef("--%s is about runs and judgments: it has no effect on --scores", flag)
			}
		}
	}
	stdin := 0
	for _, f := range append(append([]string{s.qrels, s.teams}, s.scores...), e.args...) {
		if _, path := splitLabel(f); path == formats.Stdin {
			stdin++
		}
	}
	if stdin > 1 {
		return usagef("standard input (-) is named %d times: want once", stdin)
	}
	return nil
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
	applied, err := findMeasures(s.measures)
	if err != nil {
		return err
	}
	st.Measures = applied
	qrels, warnings, err := readFile(s.qrels, formats.ReadQrels)
	warn(st, warnings)
	if err != nil {
		return err
	}
	if s.negativeJudged {
		qrels = qrels.NegativesJudged()
	}
	fs := files(e.args)
	runs, warnings, err := formats.ReadRuns(fs, formats.RunOptions{KeepFirst: s.duplicates == "first", Workers: s.jobs})
	warn(st, warnings)
	if err != nil {
		return err
	}
	warn(st, metrics.CheckQrels(qrels, s.level))
	odd := make([][]metrics.Warning, len(runs))
	resample.Each(len(runs), s.jobs, func(i int) { odd[i] = metrics.CheckRun(runs[i], qrels) })
	for _, ws := range odd {
		warn(st, ws)
	}
	if s.order == "rank" {
		for _, r := range runs {
			byRank(r)
		}
	}
	if err := s.assignRuns(st, runs); err != nil {
		return err
	}
	st.Runs, st.Qrels = runs, qrels
	s.inputs = append(s.inputs, reports.Input{File: s.qrels, Role: "qrels"})
	for _, f := range fs {
		s.inputs = append(s.inputs, reports.Input{File: f.Path, Role: "run"})
	}
	ev, err := metrics.Evaluate(runs, qrels.Gold(s.level), applied, metrics.EvalOptions{
		Unanswered: s.missing, Cutoff: s.maxDocs, JudgedOnly: s.judged, Workers: s.jobs})
	if err != nil {
		return err
	}
	st.Scores, st.Missing, st.Excluded = ev.Scores, ev.Missing, ev.Excluded
	warn(st, ev.Warnings())
	return nil
}

// findMeasures reads the names of measures; without one it is AP.
func findMeasures(names []string) ([]metrics.Applied, error) {
	if len(names) == 0 {
		names = []string{"AP"}
	}
	var out []metrics.Applied
	seen := make(map[string]bool)
	for _, name := range names {
		a, err := metrics.Find(name)
		if err != nil {
			return nil, usagef("%v", err)
		}
		if seen[a.String()] {
			return nil, usagef("measure %s twice", a)
		}
		seen[a.String()] = true
		out = append(out, a)
	}
	return out, nil
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

// warn adds warnings of reading and scoring to the study.
func warn(st *reports.Study, ws []metrics.Warning) {
	for _, w := range ws {
		st.Warnings = append(st.Warnings, stats.Warning(w))
	}
}

// byRank makes the documents' rank column decide their order.
func byRank(r *metrics.Run) {
	for t, docs := range r.Topics {
		docs = slices.Clone(docs)
		for i := range docs {
			docs[i].Score = -float64(docs[i].Rank)
		}
		metrics.Rank(docs)
		r.Topics[t] = docs
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
			in.File = filepath.Base(in.File)
		}
	})
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
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

// commandLine is the command as typed, without -o and -j, and with base names of files: what the report prints.
func commandLine(e *env) string {
	parts := []string{"sigrel", e.line[0]}
	e.flags.Visit(func(f *pflag.Flag) {
		if f.Name == "output" || f.Name == "jobs" {
			return
		}
		values := []string{f.Value.String()}
		if list, ok := f.Value.(pflag.SliceValue); ok {
			values = list.GetSlice()
			if f.Value.Type() == "stringSlice" {
				values = []string{strings.Join(values, ",")}
			}
		}
		for _, v := range values {
			if slices.Contains([]string{"qrels", "scores", "teams"}, f.Name) {
				v = baseName(v)
			}
			if f.Value.Type() == "bool" {
				parts = append(parts, "--"+f.Name)
			} else {
				parts = append(parts, "--"+f.Name, quote(v))
			}
		}
	})
	for _, a := range e.args {
		parts = append(parts, quote(baseName(a)))
	}
	return strings.Join(parts, " ")
}

// baseName cuts a file's folder off; a label stays.
func baseName(arg string) string {
	label, path := splitLabel(arg)
	if label != "" {
		return label + "=" + filepath.Base(path)
	}
	return filepath.Base(path)
}

var safe = regexp.MustCompile(`^[\pL\pN_@%+=:,./-]+$`)

// quote makes an argument one word for a shell.
func quote(s string) string {
	if safe.MatchString(s) {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// enum makes a flag of a type that reads and writes itself as text.
type enum struct {
	value interface {
		MarshalText() ([]byte, error)
		UnmarshalText([]byte) error
	}
}

func (v enum) Set(s string) error { return v.value.UnmarshalText([]byte(s)) }

func (v enum) String() string {
	if v.value == nil {
		return ""
	}
	text, _ := v.value.MarshalText()
	return string(text)
}

func (v enum) Type() string { return "name" }

// tester is the flags that say how to compare.
type tester struct {
	test, correction, procedure string
	alternative                 stats.Alternative
	alpha, confidence           float64
	baselines                   []string
	intervals                   string
	seed                        uint64
	replicates                  int
}

func (t *tester) register(f *pflag.FlagSet) {
	f.StringVar(&t.test, "test", "randomization", "paired `test` of each pair; `sigrel list tests`")
	f.StringVar(&t.correction, "correction", "", "`correction` of the tests' p for their number; `sigrel list corrections`")
	f.StringVar(&t.procedure, "procedure", "", "`procedure` for all pairs at once; default randomized-tukey, or holm with a baseline; `sigrel list procedures`")
	f.Var(enum{&t.alternative}, "alternative", "two-sided, less or greater: `hypothesis` of each test")
	f.Float64Var(&t.alpha, "alpha", stats.DefaultAlpha, "`level` at which a difference is significant")
	f.Float64Var(&t.confidence, "confidence", stats.DefaultConfidence, "`level` of intervals")
	f.StringArrayVar(&t.baselines, "baseline", nil, "compare with this `run` only (repeat the flag)")
	f.StringVar(&t.intervals, "intervals", "", "`kind` of intervals of pairs: single (by inversion of the test, for every pair)")
	f.Uint64Var(&t.seed, "seed", 1, "`number` that fixes what is drawn")
	f.IntVar(&t.replicates, "replicates", resample.DefaultReplicates, "`number` of draws where something is drawn")
}

// apply puts the flags into the study.
func (t *tester) apply(e *env, st *reports.Study, jobs int) error {
	if !(t.alpha > 0 && t.alpha < 1) {
		return usagef("alpha %v: want a number between 0 and 1", t.alpha)
	}
	if !(t.confidence > 0 && t.confidence < 1) {
		return usagef("confidence %v: want a number between 0 and 1", t.confidence)
	}
	if t.replicates < 100 {
		return usagef("replicates %d: want at least 100", t.replicates)
	}
	if t.intervals != "" && t.intervals != "single" {
		return usagef("intervals %q: want single", t.intervals)
	}
	if st.Test = reports.FindTest(t.test); st.Test == nil {
		return usagef("test %q: want one of %s", t.test, names(stats.PairedTests(), func(p *stats.PairedTest) string { return p.Name }))
	}
	if t.correction != "" && t.procedure != "" {
		return usagef("both --correction and --procedure: want one of them")
	}
	if t.correction != "" {
		by := reports.FindCorrection(t.correction)
		if by == nil {
			return usagef("correction %q: want one of %s", t.correction, names(stats.Corrections(), func(c *stats.Correction) string { return c.Name }))
		}
		st.Procedure = stats.Corrected(st.Test, by)
	}
	if t.procedure != "" {
		if st.Procedure = reports.FindProcedure(t.procedure); st.Procedure == nil {
			return usagef("procedure %q: want one of %s", t.procedure, names(stats.Procedures(), func(p *stats.Procedure) string { return p.Name }))
		}
	}
	if t.alternative != stats.TwoSided && len(t.baselines) == 0 {
		return usagef("alternative %q: a one-sided hypothesis is about systems against a baseline: want --baseline RUN", t.alternative)
	}
	if t.alternative != stats.TwoSided && t.procedure == "randomized-tukey" {
		return usagef("alternative %q: randomized-tukey is two-sided; want --correction", t.alternative)
	}
	for _, b := range t.baselines {
		st.Baselines = append(st.Baselines, metrics.Tag(b))
	}
	st.Options = stats.Options{Alternative: t.alternative, Alpha: t.alpha, Confidence: t.confidence, Intervals: t.intervals == "single",
		Plan: resample.Plan{Seed: t.seed, Replicates: t.replicates, Workers: jobs, Progress: progress(e.stderr, "permuting")}}
	return nil
}
