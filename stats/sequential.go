package stats

import (
	"fmt"
	"math"

	"sigrel/stats/resample"
)

// Drawn p's near α are settled by drawing more, where that can settle them: the draws asked for are the first, and they
// are doubled while a decision of the family is open, up to mostDrawn. All pairs share the draws, and p counts them all.

// settling is the rule that says whether b hits in B draws leave it open on which side of alpha the p lies that no end
// of draws would give (Robbins, Annals of Mathematical Statistics 41, 1970; for p's Ding, Gandy and Hahn, Computational
// Statistics 35, 2020): open while (B+1)·C(B,b)·α^b·(1−α)^(B−b) > risk. Whatever p is, the rule ever says "settled" while
// the hits are on the wrong side with probability at most risk, however often it is asked; so it may be asked after every
// doubling. That takes independent draws; those that share a shuffling are nearly so (see [shiftsPerShuffle]).
type settling struct{ alpha, risk float64 }

// settlingRisk is the probability that any decision of a family is taken for settled on the wrong side.
const settlingRisk = 1e-3

// newSettling is the rule for each of so many decisions.
func newSettling(alpha float64, decisions int) settling {
	return settling{alpha, settlingRisk / float64(max(decisions, 1))}
}

// open reports whether so many hits in so many draws settle nothing.
func (s settling) open(hits, draws int) bool {
	b, n := float64(hits), float64(draws)
	log := math.Log(n+1) + logGamma(n+1) - logGamma(b+1) - logGamma(n-b+1)
	return log+b*math.Log(s.alpha)+(n-b)*math.Log1p(-s.alpha) > math.Log(s.risk)
}

func logGamma(x float64) float64 {
	v, _ := math.Lgamma(x)
	return v
}

// mostFactor is how many times the draws asked for may be made. Sixteen times the draws narrow what stays open to about
// a quarter: with 100,000 asked for, 1,225 pairs and α = .05, from p's of .0457 to .0545 down to .0489 to .0511. To halve
// it again would take three times as long as all before.
const mostFactor = 16

// mostKept bounds the draws of which one number each is kept: 128 MB.
const mostKept = 1 << 24

// mostDrawn is the number of draws after which a family that asked for so many gives up settling.
func mostDrawn(asked int) int { return max(asked, min(mostFactor*asked, mostKept)) }

// most is how many draws a family may make that asked for so many. One of thousands, in a simulation, makes those it asked
// for: what (b+1)/(B+1) calls is a test as well.
func (o Options) most(asked, settled int) int {
	if o.bare {
		return asked
	}
	return settled
}

// drawSettled draws plan.Count() replicates, then twice as many in all and so on up to most, while open reports that a
// decision is. draw adds the replicates from plan.First to plan.Replicates − 1; they are the same as if drawn at once. It
// gives the number drawn in all.
func drawSettled(plan resample.Plan, most int, draw func(resample.Plan), open func() bool) int {
	plan.First, plan.Replicates = 0, plan.Count()
	draw(plan)
	for plan.Replicates < most && open() {
		plan.First, plan.Replicates = plan.Replicates, min(2*plan.Replicates, most)
		draw(plan)
	}
	return plan.Replicates
}

// undecided is the warning of a pair whose decision is still open after all draws.
func undecided(draws int, alpha float64) Warning {
	return Warning{"undecided", fmt.Sprintf("undecided by simulation: after %d draws the adjusted p is so near %g that more "+
		"could put it on the other side", draws, alpha)}
}

// markUndecided warns of the pairs that are open, each and together.
func (f *Family) markUndecided(open func(pair int) bool) {
	count := 0
	for i := range f.Pairs {
		if open(i) {
			count++
			f.Pairs[i].Result.Warnings = append(f.Pairs[i].Result.Warnings, undecided(f.Replicates, f.Alpha))
		}
	}
	if count > 0 {
		f.Warnings = append(f.Warnings, Warning{"undecided", fmt.Sprintf("%d of %d decisions could not be settled by %d draws: "+
			"the adjusted p is too near %g", count, len(f.Pairs), f.Replicates, f.Alpha)})
	}
}
