package dist

import (
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"pgregory.net/rapid"
)

// shared opens a file of reference values that lies beside the module, or skips the test.
func shared(t *testing.T, name string) *os.File {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		dir = filepath.Dir(dir)
	}
	f, err := os.Open(filepath.Join(dir, "..", "shared", name))
	if err != nil {
		t.Skip("reference values are not here: ", err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

func near(t *testing.T, what string, got, want, rel float64) {
	t.Helper()
	if !(math.Abs(got-want) <= rel*math.Abs(want)) {
		t.Errorf("%s = %.17g, want %.17g (off by %.2g relative)", what, got, want, (got-want)/want)
	}
}

// TestTailsGolden compares with mpmath at 40 digits.
func TestTailsGolden(t *testing.T) {
	rows, err := csv.NewReader(shared(t, "golden/distributions/tail_probabilities.csv")).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	number := func(s string) float64 {
		v, err := strconv.ParseFloat(s, 64)
		if err != nil && s != "" && v != 0 {
			t.Fatal(err)
		}
		return v
	}
	n := 0
	for _, r := range rows[1:] {
		x, df1, df2, p := number(r[1]), number(r[2]), number(r[3]), number(r[4])
		name := r[0] + "(" + r[1] + "," + r[2] + "," + r[3] + ")"
		if p < 1e-300 {
			continue // a double has not ten digits there
		}
		var sf, back float64
		switch r[0] {
		case "t_two_sided":
			sf = 2 * StudentSF(x, df1)
			back = StudentQuantile(p/2, df1)
		case "F_upper":
			sf = FSF(x, df1, df2)
			if p < 1 {
				back = FQuantile(p, df1, df2)
			}
		case "chi2_upper":
			sf = ChiSquareSF(x, df1)
			if p < 1 {
				back = ChiSquareQuantile(p, df1)
			}
		case "normal_upper":
			sf = NormalSF(x)
			back = NormalQuantile(p)
		default:
			t.Fatalf("unknown distribution %q", r[0])
		}
		near(t, name, sf, p, 1e-12)
		if p < 0.9999 { // above, p has no digits left to tell x from
			near(t, "quantile "+name, back, x, 1e-12)
		}
		n++
	}
	if n < 100 {
		t.Errorf("only %d values compared", n)
	}
}

// TestTailsClosed compares with closed forms: t with 1 and 2, χ² with 2 and 4, F with 2 and d degrees of freedom.
func TestTailsClosed(t *testing.T) {
	for _, e := range []float64{-12, -3, -1, -0.3, 0, 0.2, 0.7, 1, 2, 5, 20, 60, 140, 149, 160, 290} {
		x := math.Pow(10, e)
		near(t, "t1", StudentSF(x, 1), math.Atan2(1, x)/math.Pi, 1e-13)
		if e < 140 {
			h := math.Hypot(x, math.Sqrt2)
			near(t, "t2", StudentSF(x, 2), 1/(h*(h+x)), 1e-13)
		}
		for _, d := range []float64{1, 2, 3.5, 48, 4998} {
			near(t, "F2", FSF(x, 2, d), math.Exp(-d/2*math.Log1p(2*x/d)), 1e-11)
		}
	}
	for x := 0.001; x < 1300; x *= 1.7 {
		near(t, "χ²2", ChiSquareSF(x, 2), math.Exp(-x/2), 1e-12)
		near(t, "χ²4", ChiSquareSF(x, 4), math.Exp(-x/2)*(1+x/2), 1e-12)
	}
	near(t, "t −1", StudentSF(-1, 1), 0.75, 1e-15)
	near(t, "F ≤ 0", FSF(-1, 2, 3), 1, 0)
	near(t, "χ² ≤ 0", ChiSquareSF(0, 3), 1, 0)
	near(t, "χ²1 through the normal", ChiSquareSF(25, 1), 2*NormalSF(5), 1e-13)
}

// TestTailsR compares with R 4.2.2: pt, pf, pchisq and pnorm with lower.tail = FALSE, and binom.test's limits.
func TestTailsR(t *testing.T) {
	near(t, "pnorm(9)", NormalSF(9), 1.1285884059538324e-19, 1e-13)
	near(t, "pnorm(37)", NormalSF(37), 5.7255712225245768e-300, 1e-12)
	near(t, "pt(25,49)", StudentSF(25, 49), 7.5328208321346711e-30, 1e-11)
	near(t, "pf(50,4,196)", FSF(50, 4, 196), 5.8913485054816312e-29, 1e-11)
	near(t, "pchisq(900,47)", ChiSquareSF(900, 47), 3.6117484455311373e-158, 1e-11)
	near(t, "qnorm(1e-280)", NormalQuantile(1e-280), 35.783421394663023, 1e-14)
	near(t, "qt(.025,19)", StudentQuantile(0.025, 19), 2.0930240544083096, 1e-13)
	near(t, "qf(.025,39,1911)", FQuantile(0.025, 39, 1911), 1.4984861559523894, 1e-12)
	near(t, "qf(.975,39,1911)", FQuantile(0.975, 39, 1911), 0.60441932448312774, 1e-12)
	near(t, "qchisq(.001,102)", ChiSquareQuantile(0.001, 102), 151.8837839842007, 1e-12)
	lo, hi := BinomialLimits(5003, 100000, 0.999)
	near(t, "binom.test(5003,1e5) lower", lo, 0.047790531988170327, 1e-12)
	near(t, "binom.test(5003,1e5) upper", hi, 0.052337639508056921, 1e-12)
	lo, hi = BinomialLimits(0, 1000, 0.95)
	if lo != 0 {
		t.Errorf("lower limit of no hits is %g", lo)
	}
	near(t, "upper limit of no hits", hi, -math.Expm1(math.Log(0.025)/1000), 1e-12)
	if lo, hi = BinomialLimits(7, 7, 0.95); hi != 1 {
		t.Errorf("upper limit of all hits is %g", hi)
	}
	near(t, "lower limit of all hits", lo, math.Pow(0.025, 1.0/7), 1e-12)
}

// TestQuantiles inverts the tails, and the tails fall.
func TestQuantiles(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		p := math.Exp(-rapid.Float64Range(0.001, 600).Draw(r, "-log p"))
		d1 := math.Exp(rapid.Float64Range(-0.7, 9).Draw(r, "log df1"))
		d2 := math.Exp(rapid.Float64Range(-0.7, 9).Draw(r, "log df2"))
		check := func(name string, got float64, sf func(float64) float64) {
			if math.IsInf(got, 0) || got > 1e140 {
				return // heavy tails reach the end of the doubles first
			}
			if back := sf(got); math.Abs(back-p) > 1e-10*p {
				r.Errorf("%s: SF(%g) = %g, want %g", name, got, back, p)
			}
			if up := sf(got + math.Abs(got)*1e-6); up > p*(1+1e-10) {
				r.Errorf("%s rises beyond %g: %g > %g", name, got, up, p)
			}
		}
		check("t", StudentQuantile(p, d1), func(x float64) float64 { return StudentSF(x, d1) })
		check("F", FQuantile(p, d1, d2), func(x float64) float64 { return FSF(x, d1, d2) })
		check("χ²", ChiSquareQuantile(p, d1), func(x float64) float64 { return ChiSquareSF(x, d1) })
		check("z", NormalQuantile(p), NormalSF)
	})
}

// TestBinomialLimits: at the limits the tails of the binomial hold half of what may be missed. The tails are summed
// here from the logarithms of the binomial's terms.
func TestBinomialLimits(t *testing.T) {
	tail := func(lo, hi, n int, p float64) (sum float64) {
		for k := lo; k <= hi; k++ {
			c := lgamma(float64(n)+1) - lgamma(float64(k)+1) - lgamma(float64(n-k)+1)
			sum += math.Exp(c + float64(k)*math.Log(p) + float64(n-k)*math.Log1p(-p))
		}
		return sum
	}
	for _, n := range []int{1, 2, 9, 60, 400} {
		for _, hits := range []int{0, 1, n / 3, n - 1, n} {
			lo, hi := BinomialLimits(hits, n, 0.99)
			if hits > 0 {
				near(t, "tail at the lower limit", tail(hits, n, n, lo), 0.005, 1e-10)
			}
			if hits < n {
				near(t, "tail at the upper limit", tail(0, hits, n, hi), 0.005, 1e-10)
			}
		}
	}
}

func TestTailsPanic(t *testing.T) {
	for name, f := range map[string]func(){
		"df":          func() { StudentSF(1, 0) },
		"probability": func() { NormalQuantile(-0.1) },
		"above 1":     func() { StudentQuantile(1.1, 3) },
		"NaN":         func() { FQuantile(math.NaN(), 3, 4) },
		"confidence":  func() { BinomialLimits(1, 2, 1) },
		"hits":        func() { BinomialLimits(3, 2, 0.95) },
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

// TestQuantilesAtTheEnds: a p that was rounded to 0 or 1 has a quantile too, and those next to them are finite.
func TestQuantilesAtTheEnds(t *testing.T) {
	inf := math.Inf(1)
	for _, df := range []float64{0.5, 1, 49, 5000} {
		for name, c := range map[string]struct {
			quantile func(p float64) float64
			least    float64
		}{
			"normal":  {NormalQuantile, -inf},
			"Student": {func(p float64) float64 { return StudentQuantile(p, df) }, -inf},
			"χ²":      {func(p float64) float64 { return ChiSquareQuantile(p, df) }, 0},
			"F":       {func(p float64) float64 { return FQuantile(p, df, 17) }, 0},
		} {
			if most, least := c.quantile(0), c.quantile(1); most != inf || least != c.least {
				t.Errorf("%s quantiles at 0 and 1 are %g and %g, want %g and %g", name, most, least, inf, c.least)
			}
			confidence := 0.9999999999999999
			last := inf
			for _, p := range []float64{5e-324, 1e-300, (1 - confidence) / 2, 0.5, confidence, math.Nextafter(1, 0)} {
				q := c.quantile(p)
				if math.IsNaN(q) || q < c.least || q > last {
					t.Errorf("%s quantile at %g with df %g is %g, after %g", name, p, df, q, last)
				}
				last = q
			}
		}
	}
	// In closed form: t with 1 degree of freedom is 1/tan(πp), F with 2 and 2 is 1/p − 1, χ² with 2 is −2 log p.
	p := 0x1p-53
	near(t, "t", StudentQuantile(p, 1), 1/math.Tan(math.Pi*p), 1e-13)
	near(t, "F", FQuantile(p, 2, 2), 0x1p53-1, 1e-13)
	near(t, "F", FQuantile(1-p, 2, 2), p/(1-p), 1e-13)
	near(t, "χ²", ChiSquareQuantile(1-p, 2), -2*math.Log1p(-p), 1e-13)
}

// TestDevianceEnds: whatever it is given, also what its callers never give.
func TestDevianceEnds(t *testing.T) {
	odd := []float64{math.NaN(), math.Inf(1), math.Inf(-1), -1, 0, 5e-324, 1e-300, 1, 1e300, math.MaxFloat64}
	for _, x := range odd {
		for _, m := range odd {
			deviance(x, m)
		}
	}
	near(t, "far", deviance(2, 1), 2*math.Ln2-1, 1e-15)
	near(t, "near", deviance(1.01, 1), 1.01*math.Log1p(0.01)-0.01, 1e-12)
	if deviance(3, 3) != 0 {
		t.Error("deviance of equals")
	}
}

func BenchmarkStudentSF(b *testing.B) {
	for b.Loop() {
		StudentSF(2.5, 49)
	}
}

func BenchmarkStudentQuantile(b *testing.B) {
	for b.Loop() {
		StudentQuantile(0.0001, 49)
	}
}

func BenchmarkBinomialLimits(b *testing.B) {
	for b.Loop() {
		BinomialLimits(5000, 100_000, 0.999)
	}
}
