package metrics

import (
	"maps"
	"math"
	"slices"
)

// PoolStrata says which stratum of the pool each pooled document of each topic is in, judged or not.
type PoolStrata map[Topic]map[Doc]string

// Sample says how the pool of a topic was sampled.
type Sample struct {
	Of     []int     // stratum of the document at each rank, an index of Strata; −1 where it is not pooled
	Strata []Stratum // of the topic
}

// Stratum is a part of the pool of which some documents, drawn at random, were judged.
type Stratum struct {
	Pooled int       // documents
	Grades []float64 // of those judged
}

// SampledGold is [Qrels.Gold] for judgments of a sample of the pool. Each judged document of q, and each with a negative
// grade, which is pooled and not judged, is in the stratum that strata has for it, "" where it has none.
//
// It panics if level is less than 1.
func (q Qrels) SampledGold(level int, strata PoolStrata) Gold {
	g := &sampledGold{qrelsGold: q.gold(level), number: make(map[Topic]map[string]int), of: strata, strata: make(map[Topic][]Stratum)}
	for t, docs := range q {
		numbers := make(map[string]int)
		var all []Stratum
		for _, d := range slices.Sorted(maps.Keys(docs)) { // sums over strata depend on their order
			grade := docs[d]
			n, known := numbers[strata[t][d]]
			if !known {
				n = len(all)
				numbers[strata[t][d]] = n
				all = append(all, Stratum{})
			}
			all[n].Pooled++
			if grade >= 0 {
				all[n].Grades = append(all[n].Grades, float64(grade))
			}
		}
		g.number[t], g.strata[t] = numbers, all
	}
	return g
}

type sampledGold struct {
	*qrelsGold
	of     PoolStrata
	number map[Topic]map[string]int // of each stratum's name
	strata map[Topic][]Stratum
}

func (g *sampledGold) Judge(t Topic, ranked []Scored) Judged {
	j := g.qrelsGold.Judge(t, ranked)
	j.Sample = &Sample{Of: make([]int, len(ranked)), Strata: g.strata[t]}
	for i := range ranked {
		j.Sample.Of[i] = -1
		if !math.IsNaN(j.Gains[i]) || j.Pooled != nil && j.Pooled[i] {
			j.Sample.Of[i] = g.number[t][g.of[t][ranked[i].Doc]]
		}
	}
	return j
}

// sample is that of j; without one, the pool is one stratum, of which only the judged documents are known.
func (j Judged) sample() *Sample {
	if j.Sample != nil {
		return j.Sample
	}
	s := &Sample{Of: make([]int, len(j.Gains)), Strata: []Stratum{{Pooled: len(j.Ideal), Grades: j.Ideal}}}
	for i, g := range j.Gains {
		if math.IsNaN(g) && (j.Pooled == nil || !j.Pooled[i]) {
			s.Of[i] = -1
		}
	}
	return s
}
