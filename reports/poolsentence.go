package reports

import (
	"fmt"
	"math"
	"slices"

	"sigrel/metrics"
	"sigrel/reliability/pooling"
	"sigrel/reports/doc"
)

// cover repeats the audit on the topics where these runs were judged to the depth of the pool, if those are some but not
// all: elsewhere leaving one of these runs out tells little of the pool.
func (f *PoolAudit) cover(st *Study, p *pooling.Pool, opt pooling.LeaveOutOptions) error {
	var covered []metrics.Topic
	for _, t := range p.Covered() {
		if slices.Contains(st.Scores[0].Topics, t) {
			covered = append(covered, t)
		}
	}
	if len(covered) == 0 || len(covered) == len(st.Scores[0].Topics) {
		return nil
	}
	opt.Topics = covered
	audits, _, err := leaveOutDecided(p, st.Measures, opt) // these topics can be too few for a test
	if err != nil {
		return err
	}
	f.Covered = &CoveredPool{Topics: covered, LeftOut: audits[0].LeftOut, Summary: audits[0].Summary, Others: audits[1:], Verdicts: audits[0].Decided, Flips: audits[0].Flips}
	return nil
}

// view is an audit to speak of: on all topics, or on those covered.
type view struct {
	entries []pooling.LeftOut // of the unit
	change  *pooling.Change
	unit    string
}

// view picks teams where there are any, and the covered topics where they are not all.
func (f *PoolAudit) view() view {
	entries, summary := f.LeftOut, f.Summary
	if f.Covered != nil {
		entries, summary = f.Covered.LeftOut, f.Covered.Summary
	}
	var v view
	v.change, v.unit = weightiest(summary)
	for _, l := range entries {
		if l.Kind.String() == v.unit {
			v.entries = append(v.entries, l)
		}
	}
	return v
}

// largest is the entry with the largest change, of all units but one; nil if no change is defined.
func (v view) largest(but string) *pooling.LeftOut {
	var out *pooling.LeftOut
	for i := range v.entries {
		l := &v.entries[i]
		if l.Unit != but && l.Change != nil && (out == nil || math.Abs(*l.Change) > math.Abs(*out.Change)) {
			out = l
		}
	}
	return out
}

// sentence is the line of "In short".
func (f *PoolAudit) sentence() []doc.Text {
	v := f.view()
	worst := v.largest("")
	if worst == nil || v.change.Mean == nil {
		return say(doc.Strong(plain("Pool bias: not assessed.")), " Every run scores 0.")
	}
	var out []doc.Text
	claim := func(parts ...any) []doc.Text { return []doc.Text{doc.Strong(say(parts...))} }
	where := "Leaving"
	switch {
	case f.Depth.Unknown(): // what follows is no more than a hint, and not in bold
		out = say(doc.Strong(plain("The depth of the pool is unknown")), ", so that all ranks were taken, which as a rule understates the effect: ")
		claim, where = say, "leaving"
	case f.Covered != nil:
		where = fmt.Sprintf("On the %s of %d where these runs were judged to depth %d, leaving", count(len(f.Covered.Topics), "topic"), f.Facts.Topics, f.Depth.Ranks)
	}
	own := "'s own contribution out of the pool changes "
	switch {
	case *worst.Change == 0:
		return append(out, claim(where+" any "+v.unit+own+"no mean "+f.Measure+".")...)
	case invisible(*worst.Change):
		return append(append(out, claim(where+" any "+v.unit+own+"no mean "+f.Measure+" by 0.05% or more")...), v.ranks()...)
	case v.unit == "run":
		out = append(out, claim(where+" a run"+own+"its mean "+f.Measure, by(*v.change.Mean, " on average"))...)
		out = append(out, say(" and", by(*worst.Change, " at most"), " (", worst.Run, ")")...)
		return append(out, v.ranks()...)
	}
	out = append(out, claim(where+" a "+v.unit+own+"the mean "+f.Measure+" of its runs", by(*worst.Change, " at most"))...)
	out = append(out, say(" (", worst.Run, fmt.Sprintf(" of %s %s)", v.unit, worst.Unit))...)
	switch next := v.largest(worst.Unit); {
	case next == nil:
	case *next.Change == 0:
		out = append(out, say(", not at all in any other "+v.unit)...)
	case invisible(*next.Change):
		out = append(out, say(", by less than 0.05% in any other "+v.unit)...)
	default:
		out = append(out, say(",", by(*next.Change, " at most in any other "+v.unit))...)
	}
	out = append(out, say(", and", by(*v.change.Mean, " on average"))...)
	return append(out, v.ranks()...)
}

// invisible says that a change is printed as 0.0%.
func invisible(change float64) bool {
	return doc.FormatSignedPercent(change, 1) == doc.FormatSignedPercent(0, 1)
}

// by is " by −3.4%", and how that is meant.
func by(change float64, how string) []doc.Text {
	if invisible(change) {
		return say(" by less than 0.05%" + how)
	}
	return say(" by ", doc.Percent{Value: change, Digits: 1, Sign: true}, how)
}

// ranks says who loses ranks, and whether the winner changes.
func (v view) ranks() []doc.Text {
	if v.change.MaxRankDrop == 0 {
		return say("; no run loses a rank by it.")
	}
	out := say(fmt.Sprintf("; the greatest loss is of %s (", count(v.change.MaxRankDrop, "rank")), v.change.MaxRankDropRun, ").")
	for _, l := range v.entries {
		if l.RankBefore == 1 && l.RankAfter > 1 {
			out = append(out, say(" ", doc.Strong(say("The best run ", l.Run, fmt.Sprintf(" falls to rank %d.", l.RankAfter))))...)
		}
	}
	return out
}

// coveredNote says that the pool of some topics was built by others.
func (f *PoolAudit) coveredNote() *doc.Note {
	if f.Covered == nil {
		return nil
	}
	rest := f.Facts.Topics - len(f.Covered.Topics)
	return note(fmt.Sprintf("On %s the %s of more than a quarter of the runs %s not judged (less than 95%% of them): the pool there was built from other runs. "+
		"The tables and the picture below are over all topics, unless they say otherwise, and say little of the pool on these.", count(rest, "topic"), firstOf(f.Depth.Ranks, "document"), verb(f.Depth.Ranks, "was", "were")))
}
