package reliability

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"sigrel/stats"
	"sigrel/stats/resample"
)

// SplitOptions are the options of [Split]. The zero value draws [DefaultSplits] splits where there are too many to list.
type SplitOptions struct {
	Sizes []int         // of the sets for the extrapolation of τ, each from 1 to half of the topics; nil: about five
	Plan  resample.Plan // Replicates is the number of splits that are drawn; 0: DefaultSplits
}

// SplitHalf says how well two halves of the topics agree on the systems.
type SplitHalf struct {
	Systems     int    `json:"systems"`
	Topics      int    `json:"topics"`
	Half        int    `json:"half"`        // topics of each half
	Dropped     int    `json:"dropped"`     // topics in neither: 1 where their number is odd, else 0
	Splits      int    `json:"splits"`      //
	Exact       bool   `json:"exact"`       // all splits there are; else that many random ones
	Seed        uint64 `json:"seed"`        // meaningful if not Exact
	Replacement bool   `json:"replacement"` // false always: no topic is in both halves, or twice in one
	Pearson     Spread `json:"pearson"`     // of the two means of each system
	Spearman    Spread `json:"spearman"`    //
	Tau         Spread `json:"tau_b"`       //
	TauAP       Spread `json:"tau_ap_b"`    //
	RMSE        Spread `json:"rmse"`        // root mean squared difference of the two means, in score units
	Difference  Spread `json:"mean_abs_difference"`
	RankChange  Spread `json:"max_rank_change"`
	// FlanaganRulon is 2(1 − (var a + var b)/var(a+b)), a and b the sums of the halves: a reliability of both together. Its
	// mean over all splits is Cronbach's α, which is Eρ²; its maximum is Guttman's λ4.
	FlanaganRulon Spread `json:"flanagan_rulon"`
	// SpearmanBrown is the reliability of all topics by the Spearman-Brown formula, from the mean of Pearson's r.
	SpearmanBrown *float64 `json:"spearman_brown"` // nil where it does not exist
	Fan           Fan      `json:"extrapolation"`  // of τ_b to more topics
}

// Spread is the distribution of a value over splits. The fields are nil where it does not exist in any split.
type Spread struct {
	Mean      *float64 `json:"mean"`
	SD        *float64 `json:"sd"`     // n−1 in the denominator; nil for a single split
	Lo        *float64 `json:"lo"`     // 2.5 %
	Median    *float64 `json:"median"` //
	Hi        *float64 `json:"hi"`     // 97.5 %
	Min       *float64 `json:"min"`
	Max       *float64 `json:"max"`
	Undefined int      `json:"undefined"`        // splits in which it does not exist; they are left out
	Reason    string   `json:"reason,omitempty"` // why
}

// What the coefficients of a split need.
const (
	leastSplitSystems = 3 // two systems correlate by 1 or −1 whatever their scores
	leastSplitTopics  = 4
)

// Split compares the mean scores of the systems (rows) on two disjoint halves of the topics, over all splits there are,
// C(T,T/2)/2 of them, where these are at most 5,000, else over random ones. Of an odd number of topics each split leaves
// out one, in all ways or at random. No topic is drawn twice.
//
// Means that agree to twelve digits tie. A coefficient does not exist in a split where all systems tie in a half;
// such splits are counted and left out.
//
// The error wraps stats.ErrTooFewSystems for fewer than three systems and stats.ErrTooFew for fewer than four topics;
// others are those of [Study] but for [ErrNoVariance]. It panics if a size is out of its range.
func Split(scores mat.Matrix, opt SplitOptions) (SplitHalf, error) {
	_, rows, err := table(scores)
	if err != nil {
		return SplitHalf{}, err
	}
	k, n := len(rows), len(rows[0])
	if k < leastSplitSystems {
		return SplitHalf{}, fmt.Errorf("%w for split halves: %d, want at least %d", stats.ErrTooFewSystems, k, leastSplitSystems)
	}
	if n < leastSplitTopics {
		return SplitHalf{}, fmt.Errorf("%w for split halves: %d, want at least %d", stats.ErrTooFew, n, leastSplitTopics)
	}
	out := SplitHalf{Systems: k, Topics: n, Half: n / 2, Dropped: n % 2, Seed: opt.Plan.Seed}
	all, exact := splits(n, out.Half, opt.Plan)
	out.Splits, out.Exact = len(all), exact
	values := make([][splitValues]float64, len(all))
	inChunks(len(all), opt.Plan.Workers, func(lo, hi int) {
		a, b := make([]float64, k), make([]float64, k)
		for s := lo; s < hi; s++ {
			sums(a, rows, all[s].a)
			sums(b, rows, all[s].b)
			values[s] = compareHalves(a, b, out.Half)
		}
	})
	const tied = "all systems tie in a half"
	for i, v := range []struct {
		spread *Spread
		why    string
	}{{&out.Pearson, tied}, {&out.Spearman, tied}, {&out.Tau, tied}, {&out.TauAP, tied}, {&out.RMSE, ""}, {&out.Difference, ""},
		{&out.RankChange, ""}, {&out.FlanaganRulon, "all systems tie on both halves together"}} {
		column := make([]float64, len(values))
		for s := range values {
			column[s] = values[s][i]
		}
		*v.spread = spreadOf(column, v.why)
	}
	if r := out.Pearson.Mean; r != nil {
		out.SpearmanBrown = spearmanBrown(*r, float64(n)/float64(out.Half))
	}
	out.Fan = fan(rows, opt, out.Half)
	return out, nil
}

// spearmanBrown is the reliability of a test k times as long as one of reliability r; nil where that is not in [−1, 1].
func spearmanBrown(r, k float64) *float64 {
	v := k * r / (1 + (k-1)*r)
	if !(v >= -1 && v <= 1) {
		return nil
	}
	return &v
}

// splitValues is the number of values of a split, in the order of [SplitHalf].
const splitValues = 8

// compareHalves takes the sums of each system on both halves of size topics. What does not exist is NaN.
func compareHalves(a, b []float64, size int) (v [splitValues]float64) {
	v[0], v[1] = orNaN(stats.Pearson(a, b)), orNaN(stats.Spearman(a, b))
	v[2], v[3] = orNaN(stats.TauB(a, b)), orNaN(stats.TauAPB(a, b))
	ranksA, ranksB := stats.Ranks(a), stats.Ranks(b)
	squares, absolute, most := 0.0, 0.0, 0
	total := make([]float64, len(a))
	for i := range a {
		d := (a[i] - b[i]) / float64(size)
		squares += d * d
		absolute += math.Abs(d)
		most = max(most, ranksA[i]-ranksB[i], ranksB[i]-ranksA[i])
		total[i] = a[i] + b[i]
	}
	k := float64(len(a))
	v[4], v[5], v[6], v[7] = math.Sqrt(squares/k), absolute/k, float64(most), math.NaN()
	if !allTie(total) {
		parts := (squaredDeviations(a) + squaredDeviations(b)) / squaredDeviations(total)
		if v[7] = 2 * (1 - parts); math.Abs(v[7]) < 1e-12*parts {
			v[7] = 0 // rounding
		}
	}
	return v
}

// orNaN is a coefficient, or NaN where ties forbid it.
func orNaN(v float64, err error) float64 {
	if err != nil {
		return math.NaN()
	}
	return v
}

// allTie reports whether all values agree to twelve digits.
func allTie(v []float64) bool {
	for _, x := range v {
		if stats.Snap(x) != stats.Snap(v[0]) {
			return false
		}
	}
	return true
}

// inChunks calls f for shares of n jobs, on several processors.
func inChunks(n, workers int, f func(lo, hi int)) {
	const share = 16
	resample.Each((n+share-1)/share, workers, func(i int) { f(i*share, min((i+1)*share, n)) })
}
