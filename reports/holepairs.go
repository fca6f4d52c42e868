package reports

import (
	"errors"
	"math"
	"slices"

	"sigrel/metrics"
	"sigrel/reliability/pooling"
	"sigrel/stats"
)

// The verdicts on a pair, and the orders of its means.
const (
	alwaysSignificant = "significant"
	neverSignificant  = "not-significant"
	notDecided        = "not-decided"
	openVerdict       = "open"

	alwaysBetter = "better"
	alwaysWorse  = "worse"
	alwaysEqual  = "equal"
	openOrder    = "open"
)

// tooManyHoles is why there are no bounds where they would take minutes.
const tooManyHoles = "there are too many documents without a judgment to go through their numbers for this measure"

// pairs compares each new run with every other by a measure. The reason says why there are none.
func (f *finder) pairs(m metrics.Applied) (pairs [][]NewPair, reason string, err error) {
	pairs = make([][]NewPair, len(f.fresh))
	for i, u := range f.fresh {
		for r := range f.runs {
			if r == u {
				continue
			}
			if k := slices.Index(f.fresh, r); k >= 0 && k < i {
				pairs[i] = append(pairs[i], reversed(pairs[k], u, f.runs[r].Tag, r))
				continue
			}
			p, err := f.pair(m, u, r)
			if errors.Is(err, pooling.ErrUnbounded) {
				return nil, "no bounds over the labels of unjudged documents are known for this measure", nil
			}
			if errors.Is(err, pooling.ErrTooManyHoles) {
				return nil, tooManyHoles, nil
			}
			if err != nil {
				return nil, "", err
			}
			pairs[i] = append(pairs[i], p)
		}
	}
	return pairs, "", f.decide(pairs)
}

// reversed is the pair with run u, seen from its other run.
func reversed(pairs []NewPair, u int, other metrics.Tag, index int) NewPair {
	p := pairs[slices.IndexFunc(pairs, func(p NewPair) bool { return p.index == u })]
	p.Other, p.index = other, index
	p.Bounds, p.Own = mirror(p.Bounds), mirror(p.Own)
	switch p.Order {
	case alwaysBetter:
		p.Order = alwaysWorse
	case alwaysWorse:
		p.Order = alwaysBetter
	}
	return p
}

func mirror(b pooling.Bounds) pooling.Bounds {
	return pooling.Bounds{Now: 0 - b.Now, Lo: 0 - b.Hi, Hi: 0 - b.Lo, Exact: b.Exact}
}

// pair compares a new run with another; the verdict is left to decide.
func (f *finder) pair(m metrics.Applied, u, r int) (NewPair, error) {
	both, err := f.holes.Pair(m, u, r, pooling.HolesOfBoth)
	if err != nil {
		return NewPair{}, err
	}
	own, err := f.holes.Pair(m, u, r, pooling.HolesOfOne)
	if err != nil {
		return NewPair{}, err
	}
	p := NewPair{Other: f.runs[r].Tag, Bounds: both.Bounds, Own: own.Bounds, Order: orderOf(both.Bounds), Verdict: openVerdict,
		Flips: both.Flips, FlipsExact: both.FlipsExact && both.Flips != nil, FlipsKnown: both.FlipsKnown, index: r}
	d, err := pooling.Decide(f.test, both.Least, both.Most, f.options())
	switch {
	case errors.Is(err, pooling.ErrNotProven):
		f.out.HoleTest.Reason = "where p of the test " + f.test.Name + " is greatest over the labels has not been proved"
		return p, nil
	case errors.Is(err, stats.ErrTooFew):
		f.out.HoleTest.Reason = "a test takes at least two topics"
		return p, nil
	case err != nil:
		return NewPair{}, err
	}
	p.decision = &d
	return p, f.asJudged(&p, m, u, r)
}

// asJudged tests the pair with holes as not relevant.
func (f *finder) asJudged(p *NewPair, m metrics.Applied, u, r int) error {
	i := slices.IndexFunc(f.st.Measures, func(x metrics.Applied) bool { return x.String() == m.String() })
	res, err := f.test.Run(f.st.Scores[i].Row(u), f.st.Scores[i].Row(r), f.options())
	p.p = res.P
	return err
}

// orderOf says what is certain of a difference. Rounding is no difference.
func orderOf(b pooling.Bounds) string {
	const same = 1e-12
	switch {
	case b.Lo > same:
		return alwaysBetter
	case b.Hi < -same:
		return alwaysWorse
	case math.Abs(b.Lo) <= same && math.Abs(b.Hi) <= same:
		return alwaysEqual
	}
	return openOrder
}

// decide corrects p for the number of pairs and settles the verdicts. A correction never lowers a p when one of them
// rises, so that the corrected bounds are bounds of the corrected p.
func (f *finder) decide(pairs [][]NewPair) error {
	var first []*NewPair // each pair once
	for i := range pairs {
		for k := range pairs[i] {
			p := &pairs[i][k]
			if j := slices.Index(f.fresh, p.index); p.decision != nil && (j < 0 || j > i) {
				first = append(first, p)
			}
		}
	}
	if len(first) == 0 {
		return nil
	}
	now, least, most := make([]float64, len(first)), make([]float64, len(first)), make([]float64, len(first))
	for i, p := range first {
		now[i], most[i] = p.p, p.decision.Most
		if p.decision.Least != nil {
			least[i] = *p.decision.Least
		}
	}
	adjust := FindCorrection(f.out.HoleTest.Correction).Adjust
	now, least, most = adjust(now), adjust(least), adjust(most)
	for i, p := range first {
		p.P, p.PHi = &now[i], &most[i]
		if p.decision.Least != nil {
			p.PLo = &least[i]
		}
		p.settle(f.out.HoleTest.Alpha)
	}
	for i, u := range f.fresh { // and the same seen from the other run
		for k := range pairs[i] {
			if j := slices.Index(f.fresh, pairs[i][k].index); j >= 0 && j < i {
				pairs[i][k] = reversed(pairs[j], u, pairs[i][k].Other, pairs[i][k].index)
			}
		}
	}
	return nil
}

// settle is the verdict at a level.
func (p *NewPair) settle(alpha float64) {
	switch {
	case *p.PHi <= alpha:
		p.Verdict = alwaysSignificant
	case p.PLo != nil && *p.PLo > alpha:
		p.Verdict = neverSignificant
	case p.Exact && p.decision.Attained > alpha: // corrected it is no less
		p.Verdict = notDecided
	}
}

// comparisons are the pairs of the official measure whose order labels may turn round.
func (f *finder) comparisons() []pooling.Comparison {
	var out []pooling.Comparison
	means := f.st.Scores[0].Means()
	for i, u := range f.fresh {
		pairs := f.out.New[i].Measures[0].Pairs
		for r := range f.runs {
			if j := slices.Index(f.fresh, r); r == u || j >= 0 && j < i {
				continue
			}
			k := slices.IndexFunc(pairs, func(p NewPair) bool { return p.index == r })
			if k >= 0 && pairs[k].Order == openOrder {
				out = append(out, pooling.Comparison{A: u, B: r, Now: means[u] - means[r]})
			}
		}
	}
	return out
}
