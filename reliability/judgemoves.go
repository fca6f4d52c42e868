package reliability

import (
	"slices"

	"gonum.org/v1/gonum/mat"

	"sigrel/stats"
	"sigrel/stats/resample"
)

// RankMoves says how far the rankings by two judges part on other topics of this kind: on samples of the topics with
// replacement, the same for both.
type RankMoves struct {
	Samples int    `json:"samples"`
	Seed    uint64 `json:"seed"`
	// Drop is the most places that a system falls from A to B; systems that tie share their mean place.
	Drop Spread `json:"max_rank_drop"`
	// OtherWinner counts the samples in which the best systems by A and by B, one or several that tie, are not the same.
	OtherWinner int `json:"other_winner"`
}

// MovesOfRanks draws plan.Count() samples of topics. a and b are the scores of the same systems (rows) on the same topics
// (columns), higher better. Errors and panics are those of [MixJudges].
func MovesOfRanks(a, b *mat.Dense, plan resample.Plan) (RankMoves, error) {
	k, n := sameSize(a, b)
	for _, m := range []*mat.Dense{a, b} {
		if _, _, err := table(m); err != nil {
			return RankMoves{}, err
		}
	}
	of := newMixer(a, b)
	type drawn struct {
		drops   []float64
		winners int
	}
	blocks := resample.Map(plan, "judge-rank-moves", func(block resample.Block) (d drawn) {
		var means [2][]float64
		for range block.Hi - block.Lo {
			means[0], means[1] = make([]float64, k), make([]float64, k)
			for range n {
				t := block.Rand.IntN(n)
				for i := range means {
					for s, v := range of.columns[i][t] {
						means[i][s] += v / float64(n)
					}
				}
			}
			drop, same := moved(stats.Ranks(means[0]), stats.Ranks(means[1]))
			d.drops = append(d.drops, drop)
			if !same {
				d.winners++
			}
		}
		return d
	})
	out := RankMoves{Samples: plan.Count(), Seed: plan.Seed}
	var drops []float64
	for _, d := range blocks {
		drops = slices.Concat(drops, d.drops)
		out.OtherWinner += d.winners
	}
	out.Drop = spreadAmong(drops, out.Samples)
	return out, nil
}

// moved is the most places that a system falls from ranks a to b, and whether the first ones are the same.
func moved(a, b []int) (drop float64, same bool) {
	x, y := sharedPlaces(a), sharedPlaces(b)
	same = true
	for s := range a {
		drop = max(drop, y[s]-x[s])
		same = same && (a[s] == 1) == (b[s] == 1)
	}
	return drop, same
}

// sharedPlaces gives systems of one rank the mean of the places that they take.
func sharedPlaces(ranks []int) []float64 {
	count := make(map[int]int)
	for _, r := range ranks {
		count[r]++
	}
	out := make([]float64, len(ranks))
	for s, r := range ranks {
		out[s] = float64(r) + float64(count[r]-1)/2
	}
	return out
}
