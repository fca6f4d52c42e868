package reliability

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"sigrel/stats"
)

// recount is everything again, in the plainest way there is, with integers: scores are in tenths.
func recount(m *mat.Dense, size int, teams []int, alpha float64) (count SwapCount, significant, minor, major int, sensitivity float64) {
	k, n := m.Dims()
	type event struct {
		d       int
		swapped bool
	}
	var events []event
	sum := func(i int, set int) (s int) {
		for t := range n {
			if set>>t&1 == 1 {
				s += int(math.Round(10 * m.At(i, t)))
			}
		}
		return s
	}
	only := func(i, set int) (v []float64) {
		for t := range n {
			if set>>t&1 == 1 {
				v = append(v, m.At(i, t))
			}
		}
		return v
	}
	ones := func(set int) (c int) {
		for ; set > 0; set &= set - 1 {
			c++
		}
		return c
	}
	for a := range 1 << n {
		for b := range 1 << n {
			if a&b != 0 || ones(a) != size || ones(b) != size || a&-a > b&-b {
				continue
			}
			for i := range k {
				for j := i + 1; j < k; j++ {
					if teams != nil && teams[i] == teams[j] {
						continue
					}
					x, y := sum(i, a)-sum(j, a), sum(i, b)-sum(j, b)
					count.Comparisons++
					switch {
					case x == 0 || y == 0:
						count.Ties++
					case x > 0 != (y > 0):
						count.Swaps++
					}
					if x != 0 && y != 0 {
						events = append(events, event{max(x, -x), x > 0 != (y > 0)})
					}
					if p := tTest(only(i, a), only(j, a)); x != 0 && p <= alpha {
						significant++
						if y != 0 && x > 0 != (y > 0) {
							if tTest(only(i, b), only(j, b)) <= alpha {
								major++
							} else {
								minor++
							}
						}
					}
				}
			}
		}
	}
	slices.SortFunc(events, func(x, y event) int { return y.d - x.d })
	sensitivity, swaps := math.NaN(), 0
	for i, e := range events {
		if e.swapped {
			swaps++
		}
		if (i+1 == len(events) || events[i+1].d != e.d) && float64(swaps) <= 0.05*float64(i+1) {
			sensitivity = float64(e.d) / 10 / float64(size)
		}
	}
	return count, significant, minor, major, sensitivity
}

// tTest is the p of the paired t test, by package stats.
func tTest(x, y []float64) float64 {
	r, err := stats.TTest(x, y, stats.Options{})
	if err != nil {
		return 1 // a single topic
	}
	return r.P
}

func TestSwapRatesRecounted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k, n := rapid.IntRange(2, 4).Draw(t, "systems"), rapid.IntRange(4, 7).Draw(t, "topics")
		m := randomScores(t, k, n)
		var teams []int
		if k > 2 && rapid.Bool().Draw(t, "teams") {
			teams = make([]int, k)
			teams[1], teams[k-1] = 1, 1
		}
		opt := SwapOptions{Size: rapid.IntRange(1, n/2).Draw(t, "size"), Alpha: rapid.SampledFrom([]float64{0.05, 0.3}).Draw(t, "alpha"), Teams: teams}
		got, err := SwapRates(m, opt)
		if err != nil {
			t.Fatal(err)
		}
		want, significant, minor, major, sensitivity := recount(m, opt.Size, teams, opt.Alpha)
		if got.Comparisons != want.Comparisons || got.Swaps != want.Swaps || got.Ties != want.Ties {
			t.Fatalf("%+v, want %+v", got.SwapCount, want)
		}
		if got.Significant.Pairs != significant {
			t.Fatalf("%d significant, want %d", got.Significant.Pairs, significant)
		}
		if significant > 0 && opt.Size > 1 {
			if x, y := *got.Significant.Minor*float64(significant), *got.Significant.Major*float64(significant); math.Abs(x-float64(minor))+math.Abs(y-float64(major)) > 1e-6 {
				t.Fatalf("%v minor and %v major conflicts, want %d and %d", x, y, minor, major)
			}
		}
		if s := got.Sensitivity.Absolute; (s == nil) != math.IsNaN(sensitivity) || s != nil && math.Abs(*s-sensitivity) > 1e-9 {
			t.Fatalf("sensitivity %v, want %v", s, sensitivity)
		}
	})
}
