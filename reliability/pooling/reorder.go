package pooling

import (
	"sigrel/metrics"
	"sigrel/stats/resample"
)

// precision is the share of the first ranks that is relevant, and the share that is judged and not relevant.
type precision struct{ good, bad float64 }

// reorder computes what Lipani's methods are made of: precision and anti-precision of every run without its unit, and
// how those of the pooled runs that are left change when they are reordered by it.
func (j *adjuster) reorder() {
	runs := len(j.pool.runs)
	j.parts, j.reorders = make([]precision, runs), make([]precision, runs)
	byTopic := make([][2][]precision, len(j.topics))
	resample.Each(len(j.topics), j.pool.workers, func(i int) {
		parts, changes := j.reorderTopic(&j.pool.topics[j.topics[i]])
		byTopic[i] = [2][]precision{parts, changes}
	})
	topics := float64(len(j.topics))
	for _, b := range byTopic {
		for u := range runs {
			j.parts[u].add(b[0][u], 1/topics)
			j.reorders[u].add(b[1][u], 1/topics)
		}
	}
}

func (p *precision) add(x precision, weight float64) {
	p.good += weight * x.good
	p.bad += weight * x.bad
}

// reorderTopic is reorder on one topic.
func (j *adjuster) reorderTopic(t *topic) (parts, changes []precision) {
	runs := j.pool.runs
	lists, places := numbered(runs, t.name)
	who := j.findersOf(t)
	parts, changes = make([]precision, len(runs)), make([]precision, len(runs))
	for u := range runs {
		gone := j.outside(u)
		grade := func(r int, rank int32) float64 {
			n := t.ranked[r][rank-1]
			if n != t.unpooled() && who[n].only(gone, gone) {
				n = t.unpooled()
			}
			return t.gains[n]
		}
		plain := func(r int) precision {
			p := precision{}
			for rank := 1; rank <= min(j.m.Args.K, len(lists[r])); rank++ {
				p.count(grade(r, int32(rank)), j.pool.level, j.m.Args.K)
			}
			return p
		}
		parts[u] = plain(u)
		left := j.left(u)
		for _, r := range left {
			after := precision{}
			for _, rank := range reordered(lists[r], places[r], lists[u], places[u], j.m.Args.K) {
				after.count(grade(r, rank), j.pool.level, j.m.Args.K)
			}
			before := plain(r)
			changes[u].add(precision{after.good - before.good, after.bad - before.bad}, 1/float64(len(left)))
		}
	}
	return parts, changes
}

// count adds a document of the first k ranks; it is neither good nor bad without a grade.
func (p *precision) count(grade, level float64, k int) {
	switch {
	case grade >= level:
		p.good += 1 / float64(k)
	case grade < level:
		p.bad += 1 / float64(k)
	}
}

// numbered gives the documents of each run by rank, numbered over all runs, and the rank of each document in each run, 0
// where it is not.
func numbered(runs []*metrics.Run, name metrics.Topic) (lists, places [][]int32) {
	numbers := make(map[metrics.Doc]int32)
	lists, places = make([][]int32, len(runs)), make([][]int32, len(runs))
	for r, run := range runs {
		ranked := run.Ranked(name)
		lists[r] = make([]int32, len(ranked))
		for i := range ranked {
			n, known := numbers[ranked[i].Doc]
			if !known {
				n = int32(len(numbers))
				numbers[ranked[i].Doc] = n
			}
			lists[r][i] = n
		}
	}
	for r := range runs {
		places[r] = make([]int32, len(numbers))
		for i, n := range lists[r] {
			places[r][n] = int32(i + 1)
		}
	}
	return lists, places
}

// reordered are the first k documents of a list, by their ranks in it, once those that another list has too have moved to
// their ranks there. Of two documents at one place, one that moved up comes first, then one that stays, then one that
// moved down.
func reordered(list, place, other, otherPlace []int32, k int) []int32 {
	var out []int32
	for at := 0; len(out) < k && at < max(len(list), len(other)); at++ {
		rank := int32(at + 1)
		stays, moved := int32(0), int32(0)
		if at < len(list) && otherPlace[list[at]] == 0 {
			stays = rank
		}
		if at < len(other) {
			moved = place[other[at]]
		}
		if moved > rank {
			out = append(out, moved)
		}
		if stays > 0 {
			out = append(out, stays)
		}
		if moved > 0 && moved <= rank {
			out = append(out, moved)
		}
	}
	return out[:min(k, len(out))]
}
