package reliability

import (
	"fmt"
	"math"
	"math/bits"
	"slices"

	"sigrel/stats"
	"sigrel/stats/resample"
)

// fewTopics is the number of topics below which an interval over topics is warned of.
const fewTopics = 5

// bootstrap fills in the intervals of the coefficients that exist.
func (u *labelUnits) bootstrap(by []labelEstimator, found []LabelCoefficient, opt LabelOptions) []stats.Warning {
	blocks := resample.Map(*opt.Plan, "labels", func(b resample.Block) [][]float64 {
		out := make([][]float64, len(by))
		w := make([]float64, len(u.patterns))
		for range b.Hi - b.Lo {
			u.draw(b, w)
			for i, e := range by {
				if found[i].Value == nil {
					continue
				}
				v, reason := e.by.value(w)
				if reason != "" {
					v = math.NaN()
				}
				out[i] = append(out[i], v)
			}
		}
		return out
	})
	few := false
	for i := range found {
		if found[i].Value == nil {
			continue
		}
		var values []float64
		for _, block := range blocks {
			values = append(values, block[i]...)
		}
		few = found[i].interval(values, opt.Confidence) || few
	}
	var out []stats.Warning
	if n := len(u.topics); n < fewTopics {
		text := fmt.Sprintf("the labels are of %d topics: how far judges agree on other topics is hardly known", n)
		if n == 1 {
			text = "the labels are of one topic, so intervals speak of its documents only"
		}
		out = append(out, stats.Warning{Code: "few-topics", Text: text})
	}
	if few {
		out = append(out, stats.Warning{Code: "few-replicates", Text: fmt.Sprintf("%d replicates are too few for this confidence: an end is the most extreme of them", opt.Plan.Count())})
	}
	return out
}

// draw sets w to the weights of the patterns in a replicate: topics drawn with replacement, then documents of each.
func (u *labelUnits) draw(b resample.Block, w []float64) {
	clear(w)
	for range u.topics {
		members := u.topics[drawBelow(b, len(u.topics))]
		for range members {
			i := members[drawBelow(b, len(members))]
			w[u.of[i]] += u.weights[i]
		}
	}
}

// drawBelow is a number from 0 to n−1; the bias is below n/2^64.
func drawBelow(b resample.Block, n int) int {
	hi, _ := bits.Mul64(b.Source.Uint64(), uint64(n))
	return int(hi)
}

// interval sets the interval from replicates, NaN where the coefficient does not exist, and tells whether they are too few.
func (c *LabelCoefficient) interval(values []float64, confidence float64) (few bool) {
	defined := slices.DeleteFunc(values, math.IsNaN)
	c.Left = len(values) - len(defined)
	switch {
	case 2*len(defined) < len(values):
		c.Reason = fmt.Sprintf("no interval: it does not exist in %d of %d replicates", c.Left, len(values))
		return false
	case slices.Min(defined) == slices.Max(defined):
		c.Reason = "no interval: it is the same in every replicate"
		return false
	}
	iv, warnings := stats.PercentileInterval(defined, *c.Value, confidence)
	c.Lo, c.Hi = &iv.Lo, &iv.Hi
	return slices.ContainsFunc(warnings, func(w stats.Warning) bool { return w.Code == "few-replicates" })
}
