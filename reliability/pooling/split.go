package pooling

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/combin"

	"sigrel/stats"
	"sigrel/stats/resample"
)

// Split compares the mean judged share of the runs that look as if they were pooled (see [Contribution]) with that of
// the others. A large gap says that the judgments may be unfair to the others.
type Split struct {
	K            int        `json:"k"`
	Contributors int        `json:"contributors"` // number of runs
	Others       int        `json:"others"`
	JudgedBy     *float64   `json:"judged_contributors"` // mean judged@K over runs; nil if there are none
	JudgedOf     *float64   `json:"judged_others"`
	Test         *SplitTest `json:"test"` // nil where one side is empty
}

// SplitTest is the permutation test of the difference between the two sides of a [Split], two-sided. What is permuted are
// teams, since runs of one team are alike: a team's contributors are one value, their mean, and its other runs another.
// Where teams are not known, they are runs.
type SplitTest struct {
	Units      string       `json:"units"` // "team" or "run"
	By         int          `json:"contributors"`
	Of         int          `json:"others"`
	Difference float64      `json:"difference"` // between the means over units, contributors less others
	P          float64      `json:"p"`          // share of the ways to pick the contributors that give as large a difference, this one included
	Method     stats.Method `json:"method"`     // stats.Exact, or stats.MonteCarlo where there are more than 100,000 ways
	Replicates *int         `json:"replicates"` // nil if exact
}

const (
	maxWays        = 100_000
	splitReplicate = 20_000
)

// split compares the runs' judged shares at cutoff k.
func (p *Pool) split(k int, shares []float64) Split {
	s := Split{K: k}
	var by, of float64
	looks := make([]bool, len(p.runs))
	for r := range p.runs {
		if yes := p.contributor(r); yes != nil && *yes {
			looks[r] = true
			s.Contributors++
			by += shares[r]
		} else {
			s.Others++
			of += shares[r]
		}
	}
	s.JudgedBy, s.JudgedOf = over(by, s.Contributors), over(of, s.Others)
	if s.Contributors > 0 && s.Others > 0 {
		s.Test = p.splitTest(shares, looks)
	}
	return s
}

// splitTest permutes which units are contributors.
func (p *Pool) splitTest(shares []float64, looks []bool) *SplitTest {
	t := &SplitTest{Units: UnitRun.String()}
	if p.TeamsKnown() {
		t.Units = UnitTeam.String()
	}
	var values []float64 // the contributors first
	for _, side := range []bool{true, false} {
		for u := range p.teams.names {
			var sum float64
			n := 0
			for _, r := range p.teams.members(u) {
				if looks[r] == side {
					sum += shares[r]
					n++
				}
			}
			if n > 0 {
				values = append(values, sum/float64(n))
			}
		}
		if side {
			t.By = len(values)
		}
	}
	t.Of = len(values) - t.By
	var all float64
	for _, v := range values {
		all += v
	}
	difference := func(sum float64) float64 { return sum/float64(t.By) - (all-sum)/float64(t.Of) }
	var sum float64
	for _, v := range values[:t.By] {
		sum += v
	}
	t.Difference = difference(sum)
	least := math.Abs(t.Difference) - 1e-12 // shares are of size 1: less is rounding
	extreme := func(sum float64) bool { return math.Abs(difference(sum)) >= least }
	if ways := combin.LogGeneralizedBinomial(float64(len(values)), float64(t.By)); ways <= math.Log(maxWays) {
		t.Method = stats.Exact
		t.P = countSplits(values, t.By, extreme)
		return t
	}
	t.Method = stats.MonteCarlo
	replicates := splitReplicate
	t.Replicates = &replicates
	t.P = p.drawSplits(values, t.By, extreme)
	return t
}

// countSplits is the share of all ways to choose so many values whose sum is extreme.
func countSplits(values []float64, by int, extreme func(sum float64) bool) float64 {
	hits, total := 0, 0
	for g := combin.NewCombinationGenerator(len(values), by); g.Next(); total++ {
		var sum float64
		for _, i := range g.Combination(nil) {
			sum += values[i]
		}
		if extreme(sum) {
			hits++
		}
	}
	return float64(hits) / float64(total)
}

// drawSplits is p over random ways, the one at hand counted in.
func (p *Pool) drawSplits(values []float64, by int, extreme func(sum float64) bool) float64 {
	plan := resample.Plan{Seed: p.seed, Replicates: splitReplicate, Workers: p.workers}
	hits := 0
	for _, n := range resample.Map(plan, "judged-split", func(b resample.Block) int {
		shuffled := slices.Clone(values)
		n := 0
		for range b.Hi - b.Lo {
			b.Rand.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
			var sum float64
			for _, v := range shuffled[:by] {
				sum += v
			}
			if extreme(sum) {
				n++
			}
		}
		return n
	}) {
		hits += n
	}
	return float64(hits+1) / float64(splitReplicate+1)
}

// UnjudgedCorrelation says whether runs with more unjudged documents at the top score less: if so, what is not judged may
// be what holds them down.
type UnjudgedCorrelation struct {
	K      int      `json:"k"`
	Units  string   `json:"units"` // "team", means over the runs of each, or "run" where teams are not known
	N      int      `json:"n"`
	Tau    *float64 `json:"tau"`              // Kendall's τ_b; nil where all units tie in one of the two, or there are fewer than three
	P      *float64 `json:"p"`                // two-sided, that the two are unrelated; nil likewise
	Exact  bool     `json:"exact"`            // P counts all orders; else it is the normal approximation for ties
	Reason string   `json:"reason,omitempty"` // why Tau is nil
}

// UnjudgedAgainst correlates unjudged@k with the worth of the runs (their mean scores, negated if less is better), in the
// order of [Build]. It panics if their number differs or k is less than 1.
func (p *Pool) UnjudgedAgainst(worth []float64, k int) UnjudgedCorrelation {
	if len(worth) != len(p.runs) {
		panic("pooling: one score for each run is wanted")
	}
	c := UnjudgedCorrelation{K: k, Units: UnitRun.String(), N: len(p.teams.names)}
	if p.TeamsKnown() {
		c.Units = UnitTeam.String()
	}
	x, y := make([]float64, c.N), make([]float64, c.N)
	for u := range x {
		members := p.teams.members(u)
		for _, r := range members {
			x[u] += p.rate(r, k).Unjudged / float64(len(members))
			y[u] += worth[r] / float64(len(members))
		}
	}
	if c.N < 3 {
		c.Reason = "fewer than three " + c.Units + "s"
		return c
	}
	test, err := stats.KendallP(x, y)
	if err != nil {
		c.Reason = "all " + c.Units + "s have the same unjudged share or the same score"
		return c
	}
	c.Tau, c.P = &test.TauB, &test.P
	if test.Exact != nil {
		c.P, c.Exact = test.Exact, true
	}
	return c
}
