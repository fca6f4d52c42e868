package reliability

import (
	"errors"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"sigrel/stats"
	"sigrel/stats/resample"
)

// ErrOneTeam is returned where an analysis of teams meets fewer than two.
var ErrOneTeam = errors.New("fewer than two teams")

// TeamDraws is the number of draws of one run a team that [OneRunATeam] makes unless told otherwise.
const TeamDraws = 2000

// Draws are analyses of one run a team: what makes an interval for systems that are not independent, since the runs of
// one team resemble each other and those of different teams do not.
type Draws struct {
	Teams      int             `json:"teams"`
	Draws      int             `json:"draws"`      // analyses that the limits are averaged over
	Enumerated bool            `json:"enumerated"` // the draws are all the ways to take one run a team
	Seed       *uint64         `json:"seed"`       // nil if enumerated: nothing was drawn
	Degenerate int             `json:"degenerate"` // further draws, left out: all their scores are equal
	Warnings   []stats.Warning `json:"-"`          // of few teams and degenerate draws

	squares [][3]float64
	topics  int
}

// Codes of the warnings that [OneRunATeam] gives.
const (
	WarnFewTeams   = "few-teams"       // two teams, so that there are two systems in each draw
	WarnDegenerate = "degenerate-draw" // draws whose scores are all equal
)

// OneRunATeam analyses, as [Study] does, one run of each team again and again: all ways to take one if there are at most
// as many as the plan has replicates (0 means [TeamDraws]), else as many random draws, each run of a team with the same
// probability and teams independent. team holds the team of each row of the scores, as any number. Where every run is a
// team of its own there is one way, and the limits are those of [GStudy.Limits].
//
// It returns the errors of [Study], [ErrNoVariance] also where no draw has any, and [ErrOneTeam] for fewer than two teams.
// It panics if team has not one entry a row.
func OneRunATeam(scores mat.Matrix, team []int, plan resample.Plan) (Draws, error) {
	_, rows, err := table(scores)
	if err != nil {
		return Draws{}, err
	}
	members := membersOf(team, len(rows))
	if len(members) < 2 {
		return Draws{}, fmt.Errorf("%w: %d", ErrOneTeam, len(members))
	}
	if plan.Replicates == 0 {
		plan.Replicates = TeamDraws
	}
	d := Draws{Teams: len(members), topics: len(rows[0])}
	if n, few := combinations(members, plan.Replicates); few {
		d.Enumerated = true
		d.squares = squaresOf(rows, n, func(k int, pick []int) { takeNumber(members, k, pick) }, len(members))
	} else {
		d.Seed = &plan.Seed
		for _, part := range resample.Map(plan, "one-run-a-team", func(b resample.Block) [][3]float64 {
			return squaresOf(rows, b.Hi-b.Lo, func(_ int, pick []int) { takeAny(members, b, pick) }, len(members))
		}) {
			d.squares = append(d.squares, part...)
		}
	}
	d.dropDegenerate()
	if d.Draws == 0 {
		return Draws{}, ErrNoVariance
	}
	return d, nil
}

// dropDegenerate leaves out draws without variance, and warns.
func (d *Draws) dropDegenerate() {
	var kept [][3]float64
	for _, ms := range d.squares {
		if ms != [3]float64{} {
			kept = append(kept, ms)
		}
	}
	d.Degenerate, d.Draws, d.squares = len(d.squares)-len(kept), len(kept), kept
	if d.Teams == 2 {
		d.Warnings = append(d.Warnings, stats.Warning{Code: WarnFewTeams,
			Text: "2 teams: one run of each makes 2 systems, too few for an interval that says much"})
	}
	if d.Degenerate > 0 {
		d.Warnings = append(d.Warnings, stats.Warning{Code: WarnDegenerate,
			Text: fmt.Sprintf("in %d of %d draws of one run a team all scores are equal: left out of the interval", d.Degenerate, d.Degenerate+d.Draws)})
	}
}

// Limits are the means, over the draws, of the limits of the coefficients at the topics of the study (those of
// [GStudy.Limits] of each draw); at other numbers of topics they follow from these. It panics if confidence is not between
// 0 and 1.
func (d Draws) Limits(confidence float64) Limits {
	return averagedLimits(d.squares, d.Teams, d.topics, confidence)
}

// membersOf lists the rows of each team, teams in the order of their first rows.
func membersOf(team []int, rows int) [][]int {
	if len(team) != rows {
		panic(fmt.Sprintf("reliability: teams of %d systems for %d", len(team), rows))
	}
	var out [][]int
	at := make(map[int]int)
	for i, g := range team {
		k, known := at[g]
		if !known {
			k = len(out)
			at[g] = k
			out = append(out, nil)
		}
		out[k] = append(out[k], i)
	}
	return out
}

// combinations is the number of ways to take one run a team, if it is at most limit.
func combinations(members [][]int, limit int) (n int, few bool) {
	n = 1
	for _, runs := range members {
		if n > limit/len(runs) {
			return 0, false
		}
		n *= len(runs)
	}
	return n, true
}

// takeNumber picks the runs of the k-th combination.
func takeNumber(members [][]int, k int, pick []int) {
	for g, runs := range members {
		pick[g] = runs[k%len(runs)]
		k /= len(runs)
	}
}

// takeAny takes a run of each group at random.
func takeAny(members [][]int, b resample.Block, pick []int) {
	for g, runs := range members {
		pick[g] = runs[b.Rand.IntN(len(runs))]
	}
}

// squaresOf analyses n picks of the given number of rows: their mean squares, all 0 where there is no variance.
func squaresOf(rows [][]float64, n int, take func(k int, pick []int), size int) [][3]float64 {
	out := make([][3]float64, n)
	pick := make([]int, size)
	m := mat.NewDense(size, len(rows[0]), nil)
	for k := range out {
		take(k, pick)
		for i, row := range pick {
			m.SetRow(i, rows[row])
		}
		if g, err := study(m); err == nil {
			out[k] = [3]float64{g.Components[0].MS, g.Components[1].MS, g.Components[2].MS}
		}
	}
	return out
}
