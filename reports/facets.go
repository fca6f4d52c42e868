package reports

import (
	"errors"
	"fmt"
	"slices"

	"sigrel/reliability"
	"sigrel/stats"
)

// FacetInput is what a study of scores with facets is made of.
type FacetInput struct {
	Observations reliability.Observations
	Measure      string
	Missing      int                  // rows without a score, left out
	Sizes        []map[string]float64 // of the D-study, by facet; nil: a grid
	Cost         *reliability.Cost    // nil: no choice by cost
	Targets      []float64            // of Eρ², for the choice by cost
	Warnings     []stats.Warning      // of reading
}

// Facets is the finding of a study with facets, and what `reliability --facet -f json` prints.
type Facets struct {
	Schema  string `json:"schema"`
	Measure string `json:"measure"` // empty if the data do not say
	reliability.FacetStudy
	Missing     int                      `json:"missing"`      // rows without a score, left out
	Confusion   []FacetShare             `json:"confusion"`    // by random facet: variance of its interaction with the object over that of the object
	ErrorShares []FacetShare             `json:"error_shares"` // by effect: in σ²(δ) as studied; null if that is 0
	Doubled     []FacetDoubled           `json:"doubled"`
	DStudy      []reliability.FacetPoint `json:"dstudy"`
	Budgets     []reliability.Budget     `json:"budgets"` // one a target; null without costs
	NoBudget    string                   `json:"budgets_missing,omitempty"`
	Warnings    []stats.Warning          `json:"warnings"`
}

// FacetShare is a ratio of variances, of a facet or an effect.
type FacetShare struct {
	Name  string   `json:"name"`
	Share *float64 `json:"share"` // null: nothing to divide by
}

// FacetDoubled is Eρ² with twice the levels of one facet.
type FacetDoubled struct {
	Facet string  `json:"facet"`
	Size  float64 `json:"size"`
	ERho2 float64 `json:"erho2"`
}

// AssessFacets studies scores with facets. Errors are those of [reliability.StudyFacets], and of
// [reliability.FacetStudy.CheckSize] for sizes that cannot be studied.
func AssessFacets(in FacetInput, opt reliability.FacetOptions) (*Facets, error) {
	s, err := reliability.StudyFacets(in.Observations, opt)
	if err != nil {
		return nil, err
	}
	f := &Facets{Schema: "sigrel/facets/1", Measure: in.Measure, FacetStudy: s, Missing: in.Missing}
	f.Warnings = append([]stats.Warning{}, in.Warnings...)
	negative := slices.DeleteFunc(slices.Clone(s.Components), func(c reliability.FacetComponent) bool { return c.VarianceRaw == nil || *c.VarianceRaw >= 0 })
	for _, w := range s.Warnings {
		if w.Code == reliability.WarnNegative { // one for each, in their order
			w.Text = fmt.Sprintf("the estimate of the variance of %s is negative, %s, and taken as 0", f.effectTitle(negative[0]), squaredText(*negative[0].VarianceRaw, facetDigits))
			negative = negative[1:]
		}
		f.Warnings = append(f.Warnings, w)
	}
	f.shares()
	for i, facet := range s.Facets {
		if f.varies(i) {
			p := s.At(map[string]float64{facet.Name: 2 * *facet.Size})
			f.Doubled = append(f.Doubled, FacetDoubled{facet.Name, 2 * *facet.Size, p.ERho2})
		}
	}
	sizes := in.Sizes
	if sizes == nil {
		sizes = f.grid()
	}
	for _, at := range sizes {
		for name, n := range at {
			if err := s.CheckSize(name, n); err != nil {
				return nil, err
			}
		}
		f.DStudy = append(f.DStudy, s.At(at))
	}
	return f, f.budget(in)
}

// varies says whether the D-study may change the number of levels of a facet.
func (f *Facets) varies(i int) bool {
	facet := f.Facets[i]
	return i > 0 && facet.Separable && !facet.Fixed
}

// shares are the two sets of ratios that the sentences quote.
func (f *Facets) shares() {
	object := *f.Components[0].Variance
	for i, facet := range f.Facets {
		for _, c := range f.Components {
			if f.varies(i) && len(c.Facets) == 2 && slices.Contains(c.Facets, f.Object) && slices.Contains(c.Facets, facet.Name) && c.Variance != nil {
				f.Confusion = append(f.Confusion, FacetShare{facet.Name, ratio(*c.Variance, object)})
			}
		}
	}
	if f.AsStudied.RelErr == 0 {
		return
	}
	for _, part := range f.RelativeError() {
		f.ErrorShares = append(f.ErrorShares, FacetShare{part.Effect, ratio(part.Variance, f.AsStudied.RelErr)})
	}
}

// grid are the sizes of the printed D-study: of one facet the usual numbers, of two each of a few with each of a few.
func (f *Facets) grid() []map[string]float64 {
	var free []int
	for i := range f.Facets {
		if f.varies(i) {
			free = append(free, i)
		}
	}
	var out []map[string]float64
	switch len(free) {
	case 1:
		for _, n := range gridTopics(int(*f.Facets[free[0]].Size)) {
			out = append(out, map[string]float64{f.Facets[free[0]].Name: float64(n)})
		}
	case 2:
		first, second := f.Facets[free[0]], f.Facets[free[1]]
		if slices.Contains(first.NestedIn, second.Name) || !slices.Contains(second.NestedIn, first.Name) && second.Levels > first.Levels {
			first, second = second, first
		}
		for _, n := range with([]float64{25, 50, 100}, *first.Size) {
			for _, m := range with([]float64{1, 2, 3}, *second.Size) {
				out = append(out, map[string]float64{first.Name: n, second.Name: m})
			}
		}
	default:
		for _, i := range free {
			out = append(out, map[string]float64{f.Facets[i].Name: 2 * *f.Facets[i].Size})
		}
	}
	return out
}

// with adds a whole number to an ascending list.
func with(list []float64, n float64) []float64 {
	if i, found := slices.BinarySearch(list, n); !found && n == float64(int(n)) {
		return slices.Insert(list, i, n)
	}
	return list
}

// budget finds the cheapest numbers for each target.
func (f *Facets) budget(in FacetInput) error {
	if in.Cost == nil {
		return nil
	}
	for _, target := range in.Targets {
		b, err := f.Cheapest(*in.Cost, target)
		if errors.Is(err, reliability.ErrNoChoice) {
			f.NoBudget = err.Error()
			return nil
		}
		if err != nil {
			return err
		}
		f.Budgets = append(f.Budgets, b)
	}
	return nil
}
