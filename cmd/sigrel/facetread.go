package main

import (
	"slices"
	"strconv"
	"strings"

	"sigrel/metrics/formats"
	"sigrel/reliability"
	"sigrel/stats"
)

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
