package dist

import "math"

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
// fail at the first score that is no fraction.
func findGrid(scores ...[]float64) grid {
	g := grid{den: 1, fractions: true}
	for _, row := range scores {
		for _, v := range row {
			if g.den > 0 && isMultiple(v, g.den) {
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
			if math.Abs(f) > maxNumerator || math.Abs(f-math.Round(f)) > 1e-6 {
				g.den = 0
				return g
			}
		}
	}
	return g
}

// isMultiple reports whether v is a multiple of 1/den, up to scoreTolerance.
func isMultiple(v float64, den int64) bool {
	d := float64(den)
	return math.Abs(math.RoundToEven(v*d)/d-v) <= math.Abs(v)*scoreTolerance
}

// denominator is the smallest q ≤ maxDenominator such that v is p/q up to scoreTolerance, or 0 if there is none. It
// walks the convergents of the continued fraction of v: any fraction as near as that is one of them.
func denominator(v float64) int64 {
	v = math.Abs(v)
	if v > 1<<52 {
		return 0
	}
	p0, q0, p, q := 0.0, 1.0, 1.0, 0.0
	for r := v; ; {
		a := math.Floor(r)
		p0, q0, p, q = p, q, a*p+p0, a*q+q0
		if q > maxDenominator {
			return 0
		}
		if math.Abs(p/q-v) <= v*scoreTolerance {
			return int64(q)
		}
		if r == a {
			return 0
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
