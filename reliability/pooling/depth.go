package pooling

import (
	"fmt"
	"math"
)

// Depth says how many documents of each run and topic went into the pool, and how that is known.
type Depth struct {
	Ranks  int      `json:"ranks"`  // 0: all that was retrieved, as asked or because the depth is not known
	Given  bool     `json:"given"`  // the caller said so; else it was inferred, or is not known
	Before *float64 `json:"before"` // where inferred: share of the documents at rank Ranks that are pooled
	After  *float64 `json:"after"`  // and of those one rank deeper, over the same lists; nil also if no list is that long
	Reason string   `json:"reason"` // why Ranks is what it is, for people
}

// Unknown says that the depth was neither given nor inferred. All that was retrieved is then taken as contributed. A
// document which two runs retrieved is then neither run's own, though one of them may have it below the depth, so that
// leaving runs out as a rule does less than it should.
func (d Depth) Unknown() bool { return d.Ranks == 0 && !d.Given }

// What makes a step. A fall of the pooled share from one rank to the next is tested by McNemar's statistic, over all
// lists (a topic of a run) that reach the deeper rank. A thousand ranks without a step give a largest value of about 3.3.
const (
	stepTest  = 4.0 // least statistic
	stepTrend = 3.0 // least ratio to the mean fall a rank in the neighbourhood
	stepNear  = 5   // ranks on each side that are the neighbourhood
)

// settleDepth takes the depth given, or looks for one that explains the pool exactly, or else for the rank after which
// the pooled share falls most.
func (p *Pool) settleDepth(given int) Depth {
	switch {
	case given == AllRanks:
		return Depth{Given: true, Reason: "all retrieved documents, as asked"}
	case given > 0:
		return Depth{Ranks: given, Given: true, Reason: "as given"}
	}
	if d, ok := p.exactDepth(); ok {
		return d
	}
	steps := p.steps()
	best := -1
	for i := range steps {
		if best < 0 || steps[i].statistic() > steps[best].statistic() {
			best = i
		}
	}
	none := func(format string, args ...any) Depth {
		return Depth{Reason: "no step found, so every retrieved document counts: " + fmt.Sprintf(format, args...)}
	}
	if best < 0 {
		return none("no list of a run has two documents")
	}
	s := steps[best]
	if s.statistic() <= 0 {
		return none("the share of pooled documents does not fall with the rank")
	}
	before, after := s.shares()
	if s.statistic() < stepTest {
		return none("the largest fall of the share of pooled documents, from %.3f at rank %d to %.3f, is within chance", before, best+1, after)
	}
	if fall, trend := before-after, trendAround(steps, best); fall < stepTrend*trend {
		return none("the share of pooled documents falls steadily, and at rank %d, from %.3f to %.3f, no faster than around it", best+1, before, after)
	}
	return Depth{Ranks: best + 1, Before: &before, After: &after,
		Reason: fmt.Sprintf("inferred: the share of pooled documents falls from %.3f at rank %d to %.3f at rank %d", before, best+1, after, best+2)}
}

// step compares two neighbouring ranks over the lists that have both.
type step struct {
	lists, before, after int // lists; pooled at the upper rank; pooled at the lower
	fell, rose           int // pooled at the upper rank only; at the lower only
}

func (s step) statistic() float64 {
	if s.fell == s.rose {
		return 0
	}
	return float64(s.fell-s.rose) / math.Sqrt(float64(s.fell+s.rose))
}

func (s step) shares() (before, after float64) {
	return float64(s.before) / float64(s.lists), float64(s.after) / float64(s.lists)
}

// steps counts over all lists of runs that may have been pooled; entry i compares ranks i+1 and i+2.
func (p *Pool) steps() []step {
	var steps []step
	for i := range p.topics {
		t := &p.topics[i]
		for r, ranked := range t.ranked {
			if p.runs[r].Unpooled {
				continue
			}
			for len(steps) < len(ranked)-1 {
				steps = append(steps, step{})
			}
			for k := 1; k < len(ranked); k++ {
				s := &steps[k-1]
				upper, lower := ranked[k-1] != t.unpooled(), ranked[k] != t.unpooled()
				s.lists++
				if upper {
					s.before++
				}
				if lower {
					s.after++
				}
				switch {
				case upper && !lower:
					s.fell++
				case lower && !upper:
					s.rose++
				}
			}
		}
	}
	return steps
}

// trendAround is the mean fall a rank near the step, without the step itself.
func trendAround(steps []step, at int) float64 {
	var sum float64
	n := 0
	for i := max(0, at-stepNear); i <= min(len(steps)-1, at+stepNear); i++ {
		if i != at {
			before, after := steps[i].shares()
			sum += before - after
			n++
		}
	}
	if n == 0 {
		return 0
	}
	return sum / float64(n)
}
