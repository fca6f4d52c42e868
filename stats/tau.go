package stats

import (
	"fmt"
	"math"
)

var tauA = &RankCorrelation{
	Name: "tau-a",
	Doc: "Kendall's τ: concordant pairs less discordant ones, over all pairs. Only where the reference has no ties; " +
		"pairs tied in the other ranking count as neither.",
	Cite:    "kendall1938",
	Compute: TauA, of: rankPair.tauA,
}

var tauB = &RankCorrelation{
	Name: "tau-b",
	Doc: "Kendall's τ_b: concordant pairs less discordant ones, over the geometric mean of the pairs not tied in either " +
		"ranking. Equal to τ without ties.",
	Cite:    "kendall1945",
	Compute: TauB, of: rankPair.tauB,
}

// undefined is the error of a coefficient that ties forbid.
func undefined(name, why string) error { return fmt.Errorf("%s is %w: %s", name, ErrUndefined, why) }

func allTied(name string, c pairCounts) error {
	switch c.all {
	case c.tiedX:
		return undefined(name, "all systems are tied in the reference")
	case c.tiedY:
		return undefined(name, "all systems are tied in the other ranking")
	}
	return nil
}

// TauA is Kendall's τ (Biometrika 30, 1938): (C − D)/(k(k−1)/2), with C and D the concordant and discordant pairs of k
// systems. It is undefined if two systems tie in the reference, or all in the other ranking. Errors and panics are those
// of [RankCorrelation].
func TauA(reference, other []float64) (float64, error) {
	return compute(rankPair.tauA, reference, other)
}

func (p rankPair) tauA() (float64, error) {
	if err := allTied("τ_a", p.pairs); err != nil {
		return 0, err
	}
	if p.pairs.tiedX > 0 {
		return 0, undefined("τ_a", "systems are tied in the reference; use τ_b")
	}
	return float64(p.pairs.concordant-p.pairs.discordant) / float64(p.pairs.all), nil
}

// TauB is Kendall's τ_b (Biometrika 33, 1945): (C − D)/√((m−t_x)(m−t_y)), with m = k(k−1)/2 and t the pairs tied in one
// ranking. It is undefined if all systems tie in a ranking. Errors and panics are those of [RankCorrelation].
func TauB(reference, other []float64) (float64, error) {
	return compute(rankPair.tauB, reference, other)
}

func (p rankPair) tauB() (float64, error) {
	c := p.pairs
	if err := allTied("τ_b", c); err != nil {
		return 0, err
	}
	return overRoots(float64(c.concordant-c.discordant), float64(c.all-c.tiedX), float64(c.all-c.tiedY)), nil
}

// overRoots is v/√(ab) in [−1, 1], exactly ±1 where v = ±a = ±b.
func overRoots(v, a, b float64) float64 {
	if a == b {
		return max(-1, min(v/a, 1))
	}
	return max(-1, min(v/(math.Sqrt(a)*math.Sqrt(b)), 1))
}
