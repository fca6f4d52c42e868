package invent

import (
	"fmt"
	"math/rand/v2"
)

// clustered is a topic with tweets in clusters that say the same, and tweets that are not relevant.
type clustered struct {
	clusters [][]string
	others   []string // judged, not relevant
	unjudged []string
	grades   grades
}

// cluster draws the clusters of a topic with the given tweets: so many of 1 to 4 tweets, and so many others.
func cluster(src *rand.PCG, tweets []string, clusters, others int) *clustered {
	c := &clustered{grades: make(grades)}
	for range clusters {
		n := 1 + below(src, 4)
		for _, tweet := range tweets[:n] {
			c.grades[tweet] = 1 + below(src, 3)/2
		}
		c.clusters = append(c.clusters, tweets[:n:n])
		tweets = tweets[n:]
	}
	c.others, c.unjudged = tweets[:others:others], tweets[others:]
	return c
}

// qrels is the judgments, under a name that may differ from the topic's, with a grade for what is not relevant.
func (c *clustered) qrels(name, second string, none func(i int) int) []byte {
	var out []byte
	for _, tweets := range c.clusters {
		for _, tweet := range tweets {
			out = fmt.Appendf(out, "%s %s %s %d\n", name, second, tweet, c.grades[tweet])
		}
	}
	for i, tweet := range c.others {
		out = fmt.Appendf(out, "%s %s %s %d\n", name, second, tweet, none(i))
	}
	return out
}
