package dist

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSaddlepoint against the exact count on a lattice: within the stated error, out to six standard deviations.
func TestSaddlepoint(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 13))
	for _, n := range []int{250, 1000, 1500} {
		for shape := range 4 {
			w, total := onLattice(r, n, shape, 20*float64(n))
			v := floats(w)
			for _, z := range []float64{0.2, 1, 2, 3.5, 6} {
				k := below(w, total, z)
				exact := countSubsets(w, k).atMost(k).value
				p, ok := saddlepoint(v, float64(total-2*k), 2)
				if off := math.Abs(p/exact - 1); !ok || off > saddlepointError(v) {
					t.Errorf("%d weights, shape %d, z = %g: %g off by %.2g, stated %.2g", n, shape, z, p, off, saddlepointError(v))
				}
			}
		}
	}
}

// TestSaddlepointFar: ten to thirty standard deviations out, and where p is no double, against big integers.
func TestSaddlepointFar(t *testing.T) {
	r := rand.New(rand.NewPCG(16, 16))
	for shape := range 4 {
		n := 1000
		w, total := onLattice(r, n, shape, 10*float64(n))
		v := floats(w)
		for _, z := range []float64{10, 15, 20} {
			k := below(w, total, z)
			if k < 0 {
				continue
			}
			exact := countSubsets(w, k).atMost(k).value
			p, ok := saddlepoint(v, float64(total-2*k), 2)
			if off := math.Abs(p/exact - 1); !ok || off > 3*saddlepointError(v) {
				t.Errorf("shape %d, z = %g: %g off by %.2g", shape, z, p, off)
			}
		}
	}
	// n equal weights: the number of subsets of at most k is a sum of binomials.
	for _, c := range [][2]int{{2000, 700}, {5000, 1000}, {20_000, 3000}} {
		n, k := c[0], c[1]
		count := new(big.Int)
		for _, b := range binomials(n)[:k+1] {
			count.Add(count, b)
		}
		mantissa := new(big.Float)
		exponent := new(big.Float).SetInt(count).MantExp(mantissa)
		m, _ := mantissa.Float64()
		want := math.Log(m) + float64(exponent-n)*math.Ln2
		got, ok := logSaddlepoint(slices.Repeat([]float64{1}, n), float64(n-2*k), 2)
		if !ok || math.Abs(got-want) > 1e-6 {
			t.Errorf("%d of %d: log p = %.12g, want %.12g", k, n, got, want)
		}
	}
}

// TestMills against the closed form where both parts are doubles.
func TestMills(t *testing.T) {
	for _, r := range []float64{0, 0.5, 3, 9.99, 10, 10.01, 20, 36} {
		near(t, "Mills' ratio", mills(r), NormalSF(r)*math.Sqrt(2*math.Pi)*math.Exp(r*r/2), 1e-12)
	}
}

// TestManyTies: thousands of differences that tie on no lattice have more subsets of one sum than a double can count. The
// same on a lattice is counted.
func TestManyTies(t *testing.T) {
	skipShort(t)
	for _, n := range []int{1000, 2100, 5000} {
		r := rand.New(rand.NewPCG(uint64(n), 17))
		d, x := make([]int64, n), make([]float64, n)
		for i := range d {
			d[i] = r.Int64N(7) - 3
			x[i] = float64(d[i]) * math.Pi
		}
		want := NewIntegerSum(d)
		got := NewSignedSum(x, make([]float64, n))
		for name, tails := range map[string][2]Tail{"two-sided": {got.TwoSided(0.05), want.TwoSided(0.05)},
			"upper": {got.Upper(0.05), want.Upper(0.05)}, "lower": {got.Lower(0.05), want.Lower(0.05)}} {
			if tails[0].Quality != Exact {
				t.Errorf("%d topics, %s: %+v, want exact", n, name, tails[0])
			}
			near(t, name, tails[0].P, tails[1].P, 1e-11)
		}
	}
}

// TestNeverZero: no tail of a numerical method is 0, however far out it lies.
func TestNeverZero(t *testing.T) {
	r := rand.New(rand.NewPCG(18, 18))
	for _, n := range []int{1500, 5000, 20_000} {
		x, y := make([]float64, n), make([]float64, n)
		for i := range x {
			x[i] = r.Float64() + 0.9
			y[i] = 1 // nine of ten differences are positive
		}
		for _, tail := range []Tail{NewSignedSum(x, y).TwoSided(0.05), NewSignedSum(x, y).Upper(0.05), NewSignedSum(y, x).Lower(0)} {
			if !(0 < tail.Lo && tail.Lo <= tail.P && tail.P <= tail.Hi && tail.Hi <= 1) {
				t.Errorf("%d topics: %+v", n, tail)
			}
		}
	}
}

// onLattice draws integer weights that add up to about total.
func onLattice(r *rand.Rand, n, shape int, total float64) ([]int64, int64) {
	w, all := realWeights(r, n, shape)
	sum := int64(0)
	for i, a := range w {
		w[i] = 1 + int64(float64(a)/float64(all)*total)
		sum += w[i]
	}
	return w, sum
}
