package tasks

import (
	"fmt"
	"maps"
	"slices"

	"gonum.org/v1/gonum/mat"

	"sigrel/metrics"
	"sigrel/metrics/formats"
)

var evetarEvents = &Task{
	Name:  "evetar-events",
	Title: "EveTAR event detection",
	Doc: "Systems find events: sets of tweets. A reference event scores 1 if a detected event covers it, else 0, so that the " +
		"mean is recall. What was detected beyond the reference events is not judged, so there is no precision. The published " +
		"definition divides by the size of the detected event, the published recipe by that of the reference event; the first " +
		"favours many tiny events, the second one event that holds everything, so the sizes of the detected events are printed.",
	Topic:    "reference event",
	Gold:     `event TAB tweet, or JSON {"event": ["tweet", …]}`,
	Run:      `event TAB tweet, or JSON {"event": ["tweet", …]}`,
	Measures: []string{"Recall"},
	Own: []Measure{{Name: "Recall", Title: "Recall of events", Hi: 1,
		Doc: "1 if a detected event covers the reference event: if at least half of the tweets of the detected event belong to the " +
			"reference event (coverage detected), or at least half of those of the reference event to the detected one (coverage reference)."}},
	Flags: []string{"gold", "coverage"},
	Load:  evLoad,
}

// evEvent is a set of tweets.
type evEvent struct {
	name   string
	at     formats.Pos
	tweets map[metrics.Doc]bool
}

func evLoad(in Inputs, opt Options) (*Submissions, error) {
	var problems formats.Problems
	s := &Submissions{Files: clusterFiles(in), Conventions: evConventions(opt)}
	if c := opt.Coverage; c != "" && c != "detected" && c != "reference" {
		clusterOption(&problems, "--coverage", "%w: %q, want detected or reference", formats.ErrValue, c)
	}
	if in.Qrels != "" {
		clusterFlag(&problems, in.Qrels, "%w: judgments of documents, want reference events: --gold FILE", formats.ErrRule)
	}
	var gold []evEvent
	if len(in.Gold) > 0 {
		gold = evGold(in.Gold, opt, s, &problems)
	}
	var known *clusterKnown
	if gold != nil {
		known = newClusterKnown(in.Gold[0], evTweets(gold))
	}
	detected := make([][]evEvent, len(in.Runs))
	for i, f := range in.Runs {
		run := &metrics.Run{Tag: metrics.Tag(f.Label), File: f.Path}
		if f.Label == "" {
			run.Tag = evTag(f.Path)
		}
		s.Runs = append(s.Runs, run)
		detected[i] = evRead(f.Path, opt, s, &problems)
		s.Warnings = append(s.Warnings, known.rounded(run, slices.Collect(maps.Keys(evTweets(detected[i]))), opt.Strict, &problems)...)
		s.Conventions = append(s.Conventions, Convention{fmt.Sprintf("detected events of run %q", run.Tag), evSizes(detected[i])})
		s.Warnings = append(s.Warnings, evDegenerate(runName(run), detected[i], opt)...)
	}
	clusterTags(s.Runs, &problems)
	if len(in.Runs) == 0 {
		clusterFlag(&problems, "runs", "none given, want at least one")
	}
	if err := inOrder(&problems); err != nil {
		return nil, err
	}
	if gold != nil {
		s.Table = evTable(gold, detected, opt)
	}
	return s, nil
}

func evConventions(opt Options) []Convention {
	coverage := "by the detected event (at least half of its tweets are of the reference event; by the reference event with --coverage reference)"
	if opt.Coverage == "reference" {
		coverage = "by the reference event (at least half of its tweets are in the detected event; by the detected event without --coverage reference)"
	}
	return []Convention{
		{"coverage", coverage},
		{"matching", "one detected event may cover several reference events, and several may cover one"},
		{"duplicates", "events are sets, in which a tweet listed twice counts once"},
	}
}

// evTable scores 1 where a run covers a reference event.
func evTable(gold []evEvent, detected [][]evEvent, opt Options) *Table {
	t := &Table{Values: []*mat.Dense{mat.NewDense(len(detected), len(gold), nil)}}
	for _, e := range gold {
		t.Topics = append(t.Topics, metrics.Topic(e.name))
	}
	for i, events := range detected {
		for j, covered := range evCovered(gold, events, opt.Coverage == "reference") {
			if covered {
				t.Values[0].Set(i, j, 1)
			}
		}
	}
	return t
}

// evCovered says which reference events some detected event covers: half of the tweets is enough. No tweet in common covers
// nothing, however small the event.
func evCovered(gold, detected []evEvent, byReference bool) []bool {
	of := make(map[metrics.Doc][]int) // the reference events of a tweet
	for j, e := range gold {
		for tweet := range e.tweets {
			of[tweet] = append(of[tweet], j)
		}
	}
	covered := make([]bool, len(gold))
	for _, d := range detected {
		common := make(map[int]int)
		for tweet := range d.tweets {
			for _, j := range of[tweet] {
				common[j]++
			}
		}
		for j, n := range common {
			size := len(d.tweets)
			if byReference {
				size = len(gold[j].tweets)
			}
			covered[j] = covered[j] || 2*n >= size
		}
	}
	return covered
}

// evSizes describes the sizes of events. Quantiles are sizes that occur: the least that so many events do not exceed.
func evSizes(events []evEvent) string {
	if len(events) == 0 {
		return "none"
	}
	sizes := make([]int, len(events))
	for i, e := range events {
		sizes[i] = len(e.tweets)
	}
	slices.Sort(sizes)
	n := len(sizes)
	quantile := func(quarters int) int { return sizes[max((quarters*n+3)/4-1, 0)] }
	return fmt.Sprintf("%d, of %d to %d tweets, quartiles %d, %d and %d", n, quantile(0), quantile(4), quantile(1), quantile(2), quantile(3))
}

// evDegenerate warns of what a reading of coverage rewards although nothing was detected.
func evDegenerate(what string, events []evEvent, opt Options) []metrics.Warning {
	single, most := 0, 0
	all := make(map[metrics.Doc]bool)
	for _, e := range events {
		if len(e.tweets) == 1 {
			single++
		}
		most = max(most, len(e.tweets))
		for tweet := range e.tweets {
			all[tweet] = true
		}
	}
	if opt.Coverage == "reference" {
		if 2*most > len(all) {
			holds := fmt.Sprintf("%d of all %d tweets", most, len(all))
			if len(all) == 1 {
				holds = "the only tweet"
			}
			return []metrics.Warning{{Code: "giant-event", Text: fmt.Sprintf("%s: one event holds %s; by --coverage reference "+
				"an event covers whatever it holds half of, however much else it holds", what, holds)}}
		}
		return nil
	}
	if 2*single > len(events) {
		have := fmt.Sprintf("%d of %d detected events have", single, len(events))
		if len(events) == 1 {
			have = "the only detected event has"
		}
		return []metrics.Warning{{Code: "tiny-events", Text: fmt.Sprintf("%s: %s a single tweet; by --coverage detected "+
			"one tweet of a reference event covers it", what, have)}}
	}
	return nil
}
