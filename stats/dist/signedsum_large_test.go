package dist

import (
	"math"
	"math/big"
	"math/cmplx"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// midranks are twice the midranks of sizes that tie in groups of the given numbers, the lowest ranks being those of
// zeros, as in Pratt's test.
func midranks(zeros int, counts ...int) []int64 {
	var d []int64
	below := 2 * zeros
	for _, c := range counts {
		d = append(d, slices.Repeat([]int64{int64(below + c + 1)}, c)...)
		below += 2 * c
	}
	return d
}

func oneEach(n int) []int { return slices.Repeat([]int{1}, n) }

// drawCounts deals n topics into groups of a random size.
func drawCounts(r *rand.Rand, n int) []int {
	var counts []int
	size := math.Pow(float64(n), r.Float64())
	for left := n; left > 0; {
		c := min(1+int(r.ExpFloat64()*size), left)
		counts = append(counts, c)
		left -= c
	}
	return counts
}

// TestRankSum: all three tails against all sign vectors.
func TestRankSum(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(rt, "n")
		d := rapid.SliceOfN(rapid.Int64Range(-9, 9), n, n).Draw(rt, "d")
		two, upper, lower := enumerate(d)
		law := NewRankSum(d)
		for i, tail := range []Tail{law.TwoSided(0.05), law.Upper(0.05), law.Lower(0.05)} {
			want := math.Ldexp(float64([]uint64{two, upper, lower}[i]), -n)
			if tail.P != want || tail.Lo != want || tail.Hi != want || tail.Quality != Exact {
				rt.Errorf("tail %d of %v = %+v, want %g", i, d, tail, want)
			}
			if tail.Bits > 0 && math.Ldexp(float64(tail.Count), -tail.Bits) != want {
				rt.Errorf("tail %d of %v: %d/2^%d", i, d, tail.Count, tail.Bits)
			}
		}
	})
}

// TestFourierCounted: the characteristic function against the count by dynamic programming, for ranks with ties of all
// sizes and zeros, from the middle to 1e-300.
func TestFourierCounted(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 21))
	runs, tried := 120, 0
	if testing.Short() {
		runs = 20
	}
	for range runs {
		n := 20 + r.IntN(200)
		zeros := 0
		if r.IntN(3) == 0 {
			zeros = r.IntN(2 * n)
		}
		law := NewIntegerSum(midranks(zeros, drawCounts(r, n)...))
		w, total := law.weights, law.total
		k := w[0] + int64(float64((total-1)/2-w[0])*math.Pow(r.Float64(), 0.3))
		if latticeCost(w, k) > 4_000_000 {
			continue
		}
		p, ok := fourierTail(w, total, k)
		if !ok { // so far out, or so few weights, that it gives up
			continue
		}
		tried++
		near(t, "tail", p, countSubsets(w, k).atMost(k).value, 1e-12)
	}
	if tried < runs/2 {
		t.Errorf("only %d of %d", tried, runs)
	}
}

// TestFourierReference: ranks without ties. By mpmath 1.2.1 with 36 digits, the Cauchy integral for the coefficients of
// the generating function on another circle; the first two by R 4.2.2, psignrank(k, n), which keeps 13 digits.
func TestFourierReference(t *testing.T) {
	for _, c := range []struct {
		n    int
		k    int64
		want float64
		rel  float64
	}{
		{200, 8443, 0.024913164797152266, 1e-12},
		{700, 90562, 7.5317195062660286e-10, 1e-12},
		{1000, 232344, 0.024984624530453817406, 1e-13},
		{1000, 158894, 1.5875133562097581787e-24, 1e-13},
		{5000, 6249208, 0.49202259022002957535, 1e-13},
		{5000, 6051178, 0.024995098735643075565, 1e-13},
		{5000, 5638785, 9.509833802002028546e-10, 1e-13},
		{5000, 4209702, 1.7969860359791045176e-91, 1e-13},
		{20000, 98404606, 0.024997158567582524135, 1e-13},
		{20000, 90206673, 1.5229018181075392329e-33, 1e-13},
	} {
		law := NewIntegerSum(midranks(0, oneEach(c.n)...))
		p, ok := fourierTail(law.weights, law.total, c.k)
		if !ok {
			t.Errorf("n = %d: failed", c.n)
		}
		near(t, "tail of ranks", p, c.want, c.rel)
	}
}

// TestFourierGroups: ranks that tie in one or two groups have few sums, far apart: the law is a sum of binomials, in big
// integers here. A smooth law is off by a percent.
func TestFourierGroups(t *testing.T) {
	for _, counts := range [][]int{{1000}, {700, 1300}, {2500, 2500}, {40, 3000}} {
		w := midranks(0, counts...)
		law := NewRankSum(w)
		squares := 0.0
		for _, v := range law.weights {
			squares += float64(v) * float64(v)
		}
		for _, z := range []float64{0.01, 1.96, 3.3, 8, 25} {
			k := int64((float64(law.total) - z*math.Sqrt(squares)) / 2)
			want := groupTail(law.weights, counts, k)
			p, ok := fourierTail(law.weights, law.total, k)
			if !ok {
				t.Errorf("%v, z = %g: failed", counts, z)
			}
			near(t, "tail of groups", p, want, 1e-12)
			tail := law.lower(k, 0.05)
			near(t, "tail", tail.P, want, 1e-12)
			if tail.Quality != Exact || tail.Lo != tail.P || tail.Hi != tail.P {
				t.Errorf("%v, z = %g: %+v, want exact", counts, z, tail)
			}
		}
	}
}

// groupTail is the share of subsets of w, ascending, which has one or two values in groups of the given numbers, with a
// sum of at most k.
func groupTail(w []int64, counts []int, k int64) float64 {
	second := []*big.Int{big.NewInt(1)}
	step := int64(1)
	if len(counts) == 2 {
		second, step = binomials(counts[1]), w[counts[0]]
	}
	for i := 1; i < len(second); i++ {
		second[i].Add(second[i], second[i-1])
	}
	total := new(big.Int)
	for i, c := range binomials(counts[0]) {
		if rest := k - int64(i)*w[0]; rest >= 0 {
			total.Add(total, c.Mul(c, second[min(rest/step, int64(len(second)-1))]))
		}
	}
	return share(total, len(w))
}

// TestWells: where the bounds say that the characteristic function is negligible on an interval, it is.
func TestWells(t *testing.T) {
	r := rand.New(rand.NewPCG(22, 22))
	skipped := 0
	for range 60 {
		n := 100 + r.IntN(400)
		law := NewIntegerSum(midranks(r.IntN(2)*r.IntN(n), drawCounts(r, n)...))
		w := law.weights
		k := w[0] + int64(float64((law.total-1)/2-w[0])*r.Float64())
		groups, theta, _, ok := tiltGroups(w, k)
		if !ok {
			t.Fatal("no tilt")
		}
		f := fourier{groups: groups, n: 2*r.Int64N(20_000) + 1001, k: k, theta: theta}
		f.single, f.paired = wells(groups, f.n)
		for range 60 {
			lo := 1 + r.Int64N(f.n/2)
			hi := lo + r.Int64N(8)
			for _, list := range [][]well{f.single, f.paired} {
				if !f.deep(list, lo, hi) {
					continue
				}
				skipped++
				for j := lo; j <= hi; j++ {
					log := 0.0
					for _, g := range groups {
						e := cmplx.Rect(g.share, 2*math.Pi*float64(j*g.weight%f.n)/float64(f.n))
						log += g.count * math.Log(cmplx.Abs(complex(1-g.share, 0)+e))
					}
					if log > -fourierSlack {
						t.Errorf("%d weights, j = %d of %d: log|φ| = %g", n, j, f.n, log)
					}
				}
			}
		}
	}
	if skipped < 1000 {
		t.Errorf("only %d intervals", skipped)
	}
}

// TestRankSumEnds: sums without a negative term, and tails below the doubles.
func TestRankSumEnds(t *testing.T) {
	for _, n := range []int{1000, 5000} {
		law := NewRankSum(midranks(0, oneEach(n)...))
		want := max(math.Ldexp(1, -n), math.SmallestNonzeroFloat64)
		if got := law.Upper(0.05); got.P != want || got.Quality != Exact {
			t.Errorf("%d ranks of one sign: %+v, want %g", n, got, want)
		}
		if got := law.Lower(0.05); got.P != 1 {
			t.Errorf("%d ranks of one sign, lower: %+v", n, got)
		}
		if n == 5000 {
			if got := law.lower(law.total/20, 0.05); got.P != math.SmallestNonzeroFloat64 || got.Quality != Exact {
				t.Errorf("far out: %+v", got)
			}
		}
	}
	law := NewRankSum(midranks(15_000, oneEach(9000)...))
	if got := law.lower(law.total/20, 0.05); got.P != math.SmallestNonzeroFloat64 || got.Quality != Exact {
		t.Errorf("far out, beside zeros: %+v", got)
	}
	d := midranks(10, 400, 200, 900)
	for i := range d {
		if i%2 == 0 {
			d[i] = -d[i]
		}
	}
	law = NewRankSum(d)
	if up, down := law.Upper(0.05).P, law.Lower(0.05).P; !(up+down > 1 && up+down < 1.1) || math.Abs(min(2*min(up, down), 1)-law.TwoSided(0.05).P) > 1e-12 {
		t.Errorf("upper %g, lower %g, two-sided %g", up, down, law.TwoSided(0.05).P)
	}
}

func benchmarkRanks(b *testing.B, counts ...int) {
	d := midranks(0, counts...)
	for i := range d {
		if i%9 < 4 {
			d[i] = -d[i]
		}
	}
	law := NewRankSum(d)
	for b.Loop() {
		law.TwoSided(0.05)
	}
}

// tiedRanks: about every second topic ties with another.
func tiedRanks(n int) []int { return slices.Repeat([]int{1, 1, 2}, n/4) }

func BenchmarkRanks50(b *testing.B)       { benchmarkRanks(b, tiedRanks(52)...) }
func BenchmarkRanks200(b *testing.B)      { benchmarkRanks(b, tiedRanks(200)...) }
func BenchmarkRanks1000(b *testing.B)     { benchmarkRanks(b, tiedRanks(1000)...) }
func BenchmarkRanks5000(b *testing.B)     { benchmarkRanks(b, tiedRanks(5000)...) }
func BenchmarkRanks20000(b *testing.B)    { benchmarkRanks(b, tiedRanks(20_000)...) }
func BenchmarkTenGroups5000(b *testing.B) { benchmarkRanks(b, slices.Repeat([]int{500}, 10)...) }
func BenchmarkSigns100000(b *testing.B)   { benchmarkRanks(b, 100_000) }

// BenchmarkRankSum50 includes sorting.
func BenchmarkRankSum50(b *testing.B) {
	d := midranks(0, tiedRanks(52)...)
	for i := range d {
		if i%3 == 0 {
			d[i] = -d[i]
		}
	}
	for b.Loop() {
		NewRankSum(d).TwoSided(0.05)
	}
}
