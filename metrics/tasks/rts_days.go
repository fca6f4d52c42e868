package tasks

import (
	"fmt"
	"strings"
	"time"

	"sigrel/metrics/formats"
)

// rtsDayLayout is how days are written: YYYYMMDD.
const rtsDayLayout = "20060102"

// rtsMostDays bounds how many days are scored, so that a day without a year is one day only.
const rtsMostDays = 365

// rtsSpan is the days to score, in UTC: from and to are the midnights at which they begin.
type rtsSpan struct{ from, to time.Time }

// rtsEditions are the days of the tasks of TREC.
func rtsEditions() []struct{ name, days string } {
	return []struct{ name, days string }{
		{"TREC 2016", "20160802-20160811"},
		{"TREC 2017", "20170729-20170805"},
	}
}

// rtsParseSpan reads "FROM-TO". It is nil for the empty string.
func rtsParseSpan(s string) (*rtsSpan, error) {
	if s == "" {
		return nil, nil
	}
	from, to, _ := strings.Cut(s, "-")
	var span rtsSpan
	var err, err2 error
	span.from, err = time.Parse(rtsDayLayout, from)
	span.to, err2 = time.Parse(rtsDayLayout, to)
	if err != nil || err2 != nil || span.to.Before(span.from) {
		return nil, fmt.Errorf("%w: %q, want FROM-TO such as 20170729-20170805", formats.ErrValue, s)
	}
	if n := span.days(); n > rtsMostDays {
		return nil, fmt.Errorf("%w: %q is %d days, want at most %d", formats.ErrValue, s, n, rtsMostDays)
	}
	return &span, nil
}

// days is how many days there are. A Duration would not hold those of all years.
func (s rtsSpan) days() int { return int((s.to.Unix()-s.from.Unix())/(24*60*60)) + 1 }

// numbers gives each day its number from 0.
func (s rtsSpan) numbers() map[string]int {
	out := make(map[string]int)
	for i := range s.days() {
		out[s.from.AddDate(0, 0, i).Format(rtsDayLayout)] = i
	}
	return out
}

func (s rtsSpan) String() string {
	return s.from.Format(rtsDayLayout) + "-" + s.to.Format(rtsDayLayout)
}

// rtsDefaultSpan finds the days of tweets, of which it is told how many there are on each day: those of an edition of TREC
// that has more than half of the tweets, else all from the first to the last. It also says why.
func rtsDefaultSpan(tweets map[string]int) (span *rtsSpan, why string, err error) {
	total, first, last := 0, "", ""
	for day, n := range tweets {
		total += n
		if first == "" || day < first {
			first = day
		}
		last = max(last, day)
	}
	for _, e := range rtsEditions() {
		from, to, _ := strings.Cut(e.days, "-")
		inside := 0
		for day, n := range tweets {
			if from <= day && day <= to {
				inside += n
			}
		}
		if 2*inside > total {
			span, err = rtsParseSpan(e.days)
			return span, "those of " + e.name + ", which have more than half of the judged tweets", err
		}
	}
	span, err = rtsParseSpan(first + "-" + last)
	return span, "from the first to the last day of a judged tweet", err
}

// clock reads MMDD-HH:MM:SS. It is in the year of the days; where they are of two years, in the one that brings it nearer to
// them. Without days it is in some leap year, only to see whether there is such a time.
func (s *rtsSpan) clock(text string) (t time.Time, ok bool) {
	const layout = "20060102-15:04:05"
	if len(text) != len("0102-15:04:05") {
		return t, false
	}
	if s == nil {
		t, err := time.Parse(layout, "2000"+text)
		return t, err == nil
	}
	for year := s.from.Year(); year <= s.to.Year(); year++ {
		u, err := time.Parse(layout, fmt.Sprintf("%04d%s", year, text))
		if err == nil && (!ok || s.distance(u) < s.distance(t)) {
			t, ok = u, true
		}
	}
	return t, ok
}

// distance is how far a time is from the days, 0 within.
func (s *rtsSpan) distance(t time.Time) time.Duration {
	return max(s.from.Sub(t), t.Sub(s.to.AddDate(0, 0, 1)), 0)
}
