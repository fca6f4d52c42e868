package metrics

import (
	"math"
	"testing"
)

func runOf(tag Tag, scores map[Doc]float64) *Run {
	r := &Run{Tag: tag, Topics: map[Topic][]Scored{}}
	for d, s := range scores {
		r.Topics["t"] = append(r.Topics["t"], Scored{Doc: d, Score: s})
	}
	return r
}

// Every way to swap, against runs that are written out and evaluated.
func TestSwapEnumerated(t *testing.T) {
	a := map[Doc]float64{"d1": .9, "d2": .8, "d3": .7, "d4": .2, "d6": .5}
	b := map[Doc]float64{"d1": .3, "d2": .8, "d3": .1, "d4": .95, "d5": .4}
	qrels := Qrels{"t": {"d1": 1, "d4": 1, "d5": 1, "d2": 0}}
	ap, err := Find("AP")
	if err != nil {
		t.Fatal(err)
	}
	s := NewSwap(runOf("a", a), runOf("b", b), "t", qrels.Gold(1), ap, EvalOptions{}, false)
	if s.Items() != 5 { // d2 has one score in both
		t.Fatalf("%d items, want 5", s.Items())
	}
	difference := s.Difference()
	seen := map[float64]bool{}
	for way := range 1 << 5 {
		swapped := make([]bool, 5)
		x, y := map[Doc]float64{"d2": .8}, map[Doc]float64{"d2": .8}
		for i, pair := range s.items {
			swapped[i] = way>>i&1 == 1
			to, from := x, y
			if swapped[i] {
				to, from = y, x
			}
			doc := pair[0].Doc
			if v, ok := a[doc]; ok {
				to[doc] = v
			}
			if v, ok := b[doc]; ok {
				from[doc] = v
			}
		}
		ev, err := Evaluate([]*Run{runOf("x", x), runOf("y", y)}, qrels.Gold(1), []Applied{ap}, EvalOptions{})
		if err != nil {
			t.Fatal(err)
		}
		want := ev.Scores[0].Values.At(0, 0) - ev.Scores[0].Values.At(1, 0)
		if got := difference(swapped); math.Abs(got-want) > 1e-15 {
			t.Errorf("swapped %v: %g, want %g", swapped, got, want)
		}
		seen[want] = true
	}
	if len(seen) < 8 {
		t.Errorf("only %d different values: the test says little", len(seen))
	}
	if got := difference(nil); got != difference(make([]bool, 5)) {
		t.Errorf("nil is not the observed difference: %g", got)
	}
}

// Ranks are on one scale whatever the scores are.
func TestSwapByRank(t *testing.T) {
	a := runOf("a", map[Doc]float64{"d1": 900, "d2": 800, "d3": 700})
	b := runOf("b", map[Doc]float64{"d1": .1, "d2": .2, "d3": .3})
	same := runOf("c", map[Doc]float64{"d1": 3, "d2": 2, "d3": 1})
	qrels := Qrels{"t": {"d1": 1}}
	rr, err := Find("RR")
	if err != nil {
		t.Fatal(err)
	}
	if n := NewSwap(a, same, "t", qrels.Gold(1), rr, EvalOptions{}, true).Items(); n != 0 {
		t.Errorf("two runs of one order: %d documents differ in rank", n)
	}
	s := NewSwap(a, b, "t", qrels.Gold(1), rr, EvalOptions{}, true)
	if got, want := s.Difference()(nil), 1-1.0/3; math.Abs(got-want) > 1e-15 {
		t.Errorf("difference %g, want %g", got, want)
	}
	if s.Items() != 2 { // d2 is second in both
		t.Errorf("%d items, want 2", s.Items())
	}
	if len(Scales(a, b, "t")) != 1 || len(Scales(b, b, "t")) != 0 {
		t.Error("scales 700–900 and .1–.3 were not told apart")
	}
}
