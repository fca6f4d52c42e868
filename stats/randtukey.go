package stats

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"sigrel/stats/dist"
	"sigrel/stats/resample"
)

var randomizedTukey = &Procedure{
	Name: "randomized-tukey",
	Doc: "Tukey's honestly significant difference, randomized and blocked by topic. If all systems were alike, the scores " +
		"of a topic could be shuffled among them: the adjusted p of a pair is the share of such shufflings of all topics " +
		"in which the best and the worst mean are at least as far apart as the pair's. One critical difference serves " +
		"all pairs, and all their intervals hold at once. Controls the probability of any false claim where all systems " +
		"are alike; with very unequal variances it may claim too much (warning unequal-variances).",
	Cite:  "carterette2012",
	Error: ErrorFWER,
	Run:   RandomizedTukey,
}

// limitsConfidence is that of the limits given for a drawn p.
const limitsConfidence = 0.999

// RandomizedTukey compares all rows of scores, systems by topics, by Tukey's honestly significant difference over
// shufflings of the scores within topics (Carterette, ACM TOIS 30(1), 2012; Sakai, 2014). With R the range of the
// systems' means, greatest less least, over B = opt.Plan.Count() shufflings:
//   - [Pair.Adjusted] is (#{R ≥ |difference|} + 1)/(B + 1), with 99.9 % limits of Clopper and Pearson beside it;
//   - [Family.Critical] is the ⌊α(B+1)⌋-th largest R, not interpolated, so that Adjusted ≤ α exactly where |difference| >
//     Critical and where 0 lies outside the interval difference ± Critical. At another confidence than 1 − α the
//     intervals have their own critical value, by the same rule;
//   - [Pair.Detectable] is Critical + z·se, z the normal point of .8, se that of the pair's own differences.
//
// Means are compared as integers where all scores lie on a lattice, as those printed with four decimals do, so ties are
// ties; else up to 1e-12 of the sum of the topics' ranges, or what noise of the scores may add up to. Scores of a topic
// that are the same but for rounding noise are one score (see [dist.Tolerance]). The ranges are over all rows, also where opt.Pairs declares
// a few. The single test beside ([Pair.Result]) is opt.Test, with its interval replaced by the simultaneous one.
//
// Of more than eight systems on ten or more topics, [shiftsPerShuffle] shufflings are made from one by rotating each
// topic's scores by an amount of its own. Each is as likely as any other, but the few made from one are weakly dependent,
// so p is nearly, not exactly, that of independent draws.
//
// With two systems this is the randomization test by drawing: use [Randomization], which is exact. Warnings:
// "unequal-variances", and "cannot-be-significant" where B is so small that no p can be ≤ α; then Critical and the
// intervals are nil. The error is that of [Procedure], or says that the alternative is not two-sided.
func RandomizedTukey(scores *mat.Dense, opt Options) (Family, error) {
	opt = opt.checked()
	k, _, err := checkMatrix(scores)
	if err != nil {
		return Family{}, err
	}
	if opt.Alternative != TwoSided {
		return Family{}, fmt.Errorf("alternative %q: randomized-tukey is two-sided", opt.Alternative)
	}
	if opt.Test == nil {
		opt.Test = randomization
	}
	opt.Pairs, opt.Intervals = opt.pairs(k), false
	pairs, spread, err := testPairs(scores, opt)
	if err != nil {
		return Family{}, err
	}
	law := drawRanges(scores, opt.Plan)
	f := Family{Procedure: randomizedTukeyName, Error: ErrorFWER, Systems: k, Alpha: opt.Alpha, Pairs: pairs,
		Replicates: len(law.ranges), Seed: opt.Plan.Seed, Warnings: unequalVariances(scores)}
	law.adjust(pairs)
	f.Critical = law.critical(pairs, opt.Alpha)
	forIntervals := f.Critical
	if level := levelOf(opt.Confidence); level != opt.Alpha {
		forIntervals = law.critical(pairs, level)
	}
	if f.Critical == nil {
		f.Warnings = append(f.Warnings, Warning{"cannot-be-significant", fmt.Sprintf(
			"with %d replicates p cannot be less than %.2g", f.Replicates, 1/float64(f.Replicates+1))})
	}
	for i := range pairs {
		p := &pairs[i]
		p.Result.Interval = nil
		if forIntervals != nil {
			p.Result.Interval = &Interval{Lo: p.Result.Estimate - *forIntervals + 0, Hi: p.Result.Estimate + *forIntervals,
				Confidence: opt.Confidence, Kind: KindSimultaneous}
		}
		if f.Critical != nil {
			p.Detectable = detectable(*f.Critical, spread[i])
		}
	}
	return f, nil
}

// randomizedTukeyName is also the label of its random stream.
const randomizedTukeyName = "randomized-tukey"

// rangeLaw is what was drawn, in units of the integer matrix.
type rangeLaw struct {
	matrix integerMatrix
	ranges []int64 // ascending
}

func drawRanges(scores *mat.Dense, plan resample.Plan) rangeLaw {
	m := newIntegerMatrix(scores)
	law := rangeLaw{matrix: m, ranges: make([]int64, 0, plan.Count())}
	for _, block := range resample.Map(plan, randomizedTukeyName, m.ranges) {
		law.ranges = append(law.ranges, block...)
	}
	slices.Sort(law.ranges)
	return law
}

// adjust gives every pair its p and limits. Pairs with equal hits share the work on their limits.
func (l rangeLaw) adjust(pairs []Pair) {
	type limits struct{ lo, hi float64 }
	known := map[int]limits{}
	for i := range pairs {
		p := &pairs[i]
		hits := l.hits(p.I, p.J)
		at, ok := known[hits]
		if !ok {
			at.lo, at.hi = dist.BinomialLimits(hits, len(l.ranges), limitsConfidence)
			known[hits] = at
		}
		p.Adjusted, p.AdjustedLo, p.AdjustedHi = float64(hits+1)/float64(len(l.ranges)+1), at.lo, at.hi
	}
}

// hits is the number of ranges that reach the difference of systems i and j.
func (l rangeLaw) hits(i, j int) int {
	d := l.matrix.sums[i] - l.matrix.sums[j]
	first, _ := slices.BinarySearch(l.ranges, max(d, -d)-l.matrix.slack)
	return len(l.ranges) - first
}

// critical is the least difference that is not significant at alpha, as a mean; nil if none could be. The means of pairs
// that are not significant count too: those that only rounding puts above the critical range lie on it.
func (l rangeLaw) critical(pairs []Pair, alpha float64) *float64 {
	allowed := mostReplicates(alpha, len(l.ranges))
	if allowed == 0 {
		return nil
	}
	at := l.ranges[len(l.ranges)-allowed]
	c := l.matrix.mean(at)
	for _, p := range pairs {
		if l.hits(p.I, p.J) >= allowed {
			c = max(c, math.Abs(p.Result.Estimate))
		}
	}
	return &c
}

// mostReplicates is the greatest m ≤ b with m/(b+1) ≤ alpha, in the very arithmetic of the p's.
func mostReplicates(alpha float64, b int) int {
	m := min(int(alpha*float64(b+1)), b)
	for m > 0 && float64(m)/float64(b+1) > alpha {
		m--
	}
	for m < b && float64(m+1)/float64(b+1) <= alpha {
		m++
	}
	return m
}

// levelOf is 1 − confidence, to twelve decimals: 1 − 0.9 is less than 0.1 in binary.
func levelOf(confidence float64) float64 { return math.Round((1-confidence)*1e12) / 1e12 }

// unequalVariances warns where the greatest standard deviation of a pair's differences exceeds twice the least. Pairs
// whose differences have no spread do not count, nor do near-duplicates: what they hardly differ in says nothing of how
// much systems vary.
func unequalVariances(scores *mat.Dense) []Warning {
	k, _ := scores.Dims()
	near := make(map[[2]int]bool)
	for _, d := range Duplicates(scores) {
		near[[2]int{d.I, d.J}] = true
	}
	least, most := math.Inf(1), 0.0
	for i := range k {
		for j := i + 1; j < k; j++ {
			if near[[2]int{i, j}] {
				continue
			}
			if d := describe(scores.RawRowView(i), scores.RawRowView(j)); !d.Constant {
				least, most = min(least, d.sd), max(most, d.sd)
			}
		}
	}
	if !(most > 2*least) {
		return nil
	}
	return []Warning{{"unequal-variances", fmt.Sprintf("the standard deviations of the pairs' differences range from "+
		"%.3g to %.3g, a ratio of %.1f; beyond 2, randomised Tukey HSD may claim too much for the systems that vary most", least, most, most/least)}}
}
