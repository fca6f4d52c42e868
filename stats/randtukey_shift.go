package stats

// layout packs the sums of all systems into words, a few to each: adding words then adds that many sums at once. No lane
// overflows into the next, since the lanes are wide enough for the largest sum there can be.
type layout struct {
	systems, lanes int
	width          uint // bits a lane
	words          int  // for all systems; the last may have lanes to spare
}

func newLayout(systems int, largest int64) layout {
	l := layout{systems: systems, lanes: 1, width: 64}
	switch {
	case largest < 1<<16:
		l.lanes, l.width = 4, 16
	case largest < 1<<21:
		l.lanes, l.width = 3, 21
	case largest < 1<<32:
		l.lanes, l.width = 2, 32
	}
	l.words = (systems + l.lanes - 1) / l.lanes
	return l
}

// span is the greatest less the least lane of a packed sum.
func (l layout) span(sum []uint64) int64 {
	mask := ^uint64(0) >> (64 - l.width)
	low, high := mask, uint64(0)
	for lane := range l.lanes {
		shift := uint(lane) * l.width
		count := (l.systems - lane + l.lanes - 1) / l.lanes
		a, b := mask, uint64(0)
		for _, word := range sum[:count] {
			v := word >> (shift & 63) & mask
			a, b = min(a, v), max(b, v)
		}
		low, high = min(low, a), max(high, b)
	}
	return int64(high - low)
}

// rotor holds one shuffling of every topic, of at least as many systems as there are lanes, so that any rotation of a topic is a run of words: with L lanes, copy p has
// in its word w the values at positions p+Lw to p+Lw+L−1, counted around the circle of systems, twice around. The
// rotation by r begins at word r/L of copy r mod L.
type rotor struct {
	layout
	copied int      // words a copy
	topic  int      // words a topic: its copies, one after the other
	start  []int    // where in its topic the rotation by r begins
	all    []uint64 // the topics, one after the other
	circle []uint64 // of one topic: the packed words that begin at each position
	sum    []uint64
	runs   []int // where this replicate's rotation of each topic begins
}

func newRotor(l layout, topics int) *rotor {
	r := &rotor{layout: l, copied: (l.systems-1)/l.lanes + l.words, start: make([]int, l.systems),
		circle: make([]uint64, l.systems), sum: make([]uint64, l.words), runs: make([]int, topics)}
	r.topic = l.lanes * r.copied
	r.all = make([]uint64, topics*r.topic)
	for s := range r.start {
		r.start[s] = s%l.lanes*r.copied + s/l.lanes
	}
	return r
}

// load stores a shuffled topic.
func (r *rotor) load(topic int, values []int64) {
	last := uint(r.lanes-1) * r.width
	word := uint64(0)
	for i := range r.lanes - 1 {
		word = word>>(r.width&63) | uint64(values[i])<<last
	}
	next := r.lanes - 1
	for i := range r.circle {
		if r.lanes == 1 {
			word = 0
		}
		word = word>>(r.width&63) | uint64(values[next])<<last
		r.circle[i] = word
		if next++; next == len(values) {
			next = 0
		}
	}
	dst := r.all[topic*r.topic:]
	for lane := range r.lanes {
		from := lane
		for w := range r.copied {
			dst[w] = r.circle[from]
			if from += r.lanes; from >= len(r.circle) {
				from -= len(r.circle)
			}
		}
		dst = dst[r.copied:]
	}
}

// draw fills dst with the ranges of random rotations of the shuffling loaded.
func (r *rotor) draw(dst []int64, d *draws) {
	for i := range dst {
		for t := range r.runs {
			r.runs[t] = t*r.topic + r.start[d.below(r.systems)]
		}
		clear(r.sum)
		runs := r.runs
		for ; len(runs) >= 5; runs = runs[5:] {
			addFive(r.sum, r.all[runs[0]:], r.all[runs[1]:], r.all[runs[2]:], r.all[runs[3]:], r.all[runs[4]:])
		}
		for _, run := range runs {
			for w, v := range r.all[run : run+len(r.sum)] {
				r.sum[w] += v
			}
		}
		dst[i] = r.span(r.sum)
	}
}

// addFive adds five runs at a time, which keeps the sum in registers for four of the five.
func addFive(sum, a, b, c, d, e []uint64) {
	a, b, c, d, e = a[:len(sum)], b[:len(sum)], c[:len(sum)], d[:len(sum)], e[:len(sum)]
	for w := range sum {
		sum[w] += a[w] + b[w] + c[w] + d[w] + e[w]
	}
}
