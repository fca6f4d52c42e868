package reliability

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"sigrel/stats"
	"sigrel/stats/resample"
)

func TestSwapRatesEnumerated(t *testing.T) {
	want, m := readSplitCase(t)
	got, err := SwapRates(m, SwapOptions{Width: 1.0 / 6}) // one point of a sum over six topics
	if err != nil {
		t.Fatal(err)
	}
	w := want.Swap
	if got.Comparisons != w.Comparisons || got.Swaps != w.Swaps || got.Ties != w.Ties || !got.Exact || got.Splits != 462 {
		t.Errorf("%+v, want %+v", got.SwapCount, w)
	}
	near(t, "rate", *got.Untied, w.Rate, 1e-12)
	near(t, "rate of all", *got.RateAll, w.RateAll, 1e-12)
	if len(got.Bins) != len(w.Bins) {
		t.Errorf("%d bins, want %d", len(got.Bins), len(w.Bins))
	}
	for i, b := range got.Bins {
		if c := w.Bins[strconv.Itoa(i)]; b.Comparisons != c.N || b.Swaps != c.Swaps || b.Ties != c.Ties {
			t.Errorf("sum %d: %+v, want %+v", i, b.SwapCount, c)
		}
	}
}

func TestErrorRates(t *testing.T) {
	want, m := readSplitCase(t)
	for _, w := range want.Errors {
		got, err := ErrorRates(m, w.M, w.Fuzziness, nil, resample.Plan{})
		if err != nil {
			t.Fatal(err)
		}
		if got.Comparisons != w.N || !got.Exact {
			t.Errorf("m = %d: %d comparisons, want %d", w.M, got.Comparisons, w.N)
		}
		near(t, "error rate", got.Error, w.Error, 1e-12)
		near(t, "tie rate", got.Tie, w.Tie, 1e-12)
	}
}

// Scores are whole tenths, and means that differ by just a twentieth of the greater are no ties: recounted with integers.
func TestErrorRatesAtTheBound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const topics, size = 7, 3
		tenths := rapid.SliceOfN(rapid.SliceOfN(rapid.IntRange(0, 10), topics, topics), 2, 4).Draw(t, "tenths")
		m := mat.NewDense(len(tenths), topics, nil)
		for s, row := range tenths {
			for j, x := range row {
				m.Set(s, j, float64(x)/10)
			}
		}
		var all, ties, wrong int
		for a := range tenths {
			for b := range a {
				var wins [2]int
				for set := range subsets(topics, size) {
					x, y := 0, 0
					for _, j := range set {
						x, y = x+tenths[a][j], y+tenths[b][j]
					}
					all++
					switch greater := max(x, y); {
					case x == y || 20*max(x-y, y-x) < greater:
						ties++
					case x > y:
						wins[0]++
					default:
						wins[1]++
					}
				}
				wrong += min(wins[0], wins[1])
			}
		}
		got, err := ErrorRates(m, size, 0.05, nil, resample.Plan{})
		if err != nil {
			t.Fatal(err)
		}
		if n := float64(all); got.Tie != float64(ties)/n || got.Error != float64(wrong)/n {
			t.Fatalf("%+v, want %d ties and %d errors of %d", got, ties, wrong, all)
		}
	})
}

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

// Totals do not depend on the order of systems or topics; nor do bins on that of systems.
func TestSwapRatesKnowNoOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k, n := rapid.IntRange(2, 5).Draw(t, "systems"), rapid.IntRange(4, 7).Draw(t, "topics")
		m := randomScores(t, k, n)
		x, err := SwapRates(m, SwapOptions{})
		if err != nil {
			t.Fatal(err)
		}
		rows, columns := permutation(t, k, "rows"), permutation(t, n, "columns")
		y, err := SwapRates(rearranged(m, rows, columns), SwapOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(x.SwapCount, y.SwapCount); diff != "" {
			t.Fatal(diff)
		}
		if diff := cmp.Diff(x.Errors, y.Errors, approximately(1e-12)); diff != "" {
			t.Fatal(diff)
		}
		identity := make([]int, n)
		for i := range identity {
			identity[i] = i
		}
		if y, err = SwapRates(rearranged(m, rows, identity), SwapOptions{}); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(x, y, approximately(1e-9)); diff != "" {
			t.Fatal(diff)
		}
	})
}

func TestSwapRatesByHand(t *testing.T) {
	// Two systems, four topics: differences 3, 1, −1, −1. Splits 12|34: 4 and −2, a swap; 13|24: 2 and 0, a tie; 14|23
	// likewise.
	m := mat.NewDense(2, 4, []float64{3, 1, 0, 0, 0, 0, 1, 1})
	got, err := SwapRates(m, SwapOptions{Width: 1})
	if err != nil {
		t.Fatal(err)
	}
	if got.Comparisons != 3 || got.Swaps != 1 || got.Ties != 2 || *got.Untied != 1 {
		t.Errorf("%+v", got.SwapCount)
	}
	if b := got.Bins; len(b) != 3 || b[1].Comparisons != 2 || b[1].Ties != 2 || b[1].Untied != nil || b[2].Swaps != 1 || b[0].RateAll != nil {
		t.Errorf("%+v", b)
	}
	if got.Least != nil || got.Sensitivity.Absolute != nil {
		t.Error("no difference is safe here")
	}
}

func TestSwapLeast(t *testing.T) {
	bin := func(lo float64, n, swaps, ties int) SwapBin {
		return SwapBin{Lo: lo, SwapCount: tally{n, swaps, ties}.counted()}
	}
	for _, c := range []struct {
		name string
		bins []SwapBin
		want float64 // −1: none
	}{
		{"all safe", []SwapBin{bin(0, 100, 5, 0)}, 0},
		{"ties do not count", []SwapBin{bin(0, 200, 10, 100), bin(1, 100, 5, 0)}, 1},
		{"a few at the far end do not undo many", []SwapBin{bin(0, 100, 30, 0), bin(1, 1000, 10, 0), bin(2, 1, 1, 0)}, 1},
		{"many do", []SwapBin{bin(0, 100, 30, 0), bin(1, 100, 1, 0), bin(2, 100, 40, 0)}, -1},
		{"empty bins are no answer", []SwapBin{bin(0, 100, 30, 0), bin(1, 0, 0, 0), bin(2, 100, 0, 0)}, 2},
	} {
		got := -1.0
		if v := leastSafe(c.bins); v != nil {
			got = *v
		}
		if got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// Rates made by .4·e^(−.1m) are found again, and what they give beyond.
func TestSwapGrowth(t *testing.T) {
	g := Growth{Lo: 0.02}
	for _, m := range []int{5, 10, 15, 20} {
		swaps := 400_000_000 * math.Exp(-0.1*float64(m))
		g.Sizes = append(g.Sizes, SizeRate{m, tally{1_000_000_000, int(math.Round(swaps)), 0}.counted()})
	}
	g.fit([]SafeAt{{Topics: 20}, {Topics: 40}})
	near(t, "a", *g.A, 0.4, 1e-6) // the counts are whole numbers
	near(t, "b", *g.B, 0.1, 1e-6)
	near(t, "rate at 40", g.At[1], 0.4*math.Exp(-4), 1e-6)
	if safe([]Growth{g}, 0) != nil || *safe([]Growth{g}, 1) != 0.02 {
		t.Error("safe at 40 topics, .0073, and not at 20, .054")
	}
	rising := Growth{Sizes: []SizeRate{{1, tally{100, 10, 0}.counted()}, {2, tally{100, 11, 0}.counted()}, {3, tally{100, 12, 0}.counted()}}}
	if rising.fit(nil); rising.A != nil {
		t.Error("a rate that rises is no exponential decay")
	}
}

func TestSwapEdges(t *testing.T) {
	constant := mat.NewDense(3, 4, []float64{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1})
	got, err := SwapRates(constant, SwapOptions{Fuzziness: DefaultFuzziness})
	if err != nil || got.Comparisons != 9 || got.Ties != 9 || got.Untied != nil || got.Errors[0].Tie != 1 || got.Least != nil {
		t.Errorf("constant matrix: %+v, %v", got, err)
	}
	if _, err := SwapRates(constant, SwapOptions{Teams: []int{1, 1, 1}}); !errors.Is(err, stats.ErrTooFewSystems) {
		t.Errorf("one team: %v", err)
	}
	if _, err := SwapRates(mat.NewDense(2, 3, nil), SwapOptions{}); !errors.Is(err, stats.ErrTooFew) {
		t.Errorf("three topics: %v", err)
	}
	if _, err := SwapRates(mat.NewDense(2, 4, []float64{0, 1, 0, 1, 1, 0, 1, 0}), SwapOptions{Width: 1e-6}); !errors.Is(err, ErrBins) {
		t.Errorf("narrow bins: %v", err)
	}
	// Decimals that tie in exact arithmetic: .1+.2 against .3+0.
	m := mat.NewDense(2, 4, []float64{0.1, 0.2, 0.5, 0.5, 0.3, 0, 0.5, 0.5})
	if got, err := SwapRates(m, SwapOptions{}); err != nil || got.Ties != 1 {
		t.Errorf("ties %d, want 1: %v", got.Ties, err)
	}
}

func TestSwapWidth(t *testing.T) {
	for _, c := range []struct{ lo, hi, want float64 }{{0, 1, 0.01}, {0.2, 0.3, 0.01}, {1, 9, 0.1}, {0, 100, 1}, {-1, 0.5, 0.02}, {0, 450, 5}, {3, 3, 0.01}} {
		if got := SwapWidth(mat.NewDense(1, 2, []float64{c.lo, c.hi})); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("scores from %v to %v: width %v, want %v", c.lo, c.hi, got, c.want)
		}
	}
}

func TestSwapProcessors(t *testing.T) {
	m, _ := readMatrix(t, "cases/reliability/adhoc3.csv")
	var first Swaps
	for i, workers := range []int{1, 3} {
		got, err := SwapRates(m, SwapOptions{Fuzziness: DefaultFuzziness, Plan: resample.Plan{Seed: 3, Replicates: 100, Workers: workers}})
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			first = got
		} else if diff := cmp.Diff(first, got); diff != "" {
			t.Error(diff)
		}
	}
}

func BenchmarkSwapRates(b *testing.B) {
	m := benchMatrix()
	for b.Loop() {
		if _, err := SwapRates(m, SwapOptions{Fuzziness: DefaultFuzziness}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSplit(b *testing.B) {
	m := benchMatrix()
	for b.Loop() {
		if _, err := Split(m, SplitOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}

// benchMatrix has 103 systems and 50 topics, scores to four decimals.
func benchMatrix() *mat.Dense {
	r := resample.Source(1, "bench", 0)
	m := mat.NewDense(103, 50, nil)
	for i := range 103 {
		for j := range 50 {
			m.Set(i, j, float64((r.Uint64()%8000+uint64(i)*20))/10000)
		}
	}
	return m
}

// Differences too near for the cells of a sensitivity count together, and the least of them is given.
func TestSensitivityCells(t *testing.T) {
	c, counts := cells{1000}, make([]cell, numCells)
	for range 19 {
		c.add(counts, 0.1001, false)
	}
	c.add(counts, 0.1, true)
	if v := c.threshold(counts); v == nil || *v != 0.1 {
		t.Errorf("1 of 20 swapped from .1 on: %v", v)
	}
	c.add(counts, 0.1, true)
	if v := c.threshold(counts); v != nil {
		t.Errorf("2 of 21 swapped: %v", *v)
	}
	c.add(counts, 999, false)
	if v := c.threshold(counts); v == nil || *v != 999 {
		t.Errorf("none of 1 swapped from 999 on: %v", v)
	}
}
