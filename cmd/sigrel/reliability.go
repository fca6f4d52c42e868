package main

import (
	"math"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"sigrel/metrics"
	"sigrel/reliability"
	"sigrel/reports"
	"sigrel/reports/doc"
	"sigrel/stats"
)

var reliabilityCommand = &command{
	name: "reliability", args: "[RUN...]",
	short: "tell whether the ranking would hold with other topics. Variance components, Eρ² and Φ with intervals, the number " +
		"of topics that a target takes, and the expected rank correlation with the true ranking.",
	example: "sigrel reliability -s scores.csv --target .9,.95 --topics 25,50,100",
	setup: func(f *pflag.FlagSet) func(*env) error {
		var src source
		var opt reliabilityFlags
		out := target{allowed: append([]string{"csv", "tsv", "json"}, docFormats...)}
		src.register(f)
		src.design.register(f)
		src.officialOnly = true
		opt.register(f)
		out.register(f)
		return func(e *env) error {
			if err := out.resolve(); err != nil {
				return err
			}
			if err := out.avoid(src.paths(e)); err != nil {
				return err
			}
			if err := opt.check(&src); err != nil {
				return err
			}
			st, err := src.load(e)
			if err != nil {
				return err
			}
			if err := opt.apply(st, &src); err != nil {
				return err
			}
			e.warn(st.Warnings)
			r, err := reports.AssessReliability(st)
			if err != nil {
				return located(st, err)
			}
			if out.format == "json" {
				return writeJSON(e, &out, r)
			}
			return writeDoc(e, &out, &doc.Doc{Title: "Reliability of the collection", Blocks: r.CommandBlocks()})
		}
	},
}

// reliabilityFlags are those of this command alone.
type reliabilityFlags struct {
	targets, cuts    []float64
	topics           []int
	confidence       float64
	intervals, empty string
	method           string
	draws            int
	seed             uint64
}

// The estimators of variances that --method names.
const byANOVA = "anova"

func (r *reliabilityFlags) register(f *pflag.FlagSet) {
	f.Float64SliceVar(&r.targets, "target", []float64{0.9, 0.95}, "`reliabilities` to reach, separated by commas")
	f.IntSliceVar(&r.topics, "topics", nil, "`numbers` of topics of the D-study, separated by commas (default a grid)")
	f.Float64Var(&r.confidence, "confidence", stats.DefaultConfidence, "`level` of intervals")
	f.StringVar(&r.intervals, "coefficient-intervals", "", "`method` of the intervals of Eρ² and Φ: teams (one run a team, averaged over draws), independent (systems taken as such), "+
		"bootstrap (of teams and topics) or jackknife (of topics) (default teams where they are known, else independent)")
	f.IntVar(&r.draws, "draws", reliability.TeamDraws, "`number` of draws of one run a team, or of resamples of the bootstrap")
	f.Uint64Var(&r.seed, "seed", 1, "`number` that fixes what is drawn")
	f.Float64SliceVar(&r.cuts, "cut-score", nil, "mean `scores` λ, separated by commas: Φ(λ), how dependably systems are told to be above or below them")
	f.StringVar(&r.empty, "empty-topic", "zero", "topics without relevant documents: zero (they score 0 and count), or `exclude` them")
	f.StringVar(&r.method, "method", byANOVA, "`estimator` of variances: anova, or, without the cells that have no score, reml or henderson1")
}

// check finds what is wrong with the flags before anything is read.
func (r *reliabilityFlags) check(src *source) error {
	for _, t := range r.targets {
		if !(t > 0 && t <= 0.9999999) {
			return usagef("target %v: want a number above 0 and up to .9999999", t)
		}
	}
	for _, n := range r.topics {
		if n < 1 {
			return usagef("topics %d: want 1 or more", n)
		}
	}
	for _, c := range r.cuts {
		if !(math.Abs(c) <= metrics.GreatestScore) {
			return usagef("cut-score %v: want a mean score", c)
		}
	}
	switch {
	case r.intervals != "" && !slices.Contains(reports.IntervalMethods(), r.intervals):
		return usagef("coefficient-intervals %q: want %s", r.intervals, strings.Join(reports.IntervalMethods(), ", "))
	case r.intervals == reports.IntervalsTeams && src.teams == "" && src.teamPattern == "":
		return usagef("--coefficient-intervals teams without teams: want --teams FILE or --team-pattern REGEXP")
	case r.draws < 2:
		return usagef("draws %d: want 2 or more", r.draws)
	case r.empty != "zero" && r.empty != "exclude":
		return usagef("empty-topic %q: want zero or exclude", r.empty)
	case r.empty == "exclude" && len(src.scores) > 0:
		return usagef("--empty-topic exclude with --scores: which topics have no relevant documents is not known without judgments (--qrels)")
	case !slices.Contains([]string{byANOVA, reliability.ByREML.String(), reliability.ByHenderson1.String()}, r.method):
		return usagef("method %q: want anova, reml or henderson1", r.method)
	case r.method != byANOVA && r.intervals != "" && r.intervals != reports.IntervalsJackknife:
		return usagef("--method %s has intervals of the jackknife only: leave out --coefficient-intervals %s", r.method, r.intervals)
	case r.method != byANOVA && src.missing != metrics.UnansweredDefault && src.missing != metrics.UnansweredZero:
		return usagef("--method %s leaves out single cells without a score: leave out --missing %s", r.method, src.missing)
	}
	if r.method != byANOVA {
		src.missing = metrics.UnansweredZero // filled cells are known as such
	}
	return checkConfidence(r.confidence)
}

// apply puts the choices into a study that was read.
func (r *reliabilityFlags) apply(st *reports.Study, src *source) error {
	if r.empty == "exclude" && st.Qrels == nil {
		return usagef("--empty-topic exclude: which topics have no relevant documents is not known without judgments of documents (--qrels)")
	}
	st.Targets, st.Topics = r.targets, r.topics
	st.Options.Confidence = r.confidence
	st.Options.Plan.Seed, st.Options.Plan.Workers = r.seed, src.jobs
	st.Reliability = reports.ReliabilityOptions{Intervals: r.intervals, Draws: r.draws, CutScores: r.cuts,
		DropEmpty: r.empty == "exclude", Incomplete: r.method != byANOVA}
	for i, w := range st.Warnings {
		if text, ok := strings.CutSuffix(w.Text, "count as 0"); ok && r.method != byANOVA && w.Code == "missing-topics" {
			st.Warnings[i].Text = text + "are left out"
		}
	}
	if r.method == reliability.ByHenderson1.String() {
		st.Reliability.Estimator = reliability.ByHenderson1
	}
	return nil
}
