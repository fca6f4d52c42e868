package reports

import (
	"fmt"
	"strings"
	"testing"

	"sigrel/metrics"
	"sigrel/stats/resample"
)

func fourRuns() (metrics.Qrels, []*metrics.Run) {
	q := metrics.Qrels{}
	tops := make([]map[metrics.Topic]string, 4)
	for r := range tops {
		tops[r] = map[metrics.Topic]string{}
	}
	source := resample.Source(3, "runs", 0)
	for n := range 12 {
		t := metrics.Topic(fmt.Sprintf("t%02d", n))
		q[t] = map[metrics.Doc]metrics.Grade{}
		docs := make([]string, 10)
		for d := range docs {
			docs[d] = fmt.Sprintf("d%d", d)
			q[t][metrics.Doc(docs[d])] = metrics.Grade(source.Uint64() % 3)
		}
		for r := range tops {
			i, k := source.Uint64()%10, source.Uint64()%10
			docs[i], docs[k] = docs[k], docs[i]
			tops[r][t] = strings.Join(docs, " ")
		}
	}
	var runs []*metrics.Run
	for r, top := range tops {
		runs = append(runs, rankedRun(fmt.Sprintf("r%d", r), fmt.Sprintf("team%d", r/2), top))
	}
	return q, runs
}

// B finds relevant what the first run has on top; the contrast is between the teams, and inside the mixed one.
func TestCircularityOfRuns(t *testing.T) {
	a, runs := fourRuns()
	b := metrics.Qrels{}
	for topic, docs := range a {
		b[topic] = map[metrics.Doc]metrics.Grade{}
		for d := range docs {
			b[topic][d] = 0
		}
		for _, top := range runs[2].Ranked(topic)[:3] {
			b[topic][top.Doc] = 2
		}
	}
	j := judged(t, a, b, runs, "AP")
	j.Circular = map[metrics.Tag]string{"r2": "yes", "r3": "no", "r0": "family"}
	f, err := judgeScores(j)
	if err != nil {
		t.Fatal(err)
	}
	// Without teams each run is one: yes against no, and family against no, one run a side.
	c := f.Circular
	if c.Teams || c.Unknown != 1 || len(c.Optimism) != 2 || c.Optimism[0].Within || c.Optimism[1].Model != "family" {
		t.Fatalf("%+v", c)
	}
	gain := func(i int) float64 { return f.Bias.Rows[i].Interaction }
	close12(t, "Δ", c.Optimism[0].Score.Difference, gain(2)-gain(3))
	close12(t, "Δ of the family", c.Optimism[1].Score.Difference, gain(0)-gain(3))
	close12(t, "p", c.Optimism[0].Score.P, 1)
	places := map[metrics.Tag]float64{}
	for _, r := range f.Measures[0].Systems { // no two tie
		places[r.System] = float64(r.RankA - r.RankB)
	}
	for _, r := range c.Runs {
		close12(t, "places of "+string(r.System), r.Places, places[r.System])
	}
	close12(t, "Δ places", c.Optimism[0].Places.Difference, places["r2"]-places["r3"])
	if places["r2"] <= 0 {
		t.Error("the favoured run wins no place: this test shows nothing")
	}
	if gain(2) <= gain(3) {
		t.Error("the favoured run gains no more than the other: this test shows nothing")
	}
	j.Study[0].Teams = true
	if f, err = judgeScores(j); err != nil {
		t.Fatal(err)
	}
	// r2 and r3 are one team, with both kinds.
	if c = f.Circular; !c.Optimism[0].Within || c.Optimism[0].Score.With != 1 {
		t.Errorf("%+v", c.Optimism[0])
	}
	text := plainText(f.blocks())
	for _, want := range []string{"Runs that use B's model gain", "within 1 team", "Of 1 run it is not said; it is left out"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}
