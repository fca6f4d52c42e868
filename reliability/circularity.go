package reliability

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/combin"

	"sigrel/stats"
	"sigrel/stats/dist"
	"sigrel/stats/resample"
)

// TeamContrast is a difference between runs with and without a property, such as the use of the model that made the
// judgments. Teams are the units: runs of one team resemble each other, and would count as many where they are one.
type TeamContrast struct {
	With       int     `json:"teams_with"` // teams on either side; the same number where the contrast is within teams
	Without    int     `json:"teams_without"`
	RunsWith   int     `json:"runs_with"`
	RunsOut    int     `json:"runs_without"`
	Difference float64 `json:"difference"` // Δ = with − without, every team counted once
	// P is the share of the assignments of the property whose |Δ| is at least the observed one. It counts the observed
	// assignment and so is never 0; Least is the smallest p that there could be.
	P           float64      `json:"p"`
	PLo         float64      `json:"p_lo"` // P if exact, else 99.9 % limits
	PHi         float64      `json:"p_hi"`
	Least       float64      `json:"least_p"`
	Method      stats.Method `json:"method"`      // Exact or MonteCarlo
	Assignments int          `json:"assignments"` // counted or drawn
	Seed        *uint64      `json:"seed"`        // nil where nothing was drawn
}

// mostAssignments is how many assignments are counted one by one; more than that are drawn.
const mostAssignments = 200_000

// ContrastTeams compares values of runs (one each) by whether the run is in the group, with two permutation tests.
// Between teams: of the teams whose runs are all in the group or all out of it, each counted by the mean of its runs,
// any as many might have been in. Within teams: of the teams that have both kinds, each gives the mean of its runs in the
// group less that of the others, and in each any as many runs might have been in. Either is nil where there are no teams
// for it: between needs one on each side.
//
// Up to 200,000 assignments are counted, which is exact; else plan.Count() are drawn. It panics if the lengths differ.
func ContrastTeams(values []float64, in []bool, teams []int, plan resample.Plan) (between, within *TeamContrast) {
	if len(in) != len(values) || len(teams) != len(values) {
		panic(fmt.Sprintf("reliability: %d values, %d marks and %d teams", len(values), len(in), len(teams)))
	}
	var pure contrast // one stratum: the teams
	pure.strata = make([]stratum, 1)
	var mixed contrast // a stratum for each team
	for _, members := range membersOf(teams, len(teams)) {
		var team stratum
		for _, r := range members {
			team.add(values[r], in[r])
		}
		if inside := team.inside; inside > 0 && inside < len(team.values) {
			mixed.strata = append(mixed.strata, team)
			mixed.runsIn, mixed.runsOut = mixed.runsIn+inside, mixed.runsOut+len(team.values)-inside
			continue
		}
		pure.strata[0].add(mean(team.values), team.inside > 0)
		pure.runsIn, pure.runsOut = pure.runsIn+team.inside, pure.runsOut+len(team.values)-team.inside
	}
	if s := pure.strata[0]; s.inside > 0 && s.inside < len(s.values) {
		between = pure.test("team-contrast", plan)
		between.With, between.Without = s.inside, len(s.values)-s.inside
	}
	if len(mixed.strata) > 0 {
		within = mixed.test("team-contrast-within", plan)
		within.With, within.Without = len(mixed.strata), len(mixed.strata)
	}
	return between, within
}

// stratum is a set of values among which the property may be exchanged.
type stratum struct {
	values []float64
	in     []bool
	inside int // number of those in
}

func (s *stratum) add(v float64, in bool) {
	s.values, s.in = append(s.values, v), append(s.in, in)
	if in {
		s.inside++
	}
}

// difference is the mean of the values in, less that of the others, if the members listed are in.
func (s *stratum) difference(members []int) float64 {
	var in, all float64
	for _, i := range members {
		in += s.values[i]
	}
	for _, v := range s.values {
		all += v
	}
	return in/float64(len(members)) - (all-in)/float64(len(s.values)-len(members))
}

// contrast is the mean over strata of their differences.
type contrast struct {
	strata          []stratum
	runsIn, runsOut int
}

func (c *contrast) test(label string, plan resample.Plan) *TeamContrast {
	out := &TeamContrast{RunsWith: c.runsIn, RunsOut: c.runsOut}
	var size, ways float64 = 0, 1
	for i := range c.strata {
		s := &c.strata[i]
		var in []int
		for m, yes := range s.in {
			if yes {
				in = append(in, m)
			}
		}
		out.Difference += s.difference(in) / float64(len(c.strata))
		for _, v := range s.values {
			size = max(size, math.Abs(v))
		}
		ways *= combin.GeneralizedBinomial(float64(len(s.values)), float64(s.inside))
	}
	ways = math.Round(ways)
	reached := func(d float64) bool { return math.Abs(d) >= math.Abs(out.Difference)-cancellation*size }
	if ways <= mostAssignments {
		out.Method = stats.Exact
		hits, all := c.count(reached)
		out.Assignments = all
		out.P = float64(hits) / float64(all)
		out.PLo, out.PHi = out.P, out.P
		out.Least = c.least(all, size)
		return out
	}
	out.Method, out.Seed, out.Assignments = stats.MonteCarlo, &plan.Seed, plan.Count()
	hits := c.draw(label, plan, reached)
	out.P = float64(hits+1) / float64(out.Assignments+1)
	out.PLo, out.PHi = dist.BinomialLimits(hits, out.Assignments, .999)
	out.Least = 1 / float64(out.Assignments+1)
	return out
}

// each calls f with the difference of every assignment.
func (c *contrast) each(f func(float64)) {
	sums := []float64{0}
	for i := range c.strata {
		s := &c.strata[i]
		var of []float64
		g := combin.NewCombinationGenerator(len(s.values), s.inside)
		members := make([]int, s.inside)
		for g.Next() {
			of = append(of, s.difference(g.Combination(members)))
		}
		next := make([]float64, 0, len(sums)*len(of))
		for _, sum := range sums {
			for _, d := range of {
				next = append(next, sum+d)
			}
		}
		sums = next
	}
	for _, sum := range sums {
		f(sum / float64(len(c.strata)))
	}
}

func (c *contrast) count(reached func(float64) bool) (hits, all int) {
	c.each(func(d float64) {
		all++
		if reached(d) {
			hits++
		}
	})
	return hits, all
}

// least is the p of the assignment with the greatest |Δ|.
func (c *contrast) least(all int, size float64) float64 {
	var most float64
	c.each(func(d float64) { most = max(most, math.Abs(d)) })
	hits, _ := c.count(func(d float64) bool { return math.Abs(d) >= most-cancellation*size })
	return float64(hits) / float64(all)
}

// draw counts the random assignments that reach the observed difference.
func (c *contrast) draw(label string, plan resample.Plan, reached func(float64) bool) int {
	hits := resample.Map(plan, label, func(block resample.Block) int {
		orders := make([][]int, len(c.strata))
		for i, s := range c.strata {
			orders[i] = make([]int, len(s.values))
			for m := range orders[i] {
				orders[i][m] = m
			}
		}
		n := 0
		for range block.Hi - block.Lo {
			var d float64
			for i := range c.strata {
				o := orders[i]
				block.Rand.Shuffle(len(o), func(a, b int) { o[a], o[b] = o[b], o[a] })
				d += c.strata[i].difference(o[:c.strata[i].inside]) / float64(len(c.strata))
			}
			if reached(d) {
				n++
			}
		}
		return n
	})
	total := 0
	for _, h := range hits {
		total += h
	}
	return total
}
