package reports

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"sigrel/metrics"
	"sigrel/metrics/formats"
	"sigrel/reliability"
	"sigrel/reports/doc"
	"sigrel/stats"
)

// dataBased is the analysis of a table of scores by the given teams.
func dataBased(t *testing.T, table string, st Study) *Reliability {
	t.Helper()
	scores, _, err := formats.ReadScores(strings.NewReader(table), "scores.csv", formats.ScoreOptions{Measure: "AP"})
	if err != nil {
		t.Fatal(err)
	}
	st.Scores = scores
	for _, s := range st.Scores {
		for i := range s.Systems {
			if st.Teams {
				s.Systems[i].Team = metrics.Team(s.Systems[i].Tag[:1])
				if strings.HasSuffix(string(s.Systems[i].Tag), "p") {
					s.Systems[i].Type = "primary"
				}
			}
		}
	}
	f, err := AssessReliability(&st)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

const fourTopics = "system,1,2,3,4\na1p,.9,.8,.9,.8\na2,.5,.6,.5,.7\nb1p,.4,.5,.6,.3\nc1p,.1,.2,.1,.2\n"

// The sentences by hand. All three ways to halve the topics keep the order a1p, a2, b1p, c1p but for two ties: a2 less b1p is
// .1, .1, −.1, .4, which is 0 on topics 1 and 3, and on topics 2 and 3.
func TestDataSentences(t *testing.T) {
	f := dataBased(t, fourTopics, Study{})
	for _, c := range []struct{ name, got, want string }{
		{"split", oneLine(para(f.Split.sentence())), "Split halves: over all 3 ways to halve the 4 topics, the mean scores"},
		{"swap", oneLine(para(f.Swap.sentence())), "Swaps: over all 3 pairs of disjoint sets of 2 topics and 6 pairs of systems, in none of the 16 comparisons without a tie is the order on the one set the opposite on the other."},
		{"power", oneLine(para(f.Power.sentence())), "Discriminative power: the paired randomization test tells 0 of 6 pairs apart by AP (0.0%, α = .05), 0.0% with Holm's correction."},
		{"lottery", oneLine(para(f.Lottery.sentence())), "Other topics: over all 256 samples of 4 topics with replacement, a1p, which has the best mean here, is first in 100.0% and among the first three in 100.0%."},
	} {
		if !strings.HasPrefix(c.got, c.want) {
			t.Errorf("%s: got %s, want %s", c.name, c.got, c.want)
		}
	}
	if f.Swap.Unit != "run" || f.Swap.SameTeam != 0 || f.Swap.Runs != nil || len(f.Lottery.Teams) != 0 {
		t.Error("teams were not declared")
	}
}

func TestDataTeams(t *testing.T) {
	f := dataBased(t, fourTopics, Study{Teams: true})
	if f.Swap.Unit != "team" || f.Swap.Pairs != 5 || f.Swap.SameTeam != 1 || f.Swap.Comparisons != 15 || f.Swap.Runs.Comparisons != 18 {
		t.Errorf("swaps: %+v", f.Swap.SwapCount)
	}
	if p := f.Power.Measures[0]; p.Runs.Pairs != 6 || p.Teams.Pairs != 5 {
		t.Errorf("power: %+v", p)
	}
	if l := f.Lottery.Teams; len(l) != 3 || l[0].Team != "a" || l[0].Best.First != 1 || l[0].Primary.First != 1 || l[1].Best.RankHi > 3 {
		t.Errorf("teams: %+v", l)
	}
	text := oneLine(append(f.CommandBlocks(), f.Lottery.blocks(true)...)...)
	for _, want := range []string{"5 pairs of systems of different teams (1 pair of one team left out)", "By primary run: the 3 declared primary runs among themselves."} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in %s", want, text)
		}
	}
}

// A measure that is better when lower turns the lottery, not the agreement of halves.
func TestDataLowerIsBetter(t *testing.T) {
	c := &Comparison{Measure: "EX", Topics: 4, scores: mustScores(t, fourTopics, true)}
	for i, s := range c.scores.Systems {
		rank := i + 1
		c.Systems = append(c.Systems, System{System: s.Tag, Rank: &rank})
	}
	f, err := findLottery(newData(&Analysis{Study: &Study{}}, c))
	if err != nil {
		t.Fatal(err)
	}
	if last := f.Systems[len(f.Systems)-1]; last.First != 1 || f.Systems[0].First != 0 {
		t.Errorf("the lowest scores win: %+v", f.Systems)
	}
}

func mustScores(t *testing.T, table string, lower bool) *metrics.Scores {
	t.Helper()
	scores, _, err := formats.ReadScores(strings.NewReader(table), "scores.csv", formats.ScoreOptions{Measure: "EX"})
	if err != nil {
		t.Fatal(err)
	}
	scores[0].Lower = lower
	return scores[0]
}

// What cannot be assessed is null, with a reason; the others stand.
func TestDataNotAssessed(t *testing.T) {
	for _, c := range []struct {
		name, table string
		missing     map[string]string
	}{
		{"two systems", "system,1,2,3,4\na,.1,.2,.3,.4\nb,.2,.2,.2,.9\n", map[string]string{"split_half": "too few systems"}},
		{"three topics", "system,1,2,3\na,.1,.2,.3\nb,.2,.2,.2\nc,.5,.1,.9\n", map[string]string{"split_half": "too few topics", "swap": "too few topics"}},
		{"enough", fourTopics, map[string]string{}},
	} {
		f := dataBased(t, c.table, Study{})
		data, err := json.Marshal(f)
		if err != nil {
			t.Fatal(err)
		}
		var got struct {
			NotAssessed map[string]string `json:"not_assessed"`
			Split       *json.RawMessage  `json:"split_half"`
			Swap        *json.RawMessage  `json:"swap"`
			Power       *json.RawMessage  `json:"discriminative_power"`
			Lottery     *json.RawMessage  `json:"lottery"`
		}
		if err := json.Unmarshal(data, &got); err != nil {
			t.Fatal(err)
		}
		for key, part := range map[string]*json.RawMessage{"split_half": got.Split, "swap": got.Swap, "discriminative_power": got.Power, "lottery": got.Lottery} {
			want, missing := c.missing[key]
			if missing != (part == nil) || !strings.Contains(got.NotAssessed[key], want) || missing != (got.NotAssessed[key] != "") {
				t.Errorf("%s: %s is %v, because %q", c.name, key, part, got.NotAssessed[key])
			}
		}
	}
}

// Parts that were not asked for are not made, and not spoken of.
func TestDataParts(t *testing.T) {
	f := dataBased(t, fourTopics, Study{Data: DataOptions{Parts: []string{PartSwap}}})
	if f.Swap == nil || f.Split != nil || f.Power != nil || f.Lottery != nil || f.NotAssessed["lottery"] != "not asked for" {
		t.Errorf("%+v", f.NotAssessed)
	}
	text := oneLine(f.CommandBlocks()...)
	for _, not := range []string{"not assessed", "Where the variance", "Split halves"} {
		if strings.Contains(text, not) {
			t.Errorf("%q in %s", not, text)
		}
	}
}

// What an organiser asks first comes first; tables of details are for programs, and for those who ask for a part.
func TestReliabilityOrder(t *testing.T) {
	ids := func(blocks []doc.Block) (out []string) {
		for _, b := range blocks {
			if t, ok := b.(*doc.Table); ok {
				out = append(out, t.ID)
			}
		}
		return out
	}
	f := dataBased(t, fourTopics, Study{Teams: true})
	if _, ok := f.CommandBlocks()[0].(*doc.Paragraph); !ok {
		t.Error("the first block is not the sentence")
	}
	shown := ids(f.CommandBlocks())
	if want := []string{"coefficients", "dstudy", "neighbours", "lottery", "components", "team-components", "team-coefficients"}; !slices.Equal(shown, want) {
		t.Errorf("shown are the tables %v, want %v", shown, want)
	}
	whole := ids(f.CommandTables())
	for _, id := range append(shown, "swaps", "lottery-teams") {
		if n := len(slices.DeleteFunc(slices.Clone(whole), func(w string) bool { return w != id })); n != 1 {
			t.Errorf("%d tables %s for programs: %v", n, id, whole)
		}
	}
}

// Sentences of swaps in cases that real data have.
func TestSwapSentences(t *testing.T) {
	v := func(x float64) *float64 { return &x }
	base := func() *Swaps {
		s := &Swaps{Measure: "AP"}
		s.Splits, s.Exact, s.Size, s.Pairs, s.Width, s.Rate = 1234, true, 6, 45, 0.01, 0.05
		s.Comparisons, s.SwapCount.Swaps, s.Ties, s.Untied, s.Least = 1001, 250, 1, v(0.25), v(0.07)
		s.Beyond = []reliability.SafeAt{{Topics: 12, Least: v(0.05)}, {Topics: 24}}
		return s
	}
	for _, c := range []struct {
		name   string
		change func(*Swaps)
		want   string
	}{
		{"usual", func(*Swaps) {}, "in 25.0% of the 1,000 comparisons without a tie (1 more is a tie). From a difference of 0.07 AP on, at most 5% are swapped. Extrapolated to sets of all 12 topics, that is from 0.05 on."},
		{"with one team", func(s *Swaps) { s.Runs = &reliability.SwapCount{Untied: v(0.2)} }, "without a tie (1 more is a tie; 20.0% with the pairs of one team). From a difference of 0.07 AP on, at most 5% are swapped. Extrapolated to sets of all 12 topics, that is from 0.05 on."},
		{"nothing is safe", func(s *Swaps) { s.Least = nil }, ". There is no difference from which on at most 5% are swapped."},
		{"all is safe", func(s *Swaps) { s.Least = v(0) }, ". Already of the smallest differences, at most 5% are swapped."},
		{"no curve", func(s *Swaps) { s.Beyond[0].Least = nil }, "at most 5% are swapped."},
		{"all ties", func(s *Swaps) { s.Untied = nil }, "every comparison is a tie: nothing can be said of swaps."},
		{"one comparison", func(s *Swaps) { s.Comparisons, s.SwapCount.Swaps = 2, 0 }, "one comparison is no tie; the order on the two sets is the same in it."},
		{"tiny scores", func(s *Swaps) { s.Width, s.Least = 1e-80, v(3e-80) }, "From a difference of 3.00e−80 AP on, at most 5% are swapped."},
	} {
		s := base()
		c.change(s)
		if got := oneLine(para(s.sentence())); !strings.HasSuffix(got, c.want) {
			t.Errorf("%s: got %s, want it to end in %s", c.name, got, c.want)
		}
	}
}

func TestChances(t *testing.T) {
	for _, c := range []struct {
		v    float64
		want string
	}{{0, "0.0%"}, {1e-6, "<0.1%"}, {0.0005, "0.1%"}, {0.5, "50.0%"}, {0.9996, ">99.9%"}, {1, "100.0%"}, {1 - 1e-15, "100.0%"}} {
		if got := oddsText(c.v); got != c.want {
			t.Errorf("chance %v: %s, want %s", c.v, got, c.want)
		}
	}
}

// Where exact tests would take long the t test takes their place, and it is said: 103 systems with real-valued scores.
func TestPowerFallsBack(t *testing.T) {
	var b strings.Builder
	b.WriteString("system")
	for j := range 50 {
		fmt.Fprintf(&b, ",%d", j+1)
	}
	for i := range 103 {
		fmt.Fprintf(&b, "\nrun%d", i)
		for j := range 50 {
			fmt.Fprintf(&b, ",%.15f", math.Abs(math.Sin(float64(i*50+j+1))))
		}
	}
	f := dataBased(t, b.String()+"\n", Study{Data: DataOptions{Parts: []string{PartPower}}})
	if m := f.Power.Measures[0]; m.Test != "t" || f.Power.Reason == "" || m.Runs.Pairs != 5253 {
		t.Errorf("%s: %s", m.Test, f.Power.Reason)
	}
	if text := oneLine(f.CommandBlocks()...); !strings.Contains(text, "the paired t test takes their place.") {
		t.Error(text)
	}
	if f := dataBased(t, fourTopics, Study{}); f.Power.Reason != "" || f.Power.Measures[0].Test != "randomization" {
		t.Errorf("few pairs: %s", f.Power.Reason)
	}
}

// The figure of two measures: both curves, the level, and the floor where p were drawn.
func TestPowerFigure(t *testing.T) {
	f := &Power{Alpha: stats.DefaultAlpha}
	floor := 0.001
	for _, m := range []string{"AP", "P@10"} {
		row := MeasurePower{Measure: m}
		row.Runs = reliability.Discriminated{Pairs: 3, Raw: 1, Share: 1.0 / 3}
		row.Curve = []reliability.CurvePoint{{Rank: 1, P: 0.5}, {Rank: 2, P: 0.1}, {Rank: 3, P: 0.01}}
		f.Measures = append(f.Measures, row)
	}
	if c := f.chart(); len(c.Series) != 2 || len(c.Targets) != 1 || c.Targets[0] != 0.05 || c.Series[1].Label != "P@10: 33.3% of pairs p ≤ .05" {
		t.Errorf("%+v", c)
	}
	f.Measures[0].Floor = &floor
	if c := f.chart(); len(c.Targets) != 2 || c.Targets[1] != 0.001 || !strings.Contains(c.Note, "1/(B+1)") {
		t.Errorf("%+v", c)
	}
}
