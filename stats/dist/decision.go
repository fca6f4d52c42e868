package dist

import "math"

// Limits of the decision which method computes a tail.
const (
	maxCells    = 200_000_000 // cells that the exact count on a lattice may pass over: 0.1 s
	cellsPerSum = 64          // what one sum of the sorted lists costs, in cells of the count on a lattice
	manyWeights = 1000        // from here on the saddlepoint formula is good enough
)

// Quality says what is known of the digits of a [Tail].
type Quality int

// The qualities, best first.
const (
	Exact     Quality = iota // counted: right to rounding error, 1e-12 relative or better
	Certified                // Lo and Hi are proven bounds
	Numerical                // Lo and Hi are P minus and plus an estimate of the error
)

// Tail is a tail probability of a [SignedSum].
type Tail struct {
	P      float64 // in (0, 1]
	Lo, Hi float64 // P itself if exact
	Quality
	Count uint64 // with Bits: P is exactly Count / 2^Bits, if Bits > 0
	Bits  int
}

// certain is the tail that holds everything.
var certain = Tail{P: 1, Lo: 1, Hi: 1}

// probability is a share of subsets: exactly count / 2^bits if bits > 0.
type probability struct {
	value float64
	count uint64
	bits  int
}

// counted is count of the 2^items subsets, items at most maxInteger.
func counted(count uint64, items int) probability {
	return probability{value: math.Ldexp(float64(count), -items), count: count, bits: items}
}

// tail is p as an exact tail. Probabilities too small for a float64 become the least positive one, since no tail here
// is empty.
func (p probability) tail() Tail {
	v := max(p.value, math.SmallestNonzeroFloat64)
	return Tail{P: v, Lo: v, Hi: v, Count: p.count, Bits: p.bits}
}

// lower is P(W ≤ k) for 0 ≤ k < total/2. In this order, the first that can:
//
//   - for ranks that span many sums, the characteristic function, or all sums (see [NewRankSum]);
//   - k below the least weight: only the empty subset counts;
//   - on a lattice, whichever of the two exact methods is cheaper: counting subsets by sum, or sorted lists of sums;
//   - on no lattice, the sorted lists: up to 42 weights, or as far as clipping at k or merging keeps them short;
//   - on a lattice, where many weights tie, the characteristic function;
//   - from 1000 weights on the saddlepoint formula, if none of them is too large; else a grid with extrapolation. Both
//     carry an error estimate and are confined to a certified bracket, which is refined while alpha lies inside.
func (s *SignedSum) lower(k int64, alpha float64) Tail {
	if s.ranks {
		if t, ok := s.rankTail(k); ok {
			return t
		}
	}
	m := len(s.weights)
	if k < s.weights[0] {
		p := probability{value: math.Ldexp(1, -m)}
		if m <= maxInteger {
			p = counted(1, m)
		}
		return p.tail()
	}
	if s.step > 0 {
		cost := latticeCost(s.weights, k)
		listCost := cellsPerSum * math.Exp2(float64((m+1)/2))
		if cost <= maxCells && float64(cost) <= listCost {
			return countSubsets(s.weights, k).atMost(k).tail()
		}
	}
	atom := 0.0
	if s.listsFit(k) {
		p, lists, ok := meetInMiddle(s.weights, k, s.slack)
		if ok {
			return p.tail()
		}
		if s.tied {
			atom = lists.atom()
		}
	}
	if s.step > 0 && (latticeCost(s.weights, k) <= maxCells || s.coarse()) {
		return countSubsets(s.weights, k).atMost(k).tail()
	}
	if s.step > 0 && s.fewDistinct() {
		if p, ok := fourierTail(s.weights, s.total, k); ok {
			return probability{value: p}.tail()
		}
	}
	return s.numerical(k, atom, alpha)
}

// fewDistinct reports whether the weights tie so much that their sums lie on a fraction of the lattice: formulas for
// smooth laws are then off by as much as a percent.
func (s *SignedSum) fewDistinct() bool {
	distinct := 1
	for i := 1; i < len(s.weights); i++ {
		if s.weights[i] != s.weights[i-1] {
			distinct++
		}
	}
	return 4*distinct < len(s.weights)
}

// coarse reports whether the lattice is so coarse that the grid of splitMass would resolve its points, which then are
// better counted, unless the saddlepoint formula is good enough.
func (s *SignedSum) coarse() bool {
	n := len(s.weights)
	return float64(s.total) < 8*splitGrid(n) && (n < manyWeights || saddlepointError(floats(s.weights)) > 1e-6)
}

// listsFit predicts whether the sorted lists for sums up to k stay within maxSums. Where sums tie only trying tells.
func (s *SignedSum) listsFit(k int64) bool {
	if s.tied || len(s.weights) <= 2*log2MaxSums {
		return true
	}
	x, y := dealGroups(s.weights)
	return logListLength(x, k) <= log2MaxSums*math.Ln2 && logListLength(y, k) <= log2MaxSums*math.Ln2
}

// logListLength estimates the logarithm of the number of subsets of w with a sum of at most k.
func logListLength(w []int64, k int64) float64 {
	v := floats(w)
	total := 0.0
	for _, a := range v {
		total += a
	}
	all := float64(len(w)) * math.Ln2
	x := total - 2*float64(k)
	if x <= 0 {
		return all
	}
	log, ok := logSaddlepoint(v, x, 0)
	if !ok {
		log = 0
	}
	return log + all
}

// numerical is P(W ≤ k) by approximation, with a margin for an atom at k, of which the smooth laws see one half.
func (s *SignedSum) numerical(k int64, atom, alpha float64) Tail {
	p, relative := s.approximate(k)
	t := Tail{Quality: Numerical}
	margin := p*relative + atom
	t.Lo = max(p-margin, math.Ldexp(1, -len(s.weights)), math.SmallestNonzeroFloat64)
	t.P = max(p, t.Lo) // an approximation may underflow
	t.Hi = max(min(p+margin, 1), t.P)
	if alpha > 0 {
		s.certify(&t, k, alpha)
	}
	return t
}

// approximate is P(W ≤ k) with an estimate of its relative error.
func (s *SignedSum) approximate(k int64) (p, relative float64) {
	at, span := float64(k), 0.0
	if s.step > 0 {
		span = 2 // S moves by 2 where W moves by 1
	}
	w := floats(s.weights)
	if n := len(w); n >= manyWeights {
		relative = saddlepointError(w)
		if relative <= 1e-6 || relative < splitError(n) {
			if p, ok := saddlepoint(w, float64(s.total)-2*at, span); ok {
				return p, relative
			}
		}
	}
	return splitMass(s.weights, s.total, at+span/4)
}

// certify narrows t to a certified bracket, on ever finer grids while alpha lies inside and the work is bearable.
func (s *SignedSum) certify(t *Tail, k int64, alpha float64) {
	cells := 1 << 12
	if math.Abs(math.Log(t.P/alpha)) < 1 {
		cells = 1 << 16
	}
	for {
		if int64(cells)*int64(len(s.weights)) > 4*maxCells {
			return
		}
		lo, hi := bracket(s.weights, s.total, k, float64(cells))
		if (lo >= t.Lo && hi <= t.Hi) || lo > t.Hi || hi < t.Lo {
			t.Lo, t.Hi, t.Quality = lo, hi, Certified
		}
		t.Lo, t.Hi = max(t.Lo, lo), min(t.Hi, hi)
		t.P = min(max(t.P, t.Lo), t.Hi)
		if hi <= alpha || lo > alpha {
			return
		}
		finer := 2 * (hi - lo) / max(math.Abs(t.P-alpha), 1e-6*alpha)
		cells *= int(min(max(finer, 4), 256))
	}
}

// log2MaxSums is the binary logarithm of maxSums.
const log2MaxSums = 21

func floats(w []int64) []float64 {
	v := make([]float64, len(w))
	for i, a := range w {
		v[i] = float64(a)
	}
	return v
}
