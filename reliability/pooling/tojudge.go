package pooling

import (
	"cmp"
	"math"
	"slices"

	"sigrel/metrics"
	"sigrel/stats/resample"
)

// Comparison is a pair of runs whose order holes can turn round, by index.
type Comparison struct {
	A, B int
	Now  float64 // difference of the mean scores
}

// ToJudge is a document that is worth a judgment.
type ToJudge struct {
	Topic      metrics.Topic `json:"topic"`
	Doc        metrics.Doc   `json:"document"`
	A          metrics.Tag   `json:"a"` // the comparison that it is for
	B          metrics.Tag   `json:"b"`
	RankA      *int          `json:"rank_a"` // nil: not retrieved
	RankB      *int          `json:"rank_b"`
	Difference float64       `json:"difference"` // of the means as judged, a − b
	Effect     float64       `json:"effect"`     // on it, if this document is relevant and so are those before it for the comparison
}

// NextToJudge lists up to n documents whose judgment can do most. Comparisons are taken one after another, the closest
// first. Of each comes, again and again, the document that brings the means nearest to each other if it is found relevant
// at the greatest grade, as those before it were, until the order is turned round or no document is left that helps. A
// document is listed once, for the first comparison that wants it. Ties are broken by topic and rank.
func (h *Holes) NextToJudge(m metrics.Applied, comparisons []Comparison, n int) []ToJudge {
	order := slices.Clone(comparisons)
	size := func(c Comparison) float64 { return math.Round(math.Abs(c.Now) / same) }
	slices.SortStableFunc(order, func(x, y Comparison) int { return cmp.Compare(size(x), size(y)) })
	type key struct {
		topic metrics.Topic
		doc   metrics.Doc
	}
	listed := make(map[key]bool)
	var out []ToJudge
	for _, c := range order {
		for _, j := range h.turning(m, c, n) {
			if k := (key{j.Topic, j.Doc}); !listed[k] && len(out) < n {
				listed[k] = true
				out = append(out, j)
			}
		}
		if len(out) == n {
			break
		}
	}
	return out
}

// turning lists up to n documents for one comparison.
func (h *Holes) turning(m metrics.Applied, c Comparison, n int) []ToJudge {
	topics := make([]*judging, len(h.topics))
	resample.Each(len(topics), h.opt.Workers, func(i int) {
		topics[i] = h.judging(m, c, &h.topics[i])
		topics[i].look()
	})
	var out []ToJudge
	for gap := c.Now; len(out) < n && (len(out) == 0 || gap*c.Now > 0 && math.Abs(gap) > same); {
		var best *judging
		for _, t := range topics {
			if t.best >= 0 && (best == nil || t.gain > best.gain+same) {
				best = t
			}
		}
		if best == nil {
			break
		}
		x := best.holes[best.best]
		out = append(out, ToJudge{Topic: best.topic.name, Doc: best.topic.docs[best.numbers[best.best]], A: h.runs[c.A].Tag, B: h.runs[c.B].Tag,
			RankA: rankOrNil(x.a), RankB: rankOrNil(x.b), Difference: c.Now, Effect: best.effect})
		gap += best.effect
		best.take()
	}
	return out
}

// judging is one topic of a comparison while documents are found relevant.
type judging struct {
	*Holes
	m       metrics.Applied
	sign    float64 // of the difference of means: effects against it help
	topic   *holeTopic
	a, b    []float64 // grades by rank
	ideal   []float64
	holes   []hole
	numbers []int32
	taken   []bool

	best         int // the hole with the most gain; −1: none has any
	gain, effect float64
}

func (h *Holes) judging(m metrics.Applied, c Comparison, t *holeTopic) *judging {
	j := &judging{Holes: h, m: m, topic: t, a: slices.Clone(t.lists[c.A].grades), b: slices.Clone(t.lists[c.B].grades), ideal: t.ideal}
	switch {
	case c.Now > 0:
		j.sign = 1
	case c.Now < 0:
		j.sign = -1
	}
	j.holes, j.numbers = h.meet(t.lists[c.A].holes, t.lists[c.B].holes, HolesOfBoth)
	j.taken = make([]bool, len(j.holes))
	return j
}

// greatest is the grade of what is found relevant.
func (j *judging) greatest() float64 { return max(j.most(), float64(j.m.Args.Level)) }

// label gives a hole a grade.
func (j *judging) label(x hole, grade float64) {
	if x.a > 0 {
		j.a[x.a-1] = grade
	}
	if x.b > 0 {
		j.b[x.b-1] = grade
	}
}

// look finds the hole that helps most. Where the means are equal, that is the one that changes the difference most.
func (j *judging) look() {
	value := func(ideal []float64) float64 {
		return j.m.Value(j.judged(j.a, ideal)) - j.m.Value(j.judged(j.b, ideal))
	}
	now, ideal := value(j.ideal), append([]float64{j.greatest()}, j.ideal...)
	j.best, j.gain, j.effect = -1, same, 0
	for i, x := range j.holes {
		if j.taken[i] {
			continue
		}
		j.label(x, j.greatest())
		effect := (value(ideal) - now) / float64(len(j.topics))
		j.label(x, math.NaN())
		gain := -effect * j.sign
		if j.sign == 0 {
			gain = math.Abs(effect)
		}
		if gain > j.gain+same || j.best >= 0 && gain > j.gain-same && upper(x) < upper(j.holes[j.best]) {
			j.best, j.gain, j.effect = i, gain, effect
		}
	}
}

// take finds the best hole relevant and looks for the next.
func (j *judging) take() {
	j.label(j.holes[j.best], j.greatest())
	j.ideal = append([]float64{j.greatest()}, j.ideal...)
	j.taken[j.best] = true
	j.look()
}

func rankOrNil(rank int32) *int {
	if rank == 0 {
		return nil
	}
	n := int(rank)
	return &n
}

// upper is the better of the ranks.
func upper(x hole) int32 {
	switch {
	case x.a == 0:
		return x.b
	case x.b == 0:
		return x.a
	}
	return min(x.a, x.b)
}
