package reports

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"

	"sigrel/metrics"
	"sigrel/reliability"
	"sigrel/stats/resample"
)

// qrelsOf are judgments written "topic doc grade; topic doc grade".
func qrelsOf(text string) metrics.Qrels {
	q := make(metrics.Qrels)
	for line := range strings.SplitSeq(text, ";") {
		f := strings.Fields(line)
		if len(f) == 0 {
			continue
		}
		t := metrics.Topic(f[0])
		if q[t] == nil {
			q[t] = make(map[metrics.Doc]metrics.Grade)
		}
		grade := map[string]metrics.Grade{"-1": -1, "0": 0, "1": 1, "2": 2, "3": 3, "40": 40}[f[2]]
		q[t][metrics.Doc(f[1])] = grade
	}
	return q
}

func twoJudges() *JudgmentSet {
	return &JudgmentSet{Names: []string{"A", "B"}, Level: 1, Plan: resample.Plan{Seed: 1, Replicates: 200}, Qrels: []metrics.Qrels{
		qrelsOf("t1 a 0; t1 b 1; t1 c 2; t1 d 0; t1 e 1; t2 a 0; t2 b 1; t2 z -1; t4 a 1; t5 a 0; t5 b 0"),
		qrelsOf("t1 a 0; t1 b 2; t1 c 2; t1 d 0; t2 a 1; t2 b 0; t2 z 1; t3 a 1; t4 b 1; t5 a 0; t5 b 0"),
	}}
}

func compared(t *testing.T, set *JudgmentSet) *Judgments {
	t.Helper()
	f, err := CompareJudgments(set)
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(f)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(data, []byte("NaN")) {
		t.Errorf("NaN in %s", data)
	}
	return f
}

// TestJudgments counts by hand what two judges say.
func TestJudgments(t *testing.T) {
	set := twoJudges()
	f := compared(t, set)
	if diff := cmp.Diff(twoJudges().Qrels, set.Qrels); diff != "" {
		t.Errorf("the judgments were changed:\n%s", diff)
	}
	shareA, shareB := 3./8, 3./8
	want := Coverage{By: []int{5, 8}, Judges: []JudgeCoverage{
		{Judge: "A", Topics: 4, Judged: 10, Relevant: 5, Negative: 1, Alone: 2, Shared: 8, Prevalence: &shareA, TopicsMissing: []metrics.Topic{"t3"}},
		{Judge: "B", Topics: 5, Judged: 11, Relevant: 6, Alone: 3, Shared: 8, Prevalence: &shareB, TopicsMissing: []metrics.Topic{}},
	}}
	if diff := cmp.Diff(want, f.Coverage); diff != "" {
		t.Errorf("coverage (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(&Confusion{Counts: [][]int{{4, 1, 0}, {1, 0, 1}, {0, 0, 1}}, OnlyA: []int{0, 2, 0}, OnlyB: []int{0, 3, 0}}, f.Confusion); diff != "" {
		t.Errorf("confusion (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]GradeCounts{{-1, []int{1, 0}}, {0, []int{5, 5}}, {1, []int{4, 4}}, {2, []int{1, 2}}}, f.Grades); diff != "" {
		t.Errorf("grades (-want +got):\n%s", diff)
	}
	// Shares of A: 5, 2, 1 of 8, of B: 5, 1, 2.
	nearBy(t, "κ", *labelValues(f.Coefficients).value("kappa"), 1-(3./8)/(1-29./64))
	nearBy(t, "overlap", *labelValues(f.Binary).value("overlap"), 2./4)
	var order []metrics.Topic
	for _, topic := range f.Topics {
		order = append(order, topic.Topic)
	}
	// κ −1, .6, none (all 0), none (no document twice).
	if diff := cmp.Diff([]metrics.Topic{"t2", "t1", "t5", "t4"}, order); diff != "" {
		t.Errorf("topics (-want +got):\n%s", diff)
	}
	nearBy(t, "κ of t2", *f.Topics[0].Kappa, -1)
	nearBy(t, "κ of t1", *f.Topics[1].Kappa, .6)
	nearBy(t, "mean κ", *f.TopicMeans.Kappa, -.2)
	if f.TopicMeans.KappaTopics != 2 || f.Topics[2].Kappa != nil || !strings.HasPrefix(f.Topics[2].Reason, "no variation") || f.Topics[3].Documents != 0 || f.Topics[3].Reason != "no document was judged twice" {
		t.Errorf("got %+v", f.Topics)
	}
	if f.Documents != 8 || f.Scores != nil || f.Pairs != nil || f.Dropped != nil {
		t.Errorf("got %+v", f)
	}
}

func nearBy(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-12 {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

// TestJudgmentScale: labels between those given count, far ones do not fill up the scale, and one that is given must be in it.
func TestJudgmentScale(t *testing.T) {
	set := twoJudges()
	for _, c := range []struct {
		a, b  string
		level metrics.Grade
		scale []int
	}{
		{"t a 0", "t a 3", 1, []int{0, 1, 2, 3}},
		{"t a 0", "t a 0", 2, []int{0, 1, 2}},
		{"t a 2", "t a 40", 1, []int{0, 2, 40}},
		{"t a -1", "t a -1", 1, []int{0, 1}},
	} {
		set.Qrels, set.Level, set.Scale = []metrics.Qrels{qrelsOf(c.a), qrelsOf(c.b)}, c.level, nil
		if diff := cmp.Diff(c.scale, compared(t, set).Scale); diff != "" {
			t.Errorf("%s, %s (-want +got):\n%s", c.a, c.b, diff)
		}
	}
	set.Qrels, set.Scale = []metrics.Qrels{qrelsOf("t a 2"), qrelsOf("t a 0")}, []int{0, 1}
	if _, err := CompareJudgments(set); err == nil || err.Error() != "grade 2 is not in the scale 0, 1" {
		t.Errorf("got %v", err)
	}
}

// TestDroppedTopics: t2, of κ −1, leaves; what is left is the study of the other topics.
func TestDroppedTopics(t *testing.T) {
	systems := []metrics.System{{Tag: "x"}, {Tag: "y"}, {Tag: "z"}, {Tag: "base", Type: "baseline"}}
	values := mat.NewDense(4, 4, []float64{.5, .9, .4, .6, .6, .1, .5, .5, .2, .3, .1, .2, .9, .9, .9, .9})
	scores, err := metrics.NewScores("AP", systems, []metrics.Topic{"t1", "t2", "t4", "t5"}, values)
	if err != nil {
		t.Fatal(err)
	}
	set := twoJudges()
	below := 0.
	set.DropBelow = &below
	set.Pair = &JudgeStudy{Names: [2]string{"A", "B"}, Study: [2]*Study{{Scores: []*metrics.Scores{scores}}, nil}}
	f, err := CompareJudgments(&JudgmentSet{Names: set.Names, Qrels: set.Qrels, Level: 1, Plan: set.Plan, DropBelow: &below, Pair: set.Pair})
	if err != nil {
		t.Fatal(err)
	}
	d := f.Dropped
	if diff := cmp.Diff([]DroppedTopic{{"t2", -1, 2}}, d.Topics); diff != "" {
		t.Errorf("dropped (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]metrics.Topic{"t5", "t4"}, d.Undefined); diff != "" {
		t.Errorf("kept without κ (-want +got):\n%s", diff)
	}
	r := d.Runs[0]
	// Without t2: x .5, .4, .6; y .6, .5, .5; z .2, .1, .2. y passes x; the baseline stands apart.
	all, _ := reliability.Study(values.Slice(0, 3, 0, 4))
	less, _ := reliability.Study(mat.NewDense(3, 3, []float64{.5, .4, .6, .6, .5, .5, .2, .1, .2}))
	nearBy(t, "Eρ² before", *r.ERho2[0], all.Estimate(reliability.ERho2, 4, .95).Value)
	nearBy(t, "Eρ² after", *r.ERho2[1], less.Estimate(reliability.ERho2, 3, .95).Value)
	nearBy(t, "σ²_t before", *r.Topic[0], all.Components[1].Variance)
	nearBy(t, "σ²_t after", *r.Topic[1], less.Components[1].Variance)
	nearBy(t, "τ_b", *r.TauB, 1./3)
	if diff := cmp.Diff([]RankChange{{"x", 1, 2, 1}, {"y", 2, 1, -1}, {"z", 3, 3, 0}}, r.Changes); diff != "" {
		t.Errorf("changes (-want +got):\n%s", diff)
	}
	if got := oneLine(r.sentence()); got != "By the judgments of A 2 of 3 systems change their rank: x 1 → 2, y 2 → 1." {
		t.Errorf("got %s", got)
	}
	if f.Scores != nil || f.Unscored == nil {
		t.Errorf("scores without a second study: %+v", f.Scores)
	}
	// All topics leave.
	below = 1
	if f, err = CompareJudgments(&JudgmentSet{Names: set.Names, Qrels: set.Qrels[:2], Level: 1, Plan: set.Plan, DropBelow: &below, Pair: set.Pair}); err != nil {
		t.Fatal(err)
	}
	oneLine(f.Blocks()...)
	gone := map[metrics.Topic]bool{"t1": true, "t2": true, "t4": true, "t5": true}
	none := droppedRuns("A", scores, gone)
	if none.Reason != "no topic is left" || none.TauB != nil || none.ERho2[1] != nil || none.ERho2[0] == nil {
		t.Errorf("got %+v", none)
	}
	if got := oneLine(none.sentence()); got != "By the judgments of A no rankings can be compared." {
		t.Errorf("got %s", got)
	}
	one := droppedRuns("A", scores, map[metrics.Topic]bool{"t1": true, "t2": true, "t4": true})
	if one.ERho2[1] != nil || one.Reason == "" || one.TauB == nil {
		t.Errorf("one topic left: %+v", one)
	}
}

// TestJudgmentText: sentences are true for any number of documents and judges.
func TestJudgmentText(t *testing.T) {
	for _, c := range []struct {
		name  string
		names []string
		qrels []string
		want  []string
	}{
		{"nothing in common", []string{"A", "B"}, []string{"t a 1", "u a 1"}, []string{"No document was judged by both judges. How far they agree cannot be told."}},
		{"one document", []string{"A", "B"}, []string{"t a 1", "t a 1; t b 0"},
			[]string{"1 document on 1 topic was judged by both judges; the grades are the same for 100.0%; κ does not exist (no variation: all labels are the same).",
				"A calls 100.0% and B calls 100.0% of them relevant; of what either does, both do 100.0% (overlap)."}},
		{"three", []string{"A", "B", "C"}, []string{"t a 1; t b 0", "t a 1; t b 1", "t a 0"},
			[]string{"2 documents on 1 topic were judged by at least two of the judges; on average 16.7% of the pairs", "Conger's κ", "A calls 50.0%, B calls 100.0% and C calls 0.0% of what it judged with others relevant."}},
		{"nothing relevant", []string{"A", "B"}, []string{"t a 0; t b 0", "t a 0; t b 0"}, []string{"A calls 0.0% and B calls 0.0% of them relevant."}},
	} {
		set := &JudgmentSet{Names: c.names, Level: 1, Plan: resample.Plan{Seed: 1, Replicates: 100}}
		for _, text := range c.qrels {
			set.Qrels = append(set.Qrels, qrelsOf(text))
		}
		f := compared(t, set)
		got := oneLine(f.Blocks()...)
		for _, want := range c.want {
			if !strings.Contains(got, want) {
				t.Errorf("%s: no %q in\n%s", c.name, want, got)
			}
		}
		for _, word := range []string{"substantial", "moderate", "almost perfect", "%!"} {
			if strings.Contains(got, word) {
				t.Errorf("%s: %q in\n%s", c.name, word, got)
			}
		}
	}
}

// TestWeightedJudgments: a document of weight 3 counts as three in shares and coefficients, not in counts.
func TestWeightedJudgments(t *testing.T) {
	set := &JudgmentSet{Names: []string{"A", "B"}, Level: 1, Plan: resample.Plan{Replicates: 100}, Qrels: []metrics.Qrels{qrelsOf("t a 1; t b 0"), qrelsOf("t a 1; t b 1")},
		Weights: map[metrics.Topic]map[metrics.Doc]float64{"t": {"a": 3, "b": 1}}}
	f := compared(t, set)
	nearBy(t, "agreement", *labelValues(f.Coefficients).value("percent"), .75)
	nearBy(t, "prevalence by A", *f.Coverage.Judges[0].Prevalence, .75)
	nearBy(t, "prevalence of grade 1", *f.Prevalence[1], 7./8)
	if f.Coverage.Judges[0].Relevant != 1 || !f.Weighted || f.Confusion.Counts[1][1] != 1 {
		t.Errorf("got %+v", f)
	}
}
