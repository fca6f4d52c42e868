package main

import (
	"github.com/spf13/pflag"

	"sigrel/reliability/pooling"
	"sigrel/reports"
	"sigrel/reports/doc"
	"sigrel/stats"
	"sigrel/stats/resample"
)

var poolCommand = &command{
	name: "pool", args: "RUN...",
	short: "tell whether the judgments favour the runs and teams that built the pool. Each run, and each team, is left out " +
		"of the pool in turn and all runs are scored and compared again; what shallower pools would have said; and how much of each run's top was judged.",
	example: "sigrel pool -q qrels.txt --teams teams.tsv --depth 20 runs/*.txt\nsigrel pool -q qrels.txt --new late.txt --judge-next 20 --export to-judge.txt runs/*.txt",
	setup: func(f *pflag.FlagSet) func(*env) error {
		var src source
		var depth int
		var unit string
		var mode pooling.Mode
		var fresh newRuns
		tst := tester{test: "randomization", confidence: stats.DefaultConfidence}
		out := target{allowed: append([]string{"csv", "tsv", "json", "reuse"}, docFormats...)}
		src.register(f)
		src.officialOnly = true
		f.IntVar(&depth, "depth", 0, "`ranks` that the pool took from each run (default: inferred from the judgments)")
		f.StringVar(&unit, "unit", "", "leave out each `unit`: run, team or type (default all that the team file tells apart; type is its column kind, or type)")
		f.Var(enum{&mode}, "mode", "remove: take away what only the unit contributed; remove-relevant: only the relevant documents of that; repool: keep only what others contributed, also before")
		f.StringVar(&tst.procedure, "procedure", "", "`procedure` that decides which runs differ, however long it takes: t+holm, randomized-tukey, … (default that of compare if it is quick, else t+holm)")
		f.Float64Var(&tst.alpha, "alpha", stats.DefaultAlpha, "`level` at which a difference is significant")
		f.Uint64Var(&tst.seed, "seed", 1, "`number` that fixes what is drawn")
		f.IntVar(&tst.replicates, "replicates", resample.DefaultReplicates, "`number` of draws where something is drawn")
		fresh.register(f)
		out.register(f)
		return func(e *env) error {
			if err := out.resolve(); err != nil {
				return err
			}
			if err := out.avoid(src.paths(e)); err != nil {
				return err
			}
			if depth < 1 && e.flags.Changed("depth") {
				return usagef("depth %d: want 1 or more", depth)
			}
			if unit != "" && unit != "run" && unit != "team" && unit != "type" {
				return usagef("unit %q: want run, team or type", unit)
			}
			if out.format == "reuse" && unit == "type" {
				return usagef("-f reuse with --unit type: the label is about runs and teams, want one of these")
			}
			if err := tst.checkLevels(); err != nil {
				return err
			}
			if len(src.scores) > 0 {
				return usagef("a pool is made of runs and judgments: want --qrels FILE and runs, not --scores")
			}
			if err := fresh.check(e, &src, &out); err != nil {
				return err
			}
			st, err := src.load(fresh.with(e))
			if err != nil {
				return err
			}
			if unit == "team" && !st.Teams {
				return usagef("--unit team: the teams are not known: want --teams FILE or --team-pattern REGEXP")
			}
			if unit == "type" && pooling.CountTypes(st.Runs) < 2 {
				return usagef("--unit type: there are not two types of runs: want --teams FILE with a column kind (lexical, dense, …) or type")
			}
			st.PoolDepth, st.PoolMode, st.PoolExact = depth, mode, tst.procedure != ""
			if err := tst.procedures(e, st); err != nil {
				return err
			}
			st.Options = tst.options(e, src.jobs)
			e.warn(st.Warnings)
			pooled, err := fresh.split(e, st)
			if err != nil {
				return err
			}
			p, err := reports.AuditPool(pooled, unit)
			if err != nil {
				return err
			}
			if err := fresh.find(st, p); err != nil {
				return err
			}
			if err := fresh.write(e, p.JudgeNext); err != nil {
				return err
			}
			switch {
			case out.format == "reuse":
				return writeJSON(e, &out, p.Reuse(version))
			case out.format == "json":
				return writeJSON(e, &out, p)
			}
			if out.format == "csv" || out.format == "tsv" {
				return writeDoc(e, &out, &doc.Doc{Blocks: p.Tables()})
			}
			return writeDoc(e, &out, &doc.Doc{Title: "Pool audit", Blocks: p.Blocks()})
		}
	},
}
