package reliability

import (
	"cmp"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"sigrel/stats"
)

// Errors of a design that no method can study.
var (
	// ErrTwice is inside an error where a cell has two scores.
	ErrTwice = errors.New("two scores of one cell")
	// ErrDisconnected is inside an error where the objects fall into groups that share no level of a facet.
	ErrDisconnected = errors.New("cells that are not connected")
	// ErrNestedObject is inside an error where each object of measurement has one level of a facet only.
	ErrNestedObject = errors.New("object of measurement nested in a facet")
	// ErrNestedInEachOther is inside an error about nestings that go round in a circle.
	ErrNestedInEachOther = errors.New("facets nested in each other")
	// ErrUnknownFacet is inside an error about a name that is no facet.
	ErrUnknownFacet = errors.New("no such facet")
)

// MostFacets is the greatest number of facets, the object of measurement among them: effects double with each.
const MostFacets = 5

// facetDesign is what crosses and what nests. Sets of facets are bits.
type facetDesign struct {
	o         Observations
	object    int
	used      []int  // facets with variance of their own, the object first
	confused  []int  // facets that cannot be told from another, or have one level only
	partner   []uint // of each of them the other facet, or the facets that decide its level together; none: one level
	nest      []uint // of each facet: the facets that it is nested in
	fixed     uint
	effects   []Effect // closed sets, by order; the residual is last
	sets      []uint   // of the effects
	factors   []factor // likewise
	sizes     []float64
	isRegular bool // each combination of levels there once, and as many levels in each nest
}

// newDesign finds the design in the data.
func newDesign(o Observations, opt FacetOptions) (*facetDesign, error) {
	if len(o.Facets) < 2 || len(o.Facets) > MostFacets {
		return nil, fmt.Errorf("%d facets, want 2 to %d, the object of measurement among them", len(o.Facets), MostFacets)
	}
	d := &facetDesign{o: o, nest: make([]uint, len(o.Facets)), sizes: make([]float64, len(o.Facets))}
	if err := d.named(opt); err != nil {
		return nil, err
	}
	if err := d.once(); err != nil {
		return nil, err
	}
	if err := d.findNests(); err != nil {
		return nil, err
	}
	d.findEffects()
	d.measure()
	return d, d.connected()
}

// named looks up the names of the options.
func (d *facetDesign) named(opt FacetOptions) error {
	var err error
	of := func(name string) int {
		i := slices.Index(d.o.Facets, name)
		if i < 0 && err == nil {
			err = fmt.Errorf("%w: %s; there are %s", ErrUnknownFacet, name, strings.Join(d.o.Facets, ", "))
		}
		return max(i, 0)
	}
	d.object = of(cmp.Or(opt.Object, "system"))
	for _, name := range opt.Fixed {
		d.fixed |= 1 << of(name)
	}
	for _, n := range opt.Nested {
		inner, outer := of(n.Facet), of(n.In)
		if err == nil && (inner == outer || inner == d.object) {
			err = fmt.Errorf("%s nested in %s: want a facet that is not the object of measurement, in another", n.Facet, n.In)
		}
		d.nest[inner] |= 1 << outer
	}
	for range d.nest { // a circle is as long at most as there are facets
		for f := range d.nest {
			for _, g := range members(d.nest[f]) {
				d.nest[f] |= d.nest[g]
			}
			if err == nil && d.nest[f]&(1<<f) != 0 {
				err = fmt.Errorf("%w: %s would be within itself", ErrNestedInEachOther, d.o.Facets[f])
			}
		}
	}
	if err == nil && d.fixed&(1<<d.object) != 0 {
		err = fmt.Errorf("%s is the object of measurement and cannot be fixed", d.o.Facets[d.object])
	}
	return err
}

// of is the factor of a set of facets.
func (d *facetDesign) of(set uint) factor { return d.o.factor(members(set)) }

func members(set uint) []int {
	var out []int
	for ; set != 0; set &= set - 1 {
		out = append(out, bits.TrailingZeros(set))
	}
	return out
}

// once is an error if a cell has two scores.
func (d *facetDesign) once() error {
	cells := d.of(1<<len(d.o.Facets) - 1)
	seen := make([]bool, len(cells.count))
	for row, l := range cells.level {
		if seen[l] {
			return fmt.Errorf("%w: %s", ErrTwice, d.cell(row))
		}
		seen[l] = true
	}
	return nil
}

func (d *facetDesign) cell(row int) string {
	parts := make([]string, len(d.o.Facets))
	for f := range parts {
		parts[f] = d.o.name(f, d.o.Levels[f][row])
	}
	return strings.Join(parts, ", ")
}

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

// measure counts the levels of each facet: in its nest, and of it under each object. The size is the harmonic mean of
// the latter.
func (d *facetDesign) measure() {
	cells := 1.0
	d.isRegular = true
	for _, f := range d.used {
		within := d.children(d.nest[f], f)
		cells *= within[0]
		d.isRegular = d.isRegular && slices.Min(within) == slices.Max(within)
		if f == d.object {
			continue
		}
		under := d.children(d.nest[f]|1<<d.object, f)
		var sum float64
		for _, n := range under {
			sum += 1 / n
		}
		if d.sizes[f] = float64(len(under)) / sum; slices.Min(under) == slices.Max(under) {
			d.sizes[f] = under[0]
		}
		if d.fixed&(1<<f) != 0 { // all the levels there are
			d.sizes[f] = slices.Max(within)
		}
	}
	d.isRegular = d.isRegular && float64(len(d.o.Scores)) == cells
}

// children counts, for each level of a set, the levels of facet f that it meets.
func (d *facetDesign) children(parents uint, f int) []float64 {
	parent := d.of(parents)
	out := make([]float64, len(parent.count))
	for _, p := range overlaps(parent, d.of(parents|1<<f)) {
		out[p.a]++
	}
	return out
}

// connected is an error if the objects fall into groups that share no level of some facet: what is between the groups
// then is the objects' or the facet's.
func (d *facetDesign) connected() error {
	object := d.of(1 << d.object)
	for _, f := range d.used[1:] {
		if d.nest[f]&(1<<d.object) != 0 {
			continue // each object has its own levels by design
		}
		group := make([]int32, len(object.count))
		for i := range group {
			group[i] = int32(i)
		}
		find := func(i int32) int32 {
			for group[i] != i {
				i = group[i]
			}
			return i
		}
		facet := d.of(1<<f | d.nest[f])
		first := make(map[int32]int32)
		for row, l := range facet.level {
			o, known := first[l]
			if !known {
				o = object.level[row]
				first[l] = o
			}
			a, b := find(o), find(object.level[row])
			group[max(a, b)] = min(a, b)
		}
		for row, o := range object.level {
			if find(o) != find(object.level[0]) {
				name := func(row int) string { return d.o.name(d.object, d.o.Levels[d.object][row]) }
				return fmt.Errorf("%w: %s and %s share no %s, not even through others", ErrDisconnected, name(0), name(row), d.o.Facets[f])
			}
		}
	}
	return nil
}
