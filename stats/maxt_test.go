package stats

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"sigrel/stats/resample"
)

// against lists the pairs of systems 0 to k−1 with a baseline.
func against(baseline, k int) (pairs [][2]int) {
	for i := range k {
		if i != baseline {
			pairs = append(pairs, [2]int{i, baseline})
		}
	}
	return pairs
}

// TestMaxTLaws: p ≤ α exactly where 0 lies outside the interval, at α and at another confidence; p does not fall with |t|;
// stepping down never gives a greater p from the same draws.
func TestMaxTLaws(t *testing.T) {
	atTie, infinite := 0, 0
	rapid.Check(t, func(r *rapid.T) {
		m := drawMatrix(r, 8, 14)
		k, n := m.Dims()
		if rapid.IntRange(0, 3).Draw(r, "constant difference") == 0 {
			for topic := range n {
				m.Set(k-1, topic, m.At(0, topic)+.25)
			}
		}
		alpha := rapid.SampledFrom([]float64{.05, .1, .29, .5, .9}).Draw(r, "alpha")
		opt := Options{Alpha: alpha, Confidence: rapid.SampledFrom([]float64{1 - alpha, .8}).Draw(r, "confidence"), Test: tTest,
			Plan: resample.Plan{Replicates: rapid.IntRange(9, 300).Draw(r, "replicates"), Seed: 1}}
		if rapid.Bool().Draw(r, "baseline") {
			opt.Pairs = against(rapid.IntRange(0, k-1).Draw(r, "of"), k)
		}
		f, err := MaxT(m, opt)
		if err != nil {
			r.Fatal(err)
		}
		step, err := MaxTStepDown(m, opt)
		if err != nil {
			r.Fatal(err)
		}
		level := levelOf(opt.Confidence)
		sizes := make([]float64, len(f.Pairs))
		for i, p := range f.Pairs {
			d := describe(m.RawRowView(p.I), m.RawRowView(p.J))
			sizes[i] = math.Inf(1)
			if !d.Constant || d.Same {
				sizes[i] = math.Abs(d.Mean) / max(d.se(), math.SmallestNonzeroFloat64)
			}
			if d.Constant && !d.Same {
				infinite++
			}
			if iv := p.Result.Interval; iv != nil {
				if outside := iv.Lo > 0 || iv.Hi < 0; outside != (p.Adjusted <= level) || iv.Kind != KindSimultaneous {
					r.Errorf("p %g at %g, interval %+v", p.Adjusted, level, *iv)
				}
				if iv.Lo == 0 || iv.Hi == 0 {
					atTie++
				}
			}
			if s := step.Pairs[i]; s.Adjusted > p.Adjusted && step.Replicates == f.Replicates {
				r.Errorf("stepping down gives %g for %g", s.Adjusted, p.Adjusted)
			}
			if s := step.Pairs[i].Result.Interval; s != nil && s.Kind != KindT {
				r.Errorf("step-down interval %+v", *s)
			}
		}
		for _, g := range []Family{f, step} {
			for i, p := range g.Pairs {
				for j, q := range g.Pairs {
					if sizes[i] > sizes[j]*(1+1e-9) && p.Adjusted > q.Adjusted {
						r.Errorf("%s: t %g has p %g, t %g has p %g", g.Procedure, sizes[i], p.Adjusted, sizes[j], q.Adjusted)
					}
				}
			}
			if hopeless := slices.ContainsFunc(g.Warnings, func(w Warning) bool { return w.Code == "cannot-be-significant" }); hopeless &&
				slices.ContainsFunc(g.Pairs, func(p Pair) bool { return p.Adjusted <= alpha || p.Detectable != nil }) {
				r.Errorf("%s: nothing can be significant, yet %+v", g.Procedure, g.Pairs)
			}
			if g.Critical != nil {
				r.Errorf("critical difference %g", *g.Critical)
			}
		}
	})
	if !testing.Short() && (atTie == 0 || infinite == 0) { // a short run draws too few
		t.Errorf("%d ends at 0, %d infinite t: the test has not tested", atTie, infinite)
	}
}

// TestMaxTCritical: half widths and detectable differences are c and c + z_.8 standard errors, with c the ⌊α(B+1)⌋-th
// largest of the greatest |t| of all replicates.
func TestMaxTCritical(t *testing.T) {
	m := invented(9, 20, 10_000, 4)
	f, err := MaxT(m, Options{Test: tTest, Plan: resample.Plan{Replicates: 1999}})
	if err != nil {
		t.Fatal(err)
	}
	contrasts, rows := newContrasts([]*mat.Dense{m}, AllPairs(9), TwoSided)
	by := newShuffler(contrasts, rows, 9)
	var maxima []float64
	for _, block := range resample.Map(resample.Plan{Replicates: f.Replicates}, maxTName, func(b resample.Block) tally { return by.draw(b, 0) }) {
		maxima = append(maxima, block.maxima...)
	}
	slices.Sort(maxima)
	r := maxima[len(maxima)-(f.Replicates+1)/20]
	c := math.Sqrt(19 * r / (1 - r))
	for _, p := range f.Pairs {
		d := describe(m.RawRowView(p.I), m.RawRowView(p.J))
		near(t, "half width", (p.Result.Interval.Hi-p.Result.Interval.Lo)/2, c*d.se(), 1e-12)
		near(t, "detectable", *p.Detectable, (c+0.8416212335729143)*d.se(), 1e-12) // R's qnorm(.8)
	}
	down, err := MaxTStepDown(m, Options{Test: tTest, Plan: resample.Plan{Replicates: f.Replicates}})
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range down.Pairs {
		if down.Replicates == f.Replicates {
			near(t, "detectable", *p.Detectable, *f.Pairs[i].Detectable, 0)
		}
		single, err := TTest(m.RawRowView(p.I), m.RawRowView(p.J), Options{})
		if err != nil {
			t.Fatal(err)
		}
		near(t, "lower end", p.Result.Interval.Lo, single.Interval.Lo, 1e-12)
	}
}

// TestMaxTHopeless: what p can at least be is said where that is above α.
func TestMaxTHopeless(t *testing.T) {
	shifted := slices.Clone(runX)
	for i := range shifted {
		shifted[i] += .1
	}
	for _, c := range []struct {
		scores *mat.Dense
		opt    Options
		want   string
	}{
		{rowsOf(runX[:3], runY[:3]), Options{}, "with 3 topics p cannot be less than 0.25"}, // 2 of 2³ signs
		{invented(6, 9, 10, 1), Options{Plan: resample.Plan{Replicates: 1}}, "with 9 topics and 16 replicates p cannot be less than 0.059"},
		{rowsOf(runX, shifted), Options{Alpha: .007}, "with 8 topics p cannot be less than 0.0078"}, // t is infinite
	} {
		c.opt.Test = tTest
		f, err := MaxT(c.scores, c.opt)
		if err != nil {
			t.Fatal(err)
		}
		if p := f.Pairs[0]; !slices.Contains(f.Warnings, Warning{"cannot-be-significant", c.want}) || p.Result.Interval != nil || p.Detectable != nil {
			t.Errorf("%+v, %v, want %q", p, f.Warnings, c.want)
		}
	}
}

func TestAgainstBaselines(t *testing.T) {
	for _, c := range []struct {
		pairs [][2]int
		want  bool
	}{
		{[][2]int{{0, 1}}, true}, {against(0, 2), true}, {against(3, 5), true}, {AllPairs(3), false}, {AllPairs(7), false},
		{[][2]int{{0, 1}, {2, 3}}, false}, {[][2]int{{0, 1}, {1, 2}, {2, 3}}, false}, {[][2]int{{5, 1}, {1, 2}}, true},
		{[][2]int{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}}, true}, // baselines 0 and 1 of four systems
		{[][2]int{{0, 1}, {1, 0}}, true},
	} {
		if got := againstBaselines(c.pairs); got != c.want {
			t.Errorf("%v: %v, want %v", c.pairs, got, c.want)
		}
	}
}

// TestMaxTRefuses: what does not go together is an error or a panic.
func TestMaxTRefuses(t *testing.T) {
	m := invented(4, 12, 10, 1)
	if _, err := MaxT(m, Options{Alternative: Greater}); err == nil || !strings.Contains(err.Error(), "baseline") {
		t.Errorf("one-sided, all pairs: %v", err)
	}
	bad := mat.DenseCopyOf(m)
	bad.Set(1, 2, math.NaN())
	if _, err := MaxTMeasures([]*mat.Dense{m, bad}, Options{}); !errors.Is(err, ErrNotFinite) || !strings.HasPrefix(err.Error(), "measure 2: ") {
		t.Errorf("NaN: %v", err)
	}
	for _, scores := range [][]*mat.Dense{nil, {m, invented(4, 11, 10, 1)}, {m, invented(5, 12, 10, 1)}} {
		if !panics(func() { MaxTMeasures(scores, Options{}) }) {
			t.Errorf("%d matrices of other sizes are taken", len(scores))
		}
	}
	if !panics(func() { MaxT(m, Options{Strata: make([]int, 12)}) }) {
		t.Error("strata are taken")
	}
	if f, err := MaxT(m, Options{Pairs: [][2]int{}}); err != nil || len(f.Pairs) != 0 {
		t.Errorf("no pairs: %+v, %v", f, err)
	}
}
