package reliability

import (
	"slices"

	"gonum.org/v1/gonum/mat"
)

// JudgeFacet says how much of what parts the systems hangs on the judge: the G-study of systems × topics × judges.
type JudgeFacet struct {
	Study FacetStudy `json:"study"`
	// Share is σ²_sj/σ²_s: the variance of what single judges make of single systems, over that of the systems
	// themselves. Nil where the systems do not differ.
	Share       *float64 `json:"share"`
	System      float64  `json:"system"`       // σ²_s, as the others never negative
	SystemTopic float64  `json:"system_topic"` // σ²_st
	SystemJudge float64  `json:"system_judge"` // σ²_sj
	Residual    float64  `json:"residual"`     // σ²_stj,e
	// The error variance of a system's mean against the others, of one judge and of these judges together.
	One ErrorBudget `json:"one_judge"`
	All ErrorBudget `json:"all_judges"`
}

// ErrorBudget splits the relative error variance of a system's mean score by where it comes from.
type ErrorBudget struct {
	Judges   int     `json:"judges"`
	Topics   float64 `json:"topics"`   // σ²_st/T
	Judge    float64 `json:"judge"`    // σ²_sj/J
	Residual float64 `json:"residual"` // σ²_stj,e/(T·J)
	Total    float64 `json:"total"`
	// JudgeShare is Judge/Total; nil where there is no error.
	JudgeShare *float64 `json:"judge_share"`
}

// JudgesAsFacet studies the scores of the same systems (rows) on the same topics (columns) under each of two judges or more,
// all crossed. Judges are taken as a random sample of those who might have judged; two of them say little of that
// variance, and its standard error in Study says how little.
//
// Errors are those of [StudyFacets]. It panics for fewer than two judges or if matrices differ in size.
func JudgesAsFacet(judges []*mat.Dense, workers int) (JudgeFacet, error) {
	if len(judges) < 2 {
		panic("reliability: the variance between judges takes two judges")
	}
	k, n := judges[0].Dims()
	o := Observations{Facets: []string{"system", "topic", "judge"}, Counts: []int{k, n, len(judges)}, Levels: make([][]int32, 3)}
	for j, scores := range judges {
		sameSize(judges[0], scores)
		for s := range k {
			for t, v := range scores.RawRowView(s) {
				for f, level := range []int{s, t, j} {
					o.Levels[f] = append(o.Levels[f], int32(level))
				}
				o.Scores = append(o.Scores, v)
			}
		}
	}
	study, err := StudyFacets(o, FacetOptions{Workers: workers})
	if err != nil {
		return JudgeFacet{}, err
	}
	out := JudgeFacet{Study: study, System: study.variance("system"), SystemTopic: study.variance("system", "topic"),
		SystemJudge: study.variance("system", "judge"), Residual: study.variance("system", "topic", "judge")}
	if out.System > 0 {
		share := out.SystemJudge / out.System
		out.Share = &share
	}
	out.One, out.All = out.budget(n, 1), out.budget(n, len(judges))
	return out, nil
}

func (j *JudgeFacet) budget(topics, judges int) ErrorBudget {
	b := ErrorBudget{Judges: judges, Topics: j.SystemTopic / float64(topics), Judge: j.SystemJudge / float64(judges), Residual: j.Residual / float64(topics*judges)}
	b.Total = b.Topics + b.Judge + b.Residual
	if b.Total > 0 {
		share := b.Judge / b.Total
		b.JudgeShare = &share
	}
	return b
}

// variance is that of the effect of these facets, 0 where it cannot be separated.
func (s *FacetStudy) variance(facets ...string) float64 {
	for _, c := range s.Components {
		same := len(c.Facets) == len(facets)
		for _, f := range facets {
			same = same && slices.Contains(c.Facets, f)
		}
		if same && c.Variance != nil {
			return *c.Variance
		}
	}
	return 0
}
