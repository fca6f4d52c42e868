package reports

import (
	"cmp"
	"slices"

	"sigrel/metrics"
	"sigrel/stats"
)

// JudgeMeasure is what the judgments make of the runs by one measure. Where the two did not judge the same documents,
// their scores differ by the labels and by the holes: the scores under the documents that both judged part the two.
type JudgeMeasure struct {
	Measure string `json:"measure"`
	Lower   bool   `json:"lower"`
	// The four scorings, averaged over the runs: of A, of B, of either on the documents that both judged (the rest is
	// unjudged), and of A with its holes filled by B. The last three are null where a system is not one run.
	MeanA       float64      `json:"mean_a"`
	MeanB       float64      `json:"mean_b"`
	CommonA     *float64     `json:"common_a"`
	CommonB     *float64     `json:"common_b"`
	Filled      *float64     `json:"filled"`
	TauB        *float64     `json:"tau_b"`        // of the rankings by A and by B; null where all runs tie in one, as below
	TauCommon   *float64     `json:"tau_b_common"` // of those by the labels of A and of B on the documents that both judged
	TauFilled   *float64     `json:"tau_b_filled"` // of those by A and by A filled
	SameWinner  bool         `json:"same_winner"`
	MaxRankDrop float64      `json:"max_rank_drop"` // the most places that a run falls from A to B, runs that tie sharing their mean place
	Systems     []JudgedRuns `json:"systems"`
}

// JudgedRuns are the mean scores and the ranks of one run. A rank is 1 + the number of runs with a better mean.
type JudgedRuns struct {
	System      metrics.Tag  `json:"system"`
	Team        metrics.Team `json:"team"`
	A           float64      `json:"a"`
	B           float64      `json:"b"`
	Difference  float64      `json:"difference"` // B − A
	CommonA     *float64     `json:"common_a"`
	CommonB     *float64     `json:"common_b"`
	Filled      *float64     `json:"filled"`
	RankA       int          `json:"rank_a"`
	RankB       int          `json:"rank_b"`
	RankCommonA *int         `json:"rank_common_a"`
	RankCommonB *int         `json:"rank_common_b"`
	RankFilled  *int         `json:"rank_filled"`
}

// derived are the scores of the measures under judgments made of both: A's and B's labels of the documents that both
// judged, and A filled by B. All are nil with an error, which says why there are none.
func (c *judgeCells) derived() (out [3][]*metrics.Scores, err error) {
	if c.runs == nil {
		return out, notAssessed("%s", c.noRuns)
	}
	if len(c.topics.NoCommon) == len(c.topics.Both) {
		return out, notAssessed("the two judged no document in common")
	}
	a, b := c.study.Qrels[0], c.study.Qrels[1]
	fromA, fromB := metrics.JudgedByBoth(a, b)
	common := slices.DeleteFunc(slices.Clone(c.topics.Both), func(t metrics.Topic) bool { return fromA[t] == nil })
	for i, q := range []metrics.Qrels{fromA, fromB, metrics.FillHoles(a, b)} {
		topics := common
		if i == 2 {
			topics = c.topics.Both
		}
		if out[i], err = c.rescore(c.runs, q, topics, c.study.Study[0].Measures); err != nil {
			return [3][]*metrics.Scores{}, err
		}
	}
	return out, nil
}

// compareMeans compares the means by every measure.
func (f *JudgeScores) compareMeans(c *judgeCells) {
	derived, err := c.derived()
	f.skip("measures.common", err)
	if err == nil {
		c.common = derived[0][0]
	}
	for m, s := range c.scores[0] {
		others := [4]*metrics.Scores{c.scores[1][m]}
		for i, d := range derived {
			if d != nil {
				others[i+1] = d[m]
			}
		}
		f.Measures = append(f.Measures, c.measure(s, others))
	}
}

// measure sets the scores a under A beside those under B, on the common documents by A and by B, and filled.
func (c *judgeCells) measure(a *metrics.Scores, others [4]*metrics.Scores) JudgeMeasure {
	out := JudgeMeasure{Measure: a.Measure, Lower: a.Lower}
	means, ranks := [5][]float64{a.Means()}, [5][]int{a.Ranks()}
	for i, s := range others {
		if s != nil {
			means[i+1], ranks[i+1] = s.Means(), s.Ranks()
		}
	}
	at := func(i, s int) (*float64, *int) {
		if means[i] == nil {
			return nil, nil
		}
		return &means[i][s], &ranks[i][s]
	}
	for s, sys := range c.systems {
		row := JudgedRuns{System: sys.Tag, Team: sys.Team, A: means[0][s], B: means[1][s], Difference: means[1][s] - means[0][s], RankA: ranks[0][s], RankB: ranks[1][s]}
		row.CommonA, row.RankCommonA = at(2, s)
		row.CommonB, row.RankCommonB = at(3, s)
		row.Filled, row.RankFilled = at(4, s)
		out.Systems = append(out.Systems, row)
	}
	slices.SortStableFunc(out.Systems, func(x, y JudgedRuns) int {
		return cmp.Or(cmp.Compare(x.RankA, y.RankA), cmp.Compare(x.System, y.System))
	})
	overall := func(i int) *float64 {
		if means[i] == nil {
			return nil
		}
		v := mean(means[i])
		return &v
	}
	out.MeanA, out.MeanB = *overall(0), *overall(1)
	out.CommonA, out.CommonB, out.Filled = overall(2), overall(3), overall(4)
	tau := func(i, j int) *float64 {
		if means[i] == nil || means[j] == nil {
			return nil
		}
		v, err := stats.TauB(worth(means[i], a.Lower), worth(means[j], a.Lower))
		if err != nil {
			return nil
		}
		return &v
	}
	out.TauB, out.TauCommon, out.TauFilled = tau(0, 1), tau(2, 3), tau(0, 4)
	if both, err := stats.AgreeMeans(worth(means[0], a.Lower), worth(means[1], a.Lower), stats.AgreementOptions{}); err == nil {
		out.SameWinner = both.SameWinner
		for _, move := range both.Changes {
			out.MaxRankDrop = max(out.MaxRankDrop, move.Change)
		}
	}
	return out
}
