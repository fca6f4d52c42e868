package reliability

import (
	"fmt"
	"math"
)

// FacetPoint is the D-study at given numbers of levels.
type FacetPoint struct {
	Sizes    map[string]float64 `json:"sizes"`    // by facet: levels for each object and each level of the facets it is nested in
	Universe float64            `json:"universe"` // variance of the objects' true scores, over the fixed facets
	RelErr   float64            `json:"rel_err"`  // σ²(δ), the variance of error in differences between objects
	AbsErr   float64            `json:"abs_err"`  // σ²(Δ), that of error in the scores themselves
	ERho2    float64            `json:"erho2"`    // universe/(universe + rel_err), in [0, 1]
	Phi      float64            `json:"phi"`      // universe/(universe + abs_err), in [0, 1]
}

// At is the D-study at the given numbers of levels of facets; facets that are not named keep the size of the study. An
// effect counts by the facets it is made of, whatever they are called (Brennan 2001, sections 4.1 and 5.1): those of the
// object, and of the object with fixed facets, are what is measured; those of the object with a random facet are the
// relative error; those of random facets without the object are added for the absolute one. Each is divided by the number
// of levels of its facets. Negative estimates count as 0.
//
// It panics if a facet is not there, cannot be separated or is the object, if a number is below 1, or if a fixed facet is
// given other than all of its levels; [FacetStudy.CheckSize] tells before.
func (s FacetStudy) At(sizes map[string]float64) FacetPoint {
	for name, n := range sizes {
		if err := s.CheckSize(name, n); err != nil {
			panic("reliability: " + err.Error())
		}
	}
	var variances []float64
	for _, c := range s.Components {
		if c.Variance != nil {
			variances = append(variances, *c.Variance)
		}
	}
	return s.point(variances, s.sizes(sizes))
}

// CheckSize says what is wrong with n levels of a facet in [FacetStudy.At]; nil if nothing is.
func (s FacetStudy) CheckSize(facet string, n float64) error {
	for i, f := range s.Facets {
		switch {
		case f.Name != facet:
			continue
		case i == 0:
			return fmt.Errorf("%s is the object of measurement: it has no number in a D-study", facet)
		case !f.Separable:
			return fmt.Errorf("the variance of facet %s cannot be separated in these data: no number of its levels can be studied", facet)
		case !(n >= 1 && n <= most):
			return fmt.Errorf("%v levels of facet %s: want 1 to %d", n, facet, most)
		case f.Fixed && n != *f.Size:
			return fmt.Errorf("%v levels of facet %s, which is fixed: want %v, all there are", n, facet, *f.Size)
		}
		return nil
	}
	return fmt.Errorf("%w: %s", ErrUnknownFacet, facet)
}

// sizes are the numbers of levels by facet, of the study where none is given; 1 for the object.
func (s *FacetStudy) sizes(given map[string]float64) []float64 {
	out := make([]float64, len(s.Facets))
	for i, f := range s.Facets {
		out[i] = 1
		if n, ok := given[f.Name]; ok {
			out[i] = n
		} else if f.Size != nil {
			out[i] = *f.Size
		}
	}
	return out
}

// kind says what an effect is in a D-study.
type kind int

const (
	kindNone     kind = iota // a constant, or not separable
	kindUniverse             // of what is measured
	kindRelative             // error of differences, and of scores
	kindAbsolute             // error of scores only
)

func (s *FacetStudy) kind(effect int) kind {
	set, object := s.sets[effect], uint(1)
	random := set&^object&^s.fixed != 0
	switch {
	case set&object != 0 && !random:
		return kindUniverse
	case set&object != 0:
		return kindRelative
	case random:
		return kindAbsolute
	}
	return kindNone
}

// point is At for variances of the separable components.
func (s *FacetStudy) point(variances, sizes []float64) FacetPoint {
	p := FacetPoint{Sizes: make(map[string]float64)}
	for i, f := range s.Facets {
		if f.Size != nil {
			p.Sizes[f.Name] = sizes[i]
		}
	}
	for i, v := range variances {
		v = max(0, v)
		for _, f := range members(s.sets[i]) {
			v /= sizes[f]
		}
		switch s.kind(i) {
		case kindUniverse:
			p.Universe += v
		case kindRelative:
			p.RelErr += v
			p.AbsErr += v
		case kindAbsolute:
			p.AbsErr += v
		}
	}
	p.ERho2, p.Phi = share(p.Universe, p.RelErr), share(p.Universe, p.AbsErr)
	return p
}

// share is a/(a + b) without overflow; 0 if both are.
func share(a, b float64) float64 {
	if a == 0 || math.IsInf(b/a, 1) {
		return 0
	}
	return 1 / (1 + b/a)
}

// FacetPart is one part of an error variance.
type FacetPart struct {
	Effect   string
	Variance float64 // divided by the levels of its facets
}

// RelativeError lists what the relative error as studied is made of; the parts add up to AsStudied.RelErr.
func (s FacetStudy) RelativeError() []FacetPart {
	var out []FacetPart
	sizes := s.sizes(nil)
	for i, c := range s.Components {
		if c.Variance == nil || s.kind(i) != kindRelative {
			continue
		}
		v := *c.Variance
		for _, f := range members(s.sets[i]) {
			v /= sizes[f]
		}
		out = append(out, FacetPart{c.Effect, v})
	}
	return out
}
