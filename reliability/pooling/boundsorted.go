package pooling

import (
	"cmp"
	"math"
	"slices"
)

// mostWork bounds the going through of all labels of the shared holes of a topic.
const mostWork = 1 << 15

// sorted finds the most of measures that depend on the ranks of the relevant documents and on their number. With n
// relevant among the holes the one ranking scores most with its uppermost holes relevant, and the other least with as
// many as can be outside of it and the rest its lowermost: moving a relevant document up never lowers a score. Without
// shared holes one filling does both. With few, all their labels are gone through; with many, the bound for each n is one
// that no filling need reach.
func (d *duel) sorted(r *reach) {
	var shared, single []hole
	for _, h := range d.holes {
		if d.counts(h.a) && d.counts(h.b) {
			shared = append(shared, h)
		} else {
			single = append(single, h)
		}
	}
	s := d.setting()
	r.curve = s.curve(d.holes)
	r.most = slices.Max(r.curve)
	if d.m.Name == "Bpref" {
		r.curve = nil // judged and not relevant counts too, so that a part of a filling is another thing
	}
	switch {
	case len(shared) == 0:
	case len(shared) > mostShared || len(d.holes)<<len(shared) > mostWork:
		r.exact = false
	default:
		r.most = math.Inf(-1)
		for set := range 1 << len(shared) {
			r.most = max(r.most, slices.Max(s.with(shared, set).curve(single)))
		}
	}
}

// setting is a duel with some of its holes labelled.
type setting struct {
	*duel
	a, b             []float64
	relevant, judged int // documents of the topic
}

func (d *duel) setting() *setting {
	return &setting{d, d.a, d.b, firstBelow(d.ideal, d.relevantFrom()), len(d.ideal)}
}

// firstBelow is how many of decreasing grades are at least level.
func firstBelow(ideal []float64, level float64) int {
	n, _ := slices.BinarySearchFunc(ideal, level, func(x, l float64) int {
		if x >= l {
			return -1
		}
		return 1
	})
	return n
}

// with labels holes: those in the set are relevant, the others not.
func (s *setting) with(holes []hole, set int) *setting {
	out := &setting{s.duel, slices.Clone(s.a), slices.Clone(s.b), s.relevant, s.judged + len(holes)}
	for i, h := range holes {
		g := 0.0
		if set>>i&1 == 1 {
			g = s.relevantFrom()
			out.relevant++
		}
		out.a[h.a-1], out.b[h.b-1] = g, g
	}
	return out
}

// curve is, for each number of relevant documents among the holes, the most of the one score minus the least of the other.
func (s *setting) curve(holes []hole) []float64 {
	var ranksA, ranksB []int32
	for _, h := range holes {
		if s.counts(h.a) {
			ranksA = append(ranksA, h.a)
		}
		if s.counts(h.b) {
			ranksB = append(ranksB, h.b)
		}
	}
	slices.Sort(ranksA)
	slices.SortFunc(ranksB, func(x, y int32) int { return cmp.Compare(y, x) })
	apart := len(holes) - len(ranksB) // holes outside of the other ranking
	if s.m.Name == "AP" {
		return s.precisions(ranksA, ranksB, len(holes), apart)
	}
	return s.recount(holes, ranksA, ranksB, apart)
}

// precisions is curve for average precision, in a time that grows with the holes and ranks only.
func (s *setting) precisions(ranksA, ranksB []int32, holes, apart int) []float64 {
	most, least := s.growing(s.a, ranksA), s.growing(s.b, ranksB)
	out := make([]float64, holes+1)
	for n := range out {
		if all := s.relevant + n; all > 0 {
			out[n] = (most[min(n, len(ranksA))] - least[max(0, n-apart)]) / float64(all)
		}
	}
	return out
}

// growing is the sum of precisions at the relevant ranks of a ranking, as one rank after another, from the top down or
// from the bottom up, becomes relevant too.
func (s *setting) growing(grades []float64, ranks []int32) []float64 {
	k := len(grades)
	if s.fill.K > 0 {
		k = min(k, s.fill.K)
	}
	above := make([]int, k+1)        // relevant to each rank
	inverses := make([]float64, k+2) // sum of 1/rank over the relevant from each rank on
	for i := range k {
		above[i+1] = above[i]
		if grades[i] >= s.relevantFrom() {
			above[i+1]++
		}
	}
	out := make([]float64, len(ranks)+1)
	for i := k; i > 0; i-- {
		inverses[i] = inverses[i+1]
		if above[i] > above[i-1] {
			inverses[i] += 1 / float64(i)
			out[0] += float64(above[i]) / float64(i)
		}
	}
	down := len(ranks) < 2 || ranks[0] < ranks[1]
	added := 0.0 // of 1/rank over the ranks added below
	for n, rank := range ranks {
		higher, lower := above[rank-1], inverses[rank]
		if down {
			higher += n
		} else {
			lower += added
			added += 1 / float64(rank)
		}
		out[n+1] = out[n] + float64(higher+1)/float64(rank) + lower
	}
	return out
}

// recount is curve by scoring again for each number.
func (s *setting) recount(holes []hole, ranksA, ranksB []int32, apart int) []float64 {
	a, b := slices.Clone(s.a), slices.Clone(s.b)
	for _, h := range holes {
		if h.a > 0 {
			a[h.a-1] = 0
		}
		if h.b > 0 {
			b[h.b-1] = 0
		}
	}
	level := s.relevantFrom()
	ideal := make([]float64, s.judged+len(holes))
	for i := range s.relevant {
		ideal[i] = level
	}
	out := make([]float64, len(holes)+1)
	for n := range out {
		if n > 0 {
			ideal[s.relevant+n-1] = level
			if n <= len(ranksA) {
				a[ranksA[n-1]-1] = level
			}
			if n > apart {
				b[ranksB[n-apart-1]-1] = level
			}
		}
		out[n] = s.m.Value(s.judgedBy(a, ideal)) - s.m.Value(s.judgedBy(b, ideal))
	}
	return out
}
