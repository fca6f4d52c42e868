package reliability

import (
	"fmt"
	"slices"

	"sigrel/stats"
	"sigrel/stats/resample"
)

// Representatives is how Kendall's τ_b of two rankings looks if every team is represented by one of its runs.
type Representatives struct {
	Teams int     `json:"teams"`
	Sets  int     `json:"sets"` // of representatives
	All   bool    `json:"all"`  // every set, once; else drawn, each run of a team being as likely
	Seed  *uint64 `json:"seed"` // nil where nothing was drawn
	Tau   Spread  `json:"tau_b"`
}

// TauOfRepresentatives takes one run of each team in every way, or, if there are more than plan.Count() ways, in so many
// drawn ways. a and b are the means of the runs, higher better.
//
// It returns stats.ErrTooFewSystems for fewer than two teams. It panics if the lengths differ.
func TauOfRepresentatives(a, b []float64, teams []int, plan resample.Plan) (Representatives, error) {
	if len(a) != len(b) || len(teams) != len(a) {
		panic(fmt.Sprintf("reliability: means of %d and %d runs, teams of %d", len(a), len(b), len(teams)))
	}
	members := membersOf(teams, len(teams))
	out := Representatives{Teams: len(members), Sets: plan.Count(), Seed: &plan.Seed}
	if len(members) < 2 {
		return out, fmt.Errorf("%w: of %d teams, want at least 2", stats.ErrTooFewSystems, len(members))
	}
	if ways, few := combinations(members, plan.Count()); few {
		out.All, out.Sets, out.Seed = true, ways, nil
	}
	plan.Replicates = out.Sets
	taus := resample.Map(plan, "team-representatives", func(block resample.Block) (taus []float64) {
		x, y, pick := make([]float64, len(members)), make([]float64, len(members)), make([]int, len(members))
		for set := block.Lo; set < block.Hi; set++ {
			if out.All {
				takeNumber(members, set, pick)
			} else {
				takeAny(members, block, pick)
			}
			for i, run := range pick {
				x[i], y[i] = a[run], b[run]
			}
			if tau, err := stats.TauB(x, y); err == nil {
				taus = append(taus, tau)
			}
		}
		return taus
	})
	out.Tau = spreadAmong(slices.Concat(taus...), out.Sets)
	return out, nil
}
