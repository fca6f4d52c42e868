package pooling

import (
	"errors"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"sigrel/metrics"
)

// drawTask is a small task: runs over few documents, some of them judged.
func drawTask(t *rapid.T) ([]*metrics.Run, metrics.Qrels) {
	q := metrics.Qrels{}
	runs := make([]*metrics.Run, rapid.IntRange(2, 3).Draw(t, "runs"))
	for i := range runs {
		runs[i] = &metrics.Run{Tag: metrics.Tag("r" + string(rune('0'+i))), Topics: map[metrics.Topic][]metrics.Scored{}}
	}
	for _, topic := range []metrics.Topic{"1", "2"} {
		docs := strings.Fields("a b c d e")
		q[topic] = map[metrics.Doc]metrics.Grade{"z": 1}
		holes := 0
		for _, d := range docs {
			g := rapid.IntRange(-2, 2).Draw(t, "grade")
			if g < 0 {
				if holes++; holes > 2 {
					g = 0
				}
			}
			if g > -2 {
				q[topic][metrics.Doc(d)] = metrics.Grade(g)
			}
		}
		for _, r := range runs {
			list := rapid.Permutation(docs).Draw(t, "list")
			r.Topics[topic] = listOf(list[:rapid.IntRange(1, 5).Draw(t, "length")]...)
		}
	}
	return runs, q
}

// everyLabelling calls f with the judgments of every labelling of all holes of all runs.
func everyLabelling(runs []*metrics.Run, q metrics.Qrels, top int, f func(metrics.Qrels)) {
	type place struct {
		topic metrics.Topic
		doc   metrics.Doc
	}
	var holes []place
	for _, topic := range []metrics.Topic{"1", "2"} {
		for _, d := range []metrics.Doc{"a", "b", "c", "d", "e"} {
			found := slices.ContainsFunc(runs, func(r *metrics.Run) bool {
				return slices.ContainsFunc(r.Topics[topic], func(s metrics.Scored) bool { return s.Doc == d })
			})
			if g, known := q[topic][d]; found && (!known || g < 0) {
				holes = append(holes, place{topic, d})
			}
		}
	}
	all := 1
	for range holes {
		all *= top + 1
	}
	for code := range all {
		full := metrics.Qrels{}
		for topic, docs := range q {
			full[topic] = map[metrics.Doc]metrics.Grade{}
			maps.Copy(full[topic], docs)
		}
		for _, h := range holes {
			full[h.topic][h.doc] = metrics.Grade(code % (top + 1))
			code /= top + 1
		}
		f(full)
	}
}

func meansOf(t *rapid.T, runs []*metrics.Run, q metrics.Qrels, m metrics.Applied) []float64 {
	ev, err := metrics.Evaluate(runs, q.Gold(1), []metrics.Applied{m}, metrics.EvalOptions{KeepEmpty: true, KeepSparse: true})
	if err != nil {
		t.Fatal(err)
	}
	return ev.Scores[0].Means()
}

// TestPairsAndRanksAgainstAllLabellings goes through the labels of all holes of all runs, with the public evaluation.
func TestPairsAndRanksAgainstAllLabellings(t *testing.T) {
	for _, name := range []string{"AP", "nDCG@2", "P@2", "RR"} {
		t.Run(name, func(t *testing.T) {
			m := applied(t, name)
			rapid.Check(t, func(t *rapid.T) {
				runs, q := drawTask(t)
				h, err := FindHoles(runs, q, HoleOptions{})
				if err != nil {
					t.Fatal(err)
				}
				for r := 1; r < len(runs); r++ {
					for _, of := range [][]*metrics.Run{{runs[0], runs[r]}, runs, {runs[0]}} {
						whose := HolesOfBoth
						switch {
						case len(of) == 1:
							whose = HolesOfOne
						case len(of) > 2:
							whose = HolesOfAll
						}
						p, err := h.Pair(m, 0, r, whose)
						if err != nil {
							t.Fatal(err)
						}
						lo, hi := math.Inf(1), math.Inf(-1)
						everyLabelling(of, q, int(h.most()), func(full metrics.Qrels) {
							means := meansOf(t, runs, full, m)
							lo, hi = min(lo, means[0]-means[r]), max(hi, means[0]-means[r])
						})
						if !p.Exact || math.Abs(p.Lo-lo) > 1e-12 || math.Abs(p.Hi-hi) > 1e-12 {
							t.Fatalf("run %d, whose %d: bounds %+v, of all labellings [%v, %v]", r, whose, p.Bounds, lo, hi)
						}
					}
				}
				best, worst := len(runs), 1
				everyLabelling(runs, q, int(h.most()), func(full metrics.Qrels) {
					rank := newRanking(meansOf(t, runs, full, m), false).ranks[0]
					best, worst = min(best, rank), max(worst, rank)
				})
				got, err := h.Ranks(m, 0)
				if err != nil {
					t.Fatal(err)
				}
				if got.Best > best || got.Worst < worst || got.ReachedBest < best || got.ReachedWorst > worst {
					t.Fatalf("ranks %+v, of all labellings %d to %d", got, best, worst)
				}
			})
		})
	}
}

// TestSingleOfOwnHoles: the bounds of a run over its own holes, with the public evaluation of that run alone.
func TestSingleOfOwnHoles(t *testing.T) {
	m := applied(t, "AP")
	rapid.Check(t, func(t *rapid.T) {
		runs, q := drawTask(t)
		h, err := FindHoles(runs, q, HoleOptions{})
		if err != nil {
			t.Fatal(err)
		}
		b, err := h.Single(m, 0)
		if err != nil {
			t.Fatal(err)
		}
		lo, hi := math.Inf(1), math.Inf(-1)
		everyLabelling(runs[:1], q, 1, func(full metrics.Qrels) {
			x := meansOf(t, runs[:1], full, m)[0]
			lo, hi = min(lo, x), max(hi, x)
		})
		if now := meansOf(t, runs[:1], q, m)[0]; !b.Exact || math.Abs(b.Now-now) > 1e-12 || math.Abs(b.Lo-lo) > 1e-12 || math.Abs(b.Hi-hi) > 1e-12 {
			t.Fatalf("bounds %+v, of all labellings [%v, %v], now %v", b, lo, hi, now)
		}
	})
}

// TestFlipsAgainstAllLabellings: no fewer documents found relevant than the bound turn the order of two runs, and where the
// number is exact, so many do.
func TestFlipsAgainstAllLabellings(t *testing.T) {
	for _, name := range []string{"AP", "nDCG@2", "P@2", "RR", "R@2"} {
		t.Run(name, func(t *testing.T) {
			m := applied(t, name)
			rapid.Check(t, func(t *rapid.T) {
				runs, q := drawTask(t)
				runs = runs[:2]
				h, err := FindHoles(runs, q, HoleOptions{})
				if err != nil {
					t.Fatal(err)
				}
				p, err := h.Pair(m, 0, 1, HolesOfBoth)
				if err != nil {
					t.Fatal(err)
				}
				fewest := math.MaxInt
				everyLabelling(runs, q, int(h.most()), func(full metrics.Qrels) {
					found := 0
					for topic, docs := range full {
						for d, g := range docs {
							if was, known := q[topic][d]; g > 0 && (!known || was < 0) {
								found++
							}
						}
					}
					means := meansOf(t, runs, full, m)
					if d := means[0] - means[1]; math.Abs(d) < 1e-12 || d*p.Now <= 0 {
						fewest = min(fewest, found)
					}
				})
				switch {
				case !p.FlipsKnown:
					t.Fatal("not known")
				case p.Flips == nil && fewest < math.MaxInt:
					t.Fatalf("%d documents turn the order, none said to", fewest)
				case p.Flips != nil && *p.Flips > fewest:
					t.Fatalf("%d documents turn the order, said to be at least %d", fewest, *p.Flips)
				case p.Flips != nil && p.FlipsExact && *p.Flips != fewest:
					t.Fatalf("%d documents turn the order, said to be exactly %d", fewest, *p.Flips)
				}
				if p.Flips == nil || *p.Flips == 0 {
					return
				}
				if list := h.NextToJudge(m, []Comparison{{0, 1, p.Now}}, 10); len(list) > 0 {
					full := metrics.Qrels{}
					for topic, docs := range q {
						full[topic] = map[metrics.Doc]metrics.Grade{}
						maps.Copy(full[topic], docs)
					}
					want := p.Now
					for _, j := range list {
						full[j.Topic][j.Doc] = metrics.Grade(h.most())
						want += j.Effect
					}
					means := meansOf(t, runs, full, m)
					if got := means[0] - means[1]; math.Abs(got-want) > 1e-12 {
						t.Fatalf("with the list judged relevant the difference is %v, its effects say %v", got, want)
					}
				}
			})
		})
	}
}

func TestHoleDepth(t *testing.T) {
	run := &metrics.Run{Tag: "r", Topics: map[metrics.Topic][]metrics.Scored{"1": listOf("a", "b", "c")}}
	q := metrics.Qrels{"1": {"a": 1}}
	for depth, want := range map[int]float64{0: 1, 1: 1. / 3, 2: 2. / 3, 3: 1} {
		h, err := FindHoles([]*metrics.Run{run}, q, HoleOptions{Depth: depth})
		if err != nil {
			t.Fatal(err)
		}
		b, err := h.Single(applied(t, "P@3"), 0)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(b.Hi-want) > 1e-15 {
			t.Errorf("depth %d: P@3 up to %v, want %v", depth, b.Hi, want)
		}
	}
}

func TestUnboundedMeasuresAreRefused(t *testing.T) {
	runs, q := toy()
	h, err := FindHoles(runs, q, HoleOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"infAP", "Judged@3", "nDCG(gains=1:3)", "utility"} {
		if _, err := h.Single(applied(t, name), 0); !errors.Is(err, ErrUnbounded) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestDrawByHand: a run has 10 judged documents in its first ten ranks, 4 of them relevant, and 2 holes behind, in a band
// without judged documents: each is relevant with (4 + ½)/(10 + 1). P@12 is 4/12 and a twelfth for each.
func TestDrawByHand(t *testing.T) {
	docs := strings.Fields("a b c d e f g h i j x y")
	q := metrics.Qrels{"1": {}}
	for i, d := range docs[:10] {
		q["1"][metrics.Doc(d)] = metrics.Grade(max(0, 4-i)) / max(1, metrics.Grade(4-i)) // 1 1 1 1 0 …
	}
	h, err := FindHoles([]*metrics.Run{{Tag: "r", Topics: map[metrics.Topic][]metrics.Scored{"1": listOf(docs...)}}}, q, HoleOptions{})
	if err != nil {
		t.Fatal(err)
	}
	d, err := h.Draw(applied(t, "P@12"), 0, DrawOptions{Replicates: 20000, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	p := 4.5 / 11
	if math.Abs(d.Relevant-2*p) > 1e-12 {
		t.Errorf("%v relevant holes expected, want %v", d.Relevant, 2*p)
	}
	sd := math.Sqrt(2*p*(1-p)) / 12
	if want := (4 + 2*p) / 12; math.Abs(d.Mean-want) > 5*sd/math.Sqrt(20000) {
		t.Errorf("mean %v, want %v", d.Mean, want)
	}
	if math.Abs(d.SD-sd) > .05*sd {
		t.Errorf("sd %v, want %v", d.SD, sd)
	}
	if math.Abs(d.Lo-4./12) > 1e-12 || math.Abs(d.Hi-6./12) > 1e-12 {
		t.Errorf("interval [%v, %v], want all of [4/12, 6/12]: each end has more than 2.5 %%", d.Lo, d.Hi)
	}
	again, err := h.Draw(applied(t, "P@12"), 0, DrawOptions{Replicates: 20000, Seed: 3})
	if diff := cmp.Diff(d, again); err != nil || diff != "" {
		t.Errorf("another time: %v %s", err, diff)
	}
}

// TestHolesOfSomeTopics: bounds are over the topics asked for. On topic 1 the run has a hole at rank 1, on topic 2 a relevant
// document: P@1 lies in [0, 1] on the one, in [1/2, 1] over both.
func TestHolesOfSomeTopics(t *testing.T) {
	run := &metrics.Run{Tag: "r", Topics: map[metrics.Topic][]metrics.Scored{"1": listOf("x"), "2": listOf("y")}}
	q := metrics.Qrels{"1": {"z": 1}, "2": {"y": 1}}
	p, err := Build([]*metrics.Run{run}, q, Options{Depth: AllRanks})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		topics []metrics.Topic
		lo     float64
	}{{[]metrics.Topic{"1"}, 0}, {nil, .5}} {
		h, err := p.Holes(HoleOptions{Topics: c.topics})
		if err != nil {
			t.Fatal(err)
		}
		if b, err := h.Single(applied(t, "P@1"), 0); err != nil || b.Lo != c.lo || b.Hi != 1 {
			t.Errorf("topics %v: %+v, %v, want [%v, 1]", c.topics, b, err, c.lo)
		}
	}
	if _, err := p.Holes(HoleOptions{Topics: []metrics.Topic{"3"}}); err == nil {
		t.Error("a topic that is not judged is taken")
	}
}
