package stats

import (
	"cmp"
	"math"
	"slices"

	"sigrel/stats/resample"
)

// shuffler relabels contrasts of all pairs: the scores of each topic are shuffled among the systems, those of all measures
// alike. Unlike under signs Σd² changes too, so that a replicate costs n differences a pair, but for what count saves.
type shuffler struct {
	pairs   []shuffledPair // the contrasts, two-sided
	scores  stacked        // [topic][row], the topics that spread most first
	systems int
	rows    int
	topics  int // all, also those left out of scores since all systems have the same there
}

// shuffledPair is what the inner loop needs of a contrast.
type shuffledPair struct {
	a, b      int32 // rows
	threshold float64
}

func newShuffler(contrasts []contrast, scores stacked, systems int) *shuffler {
	rows := len(scores[0])
	s := &shuffler{systems: systems, rows: rows, topics: len(scores)}
	for _, c := range contrasts {
		s.pairs = append(s.pairs, shuffledPair{int32(c.a), int32(c.b), c.threshold})
	}
	spread := make([]float64, len(scores)) // of the topics: the sum over measures of their share of all spread
	for from := 0; from < rows; from += systems {
		each, total := make([]float64, len(scores)), 0.0
		for t, topic := range scores {
			each[t] = sumOfSquares(topic[from : from+systems])
			total += each[t]
		}
		for t, v := range each {
			if v > 0 {
				spread[t] += v / total
			}
		}
	}
	order := indicesOf(len(scores))
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(spread[b], spread[a]) })
	for _, t := range order {
		if spread[t] > 0 {
			s.scores = append(s.scores, scores[t])
		}
	}
	return s
}

// sumOfSquares about the mean.
func sumOfSquares(v []float64) float64 {
	mean := 0.0
	for _, x := range v {
		mean += x / float64(len(v))
	}
	sum := 0.0
	for _, x := range v {
		sum += (x - mean) * (x - mean)
	}
	return sum
}

func indicesOf(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// mostComparisons bounds the comparisons, contrasts times replicates, up to which more replicates are made than were asked
// for: 3 s on two processors.
const mostComparisons = 300_000_000

// mostEnumerated bounds the comparisons of going through all shufflings: 0.3 s.
const mostEnumerated = 20_000_000

func (s *shuffler) most(asked int) int {
	return max(asked, min(mostDrawn(asked), mostComparisons/len(s.pairs)))
}

func (s *shuffler) draw(b resample.Block, first int) tally {
	out := tally{counts: make([]int, len(s.pairs))}
	d := draws{source: b.Source}
	from := make([]int64, s.systems) // the system that each gets its score from
	for i := range from {
		from[i] = int64(i)
	}
	n := len(s.scores)
	rows := make([]float64, n*s.rows) // [row][topic]
	sums := make([]float64, s.rows)
	for r := b.Lo; r < b.Hi; r++ {
		clear(sums)
		for t, topic := range s.scores {
			d.shuffle(from)
			for base := 0; base < len(sums); base += s.systems {
				scores := topic[base : base+s.systems]
				for i, j := range from {
					v := scores[j]
					rows[(base+i)*n+t] = v
					sums[base+i] += v
				}
			}
		}
		if r >= first {
			out.maxima = append(out.maxima, s.count(rows, sums, out.counts))
		}
	}
	return out
}

// count takes one relabelling: [row][topic] and the sums of the rows. It gives the greatest r, and adds 1 to the count of
// each contrast whose threshold the greatest r so far reaches.
//
// r of a pair exceeds u only if Σd² < S²/(nu). Most pairs have so small a sum that a few topics, those that spread most,
// show that it does not: eight of 50 in most cases. The bound is a little wider than rounding, so the result is the same.
func (s *shuffler) count(rows, sums []float64, counts []int) float64 {
	n := len(s.scores)
	u, bound := 0.0, math.Inf(1) // bound is 1/(nu)
	for c := range s.pairs {
		pair := &s.pairs[c]
		a, b := int(pair.a), int(pair.b)
		if sum := sums[a] - sums[b]; sum != 0 {
			if squares, ok := sumSquares(rows[a*n:a*n+n], rows[b*n:b*n+n], sum*sum*bound); ok {
				if r := sum * sum / (float64(s.topics) * squares); r > u {
					u, bound = r, (1+1e-9)/(r*float64(s.topics))
				}
			}
		}
		if u >= pair.threshold {
			counts[c]++
		}
	}
	return u
}

// sumSquares is Σ(x−y)²; ok is false as soon as it exceeds most.
func sumSquares(x, y []float64, most float64) (sum float64, ok bool) {
	for len(x) >= 8 {
		a, b := (*[8]float64)(x), (*[8]float64)(y)
		d0, d1, d2, d3 := a[0]-b[0], a[1]-b[1], a[2]-b[2], a[3]-b[3]
		d4, d5, d6, d7 := a[4]-b[4], a[5]-b[5], a[6]-b[6], a[7]-b[7]
		sum += ((d0*d0 + d1*d1) + (d2*d2 + d3*d3)) + ((d4*d4 + d5*d5) + (d6*d6 + d7*d7))
		if sum > most {
			return 0, false
		}
		x, y = x[8:], y[8:]
	}
	for t, v := range x {
		d := v - y[t]
		sum += d * d
	}
	return sum, sum <= most
}

// all goes through all shufflings, where they are few.
func (s *shuffler) all(int) (tally, bool) {
	shufflings := 1.0
	class := make([][]int, len(s.scores))
	for t, topic := range s.scores {
		class[t] = classes(s.systems, func(i, j int) bool {
			for base := 0; base < len(topic); base += s.systems {
				if topic[base+i] != topic[base+j] {
					return false
				}
			}
			return true
		})
		shufflings *= countOrders(class[t])
	}
	if shufflings*float64(len(s.pairs)) > mostEnumerated {
		return tally{}, false
	}
	orders := make([][][]int, len(class))
	for t := range orders {
		orders[t] = listOrders(class[t])
	}
	out := tally{counts: make([]int, len(s.pairs))}
	rows := make([]float64, len(s.scores)*s.rows)
	var visit func(t int, sums []float64)
	visit = func(t int, sums []float64) {
		if t == len(orders) {
			out.maxima = append(out.maxima, s.count(rows, sums, out.counts))
			return
		}
		next := make([]float64, len(sums))
		for _, order := range orders[t] {
			copy(next, sums)
			for base := 0; base < len(next); base += s.systems {
				for i, j := range order {
					v := s.scores[t][base+j]
					rows[(base+i)*len(s.scores)+t] = v
					next[base+i] += v
				}
			}
			visit(t+1, next)
		}
	}
	visit(0, make([]float64, s.rows))
	return out, true
}
