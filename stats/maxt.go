package stats

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"sigrel/stats/dist"
)

// The names; that of the first is also the label of the random stream, so that both procedures see the same replicates.
const (
	maxTName         = "maxt"
	maxTStepDownName = "maxt-step-down"
)

var maxT = &Procedure{
	Name: maxTName,
	Doc: "Westfall and Young's maxT, single-step: the p of a pair is the share of relabellings in which the greatest " +
		"|t| of all pairs is at least the pair's own. For all pairs the scores of each topic are shuffled among all " +
		"systems; against baselines the two systems of every pair are exchanged on random topics, the same for all " +
		"pairs. t counts each difference in its own standard errors, so that unequal variances do far less harm than in " +
		"randomized-tukey. Controls the probability of any false claim where all systems are alike, and with many topics " +
		"whichever are: exchanging is exact for each pair, for three and more systems at once only nearly. Its intervals " +
		"hold at once.",
	Cite:  "westfall1993",
	Error: ErrorFWER,
	Run:   MaxT,
}

var maxTStepDown = &Procedure{
	Name: maxTStepDownName,
	Doc: "Westfall and Young's maxT, step-down: as maxt, but a pair is compared with the greatest |t| only of itself and " +
		"the pairs that are no more significant, so that p is never greater than that of maxt. That takes subset " +
		"pivotality: the law of some pairs' t must not depend on whether others differ. Exchanging two systems is exact " +
		"for each pair, only nearly for three and more systems at once, and shuffling all systems supposes that all are " +
		"alike; with many topics both hold. It has no intervals that hold at once.",
	Cite:  "westfall1993",
	Error: ErrorFWER,
	Run:   MaxTStepDown,
}

// MaxT compares rows of scores, systems by topics, by the single-step maxT procedure (Westfall and Young 1993) with the
// paired t of each pair of opt.Pairs as statistic:
//   - all pairs, or any others without a baseline: the scores of each topic are shuffled among all systems, those of no
//     declared pair included;
//   - pairs with a baseline, or several (each pair has a system that is compared with all others): one random sign a
//     topic turns the differences of all pairs at once.
//
// [Pair.Adjusted] is the probability that the greatest |t| of all pairs is at least the pair's own. Nothing is drawn, and
// [Family.Replicates] is 0, where the relabellings are few enough to go through all. Else opt.Plan.Count() are drawn first,
// and, while it is open on which side of α a p lies, up to 16 times as many (fewer where there are so many pairs that it
// would take more than some seconds): a pair that stays open has the warning "undecided", and so has the family. p is
// then (hits + 1)/(B + 1), with 99.9 % limits of Clopper and Pearson.
//
// With c the greatest |t| whose p exceeds α, the interval of a pair is difference ± c·se, se the standard error of its own
// differences: 0 lies outside exactly where Adjusted ≤ α (at another confidence than 1 − α with a c of its own);
// [Pair.Detectable] is (c + z)·se, z the normal point of .8. There is no critical difference for all: [Family.Critical] is
// nil. Where no difference can be significant, intervals and Detectable are nil too ("cannot-be-significant").
//
// t is infinite where all differences are one number but 0; it is 0, and so p is 1, where the systems have the same
// scores. What ties in truth ties here if the scores lie on a lattice; else up to 1e-12, or what noise of the scores may
// add up to. A one-sided alternative takes the greatest t instead of |t|, for pairs with baselines only; the interval is
// then the unadjusted t interval. The single test beside ([Pair.Result]) is opt.Test.
//
// With equal means of 10 systems on 50 topics, two of them with 1, 2, 3, 6 times the sd of the others, a false claim among
// all pairs was made in .041, .043, .048, .054 of 1,000 families at .05 ([RandomizedTukey]: .048, .097, .151, .193), on 24
// topics with 6 times in .10.
//
// The error is that of [Procedure], or says that the alternative does not go with the pairs. It panics if opt.Strata is
// given.
func MaxT(scores *mat.Dense, opt Options) (Family, error) { return oneMaxT(scores, false, opt) }

// MaxTStepDown is [MaxT] stepping down (Westfall and Young 1993): a pair is compared with the greatest |t| of itself and
// the pairs with no greater observed |t|, and p is at least that of any pair with a greater. [Pair.Detectable] is that of
// MaxT, a bound, and the interval the unadjusted t interval ([KindT]). Both procedures see the same replicates.
func MaxTStepDown(scores *mat.Dense, opt Options) (Family, error) { return oneMaxT(scores, true, opt) }

func oneMaxT(scores *mat.Dense, stepDown bool, opt Options) (Family, error) {
	families, err := maxTFamilies([]*mat.Dense{scores}, stepDown, opt)
	if err != nil {
		return Family{}, err
	}
	return families[0], nil
}

// MaxTMeasures is [MaxT] over several measures at once: scores has one matrix a measure, of the same systems and topics in
// the same order, and the family is opt.Pairs by each measure. What is relabelled is a system's scores on a topic by all
// measures together. It gives one family a measure, with p's, intervals and decisions that hold for all of them together.
//
// The error is that of MaxT, with the number of the measure. It panics if there is no matrix or they differ in size.
func MaxTMeasures(scores []*mat.Dense, opt Options) ([]Family, error) {
	return maxTFamilies(scores, false, opt)
}

// MaxTStepDownMeasures is [MaxTMeasures] stepping down, through the pairs of all measures.
func MaxTStepDownMeasures(scores []*mat.Dense, opt Options) ([]Family, error) {
	return maxTFamilies(scores, true, opt)
}

func maxTFamilies(scores []*mat.Dense, stepDown bool, opt Options) ([]Family, error) {
	opt = opt.checked()
	name := maxTName
	if stepDown {
		name = maxTStepDownName
	}
	opt.oneStratum(name)
	k, n, err := checkMeasures(scores)
	if err != nil {
		return nil, err
	}
	opt.Pairs, opt.Intervals = opt.pairs(k), false
	baselines := againstBaselines(opt.Pairs)
	if opt.Alternative != TwoSided && !baselines {
		return nil, fmt.Errorf("alternative %q: %s is two-sided, but for pairs with a baseline", opt.Alternative, name)
	}
	if opt.Test == nil {
		opt.Test = randomization
	}
	families, spread := make([]Family, len(scores)), make([][]differences, len(scores))
	for i, s := range scores {
		families[i] = Family{Procedure: name, Error: ErrorFWER, Systems: k, Alpha: opt.Alpha}
		if families[i].Pairs, spread[i], err = testPairs(s, opt); err != nil {
			return nil, ofMeasure(i, len(scores), err)
		}
	}
	if len(opt.Pairs) == 0 {
		return families, nil
	}
	contrasts, rows := newContrasts(scores, opt.Pairs, opt.Alternative)
	var by relabelling = newShuffler(contrasts, rows, k)
	if baselines {
		by = newFlipper(contrasts, rows, opt.Alternative)
	}
	law := newMaxTLaw(by, contrasts, stepDown, opt)
	law.fill(families, opt)
	for i := range families {
		law.describe(&families[i], spread[i], n, opt)
	}
	return families, nil
}

// checkMeasures gives the number of systems and topics of all the matrices.
func checkMeasures(scores []*mat.Dense) (systems, topics int, err error) {
	if len(scores) == 0 {
		panic("stats: no measure to compare by")
	}
	systems, topics = scores[0].Dims()
	for i, s := range scores {
		if k, n := s.Dims(); k != systems || n != topics {
			panic(fmt.Sprintf("stats: %d systems on %d topics by measure %d, %d on %d by the first", k, n, i+1, systems, topics))
		}
		if _, _, err := checkMatrix(s); err != nil {
			return 0, 0, ofMeasure(i, len(scores), err)
		}
	}
	return systems, topics, nil
}

// ofMeasure says which measure an error is of, where there are several.
func ofMeasure(i, all int, err error) error {
	if all == 1 {
		return err
	}
	return fmt.Errorf("measure %d: %w", i+1, err)
}

// fill puts the p's of the contrasts into the families, and the warnings of what is open.
func (l *maxTLaw) fill(families []Family, opt Options) {
	p, lo, hi := l.adjust()
	open := l.open()
	openOf := make([]map[int]bool, len(families))
	for c, contrast := range l.contrasts {
		pair := &families[contrast.measure].Pairs[contrast.pair]
		pair.Adjusted, pair.AdjustedLo, pair.AdjustedHi = p[c], lo[c], hi[c]
		if open[c] {
			if openOf[contrast.measure] == nil {
				openOf[contrast.measure] = map[int]bool{}
			}
			openOf[contrast.measure][contrast.pair] = true
		}
	}
	for i := range families {
		if !l.exact {
			families[i].Replicates, families[i].Seed = len(l.maxima), opt.Plan.Seed
		}
		families[i].markUndecided(func(pair int) bool { return openOf[i][pair] })
	}
}

// describe fills in what follows from the critical t of n topics: intervals and detectable differences.
func (l *maxTLaw) describe(f *Family, spread []differences, n int, opt Options) {
	r, ok := l.critical(opt.Alpha)
	if !ok {
		f.Warnings = append(f.Warnings, l.hopeless(n))
	}
	level, forIntervals, bounded := opt.Alpha, r, ok
	if own := opt.intervalLevel(); own != opt.Alpha {
		level = own
		forIntervals, bounded = l.critical(own)
	}
	point := dist.StudentQuantile((1-opt.Confidence)/2, float64(n-1))
	for i := range f.Pairs {
		pair, d := &f.Pairs[i], spread[i]
		if ok {
			pair.Detectable = detectable(max(tOfShare(r, n), 0)*d.se(), d)
		}
		switch {
		case l.stepDown || opt.Alternative != TwoSided:
			pair.Result.Interval = d.tInterval(KindT, opt.Confidence, point)
		case bounded:
			pair.Result.Interval = d.agreeing(tOfShare(forIntervals, n), pair.Adjusted <= level, opt.Confidence)
		default:
			pair.Result.Interval = nil
		}
	}
}

// agreeing is the interval mean ± c·se, whose ends rounding must not put on the other side of 0 than the decision says.
func (d differences) agreeing(c float64, significant bool, confidence float64) *Interval {
	if d.Constant && !d.Same {
		return nil
	}
	half, size := c*d.se(), math.Abs(d.Mean)
	if significant {
		half = min(half, math.Nextafter(size, 0))
	} else {
		half = max(half, size)
	}
	return &Interval{Lo: d.Mean - half + 0, Hi: d.Mean + half, Confidence: confidence, Kind: KindSimultaneous}
}

// hopeless is the warning that no difference can be significant, and how small p can be.
func (l *maxTLaw) hopeless(topics int) Warning {
	n := len(l.maxima)
	largest, _ := slices.BinarySearch(l.maxima, l.maxima[n-1]-shareSlack)
	what, least := fmt.Sprintf("%d topics", topics), float64(n-largest)/float64(n)
	if !l.exact {
		what, least = fmt.Sprintf("%s and %d replicates", what, n), 1/float64(n+1)
		if l.maxima[n-1] >= 1-shareSlack { // t is infinite: only such a t has the least p
			least = float64(n-largest+1) / float64(n+1)
		}
	}
	return Warning{"cannot-be-significant", fmt.Sprintf("with %s p cannot be less than %.2g", what, least)}
}
