package stats

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

var tauA = &RankCorrelation{
	Name: "tau-a",
	Doc: "Kendall's τ: concordant pairs less discordant ones, over all pairs. Only where the reference has no ties; " +
		"pairs tied in the other ranking count as neither.",
	Cite:    "kendall1938",
	Compute: TauA,
}

var tauB = &RankCorrelation{
	Name: "tau-b",
	Doc: "Kendall's τ_b: concordant pairs less discordant ones, over the geometric mean of the pairs not tied in either " +
		"ranking. Equal to τ without ties.",
	Cite:    "kendall1945",
	Compute: TauB,
}

var tauAP = &RankCorrelation{
	Name: "tau-ap",
	Doc: "The AP correlation: like τ, but an exchange near the top of the other ranking weighs more. It is not symmetric: " +
		"the first ranking is the reference. Only where neither has ties.",
	Cite:    "yilmaz2008",
	Compute: TauAP,
}

// pairCounts are the pairs of systems by how two rankings order them. Pairs tied in both count in tiedX and tiedY.
type pairCounts struct{ all, concordant, discordant, tiedX, tiedY int }

func countPairs(x, y []float64) pairCounts {
	c := pairCounts{all: len(x) * (len(x) - 1) / 2}
	for i := range x {
		for j := range i {
			if x[i] == x[j] {
				c.tiedX++
			}
			if y[i] == y[j] {
				c.tiedY++
			}
			switch {
			case x[i] == x[j] || y[i] == y[j]:
			case (x[i] > x[j]) == (y[i] > y[j]):
				c.concordant++
			default:
				c.discordant++
			}
		}
	}
	return c
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
	x, y, err := ranking(reference, other)
	if err != nil {
		return 0, err
	}
	c := countPairs(x, y)
	if err := allTied("τ_a", c); err != nil {
		return 0, err
	}
	if c.tiedX > 0 {
		return 0, undefined("τ_a", "systems are tied in the reference; use τ_b")
	}
	return float64(c.concordant-c.discordant) / float64(c.all), nil
}

// TauB is Kendall's τ_b (Biometrika 33, 1945): (C − D)/√((m−t_x)(m−t_y)), with m = k(k−1)/2 and t the pairs tied in one
// ranking. It is undefined if all systems tie in a ranking. Errors and panics are those of [RankCorrelation].
func TauB(reference, other []float64) (float64, error) {
	x, y, err := ranking(reference, other)
	if err != nil {
		return 0, err
	}
	c := countPairs(x, y)
	if err := allTied("τ_b", c); err != nil {
		return 0, err
	}
	untied := math.Sqrt(float64(c.all-c.tiedX)) * math.Sqrt(float64(c.all-c.tiedY))
	return max(-1, min(float64(c.concordant-c.discordant)/untied, 1)), nil
}

// TauAP is the AP correlation of Yilmaz, Aslam and Robertson (SIGIR 2008): with the k systems ordered by other,
// 2/(k−1) · Σ_{i=2..k} C(i)/(i−1) − 1, where C(i) is the number of systems above rank i that the reference too has above
// the system at rank i. It is undefined if two systems tie in either ranking. Errors and panics are those of
// [RankCorrelation].
func TauAP(reference, other []float64) (float64, error) {
	x, y, err := ranking(reference, other)
	if err != nil {
		return 0, err
	}
	switch c := countPairs(x, y); {
	case c.tiedX > 0:
		return 0, undefined("τ_AP", "systems are tied in the reference")
	case c.tiedY > 0:
		return 0, undefined("τ_AP", "systems are tied in the other ranking")
	}
	order := make([]int, len(y))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(y[b], y[a]) })
	sum := 0.0
	for i := 1; i < len(order); i++ {
		above := 0
		for _, j := range order[:i] {
			if x[j] > x[order[i]] {
				above++
			}
		}
		sum += float64(above) / float64(i)
	}
	return 2*sum/float64(len(order)-1) - 1, nil
}
