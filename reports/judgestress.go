package reports

import (
	"cmp"
	"slices"

	"sigrel/metrics"
	"sigrel/stats"
)

// DefaultRerank is how many documents of each topic the stress test re-ranks.
const DefaultRerank = 100

// JudgeStress is what would happen if runs knew the labels of B: the first K documents of each topic are put in the
// order of B's grades, and the runs are scored again under A and under B (after Clarke and Dietz, "LLM-based relevance
// assessment still can't replace human relevance assessment", 2024).
type JudgeStress struct {
	K         int           `json:"k"`
	GainA     float64       `json:"gain_a"` // mean over runs of the score under A after less before; negative is better where lower is
	GainB     float64       `json:"gain_b"`
	TauBefore *float64      `json:"tau_b_before"` // τ_b of the rankings by A and by B as the runs are; null where all tie in one
	TauAfter  *float64      `json:"tau_b_after"`  // the same once every run is re-ranked
	Systems   []StressedRun `json:"systems"`      // in the order of A's ranking
}

// StressedRun is one run, as it is and re-ranked. A rank "alone" is what the run would have if it alone were re-ranked.
type StressedRun struct {
	System     metrics.Tag `json:"system"`
	A          float64     `json:"a"`
	B          float64     `json:"b"`
	RerankedA  float64     `json:"a_reranked"`
	RerankedB  float64     `json:"b_reranked"`
	RankA      int         `json:"rank_a"`
	RankB      int         `json:"rank_b"`
	RankAAlone int         `json:"rank_a_alone"`
	RankBAlone int         `json:"rank_b_alone"`
}

// stress re-ranks every run by B's labels.
func (c *judgeCells) stress() (*JudgeStress, error) {
	out := &JudgeStress{K: c.study.Rerank}
	if out.K == 0 {
		out.K = DefaultRerank
	}
	reranked := make([]*metrics.Run, len(c.runs))
	for i, r := range c.runs {
		reranked[i] = metrics.RerankBy(r, c.study.Qrels[1], out.K)
	}
	before := [2]*metrics.Scores{c.official(), c.second()}
	var means, after [2][]float64 // as scored
	var was, is [2][]float64      // higher better
	for i, q := range c.study.Qrels {
		scores, err := c.rescore(reranked, q, c.topics.Both, c.study.Study[0].Measures[:1])
		if err != nil {
			return nil, err
		}
		means[i], after[i] = before[i].Means(), scores[0].Means()
		was[i], is[i] = worth(means[i], before[i].Lower), worth(after[i], before[i].Lower)
	}
	out.GainA, out.GainB = mean(after[0])-mean(means[0]), mean(after[1])-mean(means[1])
	tau := func(v [2][]float64) *float64 {
		t, err := stats.TauB(v[0], v[1])
		if err != nil {
			return nil
		}
		return &t
	}
	out.TauBefore, out.TauAfter = tau(was), tau(is)
	rankA, rankB := stats.Ranks(was[0]), stats.Ranks(was[1])
	for s, sys := range c.systems {
		out.Systems = append(out.Systems, StressedRun{System: sys.Tag, A: means[0][s], B: means[1][s], RerankedA: after[0][s], RerankedB: after[1][s],
			RankA: rankA[s], RankB: rankB[s], RankAAlone: rankAlone(was[0], s, is[0][s]), RankBAlone: rankAlone(was[1], s, is[1][s])})
	}
	slices.SortStableFunc(out.Systems, func(x, y StressedRun) int {
		return cmp.Or(cmp.Compare(x.RankA, y.RankA), cmp.Compare(x.System, y.System))
	})
	return out, nil
}

// rankAlone is the rank of system s if its mean alone became v.
func rankAlone(means []float64, s int, v float64) int {
	changed := slices.Clone(means)
	changed[s] = v
	return stats.Ranks(changed)[s]
}

// JudgeCeiling is B's judge as a system, under A: the documents that B judged, in the order of B's grades. Runs above it
// are better than B can tell: among them B is no judge any more.
type JudgeCeiling struct {
	Basis  string  `json:"basis"` // "all": all judgments of both; "common": of the documents that both judged
	Topics int     `json:"topics"`
	Value  float64 `json:"value"` // its mean score under A, documents of one grade as trec_eval orders ties
	// Worst and Best order the documents of one grade against and after A's own grades.
	Worst    float64       `json:"worst"`
	Best     float64       `json:"best"`
	Runs     []metrics.Tag `json:"best_runs"` // under A, on the same basis
	RunScore float64       `json:"best_run_score"`
	Distance float64       `json:"distance"` // from the best run up to Value; negative: the run is beyond it
	Beyond   int           `json:"beyond"`   // runs whose mean reaches Value
}

// ceilings scores B's ordering under A.
func (c *judgeCells) ceilings() ([]JudgeCeiling, error) {
	all, err := c.ceiling("all", c.study.Qrels[0], c.study.Qrels[1], c.topics.Both, c.official())
	if err != nil {
		return nil, err
	}
	out := []JudgeCeiling{all}
	if c.common == nil {
		return out, nil
	}
	fromA, fromB := metrics.JudgedByBoth(c.study.Qrels[0], c.study.Qrels[1])
	common, err := c.ceiling("common", fromA, fromB, c.common.Topics, c.common)
	return append(out, common), err
}

func (c *judgeCells) ceiling(basis string, a, b metrics.Qrels, topics []metrics.Topic, runs *metrics.Scores) (JudgeCeiling, error) {
	grade := func(t metrics.Topic, d metrics.Doc) metrics.Grade { return max(a[t][d], 0) }
	byName := func(_ metrics.Topic, x, y metrics.Doc) int { return cmp.Compare(y, x) }
	ideal := []*metrics.Run{
		metrics.IdealRun("value", b, byName),
		metrics.IdealRun("worst", b, func(t metrics.Topic, x, y metrics.Doc) int { return cmp.Compare(grade(t, x), grade(t, y)) }),
		metrics.IdealRun("best", b, func(t metrics.Topic, x, y metrics.Doc) int { return cmp.Compare(grade(t, y), grade(t, x)) }),
	}
	scores, err := c.rescore(ideal, a, topics, c.study.Study[0].Measures[:1])
	if err != nil {
		return JudgeCeiling{}, err
	}
	means, own := scores[0].Means(), runs.Means()
	out := JudgeCeiling{Basis: basis, Topics: len(topics), Value: means[0], Worst: means[1], Best: means[2]}
	value := worth([]float64{metrics.Snap(means[0])}, runs.Lower)[0]
	for i, v := range worth(own, runs.Lower) {
		if metrics.Snap(v) >= value {
			out.Beyond++
		}
		if runs.Ranks()[i] == 1 {
			out.Runs, out.RunScore = append(out.Runs, runs.Systems[i].Tag), own[i]
		}
	}
	out.Distance = out.Value - out.RunScore
	if runs.Lower {
		out.Distance = -out.Distance + 0
	}
	return out, nil
}
