package stats

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"sigrel/stats/resample"
)

// sakaiA and sakaiB are systems A and B of the 20-topic example of Sakai's book.
var (
	sakaiA = []float64{.7, .3, .2, .6, .4, .4, 0, .7, .1, .3, .5, .4, 0, .6, .5, .3, .1, .5, .2, .1}
	sakaiB = []float64{.5, .1, 0, .2, .4, .3, 0, .5, .3, .3, .4, .4, .1, .4, .2, .1, .1, .6, .3, .2}
)

func mustBootstrap(t *testing.T, x, y []float64, opt Options) Result {
	t.Helper()
	res, err := Bootstrap(x, y, opt)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// TestBootstrapSakai: p, its interval and the equal-tailed interval over all 20^20 draws, by another program that
// counted them (spec of the significance tests, D.16).
func TestBootstrapSakai(t *testing.T) {
	res := mustBootstrap(t, sakaiA, sakaiB, Options{Intervals: true})
	nearAbs(t, "p", res.P, .0502111497, 5e-11)
	if res.Method != Exact || res.PLo != res.P || res.PHi != res.P || res.Test != "bootstrap" || res.N != 20 ||
		math.Abs(res.Step-.1) > 1e-15 || res.Warnings != nil {
		t.Errorf("%+v", res)
	}
	near(t, "t", *res.Statistic, 2.11575986, 5e-9)
	nearAbs(t, "lower end", res.Interval.Lo, -.0000122740, 5e-11)
	nearAbs(t, "upper end", res.Interval.Hi, .1500122740, 5e-11)
	upper := mustBootstrap(t, sakaiA, sakaiB, Options{Alternative: Greater})
	lower := mustBootstrap(t, sakaiA, sakaiB, Options{Alternative: Less})
	if upper.P >= lower.P || upper.P >= res.P || upper.Interval != nil {
		t.Errorf("p %g, greater %g, less %g", res.P, upper.P, lower.P)
	}
	// Both ways to go through all draws agree, and what is drawn by chance comes near.
	s := newStudentized(sakaiA, sakaiB)
	listed, counted := s.listedAll(t), s.counted()
	drawn := s.drawn(resample.Plan{Seed: 3, Replicates: 200_000})
	for _, alt := range []Alternative{TwoSided, Less, Greater} {
		a, b, c := listed.tail(alt), counted.tail(alt), drawn.tail(alt)
		near(t, alt.String(), a.p, b.p, 1e-12)
		nearAbs(t, alt.String()+" drawn", c.p, a.p, 5*math.Sqrt(a.p*(1-a.p)/200_000))
		if a.method != Exact || b.method != Exact || c.method != MonteCarlo || !(c.lo < a.p && a.p < c.hi) {
			t.Errorf("%v: %+v %+v %+v", alt, a, b, c)
		}
	}
}

// listedAll is listed, also where counting would be chosen.
func (s *studentized) listedAll(t *testing.T) studentizedLaw {
	t.Helper()
	if s.ways() > mostListed {
		t.Fatalf("%g draws to list", s.ways())
	}
	return s.listed()
}

// everyDraw calls f with each of the n^n lists of n topics.
func everyDraw(n int, f func(topics []int)) {
	topics := make([]int, n)
	for {
		f(topics)
		i := 0
		for ; i < n; i++ {
			if topics[i]++; topics[i] < n {
				break
			}
			topics[i] = 0
		}
		if i == n {
			return
		}
	}
}

// enumerated are the shares of the n^n draws whose t* reaches t, from the very definition: two-sided, less, greater.
func enumerated(d []float64) [3]float64 {
	n := len(d)
	stat := func(w []float64, centre float64) float64 {
		mean, squares := 0.0, 0.0
		for _, v := range w {
			mean += v / float64(n)
		}
		for _, v := range w {
			squares += (v - mean) * (v - mean)
		}
		if mean -= centre; math.Abs(mean) < 1e-12 {
			return 0
		}
		if squares < 1e-20 {
			return math.Inf(int(math.Copysign(1, mean)))
		}
		return mean / math.Sqrt(squares/float64(n-1)/float64(n))
	}
	mean := 0.0
	for _, v := range d {
		mean += v / float64(n)
	}
	seen := stat(d, 0)
	var count [3]float64
	w := make([]float64, n)
	everyDraw(n, func(topics []int) {
		for i, t := range topics {
			w[i] = d[t]
		}
		v := stat(w, mean)
		tie := 1e-9 * math.Abs(seen)
		for i, hit := range [3]bool{math.Abs(v) >= math.Abs(seen)-tie, v <= seen+tie, v >= seen-tie} {
			if hit {
				count[i]++
			}
		}
	})
	for i := range count {
		count[i] /= math.Pow(float64(n), float64(n))
	}
	return count
}

// TestBootstrapEnumerated: all n^n draws, on lattices and off, by every way to go through them.
func TestBootstrapEnumerated(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		x, y := drawPair(rt, 2, 5)
		d := describe(x, y)
		if d.Constant {
			return
		}
		want := enumerated(d.Each)
		s := newStudentized(x, y)
		laws := []studentizedLaw{s.listed()}
		if s.work() < 1e6 {
			laws = append(laws, s.counted())
		}
		for alt := range want {
			for _, law := range laws {
				if got := law.tail(Alternative(alt)); math.Abs(got.p-want[alt]) > 1e-12 {
					rt.Errorf("%v of %v: %g, want %g", Alternative(alt), d.Each, got.p, want[alt])
				}
			}
			res, err := Bootstrap(x, y, Options{Alternative: Alternative(alt)})
			if err != nil || res.Method != Exact || math.Abs(res.P-want[alt]) > 1e-12 {
				rt.Errorf("%v: %+v, want %g, %v", Alternative(alt), res, want[alt], err)
			}
		}
	})
}

// TestBootstrapInterval: 0 lies outside exactly where p ≤ 1 − confidence, also where p is drawn; the interval is
// symmetric about the mean, and a wider one holds a narrower one.
func TestBootstrapInterval(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.SampledFrom([]int{3, 4, 5, 6, 7, 8, 9, 13, 25}).Draw(rt, "topics")
		x, y := drawPair(rt, n, n)
		plan := resample.Plan{Replicates: rapid.IntRange(19, 400).Draw(rt, "replicates")}
		if describe(x, y).Constant {
			return
		}
		var before *Interval
		for _, confidence := range []float64{.999, .95, .9, .5, .2} {
			res, err := Bootstrap(x, y, Options{Confidence: confidence, Intervals: true, Plan: plan})
			if err != nil {
				rt.Fatal(err)
			}
			iv := res.Interval
			if iv == nil {
				if code := res.Warnings[len(res.Warnings)-1].Code; code != "degenerate-bootstrap" && code != "few-replicates" {
					rt.Errorf("no interval, warnings %+v", res.Warnings)
				}
				if before != nil {
					rt.Errorf("no interval at %g, but at a higher confidence", confidence)
				}
				continue
			}
			if outside := iv.Lo > 0 || iv.Hi < 0; outside != (res.P <= levelOf(confidence)) {
				rt.Errorf("p = %g, interval %+v", res.P, *iv)
			}
			if math.Abs(iv.Lo+iv.Hi-2*res.Estimate) > 1e-9*(iv.Hi-iv.Lo) || iv.Kind != KindSingle || iv.Confidence != confidence {
				rt.Errorf("interval %+v about %g", *iv, res.Estimate)
			}
			if before != nil && (before.Lo > iv.Lo+1e-12 || before.Hi < iv.Hi-1e-12) {
				rt.Errorf("interval %+v holds not %+v", *before, *iv)
			}
			before = iv
		}
	})
}

// TestBootstrapDrawn: p is (b+1)/(B+1), never 0, and the critical value the ⌊level·(B+1)⌋-th largest |t*|, by sorting
// what was drawn.
func TestBootstrapDrawn(t *testing.T) {
	m := invented(2, 30, 10_000, 6)
	s := newStudentized(m.RawRowView(0), m.RawRowView(1))
	law := s.drawn(resample.Plan{Replicates: 199})
	var sizes []float64
	hits := 0
	law.each(func(m powerSums, _ float64) {
		sizes = append(sizes, law.size(m))
		if s.extreme(m, TwoSided) {
			hits++
		}
	})
	slices.Sort(sizes)
	if p := law.tail(TwoSided).p; len(sizes) != 199 || hits == 0 || p != float64(hits+1)/200 {
		t.Errorf("%d hits of %d, p = %g", hits, len(sizes), p)
	}
	for level, rank := range map[float64]int{.005: 1, .05: 10, .0549: 10, .055: 11, .3: 60} {
		if tau, ok := law.critical(level, law.size); !ok || tau != sizes[199-rank] {
			t.Errorf("critical value at %g is %g, want %g", level, tau, sizes[199-rank])
		}
	}
	if _, ok := law.critical(.0049, law.size); ok {
		t.Error("a critical value for a level that no p can reach")
	}
	x := make([]float64, 30) // all differences of one sign, far from 0
	for i := range x {
		x[i] = .5 + float64(i*i%29)/1e4
	}
	res := mustBootstrap(t, x, make([]float64, 30), Options{Plan: resample.Plan{Replicates: 999}})
	if res.P != .001 || res.Method != MonteCarlo || res.PLo > 1e-300 || res.PHi < .001 {
		t.Errorf("%+v", res)
	}
	res = mustBootstrap(t, x, make([]float64, 30), Options{Plan: resample.Plan{Replicates: 9}, Intervals: true})
	if diff := cmp.Diff([]string{"cannot-be-significant", "few-replicates"}, codesOf(res.Warnings)); diff != "" || res.Interval != nil {
		t.Errorf("%+v", res)
	}
}

// TestBootstrapFewTopics: what is said where draws without variance weigh.
func TestBootstrapFewTopics(t *testing.T) {
	// Two topics: the draws are both, with t* = 0, or twice the same, with t* infinite. t = 3 is reached by one half.
	res := mustBootstrap(t, []float64{.1, .2}, []float64{0, 0}, Options{Intervals: true})
	if res.P != .5 || res.Interval != nil || !slices.Equal(codesOf(res.Warnings), slices.Repeat([]string{"degenerate-bootstrap"}, 2)) {
		t.Errorf("%+v", res)
	}
	near(t, "t", *res.Statistic, 3, 1e-12)
	// 48 of 50 topics alike: (48/50)^50 = .13 of the draws have no variance.
	x := make([]float64, 50)
	x[0], x[1] = .5, .3
	res = mustBootstrap(t, x, make([]float64, 50), Options{})
	if !slices.Equal(codesOf(res.Warnings), []string{"degenerate-bootstrap"}) || res.Warnings[0].Text[:4] != "13 %" {
		t.Errorf("%+v", res.Warnings)
	}
}

func TestBootstrapNoVariance(t *testing.T) {
	for _, test := range []*PairedTest{bootstrap, bootstrapShift} {
		for _, alt := range []Alternative{TwoSided, Less, Greater} {
			res, err := test.Run(sakaiA, sakaiA, Options{Alternative: alt})
			if err != nil || res.P != 1 || res.Statistic != nil || res.Interval != nil || res.Test != test.Name ||
				!slices.Equal(codesOf(res.Warnings), []string{"identical"}) {
				t.Errorf("identical: %+v, %v", res, err)
			}
			x, y := []float64{.6, .7, .8, .9, .4}, []float64{.5, .6, .7, .8, .3}
			opt := Options{Alternative: alt}
			res, err = test.Run(x, y, opt)
			want := randomize(t, x, y, opt)
			if err != nil || res.P != want.P || res.Method != want.Method || res.Statistic != nil || res.Interval != nil ||
				res.Warnings[0].Code != "constant-difference" {
				t.Errorf("constant: %+v, %v", res, err)
			}
		}
	}
	res := mustBootstrap(t, sakaiA, sakaiA, Options{Intervals: true})
	if diff := cmp.Diff(&Interval{Confidence: .95, Kind: KindSingle}, res.Interval); diff != "" {
		t.Error(diff)
	}
}

func TestBootstrapErrors(t *testing.T) {
	for _, test := range []*PairedTest{bootstrap, bootstrapShift} {
		if _, err := test.Run([]float64{1}, []float64{2}, Options{}); !errors.Is(err, ErrTooFew) {
			t.Errorf("one topic: %v", err)
		}
		if _, err := test.Run([]float64{1, math.NaN()}, []float64{2, 3}, Options{}); !errors.Is(err, ErrNotFinite) {
			t.Errorf("NaN: %v", err)
		}
		for _, opt := range []Options{{Alpha: 2}, {Confidence: -1}, {Strata: make([]int, 20)}} {
			if !panics(func() { test.Run(sakaiA, sakaiB, opt) }) {
				t.Errorf("%+v is taken", opt)
			}
		}
	}
}
