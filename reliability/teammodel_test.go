package reliability

import (
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"sigrel/stats/resample"
)

// TestTeamModelBrennan: persons crossed with raters in tasks is the same design as topics crossed with runs in teams.
// Brennan's synthetic data set 4 (Generalizability Theory, 2001, table 3.2) has its variances in the book; the case file
// has them with all digits, by expected mean squares in R, and those of lme4.
func TestTeamModelBrennan(t *testing.T) {
	o := readLong(t, "cases/reliability/brennan32_p_x_r_in_t.csv") // task, person, rater, score
	var want struct {
		Brennan struct {
			MS, Anova map[string]float64
			LME4      map[string]any
		} `json:"brennan32"`
	}
	readJSON(t, "cases/reliability/gstudy_multi_expected.json", &want)
	m := mat.NewDense(12, 10, nil)
	team := make([]int, 12)
	for k, x := range o.Scores {
		task, person, rater := int(o.Levels[0][k]), int(o.Levels[1][k]), int(o.Levels[2][k])
		row := 4*task + rater%4
		team[row] = task
		m.Set(row, person, x)
	}
	model, err := StudyTeams(m, team)
	if err != nil {
		t.Fatal(err)
	}
	if model.Method != "anova" || model.Teams != 3 || model.Runs != 12 || model.Topics != 10 {
		t.Fatalf("%+v", model)
	}
	keys := []string{"t", "rt", "p", "pt", "prt"}
	lme4 := []string{"Task", "RT", "Person", "Person:Task", "Residual"}
	_, rows, _ := table(m)
	likely, err := likelyVariances(rows, membersOf(team, 12))
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range model.Components {
		near(t, "variance of "+c.Effect, c.VarianceRaw, want.Brennan.Anova[keys[i]], 1e-9)
		near(t, "mean square of "+c.Effect, *c.MS, want.Brennan.MS[keys[i]], 1e-9)
		near(t, "REML of "+c.Effect, likely[i].VarianceRaw, want.Brennan.LME4[lme4[i]].(float64), 1e-5)
	}
}

// TestTeamCoefficients: the figures of TREC-2 (spec/reliability.md A.5), from its components.
func TestTeamCoefficients(t *testing.T) {
	m := TeamModel{Components: []TeamComponent{{Variance: simTeam}, {Variance: simRun}, {Variance: simTopic}, {Variance: simTeamTopic}, {Variance: simResidual}}}
	c := m.At(50)
	for _, v := range []struct{ got, want float64 }{{*c.Runs, .9725}, {*c.Between, .9773}, {*c.Within, .9446}} {
		if math.Abs(v.got-v.want) > 1.01e-4 { // components of four digits
			t.Errorf("got %.5f, want %.4f", v.got, v.want)
		}
	}
	r := m.TopicsFor(0.95)
	for _, v := range []struct{ got, signal, noise float64 }{
		{float64(*r.Runs), simTeam + simRun, simTeamTopic + simResidual}, {float64(*r.Between), simTeam, simTeamTopic}, {float64(*r.Within), simRun, simResidual},
	} {
		if want := math.Ceil(.95 / .05 * v.noise / v.signal); v.got != want {
			t.Errorf("got %v topics, want %v", v.got, want)
		}
	}
	m.Components[1].Variance, m.Components[4].Variance = 0, 0
	if c := m.At(50); c.Within != nil || m.TopicsFor(0.95).Within != nil {
		t.Errorf("runs of a team that do not differ: %v", c)
	}
}

// TestUnbalancedTeams: 60 teams of 1 to 4 runs on 80 topics, drawn with the components of TREC-2. The standard error of a
// variance on 59 degrees of freedom is some 18 %; three of them are allowed.
func TestUnbalancedTeams(t *testing.T) {
	all, team := simulatedTeams(rand.New(resample.Source(5, "unbalanced", 0)), 60, 4, 80)
	var keep, of []int
	for i, g := range team {
		if i%4 <= g%4 {
			keep, of = append(keep, i), append(of, g)
		}
	}
	m, err := StudyTeams(rowsOf(all, keep), of)
	if err != nil {
		t.Fatal(err)
	}
	if m.Method != "reml" || m.Teams != 60 || m.Runs != 150 {
		t.Fatalf("%+v", m)
	}
	for i, want := range []float64{simTeam, simRun, simTopic, simTeamTopic, simResidual} {
		if got := m.Components[i].Variance; math.Abs(got-want) > 0.54*want {
			t.Errorf("%s: got %v, want about %v", m.Components[i].Effect, got, want)
		}
	}
}

// TestBalancedTeams: the closed form is Henderson's method 1, which for balanced data it must be, whatever the scores.
func TestBalancedTeams(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, r, n := rapid.IntRange(2, 4).Draw(t, "teams"), rapid.IntRange(2, 3).Draw(t, "runs"), rapid.IntRange(2, 6).Draw(t, "topics")
		m, team := mat.NewDense(g*r, n, nil), make([]int, g*r)
		o := Observations{Facets: []string{"team", "run", "topic"}, Counts: []int{g, g * r, n}, Levels: make([][]int32, 3)}
		for i := range g * r {
			team[i] = i % g // members of a team apart from each other
			for j := range n {
				x := float64(rapid.IntRange(0, 20).Draw(t, "score")) / 20
				m.Set(i, j, x)
				for f, level := range []int{i % g, i, j} {
					o.Levels[f] = append(o.Levels[f], int32(level))
				}
				o.Scores = append(o.Scores, x)
			}
		}
		model, err := StudyTeams(m, team)
		if errors.Is(err, ErrNoVariance) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, err := json.Marshal(model); err != nil {
			t.Fatal(err)
		}
		h, err := Henderson1(o, []Effect{{"g", []int{0}}, {"r", []int{0, 1}}, {"t", []int{2}}, {"gt", []int{0, 2}}})
		if err != nil {
			t.Fatal(err)
		}
		share := 0.0
		for i, c := range model.Components {
			if math.Abs(c.VarianceRaw-h.Variances[i]) > 1e-11 {
				t.Fatalf("%s: got %v, by Henderson's method %v", c.Effect, c.VarianceRaw, h.Variances[i])
			}
			share += c.Share
		}
		if math.Abs(share-1) > 1e-12 {
			t.Fatalf("shares add up to %v", share)
		}
	})
}

func TestTeamModelEdges(t *testing.T) {
	for _, c := range []struct {
		team []int
		want error
	}{{[]int{0, 0, 0, 0, 0}, ErrOneTeam}, {[]int{0, 1, 2, 3, 4}, ErrOneRunATeam}} {
		if _, err := StudyTeams(small(), c.team); !errors.Is(err, c.want) {
			t.Errorf("%v: got error %v, want %v", c.team, err, c.want)
		}
	}
	if _, err := StudyTeams(mat.NewDense(4, 2, nil), []int{0, 0, 1, 1}); !errors.Is(err, ErrNoVariance) {
		t.Errorf("no variance: got error %v", err)
	}
	// Teams of equal means whose runs differ: the variance of teams is estimated as negative.
	m, err := StudyTeams(mat.NewDense(4, 3, []float64{0, 1, 1, 4, 5, 6, 0, 1, 2, 4, 5, 5}), []int{0, 0, 1, 1})
	if err != nil || m.Components[0].VarianceRaw >= 0 || m.Components[0].Variance != 0 || len(m.Warnings) == 0 {
		t.Errorf("%+v, error %v", m, err)
	}
}
