package dist

import (
	"flag"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

var long = flag.Bool("long", false, "run the tests that take minutes")

// realWeights draws n real-valued weights of several shapes, rounded to 2^-44 of the largest.
func realWeights(r *rand.Rand, n, shape int) ([]int64, int64) {
	d := make([]float64, n)
	for i := range d {
		switch shape {
		case 0:
			d[i] = r.NormFloat64()
		case 1:
			d[i] = r.ExpFloat64()
		case 2: // a tenth of them ten times as large
			d[i] = r.Float64()
			if r.IntN(10) == 0 {
				d[i] *= 10
			}
		default:
			d[i] = math.Pow(r.Float64(), 4)
		}
		d[i] = math.Abs(d[i])
	}
	s := newRounded(d, 0)
	return s.weights, s.total
}

// below is the k that lies z standard deviations below the middle of W.
func below(w []int64, total int64, z float64) int64 {
	squares := 0.0
	for _, a := range w {
		squares += float64(a) * float64(a)
	}
	return int64((float64(total) - z*math.Sqrt(squares)) / 2)
}

// TestSplitMass: the grid against sorted lists, which are exact, for up to 40 weights: within the error it states, and
// within 1e-6 wherever p ≥ 1e-4 has arrangements enough.
func TestSplitMass(t *testing.T) {
	skipShort(t)
	r := rand.New(rand.NewPCG(6, 6))
	for _, n := range []int{34, 37, 40} {
		for shape := range 4 {
			w, total := realWeights(r, n, shape)
			for _, z := range []float64{0.02, 0.3, 1, 1.96, 2.6, 3.5} {
				k := below(w, total, z)
				exact, _, ok := meetInMiddle(w, max(k, 0), int64(n))
				if k < 0 || !ok || exact.value*math.Exp2(float64(n)) < 1e4 {
					continue
				}
				p, relative := splitMass(w, total, float64(k))
				off := math.Abs(p/exact.value - 1)
				if off > relative {
					t.Errorf("%d weights, shape %d, z = %g: %g off by %.2g, stated %.2g", n, shape, z, p, off, relative)
				}
				if exact.value >= 0.5e-4 && exact.value*math.Exp2(float64(n)) > 1e9 && off > 1e-6 {
					t.Errorf("%d weights, shape %d, z = %g: %g off by %.2g", n, shape, z, p, off)
				}
			}
		}
	}
}

// TestSplitMassMany: the grid for more weights, against the exact count on a lattice with eight points a cell.
func TestSplitMassMany(t *testing.T) {
	skipShort(t)
	r := rand.New(rand.NewPCG(7, 7))
	sizes := []int{60, 100, 150}
	if *long {
		sizes = append(sizes, 250, 400, 700)
	}
	for _, n := range sizes {
		for shape := range 4 {
			w, total := onLattice(r, n, shape, 8*splitGrid(n))
			s := &SignedSum{weights: w, total: total, step: 1}
			for _, z := range []float64{0.3, 1.96, 3.5} {
				k := below(w, total, z)
				exact := countSubsets(w, k).atMost(k).value
				p, relative := s.approximate(k)
				if off := math.Abs(p/exact - 1); off > relative || (off > 1e-6 && exact > 1e-4) {
					t.Errorf("%d weights, shape %d, z = %g: %g off by %.2g, stated %.2g", n, shape, z, p, off, relative)
				}
			}
		}
	}
}

// TestBracket: certified brackets hold the exact value, on grids from coarse to fine, and get narrower.
func TestBracket(t *testing.T) {
	skipShort(t)
	r := rand.New(rand.NewPCG(8, 8))
	for _, n := range []int{10, 25, 38, 100, 400} {
		for shape := range 4 {
			w, total := realWeights(r, n, shape)
			for _, z := range []float64{0.1, 1, 1.96, 3} {
				k := below(w, total, z)
				if k < 0 {
					continue
				}
				var exact float64
				if n <= 40 {
					p, _, _ := meetInMiddle(w, k, 0)
					exact = p.value
				} else {
					exact, _ = splitMass(w, total, float64(k)) // good to 1e-6, far within a bracket
				}
				previous := 1.0
				for _, cells := range []float64{256, 5000, 1 << 16} {
					lo, hi := bracket(w, total, k, cells)
					if !(lo <= exact && exact <= hi) {
						t.Errorf("%d weights, z = %g, %g cells: [%g, %g] misses %g", n, z, cells, lo, hi, exact)
					}
					if hi-lo > previous {
						t.Errorf("%d weights, z = %g, %g cells: [%g, %g] is wider than before", n, z, cells, lo, hi)
					}
					previous = hi - lo
				}
			}
		}
	}
}

// TestSideOfAlpha: with alpha ever nearer to p, the limits still leave it outside, on the right side, for n where the
// exact p can be had too.
func TestSideOfAlpha(t *testing.T) {
	skipShort(t)
	r := rand.New(rand.NewPCG(9, 9))
	for range 6 {
		n := 44
		w, total := realWeights(r, n, r.IntN(2))
		s := &SignedSum{weights: w, total: total}
		k := below(w, total, 1.96)
		p, _ := splitMass(w, total, float64(k))
		for _, gap := range []float64{-0.5, -1e-2, -1e-4, 1e-4, 1e-2, 0.5, 3} {
			alpha := p * (1 + gap)
			tail := s.numerical(k, 0, alpha)
			if !(tail.Lo <= tail.P && tail.P <= tail.Hi) {
				t.Errorf("limits [%g, %g] of %g", tail.Lo, tail.Hi, tail.P)
			}
			if gap > 0 && tail.Hi > alpha || gap < 0 && tail.Lo <= alpha {
				t.Errorf("p [%g, %g] and alpha = %g, %.1g away", tail.Lo, tail.Hi, alpha, gap)
			}
			if math.Abs(tail.P/p-1) > 1e-6 {
				t.Errorf("p = %g, want %g", tail.P, p)
			}
		}
	}
}

// TestMethodChosen: which quality each kind of data gets.
func TestMethodChosen(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 10))
	for _, c := range []struct {
		n    int
		make func(n int) []float64
		want Quality
	}{
		{50, func(n int) []float64 { return printed(r, n) }, Exact},
		{600, func(n int) []float64 { return printed(r, n) }, Exact},
		{42, func(n int) []float64 { return realScores(r, n) }, Exact},
		{60, func(n int) []float64 { return realScores(r, n) }, Numerical},
		{1500, func(n int) []float64 { return realScores(r, n) }, Numerical},
	} {
		x, y := c.make(c.n), c.make(c.n)
		tail := NewSignedSum(x, y).TwoSided(0.05)
		if tail.Quality != c.want || !(0 < tail.Lo && tail.Lo <= tail.P && tail.P <= tail.Hi && tail.Hi <= 1) {
			t.Errorf("%d topics: %+v, want quality %d", c.n, tail, c.want)
		}
		if c.want == Numerical && tail.Hi-tail.P > 1.2e-6*tail.P && c.n < 1000 {
			t.Errorf("%d topics: %+v is too wide", c.n, tail)
		}
	}
	// A tail of few arrangements is exact for any number of topics.
	x := realScores(r, 80)
	y := make([]float64, 80)
	y[3], y[40] = x[3]*2, x[40]*1.5
	if tail := NewSignedSum(x, y).TwoSided(0.05); tail.Quality != Exact || tail.P > 1e-15 {
		t.Errorf("nearly all of one sign: %+v, want an exact p", tail)
	}
}

// TestAtom: where sums tie and the lists grow too long, the stated error covers half an atom. The exact value comes
// from the lattice that the same scores lie on.
func TestAtom(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 11))
	n := 120
	x, y := make([]float64, n), make([]float64, n)
	for i := range x {
		x[i], y[i] = 1/float64(1+r.IntN(10)), 1/float64(1+r.IntN(10))
	}
	lattice := NewSignedSum(x, y)
	k := min(lattice.observed, lattice.total-lattice.observed)
	c := countSubsets(lattice.weights, k)
	exact, atom := c.atMost(k).value, c.atMost(k).value-c.atMost(k-1).value

	real := newRealSum(x, y, NewTolerance(x, y), true)
	k = min(real.observed, real.total-real.observed)
	merged, lists, ok := meetInMiddle(real.weights, k, real.slack)
	if !ok || math.Abs(merged.value/exact-1) > 1e-12 {
		t.Errorf("merged sums: %g, %v, want %g", merged.value, ok, exact)
	}
	if bound := lists.atom(); bound < atom || bound > 3*atom {
		t.Errorf("bound of the atom %g, want a little above %g", bound, atom)
	}
	tail := real.numerical(k, lists.atom(), 0)
	if !(tail.Lo <= exact && exact <= tail.Hi) || math.Abs(tail.P/exact-1) < 1e-6 {
		t.Errorf("at a tie: %+v, exact %g, atom %g", tail, exact, atom)
	}
	// Half of the weights: an atom of the rest is at least as large.
	part, _ := halfSums(real.weights[:40], k, real.slack)
	other, _ := halfSums(real.weights[60:90], k, real.slack)
	if bound := (twoLists{part, other}).atom(); bound < lists.atom() {
		t.Errorf("bound %g from fewer weights, %g from all", bound, lists.atom())
	}
}

// TestWork counts the steps of the inner loop, which do not depend on the machine: the means over all pairs of
// adhoc7_ap stand in the specification of the kernel.
func TestWork(t *testing.T) {
	skipShort(t)
	scores := matrix(t, "adhoc7_ap")
	updates, cost, pairs := int64(0), int64(0), 0
	for i := range scores {
		for j := range i {
			s := NewSignedSum(scores[i], scores[j])
			k := min(s.observed, s.total-s.observed)
			updates += countSubsets(s.weights, k).updates
			cost += latticeCost(s.weights, k)
			pairs++
		}
	}
	near(t, "updates a pair", float64(updates)/float64(pairs), 182101.15, 1e-7)
	near(t, "cells a pair", float64(cost)/float64(pairs), 237675.59, 1e-7)
}

// TestOrder: the order of topics changes no bit of any tail.
func TestOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 12))
	for _, n := range []int{20, 80} {
		for _, draw := range []func(*rand.Rand, int) []float64{printed, realScores} {
			x, y := draw(r, n), draw(r, n)
			want := NewSignedSum(x, y).TwoSided(0.05)
			r.Shuffle(n, func(i, j int) {
				x[i], x[j] = x[j], x[i]
				y[i], y[j] = y[j], y[i]
			})
			before := slices.Clone(x)
			if got := NewSignedSum(x, y).TwoSided(0.05); got != want {
				t.Errorf("shuffled: %+v, want %+v", got, want)
			}
			if !slices.Equal(x, before) {
				t.Error("the scores were changed")
			}
		}
	}
}

// skipShort leaves out arithmetic on one goroutine that the race detector slows a hundredfold and cannot find fault with.
func skipShort(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("-short: long arithmetic")
	}
}
