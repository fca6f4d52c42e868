package metrics

import "math"

var smoothing = Param{Name: "smooth", Doc: "nist: (a+ε)/(n+3ε), as NIST's sample_eval.pl has it", kind: words("nist")}

var xinfAP = &Measure{
	Name:  "xinfAP",
	Title: "extended inferred average precision",
	Doc: "Average precision estimated from judgments of a sample of the pool that was drawn in strata. A negative grade means: in the pool, not " +
		"sampled. For a relevant document at rank k the expected precision is 1/k + 1/k times the sum over the strata of p·(a+ε)/(n+2ε), " +
		"ε = 0.00001, where p pooled documents of the stratum are above, n of them judged and a of these relevant. Each relevant document stands for " +
		"as many as the stratum has pooled documents for each judged one, in the sum of the expected precisions and in the number of " +
		"relevant documents, by which the sum is divided. Judgments without strata are one stratum; it is then infAP.",
	Cite:   "yilmazkanoulas2008",
	Params: []Param{relLevel, smoothing},
	Hi:     1,
	Score: func(j Judged, a Args) float64 {
		s, below := j.sample(), 2.0
		if a.has(smoothing) {
			below = 3
		}
		weights, total := s.weights(j.Level)
		above := make([]sampled, len(s.Strata))
		sum := 0.0
		for i, g := range j.Gains {
			of := s.Of[i]
			if of < 0 {
				continue
			}
			if g >= j.Level {
				sum += float64(weights[of] * expectedPrecision(i+1, above, below))
			}
			above[of].count(g, j.Level)
		}
		return ratio(sum, total)
	},
}

// weights are the pooled documents for each judged one in each stratum, 0 where none is judged, and with them the
// estimated number of relevant documents.
func (s *Sample) weights(level float64) (weights []float64, relevant float64) {
	weights = make([]float64, len(s.Strata))
	for i, x := range s.Strata {
		weights[i] = ratio(float64(x.Pooled), float64(len(x.Grades)))
		for _, g := range x.Grades {
			if g >= level {
				relevant += weights[i]
			}
		}
	}
	return weights, relevant
}

// sampled counts documents of a stratum: pooled, judged, relevant.
type sampled struct{ pooled, judged, relevant float64 }

func (c *sampled) count(grade, level float64) {
	c.pooled++
	if math.IsNaN(grade) {
		return
	}
	c.judged++
	if grade >= level {
		c.relevant++
	}
}

// expectedPrecision at a rank with a relevant document, given what is above.
func expectedPrecision(rank int, above []sampled, below float64) float64 {
	const epsilon = 0.00001
	found := 1.0
	for _, c := range above {
		if c.pooled > 0 {
			found += float64(c.pooled * ((c.relevant + epsilon) / (c.judged + below*epsilon)))
		}
	}
	return found / float64(rank)
}
