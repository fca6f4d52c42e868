package main

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"sigrel/metrics/formats"
	"sigrel/reliability"
	"sigrel/reports"
	"sigrel/reports/doc"
)

// facetFlags are the flags of reliability that are about facets beside the topics.
type facetFlags struct {
	object                       string
	facets, fixed, nested, sizes []string
	cost, standardise            string
	oneScale                     bool
	estimator                    reliability.Estimator
}

func (f *facetFlags) register(flags *pflag.FlagSet) {
	flags.StringArrayVar(&f.facets, "facet", nil, "`column` of -s, a table of one score a line, that is a facet beside the topics, such as judge (repeat the flag)")
	flags.StringVar(&f.object, "object", "", "`column` of what is measured (default system or run)")
	flags.StringArrayVar(&f.fixed, "fixed", nil, "`facet` whose levels are all there are, not a sample (repeat the flag)")
	flags.StringArrayVar(&f.nested, "nested", nil, "`facets` as in judge:topic: judges of the same name are others on another topic (what is nested by its names is found without)")
	flags.StringArrayVar(&f.sizes, "sizes", nil, "`numbers` of levels of the D-study, such as topic=50,judge=2 (repeat the flag; default a grid)")
	flags.StringVar(&f.cost, "cost", "", "`costs`, such as topic=1,judge=0.5: of a topic, and of a judge's work on one; prints the cheapest numbers that reach --target")
	flags.Var(enum{&f.estimator}, "estimator", "`method` of the variances: anova, henderson1, minque0 or reml, or default: anova, but with --facet henderson1 where cells are missing; without --facet the last three leave out cells that have no score")
	flags.StringVar(&f.standardise, "standardise", "", "`facet` whose levels have scales of their own, such as measure: scores to mean 0 and variance 1 in each level")
	flags.BoolVar(&f.oneScale, "one-scale", false, "the levels of facet measure have one scale: leave the scores as they are")
}

// names of the flags above, which mean nothing without --facet.
var facetOnly = []string{"object", "fixed", "nested", "sizes", "cost", "standardise", "one-scale"}

// withFacets are all flags that a study of facets uses.
var withFacets = append([]string{"scores", "measure", "systems", "jobs", "facet", "estimator", "target", "topics", "confidence", "format", "output"}, facetOnly...)

// asked says whether the study is one of facets.
func (f *facetFlags) asked(e *env) (bool, error) {
	if len(f.facets) > 0 {
		return true, nil
	}
	for _, name := range facetOnly {
		if e.flags.Changed(name) {
			return false, usagef("--%s without --facet: want the column that is a facet, such as --facet judge", name)
		}
	}
	return false, nil
}

// run reads the table, studies it and prints.
func (f *facetFlags) run(e *env, src *source, out *target, targets []float64, topics []int, confidence float64) error {
	if err := f.check(e, src); err != nil {
		return err
	}
	table, warnings, err := f.read(src)
	if err != nil {
		return err
	}
	opt, err := f.options(table)
	if err != nil {
		return err
	}
	opt.Confidence, opt.Workers = confidence, src.jobs
	study := reports.FacetInput{Measure: table.Measure, Missing: table.Missing, Targets: targets, Warnings: warnings}
	if study.Sizes, err = f.points(table, topics); err != nil {
		return err
	}
	if study.Cost, err = f.costs(table); err != nil {
		return err
	}
	study.Observations = reliability.Observations{Facets: table.Facets, Levels: table.Levels, Scores: table.Scores, Names: table.Names,
		Counts: mapped(table.Names, func(names []string) int { return len(names) })}
	r, err := reports.AssessFacets(study, opt)
	if errors.Is(err, reliability.ErrNestedInEachOther) {
		return usagef("--nested: %v", err)
	}
	if err != nil {
		return &formats.Problem{Pos: formats.Pos{File: src.scores[0]}, Err: err}
	}
	e.warn(r.Warnings)
	if out.format == "json" {
		return writeJSON(e, out, r)
	}
	return writeDoc(e, out, &doc.Doc{Title: "Reliability with facets", Blocks: r.Blocks()})
}

// check finds what is wrong with the command line before anything is read.
func (f *facetFlags) check(e *env, src *source) error {
	switch {
	case src.qrels != "" || len(e.args) > 0 || src.task.name != "":
		return usagef("--facet with runs, judgments or a task: want one table of scores (--scores FILE)")
	case len(src.scores) == 0:
		return usagef("--facet without --scores: want one table of one score a line")
	case len(src.scores) > 1:
		return usagef("--facet with %d files of scores: want one table of one score a line (--scores FILE)", len(src.scores))
	case len(src.measures) > 1:
		return usagef("--facet with %d measures: want one, or --facet measure", len(src.measures))
	case f.standardise != "" && f.oneScale:
		return usagef("both --standardise and --one-scale: want one of them")
	}
	for i, name := range f.facets {
		if strings.EqualFold(name, f.object) || slices.ContainsFunc(f.facets[:i], func(other string) bool { return strings.EqualFold(name, other) }) {
			return usagef("--facet %q: that column is named twice", name)
		}
	}
	var err error
	e.flags.Visit(func(flag *pflag.Flag) {
		if err == nil && !slices.Contains(withFacets, flag.Name) {
			err = usagef("--%s has no effect with --facet: want it left out", flag.Name)
		}
	})
	return err
}
