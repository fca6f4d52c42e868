package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"sigrel/metrics"
	"sigrel/reliability/pooling"
	"sigrel/reports"
)

// newRuns is the part of `pool` that is about runs which did not help to build the pool.
type newRuns struct {
	files     []string
	depth     int
	judgeNext int
	export    target
}

func (n *newRuns) register(f *pflag.FlagSet) {
	f.StringArrayVar(&n.files, "new", nil, "`file` of a run that was not pooled (repeat the flag): what can these judgments say about it?")
	f.IntVar(&n.depth, "hole-depth", 0, "with --new: documents without a judgment below this `rank` of every run stay not relevant (default: none do)")
	f.IntVar(&n.judgeNext, "judge-next", 0, "with --new: list this `number` of documents whose judgment can do most (default 10)")
	f.StringVar(&n.export.path, "export", "", "with --new: write these documents to a `file` as judgments to fill in: lines of \"topic 0 document -1\"")
}

// check finds what is wrong before anything is read.
func (n *newRuns) check(e *env, src *source, out *target) error {
	if len(n.files) == 0 {
		for _, flag := range []string{"hole-depth", "judge-next", "export"} {
			if e.flags.Changed(flag) {
				return usagef("--%s is about runs that were not pooled: want --new RUN", flag)
			}
		}
		return nil
	}
	switch {
	case len(e.args) == 0:
		return usagef("no pooled runs: want run files after the flags")
	case n.depth < 1 && e.flags.Changed("hole-depth"):
		return usagef("hole-depth %d: want 1 or more", n.depth)
	case n.judgeNext < 1 && e.flags.Changed("judge-next"):
		return usagef("judge-next %d: want 1 or more", n.judgeNext)
	case e.flags.Changed("export") && n.export.path == "":
		return usagef("export \"\": want a file")
	case n.export.path == "-":
		return usagef("export -: want a file, since the result goes to standard output")
	}
	if !e.flags.Changed("judge-next") {
		n.judgeNext = 10
	}
	return n.checkExport(src.paths(n.with(e)), out)
}

// checkExport settles where the list goes: never over an input or the result.
func (n *newRuns) checkExport(inputs []string, out *target) error {
	if err := out.avoid(inputs); err != nil {
		return err
	}
	if n.export.path == "" {
		return nil
	}
	n.export.format, n.export.allowed = "trec", []string{"trec"}
	if err := n.export.resolve(); err != nil {
		return err
	}
	if n.export.path == out.path {
		return usagef("export %q is the output too: want another file", n.export.path)
	}
	return n.export.avoid(inputs)
}

// with is the command line with the new runs after the others.
func (n *newRuns) with(e *env) *env {
	all := *e
	all.args = append(slices.Clone(e.args), n.files...)
	return &all
}

// split marks the new runs, which were read last, and gives the study without them, for the audit of the pool.
func (n *newRuns) split(e *env, st *reports.Study) (*reports.Study, error) {
	if len(n.files) == 0 {
		return st, nil
	}
	if len(st.Runs) != len(e.args)+len(n.files) {
		return nil, usagef("--new: here a file is not one run that ranks documents: want runs and --qrels")
	}
	old := st.Runs[:len(e.args)]
	for _, r := range st.Runs[len(e.args):] {
		r.Unpooled = true
		if !slices.ContainsFunc(st.Scores[0].Systems, func(s metrics.System) bool { return s.Tag == r.Tag }) {
			return nil, fmt.Errorf("run %q has no score (it is not among --systems, or answers too few topics): want one for a run of --new", r.Tag)
		}
	}
	audited := *st
	audited.Runs, audited.Scores = old, nil
	var rows []int
	for i, s := range st.Scores[0].Systems {
		if slices.ContainsFunc(old, func(r *metrics.Run) bool { return r.Tag == s.Tag }) {
			rows = append(rows, i)
		}
	}
	if len(rows) == 0 {
		return nil, usagef("no pooled run has a score: want one beside those of --new")
	}
	for _, s := range st.Scores {
		audited.Scores = append(audited.Scores, s.Keep(rows, nil))
	}
	return &audited, nil
}

// find adds what is known of the new runs, and of runs that the team file says were not pooled.
func (n *newRuns) find(st *reports.Study, p *reports.PoolAudit) error {
	var err error
	p.HoleFinding, err = reports.FindHoles(st, reports.HoleOptions{Depth: n.depth, JudgeNext: n.judgeNext})
	return err
}

// write exports the list of documents to judge, by topic and then in its order.
func (n *newRuns) write(e *env, list []pooling.ToJudge) error {
	if n.export.path == "" {
		return nil
	}
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b pooling.ToJudge) int { return strings.Compare(string(a.Topic), string(b.Topic)) })
	var b bytes.Buffer
	for _, j := range list {
		fmt.Fprintf(&b, "%s 0 %s -1\n", j.Topic, j.Doc)
	}
	return n.export.write(e, b.Bytes())
}
