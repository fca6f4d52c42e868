package stats

import (
	"errors"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func randomize(t *testing.T, x, y []float64, opt Options) Result {
	t.Helper()
	res, err := Randomization(x, y, opt)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// swaps is the share of all 2^n ways to swap whose sum is at least as extreme, for integer differences.
func swaps(d []int64) float64 {
	observed := int64(0)
	for _, v := range d {
		observed += v
	}
	count := 0
	for signs := range uint64(1) << len(d) {
		sum := observed
		for rest := signs; rest != 0; rest &= rest - 1 {
			sum -= 2 * d[bits.TrailingZeros64(rest)]
		}
		if max(sum, -sum) >= max(observed, -observed) {
			count++
		}
	}
	return math.Ldexp(float64(count), -len(d))
}

// TestRandomizationTable: invented scores; p by hand or by the enumeration named.
func TestRandomizationTable(t *testing.T) {
	tenths := []float64{0.3, 0.1, 0.5, 0.7, 0.9}
	for _, c := range []struct {
		name    string
		x, y    []float64
		opt     Options
		p, step float64
		codes   []string
	}{
		{"identical", tenths, tenths, Options{}, 1, 0.1, []string{"identical"}},
		{"two topics", []float64{0.5, 0.7}, []float64{0.4, 0.5}, Options{}, 0.5, 0.1, []string{"cannot-be-significant"}},
		{"opposite", []float64{0.5, 0.4}, []float64{0.4, 0.5}, Options{}, 1, 0.1, []string{"cannot-be-significant"}},
		// Differences 1 −1 1 1 3 tenths: |sum| ≥ 5 needs 7 of 7, or one of the four ones negative: 2 (1 + 4)/32.
		{"decimal ties", tenths, []float64{0.2, 0.2, 0.4, 0.6, 0.6}, Options{}, 10.0 / 32, 0.1, []string{"cannot-be-significant"}},
		{"greater", tenths, []float64{0.2, 0.2, 0.4, 0.6, 0.6}, Options{Alternative: Greater}, 5.0 / 32, 0.1, nil},
		// Sums below or at 5: all 32 but the one of 7.
		{"less", tenths, []float64{0.2, 0.2, 0.4, 0.6, 0.6}, Options{Alternative: Less}, 31.0 / 32, 0.1, nil},
		{"all of one sign", []float64{1, 2, 3, 4, 5, 6}, []float64{0, 0, 0, 0, 0, 0}, Options{}, 2.0 / 64, 1, nil},
		{"stricter alpha", []float64{1, 2, 3, 4, 5, 6}, []float64{0, 0, 0, 0, 0, 0}, Options{Alpha: 0.01}, 2.0 / 64, 1,
			[]string{"cannot-be-significant"}},
		{"constant", []float64{0.6, 0.7, 0.8, 0.9, 0.4, 0.3}, []float64{0.5, 0.6, 0.7, 0.8, 0.3, 0.2}, Options{}, 2.0 / 64, 0.1, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			res := randomize(t, c.x, c.y, c.opt)
			within(t, "p", res.P, c.p, 0)
			within(t, "step", res.Step, c.step, 1e-15)
			var codes []string
			for _, w := range res.Warnings {
				codes = append(codes, w.Code)
			}
			if diff := cmp.Diff(c.codes, codes); diff != "" {
				t.Error(diff)
			}
			if res.Statistic == nil || *res.Statistic != res.Estimate || res.Method != Exact || res.Test != "randomization" {
				t.Errorf("%+v", res)
			}
		})
	}
}

// TestRandomizationNeverZero: 20 differences of one sign, as where Monte Carlo tests print p = 0.
func TestRandomizationNeverZero(t *testing.T) {
	x, y := make([]float64, 20), make([]float64, 20)
	for i := range x {
		x[i] = 0.2 + 0.03*float64(i)
		y[i] = x[i] - 0.01*float64(1+i%5)
	}
	within(t, "p", randomize(t, x, y, Options{}).P, math.Ldexp(1, -19), 0)
	within(t, "p for less", randomize(t, x, y, Options{Alternative: Less}).P, 1, 0)
}

func TestRandomizationErrors(t *testing.T) {
	if _, err := Randomization([]float64{1}, []float64{2}, Options{}); !errors.Is(err, ErrTooFew) {
		t.Errorf("one topic: %v", err)
	}
	if _, err := Randomization([]float64{1, math.NaN()}, []float64{2, 3}, Options{}); !errors.Is(err, ErrNotFinite) {
		t.Errorf("not a number: %v", err)
	}
	defer func() {
		if recover() == nil {
			t.Error("different lengths: no panic")
		}
	}()
	Randomization([]float64{1, 2}, []float64{2}, Options{})
}

// drawPair draws scores of one of the kinds: P@10, thirds, four decimals, reciprocal ranks, all digits.
func drawPair(rt *rapid.T, least, most int) (x, y []float64) {
	n := rapid.IntRange(least, most).Draw(rt, "topics")
	kind := rapid.IntRange(0, 4).Draw(rt, "kind")
	r := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 0))
	score := func() float64 {
		switch kind {
		case 0:
			return float64(r.IntN(11)) / 10
		case 1:
			return float64(r.IntN(4)) / 3
		case 2:
			return math.Round(1e4*r.Float64()*r.Float64()) / 1e4
		case 3:
			return 1 / float64(1+r.IntN(50))
		}
		return r.Float64() * r.Float64()
	}
	for range n {
		x = append(x, score())
		y = append(y, score())
	}
	if shift := rapid.IntRange(0, 2).Draw(rt, "shift"); shift > 0 { // some differences are large
		for i := range x {
			if i%4 > 0 {
				x[i] = max(x[i], y[i])
			}
		}
	}
	return x, y
}

// TestRandomizationLaws holds for every kind of score: swapping the systems changes the sign and the tail, the order of
// topics and a factor change nothing.
func TestRandomizationLaws(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		x, y := drawPair(rt, 2, 36)
		a, b := slices.Clone(x), slices.Clone(y)
		two := randomize(t, x, y, Options{})
		if !(two.P > 0 && two.P <= 1 && two.PLo <= two.P && two.P <= two.PHi) {
			rt.Fatalf("p = %+v", two)
		}
		swapped := randomize(t, y, x, Options{})
		if swapped.P != two.P || swapped.Estimate != -two.Estimate {
			rt.Fatalf("swapped: %+v, want %+v", swapped, two)
		}
		greater := randomize(t, x, y, Options{Alternative: Greater})
		less := randomize(t, y, x, Options{Alternative: Less})
		if greater.P != less.P {
			rt.Fatalf("greater %g, less swapped %g", greater.P, less.P)
		}
		if greater.P+randomize(t, x, y, Options{Alternative: Less}).P < 1-1e-12 {
			rt.Fatalf("the tails add up to less than 1")
		}
		if small := min(greater.P, randomize(t, y, x, Options{Alternative: Greater}).P); math.Abs(min(2*small, 1)-two.P) > 1e-12*two.P {
			rt.Fatalf("two-sided %g, the smaller tail %g", two.P, small)
		}
		slices.Reverse(a)
		slices.Reverse(b)
		if diff := cmp.Diff(two, randomize(t, a, b, Options{})); diff != "" {
			rt.Fatal(diff)
		}
		for _, factor := range []float64{3, math.E} {
			for i := range a {
				a[i], b[i] = factor*x[i], factor*y[i]
			}
			if got := randomize(t, a, b, Options{}); math.Abs(got.P-two.P) > 1e-12*two.P {
				rt.Fatalf("times %g: %+v, want %+v", factor, got, two)
			}
		}
	})
}

// TestRandomizationIdentity: 0 lies outside the interval exactly where p ≤ 1 − confidence, on all kinds of scores, and
// the interval turns with the systems.
func TestRandomizationIdentity(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		x, y := drawPair(rt, 2, 50)
		confidence := rapid.SampledFrom([]float64{0.95, 0.9, 0.5, 0.99}).Draw(rt, "confidence")
		opt := Options{Intervals: true, Confidence: confidence, Alpha: 1 - confidence}
		res := randomize(t, x, y, opt)
		iv := res.Interval
		if iv == nil {
			if math.Ldexp(1, 1-len(x)) <= 1-confidence {
				rt.Fatalf("no interval of %d topics", len(x))
			}
			return
		}
		if outside := iv.Lo > 0 || iv.Hi < 0; outside != (res.P <= opt.Alpha) {
			rt.Fatalf("p = %g at %g, interval %+v", res.P, opt.Alpha, iv)
		}
		if !(iv.Lo <= res.Estimate && res.Estimate <= iv.Hi) {
			rt.Fatalf("interval %+v misses %g", iv, res.Estimate)
		}
		turned := randomize(t, y, x, opt).Interval
		if math.Abs(turned.Lo+iv.Hi)+math.Abs(turned.Hi+iv.Lo) > 1e-9*(iv.Hi-iv.Lo) {
			rt.Fatalf("interval %+v, turned %+v", iv, turned)
		}
	})
}

// TestRandomizationInterval: on integer differences of up to 10 topics the ends are the outermost subset means at which
// the p, by enumeration, still exceeds alpha.
func TestRandomizationInterval(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(6, 9).Draw(rt, "topics")
		d := rapid.SliceOfN(rapid.Int64Range(-6, 12), n, n).Draw(rt, "differences")
		factor := rapid.SampledFrom([]float64{1, 0.1, math.Pi}).Draw(rt, "factor")
		x, y := make([]float64, n), make([]float64, n)
		for i := range x {
			x[i] = float64(d[i]) * factor
		}
		lo, hi := acceptedMeans(d, 0.05)
		iv := randomize(t, x, y, Options{Intervals: true}).Interval
		if math.Abs(iv.Lo-lo*factor) > 1e-11*factor || math.Abs(iv.Hi-hi*factor) > 1e-11*factor {
			rt.Fatalf("interval %+v, want [%g, %g] × %g", iv, lo, hi, factor)
		}
	})
}

// acceptedMeans is the least and the greatest mean δ of a non-empty subset of d for which the differences less δ have
// p > alpha.
func acceptedMeans(d []int64, alpha float64) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	shifted := make([]int64, len(d))
	for subset := 1; subset < 1<<len(d); subset++ {
		size, sum := int64(bits.OnesCount(uint(subset))), int64(0)
		for i, v := range d {
			if subset>>i&1 == 1 {
				sum += v
			}
		}
		if mean := float64(sum) / float64(size); mean < lo || mean > hi {
			for i, v := range d {
				shifted[i] = v*size - sum
			}
			if swaps(shifted) > alpha {
				lo, hi = min(lo, mean), max(hi, mean)
			}
		}
	}
	return lo, hi
}

// TestRandomizationIntervalMany: for more topics, shifting the scores by just inside an end is not rejected, and by just
// outside is.
func TestRandomizationIntervalMany(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, n := range []int{26, 50, 100} {
		for kind := range 2 {
			x, y := make([]float64, n), make([]float64, n)
			for i := range x {
				x[i], y[i] = r.Float64(), r.Float64()*r.Float64()
				if kind == 0 {
					x[i], y[i] = math.Round(1e4*x[i])/1e4, math.Round(1e4*y[i])/1e4
				}
			}
			iv := randomize(t, x, y, Options{Intervals: true}).Interval
			step := 1e-4 * (iv.Hi - iv.Lo)
			for _, c := range []struct {
				delta    float64
				rejected bool
			}{{iv.Lo - step, true}, {iv.Lo + step, false}, {iv.Hi - step, false}, {iv.Hi + step, true}} {
				shifted := slices.Clone(x)
				for i := range shifted {
					shifted[i] -= c.delta
				}
				if p := randomize(t, shifted, y, Options{}).P; (p <= 0.05) != c.rejected {
					t.Errorf("%d topics, δ = %g of %+v: p = %g", n, c.delta, iv, p)
				}
			}
		}
	}
}

func TestRandomizationOneSidedInterval(t *testing.T) {
	x := []float64{0.5, 0.7, 0.9, 0.4, 0.8, 0.6, 0.7, 0.3}
	y := []float64{0.4, 0.5, 0.9, 0.1, 0.6, 0.7, 0.2, 0.1}
	two := randomize(t, x, y, Options{Intervals: true})
	for _, alternative := range []Alternative{Less, Greater} {
		got := randomize(t, x, y, Options{Intervals: true, Alternative: alternative})
		if diff := cmp.Diff(two.Interval, got.Interval); diff != "" {
			t.Errorf("%v: %s", alternative, diff)
		}
	}
}
