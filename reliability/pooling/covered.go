package pooling

import (
	"slices"

	"sigrel/metrics"
)

// enough is the share of a run's first ranks that must be pooled before the run counts as judged to that depth.
const enough = 0.95

// Covered lists the judged topics on which these runs were judged to the depth of the pool, in byte order: of the runs
// that answer the topic, those said to be unpooled left out, at least three quarters have 95 % or more of their first
// ranks pooled. On other topics the pool was built from other runs, such as those of an earlier year, and leaving one of
// these runs out says little there. Nil if the depth is not known, or no run answers any topic.
func (p *Pool) Covered() []metrics.Topic {
	if p.Depth.Ranks == 0 {
		return nil
	}
	var out []metrics.Topic
	for i := range p.topics {
		t := &p.topics[i]
		var shares []float64
		for r := range p.runs {
			docs := t.ranked[r]
			docs = docs[:min(len(docs), p.Depth.Ranks)]
			if len(docs) == 0 || p.runs[r].Unpooled {
				continue
			}
			pooled := 0
			for _, n := range docs {
				if n != t.unpooled() {
					pooled++
				}
			}
			shares = append(shares, float64(pooled)/float64(len(docs)))
		}
		if len(shares) == 0 {
			continue
		}
		slices.Sort(shares)
		if shares[(len(shares)-1)/4] >= enough {
			out = append(out, t.name)
		}
	}
	return out
}
