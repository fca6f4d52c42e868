package stats

import (
	"math"
	"math/bits"
	"math/rand/v2"

	"sigrel/stats/resample"
)

// bootstrapLabel names the random stream of all bootstrap tests and intervals.
const bootstrapLabel = "bootstrap"

// BootstrapTopics draws n of n topics with replacement, plan.Count() times, and gives the statistic of each draw, in the
// order of the draws. A draw is a list of n topics, numbered from 0, in which topics may be missing and repeated; it
// serves all systems at once, so that what is paired stays paired. With one n, seed and label every statistic sees the
// same draws; the label "bootstrap" gives those of the bootstrap test.
//
// statistic is called on several goroutines at once and must neither keep nor change the list. Where it does not exist,
// it may be NaN: the intervals made from replicates leave those out and say so. It panics if n < 1.
func BootstrapTopics(n int, statistic func(topics []int) float64, plan resample.Plan, label string) []float64 {
	out := make([]float64, 0, plan.Count())
	for _, block := range resample.Map(plan, label, func(b resample.Block) []float64 {
		draw := newTopicDraws(n)
		topics, values := make([]int, n), make([]float64, b.Hi-b.Lo)
		for r := range values {
			draw.fill(topics, b.Source)
			values[r] = statistic(topics)
		}
		return values
	}) {
		out = append(out, block...)
	}
	return out
}

// JackknifeTopics gives the statistic of the n lists of topics that lack one, topic 0 first: what [BCaInterval] takes
// the acceleration from. It panics if n < 2.
func JackknifeTopics(n int, statistic func(topics []int) float64) []float64 {
	if n < 2 {
		panic("stats: jackknife of fewer than 2 topics")
	}
	out, topics := make([]float64, n), make([]int, n-1)
	for left := range out {
		for i := range topics {
			topics[i] = i
			if i >= left {
				topics[i]++
			}
		}
		out[left] = statistic(topics)
	}
	return out
}

// topicDraws says how topics are drawn from random words: an even number from each word, one after the other, each as
// the whole part of the rest of the word times n. Two such draws, i and j, are the one draw n·i + j from n² pairs of
// topics, so sums may be taken from tables of pairs. Each draw of topics starts with a new word.
type topicDraws struct {
	n     uint64
	pairs int // drawn from one word
}

// maxSpent is log2 of the product of the bounds that one word serves, at most: each topic is then as likely as any other
// to within 2^-24 of its probability.
const maxSpent = 40

func newTopicDraws(n int) topicDraws {
	if n < 1 {
		panic("stats: bootstrap of no topics")
	}
	most := maxSpent / (2 * math.Log2(float64(n)))
	return topicDraws{n: uint64(n), pairs: int(max(1, min(most, maxSpent)))}
}

// fill draws all topics of one replicate.
func (d topicDraws) fill(dst []int, source *rand.PCG) {
	word := uint64(0)
	for q := range dst {
		if q%(2*d.pairs) == 0 {
			word = source.Uint64()
		}
		high, low := bits.Mul64(word, d.n)
		dst[q], word = int(high), low
	}
}
