package pooling

import (
	"fmt"
	"math"
	"slices"

	"sigrel/metrics"
	"sigrel/stats/resample"
)

// PairBounds are the bounds of a difference of two runs over every common filling of their holes.
type PairBounds struct {
	Bounds
	// Least and Most bound the difference on each topic. Topics are filled one by one, so that every combination of what
	// is reached on each is reached on all.
	Least, Most []float64
	// Flips is a number of documents of which no fewer, found relevant, can turn the order of the means round or make them
	// equal. FlipsExact says that so many can; else it is a lower bound. Nil if no number can, or none is known: see
	// FlipsKnown.
	Flips      *int
	FlipsExact bool
	FlipsKnown bool
}

// topicBounds are those of one topic.
type topicBounds struct {
	up, down reach // of a − b, and of b − a
}

// Pair bounds the difference of the mean scores of run a and run b, over every common filling of their holes: a document
// that both retrieved gets one grade, and what one retrieved counts among the relevant documents of both. An error has
// [ErrUnbounded] or [ErrTooManyHoles] inside, or is that of the measure's check.
func (h *Holes) Pair(m metrics.Applied, a, b int, whose Whose) (*PairBounds, error) {
	fill, err := h.filling(m)
	if err != nil {
		return nil, err
	}
	if h.recounts(fill, m, a, b, whose) > mostRecounts {
		return nil, fmt.Errorf("%s: %w", m, ErrTooManyHoles)
	}
	topics := make([]topicBounds, len(h.topics))
	resample.Each(len(topics), h.opt.Workers, func(i int) {
		d := h.duel(&h.topics[i], m, fill, a, b, whose)
		topics[i] = topicBounds{d.most(), d.back().most()}
	})
	p := &PairBounds{Bounds: Bounds{Exact: true}}
	for i := range topics {
		t := &topics[i]
		p.Least, p.Most = append(p.Least, exactZero(-t.down.most)), append(p.Most, exactZero(t.up.most))
		p.Now += t.up.now
		p.Lo -= t.down.most
		p.Hi += t.up.most
		p.Exact = p.Exact && t.up.exact && t.down.exact
	}
	p.flips(topics, fill)
	n := float64(len(topics))
	p.Now, p.Lo, p.Hi = p.Now/n, p.Lo/n, p.Hi/n
	return p, nil
}

// mostRecounts bounds the ranks looked at for measures that are scored again for each number of relevant holes: some
// seconds for a pair.
const mostRecounts = 1 << 31

// recounts is how many ranks that takes.
func (h *Holes) recounts(fill metrics.Fill, m metrics.Applied, a, b int, whose Whose) int {
	if fill.Kind != metrics.FillSorted || m.Name == "AP" {
		return 0
	}
	n := 0
	for i := range h.topics {
		t := &h.topics[i]
		holes, ranks := len(t.docs), len(t.lists[a].grades)
		if whose != HolesOfAll {
			holes = len(t.lists[a].holes)
		}
		if b != none {
			ranks += len(t.lists[b].grades)
			if whose == HolesOfBoth {
				holes += len(t.lists[b].holes)
			}
		}
		n += 2 * holes * ranks
	}
	return n
}

// same is the size of a sum of differences that is rounding only.
const same = 1e-12

// exactZero makes rounding 0, so that a topic without a difference counts as such.
func exactZero(x float64) float64 {
	if math.Abs(x) <= same {
		return 0
	}
	return x
}

// flips fills in how many documents it takes. Of each topic's curve only the concave hull counts, whose gains can be taken
// one by one, the greatest of all topics first.
func (p *PairBounds) flips(topics []topicBounds, fill metrics.Fill) {
	gap := math.Abs(p.Now)
	p.FlipsKnown = true
	var gains []float64
	for i := range topics {
		r := &topics[i].up
		if p.Now > 0 {
			r = &topics[i].down
		}
		if r.curve == nil {
			p.FlipsKnown = false
			return
		}
		gains = append(gains, hull(r.curve)...)
	}
	// The gains of a score that is not divided by a best order add up; of the other kind, one document of each topic does it.
	p.FlipsExact = fill.Kind == metrics.FillLinear && fill.Ideal == nil || fill.Kind == metrics.FillFirst
	slices.Sort(gains)
	slices.Reverse(gains)
	sum := 0.0
	for n := 0; ; n++ {
		if sum >= gap-same {
			p.Flips = &n
			return
		}
		if n == len(gains) {
			return
		}
		sum += gains[n]
	}
}

// hull holds the steps of the least concave curve above a rising one: each is at least the next, and all are above 0.
func hull(curve []float64) []float64 {
	type corner struct {
		at    int
		value float64
	}
	corners := []corner{{0, curve[0]}}
	for n := 1; n < len(curve); n++ {
		c := corner{n, curve[n]}
		for len(corners) > 1 {
			x, y := corners[len(corners)-2], corners[len(corners)-1]
			if (y.value-x.value)*float64(c.at-x.at) > (c.value-x.value)*float64(y.at-x.at) {
				break
			}
			corners = corners[:len(corners)-1]
		}
		corners = append(corners, c)
	}
	var out []float64
	for i := 1; i < len(corners); i++ {
		x, y := corners[i-1], corners[i]
		step := (y.value - x.value) / float64(y.at-x.at)
		for range y.at - x.at {
			if step > 0 {
				out = append(out, step)
			}
		}
	}
	return out
}
