package pooling

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"sigrel/metrics"
	"sigrel/stats"
)

// runOf is a run with the given documents of each topic, best first.
func runOf(tag string, topics ...[]int) *metrics.Run {
	r := &metrics.Run{Tag: metrics.Tag(tag), Topics: make(map[metrics.Topic][]metrics.Scored)}
	for t, docs := range topics {
		var list []metrics.Scored
		for k, d := range docs {
			list = append(list, metrics.Scored{Doc: metrics.Doc(fmt.Sprint("d", d)), Score: float64(-k)})
		}
		if list != nil {
			r.Topics[topicNumbered(t)] = list
		}
	}
	return r
}

func topicNumbered(t int) metrics.Topic { return metrics.Topic(fmt.Sprintf("T%03d", t)) }

func namesOf(n int) []metrics.Topic {
	out := make([]metrics.Topic, n)
	for t := range out {
		out[t] = topicNumbered(t)
	}
	return out
}

func nearly(t testing.TB, what string, got *float64, want float64) {
	t.Helper()
	if got == nil || math.Abs(*got-want) > 1e-12 {
		t.Errorf("%s is %v, want %v", what, value(got), want)
	}
}

func value(v *float64) any {
	if v == nil {
		return nil
	}
	return *v
}

// By hand, at p = .5 and overlap@2. Topic 0: (1 2 3) against (2 1 3): the agreement at depths 1 to 3 is 0, 1, 1, beyond
// it stays 1, so RBO is .5·0 + .25 + .125 + .125 = .5; the first two are the same; one of three pairs is turned, τ = 1/3.
// Topic 1: only the first answers: all 0, no τ. Topic 2: neither answers: not counted.
func TestSimilarByHand(t *testing.T) {
	a, b := runOf("a", []int{1, 2, 3}, []int{5}), runOf("b", []int{2, 1, 3})
	got := Similarities([]*metrics.Run{a, b}, namesOf(3), SimilarityOptions{Cutoff: 10, Overlap: 2, Persistence: 0.5})
	if len(got) != 1 || got[0].Topics != 2 || got[0].TauTopics != 1 || got[0].Same || got[0].Identical {
		t.Fatalf("%+v", got)
	}
	nearly(t, "RBO", got[0].RBO, 0.25)
	nearly(t, "overlap", got[0].Overlap, 0.5)
	nearly(t, "τ", got[0].Tau, 1.0/3)
	// Below the three known documents at least those three stay common: .5(…) = Σ_{d>3} .5^d·3/d = 3(ln 2 − .5 − .125 − 1/24).
	nearly(t, "least RBO", got[0].RBOMin, (0.375+3*(math.Ln2-0.5-0.125-1.0/24))/2)
	none := Similarities([]*metrics.Run{a, b}, namesOf(9)[7:], SimilarityOptions{})
	if none[0].Topics != 0 || none[0].RBO != nil || none[0].Overlap != nil || none[0].Tau != nil || none[0].Identical {
		t.Errorf("without a topic: %+v", none[0])
	}
}

// The kernel agrees on lists of any length and overlap with stats.RBO, which goes another way and has reference values of
// its own, and τ with stats.TauB of the ranks of the common documents.
func TestSimilarAgainstStats(t *testing.T) {
	list := rapid.SliceOfNDistinct(rapid.IntRange(0, 40), 0, 30, rapid.ID[int])
	rapid.Check(t, func(t *rapid.T) {
		a, b := list.Draw(t, "a"), list.Draw(t, "b")
		opt := SimilarityOptions{Cutoff: rapid.IntRange(1, 25).Draw(t, "cutoff"), Persistence: rapid.Float64Range(0.01, 0.99).Draw(t, "p")}
		opt.Overlap = rapid.IntRange(1, opt.Cutoff).Draw(t, "k")
		got := Similarities([]*metrics.Run{runOf("a", a), runOf("b", b)}, namesOf(1), opt)[0]
		a, b = a[:min(len(a), opt.Cutoff)], b[:min(len(b), opt.Cutoff)]
		if len(a) == 0 || len(b) == 0 {
			if len(a)+len(b) > 0 && (*got.RBO != 0 || *got.Overlap != 0 || got.Tau != nil) || len(a)+len(b) == 0 && got.RBO != nil {
				t.Fatalf("%v and %v: %+v", a, b, got)
			}
			return
		}
		want, err := stats.RBO(a, b, opt.Persistence)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(*got.RBO-want.Ext) > 1e-12 || math.Abs(*got.RBOMin-want.Min) > 1e-12 {
			t.Fatalf("RBO of %v and %v is %v, at least %v; want %v and %v", a, b, *got.RBO, *got.RBOMin, want.Ext, want.Min)
		}
		// overlap@k by sets
		topA, topB := a[:min(len(a), opt.Overlap)], b[:min(len(b), opt.Overlap)]
		both := 0
		for _, d := range topA {
			if slices.Contains(topB, d) {
				both++
			}
		}
		if want := float64(both) / float64(len(topA)+len(topB)-both); math.Abs(*got.Overlap-want) > 1e-12 {
			t.Fatalf("overlap@%d of %v and %v is %v, want %v", opt.Overlap, a, b, *got.Overlap, want)
		}
		var x, y []float64
		for i, d := range a {
			if j := slices.Index(b, d); j >= 0 {
				x, y = append(x, float64(-i)), append(y, float64(-j))
			}
		}
		if len(x) < 2 {
			if got.Tau != nil {
				t.Fatalf("τ %v of %d documents", *got.Tau, len(x))
			}
			return
		}
		tau, err := stats.TauB(x, y)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(*got.Tau-tau) > 1e-12 {
			t.Fatalf("τ of %v and %v is %v, want %v", a, b, *got.Tau, tau)
		}
	})
}

// Symmetry, the diagonal, and no trace of other runs or of the number of workers.
func TestSimilarLaws(t *testing.T) {
	runs := inventedRuns(7, 12, 150)
	all := Similarities(runs, namesOf(12), SimilarityOptions{Workers: 1})
	if diff := cmp.Diff(all, Similarities(runs, namesOf(12), SimilarityOptions{Workers: 3})); diff != "" {
		t.Error(diff)
	}
	for _, s := range all {
		turned := Similarities([]*metrics.Run{runs[s.J], runs[s.I]}, namesOf(12), SimilarityOptions{})[0]
		turned.I, turned.J = s.I, s.J
		if diff := cmp.Diff(s, turned); diff != "" {
			t.Errorf("runs %d and %d: %s", s.I, s.J, diff)
		}
		if !(*s.RBOMin <= *s.RBO && *s.RBO-*s.RBOMin < 1e-4) {
			t.Errorf("runs %d and %d: RBO %v, least %v: at p = .9 the ranks below 100 weigh less than 1e-4", s.I, s.J, *s.RBO, *s.RBOMin)
		}
	}
	twin := Similarities([]*metrics.Run{runs[0], runs[0]}, namesOf(12), SimilarityOptions{})[0]
	if *twin.RBO != 1 || *twin.Overlap != 1 || *twin.Tau != 1 || !twin.Identical || !twin.Same {
		t.Errorf("a run and itself: %+v", twin)
	}
}

// inventedRuns are runs over a pool of documents whose order they share in part.
func inventedRuns(n, topics, docs int) []*metrics.Run {
	rng := rand.New(rand.NewPCG(9, uint64(n)))
	out := make([]*metrics.Run, n)
	for i := range out {
		lists := make([][]int, topics)
		for t := range lists {
			type liked struct {
				doc    int
				appeal float64
			}
			all := make([]liked, 2*docs)
			for d := range all {
				all[d] = liked{d, float64(d)/float64(docs) + 0.3*rng.NormFloat64()}
			}
			slices.SortFunc(all, func(a, b liked) int { return int(math.Copysign(1, a.appeal-b.appeal)) })
			for _, l := range all[:docs] {
				lists[t] = append(lists[t], l.doc)
			}
		}
		out[i] = runOf(fmt.Sprint("run", i), lists...)
	}
	return out
}

// BenchmarkSimilarities is the audit's size: 4,950 pairs of 100 runs on 100 topics.
func BenchmarkSimilarities(b *testing.B) {
	runs := inventedRuns(100, 100, 1000)
	topics := namesOf(100)
	for b.Loop() {
		Similarities(runs, topics, SimilarityOptions{})
	}
}
