package pooling

import (
	"fmt"
	"math"
	"math/bits"

	"sigrel/metrics"
	"sigrel/stats/resample"
)

// SimilarityOptions of [Similarities]. The zero value compares the first 100 documents of each topic.
type SimilarityOptions struct {
	Cutoff      int     // ranks of each run and topic that are looked at; 0 means 100
	Overlap     int     // ranks of overlap@k; 0 means 10
	Persistence float64 // p of rank-biased overlap; 0 means 0.9
	Workers     int     // 0 means GOMAXPROCS; never changes a result
}

// Defaults of [SimilarityOptions]. At p = .9 the ranks below 100 have a weight of 2.7e-5.
const (
	SimilarityCutoff      = 100
	SimilarityOverlap     = 10
	SimilarityPersistence = 0.9
)

// WithDefaults fills in the defaults.
func (o SimilarityOptions) WithDefaults() SimilarityOptions {
	if o.Cutoff == 0 {
		o.Cutoff = SimilarityCutoff
	}
	if o.Overlap == 0 {
		o.Overlap = SimilarityOverlap
	}
	if o.Persistence == 0 {
		o.Persistence = SimilarityPersistence
	}
	return o
}

// Similar says how alike two runs rank documents: means over the topics that at least one of them answers. On a topic
// that only one of them answers they share nothing, and overlap and RBO are 0.
type Similar struct {
	I, J   int // of the runs, I < J
	Topics int // that at least one of them answers
	// RBO is the mean rank-biased overlap (stats.RBO's Ext: extrapolated from the documents looked at), RBOMin the mean of
	// the least that the whole rankings can have. Overlap is the mean of the shared share of the first k: the documents in
	// both over the documents in either (Jaccard). All three are nil without a topic.
	RBO, RBOMin, Overlap *float64
	// Tau is the mean of Kendall's τ of the common documents among those looked at, over the TauTopics that have at
	// least 2 of them; nil without such a topic. Rankings have no ties, so that τ_b is τ.
	Tau       *float64
	TauTopics int
	// Same says that on every topic both look at the same documents, in whatever order; Identical that also the order is
	// the same.
	Same, Identical bool
}

// Similarities compares every pair of runs, in the order (0, 1), (0, 2), …, on the given topics. It panics if an option
// is negative, if the persistence is not below 1, or if the overlap is taken deeper than the cutoff.
func Similarities(runs []*metrics.Run, topics []metrics.Topic, opt SimilarityOptions) []Similar {
	opt = opt.WithDefaults()
	if opt.Cutoff < 1 || opt.Overlap < 1 || opt.Overlap > opt.Cutoff || !(opt.Persistence > 0 && opt.Persistence < 1) {
		panic(fmt.Sprintf("pooling: similarity of %d ranks, overlap of %d, p = %g", opt.Cutoff, opt.Overlap, opt.Persistence))
	}
	var out []Similar
	for i := range runs {
		for j := i + 1; j < len(runs); j++ {
			out = append(out, Similar{I: i, J: j})
		}
	}
	// Several topics at a time; sums are taken in the order of the topics, so that they do not depend on it. All topics at
	// once would take 180 MB for 300 runs and 100 topics.
	const batch = 16
	weights := newRBOWeights(opt)
	sums := make([]sums, len(out))
	for lo := 0; lo < len(topics); lo += batch {
		byTopic := make([][]likeness, min(batch, len(topics)-lo))
		resample.Each(len(byTopic), opt.Workers, func(t int) { byTopic[t] = compareTopic(runs, topics[lo+t], opt, weights) })
		for _, pairs := range byTopic {
			for p := range pairs {
				sums[p].add(pairs[p])
			}
		}
	}
	for p := range out {
		sums[p].settle(&out[p])
	}
	return out
}

// likeness is what one topic says of a pair.
type likeness struct {
	rbo, rboMin, overlap, tau float64
	answered, ranked          bool // by at least one; at least two common documents
	same, identical           bool
}

// sums are what topics added up to so far.
type sums struct {
	rbo, rboMin, overlap, tau float64
	topics, tauTopics         int
	unlike, otherwiseOrdered  bool // on some topic: not the same documents, not the same order
}

func (s *sums) add(l likeness) {
	if !l.answered {
		return
	}
	s.topics++
	s.rbo, s.rboMin, s.overlap = s.rbo+l.rbo, s.rboMin+l.rboMin, s.overlap+l.overlap
	s.unlike, s.otherwiseOrdered = s.unlike || !l.same, s.otherwiseOrdered || !l.identical
	if l.ranked {
		s.tauTopics++
		s.tau += l.tau
	}
}

// settle makes means of the sums.
func (s *sums) settle(out *Similar) {
	if s.topics == 0 {
		return
	}
	n := float64(s.topics)
	out.Topics, out.TauTopics, out.Same, out.Identical = s.topics, s.tauTopics, !s.unlike, !s.otherwiseOrdered
	out.RBO, out.RBOMin, out.Overlap = new(s.rbo/n), new(s.rboMin/n), new(s.overlap/n)
	if s.tauTopics > 0 {
		out.Tau = new(s.tau / float64(s.tauTopics))
	}
}

// compareTopic compares all pairs on one topic.
func compareTopic(runs []*metrics.Run, topic metrics.Topic, opt SimilarityOptions, w rboWeights) []likeness {
	number := make(map[metrics.Doc]int32)
	lists := make([][]int32, len(runs))
	for i, r := range runs {
		docs := r.Ranked(topic)
		docs = docs[:min(len(docs), opt.Cutoff)]
		lists[i] = make([]int32, len(docs))
		for k, d := range docs {
			n, known := number[d.Doc]
			if !known {
				n = int32(len(number))
				number[d.Doc] = n
			}
			lists[i][k] = n
		}
	}
	out := make([]likeness, 0, len(runs)*(len(runs)-1)/2)
	m := newMeeting(len(number), opt.Cutoff)
	for i := range lists {
		m.place(lists[i])
		for j := i + 1; j < len(lists); j++ {
			out = append(out, m.compare(lists[i], lists[j], opt.Overlap, w))
		}
		m.remove(lists[i])
	}
	return out
}

// meeting compares one list of documents with others. It holds what all comparisons need, so that none allocates.
type meeting struct {
	rank   []int32 // of each document in the list placed, from 1; 0 if it is not there
	meet   []int32 // documents that are in both lists from depth d on, at d
	seen   []uint64
	common []int32 // ranks in the list placed of the common documents, in the order of the other list
}

func newMeeting(docs, cutoff int) *meeting {
	return &meeting{rank: make([]int32, docs), meet: make([]int32, cutoff+1), seen: make([]uint64, (cutoff+64)/64), common: make([]int32, 0, cutoff)}
}

func (m *meeting) place(list []int32) {
	for k, d := range list {
		m.rank[d] = int32(k + 1)
	}
}

func (m *meeting) remove(list []int32) {
	for _, d := range list {
		m.rank[d] = 0
	}
}

// compare compares the list placed, a, with b.
func (m *meeting) compare(a, b []int32, k int, w rboWeights) likeness {
	l := likeness{answered: len(a)+len(b) > 0}
	if len(a) == 0 || len(b) == 0 {
		return l
	}
	m.common = m.common[:0]
	shared, same := 0, len(a) == len(b)
	l.identical = same
	for i, d := range b {
		r := m.rank[d]
		if r == 0 {
			same, l.identical = false, false
			continue
		}
		l.identical = l.identical && int(r) == i+1
		m.common = append(m.common, r)
		m.meet[max(r, int32(i+1))]++
		if int(r) <= k && i < k {
			shared++
		}
	}
	l.same = same
	l.overlap = float64(shared) / float64(min(len(a), k)+min(len(b), k)-shared)
	l.rbo, l.rboMin = w.overlap(m.meet, min(len(a), len(b)), max(len(a), len(b)))
	if l.identical {
		l.rbo = 1 // the weights of all depths add up to 1, but for rounding
	}
	clear(m.meet)
	if n := len(m.common); n > 1 {
		l.ranked = true
		l.tau = 1 - 4*float64(m.inversions())/float64(n*(n-1))
	}
	return l
}

// inversions counts the pairs of common documents that the lists order differently: for each document, those before it
// whose rank in the other list is greater. Ranks seen are bits; counting them takes a word for 64 ranks.
func (m *meeting) inversions() int {
	clear(m.seen)
	n := 0
	for _, r := range m.common {
		word, bit := r/64, uint(r%64)
		n += bits.OnesCount64(m.seen[word] >> bit) // its own bit is not set: no document is twice
		for _, above := range m.seen[word+1:] {
			n += bits.OnesCount64(above)
		}
		m.seen[word] |= 1 << bit
	}
	return n
}

// rboWeights are the terms of rank-biased overlap that depend on depth alone.
type rboWeights struct {
	p     float64
	power []float64 // p^d
	term  []float64 // p^d/d
	sum   []float64 // Σ_{i ≤ d} p^i/i
}

func newRBOWeights(opt SimilarityOptions) rboWeights {
	w := rboWeights{p: opt.Persistence}
	power, sum := 1.0, 0.0
	for d := 0; d <= opt.Cutoff; d++ {
		term := 0.0
		if d > 0 {
			power *= w.p
			term = power / float64(d)
		}
		sum += term
		w.power, w.term, w.sum = append(w.power, power), append(w.term, term), append(w.sum, sum)
	}
	return w
}

// overlap is rank-biased overlap of a list of s documents and one of l ≥ s: equations 32 (extrapolated) and 11 (least) of
// Webber, Moffat and Zobel (2010), of which the second is stated there for lists of one length; documents below the end of
// a list are not known to be in the other. meet[d] is the number of documents that are in both lists from depth d on, not
// before.
func (w rboWeights) overlap(meet []int32, s, l int) (ext, least float64) {
	x, xs := 0, 0
	sum, unseen := 0.0, 0.0
	for d := 1; d <= l; d++ {
		x += int(meet[d])
		sum += float64(x) * w.term[d]
		if d == s {
			xs = x
		}
		if d > s {
			unseen += float64(xs) * float64(d-s) / float64(s) * w.term[d]
		}
	}
	scale := (1 - w.p) / w.p
	ext = scale*(sum+unseen) + (float64(x-xs)/float64(l)+float64(xs)/float64(s))*w.power[l]
	least = scale * (sum + float64(x)*max(0, -math.Log1p(-w.p)-w.sum[l]))
	return min(ext, 1), min(least, ext, 1)
}
