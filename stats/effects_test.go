package stats

import (
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sigrel/stats/resample"
)

// withMoments are scores of two systems on n topics with exactly these means, standard deviations and correlation.
func withMoments(n int, mx, my, sx, sy, correlation float64) (x, y []float64) {
	r := rand.New(resample.Source(1, "moments", n))
	x, y = make([]float64, n), make([]float64, n)
	for t := range x {
		x[t], y[t] = r.NormFloat64(), r.NormFloat64()
	}
	standardize(x, nil)
	standardize(y, x)
	for t, u := range x {
		x[t], y[t] = mx+sx*u, my+sy*(correlation*u+math.Sqrt(1-correlation*correlation)*y[t])
	}
	return x, y
}

// standardize makes v of mean 0 and variance 1, uncorrelated with the standardized other.
func standardize(v, other []float64) {
	n := float64(len(v))
	mean, dot := 0.0, 0.0
	for _, u := range v {
		mean += u / n
	}
	for t := range v {
		v[t] -= mean
		if other != nil {
			dot += v[t] * other[t] / (n - 1)
		}
	}
	squares := 0.0
	for t := range v {
		if other != nil {
			v[t] -= dot * other[t]
		}
		squares += v[t] * v[t] / (n - 1)
	}
	for t := range v {
		v[t] /= math.Sqrt(squares)
	}
}

// TestEffectsR: R 4.2.2, from the definitions with mean, sd, var and gamma, on eight topics.
func TestEffectsR(t *testing.T) {
	for e, want := range map[*EffectSize]float64{
		dz: 0.59100521913327453, hedgesG: 0.52493255408394601, dAverage: 0.33030445013673071,
		dMeanSD: 0.33519939581640645, glassDelta: 0.40521996426175672,
	} {
		near(t, e.Name, effectOf(t, e, runX, runY, EffectOptions{}).Value, want, 1e-12)
	}
}

// TestBonettIntervals: the examples of ci.stdmean.ps in the manuals of the R package statpsych 1.7 and 2.0, printed to
// seven digits and to five. Its standardizer 2 is the baseline's standard deviation.
func TestBonettIntervals(t *testing.T) {
	for _, c := range []struct {
		n                       int
		mx, my, sx, sy, r       float64
		abs                     float64
		average, byFirst, by2nd [3]float64 // estimate, limits; by2nd of the first example only
	}{
		{25, 110.4, 102.1, 15.3, 14.6, .75, 5e-8, [3]float64{.5550319, .2394905, .8705732}, [3]float64{.5424837, .2258515, .8591158},
			[3]float64{.5684932, .2366800, .9003063}},
		{8, 602.4, 705.6, 33.17, 51.08, .769, 5e-5, [3]float64{-2.3963, -3.6744, -1.1182}, [3]float64{-3.1112, -4.9019, -1.3206},
			[3]float64{}},
	} {
		x, y := withMoments(c.n, c.mx, c.my, c.sx, c.sy, c.r)
		check := func(what string, v Effect, want [3]float64) {
			t.Helper()
			nearAbs(t, what, v.Value, want[0], c.abs)
			nearAbs(t, what+", lower limit", v.Interval.Lo, want[1], c.abs)
			nearAbs(t, what+", upper limit", v.Interval.Hi, want[2], c.abs)
			if v.Interval.Kind != KindBonett {
				t.Errorf("%s: %+v", what, *v.Interval)
			}
		}
		check("d-av", effectOf(t, dAverage, x, y, EffectOptions{}), c.average)
		if c.by2nd[0] != 0 {
			check("glass-delta", effectOf(t, glassDelta, x, y, EffectOptions{}), c.by2nd)
		}
		first := c.byFirst // the first system as the baseline: the difference turns
		check("glass-delta, first", effectOf(t, glassDelta, y, x, EffectOptions{}), [3]float64{-first[0], -first[2], -first[1]})
	}
}

// TestNoncentralIntervals: mpmath 1.2.1, the noncentral t by quadrature over the χ² scale, solved to 20 digits; scipy
// 1.10.1, nct, agrees to 1e-12. The first is at another confidence; es has its own degrees of freedom.
func TestNoncentralIntervals(t *testing.T) {
	d := effectOf(t, dz, runX, runY, EffectOptions{Confidence: .9})
	near(t, "lower limit of d_z", d.Interval.Lo, -0.06250653693245387, 1e-9)
	near(t, "upper limit of d_z", d.Interval.Hi, 1.20733230187692, 1e-9)
	two, one := residualsOf(t, rowsOf(runX, runY, runZ))
	v := effectOf(t, es, runX, runY, EffectOptions{Residual: &two})
	near(t, "ES", v.Value, 0.9492889050691345, 1e-9)
	near(t, "lower limit of ES", v.Interval.Lo, -0.10568542056727831, 1e-9)
	near(t, "upper limit of ES", v.Interval.Hi, 1.9744208182431877, 1e-9)
	w := effectOf(t, esOneWay, runX, runY, EffectOptions{OneWay: &one})
	near(t, "ES_E1", w.Value, 0.3237769614567886, 1e-9)
	if w.Interval != nil || v.Interval.Kind != KindNoncentralT || v.Interval.Confidence != .95 || d.Interval.Confidence != .9 {
		t.Errorf("%+v, %+v", w, v)
	}
}

// TestNoncentralLarge: mpmath 1.2.1, as above, for a t of differences that are nearly constant; across the change of method.
func TestNoncentralLarge(t *testing.T) {
	for _, c := range []struct{ t, df, confidence, lo, hi float64 }{
		{5000, 2, .95, 795.5779347385288, 9603.22824526249},
		{8000, 49, .95, 6419.857344403432, 9577.00856233598},
		{5000, 4, .99, 1137.400123677816, 9637.252233586103},
	} {
		lo, hi := noncentralLimits(c.t, c.df, c.confidence)
		near(t, "lower limit", lo, c.lo, 1e-11)
		near(t, "upper limit", hi, c.hi, 1e-11)
	}
	for _, df := range []float64{4, 49} {
		at := largeT * math.Sqrt(df)
		lo, hi := noncentralLimits(at, df, .95)
		above, up := noncentralLimits(at*(1+1e-12), df, .95)
		near(t, "lower limit, above", above, lo, 1e-10)
		near(t, "upper limit, above", up, hi, 1e-10)
	}
	// One degree of freedom: hardly any distance from 0 can be excluded. P(Z > z) = .0005 bounds the lower limit.
	if lo, hi := noncentralLimits(5000, 1, .999); !(lo > -3.2906 && lo < hi) {
		t.Errorf("%g, %g", lo, hi)
	}
}

// TestHedgesJ: mpmath 1.2.1 with 30 digits; across the change to the series at 300.
func TestHedgesJ(t *testing.T) {
	for df, want := range map[int]float64{2: 0.5641895835477563, 3: 0.7236012545582676, 19: 0.9599103529242536, 299: 0.9974891893285934, 300: 0.9974975668438586, 301: 0.9975058886405646,
		302: 0.997514155272742, 1000: 0.9992497811797164, 100000: 0.9999924999781249} {
		near(t, "J", hedgesJ(df), want, 4e-15)
	}
}

// TestSuperiority: Wilson's limits by R 4.2.2, prop.test(correct = FALSE), of W + T/2 topics of n.
func TestSuperiority(t *testing.T) {
	v := effectOf(t, superiority, runX, runY, EffectOptions{}) // 5 won, 1 tied, 2 lost
	near(t, "superiority", v.Value, 5.5/8, 0)
	near(t, "lower limit", v.Interval.Lo, 0.3557551603846312, 1e-12)
	near(t, "upper limit", v.Interval.Hi, 0.8975920027839138, 1e-12)
	c := effectOf(t, cliff, runX, runY, EffectOptions{})
	near(t, "Cliff's δ", c.Value, 3.0/8, 0)
	near(t, "lower limit of δ", c.Interval.Lo, 2*0.3557551603846312-1, 1e-12)
	near(t, "upper limit of δ", c.Interval.Hi, 2*0.8975920027839138-1, 1e-12)
	all := effectOf(t, superiority, []float64{1, 2, 3}, []float64{0, 1, 0}, EffectOptions{Confidence: .99})
	near(t, "all won, lower limit", all.Interval.Lo, 0.3113681572547469, 1e-12)
	near(t, "all won, upper limit", all.Interval.Hi, 1, 0)
	none := effectOf(t, superiority, []float64{0, 1, 0}, []float64{1, 2, 3}, EffectOptions{Confidence: 1e-300})
	if none.Value != 0 || none.Interval.Lo != 0 || none.Interval.Hi != 0 {
		t.Errorf("%+v", none.Interval)
	}
}

// TestEffectsUndefined: which effect sizes there are where something has no spread.
func TestEffectsUndefined(t *testing.T) {
	flat, steps := []float64{.3, .3, .1 + .2}, []float64{.1, .5, .4} // .1 + .2 is .3 but for noise
	up := []float64{.2, .6, .5}                                      // steps + .1
	residual := EffectOptions{Residual: &Residual{.01, 4}, OneWay: &Residual{.02, 6}}
	for _, c := range []struct {
		what string
		x, y []float64
		opt  EffectOptions
		want string
	}{
		{"identical", steps, steps, residual, "d-av d-mean-sd glass-delta es es-one-way superiority cliff"},
		{"constant difference", up, steps, residual, "d-av d-mean-sd glass-delta es es-one-way superiority cliff"},
		{"flat baseline", steps, flat, residual, "dz hedges-g d-av d-mean-sd es es-one-way superiority cliff"},
		{"both flat", flat, []float64{.1, .1, .1}, residual, "es es-one-way superiority cliff"},
		{"two topics", up[:2], []float64{.1, .2}, residual, "dz d-av d-mean-sd glass-delta es es-one-way superiority cliff"},
		{"no residual", flat, steps, EffectOptions{}, "dz hedges-g d-av d-mean-sd glass-delta superiority cliff"},
		{"residual 0", flat, steps, EffectOptions{Residual: &Residual{0, 4}, OneWay: &Residual{0, 6}},
			"dz hedges-g d-av d-mean-sd glass-delta superiority cliff"},
		{"one topic", up[:1], steps[:1], residual, ""},
	} {
		var names []string
		for _, e := range PairEffects(c.x, c.y, c.opt) {
			names = append(names, e.Name)
		}
		if got := strings.Join(names, " "); got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
		for _, e := range EffectSizes() {
			_, err := e.Compute(c.x, c.y, c.opt)
			if defined := slices.Contains(names, e.Name); defined != (err == nil) || !defined && !errors.Is(err, ErrUndefined) && !errors.Is(err, ErrTooFew) {
				t.Errorf("%s: %s: %v", c.what, e.Name, err)
			}
		}
	}
	for code, x := range map[string][]float64{"identical": steps, "constant-difference": up} {
		for _, e := range []*EffectSize{dAverage, glassDelta} {
			v := effectOf(t, e, x, steps, residual)
			if v.Interval != nil || len(v.Warnings) != 1 || v.Warnings[0].Code != code {
				t.Errorf("%s of %s: %+v", e.Name, code, v)
			}
		}
	}
	// Of a constant difference .1 beside the standard deviation √(.13/3) of .1, .5, .4.
	near(t, "d-av", effectOf(t, dAverage, up, steps, residual).Value, .1/math.Sqrt(.13/3), 1e-14)
	for _, bad := range []*Residual{{-1, 3}, {math.NaN(), 3}, {math.Inf(1), 3}, {1, 0}} {
		if !panics(func() { es.Compute(up, steps, EffectOptions{Residual: bad}) }) {
			t.Errorf("residual %+v is taken", *bad)
		}
		if !panics(func() { esOneWay.Compute(up, steps, EffectOptions{OneWay: bad}) }) {
			t.Errorf("one-way residual %+v is taken", *bad)
		}
	}
	if !panics(func() { Residuals(nil) }) {
		t.Error("residuals of nothing")
	}
}

// checkEffect: finite, inside its interval, and named as its entry; or an error that says why not.
func checkEffect(r *rapid.T, name string, v Effect, err error) {
	if err != nil {
		if !errors.Is(err, ErrUndefined) && !errors.Is(err, ErrTooFew) {
			r.Errorf("error %v", err)
		}
		return
	}
	if v.Name != name || !finite(&v.Value) || math.Signbit(v.Value) && v.Value == 0 {
		r.Errorf("%+v", v)
	}
	iv := v.Interval
	if iv == nil {
		return
	}
	if !finite(&iv.Lo) || !finite(&iv.Hi) || !(iv.Lo <= v.Value && v.Value <= iv.Hi) || iv.Confidence != .95 || iv.Kind == "" {
		r.Errorf("%g in %+v", v.Value, *iv)
	}
}

// TestEffectsScale: the d's do not depend on the unit of the scores, up to the ends of what is taken.
func TestEffectsScale(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		n := rapid.IntRange(3, 12).Draw(r, "topics")
		x, y := drawScores(r, n, "x"), drawScores(r, n, "y")
		for _, unit := range []float64{0x1p-300, 0x1p-9, 0x1p300, 3} { // powers of 2: no rounding
			ux, uy := make([]float64, n), make([]float64, n)
			for i := range x {
				if x[i] != 0 && x[i] < 1e-9 || y[i] != 0 && y[i] < 1e-9 {
					r.Skip() // times 2^-300 it is no score
				}
				ux[i], uy[i] = unit*x[i], unit*y[i]
			}
			for _, e := range []*EffectSize{dz, dAverage, dMeanSD, glassDelta, superiority, cliff} {
				a, errA := e.Compute(x, y, EffectOptions{})
				b, errB := e.Compute(ux, uy, EffectOptions{})
				if (errA == nil) != (errB == nil) || math.Abs(a.Value-b.Value) > 1e-9*max(1, math.Abs(a.Value)) {
					r.Errorf("%s times %g: %g, %v and %g, %v", e.Name, unit, a.Value, errA, b.Value, errB)
				}
				if a.Interval != nil && b.Interval != nil && math.Abs(a.Interval.Hi-b.Interval.Hi) > 1e-8*max(1, math.Abs(a.Interval.Hi)) {
					r.Errorf("%s times %g: %+v and %+v", e.Name, unit, *a.Interval, *b.Interval)
				}
			}
		}
	})
}

// TestEffectsExtreme: nothing overflows where one system's scores are as large and the other's as small as is taken, and
// intervals of any confidence are finite.
func TestEffectsExtreme(t *testing.T) {
	large, small := []float64{1e100, 2e100, 4e100}, []float64{1e-100, 3e-100, 2e-100}
	opt := EffectOptions{Residual: &Residual{1e-200, 4}, OneWay: &Residual{1e200, 6}}
	almost := []float64{1 + 1e-11, 2 - 1e-11, 4} // d_z of these and 1, 2, 4 + 1 is huge
	for _, pair := range [][2][]float64{{large, small}, {small, large}, {almost, []float64{0, 1, 3}}, {runX, runY}} {
		for _, confidence := range []float64{1e-300, .5, .95, 1 - 1e-12, math.Nextafter(1, 0)} {
			opt.Confidence = confidence
			for _, e := range PairEffects(pair[0], pair[1], opt) {
				if !finite(&e.Value) || e.Interval != nil && !(finite(&e.Interval.Lo) && finite(&e.Interval.Hi) && e.Interval.Lo <= e.Interval.Hi) {
					t.Errorf("%s at %g: %+v, %+v", e.Name, confidence, e, e.Interval)
				}
			}
		}
	}
}

// TestEffectJSON: absent is null.
func TestEffectJSON(t *testing.T) {
	text, err := json.Marshal(Effect{Name: "es-one-way", Value: .25})
	if want := `{"name":"es-one-way","value":0.25,"interval":null}`; err != nil || string(text) != want {
		t.Errorf("%s, %v, want %s", text, err, want)
	}
}
