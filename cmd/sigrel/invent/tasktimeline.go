package invent

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// Timelines.
const (
	timelineTopics = 8
	timelineStock  = 40 // tweets of a topic, judged or not
	timelineOthers = 6
	timelineFirst  = 301
)

// summarizer is a system that picks tweets: of a hundred clusters it finds so many, so many of those it tells twice, and of
// a hundred other tweets it takes so many.
type summarizer struct {
	tag           string
	finds, repeat int
	noise         int
}

var timelineRuns = [...]summarizer{
	{"cedar-ttg", 75, 30, 15},
	{"nour-ttg", 55, 20, 30},
}

// timelineTask makes the judgments, whose topics are bare numbers, the clusters and the runs.
func timelineTask() []File {
	ids := tweetIDs("ttg", timelineTopics*timelineStock, 18)
	var qrels []byte
	var clusters []string
	topics := make([]string, timelineTopics)
	entries := make([]entry, len(timelineRuns))
	for t := range topics {
		src, number := taskSource("timeline", t), strconv.Itoa(timelineFirst+t)
		topics[t] = "MB" + number
		tweets := ids[t*timelineStock : (t+1)*timelineStock]
		shuffle(src, tweets)
		c := cluster(src, tweets, 4+below(src, 4), timelineOthers)
		qrels = append(qrels, c.qrels(number, "Q0", func(int) int { return 0 })...)
		clusters = append(clusters, fmt.Sprintf("%q: {\"topic\": \"invented topic %s\", \"clusters\": %s}", topics[t], number, marshal(c.clusters)))
		for i, r := range timelineRuns {
			picked := r.pick(taskSource(r.tag, t), c)
			l := make(list, len(picked))
			for k, tweet := range picked {
				l[k] = line{tweet, int64(100 - k)}
			}
			entries[i].lists = append(entries[i].lists, l)
		}
	}
	files := []File{{"qrels.txt", qrels}, {"clusters.json", []byte("{\"topics\": {\n" + strings.Join(clusters, ",\n") + "\n}}\n")}}
	for i, r := range timelineRuns {
		entries[i].tag = r.tag
		files = append(files, File{"runs/" + r.tag + ".txt", runText(topics, &entries[i], 2)})
	}
	return files
}

// pick draws tweets of clusters, and others, in no order.
func (r *summarizer) pick(src *rand.PCG, c *clustered) []string {
	var out []string
	for _, tweets := range c.clusters {
		if below(src, 100) >= r.finds {
			continue
		}
		k := below(src, len(tweets))
		out = append(out, tweets[k])
		if len(tweets) > 1 && below(src, 100) < r.repeat {
			out = append(out, tweets[(k+1)%len(tweets)])
		}
	}
	for _, tweet := range slices.Concat(c.others, c.unjudged[:timelineOthers]) {
		if below(src, 100) < r.noise {
			out = append(out, tweet)
		}
	}
	shuffle(src, out)
	return out
}
