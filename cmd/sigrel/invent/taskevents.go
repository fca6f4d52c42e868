package invent

import (
	"math/rand/v2"
	"slices"
)

// EveTAR invents collections in the formats of the tasks of EveTAR: event detection, ad hoc search, timelines, and
// real-time summaries, in the order of the files' names. The bytes are always the same; testdata/collections/evetar is a
// copy, and testdata/README.md describes it.
func EveTAR() []File {
	return sorted(within("events", eventTask()), within("adhoc", adhocTask()), within("ttg", timelineTask()),
		within("rts", pushTask()))
}

const (
	eventCount  = 12
	eventTweets = 170 // those of events come first, the others are noise
)

// detector is a system that detects events: of a hundred it finds so many, and of their tweets so many. It adds up to
// noise tweets to each, and spurious events.
type detector struct {
	name            string
	found, kept     int
	noise, spurious int
	json            bool
	merged, split   int // events from 0: it takes one together with the next, and one for two
}

var detectors = [...]detector{
	{"cedar", 90, 75, 4, 3, false, 8, 2},
	{"nour", 60, 50, 7, 5, true, 3, 10},
}

// event is a set of tweets.
type event struct {
	name   string
	tweets []string
}

// eventTask makes the reference events, 5 to 10 tweets each, and what was detected.
func eventTask() []File {
	src, stream := taskSource("events", 0), tweetIDs("events", eventTweets, 18)
	shuffle(src, stream)
	reference := make([]event, eventCount)
	for i, name := range numbered("EV", eventCount) {
		n := 5 + below(src, 6)
		reference[i], stream = event{name, slices.Sorted(slices.Values(stream[:n]))}, stream[n:]
	}
	files := []File{{"reference.tsv", eventLines(reference)}}
	for _, d := range detectors {
		detected := d.detect(taskSource("detector "+d.name, 0), reference, stream)
		if d.json {
			files = append(files, File{"detected/" + d.name + ".json", eventObject(detected)})
		} else {
			files = append(files, File{"detected/" + d.name + ".tsv", eventLines(detected)})
		}
	}
	return files
}

// detect draws the events that the system finds, numbered in the order in which it came upon them.
func (d *detector) detect(src *rand.PCG, reference []event, stream []string) []event {
	var sets [][]string
	for i, e := range reference {
		var kept []string
		for _, tweet := range e.tweets {
			if below(src, 100) < d.kept {
				kept = append(kept, tweet)
			}
		}
		lost := below(src, 100) >= d.found
		switch half := len(e.tweets) / 2; {
		case i == d.merged:
			kept = slices.Concat(e.tweets, reference[i+1].tweets)
		case i == d.split:
			sets = append(sets, slices.Clone(e.tweets[:half]))
			kept = slices.Clone(e.tweets[half:])
		case lost || len(kept) == 0:
			continue
		}
		for range below(src, d.noise+1) {
			kept = append(kept, stream[below(src, len(stream))])
		}
		sets = append(sets, kept)
	}
	for range d.spurious {
		var noise []string
		for range 2 + below(src, 4) {
			noise = append(noise, stream[below(src, len(stream))])
		}
		sets = append(sets, noise)
	}
	shuffle(src, sets)
	out := make([]event, len(sets))
	for i, name := range numbered("D", len(sets)) {
		slices.Sort(sets[i])
		out[i] = event{name, slices.Compact(sets[i])}
	}
	return out
}

// eventLines is a line a tweet.
func eventLines(events []event) []byte {
	var out []byte
	for _, e := range events {
		for _, tweet := range e.tweets {
			out = append(out, tabbed(e.name, tweet)...)
		}
	}
	return out
}

// eventObject is a JSON object of lists of strings.
func eventObject(events []event) []byte {
	lines := make([]string, len(events))
	for i, e := range events {
		lines[i] = string(marshal(e.name)) + ": " + string(marshal(e.tweets))
	}
	return runObject(lines)
}

const (
	adhocTopics = 8
	adhocStock  = 60 // tweets that could be retrieved for a topic
	adhocDepth  = 15 // of the pool
)

var adhocRuns = [...]tweetRun{
	{"cedar-adhoc", "cedar", "automatic", 1600, 30, 0},
	{"dune-adhoc", "dune", "automatic", 1250, 20, 0},
	{"nour-adhoc", "nour", "automatic", 1150, 25, 0},
}

// adhocTask makes judgments of grades 0 to 2, the table of teams, and runs. The last run leaves out the last topic.
func adhocTask() []File {
	topics, ids := numbered("EV", adhocTopics), tweetIDs("adhoc", adhocTopics*adhocStock, 18)
	truth := make([]grades, adhocTopics)
	entries := make([]entry, len(adhocRuns))
	for i, r := range adhocRuns {
		entries[i] = entry{tag: r.tag, team: r.team, kind: r.kind, file: r.tag, pool: true, lists: make([]list, adhocTopics)}
	}
	for t := range topics {
		src := taskSource("adhoc judgments", t)
		f := newField("adhoc", t, marked(src, adhocStock, 6+below(src, 14)))
		truth[t] = make(grades)
		for i, doc := range ids[t*adhocStock : (t+1)*adhocStock] {
			if f.grades[i] > 0 && below(src, 3) == 0 {
				f.grades[i] = 2
			}
			truth[t][doc] = f.grades[i]
		}
		for i, r := range adhocRuns {
			if i == len(adhocRuns)-1 && t == adhocTopics-1 {
				continue
			}
			entries[i].lists[t] = f.ranking(r.tag, t, r.skill, ids[t*adhocStock:(t+1)*adhocStock], r.length)
		}
	}
	return files(topics, truth, entries, adhocDepth, 3)
}
