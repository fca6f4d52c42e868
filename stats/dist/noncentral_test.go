package dist

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"
)

// TestNoncentralTGolden compares with mpmath, both tails.
func TestNoncentralTGolden(t *testing.T) {
	for _, r := range goldenRows(t, "noncentral_t") {
		law := NoncentralT{DF: r[1], Delta: r[2]}
		near(t, fmt.Sprintf("%v.SF(%g)", law, r[0]), law.SF(r[0]), r[4], 1e-9)
		mirrored := NoncentralT{DF: r[1], Delta: -r[2]}
		near(t, fmt.Sprintf("P(T < %g) of %v", r[0], law), mirrored.SF(-r[0]), r[3], 1e-9)
	}
}

// TestNoncentralTFar compares with mpmath 1.3.0 at 30 digits: Gauss and Legendre's quadrature over s = √(χ²/df) in panels
// around the mode, of two widths that agree to 20 digits.
func TestNoncentralTFar(t *testing.T) {
	for _, c := range []struct{ t, df, delta, want float64 }{
		{0.5, 1, 0, 0.35241638234956673}, // ½ − arctan(½)/π
		{3, 4, 2, 0.28946052371004095},
		{60, 4, 30, 0.090540504633633073},
		{-40, 9, -60, 0.016824394266847481},
		{20, 10, 30, 0.98575026608614056},
		{30, 1e4, 30, 0.50029689149900933},
		{24.5, 1e4, 30, 0.99999997015332561},
		{44, 1e4, 30, 4.3834256791342432e-41},
		{12, 49, 0.5, 3.3327411181130804e-15},
		{1e4, 3, 1, 5.6540683090098703e-12},
		{1e6, 1, -2, 6.774600528336131e-9},
		{200, 24, 3, 6.294019334787737e-35},
		{-3, 24, -9, 1.9474704104083281e-8},
		{-2, 5, -15, 5.7257075350867841e-26},
		{-1.5, 1, -7, 0.00010321744140223534},
		{-8, 1000, -17.5, 4.3084550469350036e-21},
		{2, 1e4, -5, 1.2866789541833769e-12},
		{37, 1e4, 0, 2.8113156176397583e-281},
		{147.55511410043994, 251.39205547878524, 14.124769649029405, 1.5277620866707729e-168},
		{0.001, 7.5, -20, 2.7007675427743005e-89},
		{-0.001, 7.5, -6, 9.9248317199116438e-10},
		{1000, 0.5, 10, 0.077913597933218046},
		{900, 0.5, -3, 1.6690774874717002e-5},
		{35, 1e4, 20, 2.403384799806537e-48},
		{2, 49, 2.8, 0.78647837739379945},
		{-2.0096, 49, 2.8, 0.99999874143262798},
	} {
		law := NoncentralT{c.df, c.delta}
		near(t, fmt.Sprintf("%v.SF(%g)", law, c.t), law.SF(c.t), c.want, 1e-12)
	}
}

// TestNoncentralTCentral: without noncentrality it is Student's, with infinite df normal.
func TestNoncentralTCentral(t *testing.T) {
	for _, df := range []float64{0.01, 0.5, 1, 3, 49, 6272} {
		for x := 1e-3; x < 1e7; x *= 2.1 {
			for _, x := range []float64{x, -x} {
				if want := StudentSF(x, df); want > 1e-300 {
					near(t, fmt.Sprintf("SF(%g) with %g df", x, df), NoncentralT{DF: df}.SF(x), want, 1e-12)
				}
			}
		}
	}
	for _, x := range []float64{-20, -1, 0, 0.3, 3, 39} {
		near(t, "infinite df", NoncentralT{math.Inf(1), 2}.SF(x), NormalSF(x-2), 1e-14)
	}
	near(t, "SF(0)", NoncentralT{3, 1.5}.SF(0), NormalSF(-1.5), 1e-13)
}

// TestNoncentralFFar compares with mpmath 1.3.0 at 40 digits: the Poisson sum of incomplete beta functions, each from
// Gauss's hypergeometric function.
func TestNoncentralFFar(t *testing.T) {
	for _, c := range []struct{ df1, df2, lambda, f, want float64 }{
		{3, 20, 5, 2, 0.59686991496541145},
		{1, 5, 0.3, 1e6, 3.4293404601583868e-14},
		{4, 196, 12, 30, 1.0195065777657198e-10},
		{4, 196, 12, 200, 4.2396741011351141e-53},
		{128, 6272, 40, 2.5, 1.5349837788619081e-9},
		{128, 6272, 40, 8, 2.2282920544010798e-96},
		{2, 10, 100, 1000, 1.0039954425095728e-5},
		{39, 1911, 25, 1.5, 0.63910061179650222},
		{39, 1911, 25, 6, 7.4989108150684991e-16},
		{4, 1000, 400, 350, 9.2755448490930241e-42},
		{4, 1000, 400, 60, 0.99999288443928043},
		{2.5, 7.5, 3, 0.01, 0.99914255163152582},
		{1, 49, 7.84, 4.04, 0.78359337642479592},
		{0.5, 3, 0.01, 1e9, 9.1286073280856802e-14},
		{9, 90, 1e-6, 3, 0.0035743981081278351},
		{3, 12, 60, 0.2, 0.99999999999972409},
	} {
		law := NoncentralF{c.df1, c.df2, c.lambda}
		near(t, fmt.Sprintf("%v.SF(%g)", law, c.f), law.SF(c.f), c.want, 1e-12)
	}
}

// TestNoncentralSquare: T² is F with 1 and df degrees of freedom and noncentrality Delta². One is an integral, the other a
// sum, so each is the other's witness; for a large noncentrality too, where both change their ways.
func TestNoncentralSquare(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		df := math.Exp(rapid.Float64Range(-1.5, 9).Draw(r, "log df"))
		delta := math.Exp(rapid.Float64Range(-2, 7).Draw(r, "log delta"))
		x := math.Exp(rapid.Float64Range(-4, 7).Draw(r, "log t"))
		if rapid.Bool().Draw(r, "near") {
			x = math.Abs(delta + rapid.Float64Range(-40, 40).Draw(r, "away"))
		}
		want := NoncentralT{df, delta}.SF(x) + NoncentralT{df, -delta}.SF(x)
		got := NoncentralF{1, df, delta * delta}.SF(x * x)
		if want > 1e-290 && math.Abs(got-want) > 2e-11*want {
			r.Errorf("df %g, delta %g: SF(%g²) = %.15g, by t %.15g", df, delta, x, got, want)
		}
	})
	for _, ratio := range []float64{1, 2} { // a sum of a million terms
		want := NoncentralT{5, 1e5}.SF(1e5 * math.Sqrt(ratio))
		near(t, "a large noncentrality", NoncentralF{1, 5, 1e10}.SF(1e10*ratio), want, 3e-12)
	}
	// Without noncentrality it is the central F; where that is all there is, the numerator hardly varies.
	near(t, "central", NoncentralF{3, 17, 0}.SF(2), FSF(2, 3, 17), 0)
	near(t, "nearly central", NoncentralF{3, 17, 1e-14}.SF(2), FSF(2, 3, 17), 1e-12)
	for _, f := range []float64{lambdaMax / 3, lambdaMax / 2} {
		below, above := NoncentralF{3, 5, lambdaMax}, NoncentralF{3, 5, lambdaMax * (1 + 1e-15)}
		near(t, "the largest noncentrality", below.SF(f), above.SF(f), 1e-10)
	}
}

// TestNoncentralSwitch: overNormal and overScale are the same mean, taken in two orders.
func TestNoncentralSwitch(t *testing.T) {
	for _, df := range []float64{0.5, 1, 5, 49, 1000} {
		delta := 100.01 + df // just over
		for _, ratio := range []float64{0.1, 0.5, 0.9, 1, 1.1, 2, 10} {
			for _, sign := range []float64{1, -1} {
				x := sign * delta * ratio
				at := edge{log: math.Log(1 / ratio), slope: 2 * delta}
				at.start = min(0, at.log)
				want := overScale(df, at,
					func(s float64) float64 { return logNormalSF(x*s - sign*delta) },
					func(s float64) float64 { return NormalSF(x*s - sign*delta) })
				if want > 1e-290 {
					near(t, fmt.Sprintf("df %g, t %g", df, x), NoncentralT{df, sign * delta}.SF(x), want, 1e-11)
				}
			}
		}
	}
}

// TestNoncentralEnds: what has no digits, or no answer.
func TestNoncentralEnds(t *testing.T) {
	inf := math.Inf(1)
	for _, law := range []NoncentralT{{1, 0}, {0.01, 5}, {49, -3}, {1e9, 1e3}, {7, 1e12}, {inf, 1}} {
		if a, b := law.SF(inf), law.SF(-inf); a != 0 || b != 1 {
			t.Errorf("%v: SF at the ends %g, %g", law, a, b)
		}
		if !math.IsNaN(law.SF(math.NaN())) {
			t.Errorf("%v: SF of no number", law)
		}
		last := 1.0
		for _, x := range []float64{-1e300, -1e20, -1e5, -1, -1e-300, 0, 1e-5, 1, 50, 1e12, 1e100, 1e300} {
			p := law.SF(x)
			if !(p >= 0 && p <= last*(1+1e-12)) {
				t.Errorf("%v.SF(%g) = %g, after %g", law, x, p, last)
			}
			last = p
		}
	}
	for _, law := range []NoncentralF{{1, 1, 1}, {0.001, 0.001, 3}, {2, 5, 1e-300}, {2, 5, 1e300}, {3, 1e9, 1e6}, {1e4, 2, 1e9}} {
		if a, b, c := law.SF(-1), law.SF(0), law.SF(inf); a != 1 || b != 1 || c != 0 {
			t.Errorf("%v: SF at the ends %g, %g, %g", law, a, b, c)
		}
		if !math.IsNaN(law.SF(math.NaN())) {
			t.Errorf("%v: SF of no number", law)
		}
		last := 1.0
		for f := 1e-300; f < 1e300; f *= 1e12 {
			p := law.SF(f)
			if !(p >= 0 && p <= last*(1+1e-12)) {
				t.Errorf("%v.SF(%g) = %g, after %g", law, f, p, last)
			}
			last = p
		}
	}
	panics(t, "t without df", func() { NoncentralT{0, 1}.SF(1) })
	panics(t, "F without df", func() { NoncentralF{1, math.NaN(), 1}.SF(1) })
	panics(t, "F with negative noncentrality", func() { NoncentralF{1, 2, -1}.SF(1) })
	panics(t, "F with infinite noncentrality", func() { NoncentralF{1, 2, inf}.SF(1) })
}

func BenchmarkNoncentralT(b *testing.B) {
	for b.Loop() {
		NoncentralT{49, 2.8}.SF(2.01)
	}
}

func BenchmarkNoncentralF(b *testing.B) {
	for b.Loop() {
		NoncentralF{39, 1911, 25}.SF(1.4)
	}
}
