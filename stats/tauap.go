package stats

import "slices"

var tauAP = &RankCorrelation{
	Name: "tau-ap",
	Doc: "The AP correlation: like τ, but an exchange near the top of the other ranking weighs more. It is not symmetric: " +
		"the first ranking is the reference. Only where neither has ties.",
	Cite:    "yilmaz2008",
	Compute: TauAP, of: rankPair.tauAP,
}

var tauAPA = &RankCorrelation{
	Name: "tau-ap-a",
	Doc: "The AP correlation with a true ranking, averaged over all orders of the systems that tie in the other ranking. " +
		"Not symmetric; only where the reference has no ties.",
	Cite:    "urbano2017",
	Compute: TauAPA, of: rankPair.tauAPA,
}

var tauAPB = &RankCorrelation{
	Name: "tau-ap-b",
	Doc: "The AP correlation of two rankings neither of which is the truth: each system is held against those strictly " +
		"above it, in both directions, and the two results are averaged. Symmetric, and both may have ties.",
	Cite:    "urbano2017",
	Compute: TauAPB, of: rankPair.tauAPB,
}

// TauAP is the AP correlation of Yilmaz, Aslam and Robertson (SIGIR 2008): with the k systems ordered by other,
// 2/(k−1) · Σ_{i=2..k} C(i)/(i−1) − 1, where C(i) is the number of systems above rank i that the reference too has above
// the system at rank i. It is undefined if two systems tie in either ranking. Errors and panics are those of
// [RankCorrelation].
func TauAP(reference, other []float64) (float64, error) {
	return compute(rankPair.tauAP, reference, other)
}

func (p rankPair) tauAP() (float64, error) {
	switch {
	case p.pairs.tiedX > 0:
		return 0, undefined("τ_AP", "systems are tied in the reference")
	case p.pairs.tiedY > 0:
		return 0, undefined("τ_AP", "systems are tied in the other ranking")
	}
	return meanTauAP(p.tiers), nil
}

// TauAPA is τ_AP,a of Urbano and Marrero, "The Treatment of Ties in AP Correlation" (ICTIR 2017): the mean of [TauAP]
// over all orders of the systems that tie in other. It is undefined if two systems tie in the reference, or all in the
// other ranking. Errors and panics are those of [RankCorrelation].
func TauAPA(reference, other []float64) (float64, error) {
	return compute(rankPair.tauAPA, reference, other)
}

func (p rankPair) tauAPA() (float64, error) {
	if err := allTied("τ_AP,a", p.pairs); err != nil {
		return 0, err
	}
	if p.pairs.tiedX > 0 {
		return 0, undefined("τ_AP,a", "systems are tied in the reference; use τ_AP,b")
	}
	return meanTauAP(p.tiers), nil
}

// meanTauAP is the mean of τ_AP over all orders of tied systems. A pair that ties in either ranking is concordant in half
// of the orders; a system of a group of g below u others is at each of the ranks u+1 … u+g in 1/g of them.
func meanTauAP(tiers []tier) float64 {
	sum, k := 0.0, 0
	for _, t := range tiers {
		concordant := float64(2*t.concordant+t.level) / float64(2*t.size) // with those above the group, at any one rank
		for slot := range t.size {
			if before := t.above + slot; before > 0 {
				sum += (concordant + float64(slot)/2) / float64(before)
			}
		}
		k += t.size
	}
	return 2*sum/float64(k-1) - 1
}

// TauAPB is τ_AP,b of Urbano and Marrero (ICTIR 2017). In one direction it is 2·mean C(i)/u(i) − 1 over the systems that
// are not in the first group of other, with u(i) the systems strictly above i in other, and C(i) those of them that are
// strictly above i in the reference too; τ_AP,b is the mean of the two directions. It is undefined if all systems tie in
// a ranking. Errors and panics are those of [RankCorrelation].
func TauAPB(reference, other []float64) (float64, error) {
	return compute(rankPair.tauAPB, reference, other)
}

func (p rankPair) tauAPB() (float64, error) {
	if err := allTied("τ_AP,b", p.pairs); err != nil {
		return 0, err
	}
	return (oneWayTauAPB(p.tiers) + oneWayTauAPB(tiersOf(p.y, p.x))) / 2, nil
}

func oneWayTauAPB(tiers []tier) float64 {
	sum, systems := 0.0, 0
	for _, t := range tiers[1:] {
		sum += float64(t.concordant) / float64(t.above)
		systems += t.size
	}
	return 2*sum/float64(systems) - 1
}

// TauAPOrders is [TauAP] over all orders of the systems that tie, in the reference and in the other ranking.
type TauAPOrders struct {
	Mean float64 `json:"mean"`
	Min  float64 `json:"min"`
	Max  float64 `json:"max"`
}

// OrdersOfTauAP gives the mean of τ_AP over all orders of tied systems, each ranking's orders being equally likely, and
// the least and the greatest τ_AP there are. Without ties all three are τ_AP; where only the other ranking has ties, the
// mean is [TauAPA]. It is undefined if all systems tie in a ranking. Errors and panics are those of [RankCorrelation].
func OrdersOfTauAP(reference, other []float64) (TauAPOrders, error) {
	p, err := newRankPair(reference, other)
	if err != nil {
		return TauAPOrders{}, err
	}
	return p.tauAPOrders()
}

func (p rankPair) tauAPOrders() (TauAPOrders, error) {
	if err := allTied("τ_AP", p.pairs); err != nil {
		return TauAPOrders{}, err
	}
	return TauAPOrders{Mean: meanTauAP(p.tiers), Min: extremeTauAP(p.x, p.y, -1), Max: extremeTauAP(p.x, p.y, 1)}, nil
}

// extremeTauAP breaks the ties of each ranking by the other, in its order for the greatest τ_AP (sign 1), against it for
// the least (−1). No other orders go further: for a given y, a pair that ties in x counts most if x orders it as y does,
// and x may do so with all of them. For a given x, let two systems that tie in y follow each other below u others. If x
// has the first one above the second, their part of the sum is C1/u + (C2+1)/(u+1), else C2/u + C1/(u+1), with C1 and
// C2 the systems above that x has above them; as C1 ≤ C2 ≤ C1 + u where x has the first above the second, the first sum
// is never less. And systems that tie in both rankings stay neighbours in both, so that it does not matter which of
// their orders is taken.
func extremeTauAP(x, y groups, sign int) float64 {
	strictX := x.strict(y, sign)
	return meanTauAP(tiersOf(strictX, y.strict(strictX, sign)))
}

// strict is g with its ties broken by the ranking by, or (sign −1) against it, and what ties still by number.
func (g groups) strict(by groups, sign int) groups {
	order := slices.Clone(g.order)
	for above, members := range g.all {
		slices.SortStableFunc(order[above:above+len(members)], func(i, j int) int { return sign * (by.of[i] - by.of[j]) })
	}
	return groupsIn(order, func(i, j int) bool { return false })
}
