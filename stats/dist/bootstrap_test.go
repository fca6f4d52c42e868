package dist

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// drawSumCounts is, for each sum, the number of the n^n draws of n of the values v ≥ 0, with replacement, that have it:
// exact, by the power of a polynomial.
func drawSumCounts(v []int64) []*big.Int {
	kinds := map[int64]int64{}
	for _, step := range v {
		kinds[step]++
	}
	f := []*big.Int{big.NewInt(1)}
	for range v {
		g := make([]*big.Int, int64(len(f))+slices.Max(v))
		for c := range g {
			g[c] = new(big.Int)
		}
		part := new(big.Int)
		for step, times := range kinds {
			for c, count := range f {
				g[int64(c)+step].Add(g[int64(c)+step], part.Mul(count, big.NewInt(times)))
			}
		}
		f = g
	}
	return f
}

// drawTails are the shares of draws with a sum of at most c, and at least c.
func drawTails(v []int64) (lower, upper []float64) {
	counts := drawSumCounts(v)
	n := big.NewInt(int64(len(v)))
	all := new(big.Int).Exp(n, n, nil)
	lower, upper = make([]float64, len(counts)), make([]float64, len(counts))
	ratio := func(part *big.Int) float64 {
		r, _ := new(big.Float).Quo(new(big.Float).SetInt(part), new(big.Float).SetInt(all)).Float64()
		return r
	}
	sum := new(big.Int)
	for c := range counts {
		sum.Add(sum, counts[c])
		lower[c] = ratio(sum)
	}
	sum.SetInt64(0)
	for c := len(counts) - 1; c >= 0; c-- {
		sum.Add(sum, counts[c])
		upper[c] = ratio(sum)
	}
	return lower, upper
}

// oneDrawOf is the law of one draw of whole numbers, the least of which is 0.
func oneDrawOf(v ...int64) oneDraw {
	x := make([]float64, len(v))
	for t := range v {
		x[t] = float64(v[t])
	}
	l := BootstrapLaw{pair: NewSignedSum(x, make([]float64, len(v)))}
	l.reduce()
	return l.draw
}

// shapesOfDraws are differences of different kinds: even, skewed, with many zeros, with one that stands out.
func shapesOfDraws(r *rand.Rand, n int, most int64) [][]int64 {
	shapes := make([][]int64, 4)
	for t := range n {
		u := r.Float64()
		v := [4]float64{u, u * u * u, max(0, 2*u-1), u / 20}
		for i := range shapes {
			shapes[i] = append(shapes[i], int64(v[i]*float64(most)))
			if t == 0 {
				shapes[i][0] = most
			}
		}
	}
	for i := range shapes {
		shapes[i][1] = 0
		shapes[i][2] = 1 // so that the greatest common divisor is 1
	}
	return shapes
}

// TestBootstrapMethods: every method that can compute a law on a lattice, by exact counts of all n^n draws.
func TestBootstrapMethods(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	inverted := 0
	type size struct {
		n    int
		most int64
	}
	sizes := []size{{2, 3}, {3, 10}, {5, 40}, {8, 20}, {12, 9}, {25, 30}, {40, 60}, {60, 25}, {100, 12}, {150, 7}}
	if testing.Short() {
		sizes = sizes[:6]
	}
	for _, size := range sizes {
		for _, v := range shapesOfDraws(r, max(size.n, 3), size.most) {
			d := oneDrawOf(v...)
			lower, upper := drawTails(v)
			methods := map[string]sumLaw{"counted": d.counted(d.most())}
			if d.ways() < 1e5 {
				methods["listed"] = d.listed()
			}
			if inverse := newInversion(d, true); inverse.exact() {
				methods["inverted"] = inverse
				inverted++
			}
			for name, law := range methods {
				for c := int64(0); c <= d.most(); c += 1 + d.most()/250 {
					for side, a := range [2]approximation{law.lower(c), law.upper(c)} {
						want := [2]float64{lower[c], upper[c]}[side]
						if a.error != 0 || math.Abs(a.p-want) > 1e-12*want && want > 1e-290 {
							t.Fatalf("%s, n = %d, most %d, side %d, c = %d of %d: %g ± %g, want %g (off by %.2g)",
								name, size.n, size.most, side, c, d.most(), a.p, a.error, want, a.p/want-1)
						}
					}
					for _, p := range []float64{1e-7, .003, .025, .5, .975} {
						if law.lowerReaches(c, p) != (lower[c] >= p) || law.upperReaches(c, p) != (upper[c] >= p) {
							t.Errorf("%s: c = %d reaches %g: lower %g, upper %g", name, c, p, lower[c], upper[c])
						}
					}
				}
			}
		}
	}
	if inverted < 10 && !testing.Short() {
		t.Errorf("only %d laws are inverted exactly", inverted)
	}
}

// TestBootstrapLaw: all of the interface, on scores with ties, by counting all n^n draws.
func TestBootstrapLaw(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(1, 9).Draw(rt, "topics")
		den := rapid.SampledFrom([]float64{10, 3, 100}).Draw(rt, "den")
		x, y, v := make([]float64, n), make([]float64, n), make([]int64, n)
		for i := range x {
			a, b := rapid.IntRange(0, 12).Draw(rt, "x"), rapid.IntRange(0, 12).Draw(rt, "y")
			x[i], y[i], v[i] = float64(a)/den, float64(b)/den, int64(a-b)
		}
		least := slices.Min(v)
		shifted := make([]int64, n)
		for i := range v {
			shifted[i] = v[i] - least
		}
		lower, upper := drawTails(shifted)
		law := NewBootstrapLaw(x, y)
		mean := func(c int) float64 { return (float64(c) + float64(int64(n)*least)) / den / float64(n) }
		same := func(what string, got, want float64) {
			if math.Abs(got-want) > 1e-13 {
				rt.Errorf("%s is %g, want %g", what, got, want)
			}
		}
		at := func(p []float64, c int) float64 {
			if c < 0 || c >= len(p) {
				return 0
			}
			return p[c]
		}
		for c := range lower {
			same("at most", law.AtMost(mean(c)), lower[c])
			same("at least", law.AtLeast(mean(c)), upper[c])
			same("below", law.Below(mean(c)), at(lower, c-1))
			same("above", law.Above(mean(c)), at(upper, c+1))
			same("just below", law.AtMost(mean(c)-.1/den/float64(n)), at(lower, c-1))
			same("just above", law.AtLeast(mean(c)+.1/den/float64(n)), at(upper, c+1))
			if c > 0 {
				same("outside", law.Outside(mean(c-1), mean(c)).P, 1)
				same("further outside", law.Outside(mean(c-1)-1/den/float64(n), mean(c)).P, at(lower, c-2)+upper[c])
			}
		}
		same("outside infinity", law.Outside(math.Inf(-1), math.Inf(1)).P, 0)
		for _, p := range []float64{.001, .025, .3, .77} {
			same("quantile", law.Quantile(p), mean(slices.IndexFunc(lower, func(f float64) bool { return f >= p })))
			c := len(upper) - 1
			for upper[c] < p {
				c--
			}
			same("upper quantile", law.UpperQuantile(p), mean(c))
		}
		squares, sum := 0.0, 0.0
		for _, d := range v {
			sum += float64(d) / den
		}
		for _, d := range v {
			squares += (float64(d)/den - sum/float64(n)) * (float64(d)/den - sum/float64(n))
		}
		same("mean", law.Mean(), sum/float64(n))
		same("SD", law.SD(), math.Sqrt(squares)/float64(n))
		if !law.Exact() || law.Step() <= 0 {
			rt.Error("not exact on a lattice")
		}
	})
}

// TestBootstrapMirrored: the law of y − x is that of x − y, mirrored, whatever the scores are.
func TestBootstrapMirrored(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, n := range []int{4, 13, 19, 60} {
		for _, den := range []float64{10, 10_000, 0} {
			x, y := make([]float64, n), make([]float64, n)
			for i := range x {
				x[i], y[i] = r.Float64(), r.Float64()*r.Float64()
				if den > 0 {
					x[i], y[i] = math.Round(x[i]*den)/den, math.Round(y[i]*den)/den
				}
			}
			law, back := NewBootstrapLaw(x, y), NewBootstrapLaw(y, x)
			for _, p := range []float64{1e-4, .025, .4} {
				if a, b := law.Quantile(p), back.UpperQuantile(p); math.Abs(a+b) > 1e-11 {
					t.Errorf("n = %d, den %g: quantile %g and %g", n, den, a, b)
				}
			}
			for z := -6.0; z <= 6; z += 1.5 {
				v := law.Mean() + z*law.SD()
				a, b := law.Outside(v, math.Inf(1)), back.Outside(math.Inf(-1), -v)
				if math.Abs(a.P-b.P) > 1e-11*a.P+a.Hi-a.Lo || a.Quality != b.Quality {
					t.Errorf("n = %d, den %g, z = %g: %+v and %+v", n, den, z, a, b)
				}
			}
		}
	}
}

func TestBootstrapPanics(t *testing.T) {
	law := NewBootstrapLaw([]float64{1, 2}, []float64{0, 0})
	for name, f := range map[string]func(){
		"no topics": func() { NewBootstrapLaw(nil, nil) },
		"lengths":   func() { NewBootstrapLaw([]float64{1}, []float64{1, 2}) },
		"NaN":       func() { NewBootstrapLaw([]float64{1, math.NaN()}, []float64{1, 2}) },
		"tails":     func() { law.Outside(1, 0) },
		"NaN tail":  func() { law.Outside(math.NaN(), 0) },
		"p of 0":    func() { law.Quantile(0) },
		"p of 1":    func() { law.UpperQuantile(1) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			f()
		}()
	}
}
