package stats

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"

	"sigrel/stats/dist"
)

// studentized compares the t of draws of topics with the t observed, from the sum and the sum of squares of what was
// drawn. With n topics, a the differences less some constant, A their sum and D that of the differences:
//
//	t* = (Σ a* − A)·√((n−1)/(n Σ a*² − (Σ a*)²)),  t = D·√((n−1)/(n Σ a² − A²))
//
// On a coarse lattice all of these are whole numbers, and equal t are equal.
type studentized struct {
	a        []float64
	sum      float64 // A
	observed float64 // D
	spread   float64 // n Σ a² − A²
	whole    bool    // all are whole numbers, and exact
	noise    float64 // a sum nearer to A is A; 0 if whole
	step     float64 // of the lattice of the scores, as in Result
}

// Bounds of whole numbers: of those that a float64 holds, and of those whose squares an int64 holds.
const (
	wholeSquare = 1 << 53
	wholeRoot   = 1 << 31
)

func newStudentized(x, y []float64) *studentized {
	d, step := dist.WholeDifferences(x, y)
	n := float64(len(d))
	s := &studentized{a: make([]float64, len(d)), step: step}
	for _, v := range d {
		s.observed += float64(v)
	}
	mean := s.observed / n
	origin, furthest := float64(d[0]), 0.0
	for _, v := range d {
		if math.Abs(float64(v)-mean) < math.Abs(origin-mean) {
			origin = float64(v)
		}
		furthest = max(furthest, math.Abs(float64(v)-mean))
	}
	reach := 2 * n * furthest // of any sum of a
	s.whole = step > 0 && reach*reach < wholeSquare && math.Abs(s.observed) < wholeRoot
	scale := 1.0
	if !s.whole {
		origin, scale = mean, furthest
		s.observed /= scale
	}
	var all powerSums
	for t, v := range d {
		s.a[t] = (float64(v) - origin) / scale
		all.add(s.a[t])
	}
	s.sum = all.sum
	if !s.whole {
		s.noise = slackShare * n
	}
	_, s.spread = s.deviation(all)
	return s
}

// degenerateShare is the share of draws without variance above which they are warned of.
const degenerateShare = 0.001

// degenerate warns of draws of one value only. Their share is Σ (count/n)^n over the different values.
func (s *studentized) degenerate() []Warning {
	_, count := kinds(s.a)
	n, share := float64(len(s.a)), 0.0
	for _, c := range count {
		share += math.Pow(float64(c)/n, n)
	}
	if share <= degenerateShare {
		return nil
	}
	return []Warning{{"degenerate-bootstrap", fmt.Sprintf(
		"%.2g %% of the bootstrap draws have no variance, and t counts as infinite there: too few topics differ for "+
			"this test", 100*share)}}
}

// powerSums are the sum and the sum of squares of what was drawn.
type powerSums struct{ sum, squares float64 }

func (m *powerSums) add(a float64) {
	m.sum += a
	m.squares += a * a
}

// deviation is Σ a* − A, and spread n Σ a*² − (Σ a*)²; each 0 where it is but rounding noise.
func (s *studentized) deviation(m powerSums) (deviation, spread float64) {
	n := float64(len(s.a))
	deviation, spread = m.sum-s.sum, n*m.squares-m.sum*m.sum
	if math.Abs(deviation) <= s.noise {
		deviation = 0
	}
	if !s.whole && spread <= slackShare*n*m.squares {
		spread = 0
	}
	return deviation, spread
}

// t is the t* of a draw.
func (s *studentized) t(m powerSums) float64 {
	deviation, spread := s.deviation(m)
	if deviation == 0 {
		return 0 // also where there is no variance
	}
	return deviation * math.Sqrt(float64(len(s.a)-1)/spread)
}

// extreme reports whether the t* of a draw is at least as extreme as the t observed.
func (s *studentized) extreme(m powerSums, alt Alternative) bool {
	deviation, spread := s.deviation(m)
	if deviation == 0 {
		spread = 1
	}
	observed := s.observed
	switch alt {
	case TwoSided:
		deviation, observed = math.Abs(deviation), math.Abs(observed)
	case Less:
		deviation, observed = -deviation, -observed
	}
	// Both t squared, with their signs, times what makes them whole.
	drawn, seen := deviation*math.Abs(deviation)*s.spread, observed*math.Abs(observed)*spread
	near := math.Abs(drawn) + math.Abs(seen)
	if math.Abs(drawn-seen) > 1e-9*near {
		return drawn > seen
	}
	if !s.whole {
		return drawn >= seen-slackShare*near
	}
	order := compareProducts(deviation*deviation, s.spread, observed*observed, spread)
	return order == 0 || order > 0 == (seen > 0)
}

// compareProducts compares a·b with c·d, whole numbers below 2^63.
func compareProducts(a, b, c, d float64) int {
	high, low := bits.Mul64(uint64(a), uint64(b))
	high2, low2 := bits.Mul64(uint64(c), uint64(d))
	return cmp.Or(cmp.Compare(high, high2), cmp.Compare(low, low2))
}
