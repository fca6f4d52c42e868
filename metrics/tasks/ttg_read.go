package tasks

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"sigrel/metrics"
	"sigrel/metrics/formats"
)

// ttgTopic is a topic as it is scored.
type ttgTopic struct {
	name    metrics.Topic
	cluster map[metrics.Doc]int // the number of the cluster that a tweet is in
	weights []int64             // of each cluster: the sum of the grades of its tweets
	weight  int64               // of all
}

// ttgGold reads judgments and clusters. Every tweet of a cluster must have a grade.
func ttgGold(in Inputs, opt Options, s *Submissions, problems *formats.Problems) []ttgTopic {
	if in.Qrels == "" {
		clusterOption(problems, "--qrels", "none given, want the judgments, whose grades weigh the clusters")
	}
	switch len(in.Gold) {
	case 0:
		clusterOption(problems, "--gold", "none given, want the clusters: %s", ttgClusters)
	case 1:
	default:
		clusterOption(problems, in.Gold[1], "%w: a second file of clusters, want one", formats.ErrRule)
	}
	if in.Qrels == "" || len(in.Gold) != 1 {
		return nil
	}
	qrels, warnings := clusterQrels(in.Qrels, problems)
	s.Warnings = append(s.Warnings, warnings...)
	text, ok := clusterText(in.Gold[0], opt.Strict, problems)
	if !ok {
		return nil
	}
	clusters := parseClusters(text, in.Gold[0], problems)
	s.Warnings = append(s.Warnings, clusterExponents(in.Gold[0], clusterTweets(clusters))...)
	if qrels == nil {
		return nil
	}
	g := &ttgGrades{file: in.Qrels, problems: problems, grades: make(map[string]map[metrics.Doc]metrics.Grade)}
	g.byNumber(qrels)
	return g.weigh(clusters, s)
}

// ttgGrades holds the grades of tweets by the number of their topic.
type ttgGrades struct {
	file     string
	problems *formats.Problems
	grades   map[string]map[metrics.Doc]metrics.Grade
}

func (g *ttgGrades) byNumber(qrels metrics.Qrels) {
	spelt := make(map[string]metrics.Topic)
	for _, t := range slices.Sorted(maps.Keys(qrels)) {
		n := ttgNumber(t)
		if other, twice := spelt[n]; twice {
			clusterFlag(g.problems, g.file, "%w: the topics %s and %s are one number, want one spelling", formats.ErrDuplicate, formats.Show(other), formats.Show(t))
		}
		spelt[n], g.grades[n] = t, qrels[t]
	}
}

// weigh makes the topics to score of the clusters.
func (g *ttgGrades) weigh(clusters []clusterTopic, s *Submissions) []ttgTopic {
	var topics []ttgTopic
	var barren []metrics.Topic
	spelt := make(map[string]metrics.Topic)
	for _, c := range clusters {
		n := ttgNumber(c.name)
		if other, twice := spelt[n]; twice {
			g.problems.Add(c.at, fmt.Errorf("%w: the topics %s and %s are one number, want one spelling", formats.ErrDuplicate, formats.Show(other), formats.Show(c.name)))
		}
		spelt[n] = c.name
		t := g.topic(c, g.grades[n])
		if t.weight == 0 {
			barren = append(barren, t.name)
		}
		topics = append(topics, t)
	}
	if barren != nil {
		s.Warnings = append(s.Warnings, metrics.Warning{Code: "no-relevant", Text: fmt.Sprintf("of %s, %s no cluster with a grade above 0, so every run has weighted recall 0 there: %s",
			rankingCount(len(topics), "topic"), clusterCount(len(barren), "has", "have"), clusterSome(barren))})
	}
	return topics
}

func (g *ttgGrades) topic(c clusterTopic, grades map[metrics.Doc]metrics.Grade) ttgTopic {
	t := ttgTopic{name: c.name, cluster: make(map[metrics.Doc]int), weights: make([]int64, len(c.clusters))}
	bad := func(at formats.Pos, format string, args ...any) {
		g.problems.Add(at, fmt.Errorf(format, args...))
	}
	if grades == nil && len(c.clusters) > 0 {
		bad(c.at, "%w: topic %s is not in %s, want a grade for every tweet of a cluster", formats.ErrUnknown, formats.Show(c.name), formats.Pos{File: g.file})
		return t
	}
	for i, cl := range c.clusters {
		for _, m := range cl.tweets {
			grade, judged := grades[m.tweet]
			switch {
			case !judged:
				bad(m.at, "%w: topic %s has no grade of tweet %s in %s, want one for every tweet of a cluster",
					formats.ErrUnknown, formats.Show(c.name), formats.Show(m.tweet), formats.Pos{File: g.file})
			case grade < 0:
				bad(m.at, "%w: topic %s gives tweet %s the grade %d in %s, want 0 or more for every tweet of a cluster",
					formats.ErrValue, formats.Show(c.name), formats.Show(m.tweet), grade, formats.Pos{File: g.file})
			}
			t.cluster[m.tweet] = i
			t.weights[i] += int64(grade)
			t.weight += int64(grade)
		}
	}
	return t
}

// ttgHeaders makes problems of the lines of column names that readers skipped.
func ttgHeaders(warnings []metrics.Warning, problems *formats.Problems) {
	for _, w := range warnings {
		at, text, ok := strings.Cut(w.Text, ": skipped a header line: ")
		if !ok || w.Code != "header-skipped" {
			continue
		}
		pos := formats.Pos{File: at}
		if i := strings.LastIndexByte(at, ':'); i >= 0 {
			if line, err := strconv.Atoi(at[i+1:]); err == nil {
				pos = formats.Pos{File: at[:i], Line: line}
			}
		}
		problems.Add(pos, fmt.Errorf("%w: a line of column names, %s, want none", formats.ErrHeader, text))
	}
}

// ttgNumber is how topics are compared: MB03, mb3 and 3 are one. A name that is no number is itself.
func ttgNumber(t metrics.Topic) string {
	digits := strings.TrimLeftFunc(string(t), func(r rune) bool { return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' })
	if digits == "" || strings.Trim(digits, "0123456789") != "" {
		return string(t)
	}
	if short := strings.TrimLeft(digits, "0"); short != "" {
		return short
	}
	return "0"
}

// ttgAnswers holds what a run says to each topic, by number.
type ttgAnswers map[string]ttgAnswer

type ttgAnswer struct {
	topic  metrics.Topic
	tweets []metrics.Scored // none twice
}

// ttgKnown holds the tweets of all clusters.
func ttgKnown(topics []ttgTopic) map[metrics.Doc]bool {
	known := make(map[metrics.Doc]bool)
	for _, t := range topics {
		for tweet := range t.cluster {
			known[tweet] = true
		}
	}
	return known
}

// tweets lists the tweets of all topics.
func (a ttgAnswers) tweets() []metrics.Doc {
	var out []metrics.Doc
	for _, answer := range a {
		for i := range answer.tweets {
			out = append(out, answer.tweets[i].Doc)
		}
	}
	return out
}

// ttgByNumber makes a problem of a topic that a run spells in two ways.
func ttgByNumber(r *metrics.Run, problems *formats.Problems) ttgAnswers {
	first := func(t metrics.Topic) int {
		return int(slices.MinFunc(r.Topics[t], func(a, b metrics.Scored) int { return cmp.Compare(a.Line, b.Line) }).Line)
	}
	answers := make(ttgAnswers, len(r.Topics))
	for _, t := range slices.SortedFunc(maps.Keys(r.Topics), func(a, b metrics.Topic) int { return cmp.Compare(first(a), first(b)) }) {
		n := ttgNumber(t)
		if other, twice := answers[n]; twice {
			problems.Add(formats.Pos{File: r.File, Line: first(t)}, fmt.Errorf("%w: topic %s is %s of line %d, want one spelling",
				formats.ErrDuplicate, formats.Show(t), formats.Show(other.topic), first(other.topic)))
			continue
		}
		answers[n] = ttgAnswer{t, r.Topics[t]}
	}
	return answers
}
