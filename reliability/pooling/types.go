package pooling

import "math"

// TypeShare is what the runs of one type gave: without them these relevant documents would not have been found.
type TypeShare struct {
	Type string `json:"type"`
	Runs int    `json:"runs"`
	// Of the judgments: those that only runs of this type contributed, to the depth of the pool.
	UniqueJudged   int `json:"unique_judged"`
	UniqueRelevant int `json:"unique_relevant"`
	// RetrievedRelevant are the relevant documents that only runs of this type retrieved, at any rank, pooled or not.
	RetrievedRelevant int `json:"only_retrieved_relevant"`
	// Shares of all relevant documents; nil if there are none.
	UniqueShare    *float64 `json:"unique_share"`
	RetrievedShare *float64 `json:"only_retrieved_share"`
}

// Types tells what each type of runs gave, in the order of the first run of each; nil if no run has a type. A document that
// a run without a type has is no type's own.
func (p *Pool) Types() []TypeShare {
	if len(p.types.names) == 0 {
		return nil
	}
	out := make([]TypeShare, len(p.types.names))
	for u, name := range p.types.names {
		out[u].Type, out[u].Runs = name, len(p.types.members(u))
	}
	relevant := 0
	everything := func(t *topic, r int) []int32 { return t.ranked[r] }
	for i := range p.topics {
		t := &p.topics[i]
		retrieved := t.soleFinders(everything, func(r int) int32 { return int32(p.types.of[r]) })
		for n, u := range t.byType {
			g := t.gains[n]
			if math.IsNaN(g) {
				continue
			}
			if u >= 0 {
				out[u].UniqueJudged++
			}
			if g < p.level {
				continue
			}
			relevant++
			if u >= 0 {
				out[u].UniqueRelevant++
			}
			if u := retrieved[n]; u >= 0 {
				out[u].RetrievedRelevant++
			}
		}
	}
	for u := range out {
		out[u].UniqueShare = over(float64(out[u].UniqueRelevant), relevant)
		out[u].RetrievedShare = over(float64(out[u].RetrievedRelevant), relevant)
	}
	return out
}
