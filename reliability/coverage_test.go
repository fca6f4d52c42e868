package reliability

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"sigrel/stats/dist"
	"sigrel/stats/resample"
)

// The variance components of average precision in TREC-2 (spec/reliability.md A.5), which team_coverage_sim.json is
// simulated with.
const (
	simTeam, simRun, simTopic, simTeamTopic, simResidual = .005902, .000975, .02386, .006862, .002856
)

// simulatedTeams draws normal scores by the model of teams, runs of a team one after another.
func simulatedTeams(r *rand.Rand, teams, runs, topics int) (*mat.Dense, []int) {
	draw := func(variance float64) float64 { return r.NormFloat64() * math.Sqrt(variance) }
	m, team := mat.NewDense(teams*runs, topics, nil), make([]int, teams*runs)
	topic := make([]float64, topics)
	for t := range topic {
		topic[t] = draw(simTopic)
	}
	for g := range teams {
		mean := 0.3 + draw(simTeam)
		here := make([]float64, topics)
		for t := range here {
			here[t] = mean + topic[t] + draw(simTeamTopic)
		}
		for k := range runs {
			i := g*runs + k
			team[i] = g
			run := draw(simRun)
			for t := range here {
				m.Set(i, t, here[t]+run+draw(simResidual))
			}
		}
	}
	return m, team
}

// covered counts, over data sets, how often limits hold the true Eρ²: naive, of one run a team, by the bootstrap.
type covered struct{ naive, teams, bootstrap int }

func coverage(teams, runs, topics, sets, draws, resamples int) covered {
	truth := (simTeam + simRun) / (simTeam + simRun + (simTeamTopic+simResidual)/float64(topics))
	each := make([]covered, sets)
	resample.Each(sets, 0, func(k int) {
		m, team := simulatedTeams(rand.New(resample.Source(1, "coverage", k)), teams, runs, topics)
		holds := func(l Limits) int {
			if lo, hi := at(l.lo[ERho2], topics), at(l.hi[ERho2], topics); lo <= truth && truth <= hi {
				return 1
			}
			return 0
		}
		g, err := Study(m)
		if err != nil {
			panic(err)
		}
		each[k].naive = holds(g.Limits(0.95))
		d, err := OneRunATeam(m, team, resample.Plan{Seed: uint64(k), Replicates: draws, Workers: 1})
		if err != nil {
			panic(err)
		}
		each[k].teams = holds(d.Limits(0.95))
		if resamples > 0 {
			b, err := Bootstrap(m, team, resample.Plan{Seed: uint64(k), Replicates: resamples, Workers: 1})
			if err != nil {
				panic(err)
			}
			each[k].bootstrap = holds(b.Limits(0.95))
		}
	})
	var sum covered
	for _, c := range each {
		sum.naive += c.naive
		sum.teams += c.teams
		sum.bootstrap += c.bootstrap
	}
	return sum
}

// TestTeamCoverage: the interval from draws of one run a team covers the truth, where the one that takes runs as
// independent falls far below its 95 %. Here one design and few data sets; with -long all of team_coverage_sim.json.
func TestTeamCoverage(t *testing.T) {
	const sets = 600
	c := coverage(10, 4, 50, sets, 40, 0)
	naive, teams := float64(c.naive)/sets, float64(c.teams)/sets
	t.Logf("10 teams × 4 runs, 50 topics: naive %.3f, one run a team %.3f", naive, teams)
	if naive >= 0.8 || teams < 0.92 || teams > 0.98 {
		t.Errorf("coverage: naive %.3f, want below .80; one run a team %.3f, want .92 to .98", naive, teams)
	}
}

func TestTeamCoverageLong(t *testing.T) {
	if !*long {
		t.Skip("-long")
	}
	var want []struct {
		Teams  int
		Runs   int `json:"runs_per_team"`
		Topics int
		True   float64 `json:"true_Erho2"`
		Naive  float64 `json:"coverage_all_runs"`
		Sets   float64 `json:"n_sim"`
	}
	readJSON(t, "cases/reliability/team_coverage_sim.json", &want)
	const sets, fewer = 3000, 600
	for _, w := range want {
		near(t, "truth", (simTeam+simRun)/(simTeam+simRun+(simTeamTopic+simResidual)/float64(w.Topics)), w.True, 1e-12)
		c := coverage(w.Teams, w.Runs, w.Topics, sets, 200, 0)
		b := coverage(w.Teams, w.Runs, w.Topics, fewer, 1, 500)
		naive, teams := float64(c.naive)/sets, float64(c.teams)/sets
		t.Logf("%d teams × %d runs, %d topics: naive %.3f (case: %.3f), one run a team %.3f, bootstrap %.3f",
			w.Teams, w.Runs, w.Topics, naive, w.Naive, teams, float64(b.bootstrap)/fewer)
		if teams < 0.92 || teams > 0.98 {
			t.Errorf("one run a team covers %.3f, want .92 to .98", teams)
		}
		spread := math.Sqrt(w.Naive * (1 - w.Naive) * (1/w.Sets + 1.0/sets))
		if math.Abs(naive-w.Naive) > 3.5*spread {
			t.Errorf("naive covers %.3f, the case %.3f: more than chance allows", naive, w.Naive)
		}
		if w.Runs > 2 && naive >= 0.8 {
			t.Errorf("naive covers %.3f, want below .80", naive)
		}
	}
}

// tauCoverage is the share of data sets whose intervals of E[τ] hold its value under the true means: by the jackknife,
// by the bootstrap (0 without). Systems are independent, all effects normal.
func tauCoverage(systems, topics int, system, topic, residual float64, sets, resamples int) (jackknife, bootstrap float64) {
	each := make([][2]float64, sets)
	resample.Each(sets, 0, func(k int) {
		r := rand.New(resample.Source(1, "tau-coverage", k))
		m, mu := mat.NewDense(systems, topics, nil), make([]float64, systems)
		for i := range mu {
			mu[i] = r.NormFloat64() * math.Sqrt(system)
		}
		for t := range topics {
			effect := r.NormFloat64() * math.Sqrt(topic)
			for i := range mu {
				m.Set(i, t, mu[i]+effect+r.NormFloat64()*math.Sqrt(residual))
			}
		}
		wrong, pairs := 0.0, 0.0
		for i := range mu {
			for j := range i {
				wrong += dist.NormalSF(math.Abs(mu[i]-mu[j]) / math.Sqrt(2*residual/float64(topics)))
				pairs++
			}
		}
		truth := 1 - 2*wrong/pairs
		in, _, err := ExpectJackknife(m, Student, 0.95)
		if err != nil {
			panic(err)
		}
		if in.Lo <= truth && truth <= in.Hi {
			each[k][0] = 1
		}
		if resamples > 0 {
			if in, _, err = ExpectBootstrap(m, Student, 0.95, resample.Plan{Seed: uint64(k), Replicates: resamples, Workers: 1}); err != nil {
				panic(err)
			}
			if in.Lo <= truth && truth <= in.Hi {
				each[k][1] = 1
			}
		}
	})
	for _, e := range each {
		jackknife += e[0] / float64(sets)
		bootstrap += e[1] / float64(sets)
	}
	return jackknife, bootstrap
}

// TestTauCoverage: as documented with ExpectJackknife, with systems far apart and very close.
func TestTauCoverage(t *testing.T) {
	if c, _ := tauCoverage(10, 20, .006, .02, .01, 300, 0); c < .9 {
		t.Errorf("far apart: coverage %.3f, want .90 or more", c)
	}
	if !*long {
		return
	}
	for _, d := range []struct {
		systems, topics         int
		system, topic, residual float64
	}{{40, 50, .0072, .0226, .0109}, {10, 50, .006, .02, .01}, {8, 12, .63, .88, 2.79}, {10, 25, .001, .02, .01}, {20, 50, .0005, .02, .01}} {
		jackknife, bootstrap := tauCoverage(d.systems, d.topics, d.system, d.topic, d.residual, 300, 200)
		t.Logf("%+v: jackknife %.3f, bootstrap %.3f", d, jackknife, bootstrap)
		if jackknife < .78 || jackknife < bootstrap {
			t.Errorf("%+v: jackknife %.3f, bootstrap %.3f", d, jackknife, bootstrap)
		}
	}
}
