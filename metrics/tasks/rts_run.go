package tasks

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"sigrel/metrics"
	"sigrel/metrics/formats"
)

// rtsOffset is added to times in seconds. In 2016 tweets were pushed up to so many seconds before they existed, by the clock
// of the broker, and its organisers shifted all pushes.
const rtsOffset = 139

// rtsForm is how times of pushes are written.
type rtsForm string

const (
	rtsEpoch rtsForm = "seconds since 1970"
	rtsClock rtsForm = "MMDD-HH:MM:SS"
)

// rtsPush is a line of a run.
type rtsPush struct {
	topic metrics.Topic
	tweet metrics.Doc
	day   string // on which it was pushed, as far as it is written: MMDD or YYYYMMDD
	epoch int64  // when it was pushed, corrected
	line  int
}

// rtsRun is a run, in the order of its pushes.
type rtsRun struct {
	run    *metrics.Run
	form   rtsForm
	dated  bool // the years are known
	pushes []rtsPush
}

type rtsReader struct {
	clusterReader
	span *rtsSpan // nil if it is not known
}

// read reads a run. It never is nil, whatever the problems.
func (r *rtsReader) read(f formats.File) *rtsRun {
	out := &rtsRun{run: &metrics.Run{Tag: metrics.Tag(f.Label), File: f.Path}}
	text, ok := clusterText(f.Path, r.strict, r.problems)
	if !ok {
		return out
	}
	before := len(r.problems.List) + r.problems.More
	tags := rtsTags{file: f.Path, lines: make(map[string]int)}
	for _, l := range r.lines(text) {
		tags.add(l.fields[3], l.line, r.problems)
		if p, form, ok := r.push(l, out.form); ok {
			out.form = form
			out.pushes = append(out.pushes, p)
		}
	}
	if len(out.pushes) == 0 && len(r.problems.List)+r.problems.More == before {
		clusterFlag(r.problems, f.Path, "%w: no pushes, want lines of %q: the script of 2017 refuses an empty run, and its scores are given as a reference anyway",
			formats.ErrEmpty, rtsRunLine)
	}
	if f.Label == "" {
		out.run.Tag = metrics.Tag(tags.first)
	}
	out.dated = r.span != nil || out.form == rtsEpoch
	return out
}

// push reads a line. The form is that of earlier lines, empty if there are none.
func (r *rtsReader) push(l clusterLine, form rtsForm) (p rtsPush, now rtsForm, ok bool) {
	p = rtsPush{topic: metrics.Topic(l.fields[0]), tweet: metrics.Doc(l.fields[1]), line: l.line}
	text := l.fields[2]
	now = rtsEpoch
	if t, isClock := r.span.clock(text); isClock {
		now, p.day, p.epoch = rtsClock, text[:4], t.Unix()
	} else if seconds, err := rtsSeconds(text); err == nil {
		p.day, p.epoch = time.Unix(seconds, 0).UTC().Format(rtsDayLayout), seconds+rtsOffset
	} else {
		r.problems.Add(l.at(2), fmt.Errorf("%w: time %q, want %s or %s", formats.ErrValue, text, rtsEpoch, rtsClock))
		return p, form, false
	}
	if form != "" && form != now {
		r.problems.Add(l.at(2), fmt.Errorf("%w: time %q is %s, but those above are %s, want one form a file", formats.ErrValue, text, now, form))
		return p, form, false
	}
	return p, now, true
}

// rtsSeconds reads seconds since 1970. A fraction is cut off, as the script does.
func rtsSeconds(s string) (int64, error) {
	const most = 100_000_000_000 // what is more are milliseconds
	whole, fraction, _ := strings.Cut(s, ".")
	n, err := strconv.ParseInt(whole, 10, 64)
	if err != nil || n < 0 || n >= most || strings.Trim(fraction, "0123456789") != "" || strings.Trim(whole, "0123456789") != "" {
		return 0, fmt.Errorf("%w: %q, want %s", formats.ErrNumber, s, rtsEpoch)
	}
	return n, nil
}

// rtsTags sees to it that all lines of a run have one tag.
type rtsTags struct {
	file, first string
	lines       map[string]int // where each tag came first
}

func (t *rtsTags) add(tag string, line int, problems *formats.Problems) {
	if len(t.lines) == 0 {
		t.first = tag
	}
	if t.lines[tag] != 0 {
		return
	}
	t.lines[tag] = line
	if tag != t.first {
		problems.Add(formats.Pos{File: t.file, Line: line}, fmt.Errorf("%w: tag %q, but line %d has %q: want one tag a file",
			formats.ErrTag, tag, t.lines[t.first], t.first))
	}
}

// rtsKey is a tweet, or a day, of a topic.
type rtsKey struct {
	topic metrics.Topic
	name  string
}

// check finds what is odd about a run although it can be scored. More pushes of a day and topic than the broker takes are a
// problem where the rules are strict.
func (p *rtsRun) check(known *clusterKnown, strict bool, problems *formats.Problems) []metrics.Warning {
	tweets := make([]metrics.Doc, len(p.pushes))
	for i, push := range p.pushes {
		tweets[i] = push.tweet
	}
	return slices.Concat(p.repeats(), p.full(strict, problems), p.late(), known.rounded(p.run, tweets, strict, problems))
}

func (p *rtsRun) warn(code, format string, args ...any) []metrics.Warning {
	return []metrics.Warning{{Code: code, Text: runName(p.run) + ": " + fmt.Sprintf(format, args...)}}
}

func (p *rtsRun) repeats() []metrics.Warning {
	first := make(map[rtsKey]int)
	n, example := 0, ""
	for _, push := range p.pushes {
		key := rtsKey{push.topic, string(push.tweet)}
		if first[key] == 0 {
			first[key] = push.line
		} else if n++; n == 1 {
			example = fmt.Sprintf("%s on line %d as on line %d", formats.Show(push.tweet), push.line, first[key])
		}
	}
	if n == 0 {
		return nil
	}
	return p.warn("repeated-tweets", "%s of a tweet that the topic has already, such as %s: it earns nothing and counts", clusterCount(n, "push is", "pushes are"), example)
}

func (p *rtsRun) full(strict bool, problems *formats.Problems) []metrics.Warning {
	perDay := make(map[rtsKey]int)
	n, example := 0, ""
	for _, push := range p.pushes {
		key := rtsKey{push.topic, push.day}
		if perDay[key]++; perDay[key] != rtsMost+1 {
			continue
		}
		if strict {
			problems.Add(formats.Pos{File: p.run.File, Line: push.line}, fmt.Errorf("%w: more than %d pushes for topic %s on %s, want no more: the broker refuses them",
				formats.ErrRule, rtsMost, formats.Show(push.topic), push.day))
		}
		if n++; n == 1 {
			example = fmt.Sprintf("topic %s on %s", formats.Show(push.topic), push.day)
		}
	}
	if n == 0 {
		return nil
	}
	return p.warn("many-pushes", "%s more than %d pushes, such as %s: the broker refuses them; here all count, and the first %d can earn something",
		clusterCount(n, "day of a topic has", "days of a topic have"), rtsMost, example, rtsMost)
}

func (p *rtsRun) late() []metrics.Warning {
	last := make(map[metrics.Topic]int64)
	n := 0
	for _, push := range p.pushes {
		if p.dated && push.epoch < last[push.topic] {
			n++
		}
		last[push.topic] = max(last[push.topic], push.epoch)
	}
	if n == 0 {
		return nil
	}
	return p.warn("order-of-pushes", "%s below a later one of the topic; the order of the lines decides", clusterCount(n, "push stands", "pushes stand"))
}
