package reliability

import (
	"errors"
	"math"
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
