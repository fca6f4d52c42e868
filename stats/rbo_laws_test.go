package stats

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// drawnLists are two lists with ties of up to so many items, and maybe of different lengths.
func drawnLists(r *rapid.T, most int, uneven bool) (a, b [][]int) {
	n := rapid.IntRange(1, most).Draw(r, "items")
	m := n
	if uneven {
		m = rapid.IntRange(1, most).Draw(r, "other items")
	}
	cut := func(items []int, what string) (list [][]int) {
		for i, item := range items {
			if i == 0 || rapid.Bool().Draw(r, what) {
				list = append(list, []int{item})
			} else {
				list[len(list)-1] = append(list[len(list)-1], item)
			}
		}
		return list
	}
	all := indices(most + 2)
	return cut(rapid.Permutation(all).Draw(r, "a")[:n], "cut a"), cut(rapid.Permutation(all).Draw(r, "b")[:m], "cut b")
}

// ordersOfTies calls f with every order of the items that the groups allow.
func ordersOfTies(list [][]int, f func([]int)) {
	var fill func(done []int, rest [][]int)
	fill = func(done []int, rest [][]int) {
		if len(rest) == 0 {
			f(done)
			return
		}
		if len(rest[0]) == 0 {
			fill(done, rest[1:])
			return
		}
		for i, item := range rest[0] {
			others := slices.Delete(slices.Clone(rest[0]), i, i+1)
			fill(append(slices.Clone(done), item), append([][]int{others}, rest[1:]...))
		}
	}
	fill(nil, list)
}

// TestRBOOverOrders: RBO^a is the mean of plain RBO over all orders of tied items.
func TestRBOOverOrders(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		a, b := drawnLists(r, 4, false)
		p := rapid.Float64Range(.1, .98).Draw(r, "p")
		got := tiedRBO(t, a, b, p, AverageTies)
		var ext, low, high, sum, n float64
		ordersOfTies(a, func(x []int) {
			ordersOfTies(b, func(y []int) {
				o, err := RBO(x, y, p)
				if err != nil {
					r.Fatal(err)
				}
				ext, low, high, sum, n = ext+o.Ext, low+o.Min, high+o.Max, sum+o.Sum, n+1
			})
		})
		for i, v := range [][2]float64{{got.Ext, ext}, {got.Min, low}, {got.Max, high}, {got.Sum, sum}} {
			if math.Abs(v[0]-v[1]/n) > 1e-13 {
				r.Errorf("value %d of %v and %v: %g, the mean is %g", i, a, b, v[0], v[1]/n)
			}
		}
	})
}

// plainRBO sums the definition over so many depths that nothing is left, for rankings that end in an order that is given.
func plainRBO(a, b []int, p float64) float64 {
	inA, inB := map[int]bool{}, map[int]bool{}
	common, sum, weight := 0, 0.0, 1-p
	for d := range a {
		inA[a[d]], inB[b[d]] = true, true
		if inB[a[d]] {
			common++
		}
		if a[d] != b[d] && inA[b[d]] {
			common++
		}
		sum += weight * float64(common) / float64(d+1)
		weight *= p
	}
	return sum
}

// TestRBOBounds: any way to go on with two lists gives an overlap between Min and Max, and the best and the worst attain
// them.
func TestRBOBounds(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		tiedA, tiedB := drawnLists(r, 6, true)
		a, b := slices.Concat(tiedA...), slices.Concat(tiedB...)
		p := rapid.Float64Range(.1, .9).Draw(r, "p")
		got, err := RBO(a, b, p)
		if err != nil {
			r.Fatal(err)
		}
		const depth = 300 // 0.9^300 is 2e-14
		worst := plainRBO(extended(a, depth, 1000), extended(b, depth, 9000), p)
		if math.Abs(worst-got.Min) > 1e-12 {
			r.Errorf("min of %v and %v: %.15g, want %.15g", a, b, got.Min, worst)
		}
		bestA, bestB := slices.Clone(a), slices.Clone(b)
		for len(bestA) < depth || len(bestB) < depth {
			shorter, other := &bestA, bestB
			if len(bestB) < len(bestA) {
				shorter, other = &bestB, bestA
			}
			next := 1000 + len(bestA) // new to both, and so to be put into both
			for _, item := range other {
				if !slices.Contains(*shorter, item) {
					next = item
					break
				}
			}
			*shorter = append(*shorter, next)
		}
		if best := plainRBO(bestA, bestB, p); math.Abs(best-got.Max) > 1e-12 {
			r.Errorf("max of %v and %v: %.15g, want %.15g", a, b, got.Max, best)
		}
		if !(got.Min <= got.Ext+1e-15 && got.Ext <= got.Max+1e-15) {
			r.Errorf("%+v is not in order", got)
		}
	})
}

func extended(list []int, depth, from int) []int {
	list = slices.Clone(list)
	for len(list) < depth {
		list = append(list, from+len(list))
	}
	return list
}

func TestLawsOfRBO(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		a, b := drawnLists(r, 6, true)
		p := rapid.Float64Range(.001, .9999).Draw(r, "p")
		for _, ties := range []Ties{AverageTies, EqualTies, CorrectedTies} {
			got := tiedRBO(t, a, b, p, ties)
			for i, v := range []float64{got.Ext, got.Min, got.Max, got.Residual, got.Sum} {
				if !(v >= 0 && v <= 1) {
					r.Errorf("value %d of %v and %v, %s, p = %g: %g", i, a, b, ties, p, v)
				}
			}
			if back := tiedRBO(t, b, a, p, ties); back != got {
				r.Errorf("%v and %v, %s: %+v, exchanged %+v", a, b, ties, got, back)
			}
			if self := tiedRBO(t, a, a, p, ties); ties != AverageTies && self.Ext != 1 {
				r.Errorf("%v with itself, %s: %.17g", a, ties, self.Ext)
			}
			renamed := func(list [][]int) (out [][]int) {
				for _, g := range list {
					group := slices.Clone(g)
					for i := range group {
						group[i] = 100 - 3*group[i]
					}
					slices.Reverse(group) // the order inside a group means nothing
					out = append(out, group)
				}
				return out
			}
			if other := tiedRBO(t, renamed(a), renamed(b), p, ties); other != got {
				r.Errorf("%v and %v, %s: %+v, renamed %+v", a, b, ties, got, other)
			}
		}
	})
}

// TestRBOExchanges: in two rankings of the same items, an exchange of neighbours that were in the other's order lowers
// the overlap, and the more the higher it is.
func TestRBOExchanges(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		n := rapid.IntRange(3, 20).Draw(r, "items")
		p := rapid.Float64Range(.3, .95).Draw(r, "p")
		last := 0.0
		for i := range n - 1 {
			b := indices(n)
			b[i], b[i+1] = b[i+1], b[i]
			got, err := RBO(indices(n), b, p)
			if err != nil || got.Ext >= 1 || got.Ext <= last {
				r.Errorf("exchange at rank %d of %d: %g after %g, %v", i+1, n, got.Ext, last, err)
			}
			last = got.Ext
		}
		reversed := indices(n)
		slices.Reverse(reversed)
		got, err := RBO(indices(n), reversed, p)
		if err != nil {
			r.Fatal(err)
		}
		least := ReversedRBO(n, p)
		if math.Abs(got.Ext-least) > 1e-14 {
			r.Errorf("reversed %d: %g, ReversedRBO %g", n, got.Ext, least)
		}
		other, err := RBO(indices(n), rapid.Permutation(indices(n)).Draw(r, "any"), p)
		if err != nil || other.Ext < least-1e-14 {
			r.Errorf("%g is below the least, %g; %v", other.Ext, least, err)
		}
	})
}
