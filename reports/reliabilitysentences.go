package reports

import (
	"fmt"

	"sigrel/reliability"
	"sigrel/reports/doc"
)

// intervalText says how the limits were made, and how wide the others would be.
func (f *Reliability) intervalText() []doc.Text {
	in := f.Intervals
	several := f.teams > 0 && f.teams < f.Systems
	out := say("Confidence intervals: ")
	switch {
	case in.Method == IntervalsTeams && !several:
		return append(out, say("each team has one run, so the systems are taken as independent (Feldt's for Eρ², that of Arteaga and others for Φ).")...)
	case in.Method == IntervalsTeams:
		how := fmt.Sprintf("%d random draws (seed %d)", *in.Draws, seedOf(in.Seed))
		if in.Enumerated {
			how = fmt.Sprintf("all %d ways to choose it", *in.Draws)
		}
		out = append(out, say(fmt.Sprintf("Feldt's for Eρ² and that of Arteaga and others for Φ, of one run a team (%s), averaged over %s, since runs of one team resemble each other.",
			count(f.teams, "team"), how))...)
	case in.Method == IntervalsBootstrap:
		what := "systems and topics"
		if f.teams > 0 {
			what = fmt.Sprintf("teams (%d, with all their runs) and topics", f.teams)
		}
		out = append(out, say(fmt.Sprintf("percentiles of %d resamples of %s (seed %d); in simulations they are too narrow.", *in.Draws, what, seedOf(in.Seed)))...)
	case in.Method == IntervalsJackknife:
		out = append(out, say("t intervals from leaving out one topic at a time: of other topics, but with these same systems.")...)
	default:
		out = append(out, say("Feldt's for Eρ² and that of Arteaga and others for Φ, with the systems taken as independent.")...)
		if several || in.Reason != nil {
			out = append(out, say(fmt.Sprintf(" But the %d systems come from %s, and runs of one team resemble each other: the intervals are too narrow.", f.Systems, count(f.teams, "team")))...)
		}
		return out
	}
	if f.Independent == nil {
		return out
	}
	e, p := f.Independent.ERho2, f.Independent.Phi
	return append(out, say(fmt.Sprintf(" With all %d systems taken as independent they would be ", f.Systems),
		doc.Range{Lo: e.Lo, Hi: e.Hi, Digits: 3}, " for Eρ² and ", doc.Range{Lo: p.Lo, Hi: p.Hi, Digits: 3}, " for Φ.")...)
}

func seedOf(seed *uint64) uint64 {
	if seed == nil {
		return 0
	}
	return *seed
}

// errorText says how far a mean score may be off, and Φ(λ).
func (f *Reliability) errorText() *doc.Paragraph {
	e := f.Error
	out := say(fmt.Sprintf("A mean over %s has a standard error of measurement of ", count(f.Topics, "topic")), doc.Plain(squaredText(e.Relative, 4)),
		" where systems are compared, and of ", doc.Plain(squaredText(e.Absolute, 4)), " as a score in itself")
	if e.SignalToNoise != nil && e.OfScores != nil {
		out = append(out, say("; signal to noise: ", doc.Plain(squaredText(*e.SignalToNoise, 1)), " and ", doc.Plain(squaredText(*e.OfScores, 1)))...)
	}
	out = append(out, say(".")...)
	for _, c := range f.CutScores {
		out = append(out, say(fmt.Sprintf(" Whether a system's mean is above or below λ = %s is told with Φ(λ) = ", trimmed(c.Lambda)), score(c.Phi), ".")...)
	}
	return para(out)
}

// mappedNote gives what the coefficients have meant for other collections.
func (f *Reliability) mappedNote() *doc.Note {
	m := f.Mapped
	return note("With a grain of salt, what such coefficients went with in TREC collections ", doc.Cite("urbano2013"), ": τ between the rankings by two sets of topics ",
		score(m.Tau), ", AP correlation ", score(m.TauAP), "; pairs significant by a t test ", share(m.Power),
		", of these reversed by other topics ", doc.Percent{Value: m.Minor, Digits: 2}, " not significantly and ", doc.Percent{Value: m.Major, Digits: 2},
		" significantly; least reliable difference ", squaredText(m.Sensitivity, 4), " or ", share(m.Relative),
		"; error of means ", squaredText(m.RMSE, 4), ".")
}

// incompleteBlocks say what was done about cells without a score, and what other estimators make of the rest.
func (f *Reliability) incompleteBlocks() []doc.Block {
	in := f.Incomplete
	text := fmt.Sprintf("Variances by %s. No score is missing.", in.Method.Title())
	if in.Missing > 0 {
		text = fmt.Sprintf("Variances by %s. %d of %d scores %s missing and left out, not taken as 0; the systems have %.1f topics on average (harmonic mean).",
			in.Method.Title(), in.Missing, f.Systems*f.Topics, verb(in.Missing, "is", "are"), in.PerSystem)
	}
	t := &doc.Table{ID: "estimators", Caption: plain("The variances by three estimators.")}
	t.Columns = []doc.Column{column("Estimator", doc.Left, "estimator"), column("system", doc.Right, "system"), column("topic", doc.Right, "topic"), column("system × topic, error", doc.Right, "residual")}
	for _, e := range []struct {
		name string
		v    *reliability.Variances
	}{{reliability.EstimatorREML.Title(), in.REML}, {reliability.EstimatorHenderson1.Title(), in.Henderson1}, {reliability.EstimatorMINQUE0.Title(), in.MINQUE0}} {
		if e.v != nil {
			t.Rows = append(t.Rows, doc.Row{Cells: []doc.Cell{cell(e.name), cell(squared(e.v.System, varianceDigits, "system")),
				cell(squared(e.v.Topic, varianceDigits, "topic")), cell(squared(e.v.Residual, varianceDigits, "residual"))}})
		}
	}
	return []doc.Block{note(text), t}
}
