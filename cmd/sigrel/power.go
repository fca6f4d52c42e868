package main

import (
	"slices"

	"github.com/spf13/pflag"

	"sigrel/reports"
	"sigrel/reports/doc"
	"sigrel/stats"
	"sigrel/stats/resample"
)

var powerCommand = &command{
	name: "power", args: "[RUN...]",
	short: "tell how many topics it takes. From a matrix of scores, or a standard deviation: topics needed for a difference that matters, " +
		"the power that the topics there are reach, and the smallest difference they can find.",
	example: "sigrel power -s scores.csv --delta .02,.05\nsigrel power --sd .15 --delta .033",
	setup: func(f *pflag.FlagSet) func(*env) error {
		var src source
		var p powerFlags
		out := target{allowed: append([]string{"csv", "tsv", "json", "svg", "png"}, docFormats...)}
		src.register(f)
		src.design.register(f)
		src.officialOnly = true
		f.Float64Var(&p.opt.SD, "sd", 0, "standard `deviation` over topics of the difference of two systems, instead of scores")
		f.Float64SliceVar(&p.opt.Deltas, "delta", nil, "`differences` that matter, separated by commas (default .02,.05,.1)")
		f.Float64Var(&p.opt.Power, "power", stats.DetectablePower, "`probability` of finding the difference")
		f.IntSliceVar(&p.opt.Topics, "topics", nil, "`numbers` of topics, separated by commas (default: those of the scores)")
		f.IntVar(&p.opt.Systems, "compared", 0, "`number` of systems compared at once (default: those of the scores, else 10)")
		f.Var(enum{&p.opt.Side}, "alternative", "two-sided, less or greater: `hypothesis` of the t test")
		f.Float64Var(&p.opt.Alpha, "alpha", stats.DefaultAlpha, "`level` at which a difference is significant")
		f.Float64Var(&p.opt.Confidence, "confidence", stats.DefaultConfidence, "`level` of bounds and intervals")
		f.BoolVar(&p.opt.Simulate, "simulate", false, "check every power by simulation")
		f.Uint64Var(&p.seed, "seed", 1, "`number` that fixes what is drawn")
		f.IntVar(&p.replicates, "replicates", 10_000, "`number` of simulated data sets of each check")
		out.register(f)
		return func(e *env) error { return p.run(e, &src, &out) }
	},
}

type powerFlags struct {
	opt        reports.PlanOptions
	seed       uint64
	replicates int
}

func (p *powerFlags) run(e *env, src *source, out *target) error {
	if err := p.check(e, src); err != nil {
		return err
	}
	if err := out.resolve(); err != nil {
		return err
	}
	if err := out.avoid(src.paths(e)); err != nil {
		return err
	}
	var st *reports.Study
	if p.opt.SD == 0 {
		var err error
		if st, err = src.load(e); err != nil {
			return err
		}
		e.warn(st.Warnings)
	}
	p.opt.Plan = resample.Plan{Seed: p.seed, Replicates: p.replicates, Workers: src.jobs}
	f, err := reports.NewPlan(st, p.opt)
	if err != nil {
		if st != nil {
			return located(st, err)
		}
		return usagef("%v", err)
	}
	if out.format == "json" {
		return writeJSON(e, out, f)
	}
	return writeDoc(e, out, &doc.Doc{Title: "Power and topics needed", Blocks: f.Blocks()})
}

func (p *powerFlags) check(e *env, src *source) error {
	o := &p.opt
	switch {
	case e.flags.Changed("sd") && !(o.SD >= 1e-40 && o.SD <= 1e40):
		return usagef("sd %v: want a number above 0, between 1e-40 and 1e40", o.SD)
	case o.SD != 0 && (len(src.paths(e)) > 0 || src.task.name != ""):
		return usagef("both --sd and scores: want one of them")
	case o.SD == 0 && len(src.paths(e)) == 0 && src.task.name == "":
		return usagef("nothing to plan from: want --scores FILE, runs, or --sd NUMBER")
	case !(o.Alpha > 1e-12 && o.Alpha < 1):
		return usagef("alpha %v: want a number above 1e-12 and below 1", o.Alpha)
	case !(o.Power > o.Alpha && o.Power < 1):
		return usagef("power %v: want a number between alpha (%v) and 1", o.Power, o.Alpha)
	case e.flags.Changed("compared") && o.Systems < 2:
		return usagef("compared %d: want 2 or more", o.Systems)
	case p.replicates < 100 || p.replicates > 1_000_000:
		return usagef("replicates %d: want 100 to 1000000", p.replicates)
	}
	for i, d := range o.Deltas {
		if !(d > 1e-40 && d < 1e40) {
			return usagef("delta %v: want a difference of scores above 0", d)
		}
		if slices.Contains(o.Deltas[:i], d) {
			return usagef("delta %v twice", d)
		}
	}
	for _, n := range o.Topics {
		if n < 2 || n > stats.MaxTopics {
			return usagef("topics %d: want 2 to %d", n, stats.MaxTopics)
		}
	}
	return checkConfidence(o.Confidence)
}
