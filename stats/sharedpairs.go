package stats

import (
	"slices"

	"gonum.org/v1/gonum/mat"
)

// sharedPairs keeps the single tests of all pairs of a matrix, so that procedures that differ in their correction only make
// them once. It is for one goroutine, one matrix after the other, and options that stay the same; a nil one keeps nothing.
type sharedPairs struct {
	scores *mat.Dense
	made   map[*PairedTest]testedPairs
}

type testedPairs struct {
	pairs  []Pair
	spread []differences
}

// find gives copies of the pairs, which the caller may fill in.
func (s *sharedPairs) find(scores *mat.Dense, test *PairedTest) ([]Pair, []differences, bool) {
	if s == nil || s.scores != scores {
		return nil, nil, false
	}
	t, ok := s.made[test]
	return slices.Clone(t.pairs), t.spread, ok
}

func (s *sharedPairs) keep(scores *mat.Dense, test *PairedTest, pairs []Pair, spread []differences) {
	if s == nil {
		return
	}
	if s.scores != scores {
		s.scores, s.made = scores, make(map[*PairedTest]testedPairs)
	}
	s.made[test] = testedPairs{slices.Clone(pairs), spread}
}
