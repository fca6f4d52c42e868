package metrics

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"sort"
)

// Gold judges ranked documents. Implementations are safe for use by several goroutines at once.
type Gold interface {
	// Topics lists the judged topics, in byte order.
	Topics() []Topic
	// Judge says what a judge saw at each rank of topic t. The documents come best first.
	Judge(t Topic, ranked []Scored) Judged
}

// Judged is one topic's ranking as a judge saw it: all that a measure sees.
type Judged struct {
	Gains  []float64 // gain (for qrels: grade) at each rank from 1; NaN where the document is not judged
	Pooled []bool    // parallel to Gains: pooled, yet not judged; nil if there is no such document
	Ideal  []float64 // gains of all judged documents of the topic, retrieved or not, decreasing; zeros included
	Level  float64   // smallest gain that is relevant
	Top    float64   // greatest gain in the whole collection
	Sample *Sample   // where the judgments are a sample of the pool, drawn in strata; else nil
}

// R is the number of judged documents of the topic whose gain reaches the level, retrieved or not.
func (j Judged) R() int {
	return sort.Search(len(j.Ideal), func(i int) bool { return j.Ideal[i] < j.Level })
}

// N is the number of judged documents of the topic whose gain is below the level, retrieved or not.
func (j Judged) N() int { return len(j.Ideal) - j.R() }

// relevant counts the relevant documents in the first k ranks.
func (j Judged) relevant(k int) int {
	n := 0
	for _, g := range j.Gains[:min(k, len(j.Gains))] {
		if g >= j.Level {
			n++
		}
	}
	return n
}

// unjudged counts the documents without a judgment in the first k ranks.
func (j Judged) unjudged(k int) int {
	n := 0
	for _, g := range j.Gains[:min(k, len(j.Gains))] {
		if math.IsNaN(g) {
			n++
		}
	}
	return n
}

// cut is k, or the number of ranks if k is 0.
func (j Judged) cut(k int) int {
	if k == 0 {
		return len(j.Gains)
	}
	return min(k, len(j.Gains))
}

// condensed leaves out what is not judged, as trec_eval -J does; counts of the topic stay.
func (j Judged) condensed() Judged {
	kept := make([]float64, 0, len(j.Gains))
	var of []int
	for i, g := range j.Gains {
		if math.IsNaN(g) {
			continue
		}
		kept = append(kept, g)
		if j.Sample != nil {
			of = append(of, j.Sample.Of[i])
		}
	}
	if j.Sample != nil {
		j.Sample = &Sample{Of: of, Strata: j.Sample.Strata}
	}
	j.Gains, j.Pooled = kept, nil
	return j
}

// ratio is a/b, and 0 where b is 0: what trec_eval prints for a topic without relevant documents.
func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}

// Gold makes a judge of q that takes grades of at least level as relevant. A document without a line in q, or with a
// negative grade, is not judged. The judge reads q, so q must not change while it is in use.
//
// It panics if level is less than 1.
func (q Qrels) Gold(level int) Gold { return q.gold(level) }

func (q Qrels) gold(level int) *qrelsGold {
	if level < 1 {
		panic(fmt.Sprintf("metrics: level %d: want 1 or more", level))
	}
	g := &qrelsGold{qrels: q, level: float64(level), ideal: make(map[Topic][]float64, len(q))}
	for t, docs := range q {
		ideal := make([]float64, 0, len(docs))
		for _, grade := range docs {
			if grade >= 0 {
				ideal = append(ideal, float64(grade))
				g.top = max(g.top, float64(grade))
			}
		}
		slices.Sort(ideal)
		slices.Reverse(ideal)
		g.ideal[t] = ideal
	}
	g.topics = slices.Sorted(maps.Keys(q))
	return g
}

type qrelsGold struct {
	qrels      Qrels
	topics     []Topic
	ideal      map[Topic][]float64
	level, top float64
}

func (g *qrelsGold) Topics() []Topic { return slices.Clone(g.topics) }

func (g *qrelsGold) Judge(t Topic, ranked []Scored) Judged {
	docs := g.qrels[t]
	j := Judged{Gains: make([]float64, len(ranked)), Ideal: g.ideal[t], Level: g.level, Top: g.top}
	for i := range ranked {
		grade, pooled := docs[ranked[i].Doc]
		if grade >= 0 && pooled {
			j.Gains[i] = float64(grade)
			continue
		}
		j.Gains[i] = math.NaN()
		if pooled {
			if j.Pooled == nil {
				j.Pooled = make([]bool, len(ranked))
			}
			j.Pooled[i] = true
		}
	}
	return j
}

// NegativesJudged returns a copy of q in which negative grades are 0: judged and not relevant. It is for collections
// that use negative grades for spam.
func (q Qrels) NegativesJudged() Qrels {
	out := make(Qrels, len(q))
	for t, docs := range q {
		out[t] = maps.Clone(docs)
		for d, grade := range docs {
			out[t][d] = max(grade, 0)
		}
	}
	return out
}
