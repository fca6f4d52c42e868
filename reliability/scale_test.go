package reliability

import (
	"encoding/json"
	"errors"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"sigrel/stats"
)

// checkFinite asks for numbers where a G-study and its D-study must have some, and for ordered limits.
func checkFinite(t *rapid.T, g GStudy) {
	for _, c := range g.Components {
		for _, v := range []float64{c.SS, c.MS, c.Variance, c.VarianceRaw, c.SE, c.Share} {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				t.Fatalf("component %+v", c)
			}
		}
	}
	for _, c := range []Coefficient{ERho2, Phi} {
		for _, n := range []int{1, g.Topics, most} {
			e := g.Estimate(c, n, 0.95)
			if !(e.Lo >= 0 && e.Lo <= e.Value && e.Value <= e.Hi && e.Hi <= 1) {
				t.Fatalf("%s at %d topics: %+v", c, n, e)
			}
			if s := g.SEM(c, n); math.IsNaN(s) || math.IsInf(s, 0) {
				t.Fatalf("SEM of %s at %d topics: %v", c, n, s)
			}
		}
	}
	if _, err := json.Marshal(g); err != nil { // NaN and infinities have no JSON
		t.Fatal(err)
	}
}

// TestMagnitudes: scores of any size from 1e-100 to 1e100, side by side, give numbers.
func TestMagnitudes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, n := rapid.IntRange(2, 5).Draw(t, "systems"), rapid.IntRange(2, 6).Draw(t, "topics")
		exponents := rapid.SampledFrom([][]int{{-99, 99}, {-99, -95}, {95, 99}, {-2, 78}, {0, 1}}).Draw(t, "exponents")
		m := mat.NewDense(s, n, nil)
		for i := range s {
			for j := range n {
				size := math.Pow10(rapid.IntRange(exponents[0], exponents[1]).Draw(t, "exponent"))
				m.Set(i, j, float64(rapid.IntRange(-9, 9).Draw(t, "digit"))*size)
			}
		}
		g, err := Study(m)
		if err != nil {
			if err != ErrNoVariance {
				t.Fatal(err)
			}
			return
		}
		checkFinite(t, g)
		for _, law := range []Law{Normal, Student} {
			e, err := Expect(m, n, law)
			if err != nil || !(e.Tau >= -1e-12 && e.Tau <= 1 && e.TauAP >= -1e-12 && e.TauAP <= 1) {
				t.Fatalf("%s: %+v, error %v", law, e, err)
			}
		}
		if h, kept, err := StudyStrongest(m, 0.25); err == nil {
			checkFinite(t, h)
		} else if len(kept) > 1 && err != ErrNoVariance {
			t.Fatal(err)
		}
	})
}

// TestScale: a power of two changes no digit of a score, and so none of a coefficient, limit or share; variances and
// what has their unit take its square.
func TestScale(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawScores(t)
		power := rapid.IntRange(-300, 300).Draw(t, "power")
		s, n := m.Dims()
		scaled := mat.NewDense(s, n, nil)
		scaled.Scale(math.Ldexp(1, power), m)
		g, err := Study(m)
		h, scaledErr := Study(scaled)
		if err != scaledErr {
			t.Fatalf("errors %v and %v", err, scaledErr)
		}
		if err != nil {
			return
		}
		for i := range h.Components {
			c := &h.Components[i]
			for _, v := range []*float64{&c.SS, &c.MS, &c.Variance, &c.VarianceRaw, &c.SE} {
				*v = math.Ldexp(*v, -2*power)
			}
		}
		h.Mean = math.Ldexp(h.Mean, -power)
		h.Warnings, g.Warnings = nil, nil // their texts hold variances
		if diff := cmp.Diff(g, h); diff != "" {
			t.Fatalf("2^%d (-1 +scaled):\n%s", power, diff)
		}
		for _, c := range []Coefficient{ERho2, Phi} {
			h, _ := Study(scaled)
			if a, b := g.Estimate(c, n, 0.95), h.Estimate(c, n, 0.95); a != b {
				t.Fatalf("2^%d: %+v, then %+v", power, a, b)
			}
			if diff := cmp.Diff(g.TopicsFor(c, 0.9, 0.95), h.TopicsFor(c, 0.9, 0.95)); diff != "" {
				t.Fatalf("2^%d (-1 +scaled):\n%s", power, diff)
			}
		}
	})
}

// TestOneHugeScore: systems and topics have the means 1e78/2 and 0 or 1e78/3 and 0 but for digits that are lost, so all
// three sums of squares are exact multiples of 1e156: 1/3, 1/6 and 1/3, each with a mean square of 1/6.
func TestOneHugeScore(t *testing.T) {
	g := mustStudy(t, mat.NewDense(3, 2, []float64{0.345, 0.663, 0.696, 1e78, 0.283, 0.378}))
	for i, ss := range []float64{1.0 / 3, 1.0 / 6, 1.0 / 3} {
		near(t, "SS of "+g.Components[i].Effect, g.Components[i].SS, ss*1e156, 1e-12)
		near(t, "MS of "+g.Components[i].Effect, g.Components[i].MS, 1e156/6, 1e-12)
	}
	near(t, "SE of residual", g.Components[2].SE, 1e156/6*math.Sqrt(2.0/4), 1e-12)
	for _, c := range []Coefficient{ERho2, Phi} {
		if e := g.Estimate(c, 2, 0.95); e.Value != 0 || e.Lo != 0 || !(e.Hi > 0.9 && e.Hi < 1) {
			t.Errorf("%s: %+v", c, e)
		}
	}
}

// TestRange: what is beyond the range is refused by all, with the cell.
func TestRange(t *testing.T) {
	for _, c := range []struct {
		score float64
		text  string
	}{
		{2e100, `score "2e+100" of system 3 on topic 2 is out of range: want 0 or a size between 1e-100 and 1e+100`},
		{-5e-101, `score "-5e-101" of system 3 on topic 2 is out of range: want 0 or a size between 1e-100 and 1e+100`},
	} {
		m := small()
		m.Set(2, 1, c.score)
		_, study := Study(m)
		_, _, strongest := StudyStrongest(m, 0.25)
		_, expect := Expect(m, 6, Student)
		for _, err := range []error{study, strongest, expect} {
			if !errors.Is(err, stats.ErrRange) || err.Error() != c.text {
				t.Errorf("got error %v, want %s", err, c.text)
			}
		}
	}
	for _, score := range []float64{1e100, -1e-100, 0} {
		m := small()
		m.Set(2, 1, score)
		mustStudy(t, m)
	}
}
