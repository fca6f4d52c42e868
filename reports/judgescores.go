package reports

import (
	"errors"
	"slices"

	"sigrel/metrics"
	"sigrel/reliability"
	"sigrel/stats"
)

// JudgeScores says what two sets of judgments, A and B, make of the same runs: on the topics that both judged.
type JudgeScores struct {
	A           string                       `json:"a"`
	B           string                       `json:"b"`
	Measure     string                       `json:"measure"` // the official one; all but Measures is about it
	Lower       bool                         `json:"lower"`   // lower is better
	Topics      JudgedTopics                 `json:"topics"`
	Teams       int                          `json:"teams"`    // 0: no teams were declared, each run stands for itself
	Measures    []JudgeMeasure               `json:"measures"` // of every measure, the official one first
	Agreement   *Agreement                   `json:"agreement"`
	Moves       *reliability.RankMoves       `json:"rank_moves"`
	Tau         *reliability.Representatives `json:"team_representatives"`
	Bias        *JudgeBias                   `json:"bias"`
	Circular    *Circularity                 `json:"circularity"`
	Stress      *JudgeStress                 `json:"stress"`
	Ceilings    []JudgeCeiling               `json:"ceilings"`
	Mixtures    *JudgeMixtures               `json:"mixtures"`
	Facet       *reliability.JudgeFacet      `json:"facet"`
	NotAssessed []NotAssessed                `json:"not_assessed"`
	Warnings    []stats.Warning              `json:"warnings"`

	alpha float64
	full  bool // tables with every run
}

// JudgedTopics are the topics by who judged them. What only one judged is in no comparison.
type JudgedTopics struct {
	Both     []metrics.Topic `json:"both"`
	OnlyA    []metrics.Topic `json:"only_a"`
	OnlyB    []metrics.Topic `json:"only_b"`
	Dropped  []metrics.Topic `json:"dropped"`   // judged by both, but dropped by the policy for topics that a run lacks
	NoCommon []metrics.Topic `json:"no_common"` // of Both, those without a document that both judged
}

// NotAssessed is a part of the analysis that these data cannot have, and why.
type NotAssessed struct {
	Part   string `json:"part"` // key of the part
	Reason string `json:"reason"`
}

// JudgeBias is [reliability.JudgeBias] with the names of the systems.
type JudgeBias struct {
	reliability.JudgeBias
	Rows []SystemBias `json:"rows"`
}

// SystemBias is how B moves one system.
type SystemBias struct {
	System metrics.Tag  `json:"system"`
	Team   metrics.Team `json:"team"`
	reliability.SystemBias
}

// JudgeMixtures is [reliability.JudgeMixtures] with the names of the systems.
type JudgeMixtures struct {
	reliability.JudgeMixtures
	Systems []MixedSystem `json:"systems"`
}

// MixedSystem is what the mixtures make of one system.
type MixedSystem struct {
	System metrics.Tag `json:"system"`
	reliability.MixedSystem
}

// Numbers of replicates of what is drawn, besides the bootstrap.
const (
	judgeMixtures        = 1000 // Voorhees (1998) drew as many
	judgeRepresentatives = 1000
	judgeSamples         = 2000 // of topics, where the plan does not say
)

// judgeScores compares what the two sets of judgments make of the runs. Its error wraps [ErrNotApplicable] where no
// comparison is possible at all; parts that cannot be had are in NotAssessed.
func judgeScores(j *JudgeStudy) (*JudgeScores, error) {
	if j.Study[0] == nil || j.Study[1] == nil {
		return nil, notAssessed("no runs were given, so that only the labels are compared; a ranking by %s alone is not validated", j.Names[1])
	}
	c, err := newJudgeCells(j)
	if err != nil {
		return nil, err
	}
	a := c.official()
	f := &JudgeScores{A: j.Names[0], B: j.Names[1], Measure: a.Measure, Lower: a.Lower, Topics: c.topics, NotAssessed: []NotAssessed{}, Warnings: c.warnings,
		alpha: j.Study[0].Options.WithDefaults().Alpha}
	if c.teams {
		f.Teams = len(slices.Compact(slices.Sorted(slices.Values(c.teamOf))))
	}
	f.compareMeans(c)
	if err := f.agree(c); err != nil {
		return nil, err
	}
	f.skip("rank_moves", f.move(c))
	f.skip("team_representatives", f.represent(c))
	f.skip("bias", f.bias(c))
	f.skip("circularity", f.circularity(c))
	if c.runs == nil {
		f.skip("stress", notAssessed("%s", c.noRuns))
		f.skip("ceilings", notAssessed("%s", c.noRuns))
	} else {
		f.Stress, err = c.stress()
		f.skip("stress", err)
		f.Ceilings, err = c.ceilings()
		f.skip("ceilings", err)
	}
	f.skip("mixtures", f.mix(c))
	f.skip("facet", f.facet(c))
	return f, nil
}

// skip notes why a part is not there; nil: it is.
func (f *JudgeScores) skip(part string, err error) {
	if err != nil {
		f.NotAssessed = append(f.NotAssessed, NotAssessed{part, reason(err)})
	}
}

// agree compares rankings and decisions.
func (f *JudgeScores) agree(c *judgeCells) error {
	opt := stats.AgreementOptions{Persistence: c.study.Persist, Cutoffs: c.study.Tops, Confidence: c.study.Confidence, Plan: c.plan(c.samples())}
	a, b := c.scoring(0), c.scoring(1)
	var err error
	f.Agreement, err = Agree(a, b, opt)
	if errors.Is(err, stats.ErrTooFew) || errors.Is(err, stats.ErrTooFewSystems) || errors.Is(err, stats.ErrUndefined) {
		f.skip("decisions", err)
		a.Study, b.Study = nil, nil
		f.Agreement, err = Agree(a, b, opt)
	}
	return err
}

// move says how far the rankings part on other topics.
func (f *JudgeScores) move(c *judgeCells) error {
	m, err := reliability.MovesOfRanks(signed(c.official()), signed(c.second()), c.plan(c.samples()))
	if err != nil {
		return err
	}
	f.Moves = &m
	return nil
}

// represent ranks teams by one run each.
func (f *JudgeScores) represent(c *judgeCells) error {
	switch {
	case !c.teams:
		return notAssessed("no teams were declared")
	case f.Teams == len(c.systems):
		return notAssessed("every team has one run")
	}
	a, b := c.means(c.official()), c.means(c.second())
	r, err := reliability.TauOfRepresentatives(a, b, c.teamOf, c.plan(judgeRepresentatives))
	if err != nil {
		return err
	}
	f.Tau = &r
	return nil
}

// bias says how B moves each run.
func (f *JudgeScores) bias(c *judgeCells) error {
	opt := c.study.Study[0].Options
	if c.study.Confidence != 0 {
		opt.Confidence = c.study.Confidence
	}
	b, err := reliability.BiasOfJudges(c.official().Values, c.second().Values, opt)
	if err != nil {
		return err
	}
	f.Bias = &JudgeBias{JudgeBias: b}
	for i, row := range b.Rows {
		f.Bias.Rows = append(f.Bias.Rows, SystemBias{c.systems[i].Tag, c.systems[i].Team, row})
	}
	return nil
}

// mix leaves it to chance whose judgments count.
func (f *JudgeScores) mix(c *judgeCells) error {
	m, err := reliability.MixJudges(signed(c.official()), signed(c.second()), c.plan(judgeMixtures))
	if err != nil {
		return err
	}
	f.Mixtures = &JudgeMixtures{JudgeMixtures: m}
	for i, s := range m.Systems {
		f.Mixtures.Systems = append(f.Mixtures.Systems, MixedSystem{c.systems[i].Tag, s})
	}
	return nil
}
