package dist

import (
	"math"
	"slices"
)

// maxDenominator bounds the denominators that are looked for in scores, and their least common multiple.
const maxDenominator = 10_000_000

// maxNumerator bounds scores in lattice steps, so that sums of very many of them stay in an int64.
const maxNumerator = 1 << 46

// scoreTolerance is how far a score may be from a fraction it stands for, relative to itself: 2 to 4 units in the last
// place, as printing and parsing, or one division, leave it. A wider tolerance would match random reals by chance.
const scoreTolerance = 0x1p-51

// grid says which kind of numbers the scores of a pair are.
type grid struct {
	den       int64 // every score is a multiple of 1/den; 0 if there is no such den up to maxDenominator
	fractions bool  // every score is a fraction of small denominator, whether or not they share one
}

// findGrid reconstructs scores as fractions and takes the least common multiple of their denominators. Random reals
// fail at the first score that is no fraction. What is noise on the scale of the scores is 0.
func findGrid(tolerance Tolerance, scores ...[]float64) grid {
	g := grid{den: 1, fractions: true}
	for _, row := range scores {
		for _, v := range row {
			if math.Abs(v) <= tolerance.floor || g.den > 0 && isMultiple(v, g.den) {
				continue
			}
			q := denominator(v)
			if q == 0 {
				return grid{}
			}
			if g.den > 0 {
				g.den = lcm(g.den, q)
			}
		}
	}
	if g.den == 0 {
		return g
	}
	for _, row := range scores {
		for _, v := range row {
			f := v * float64(g.den)
			if math.Abs(f) > maxNumerator || math.Abs(f-math.Round(f)) > 1e-6 && math.Abs(v) > tolerance.floor {
				g.den = 0
				return g
			}
		}
	}
	return g
}

// maxUnits bounds the sum of the differences in size, in lattice steps: it can be doubled in an int64.
const maxUnits = 1 << 62

// latticeDifferences is x − y in multiples of 1/den, 0 where the two scores are the same. den is 0 if the scores are on
// no lattice, or so many and so large on it that sums could overflow.
func latticeDifferences(x, y []float64, tolerance Tolerance) (d []int64, den int64, fractions bool) {
	g := findGrid(tolerance, simpler(x, y, tolerance), simpler(y, x, tolerance))
	if g.den == 0 {
		return nil, 0, g.fractions
	}
	d = make([]int64, len(x))
	total := int64(0)
	for t := range x {
		if tolerance.Same(x[t], y[t]) {
			continue
		}
		d[t] = latticePoint(x[t], g.den) - latticePoint(y[t], g.den)
		if total += max(d[t], -d[t]); total >= maxUnits {
			return nil, 0, true
		}
	}
	return d, g.den, true
}

// simpler is x with each score that is the same as that of y, but for rounding noise, replaced by the one of them that is
// the simpler fraction: the noise must not hide the lattice.
func simpler(x, y []float64, tolerance Tolerance) []float64 {
	out := x
	for t := range x {
		if x[t] == y[t] || !tolerance.Same(x[t], y[t]) {
			continue
		}
		p, q := denominator(x[t]), denominator(y[t])
		if q > 0 && (p == 0 || q < p) {
			if &out[0] == &x[0] {
				out = slices.Clone(x)
			}
			out[t] = y[t]
		}
	}
	return out
}

// latticePoint is the multiple of 1/den that v is.
func latticePoint(v float64, den int64) int64 { return int64(math.RoundToEven(v * float64(den))) }

// isMultiple reports whether v is a multiple of 1/den, up to scoreTolerance.
func isMultiple(v float64, den int64) bool {
	d := float64(den)
	return math.Abs(math.RoundToEven(v*d)/d-v) <= math.Abs(v)*scoreTolerance
}

// denominator is the smallest q ≤ maxDenominator such that v is p/q up to scoreTolerance, or 0 if there is none.
func denominator(v float64) int64 {
	v = math.Abs(v)
	_, q, ok := fraction(v, v*scoreTolerance, maxDenominator)
	if !ok {
		return 0
	}
	return int64(q)
}

// fraction is the p/q of the least q ≤ most within tolerance of v ≥ 0. It walks the convergents of the continued
// fraction of v: any fraction nearer than 1/(2q²) is one of them.
func fraction(v, tolerance, most float64) (p, q float64, ok bool) {
	if v > 1<<52 {
		return 0, 0, false
	}
	p0, q0, p, q := 0.0, 1.0, 1.0, 0.0
	for r := v; ; {
		a := math.Floor(r)
		p0, q0, p, q = p, q, a*p+p0, a*q+q0
		if q > most {
			return 0, 0, false
		}
		if math.Abs(p/q-v) <= tolerance {
			return p, q, true
		}
		if r == a {
			return 0, 0, false
		}
		r = 1 / (r - a)
	}
}

// lcm is the least common multiple of two denominators, or 0 beyond maxDenominator.
func lcm(a, b int64) int64 {
	m := a / gcd(a, b) * b // below 1e14
	if m > maxDenominator {
		return 0
	}
	return m
}

// gcd is the greatest common divisor of a and b ≥ 0.
func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
