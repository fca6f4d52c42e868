package stats

import (
	"cmp"
	"math"
	"slices"

	"sigrel/stats/dist"
	"sigrel/stats/resample"
)

// studentizedLaw is the law of t*: of all draws there are, with their probabilities, or of those drawn, each with the
// weight 1.
type studentizedLaw struct {
	*studentized
	each  func(visit func(m powerSums, weight float64))
	drawn int     // 0 if these are all draws
	lost  float64 // probability of what each leaves out
}

// lawTail is a p with what [Result] says of it.
type lawTail struct {
	p, lo, hi float64
	method    Method
}

// law is exact where that is bearable, by the cheaper of two ways.
func (s *studentized) law(plan resample.Plan) studentizedLaw {
	ways, work := s.ways(), s.work()
	switch {
	case ways <= mostListed && (cellsPerWay*ways <= work || work > mostCounted):
		return s.listed()
	case work <= mostCounted:
		return s.counted()
	}
	return s.drawn(plan)
}

// Limits of the choice.
const (
	mostListed  = 400_000     // draws, without regard to order, that are listed one by one: 10 ms
	mostCounted = 200_000_000 // cells of the tables passed over to count them all: 70 ms
	cellsPerWay = 50          // what one draw of the list costs
)

// share is the p of draws of this weight in total.
func (l studentizedLaw) share(weight float64) float64 {
	if l.drawn > 0 {
		return (weight + 1) / float64(l.drawn+1)
	}
	return min(weight, 1)
}

func (l studentizedLaw) tail(alt Alternative) lawTail {
	weight := 0.0
	l.each(func(m powerSums, w float64) {
		if l.extreme(m, alt) {
			weight += w
		}
	})
	p := l.share(weight)
	switch {
	case l.drawn > 0:
		lo, hi := dist.BinomialLimits(int(weight), l.drawn, limitsConfidence)
		return lawTail{p, lo, hi, MonteCarlo}
	case l.lost > slackShare*p:
		most := l.share(weight + l.lost)
		return lawTail{most, p, most, Numerical}
	}
	return lawTail{p, p, p, Exact}
}

// critical is the greatest v with a share of more than level of the draws at or beyond it; the least there is, if
// rounding finds none. It is not ok if v is infinite, or 0 where no draw, however extreme, has a p of at most level.
// value is what is meant of a draw: t*, its size, or −t*.
func (l studentizedLaw) critical(level float64, value func(powerSums) float64) (v float64, ok bool) {
	if l.share(0) > level {
		return 0, false
	}
	type atom struct{ value, weight float64 }
	likely := dist.StudentQuantile(min(2*level, 0.5), float64(len(l.a)-1)) // most often enough to sort what lies beyond
	for _, least := range []float64{likely, math.Inf(-1)} {
		var atoms []atom
		l.each(func(m powerSums, w float64) {
			if v := value(m); v >= least {
				atoms = append(atoms, atom{v, w})
			}
		})
		slices.SortFunc(atoms, func(a, b atom) int { return cmp.Compare(b.value, a.value) })
		weight := 0.0
		for _, a := range atoms {
			v = a.value
			if weight += a.weight; l.share(weight) > level {
				return v, !math.IsInf(v, 0)
			}
		}
	}
	return v, !math.IsInf(v, 0)
}

// quantiles are those of t* with the given share beyond them; extreme where one is the most extreme of those drawn. Of
// what was drawn they are interpolated as those of [PercentileInterval].
func (l studentizedLaw) quantiles(share float64) (lo, hi float64, extreme, ok bool) {
	if l.drawn == 0 {
		hi, okHi := l.critical(share, l.t)
		lo, okLo := l.critical(share, func(m powerSums) float64 { return -l.t(m) })
		return -lo, hi, false, okLo && okHi
	}
	all := make([]float64, 0, l.drawn)
	l.each(func(m powerSums, _ float64) { all = append(all, l.t(m)) })
	slices.Sort(all)
	lo, extremeLo := interpolated(len(all), share, func(k int) float64 { return all[k-1] })
	hi, extremeHi := interpolated(len(all), share, func(k int) float64 { return all[len(all)-k] })
	return lo, hi, extremeLo || extremeHi, isFinite(lo) && isFinite(hi)
}

func (l studentizedLaw) size(m powerSums) float64 { return math.Abs(l.t(m)) }

// ways is the number of draws without regard to order.
func (s *studentized) ways() float64 {
	value, _ := kinds(s.a)
	ways := 1.0
	for i := 1; i < len(value); i++ {
		ways *= float64(len(s.a)+i) / float64(i)
	}
	return math.Round(ways)
}

// listed goes through all draws there are, without regard to order: each is a number of topics of every kind.
func (s *studentized) listed() studentizedLaw {
	value, count := kinds(s.a)
	n := len(s.a)
	share := make([]float64, len(value))
	for j, c := range count {
		share[j] = float64(c) / float64(n)
	}
	all, weights := make([]powerSums, 0, int(s.ways())), make([]float64, 0, int(s.ways()))
	var choose func(j, placed int, m powerSums, weight float64)
	choose = func(j, placed int, m powerSums, weight float64) {
		last := j == len(value)-1
		for k := 1; ; k++ { // k − 1 topics of kind j so far
			if !last {
				choose(j+1, placed, m, weight)
			}
			if placed == n {
				break
			}
			placed++
			m.add(value[j])
			weight *= share[j] * float64(placed) / float64(k)
		}
		if last {
			all, weights = append(all, m), append(weights, weight)
		}
	}
	choose(0, 0, powerSums{}, 1)
	return studentizedLaw{studentized: s, each: func(visit func(m powerSums, weight float64)) {
		for i, m := range all {
			visit(m, weights[i])
		}
	}}
}

// kinds are the different values of a, ascending, and how many there are of each.
func kinds(a []float64) (value []float64, count []int) {
	for i, v := range slices.Sorted(slices.Values(a)) {
		if i == 0 || v != value[len(value)-1] {
			value, count = append(value, v), append(count, 0)
		}
		count[len(count)-1]++
	}
	return value, count
}
