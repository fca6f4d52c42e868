package reliability

import (
	"fmt"
	"slices"
	"strings"

	"sigrel/stats"
)

// FacetOptions say what the facets are. The zero value measures systems and takes all other facets as random.
type FacetOptions struct {
	Object     string    // the facet that is measured; default "system"
	Nested     []Nesting // beyond what the data show: levels that are named alike under different levels of another
	Fixed      []string  // facets whose levels are all there are
	Estimator  Estimator
	Measures   string // the facet whose levels are on scales of their own; none if empty
	Scales     Scales // what to do with them
	Confidence float64
	Workers    int // 0: all processors; never changes a result
}

// Nesting says that the levels of a facet under different levels of another are different, whatever they are called.
type Nesting struct{ Facet, In string }

// Facet is one facet of a study.
type Facet struct {
	Name      string   `json:"facet"`
	Levels    int      `json:"levels"`
	NestedIn  []string `json:"nested_in"`
	Fixed     bool     `json:"fixed"`
	Separable bool     `json:"separable"` // false: its variance cannot be told from that of another facet, or it has one level
	Twin      string   `json:"twin"`      // the facet it cannot be told from, or the facets whose combination it cannot, joined by " × "; empty if there is none
	Size      *float64 `json:"size"`      // levels under one object and one level of its nest, the harmonic mean; null for the object and what is not separable
}

// FacetComponent is the share of one effect in the variance of the scores. Df, sums and mean squares and the standard
// error are there only where the data are balanced; without a variance the effect cannot be separated.
type FacetComponent struct {
	Effect      string   `json:"effect"` // facets joined by colons, in a nested effect the nested one first; EffectResidual
	Facets      []string `json:"facets"`
	Levels      int      `json:"levels"`
	DF          *int     `json:"df"`
	SS          *float64 `json:"ss"`
	MS          *float64 `json:"ms"`
	Variance    *float64 `json:"variance"`     // VarianceRaw, or 0 where that is negative; what the coefficients use
	VarianceRaw *float64 `json:"variance_raw"` // the estimate
	SE          *float64 `json:"se"`           // standard error of VarianceRaw if the effects are normal
	Share       *float64 `json:"share"`        // of Variance in the sum over the effects, in [0, 1]
}

// FacetStudy is the analysis of scores with facets. Its methods are the D-study.
type FacetStudy struct {
	Object       string           `json:"object"`
	Design       string           `json:"design"` // such as "system × (judge:topic)"
	Facets       []Facet          `json:"facets"` // the object first
	Observations int              `json:"observations"`
	Balanced     bool             `json:"balanced"` // each combination once, and as many levels in each nest
	Estimator    Estimator        `json:"estimator"`
	Components   []FacetComponent `json:"components"`
	Estimators   []FacetEstimates `json:"estimators"` // side by side; null where the data are balanced and nothing is negative, as all agree
	AsStudied    FacetPoint       `json:"as_studied"` // at the sizes of the facets
	Interval     *FacetInterval   `json:"erho2_interval"`
	NoInterval   string           `json:"erho2_interval_missing,omitempty"` // why Interval is null
	Standardised bool             `json:"standardised"`                     // the scores of each level of the measures' facet, to mean 0 and variance 1
	Warnings     []stats.Warning  `json:"warnings"`
	sets         []uint           // of Components; bits are places in Facets
	nests        []uint           // of Facets
	fixed        uint
}

// Codes of the warnings that [StudyFacets] gives, besides those of [Study].
const (
	WarnInseparable = "not-separable"     // facets whose variance cannot be told from that of others
	WarnUnbalanced  = "unbalanced"        // cells missing or unequal numbers of levels
	WarnLevels      = "few-levels"        // a random facet with two levels
	WarnDiffer      = "estimators-differ" // by more than a tenth
	WarnEstimator   = "estimator-missing" // one that could not be computed
)

// StudyFacets splits the variance of the scores by all effects of a design, random but for those named: one facet beside
// the object, as [Study] has it, or several, crossed or nested, with cells missing or not. What nests is found in the
// data: judges nest in topics if none judged two, topics in judges if none was judged by two.
//
// Balanced data are analysed by mean squares (Brennan, Generalizability Theory, 2001, chapters 3 and 5), others by
// Henderson's method 1, with MINQUE(0) and REML beside it. A facet with one level, or with one level in each level of
// another, has no variance of its own in the data: its component is null, and the study is that of the other facets.
//
// The error wraps stats.ErrTooFewSystems for fewer than two objects, stats.ErrTooFew where no facet has two levels,
// [ErrTwice], with the cell, where one has two scores, [ErrDisconnected], [ErrNestedObject], [ErrNestedInEachOther], [ErrUnknownFacet],
// [ErrScales], [ErrConfounded], [ErrNoVariance], stats.ErrNotFinite or stats.ErrRange. It panics if lengths or levels do not fit.
func StudyFacets(o Observations, opt FacetOptions) (FacetStudy, error) {
	if err := o.check(); err != nil {
		return FacetStudy{}, err
	}
	d, err := newDesign(o, opt)
	if err != nil {
		return FacetStudy{}, err
	}
	if d.o, err = standardised(o, opt); err != nil {
		return FacetStudy{}, err
	}
	s := d.describe()
	s.Standardised = opt.Measures != "" && opt.Scales == ScalesStandardise
	if err := s.estimate(d, opt.Estimator); err != nil {
		return FacetStudy{}, err
	}
	s.AsStudied = s.At(nil)
	s.jackknife(d, opt)
	s.Warnings = append(s.Warnings, s.warnings()...)
	return s, nil
}

// describe fills in all but the estimates.
func (d *facetDesign) describe() FacetStudy {
	s := FacetStudy{Object: d.o.Facets[d.object], Observations: len(d.o.Scores), Balanced: d.isRegular, Warnings: []stats.Warning{}}
	place := make([]int, len(d.o.Facets)) // in s.Facets
	order := append([]int{d.object}, slices.DeleteFunc(seq(len(d.o.Facets)), func(f int) bool { return f == d.object })...)
	for i, f := range order {
		place[f] = i
	}
	moved := func(set uint) (out uint) {
		for _, f := range members(set) {
			out |= 1 << place[f]
		}
		return out
	}
	s.fixed = moved(d.fixed)
	for _, f := range order {
		facet := Facet{Name: d.o.Facets[f], Levels: len(d.of(1<<f | d.nest[f]).count), NestedIn: []string{},
			Fixed: d.fixed&(1<<f) != 0, Separable: !slices.Contains(d.confused, f)}
		for _, g := range members(d.nest[f]) {
			facet.NestedIn = append(facet.NestedIn, d.o.Facets[g])
		}
		if i := slices.Index(d.confused, f); i >= 0 {
			var twin []string
			for _, g := range members(d.partner[i]) {
				twin = append(twin, d.o.Facets[g])
			}
			facet.Twin = strings.Join(twin, " × ")
		}
		if facet.Separable && f != d.object {
			facet.Size = &d.sizes[f]
		}
		s.Facets = append(s.Facets, facet)
		s.nests = append(s.nests, moved(d.nest[f]))
	}
	for i, e := range d.effects {
		c := FacetComponent{Effect: e.Name, Levels: len(d.factors[i].count)}
		for _, f := range e.Facets {
			c.Facets = append(c.Facets, d.o.Facets[f])
		}
		s.Components = append(s.Components, c)
		s.sets = append(s.sets, moved(d.sets[i]))
	}
	for _, f := range d.confused {
		s.Components = append(s.Components, FacetComponent{Effect: d.o.Facets[f], Facets: []string{d.o.Facets[f]}, Levels: len(d.of(1<<f | d.nest[f]).count)})
		s.sets = append(s.sets, 0)
	}
	s.Design = s.design()
	return s
}

func seq(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// design is the notation of Brennan: "system × topic × judge", "system × (judge:topic)".
func (s *FacetStudy) design() string {
	var parts []string
	for i, f := range s.Facets {
		shown := false // with what is nested in it
		for j, nest := range s.nests {
			shown = shown || s.Facets[j].Separable && nest&(1<<i) != 0
		}
		if !f.Separable || shown {
			continue
		}
		if len(f.NestedIn) > 0 {
			parts = append(parts, "("+f.Name+":"+strings.Join(f.NestedIn, ":")+")")
			continue
		}
		parts = append(parts, f.Name)
	}
	return strings.Join(parts, " × ")
}

func (s *FacetStudy) warnings() []stats.Warning {
	var out []stats.Warning
	warn := func(code, format string, args ...any) {
		out = append(out, stats.Warning{Code: code, Text: fmt.Sprintf(format, args...)})
	}
	for i, f := range s.Facets {
		switch {
		case !f.Separable && f.Twin == "":
			warn(WarnInseparable, "the variance of facet %s cannot be separated: it has one level only, which is part of every score", f.Name)
		case !f.Separable:
			warn(WarnInseparable, "the variance of facet %s cannot be separated from that of %s: each %s goes with one %s of its own", f.Name, f.Twin, f.Twin, f.Name)
		case i == 0 && f.Levels == 2:
			warn(WarnFew, "2 %ss: too few for a variance that means much", f.Name)
		case i > 0 && !f.Fixed && f.Levels < 3:
			warn(WarnLevels, "facet %s has %d levels: its components are hardly known", f.Name, f.Levels)
		}
	}
	if !s.Balanced {
		warn(WarnUnbalanced, "cells are missing or levels unequal in number: the variances are estimated by %s", s.Estimator.Title())
	}
	for _, c := range s.Components {
		if c.VarianceRaw != nil && *c.VarianceRaw < 0 {
			warn(WarnNegative, "the estimate of the variance of effect %s is negative, %.4g, and taken as 0", c.Effect, *c.VarianceRaw)
		}
	}
	for _, e := range s.Estimators {
		if e.Variances == nil {
			warn(WarnEstimator, "no estimate by %s: %s", e.Estimator.Title(), e.Reason)
		}
	}
	if names := s.differ(); len(names) > 0 {
		why := "what is missing may not be missing by chance, or the data say little about it"
		if s.Balanced {
			why = "a negative estimate is cut off by one, and weighs on the others' by another"
		}
		warn(WarnDiffer, "the estimators differ by more than a tenth on %s: %s", strings.Join(names, ", "), why)
	}
	if len(s.Estimators) == 1 && s.Estimator == EstimatorANOVA {
		s.Estimators = nil
	}
	return out
}
