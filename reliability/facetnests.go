package reliability

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"sigrel/stats"
)

// decides says whether each level of set a has one level of set b only.
func (d *facetDesign) decides(a, b uint) bool { return len(d.of(a|b).count) == len(d.of(a).count) }

// findNests settles which facets are used, and what each is nested in.
func (d *facetDesign) findNests() error {
	object := uint(1) << d.object
	if n := len(d.of(object).count); n < 2 {
		return fmt.Errorf("%w: %d, want at least 2", stats.ErrTooFewSystems, n)
	}
	own := func(f int) uint { return 1<<f | d.nest[f] }
	twin := func(f int) uint { // an earlier facet with the same levels under other names
		for _, g := range d.used[1:] {
			if d.decides(own(f), own(g)) && d.decides(own(g), own(f)) {
				return 1 << g
			}
		}
		return 0
	}
	d.used = []int{d.object}
	for f := range d.o.Facets {
		switch {
		case f == d.object:
		case len(d.of(own(f)).count) < 2:
			d.confused, d.partner = append(d.confused, f), append(d.partner, 0)
		case twin(f) != 0:
			d.confused, d.partner = append(d.confused, f), append(d.partner, twin(f))
		case d.decides(object, own(f)):
			return fmt.Errorf("%w: each %s has one %s only; %ss that are to be compared must share levels of every facet",
				ErrNestedObject, d.o.Facets[d.object], d.o.Facets[f], d.o.Facets[d.object])
		default:
			d.used = append(d.used, f)
		}
	}
	if len(d.used) < 2 {
		return fmt.Errorf("%w: no facet has two levels; want two at least (resample the documents inside the topic instead)", stats.ErrTooFew)
	}
	for _, f := range d.used[1:] {
		for _, g := range d.used {
			if f != g && d.decides(own(f), 1<<g) {
				d.nest[f] |= 1 << g
			}
		}
		for _, g := range d.confused {
			d.nest[f] &^= 1 << g
		}
	}
	for range d.used { // what is nested in a nested facet is nested in its nest
		for _, f := range d.used[1:] {
			for _, g := range members(d.nest[f]) {
				d.nest[f] |= d.nest[g]
			}
		}
	}
	d.fold()
	if !slices.ContainsFunc(d.used[1:], func(f int) bool { return d.fixed&(1<<f) == 0 }) {
		return fmt.Errorf("%w: all facets with levels to compare are fixed, want one that is a sample", ErrAllFixed)
	}
	return nil
}

// fold sets aside each facet that has one level only in each level of its nest, such as a judge of one system and topic
// alone: its effect is that of the nest.
func (d *facetDesign) fold() {
	for i := len(d.used) - 1; i > 0; i-- {
		f := d.used[i]
		if d.nest[f] == 0 || !d.decides(d.nest[f], 1<<f) {
			continue
		}
		d.used = slices.Delete(d.used, i, i+1)
		d.confused, d.partner = append(d.confused, f), append(d.partner, d.nest[f])
		for _, g := range d.used {
			d.nest[g] &^= 1 << f
		}
	}
}

// findEffects lists the sets that hold with each facet what it is nested in, smaller ones first: what a set includes comes
// before it. The set of all facets is the residual: there is one score a cell.
func (d *facetDesign) findEffects() {
	var all uint
	for _, f := range d.used {
		all |= 1 << f
	}
	rank := func(f int) int { return slices.Index(d.used, f) }
	heads := func(set uint) []int { // those that no other is nested in
		out := slices.DeleteFunc(members(set), func(f int) bool {
			return slices.ContainsFunc(members(set), func(g int) bool { return d.nest[g]&(1<<f) != 0 })
		})
		slices.SortFunc(out, func(a, b int) int { return rank(a) - rank(b) })
		return out
	}
	for set := uint(1); set <= all; set++ {
		if set&^all == 0 && !slices.ContainsFunc(members(set), func(f int) bool { return d.nest[f]&^set != 0 }) {
			d.sets = append(d.sets, set)
		}
	}
	slices.SortFunc(d.sets, func(a, b uint) int {
		ha, hb := heads(a), heads(b)
		return cmp.Or(bits.OnesCount(a)-bits.OnesCount(b), len(ha)-len(hb), slices.CompareFunc(ha, hb, func(f, g int) int { return rank(f) - rank(g) }))
	})
	for _, set := range d.sets {
		order := heads(set)
		for _, f := range d.used {
			if set&(1<<f) != 0 && !slices.Contains(order, f) {
				order = append(order, f)
			}
		}
		e := Effect{Facets: order}
		names := make([]string, len(order))
		for i, f := range order {
			names[i] = d.o.Facets[f]
		}
		if e.Name = strings.Join(names, ":"); set == all {
			e.Name = EffectResidual
		}
		d.effects, d.factors = append(d.effects, e), append(d.factors, d.of(set))
	}
}
