package pooling

import (
	"cmp"
	"math"
	"slices"
)

// gainStep is a step of the gain: of the judged documents, above have at least the grade; size is what the gain grows by.
type gainStep struct {
	above int
	size  float64
}

// linear finds the most of a sum of weight·gain, divided by the same sum in the best order, which depends on how many
// documents have at least each grade only. With n_g holes at grade g or above, the best of these are those whose weights
// differ most between the rankings, so that the difference is
//
//	(D + Σ_g size_g · T(n_g)) / Σ_g size_g · V(N_g + n_g)
//
// with T the sum of the greatest differences of weights, V the sum of weights of the best order, and N_g the judged
// documents with the grade.
func (d *duel) linear(r *reach) {
	deltas := make([]float64, len(d.holes))
	for i, h := range d.holes {
		deltas[i] = d.weight(h.a, len(d.a)) - d.weight(h.b, len(d.b))
	}
	slices.SortFunc(deltas, func(x, y float64) int { return cmp.Compare(y, x) })
	t := make([]float64, len(deltas)+1)
	for i, x := range deltas {
		t[i+1] = t[i] + x
	}
	steps, base := d.gainSteps(), d.weighted(d.a)-d.weighted(d.b)
	whole := 0.0
	for _, s := range steps {
		whole += s.size
	}
	r.curve = make([]float64, len(t))
	if d.fill.Ideal == nil {
		r.most = math.Inf(-1)
		for n := range t {
			r.curve[n] = base + whole*t[n]
			r.most = max(r.most, r.curve[n])
		}
		return
	}
	q := &quotient{base: base, t: t, v: d.idealSums(), steps: steps}
	r.most = math.Inf(-1)
	for n := range t {
		r.curve[n] = q.even(n)
		r.most = max(r.most, r.curve[n])
	}
	if len(steps) > 1 && r.most > 0 {
		r.most = q.climb(r.most)
		d.loosen(r, q, whole)
	}
}

// weight of a rank in a ranking of n documents; 0 where it does not count.
func (d *duel) weight(rank int32, n int) float64 {
	if !d.counts(rank) {
		return 0
	}
	return d.fill.Weight(int(rank), n)
}

// gain of a grade; 0 where there is none.
func (d *duel) gain(grade float64) float64 {
	switch {
	case math.IsNaN(grade):
		return 0
	case !d.fill.Binary:
		return d.fill.Gain(grade)
	case grade >= d.relevantFrom():
		return 1
	}
	return 0
}

// weighted is the sum of weight·gain of the judged documents of a ranking.
func (d *duel) weighted(grades []float64) float64 {
	sum := 0.0
	for i, grade := range grades {
		if g := d.gain(grade); g != 0 {
			sum += g * d.weight(int32(i+1), len(grades))
		}
	}
	return sum
}

// gainSteps are the steps up to the greatest grade: from one grade of a judged document to the next. Between two, all
// grades have the same number of judged documents above, and so the same best number of holes.
func (d *duel) gainSteps() []gainStep {
	above := func(grade float64) int { return firstBelow(d.ideal, grade) }
	if d.fill.Binary {
		return []gainStep{{above(d.relevantFrom()), 1}}
	}
	var out []gainStep
	last := 0.0
	for _, grade := range append(slices.Compact(slices.Sorted(slices.Values(d.ideal))), d.top) {
		if grade > last {
			out = append(out, gainStep{above(grade), d.fill.Gain(grade) - d.fill.Gain(last)})
			last = grade
		}
	}
	return out
}

// idealSums are the sums of the weights of the best order, to each rank from 0.
func (d *duel) idealSums() []float64 {
	v := make([]float64, len(d.ideal)+len(d.holes)+1)
	for i := 1; i < len(v); i++ {
		v[i] = v[i-1]
		if d.counts(int32(i)) {
			v[i] += d.fill.Ideal(i)
		}
	}
	return v
}

// quotient is the difference as a function of how many holes have at least each grade.
type quotient struct {
	base  float64
	t, v  []float64
	steps []gainStep
}

// even is the value where n holes have the greatest grade and all others none; 0 where nothing at all is relevant.
func (q *quotient) even(n int) float64 {
	top, bottom := q.base, 0.0
	for _, s := range q.steps {
		top += s.size * q.t[n]
		bottom += s.size * q.v[s.above+n]
	}
	if bottom == 0 {
		return 0
	}
	return top / bottom
}

// climb goes from a value above 0 that is reached up to the greatest (Dinkelbach, "On nonlinear fractional programming",
// Management Science, 1967). For a given c it takes for each step the n with the most of T(n) − c·V(N+n). Those are
// the n of one filling: a step with more judged documents has smaller weights left in the best order, so that no step
// takes more than the one below it. Below 0 no climb is needed: there the sum of the numerator and |c| times the
// denominator is convex in the gains, and its greatest value has every hole at the greatest grade or at 0.
func (q *quotient) climb(c float64) float64 {
	for {
		top, bottom := q.base, 0.0
		for _, s := range q.steps {
			best, at := math.Inf(-1), 0
			for n := range q.t {
				if x := q.t[n] - c*q.v[s.above+n]; x >= best {
					best, at = x, n
				}
			}
			top += s.size * q.t[at]
			bottom += s.size * q.v[s.above+at]
		}
		if bottom == 0 || top/bottom <= c {
			return c
		}
		c = top / bottom
	}
}

// loosen raises the curve, which has the greatest grade only, to a bound for all grades: the greatest numerator over the
// least denominator, or, below 0, over the greatest.
func (d *duel) loosen(r *reach, q *quotient, whole float64) {
	least := 0.0
	for _, s := range q.steps {
		least += s.size * q.v[s.above]
	}
	for n := range r.curve {
		top := q.base + whole*q.t[n]
		if top < 0 {
			continue
		}
		if least == 0 {
			r.curve[n] = r.most
			continue
		}
		r.curve[n] = max(r.curve[n], top/least)
	}
}
