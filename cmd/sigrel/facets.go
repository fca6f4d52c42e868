package main

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"sigrel/metrics/formats"
	"sigrel/reliability"
	"sigrel/reports"
	"sigrel/reports/doc"
	"sigrel/stats"
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

func (f *facetFlags) read(src *source) (*formats.FacetTable, []stats.Warning, error) {
	_, path := splitLabel(src.scores[0])
	r, err := formats.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer r.Close()
	opt := formats.FacetOptions{Object: f.object, Facets: f.facets}
	if len(src.measures) == 1 {
		opt.Measure = src.measures[0]
	}
	table, read, err := formats.ReadFacets(r, path, opt)
	if err != nil {
		return nil, nil, err
	}
	if table.Measure == "" && len(src.measures) == 1 {
		table.Measure = src.measures[0] // what the scores are, where no column says
	}
	warnings := []stats.Warning{}
	for _, w := range read {
		warnings = append(warnings, stats.Warning{Code: w.Code, Text: w.Text})
	}
	return table, warnings, keepObjects(table, src.systems)
}

// keepObjects drops the rows of systems that --systems does not name.
func keepObjects(t *formats.FacetTable, systems []string) error {
	if len(systems) == 0 {
		return nil
	}
	keep := make(map[int32]int32)
	var names []string
	for i, name := range t.Names[0] {
		if slices.Contains(systems, name) {
			keep[int32(i)] = int32(len(names))
			names = append(names, name)
		}
	}
	for _, s := range systems {
		if !slices.Contains(names, s) {
			return usagef("system %q: no score of it; there are %s", s, strings.Join(t.Names[0], ", "))
		}
	}
	kept := 0
	for row, l := range t.Levels[0] {
		if _, ok := keep[l]; !ok {
			continue
		}
		for f := range t.Levels {
			t.Levels[f][kept] = t.Levels[f][row]
		}
		t.Levels[0][kept], t.Scores[kept] = keep[l], t.Scores[row]
		kept++
	}
	for f := range t.Levels {
		t.Levels[f] = t.Levels[f][:kept]
	}
	t.Names[0], t.Scores = names, t.Scores[:kept]
	return nil
}

// facet is the name of a facet as the table has it.
func facet(t *formats.FacetTable, flag, name string) (string, error) {
	for _, f := range t.Facets {
		if strings.EqualFold(f, strings.TrimSpace(name)) {
			return f, nil
		}
	}
	return "", usagef("--%s %q: want one of the facets %s", flag, name, strings.Join(t.Facets[1:], ", "))
}

func (f *facetFlags) options(t *formats.FacetTable) (reliability.FacetOptions, error) {
	opt := reliability.FacetOptions{Object: t.Facets[0], Estimator: f.estimator}
	for _, name := range f.facets {
		if strings.EqualFold(name, opt.Object) {
			return opt, usagef("--facet %s: that is what is measured; want a facet beside it, or another --object", name)
		}
	}
	for _, name := range f.fixed {
		found, err := facet(t, "fixed", name)
		if err != nil {
			return opt, err
		}
		opt.Fixed = append(opt.Fixed, found)
	}
	for _, text := range f.nested {
		inner, outer, ok := strings.Cut(text, ":")
		if !ok {
			return opt, usagef("--nested %q: want two facets, such as judge:topic", text)
		}
		in, err := facet(t, "nested", inner)
		if err != nil {
			return opt, err
		}
		out, err := facet(t, "nested", outer)
		if err != nil {
			return opt, err
		}
		if in == out || in == t.Facets[0] {
			return opt, usagef("--nested %q: want a facet in another", text)
		}
		opt.Nested = append(opt.Nested, reliability.Nesting{Facet: in, In: out})
	}
	for _, name := range t.Facets[1:] {
		if strings.EqualFold(name, "measure") || strings.EqualFold(name, "metric") {
			opt.Measures = name // refused unless standardised
		}
	}
	if f.oneScale && opt.Measures == "" {
		return opt, usagef("--one-scale has no effect without a facet that is called measure: want it left out")
	}
	if f.oneScale {
		opt.Scales = reliability.ScalesAsIs
	}
	if f.standardise != "" {
		found, err := facet(t, "standardise", f.standardise)
		if err != nil {
			return opt, err
		}
		opt.Measures, opt.Scales = found, reliability.ScalesStandardise
	}
	return opt, nil
}

// assignment is one "facet=number".
type assignment struct {
	facet string
	value float64
}

func assignments(t *formats.FacetTable, flag, text string) ([]assignment, error) {
	var out []assignment
	for part := range strings.SplitSeq(text, ",") {
		name, number, ok := strings.Cut(part, "=")
		value, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if !ok || err != nil {
			return nil, usagef("--%s %q: want facet=number, separated by commas", flag, text)
		}
		found, err := facet(t, flag, name)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(out, func(a assignment) bool { return a.facet == found }) {
			return nil, usagef("--%s %q: %s twice", flag, text, found)
		}
		out = append(out, assignment{found, value})
	}
	return out, nil
}

// points are the sizes of the D-study; nil for the grid.
func (f *facetFlags) points(t *formats.FacetTable, topics []int) ([]map[string]float64, error) {
	var out []map[string]float64
	for _, text := range f.sizes {
		list, err := assignments(t, "sizes", text)
		if err != nil {
			return nil, err
		}
		sizes := make(map[string]float64)
		for _, a := range list {
			if a.value != float64(int(a.value)) || a.value < 1 {
				return nil, usagef("--sizes %q: want whole numbers of 1 or more", text)
			}
			sizes[a.facet] = a.value
		}
		out = append(out, sizes)
	}
	for _, n := range topics {
		name, err := facet(t, "topics", "topic")
		if err != nil {
			return nil, err
		}
		out = append(out, map[string]float64{name: float64(n)})
	}
	return out, nil
}

// costs reads --cost: the outer facet first; nil without the flag.
func (f *facetFlags) costs(t *formats.FacetTable) (*reliability.Cost, error) {
	if f.cost == "" {
		return nil, nil
	}
	list, err := assignments(t, "cost", f.cost)
	if err != nil {
		return nil, err
	}
	if len(list) != 2 {
		return nil, usagef("--cost %q: want two facets, such as topic=1,judge=0.5", f.cost)
	}
	c := &reliability.Cost{Outer: list[0].facet, OuterCost: list[0].value, Inner: list[1].facet, InnerCost: list[1].value}
	if !(c.OuterCost >= 0 && c.OuterCost <= 1e12 && c.InnerCost > 0 && c.InnerCost <= 1e12) {
		return nil, usagef("--cost %q: want 0 or more for %s and more than 0 for %s, up to 1e12", f.cost, c.Outer, c.Inner)
	}
	return c, nil
}
