package dist

import (
	"math"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// enumerate counts the sign vectors with |S| ≥ |s|, S ≥ s and S ≤ s, s = Σ d.
func enumerate(d []int64) (two, upper, lower uint64) {
	observed := int64(0)
	for _, v := range d {
		observed += v
	}
	for signs := range uint64(1) << len(d) {
		sum := observed
		for rest := signs; rest != 0; rest &= rest - 1 {
			sum -= 2 * d[bits.TrailingZeros64(rest)]
		}
		if max(sum, -sum) >= max(observed, -observed) {
			two++
		}
		if sum >= observed {
			upper++
		}
		if sum <= observed {
			lower++
		}
	}
	return two, upper, lower
}

// subsetsUpTo is the number of subsets of w with a sum of at most k, in big integers.
func subsetsUpTo(w []int64, k int64) *big.Int {
	f := make([]big.Int, k+1)
	f[0].SetInt64(1)
	top := int64(0)
	for _, a := range w {
		top = min(top+a, k)
		for s := top; s >= a; s-- {
			f[s].Add(&f[s], &f[s-a])
		}
	}
	total := new(big.Int)
	for i := range f {
		total.Add(total, &f[i])
	}
	return total
}

// share is count / 2^n as a float64.
func share(count *big.Int, n int) float64 {
	f := new(big.Float).SetInt(count)
	p, _ := f.SetMantExp(f, -n).Float64()
	return p
}

// checkTails compares the three tails of s with enumeration of d.
func checkTails(t *testing.T, s *SignedSum, d []int64) {
	t.Helper()
	two, upper, lower := enumerate(d)
	all := math.Ldexp(1, len(d))
	near(t, "two-sided", s.TwoSided(0.05).P, float64(two)/all, 1e-15)
	near(t, "upper", s.Upper(0.05).P, float64(upper)/all, 1e-15)
	near(t, "lower", s.Lower(0.05).P, float64(lower)/all, 1e-15)
	for _, tail := range []Tail{s.TwoSided(0.05), s.Upper(0.05), s.Lower(0.05)} {
		if tail.Quality != Exact || tail.Lo != tail.P || tail.Hi != tail.P {
			t.Errorf("tail of %v = %+v, want exact", d, tail)
		}
		if tail.Bits > 0 && math.Ldexp(float64(tail.Count), -tail.Bits) != tail.P {
			t.Errorf("tail of %v = %+v: count and p differ", d, tail)
		}
	}
}

// TestEnumeration checks scores that are fractions with one denominator against all 2^n sign vectors, counted in
// integers: printed scores, P@10, P@30 (thirds), RR@10, and denominators with no common multiple to speak of.
func TestEnumeration(t *testing.T) {
	denominators := []int64{1, 3, 10, 30, 2520, 10000, 99991, 9_999_991, 720720 * 17 * 19}
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(rt, "topics")
		den := rapid.SampledFrom(denominators).Draw(rt, "denominator")
		a := rapid.SliceOfN(rapid.Int64Range(0, min(den, 100)), n, n).Draw(rt, "a")
		b := rapid.SliceOfN(rapid.Int64Range(0, min(den, 100)), n, n).Draw(rt, "b")
		x, y, d := make([]float64, n), make([]float64, n), make([]int64, n)
		for i := range n {
			scale := max(den/100, 1)
			x[i], y[i] = float64(a[i]*scale)/float64(den), float64(b[i]*scale)/float64(den)
			d[i] = (a[i] - b[i]) * scale
		}
		checkTails(t, NewSignedSum(x, y), d)
		checkTails(t, NewIntegerSum(d), d)
	})
}

// TestReciprocalRanks: 1/1 … 1/40 have no common multiple below 10^15, yet sums of their differences tie.
func TestReciprocalRanks(t *testing.T) {
	common := int64(1)
	for k := int64(2); k <= 40; k++ {
		common = common / gcd(common, k) * k
	}
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(rt, "topics")
		ranks := rapid.SampledFrom([]int64{0, 1, 2, 3, 4, 5, 6, 8, 12, 24, 37, 40})
		x, y, d := make([]float64, n), make([]float64, n), make([]int64, n)
		for i := range n {
			if k := ranks.Draw(rt, "rank of x"); k > 0 {
				x[i] = 1 / float64(k)
				d[i] += common / k
			}
			if k := ranks.Draw(rt, "rank of y"); k > 0 {
				y[i] = 1 / float64(k)
				d[i] -= common / k
			}
		}
		checkTails(t, NewSignedSum(x, y), d)
	})
}

// TestRealEnumeration: differences without ties, in floating point with the tolerance of the definition.
func TestRealEnumeration(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 60 {
		n := 1 + r.IntN(12)
		x, y := realScores(r, n), realScores(r, n)
		sum, size := 0.0, 0.0
		for i := range x {
			sum += x[i] - y[i]
			size += math.Abs(x[i] - y[i])
		}
		two, upper := 0, 0
		for signs := range 1 << n {
			s := 0.0
			for i := range x {
				if signs>>i&1 == 1 {
					s -= x[i] - y[i]
				} else {
					s += x[i] - y[i]
				}
			}
			if math.Abs(s) >= math.Abs(sum)-1e-12*size {
				two++
			}
			if s >= sum-1e-12*size {
				upper++
			}
		}
		s := NewSignedSum(x, y)
		if s.Step() != 0 {
			t.Errorf("real scores lie on a lattice of step %g", s.Step())
		}
		near(t, "two-sided", s.TwoSided(0.05).P, math.Ldexp(float64(two), -n), 1e-15)
		near(t, "upper", s.Upper(0.05).P, math.Ldexp(float64(upper), -n), 1e-15)
	}
}

// TestBigCounts checks the count on a lattice against big integers, into the far tail, with counts equal where they are
// integers and 1e-12 relative elsewhere. More than 500 weights a half need rescaling.
func TestBigCounts(t *testing.T) {
	skipShort(t)
	r := rand.New(rand.NewPCG(2, 2))
	for _, n := range []int{50, 61, 62, 63, 64, 100, 106, 107, 250, 600, 1100, 2000} {
		most := 60
		if n > 300 {
			most = 3
		}
		w := make([]int64, n)
		total, squares := int64(0), 0.0
		for i := range w {
			w[i] = 1 + r.Int64N(int64(most))
			total += w[i]
			squares += float64(w[i] * w[i])
		}
		slices.Sort(w)
		for _, z := range []float64{0.3, 2, 6, 12, 30} {
			k := int64((float64(total) - z*math.Sqrt(squares)) / 2)
			if k < 0 {
				continue
			}
			count := subsetsUpTo(w, k)
			got := countSubsets(w, k).atMost(k)
			near(t, "P(W <= k)", got.value, share(count, n), 1e-12)
			if n <= maxInteger && (got.bits != n || got.count != count.Uint64()) {
				t.Errorf("%d weights: count %d of 2^%d, want %v", n, got.count, got.bits, count)
			}
		}
	}
}

// TestMethodsAgree: sorted lists of sums, which know no lattice, against the count on a lattice.
func TestMethodsAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for range 40 {
		n := 1 + r.IntN(30)
		w := make([]int64, n)
		total := int64(0)
		for i := range w {
			w[i] = 1 + r.Int64N(5000)
			total += w[i]
		}
		slices.Sort(w)
		k := r.Int64N(total + 1)
		want := countSubsets(w, k).atMost(k)
		got, _, ok := meetInMiddle(w, k, 0)
		near(t, "sorted lists", got.value, want.value, 1e-14)
		if !ok || (got.bits > 0 && got.count != want.count) {
			t.Errorf("sorted lists of %d weights: %+v, %v, want %+v", n, got, ok, want)
		}
	}
}

func TestMergeShifted(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		old := rapid.SliceOfN(rapid.Int64Range(0, 50), 1, 40).Draw(rt, "old")
		old[0] = 0
		slices.Sort(old)
		kept := rapid.IntRange(1, len(old)).Draw(rt, "kept")
		a := rapid.Int64Range(1, 60).Draw(rt, "a")
		var want []int64
		for i, v := range old {
			want = append(want, v)
			if i < kept {
				want = append(want, v+a)
			}
		}
		slices.Sort(want)
		got := make([]int64, len(want))
		mergeShifted(got, old, kept, a)
		if !slices.Equal(got, want) {
			rt.Fatalf("merged %v, want %v", got, want)
		}
	})
}

// TestFarTail: all differences of one sign have p = 2^(1−m) however many they are, and p is never 0.
func TestFarTail(t *testing.T) {
	for _, n := range []int{1, 2, 20, 62, 63, 500, 1000, 1074, 1500, 5000} {
		r := rand.New(rand.NewPCG(uint64(n), 0))
		x := realScores(r, n)
		y := make([]float64, n)
		want := math.Ldexp(1, 1-n)
		if n > 1074 {
			want = 2 * math.SmallestNonzeroFloat64
		}
		near(t, "real", NewSignedSum(x, y).TwoSided(0.05).P, want, 0)
		for i := range x {
			x[i] = math.Round(100*x[i]+1) / 100
		}
		near(t, "lattice", NewSignedSum(x, y).TwoSided(0.05).P, want, 0)
		near(t, "swapped", NewSignedSum(y, x).TwoSided(0.05).P, want, 0)
	}
}

// TestReciprocalRanksMany: 50 to 69 topics of reciprocal ranks are counted exactly through merged sums; on ranks up to
// 10 the same p comes from the lattice 1/2520.
func TestReciprocalRanksMany(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for _, n := range []int{55, 69} {
		x, y, d := make([]float64, n), make([]float64, n), make([]int64, n)
		for i := range x {
			a, b := 1+r.Int64N(10), 1+r.Int64N(10)
			x[i], y[i] = 1/float64(a), 1/float64(b)
			d[i] = 2520/a - 2520/b
		}
		lattice := NewSignedSum(x, y)
		near(t, "step", lattice.Step(), 1.0/2520, 1e-15)
		merged := newRealSum(x, y, NewTolerance(x, y), true).TwoSided(0.05)
		if merged.Quality != Exact {
			t.Errorf("merged sums: %+v, want exact", merged)
		}
		near(t, "merged sums", merged.P, lattice.TwoSided(0.05).P, 1e-12)
		near(t, "integers", NewIntegerSum(d).TwoSided(0.05).P, lattice.TwoSided(0.05).P, 1e-15)
	}
}

// TestDecimalTies: 0.3 − 0.2 is 0.1 here, though not in floating point.
func TestDecimalTies(t *testing.T) {
	x := []float64{0.3, 0.1, 0.5, 0.7, 0.9}
	y := []float64{0.2, 0.2, 0.4, 0.6, 0.6}
	s := NewSignedSum(x, y)
	checkTails(t, s, []int64{1, -1, 1, 1, 3})
	near(t, "step", s.Step(), 0.1, 1e-15)
	if s.Sum() != 0.5 {
		t.Errorf("sum = %v, want 0.5", s.Sum())
	}
	for i := range x { // the same on no lattice: a common factor that is no fraction
		x[i] *= math.Pi
		y[i] *= math.Pi
	}
	s = NewSignedSum(x, y)
	checkTails(t, s, []int64{1, -1, 1, 1, 3})
	if s.Step() != 0 {
		t.Errorf("step = %v, want none", s.Step())
	}
}

// realScores draws n scores with all digits, skewed as average precision is.
func realScores(r *rand.Rand, n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = r.Float64() * r.Float64()
	}
	return x
}
