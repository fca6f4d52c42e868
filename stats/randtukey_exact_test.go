package stats

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"gonum.org/v1/gonum/mat"

	"sigrel/stats/resample"
)

// enumerateRanges counts, over all shufflings within topics, those whose range of sums reaches each pair's difference.
// The scores are whole numbers.
func enumerateRanges(topics [][]int) (reached map[[2]int]int, all int) {
	observed := make([]int, len(topics[0]))
	for _, topic := range topics {
		for i, v := range topic {
			observed[i] += v
		}
	}
	reached = map[[2]int]int{}
	shuffleAll(topics, func(shuffled [][]int) {
		all++
		sums := make([]int, len(observed))
		for _, topic := range shuffled {
			for i, v := range topic {
				sums[i] += v
			}
		}
		spread := slices.Max(sums) - slices.Min(sums)
		for _, p := range AllPairs(len(sums)) {
			if d := observed[p[0]] - observed[p[1]]; spread >= max(d, -d) {
				reached[p]++
			}
		}
	})
	return reached, all
}

// shuffleAll visits all (k!)^n ways to shuffle n topics of k scores.
func shuffleAll(topics [][]int, visit func(shuffled [][]int)) {
	shuffled := make([][]int, len(topics))
	for t, topic := range topics {
		shuffled[t] = make([]int, len(topic))
	}
	var place func(t, at int, left []int)
	place = func(t, at int, left []int) {
		switch {
		case len(left) > 0:
			for c, v := range left {
				shuffled[t][at] = v
				place(t, at+1, slices.Delete(slices.Clone(left), c, c+1))
			}
		case t+1 < len(topics):
			place(t+1, 0, topics[t+1])
		default:
			visit(shuffled)
		}
	}
	place(0, 0, topics[0])
}

// wholeScores have few ways to be shuffled, and ties.
var wholeScores = [][][]int{
	{{6, 5, 1}, {4, 4, 2}, {7, 3, 3}, {2, 0, 1}, {9, 8, 4}, {1, 3, 0}},
	{{6, 5, 1, 2}, {4, 4, 2, 0}, {7, 3, 3, 1}, {5, 5, 0, 9}},
	{{1, 0}, {3, 1}, {2, 2}, {5, 3}, {0, 1}, {7, 2}, {4, 1}},
}

// scaledTopics is the matrix of whole scores times a unit, with a level of each topic that cancels, but for rounding.
func scaledTopics(topics [][]int, unit float64) *mat.Dense {
	m := mat.NewDense(len(topics[0]), len(topics), nil)
	for n, topic := range topics {
		for i, v := range topic {
			m.Set(i, n, float64(v)*unit+float64(n)*unit)
		}
	}
	return m
}

// TestRandomizedTukeyEnumerated: against all shufflings, with ties, of whole tenths and of numbers on no lattice that
// tie in the same way; and drawn ones, within 5 standard errors and the limits.
func TestRandomizedTukeyEnumerated(t *testing.T) {
	for _, topics := range wholeScores {
		reached, all := enumerateRanges(topics)
		for _, unit := range []float64{0.1, math.Pi / 100, 1e-7 / 3, 1e5 / 3.1} {
			scores := scaledTopics(topics, unit)
			f, err := RandomizedTukey(scores, Options{Test: tTest})
			if err != nil {
				t.Fatal(err)
			}
			if f.Replicates != 0 {
				t.Errorf("%d replicates drawn", f.Replicates)
			}
			law := drawRanges(newIntegerMatrix(scores), f.Pairs, Options{Alpha: .05})
			drawn := slices.Clone(f.Pairs)
			law.adjust(drawn)
			for i, p := range f.Pairs {
				want := float64(reached[[2]int{p.I, p.J}]) / float64(all)
				near(t, "p", p.Adjusted, want, 1e-15)
				if p.AdjustedLo != p.Adjusted || p.AdjustedHi != p.Adjusted {
					t.Errorf("limits %g, %g of an exact p", p.AdjustedLo, p.AdjustedHi)
				}
				b, d := float64(len(law.ranges)), drawn[i]
				nearAbs(t, "drawn p", d.Adjusted, want, 5*math.Sqrt(want*(1-want)/b)+1/b)
				if want < d.AdjustedLo || want > d.AdjustedHi { // one in a thousand by chance; not with this seed
					t.Errorf("%g is outside the limits %g, %g", want, d.AdjustedLo, d.AdjustedHi)
				}
			}
		}
	}
}

// TestAtAlpha: at α the p of a pair the pair is significant, at less it is not, and its interval says so, also where ties are
// ties of real numbers.
func TestAtAlpha(t *testing.T) {
	for _, topics := range wholeScores {
		for _, unit := range []float64{.1, math.Pi / 100, 1e-7 / 3, 1e5 / 3.1} {
			scores := scaledTopics(topics, unit)
			for _, run := range []func(*mat.Dense, Options) (Family, error){RandomizedTukey, MaxT} {
				f, err := run(scores, Options{Test: tTest})
				if err != nil {
					t.Fatal(err)
				}
				for i, p := range f.Pairs {
					for _, alpha := range []float64{p.Adjusted, math.Nextafter(p.Adjusted, 0)} {
						if alpha == 1 {
							continue
						}
						at, err := run(scores, Options{Alpha: alpha, Confidence: 1 - alpha, Test: tTest})
						if err != nil {
							t.Fatal(err)
						}
						q := at.Pairs[i]
						if q.Result.Interval == nil {
							if q.Adjusted <= alpha {
								t.Errorf("%s: p %g at %g, and no interval", f.Procedure, q.Adjusted, alpha)
							}
							continue
						}
						outside := q.Result.Interval.Lo > 0 || q.Result.Interval.Hi < 0
						if outside != (q.Adjusted <= alpha) {
							t.Errorf("%s: p %g at %g, interval %+v", f.Procedure, q.Adjusted, alpha, *q.Result.Interval)
						}
						if c := at.Critical; c != nil && (math.Abs(q.Result.Estimate) > *c) != (q.Adjusted <= alpha) {
							t.Errorf("%s: p %g at %g, difference %g, critical %g", f.Procedure, q.Adjusted, alpha, q.Result.Estimate, *c)
						}
					}
				}
			}
		}
	}
}

// TestExactLaws: the three ways to count give one law.
func TestExactLaws(t *testing.T) {
	same := func(what string, a, b rangeLaw) {
		t.Helper()
		if diff := cmp.Diff(a.ranges, b.ranges); diff != "" {
			t.Errorf("%s: ranges %s", what, diff)
		}
		if diff := cmp.Diff(a.tail, b.tail, cmpopts.EquateApprox(1e-14, 0)); diff != "" {
			t.Errorf("%s: tails %s", what, diff)
		}
	}
	for seed := range uint64(40) {
		m := newIntegerMatrix(invented(3, 2+int(seed%7), float64(1+seed%5*3), seed))
		bySums, ok := threeSystems(m)
		if !ok {
			t.Fatalf("%d sums are too many", m.largest)
		}
		same("three systems", allShufflings(m), bySums)
		for i, alpha := range bySums.tail[1:] {
			if at, ok := bySums.notSignificant(alpha); at != i || !ok {
				t.Errorf("at the p of range %d the greatest that is not significant is %d, %v", i+1, at, ok)
			}
		}
		m = newIntegerMatrix(invented(2, 2+int(seed%12), float64(1+seed%5*3), seed))
		same("two systems", allShufflings(m), twoSystems(m, 1))
	}
}

// TestRoundedSums: with wider cells than units the critical value hardly moves, and p not at all.
func TestRoundedSums(t *testing.T) {
	m := newIntegerMatrix(invented(2, 60, 10_000, 2))
	exact, rounded := twoSystems(m, 1), twoSystems(m, float64(m.largest)/roundedSums*3)
	for _, alpha := range []float64{.3, .05, .001} {
		a, okA := exact.notSignificant(alpha)
		b, okB := rounded.notSignificant(alpha)
		if !okA || !okB {
			t.Fatal("nothing can be significant")
		}
		near(t, "critical sum", float64(rounded.ranges[b]), float64(exact.ranges[a]), 3e-4)
	}
	scores := invented(2, 60, 0, 2)
	f, err := RandomizedTukey(scores, Options{})
	if err != nil {
		t.Fatal(err)
	}
	p := f.Pairs[0]
	if f.Replicates != 0 || p.Adjusted != p.Result.P || p.AdjustedLo != p.Result.PLo || p.AdjustedHi != p.Result.PHi {
		t.Errorf("%+v of %d replicates, want the p of the randomization test", p, f.Replicates)
	}
	scores = invented(2, 4600, 0, 2)
	if f, err = RandomizedTukey(scores, Options{Test: tTest, Plan: resample.Plan{Replicates: 99}}); err != nil || f.Replicates < 99 {
		t.Errorf("%d replicates, %v: want 4,600 real differences to be drawn", f.Replicates, err)
	}
}

// TestOrders: 4!/2! orders of four with two alike, all different.
func TestOrders(t *testing.T) {
	class := classes(4, func(i, j int) bool { return [2]int{i, j} == [2]int{1, 3} })
	if diff := cmp.Diff([]int{0, 1, 2, 1}, class); diff != "" {
		t.Fatal(diff)
	}
	seen := map[[4]int]bool{}
	for _, o := range listOrders(class) {
		seen[[4]int(o)] = true
	}
	if n := countOrders(class); n != 12 || len(seen) != 12 || len(listOrders(class)) != 12 {
		t.Errorf("%g orders counted, %d listed, %d of them different", n, len(listOrders(class)), len(seen))
	}
	if n := countOrders(indices(200)); !math.IsInf(n, 1) {
		t.Errorf("%g orders of 200 systems", n)
	}
}
