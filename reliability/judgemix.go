package reliability

import (
	"math/bits"
	"slices"

	"gonum.org/v1/gonum/mat"

	"sigrel/stats"
	"sigrel/stats/resample"
)

// JudgeMixtures says how the ranking moves if it is left to chance, topic by topic, whose judgments count (Voorhees,
// "Variations in relevance judgments and the measurement of retrieval effectiveness", SIGIR 1998).
type JudgeMixtures struct {
	Mixtures int     `json:"mixtures"`
	All      bool    `json:"all"`   // of all 2^topics assignments, each once; else drawn
	Seed     *uint64 `json:"seed"`  // nil where nothing was drawn
	TauA     Spread  `json:"tau_a"` // Kendall's τ_b of the mixture's ranking with that of A alone
	TauB     Spread  `json:"tau_b"` // with that of B alone
	// WinnerChanges counts the mixtures whose best systems are not those of A alone, be they one or several that tie.
	WinnerChanges int           `json:"winner_changes"`
	Systems       []MixedSystem `json:"systems"` // in the order of rows
}

// MixedSystem is what the mixtures make of one system. Ranks are 1 + the number of systems with a greater mean.
type MixedSystem struct {
	RankA int    `json:"rank_a"`
	RankB int    `json:"rank_b"`
	Ranks Spread `json:"ranks"`
	Wins  int    `json:"wins"` // mixtures in which no system has a greater mean

}

// MixJudges gives each topic the scores of A or of B by a fair coin, plan.Count() times, or, where there are no more than so
// many assignments, takes each of the 2^topics once. a and b are the scores of the same systems (rows) on the same topics
// (columns), higher better.
//
// It returns stats.ErrTooFewSystems for fewer than two systems, stats.ErrTooFew for fewer than two topics and
// stats.ErrNotFinite or stats.ErrRange for a score that is not finite or out of range. It panics if the matrices differ in
// size.
func MixJudges(a, b *mat.Dense, plan resample.Plan) (JudgeMixtures, error) {
	k, n := sameSize(a, b)
	for _, m := range []*mat.Dense{a, b} {
		if _, _, err := table(m); err != nil {
			return JudgeMixtures{}, err
		}
	}
	mixer := newMixer(a, b)
	out := JudgeMixtures{Mixtures: plan.Count()}
	if n < bits.UintSize-2 && 1<<n <= plan.Count() {
		out.All, out.Mixtures = true, 1<<n
	} else {
		out.Seed = &plan.Seed
	}
	plan.Replicates = out.Mixtures
	blocks := resample.Map(plan, "judge-mixtures", func(block resample.Block) []mixture {
		var drawn []mixture
		fromB := make([]bool, n)
		for r := block.Lo; r < block.Hi; r++ {
			for t := range fromB {
				if out.All {
					fromB[t] = r>>t&1 == 1
				} else {
					fromB[t] = block.Source.Uint64()&1 == 1
				}
			}
			drawn = append(drawn, mixer.mix(fromB))
		}
		return drawn
	})
	out.summarize(slices.Concat(blocks...), mixer.ranks, k)
	return out, nil
}

// mixture is one ranking.
type mixture struct {
	tau   [2]*float64 // with A and with B
	ranks []int
}

type mixer struct {
	columns [2][][]float64 // of each topic under A and B
	means   [2][]float64
	ranks   [2][]int
}

func newMixer(a, b *mat.Dense) *mixer {
	var m mixer
	for i, scores := range []*mat.Dense{a, b} {
		k, n := scores.Dims()
		for t := range n {
			m.columns[i] = append(m.columns[i], mat.Col(make([]float64, k), t, scores))
		}
		m.means[i] = meansOfRows(scores)
		m.ranks[i] = stats.Ranks(m.means[i])
	}
	return &m
}

// mix ranks the systems by B on some topics and by A on the others.
func (m *mixer) mix(fromB []bool) mixture {
	means := make([]float64, len(m.means[0]))
	for t, b := range fromB {
		column := m.columns[0][t]
		if b {
			column = m.columns[1][t]
		}
		for s, v := range column {
			means[s] += v
		}
	}
	for s := range means {
		means[s] /= float64(len(fromB))
	}
	out := mixture{ranks: stats.Ranks(means)}
	for i, reference := range m.means {
		if tau, err := stats.TauB(reference, means); err == nil {
			out.tau[i] = &tau
		}
	}
	return out
}

func (j *JudgeMixtures) summarize(all []mixture, ranks [2][]int, k int) {
	var taus [2][]float64
	places := make([][]float64, k)
	j.Systems = make([]MixedSystem, k)
	for _, m := range all {
		for i, tau := range m.tau {
			if tau != nil {
				taus[i] = append(taus[i], *tau)
			}
		}
		changed := false
		for s, r := range m.ranks {
			places[s] = append(places[s], float64(r))
			if r == 1 {
				j.Systems[s].Wins++
			}
			changed = changed || (r == 1) != (ranks[0][s] == 1)
		}
		if changed {
			j.WinnerChanges++
		}
	}
	j.TauA, j.TauB = spreadAmong(taus[0], len(all)), spreadAmong(taus[1], len(all))
	for s := range j.Systems {
		j.Systems[s].RankA, j.Systems[s].RankB = ranks[0][s], ranks[1][s]
		j.Systems[s].Ranks = spreadAmong(places[s], len(all))
	}
}
