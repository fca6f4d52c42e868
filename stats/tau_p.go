package stats

import (
	"math"

	"sigrel/stats/dist"
)

// KendallTest is a test of whether two rankings are related at all.
type KendallTest struct {
	TauB  float64  `json:"tau_b"`
	Z     float64  `json:"z"`
	P     float64  `json:"p"`       // two-sided, in (0, 1], by the normal approximation
	Exact *float64 `json:"p_exact"` // two-sided; nil if there are ties, or more than MaxExactKendall systems
}

// MaxExactKendall is the number of systems up to which [KendallP] counts all orders.
const MaxExactKendall = 250

// KendallP tests that two rankings of k systems are unrelated: z is (C − D)/σ, with σ² the variance over all orders of
// one of them, given the ties of both (Kendall, Rank Correlation Methods; without correction for continuity). The
// exact p counts the orders with as few discordant, or as few concordant, pairs. Few readers doubt that two rankings of
// the same systems are related; a small p does not say that they agree well. Errors and panics are those of [TauB].
func KendallP(reference, other []float64) (KendallTest, error) {
	p, err := newRankPair(reference, other)
	if err != nil {
		return KendallTest{}, err
	}
	return p.kendallTest()
}

func (p rankPair) kendallTest() (KendallTest, error) {
	tau, err := p.tauB()
	if err != nil {
		return KendallTest{}, err
	}
	c, k := p.pairs, len(p.x.order)
	z := float64(c.concordant-c.discordant) / math.Sqrt(kendallVariance(k, p.x.sizes, p.y.sizes))
	test := KendallTest{TauB: tau, Z: z, P: max(2*dist.NormalSF(math.Abs(z)), math.SmallestNonzeroFloat64)}
	if c.tiedX == 0 && c.tiedY == 0 && k <= MaxExactKendall {
		exact := max(min(1, 2*inversionsAtMost(k, min(c.concordant, c.discordant))), math.SmallestNonzeroFloat64)
		test.Exact = &exact
	}
	return test, nil
}

// kendallVariance is the variance of C − D over all orders of rankings with these tied groups.
func kendallVariance(k int, tiesX, tiesY []int) float64 {
	n := float64(k)
	x, y := tieSums(tiesX), tieSums(tiesY)
	v := (n*(n-1)*(2*n+5) - x.spread - y.spread) / 18
	v += x.pairs * y.pairs / (2 * n * (n - 1))
	if k > 2 {
		v += x.triples * y.triples / (9 * n * (n - 1) * (n - 2))
	}
	return v
}

// tieTerms are Σ g(g−1), Σ g(g−1)(g−2) and Σ g(g−1)(2g+5) over tied groups.
type tieTerms struct{ pairs, triples, spread float64 }

func tieSums(sizes []int) (s tieTerms) {
	for _, size := range sizes {
		g := float64(size)
		s.pairs += g * (g - 1)
		s.triples += g * (g - 1) * (g - 2)
		s.spread += g * (g - 1) * (2*g + 5)
	}
	return s
}

// inversionsAtMost is the probability that a random order of k systems has at most d discordant pairs, for d up to half
// of the pairs. The system that is added n-th forms 0 to n − 1 of them, each with probability 1/n. All terms are
// positive, and below the middle a window of n counts holds a fair share of the running total it is taken from, so that
// small probabilities keep their digits.
func inversionsAtMost(k, d int) float64 {
	p := make([]float64, d+1) // of exactly i discordant pairs
	p[0] = 1
	total := make([]float64, d+2) // of fewer than i
	for n := 2; n <= k; n++ {
		for i := range p {
			total[i+1] = total[i] + p[i]
		}
		for i := range p {
			p[i] = (total[i+1] - total[max(0, i+1-n)]) / float64(n)
		}
	}
	sum := 0.0
	for _, v := range p {
		sum += v
	}
	return sum
}
