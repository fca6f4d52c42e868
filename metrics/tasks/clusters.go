package tasks

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"sigrel/metrics"
	"sigrel/metrics/formats"
)

// clusterWant is what a file of clusters looks like; those of 2014 and 2016 have "topics" around it.
const clusterWant = `{"topic": {"clusters": …}}`

// clusterTopic is a topic whose tweets were grouped: tweets of one cluster say the same thing.
type clusterTopic struct {
	name     metrics.Topic
	at       formats.Pos
	clusters []cluster // in the order of the file
}

type cluster struct {
	name   string
	at     formats.Pos
	tweets []clusterMember // none twice in a topic
}

type clusterMember struct {
	tweet metrics.Doc
	at    formats.Pos
}

// parseClusters reads clusters, the topics in byte order. The forms of all years are known:
//
//	2014: {"topics": {topic: {"topic": …, "clusters": [[tweet, …], …]}}}
//	2016: {"topics": {topic: {"clusters": {cluster: [tweet, …]}}}}
//	2017: {topic: {"clusters": {cluster: {"tweets": [tweet, …]}}}}
func parseClusters(text, file string, problems *formats.Problems) []clusterTopic {
	all, err := formats.ParseJSON(text, file, 1)
	if err != nil {
		problems.Merge(file, err)
		return nil
	}
	if inner := all.Get("topics"); inner != nil && inner.Get("clusters") == nil {
		all = inner
	}
	if all.Kind == formats.Object && len(all.Members) == 0 {
		problems.Add(all.At(file), fmt.Errorf("%w: no topics, want %s", formats.ErrEmpty, clusterWant))
	}
	if all.Kind != formats.Object {
		problems.Add(all.At(file), fmt.Errorf("%w: the topics are %s, want %s", formats.ErrValue, all.Kind, clusterWant))
	}
	p := &clusterParser{file: file, problems: problems}
	var out []clusterTopic
	for _, m := range all.Members {
		if topic, ok := p.topic(m); ok {
			out = append(out, topic)
		}
	}
	slices.SortFunc(out, func(a, b clusterTopic) int { return cmp.Compare(a.name, b.name) })
	return out
}

type clusterParser struct {
	file     string
	problems *formats.Problems
	topicID  metrics.Topic
	seen     map[metrics.Doc]clusterSeen
}

// clusterSeen is where a tweet of the topic came before.
type clusterSeen struct {
	cluster string
	line    int32
}

func (p *clusterParser) bad(v *formats.Value, format string, args ...any) {
	p.problems.Add(v.At(p.file), fmt.Errorf(format, args...))
}

func (p *clusterParser) topic(m formats.NamedValue) (clusterTopic, bool) {
	p.topicID, p.seen = metrics.Topic(m.Name), make(map[metrics.Doc]clusterSeen)
	topic := clusterTopic{name: p.topicID, at: m.Value.At(p.file)}
	if err := clusterName("topic", m.Name); err != nil {
		p.problems.Add(topic.at, err)
	}
	list := m.Value.Get("clusters")
	switch {
	case list == nil:
		p.bad(m.Value, "%w: topic %s has no %q, want %s", formats.ErrValue, formats.Show(p.topicID), "clusters", clusterWant)
	case list.Kind == formats.Array:
		for i, v := range list.Items {
			topic.clusters = append(topic.clusters, p.cluster(strconv.Itoa(i+1), v))
		}
	case list.Kind == formats.Object:
		for _, c := range list.Members {
			topic.clusters = append(topic.clusters, p.cluster(c.Name, c.Value))
		}
	default:
		p.bad(list, "%w: the clusters of topic %s are %s, want lists of tweets", formats.ErrValue, formats.Show(p.topicID), list.Kind)
	}
	return topic, list != nil
}

// cluster reads a list of tweets, or an object that has it as "tweets".
func (p *clusterParser) cluster(name string, v *formats.Value) cluster {
	c := cluster{name: name, at: v.At(p.file)}
	if tweets := v.Get("tweets"); tweets != nil {
		v = tweets
	}
	if v.Kind != formats.Array {
		p.bad(v, "%w: cluster %s of topic %s is %s, want a list of tweets as strings", formats.ErrValue,
			formats.Show(metrics.Topic(name)), formats.Show(p.topicID), v.Kind)
	}
	if v.Kind == formats.Array && len(v.Items) == 0 {
		p.problems.Add(c.at, fmt.Errorf("%w: cluster %s of topic %s has no tweets, want at least one", formats.ErrRule, formats.Show(name), formats.Show(p.topicID)))
	}
	for _, item := range v.Items {
		tweet, err := clusterTweet(item)
		if err != nil {
			p.problems.Add(item.At(p.file), err)
			continue
		}
		if first, twice := p.seen[tweet]; twice {
			p.bad(item, "%w: topic %s has tweet %s in cluster %s on line %d already, want it in one cluster, once", formats.ErrDuplicate,
				formats.Show(p.topicID), formats.Show(tweet), formats.Show(metrics.Topic(first.cluster)), first.line)
			continue
		}
		p.seen[tweet] = clusterSeen{name, item.Line}
		c.tweets = append(c.tweets, clusterMember{tweet, item.At(p.file)})
	}
	return c
}

// clusterTweets lists the tweets of all clusters, each once.
func clusterTweets(topics []clusterTopic) []metrics.Doc {
	var out []metrics.Doc
	for _, t := range topics {
		for _, c := range t.clusters {
			for _, m := range c.tweets {
				out = append(out, m.tweet)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// clusterQrels reads judgments.
func clusterQrels(file string, problems *formats.Problems) (metrics.Qrels, []metrics.Warning) {
	in, err := formats.Open(file)
	if err != nil {
		problems.Merge(file, err)
		return nil, nil
	}
	defer in.Close()
	qrels, warnings, err := formats.ReadQrels(in, file)
	problems.Merge(file, err)
	return qrels, warnings
}
