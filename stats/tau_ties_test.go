package stats

import (
	"errors"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func countPairs(x, y []float64) pairCounts { return pairUp(groupsOf(x), groupsOf(y)).pairs }

// drawnRankings are two scorings of two to most systems with ties, not all of them tied in either.
func drawnRankings(r *rapid.T, most int) (x, y []float64) {
	n := rapid.IntRange(2, most).Draw(r, "systems")
	draw := func(what string) []float64 {
		v := rapid.SliceOfN(rapid.Float64Range(0, 3), n, n).Draw(r, what)
		for i := range v {
			v[i] = math.Floor(v[i])
		}
		if slices.Min(v) == slices.Max(v) {
			v[0]++
		}
		return v
	}
	return draw("x"), draw("y")
}

// listOf is a ranking as a list of its tied groups.
func listOf(scores []float64) (list [][]int) {
	for _, members := range groupsOf(scores).all {
		list = append(list, members)
	}
	return list
}

// strictly calls f with every order of the systems that the ties of v allow, as scores without ties.
func strictly(v []float64, f func([]float64)) {
	ordersOfTies(listOf(v), func(order []int) {
		strict := make([]float64, len(v))
		for at, i := range order {
			strict[i] = -float64(at)
		}
		f(strict)
	})
}

// plainTauAP takes the definition at its word.
func plainTauAP(x, y []float64) float64 {
	order := indices(len(y))
	slices.SortFunc(order, func(i, j int) int {
		if y[i] > y[j] {
			return -1
		}
		return 1
	})
	sum := 0.0
	for at := 1; at < len(order); at++ {
		above := 0
		for _, j := range order[:at] {
			if x[j] > x[order[at]] {
				above++
			}
		}
		sum += float64(above) / float64(at)
	}
	return 2*sum/float64(len(order)-1) - 1
}

// TestTauAPOverOrders counts all orders of tied systems in both rankings.
func TestTauAPOverOrders(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		x, y := drawnRankings(r, 5)
		got, err := OrdersOfTauAP(x, y)
		if err != nil {
			r.Fatal(err)
		}
		least, most, sum, n := 1.0, -1.0, 0.0, 0.0
		strictly(x, func(x []float64) {
			strictly(y, func(y []float64) {
				v := plainTauAP(x, y)
				least, most, sum, n = min(least, v), max(most, v), sum+v, n+1
			})
		})
		for i, v := range [][2]float64{{got.Mean, sum / n}, {got.Min, least}, {got.Max, most}} {
			if math.Abs(v[0]-v[1]) > 1e-13 {
				r.Errorf("value %d of %v and %v: %.15g, want %.15g", i, x, y, v[0], v[1])
			}
		}
		a, err := TauAPA(x, y)
		if strict := len(groupsOf(x).sizes) == len(x); strict != (err == nil) || err != nil && !errors.Is(err, ErrUndefined) {
			r.Errorf("τ_AP,a: %g, %v", a, err)
		} else if strict && math.Abs(a-got.Mean) > 1e-14 {
			r.Errorf("τ_AP,a = %g, the mean is %g", a, got.Mean)
		}
	})
}

// TestPairsCounted compares the counts in k log k with those of a look at each pair.
func TestPairsCounted(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		x, y := drawnRankings(r, 30)
		want := pairCounts{}
		for i := range x {
			for j := range i {
				want.all++
				switch dx, dy := x[i]-x[j], y[i]-y[j]; {
				case dx == 0 && dy == 0:
					want.tiedBoth++
					want.tiedX++
					want.tiedY++
				case dx == 0:
					want.tiedX++
				case dy == 0:
					want.tiedY++
				case dx*dy > 0:
					want.concordant++
				default:
					want.discordant++
				}
			}
		}
		if got := countPairs(x, y); got != want {
			r.Errorf("%+v, want %+v", got, want)
		}
	})
}

// TestLawsOfTiedRankings: what holds for all coefficients with ties.
func TestLawsOfTiedRankings(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		x, y := drawnRankings(r, 8)
		for _, c := range rankCorrelations {
			v, err := c.Compute(x, y)
			if err != nil {
				continue
			}
			if !(v >= -1 && v <= 1) {
				r.Errorf("%s = %g", c.Name, v)
			}
			grown := make([]float64, len(y))
			for i := range y {
				grown[i] = math.Exp(y[i])
			}
			if other, err := c.Compute(x, grown); err != nil || other != v {
				r.Errorf("%s: %g becomes %g, %v", c.Name, v, other, err)
			}
			switch c.Name {
			case "tau-b", "tau-ap-b", "spearman":
				if back, err := c.Compute(y, x); err != nil || !agree(back, v) {
					r.Errorf("%s: %g, exchanged %g, %v", c.Name, v, back, err)
				}
			}
			switch c.Name {
			case "tau-a", "tau-b", "spearman":
				if turned, err := c.Compute(x, negated(y)); err != nil || !agree(turned, -v) {
					r.Errorf("%s: %g, turned %g, %v", c.Name, v, turned, err)
				}
				if self, err := c.Compute(y, y); c.Name != "tau-a" && (err != nil || self != 1) {
					r.Errorf("%s of a ranking with itself: %.17g, %v", c.Name, self, err)
				}
			}
		}
	})
}

// TestTauAPCases: the ircor program of the paper's authors, 15 digits.
func TestTauAPCases(t *testing.T) {
	type numbers struct {
		X, Y []float64
		A    *float64 `json:"tauAP_a"`
		B    *float64 `json:"tauAP_b"`
	}
	var doc struct {
		Set1, Set2, Set3 map[string]numbers
		Readme           numbers
		Same             numbers `json:"small5_identity"`
		Reverse          numbers `json:"small5_reverse"`
		Top              numbers `json:"small5_swap_top"`
		Bottom           numbers `json:"small5_swap_bottom"`
	}
	sharedJSON(t, "cases/reliability/rankcorr_expected.json", &doc)
	cases := map[string]numbers{"readme": doc.Readme, "same": doc.Same, "reverse": doc.Reverse, "top": doc.Top, "bottom": doc.Bottom}
	for i, set := range []map[string]numbers{doc.Set1, doc.Set2, doc.Set3} {
		for kind, n := range set {
			cases[kind+string(rune('1'+i))] = n
		}
	}
	if len(cases) != 14 {
		t.Errorf("%d cases", len(cases))
	}
	for name, n := range cases {
		a, err := TauAPA(n.X, n.Y)
		if (err == nil) != (n.A != nil) {
			t.Errorf("%s: τ_AP,a = %g, %v", name, a, err)
		} else if err == nil {
			nearAbs(t, name+" τ_AP,a", a, *n.A, 2e-15)
		}
		b, err := TauAPB(n.X, n.Y)
		if err != nil {
			t.Error(name, err)
		}
		nearAbs(t, name+" τ_AP,b", b, *n.B, 2e-15)
	}
}

// TestTauAPTies: as TestTauAPCases, one ranking of it with ties in the other ranking, and in both.
func TestTauAPTies(t *testing.T) {
	x := []float64{.897, .372, .908, .898, .661, .062, .177, .384, .498, .992}
	tiedX := []float64{.9, .4, .9, .9, .7, .1, .2, .4, .5, 1}
	y := []float64{.8, .4, .8, 1, .7, .1, .4, .5, .6, 1}
	for _, c := range []struct {
		f    func(x, y []float64) (float64, error)
		x    []float64
		want float64
	}{{TauAPA, x, .74537037037037}, {TauAPB, x, .775462962962963}, {TauAPB, tiedX, .732142857142857}} {
		got, err := c.f(c.x, y)
		if err != nil {
			t.Fatal(err)
		}
		nearAbs(t, "τ_AP", got, c.want, 1e-14)
	}
}

// TestTiedMeans is B51: the counts by enumeration, z and p by R 4.2 (cor.test) and scipy 1.10.1.
func TestTiedMeans(t *testing.T) {
	full := []float64{.412, .398, .377, .377, .350, .301, .288, .210}
	reduced := []float64{.380, .391, .360, .355, .355, .290, .290, .205}
	orders, err := OrdersOfTauAP(full, reduced)
	if err != nil {
		t.Fatal(err)
	}
	nearAbs(t, "mean τ_AP", orders.Mean, .613095, 5e-7)
	nearAbs(t, "least τ_AP", orders.Min, .523810, 5e-7)
	nearAbs(t, "greatest τ_AP", orders.Max, .714286, 5e-7)
	test, err := KendallP(full, reduced)
	if err != nil {
		t.Fatal(err)
	}
	nearAbs(t, "z", test.Z, 2.91151459, 5e-9)
	nearAbs(t, "p", test.P, .00359681, 5e-9)
	nearAbs(t, "τ_b", test.TauB, .86807906, 5e-9)
	if test.Exact != nil {
		t.Errorf("an exact p in spite of ties: %g", *test.Exact)
	}
}

func BenchmarkTauB(b *testing.B) {
	x := floats(indices(1000))
	y := slices.Clone(x)
	for i := range y {
		y[i] += float64(i * 7919 % 50)
	}
	for _, c := range rankCorrelations {
		if c.Name != "tau-b" && c.Name != "tau-ap-b" {
			continue
		}
		b.Run(c.Name+", 1000 systems", func(b *testing.B) {
			for b.Loop() {
				if _, err := c.Compute(x, y); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
