package main

import (
	"slices"
	"strings"

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
	zeros                       stats.Zeros
	margin, rope                float64
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
	f.StringVar(&t.intervals, "intervals", "", "`kind` of intervals of pairs: single (by inversion of the test, for every pair), percentile, basic, studentized or bca (bootstrap)")
	f.Var(enum{&t.zeros}, "zeros", "what --test wilcoxon does with topics without a difference: `treatment` pratt, drop or split")
	f.Float64Var(&t.margin, "margin", 0, "`difference` of scores that does not matter: also test for equivalence within it")
	f.Float64Var(&t.rope, "rope", 0, "half-`width` of the region of practical equivalence: also give Bayesian posterior probabilities")
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

// checkLevels refuses numbers that are no levels and numbers of draws.
func (t *tester) checkLevels() error {
	if !(t.alpha > 0 && t.alpha < 1) {
		return usagef("alpha %v: want a number between 0 and 1", t.alpha)
	}
	if err := checkConfidence(t.confidence); err != nil {
		return err
	}
	if t.replicates < 100 || t.replicates > maxReplicates {
		return usagef("replicates %d: want 100 to %d", t.replicates, maxReplicates)
	}
	for _, v := range []struct {
		flag  string
		value float64
	}{{"margin", t.margin}, {"rope", t.rope}} {
		if v.value != 0 && !(v.value >= 1e-100 && v.value <= 1e100) {
			return usagef("%s %v: want a difference of scores above 0, between 1e-100 and 1e100", v.flag, v.value)
		}
	}
	return nil
}

// options are those of the tests.
func (t *tester) options(e *env, jobs int) stats.Options {
	return stats.Options{Alternative: t.alternative, Alpha: t.alpha, Confidence: t.confidence, Intervals: t.intervals == "single", Zeros: t.zeros,
		Plan: resample.Plan{Seed: t.seed, Replicates: t.replicates, Workers: jobs, Progress: progress(e.stderr, "permuting")}}
}

// apply puts the flags into the study.
func (t *tester) apply(e *env, st *reports.Study, jobs int) error {
	if err := t.checkLevels(); err != nil {
		return err
	}
	for _, flag := range []string{"margin", "rope"} {
		if e.flags.Changed(flag) && (flag == "margin" && t.margin == 0 || flag == "rope" && t.rope == 0) {
			return usagef("%s 0: want a difference of scores above 0", flag)
		}
	}
	if t.margin != 0 && t.alpha >= 0.5 {
		return usagef("alpha %v with --margin: want a level below .5 for two one-sided tests", t.alpha)
	}
	st.Margin, st.Rope = t.margin, t.rope
	if err := t.interval(st); err != nil {
		return err
	}
	if err := t.procedures(e, st); err != nil {
		return err
	}
	if t.alternative != stats.TwoSided && len(t.baselines) == 0 {
		return usagef("alternative %q: a one-sided hypothesis is about systems against a baseline: want --baseline RUN", t.alternative)
	}
	if twoSided := []string{"randomized-tukey", "tukey", "nemenyi"}; t.alternative != stats.TwoSided && slices.Contains(twoSided, t.procedure) {
		return usagef("alternative %q: %s is two-sided; want --correction", t.alternative, t.procedure)
	}
	if e.flags.Changed("zeros") && t.test != "wilcoxon" {
		return usagef("--zeros is about the Wilcoxon test: want --test wilcoxon")
	}
	for _, b := range t.baselines {
		if !slices.ContainsFunc(st.Scores[0].Systems, func(s metrics.System) bool { return string(s.Tag) == b }) {
			return usagef("baseline %q: no such run", b)
		}
		st.Baselines = append(st.Baselines, metrics.Tag(b))
	}
	st.Options = t.options(e, jobs)
	return t.stratified(st)
}

// interval settles the kind of intervals of pairs.
func (t *tester) interval(st *reports.Study) error {
	st.Single = t.intervals == "single"
	if t.intervals == "" || t.intervals == "single" {
		return nil
	}
	kinds := []string{"single"}
	for _, b := range stats.BootstrapIntervals() {
		kinds = append(kinds, b.Name)
		if b.Name == t.intervals {
			st.Intervals = b
			return nil
		}
	}
	return usagef("intervals %q: want one of %s", t.intervals, strings.Join(kinds, ", "))
}

// procedures settles the test, and the correction or procedure.
func (t *tester) procedures(e *env, st *reports.Study) error {
	if test, correction, ok := strings.Cut(t.procedure, "+"); ok && t.correction == "" {
		if e.flags.Changed("test") && test != t.test {
			return usagef("procedure %q and test %q: want one test", t.procedure, t.test)
		}
		t.test, t.correction, t.procedure = test, correction, ""
	}
	if st.Test = reports.FindTest(t.test); st.Test == nil {
		return usagef("test %q: want one of %s", t.test, names(stats.PairedTests(), func(p *stats.PairedTest) string { return p.Name }))
	}
	if t.correction != "" && t.procedure != "" {
		return usagef("both --correction and --procedure: want one of them")
	}
	if t.correction != "" {
		if st.Correction = reports.FindCorrection(t.correction); st.Correction == nil {
			return usagef("correction %q: want one of %s", t.correction, names(stats.Corrections(), func(c *stats.Correction) string { return c.Name }))
		}
		st.Procedure = stats.Corrected(st.Test, st.Correction)
	}
	if t.procedure != "" {
		if st.Procedure = reports.FindProcedure(t.procedure); st.Procedure == nil {
			return usagef("procedure %q: want one of %s", t.procedure, names(stats.Procedures(), func(p *stats.Procedure) string { return p.Name }))
		}
	}
	return nil
}

// stratified refuses what does not know strata.
func (t *tester) stratified(st *reports.Study) error {
	if st.Strata == nil {
		return nil
	}
	if !st.Test.Stratified {
		known := slices.DeleteFunc(stats.PairedTests(), func(p *stats.PairedTest) bool { return !p.Stratified })
		return usagef("test %q knows no strata: want one of %s", t.test, names(known, func(p *stats.PairedTest) string { return p.Name }))
	}
	if st.Procedure != nil && st.Correction == nil && !st.Procedure.Stratified {
		known := slices.DeleteFunc(stats.Procedures(), func(p *stats.Procedure) bool { return !p.Stratified })
		return usagef("procedure %q knows no strata: want one of %s, or --correction", t.procedure, names(known, func(p *stats.Procedure) string { return p.Name }))
	}
	if st.Intervals != nil || st.Rope != 0 {
		return usagef("bootstrap intervals and --rope know no strata")
	}
	return nil
}
