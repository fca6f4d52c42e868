package stats

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"sigrel/stats/dist"
	"sigrel/stats/resample"
)

// Procedure is an entry of the list of procedures, which compare many systems at once under control of the family's
// error: what --procedure names. [Corrected] makes others from a test and a correction.
type Procedure struct {
	Name, Doc, Cite string // Cite is a key of reports/references.bib
	Error           string // the error rate controlled: ErrorFWER, ErrorFDR or ErrorNone
	Stratified      bool   // takes Options.Strata; the others panic where they are given

	// Run compares the rows of scores, systems by topics, in the pairs of opt. The error wraps [ErrTooFew] or
	// [ErrTooFewSystems] for fewer than two, [ErrNotFinite] or [ErrRange] for a score that is not finite or out of
	// range. It panics if a pair of opt is not of two different rows, or Alpha or Confidence is not inside (0, 1).
	Run func(scores *mat.Dense, opt Options) (Family, error)
}

var procedures = []*Procedure{
	randomizedTukey,
	tukey,
	maxT,
	maxTStepDown,
	nemenyi,
}

// Procedures lists the procedures there are, besides those that [Corrected] makes.
func Procedures() []*Procedure { return slices.Clone(procedures) }

// Corrected is the procedure that tests each pair by test and corrects the p's by a correction, under a name such as
// "randomization+holm". Options.Test is ignored. The interval of a pair is the test's own, by inversion ([KindSingle]),
// for up to 50 pairs or with Options.Intervals; else the unadjusted t interval ([KindT]), unless the test gives its own
// for nothing. [Pair.Detectable] is (t + z)·se with t the upper point of Student's distribution at the level that one
// test of the family had to meet ([Correction.Level]), and z the normal point of .8.
func Corrected(test *PairedTest, by *Correction) *Procedure {
	return &Procedure{
		Name:  test.Name + "+" + by.Name,
		Doc:   test.Doc + " " + by.Doc,
		Cite:  by.Cite,
		Error: by.Error, Stratified: test.Stratified,
		Run: func(scores *mat.Dense, opt Options) (Family, error) {
			opt.Test = test
			return corrected(scores, by, opt)
		},
	}
}

func corrected(scores *mat.Dense, by *Correction, opt Options) (Family, error) {
	opt = opt.checked()
	k, n, err := checkMatrix(scores)
	if err != nil {
		return Family{}, err
	}
	opt.Pairs = opt.pairs(k)
	opt.Intervals = opt.singleIntervals()
	pairs, spread, err := testPairs(scores, opt)
	if err != nil {
		return Family{}, err
	}
	p, lo, hi := make([]float64, len(pairs)), make([]float64, len(pairs)), make([]float64, len(pairs))
	for i, pair := range pairs {
		p[i], lo[i], hi[i] = pair.Result.P, pair.Result.PLo, pair.Result.PHi
	}
	level := by.Level(p, opt.Alpha)
	p, lo, hi = by.Adjust(p), by.Adjust(lo), by.Adjust(hi) // a correction keeps order: limits of p become limits of its adjusted value
	df := float64(n - 1)
	critical := dist.StudentQuantile(sided(level, opt.Alternative), df)
	point := dist.StudentQuantile((1-opt.Confidence)/2, df)
	warnings := hopeless(opt, by, n)
	for i := range pairs {
		pair := &pairs[i]
		pair.Adjusted, pair.AdjustedLo, pair.AdjustedHi = p[i], lo[i], hi[i]
		if warnings == nil { // else no difference is ever found, however large
			pair.Detectable = detectable(critical*spread[i].se(), spread[i])
		}
		if pair.Result.Interval == nil {
			pair.Result.Interval = spread[i].tInterval(KindT, opt.Confidence, point)
		}
	}
	f := Family{Procedure: opt.Test.Name + "+" + by.Name, Error: by.Error, Systems: k, Alpha: opt.Alpha, Pairs: pairs,
		Warnings: warnings}
	if slices.ContainsFunc(pairs, func(p Pair) bool { return p.Result.Method == MonteCarlo }) {
		f.Replicates, f.Seed = opt.Plan.Count(), opt.Plan.Seed
	}
	return f, nil
}

// sided is the share of level that lies beyond the critical value on one side.
func sided(level float64, alt Alternative) float64 {
	if alt == TwoSided {
		return level / 2
	}
	return level
}

// hopeless warns where not even the least p there is would remain significant among so many comparisons.
func hopeless(opt Options, by *Correction, topics int) []Warning {
	if opt.Test.Least == nil {
		return nil
	}
	least := opt.Test.Least(topics, opt.Alternative)
	family := slices.Repeat([]float64{least}, len(opt.Pairs)) // all as small as can be, which step-up corrections reward
	switch adjusted := by.Adjust(family)[0]; {
	case adjusted <= opt.Alpha:
	case adjusted == least:
		return []Warning{{"cannot-be-significant", fmt.Sprintf(
			"with %d topics p cannot be less than %.3g: no difference can be significant at %g", topics, least, opt.Alpha)}}
	default:
		return []Warning{{"cannot-be-significant", fmt.Sprintf(
			"with %d topics p cannot be less than %.3g, which among %s becomes %.3g: no difference can be significant at %g",
			topics, least, comparisons(len(family)), adjusted, opt.Alpha)}}
	}
	return nil
}

// testPairs runs opt.Test on opt.Pairs, on all processors, and describes the differences of each.
func testPairs(scores *mat.Dense, opt Options) ([]Pair, []differences, error) {
	if pairs, spread, ok := opt.shared.find(scores, opt.Test); ok {
		return pairs, spread, nil
	}
	if !opt.Test.Stratified {
		opt.oneStratum(opt.Test.Name)
	}
	pairs := make([]Pair, len(opt.Pairs))
	spread := make([]differences, len(pairs))
	errs := make([]error, len(pairs))
	const share = 16 // pairs a job: one is too short a work to hand out
	resample.Each((len(pairs)+share-1)/share, opt.Plan.Workers, func(job int) {
		for p := job * share; p < min((job+1)*share, len(pairs)); p++ {
			i, j := opt.Pairs[p][0], opt.Pairs[p][1]
			x, y := scores.RawRowView(i), scores.RawRowView(j)
			pairs[p] = Pair{I: i, J: j}
			pairs[p].Result, errs[p] = opt.Test.Run(x, y, opt)
			if errs[p] == nil {
				spread[p], _, errs[p] = describeStrata(x, y, opt.Strata)
			}
		}
	})
	for p, err := range errs {
		if err != nil {
			return nil, nil, fmt.Errorf("systems %d and %d: %w", opt.Pairs[p][0]+1, opt.Pairs[p][1]+1, err)
		}
	}
	opt.shared.keep(scores, opt.Test, pairs, spread)
	return pairs, spread, nil
}

// checked is [Options.WithDefaults] after a look at what only a caller can get wrong.
func (o Options) checked() Options {
	o = o.WithDefaults()
	if !(o.Alpha > 0 && o.Alpha < 1) {
		panic(fmt.Sprintf("stats: alpha %g, want a number between 0 and 1", o.Alpha))
	}
	if !(o.Confidence > 0 && o.Confidence < 1) {
		panic(fmt.Sprintf("stats: confidence %g, want a number between 0 and 1", o.Confidence))
	}
	return o
}

// pairs are the comparisons asked for among k systems.
func (o Options) pairs(k int) [][2]int {
	if o.Pairs == nil {
		return AllPairs(k)
	}
	for _, p := range o.Pairs {
		if min(p[0], p[1]) < 0 || max(p[0], p[1]) >= k || p[0] == p[1] {
			panic(fmt.Sprintf("stats: pair (%d, %d) of %d systems", p[0], p[1], k))
		}
	}
	return o.Pairs
}

// checkMatrix gives the number of systems and topics, and reports scores that no procedure can use.
func checkMatrix(scores *mat.Dense) (systems, topics int, err error) {
	systems, topics = scores.Dims()
	if systems < 2 {
		return 0, 0, fmt.Errorf("%w: %d, want at least 2", ErrTooFewSystems, systems)
	}
	if topics < 2 {
		return 0, 0, fmt.Errorf("%w: %d, want at least 2 (resample the documents inside the topic instead)", ErrTooFew, topics)
	}
	for i := range systems {
		for t, v := range scores.RawRowView(i) {
			if !usable(v) {
				return 0, 0, scoreError(v, fmt.Sprintf("system %d on topic %d", i+1, t+1))
			}
		}
	}
	return systems, topics, nil
}

func comparisons(n int) string {
	if n == 1 {
		return "1 comparison"
	}
	return fmt.Sprintf("%d comparisons", n)
}
