package pooling

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"testing"

	"sigrel/metrics"
)

// TestRobustHoles: condensed AP, RBP base and residual, and judged shares of 17 runs of TREC 2003 (lou_robust03.py;
// condensed AP also by trec_eval -J).
func TestRobustHoles(t *testing.T) {
	data, err := os.ReadFile(shared(t, "cases/reliability/lou_robust03_expected.json"))
	if err != nil {
		t.Fatal(err)
	}
	var want struct {
		Judged map[string]struct {
			JudgedAt  map[string]float64 `json:"judged_at"`
			Condensed float64            `json:"condensed_map"`
			RBP       map[string]struct{ Base, Residual float64 }
		}
		Full struct {
			Map   map[string]float64
			Bpref map[string]float64
		}
	}
	if err := json.Unmarshal(data, &want); err != nil {
		t.Fatal(err)
	}
	runs, q := robust03(t)
	h, err := FindHoles(runs, q, HoleOptions{})
	if err != nil {
		t.Fatal(err)
	}
	near := func(what string, got, want float64) {
		t.Helper()
		if math.Abs(got-want) > 1e-12 {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
	condensed, ap, bpref := h.Condensed(applied(t, "AP")), h.Means(applied(t, "AP")), h.Means(applied(t, "Bpref"))
	if len(want.Judged) != len(runs) {
		t.Fatalf("%d runs, want %d", len(runs), len(want.Judged))
	}
	rbp := make(map[string][]float64)
	for _, p := range []string{"0.5", "0.8", "0.95"} {
		rbp[p] = h.Means(applied(t, fmt.Sprintf("RBP(p=%s)", p)))
	}
	for tag, w := range want.Judged {
		r := h.Run(metrics.Tag(tag))
		near(tag+" condensed", condensed[r], w.Condensed)
		near(tag+" AP", ap[r], want.Full.Map[tag])
		near(tag+" bpref", bpref[r], want.Full.Bpref[tag])
		for p, x := range w.RBP {
			m := applied(t, fmt.Sprintf("RBP(p=%s)", p))
			near(tag+" base "+p, rbp[p][r], x.Base)
			near(tag+" residual "+p, h.Residual(m, r), x.Residual)
		}
	}
}

// TestTrueScoreIsWithinTheBounds leaves some runs out of the pool to a depth of 20, each as if it were new. The score with
// all that was judged lies within the bounds, since every label is one of the labellings; for measures that look at other
// documents as well, bounds are of its holes only.
func TestTrueScoreIsWithinTheBounds(t *testing.T) {
	runs, q := robust03(t)
	h, err := FindHoles(runs, q, HoleOptions{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := Build(runs, q, Options{Depth: 20})
	if err != nil {
		t.Fatal(err)
	}
	names, means := []string{"P@10", "RBP", "RR"}, make(map[string][]float64)
	for _, name := range names {
		means[name] = h.Means(applied(t, name))
	}
	for r, run := range runs[:3] {
		reduced := metrics.Qrels{}
		for i := range p.topics {
			top := &p.topics[i]
			reduced[top.name] = map[metrics.Doc]metrics.Grade{}
			for d, n := range top.number {
				if top.byRun[n] == several || top.byRun[n] >= 0 && top.byRun[n] != int32(r) {
					reduced[top.name][d] = q[top.name][d]
				}
			}
		}
		left, err := FindHoles([]*metrics.Run{run}, reduced, HoleOptions{})
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			m := applied(t, name)
			b, err := left.Single(m, 0)
			if err != nil {
				t.Fatal(err)
			}
			if x := means[name][r]; x < b.Lo-1e-12 || x > b.Hi+1e-12 {
				t.Errorf("%s, %s: %v is outside of %+v", run.Tag, name, x, b)
			}
		}
	}
}
