package stats

import (
	"errors"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"sigrel/stats/dist"
	"sigrel/stats/resample"
)

// TestBootstrapIntervals: the 20-topic example; the percentile, basic and BCa interval by 400,000 draws of another
// program, whose ends are possible means, and the studentized one over all 20^20 draws (spec of the significance tests,
// D.16).
func TestBootstrapIntervals(t *testing.T) {
	want := map[string][2]float64{KindPercentile: {.010, .145}, KindBasic: {.005, .140}, KindBCa: {.010, .145},
		KindStudentized: {.0028527337, .1522576857}}
	for _, e := range BootstrapIntervals() {
		iv, warnings, err := e.Compute(sakaiA, sakaiB, Options{})
		if err != nil || warnings != nil || iv.Kind != e.Name || iv.Confidence != .95 || e.Doc == "" {
			t.Errorf("%s: %+v, %+v, %v", e.Name, iv, warnings, err)
		}
		nearAbs(t, e.Name+" lower", iv.Lo, want[e.Name][0], 5.1e-11)
		nearAbs(t, e.Name+" upper", iv.Hi, want[e.Name][1], 5.1e-11)
		delete(want, e.Name)
	}
	if len(want) > 0 {
		t.Errorf("not in the list: %v", want)
	}
}

// TestBootstrapIntervalsEnumerated: percentile and BCa from all n^n means, each counted once, where no rule of
// interpolation matters.
func TestBootstrapIntervalsEnumerated(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		x, y := drawPair(rt, 3, 5)
		d := describe(x, y)
		if d.Constant {
			return
		}
		var means []float64
		everyDraw(len(x), func(topics []int) { means = append(means, d.meanOf(topics)) })
		slices.Sort(means)
		confidence := rapid.SampledFrom([]float64{.95, .8, .37}).Draw(rt, "confidence")
		share := (1 - confidence) / 2
		// The least mean that a share of at least p does not exceed.
		quantile := func(p float64) float64 {
			k := int(math.Ceil(p*float64(len(means)) - 1e-9))
			return means[max(k, 1)-1]
		}
		upper := func(p float64) float64 {
			k := int(math.Ceil(p*float64(len(means)) - 1e-9))
			return means[len(means)-max(k, 1)]
		}
		lo, hi := quantile(share), upper(share)
		opt := Options{Confidence: confidence}
		check := func(kind string, wantLo, wantHi float64) {
			for _, e := range BootstrapIntervals() {
				if e.Name != kind {
					continue
				}
				iv, _, err := e.Compute(x, y, opt)
				if err != nil || math.Abs(iv.Lo-wantLo) > 1e-9 || math.Abs(iv.Hi-wantHi) > 1e-9 {
					rt.Errorf("%s of %v: %+v, want [%g, %g], %v", kind, d.Each, iv, wantLo, wantHi, err)
				}
			}
		}
		check(KindPercentile, lo, hi)
		check(KindBasic, 2*d.Mean-hi, 2*d.Mean-lo)
		below, above, ok := bcaShares(midrankZ0(means, d.Mean), acceleration(JackknifeTopics(len(x), d.meanOf)), share)
		if ok {
			check(KindBCa, quantile(below), upper(above))
		}
	})
}

// TestBootstrapIntervalsMirrored: y − x has the mirrored intervals, whatever the kind; also where they are drawn.
func TestBootstrapIntervalsMirrored(t *testing.T) {
	for _, den := range []float64{10, 10_000, 0} {
		m := invented(2, 25, den, 8)
		x, y := m.RawRowView(0), m.RawRowView(1)
		for _, e := range BootstrapIntervals() {
			opt := Options{Plan: resample.Plan{Replicates: 1999}}
			a, _, err := e.Compute(x, y, opt)
			b, _, errBack := e.Compute(y, x, opt)
			if err != nil || errBack != nil || math.Abs(a.Lo+b.Hi) > 1e-9 || math.Abs(a.Hi+b.Lo) > 1e-9 || !(a.Lo < a.Hi) {
				t.Errorf("%s in 1/%g: %+v and %+v, %v, %v", e.Name, den, a, b, err, errBack)
			}
		}
	}
}

// TestBootstrapIntervalsNear: on ordinary data of many topics all kinds are near the t interval, and the ideal ones
// near those of drawn replicates.
func TestBootstrapIntervalsNear(t *testing.T) {
	m := invented(2, 150, 0, 3)
	x, y := m.RawRowView(0), m.RawRowView(1)
	d := describe(x, y)
	drawn := BootstrapTopics(len(x), d.meanOf, resample.Plan{}, bootstrapLabel)
	jackknife := JackknifeTopics(len(x), d.meanOf)
	normal := d.tInterval("", .95, dist.NormalQuantile(.025))
	for _, e := range BootstrapIntervals() {
		iv, warnings, err := e.Compute(x, y, Options{})
		if err != nil || warnings != nil {
			t.Fatal(warnings, err)
		}
		nearAbs(t, e.Name+" lower", iv.Lo, normal.Lo, .15*d.se())
		nearAbs(t, e.Name+" upper", iv.Hi, normal.Hi, .15*d.se())
		var other Interval
		switch e.Name {
		case KindPercentile:
			other, _ = PercentileInterval(drawn, d.Mean, .95)
		case KindBasic:
			other, _ = BasicInterval(drawn, d.Mean, .95)
		case KindBCa:
			other, _ = BCaInterval(drawn, d.Mean, jackknife, .95)
		default:
			continue
		}
		// The standard error of an end from 100,000 draws is √(.025·.975/100000)/φ(1.96) = .0085 standard errors.
		nearAbs(t, e.Name+" lower, drawn", iv.Lo, other.Lo, 5*.0085*d.se())
		nearAbs(t, e.Name+" upper, drawn", iv.Hi, other.Hi, 5*.0085*d.se())
	}
}

// TestBootstrapIntervalsDegenerate: points, errors, and the way out of BCa.
func TestBootstrapIntervalsDegenerate(t *testing.T) {
	for _, e := range BootstrapIntervals() {
		iv, warnings, err := e.Compute(sakaiA, sakaiA, Options{})
		if err != nil || iv != (Interval{Confidence: .95, Kind: e.Name}) || len(warnings) != 1 || warnings[0].Code != "identical" {
			t.Errorf("%s of identical systems: %+v, %+v, %v", e.Name, iv, warnings, err)
		}
		iv, warnings, err = e.Compute([]float64{.6, .7, .8}, []float64{.5, .6, .7}, Options{})
		if err != nil || math.Abs(iv.Lo-.1) > 1e-15 || iv.Hi != iv.Lo || !slices.Equal(codesOf(warnings), []string{"degenerate-bootstrap"}) {
			t.Errorf("%s of a constant difference: %+v, %+v, %v", e.Name, iv, warnings, err)
		}
		if _, _, err := e.Compute([]float64{1}, []float64{0}, Options{}); !errors.Is(err, ErrTooFew) {
			t.Errorf("%s of one topic: %v", e.Name, err)
		}
		for _, opt := range []Options{{Confidence: 7}, {Strata: make([]int, 20)}} {
			if !panics(func() { e.Compute(sakaiA, sakaiB, opt) }) {
				t.Errorf("%s takes %+v", e.Name, opt)
			}
		}
	}
	// Two topics: half of the draws have no variance.
	_, _, err := studentizedInterval([]float64{.1, .2}, []float64{0, 0}, Options{})
	if !errors.Is(err, ErrUndefined) {
		t.Errorf("studentized, two topics: %v", err)
	}
	// One topic of 30 differs: the acceleration is so large that 1 − a(z0 + z) is negative at this confidence.
	x := make([]float64, 30)
	x[0] = 1
	iv, warnings, err := idealBCa(x, make([]float64, 30), Options{Confidence: 1 - 1e-11})
	if err != nil || iv.Kind != KindPercentile || len(warnings) != 1 || warnings[0].Code != "degenerate-bootstrap" {
		t.Errorf("BCa: %+v, %+v, %v", iv, warnings, err)
	}
	percentile, _, _ := idealPercentile(x, make([]float64, 30), Options{Confidence: 1 - 1e-11})
	if percentile != iv {
		t.Errorf("%+v, want %+v", iv, percentile)
	}
}

// TestBootstrapIntervalsEnds: confidences at the ends of the doubles.
func TestBootstrapIntervalsEnds(t *testing.T) {
	m := invented(2, 30, 10_000, 3)
	for _, scores := range [][2][]float64{{sakaiA, sakaiB}, {m.RawRowView(0), m.RawRowView(1)}} {
		x, y := scores[0], scores[1]
		for _, confidence := range []float64{5e-324, 1e-13, 1 - 1e-11, 1 - 1e-13, math.Nextafter(1, 0)} {
			opt := Options{Confidence: confidence, Intervals: true}
			for _, e := range BootstrapIntervals() {
				iv, _, err := e.Compute(x, y, opt)
				if err != nil && !errors.Is(err, ErrUndefined) || err == nil && !(finite(&iv.Lo) && finite(&iv.Hi) && iv.Lo <= iv.Hi) {
					t.Errorf("%s at %g: %+v, %v", e.Name, confidence, iv, err)
				}
			}
			res := mustBootstrap(t, x, y, opt)
			if iv := res.Interval; iv == nil && len(res.Warnings) == 0 ||
				iv != nil && !(finite(&iv.Lo) && finite(&iv.Hi) && iv.Lo <= iv.Hi) {
				t.Errorf("at %g: %+v", confidence, res)
			}
			iv, _ := PercentileInterval(x, .3, confidence)
			if !(0 <= iv.Lo && iv.Lo <= iv.Hi && iv.Hi <= 1) {
				t.Errorf("percentile at %g: %+v", confidence, iv)
			}
		}
	}
}

func BenchmarkIdealBCa(b *testing.B) {
	for name, den := range map[string]float64{"P@10": 10, "four decimals": 10_000, "real": 0} {
		m := invented(2, 50, den, 1)
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, _, err := idealBCa(m.RawRowView(0), m.RawRowView(1), Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
