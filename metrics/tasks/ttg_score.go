package tasks

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"sigrel/metrics"
)

// ttgScores holds the scores on a topic, in the order of the task's measures.
type ttgScores [5]float64

const (
	ttgWF1 = iota
	ttgF1
	ttgP
	ttgR
	ttgWR
)

// score scores a set of tweets. Where there is nothing to divide by, the score is 0.
func (t *ttgTopic) score(tweets []metrics.Scored) ttgScores {
	found := make([]bool, len(t.weights))
	hits, weight := 0, int64(0)
	for i := range tweets {
		if c, in := t.cluster[tweets[i].Doc]; in && !found[c] {
			found[c] = true
			hits++
			weight += t.weights[c]
		}
	}
	var s ttgScores
	if hits > 0 {
		s[ttgP] = float64(hits) / float64(len(tweets))
		s[ttgR] = float64(hits) / float64(len(t.weights))
	}
	if weight > 0 {
		s[ttgWR] = float64(weight) / float64(t.weight)
	}
	s[ttgF1] = ttgHarmonic(s[ttgP], s[ttgR])
	s[ttgWF1] = ttgHarmonic(s[ttgP], s[ttgWR])
	return s
}

// ttgHarmonic is the harmonic mean of two numbers, 0 where both are 0.
func ttgHarmonic(a, b float64) float64 {
	if a+b == 0 {
		return 0
	}
	return 2 * a * b / (a + b)
}

// ttgTable scores all runs and says which topics they miss.
func ttgTable(topics []ttgTopic, answers []ttgAnswers, s *Submissions) *Table {
	t := &Table{Counts: true, Values: make([]*mat.Dense, len(ttgScores{}))}
	for m := range t.Values {
		t.Values[m] = mat.NewDense(len(answers), len(topics), nil)
	}
	judged := make(map[string]bool)
	for _, topic := range topics {
		t.Topics = append(t.Topics, topic.name)
		judged[ttgNumber(topic.name)] = true
	}
	for i, run := range answers {
		miss := metrics.Missing{Run: s.Runs[i]}
		for c, topic := range topics {
			answer, there := run[ttgNumber(topic.name)]
			if !there {
				miss.Topics = append(miss.Topics, topic.name)
			}
			for m, v := range topic.score(answer.tweets) {
				t.Values[m].Set(i, c, v)
			}
		}
		for n, answer := range run {
			if !judged[n] {
				miss.Extra = append(miss.Extra, answer.topic)
			}
		}
		slices.Sort(miss.Extra)
		if len(miss.Topics)+len(miss.Extra) > 0 {
			t.Missing = append(t.Missing, miss)
		}
		if n := len(miss.Topics); n == 0 || n == len(topics) { // else they are named with the missing ones
			s.Warnings = append(s.Warnings, clusterUnknown(miss, "")...)
		}
		s.Conventions = append(s.Conventions, ttgOfMeans(t, i, s.Runs[i].Tag))
	}
	return t
}

// ttgOfMeans computes the harmonic means of the mean precision and recall of run i, which others report as F1.
func ttgOfMeans(t *Table, i int, tag metrics.Tag) Convention {
	mean := func(m int) float64 {
		sum := 0.0
		for _, v := range t.Values[m].RawRowView(i) {
			sum += v
		}
		return sum / float64(len(t.Topics))
	}
	p := mean(ttgP)
	return Convention{fmt.Sprintf("F1 of the means of run %q", tag),
		fmt.Sprintf("wF1 %.4f, F1 %.4f", ttgHarmonic(p, mean(ttgWR)), ttgHarmonic(p, mean(ttgR)))}
}
