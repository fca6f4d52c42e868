package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"sigrel/metrics"
	"sigrel/metrics/formats"
	"sigrel/reports"
	"sigrel/reports/doc"
	"sigrel/stats"
	"sigrel/stats/resample"
)

// judging is the flags about judgments that are compared.
type judging struct {
	judges, trecJudges string
	pair               []string
	scale              []int
	below              float64
	rerank             int
	usesModel          []string
}

func (j *judging) register(f *pflag.FlagSet) {
	f.StringVar(&j.judges, "judges", "", "judgments of several judges, a `file`: a table of topic, document, grade, judge, and perhaps weight; instead of --qrels twice")
	f.StringVar(&j.trecJudges, "trec-judges", "", "the same as a `file` of TREC judgments whose second field is the judge")
	f.StringSliceVar(&j.pair, "pair", nil, "the two `judges`, of more, by whose judgments the runs are scored, separated by a comma")
	f.IntSliceVar(&j.scale, "scale", nil, "all `grades` of the judges' scale, separated by commas (default 0 to the greatest given, or to --level)")
	f.StringSliceVar(&j.usesModel, "uses-model", nil, "`runs` that use the model which made the second judgments, separated by commas; the others do not (more: the column model of --teams)")
	f.IntVar(&j.rerank, "rerank", reports.DefaultRerank, "first `ranks` of each run that are put into the order of the second judge's grades, to see what a run that used them could gain")
	f.Float64Var(&j.below, "drop-topics-below", 0, "also show what changes without the topics on which κ is below this `value`")
}

// asked tells whether judgments are compared, not scores.
func (j *judging) asked(src *source) bool {
	return j.judges != "" || j.trecJudges != "" || src.otherQrels != ""
}

// unused refuses the flags about judgments where none are compared.
func (j *judging) unused(e *env) error {
	for _, flag := range []string{"judges", "trec-judges", "pair", "scale", "drop-topics-below", "rerank", "uses-model"} {
		if e.flags.Changed(flag) {
			return usagef("--%s is about two sets of judgments: want --qrels twice, or --judges FILE", flag)
		}
	}
	return nil
}

// labelFlags are those that go without runs.
var labelFlags = []string{"qrels", "judges", "trec-judges", "scale", "drop-topics-below", "level", "negative-judged", "confidence", "seed", "samples", "jobs", "output", "format"}

func (j *judging) check(e *env, a *agreement, src *source, tst *tester) error {
	sets := 0
	for _, given := range []bool{src.qrels != "", j.judges != "", j.trecJudges != ""} {
		if given {
			sets++
		}
	}
	switch {
	case sets > 1:
		return usagef("judgments twice over: want one of --qrels A --qrels B, --judges FILE and --trec-judges FILE")
	case len(src.scores) > 0:
		return usagef("both judgments and --scores: want one of them")
	case src.task.name != "":
		return usagef("both two sets of judgments and --task: want runs of TREC, without --task")
	case src.level < 1:
		return usagef("level %d: want 1 or more", src.level)
	case src.jobs < 0:
		return usagef("jobs %d: want 0 or more", src.jobs)
	case j.pair != nil && len(j.pair) != 2:
		return usagef("--pair %s: want two judges, as --pair A,B", strings.Join(j.pair, ","))
	case j.rerank < 1:
		return usagef("rerank %d: want 1 or more", j.rerank)
	case e.flags.Changed("drop-topics-below") && !(j.below > -1 && j.below <= 1):
		return usagef("drop-topics-below %v: want a number above −1 and up to 1", j.below)
	}
	if len(j.scale) > reports.MostGrades {
		return usagef("scale of %d grades: want %d at most", len(j.scale), reports.MostGrades)
	}
	for i, grade := range j.scale {
		if grade < 0 || i > 0 && grade <= j.scale[i-1] {
			return usagef("scale %s: want increasing grades of 0 or more", strings.Trim(fmt.Sprint(j.scale), "[]"))
		}
	}
	if err := a.checkNumbers(); err != nil {
		return err
	}
	if err := tst.checkLevels(); err != nil {
		return err
	}
	stdin := 0
	for _, path := range j.paths(e, src) {
		if path == formats.Stdin {
			stdin++
		}
	}
	if stdin > 1 || src.teams == formats.Stdin {
		return usagef("standard input (-) is named %d times, or holds teams: want once, for judgments or a run", stdin)
	}
	if len(e.args) > 0 {
		return nil
	}
	var odd error
	e.flags.Visit(func(f *pflag.Flag) {
		if !slices.Contains(labelFlags, f.Name) && odd == nil {
			odd = usagef("--%s is about runs: want runs after the flags", f.Name)
		}
	})
	return odd
}

// paths are the files that are read.
func (j *judging) paths(e *env, src *source) []string {
	out := src.paths(e)
	for _, f := range []string{j.judges, j.trecJudges} {
		if f != "" {
			out = append(out, f)
		}
	}
	return out
}

func (j *judging) run(e *env, a *agreement, src *source, tst *tester, out *target) error {
	if err := j.check(e, a, src, tst); err != nil {
		return err
	}
	if err := out.resolve(); err != nil {
		return err
	}
	if err := out.avoid(j.paths(e, src)); err != nil {
		return err
	}
	set, files, err := j.read(src)
	if err != nil {
		return err
	}
	set.Scale, set.Level, set.Confidence = j.scale, metrics.Grade(src.level), tst.confidence
	set.Plan = resample.Plan{Seed: tst.seed, Replicates: a.samples, Workers: src.jobs, Progress: progress(e.stderr, "resampling")}
	if e.flags.Changed("drop-topics-below") {
		set.DropBelow = &j.below
	}
	if len(e.args) > 0 {
		if err := j.score(e, set, files, src, tst); err != nil {
			return err
		}
		set.Pair.Tops, set.Pair.Persist = a.tops, a.persistence
	}
	f, err := reports.CompareJudgments(set)
	if err != nil {
		return err
	}
	e.warn(f.Warnings)
	if f.Scores != nil {
		e.warn(f.Scores.Warnings)
	}
	switch out.format {
	case "json":
		return writeJSON(e, out, f)
	case "csv", "tsv":
		return writeDoc(e, out, &doc.Doc{Blocks: f.FullBlocks()})
	}
	return writeDoc(e, out, &doc.Doc{Title: "Agreement of judges", Blocks: f.Blocks()})
}

// score scores the runs by the judgments of two of the judges.
func (j *judging) score(e *env, set *reports.JudgmentSet, files []string, src *source, tst *tester) error {
	at, err := j.two(set.Names)
	if err != nil {
		return err
	}
	pair := &reports.JudgeStudy{Level: metrics.Grade(src.level), Confidence: tst.confidence, Plan: set.Plan}
	for i, judge := range at {
		one := *src
		one.qrels, one.otherQrels, one.inputs = files[judge], "", nil
		one.second = &secondQrels{qrels: set.Qrels[judge], runs: pair.Runs}
		st, err := one.load(e)
		if err != nil {
			return fmt.Errorf("%w (scored by the judgments of %s)", err, set.Names[judge])
		}
		if err := tst.apply(e, st, src.jobs); err != nil {
			return err
		}
		pair.Names[i], pair.Qrels[i], pair.Study[i], pair.Runs = set.Names[judge], set.Qrels[judge], st, st.Runs
	}
	shared, own := commonWarnings(pair.Study[0].Warnings, pair.Study[1].Warnings)
	set.Warnings = append(set.Warnings, shared...)
	for i := range own {
		for _, w := range own[i] {
			set.Warnings = append(set.Warnings, stats.Warning{Code: w.Code, Text: pair.Names[i] + ": " + w.Text})
		}
		pair.Study[i].Warnings = nil
	}
	pair.Rerank = j.rerank
	if pair.Circular, err = j.modelUse(pair.Runs, &src.design); err != nil {
		return err
	}
	set.Pair = pair
	return nil
}

// modelUse is how far each system uses the model that made the second judgments, as the flag or the file of teams says. A
// system is a run, or what its seeds are averaged to: they must be of one kind.
func (j *judging) modelUse(runs []*metrics.Run, seeds *design) (map[metrics.Tag]string, error) {
	system := func(run metrics.Tag) metrics.Tag { return run }
	if seeds.seeds != "" {
		system = seeds.system()
	}
	out, first, named := make(map[metrics.Tag]string), make(map[metrics.Tag]metrics.Tag), make(map[string]bool)
	for _, r := range runs {
		use, s := r.Model, system(r.Tag)
		if j.usesModel != nil {
			use = "no"
		}
		for _, name := range []metrics.Tag{r.Tag, s} {
			if slices.Contains(j.usesModel, string(name)) {
				use, named[string(name)] = "yes", true
			}
		}
		if other, ok := first[s]; !ok {
			first[s] = r.Tag
		} else if out[s] != use {
			return nil, usagef("system %q: one of its runs %q and %q uses the model of the second judgments, the other not, or not so: want one for all", s, other, r.Tag)
		}
		if use != "" {
			out[s] = use
		}
	}
	for _, name := range j.usesModel {
		if !named[name] {
			return nil, usagef("--uses-model: no run %q", name)
		}
	}
	return out, nil
}

// commonWarnings are those of both, and those of one only.
func commonWarnings(a, b []stats.Warning) (shared []stats.Warning, own [2][]stats.Warning) {
	for _, w := range a {
		if slices.Contains(b, w) {
			shared = append(shared, w)
		} else {
			own[0] = append(own[0], w)
		}
	}
	for _, w := range b {
		if !slices.Contains(a, w) {
			own[1] = append(own[1], w)
		}
	}
	return shared, own
}

// two is which judges score the runs.
func (j *judging) two(names []string) ([2]int, error) {
	if j.pair == nil {
		if len(names) > 2 {
			return [2]int{}, usagef("%d judges: want --pair A,B to say by which two the runs are scored, of %s", len(names), strings.Join(names, ", "))
		}
		return [2]int{0, 1}, nil
	}
	var out [2]int
	for i, name := range j.pair {
		if out[i] = slices.Index(names, name); out[i] < 0 {
			return out, usagef("--pair: no judge %q, want two of %s", name, strings.Join(names, ", "))
		}
	}
	if out[0] == out[1] {
		return out, usagef("--pair: judge %q twice, want two", j.pair[0])
	}
	return out, nil
}
