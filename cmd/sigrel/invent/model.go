package invent

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strings"

	"sigrel/stats/resample"
)

// The world of the demo.
const (
	population = 5200 // documents
	candidates = 300  // documents that any system could retrieve for a topic
	aspects    = 3    // ways in which a document attracts systems: its words, its meaning, its dialect
)

// topic is one topic of the demo, as it is in truth.
type topic struct {
	index int
	ease  int64 // how far relevant documents stand out, in thousandths
	docs  []candidate
}

// candidate is a document with its true grade and what attracts systems to it, relevant or not.
type candidate struct {
	id    string
	grade int
	pull  [aspects]int64
}

// newTopic draws topic t. Its relevant documents come first. One in four of them is written in dialect: systems that go
// by words miss it.
func newTopic(t int) *topic {
	src := resample.Source(demoSeed, "topic", t)
	w := &topic{index: t, ease: 450 + int64(below(src, 1000)), docs: make([]candidate, candidates)}
	relevant := relevantCount(src, t)
	ids := make([]int, population)
	for i := range ids {
		ids[i] = i + 1
	}
	shuffle(src, ids)
	for i := range w.docs {
		d := &w.docs[i]
		d.id = padded("doc-", ids[i], 5)
		for a := range d.pull {
			d.pull[a] = normal(src)
		}
		if i >= relevant {
			continue
		}
		d.grade = 1
		if below(src, 3) == 0 {
			d.grade = 2
		}
		if below(src, 4) == 0 {
			d.pull[0] -= 5 * unit / 2
			d.pull[2] += 2 * unit
		}
	}
	return w
}

// relevantCount draws how many documents are relevant: 8 to 60, most topics with few; two topics have 3 and 4.
func relevantCount(src *rand.PCG, t int) int {
	u := below(src, 1000)
	switch t {
	case 16:
		return 3
	case 40:
		return 4
	}
	return 8 + u*u*53/1_000_000
}

// grades is the truth about the topic.
func (w *topic) grades() grades {
	g := make(grades)
	for _, d := range w.docs {
		if d.grade > 0 {
			g[d.id] = d.grade
		}
	}
	return g
}

// attraction is what the team's runs share: its taste in documents and its noise.
func (w *topic) attraction(team *demoTeam) []int64 {
	src := resample.Source(demoSeed, "team "+team.name, w.index)
	out := make([]int64, len(w.docs))
	for i := range w.docs {
		out[i] = thousandths(normal(src), team.shared)
		for a, taste := range team.taste {
			out[i] += thousandths(w.docs[i].pull[a], taste)
		}
	}
	return out
}

// standing is how far documents of each grade stand out, in thousandths of the run's skill.
var standing = [...]int64{0, 900, 1250}

// rank is the run's ranking: the team's attraction, the run's own noise, and its skill times the document's standing.
// The skill is bent by what is peculiar to the team, and to the run, on this topic.
func (w *topic) rank(base []int64, r demoRun, bent int64, team *demoTeam) list {
	src := resample.Source(demoSeed, "run "+r.tag, w.index)
	skill := thousandths(r.skill*unit/1000, w.ease) + bent + thousandths(normal(src), 150)
	type scored struct {
		doc   string
		score int64
	}
	all := make([]scored, len(w.docs))
	for i, d := range w.docs {
		own := thousandths(normal(src), r.noise)
		all[i] = scored{d.id, base[i] + own + thousandths(skill, standing[d.grade])}
	}
	slices.SortFunc(all, func(a, b scored) int {
		if a.score != b.score {
			return cmp.Compare(b.score, a.score)
		}
		return strings.Compare(b.doc, a.doc)
	})
	out := make(list, r.length)
	for k := range out {
		out[k] = line{all[k].doc, team.offset + thousandths(all[k].score, team.stretch)}
		if k > 0 {
			out[k].score = min(out[k].score, out[k-1].score-1)
		}
	}
	return out
}

// thousandths is v times n / 1000.
func thousandths(v, n int64) int64 { return v * n / 1000 }
