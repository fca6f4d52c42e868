package reliability

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"sigrel/stats/resample"
)

// Resamples are the coefficients of bootstrap resamples of teams and topics.
type Resamples struct {
	Teams      int    `json:"teams"` // clusters that were drawn: the systems themselves where teams are not known
	Replicates int    `json:"replicates"`
	Seed       uint64 `json:"seed"`
	Degenerate int    `json:"degenerate"` // further resamples, left out: all their scores are equal

	ratios [2][]float64 // of one topic, by coefficient, each sorted
}

// Bootstrap draws teams, with all their runs, and topics, both with replacement and as many as there are, and analyses
// each resample as [Study] does. team is as for [OneRunATeam]; nil makes every system a team. Replicates of the plan are
// [TeamDraws] if not given. A team drawn twice counts as two, so that the components of resamples are biased; nothing is
// done about that. Errors are those of OneRunATeam.
func Bootstrap(scores mat.Matrix, team []int, plan resample.Plan) (Resamples, error) {
	_, rows, err := table(scores)
	if err != nil {
		return Resamples{}, err
	}
	if team == nil {
		team = make([]int, len(rows))
		for i := range team {
			team[i] = i
		}
	}
	members := membersOf(team, len(rows))
	if len(members) < 2 {
		return Resamples{}, fmt.Errorf("%w: %d", ErrOneTeam, len(members))
	}
	if plan.Replicates == 0 {
		plan.Replicates = TeamDraws
	}
	r := Resamples{Teams: len(members), Seed: plan.Seed}
	for _, part := range resample.Map(plan, "teams-and-topics", func(b resample.Block) [][2]float64 {
		out := make([][2]float64, 0, b.Hi-b.Lo)
		for range b.Hi - b.Lo {
			g, err := study(redrawn(b.Rand, rows, members))
			if err == nil {
				out = append(out, [2]float64{g.ratio(ERho2), g.ratio(Phi)})
			}
		}
		return out
	}) {
		for _, pair := range part {
			r.ratios[ERho2] = append(r.ratios[ERho2], pair[ERho2])
			r.ratios[Phi] = append(r.ratios[Phi], pair[Phi])
		}
	}
	r.Replicates = len(r.ratios[ERho2])
	r.Degenerate = plan.Replicates - r.Replicates
	if r.Replicates == 0 {
		return Resamples{}, ErrNoVariance
	}
	slices.Sort(r.ratios[ERho2])
	slices.Sort(r.ratios[Phi])
	return r, nil
}

// redrawn is a resample of teams and topics.
func redrawn(r *rand.Rand, rows [][]float64, members [][]int) *mat.Dense {
	var picked []int
	for range members {
		picked = append(picked, members[r.IntN(len(members))]...)
	}
	topics := make([]int, len(rows[0]))
	for t := range topics {
		topics[t] = r.IntN(len(topics))
	}
	data := make([]float64, 0, len(picked)*len(topics))
	for _, i := range picked {
		for _, t := range topics {
			data = append(data, rows[i][t])
		}
	}
	return mat.NewDense(len(picked), len(topics), data)
}

// Limits are percentiles of the resamples: of B the k-th from either end, k = ⌊(B + 1)(1 − confidence)/2⌋, at least the
// first. It panics if confidence is not between 0 and 1.
func (r Resamples) Limits(confidence float64) Limits {
	checkConfidence(confidence)
	l := Limits{Confidence: confidence}
	for _, c := range []Coefficient{ERho2, Phi} {
		l.lo[c], l.hi[c] = percentiles(r.ratios[c], confidence)
	}
	return l
}

// percentiles are the two limits among sorted values.
func percentiles(sorted []float64, confidence float64) (lo, hi float64) {
	n := len(sorted)
	k := max(1, int(float64(n+1)*(1-confidence)/2+1e-9)) // rounding error must not take one away
	return sorted[k-1], sorted[n-k]
}
