package pooling

import (
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sigrel/metrics"
	"sigrel/stats"
)

func TestSweepDepths(t *testing.T) {
	for _, c := range []struct {
		deepest int
		want    []int
	}{
		{1, []int{1}}, {4, []int{1, 2, 3, 4}}, {10, []int{1, 2, 3, 5, 10}},
		{125, []int{1, 2, 3, 5, 10, 20, 30, 40, 50, 75, 100, 125}},
		{1000, []int{1, 2, 3, 5, 10, 20, 30, 40, 50, 75, 100, 150, 200, 300, 500, 750, 1000}},
		{1600, []int{1, 2, 3, 5, 10, 20, 30, 40, 50, 75, 100, 150, 200, 300, 500, 750, 1000, 1500, 1600}},
	} {
		if diff := cmp.Diff(c.want, SweepDepths(c.deepest)); diff != "" {
			t.Errorf("to %d (-want +got):\n%s", c.deepest, diff)
		}
	}
}

// TestSweepHand: at depth 1 of the hand collection the union is {a, n}, of which a alone is judged; at depth 2 it is
// {a, b, c, e, n}, 4 judged, 3 relevant; d is an orphan.
func TestSweepHand(t *testing.T) {
	runs, q := hand()
	p, err := Build(runs, q, Options{Depth: 2})
	if err != nil {
		t.Fatal(err)
	}
	s, err := p.Sweep(find(t, "AP"), SweepOptions{})
	if err != nil {
		t.Fatal(err)
	}
	points := s[0].Depths
	if len(points) != 2 || points[0].Judged != 1 || points[0].Relevant != 1 || points[1].Judged != 4 || points[1].Relevant != 3 || s[0].Full.Judged != 5 || s[0].Full.Relevant != 4 {
		t.Fatalf("got %+v and %+v", points, s[0].Full)
	}
	near(t, "relevant per judgment, depth 1", *points[0].NewRelevant, 1, 0)
	near(t, "relevant per extra judgment, depth 2", *points[1].NewRelevant, 2.0/3, 1e-15)
	// AP at depth 1, R = 1: 1, 1, 0; by all 5/12, 1/2, 7/24.
	near(t, "mean |Δ|", points[0].MeanAbsDifference, (7.0/12+1.0/2+7.0/24)/3, 1e-14)
	// The first two tie at depth 1: τ_b = 2/√(3·2).
	near(t, "τ_b", *points[0].Tau, 2/math.Sqrt(6), 1e-14)
	if points[0].MaxRankChange != 1 || points[0].Power != nil || points[0].ERho2 != nil {
		t.Errorf("got %+v", points[0]) // one topic: nothing to test
	}
	if _, err := p.Sweep(find(t, "AP"), SweepOptions{Runs: []metrics.Tag{"x1", "zz"}}); err == nil || err.Error() != `pool: no run "zz" to compare` {
		t.Errorf("got error %v", err)
	}
	for _, bad := range [][]int{{0, 1}, {2, 2}, {3, 1}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("depths %v: no panic", bad)
				}
			}()
			_, _ = p.Sweep(find(t, "AP"), SweepOptions{Depths: bad})
		}()
	}
}

// TestTopicDepths: ten relevant documents by rank in run a, of which the last two lie in the lower half of depth 10 and
// run b, of another team, has the first six.
func TestTopicDepths(t *testing.T) {
	a := rankedRun("a", "A", "r1 r2 r3 r4 r5 r6 n1 r7 n2 r8")
	b := rankedRun("b", "B", "r1 r2 r3 r4 n3")
	q := metrics.Qrels{"1": {"n1": 0, "n2": 0, "n3": 0, "gone": -1, "orphan": 1}}
	for i := range 8 {
		q["1"][metrics.Doc(fmt.Sprint("r", i+1))] = 1
	}
	p, err := Build([]*metrics.Run{a, b}, q, Options{Depth: 10})
	if err != nil {
		t.Fatal(err)
	}
	got := p.TopicDepths(0)[0]
	share := func(v float64) *float64 { return &v }
	want := TopicDepth{Topic: "1", Judged: 12, Relevant: 9, Found: 8, New: 3, OneTeam: 4, NewShare: share(3.0 / 8), OneTeamShare: share(4.0 / 8), RelevantShare: share(9.0 / 12),
		Flags: []string{FlagDeep, FlagRich}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if !got.StillFinding() || (TopicDepth{Flags: []string{FlagOneTeam}}).StillFinding() {
		t.Error("still finding: by the first two flags only")
	}
	if got := p.TopicDepths(1)[0]; got.Found != 1 || got.New != 0 {
		t.Errorf("depth 1: got %+v", got)
	}
}

// TestSplitTest: four contributors with judged shares 1, 1, .9, .8 against .2 and .1, each run a team of its own: of the 15
// ways to pick four of six none gives as large a difference.
func TestSplitTest(t *testing.T) {
	p := &Pool{teams: grouping{of: []int{0, 1, 2, 3, 4, 5}, names: make([]string, 6)}, runs: []*metrics.Run{{}, {}, {}, {}, {}, {}}}
	looks := []bool{true, true, false, true, true, false}
	got := p.splitTest([]float64{1, 1, 0.2, 0.9, 0.8, 0.1}, looks)
	if got.By != 4 || got.Of != 2 || got.Method != stats.Exact || got.Units != "run" {
		t.Errorf("got %+v", got)
	}
	near(t, "difference", got.Difference, 0.925-0.15, 1e-14)
	near(t, "p", got.P, 1.0/15, 1e-14)

	// The same runs in two teams, {0, 1, 2} and {3, 4, 5}: values 1 and .85 against .2 and .1: of 6 ways, two.
	p.teams = grouping{of: []int{0, 0, 0, 1, 1, 1}, names: make([]string, 2)}
	p.runs[0] = &metrics.Run{Team: "A"}
	got = p.splitTest([]float64{1, 1, 0.2, 0.9, 0.8, 0.1}, looks)
	if got.By != 2 || got.Of != 2 || got.Units != "team" {
		t.Errorf("got %+v", got)
	}
	near(t, "difference by team", got.Difference, 0.925-0.15, 1e-14)
	near(t, "p by team", got.P, 2.0/6, 1e-14)

	// Too many ways to count: 40 values, of which the 20 contributors' are all greater. The exact p is 2/C(40,20).
	many := &Pool{runs: make([]*metrics.Run, 40), teams: grouping{of: make([]int, 40), names: make([]string, 40)}, seed: 3}
	shares, side := make([]float64, 40), make([]bool, 40)
	for i := range shares {
		many.runs[i], many.teams.of[i], shares[i], side[i] = &metrics.Run{}, i, float64(i)/40, i >= 20
	}
	got = many.splitTest(shares, side)
	if got.Method != stats.MonteCarlo || *got.Replicates != splitReplicate || got.P != 1.0/(splitReplicate+1) {
		t.Errorf("got %+v", got)
	}
}

// TestReach asks measures whose definitions say how far they look.
func TestReach(t *testing.T) {
	a, b := rankedRun("a", "A", "x y z"), rankedRun("b", "B", "y x u")
	p, err := Build([]*metrics.Run{a, b}, metrics.Qrels{"1": {"x": 1, "y": 0, "z": 2}}, Options{Depth: 2})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		measure    string
		k          int
		collection bool
		full       int
		exact      bool
	}{
		{"P@2", 2, false, 2, true}, {"P(rel=2)@2", 2, false, 2, true}, {"Success@2", 2, false, 2, true}, {"P@3", 3, false, 1, false}, {"ERR@2", 2, false, 2, true},
		{"nDCG@2", 2, true, 2, false}, {"nDCG@10", 10, true, 1, false}, {"nDCG@1", 1, true, 2, false}, {"AP", 0, true, 1, false}, {"AP@2", 2, true, 2, false}, {"R@2", 2, true, 2, false}, {"RR", 0, false, 1, false}, {"RBP", 0, false, 1, false},
		{"Rprec", 0, true, 1, false}, {"Bpref", 0, true, 1, false}, {"Judged@2", 2, false, 2, true},
	} {
		r := p.Reach(find(t, c.measure)[0])
		if r.K != c.k || r.Collection != c.collection || r.Full != c.full || r.Exact() != c.exact || r.Runs != 2 || r.Within != (c.k > 0 && c.k <= 2) {
			t.Errorf("%s: got %+v, exact %v", c.measure, r, r.Exact())
		}
	}
}

// TestUnjudgedAgainst: four runs with 3, 2, 1 and 0 unjudged documents, the more the worse: τ_b = −1, and 2 of 24 orders
// are as extreme.
func TestUnjudgedAgainst(t *testing.T) {
	runs := []*metrics.Run{rankedRun("a", "", "u v w"), rankedRun("b", "", "x u v"), rankedRun("c", "", "x y u"), rankedRun("d", "", "x y z")}
	p, err := Build(runs, metrics.Qrels{"1": {"x": 1, "y": 1, "z": 1}}, Options{Depth: 3})
	if err != nil {
		t.Fatal(err)
	}
	c := p.UnjudgedAgainst([]float64{0.1, 0.2, 0.3, 0.4}, 3)
	if c.Tau == nil || !c.Exact || c.N != 4 {
		t.Fatalf("got %+v", c)
	}
	near(t, "τ", *c.Tau, -1, 1e-15)
	near(t, "p", *c.P, 2.0/24, 1e-14)
	if c := p.UnjudgedAgainst([]float64{1, 1, 1, 1}, 3); c.Tau != nil || c.Reason == "" {
		t.Errorf("got %+v", c)
	}
	byTopic := p.JudgedByTopic(4)
	if diff := cmp.Diff(TopicRates{K: 4, Runs: []metrics.Tag{"a", "b", "c", "d"}, Topics: []metrics.Topic{"1"},
		Judged: [][]int{{0}, {1}, {2}, {3}}, Unjudged: [][]int{{3}, {2}, {1}, {0}}, Empty: [][]int{{1}, {1}, {1}, {1}}}, byTopic); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestFlipsHand: the verdict that a run is better is lost with its own document.
func TestFlipsHand(t *testing.T) {
	runs := []*metrics.Run{rankedRun("a", "A", "x y"), rankedRun("b", "B", "y u")}
	p, err := Build(runs, metrics.Qrels{"1": {"x": 1, "y": 0}}, Options{Depth: 2})
	if err != nil {
		t.Fatal(err)
	}
	audits, err := p.LeaveOut(find(t, "P@1"), LeaveOutOptions{Units: []Unit{UnitRun}, Verdicts: Verdicts{Decide: byMean}})
	if err != nil {
		t.Fatal(err)
	}
	want := []Flip{{Unit: "a", Kind: UnitRun, A: "a", B: "b", Before: VerdictBetter, After: VerdictNone, Own: true}}
	if diff := cmp.Diff(want, audits[0].Flips); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	one := 1.0
	if diff := cmp.Diff(&Decided{Pairs: 1, Significant: 1, Smallest: &one}, audits[0].Decided); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if _, err := p.LeaveOut(find(t, "P@1"), LeaveOutOptions{Verdicts: Verdicts{Decide: byMean, Runs: []metrics.Tag{"a"}}}); err == nil {
		t.Error("no error for one run to compare")
	}
}
