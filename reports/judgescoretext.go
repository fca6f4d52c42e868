package reports

import (
	"fmt"

	"sigrel/metrics"
	"sigrel/reports/doc"
	"sigrel/stats"
)

// blocks shows the scores under both judges, the rankings and decisions, and how far the ranking hangs on the judge.
func (f *JudgeScores) blocks() []doc.Block {
	out := []doc.Block{&doc.Heading{Level: 1, ID: "judged-scores", Text: plain("The runs under " + f.A + " (A) and " + f.B + " (B)")}, f.topicPara(), f.meanTable()}
	if len(f.Measures) > 1 {
		out = append(out, f.judgeMeasureTable())
	}
	out = append(out, f.holePara())
	out = append(out, heading("Ranking and decisions"), f.Agreement.coefficientTable())
	if f.Moves != nil {
		out = append(out, f.movePara())
	}
	if f.Tau != nil {
		out = append(out, f.representativePara())
	}
	if f.Agreement.Decisions != nil {
		t := f.Agreement.decisionTable()
		t.Notes = nil // the paragraph says it
		out = append(out, t, f.decisionPara())
	}
	if f.Bias != nil {
		out = append(out, heading("Bias towards single runs"), f.biasPara(), f.biasTable())
	}
	if f.Circular != nil && len(f.Circular.Optimism) > 0 {
		out = append(out, heading("Runs that use the model of B"), f.optimismPara(), f.optimismTable())
	}
	if f.Stress != nil {
		out = append(out, heading("How far scores under B could be gamed"), f.stressPara(), f.stressTable())
	}
	for _, c := range f.Ceilings {
		out = append(out, f.ceilingPara(c))
	}
	if f.Facet != nil || f.Mixtures != nil {
		out = append(out, heading("The share of the judge in the ranking"))
	}
	if f.Facet != nil {
		out = append(out, f.facetPara())
	}
	if f.Mixtures != nil {
		out = append(out, f.mixturePara(), f.mixtureTable())
	}
	for _, n := range f.NotAssessed {
		out = append(out, note(fmt.Sprintf("Not assessed, %s: %s.", lookup(judgeParts, n.Part), n.Reason)))
	}
	return append(out, mind(append(append([]stats.Warning{}, f.Warnings...), f.Agreement.Warnings...))...)
}

// fullBlocks are blocks with every run in the tables: for CSV.
func (f *JudgeScores) fullBlocks() []doc.Block {
	all := *f
	all.full = true
	return all.blocks()
}

// judgeParts is how prose names the parts of the analysis.
var judgeParts = map[string]string{"measures.common": "scores on the documents that both judged", "rank_moves": "the rankings on other topics", "decisions": "agreement of decisions", "team_representatives": "the rankings by one run of each team",
	"bias": "bias towards single runs", "circularity": "optimism towards runs that use the model of B", "stress": "re-ranking by the labels of B", "ceilings": "B as a system",
	"mixtures": "mixtures of the judges", "facet": "the variance between judges"}

// topicPara says what is compared, and what is not validated.
func (f *JudgeScores) topicPara() *doc.Paragraph {
	t := f.Topics
	out := say(fmt.Sprintf("All comparisons are of %s on the %s that both judged.", count(len(f.Measures[0].Systems), "run"), count(len(t.Both), "topic")))
	if n := len(t.OnlyA); n > 0 {
		out = append(out, say(fmt.Sprintf(" Only A judged %s (", count(n, "topic")), topicNames(t.OnlyA, 5), "), left out.")...)
	}
	if n := len(t.OnlyB); n > 0 {
		out = append(out, say(fmt.Sprintf(" Only B judged %s (", count(n, "topic")), topicNames(t.OnlyB, 5), "), left out: there the ranking by B is not validated by A.")...)
	}
	if n := len(t.Dropped); n > 0 {
		out = append(out, say(fmt.Sprintf(" Dropped because a run lacks %s: ", verb(n, "it", "them")), topicNames(t.Dropped, 5), ".")...)
	}
	return para(out)
}

// holePara parts what the labels do from what the holes do.
func (f *JudgeScores) holePara() *doc.Paragraph {
	m := f.Measures[0]
	out := say("The mean of the runs is ", score(m.MeanA), " under A and ", score(m.MeanB), " under B")
	if m.CommonA != nil {
		out = append(out, say("; by the documents that both judged it is ", score(*m.CommonA), " by A's labels and ", score(*m.CommonB), " by B's, and ", score(*m.Filled), " where B fills the holes of A")...)
	}
	return para(out, ".")
}

// movePara says how far the rankings part on other topics.
func (f *JudgeScores) movePara() *doc.Paragraph {
	m := f.Moves
	return para(fmt.Sprintf("From A to B a run falls by up to %s; on %d samples of the topics (seed %d) by up to ", countPlaces(f.Measures[0].MaxRankDrop), m.Samples, m.Seed),
		doc.Number{Value: *m.Drop.Mean, Digits: 1}, fmt.Sprintf(" on average (%g to %g in 95%% of them), and the first run is not the same in ", *m.Drop.Lo, *m.Drop.Hi),
		share(float64(m.OtherWinner)/float64(m.Samples)), " of them.")
}

// countPlaces is "1 place", "2.5 places".
func countPlaces(v float64) string {
	if v == 1 {
		return "1 place"
	}
	return place(v) + " places"
}

func (f *JudgeScores) representativePara() *doc.Paragraph {
	r := f.Tau
	how := fmt.Sprintf("all %d sets of one run of each of %d teams", r.Sets, r.Teams)
	if !r.All {
		how = fmt.Sprintf("%d draws of one run of each of %d teams (seed %d)", r.Sets, r.Teams, *r.Seed)
	}
	if r.Tau.Mean == nil {
		return para("Over " + how + " τ_b is nowhere defined: the runs tie.")
	}
	out := say("Runs of one team resemble each other. Over "+how+", τ_b is ", score(*r.Tau.Mean), " on average, from ", score(*r.Tau.Min), " to ", score(*r.Tau.Max))
	if r.Tau.Undefined > 0 {
		out = append(out, say(fmt.Sprintf(" (not defined in %d, for ties)", r.Tau.Undefined))...)
	}
	return para(out, ".")
}

// decisionPara says how B decides if A is right.
func (f *JudgeScores) decisionPara() *doc.Paragraph {
	d := f.Agreement.Decisions
	var out []doc.Text
	if d.Agreement != nil {
		out = say("The decision is the same on ", share(*d.Agreement), " of the pairs. ")
	}
	if d.Missed != nil {
		out = append(out, say("If A is right, B misses ", share(*d.Missed), fmt.Sprintf(" of the %s that A finds", count(d.ActiveAgreement+d.ActiveDisagreement+d.OnlyA, "difference")))...)
	} else {
		out = append(out, say("A finds no significant difference, so that B can miss none")...)
	}
	if d.Added != nil {
		out = append(out, say(", and claims ", share(*d.Added), fmt.Sprintf(" of the %s that A does not separate", count(d.Pairs-d.ActiveAgreement-d.ActiveDisagreement-d.OnlyA, "pair")))...)
	} else {
		out = append(out, say("; A separates all pairs, so that B can claim none beyond")...)
	}
	if d.Balanced != nil {
		out = append(out, say(": balanced accuracy ", score(*d.Balanced))...)
		if d.MCC != nil {
			out = append(out, say(", Matthews' correlation ", score(*d.MCC))...)
		}
	}
	out = append(out, say(".")...)
	if d.Untested > 0 {
		out = append(out, say(fmt.Sprintf(" %s in the family that was tested (runs may stand apart, such as baselines).", count(d.Untested, "pair")+verb(d.Untested, " is not", " are not")))...)
	}
	return para(out)
}

// biasPara says what is harmless and what is not.
func (f *JudgeScores) biasPara() *doc.Paragraph {
	b := f.Bias
	out := say("On average B − A is ", doc.Signed{Value: b.Shift, Digits: 3}, " (", doc.Emph("p"), " ", doc.PValue{Value: b.ShiftTest.P, Alpha: f.alpha, Relation: true},
		"). A shift that all runs share is harmless to the ranking; what a run gets beyond it, the interaction, is what moves it: standard deviation ", score(b.SD), ". ")
	var up, down []metrics.Tag
	for _, r := range b.Rows {
		switch {
		case r.Adjusted > f.alpha:
		case (r.Interaction > 0) != f.Lower:
			up = append(up, r.System)
		default:
			down = append(down, r.System)
		}
	}
	switch {
	case len(up)+len(down) == 0:
		out = append(out, say("No run's interaction was shown to differ from 0.")...)
	case len(down) == 0:
		out = append(out, say("B favours ", tags(up, 5), ".")...)
	case len(up) == 0:
		out = append(out, say("B disfavours ", tags(down, 5), ".")...)
	default:
		out = append(out, say("B favours ", tags(up, 5), " and disfavours ", tags(down, 5), ".")...)
	}
	if b.Slope != nil {
		out = append(out, say(" On the least-squares line the means under B change by ", doc.Number{Value: *b.Slope, Digits: 2}, " for each 1 of those under A")...)
		if *b.Slope > 0 {
			out = append(out, say("; what the line explains is a matter of scale, and leaves the ranking as it is too")...)
		}
		out = append(out, say(".")...)
	}
	return para(out)
}

// optimismPara says what the contrasts show.
func (f *JudgeScores) optimismPara() *doc.Paragraph {
	var out []doc.Text
	for _, o := range f.Circular.Optimism {
		who := "Runs that use B's model"
		if o.Model == "family" {
			who = "Runs that use a model of its family"
		}
		where := fmt.Sprintf("%s with, %d without", count(o.Score.With, "team"), o.Score.Without)
		if o.Within {
			where = "within " + count(o.Score.With, "team")
		}
		gain, than := o.Score.Difference, "more"
		if gain < 0 {
			gain, than = -gain, "less"
		}
		out = append(out, say(who+" gain ", score(gain), " "+than+" from B than runs that use none ("+where+"; ", doc.Emph("p"), " ", doc.PValue{Value: o.Adjusted, Alpha: f.alpha, Relation: true}, ")")...)
		if !o.Significant {
			out = append(out, say(", which may be chance")...)
			if o.Score.Least > f.alpha {
				out = append(out, say(": with so few teams no ", doc.Emph("p"), " can be below ", doc.PValue{Value: o.Score.Least, Alpha: f.alpha})...)
			}
		}
		out = append(out, say(". ")...)
	}
	how := "all assignments of the runs' property to the teams counted"
	for _, o := range f.Circular.Optimism {
		if o.Score.Method == stats.MonteCarlo {
			how = fmt.Sprintf("%d assignments of the runs' property to the teams drawn, seed %d", o.Score.Assignments, *o.Score.Seed)
		}
	}
	out = append(out, say("Permutation test over teams, "+how+", two-sided")...)
	if len(f.Circular.Optimism) > 1 {
		out = append(out, say(", Holm's correction")...)
	}
	out = append(out, say(".")...)
	if !f.Circular.Teams {
		out = append(out, say(" No teams were declared: each run counts as a team, and if some belong together ", doc.Emph("p"), " is too small.")...)
	}
	if n := f.Circular.Unknown; n > 0 {
		out = append(out, say(fmt.Sprintf(" Of %s it is not said; %s left out.", count(n, "run"), verb(n, "it is", "they are")))...)
	}
	return para(out)
}

// confidence is that of the intervals.
func (f *JudgeScores) confidence() float64 {
	for _, r := range f.Bias.Rows {
		if r.Interval != nil {
			return r.Interval.Confidence
		}
	}
	return stats.DefaultConfidence
}
