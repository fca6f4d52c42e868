package main

import (
	"github.com/spf13/pflag"

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
		var targets []float64
		var topics []int
		var confidence float64
		out := target{allowed: append([]string{"csv", "tsv", "json"}, docFormats...)}
		src.register(f)
		src.design.register(f)
		src.officialOnly = true
		f.Float64SliceVar(&targets, "target", []float64{0.9, 0.95}, "`reliabilities` to reach, separated by commas")
		f.IntSliceVar(&topics, "topics", nil, "`numbers` of topics of the D-study, separated by commas (default a grid)")
		f.Float64Var(&confidence, "confidence", stats.DefaultConfidence, "`level` of intervals")
		var facets facetFlags
		facets.register(f)
		var data dataBased
		data.register(f)
		out.register(f)
		return func(e *env) error {
			if err := out.resolve(); err != nil {
				return err
			}
			if err := out.avoid(src.paths(e)); err != nil {
				return err
			}
			for _, t := range targets {
				if !(t > 0 && t <= 0.9999999) {
					return usagef("target %v: want a number above 0 and up to .9999999", t)
				}
			}
			for _, n := range topics {
				if n < 1 {
					return usagef("topics %d: want 1 or more", n)
				}
			}
			if err := checkConfidence(confidence); err != nil {
				return err
			}
			if asked, err := facets.asked(e); err != nil {
				return err
			} else if asked {
				return facets.run(e, &src, &out, targets, topics, confidence)
			}
			if err := data.check(e); err != nil {
				return err
			}
			st, err := src.load(e)
			if err != nil {
				return err
			}
			st.Targets, st.Topics = targets, topics
			st.Options.Confidence = confidence
			data.apply(st, src.jobs)
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
