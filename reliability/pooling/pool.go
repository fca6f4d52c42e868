// Package pooling audits how the pool of judged documents treats the runs that built it, and those that did not.
//
// [Build] ranks the runs once and finds every retrieved document in the judgments. The methods of [Pool] then answer one
// question each: who contributed what ([Pool.Contributions], [Pool.Facts]), what a run or a team would have scored
// without its own documents in the pool ([Pool.LeaveOut]), and how much of what a run retrieves was judged
// ([Pool.Judged]).
//
// A document is pooled if the judgments have a line for it, and judged if its grade there is not negative.
package pooling

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"sigrel/metrics"
	"sigrel/stats/resample"
)

// AllRanks as a depth says that every document a run retrieved counts as its contribution.
const AllRanks = -1

// Options of [Build]. The zero value infers the depth and takes grades from 1 as relevant.
type Options struct {
	Depth   int    // documents that the pool took from each run and topic; 0: inferred; AllRanks: all
	Level   int    // least grade that is relevant; 0 means 1
	Seed    uint64 // of the permutations of [SplitTest], where there are too many to count
	Workers int    // 0 means GOMAXPROCS; never changes a result
}

// Pool knows which run found which pooled document, and where. It is safe for use by several goroutines at once.
type Pool struct {
	Depth Depth // how deep the pool is taken to be, and how that is known

	runs    []*metrics.Run
	teams   grouping
	types   grouping
	topics  []topic
	level   float64
	top     float64 // greatest grade of the collection
	workers int
	seed    uint64
}

// topic is one judged topic. Its pooled documents are numbered, in no particular order.
type topic struct {
	name   metrics.Topic
	number map[metrics.Doc]int32
	gains  []float64 // of each document: its grade; NaN if that is negative. The last entry, NaN, is for all not pooled
	ideal  []float64 // gains of the judged documents, decreasing
	ranked [][]int32 // for each run, the documents by rank; len(gains)−1 where not pooled
	byRun  []int32   // for each document, who alone put it in the pool: a run, nobody or several
	byTeam []int32   // a team likewise
	byType []int32   // a type likewise; what a run without a type contributed is no type's own
}

const (
	nobody  int32 = -1
	several int32 = -2
)

// ErrNothingPooled is returned where no run is there that helped to build the pool.
var ErrNothingPooled = errors.New("no run that was pooled retrieved a document of a judged topic: want one (the column pooled of the file of teams may say that none was)")

// Build joins runs and judgments. A run with fewer documents than the depth contributes what it has; a run whose
// Unpooled is set contributes nothing. Runs of any type take part. A run without a team is a team of its own.
//
// It returns an error if there are no runs or no judgments, or if two runs have one tag. It panics if opt.Depth is less
// than [AllRanks] or opt.Level is negative.
func Build(runs []*metrics.Run, q metrics.Qrels, opt Options) (*Pool, error) {
	if opt.Depth < AllRanks || opt.Level < 0 {
		panic(fmt.Sprintf("pooling: depth %d, level %d", opt.Depth, opt.Level))
	}
	if len(runs) == 0 {
		return nil, errors.New("pool: no runs")
	}
	if len(q) == 0 {
		return nil, errors.New("pool: no judgments")
	}
	seen := make(map[metrics.Tag]bool, len(runs))
	for _, r := range runs {
		if seen[r.Tag] {
			return nil, fmt.Errorf("pool: two runs have the tag %q: want one name for each, such as label=path", r.Tag)
		}
		seen[r.Tag] = true
	}
	p := &Pool{runs: slices.Clone(runs), teams: teamLevel(runs), types: typeLevel(runs), level: float64(max(1, opt.Level)), workers: opt.Workers, seed: opt.Seed}
	names := slices.Sorted(maps.Keys(q))
	p.topics = make([]topic, len(names))
	resample.Each(len(names), p.workers, func(i int) { p.topics[i] = join(names[i], q[names[i]], p.runs) })
	for i := range p.topics {
		if ideal := p.topics[i].ideal; len(ideal) > 0 {
			p.top = max(p.top, ideal[0])
		}
	}
	p.Depth = p.settleDepth(opt.Depth)
	resample.Each(len(names), p.workers, func(i int) {
		t := &p.topics[i]
		t.byRun = t.soleFinders(p.contributed, func(r int) int32 { return int32(r) })
		t.byTeam = t.soleFinders(p.contributed, func(r int) int32 { return int32(p.teams.of[r]) })
		t.byType = t.soleFinders(p.contributed, func(r int) int32 { return int32(p.types.of[r]) })
	})
	return p, nil
}

// join numbers the pooled documents of a topic and finds them in the runs.
func join(name metrics.Topic, docs map[metrics.Doc]metrics.Grade, runs []*metrics.Run) topic {
	t := topic{name: name, number: make(map[metrics.Doc]int32, len(docs)), gains: make([]float64, 0, len(docs)+1), ranked: make([][]int32, len(runs))}
	for d, grade := range docs {
		t.number[d] = int32(len(t.gains))
		if grade < 0 {
			t.gains = append(t.gains, math.NaN())
			continue
		}
		t.gains = append(t.gains, float64(grade))
		t.ideal = append(t.ideal, float64(grade))
	}
	slices.Sort(t.ideal)
	slices.Reverse(t.ideal)
	unpooled := int32(len(t.gains))
	t.gains = append(t.gains, math.NaN())
	for i, r := range runs {
		ranked := r.Ranked(name)
		t.ranked[i] = make([]int32, len(ranked))
		for k := range ranked {
			n, pooled := t.number[ranked[k].Doc]
			if !pooled {
				n = unpooled
			}
			t.ranked[i][k] = n
		}
	}
	return t
}

// unpooled is the number that stands for every document not pooled.
func (t *topic) unpooled() int32 { return int32(len(t.gains) - 1) }

// judged says whether document n has a judgment.
func (t *topic) judged(n int32) bool { return !math.IsNaN(t.gains[n]) }

// contributed are the ranks of run r that went into the pool.
func (p *Pool) contributed(t *topic, r int) []int32 {
	switch {
	case p.runs[r].Unpooled:
		return nil
	case p.Depth.Ranks == 0:
		return t.ranked[r]
	}
	return t.ranked[r][:min(p.Depth.Ranks, len(t.ranked[r]))]
}

// soleFinders tells for each pooled document which unit alone found it in the given ranks of its runs. Runs in no unit (−1)
// count as several.
func (t *topic) soleFinders(ranks func(t *topic, r int) []int32, unit func(r int) int32) []int32 {
	sole := make([]int32, t.unpooled())
	for n := range sole {
		sole[n] = nobody
	}
	for r := range t.ranked {
		u := unit(r)
		if u < 0 {
			u = several
		}
		for _, n := range ranks(t, r) {
			switch {
			case n == t.unpooled():
			case sole[n] == nobody:
				sole[n] = u
			case sole[n] != u:
				sole[n] = several
			}
		}
	}
	return sole
}

// Contributors lists the runs that put document d of topic t in the pool, in the order of [Build]: those that have it
// in their first ranks, to the depth of the pool. It is empty for a document that is not pooled, and for an orphan.
func (p *Pool) Contributors(t metrics.Topic, d metrics.Doc) []metrics.Tag {
	i, known := slices.BinarySearchFunc(p.topics, t, func(x topic, name metrics.Topic) int {
		switch {
		case x.name < name:
			return -1
		case x.name > name:
			return 1
		}
		return 0
	})
	if !known {
		return nil
	}
	n, pooled := p.topics[i].number[d]
	if !pooled {
		return nil
	}
	var tags []metrics.Tag
	for r, run := range p.runs {
		if slices.Contains(p.contributed(&p.topics[i], r), n) {
			tags = append(tags, run.Tag)
		}
	}
	return tags
}
