package dist

import (
	"math"
	"math/bits"
	"math/cmplx"
	"slices"
)

const (
	fourierSlack = 46      // −log of the probability that is neglected
	leastSize    = 1e-40   // the square of it
	fourierWork  = 1 << 25 // steps of loops over weights, after which it is given up: 0.2 s
)

// fourierTail is P(W ≤ k), 0 < k < total/2, where W is the sum of a random subset of w, ascending integers, to about
// 1e-13 relative however small it is; 0 where it underflows.
//
// The law is tilted until its mean is k (see [tiltGroups]): P(W ≤ k) = M·e^(θk)·Σ q(k−i)·e^(−θi) over i ≥ 0, with q the
// tilted law and M its norm. By Bernstein's inequality all but e^−46 of q lies within reach of k, so it is the same on
// the integers modulo n = 2·reach + 1, and there the sum is one over the characteristic function φ at the n-th roots of
// unity, which is an identity, not an approximation. φ is negligible but near 0 and, where few weights differ, near some
// fractions of 2π; those places are found by bounds for φ on whole intervals. It fails where there are too many of them:
// so far out, or for so few weights, that the sums can be counted.
func fourierTail(w []int64, total, k int64) (p float64, ok bool) {
	groups, theta, variance, ok := tiltGroups(w, k)
	if !ok {
		return 0, false
	}
	log := logNorm(groups, theta) - theta*float64(total-2*k)/2
	if log < -746 { // the sum is at most 1
		return 0, true
	}
	third := fourierSlack * float64(w[len(w)-1]) / 3
	reach := math.Ceil(third + math.Sqrt(third*third+2*fourierSlack*variance) + 1)
	if 2*reach*float64(w[len(w)-1]) > 1<<61 {
		return 0, false
	}
	f := fourier{groups: groups, n: 2*int64(reach) + 1, reach: int64(reach), k: k, theta: theta}
	f.single, f.paired = wells(groups, f.n)
	f.visit(1, f.reach)
	if f.work > fourierWork {
		return 0, false
	}
	sum := (f.kernelAtZero() + 2*f.sum) / float64(f.n)
	return math.Exp(log) * sum, sum > 0
}

// logNorm is log M + θ·total/2, as a compensated sum of log cosh: nothing in it cancels.
func logNorm(groups []tiltedGroup, theta float64) float64 {
	log, lost := 0.0, 0.0
	for _, group := range groups {
		v := group.count * logCosh(theta*float64(group.weight)/2)
		next := log + v
		if log >= v {
			lost += log - next + v
		} else {
			lost += v - next + log
		}
		log = next
	}
	return log + lost
}

// logCosh is log cosh u for u ≥ 0.
func logCosh(u float64) float64 {
	if u < 1 {
		s := math.Sinh(u / 2)
		return math.Log1p(2 * s * s)
	}
	return u - math.Ln2 + math.Log1p(math.Exp(-2*u))
}

// fourier adds up φ(t)·e^(−itk)·κ(t) at t = 2πj/n, κ the transform of e^(−θi) for i from 0 to reach.
type fourier struct {
	groups         []tiltedGroup // by ascending weight
	single, paired []well
	n              int64
	reach, k       int64
	theta          float64
	sum            float64 // real part, over j > 0
	work           int     // steps of loops over weights
}

// well says that −log|φ| at 2πj/n is at least depth times the square of the distance of j·weight from a multiple of n,
// and that this adds up over a list of wells.
type well struct {
	weight int64
	depth  float64
}

// wells are those of single weights, and those of the differences of weights taken in pairs, the least with the largest
// and so on inwards. The pairs matter where all weights are large and close to each other, as the ranks beside many
// zeros: few of their differences fit into an interval that many multiples of the weights fall into.
//
// The modulus of the factor of one weight is √(1 − s·sin²x), s = 4q(1−q) with q its share and x = πr/n, r the distance.
// −½·log(1 − s·sin²x) less c·x² is 0 at 0 and rises, then falls, where c is at most s/2; so it is at least 0 up to π/2 if
// it is so there. For two weights r₁² + r₂² ≥ r²/2 with r the distance of the difference.
func wells(groups []tiltedGroup, n int64) (single, paired []well) {
	size := float64(n) * float64(n)
	depth := func(g tiltedGroup) float64 {
		s := 4 * g.share * (1 - g.share)
		return min(math.Pi*math.Pi/2*s, -2*math.Log1p(-s)) / size
	}
	left := make([]float64, len(groups))
	for i, g := range groups {
		single = append(single, well{g.weight, g.count * depth(g)})
		left[i] = g.count
	}
	for i, j := 0, len(groups)-1; i < j; {
		count := min(left[i], left[j])
		paired = append(paired, well{groups[j].weight - groups[i].weight, count / 2 * min(depth(groups[i]), depth(groups[j]))})
		left[i] -= count
		left[j] -= count
		if left[i] == 0 {
			i++
		}
		if left[j] == 0 {
			j--
		}
	}
	slices.Reverse(paired) // ascending
	return single, paired
}

// visit adds the terms of lo ≤ j ≤ hi, and leaves out intervals on which all are negligible.
func (f *fourier) visit(lo, hi int64) {
	if f.work > fourierWork || f.deep(f.single, lo, hi) || f.deep(f.paired, lo, hi) {
		return
	}
	if lo == hi {
		f.add(lo)
		return
	}
	mid := lo + (hi-lo)/2
	f.visit(lo, mid)
	f.visit(mid+1, hi)
}

// deep reports whether the wells show that |φ| < e^−fourierSlack on the whole interval.
func (f *fourier) deep(wells []well, lo, hi int64) bool {
	sum := 0.0
	for i, w := range wells {
		span := (hi - lo) * w.weight
		if span >= f.n {
			f.work += i
			return false // a multiple of n falls into the interval, and so it does for all larger weights
		}
		first := lo * w.weight % f.n
		r := min(first, f.n-first-span)
		if r <= 0 {
			continue
		}
		sum += w.depth * float64(r) * float64(r)
		if sum > fourierSlack {
			f.work += i
			return true
		}
	}
	f.work += len(wells)
	return false
}

// add adds the term of j.
func (f *fourier) add(j int64) {
	f.work += 8 * len(f.groups)
	log, phase := 0.0, 0.0        // of the factors of weights that repeat
	re, im, size := 1.0, 0.0, 1.0 // the product of the others, and the square of its modulus
	for g := range f.groups {
		group := &f.groups[g]
		q := group.share
		sin, cos := math.Sincos(f.angle(uint64(j), uint64(group.weight)) / 2)
		a, b := 1-2*q*sin*sin, 2*q*sin*cos // 1 − q + q·e^(it·weight)
		if group.count == 1 {
			re, im = re*a-im*b, re*b+im*a
			size = re*re + im*im
		} else {
			log += group.count / 2 * math.Log1p(-4*q*(1-q)*sin*sin)
			phase += group.count * math.Atan2(b, a)
		}
		if !(log > -fourierSlack && size > leastSize) {
			return
		}
	}
	phase -= f.angle(uint64(j), uint64(f.k))
	kernel := (1 - cmplx.Rect(math.Exp(-f.theta*float64(f.reach+1)), f.angle(uint64(j), uint64(f.reach+1)))) /
		f.oneMinus(f.angle(uint64(j), 1))
	f.sum += real(complex(re, im) * cmplx.Rect(math.Exp(log), phase) * kernel)
}

// angle is 2πjm/n, in (−π, π], whatever the size of j·m.
func (f *fourier) angle(j, m uint64) float64 {
	hi, lo := bits.Mul64(j, m%uint64(f.n))
	r := int64(bits.Rem64(hi, lo, uint64(f.n)))
	if 2*r > f.n {
		r -= f.n
	}
	return 2 * math.Pi * (float64(r) / float64(f.n))
}

// oneMinus is 1 − e^(it−θ).
func (f *fourier) oneMinus(t float64) complex128 {
	s := math.Sin(t / 2)
	e := math.Exp(-f.theta)
	return complex(-math.Expm1(-f.theta)+2*e*s*s, -e*math.Sin(t))
}

// kernelAtZero is κ(0), the sum of e^(−θi) for i from 0 to reach.
func (f *fourier) kernelAtZero() float64 {
	if f.theta == 0 {
		return float64(f.reach + 1)
	}
	return math.Expm1(-f.theta*float64(f.reach+1)) / math.Expm1(-f.theta)
}
