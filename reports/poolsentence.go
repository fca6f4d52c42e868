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
	audits, err := p.LeaveOut(st.Measures[:1], opt)
	if err != nil {
		return err
	}
	f.Covered = &CoveredPool{Topics: covered, LeftOut: audits[0].LeftOut, Summary: audits[0].Summary}
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
	v := view{change: summary.Run, unit: "run"}
	if summary.Team != nil {
		v.change, v.unit = summary.Team, "team"
	}
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
	where := "Leaving"
	if f.Covered != nil {
		where = fmt.Sprintf("On the %d of %d topics where these runs were judged to depth %d, leaving", len(f.Covered.Topics), f.Facts.Topics, f.Depth.Ranks)
	}
	if *worst.Change == 0 {
		return say(doc.Strong(say(where + " any " + v.unit + "'s own contribution out of the pool changes no mean " + f.Measure + ".")))
	}
	mean := doc.Percent{Value: *v.change.Mean, Digits: 1, Sign: true}
	most := doc.Percent{Value: *worst.Change, Digits: 1, Sign: true}
	var out []doc.Text
	if v.unit == "run" {
		out = say(doc.Strong(say(where+" a run's own contribution out of the pool changes its mean "+f.Measure+" by ", mean, " on average")),
			" and by ", most, " at most (", worst.Run, ")")
	} else {
		out = say(doc.Strong(say(where+" a team's own contribution out of the pool changes the mean "+f.Measure+" of its runs by ", most, " at most")),
			" (", worst.Run, fmt.Sprintf(" of team %s)", worst.Unit))
		if next := v.largest(worst.Unit); next != nil {
			out = append(out, say(", by ", doc.Percent{Value: *next.Change, Digits: 1, Sign: true}, " at most in any other team")...)
		}
		out = append(out, say(", and by ", mean, " on average")...)
	}
	return append(out, v.ranks()...)
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
	return note(fmt.Sprintf("On %s the first %d documents of more than a quarter of the runs were not judged (less than 95%% of them): the pool there was built from other runs. "+
		"The tables and the picture below are over all topics, unless they say otherwise, and say little of the pool on these.", count(rest, "topic"), f.Depth.Ranks))
}
