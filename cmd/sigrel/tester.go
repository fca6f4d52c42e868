package main

import (
	"slices"

	"github.com/spf13/pflag"

	"sigrel/metrics"
	"sigrel/reports"
	"sigrel/stats"
	"sigrel/stats/resample"
)

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
	f.StringVar(&t.correction, "correction", "", "`correction` of the tests' p for their number, instead of a procedure; default holm with a baseline; `sigrel list corrections`")
	f.StringVar(&t.procedure, "procedure", "", "`procedure` for all pairs at once; default randomized-tukey; `sigrel list procedures`")
	f.Var(enum{&t.alternative}, "alternative", "two-sided, less or greater: `hypothesis` of each test")
	f.Float64Var(&t.alpha, "alpha", stats.DefaultAlpha, "`level` at which a difference is significant")
	f.Float64Var(&t.confidence, "confidence", stats.DefaultConfidence, "`level` of intervals")
	f.StringArrayVar(&t.baselines, "baseline", nil, "compare with this `run` only (repeat the flag)")
	f.StringVar(&t.intervals, "intervals", "", "`kind` of intervals of pairs: single (by inversion of the test, for every pair)")
	f.Uint64Var(&t.seed, "seed", 1, "`number` that fixes what is drawn")
	f.IntVar(&t.replicates, "replicates", resample.DefaultReplicates, "`number` of draws where something is drawn")
}

// maxReplicates bounds what is drawn: every replicate is kept, in 8 bytes.
const maxReplicates = 50_000_000

// checkConfidence refuses what is no level of an interval; beyond seven nines the digits of 1 − confidence are gone.
func checkConfidence(c float64) error {
	if !(c > 0 && c <= 0.9999999) {
		return usagef("confidence %v: want a number above 0 and up to .9999999", c)
	}
	return nil
}

// apply puts the flags into the study.
func (t *tester) apply(e *env, st *reports.Study, jobs int) error {
	if !(t.alpha > 0 && t.alpha < 1) {
		return usagef("alpha %v: want a number between 0 and 1", t.alpha)
	}
	if err := checkConfidence(t.confidence); err != nil {
		return err
	}
	if t.replicates < 100 || t.replicates > maxReplicates {
		return usagef("replicates %d: want 100 to %d", t.replicates, maxReplicates)
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
		if !slices.ContainsFunc(st.Scores[0].Systems, func(s metrics.System) bool { return string(s.Tag) == b }) {
			return usagef("baseline %q: no such run", b)
		}
		st.Baselines = append(st.Baselines, metrics.Tag(b))
	}
	st.Options = stats.Options{Alternative: t.alternative, Alpha: t.alpha, Confidence: t.confidence, Intervals: t.intervals == "single",
		Plan: resample.Plan{Seed: t.seed, Replicates: t.replicates, Workers: jobs, Progress: progress(e.stderr, "permuting")}}
	return nil
}
