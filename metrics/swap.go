package metrics

import (
	"fmt"
	"math"
	"slices"
)

// Swap is what a test within one topic needs: two runs whose documents can be swapped. If it made no difference which of
// the two systems scored a document, the two scores that it has could change places, and the measure of both runs be
// computed anew; a document that one run lacks goes over to it.
type Swap struct {
	topic   Topic
	gold    Gold
	measure Applied
	opt     EvalOptions
	order   [2]Order
	same    [2][]Scored // documents that swapping leaves as they are
	items   [][2]Scored // the others; a document that a run lacks has the score NaN there
}

// NewSwap prepares the documents of topic t of two runs, judged by gold and measured by m. With byRank the runs' ranks
// change places instead of their scores: for systems whose scores lie on different scales, where a swapped score would
// put any document first or last. It panics if a or b is nil.
func NewSwap(a, b *Run, t Topic, gold Gold, m Applied, opt EvalOptions, byRank bool) *Swap {
	s := &Swap{topic: t, gold: gold, measure: m, opt: opt, order: [2]Order{a.Order, b.Order}}
	lists := [2][]Scored{a.Ranked(t), b.Ranked(t)}
	if byRank {
		s.order = [2]Order{}
		for i := range lists {
			lists[i] = slices.Clone(lists[i])
			for r := range lists[i] {
				lists[i][r].Score = -float64(r + 1)
			}
		}
	}
	other := make(map[Doc]Scored, len(lists[1]))
	for _, d := range lists[1] {
		other[d.Doc] = d
	}
	for _, d := range lists[0] {
		e, both := other[d.Doc]
		delete(other, d.Doc)
		if !both {
			e = Scored{Doc: d.Doc, Score: math.NaN()}
		}
		s.add(d, e)
	}
	for _, d := range lists[1] { // in the order of the run, so that the items are numbered the same each time
		if _, only := other[d.Doc]; only {
			s.add(Scored{Doc: d.Doc, Score: math.NaN()}, d)
		}
	}
	return s
}

func (s *Swap) add(d, e Scored) {
	if d.Score == e.Score && (s.order[0] != OrderRank || d.Rank == e.Rank) {
		s.same[0], s.same[1] = append(s.same[0], d), append(s.same[1], e)
		return
	}
	s.items = append(s.items, [2]Scored{d, e})
}

// Items is the number of documents that swapping changes.
func (s *Swap) Items() int { return len(s.items) }

// Difference makes a function that gives the measure of the first run less that of the second when the documents marked
// in swapped are swapped; nil: none are. The function is for one goroutine.
func (s *Swap) Difference() func(swapped []bool) float64 {
	var docs [2][]Scored
	return func(swapped []bool) float64 {
		for r := range docs {
			docs[r] = append(docs[r][:0], s.same[r]...)
		}
		for i, pair := range s.items {
			if swapped != nil && swapped[i] {
				pair[0], pair[1] = pair[1], pair[0]
			}
			for r := range docs {
				if !math.IsNaN(pair[r].Score) {
					docs[r] = append(docs[r], pair[r])
				}
			}
		}
		return s.value(docs[0], 0) - s.value(docs[1], 1)
	}
}

func (s *Swap) value(docs []Scored, run int) float64 {
	s.order[run].Rank(docs)
	if s.opt.Cutoff > 0 {
		docs = docs[:min(s.opt.Cutoff, len(docs))]
	}
	j := s.gold.Judge(s.topic, docs)
	if s.opt.JudgedOnly {
		j = j.condensed()
	}
	return s.measure.Value(j)
}

// Scales warns where the scores of two runs on topic t hardly overlap, so that swapping scores says little. The code is
// "different-scales".
func Scales(a, b *Run, t Topic) []Warning {
	span := func(docs []Scored) (lo, hi float64) {
		lo, hi = math.Inf(1), math.Inf(-1)
		for _, d := range docs {
			lo, hi = min(lo, d.Score), max(hi, d.Score)
		}
		return lo, hi
	}
	alo, ahi := span(a.Topics[t])
	blo, bhi := span(b.Topics[t])
	common := min(ahi, bhi) - max(alo, blo)
	if widest := max(ahi-alo, bhi-blo); common >= widest/4 {
		return nil
	}
	return []Warning{{"different-scales", fmt.Sprintf("the scores of the two runs lie on different scales, %.4g to %.4g and %.4g to %.4g; "+
		"want ranks swapped instead (--items ranks)", alo, ahi, blo, bhi)}}
}
