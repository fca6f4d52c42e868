package pooling

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"sigrel/metrics"
)

// collection is an invented one: runs over documents d0, d1 …, with judgments.
type collection struct {
	runs  []*metrics.Run
	qrels metrics.Qrels
}

func drawCollection(t *rapid.T) collection {
	c := collection{qrels: metrics.Qrels{}}
	topics := rapid.IntRange(1, 4).Draw(t, "topics")
	docs := rapid.IntRange(1, 12).Draw(t, "documents")
	for i := range rapid.IntRange(1, 6).Draw(t, "runs") {
		r := &metrics.Run{Tag: metrics.Tag(fmt.Sprint("r", i)), Topics: map[metrics.Topic][]metrics.Scored{}}
		r.Team = metrics.Team(rapid.SampledFrom([]string{"", "A", "B", "C"}).Draw(t, "team"))
		r.Unpooled = rapid.IntRange(0, 5).Draw(t, "unpooled") == 0
		for j := range topics {
			order := rapid.Permutation(numbers(docs)).Draw(t, "order")
			for _, d := range order[:rapid.IntRange(0, docs).Draw(t, "retrieved")] {
				score := float64(rapid.IntRange(0, 5).Draw(t, "score")) // with ties
				r.Topics[topicName(j)] = append(r.Topics[topicName(j)], metrics.Scored{Doc: docName(d), Score: score})
			}
		}
		c.runs = append(c.runs, r)
	}
	for j := range topics {
		c.qrels[topicName(j)] = map[metrics.Doc]metrics.Grade{}
		for d := range docs {
			if g := rapid.IntRange(-2, 2).Draw(t, "grade"); g > -2 {
				c.qrels[topicName(j)][docName(d)] = metrics.Grade(g)
			}
		}
	}
	return c
}

func numbers(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

func topicName(i int) metrics.Topic { return metrics.Topic(fmt.Sprint("t", i)) }
func docName(i int) metrics.Doc     { return metrics.Doc(fmt.Sprint("d", i)) }

// unitName is what run r is left out with.
func unitName(r *metrics.Run, kind Unit) string {
	if kind == UnitTeam && r.Team != "" {
		return "team " + string(r.Team)
	}
	return "run " + string(r.Tag)
}

// contributors are the units that have d in the first ranks of a run that was pooled.
func (c collection) contributors(t metrics.Topic, d metrics.Doc, depth int, kind Unit) []string {
	found := map[string]bool{}
	for _, r := range c.runs {
		docs := slices.Clone(r.Topics[t])
		slices.SortFunc(docs, func(a, b metrics.Scored) int {
			return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(b.Doc, a.Doc))
		})
		if depth != AllRanks {
			docs = docs[:min(depth, len(docs))]
		}
		for _, s := range docs {
			if s.Doc == d && !r.Unpooled {
				found[unitName(r, kind)] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// without is the judgments as if the unit had not taken part; with unit "" those before.
func (c collection) without(unit string, depth int, kind Unit, mode Mode) metrics.Qrels {
	q := metrics.Qrels{}
	for t, docs := range c.qrels {
		q[t] = map[metrics.Doc]metrics.Grade{}
		for d, g := range docs {
			by := c.contributors(t, d, depth, kind)
			own := len(by) == 1 && by[0] == unit
			if own || mode == Repool && len(by) == 0 {
				continue
			}
			q[t][d] = g
		}
	}
	return q
}

func (c collection) mean(r *metrics.Run, q metrics.Qrels, m metrics.Applied) float64 {
	gold := q.Gold(1)
	var sum float64
	for _, t := range gold.Topics() {
		sum += m.Value(gold.Judge(t, r.Ranked(t)))
	}
	return sum / float64(len(q))
}

// TestNaive compares with a recount: the reduced judgments are built as such, document by document, and all runs are
// judged anew.
func TestNaive(t *testing.T) {
	ms := find(t, "AP", "P@3", "nDCG", "Bpref", "Judged@5", "AP(rel=2)")
	rapid.Check(t, func(t *rapid.T) {
		c := drawCollection(t)
		depth := rapid.SampledFrom([]int{1, 2, 5, AllRanks}).Draw(t, "depth")
		mode := rapid.SampledFrom([]Mode{RemoveUniques, Repool}).Draw(t, "mode")
		p, err := Build(c.runs, c.qrels, Options{Depth: depth, Workers: rapid.IntRange(1, 3).Draw(t, "workers")})
		if err != nil {
			t.Fatal(err)
		}
		audits, err := p.LeaveOut(ms, LeaveOutOptions{Mode: mode, Units: []Unit{UnitRun, UnitTeam}})
		if err != nil {
			t.Fatal(err)
		}
		byTag := map[metrics.Tag]*metrics.Run{}
		for _, r := range c.runs {
			byTag[r.Tag] = r
		}
		for m, a := range audits {
			if len(a.LeftOut) != 2*len(c.runs) {
				t.Fatalf("%d entries for %d runs", len(a.LeftOut), len(c.runs))
			}
			for _, l := range a.LeftOut {
				c.checkEntry(t, l, byTag[l.Run], ms[m], depth, mode)
			}
		}
	})
}

func (c collection) checkEntry(t *rapid.T, l LeftOut, run *metrics.Run, m metrics.Applied, depth int, mode Mode) {
	unit := unitName(run, l.Kind)
	before, after := c.without("", depth, l.Kind, mode), c.without(unit, depth, l.Kind, mode)
	if was, is := c.mean(run, before, m), c.mean(run, after, m); math.Abs(l.Before-was) > 1e-14 || math.Abs(l.After-is) > 1e-14 {
		t.Fatalf("%s, %s: got %v and %v, want %v and %v", unit, m, l.Before, l.After, was, is)
	}
	if (l.Change == nil) != (l.Before == 0) || l.Change != nil && math.Abs(*l.Change-(l.After-l.Before)/l.Before) > 1e-14 {
		t.Fatalf("%s: change %v from %v to %v", unit, l.Change, l.Before, l.After)
	}
	rankBefore, rankAfter := 1, 1
	for _, r := range c.runs {
		if c.mean(r, before, m) > c.mean(run, before, m)+1e-13 {
			rankBefore++
		}
		if c.mean(r, after, m) > c.mean(run, after, m)+1e-13 {
			rankAfter++
		}
	}
	if l.RankBefore != rankBefore || l.RankAfter != rankAfter {
		t.Fatalf("%s, %s: ranks %d and %d, want %d and %d", unit, m, l.RankBefore, l.RankAfter, rankBefore, rankAfter)
	}
	judged, relevant, topics := 0, 0, map[metrics.Topic]bool{}
	for name, docs := range c.qrels {
		for d, g := range docs {
			if by := c.contributors(name, d, depth, l.Kind); g >= 0 && len(by) == 1 && by[0] == unit {
				judged++
				relevant += min(1, int(g))
				topics[name] = true
			}
		}
	}
	if l.UniqueJudged != judged || l.UniqueRelevant != relevant || l.Topics != len(topics) {
		t.Fatalf("%s: uniques %d, %d in %d topics, want %d, %d in %d", unit, l.UniqueJudged, l.UniqueRelevant, l.Topics, judged, relevant, len(topics))
	}
	if m.Name == "P" && mode == RemoveUniques && l.After > l.Before {
		t.Fatalf("%s: precision rises from %v to %v", unit, l.Before, l.After)
	}
}

// TestNaiveFacts recounts contributions, orphans and finders.
func TestNaiveFacts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawCollection(t)
		depth := rapid.SampledFrom([]int{1, 3, AllRanks}).Draw(t, "depth")
		p, err := Build(c.runs, c.qrels, Options{Depth: depth})
		if err != nil {
			t.Fatal(err)
		}
		open := collection{qrels: c.qrels} // the same runs, all taken as pooled
		for _, r := range c.runs {
			open.runs = append(open.runs, &metrics.Run{Tag: r.Tag, Team: r.Team, Topics: r.Topics})
		}
		want := Facts{Runs: len(c.runs), Topics: len(c.qrels)}
		teams := map[string]bool{}
		for _, r := range c.runs {
			teams[unitName(r, UnitTeam)] = true
		}
		want.Teams = len(teams)
		unique := map[string]int{}
		for name, docs := range c.qrels {
			for d, g := range docs {
				by := c.contributors(name, d, depth, UnitRun)
				if tags := p.Contributors(name, d); len(tags) != len(by) {
					t.Fatalf("%s, %s: contributors %v, want %v", name, d, tags, by)
				}
				if g < 0 {
					want.Negative++
					continue
				}
				want.Judged++
				if len(by) == 0 {
					want.OrphanJudged++
				}
				if len(by) == 1 {
					unique[by[0]]++
				}
				if g == 0 {
					continue
				}
				want.Relevant++
				if len(by) == 0 {
					want.OrphanRelevant++
				}
				switch len(open.contributors(name, d, AllRanks, UnitRun)) {
				case 0:
					want.Found.Nobody++
				case 1:
					want.Found.OneRun++
				}
				if len(open.contributors(name, d, AllRanks, UnitTeam)) == 1 {
					want.Found.OneTeam++
				}
			}
		}
		if got := p.Facts(); got != want {
			t.Fatalf("got %+v, want %+v", got, want)
		}
		for _, con := range p.Contributions() {
			if con.UniqueJudged != unique["run "+string(con.Run)] {
				t.Fatalf("%s: %d unique, want %d", con.Run, con.UniqueJudged, unique["run "+string(con.Run)])
			}
		}
	})
}
