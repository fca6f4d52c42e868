package pooling

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"sigrel/metrics"
)

// naiveLipani is the correction written down from the public program PoolBiasEstimators: positions are numbers with small
// offsets, as there, and every sum is over all topics.
func naiveLipani(runs []*metrics.Run, q metrics.Qrels, u *metrics.Run, n int, condition bool) float64 {
	part := func(list []metrics.Doc, topic metrics.Topic) (good, bad float64) {
		for _, d := range list[:min(n, len(list))] {
			switch g, known := q[topic][d]; {
			case !known || g < 0:
			case g > 0:
				good += 1 / float64(n)
			default:
				bad += 1 / float64(n)
			}
		}
		return good, bad
	}
	docs := func(r *metrics.Run, topic metrics.Topic) []metrics.Doc {
		var out []metrics.Doc
		for _, s := range r.Ranked(topic) {
			out = append(out, s.Doc)
		}
		return out
	}
	mean := func(f func(topic metrics.Topic) (float64, float64)) (good, bad float64) {
		for topic := range q {
			g, b := f(topic)
			good += g / float64(len(q))
			bad += b / float64(len(q))
		}
		return good, bad
	}
	s, a := mean(func(t metrics.Topic) (float64, float64) { return part(docs(u, t), t) })
	k := 1 - s - a
	var ds, da, dk float64
	for _, r := range runs {
		s0, a0 := mean(func(t metrics.Topic) (float64, float64) { return part(docs(r, t), t) })
		s1, a1 := mean(func(t metrics.Topic) (float64, float64) {
			list, other := docs(r, t), docs(u, t)
			place := make(map[metrics.Doc]float64)
			for i, d := range list {
				rank, at := float64(i+1), slices.Index(other, d)+1
				switch {
				case at == 0, float64(at) == rank:
					place[d] = rank + 1e-4
				case float64(at) > rank:
					place[d] = float64(at) + (rank+1)*1e-4
				default:
					place[d] = float64(at) + rank*1e-8
				}
			}
			slices.SortFunc(list, func(x, y metrics.Doc) int { return cmp.Compare(place[x], place[y]) })
			return part(list, t)
		})
		m := float64(len(runs))
		ds += (s1 - s0) / m
		da += (a1 - a0) / m
		dk += (-(s1 - s0) - (a1 - a0)) / m
	}
	if condition && k*(ds*a-da*s) <= 1e-12 {
		return s
	}
	return s + k*max(0, dk)
}

func TestLipaniAgainstNaive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		runs, q := drawTask(t)
		lipaniAgainstNaive(t, runs, q)
	})
	// A short run may draw nothing that is corrected; among these tasks, always the same, some are.
	type task struct {
		runs []*metrics.Run
		q    metrics.Qrels
	}
	tasks := rapid.Custom(func(t *rapid.T) (out task) {
		out.runs, out.q = drawTask(t)
		return out
	})
	corrected := 0
	for seed := range 300 {
		x := tasks.Example(seed)
		corrected += lipaniAgainstNaive(t, x.runs, x.q)
	}
	if corrected == 0 {
		t.Error("nothing was corrected: these tasks cannot tell")
	}
}

// lipaniAgainstNaive compares the corrections of the first run with the naive ones, and counts those that change its score.
func lipaniAgainstNaive(t rapid.TB, runs []*metrics.Run, q metrics.Qrels) (corrected int) {
	t.Helper()
	if len(runs) < 3 {
		return 0 // leaving one out leaves none
	}
	m, err := metrics.Find("P@3")
	if err != nil {
		t.Fatal(err)
	}
	u := *runs[0]
	u.Unpooled = true
	runs[0] = &u
	p, err := Build(runs, q, Options{Depth: 2})
	if err != nil {
		t.Fatal(err)
	}
	got, err := p.Adjust(m, AdjustOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range got {
		if a.Method != Lipani && a.Method != LipaniPlain {
			continue
		}
		want := naiveLipani(runs[1:], q, &u, 3, a.Method == Lipani)
		x := a.New[0].Adjusted
		if math.Abs(x-want) > 1e-12 {
			t.Fatalf("%s: %v, want %v", a.Method, x, want)
		}
		if math.Abs(x-a.New[0].Score) > 1e-9 {
			corrected++
		}
	}
	return corrected
}
