package reliability

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"sigrel/stats"
	"sigrel/stats/resample"
)

// TauReplicates is the number of resamples of topics that [ExpectInterval] draws unless told otherwise.
const TauReplicates = 1000

// ExpectInterval gives percentile intervals of E[τ] and E[τ_AP] at as many topics as there are, over resamples of the topics with
// replacement; the systems stay. In each resample, the ranking and the probabilities of wrong orders are its own. Replicates
// of the plan are [TauReplicates] if not given. The intervals are about what other topics would make of the plug-in values,
// and share their optimism; nothing is added for the pairs of one ranking, which depend on each other.
//
// Errors are those of [Study] but for [ErrNoVariance]. It panics if confidence is not between 0 and 1.
func ExpectInterval(scores mat.Matrix, law Law, confidence float64, plan resample.Plan) (tau, tauAP stats.Interval, err error) {
	checkConfidence(confidence)
	_, rows, err := table(scores)
	if err != nil {
		return tau, tauAP, err
	}
	if plan.Replicates == 0 {
		plan.Replicates = TauReplicates
	}
	topics := len(rows[0])
	// Blocks are jobs of their own here: with one of 1024, all would wait for a single processor.
	all := make([]Expected, plan.Replicates)
	const chunk = 32
	resample.Each((plan.Replicates+chunk-1)/chunk, plan.Workers, func(k int) {
		src := resample.Source(plan.Seed, "expected-tau", k)
		drawn := make([][]float64, len(rows))
		for i := range drawn {
			drawn[i] = make([]float64, topics)
		}
		for r := k * chunk; r < min((k+1)*chunk, len(all)); r++ {
			for t := range topics {
				from := int(src.Uint64() % uint64(topics)) // its bias, topics/2^64, does not show
				for i, row := range rows {
					drawn[i][t] = row[from]
				}
			}
			all[r] = orderOf(drawn).expect(topics, law)
		}
	})
	limits := func(of func(Expected) float64) stats.Interval {
		values := make([]float64, len(all))
		for i, e := range all {
			values[i] = of(e)
		}
		slices.Sort(values)
		lo, hi := percentiles(values, confidence)
		return stats.Interval{Lo: lo, Hi: hi, Confidence: confidence}
	}
	return limits(func(e Expected) float64 { return e.Tau }), limits(func(e Expected) float64 { return e.TauAP }), nil
}

// TopicsForTau is the smallest number of topics at which E[τ] reaches the target, found by bisection; nil if none up to a
// billion does, as where two systems have equal means: they stand in the wrong order half the time with any number of
// topics. Errors are those of [Study] but for [ErrNoVariance]. It panics if target is not between 0 and 1.
func TopicsForTau(scores mat.Matrix, target float64, law Law) (*int, error) {
	if !(target > 0 && target < 1) {
		panic("reliability: target is not between 0 and 1")
	}
	_, rows, err := table(scores)
	if err != nil {
		return nil, err
	}
	o := orderOf(rows)
	reached := func(n int) bool { return o.expect(n, law).Tau >= target-1e-12 } // rounding error must not add a topic
	hi := 1
	for !reached(hi) {
		if hi == most {
			return nil, nil
		}
		hi = int(math.Min(2*float64(hi), most))
	}
	lo := hi / 2 // not reached, or 0
	for hi-lo > 1 {
		if mid := lo + (hi-lo)/2; reached(mid) {
			hi = mid
		} else {
			lo = mid
		}
	}
	return &hi, nil
}
