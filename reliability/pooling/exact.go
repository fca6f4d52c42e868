package pooling

import "fmt"

// exactDepth looks for a depth that explains the judgments without a remainder: a number k of ranks such that every
// document in the first k ranks of every run that may have been pooled is pooled, and no pooled document that a run
// retrieved is outside the union of these first ranks. Pooled documents that no run here retrieved do not matter: other
// runs, or people, may have put them there. Where several k fit, which takes lists that share their documents at the
// last of the ranks, the answer is the greatest: the next rank holds a document that is not pooled.
//
// If all that the runs retrieved is pooled, there is no such next rank, and the pool may be deeper than the lists are
// long. The answer is then the length of the longest list, provided that no smaller k fits; else there is none.
func (p *Pool) exactDepth() (Depth, bool) {
	least, most, longest := p.bounds()
	if most > longest && least < longest {
		return Depth{}, false
	}
	k := min(most, longest)
	if k < 1 || least > k {
		return Depth{}, false
	}
	what := "the pool is"
	if p.unretrieved() {
		what = "the part of the pool that was retrieved is"
	}
	d := Depth{Ranks: k, Reason: fmt.Sprintf("inferred: %s exactly the union of the first %d of each run", what, k)}
	if least < k {
		d.Reason += fmt.Sprintf(", as it is of the first %d", max(least, 1))
	}
	before := 1.0
	d.Before = &before
	if steps := p.steps(); k <= len(steps) {
		_, after := steps[k-1].shares()
		d.After = &after
	}
	return d, true
}

// bounds are the least number of ranks whose union holds every pooled document that was retrieved, the most that hold
// none that is not pooled, and the length of the longest list. Least exceeds longest if only a run that was not pooled
// retrieved a pooled document; most does if all that was retrieved is pooled.
func (p *Pool) bounds() (least, most, longest int) {
	for i := range p.topics {
		for r, ranked := range p.topics[i].ranked {
			if !p.runs[r].Unpooled {
				longest = max(longest, len(ranked))
			}
		}
	}
	most = longest + 1
	for i := range p.topics {
		t := &p.topics[i]
		first := make([]int, t.unpooled()) // for each pooled document, the least rank; 0: not retrieved
		for r, ranked := range t.ranked {
			for k, n := range ranked {
				rank := k + 1
				switch {
				case p.runs[r].Unpooled:
					rank = longest + 1
				case n == t.unpooled():
					most = min(most, k)
				}
				if n != t.unpooled() && (first[n] == 0 || rank < first[n]) {
					first[n] = rank
				}
			}
		}
		for _, rank := range first {
			least = max(least, rank)
		}
	}
	return least, most, longest
}

// unretrieved says whether the pool has a document that no run retrieved.
func (p *Pool) unretrieved() bool {
	for i := range p.topics {
		t := &p.topics[i]
		found := make([]bool, len(t.gains)) // the last is for all that is not pooled
		for _, ranked := range t.ranked {
			for _, n := range ranked {
				found[n] = true
			}
		}
		for _, yes := range found[:t.unpooled()] {
			if !yes {
				return true
			}
		}
	}
	return false
}
