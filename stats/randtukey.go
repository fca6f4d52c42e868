package stats

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

var randomizedTukey = &Procedure{
	Name: "randomized-tukey",
	Doc: "Tukey's honestly significant difference, randomized and blocked by topic. If all systems were alike, the scores " +
		"of a topic could be shuffled among them: the adjusted p of a pair is the share of such shufflings of all topics " +
		"in which the best and the worst mean are at least as far apart as the pair's. One critical difference serves " +
		"all pairs, and all their intervals hold at once. Controls the probability of any false claim where all systems " +
		"are alike; with very unequal variances it may claim too much (warning unequal-variances).",
	Cite:  "carterette2012",
	Error: ErrorFWER, Stratified: true,
	Run: RandomizedTukey,
}

// limitsConfidence is that of the limits given for a drawn p.
const limitsConfidence = 0.999

// RandomizedTukey compares all rows of scores, systems by topics, by Tukey's honestly significant difference over
// shufflings of the scores within topics (Carterette, ACM TOIS 30(1), 2012; Sakai, 2014). With R the range of the
// systems' means, greatest less least:
//   - [Pair.Adjusted] is the probability of R ≥ |difference|. Drawn, over B shufflings, it is (#{R ≥ |difference|} +
//     1)/(B + 1), with 99.9 % limits of Clopper and Pearson beside it;
//   - [Family.Critical] is the greatest R whose p exceeds α (drawn, the ⌊α(B+1)⌋-th largest R, not interpolated), so that
//     Adjusted ≤ α exactly where |difference| > Critical and where 0 lies outside the interval difference ± Critical. At
//     another confidence than 1 − α the intervals have their own critical value, by the same rule;
//   - [Pair.Detectable] is Critical + z·se, z the normal point of .8, se that of the pair's own differences.
//
// Nothing is drawn, and [Family.Replicates] is 0, where all shufflings can be counted: for two systems, where p is that of
// [Randomization] (up to 4,577 topics, or more on a coarse lattice); for three whose scores lie on so coarse a lattice, such
// as P@10, that the sums take few values; and where there are at most some millions of shufflings. Else opt.Plan.Count()
// shufflings are drawn first, and, while it is open on which side of α the p of a pair lies, up to 16 times as many: a pair
// that is open even then has the warning "undecided", and so has the family (see docs/methods.md). p, limits and critical
// value are those of all draws.
//
// Means are compared as integers where all scores lie on a lattice, as those printed with four decimals do, so ties are
// ties; else up to 1e-12 of the sum of the topics' ranges, or what noise of the scores may add up to. Scores of a topic
// that are the same but for rounding noise are one score (see [dist.Tolerance]). The ranges are over all rows, also where
// opt.Pairs declares a few. The single test beside ([Pair.Result]) is opt.Test, with its interval replaced by the
// simultaneous one. With opt.Strata means are means of stratum means (see [Stratified]); the single test must know strata.
//
// Of more than eight systems on ten or more topics, [shiftsPerShuffle] shufflings are made from one by rotating each
// topic's scores by an amount of its own. Each is as likely as any other, but the few made from one are weakly dependent,
// so p is nearly, not exactly, that of independent draws.
//
// Other warnings: "unequal-variances", and "cannot-be-significant" where no p can be ≤ α, for so few topics or replicates;
// then Critical and the intervals are nil. The error is that of [Procedure], or says that the alternative is not two-sided.
func RandomizedTukey(scores *mat.Dense, opt Options) (Family, error) {
	f, spread, err := opt.begin(randomizedTukeyName, scores, false)
	if err != nil {
		return Family{}, err
	}
	pairs := f.Pairs
	f.Warnings = unequalVariances(scores)
	m := newIntegerMatrix(Stratified(scores, opt.Strata))
	law, exact := exactLaw(m)
	if !exact {
		law = drawRanges(m, pairs, opt)
		f.Replicates, f.Seed = len(law.ranges), opt.Plan.Seed
	}
	law.adjust(pairs)
	if exact && f.Systems == 2 {
		if err := adjustTwo(scores, pairs, opt); err != nil {
			return Family{}, err
		}
	}
	f.Critical = law.critical(pairs, opt.Alpha)
	forIntervals := f.Critical
	if level := opt.intervalLevel(); level != opt.Alpha {
		forIntervals = law.critical(pairs, level)
	}
	if f.Critical == nil {
		f.Warnings = append(f.Warnings, Warning{"cannot-be-significant", law.hopeless()})
	}
	f.spanAll(forIntervals, spread, opt.Confidence)
	if !exact {
		rule := newSettling(opt.Alpha, len(pairs))
		f.markUndecided(func(pair int) bool { return rule.open(law.hits(pairs[pair].I, pairs[pair].J), f.Replicates) })
	}
	return f, nil
}

// randomizedTukeyName is also the label of its random stream.
const randomizedTukeyName = "randomized-tukey"

// adjustTwo gives the pairs of two systems the p of the randomization test, which holds its digits far into the tail, and
// where the law had to be rounded.
func adjustTwo(scores *mat.Dense, pairs []Pair, opt Options) error {
	for i := range pairs {
		r, err := Randomization(scores.RawRowView(pairs[i].I), scores.RawRowView(pairs[i].J), Options{Alpha: opt.Alpha, Strata: opt.Strata})
		if err != nil {
			return err
		}
		pairs[i].Adjusted, pairs[i].AdjustedLo, pairs[i].AdjustedHi = r.P, r.PLo, r.PHi
	}
	return nil
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
		"%.3g to %.3g, a ratio of %.1f; beyond 2, Tukey HSD may claim too much for the systems that vary most", least, most, most/least)}}
}
