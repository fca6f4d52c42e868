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
		"of topics that a target takes, the expected rank correlation with the true ranking, and who would be first on other topics. " +
		"With --facet also for judges, variants or other facets.",
	example: "sigrel reliability -q qrels.txt --teams teams.tsv runs/*.txt\nsigrel reliability -s scores.csv --target .9,.95 --topics 25,50,100\n" +
		"sigrel reliability -s scores.csv --parts swap,lottery\nsigrel reliability -s by-judge.csv --facet judge --cost topic=1,judge=0.5\n" +
		"sigrel reliability -s 2025.csv --beside 2024=2024.csv",
	setup: func(f *pflag.FlagSet) func(*env) error {
		var src source
		var others beside
		var opt reliabilityFlags
		out := target{allowed: append([]string{"csv", "tsv", "json"}, docFormats...)}
		src.register(f)
		src.registerTopics(f)
		src.design.register(f)
		src.officialOnly = true
		others.register(f)
		var facets facetFlags
		facets.register(f)
		opt.register(f)
		var data dataBased
		data.register(f)
		out.register(f)
		return func(e *env) error {
			if err := out.resolve(); err != nil {
				return err
			}
			if err := out.avoid(append(src.paths(e), others.paths()...)); err != nil {
				return err
			}
			if err := opt.check(&src); err != nil {
				return err
			}
			if asked, err := facets.asked(e); err != nil {
				return err
			} else if asked {
				return facets.run(e, &src, &out, opt.targets, opt.topics, opt.confidence)
			}
			if err := opt.checkEstimator(facets.estimator, &src); err != nil {
				return err
			}
			if err := data.check(e); err != nil {
				return err
			}
			st, err := src.load(e)
			if err != nil {
				return err
			}
			if err := others.load(&src, st); err != nil {
				return err
			}
			if err := opt.apply(st, facets.estimator); err != nil {
				return err
			}
			data.apply(st, src.jobs)
			e.warn(st.Warnings)
			r, err := reports.AssessReliability(st)
			if err != nil {
				return located(st, err)
			}
			if out.format == "json" {
				return writeJSON(e, &out, r)
			}
			if out.format == "csv" || out.format == "tsv" {
				return writeDoc(e, &out, &doc.Doc{Blocks: r.CommandTables()})
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
	draws            int
}

func (r *reliabilityFlags) register(f *pflag.FlagSet) {
	f.Float64SliceVar(&r.targets, "target", []float64{0.9, 0.95}, "`reliabilities` to reach, separated by commas")
	f.IntSliceVar(&r.topics, "topics", nil, "`numbers` of topics of the D-study, separated by commas (default a grid)")
	f.Float64Var(&r.confidence, "confidence", stats.DefaultConfidence, "`level` of intervals")
	f.StringVar(&r.intervals, "coefficient-intervals", "", "`method` of the intervals of Eρ² and Φ: teams (one run a team, averaged over draws), independent (systems taken as such), "+
		"bootstrap (of teams and topics) or jackknife (of topics) (default teams where they are known, else independent)")
	f.IntVar(&r.draws, "draws", reliability.TeamDraws, "`number` of draws of one run a team, or of resamples of the bootstrap")
	f.Float64SliceVar(&r.cuts, "cut-score", nil, "mean `scores` λ, separated by commas: Φ(λ), how dependably systems are told to be above or below them")
	f.StringVar(&r.empty, "empty-topic", "zero", "topics without relevant documents: zero (they score 0 and count), or `exclude` them")
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
	}
	return checkConfidence(r.confidence)
}

// incomplete says whether variances are estimated from the cells that have a score.
func incomplete(by reliability.Estimator) bool {
	return by != reliability.EstimatorDefault && by != reliability.EstimatorANOVA
}

// checkEstimator finds what an estimator of incomplete matrices cannot go with, and lets cells without a score be read.
func (r *reliabilityFlags) checkEstimator(by reliability.Estimator, src *source) error {
	switch {
	case !incomplete(by):
		return nil
	case r.intervals != "" && r.intervals != reports.IntervalsJackknife:
		return usagef("--estimator %s has intervals of the jackknife only: leave out --coefficient-intervals %s", by, r.intervals)
	case src.missing != metrics.UnansweredDefault && src.missing != metrics.UnansweredZero:
		return usagef("--estimator %s leaves out single cells without a score: leave out --missing %s", by, src.missing)
	}
	src.missing = metrics.UnansweredZero // filled cells are known as such
	return nil
}

// apply puts the choices into a study that was read.
func (r *reliabilityFlags) apply(st *reports.Study, by reliability.Estimator) error {
	if r.empty == "exclude" && st.Qrels == nil {
		return usagef("--empty-topic exclude: which topics have no relevant documents is not known without judgments of documents (--qrels)")
	}
	st.Targets, st.Topics = r.targets, r.topics
	st.Options.Confidence = r.confidence
	st.Reliability = reports.ReliabilityOptions{Intervals: r.intervals, Draws: r.draws, CutScores: r.cuts,
		DropEmpty: r.empty == "exclude", Incomplete: incomplete(by), Estimator: by}
	for i, w := range st.Warnings {
		if incomplete(by) && w.Code == "missing-topics" {
			st.Warnings[i].Text = strings.NewReplacer("count as 0", "are left out", "counts as 0", "is left out").Replace(w.Text)
		}
	}
	return nil
}
