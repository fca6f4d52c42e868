package reliability

import (
	"math/rand/v2"
	"testing"
)

// simulated draws scores of systems × topics × judges, some cells missing.
func simulated(s, t, j int, drop float64) Observations {
	rng := rand.New(rand.NewPCG(1, 2))
	o := Observations{Facets: []string{"system", "topic", "judge"}, Counts: []int{s, t, j}, Levels: make([][]int32, 3)}
	effect := make([][]float64, 6)
	for i, n := range []int{s, t, j, s * t, s * j, t * j} {
		for range n {
			effect[i] = append(effect[i], []float64{.1, .15, .02, .1, .02, .03}[i]*rng.NormFloat64())
		}
	}
	for a := range s {
		for b := range t {
			for c := range j {
				if rng.Float64() < drop {
					continue
				}
				for f, l := range []int{a, b, c} {
					o.Levels[f] = append(o.Levels[f], int32(l))
				}
				o.Scores = append(o.Scores, effect[0][a]+effect[1][b]+effect[2][c]+effect[3][a*t+b]+effect[4][a*j+c]+effect[5][b*j+c]+.05*rng.NormFloat64())
			}
		}
	}
	return o
}

func BenchmarkHenderson1(b *testing.B) { benchmark(b, Henderson1, simulated(40, 50, 3, .05)) }
func BenchmarkMINQUE0(b *testing.B)    { benchmark(b, MINQUE0, simulated(40, 50, 3, .05)) }
func BenchmarkREML(b *testing.B)       { benchmark(b, REML, simulated(40, 50, 3, .05)) }

func benchmark(b *testing.B, estimate func(Observations, []Effect) (Estimates, error), o Observations) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := estimate(o, crossedEffects); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkREMLTeams is the model of teams: 36 runs of 21 teams, 50 topics.
func BenchmarkREMLTeams(b *testing.B) {
	o := simulated(36, 50, 1, 0)
	team := make([]int32, len(o.Scores))
	for i, s := range o.Levels[0] {
		team[i] = s * 21 / 36
	}
	o.Facets, o.Counts, o.Levels = append(o.Facets, "team"), append(o.Counts, 21), append(o.Levels, team)
	effects := []Effect{{"team", []int{3}}, {"team:run", []int{3, 0}}, {"topic", []int{1}}, {"team:topic", []int{3, 1}}}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := REML(o, effects); err != nil {
			b.Fatal(err)
		}
	}
}
