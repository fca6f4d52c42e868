package dist

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// zerosAndOnes is the exact law of subset means of some zeros and ones.
type zerosAndOnes struct {
	zeros, ones int
	tail        []*big.Int // tail[i]: subsets of the zeros with at least i members
	of          []*big.Int // of[j]: subsets of the ones with j members
}

func newZerosAndOnes(zeros, ones int) zerosAndOnes {
	law := zerosAndOnes{zeros, ones, binomials(zeros), binomials(ones)}
	law.tail = append(law.tail, new(big.Int))
	for i := zeros; i >= 0; i-- {
		law.tail[i].Add(law.tail[i], law.tail[i+1])
	}
	return law
}

// binomials are the numbers of subsets of n things by their size.
func binomials(n int) []*big.Int {
	row := []*big.Int{big.NewInt(1)}
	for k := range int64(n) {
		c := new(big.Int).Mul(row[k], big.NewInt(int64(n)-k))
		row = append(row, c.Quo(c, big.NewInt(k+1)))
	}
	return row
}

// exceeds reports whether more than one subset in 40 has a mean of at most delta, 0 < delta < 1.
func (law zerosAndOnes) exceeds(delta *big.Rat) bool {
	// j ones and i zeros: j ≤ δ(i+j), so i ≥ j(1−δ)/δ.
	odds := new(big.Rat).Sub(big.NewRat(1, 1), delta)
	odds.Quo(odds, delta)
	count := new(big.Int)
	for j := range law.ones + 1 {
		need := new(big.Rat).Mul(odds, big.NewRat(int64(j), 1))
		i := new(big.Int).Add(need.Num(), need.Denom())
		i.Sub(i, big.NewInt(1)).Div(i, need.Denom())
		if i.Cmp(big.NewInt(int64(law.zeros))) > 0 {
			break
		}
		count.Add(count, new(big.Int).Mul(law.of[j], law.tail[i.Int64()]))
	}
	all := new(big.Int).Lsh(big.NewInt(1), uint(law.zeros+law.ones))
	return count.Mul(count, big.NewInt(40)).Cmp(all) > 0
}

// TestIntervalCounted: the lower end, by exact counts, for numbers of topics up to and beyond 1,075, from where 2^-n is no
// double. On a lattice the end is the very fraction; on none it is near.
func TestIntervalCounted(t *testing.T) {
	for _, c := range [][2]int{{120, 30}, {700, 374}, {700, 375}, {700, 376}, {1400, 100}, {1480, 20}, {100, 1400}, {2800, 200}} {
		law := newZerosAndOnes(c[0], c[1])
		n := c[0] + c[1]
		x, y := make([]float64, n), make([]float64, n)
		for i := range c[1] {
			x[i] = 1
		}
		lo, hi, ok := NewSignedSum(x, y).MeanInterval(0.05)
		gap := big.NewRat(1, int64(4*n*n)) // subset means are at least 1/n² apart
		at := new(big.Rat).SetFloat64(lo)
		if !ok || law.exceeds(new(big.Rat).Sub(at, gap)) || !law.exceeds(new(big.Rat).Add(at, gap)) {
			t.Errorf("%v zeros and ones: the lower end is not %.17g", c, lo)
		}
		whole := false
		for size := range n {
			sum := lo * float64(size+1)
			whole = whole || lo == math.Round(sum)/float64(size+1)
		}
		if !whole {
			t.Errorf("%v zeros and ones: %.17g is no subset mean", c, lo)
		}
		for i := range x { // the same differences on no lattice
			x[i] *= math.Pi
		}
		realLo, realHi, _ := NewSignedSum(x, y).MeanInterval(0.05)
		if width := hi - lo; math.Abs(realLo/math.Pi-lo) > 1e-9*width || math.Abs(realHi/math.Pi-hi) > 1e-9*width {
			t.Errorf("%v zeros and ones times π: [%g, %g], want [%g, %g]", c, realLo/math.Pi, realHi/math.Pi, lo, hi)
		}
	}
}

// TestIntervalManyTopics: real-valued scores of very many topics, of several shapes. The interval tends to the mean ±
// 1.96 standard errors, and the test rejects just outside its ends and not just inside.
func TestIntervalManyTopics(t *testing.T) {
	skipShort(t)
	sizes := []int{1075, 1076, 1500, 5000}
	if *long {
		sizes = append(sizes, 1074, 1077, 20_000)
	}
	for _, n := range sizes {
		for shape, draw := range []func(*rand.Rand) float64{
			func(r *rand.Rand) float64 { return r.Float64() + 0.05 - r.Float64() },
			func(r *rand.Rand) float64 { return float64(r.IntN(4)-r.IntN(4)) / 3 },
			func(r *rand.Rand) float64 { return math.Round(1e4*(r.Float64()-r.Float64())) / 1e4 },
			func(r *rand.Rand) float64 { return math.Exp(r.NormFloat64()) },
		} {
			r := rand.New(rand.NewPCG(uint64(n), 7))
			x, y := make([]float64, n), make([]float64, n)
			sum, squares := 0.0, 0.0
			for i := range x {
				x[i] = draw(r)
				sum += x[i]
				squares += x[i] * x[i]
			}
			mean := sum / float64(n)
			half := 1.959963984540054 * math.Sqrt(squares/float64(n)-mean*mean) / math.Sqrt(float64(n))
			lo, hi, ok := NewSignedSum(x, y).MeanInterval(0.05)
			if !ok || math.Abs(lo-mean+half) > 0.05*half || math.Abs(hi-mean-half) > 0.05*half {
				t.Errorf("%d topics, shape %d: [%g, %g], want about %g ± %g", n, shape, lo, hi, mean, half)
			}
			if (n != 1076 || shape == 2) && !*long || shape == 1 {
				continue
			}
			for _, c := range []struct {
				delta    float64
				rejected bool
			}{{lo - 0.002*half, true}, {lo + 0.002*half, false}, {hi - 0.002*half, false}, {hi + 0.002*half, true}} {
				for i := range y {
					y[i] = c.delta
				}
				if p := NewSignedSum(x, y).TwoSided(0); (p.P <= 0.05) != c.rejected {
					t.Errorf("%d topics, shape %d, δ = %g of [%g, %g]: %+v", n, shape, c.delta, lo, hi, p)
				}
			}
		}
	}
}

// TestMeanTable: the share of subsets with a mean of at most δ, and the ends, against all subsets, for whole numbers that
// repeat and whose signs are mixed. The tails a table leaves out stay below what is asked.
func TestMeanTable(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(2, 12).Draw(rt, "topics")
		d := rapid.SliceOfN(rapid.Int64Range(-5, 9), n, n).Draw(rt, "differences")
		level := rapid.SampledFrom([]float64{0.3, 0.1, 0.025}).Draw(rt, "level")
		table := newMeanTable(groupsOf(d), level)
		turned := table.mirrored()
		table.cumulate()
		turned.cumulate()
		for _, delta := range []float64{-6, -1, -0.4, 0, 1.0 / 7, 0.5, 2, 3.3, 9} {
			up, down := sharesUpTo(d, delta)
			if math.Abs(table.upper(delta)-up) > 1e-12 || math.Abs(turned.upper(-delta)-down) > 1e-12 {
				rt.Errorf("shares at %g are %g and %g, want %g and %g", delta, table.upper(delta), turned.upper(-delta), up, down)
			}
		}
	})
}

// sharesUpTo is the share of subsets of d, the empty one counted, with a mean of at most and of at least delta.
func sharesUpTo(d []int64, delta float64) (most, least float64) {
	for subset := range 1 << len(d) {
		size, sum := 0.0, 0.0
		for i, v := range d {
			if subset>>i&1 == 1 {
				size++
				sum += float64(v)
			}
		}
		if sum <= delta*size {
			most++
		}
		if sum >= delta*size {
			least++
		}
	}
	return math.Ldexp(most, -len(d)), math.Ldexp(least, -len(d))
}

// TestFewSums: the same for the law of most and few.
func TestFewSums(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(2, 12).Draw(rt, "topics")
		d := rapid.SliceOfN(rapid.Int64Range(-2, 3), n, n).Draw(rt, "differences")
		groups := groupsOf(d)
		f, ok := newFewSums(groups, 1e-9) // δ may be a rounded fraction
		turned, _ := newFewSums(mirrored(groups), 1e-9)
		for _, delta := range []float64{-3, -1, -0.4, 0, 1.0 / 7, 0.5, 2, 3.3} {
			up, down := sharesUpTo(d, delta)
			if !ok || math.Abs(f.upper(delta)-up) > 1e-12 || math.Abs(turned.upper(-delta)-down) > 1e-12 {
				rt.Errorf("shares at %g are %g and %g, want %g and %g", delta, f.upper(delta), turned.upper(-delta), up, down)
			}
		}
	})
}

// TestIntervalFewDiffer: two systems that differ on few of many topics by numbers on no lattice have the interval that
// they have with the same numbers rounded to a lattice.
func TestIntervalFewDiffer(t *testing.T) {
	for _, n := range []int{60, 1000, 5000, 20_000} {
		r := rand.New(rand.NewPCG(uint64(n), 20))
		x, rounded := make([]float64, n), make([]float64, n)
		for i := range 12 {
			rounded[i] = float64(r.IntN(40)-10) / 100
			x[i] = rounded[i] * math.Pi
		}
		y := make([]float64, n)
		wantLo, wantHi, _ := NewSignedSum(rounded, y).MeanInterval(0.05)
		lo, hi, ok := NewSignedSum(x, y).MeanInterval(0.05)
		if off := 1e-9 * (hi - lo); !ok || math.Abs(lo-math.Pi*wantLo) > off || math.Abs(hi-math.Pi*wantHi) > off {
			t.Errorf("%d topics: [%g, %g], want [%g, %g]", n, lo, hi, math.Pi*wantLo, math.Pi*wantHi)
		}
	}
}

// TestBinomial against big integers.
func TestBinomial(t *testing.T) {
	for _, n := range []int64{1, 7, 50, 51, 400, 20_000} {
		first, law := binomial(n, tableReach(0.025))
		for _, k := range []int64{0, 1, int64(len(law)) / 3, int64(len(law)) / 2, int64(len(law)) - 1} {
			if k < int64(len(law)) {
				near(t, "binomial", law[k], share(new(big.Int).Binomial(n, first+k), int(n)), 1e-12)
			}
		}
	}
}

// TestIntervalClean: ends are the subset means that they are, to the last digit.
func TestIntervalClean(t *testing.T) {
	// Six equal differences: 0.1 is every subset mean, though 0.3 − 0.2 is not 0.1 in floating point.
	lo, hi, ok := NewSignedSum([]float64{.3, .4, .7, .8, .9, 1.1}, []float64{.2, .3, .6, .7, .8, 1}).MeanInterval(0.05)
	if !ok || lo != .1 || hi != .1 {
		t.Errorf("constant difference: [%.17g, %.17g], want 0.1 twice", lo, hi)
	}
	// Eighths, of which half are 0.
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 15))
		x, d := make([]float64, 14), make([]int64, 14)
		for i := range x {
			d[i] = r.Int64N(6) * r.Int64N(2)
			x[i] = float64(d[i]) / 8
		}
		lo, _, _ := NewSignedSum(x, make([]float64, len(x))).MeanInterval(0.05)
		if want := subsetEnd(d, 0.025) / 8; lo != want {
			t.Errorf("eighths: lower end %.17g, want %.17g", lo, want)
		}
		for i := range x { // on no lattice
			x[i] *= math.Pi
		}
		lo, _, _ = NewSignedSum(x, make([]float64, len(x))).MeanInterval(0.05)
		near(t, "lower end of eighths times π", lo, subsetEnd(d, 0.025)/8*math.Pi, 1e-11)
	}
	// Reciprocal ranks: the ends of twelve topics by all subsets, on the lattice of 1/720720 and on none.
	r := rand.New(rand.NewPCG(14, 14))
	for range 20 {
		n := 12
		x, y, d := make([]float64, n), make([]float64, n), make([]int64, n)
		for i := range x {
			a, b := 1+r.Int64N(13), 1+r.Int64N(13)
			x[i], y[i] = 1/float64(a), 1/float64(b)
			d[i] = 360360/a - 360360/b
		}
		want := subsetEnd(d, 0.025) / 360360
		lo, _, _ := NewSignedSum(x, y).MeanInterval(0.05)
		near(t, "lower end of reciprocal ranks", lo, want, 1e-15)
		other, _, _ := newRealSum(x, y, NewTolerance(x, y), true).MeanInterval(0.05)
		if math.Abs(other-want) > 1e-12 {
			t.Errorf("on no lattice: lower end %.17g, want %.17g", other, want)
		}
	}
}

// subsetEnd is the least subset mean of d at which the share of subsets with no larger mean exceeds level.
func subsetEnd(d []int64, level float64) float64 {
	var means []float64
	for subset := 1; subset < 1<<len(d); subset++ {
		size, sum := 0.0, 0.0
		for i, v := range d {
			if subset>>i&1 == 1 {
				size++
				sum += float64(v)
			}
		}
		means = append(means, sum/size)
	}
	slices.Sort(means)
	return means[int(math.Floor(level*math.Ldexp(1, len(d))))-1] // with the empty subset that many are no larger, and one is not enough
}

// BenchmarkInterval5000: real-valued, a few large differences among many small ones, and thirds.
func BenchmarkInterval5000(b *testing.B) {
	for name, draw := range map[string]func(*rand.Rand) float64{
		"real":   func(r *rand.Rand) float64 { return r.Float64() - r.Float64() },
		"spikes": func(r *rand.Rand) float64 { return math.Pow(r.Float64(), 300) + 1e-3*r.NormFloat64() },
		"thirds": func(r *rand.Rand) float64 { return float64(r.IntN(4)-r.IntN(4)) / 3 },
		"ones":   func(r *rand.Rand) float64 { return float64(r.IntN(2) - r.IntN(2)) },
	} {
		b.Run(name, func(b *testing.B) {
			r := rand.New(rand.NewPCG(1, 1))
			x := make([]float64, 5000)
			for i := range x {
				x[i] = draw(r)
			}
			s := NewSignedSum(x, make([]float64, len(x)))
			for b.Loop() {
				s.MeanInterval(0.05)
			}
		})
	}
}
