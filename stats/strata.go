package stats

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"sigrel/stats/dist"
)

// Topics can come in strata, such as languages or sub-tasks. The mean of a system is then the mean of its stratum means,
// so that a language with many topics does not outweigh the others, and whatever is permuted or resampled stays within
// its topic and stratum. With weights n/(S·n_s), n topics in S strata of n_s, the plain mean of the weighted scores is
// that mean of means; the tests that permute within topics are those of the weighted scores.

// StratumWeights is the weight of each topic: n/(S·n_s). It panics unless strata numbers S strata from 0, each with at
// least one topic.
func StratumWeights(strata []int) []float64 {
	sizes := stratumSizes(strata)
	w := make([]float64, len(strata))
	for t, s := range strata {
		w[t] = float64(len(strata)) / float64(len(sizes)*sizes[s])
	}
	return w
}

// stratumSizes is the number of topics of each stratum.
func stratumSizes(strata []int) []int {
	var sizes []int
	for _, s := range strata {
		for s >= len(sizes) {
			sizes = append(sizes, 0)
		}
		sizes[s]++ // a negative stratum panics here
	}
	for s, n := range sizes {
		if n == 0 {
			panic(fmt.Sprintf("stats: stratum %d of %d has no topic", s, len(sizes)))
		}
	}
	return sizes
}

// Stratified is scores, systems by topics, times the weights of [StratumWeights]: the mean of a row is the mean of its
// stratum means. It is scores itself if strata is nil. It panics if strata has not one number a topic.
func Stratified(scores *mat.Dense, strata []int) *mat.Dense {
	if strata == nil {
		return scores
	}
	k, n := scores.Dims()
	checkStrata(strata, n)
	out := mat.NewDense(k, n, nil)
	for i := range k {
		copy(out.RawRowView(i), weighted(scores.RawRowView(i), StratumWeights(strata)))
	}
	return out
}

func checkStrata(strata []int, topics int) {
	if strata != nil && len(strata) != topics {
		panic(fmt.Sprintf("stats: strata of %d topics for scores of %d", len(strata), topics))
	}
}

// oneStratum panics where a test or procedure that knows no strata is given some.
func (o Options) oneStratum(name string) {
	if o.Strata != nil {
		panic(fmt.Sprintf("stats: %s takes no strata", name))
	}
}

func weighted(x, w []float64) []float64 {
	out := make([]float64, len(x))
	for t := range x {
		out[t] = x[t] * w[t]
	}
	return out
}

// describeStrata is describe with the mean of stratum means, and an sd such that se is the standard error of that mean:
// √(Σ s_s²/n_s)/S. Strata of one topic make it fail, since their spread is unknown.
func describeStrata(x, y []float64, strata []int) (differences, float64, error) {
	if strata == nil {
		d := describe(x, y)
		return d, float64(len(x) - 1), nil
	}
	checkStrata(strata, len(x))
	sizes := stratumSizes(strata)
	w := StratumWeights(strata)
	all := dist.NewDifferences(x, y)
	d := differences{Differences: dist.NewDifferences(weighted(x, w), weighted(y, w))}
	d.Same, d.Constant = all.Same, all.Constant
	spreads, widest := make([]float64, len(sizes)), 0.0
	for s, n := range sizes {
		if n < 2 {
			return differences{}, 0, fmt.Errorf("%w in a stratum: %d, want at least 2", ErrTooFew, n)
		}
		var a, b []float64
		for t := range x {
			if strata[t] == s {
				a, b = append(a, x[t]), append(b, y[t])
			}
		}
		spreads[s] = describe(a, b).sd
		widest = max(widest, spreads[s])
	}
	if widest == 0 {
		d.Constant = true // the differences do not spread within any stratum
		return d, float64(len(x) - len(sizes)), nil
	}
	sum, below := 0.0, 0.0
	for s, n := range sizes {
		v := spreads[s] / widest // fourth powers of huge or tiny spreads would not be finite
		v *= v / float64(n)
		sum += v
		below += v * v / float64(n-1)
	}
	d.sd = widest * math.Sqrt(sum*float64(len(x))) / float64(len(sizes))
	return d, sum * sum / below, nil
}

// stratifiedInterval inverts the stratified two-sided randomization test: the constants δ for which the differences less
// δ are not rejected. The upper p at δ is the share of subsets of the topics, the empty one counted, whose weighted mean
// difference is at most δ: it grows with δ, so each end is solved for. There must be so many topics that something can be
// rejected. mean is the mean of the stratum means.
func stratifiedInterval(x, y, w []float64, mean, level float64) (lo, hi float64) {
	d := dist.NewDifferences(x, y).Each
	widest := 0.0
	for _, v := range d {
		widest = max(widest, math.Abs(v-mean))
	}
	excess := func(offset float64) float64 { // of log p over log level at mean + offset
		shifted := make([]float64, len(d))
		for t := range d {
			shifted[t] = w[t] * (d[t] - mean - offset)
		}
		return math.Log(dist.NewSignedSum(shifted, make([]float64, len(d))).TwoSided(level).P / level)
	}
	return mean + lastAccepted(excess, -widest), mean + lastAccepted(excess, widest)
}

// lastAccepted is the offset between 0, where excess is positive, and far, where it is not, at which it changes its
// sign, by false position (Illinois), and by halving where that is slow, as it is on steps.
func lastAccepted(excess func(offset float64) float64, far float64) float64 {
	in, out := 0.0, far
	above, below := excess(in), excess(out)
	if below > 0 {
		return out
	}
	for step := 0; step < 60 && math.Abs(out-in) > 1e-9*math.Abs(far); step++ {
		at := (in + out) / 2
		if step%3 != 2 {
			at = in + (out-in)*(above/(above-below))
		}
		if v := excess(at); v > 0 {
			in, above, below = at, v, below/2
		} else {
			out, below, above = at, v, above/2
		}
	}
	return in
}
