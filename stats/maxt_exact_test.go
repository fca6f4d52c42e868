package stats

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// squaredT is sign(t)·t² of whole differences as a fraction: infinite with denominator 0, 0/1 where all are 0.
type squaredT struct{ above, below int }

func squaredTOf(d []int) squaredT {
	n, sum, squares := len(d), 0, 0
	for _, v := range d {
		sum += v
		squares += v * v
	}
	if sum == 0 {
		return squaredT{0, 1}
	}
	return squaredT{sum * max(sum, -sum) * (n - 1), n*squares - sum*sum}
}

func (t squaredT) size() squaredT { return squaredT{max(t.above, -t.above), t.below} }

func (t squaredT) compare(u squaredT) int {
	if t.below == 0 && u.below == 0 {
		return cmp.Compare(t.above/t.size().above, u.above/u.size().above) // all of one sign are alike
	}
	return cmp.Compare(t.above*u.below, u.above*t.below)
}

// countMaxT is single-step and step-down p of contrasts, counted: observed and each relabelling are differences,
// [contrast][topic], and value says what of them is compared.
func countMaxT(observed [][]int, relabel func(visit func(d [][]int)), value func(d []int) squaredT) (single, stepDown []float64) {
	m := len(observed)
	seen := make([]squaredT, m)
	order := make([]int, m) // ascending
	for c, d := range observed {
		seen[c], order[c] = value(d), c
	}
	slices.SortFunc(order, func(a, b int) int { return seen[a].compare(seen[b]) })
	single, stepDown = make([]float64, m), make([]float64, m)
	all := 0.0
	relabel(func(d [][]int) {
		all++
		greatest := squaredT{-1, 0}
		for _, c := range order {
			if v := value(d[c]); v.compare(greatest) > 0 {
				greatest = v
			}
			if greatest.compare(seen[c]) >= 0 {
				stepDown[c]++
			}
		}
		for c := range observed {
			if greatest.compare(seen[c]) >= 0 {
				single[c]++
			}
		}
	})
	least := 0.0
	for _, c := range slices.Backward(order) {
		single[c] /= all
		stepDown[c] = max(stepDown[c]/all, least)
		least = stepDown[c]
	}
	return single, stepDown
}

func differencesOf(topics [][]int, pairs [][2]int) [][]int {
	out := make([][]int, len(pairs))
	for c, p := range pairs {
		for _, topic := range topics {
			out[c] = append(out[c], topic[p[0]]-topic[p[1]])
		}
	}
	return out
}

// checkMaxT compares both procedures with counted p's.
func checkMaxT(t *testing.T, what string, scores *mat.Dense, opt Options, single, stepDown []float64) {
	t.Helper()
	for _, c := range []struct {
		procedure *Procedure
		want      []float64
	}{{maxT, single}, {maxTStepDown, stepDown}} {
		opt.Test = tTest
		f, err := c.procedure.Run(scores, opt)
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range f.Pairs {
			near(t, fmt.Sprintf("%s, %s %d, %d", what, c.procedure.Name, p.I, p.J), p.Adjusted, c.want[i], 1e-14)
			if f.Replicates != 0 || p.AdjustedLo != p.Adjusted || p.AdjustedHi != p.Adjusted {
				t.Errorf("%s: %d replicates, limits %g, %g", what, f.Replicates, p.AdjustedLo, p.AdjustedHi)
			}
		}
	}
}

// TestMaxTShuffled: all pairs, and some without a baseline, against all shufflings; on tenths and on no lattice.
func TestMaxTShuffled(t *testing.T) {
	for _, topics := range wholeScores[:2] {
		for _, pairs := range [][][2]int{AllPairs(len(topics[0])), {{1, 0}, {3, 2}}} {
			if len(topics[0]) < 4 && len(pairs) == 2 {
				continue
			}
			single, stepDown := countMaxT(differencesOf(topics, pairs), func(visit func(d [][]int)) {
				shuffleAll(topics, func(shuffled [][]int) { visit(differencesOf(shuffled, pairs)) })
			}, func(d []int) squaredT { return squaredTOf(d).size() })
			for _, unit := range []float64{.1, math.Pi / 100, 1e5 / 3.1} {
				checkMaxT(t, fmt.Sprint(unit), scaledTopics(topics, unit), Options{Pairs: pairs}, single, stepDown)
			}
		}
	}
}

// baselineScores: system 1 is always 2 below system 0, system 2 is its copy, 3 and 4 differ; topic 6 is alike for all.
var baselineScores = [][]int{
	{5, 3, 5, 7, 4}, {6, 4, 6, 5, 6}, {2, 0, 2, 4, 1}, {9, 7, 9, 6, 8}, {4, 2, 4, 8, 2}, {3, 1, 3, 9, 3}, {7, 5, 7, 4, 9},
}

// TestMaxTSigns: against baselines, two- and one-sided, against all sign vectors.
func TestMaxTSigns(t *testing.T) {
	topics := append(slices.Clone(baselineScores), []int{2, 2, 2, 2, 2})
	for _, pairs := range [][][2]int{
		{{1, 0}, {2, 0}, {3, 0}, {4, 0}},         // one baseline
		{{0, 3}, {4, 3}},                         //
		{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}}, // two, of four systems
		{{3, 4}},                                 // a single pair
		{{0, 3}, {3, 0}, {1, 3}},                 // both ways
		{{0, 2}},                                 // of equal systems
		{{3, 0}, {3, 1}, {3, 2}, {4, 0}, {4, 1}, {4, 2}, {3, 4}}, // two baselines of all
	} {
		observed := differencesOf(topics, pairs)
		for _, alt := range []Alternative{TwoSided, Less, Greater} {
			single, stepDown := countMaxT(observed, func(visit func(d [][]int)) {
				turned := make([][]int, len(observed))
				for signs := range 1 << len(topics) {
					for c, d := range observed {
						turned[c] = slices.Clone(d)
						for topic := range d {
							if signs>>topic&1 == 1 {
								turned[c][topic] *= -1
							}
						}
					}
					visit(turned)
				}
			}, func(d []int) squaredT {
				v := squaredTOf(d)
				switch alt {
				case TwoSided:
					return v.size()
				case Less:
					v.above *= -1
				}
				return v
			})
			for _, unit := range []float64{.1, math.Pi / 100, 1e5 / 3.1} {
				checkMaxT(t, fmt.Sprint(pairs, alt, unit), scaledTopics(topics, unit), Options{Pairs: pairs, Alternative: alt}, single, stepDown)
			}
		}
	}
}

// TestMaxTMeasures: two measures, shuffled and turned alike, against all relabellings.
func TestMaxTMeasures(t *testing.T) {
	ap := [][]int{{6, 5, 1}, {4, 4, 2}, {7, 3, 3}, {5, 5, 5}, {2, 0, 1}, {9, 8, 4}}
	p10 := [][]int{{1, 1, 0}, {0, 1, 0}, {1, 0, 1}, {1, 1, 1}, {1, 0, 0}, {0, 1, 1}}
	both := func(systems [][]int, pairs [][2]int) [][]int {
		var out [][]int
		for _, scores := range [][][]int{ap, p10} {
			topics := make([][]int, len(scores))
			for n, topic := range scores {
				for _, i := range systems[n] {
					topics[n] = append(topics[n], topic[i])
				}
			}
			out = append(out, differencesOf(topics, pairs)...)
		}
		return out
	}
	same := slices.Repeat([][]int{{0, 1, 2}}, len(ap))
	size := func(d []int) squaredT { return squaredTOf(d).size() }
	check := func(pairs [][2]int, single, stepDown []float64) {
		t.Helper()
		scores := []*mat.Dense{scaledTopics(ap, .1), scaledTopics(p10, 1./3)}
		for name, run := range map[string]func([]*mat.Dense, Options) ([]Family, error){maxTName: MaxTMeasures, maxTStepDownName: MaxTStepDownMeasures} {
			families, err := run(scores, Options{Pairs: pairs, Test: tTest})
			if err != nil || len(families) != 2 {
				t.Fatalf("%d families, %v", len(families), err)
			}
			want := single
			if name == maxTStepDownName {
				want = stepDown
			}
			for measure, f := range families {
				if f.Procedure != name || len(f.Pairs) != len(pairs) || f.Replicates != 0 {
					t.Errorf("%+v", f)
				}
				for i, p := range f.Pairs {
					near(t, fmt.Sprintf("%s by measure %d, %d %d", name, measure, p.I, p.J), p.Adjusted, want[measure*len(pairs)+i], 1e-14)
				}
			}
		}
	}
	pairs := AllPairs(3)
	single, stepDown := countMaxT(both(same, pairs), func(visit func(d [][]int)) {
		shuffleAll(same, func(shuffled [][]int) { visit(both(shuffled, pairs)) })
	}, size)
	check(pairs, single, stepDown)
	pairs = [][2]int{{1, 0}, {2, 0}}
	single, stepDown = countMaxT(both(same, pairs), func(visit func(d [][]int)) {
		for signs := range 1 << len(ap) {
			d := both(same, pairs)
			for _, row := range d {
				for topic := range row {
					row[topic] *= 1 - 2*(signs>>topic&1)
				}
			}
			visit(d)
		}
	}, size)
	check(pairs, single, stepDown)
}
