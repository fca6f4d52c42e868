package metrics_test

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"sigrel/metrics"
)

var exactOrders = []metrics.Order{metrics.OrderTrecEval, metrics.OrderScore, metrics.OrderRank}

// drawRuns draws up to 4 runs on up to 2 topics, with whole scores, many of them equal. Under OrderRank scores and ranks
// agree.
func drawRuns(t *rapid.T, order metrics.Order) []*metrics.Run {
	runs := make([]*metrics.Run, rapid.IntRange(1, 4).Draw(t, "runs"))
	for r := range runs {
		runs[r] = &metrics.Run{Tag: metrics.Tag(fmt.Sprint("run", r)), Order: order, Topics: make(map[metrics.Topic][]metrics.Scored)}
		for _, topic := range []metrics.Topic{"1", "2"} {
			docs := rapid.Permutation([]metrics.Doc{"a", "b", "c", "d", "e", "f", "g", "h"}).Draw(t, "docs")
			for i, d := range docs[:rapid.IntRange(0, len(docs)).Draw(t, "retrieved")] {
				s := metrics.Scored{Doc: d, Score: float64(rapid.IntRange(-3, 7).Draw(t, "score")), Line: int32(i + 1)}
				if order == metrics.OrderRank {
					s.Rank, s.Score = int32(i+1), float64(-i*i)
				}
				runs[r].Topics[topic] = append(runs[r].Topics[topic], s)
			}
		}
	}
	return runs
}

// everyFusion checks a law of each fusion, for some k, on runs of each order.
func everyFusion(t *testing.T, orders []metrics.Order, law func(t *rapid.T, f *metrics.Fusion, runs []*metrics.Run, k float64)) {
	for _, f := range metrics.Fusions() {
		for _, order := range orders {
			t.Run(f.Name+"/"+order.String(), func(t *testing.T) {
				rapid.Check(t, func(t *rapid.T) {
					runs := drawRuns(t, order)
					law(t, f, runs, float64(rapid.SampledFrom([]int{0, 1, 60}).Draw(t, "k")))
				})
			})
		}
	}
}

func fuseLaw(t *rapid.T, f *metrics.Fusion, runs []*metrics.Run, opt metrics.FuseOptions) *metrics.Run {
	fused, err := f.Fuse(runs, "fused", opt)
	if err != nil {
		t.Fatal(err)
	}
	return fused
}

// rankIn is the rank of a document in a list from 1; a document that the list lacks comes after all others.
func rankIn(docs []metrics.Scored, d metrics.Doc) int {
	if i := slices.IndexFunc(docs, func(s metrics.Scored) bool { return s.Doc == d }); i >= 0 {
		return i + 1
	}
	return math.MaxInt
}

// exactScore is the fused score of a document by the definition, in fractions.
func exactScore(name string, k int64, runs []*metrics.Run, topic metrics.Topic, d metrics.Doc, union int) *big.Rat {
	sum, hits := new(big.Rat), int64(0)
	for _, run := range runs {
		docs := run.Ranked(topic)
		rank := int64(rankIn(docs, d))
		if rank == math.MaxInt {
			if name == "borda" { // the points that nobody has got: 1 to union − len(docs)
				left := int64(union - len(docs))
				for p := int64(1); p <= left; p++ {
					sum.Add(sum, big.NewRat(p, left))
				}
			}
			continue
		}
		hits++
		switch name {
		case "combsum", "combmnz":
			least := slices.MinFunc(docs, func(a, b metrics.Scored) int { return cmp.Compare(a.Score, b.Score) }).Score
			most := slices.MaxFunc(docs, func(a, b metrics.Scored) int { return cmp.Compare(a.Score, b.Score) }).Score
			if least < most {
				sum.Add(sum, big.NewRat(int64(docs[rank-1].Score-least), int64(most-least)))
			}
		case "rrf":
			sum.Add(sum, big.NewRat(1, k+rank))
		case "isr":
			sum.Add(sum, big.NewRat(1, rank*rank))
		case "borda":
			sum.Add(sum, big.NewRat(int64(union)-rank+1, 1))
		}
	}
	if name == "combmnz" || name == "isr" {
		sum.Mul(sum, big.NewRat(hits, 1))
	}
	return sum
}

// Scores are those of the definition, computed in fractions, and equal fractions are ties.
func TestFuseExactly(t *testing.T) {
	everyFusion(t, exactOrders, func(t *rapid.T, f *metrics.Fusion, runs []*metrics.Run, k float64) {
		fused := fuseLaw(t, f, runs, metrics.FuseOptions{K: k})
		for _, topic := range []metrics.Topic{"1", "2"} {
			lines := make(map[metrics.Doc]int32) // the smallest of each document
			for _, run := range runs {
				for _, s := range run.Topics[topic] {
					if line, seen := lines[s.Doc]; !seen || s.Line < line {
						lines[s.Doc] = s.Line
					}
				}
			}
			exact := make(map[metrics.Doc]*big.Rat)
			var want []metrics.Doc
			for d := range lines {
				exact[d] = exactScore(f.Name, int64(k), runs, topic, d, len(lines))
				want = append(want, d)
			}
			slices.SortFunc(want, func(a, b metrics.Doc) int {
				if runs[0].Order == metrics.OrderTrecEval {
					return cmp.Or(exact[b].Cmp(exact[a]), cmp.Compare(b, a))
				}
				return cmp.Or(exact[b].Cmp(exact[a]), cmp.Compare(lines[a], lines[b]), cmp.Compare(a, b))
			})
			var got []metrics.Doc
			for i, s := range fused.Topics[topic] {
				got = append(got, s.Doc)
				score, _ := exact[s.Doc].Float64()
				if math.Abs(s.Score-score) > 1e-11*score || s.Line != lines[s.Doc] || s.Rank != int32(i+1) {
					t.Errorf("topic %s: got %+v, want score %v, line %d, rank %d", topic, s, score, lines[s.Doc], i+1)
				}
			}
			if !slices.Equal(got, want) {
				t.Errorf("topic %s: ranking %v, want %v", topic, got, want)
			}
		}
	})
}

// A fused run is as its order ranks it, whichever that is; the runs are not changed; a limit only cuts.
func TestFusedRunIsInOrder(t *testing.T) {
	everyFusion(t, append(exactOrders, metrics.OrderFloat32), func(t *rapid.T, f *metrics.Fusion, runs []*metrics.Run, k float64) {
		before := make([]map[metrics.Topic][]metrics.Scored, len(runs))
		for r, run := range runs {
			before[r] = make(map[metrics.Topic][]metrics.Scored)
			for topic, docs := range run.Topics {
				before[r][topic] = slices.Clone(docs)
			}
		}
		fused := fuseLaw(t, f, runs, metrics.FuseOptions{K: k, Workers: 1})
		limited := fuseLaw(t, f, runs, metrics.FuseOptions{K: k, Limit: 3, Workers: 3})
		for topic, docs := range fused.Topics {
			sorted := slices.Clone(docs)
			slices.Reverse(sorted)
			slices.SortStableFunc(sorted, fused.Order.Compare)
			for i := range docs {
				if fused.Order.Compare(sorted[i], docs[i]) != 0 {
					t.Errorf("topic %s: %v is not in order", topic, docs)
				}
			}
			if !slices.Equal(limited.Topics[topic], docs[:min(3, len(docs))]) {
				t.Errorf("topic %s: %v, with limit 3 %v", topic, docs, limited.Topics[topic])
			}
		}
		for r, run := range runs {
			if !reflect.DeepEqual(run.Topics, before[r]) {
				t.Errorf("run %d has changed", r)
			}
		}
	})
}

// Another order of the runs changes no bit, whatever the scores.
func TestFuseOrderOfRuns(t *testing.T) {
	everyFusion(t, append(exactOrders, metrics.OrderFloat32), func(t *rapid.T, f *metrics.Fusion, runs []*metrics.Run, k float64) {
		for _, run := range runs {
			for _, docs := range run.Topics {
				for i := range docs {
					docs[i].Score = rapid.Float64().Draw(t, "score")
				}
			}
		}
		fused := fuseLaw(t, f, runs, metrics.FuseOptions{K: k})
		again := fuseLaw(t, f, rapid.Permutation(runs).Draw(t, "permuted"), metrics.FuseOptions{K: k})
		if !reflect.DeepEqual(fused, again) {
			t.Errorf("got %v, then %v", fused.Topics, again.Topics)
		}
		for _, docs := range fused.Topics {
			for _, s := range docs {
				if math.IsNaN(s.Score) || s.Score < 0 || s.Score > 1000 || math.Signbit(s.Score) {
					t.Errorf("score %v", s.Score)
				}
			}
		}
	})
}

// A document that stands above another in each run that retrieved either stands above it in the fused run.
func TestFuseMonotone(t *testing.T) {
	everyFusion(t, exactOrders, func(t *rapid.T, f *metrics.Fusion, runs []*metrics.Run, k float64) {
		fused := fuseLaw(t, f, runs, metrics.FuseOptions{K: k})
		for topic, docs := range fused.Topics {
			for _, a := range docs {
				for _, b := range docs {
					above := a.Doc != b.Doc
					for _, run := range runs {
						ra, rb := rankIn(run.Ranked(topic), a.Doc), rankIn(run.Ranked(topic), b.Doc)
						above = above && (ra < rb || ra == math.MaxInt && rb == math.MaxInt)
					}
					if above && a.Rank > b.Rank {
						t.Errorf("topic %s: %s stands above %s in all runs, but not in %v", topic, a.Doc, b.Doc, docs)
					}
				}
			}
		}
	})
}

func TestFuseWithItself(t *testing.T) {
	everyFusion(t, append(exactOrders, metrics.OrderFloat32), func(t *rapid.T, f *metrics.Fusion, runs []*metrics.Run, k float64) {
		run := runs[0]
		copies := slices.Repeat([]*metrics.Run{run}, rapid.IntRange(1, 3).Draw(t, "copies"))
		fused := fuseLaw(t, f, copies, metrics.FuseOptions{K: k})
		for topic := range run.Topics {
			if got, want := docsOf(fused.Topics[topic]), docsOf(run.Ranked(topic)); got != want {
				t.Errorf("topic %s: got %s, want %s", topic, got, want)
			}
		}
	})
}

// Units of scores play no part. Whole factors and terms make no rounding error, so they change no bit; others keep the
// scores to 9 digits, and so the order of documents that differ by more.
func TestFuseUnitsPlayNoPart(t *testing.T) {
	everyFusion(t, exactOrders, func(t *rapid.T, f *metrics.Fusion, runs []*metrics.Run, k float64) {
		fused := fuseLaw(t, f, runs, metrics.FuseOptions{K: k})
		moved := func(whole bool) *metrics.Run {
			var other []*metrics.Run
			for _, run := range runs {
				copied := *run
				copied.Topics = make(map[metrics.Topic][]metrics.Scored)
				factor, term := float64(rapid.IntRange(1, 9).Draw(t, "factor")), float64(rapid.IntRange(-99, 99).Draw(t, "term"))
				if !whole {
					factor, term = rapid.Float64Range(0.01, 100).Draw(t, "factor"), rapid.Float64Range(-10, 10).Draw(t, "term")
				}
				for topic, docs := range run.Topics {
					copied.Topics[topic] = slices.Clone(docs)
					for i := range docs {
						copied.Topics[topic][i].Score = factor*docs[i].Score + term
					}
				}
				other = append(other, &copied)
			}
			return fuseLaw(t, f, other, metrics.FuseOptions{K: k})
		}
		if got := moved(true); !reflect.DeepEqual(got, fused) {
			t.Errorf("got %v, in other units %v", fused.Topics, got.Topics)
		}
		for topic, docs := range moved(false).Topics {
			for i, s := range docs {
				was := fused.Topics[topic][rankIn(fused.Topics[topic], s.Doc)-1].Score
				if at := fused.Topics[topic][i].Score; math.Abs(s.Score-was) > 1e-9 || math.Abs(at-was) > 1e-9 {
					t.Errorf("topic %s: %s had %v and has %v, its place had %v", topic, s.Doc, was, s.Score, at)
				}
			}
		}
	})
}
