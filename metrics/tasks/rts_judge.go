package tasks

import (
	"fmt"
	"maps"
	"slices"

	"sigrel/metrics"
	"sigrel/metrics/formats"
)

// rtsGain is what a grade earns. The codes of 2016 are −1 to 4, those of 2017 −2 to 2, and none means two things: −1, 3 and 4
// are the grades 0, 1 and 2 carried over to a retweet that nobody judged.
func rtsGain(g metrics.Grade) (gain float64, ok bool) {
	switch g {
	case -2, -1, 0:
		return 0, true
	case 1, 3:
		return .5, true
	case 2, 4:
		return 1, true
	}
	return 0, false
}

// judge makes the topics of g: all those of the judgments, with clusters or without. Tweets of clusters need a time and, if
// they are of the days to score, a grade.
func (f *rtsFiles) judge(g *rtsGoldData) {
	g.number = make(map[metrics.Topic]int)
	for _, t := range slices.Sorted(maps.Keys(f.grades)) {
		g.number[t] = len(g.topics)
		g.topics = append(g.topics, rtsTopic{name: t, news: make([][]rtsNews, len(g.days))})
		for _, d := range slices.Sorted(maps.Keys(f.grades[t])) {
			if _, ok := rtsGain(f.grades[t][d]); !ok {
				clusterFlag(f.problems, f.qrels, "%w: topic %s gives tweet %s the grade %d, want -2 to 4",
					formats.ErrValue, formats.Show(t), formats.Show(d), f.grades[t][d])
			}
		}
	}
	for _, t := range f.topics {
		c, judged := g.number[t.name]
		if !judged {
			f.problems.Add(t.at, fmt.Errorf("%w: topic %s is not in %s, want judgments of every topic with clusters",
				formats.ErrUnknown, formats.Show(t.name), formats.Pos{File: f.qrels}))
			continue
		}
		topic := &g.topics[c]
		topic.cluster, topic.gain = make(map[metrics.Doc]int), make(map[metrics.Doc]float64)
		for i := range t.clusters {
			f.addCluster(g, topic, i, t.clusters[i])
		}
	}
}

// addCluster adds cluster number i. Of the days that it has tweets of, it is news only on those on which one has a gain.
func (f *rtsFiles) addCluster(g *rtsGoldData, topic *rtsTopic, i int, c cluster) {
	best := make(map[int]float64) // by day
	for _, m := range c.tweets {
		written, timed := f.timeOf[m.tweet]
		if !timed {
			f.problems.Add(m.at, fmt.Errorf("%w: topic %s: tweet %s has no line in %s, want its day and time",
				formats.ErrUnknown, formats.Show(topic.name), formats.Show(m.tweet), formats.Pos{File: f.times}))
			continue
		}
		day, within := g.days[written.day]
		if !within {
			continue
		}
		grade, judged := f.grades[topic.name][m.tweet]
		if !judged {
			f.problems.Add(m.at, fmt.Errorf("%w: topic %s: tweet %s is not judged in %s, want a grade",
				formats.ErrUnknown, formats.Show(topic.name), formats.Show(m.tweet), formats.Pos{File: f.qrels}))
			continue
		}
		gain, _ := rtsGain(grade)
		topic.cluster[m.tweet], topic.gain[m.tweet] = i, gain
		best[day] = max(best[day], gain)
	}
	for _, day := range slices.Sorted(maps.Keys(best)) {
		if best[day] > 0 {
			topic.news[day] = append(topic.news[day], rtsNews{i, best[day]})
		} else {
			f.zeroDays = append(f.zeroDays, fmt.Sprintf("topic %s, cluster %s, day %s", topic.name, c.name, g.span.from.AddDate(0, 0, day).Format(rtsDayLayout)))
		}
	}
}

// warnUnclustered warns of topics without a cluster that have something to report: all of their days are silent.
func (f *rtsFiles) warnUnclustered() {
	clustered := make(map[metrics.Topic]bool)
	for _, t := range f.topics {
		clustered[t.name] = len(t.clusters) > 0
	}
	var without []metrics.Topic
	relevant := 0
	for _, t := range slices.Sorted(maps.Keys(f.grades)) {
		for _, grade := range f.grades[t] {
			if gain, _ := rtsGain(grade); gain > 0 {
				relevant++
				if !clustered[t] {
					without = append(without, t)
				}
				break
			}
		}
	}
	if without != nil {
		f.s.Warnings = append(f.s.Warnings, metrics.Warning{Code: "topics-without-clusters", Text: fmt.Sprintf("%s: of %s with a relevant tweet in %s, %s no clusters, so that all of %s days are silent: %s",
			formats.Pos{File: f.clusters}, rankingCount(relevant, "topic"), formats.Pos{File: f.qrels}, clusterCount(len(without), "has", "have"), verb(len(without), "its", "their"), clusterSome(without))})
	}
}

// warnZero warns of clusters that are no news on a day, as no tweet of it has a gain. The scripts call such a day one with
// news, and divide by 0 if it has no others.
func (f *rtsFiles) warnZero() {
	if f.zeroDays != nil {
		f.s.Warnings = append(f.s.Warnings, metrics.Warning{Code: "zero-gain-clusters", Text: fmt.Sprintf("%s: %s ignored on a day on which none of its tweets has a gain: %s",
			formats.Pos{File: f.clusters}, clusterCount(len(f.zeroDays), "cluster is", "times a cluster is"), clusterSome(f.zeroDays))})
	}
}
