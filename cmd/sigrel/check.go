package main

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"sigrel/metrics"
	"sigrel/metrics/formats"
	"sigrel/metrics/tasks"
	"sigrel/stats"
)

var checkCommand = &command{
	name: "check", args: "RUN...",
	short: "check submissions against the rules of a shared task. Every problem with its file and line, all at once, and how to " +
		"mend it; without gold what can be checked without, and without --task that the runs are well-formed. Exit status 1 if there is a problem.",
	example: "sigrel check --task checkthat20-ar --teams teams.tsv runs/*.tsv",
	setup: func(f *pflag.FlagSet) func(*env) error {
		var c checker
		c.out = target{allowed: []string{"text", "json"}}
		f.StringVarP(&c.src.qrels, "qrels", "q", "", "judgments, a `file`, if there are any")
		f.StringVar(&c.src.teams, "teams", "", "`file` that says which team submitted each run, and its type")
		f.StringVar(&c.limits, "limits", "", "runs a team may submit, by `type`: manual=2,automatic=4 or primary=1-1,contrastive=2 (default: the task's)")
		f.StringVar(&c.src.duplicates, "duplicates", "error", "document twice in a topic: error, or `first` to keep the one ranked higher")
		f.Var(enum{&c.src.order}, "order", "`order` of documents: trec_eval (score, ties by identifier), score (ties by line), rank (the column) or trec_eval9")
		c.src.task.register(f)
		f.IntVarP(&c.src.jobs, "jobs", "j", 0, "processors to use (default all; never changes a result)")
		c.out.register(f)
		return c.run
	},
}

// checker is the command: its flags, and what it found.
type checker struct {
	src    source
	limits string
	out    target

	problems formats.Problems
	warnings []metrics.Warning
	runs     []*metrics.Run
}

func (c *checker) run(e *env) error {
	if err := c.out.resolve(); err != nil {
		return err
	}
	if err := c.out.avoid(c.src.paths(e)); err != nil {
		return err
	}
	limits, err := c.flags(e)
	if err != nil {
		return err
	}
	if err := c.read(e); err != nil {
		return err
	}
	if err := c.checkTeams(limits); err != nil {
		return err
	}
	if c.out.format == "json" {
		err = writeJSON(e, &c.out, c.json())
	} else {
		err = c.out.write(e, c.text())
	}
	if n := len(c.problems.List) + c.problems.More; n > 0 && err == nil {
		return fmt.Errorf("%s found", plural(n, "problem"))
	}
	return err
}

// flags checks the command line and settles the limits.
func (c *checker) flags(e *env) (tasks.Limits, error) {
	var limits tasks.Limits
	if err := c.src.task.check(e); err != nil {
		return limits, err
	}
	task := c.src.task.task
	switch {
	case len(e.args) == 0:
		return limits, usagef("no runs: want run files after the flags")
	case c.src.duplicates != "error" && c.src.duplicates != "first":
		return limits, usagef("duplicates %q: want error or first", c.src.duplicates)
	case c.src.jobs < 0:
		return limits, usagef("jobs %d: want 0 or more", c.src.jobs)
	case c.limits != "" && task == nil && c.src.teams == "":
		return limits, usagef("--limits without teams: want --teams FILE or a --task")
	}
	if task != nil {
		limits = task.Limits
	}
	if c.limits != "" {
		if err := limits.Set(c.limits); err != nil {
			return limits, usagef("%v", err)
		}
	}
	return limits, nil
}

// read reads the runs, and the gold if there is any.
func (c *checker) read(e *env) error {
	if task := c.src.task.task; task != nil {
		in, opt := c.src.taskInputs(e)
		read, err := task.Load(in, opt)
		if errors.Is(err, tasks.ErrOption) {
			return usagef("%v", err)
		}
		c.problems.Merge("", err)
		if read != nil {
			c.runs, c.warnings = read.Runs, read.Warnings
			if err == nil && in.HasGold() {
				c.answered(task, read)
			}
		}
		return nil
	}
	var qrels metrics.Qrels
	if c.src.qrels != "" {
		var err error
		var warnings []metrics.Warning
		qrels, warnings, err = readFile(c.src.qrels, formats.ReadQrels)
		c.problems.Merge(c.src.qrels, err)
		c.warnings = append(c.warnings, warnings...)
	}
	runs, warnings, err := formats.ReadRuns(files(e.args), formats.RunOptions{KeepFirst: c.src.duplicates == "first", Order: c.src.order, Workers: c.src.jobs})
	c.problems.Merge("", err)
	if err != nil {
		runs = readable(e.args, c.src)
	}
	c.runs, c.warnings = runs, append(c.warnings, warnings...)
	for _, r := range runs {
		c.warnings = append(c.warnings, metrics.CheckRun(r, qrels)...)
	}
	if qrels != nil && len(runs) > 0 && err == nil {
		m, _ := metrics.Find("AP")
		ev, err := metrics.Evaluate(runs, qrels.Gold(1), []metrics.Applied{m}, metrics.EvalOptions{KeepSparse: true, Workers: c.src.jobs})
		if err != nil {
			c.problem(runs, err)
		} else {
			c.warnings = append(c.warnings, ev.Warnings()...)
		}
	}
	return nil
}

// readable reads the runs again, one by one, and leaves out those that cannot be read.
func readable(args []string, src source) []*metrics.Run {
	var runs []*metrics.Run
	for _, f := range files(args) {
		if run, _, err := formats.ReadRun(f, formats.RunOptions{KeepFirst: src.duplicates == "first", Order: src.order}); err == nil {
			runs = append(runs, run)
		}
	}
	return runs
}

// problem adds errors of evaluating, which begin with the file of their run if there is one.
func (c *checker) problem(runs []*metrics.Run, err error) {
	list := []error{err}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		list = joined.Unwrap()
	}
	for _, e := range list {
		file, text := runs[0].File, e
		for _, r := range runs {
			if rest, ok := strings.CutPrefix(e.Error(), r.File+": "); ok {
				file, text = r.File, errors.New(rest)
			}
		}
		c.problems.Add(formats.Pos{File: file}, text)
	}
}

// answered finds runs that leave topics of the gold out, or have none of them.
func (c *checker) answered(task *tasks.Task, read *tasks.Submissions) {
	var ev *metrics.Evaluation
	var err error
	opt := metrics.EvalOptions{KeepSparse: true, KeepEmpty: read.Empty, Workers: c.src.jobs}
	if task.Own != nil {
		ev, err = task.Evaluate(read, task.Measures[:1], opt)
	} else if m, e := metrics.Find(task.Measures[0]); e == nil {
		ev, err = metrics.Evaluate(read.Runs, read.Gold, []metrics.Applied{m}, opt)
	}
	if err != nil {
		c.problem(read.Runs, err)
	} else if ev != nil {
		c.warnings = append(c.warnings, ev.Warnings()...)
	}
}

// checkTeams compares the runs with the table of teams, and the teams with the limits.
func (c *checker) checkTeams(limits tasks.Limits) error {
	file, systems := "", mapped(c.runs, (*metrics.Run).System)
	if c.src.teams != "" {
		r, err := formats.Open(c.src.teams)
		if err != nil {
			return err
		}
		defer r.Close()
		list, err := formats.ReadTeams(r, c.src.teams)
		c.problems.Merge(c.src.teams, err)
		known := make(map[metrics.Tag]bool)
		file, systems = c.src.teams, nil
		for _, entry := range list {
			known[entry.Run] = true
			systems = append(systems, metrics.System{Tag: entry.Run, Team: entry.Team, Type: entry.Type})
		}
		for _, run := range c.runs {
			if list != nil && !known[run.Tag] {
				c.problems.Add(formats.Pos{File: run.File}, fmt.Errorf("%w: run %s is not in %s, want the name that is there",
					formats.ErrUnknown, formats.Show(run.Tag), c.src.teams))
			}
		}
		c.notGiven(list)
	} else if len(c.runs) > 0 {
		file = c.runs[0].File
		if len(c.problems.List) > 0 { // what could not be read may be what is missing
			limits.Runs = slices.Clone(limits.Runs)
			for i := range limits.Runs {
				limits.Runs[i].Least = 0
			}
		}
	}
	c.problems.Merge("", limits.CheckTeams(systems, file))
	return nil
}

// notGiven names the runs of the list that were not given, where all that were given could be read.
func (c *checker) notGiven(list []formats.Entry) {
	var names []string
	for _, entry := range list {
		if !slices.ContainsFunc(c.runs, func(r *metrics.Run) bool { return r.Tag == entry.Run }) {
			names = append(names, formats.Show(entry.Run))
		}
	}
	if len(names) > 0 && len(c.problems.List) == 0 {
		c.warnings = append(c.warnings, metrics.Warning{Code: "runs-not-given", Text: fmt.Sprintf("%s: of the runs listed there %s not given: %s",
			c.src.teams, map[bool]string{true: "one was", false: "some were"}[len(names) == 1], strings.Join(names, ", "))})
	}
}

// text lists the problems and warnings, or says that there are none.
func (c *checker) text() []byte {
	var b bytes.Buffer
	if err := c.problems.Err(); err != nil {
		fmt.Fprintln(&b, err)
	}
	for _, w := range c.warnings {
		fmt.Fprintf(&b, "warning: %s (%s)\n", w.Text, w.Code)
	}
	for _, r := range c.runs {
		switch docs := countDocs(r); {
		case c.bad(r):
		case docs > 0:
			fmt.Fprintf(&b, "%s: run %s is well-formed: %s, %s\n", r.File, formats.Show(r.Tag), plural(len(r.Topics), "topic"), plural(docs, "document"))
		default:
			fmt.Fprintf(&b, "%s: run %s is well-formed\n", r.File, formats.Show(r.Tag))
		}
	}
	return b.Bytes()
}

// bad tells whether a problem is in the file of r, or in a member of its folder or archive.
func (c *checker) bad(r *metrics.Run) bool {
	return slices.ContainsFunc(c.problems.List, func(p *formats.Problem) bool {
		return p.File == r.File || strings.HasPrefix(p.File, r.File+"/")
	})
}

func countDocs(r *metrics.Run) int {
	n := 0
	for _, docs := range r.Topics {
		n += len(docs)
	}
	return n
}

// checkedRuns is sigrel/check/1.
type checkedRuns struct {
	Schema   string          `json:"schema"`
	Task     *string         `json:"task"`
	Runs     []metrics.Tag   `json:"runs"` // those that could be read
	Problems []checkProblem  `json:"problems"`
	More     int             `json:"more"` // problems beyond those listed
	Warnings []stats.Warning `json:"warnings"`
}

type checkProblem struct {
	File   string `json:"file"`
	Line   int    `json:"line"`   // 0: the whole file
	Column int    `json:"column"` // in bytes from 1; 0: the whole line
	Text   string `json:"text"`
}

func (c *checker) json() checkedRuns {
	out := checkedRuns{Schema: "sigrel/check/1", Runs: []metrics.Tag{}, Problems: []checkProblem{}, More: c.problems.More, Warnings: []stats.Warning{}}
	if c.src.task.task != nil {
		out.Task = &c.src.task.name
	}
	for _, r := range c.runs {
		out.Runs = append(out.Runs, r.Tag)
	}
	for _, p := range c.problems.List {
		out.Problems = append(out.Problems, checkProblem{p.File, p.Line, p.Column, p.Err.Error()})
	}
	for _, w := range c.warnings {
		out.Warnings = append(out.Warnings, stats.Warning(w))
	}
	return out
}

// plural is "1 problem", "3 problems".
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
