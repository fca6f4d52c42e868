package stats

import (
	"math"
	"slices"
	"testing"
)

// Bootstrap tests that went wrong in published tools, on invented scores of few topics: our value is that of all n^n
// draws, and the faulty formula gives another one.

// shareOfDraws is the share of the n^n draws of n topics for which hit holds.
func shareOfDraws(n int, hit func(topics []int) bool) float64 {
	count := 0
	everyDraw(n, func(topics []int) {
		if hit(topics) {
			count++
		}
	})
	return float64(count) / math.Pow(float64(n), float64(n))
}

// atLeast is ≥ for sums in another order.
func atLeast(a, b float64) bool { return a >= b-1e-12 }

// A4: sacreBLEU's paired bootstrap takes the size of the mean differences before it centres them, which folds the law.
func TestFailureAbsoluteBeforeCentring(t *testing.T) {
	x, y := []float64{.50, .42, .61, .35, .48, .71}, []float64{.41, .44, .50, .37, .33, .60}
	d := describe(x, y)
	right := shareOfDraws(6, func(topics []int) bool { return atLeast(math.Abs(d.meanOf(topics)-d.Mean), math.Abs(d.Mean)) })
	folded := 0.0
	everyDraw(6, func(topics []int) { folded += math.Abs(d.meanOf(topics)) / math.Pow(6, 6) })
	wrong := shareOfDraws(6, func(topics []int) bool { return atLeast(math.Abs(d.meanOf(topics))-folded, math.Abs(d.Mean)) })
	res, err := BootstrapShift(x, y, Options{})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "p", res.P, right, 1e-12)
	if wrong > .6*right {
		t.Errorf("the faulty p is %g, ours %g", wrong, right)
	}
}

// A6: deep-significance draws the topics of the two systems independently, though they are the same topics.
func TestFailureIndependentDraws(t *testing.T) {
	x, y := []float64{.10, .35, .62, .91}, []float64{.05, .32, .55, .87} // hard and easy topics, one system a little better
	n := len(x)
	d := describe(x, y)
	right := enumerated(d.Each)[Greater]
	res := mustBootstrap(t, x, y, Options{Alternative: Greater})
	near(t, "p", res.P, right, 1e-12)
	mean := func(v []float64, topics []int) float64 {
		sum := 0.0
		for _, topic := range topics {
			sum += v[topic]
		}
		return sum / float64(n)
	}
	var ofY []float64
	everyDraw(n, func(topics []int) { ofY = append(ofY, mean(y, topics)) })
	wrong := 0.0
	everyDraw(n, func(topics []int) {
		for _, v := range ofY {
			if atLeast(mean(x, topics)-v-d.Mean, d.Mean) {
				wrong += 1 / float64(len(ofY)) / float64(len(ofY))
			}
		}
	})
	if right > .1 || wrong < .3 {
		t.Errorf("drawn independently p is %g, drawn in pairs %g", wrong, right)
	}
}

// A8: compare-mt draws half as many topics as there are: the interval is √2 times too wide.
func TestFailureHalfDraws(t *testing.T) {
	x, y := []float64{.50, .42, .61, .35, .48, .71}, []float64{.41, .47, .50, .37, .33, .53}
	n := len(x)
	d := describe(x, y)
	var whole, half []float64
	everyDraw(n, func(topics []int) {
		whole, half = append(whole, d.meanOf(topics)), append(half, d.meanOf(topics[:n/2]))
	})
	slices.Sort(whole)
	slices.Sort(half)
	at := func(v []float64) (lo, hi float64) {
		k := int(math.Ceil(.025 * float64(len(v))))
		return v[k-1], v[len(v)-k]
	}
	lo, hi := at(whole)
	iv, _, err := idealPercentile(x, y, Options{})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "lower end", iv.Lo, lo, 1e-12)
	near(t, "upper end", iv.Hi, hi, 1e-12)
	if lo, hi := at(half); hi-lo < 1.25*(iv.Hi-iv.Lo) {
		t.Errorf("of half the topics: [%g, %g], ours %+v", lo, hi, iv)
	}
}

// A9: elinor counts a draw without variance as t* = 0 though its mean is not that of the topics.
func TestFailureNoVarianceIsZero(t *testing.T) {
	// Differences .1, .2, .3, .9. By hand: of the 256 draws the four without variance have infinite t*.
	x, y := []float64{.2, .4, .6, .9}, []float64{.1, .2, .3, 0}
	d := describe(x, y)
	right := enumerated(d.Each)[TwoSided]
	res := mustBootstrap(t, x, y, Options{})
	near(t, "p", res.P, right, 1e-12)
	wrong := right - 4.0/256
	s := newStudentized(x, y)
	counted := 0.0
	s.listed().each(func(m powerSums, weight float64) {
		if s.extreme(m, TwoSided) && !math.IsInf(s.t(m), 0) {
			counted += weight
		}
	})
	near(t, "p of draws with a variance", counted, wrong, 1e-12)
	if len(res.Warnings) == 0 || res.Warnings[0].Code != "degenerate-bootstrap" {
		t.Errorf("warnings %+v", res.Warnings)
	}
}
