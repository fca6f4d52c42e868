package pooling

import (
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestNaiveTypes recounts what only runs of one kind found.
func TestNaiveTypes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawCollection(t)
		for _, r := range c.runs {
			r.Kind = rapid.SampledFrom([]string{"", "lexical", "dense"}).Draw(t, "kind")
		}
		depth := rapid.SampledFrom([]int{1, 3, AllRanks}).Draw(t, "depth")
		p, err := Build(c.runs, c.qrels, Options{Depth: depth})
		if err != nil {
			t.Fatal(err)
		}
		unique, retrieved, relevant := map[string]int{}, map[string]int{}, 0
		for topic, docs := range c.qrels {
			for d, g := range docs {
				if g < 1 {
					continue
				}
				relevant++
				in, at := map[string]bool{}, map[string]bool{}
				for _, r := range c.runs {
					for _, by := range c.contributors(topic, d, depth, UnitRun) {
						if by == "run "+string(r.Tag) {
							in[r.Kind] = true
						}
					}
					for _, s := range r.Topics[topic] {
						if s.Doc == d {
							at[r.Kind] = true
						}
					}
				}
				if kinds := slices.Collect(maps.Keys(in)); len(kinds) == 1 {
					unique[kinds[0]]++
				}
				if kinds := slices.Collect(maps.Keys(at)); len(kinds) == 1 {
					retrieved[kinds[0]]++
				}
			}
		}
		for _, s := range p.Types() {
			if s.UniqueRelevant != unique[s.Type] || s.RetrievedRelevant != retrieved[s.Type] || (s.UniqueShare == nil) != (relevant == 0) {
				t.Fatalf("%+v, want %d and %d of %d", s, unique[s.Type], retrieved[s.Type], relevant)
			}
		}
	})
}
