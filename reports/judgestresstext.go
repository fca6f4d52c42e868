package reports

import (
	"fmt"
	"math"

	"sigrel/reports/doc"
)

// stressPara says what knowing B's labels would do.
func (f *JudgeScores) stressPara() *doc.Paragraph {
	s := f.Stress
	out := say(fmt.Sprintf("If every run put its %s in the order of B's labels, the mean %s of the runs would change by ", firstOf(s.K, "document"), f.Measure), doc.Signed{Value: s.GainB, Digits: 3},
		" under B, and by ", doc.Signed{Value: s.GainA, Digits: 3}, " under A")
	if s.TauBefore != nil && s.TauAfter != nil {
		out = append(out, say("; τ_b of the two rankings would go from ", score(*s.TauBefore), " to ", score(*s.TauAfter))...)
	}
	out = append(out, say(".")...)
	var best *StressedRun
	gap := 0 // places that B puts it above A
	for i := range s.Systems {
		r := &s.Systems[i]
		if above := r.RankAAlone - r.RankBAlone; r.RankBAlone < r.RankB && above > gap {
			best, gap = r, above
		}
	}
	if best != nil {
		out = append(out, say(" If ", best.System, fmt.Sprintf(" alone did so, it would go from rank %d to %d under B, from %d to %d under A.", best.RankB, best.RankBAlone, best.RankA, best.RankAAlone))...)
	}
	return para(out)
}

// ceilingPara says how near the runs are to what B can tell.
func (f *JudgeScores) ceilingPara(c JudgeCeiling) *doc.Paragraph {
	out := say("The documents that B judged, in the order of its grades, would score ", score(c.Value), " under A")
	if c.Basis == "common" {
		out = say("Of the documents that both judged alone, the same order would score ", score(c.Value), " under A")
	}
	if math.Abs(c.Best-c.Worst) >= .0005 {
		out = append(out, say(" (between ", score(min(c.Worst, c.Best)), " and ", score(max(c.Worst, c.Best)), " by how equal grades are ordered)")...)
	}
	out = append(out, say("; the best "+verb(len(c.Runs), "run", "runs")+", ", tags(c.Runs, 3), ", "+verb(len(c.Runs), "scores ", "score "), score(c.RunScore))...)
	switch {
	case c.Beyond == 0:
		out = append(out, say(", which is ", score(c.Distance), " short of it.")...)
	default:
		out = append(out, say(fmt.Sprintf(". %s %s not below it: what is still better by A may count as an error by B.", count(c.Beyond, "run"), verb(c.Beyond, "is", "are")))...)
	}
	return para(out)
}

// mixturePara says how the ranking moves if chance picks the judge.
func (f *JudgeScores) mixturePara() *doc.Paragraph {
	m := f.Mixtures
	how := fmt.Sprintf("over all %d mixtures", m.Mixtures)
	if !m.All {
		how = fmt.Sprintf("in %d mixtures drawn (seed %d)", m.Mixtures, *m.Seed)
	}
	out := say("If chance says for each topic whether A or B counts, then " + how)
	if m.TauA.Mean != nil && m.TauB.Mean != nil {
		out = append(out, say(" τ_b with the ranking by A is ", score(*m.TauA.Mean), " on average (", score(*m.TauA.Lo), " to ", score(*m.TauA.Hi), " in 95% of them), with that by B ", score(*m.TauB.Mean), ", and")...)
	}
	out = append(out, say(" the first place is not A's in ", share(float64(m.WinnerChanges)/float64(m.Mixtures)), " of them.")...)
	return para(out)
}
