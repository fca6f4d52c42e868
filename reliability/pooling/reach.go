package pooling

import (
	"slices"

	"sigrel/metrics"
)

// Reach says how far a measure looks, and how far the pool does. A participant whose first K documents are all judged has
// an exact score by a measure that looks at K ranks and at nothing else: no deeper judging changes it. A run that was not
// pooled has no such guarantee.
type Reach struct {
	Measure string `json:"measure"`
	K       int    `json:"k"` // ranks that the measure looks at; 0: all
	// Collection says that the score depends as well on judged documents which the run did not retrieve in its first
	// ranks, as the number of relevant documents of AP or the ideal ranking of nDCG: deeper judging changes it.
	Collection bool `json:"collection"`
	// Within says that the pool is known to go at least as deep as the measure looks.
	Within bool `json:"within"`
	// Of the runs that may have been pooled: their number, those without an unjudged document in their first K ranks
	// (all ranks where K is 0), and the unjudged documents there, over all judged topics.
	Runs     int `json:"runs"`
	Full     int `json:"fully_judged"`
	Unjudged int `json:"unjudged"`
}

// Reach tells how far m looks.
func (p *Pool) Reach(m metrics.Applied) Reach {
	out := Reach{Measure: m.String(), K: m.Args.K, Collection: p.normalised(m)}
	out.Within = out.K > 0 && p.Depth.Ranks >= out.K
	for r, run := range p.runs {
		if run.Unpooled {
			continue
		}
		out.Runs++
		unjudged := 0
		for i := range p.topics {
			t := &p.topics[i]
			k := out.K
			if k == 0 {
				k = max(1, len(t.ranked[r]))
			}
			c := t.top(r, k, p.level)
			unjudged += c.retrieved - c.judged
		}
		out.Unjudged += unjudged
		if unjudged == 0 {
			out.Full++
		}
	}
	return out
}

// Exact says that the scores of all participants are exact: nothing that could still be judged would change them.
func (r Reach) Exact() bool { return r.K > 0 && !r.Collection && r.Runs > 0 && r.Full == r.Runs }

// normalised asks the measure itself: does the score of one ranking change when more documents are judged that are not in
// it? Rankings of several lengths and grades are tried, and documents added of the highest grade and of none.
func (p *Pool) normalised(m metrics.Applied) bool {
	const none = 0.0
	mid, top := max(p.level, float64(m.Args.Level)), max(p.top, p.level, float64(m.Args.Level))
	for _, gains := range [][]float64{{top, none, top}, {top, none}, {top}, {mid, none}, {mid}} {
		for _, added := range [][]float64{{top}, {top, top, top, top, top}, {none}, {none, none, none}, {top, none}} {
			before := metrics.Judged{Gains: gains, Ideal: decreasing(gains), Level: p.level, Top: top}
			after := before
			after.Ideal = decreasing(slices.Concat(gains, added))
			if m.Value(before) != m.Value(after) {
				return true
			}
		}
	}
	return false
}

func decreasing(gains []float64) []float64 {
	out := slices.Sorted(slices.Values(gains))
	slices.Reverse(out)
	return out
}
