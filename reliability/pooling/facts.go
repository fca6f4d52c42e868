package pooling

import (
	"slices"

	"sigrel/metrics"
)

// Contribution is what one run gave to the pool, at the depth of the pool.
type Contribution struct {
	Run            metrics.Tag  `json:"run"`
	Team           metrics.Team `json:"team"`
	Documents      int          `json:"documents"` // in its first ranks, to the depth, over all judged topics
	Judged         int          `json:"judged"`    // of them
	Relevant       int          `json:"relevant"`
	UniqueJudged   int          `json:"unique_judged"` // no other contributor has them in its first ranks
	UniqueRelevant int          `json:"unique_relevant"`
	// Contributor says whether the run looks as if it was pooled: in at least 95 % of the topics it answers, no more than
	// a twentieth of its first ranks lacks a line in the judgments. Nil if the depth is not known or the run says that
	// it was not pooled.
	Contributor *bool `json:"contributor"`
	// PrefixMin, PrefixMedian and PrefixMax are over the topics that the run answers: the number of documents from rank 1
	// on that are pooled without a gap.
	PrefixMin    int `json:"prefix_min"`
	PrefixMedian int `json:"prefix_median"`
	PrefixMax    int `json:"prefix_max"`
}

// Contributions tells what each run gave to the pool, in the order of [Build].
func (p *Pool) Contributions() []Contribution {
	out := make([]Contribution, len(p.runs))
	for r, run := range p.runs {
		c := &out[r]
		c.Run, c.Team = run.Tag, run.Team
		var prefixes []int
		for i := range p.topics {
			t := &p.topics[i]
			if len(t.ranked[r]) == 0 {
				continue
			}
			c.count(t, p.contributed(t, r), int32(r), p.level)
			prefix := slices.Index(t.ranked[r], t.unpooled())
			if prefix < 0 {
				prefix = len(t.ranked[r])
			}
			prefixes = append(prefixes, prefix)
		}
		c.Contributor = p.contributor(r)
		if len(prefixes) > 0 {
			slices.Sort(prefixes)
			c.PrefixMin, c.PrefixMedian, c.PrefixMax = prefixes[0], prefixes[len(prefixes)/2], prefixes[len(prefixes)-1]
		}
	}
	return out
}

// count adds one topic's contribution of run r.
func (c *Contribution) count(t *topic, docs []int32, r int32, level float64) {
	c.Documents += len(docs)
	for _, n := range docs {
		if !t.judged(n) {
			continue
		}
		c.Judged++
		unique := t.byRun[n] == r
		if unique {
			c.UniqueJudged++
		}
		if t.gains[n] >= level {
			c.Relevant++
			if unique {
				c.UniqueRelevant++
			}
		}
	}
}

// contributor applies the rule of [Contribution] to run r.
func (p *Pool) contributor(r int) *bool {
	d := p.Depth.Ranks
	if d == 0 || p.runs[r].Unpooled {
		return nil
	}
	answered, good := 0, 0
	for i := range p.topics {
		t := &p.topics[i]
		if len(t.ranked[r]) == 0 {
			continue
		}
		answered++
		gaps := 0
		for _, n := range p.contributed(t, r) {
			if n == t.unpooled() {
				gaps++
			}
		}
		if 20*gaps <= d {
			good++
		}
	}
	yes := answered > 0 && 100*good >= 95*answered
	return &yes
}

// Facts are the sums over a pool that the reader of a leave-out must know. Orphans are pooled documents that are in
// nobody's first ranks: other runs, which are not here, put them in the pool, or somebody searched by hand.
type Facts struct {
	Runs           int   `json:"runs"`
	Teams          int   `json:"teams"` // runs without a team count as one each
	Topics         int   `json:"topics"`
	Judged         int   `json:"judged"`
	Relevant       int   `json:"relevant"`
	Negative       int   `json:"negative"` // pooled, but not judged
	OrphanJudged   int   `json:"orphan_judged"`
	OrphanRelevant int   `json:"orphan_relevant"`
	Found          Found `json:"found"`
}

// Found says by how many the relevant documents were retrieved, at any rank, by all runs, pooled or not.
type Found struct {
	Nobody  int `json:"nobody"`   // by none of the runs
	OneRun  int `json:"one_run"`  // by one run only
	OneTeam int `json:"one_team"` // by runs of one team only, those of OneRun included
}

// Facts counts what is in the pool.
func (p *Pool) Facts() Facts {
	f := Facts{Runs: len(p.runs), Teams: len(p.teams.names), Topics: len(p.topics)}
	everything := func(t *topic, r int) []int32 { return t.ranked[r] }
	for i := range p.topics {
		t := &p.topics[i]
		runs := t.soleFinders(everything, func(r int) int32 { return int32(r) })
		teams := t.soleFinders(everything, func(r int) int32 { return int32(p.teams.of[r]) })
		for n := range t.unpooled() {
			if !t.judged(n) {
				f.Negative++
				continue
			}
			relevant := t.gains[n] >= p.level
			f.Judged++
			if t.byRun[n] == nobody {
				f.OrphanJudged++
			}
			if !relevant {
				continue
			}
			f.Relevant++
			if t.byRun[n] == nobody {
				f.OrphanRelevant++
			}
			if runs[n] == nobody {
				f.Found.Nobody++
			}
			if runs[n] >= 0 {
				f.Found.OneRun++
			}
			if teams[n] >= 0 {
				f.Found.OneTeam++
			}
		}
	}
	return f
}
