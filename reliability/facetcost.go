package reliability

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// ErrNoChoice is inside an error where there is nothing to choose between: not two random facets with variances.
var ErrNoChoice = errors.New("no choice between two facets")

// Cost is what the levels of two facets cost: each level of Outer, and each level of Inner in each of Outer, such as a
// topic, and one judge's work on a topic.
type Cost struct {
	Outer     string  `json:"outer"`
	Inner     string  `json:"inner"`
	OuterCost float64 `json:"outer_cost"` // 0 or more
	InnerCost float64 `json:"inner_cost"` // above 0
}

// Budget is the choice between more levels of one facet and more of another.
type Budget struct {
	Cost
	Target float64  `json:"target"` // of Eρ²
	Ideal  *float64 `json:"ideal"`  // levels of Inner if parts of levels could be had; null where there is no closed form
	Best   *Design  `json:"best"`   // the cheapest; null if no numbers reach the target
	Table  []Design `json:"table"`  // the least of Outer for each number of Inner
}

// Design is one line of a [Budget].
type Design struct {
	Outer     *int     `json:"outer"` // null: no number reaches the target
	Inner     int      `json:"inner"`
	Judgments *int     `json:"judgments"` // levels of Inner in all levels of Outer
	Cost      *float64 `json:"cost"`
	ERho2     *float64 `json:"erho2"`
}

// mostInner is the number of levels of the inner facet up to which is searched.
const mostInner = 1_000_000

// Cheapest finds the whole numbers of levels of two facets that reach Eρ² ≥ target at the least cost n₁c₁ + n₁n₂c₂. For
// each n₂ the least n₁ is known in closed form; the search over n₂ ends where its costs alone exceed the best found, so
// that the answer is exact. Of equally cheap ones the least n₂ is taken. Without an interaction of the object with the
// inner facet alone, as where that is nested, the ideal is n₂ = √(c₁σ²₁₂/(c₂σ²₁)).
//
// The error wraps [ErrUnknownFacet], or [ErrNoChoice] where the two are not the random facets of the study, or Outer is
// nested in Inner. It panics if the target is not between 0 and 1, or a cost is not as [Cost] says.
func (s FacetStudy) Cheapest(cost Cost, target float64) (Budget, error) {
	if !(target > 0 && target < 1) || !(cost.OuterCost >= 0 && cost.InnerCost > 0) || math.IsInf(cost.OuterCost+cost.InnerCost, 1) {
		panic("reliability: target or costs out of range")
	}
	e, err := s.errorParts(cost)
	if err != nil {
		return Budget{}, err
	}
	b := Budget{Cost: cost, Target: target}
	e.limit = e.universe * (1 - target) / target
	inner := e.search(cost)
	if inner > 0 {
		d := e.design(cost, inner)
		b.Best = &d
	}
	if e.inner == 0 && e.outer > 0 {
		b.Ideal = new(math.Sqrt(cost.OuterCost * e.both / (cost.InnerCost * e.outer)))
	}
	last := max(5, min(inner+2, 12))
	for n := 1; n <= last; n++ {
		b.Table = append(b.Table, e.design(cost, n))
	}
	if inner > last {
		b.Table = append(b.Table, *b.Best)
	}
	return b, nil
}

// errorParts are the relative error at one level of both facets, by what divides it, and the error that is allowed.
type errorParts struct {
	universe           float64
	outer, inner, both float64
	limit              float64
}

func (s *FacetStudy) errorParts(cost Cost) (errorParts, error) {
	place := func(name string) int { return slices.IndexFunc(s.Facets, func(f Facet) bool { return f.Name == name }) }
	outer, inner := place(cost.Outer), place(cost.Inner)
	for i, name := range []string{cost.Outer, cost.Inner} {
		at := []int{outer, inner}[i]
		switch {
		case at < 0:
			return errorParts{}, fmt.Errorf("%w: %s", ErrUnknownFacet, name)
		case !s.Facets[at].Separable:
			return errorParts{}, fmt.Errorf("%w: the variance of facet %s cannot be separated", ErrNoChoice, name)
		case at == 0 || s.Facets[at].Fixed || outer == inner:
			return errorParts{}, fmt.Errorf("%w: %s and %s, want two random facets", ErrNoChoice, cost.Outer, cost.Inner)
		}
	}
	if s.nests[outer]&(1<<inner) != 0 {
		return errorParts{}, fmt.Errorf("%w: %s is nested in %s; want it the other way round", ErrNoChoice, cost.Outer, cost.Inner)
	}
	for i, f := range s.Facets[1:] {
		if i+1 != outer && i+1 != inner && f.Separable && !f.Fixed {
			return errorParts{}, fmt.Errorf("%w: there is %s, too", ErrNoChoice, f.Name)
		}
	}
	var e errorParts
	sizes := s.sizes(map[string]float64{cost.Outer: 1, cost.Inner: 1})
	for i, c := range s.Components {
		if c.Variance == nil {
			continue
		}
		v := *c.Variance
		for _, f := range members(s.sets[i]) {
			v /= sizes[f]
		}
		hasOuter, hasInner := s.sets[i]&(1<<outer) != 0, s.sets[i]&(1<<inner) != 0
		switch k := s.kind(i); {
		case k == kindUniverse:
			e.universe += v
		case k != kindRelative:
		case hasOuter && hasInner:
			e.both += v
		case hasOuter:
			e.outer += v
		default:
			e.inner += v
		}
	}
	return e, nil
}

// need is the least number of levels of the outer facet with n of the inner one; false if none is enough.
func (e errorParts) need(n int) (int, bool) {
	left := e.limit - e.inner/float64(n)
	x := (e.outer + e.both/float64(n)) / left
	if e.universe == 0 || left <= 1e-12*e.limit || !(x <= most) {
		return 0, false
	}
	return max(1, int(math.Ceil(x-1e-9*max(1, x)))), true // rounding error must not add a level
}

// search is the best number of levels of the inner facet; 0 if none reaches the target.
func (e errorParts) search(cost Cost) int {
	if e.universe == 0 {
		return 0
	}
	best, lowest := 0, math.Inf(1)
	fewest := math.Max(1, math.Ceil(e.outer/e.limit-1e-9*max(1, e.outer/e.limit))) // of the outer facet, however many the inner has
	for n := 1; n <= mostInner && fewest*(cost.OuterCost+float64(n)*cost.InnerCost) < lowest; n++ {
		outer, ok := e.need(n)
		if !ok {
			continue
		}
		if c := price(cost, outer, n); c < lowest {
			best, lowest = n, c
		}
	}
	return best
}

func price(cost Cost, outer, inner int) float64 {
	return float64(outer) * (cost.OuterCost + float64(inner)*cost.InnerCost)
}

func (e errorParts) design(cost Cost, inner int) Design {
	d := Design{Inner: inner}
	if outer, ok := e.need(inner); ok {
		o, i := float64(outer), float64(inner)
		d.Outer, d.Judgments, d.Cost = &outer, new(outer*inner), new(price(cost, outer, inner))
		d.ERho2 = new(share(e.universe, e.outer/o+e.inner/i+e.both/(o*i)))
	}
	return d
}
