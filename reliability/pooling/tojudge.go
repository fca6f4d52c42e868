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
	Effect     float64       `json:"effect"`     // on the difference of means, a − b, if it is relevant and all else stays as it is
	Difference float64       `json:"difference"` // of the means as judged, a − b
}

// NextToJudge lists up to n documents whose judgment can do most. Comparisons are taken one after another, the closest
// first. Of each come the documents that bring the means nearer to each other if found relevant at the greatest grade,
// the greatest effect first, until their effects, each taken by itself, add up to the difference; all other documents of
// a comparison can do less. A document is listed once. Ties are broken by topic and rank.
func (h *Holes) NextToJudge(m metrics.Applied, comparisons []Comparison, n int) []ToJudge {
	order := slices.Clone(comparisons)
	slices.SortStableFunc(order, func(x, y Comparison) int { return cmp.Compare(math.Abs(x.Now), math.Abs(y.Now)) })
	type key struct {
		topic  metrics.Topic
		number metrics.Doc
	}
	listed := make(map[key]bool)
	var out []ToJudge
	for _, c := range order {
		gap := 0.0
		for _, j := range h.effects(m, c) {
			if len(out) == n || gap > math.Abs(c.Now)-same && gap > 0 {
				break
			}
			gap += math.Abs(j.Effect)
			if k := (key{j.Topic, j.Doc}); !listed[k] {
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

// effects are the documents that bring two runs nearer to each other, the greatest effect first. Where the means are
// equal, every document that changes the difference counts.
func (h *Holes) effects(m metrics.Applied, c Comparison) []ToJudge {
	byTopic := make([][]ToJudge, len(h.topics))
	resample.Each(len(h.topics), h.opt.Workers, func(i int) { byTopic[i] = h.topicEffects(m, c, &h.topics[i]) })
	out := slices.Concat(byTopic...)
	slices.SortStableFunc(out, func(x, y ToJudge) int {
		if x, y := math.Abs(x.Effect), math.Abs(y.Effect); math.Abs(x-y) > same {
			return cmp.Compare(y, x)
		}
		return 0
	})
	return out
}

func (h *Holes) topicEffects(m metrics.Applied, c Comparison, t *holeTopic) []ToJudge {
	a, b := &t.lists[c.A], &t.lists[c.B]
	gainsA, gainsB := slices.Clone(a.grades), slices.Clone(b.grades)
	value := func(ideal []float64) float64 {
		return m.Value(h.judged(gainsA, ideal)) - m.Value(h.judged(gainsB, ideal))
	}
	now, top := value(t.ideal), max(h.most(), float64(m.Args.Level))
	ideal := append([]float64{top}, t.ideal...)
	holes, numbers := h.meet(a.holes, b.holes, HolesOfBoth)
	set := func(x hole, grade float64) {
		if x.a > 0 {
			gainsA[x.a-1] = grade
		}
		if x.b > 0 {
			gainsB[x.b-1] = grade
		}
	}
	var out []ToJudge
	for i, x := range holes {
		set(x, top)
		effect := (value(ideal) - now) / float64(len(h.topics))
		set(x, math.NaN())
		if math.Abs(effect) <= same || effect*c.Now > 0 {
			continue
		}
		out = append(out, ToJudge{Topic: t.name, Doc: t.docs[numbers[i]], A: h.runs[c.A].Tag, B: h.runs[c.B].Tag, RankA: rankOrNil(x.a), RankB: rankOrNil(x.b),
			Effect: effect, Difference: c.Now})
	}
	slices.SortStableFunc(out, func(x, y ToJudge) int { return cmp.Compare(upper(x), upper(y)) })
	return out
}

func rankOrNil(rank int32) *int {
	if rank == 0 {
		return nil
	}
	n := int(rank)
	return &n
}

// upper is the better of the ranks.
func upper(j ToJudge) int {
	switch {
	case j.RankA == nil:
		return *j.RankB
	case j.RankB == nil:
		return *j.RankA
	}
	return min(*j.RankA, *j.RankB)
}
