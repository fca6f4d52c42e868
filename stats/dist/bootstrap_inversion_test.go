package dist

import (
	"math"
	"math/cmplx"
	"math/rand/v2"
	"testing"
)

// TestScanBounds: |φ|² lies below its bound everywhere in a cell, and not far below the least bound there could be.
func TestScanBounds(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	for range 30 {
		n := 2 + r.IntN(60)
		for _, v := range shapesOfDraws(r, max(n, 3), 1+int64(r.IntN(3000))) {
			d := oneDrawOf(v...)
			if len(d.value) < 2 {
				continue
			}
			scan := d.scan(true)
			if !scan.whole || math.Abs(scan.width*float64(len(scan.level))-math.Pi) > 1e-12 {
				t.Fatalf("scan of %d cells of %g", len(scan.level), scan.width)
			}
			for range 300 {
				omega := r.Float64() * math.Pi
				phi := complex(0, 0)
				for j, u := range d.at {
					phi += complex(d.weight[j], 0) * cmplx.Exp(complex(0, omega*u))
				}
				g, bound := cmplx.Abs(phi)*cmplx.Abs(phi), scan.level[int(omega/scan.width)]
				if g > bound+1e-14 || bound > g+0.8 {
					t.Errorf("|φ|² at %g is %g, bound %g", omega, g, bound)
				}
			}
		}
	}
}

// TestInversionFine: a lattice of some thousand points, as of scores with four decimals, against the count. Tails down
// to 1e-40.
func TestInversionFine(t *testing.T) {
	skipShort(t)
	r := rand.New(rand.NewPCG(3, 3))
	for range 1 {
		for i, v := range shapesOfDraws(r, 60, 3000) {
			d := oneDrawOf(v...)
			inverse, counted := newInversion(d, true), d.counted(d.most())
			if i < 2 && !inverse.exact() {
				t.Errorf("shape %d is not inverted exactly: bound %g", i, inverse.middle.bound)
			}
			for z := -9.0; z <= 12; z += 0.75 {
				c := int64(float64(d.n)*d.mean + z*d.sd*math.Sqrt(float64(d.n)))
				if c <= 0 || c >= d.most() {
					continue
				}
				for side, pair := range [2][2]approximation{{inverse.lower(c), counted.lower(c)}, {inverse.upper(c), counted.upper(c)}} {
					got, want := pair[0], pair[1].p
					if math.Abs(got.p-want) > 1e-12*want+got.error {
						t.Errorf("shape %d, z = %g, side %d: %g ± %g, want %g (off by %.2g)", i, z, side, got.p, got.error, want, got.p/want-1)
					}
					if i < 2 && got.error != 0 {
						t.Errorf("shape %d, z = %g, side %d: %g ± %g is not exact", i, z, side, got.p, got.error)
					}
				}
			}
		}
	}
}

// TestInversionEstimate: on no lattice the error stays within its estimate, by lists of all sums; also where sums tie,
// and at them.
func TestInversionEstimate(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 5))
	kinds := []func() float64{
		r.Float64,
		func() float64 { return 1 / float64(1+r.IntN(10)) },
		func() float64 { return math.Exp(3 * r.NormFloat64()) },
		func() float64 { // mostly the same
			if r.Float64() < .7 {
				return .25
			}
			return r.Float64()
		},
		func() float64 { return math.Sqrt(float64(r.IntN(4))) },
	}
	for kind, score := range kinds {
		for _, n := range []int{6, 9, 12} {
			x, y := make([]float64, n), make([]float64, n)
			for i := range x {
				x[i], y[i] = score(), score()
			}
			d := NewBootstrapLaw(x, y).draw
			if d.most() == 0 {
				continue
			}
			listed, inverse := d.listed(), newInversion(d, false)
			for range 40 {
				c := listed.x.at[r.IntN(len(listed.x.at))] + listed.y.at[r.IntN(len(listed.y.at))]
				if r.IntN(2) == 0 {
					c = int64(float64(n)*d.mean + 3*r.NormFloat64()*d.sd*math.Sqrt(float64(n)))
				}
				if c <= 0 || c >= d.most() {
					continue
				}
				for side, pair := range [2][2]approximation{{inverse.lower(c), listed.lower(c)}, {inverse.upper(c), listed.upper(c)}} {
					got, want := pair[0], pair[1].p
					if !(math.Abs(got.p-want) <= got.error+1e-12*want) {
						t.Errorf("kind %d, n = %d, c = %d, side %d: %g ± %g, want %g", kind, n, c, side, got.p, got.error, want)
					}
					if got.p < 0 || got.p > 1 || math.IsNaN(got.p) {
						t.Errorf("p = %g", got.p)
					}
				}
			}
		}
	}
}

// TestBootstrapSmooth: for fifty real-valued topics and more the error is next to nothing, the less so the further out,
// where the law rests on the largest differences. The same differences on a lattice of 10^-5, moved by half a step at
// most, confirm the values.
func TestBootstrapSmooth(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 5))
	for _, n := range []int{50, 200} {
		x, y := make([]float64, n), make([]float64, n)
		rx, ry := make([]float64, n), make([]float64, n)
		for i := range x {
			x[i], y[i] = r.Float64(), r.Float64()
			rx[i], ry[i] = math.Round(x[i]*1e5)/1e5, math.Round(y[i]*1e5)/1e5
		}
		real, rounded := NewBootstrapLaw(x, y), NewBootstrapLaw(rx, ry)
		for _, z := range []float64{-5, -3, -1, 0, 2, 4, 6} {
			v := real.Mean() + z*real.SD()
			a, b := real.Outside(math.Inf(-1), v), rounded.Outside(math.Inf(-1), v)
			if a.Quality != Numerical || a.Hi-a.Lo > 1e-7*a.P {
				t.Errorf("n = %d, z = %g: %+v", n, z, a)
			}
			if math.Abs(a.P/b.P-1) > 1e-3 {
				t.Errorf("n = %d, z = %g: %g, on the lattice %g", n, z, a.P, b.P)
			}
		}
		for _, p := range []float64{.005, .5, .9} {
			if a, b := real.Quantile(p), rounded.Quantile(p); math.Abs(a-b) > 1e-5 {
				t.Errorf("n = %d: quantile %g, on the lattice %g", n, a, b)
			}
		}
	}
}

// TestBootstrapChosen: the method that computes a law, and whether it is exact.
func TestBootstrapChosen(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 9))
	for _, c := range []struct {
		n      int
		den    float64
		exact  bool
		halves bool
	}{{50, 10, true, true}, {50, 10_000, true, false}, {14, 0, true, true}, {14, 10_000, true, true}, {20, 10_000, true, true},
		{200, 10_000, true, false}, {50, 0, false, false}, {15, 0, false, false}} {
		x, y := make([]float64, c.n), make([]float64, c.n)
		for i := range x {
			x[i], y[i] = r.Float64(), r.Float64()
			if c.den > 0 {
				x[i], y[i] = math.Round(x[i]*c.den)/c.den, math.Round(y[i]*c.den)/c.den
			}
		}
		law := NewBootstrapLaw(x, y)
		if _, halves := law.sum.(*pairedHalves); halves != c.halves || law.Exact() != c.exact {
			t.Errorf("%d topics in 1/%g: %T, exact %v", c.n, c.den, law.sum, law.Exact())
		}
	}
	// Where one topic differs most, the characteristic function does not fall, and the count is the way out.
	x, y := make([]float64, 50), make([]float64, 50)
	for i := range x {
		if i%5 == 0 {
			x[i] = float64(i) / 1000
		}
	}
	x[0] = 0.9
	if law := NewBootstrapLaw(x, y); !law.Exact() {
		t.Errorf("ten of fifty topics: %T", law.sum)
	}
}

func benchmarkLaw(b *testing.B, n int, den float64) {
	r := rand.New(rand.NewPCG(1, 1))
	x, y := make([]float64, n), make([]float64, n)
	for i := range x {
		x[i], y[i] = r.Float64()*r.Float64(), r.Float64()*r.Float64()
		if den > 0 {
			x[i], y[i] = math.Round(x[i]*den)/den, math.Round(y[i]*den)/den
		}
	}
	for b.Loop() {
		law := NewBootstrapLaw(x, y)
		law.Quantile(.025)
		law.UpperQuantile(.025)
	}
}

func BenchmarkBootstrapTenths(b *testing.B)       { benchmarkLaw(b, 50, 10) }
func BenchmarkBootstrapFourDecimals(b *testing.B) { benchmarkLaw(b, 50, 10_000) }
func BenchmarkBootstrapReal(b *testing.B)         { benchmarkLaw(b, 50, 0) }
func BenchmarkBootstrapReal1000(b *testing.B)     { benchmarkLaw(b, 1000, 0) }
func BenchmarkBootstrapLists14(b *testing.B)      { benchmarkLaw(b, 14, 0) }
