package pooling

import (
	"math"
	"slices"

	"sigrel/metrics"
)

// A filling gives every hole, a retrieved document without a judgment, a grade from 0 to the greatest of the collection.
// A duel is the difference of two rankings' scores on one topic under every common filling of their holes: a document
// that both retrieved gets one grade, and a relevant one counts in the best order of both. Its greatest value is found
// without going through the fillings; where that takes a bound that no filling need reach, the bound says so. The least
// value is that of the duel the other way round, and the bounds of a single score those of a duel with an empty ranking.
type duel struct {
	m     metrics.Applied
	fill  metrics.Fill
	a, b  []float64 // grades by rank, NaN where there is none
	holes []hole
	ideal []float64 // grades of the judged documents, decreasing
	level float64   // least relevant grade of the judgments
	top   float64   // greatest grade that a hole can get
}

// hole is a document by its ranks, from 1; 0 where it was not retrieved.
type hole struct{ a, b int32 }

// reach is how far a difference can rise.
type reach struct {
	now   float64 // without any filling
	most  float64
	exact bool // some filling reaches most
	// curve[n] is a bound of what n documents found relevant can make of the difference, for n from 0; the last entry
	// holds for all n above. Nil where nothing of the kind is known.
	curve []float64
}

// back is the duel the other way round.
func (d *duel) back() *duel {
	r := *d
	r.a, r.b = d.b, d.a
	r.holes = make([]hole, len(d.holes))
	for i, h := range d.holes {
		r.holes[i] = hole{h.b, h.a}
	}
	return &r
}

// judgedBy puts what a measure sees together.
func (d *duel) judgedBy(gains, ideal []float64) metrics.Judged {
	return metrics.Judged{Gains: gains, Ideal: ideal, Level: d.level, Top: d.top}
}

// relevantFrom is the least grade that the measure takes as relevant.
func (d *duel) relevantFrom() float64 {
	if d.m.Args.Level > 0 {
		return float64(d.m.Args.Level)
	}
	return d.level
}

// now is the difference as judged.
func (d *duel) now() float64 {
	return d.m.Value(d.judgedBy(d.a, d.ideal)) - d.m.Value(d.judgedBy(d.b, d.ideal))
}

// most is the greatest difference under any filling, or as judged: only for Bpref is that not among the fillings.
func (d *duel) most() reach {
	r := reach{now: d.now(), exact: true}
	if len(d.holes) == 0 {
		r.most, r.curve = r.now, []float64{r.now}
		return r
	}
	switch d.fill.Kind {
	case metrics.FillLinear:
		d.linear(&r)
	case metrics.FillFirst:
		d.first(&r)
	case metrics.FillSorted:
		d.sorted(&r)
	case metrics.FillStopping:
		d.stopping(&r)
	}
	r.most = max(r.most, r.now) // for rounding, and for Bpref, where no grade at all is not the same as grade 0
	for n := range r.curve {
		if n == 0 {
			r.curve[0] = r.now
			continue
		}
		r.curve[n] = min(max(r.curve[n], r.curve[n-1]), r.most)
	}
	return r
}

// counts says whether a rank plays a part.
func (d *duel) counts(rank int32) bool { return rank > 0 && (d.fill.K == 0 || int(rank) <= d.fill.K) }

// first: one document found relevant does all that can be done. Any others among the filled can be taken back: that
// leaves the first relevant rank of the one ranking as it is, and does not raise that of the other.
func (d *duel) first(r *reach) {
	worth := func(rank int, n int) float64 {
		if rank > n || !d.counts(int32(rank)) {
			return 0
		}
		return d.fill.Weight(rank, n)
	}
	atA, atB := firstRank(d.a, d.relevantFrom()), firstRank(d.b, d.relevantFrom())
	r.most = r.now
	for _, h := range d.holes {
		if !d.counts(h.a) {
			continue
		}
		b := atB
		if h.b > 0 {
			b = min(b, int(h.b))
		}
		r.most = max(r.most, worth(min(atA, int(h.a)), len(d.a))-worth(b, len(d.b)))
	}
	r.curve = []float64{r.now, r.most}
}

// firstRank is the rank of the first grade of at least level, or one that no ranking has.
func firstRank(grades []float64, level float64) int {
	if i := slices.IndexFunc(grades, func(g float64) bool { return g >= level }); i >= 0 {
		return i + 1
	}
	return math.MaxInt32
}

// mostShared is the greatest number of shared holes whose labels are gone through one by one.
const mostShared = 10

// stopping: a document of one ranking only is best at the greatest grade, one of the other only at 0. The difference is
// linear in the gain of each shared document, so that its greatest value has them at one end or the other; where they are
// too many to go through, each ranking gets its own best case.
func (d *duel) stopping(r *reach) {
	a, b := slices.Clone(d.a), slices.Clone(d.b)
	var shared []hole
	for _, h := range d.holes {
		switch {
		case d.counts(h.a) && d.counts(h.b):
			shared = append(shared, h)
		case h.a > 0:
			a[h.a-1] = d.top
		}
	}
	value := func() float64 { return d.m.Value(d.judgedBy(a, d.ideal)) - d.m.Value(d.judgedBy(b, d.ideal)) }
	if len(shared) > mostShared {
		for _, h := range shared {
			a[h.a-1] = d.top
		}
		r.most, r.exact = value(), false
	} else {
		r.most = math.Inf(-1)
		for set := range 1 << len(shared) {
			for i, h := range shared {
				g := 0.0
				if set>>i&1 == 1 {
					g = d.top
				}
				a[h.a-1], b[h.b-1] = g, g
			}
			r.most = max(r.most, value())
		}
	}
	r.curve = []float64{r.now, r.most}
}
