package reliability

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"sigrel/stats"
	"sigrel/stats/resample"
)

// DefaultFuzziness is the share of the greater mean below which a difference counts as none, by custom.
const DefaultFuzziness = 0.05

// ErrorRate is the error and the tie rate of comparing two systems on one set of topics.
type ErrorRate struct {
	Size        int     `json:"size"` // topics of a set
	Sets        int     `json:"sets"`
	Exact       bool    `json:"exact"` // all sets there are; else drawn ones
	Fuzziness   float64 `json:"fuzziness"`
	Comparisons int     `json:"comparisons"` // sets times pairs
	Error       float64 `json:"error_rate"`  // Σ min(greater, less) / comparisons
	Tie         float64 `json:"tie_rate"`    // share of comparisons whose means are equal, or nearer than the fuzziness
}

// ErrorRates counts, for each pair of systems (rows), on how many sets of size topics the one is better, and on how many
// the other; the rarer outcome is an error (Buckley and Voorhees, "Evaluating evaluation measure stability", SIGIR 2000).
// Two means a and b tie where |a − b| < fuzziness·max(|a|, |b|), and where they are equal, but for rounding. All C(T, size)
// sets are looked at where there are up to 10,000, else the sets of random splits.
//
// teams is the team of each system, or nil; pairs of one team are left out. Errors are those of [SwapRates]. It panics if
// size is not from 1 to half of the topics, fuzziness is not in [0, 1) or teams has not one entry a row.
func ErrorRates(scores mat.Matrix, size int, fuzziness float64, teams []int, plan resample.Plan) (ErrorRate, error) {
	m, rows, err := table(scores)
	if err != nil {
		return ErrorRate{}, err
	}
	SwapOptions{Size: size, Fuzziness: fuzziness, Teams: teams, Width: 1}.withDefaults(m)
	pairs, _ := betweenTeams(len(rows), teams)
	if len(pairs) == 0 {
		return ErrorRate{}, fmt.Errorf("%w: all are of one team", stats.ErrTooFewSystems)
	}
	return errorRates(rows, pairs, size, []float64{fuzziness}, plan)[0], nil
}

// topicSets are the sets of a size: all, or those of random splits.
func topicSets(topics, size int, plan resample.Plan) (sets [][]int, exact bool) {
	if binomial(topics, size) <= 2*maxSplits {
		for set := range subsets(topics, size) {
			sets = append(sets, append([]int(nil), set...))
		}
		return sets, true
	}
	all, _ := splits(topics, size, plan)
	for _, h := range all {
		sets = append(sets, h.a, h.b)
	}
	return sets, false
}

// errorRates are those of several levels of fuzziness, in one pass over the sets.
func errorRates(rows [][]float64, pairs [][2]int, size int, fuzziness []float64, plan resample.Plan) []ErrorRate {
	sets, exact := topicSets(len(rows[0]), size, plan)
	tie := tieWidth(rows, size)
	share := jobSize(len(sets))
	parts := make([][][2]int32, (len(sets)+share-1)/share) // greater and less, by pair and fuzziness
	resample.Each(len(parts), plan.Workers, func(i int) {
		counts := make([][2]int32, len(pairs)*len(fuzziness))
		s := make([]float64, len(rows))
		for _, set := range sets[i*share : min((i+1)*share, len(sets))] {
			sums(s, rows, set)
			for p, pair := range pairs {
				a, b := s[pair[0]], s[pair[1]]
				d, side := a-b, 0
				if d < 0 {
					d, side = -d, 1
				}
				greater := max(math.Abs(a), math.Abs(b))
				for f, share := range fuzziness {
					if d > tie && d >= share*greater-tie { // a difference just at the share is none below it, whatever the rounding
						counts[p*len(fuzziness)+f][side]++
					}
				}
			}
		}
		parts[i] = counts
	})
	var out []ErrorRate
	for f, share := range fuzziness {
		e := ErrorRate{Size: size, Sets: len(sets), Exact: exact, Fuzziness: share, Comparisons: len(sets) * len(pairs)}
		wrong, decided := 0, 0
		for p := range pairs {
			greater, less := 0, 0
			for _, part := range parts {
				c := part[p*len(fuzziness)+f]
				greater, less = greater+int(c[0]), less+int(c[1])
			}
			wrong, decided = wrong+min(greater, less), decided+greater+less
		}
		n := float64(e.Comparisons)
		e.Error, e.Tie = float64(wrong)/n, float64(e.Comparisons-decided)/n
		out = append(out, e)
	}
	return out
}
