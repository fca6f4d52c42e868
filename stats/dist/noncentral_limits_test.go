package dist

import (
	"encoding/json"
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"
)

// TestNoncentralTLimitsGolden compares with the intervals of d_z in the shared pairs.
func TestNoncentralTLimitsGolden(t *testing.T) {
	n := 0
	for _, name := range []string{"adhoc7_ap", "adhoc7_p10", "web2012_ndcg20"} {
		var pairs []struct {
			Topics int `json:"n_topics"`
			Effect struct {
				Dz     *float64   `json:"cohen_dz"`
				Limits []*float64 `json:"dz_ci95_noncentral_t"`
			} `json:"effect"`
		}
		if err := json.NewDecoder(shared(t, "golden/pairs/"+name+".pairs.json")).Decode(&pairs); err != nil {
			t.Fatal(err)
		}
		for i, p := range pairs {
			if p.Effect.Dz == nil || len(p.Effect.Limits) != 2 || p.Effect.Limits[0] == nil {
				continue
			}
			root := math.Sqrt(float64(p.Topics))
			lo, hi := NoncentralTLimits(*p.Effect.Dz*root, float64(p.Topics-1), 0.95)
			near(t, fmt.Sprintf("%s %d, lower", name, i), lo/root, *p.Effect.Limits[0], 1e-9)
			near(t, fmt.Sprintf("%s %d, upper", name, i), hi/root, *p.Effect.Limits[1], 1e-9)
			n++
		}
	}
	if n < 40 {
		t.Errorf("only %d pairs compared", n)
	}
}

// TestNoncentralTLimits compares with mpmath 1.3.0 at 30 digits: secants on the integral over log s by a
// fine trapezoidal rule. Compared are the distances from t, since a limit may be about 0.
func TestNoncentralTLimits(t *testing.T) {
	for _, c := range []struct{ t, df, confidence, lo, hi float64 }{
		{0, 49, 0.95, -1.9599639845400539, 1.9599639845400539},
		{0.5, 24, 0.95, -1.4701613299827443, 2.4598533244597468},
		{2.0096, 49, 0.95, 2.3680350009601929e-5, 3.999496572629849},
		{3, 4, 0.9, 0.52997849805832411, 5.2349991418438766},
		{9.5, 49, 0.99, 5.9308996534831581, 13.060330576150081},
		{30, 9, 0.95, 16.272745110996046, 43.740992471626808},
		{1.2, 2, 0.5, 0.28497690082187185, 1.8268473149886526},
		{4, 999, 0.999, 0.69535272572532677, 7.3026976374750185},
	} {
		lo, hi := NoncentralTLimits(c.t, c.df, c.confidence)
		near(t, fmt.Sprintf("lower limit for t = %g, df %g", c.t, c.df), lo-c.t, c.lo-c.t, 1e-12)
		near(t, fmt.Sprintf("upper limit for t = %g, df %g", c.t, c.df), hi-c.t, c.hi-c.t, 1e-12)
		hi, lo = NoncentralTLimits(-c.t, c.df, c.confidence)
		near(t, fmt.Sprintf("lower limit for t = %g, df %g", -c.t, c.df), -lo-c.t, c.lo-c.t, 1e-12)
		near(t, fmt.Sprintf("upper limit for t = %g, df %g", -c.t, c.df), -hi-c.t, c.hi-c.t, 1e-12)
	}
	for name, f := range map[string]func(){
		"df":         func() { NoncentralTLimits(1, 0, 0.95) },
		"confidence": func() { NoncentralTLimits(1, 5, 1) },
		"infinite":   func() { NoncentralTLimits(math.Inf(1), 5, 0.95) },
		"no number":  func() { NoncentralTDelta(math.NaN(), 5, 0.95) },
		"p":          func() { NoncentralTDelta(1, 5, 0) },
	} {
		panics(t, name, f)
	}
}

// TestNoncentralTDelta: the tail at the noncentrality found is p, and it rises there.
func TestNoncentralTDelta(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		df := math.Exp(rapid.Float64Range(-1, 10).Draw(r, "log df"))
		x := math.Sinh(rapid.Float64Range(-10, 10).Draw(r, "arsinh t"))
		p := math.Exp(-rapid.Float64Range(0.01, 200).Draw(r, "-log p"))
		delta := NoncentralTDelta(x, df, p)
		if got := (NoncentralT{df, delta}).SF(x); math.Abs(got-p) > 1e-9*p {
			r.Errorf("df %g: SF(%g) with %g is %g, want %g", df, x, delta, got, p)
		}
		if got := (NoncentralT{df, delta + 1e-4*(1+math.Abs(x))}).SF(x); got <= p {
			r.Errorf("df %g: SF(%g) does not rise at %g", df, x, delta)
		}
	})
	// 1 − 2^−40 is the probability of the other side, where T is mirrored.
	near(t, "almost certain", NoncentralTDelta(3, 9, 1-0x1p-40), -NoncentralTDelta(-3, 9, 0x1p-40), 1e-12)
	for _, x := range []float64{1e6, 1e100, 1e300} { // beside such a delta Z is nothing: P(T > t) is P(χ² < df·(delta/t)²)
		want := math.Sqrt(ChiSquareQuantile(1-0.025, 6) / 6)
		near(t, "delta of a huge t", NoncentralTDelta(x, 6, 0.025)/x, want, 1e-10)
	}
}

func BenchmarkNoncentralTLimits(b *testing.B) {
	for b.Loop() {
		NoncentralTLimits(3, 49, 0.95)
	}
}
