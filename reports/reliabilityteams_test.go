package reports

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"sigrel/metrics"
	"sigrel/metrics/formats"
	"sigrel/reliability"
)

// sixRuns have ten topics; runs of one letter are alike.
const sixRuns = `topic,a1,a2,b1,b2,c1,c2
T01,.50,.48,.31,.33,.22,.20
T02,.72,.75,.40,.38,.45,.41
T03,.31,.30,.28,.30,.10,.15
T04,.90,.86,.71,.75,.52,.55
T05,.12,.15,.08,.02,.05,.09
T06,.44,.41,.51,.47,.33,.30
T07,.65,.69,.35,.39,.25,.21
T08,.21,.25,.33,.30,.12,.18
T09,.55,.50,.62,.66,.41,.37
T10,.38,.36,.22,.25,.30,.26
`

// study of a table of scores, with the first letter of a run as its team if teams are known.
func studyOf(t *testing.T, table string, teams bool, change func(*Study)) *Study {
	t.Helper()
	scores, _, err := formats.ReadScores(strings.NewReader(table), "scores.csv", formats.ScoreOptions{Measure: "AP"})
	if err != nil {
		t.Fatal(err)
	}
	st := &Study{Scores: scores, Teams: teams}
	if teams {
		for _, s := range scores {
			for i := range s.Systems {
				s.Systems[i].Team = metrics.Team(s.Systems[i].Tag[:1])
			}
		}
	}
	st.Options.Plan.Seed = 1
	if change != nil {
		change(st)
	}
	return st
}

func assessStudy(t *testing.T, st *Study) *Reliability {
	t.Helper()
	f, err := AssessReliability(st)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := json.Marshal(f); err != nil {
		t.Fatal(err)
	}
	return f
}

// TestTeamIntervals: which limits stand in the results, and what is said of them.
func TestTeamIntervals(t *testing.T) {
	own := strings.NewReplacer("a1", "a", "a2", "x", "b1", "b", "b2", "y", "c1", "c", "c2", "z").Replace(sixRuns)
	one := strings.NewReplacer("b1", "a3", "b2", "a4", "c1", "a5", "c2", "a6").Replace(sixRuns)
	two := strings.NewReplacer("c1", "a3", "c2", "b3").Replace(sixRuns)
	ask := func(how string) func(*Study) { return func(st *Study) { st.Reliability.Intervals = how } }
	for _, c := range []struct {
		name, table string
		teams       bool
		change      func(*Study)
		method      string
		want        []string // in the text
		not         []string
	}{
		{"teams not known", sixRuns, false, nil, "independent",
			[]string{"with the systems taken as independent."}, []string{"too narrow", "one run a team", "not assessed"}},
		{"teams", sixRuns, true, nil, "teams",
			[]string{"of one run a team (3 teams), averaged over all 8 ways to choose it, since runs of one team resemble each other. With all 6 systems taken as independent they would be [",
				"The same variance with 3 teams and their 6 runs (analysis of variance).", "From 3 teams and 6 runs, too few"}, []string{"few-teams"}},
		{"drawn", sixRuns, true, func(st *Study) { st.Reliability.Draws = 5 }, "teams",
			[]string{"averaged over 5 random draws (seed 1)"}, nil},
		{"each run a team", own, true, nil, "teams",
			[]string{"each team has one run, so the systems are taken as independent"}, []string{"too narrow", "they would be", "Order of"}},
		{"one team", one, true, nil, "independent",
			[]string{"But the 6 systems come from 1 team, and runs of one team resemble each other: the intervals are too narrow.", "all 6 systems are of one team", "runs-not-independent",
				"Teams and their runs: not assessed: all systems are of one team."}, []string{"they would be"}},
		{"two teams", two, true, nil, "teams",
			[]string{"2 teams: one run of each makes 2 systems, too few for an interval that says much (few-teams)", "(2 teams), averaged over all 9 ways"}, nil},
		{"the strongest of one team", strings.NewReplacer("b1", "a3", "b2", "a4").Replace(sixRuns), true, nil, "teams",
			[]string{"Without the worst quarter only one team is left: that interval takes its runs as independent, and is too narrow."}, []string{"runs-not-independent"}},
		{"asked for independent", sixRuns, true, ask("independent"), "independent",
			[]string{"But the 6 systems come from 3 teams"}, []string{"runs-not-independent", "they would be"}},
		{"bootstrap", sixRuns, true, ask("bootstrap"), "bootstrap",
			[]string{"percentiles of 2000 resamples of teams (3, with all their runs) and topics (seed 1); in simulations they are too narrow.", "they would be"}, nil},
		{"bootstrap of systems", sixRuns, false, ask("bootstrap"), "bootstrap", []string{"resamples of systems and topics"}, nil},
		{"jackknife", sixRuns, true, ask("jackknife"), "jackknife", []string{"leaving out one topic at a time: of other topics, but with these same systems."}, nil},
	} {
		f := assessStudy(t, studyOf(t, c.table, c.teams, c.change))
		got := oneLine(f.CommandBlocks()...)
		if f.Intervals.Method != c.method {
			t.Errorf("%s: method %s, want %s", c.name, f.Intervals.Method, c.method)
		}
		for _, want := range c.want {
			if !strings.Contains(got, want) {
				t.Errorf("%s: no %q in\n%s", c.name, want, got)
			}
		}
		for _, not := range c.not {
			if strings.Contains(got, not) {
				t.Errorf("%s: %q in\n%s", c.name, not, got)
			}
		}
		same := f.Independent.ERho2 == f.ERho2 && f.Independent.Phi == f.Phi
		if want := c.method == "independent" || c.name == "each run a team"; same != want {
			t.Errorf("%s: %+v, independent %+v", c.name, f.ERho2, f.Independent.ERho2)
		}
		if c.method == "teams" && !same && f.ERho2.Hi-f.ERho2.Lo <= f.Independent.ERho2.Hi-f.Independent.ERho2.Lo {
			t.Errorf("%s: %+v is not wider than %+v", c.name, f.ERho2, f.Independent.ERho2)
		}
		// The D-study and the topics needed go with the limits.
		for _, p := range f.DStudy {
			if p.Topics == f.Topics && (p.ERho2Lo != f.ERho2.Lo || p.PhiHi != f.Phi.Hi) {
				t.Errorf("%s: D-study %+v, %+v", c.name, p, f.ERho2)
			}
		}
		if (f.TeamModel == nil) == (f.TeamReason == nil) {
			t.Errorf("%s: a model of teams and a reason why not, or neither", c.name)
		}
	}
}

// TestStandApart: a baseline is in no draw.
func TestStandApart(t *testing.T) {
	st := studyOf(t, sixRuns, true, func(st *Study) { st.Scores[0].Systems[5].Type = "baseline" })
	f := assessStudy(t, st)
	if f.Systems != 5 || *f.Intervals.Teams != 3 || *f.Intervals.Draws != 4 || len(f.Adjacent) != 4 {
		t.Errorf("%d systems, %+v, %d pairs", f.Systems, f.Intervals, len(f.Adjacent))
	}
}

// TestLowerIsBetter: a measure of errors, 1 − score, ranks and orders as the scores do.
func TestLowerIsBetter(t *testing.T) {
	up := assessStudy(t, studyOf(t, sixRuns, true, nil))
	down := assessStudy(t, studyOf(t, sixRuns, true, func(st *Study) {
		s := st.Scores[0]
		var turned mat.Dense
		turned.Apply(func(_, _ int, v float64) float64 { return 1 - v }, s.Values)
		s.Values, s.Lower = &turned, true
	}))
	near := func(what string, a, b float64) {
		t.Helper()
		if math.Abs(a-b) > 1e-9 {
			t.Errorf("%s: %v, with errors %v", what, a, b)
		}
	}
	near("Eρ²", up.ERho2.Lo, down.ERho2.Lo)
	near("strongest", up.Strongest.ERho2.Value, down.Strongest.ERho2.Value)
	near("τ_AP", up.Expected.TauAP, down.Expected.TauAP)
	for i, p := range up.Adjacent {
		q := down.Adjacent[i]
		if p.A != q.A || p.B != q.B {
			t.Errorf("neighbours %v and %v", p, q)
		}
		near("difference", p.Difference, -q.Difference)
		near("wrong order", p.WrongOrder, q.WrongOrder)
	}
	for i, item := range up.Items {
		near("correlation", *item.Correlation, *down.Items[i].Correlation)
	}
}

// TestEmptyTopics: topics without relevant documents, in the analysis and left out of it.
func TestEmptyTopics(t *testing.T) {
	table := sixRuns + "T11,0,0,0,0,0,0\nT12,0,0,0,0,0,0\n"
	qrels := metrics.Qrels{"T11": {"d": 0}, "T12": {"d": -1}}
	for _, line := range strings.Split(sixRuns, "\n")[1:11] {
		qrels[metrics.Topic(line[:3])] = map[metrics.Doc]metrics.Grade{"d": 1}
	}
	for _, c := range []struct {
		drop   bool
		topics int
		text   string
	}{
		{false, 12, "2 topics without relevant documents score 0 and are in the analysis: T11 and T12. With and without, the mean of the best system, a1, is 0.398 and 0.478, and Eρ² "},
		{true, 10, "2 topics without relevant documents were left out of the analysis: T11 and T12."},
	} {
		f := assessStudy(t, studyOf(t, table, true, func(st *Study) { st.Qrels, st.Level, st.Reliability.DropEmpty = qrels, 1, c.drop }))
		got := oneLine(f.CommandBlocks()...)
		if f.Topics != c.topics || !strings.Contains(got, c.text) {
			t.Errorf("%d topics, want %d, and %q in\n%s", f.Topics, c.topics, c.text, got)
		}
		if !c.drop && !strings.Contains(got, "All systems score the same on 2 of 12 topics, namely 0: T11, T12; without them Eρ² is") {
			t.Errorf("no warning of constant topics in\n%s", got)
		}
		without := assessStudy(t, studyOf(t, sixRuns, true, nil))
		if e := f.EmptyTopics; math.Abs(e.Without.ERho2-without.ERho2.Value) > 1e-12 || e.With.Topics != 12 || len(e.Systems) != 6 || len(e.Topics) != 2 {
			t.Errorf("%+v", e)
		}
	}
	none := assessStudy(t, studyOf(t, sixRuns, true, func(st *Study) { st.Qrels, st.Level, st.Reliability.DropEmpty = qrels, 1, true }))
	if got := oneLine(none.CommandBlocks()...); !strings.Contains(got, "Every topic has a relevant document: none was left out.") {
		t.Errorf("got\n%s", got)
	}
	_, err := AssessReliability(studyOf(t, sixRuns, true, func(st *Study) { st.Reliability.DropEmpty = true }))
	if err == nil || !strings.Contains(err.Error(), "not known without judgments") {
		t.Errorf("without judgments: got error %v", err)
	}
}

// TestHoles: cells that count as 0 by policy are left out where variances are estimated without them.
func TestHoles(t *testing.T) {
	table := strings.Replace(sixRuns, "T05,.12,.15,.08", "T05,.12,.15,", 1)
	scores, _, err := formats.ReadScores(strings.NewReader(table), "scores.csv", formats.ScoreOptions{Unanswered: metrics.UnansweredZero})
	if err != nil {
		t.Fatal(err)
	}
	st := &Study{Scores: scores, Reliability: ReliabilityOptions{Incomplete: true, Estimator: reliability.EstimatorHenderson1}}
	f := assessStudy(t, st)
	got := oneLine(f.CommandBlocks()...)
	for _, want := range []string{"Variances by Henderson's method 1. 1 of 60 scores is missing and left out, not", "taken as 0; the systems have 9.8 topics on average", "The variances by three estimators."} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if f.Incomplete.Missing != 1 || f.Components[0].MS != nil || f.Independent != nil || f.Expected != nil || f.Intervals.Method != IntervalsJackknife {
		t.Errorf("%+v", f)
	}
	st.Reliability = ReliabilityOptions{}
	if got := oneLine(assessStudy(t, st).CommandBlocks()...); !strings.Contains(got, "1 of 60 scores is missing and counts as 0, which is a rule and no measurement; without them, by REML, Eρ² is 0.9") {
		t.Errorf("no warning of filled scores in\n%s", got)
	}
	full := assessStudy(t, studyOf(t, sixRuns, false, nil))
	if math.Abs(f.ERho2.Value-full.ERho2.Value) > 0.01 {
		t.Errorf("Eρ² %v, complete %v", f.ERho2.Value, full.ERho2.Value)
	}
}

// TestCutScore: Φ(λ) is printed for each λ.
func TestCutScore(t *testing.T) {
	f := assessStudy(t, studyOf(t, sixRuns, false, func(st *Study) { st.Reliability.CutScores = []float64{.25, .9} }))
	got := oneLine(f.CommandBlocks()...)
	if len(f.CutScores) != 2 || !(f.CutScores[0].Phi > f.Phi.Value) || !(f.CutScores[1].Phi > f.CutScores[0].Phi) ||
		strings.Count(got, "is told with Φ(λ) = ") != 2 {
		t.Errorf("%+v in\n%s", f.CutScores, got)
	}
}

// TestPlainEdges: two systems, ties, copies and constant topics give sentences that hold.
func TestPlainEdges(t *testing.T) {
	for _, c := range []struct{ name, table, want string }{
		{"two systems", "topic,a,b\nT1,.1,.3\nT2,.2,.6\nT3,.1,.2\n", "On as many new topics the two systems would stand in the other order with a probability of"},
		{"equal means", "topic,a,b\nT1,.1,.3\nT2,.3,.1\nT3,.2,.2\n", "Expected τ: not assessed: expected rank correlation: undefined"},
		{"copies", "topic,a,b,c\nT1,.1,.1,.3\nT2,.3,.3,.1\nT3,.2,.2,.5\n", "make the intervals too short: a = b"},
		{"constant", "topic,a,b,c\nT1,.1,.2,.3\nT2,.3,.3,.3\nT3,0,0,0\nT4,.1,.1,.5\n", "all systems score the same on 2 of 4 topics, namely 0 on 1 of these: T2, T3"},
	} {
		got := oneLine(assessed(t, c.table).CommandBlocks()...)
		if !strings.Contains(strings.ToLower(got), strings.ToLower(c.want)) {
			t.Errorf("%s: no %q in\n%s", c.name, c.want, got)
		}
		for _, bad := range []string{"NaN", "Inf", "%!"} {
			if strings.Contains(got, bad) {
				t.Errorf("%s: %s in\n%s", c.name, bad, got)
			}
		}
	}
}
