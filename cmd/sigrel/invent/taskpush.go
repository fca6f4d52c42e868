package invent

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"
)

// Real-time summaries.
const (
	pushTopics = 6
	pushStock  = 40
	pushOthers = 10
	pushDays   = 6
)

// pushStart is when the first day begins, in UTC.
var pushStart = time.Date(2031, 3, 4, 0, 0, 0, 0, time.UTC)

var pushRuns = [...]summarizer{
	{"cedar-push", 80, 25, 12},
	{"nour-push", 90, 50, 35},
}

// push is a tweet that a run pushes.
type push struct {
	topic, tweet string
	at           time.Time
}

// pushTask makes the judgments, the clusters, the times of judged tweets, and the runs in the order of their pushes. Of
// tweets that are not relevant some have the code -2, that of spam.
func pushTask() []File {
	ids := tweetIDs("rts", pushTopics*pushStock, 18)
	var qrels, times []byte
	var clusters []string
	pushes := make([][]push, len(pushRuns))
	for t, topic := range numbered("RTS", pushTopics) {
		src := taskSource("push", t)
		tweets := ids[t*pushStock : (t+1)*pushStock]
		shuffle(src, tweets)
		c := cluster(src, tweets, 3+below(src, 3), pushOthers)
		qrels = append(qrels, c.qrels(topic, "0", func(i int) int { return -2 * (i % 3 / 2) })...)
		clusters = append(clusters, fmt.Sprintf("%q: {\"clusters\": %s}", topic, c.named()))
		written := c.written(src)
		for _, tweet := range slices.Concat(slices.Concat(c.clusters...), c.others) {
			times = fmt.Appendf(times, "%s %s %d\n", tweet, written[tweet].Format("20060102"), written[tweet].Unix())
		}
		for i, r := range pushRuns {
			src := taskSource(r.tag, t)
			for _, tweet := range r.pick(src, c) {
				late := time.Duration(1+below(src, 90)) * time.Minute
				pushes[i] = append(pushes[i], push{topic, tweet, written[tweet].Add(late)})
			}
		}
	}
	files := []File{{"qrels.txt", qrels}, {"clusters.json", runObject(clusters)}, {"tweets2dayepoch", times}}
	for i, r := range pushRuns {
		files = append(files, File{"runs/" + r.tag + ".txt", pushLines(pushes[i], r.tag)})
	}
	return files
}

// written draws when the tweets were written: those of a cluster from some day on, others on any day. The last two hours of
// a day are left to the pushes.
func (c *clustered) written(src *rand.PCG) map[string]time.Time {
	out := make(map[string]time.Time)
	on := func(day int) time.Time {
		return pushStart.AddDate(0, 0, day).Add(time.Duration(below(src, 22*60*60)) * time.Second)
	}
	for _, tweets := range c.clusters {
		day := below(src, pushDays)
		for i, tweet := range tweets {
			out[tweet] = on(min(day+i/2, pushDays-1))
		}
	}
	for _, tweet := range slices.Concat(c.others, c.unjudged) {
		out[tweet] = on(below(src, pushDays))
	}
	return out
}

// named is the clusters as an object, {"1": {"tweets": […]}, …}.
func (c *clustered) named() string {
	parts := make([]string, len(c.clusters))
	for i, tweets := range c.clusters {
		parts[i] = fmt.Sprintf("\"%d\": {\"tweets\": %s}", i+1, marshal(tweets))
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// pushLines is a run: topic, tweet, time and tag.
func pushLines(pushes []push, tag string) []byte {
	slices.SortStableFunc(pushes, func(a, b push) int { return a.at.Compare(b.at) })
	var out []byte
	for _, p := range pushes {
		out = fmt.Appendf(out, "%s %s %s %s\n", p.topic, p.tweet, p.at.Format("0102-15:04:05"), tag)
	}
	return out
}
