package pooling

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sigrel/metrics"
)

// rankedRun makes a run that ranks the documents of topic "1" as written, with blanks between them.
func rankedRun(tag, team, docs string) *metrics.Run {
	r := &metrics.Run{Tag: metrics.Tag(tag), Team: metrics.Team(team), Topics: map[metrics.Topic][]metrics.Scored{}}
	for i, d := range strings.Fields(docs) {
		r.Topics["1"] = append(r.Topics["1"], metrics.Scored{Doc: metrics.Doc(d), Score: float64(-i)})
	}
	return r
}

// hand is a collection that fits on a page. At depth 2: a from x1 and x2, b from x1 only, c from x2, d from nobody
// (y1 has it at rank 3), e from y1, and e is the only relevant document of team Y. Document n is pooled, not judged.
func hand() ([]*metrics.Run, metrics.Qrels) {
	runs := []*metrics.Run{rankedRun("x1", "X", "a b e"), rankedRun("x2", "X", "a c"), rankedRun("y1", "Y", "n e d u")}
	return runs, metrics.Qrels{"1": {"a": 1, "b": 0, "c": 2, "d": 1, "e": 1, "n": -1}}
}

func TestHand(t *testing.T) {
	runs, q := hand()
	p, err := Build(runs, q, Options{Depth: 2})
	if err != nil {
		t.Fatal(err)
	}
	yes := true
	contributions := []Contribution{
		{Run: "x1", Team: "X", Documents: 2, Judged: 2, Relevant: 1, UniqueJudged: 1, Contributor: &yes, PrefixMin: 3, PrefixMedian: 3, PrefixMax: 3},
		{Run: "x2", Team: "X", Documents: 2, Judged: 2, Relevant: 2, UniqueJudged: 1, UniqueRelevant: 1, Contributor: &yes, PrefixMin: 2, PrefixMedian: 2, PrefixMax: 2},
		{Run: "y1", Team: "Y", Documents: 2, Judged: 1, Relevant: 1, UniqueJudged: 1, UniqueRelevant: 1, Contributor: &yes, PrefixMin: 3, PrefixMedian: 3, PrefixMax: 3},
	}
	if diff := cmp.Diff(contributions, p.Contributions()); diff != "" {
		t.Errorf("contributions (-want +got):\n%s", diff)
	}
	facts := Facts{Runs: 3, Teams: 2, Topics: 1, Judged: 5, Relevant: 4, Negative: 1, OrphanJudged: 1, OrphanRelevant: 1,
		Found: Found{OneRun: 2, OneTeam: 3}} // c by x2, d by y1; a by team X
	if diff := cmp.Diff(facts, p.Facts()); diff != "" {
		t.Errorf("facts (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]metrics.Tag{"x1", "x2"}, p.Contributors("1", "a")); diff != "" {
		t.Errorf("contributors of a (-want +got):\n%s", diff)
	}
	for _, d := range []metrics.Doc{"d", "u", "nothing"} {
		if got := p.Contributors("1", d); got != nil {
			t.Errorf("contributors of %s: %v, want none", d, got)
		}
	}

	// Without team X, a, b and c go: x1 keeps e at rank 3 of R = 2 (d, e), AP = 1/6; before, R = 4, AP = (1 + 2/3)/4 = 5/12.
	audits, err := p.LeaveOut(find(t, "AP"), LeaveOutOptions{Units: []Unit{UnitTeam}})
	if err != nil {
		t.Fatal(err)
	}
	x1 := audits[0].LeftOut[0]
	near(t, "before", x1.Before, 5.0/12, 1e-15)
	near(t, "after", x1.After, 1.0/6, 1e-15)
	near(t, "change", *x1.Change, -0.6, 1e-14)
	// All: before x1 5/12, x2 (1+1)/4, y1 (1/2+2/3)/4 = 7/24; after x1 1/6, x2 0, y1 (1/2+2/3)/2.
	if x1.Unit != "X" || x1.UniqueJudged != 3 || x1.UniqueRelevant != 2 || x1.RankBefore != 2 || x1.RankAfter != 2 {
		t.Errorf("got %+v", x1)
	}
	// τ between (5/12, 1/2, 7/24) and (1/6, 0, 7/12): one pair of three agrees in no order.
	near(t, "τ", *x1.Tau, -1, 1e-15)
	x2 := audits[0].LeftOut[1]
	if x2.RankBefore != 1 || x2.RankAfter != 3 || x2.After != 0 {
		t.Errorf("got %+v", x2)
	}
	s := audits[0].Summary
	if s.Run != nil || s.Team.MaxRankDrop != 2 || s.Team.MaxRankDropRun != "x2" || s.Team.MaxAbsRun != "x2" || *s.Team.MaxAbs != 1 {
		t.Errorf("summary %+v", s.Team)
	}

	rates, splits := p.Judged([]int{2, 4})
	rate := func(run string, k int, judged, unjudged, empty, relevant float64, perRelevant *float64, of float64) Rate {
		return Rate{Run: metrics.Tag(run), K: k, Judged: judged, Unjudged: unjudged, Empty: empty, Relevant: relevant, PerRelevant: perRelevant, OfRetrieved: of}
	}
	none, one := 0.0, 1.0
	want := []Rate{
		rate("x1", 2, 1, 0, 0, 0.5, &none, 1), rate("x1", 4, 0.75, 0, 0.25, 0.5, &none, 1),
		rate("x2", 2, 1, 0, 0, 1, &none, 1), rate("x2", 4, 0.5, 0, 0.5, 0.5, &none, 1),
		rate("y1", 2, 0.5, 0.5, 0, 0.5, &one, 0.5), rate("y1", 4, 0.5, 0.5, 0, 0.5, &one, 0.5),
	}
	if diff := cmp.Diff(want, rates); diff != "" {
		t.Errorf("rates (-want +got):\n%s", diff)
	}
	if s := splits[0]; s.Contributors != 3 || s.Others != 0 || s.JudgedOf != nil || *s.JudgedBy != 2.5/3 {
		t.Errorf("split %+v", s)
	}
}

// TestOthers: a run that was not pooled, and one whose first ranks are not judged.
func TestOthers(t *testing.T) {
	runs, q := hand()
	runs[1].Unpooled = true
	runs = append(runs, rankedRun("z", "Z", "p a q"))
	p, err := Build(runs, q, Options{Depth: 2})
	if err != nil {
		t.Fatal(err)
	}
	c := p.Contributions()
	if c[1].Contributor != nil || c[1].Documents != 0 || c[3].Contributor == nil || *c[3].Contributor {
		t.Errorf("got %+v and %+v", c[1], c[3])
	}
	_, splits := p.Judged([]int{2})
	if s := splits[0]; s.Contributors != 2 || s.Others != 2 || *s.JudgedBy != 0.75 || *s.JudgedOf != 0.75 {
		t.Errorf("split %+v", s)
	}
}

// TestEmptyChange: a run without a score has no relative change, and τ of equal means is undefined.
func TestEmptyChange(t *testing.T) {
	runs := []*metrics.Run{rankedRun("a", "", "x"), rankedRun("b", "", "y")}
	p, err := Build(runs, metrics.Qrels{"1": {"x": 0, "z": 1}, "2": {"z": 1}}, Options{Depth: AllRanks})
	if err != nil {
		t.Fatal(err)
	}
	if p.TeamsKnown() {
		t.Error("teams known")
	}
	audits, err := p.LeaveOut(find(t, "AP", "NumNonrelJudgedRet"), LeaveOutOptions{})
	if err != nil {
		t.Fatal(err)
	}
	l := audits[0].LeftOut[0]
	if l.Change != nil || l.Tau != nil || l.TauAP != nil || l.RankBefore != 1 || l.UniqueJudged != 1 || l.Topics != 1 {
		t.Errorf("got %+v", l)
	}
	if s := audits[0].Summary; s.Team != nil || s.Run.Mean != nil || s.Run.MaxAbs != nil || s.Run.MinTau != nil {
		t.Errorf("summary %+v", s.Run)
	}
	// Fewer judged documents that are not relevant are better: a has one, until it is left out.
	if l := audits[1].LeftOut[0]; l.RankBefore != 2 || l.RankAfter != 1 {
		t.Errorf("got %+v", l)
	}
	if _, err := json.Marshal(audits); err != nil {
		t.Error(err)
	}
}

func TestErrors(t *testing.T) {
	runs, q := hand()
	twice := append(runs, rankedRun("x1", "", "a"))
	for _, c := range []struct {
		runs []*metrics.Run
		q    metrics.Qrels
		want string
	}{
		{nil, q, "pool: no runs"},
		{runs, nil, "pool: no judgments"},
		{twice, q, `pool: two runs have the tag "x1": want one name for each, such as label=path`},
	} {
		if _, err := Build(c.runs, c.q, Options{}); err == nil || err.Error() != c.want {
			t.Errorf("got error %v, want %q", err, c.want)
		}
	}
	p, err := Build(runs, q, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.LeaveOut(nil, LeaveOutOptions{}); err == nil {
		t.Error("no error without a measure")
	}
	_, err = p.LeaveOut(find(t, "AP"), LeaveOutOptions{Topics: []metrics.Topic{"1", "7"}})
	if err == nil || err.Error() != `pool: topic "7" is not judged` {
		t.Errorf("got error %v", err)
	}
}

// TestTopics: means over some of the topics, documents of some ranks, judged documents only.
func TestTopics(t *testing.T) {
	runs := []*metrics.Run{rankedRun("a", "", "u x y"), rankedRun("b", "", "y")}
	runs[0].Topics["2"] = runs[0].Topics["1"]
	q := metrics.Qrels{"1": {"x": 1, "y": 1}, "2": {"z": 1}}
	p, err := Build(runs, q, Options{Depth: AllRanks})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		opt           LeaveOutOptions
		before, after float64 // AP of a; alone it has x
	}{
		{LeaveOutOptions{}, (1.0/2 + 2.0/3) / 4, 1.0 / 6},
		{LeaveOutOptions{Topics: []metrics.Topic{"1"}}, (1.0/2 + 2.0/3) / 2, 1.0 / 3},
		{LeaveOutOptions{Cutoff: 2}, 1.0 / 8, 0},
		{LeaveOutOptions{JudgedOnly: true}, 1.0 / 2, 1.0 / 2},
	} {
		audits, err := p.LeaveOut(find(t, "AP"), c.opt)
		if err != nil {
			t.Fatal(err)
		}
		near(t, fmt.Sprintf("%+v, before", c.opt), audits[0].LeftOut[0].Before, c.before, 1e-15)
		near(t, fmt.Sprintf("%+v, after", c.opt), audits[0].LeftOut[0].After, c.after, 1e-15)
	}
}

// invented makes runs that each order 200 documents anew, topic by topic, by a quality that they share and noise.
func invented(runs, topics int) []*metrics.Run {
	rng := rand.New(rand.NewPCG(7, 11))
	var out []*metrics.Run
	for i := range runs {
		r := &metrics.Run{Tag: metrics.Tag(fmt.Sprint("r", i)), Topics: map[metrics.Topic][]metrics.Scored{}}
		for j := range topics {
			docs := make([]metrics.Scored, 0, 200)
			for d := range 200 {
				docs = append(docs, metrics.Scored{Doc: docName(d), Score: float64(d)/40 + rng.NormFloat64()})
			}
			metrics.OrderTrecEval.Rank(docs)
			r.Topics[topicName(j)] = docs
		}
		out = append(out, r)
	}
	return out
}

// pooled judges the first documents of the runs, all non-relevant.
func pooled(runs []*metrics.Run, depth int) metrics.Qrels {
	q := metrics.Qrels{}
	for _, r := range runs {
		for t, docs := range r.Topics {
			if q[t] == nil {
				q[t] = map[metrics.Doc]metrics.Grade{}
			}
			for _, s := range docs[:min(depth, len(docs))] {
				q[t][s.Doc] = 0
			}
		}
	}
	return q
}

func TestWorkers(t *testing.T) {
	runs := invented(6, 10)
	q := pooled(runs, 15)
	for i, topic := range []metrics.Topic{"t0", "t3", "t7"} {
		for d := range 200 {
			if _, known := q[topic][docName(d)]; known && d%(i+3) == 0 {
				q[topic][docName(d)] = metrics.Grade(1 + d%2)
			}
		}
	}
	var first []Audit
	for workers := 1; workers < 8; workers++ {
		p, err := Build(runs, q, Options{Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		audits, err := p.LeaveOut(find(t, "AP", "nDCG@10"), LeaveOutOptions{Units: []Unit{UnitRun, UnitTeam}})
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = audits
		}
		if diff := cmp.Diff(first, audits); diff != "" {
			t.Fatalf("%d workers (-1 worker):\n%s", workers, diff)
		}
	}
}

// TestCorrelationsWithTies: of b and c, equal after, the one order gives τ_AP 1, the other 2/2·(1 + 1/2) − 1 = 1/2.
func TestCorrelationsWithTies(t *testing.T) {
	before := newRanking([]float64{.5, .4, .3}, false)
	for _, c := range []struct {
		after []float64
		want  float64
	}{
		{[]float64{.5, .4, .3}, 1},
		{[]float64{.5, .3, .4}, .5},
		{[]float64{.5, .3, .3}, .75},
	} {
		if _, ap := before.correlations(newRanking(c.after, false)); ap == nil || math.Abs(*ap-c.want) > 1e-15 {
			t.Errorf("%v: %v, want %v", c.after, ap, c.want)
		}
	}
	if tau, ap := before.correlations(newRanking([]float64{.3, .3, .3}, false)); tau != nil || ap != nil {
		t.Errorf("all tied: %v, %v, want none", tau, ap)
	}
}
