// Package stats compares systems by their scores on the same topics.
//
// It knows numbers only: a system is a row of a matrix, a topic a column. Every test gives a [Result] that says which
// method computed its p, how exact that is, and what the reader must be warned of. Definitions and sources are in
// docs/methods.md.
package stats

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"sigrel/stats/resample"
)

// ErrTooFew is returned where there are too few topics for the question asked.
var ErrTooFew = errors.New("too few topics")

// ErrTooFewSystems is returned where there are too few systems for the question asked.
var ErrTooFewSystems = errors.New("too few systems")

// ErrNotFinite is returned where a score is NaN or infinite.
var ErrNotFinite = errors.New("not a finite number")

// ErrRange is returned where a score is not 0, yet so small or so large in size, below 1e-100 or above 1e100, that its
// square or fourth power may have no digits left. No measure has such scores; multiply all by one number.
var ErrRange = errors.New("out of range")

// Alternative is the hypothesis that a small p speaks for. The zero value is two-sided.
type Alternative int

// The alternatives. Greater means that the first system's mean is greater.
const (
	TwoSided Alternative = iota
	Less
	Greater
)

var alternatives = [...]string{TwoSided: "two-sided", Less: "less", Greater: "greater"}

// String is the name used on the command line and in JSON.
func (a Alternative) String() string { return alternatives[a] }

// MarshalText gives the name of a.
func (a Alternative) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// UnmarshalText reads a name; the error lists the names there are.
func (a *Alternative) UnmarshalText(text []byte) error {
	for i, name := range alternatives {
		if name == string(text) {
			*a = Alternative(i)
			return nil
		}
	}
	return fmt.Errorf("alternative %q: want one of %s", text, strings.Join(alternatives[:], ", "))
}

// Method says how a p was computed, and so how far to trust its digits.
type Method int

// The methods, from the most to the least exact.
const (
	Exact      Method = iota // counted over all relabellings, to rounding error
	Certified                // a bracket that holds the exact p and lies on one side of alpha
	Numerical                // approximated; PLo and PHi are p minus and plus the error estimate
	MonteCarlo               // (hits+1)/(replicates+1); PLo and PHi are 99.9 % limits
	Parametric               // from t, F or the studentized range: right if its assumptions hold
	Asymptotic               // from a limit law
)

var methods = [...]string{Exact: "exact", Certified: "certified", Numerical: "numerical", MonteCarlo: "monte-carlo",
	Parametric: "parametric", Asymptotic: "asymptotic"}

// String is the name used in JSON and tables.
func (m Method) String() string { return methods[m] }

// MarshalText gives the name of m.
func (m Method) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// Options of tests and procedures. The zero Options is the usual case: two-sided, α .05, 95 %, all pairs.
type Options struct {
	Alternative Alternative
	Alpha       float64       // 0 means DefaultAlpha; significant means p ≤ Alpha
	Confidence  float64       // of intervals; 0 means DefaultConfidence
	Intervals   bool          // tests also give their own interval, where that costs more than the test itself
	Pairs       [][2]int      // declared comparisons, rows of the matrix; nil: all pairs
	Test        *PairedTest   // the single test that a procedure prints beside its own p; nil: randomization
	Zeros       Zeros         // what the Wilcoxon test does with topics without a difference
	bare        bool          // only decisions at Alpha are wanted: no intervals, nor the p's of what is not significant
	shared      *sharedPairs  // single tests of the same pairs that were made before; nil: none are kept
	Strata      []int         // stratum of each topic, such as its language, numbered from 0; nil: one stratum. See [Stratified]
	Plan        resample.Plan // of what is drawn
}

// Defaults of [Options].
const (
	DefaultAlpha      = 0.05
	DefaultConfidence = 0.95
)

// WithDefaults is o with its zero fields filled in.
func (o Options) WithDefaults() Options {
	if o.Alpha == 0 {
		o.Alpha = DefaultAlpha
	}
	if o.Confidence == 0 {
		o.Confidence = DefaultConfidence
	}
	return o
}

// Interval is a closed confidence interval, in score units; that of an effect size has none. The kinds of tests and
// procedures are below; effect sizes, posteriors and bootstrap intervals have their own.
type Interval struct {
	Lo         float64 `json:"lo"`
	Hi         float64 `json:"hi"`
	Confidence float64 `json:"confidence"`
	Kind       string  `json:"kind,omitempty"` // KindSingle, KindSimultaneous or KindT
}

// Kinds of intervals of a difference. The first two exclude 0 exactly when their p ≤ α (at confidence 1−α).
const (
	KindSingle       = "single"       // the test's own, by inversion
	KindSimultaneous = "simultaneous" // of a procedure: all intervals hold at once
	KindT            = "t"            // unadjusted t interval, beside a p of another kind
)

// Warning is something the reader of a result must know. Codes are stable and documented in docs/methods.md.
type Warning struct {
	Code string `json:"code"`
	Text string `json:"text"`
}

// Result of one paired test of x against y. P is in (0, 1]; it is never 0: below the smallest normal double, where
// digits get lost, it is 5e-324 with the warning "tiny-p".
type Result struct {
	Test      string    `json:"test"`
	N         int       `json:"topics"`
	Estimate  float64   `json:"difference"` // mean of x − y: positive means x is better
	Interval  *Interval `json:"interval"`   // nil if the test gives none
	Statistic *float64  `json:"statistic"`  // nil where the test has none, or it is undefined
	DF        *float64  `json:"df"`
	P         float64   `json:"p"`
	PLo       float64   `json:"p_lo"` // P itself if exact or parametric; the bracket if certified; P − error if numerical; 99.9 % limit if Monte Carlo
	PHi       float64   `json:"p_hi"`
	Method    Method    `json:"method"`
	Step      float64   `json:"step,omitempty"` // the lattice that the scores lie on, such as 0.0001; 0: real-valued
	Warnings  []Warning `json:"warnings,omitempty"`
}

// PairedTest is an entry of the list of tests: what --test names.
type PairedTest struct {
	Name, Doc, Cite string // Cite is a key of reports/references.bib
	Run             func(x, y []float64, opt Options) (Result, error)
	Least           func(topics int, alt Alternative) float64 // the least p with so many topics; nil: p can be as small as you like
	Stratified      bool                                      // takes Options.Strata; the others panic where they are given
}

// Pair is one comparison of a family: rows I and J of the matrix, the single test, and the p adjusted for the family.
type Pair struct {
	I, J       int
	Result     Result
	Adjusted   float64 // p adjusted for the family, in [Result.P, 1] for corrections
	AdjustedLo float64 // what Result.PLo and PHi are to P: Adjusted itself, or its 99.9 % limits if it was drawn
	AdjustedHi float64
	Detectable *float64 // smallest true |difference| called with probability .8; nil if the differences have no spread
	Statistic  *float64 // the procedure's own, positive where it speaks for I; nil where it has none but that of Result
}

// Family is the outcome of a procedure over declared pairs.
type Family struct {
	Procedure  string   // name, such as "randomized-tukey" or "randomization+holm"
	Error      string   // what is controlled: ErrorFWER, ErrorFDR or ErrorNone
	Systems    int      // rows of the matrix
	Alpha      float64  // a pair is significant if Adjusted ≤ Alpha
	Pairs      []Pair   // in the order of Options.Pairs, or (0,1), (0,2) … (k−2,k−1)
	Critical   *float64 // critical difference of means at Options.Alpha; nil if the procedure has none
	Replicates int      // 0 if nothing was drawn
	Seed       uint64   // meaningful if Replicates > 0
	Warnings   []Warning
}

// Error rates that a family controls.
const (
	ErrorFWER = "fwer" // the probability of any false claim
	ErrorFDR  = "fdr"  // the expected share of false claims among the claims
	ErrorNone = "none"
)

// AllPairs lists (i, j), i < j, of k systems, row by row.
func AllPairs(k int) [][2]int {
	pairs := make([][2]int, 0, k*(k-1)/2)
	for i := range k {
		for j := i + 1; j < k; j++ {
			pairs = append(pairs, [2]int{i, j})
		}
	}
	return pairs
}

// checkPaired reports scores that no paired test can use. It panics if the lengths differ.
func checkPaired(x, y []float64) error {
	if len(x) != len(y) {
		panic(fmt.Sprintf("stats: paired scores of %d and %d topics", len(x), len(y)))
	}
	for t := range x {
		for _, v := range [2]float64{x[t], y[t]} {
			if !usable(v) {
				return scoreError(v, fmt.Sprintf("topic %d", t+1))
			}
		}
	}
	if len(x) < 2 {
		return fmt.Errorf("%w: %d, want at least 2 (resample the documents inside the topic instead)", ErrTooFew, len(x))
	}
	return nil
}

// The sizes of scores that are taken, besides 0: sums of squares of them neither overflow nor lose digits.
const (
	smallestScore = 1e-100
	largestScore  = 1e100
)

// usable reports whether a score can be computed with.
func usable(v float64) bool {
	size := math.Abs(v)
	return size == 0 || smallestScore <= size && size <= largestScore
}

// scoreError says what is wrong with a score that is not usable; of says whose it is.
func scoreError(v float64, of string) error {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return fmt.Errorf("score %q of %s is %w", fmt.Sprint(v), of, ErrNotFinite)
	}
	return fmt.Errorf("score %q of %s is %w: want 0 or a size between %g and %g",
		fmt.Sprint(v), of, ErrRange, smallestScore, largestScore)
}

// smallestNormal is the least double with all its digits.
const smallestNormal = 0x1p-1022

// settleTiny replaces a p too small to have digits, and says so.
func (r *Result) settleTiny() {
	if r.P >= smallestNormal {
		r.PLo = max(r.PLo, math.SmallestNonzeroFloat64)
		return
	}
	r.P, r.PLo, r.PHi = math.SmallestNonzeroFloat64, math.SmallestNonzeroFloat64, max(r.PHi, smallestNormal)
	r.Warnings = append(r.Warnings, Warning{"tiny-p", "p is below the smallest number that a computer holds with all its digits; 5e-324 is printed"})
}
