package reports

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"sigrel/metrics"
	"sigrel/reports/doc"
	"sigrel/stats"
	"sigrel/stats/resample"
)

// ranked makes a run of "topic: documents, best first".
func rankedRun(tag, team string, topics map[metrics.Topic]string) *metrics.Run {
	r := &metrics.Run{Tag: metrics.Tag(tag), Team: metrics.Team(team), Topics: map[metrics.Topic][]metrics.Scored{}}
	for t, docs := range topics {
		for i, d := range strings.Fields(docs) {
			r.Topics[t] = append(r.Topics[t], metrics.Scored{Doc: metrics.Doc(d), Score: float64(-i)})
		}
	}
	return r
}

// judged scores the runs under both judgments.
func judged(t testing.TB, a, b metrics.Qrels, runs []*metrics.Run, measures ...string) *JudgeStudy {
	t.Helper()
	req, err := metrics.FindAll(measures)
	if err != nil {
		t.Fatal(err)
	}
	j := &JudgeStudy{Names: [2]string{"one", "two"}, Qrels: [2]metrics.Qrels{a, b}, Level: 1, Runs: runs, Plan: resample.Plan{Seed: 1, Replicates: 200}}
	for i, q := range j.Qrels {
		ev, err := metrics.Evaluate(runs, q.Gold(1), req.Measures, metrics.EvalOptions{})
		if err != nil {
			t.Fatal(err)
		}
		j.Study[i] = &Study{Scores: ev.Scores, Runs: runs, Qrels: q, Measures: req.Measures, Level: 1, Test: FindTest("randomization"),
			Options: stats.Options{Plan: resample.Plan{Seed: 1, Replicates: 2000}}}
	}
	return j
}

func close12(t testing.TB, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-12 {
		t.Errorf("%s = %v, want %v", what, got, want)
	}
}

// By hand, with RR. Topics 1 and 2 are judged by both, 3 by the first, 4 by the second.
func TestJudgeScoresByHand(t *testing.T) {
	a := metrics.Qrels{"1": {"x": 1, "y": 0}, "2": {"x": 0, "y": 1}, "3": {"x": 1}}
	b := metrics.Qrels{"1": {"x": 0, "y": 1, "z": 1}, "2": {"y": 1, "z": 1}, "4": {"x": 1}}
	all := func(s string) map[metrics.Topic]string {
		return map[metrics.Topic]string{"1": s, "2": s, "3": s, "4": s}
	}
	f, err := judgeScores(judged(t, a, b, []*metrics.Run{rankedRun("p", "", all("x y z")), rankedRun("q", "", all("z y x"))}, "RR"))
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(f.Topics); got != "{[1 2] [3] [4] [] []}" {
		t.Errorf("topics %s", got)
	}
	p, q := f.Measures[0].Systems[0], f.Measures[0].Systems[1]
	// p: by A 1 and 1/2, by B 1/2 and 1/2. On x and y of topic 1, y of topic 2: by A 1, 1/2; by B 1/2, 1/2.
	// A filled by B has z on both: p 1, 1/2; q 1, 1.
	close12(t, "p by A", p.A, .75)
	close12(t, "p by B", p.B, .5)
	close12(t, "p, common, by A", *p.CommonA, .75)
	close12(t, "p, common, by B", *p.CommonB, .5)
	close12(t, "p filled", *p.Filled, .75)
	// q: by A 1/3 and 1/2, by B 1 and 1; on common documents by A 1/3, 1/2, by B 1/2, 1/2.
	close12(t, "q by A", q.A, 5./12)
	close12(t, "q by B", q.B, 1)
	close12(t, "q, common, by A", *q.CommonA, 5./12)
	close12(t, "q, common, by B", *q.CommonB, .5)
	close12(t, "q filled", *q.Filled, 1)
	if p.System != "p" || p.RankA != 1 || p.RankB != 2 || *p.RankCommonB != 1 || *q.RankCommonB != 1 || *q.RankFilled != 1 {
		t.Errorf("ranks: %+v %+v", p, q)
	}
	m := f.Measures[0]
	close12(t, "τ", *m.TauB, -1)
	close12(t, "τ filled", *m.TauFilled, -1)
	if m.TauCommon != nil || m.SameWinner || m.MaxRankDrop != 1 {
		t.Errorf("τ on common documents %v: all tie by B; winner %v, drop %v", m.TauCommon, m.SameWinner, m.MaxRankDrop)
	}
	// Bias: d = −1/2, 0 and 2/3, 1/2; mean of all 1/6.
	close12(t, "shift", f.Bias.Shift, 1./6)
	close12(t, "interaction of p", f.Bias.Rows[0].Interaction, -.25-1./6)
	// Re-ranked by B: p is y z x: by A 1/3, 1, by B 1, 1; q is z y x as it was.
	close12(t, "gain by A", f.Stress.GainA, -1./24)
	close12(t, "gain by B", f.Stress.GainB, .25)
	s := f.Stress.Systems[0]
	close12(t, "p re-ranked by A", s.RerankedA, 2./3)
	close12(t, "p re-ranked by B", s.RerankedB, 1)
	if s.RankBAlone != 1 || s.RankAAlone != 1 || f.Stress.K != DefaultRerank {
		t.Errorf("%+v", s)
	}
	// B as a system, ties by identifier descending: topic 1 z y x, topic 2 z y. By A 1/3, 1/2; at best y z x, y z: 1/3, 1.
	c := f.Ceilings[0]
	close12(t, "ceiling", c.Value, 5./12)
	close12(t, "best", c.Best, 2./3)
	close12(t, "worst", c.Worst, 5./12)
	close12(t, "distance", c.Distance, 5./12-.75)
	if c.Beyond != 2 || len(c.Runs) != 1 || c.Runs[0] != "p" {
		t.Errorf("%+v", c)
	}
	// Of common documents: y x and y: by A 1/2 and 1.
	close12(t, "ceiling, common", f.Ceilings[1].Value, .75)
	if f.Mixtures == nil || !f.Mixtures.All || f.Mixtures.Mixtures != 4 {
		t.Errorf("mixtures %+v", f.Mixtures)
	}
}

// A judge against itself: no bias, τ 1, no decision changes, and no way to game one without the other.
func TestJudgeAgainstItself(t *testing.T) {
	q, runs := fourRuns()
	j := judged(t, q, q, runs, "AP", "nDCG@10")
	j.Study[0].Teams, j.Study[1].Teams = true, true
	j.Circular = map[metrics.Tag]string{"r0": "yes", "r1": "no", "r2": "no", "r3": "no"}
	j.Rerank = 3 // all ten documents in order would make all runs equal
	f, err := judgeScores(j)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range f.Measures {
		if *m.TauB != 1 || *m.TauCommon != 1 || *m.TauFilled != 1 || !m.SameWinner || m.MaxRankDrop != 0 || m.MeanA != m.MeanB || *m.CommonA != m.MeanA || *m.Filled != m.MeanA {
			t.Errorf("%+v", m)
		}
	}
	if f.Bias.Shift != 0 || f.Bias.SD != 0 || f.Bias.ShiftTest.P != 1 || f.Bias.Rows[2].P != 1 {
		t.Errorf("%+v", f.Bias)
	}
	if d := f.Agreement.Decisions; *d.Agreement != 1 || d.OnlyA+d.OnlyB+d.ActiveDisagreement != 0 {
		t.Errorf("%+v", d)
	}
	if f.Stress.GainA != f.Stress.GainB || *f.Stress.TauAfter != 1 {
		t.Errorf("%+v", f.Stress)
	}
	for _, c := range f.Ceilings {
		if c.Value != 1 || c.Worst != 1 || c.Best != 1 {
			t.Errorf("A's own ordering is perfect under A: %+v", c)
		}
	}
	if f.Mixtures.WinnerChanges != 0 || *f.Mixtures.TauB.Min != 1 || *f.Tau.Tau.Min != 1 || f.Tau.Sets != 4 {
		t.Errorf("%+v %+v", f.Mixtures, f.Tau)
	}
	for _, o := range f.Circular.Optimism {
		if o.Score.Difference != 0 || o.Score.P != 1 || o.Adjusted != 1 || o.Significant {
			t.Errorf("%+v", o.Score)
		}
	}
	if _, err := json.Marshal(f); err != nil {
		t.Error(err)
	}
}

// plainText is the text of blocks in one line.
func plainText(blocks []doc.Block) string {
	var p doc.Printer
	return strings.Join(strings.Fields(string(p.Text(&doc.Doc{Blocks: blocks}))), " ")
}

// Where lower is better, the run that B lowers is the one that B favours.
func TestJudgesWhereLowerIsBetter(t *testing.T) {
	q, runs := fourRuns()
	j := judged(t, q, q, runs, "P@3")
	j.Runs = nil
	j.Circular = map[metrics.Tag]string{"r0": "yes", "r1": "no", "r2": "no", "r3": "no"}
	for i, st := range j.Study {
		s := st.Scores[0].Keep(nil, nil)
		s.Lower = true
		for c := range s.Topics {
			for r := range s.Systems {
				v := float64(10+r) + float64(c%3)/10
				if i == 1 && r == 0 {
					v -= 2 + float64(c%2)/10
				}
				s.Values.Set(r, c, v)
			}
		}
		st.Scores = []*metrics.Scores{s}
	}
	f, err := judgeScores(j)
	if err != nil {
		t.Fatal(err)
	}
	if f.Circular.Optimism[0].Score.Difference <= 0 || f.Measures[0].Systems[0].System != "r0" || f.Mixtures.Systems[0].RankA != 1 {
		t.Errorf("%+v", f.Circular.Optimism[0].Score)
	}
	if text := plainText(f.blocks()); !strings.Contains(text, "B favours r0") {
		t.Errorf("no favour of r0 in\n%s", text)
	}
	var parts []string
	for _, n := range f.NotAssessed {
		parts = append(parts, n.Part)
	}
	if got := strings.Join(parts, " "); got != "measures.common team_representatives stress ceilings" {
		t.Errorf("not assessed: %s", got)
	}
}

func TestJudgeScoresNotAssessed(t *testing.T) {
	q, runs := fourRuns()
	other := metrics.Qrels{"elsewhere": {"d0": 1}}
	for i := range runs {
		runs[i].Topics["elsewhere"] = []metrics.Scored{{Doc: "d0"}}
	}
	full := judged(t, q, q, runs, "P@3")
	none := *full
	none.Study = [2]*Study{}
	apart := judged(t, q, q, runs, "P@3")
	apart.Qrels[1] = other
	s, err := metrics.Evaluate(runs, other.Gold(1), apart.Study[0].Measures, metrics.EvalOptions{KeepSparse: true})
	if err != nil {
		t.Fatal(err)
	}
	apart.Study[1].Scores = s.Scores
	one := judged(t, q, q, runs[:1], "P@3")
	for want, j := range map[string]*JudgeStudy{
		"no runs were given, so that only the labels are compared; a ranking by two alone is not validated": &none,
		"no topic was judged in both; a ranking by two alone is not validated":                              apart,
		"1 run scored in both, want at least 2":                                                             one,
	} {
		if _, err := judgeScores(j); !errors.Is(err, ErrNotApplicable) || reason(err) != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	// One topic: no test, no bias, but the means.
	single := metrics.Qrels{"t00": q["t00"]}
	f, err := judgeScores(judged(t, single, single, runs, "P@3"))
	if err != nil {
		t.Fatal(err)
	}
	if f.Bias != nil || f.Agreement.Decisions != nil || f.Mixtures != nil || f.Stress == nil || len(f.Measures) != 1 {
		t.Errorf("%+v", f)
	}
	if text := plainText(f.blocks()); !strings.Contains(text, "Not assessed, agreement of decisions: ") || !strings.Contains(text, "Not assessed, bias towards single runs: ") {
		t.Error(text)
	}
}

// A topic where the two judged other documents counts for the scores by each and for A filled, not for common documents;
// one that the policy dropped is named as such.
func TestJudgesOfOtherDocuments(t *testing.T) {
	a := metrics.Qrels{"1": {"x": 1, "y": 0}, "2": {"x": 1}, "3": {"x": 1}}
	b := metrics.Qrels{"1": {"x": 1, "y": 1}, "2": {"y": 1}, "3": {"y": 1, "x": 1}}
	all := func(s string) map[metrics.Topic]string { return map[metrics.Topic]string{"1": s, "2": s, "3": s} }
	j := judged(t, a, b, []*metrics.Run{rankedRun("p", "", all("x y")), rankedRun("q", "", all("y x"))}, "RR")
	j.Study[1].Scores[0] = j.Study[1].Scores[0].Keep(nil, []int{0, 1})
	f, err := judgeScores(j)
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(f.Topics); got != "{[1 2] [] [] [3] [2]}" {
		t.Errorf("topics %s", got)
	}
	q := f.Measures[0].Systems[1]
	close12(t, "q by A", q.A, .5)
	close12(t, "q, common, by A", *q.CommonA, .5)
	close12(t, "q, common, by B", *q.CommonB, 1)
	close12(t, "q filled", *q.Filled, .75) // on topic 1 y is judged not relevant by A, on topic 2 relevant by B only
	text := plainText(f.blocks())
	for _, want := range []string{"Dropped because a run lacks it: 3.", "on the 1 topic that has any"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

func TestShownRows(t *testing.T) {
	rows := []int{1, 2, 3, 9, 4, 8, 5}
	for most, want := range map[int]string{99: "[1 2 3 9 4 8 5]", 7: "[1 2 3 9 4 8 5]", 4: "[1 2 9 8]", 2: "[1 9]"} {
		if got := fmt.Sprint(shown(rows, most, func(v int) float64 { return float64(v) })); got != want {
			t.Errorf("%d of them: %s, want %s", most, got, want)
		}
	}
}
