package main

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/pflag"

	"sigrel/metrics"
	"sigrel/metrics/formats"
	"sigrel/metrics/tasks"
	"sigrel/reports"
	"sigrel/reports/doc"
	"sigrel/stats"
)

var fuseCommand = &command{
	name: "fuse", args: "RUN...",
	short: "put runs together into one, or tell what each contributes. Writes the fused run in the format of the runs; with " +
		"--ablation it scores the fusion of all and that without each run (or team) instead, with a paired test for each step.",
	example: "sigrel fuse --method rrf --k 60 -o fused.txt runs/*.txt\nsigrel fuse --ablation -q qrels.txt runs/*.txt",
	setup: func(f *pflag.FlagSet) func(*env) error {
		c := &fuser{out: target{allowed: append([]string{"csv", "tsv", "json", "trec"}, docFormats...)}}
		f.StringVar(&c.method, "method", "combsum", "`method` of fusion; `sigrel list fusions`")
		f.Float64Var(&c.k, "k", 0, "`constant` of the method (default: the method's own)")
		f.IntVar(&c.limit, "limit", 0, "keep only the first `n` documents of each topic of the fused run (default all, or the task's limit)")
		f.StringVar(&c.tag, "tag", "", "`name` of the fused run (default the method's)")
		f.BoolVar(&c.ablation, "ablation", false, "tell what each run contributes, instead of writing the fused run; wants judgments")
		f.StringVar(&c.unit, "unit", "run", "leave out each `unit` in turn: run or team")
		c.src.register(f)
		c.src.officialOnly = true
		c.tst.register(f)
		c.out.register(f)
		for _, name := range []string{"scores", "baseline", "systems"} { // refused, or of no use
			f.Lookup(name).Hidden = true
		}
		return c.run
	},
}

// fuser is the command.
type fuser struct {
	src         source
	tst         tester
	out         target
	method, tag string
	k           float64
	limit       int
	ablation    bool
	unit        string
	fusion      *metrics.Fusion
}

func (c *fuser) run(e *env) error {
	if err := c.flags(e); err != nil {
		return err
	}
	if c.ablation {
		return c.ablate(e)
	}
	runs, task, err := c.read(e)
	if err != nil {
		return err
	}
	if !overlap(runs) {
		return usagef("no topic is in two runs: there is nothing to fuse")
	}
	opt := c.options(e)
	if task != nil && opt.Limit == 0 {
		opt.Limit = task.Limits.Documents
	}
	fused, err := c.fusion.Fuse(runs, metrics.Tag(c.tag), opt)
	if err != nil {
		return err
	}
	return c.write(e, fused, task)
}

// testFlags are those that only an ablation can use.
var testFlags = []string{"test", "correction", "procedure", "alternative", "alpha", "confidence", "intervals", "seed", "replicates",
	"unit", "measure", "level", "missing", "negative-judged", "systems", "teams", "team-pattern"}

func (c *fuser) flags(e *env) error {
	if info, err := os.Stat(c.out.path); err == nil && info.IsDir() && c.src.task.name != "" {
		return usagef("output folder %q is there already: want a new one", c.out.path)
	}
	if err := c.out.resolve(); err != nil {
		return err
	}
	if err := c.out.avoid(c.src.paths(e)); err != nil {
		return err
	}
	var err error
	if c.fusion, err = metrics.FindFusion(c.method); err != nil {
		return usagef("%v", err)
	}
	if c.tag == "" {
		c.tag = c.fusion.Name
	}
	switch {
	case e.flags.Changed("k") && !c.takesK():
		return usagef("--k: method %s has no constant", c.method)
	case !(c.k >= 0) || math.IsInf(c.k, 0):
		return usagef("k %v: want a number from 0", c.k)
	case c.limit < 1 && e.flags.Changed("limit"):
		return usagef("limit %d: want 1 or more", c.limit)
	case c.unit != "run" && c.unit != "team":
		return usagef("unit %q: want run or team", c.unit)
	case len(c.src.scores) > 0:
		return usagef("--scores: a fusion is made of runs")
	case len(e.args) == 0:
		return usagef("no runs: want run files after the flags")
	case e.flags.Changed("baseline"):
		return usagef("--baseline: the fusion of all is what each step is compared with")
	case c.ablation && c.out.format == "trec":
		return usagef("-f trec is for the fused run: --ablation prints a table")
	case !c.ablation && e.flags.Changed("format") && c.out.format != "trec":
		return usagef("-f %s is for --ablation: the fused run has the format of the runs", c.out.format)
	}
	if !c.ablation {
		for _, flag := range testFlags {
			if e.flags.Changed(flag) {
				return usagef("--%s is for --ablation", flag)
			}
		}
	}
	return nil
}

// overlap tells whether any topic is answered by two runs.
func overlap(runs []*metrics.Run) bool {
	seen := make(map[metrics.Topic]bool)
	for _, r := range runs {
		for t := range r.Topics {
			if seen[t] {
				return true
			}
			seen[t] = true
		}
	}
	return false
}

func (c *fuser) takesK() bool {
	return slices.ContainsFunc(c.fusion.Params, func(p metrics.FusionParam) bool { return p.Name == "k" })
}

func (c *fuser) options(e *env) metrics.FuseOptions {
	opt := c.fusion.Defaults()
	opt.Limit, opt.Workers = c.limit, c.src.jobs
	if e.flags.Changed("k") {
		opt.K = c.k
	}
	return opt
}

// read reads the runs without asking for judgments.
func (c *fuser) read(e *env) ([]*metrics.Run, *tasks.Task, error) {
	if err := c.src.task.check(e); err != nil {
		return nil, nil, err
	}
	if c.src.task.task == nil {
		runs, ws, err := formats.ReadRuns(files(e.args), formats.RunOptions{KeepFirst: c.src.duplicates == "first", Order: c.src.order, Workers: c.src.jobs})
		if err != nil {
			return nil, nil, err
		}
		for _, w := range ws {
			e.warn([]stats.Warning{stats.Warning(w)})
		}
		return runs, nil, nil
	}
	task := c.src.task.task
	if task.Write == nil {
		return nil, nil, usagef("task %s: its runs hold no ranking of documents that could be fused", task.Name)
	}
	in, opt := c.src.taskInputs(e)
	read, err := task.Load(in, opt)
	if err != nil {
		return nil, nil, err
	}
	for _, w := range read.Warnings {
		e.warn([]stats.Warning{stats.Warning(w)})
	}
	return read.Runs, task, nil
}

// write writes the fused run as its task or the files of its members have it.
func (c *fuser) write(e *env, fused *metrics.Run, task *tasks.Task) error {
	if task == nil {
		var b bytes.Buffer
		_, path := splitLabel(e.args[0])
		format := formats.FormatOf(path)
		if c.out.format == "trec" && e.flags.Changed("format") {
			format = formats.FindFormat("trec")
		}
		if err := formats.WriteRun(&b, fused, format); err != nil {
			return err
		}
		return c.out.write(e, b.Bytes())
	}
	outputs := task.Write(fused)
	if len(outputs) == 1 {
		return c.out.write(e, outputs[0].Data)
	}
	if c.out.path == "" || c.out.path == "-" {
		return usagef("a run of task %s is %d files: want -o FOLDER", task.Name, len(outputs))
	}
	return writeNew(c.out.path, outputs)
}

// writeNew makes a folder that is not there yet and writes the files of a run into it.
func writeNew(dir string, outputs []tasks.Output) error {
	if _, err := os.Lstat(dir); err == nil {
		return fmt.Errorf("output folder %q is there already: want a new one", dir)
	}
	part, err := os.MkdirTemp(filepath.Dir(dir), ".sigrel-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(part)
	for _, o := range outputs {
		if err := os.WriteFile(filepath.Join(part, o.Name), o.Data, 0o644); err != nil {
			return err
		}
	}
	if err := os.Chmod(part, 0o755); err != nil {
		return err
	}
	return os.Rename(part, dir)
}

// ablate scores the fusion of all and without each unit.
func (c *fuser) ablate(e *env) error {
	c.src.keepSparse = true
	st, err := c.src.load(e)
	if err != nil {
		return err
	}
	if c.src.gold == nil {
		return usagef("task %s: its runs hold no ranking of documents that could be fused", c.src.task.name)
	}
	if c.unit == "team" && !st.Teams {
		return usagef("--unit team: the teams are not known: want --teams FILE or --team-pattern REGEXP")
	}
	if err := c.tst.apply(e, st, c.src.jobs); err != nil {
		return err
	}
	e.warn(st.Warnings)
	found, err := c.steps(e, st, c.members(st, c.src.runs), c.src.gold)
	if err != nil {
		return err
	}
	if c.out.format == "json" {
		return writeJSON(e, &c.out, one(found))
	}
	if c.out.format == "csv" || c.out.format == "tsv" {
		return c.out.write(e, separate([]doc.Block{reports.AblationTable(found)}, c.out.format))
	}
	d := &doc.Doc{Title: "Ablation of a fusion"}
	for _, f := range found {
		d.Blocks = append(d.Blocks, f.Blocks()...)
	}
	return writeDoc(e, &c.out, d)
}

// members are the runs that --systems leaves.
func (c *fuser) members(st *reports.Study, runs []*metrics.Run) []*metrics.Run {
	return slices.DeleteFunc(slices.Clone(runs), func(r *metrics.Run) bool {
		return !slices.ContainsFunc(st.Scores[0].Systems, func(s metrics.System) bool { return s.Tag == r.Tag })
	})
}

// steps fuses, scores and compares.
func (c *fuser) steps(e *env, st *reports.Study, runs []*metrics.Run, gold metrics.Gold) ([]*reports.Ablation, error) {
	opt := c.options(e)
	all, err := c.fusion.Fuse(runs, "all", opt)
	if err != nil {
		return nil, err
	}
	unit := func(r *metrics.Run) string { return string(r.Tag) }
	if c.unit == "team" {
		unit = func(r *metrics.Run) string { return string(r.Team) }
	}
	left, err := c.fusion.Ablate(runs, unit, opt)
	if err != nil {
		return nil, err
	}
	fused := []*metrics.Run{all}
	template := reports.Ablation{Method: c.fusion.Name, Unit: c.unit}
	if c.takesK() {
		template.K = &opt.K
	}
	for _, l := range left {
		fused = append(fused, l.Fused)
		template.Steps = append(template.Steps, reports.AblationStep{Left: l.Unit, Runs: mapped(l.Runs, func(r *metrics.Run) metrics.Tag { return r.Tag })})
	}
	ev, err := metrics.Evaluate(fused, gold, st.Measures, metrics.EvalOptions{Unanswered: c.src.missing, KeepSparse: true, Workers: c.src.jobs})
	if err != nil {
		return nil, err
	}
	var out []*reports.Ablation
	for m, s := range ev.Scores {
		f := template
		f.Steps = slices.Clone(template.Steps)
		for i, l := range left {
			if len(l.Runs) == 1 {
				f.Steps[i].Alone = meanOf(st.Scores[m], l.Runs[0].Tag)
			}
		}
		a, err := reports.Ablate(st, s, st.Scores[m], f)
		if err != nil {
			return nil, err
		}
		out = append(out, a)
	}
	return out, nil
}

// meanOf is the mean of a system; nil if it is not among the scores.
func meanOf(s *metrics.Scores, tag metrics.Tag) *float64 {
	i := slices.IndexFunc(s.Systems, func(sys metrics.System) bool { return sys.Tag == tag })
	if i < 0 {
		return nil
	}
	return &s.Means()[i]
}
