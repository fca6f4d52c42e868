package reliability

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"sigrel/stats"
	"sigrel/stats/dist"
	"sigrel/stats/resample"
)

// SwapOptions are the options of [SwapRates]. The zero value compares sets of half of the topics.
type SwapOptions struct {
	Size      int           // topics of each set, from 1 to half of the topics; 0: half
	Width     float64       // of a bin of |difference|, in score units; 0: see [SwapWidth]
	Fuzziness float64       // of [ErrorRates]; a difference below this share of the greater mean is a tie; see DefaultFuzziness
	Alpha     float64       // of the t tests; 0: stats.DefaultAlpha
	Teams     []int         // team of each system: pairs of one team are left out; nil: no two systems are of one team
	Plan      resample.Plan // Replicates is the number of splits that are drawn; 0: DefaultSplits
}

// SwapThreshold is the swap rate that a difference must stay below to be called safe, by custom.
const SwapThreshold = 0.05

// Swaps says how often two systems that differ on one set of topics are in the other order on another set.
type Swaps struct {
	Systems  int     `json:"systems"`
	Topics   int     `json:"topics"`
	Size     int     `json:"size"` // topics of each of the two sets
	Splits   int     `json:"splits"`
	Exact    bool    `json:"exact"`          // all pairs of sets there are; else that many random ones
	Seed     uint64  `json:"seed"`           // meaningful if not Exact
	Pairs    int     `json:"pairs"`          // of systems
	SameTeam int     `json:"same_team"`      // pairs left out, since their systems are of one team
	Width    float64 `json:"width"`          // of a bin
	Rate     float64 `json:"threshold_rate"` // SwapThreshold
	SwapCount
	Bins   []SwapBin `json:"bins"`             // from 0 up to the greatest difference seen
	Least  *float64  `json:"least_difference"` // see [Swaps.least]; nil where no difference is safe
	Growth []Growth  `json:"growth"`           // of the swap rate over the size of the sets, bin by bin
	Beyond []SafeAt  `json:"extrapolated"`     // safe differences with all topics and twice as many

	Significant Conflicts   `json:"significant"`
	Sensitivity Sensitivity `json:"sensitivity"`
	Errors      []ErrorRate `json:"error_rates"`
}

// SwapCount counts comparisons of two systems on two sets. A comparison with a difference of 0 in either set is a tie, never
// a swap; else it is a swap if the signs of the differences are opposite.
type SwapCount struct {
	Comparisons int      `json:"comparisons"`
	Swaps       int      `json:"swaps"`
	Ties        int      `json:"ties"`
	RateAll     *float64 `json:"rate_all"` // swaps over comparisons; nil without any
	Untied      *float64 `json:"rate"`     // swaps over comparisons that are no ties; nil without any
}

// SwapBin are the comparisons whose difference in the first set, in size, is from Lo on and below Hi.
type SwapBin struct {
	Lo float64 `json:"lo"`
	Hi float64 `json:"hi"`
	SwapCount
}

// SwapWidth is the width of bins where none is given: .01, as in the literature, for scores in [0, 1]; else a round number,
// 1, 2 or 5 times a power of ten, of which about a hundred make up the range of the scores.
func SwapWidth(scores mat.Matrix) float64 {
	lo, hi := mat.Min(scores), mat.Max(scores)
	if lo >= 0 && hi <= 1 || hi == lo {
		return 0.01
	}
	unit := math.Pow(10, math.Floor(math.Log10((hi-lo)/100)))
	for _, step := range []float64{1, 2, 5} {
		if step*unit >= (hi-lo)/100*(1-1e-9) {
			return step * unit
		}
	}
	return 10 * unit
}

// maxBins bounds the number of bins.
const maxBins = 10_000

// SwapRates counts how often the order of two systems (rows) on one set of topics is swapped on another, disjoint set of as
// many topics (Voorhees and Buckley, "The effect of topic set size on retrieval experiment error", SIGIR 2002), by the
// size of their difference on the first. All pairs of sets are looked at where there are up to 5,000, the first set then
// being that with the first topic of the two; else random ones, which [Split] sees too.
//
// Beside it stand, from the same sets: how the rate falls with the size of the sets, and what an exponential curve gives
// for all topics and twice as many; swaps among the pairs that a t test calls significant (Sanderson and Zobel, "Information
// retrieval system evaluation: effort, sensitivity, and reliability", SIGIR 2005); conflicts of two significance tests;
// sensitivity; and the error and tie rates of [ErrorRates], with fuzziness 0 and with the given.
//
// Near copies of one system are rarely swapped: with runs of one team among the systems the rates flatter the collection.
// With opt.Teams their pairs are left out.
//
// The error wraps stats.ErrTooFewSystems where no pair is left, stats.ErrTooFew for fewer than four topics, ErrBins for
// bins so narrow that there would be more than 10,000; others are those of [Study] but for [ErrNoVariance]. It panics if
// an option is out of its range or Teams has not one entry a row.
func SwapRates(scores mat.Matrix, opt SwapOptions) (Swaps, error) {
	m, rows, err := table(scores)
	if err != nil {
		return Swaps{}, err
	}
	k, n := len(rows), len(rows[0])
	if n < leastSplitTopics {
		return Swaps{}, tooFewForSets(n)
	}
	opt = opt.withDefaults(m)
	if r := (mat.Max(m) - mat.Min(m)) / opt.Width; r >= maxBins {
		return Swaps{}, fmt.Errorf("%w: width %g with scores from %g to %g, want at least %.3g", ErrBins, opt.Width, mat.Min(m), mat.Max(m), (mat.Max(m)-mat.Min(m))/maxBins*1.01)
	}
	pairs, sameTeam := betweenTeams(k, opt.Teams)
	if len(pairs) == 0 {
		return Swaps{}, fmt.Errorf("%w: all are of one team", stats.ErrTooFewSystems)
	}
	out := Swaps{Systems: k, Topics: n, Size: opt.Size, Seed: opt.Plan.Seed, Pairs: len(pairs), SameTeam: sameTeam, Width: opt.Width, Rate: SwapThreshold}
	all, exact := splits(n, opt.Size, opt.Plan)
	out.Splits, out.Exact = len(all), exact
	c := newSwapCounter(rows, pairs, opt)
	t := c.count(all, opt.Size, true, opt.Plan.Workers)
	out.Bins = t.swapBins(opt.Width)
	out.SwapCount = t.total()
	out.Least = least(out.Bins)
	out.Growth, out.Beyond = c.grow(n, opt, t)
	out.Significant = t.conflicts(opt)
	out.Sensitivity = Sensitivity{Absolute: c.sizes.threshold(t.absolute), Relative: c.shares.threshold(t.relative)}
	fuzziness := []float64{0}
	if opt.Fuzziness > 0 {
		fuzziness = append(fuzziness, opt.Fuzziness)
	}
	out.Errors = errorRates(rows, pairs, opt.Size, fuzziness, opt.Plan)
	return out, nil
}

// CountSwaps is the count of [SwapRates] alone, over all pairs and sizes of differences.
func CountSwaps(scores mat.Matrix, opt SwapOptions) (SwapCount, error) {
	m, rows, err := table(scores)
	if err != nil {
		return SwapCount{}, err
	}
	if n := len(rows[0]); n < leastSplitTopics {
		return SwapCount{}, tooFewForSets(n)
	}
	opt = opt.withDefaults(m)
	pairs, _ := betweenTeams(len(rows), opt.Teams)
	all, _ := splits(len(rows[0]), opt.Size, opt.Plan)
	t := newSwapCounter(rows, pairs, opt).count(all, opt.Size, false, opt.Plan.Workers)
	return t.total(), nil
}

func tooFewForSets(n int) error {
	return fmt.Errorf("%w for two sets of topics: %d, want at least %d", stats.ErrTooFew, n, leastSplitTopics)
}

// ErrBins is returned for bins that are too narrow for the range of the scores.
var ErrBins = errors.New("too many bins of differences")

func (o SwapOptions) withDefaults(m *mat.Dense) SwapOptions {
	k, n := m.Dims()
	if o.Teams != nil && len(o.Teams) != k {
		panic(fmt.Sprintf("reliability: teams of %d of %d systems", len(o.Teams), k))
	}
	if o.Size == 0 {
		o.Size = n / 2
	}
	if o.Size < 1 || o.Size > n/2 {
		panic(fmt.Sprintf("reliability: sets of %d of %d topics", o.Size, n))
	}
	if o.Width == 0 {
		o.Width = SwapWidth(m)
	}
	if !(o.Width > 0) || !(o.Fuzziness >= 0 && o.Fuzziness < 1) {
		panic(fmt.Sprintf("reliability: bins of width %g, fuzziness %g", o.Width, o.Fuzziness))
	}
	if o.Alpha == 0 {
		o.Alpha = stats.DefaultAlpha
	}
	return o
}

// betweenTeams lists the pairs of systems of different teams, and counts the others.
func betweenTeams(k int, teams []int) (pairs [][2]int, sameTeam int) {
	for _, p := range stats.AllPairs(k) {
		if teams != nil && teams[p[0]] == teams[p[1]] {
			sameTeam++
			continue
		}
		pairs = append(pairs, p)
	}
	return pairs, sameTeam
}

// least is the lower end of the lowest bin with a swap rate, ties left out, of at most SwapThreshold, in which and above
// which together the rate is that low too: the least difference that is safe. nil where there is no such bin.
func least(bins []SwapBin) *float64 {
	swaps, untied := 0, 0
	var out *float64
	for i := len(bins) - 1; i >= 0; i-- {
		b := bins[i]
		swaps, untied = swaps+b.Swaps, untied+b.Comparisons-b.Ties
		if b.Untied != nil && *b.Untied <= SwapThreshold && float64(swaps) <= SwapThreshold*float64(untied) {
			lo := b.Lo
			out = &lo
		}
	}
	return out
}

// criticalT2 is the square of the two-sided critical value of t; +Inf for sets too small for a test.
func criticalT2(size int, alpha float64) float64 {
	if size < 2 {
		return math.Inf(1)
	}
	t := dist.StudentQuantile(alpha/2, float64(size-1))
	return t * t
}
