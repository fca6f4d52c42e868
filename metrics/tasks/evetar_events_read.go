package tasks

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"sigrel/metrics"
	"sigrel/metrics/formats"
)

const evLine = "event tweet"

// evTag is the name of the system in a file.
func evTag(path string) metrics.Tag {
	tag := formats.SystemName(path)
	if short := strings.TrimSuffix(string(tag), ".json"); short != "" {
		return metrics.Tag(short)
	}
	return tag
}

// evGold reads the reference events, none of which may be empty: by the published recipe anything covers such an event.
func evGold(files []string, opt Options, s *Submissions, problems *formats.Problems) []evEvent {
	if len(files) > 1 {
		clusterOption(problems, files[1], "%w: a second file of reference events, want one", formats.ErrRule)
	}
	events := evRead(files[0], opt, s, problems)
	s.Warnings = append(s.Warnings, clusterExponents(files[0], slices.Collect(maps.Keys(evTweets(events))))...)
	for _, e := range events {
		if len(e.tweets) == 0 {
			problems.Add(e.at, fmt.Errorf("%w: reference event %s has no tweets, want at least one: by the published recipe anything would cover it",
				formats.ErrRule, formats.Show(metrics.Topic(e.name))))
		}
	}
	return events
}

// evRead reads events, in the byte order of their names. It is a problem if there are none.
func evRead(file string, opt Options, s *Submissions, problems *formats.Problems) []evEvent {
	text, ok := clusterText(file, opt.Strict, problems)
	if !ok {
		return nil
	}
	before := len(problems.List) + problems.More
	var events []evEvent
	if clusterIsJSON(text) {
		events = evJSON(text, file, problems)
	} else {
		r := &clusterReader{file: file, want: evLine, number: 1, strict: opt.Strict, problems: problems}
		events = evLines(r, text)
		s.Warnings = append(s.Warnings, r.warnings...)
	}
	if len(events) == 0 && len(problems.List)+problems.More == before {
		clusterFlag(problems, file, `%w: no events, want lines of "event TAB tweet" or JSON {"event": ["tweet", …]}`, formats.ErrEmpty)
	}
	slices.SortFunc(events, func(a, b evEvent) int { return cmp.Compare(a.name, b.name) })
	return events
}

// evTweets holds the tweets of all events.
func evTweets(events []evEvent) map[metrics.Doc]bool {
	all := make(map[metrics.Doc]bool)
	for _, e := range events {
		maps.Copy(all, e.tweets)
	}
	return all
}

func evLines(r *clusterReader, text string) []evEvent {
	var events []evEvent
	number := make(map[string]int)
	for _, l := range r.lines(text) {
		i, known := number[l.fields[0]]
		if !known {
			i = len(events)
			number[l.fields[0]] = i
			events = append(events, evEvent{l.fields[0], l.at(0), make(map[metrics.Doc]bool)})
		}
		events[i].tweets[metrics.Doc(l.fields[1])] = true
	}
	return events
}

func evJSON(text, file string, problems *formats.Problems) []evEvent {
	all, err := formats.ParseJSON(text, file, 1)
	if err != nil {
		problems.Merge(file, err)
		return nil
	}
	var events []evEvent
	for _, m := range all.Members {
		e := evEvent{m.Name, m.Value.At(file), make(map[metrics.Doc]bool)}
		if err := clusterName("event", m.Name); err != nil {
			problems.Add(e.at, err)
		}
		if m.Value.Kind != formats.Array {
			problems.Add(e.at, fmt.Errorf("%w: event %s holds %s, want a list of tweets as strings",
				formats.ErrValue, formats.Show(metrics.Topic(m.Name)), m.Value.Kind))
			continue
		}
		for _, item := range m.Value.Items {
			tweet, err := clusterTweet(item)
			if err != nil {
				problems.Add(item.At(file), err)
			}
			e.tweets[tweet] = true
		}
		events = append(events, e)
	}
	return events
}
