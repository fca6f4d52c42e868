package tasks

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"sigrel/metrics"
	"sigrel/metrics/formats"
)

// rtsTime is when a tweet was written.
type rtsTime struct {
	day   string // as the file says: YYYYMMDD
	epoch int64
	line  int
}

// readTimes reads lines of tweet, day and epoch. A tweet may come again if it says the same, as in the files of TREC.
func (f *rtsFiles) readTimes(text string) {
	r := &clusterReader{file: f.times, want: rtsTimesLine, number: 2, strict: f.strict, problems: f.problems}
	before := len(f.problems.List) + f.problems.More
	f.timeOf = make(map[metrics.Doc]rtsTime)
	for _, l := range r.lines(text) {
		tweet := metrics.Doc(l.fields[0])
		now, ok := f.time(l)
		if old, twice := f.timeOf[tweet]; !ok {
			continue
		} else if !twice {
			f.timeOf[tweet] = now
		} else if old.day != now.day || old.epoch != now.epoch {
			f.problems.Add(l.at(0), fmt.Errorf("%w: tweet %s has another time on line %d, want one", formats.ErrDuplicate, formats.Show(tweet), old.line))
		}
	}
	f.s.Warnings = append(f.s.Warnings, r.warnings...)
	f.checkTimes()
	if len(f.timeOf) == 0 && len(f.problems.List)+f.problems.More == before {
		clusterFlag(f.problems, f.times, "%w: no times, want lines of %q", formats.ErrEmpty, rtsTimesLine)
	}
}

func (f *rtsFiles) time(l clusterLine) (t rtsTime, ok bool) {
	_, err := time.Parse(rtsDayLayout, l.fields[1])
	if err != nil {
		f.problems.Add(l.at(1), fmt.Errorf("%w: day %q, want YYYYMMDD", formats.ErrValue, l.fields[1]))
	}
	epoch, err2 := rtsSeconds(l.fields[2])
	if err2 != nil {
		f.problems.Add(l.at(2), err2)
	}
	return rtsTime{l.fields[1], epoch, l.line}, err == nil && err2 == nil
}

// checkTimes warns of days that are not those of the epochs in UTC.
func (f *rtsFiles) checkTimes() {
	n, first, utc := 0, rtsTime{}, ""
	for _, t := range f.timeOf {
		if day := time.Unix(t.epoch, 0).UTC().Format(rtsDayLayout); day != t.day {
			if n++; n == 1 || t.line < first.line {
				first, utc = t, day
			}
		}
	}
	if n > 0 {
		f.s.Warnings = append(f.s.Warnings, metrics.Warning{Code: "day-contradicts-time",
			Text: fmt.Sprintf("%s: %s a day that is not that of the epoch in UTC (line %d has %s, its epoch is of %s); the day as written decides",
				formats.Pos{File: f.times}, clusterCount(n, "tweet has", "tweets have"), first.line, first.day, utc)})
	}
}

// settleDays finds the days to score, and says which they are. It is false after a problem.
func (f *rtsFiles) settleDays(g *rtsGoldData, span *rtsSpan) bool {
	perDay, total := f.judgedDays()
	if total == 0 {
		clusterFlag(f.problems, f.times, "%w: no tweet of it is judged in %s, want the times of judged tweets", formats.ErrUnknown, formats.Pos{File: f.qrels})
		return false
	}
	why := "as asked"
	if span == nil {
		var err error
		if span, why, err = rtsDefaultSpan(perDay); err != nil {
			clusterFlag(f.problems, f.times, "the days of judged tweets: %w: choose some with --days FROM-TO", err)
			return false
		}
	}
	g.span, g.days = *span, span.numbers()
	outside := 0
	for day, n := range perDay {
		if _, in := g.days[day]; !in {
			outside += n
		}
	}
	if outside == total {
		days := slices.Sorted(maps.Keys(perDay))
		clusterFlag(f.problems, "--days", "%w: no judged tweet is of %s, want days from %s to %s", formats.ErrValue, span, days[0], days[len(days)-1])
		return false
	}
	how := fmt.Sprintf("%s (%d, in UTC), %s; --days FROM-TO sets others", span, span.days(), why)
	if outside > 0 {
		how += fmt.Sprintf("; %d of %s %s of other days, and %s no part", outside, rankingCount(total, "judged tweet"), verb(outside, "is", "are"), verb(outside, "plays", "play"))
	}
	f.s.Conventions = append(f.s.Conventions, Convention{"days", how})
	return true
}

// judgedDays counts the judged tweets that have a time, by day and in all. It warns of those without one.
func (f *rtsFiles) judgedDays() (perDay map[string]int, total int) {
	judged := make(map[metrics.Doc]bool)
	for _, docs := range f.grades {
		for d := range docs {
			judged[d] = true
		}
	}
	perDay = make(map[string]int)
	for d := range judged {
		if t, timed := f.timeOf[d]; timed {
			perDay[t.day]++
			total++
		}
	}
	if untimed := len(judged) - total; untimed > 0 {
		f.s.Warnings = append(f.s.Warnings, metrics.Warning{Code: "missing-times", Text: fmt.Sprintf("of %s, %s no line in %s: pushes of such a tweet do not count",
			rankingCount(len(judged), "judged tweet"), clusterCount(untimed, "has", "have"), formats.Pos{File: f.times})})
	}
	return perDay, total
}
