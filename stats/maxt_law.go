package stats

import (
	"slices"

	"sigrel/stats/dist"
	"sigrel/stats/resample"
)

// relabelling is a way to relabel the scores of all contrasts at once.
type relabelling interface {
	// draw makes the replicates of a block from replicate first on.
	draw(b resample.Block, first int) tally
	// all makes every relabelling once; ok is false where they are too many.
	all(workers int) (t tally, ok bool)
	// most bounds the replicates worth drawing where so many are asked for.
	most(asked int) int
}

// tally is what a maxT family keeps of relabelled scores.
type tally struct {
	maxima []float64 // of each relabelling: the greatest r of all contrasts
	counts []int     // of each contrast: relabellings in which the greatest r up to it, ascending, reaches its threshold
}

// add takes up more relabellings; maxima stay sorted.
func (t *tally) add(others ...tally) {
	var maxima []float64
	for _, o := range others {
		maxima = append(maxima, o.maxima...)
		if t.counts == nil {
			t.counts = make([]int, len(o.counts))
		}
		for c, count := range o.counts {
			t.counts[c] += count
		}
	}
	slices.Sort(maxima)
	t.maxima = merged(t.maxima, maxima)
}

// maxTLaw is the law of the greatest t under relabelling, as drawn or exact, and what it says of the contrasts.
type maxTLaw struct {
	tally
	contrasts []contrast
	exact     bool
	stepDown  bool
	rule      settling
}

// newMaxTLaw goes through all relabellings, or draws until the decisions of the contrasts at opt.Alpha are settled.
func newMaxTLaw(by relabelling, contrasts []contrast, stepDown bool, opt Options) maxTLaw {
	plan := opt.Plan
	l := maxTLaw{contrasts: contrasts, stepDown: stepDown, rule: newSettling(opt.Alpha, len(contrasts))}
	if all, ok := by.all(plan.Workers); ok {
		l.exact = true
		l.add(all)
		return l
	}
	drawSettled(plan, opt.most(plan.Count(), by.most(plan.Count())), func(p resample.Plan) {
		l.add(resample.Map(p, maxTName, func(b resample.Block) tally { return by.draw(b, p.First) })...)
	}, func() bool { return slices.Contains(l.open(), true) })
	return l
}

// hits is the number of relabellings that count against contrast c.
func (l *maxTLaw) hits(c int) int {
	if l.stepDown {
		return l.counts[c]
	}
	at, _ := slices.BinarySearch(l.maxima, l.contrasts[c].threshold)
	return len(l.maxima) - at
}

// adjusted is the p of a contrast with so many hits, and its limits.
func (l *maxTLaw) adjusted(hits int) (p, lo, hi float64) {
	n := len(l.maxima)
	if l.exact {
		p = float64(hits) / float64(n)
		return p, p, p
	}
	lo, hi = dist.BinomialLimits(hits, n, limitsConfidence)
	return float64(hits+1) / float64(n+1), lo, hi
}

// adjust gives the p of each contrast with its limits. Step-down p's never fall as the observed t falls.
func (l *maxTLaw) adjust() (p, lo, hi []float64) {
	n := len(l.contrasts)
	p, lo, hi = make([]float64, n), make([]float64, n), make([]float64, n)
	for c := n - 1; c >= 0; c-- {
		if hits := l.hits(c); c+1 < n && hits == l.hits(c+1) {
			p[c], lo[c], hi[c] = p[c+1], lo[c+1], hi[c+1]
		} else {
			p[c], lo[c], hi[c] = l.adjusted(hits)
		}
		if l.stepDown && c+1 < n {
			p[c], lo[c], hi[c] = max(p[c], p[c+1]), max(lo[c], lo[c+1]), max(hi[c], hi[c+1])
		}
	}
	return p, lo, hi
}

// open tells which decisions the draws leave open. Stepping down, one that is settled above α settles all after it; those
// after an open one are open too.
func (l *maxTLaw) open() []bool {
	out := make([]bool, len(l.contrasts))
	if l.exact {
		return out
	}
	before := false
	for c := len(out) - 1; c >= 0; c-- {
		hits := l.hits(c)
		open := l.rule.open(hits, len(l.maxima))
		if l.stepDown {
			if !open && float64(hits) > l.rule.alpha*float64(len(l.maxima)) {
				break
			}
			open = open || before
			before = open
		}
		out[c] = open
	}
	return out
}

// critical is the greatest r that is not significant at alpha; ok is false where none greater can be.
func (l *maxTLaw) critical(alpha float64) (r float64, ok bool) {
	n := len(l.maxima)
	if !l.exact {
		allowed := mostReplicates(alpha, n)
		if allowed == 0 {
			return 0, false
		}
		r = l.maxima[n-allowed]
		return r, r < 1-shareSlack
	}
	allowed := 0 // relabellings with a greater maximum
	for allowed+1 < n && float64(allowed+1)/float64(n) <= alpha {
		allowed++
	}
	r = l.maxima[n-1-allowed]
	return r, r < l.maxima[n-1]-shareSlack && r < 1-shareSlack || l.maxima[n-1] == 0
}
