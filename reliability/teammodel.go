package reliability

import (
	"errors"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"sigrel/stats"
)

// Effects of the model of teams.
const (
	EffectTeam      = "team"
	EffectTeamRun   = "team:run" // a run within its team
	EffectTeamTopic = "team:topic"
)

// ErrOneRunATeam is returned where no team has two runs: a team and its run are then one and the same effect.
var ErrOneRunATeam = errors.New("no team has two runs: teams and runs cannot be separated")

// TeamComponent is one variance of the model of teams.
type TeamComponent struct {
	Effect      string   `json:"effect"`
	DF          *int     `json:"df"`           // both of the analysis of variance; nil by REML
	MS          *float64 `json:"ms"`           // mean square
	Variance    float64  `json:"variance"`     // not below 0
	VarianceRaw float64  `json:"variance_raw"` // by analysis of variance it may be negative
	Share       float64  `json:"share"`        // of Variance in the sum, in [0, 1]
}

// TeamModel splits the variance of the scores by score = mean + team + run in team + topic + team×topic + residual.
type TeamModel struct {
	Method     string          `json:"method"` // "anova" where every team has as many runs, else "reml"
	Teams      int             `json:"teams"`
	Runs       int             `json:"runs"`
	Topics     int             `json:"topics"`
	Components []TeamComponent `json:"components"` // team, team:run, topic, team:topic, residual
	Warnings   []stats.Warning `json:"-"`
}

// StudyTeams estimates the model of teams; team is as for [OneRunATeam]. Where every team has the same number of runs, the
// estimates are those of the analysis of variance of runs nested in teams, crossed with topics, from the expected mean
// squares; else those of restricted maximum likelihood.
//
// It returns the errors of [Study], [ErrOneTeam], [ErrOneRunATeam], and those of [REML]. It panics as OneRunATeam.
func StudyTeams(scores mat.Matrix, team []int) (TeamModel, error) {
	_, rows, err := table(scores)
	if err != nil {
		return TeamModel{}, err
	}
	members := membersOf(team, len(rows))
	if len(members) < 2 {
		return TeamModel{}, fmt.Errorf("%w: %d", ErrOneTeam, len(members))
	}
	if len(members) == len(rows) {
		return TeamModel{}, ErrOneRunATeam
	}
	t := TeamModel{Teams: len(members), Runs: len(rows), Topics: len(rows[0])}
	if balanced(members) {
		t.Method = "anova"
		t.Components, err = nestedVariances(rows, members)
	} else {
		t.Method = "reml"
		t.Components, err = likelyVariances(rows, members)
	}
	if err != nil {
		return TeamModel{}, err
	}
	var sum float64
	for i := range t.Components {
		c := &t.Components[i]
		c.Variance = max(0, c.VarianceRaw)
		sum += c.Variance
		if c.VarianceRaw < 0 {
			t.Warnings = append(t.Warnings, stats.Warning{Code: WarnNegative, Text: fmt.Sprintf(
				"model of teams: the estimate of the variance of effect %s is negative, %.4g, and taken as 0", c.Effect, c.VarianceRaw)})
		}
	}
	if sum == 0 {
		return TeamModel{}, ErrNoVariance
	}
	for i := range t.Components {
		t.Components[i].Share = t.Components[i].Variance / sum
	}
	return t, nil
}

func balanced(members [][]int) bool {
	for _, runs := range members {
		if len(runs) != len(members[0]) {
			return false
		}
	}
	return true
}

// Coefficients of the model of teams at a number of topics, each in [0, 1].
type TeamCoefficients struct {
	Topics  int      `json:"topics"`
	Runs    *float64 `json:"runs"`    // of the ranking of runs of any teams: (σ²g + σ²r)/(σ²g + σ²r + (σ²gt + σ²e)/n)
	Between *float64 `json:"between"` // of teams as such, over all the runs they might send: σ²g/(σ²g + σ²gt/n)
	Within  *float64 `json:"within"`  // of the runs of one team among themselves: σ²r/(σ²r + σ²e/n)
}

// At gives the coefficients of mean scores over the given number of topics; nil where all their variances are 0. It panics if
// topics is less than 1.
func (t TeamModel) At(topics int) TeamCoefficients {
	checkTopics(topics)
	g, r, gt, e := t.Components[0].Variance, t.Components[1].Variance, t.Components[3].Variance, t.Components[4].Variance
	share := func(signal, noise float64) *float64 {
		noise /= float64(topics)
		if signal+noise == 0 {
			return nil
		}
		v := signal / (signal + noise)
		return &v
	}
	return TeamCoefficients{Topics: topics, Runs: share(g+r, gt+e), Between: share(g, gt), Within: share(r, e)}
}

// TeamRequired is the number of topics at which the coefficients of a model of teams reach a target; nil where none up to a
// billion does.
type TeamRequired struct {
	Target  float64 `json:"target"`
	Runs    *int    `json:"runs"`
	Between *int    `json:"between"`
	Within  *int    `json:"within"`
}

// TopicsFor is the number of topics for a target. It panics if target is not between 0 and 1.
func (t TeamModel) TopicsFor(target float64) TeamRequired {
	if !(target > 0 && target < 1) {
		panic("reliability: target is not between 0 and 1")
	}
	g, r, gt, e := t.Components[0].Variance, t.Components[1].Variance, t.Components[3].Variance, t.Components[4].Variance
	needed := func(signal, noise float64) *int {
		if signal == 0 {
			return nil
		}
		return reach(signal/noise, target) // +Inf without noise: one topic
	}
	return TeamRequired{Target: target, Runs: needed(g+r, gt+e), Between: needed(g, gt), Within: needed(r, e)}
}

// nestedVariances is the analysis of variance of R runs in each of G teams on T topics. Expected mean squares, with
// e the residual: team e + R·gt + T·r + R·T·g; run e + T·r; topic e + R·gt + G·R·t; team×topic e + R·gt.
func nestedVariances(rows [][]float64, members [][]int) ([]TeamComponent, error) {
	g, r, t := len(members), len(members[0]), len(rows[0])
	scale := largest(rows)
	if scale == 0 {
		return nil, ErrNoVariance
	}
	cell := make([][]float64, g) // mean of each team on each topic, as shares of the largest score
	runs := make([]float64, len(rows))
	teams, topics := make([]float64, g), make([]float64, t)
	grand := 0.0
	for k, runsOf := range members {
		cell[k] = make([]float64, t)
		for _, i := range runsOf {
			for j, x := range rows[i] {
				x /= scale
				cell[k][j] += x / float64(r)
				runs[i] += x / float64(t)
				teams[k] += x / float64(r*t)
				topics[j] += x / float64(g*r)
				grand += x / float64(g*r*t)
			}
		}
	}
	var ss [5]float64 // team, run, topic, team×topic, residual
	square := func(x float64) float64 { return x * x }
	for k, runsOf := range members {
		ss[0] += float64(r*t) * square(teams[k]-grand)
		for j := range topics {
			ss[3] += float64(r) * square(cell[k][j]-teams[k]-topics[j]+grand)
		}
		for _, i := range runsOf {
			ss[1] += float64(t) * square(runs[i]-teams[k])
			for j, x := range rows[i] {
				ss[4] += square(x/scale - runs[i] - cell[k][j] + teams[k])
			}
		}
	}
	for _, m := range topics {
		ss[2] += float64(g*r) * square(m-grand)
	}
	df := [5]int{g - 1, g * (r - 1), t - 1, (g - 1) * (t - 1), g * (r - 1) * (t - 1)}
	var ms [5]float64
	zero := float64(len(rows)*t) * square(sameScore) // rounding noise
	varies := false
	for i := range ms {
		if ss[i] > zero {
			ms[i] = ss[i] / float64(df[i])
			varies = true
		}
	}
	if !varies {
		return nil, ErrNoVariance
	}
	raw := [5]float64{
		difference(ms[0]+ms[4], ms[1]+ms[3]) / float64(r*t),
		difference(ms[1], ms[4]) / float64(t),
		difference(ms[2], ms[3]) / float64(g*r),
		difference(ms[3], ms[4]) / float64(r),
		ms[4],
	}
	out := make([]TeamComponent, len(raw))
	for i, name := range teamEffects() {
		mean := ms[i] * scale * scale
		out[i] = TeamComponent{Effect: name, DF: &df[i], MS: &mean, VarianceRaw: raw[i] * scale * scale}
	}
	return out, nil
}

func teamEffects() []string {
	return []string{EffectTeam, EffectTeamRun, EffectTopic, EffectTeamTopic, EffectResidual}
}

// difference is a − b, or 0 where that is rounding noise.
func difference(a, b float64) float64 {
	if d := a - b; d > cancellation*(a+b) || -d > cancellation*(a+b) {
		return d
	}
	return 0
}

// largest is the largest absolute score.
func largest(rows [][]float64) float64 {
	out := 0.0
	for _, row := range rows {
		for _, x := range row {
			out = max(out, x, -x)
		}
	}
	return out
}

// likelyVariances are those of restricted maximum likelihood.
func likelyVariances(rows [][]float64, members [][]int) ([]TeamComponent, error) {
	o := Observations{Facets: []string{"team", "run", "topic"}, Counts: []int{len(members), len(rows), len(rows[0])}, Levels: make([][]int32, 3)}
	for g, runs := range members {
		for _, i := range runs {
			for t, x := range rows[i] {
				for f, level := range []int{g, i, t} {
					o.Levels[f] = append(o.Levels[f], int32(level))
				}
				o.Scores = append(o.Scores, x)
			}
		}
	}
	names := teamEffects()
	e, err := REML(o, []Effect{{names[0], []int{0}}, {names[1], []int{0, 1}}, {names[2], []int{2}}, {names[3], []int{0, 2}}})
	if err != nil {
		return nil, err
	}
	out := make([]TeamComponent, len(names))
	for i, name := range names {
		out[i] = TeamComponent{Effect: name, VarianceRaw: e.Variances[i]}
	}
	return out, nil
}
