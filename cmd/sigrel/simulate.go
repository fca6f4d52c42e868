package main

import (
	"github.com/spf13/pflag"

	"sigrel/reports"
	"sigrel/reports/doc"
	"sigrel/stats"
	"sigrel/stats/resample"
)

var simulateCommand = &command{
	name: "simulate", args: "[RUN...]",
	short: "tell whether the tests can be trusted on data like yours. Data sets are made from your own scores, without any difference and with " +
		"differences of chosen sizes; the table says how often each test calls one.",
	example: "sigrel simulate -s scores.csv --trials 1000",
	setup: func(f *pflag.FlagSet) func(*env) error {
		var src source
		var sim simulation
		out := target{allowed: append([]string{"csv", "tsv", "json", "svg", "png"}, docFormats...)}
		src.register(f)
		src.design.register(f)
		src.officialOnly = true
		f.IntVar(&sim.topics, "topics", 0, "`number` of topics of each data set (default: as many as there are)")
		f.IntVar(&sim.trials, "trials", 1000, "`number` of data sets")
		f.IntVar(&sim.family, "family", 10, "`number` of systems that a procedure for all pairs compares at once")
		f.Float64SliceVar(&sim.deltas, "delta", nil, "true `differences`, separated by commas (default: half, once and 1.5 times what a t test detects)")
		f.StringArrayVar(&sim.tests, "test", nil, "paired `test` (repeat the flag; default all)")
		f.StringArrayVar(&sim.procedures, "procedure", nil, "`procedure`, or test+correction (repeat the flag; default a choice)")
		f.Float64Var(&sim.alpha, "alpha", stats.DefaultAlpha, "`level` at which a difference is significant")
		f.Uint64Var(&sim.seed, "seed", 1, "`number` that fixes what is drawn")
		f.IntVar(&sim.replicates, "replicates", 1999, "`number` of draws of a test that draws")
		out.register(f)
		return func(e *env) error { return sim.run(e, &src, &out) }
	},
}

type simulation struct {
	topics, trials, family, replicates int
	deltas                             []float64
	tests, procedures                  []string
	alpha                              float64
	seed                               uint64
}

// usualProcedures are simulated unasked.
var usualProcedures = []string{"randomized-tukey", "tukey", "maxt", "randomization+holm", "randomization+none"}

func (s *simulation) run(e *env, src *source, out *target) error {
	opt, err := s.options()
	if err != nil {
		return err
	}
	if err := out.resolve(); err != nil {
		return err
	}
	if err := out.avoid(src.paths(e)); err != nil {
		return err
	}
	st, err := src.load(e)
	if err != nil {
		return err
	}
	e.warn(st.Warnings)
	opt.Options.Plan.Workers = src.jobs
	opt.Options.Plan.Progress = progress(e.stderr, "simulating")
	f, err := reports.Simulate(st, opt)
	if err != nil {
		return located(st, err)
	}
	if out.format == "json" {
		return writeJSON(e, out, f)
	}
	return writeDoc(e, out, &doc.Doc{Title: "Simulation of the tests", Blocks: f.Blocks()})
}

// options checks the flags and finds the tests.
func (s *simulation) options() (stats.SimulateOptions, error) {
	opt := stats.SimulateOptions{Topics: s.topics, Trials: s.trials, Systems: s.family, Deltas: s.deltas,
		Options: stats.Options{Alpha: s.alpha, Plan: resample.Plan{Seed: s.seed, Replicates: s.replicates}}}
	switch {
	case s.topics < 0 || s.topics == 1:
		return opt, usagef("topics %d: want 2 or more", s.topics)
	case s.trials < 100 || s.trials > 1_000_000:
		return opt, usagef("trials %d: want 100 to 1000000", s.trials)
	case s.family < 2:
		return opt, usagef("family %d: want 2 or more", s.family)
	case !(s.alpha > 0 && s.alpha < 1):
		return opt, usagef("alpha %v: want a number between 0 and 1", s.alpha)
	case s.replicates < 100 || s.replicates > 100_000:
		return opt, usagef("replicates %d: want 100 to 100000", s.replicates)
	}
	if s.deltas == nil && s.alpha >= stats.DetectablePower {
		return opt, usagef("alpha %v: want --delta with a level of %v or more", s.alpha, stats.DetectablePower)
	}
	if s.topics > 10_000 {
		return opt, usagef("topics %d: want up to 10000", s.topics)
	}
	for _, d := range s.deltas {
		if !(d > 1e-100 && d < 1e100) {
			return opt, usagef("delta %v: want a difference of scores above 0", d)
		}
	}
	opt.Tests = stats.PairedTests()
	if s.tests != nil {
		opt.Tests = nil
	}
	for _, name := range s.tests {
		t := reports.FindTest(name)
		if t == nil {
			return opt, usagef("test %q: want one of %s", name, names(stats.PairedTests(), func(p *stats.PairedTest) string { return p.Name }))
		}
		opt.Tests = append(opt.Tests, t)
	}
	procedures := s.procedures
	if procedures == nil && s.tests == nil {
		procedures = usualProcedures
	}
	for _, name := range procedures {
		p := reports.FindProcedure(name)
		if p == nil {
			return opt, usagef("procedure %q: want one of %s, or a test and a correction such as t+holm", name, names(stats.Procedures(), func(p *stats.Procedure) string { return p.Name }))
		}
		opt.Procedures = append(opt.Procedures, p)
	}
	return opt, nil
}
