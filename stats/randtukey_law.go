package stats

import (
	"fmt"
	"math"
	"slices"

	"sigrel/stats/dist"
	"sigrel/stats/resample"
)

// rangeLaw is the law of the range of the sums under shuffling, in units of the integer matrix, as drawn or exact.
type rangeLaw struct {
	matrix integerMatrix
	ranges []int64   // ascending: of each replicate, or if exact each that there is, once
	tail   []float64 // if exact, P(R ≥ range) of each; else nil
}

// drawRanges draws the ranges of opt.Plan.Count() shufflings, and more while a decision of the pairs at opt.Alpha is open.
func drawRanges(m integerMatrix, pairs []Pair, opt Options) rangeLaw {
	law := rangeLaw{matrix: m}
	rule := newSettling(opt.Alpha, len(pairs))
	asked := opt.Plan.Count()
	drawSettled(opt.Plan, opt.most(asked, mostDrawn(asked)), func(p resample.Plan) {
		var drawn []int64
		for _, block := range resample.Map(p, randomizedTukeyName, m.ranges) {
			drawn = append(drawn, block...)
		}
		drawn = drawn[p.First%resample.BlockSize:]
		slices.Sort(drawn)
		law.ranges = merged(law.ranges, drawn)
	}, func() bool {
		return slices.ContainsFunc(pairs, func(p Pair) bool { return rule.open(law.hits(p.I, p.J), len(law.ranges)) })
	})
	return law
}

// merged is two ascending lists as one.
func merged[T int64 | float64](a, b []T) []T {
	if len(a) == 0 {
		return b
	}
	out := make([]T, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		if b[0] < a[0] {
			a, b = b, a
		}
		out = append(out, a[0])
		a = a[1:]
	}
	return append(append(out, a...), b...)
}

// adjust gives every pair its p and limits. Pairs with equal hits share the work on their limits.
func (l rangeLaw) adjust(pairs []Pair) {
	type limits struct{ lo, hi float64 }
	known := map[int]limits{}
	for i := range pairs {
		p := &pairs[i]
		if l.tail != nil {
			p.Adjusted = l.tail[l.first(p.I, p.J)]
			p.AdjustedLo, p.AdjustedHi = p.Adjusted, p.Adjusted
			continue
		}
		hits := l.hits(p.I, p.J)
		at, ok := known[hits]
		if !ok {
			at.lo, at.hi = dist.BinomialLimits(hits, len(l.ranges), limitsConfidence)
			known[hits] = at
		}
		p.Adjusted, p.AdjustedLo, p.AdjustedHi = float64(hits+1)/float64(len(l.ranges)+1), at.lo, at.hi
	}
}

// first is the index of the first range that reaches the difference of systems i and j.
func (l rangeLaw) first(i, j int) int {
	d := l.matrix.sums[i] - l.matrix.sums[j]
	at, _ := slices.BinarySearch(l.ranges, max(d, -d)-l.matrix.slack)
	return at
}

// hits is the number of drawn ranges that reach the difference of systems i and j.
func (l rangeLaw) hits(i, j int) int { return len(l.ranges) - l.first(i, j) }

// critical is the greatest difference that is not significant at alpha, as a mean; nil if none could be significant. It
// agrees with the pairs, whose p's are there: those that only rounding puts above it lie on it, or below it, just above.
func (l rangeLaw) critical(pairs []Pair, alpha float64) *float64 {
	at, ok := l.notSignificant(alpha)
	if !ok {
		return nil
	}
	c := l.matrix.mean(l.ranges[at])
	for _, p := range pairs {
		if size := math.Abs(p.Result.Estimate); p.Adjusted > alpha {
			c = max(c, size)
		} else if size <= c {
			c = math.Nextafter(size, 0)
		}
	}
	return &c
}

// notSignificant is the index of the greatest range that is not significant at alpha; ok is false where none is greater
// and so no difference could be, unless all ranges are 0.
func (l rangeLaw) notSignificant(alpha float64) (at int, ok bool) {
	last := len(l.ranges) - 1
	if l.tail == nil {
		at = len(l.ranges) - mostReplicates(alpha, len(l.ranges))
		return at, at <= last
	}
	at = last
	for at > 0 && l.tail[at] <= alpha {
		at--
	}
	return at, at < last || l.ranges[last] == 0
}

// hopeless says how small p can be where no difference can be significant.
func (l rangeLaw) hopeless() string {
	if l.tail == nil {
		return fmt.Sprintf("with %d replicates p cannot be less than %.2g", len(l.ranges), 1/float64(len(l.ranges)+1))
	}
	return fmt.Sprintf("with %d topics p cannot be less than %.2g", len(l.matrix.topics), l.tail[len(l.tail)-1])
}
