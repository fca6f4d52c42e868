package stats

import (
	"fmt"
	"math"
)

// Posterior is what the scores of two systems say of their difference, by Bayes: how probable it is that the first is
// worse, practically the same, or better. ROPE, the region of practical equivalence, is the set of differences from
// −HalfWidth to HalfWidth. The three probabilities are of the hypotheses, not p-values: small ones speak against them.
type Posterior struct {
	Test       string      `json:"test"`
	N          int         `json:"topics"`
	Estimate   float64     `json:"difference"` // mean of x − y: positive means x is better
	Interval   *Interval   `json:"interval"`   // credible interval of the mean difference; nil if the test gives none
	HalfWidth  float64     `json:"half_width"` // of the ROPE, in score units
	Left       Probability `json:"left"`       // x is worse by more than HalfWidth
	Rope       Probability `json:"rope"`       // the difference lies in the ROPE
	Right      Probability `json:"right"`      // x is better by more than HalfWidth
	Decision   string      `json:"decision"`   // DecisionBetter, DecisionWorse, DecisionEquivalent or DecisionUndecided
	Method     Method      `json:"method"`
	Replicates int         `json:"replicates,omitempty"` // 0 if nothing was drawn
	Seed       uint64      `json:"seed,omitempty"`       // meaningful if Replicates > 0
	Warnings   []Warning   `json:"warnings,omitempty"`
}

// Probability is a posterior probability: computed, with Lo and Hi equal to P, or estimated from draws, with the 99.9 %
// limits of Clopper and Pearson. P is never 0, and 1 only where what is missing is below 1.2e-16; except that a ROPE of
// half-width 0, which is a point, has the probability 0.
type Probability struct {
	P  float64 `json:"p"`
	Lo float64 `json:"lo"`
	Hi float64 `json:"hi"`
}

// KindCredible is an interval that holds the difference with the given posterior probability, and as much of the rest
// on either side.
const KindCredible = "credible"

// DecisionProbability is what the probability of a region must exceed for a decision.
const DecisionProbability = 0.95

// What [Posterior.Decision] says of the first system.
const (
	DecisionBetter     = "better"     // P(right) exceeds DecisionProbability
	DecisionWorse      = "worse"      // P(left) does
	DecisionEquivalent = "equivalent" // P(rope) does
	DecisionUndecided  = "undecided"
)

// decide sets Decision, and warns where another draw could change it.
func (p *Posterior) decide() {
	p.Decision = DecisionUndecided
	for _, region := range []struct {
		name string
		of   Probability
	}{{DecisionWorse, p.Left}, {DecisionEquivalent, p.Rope}, {DecisionBetter, p.Right}} {
		if region.of.P > DecisionProbability {
			p.Decision = region.name
		}
		if region.of.Lo <= DecisionProbability && DecisionProbability < region.of.Hi {
			p.Warnings = append(p.Warnings, Warning{"borderline", fmt.Sprintf(
				"the probability of %q is %.4f, between %.4f and %.4f with 99.9 %% confidence: other draws could put it on the other side of %g",
				region.name, region.of.P, region.of.Lo, region.of.Hi, DecisionProbability)})
		}
	}
}

// checkRope panics on a half-width that is none.
func checkRope(rope float64) {
	if !(rope >= 0) || math.IsInf(rope, 1) {
		panic(fmt.Sprintf("stats: region of practical equivalence of half-width %g, want a number of at least 0", rope))
	}
}
