package reports

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"sigrel/reliability"
	"sigrel/reports/doc"
)

// facet takes the judge as a facet of the G-study.
func (f *JudgeScores) facet(c *judgeCells) error {
	study, err := reliability.JudgesAsFacet([]*mat.Dense{c.official().Values, c.second().Values}, c.study.Plan.Workers)
	if err != nil {
		return err
	}
	f.Facet = &study
	return nil
}

// facetPara says how much of what parts the runs hangs on the judge.
func (f *JudgeScores) facetPara() *doc.Paragraph {
	j := f.Facet
	out := say("In the variance components of runs × topics × judges, ")
	switch {
	case j.Share == nil:
		out = append(out, say("the runs do not differ beyond chance, so that the judge's share in what parts them is not defined")...)
	case j.SystemJudge == 0:
		out = append(out, say("the choice of judge takes no part in what parts the runs (its component is estimated as 0)")...)
	default:
		out = append(out, say("what a judge makes of single runs varies by ", share(*j.Share), " of the variance between the runs (σ²_sj/σ²_s)")...)
	}
	out = append(out, say("; two judges tell little of that component.")...)
	if b := j.One; b.JudgeShare != nil {
		out = append(out, say(" The error of a run's mean against the others by one judge has a standard deviation of ", score(math.Sqrt(b.Total)), ": of its variance topics are ",
			doc.Percent{Value: b.Topics / b.Total, Digits: 0}, ", the judge ", doc.Percent{Value: *b.JudgeShare, Digits: 0}, " and the rest ", doc.Percent{Value: b.Residual / b.Total, Digits: 0}, ".")...)
	}
	return para(out)
}
