package reliability

import (
	"math"

	"sigrel/stats/resample"
)

// swapCounter compares pairs of systems on two sets of topics.
type swapCounter struct {
	rows          [][]float64
	pairs         [][2]int
	width         float64
	alpha         float64
	sizes, shares cells // of absolute and of relative differences
}

// swapTotals are sums over comparisons: integers, so that the order of adding up does not matter.
type swapTotals struct {
	bins               []tally // by |difference|
	relativeBins       []tally // of pairs significant in the first set, by relative difference
	absolute, relative []cell
	significant        int // comparisons significant in the first set
	minor, major       int // of these: not significant in the second and of opposite sign; significant of opposite sign
}

// tally counts comparisons.
type tally struct{ n, swaps, ties int }

func (t *tally) add(swapped, tied bool) {
	t.n++
	switch {
	case tied:
		t.ties++
	case swapped:
		t.swaps++
	}
}

// relativeWidth is the width of a bin of relative differences.
const relativeWidth = 0.1

// binSlip moves what lies on the edge of a bin, but for rounding, into the bin above: 1e-12 of the scores in 4,096 cells, and
// more.
const binSlip = 1e-7

func newSwapCounter(rows [][]float64, pairs [][2]int, opt SwapOptions) *swapCounter {
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, row := range rows {
		for _, x := range row {
			lo, hi = min(lo, x), max(hi, x)
		}
	}
	return &swapCounter{rows: rows, pairs: pairs, width: opt.Width, alpha: opt.Alpha, sizes: cells{hi - lo}, shares: cells{2}}
}

// jobSize is how many of n sets one job counts: few enough jobs that their counts fit in memory.
func jobSize(n int) int { return max(16, (n+63)/64) }

// count compares all pairs on all splits into sets of size topics; tests says whether to test differences too.
func (c *swapCounter) count(all []halves, size int, tests bool, workers int) swapTotals {
	share := jobSize(len(all))
	parts := make([]swapTotals, (len(all)+share-1)/share)
	resample.Each(len(parts), workers, func(i int) {
		w := newSwapWork(c, size)
		for _, h := range all[i*share : min((i+1)*share, len(all))] {
			w.compare(h, tests)
		}
		parts[i] = w.swapTotals
	})
	var out swapTotals
	for _, p := range parts {
		out.merge(p)
	}
	return out
}

// swapWork is what one job needs.
type swapWork struct {
	*swapCounter
	swapTotals
	size     int
	tie      float64      // sums that differ by no more are equal
	critical float64      // squared t
	constant bool         // a constant difference is significant on sets of this size
	on       [2][]float64 // the scores on a set, row by row
	sums     [2][]float64
}

func newSwapWork(c *swapCounter, size int) *swapWork {
	w := &swapWork{swapCounter: c, size: size, tie: tieWidth(c.rows, size), critical: criticalT2(size, c.alpha),
		constant: math.Ldexp(2, -size) <= c.alpha}
	for s := range w.on {
		w.on[s], w.sums[s] = make([]float64, len(c.rows)*size), make([]float64, len(c.rows))
	}
	w.absolute, w.relative = make([]cell, numCells), make([]cell, numCells)
	return w
}

// compare looks at every pair on the two sets.
func (w *swapWork) compare(h halves, tests bool) {
	for s, set := range [2][]int{h.a, h.b} {
		sums(w.sums[s], w.rows, set)
		for i, row := range w.rows {
			at := w.on[s][i*w.size:]
			for j, t := range set {
				at[j] = row[t]
			}
		}
	}
	n := float64(w.size)
	toBin := 1 / (n * w.width)
	a, b := w.sums[0], w.sums[1]
	for _, p := range w.pairs {
		i, j := p[0], p[1]
		first, second := a[i]-a[j], b[i]-b[j]
		size := math.Abs(first)
		if size <= w.tie {
			first, size = 0, 0
		}
		if math.Abs(second) <= w.tie {
			second = 0
		}
		tied, swapped := first == 0 || second == 0, (first > 0) != (second > 0)
		at := int(size*toBin + binSlip)
		for at >= len(w.bins) {
			w.bins = append(w.bins, tally{})
		}
		w.bins[at].add(swapped, tied)
		if !tests || first == 0 {
			continue
		}
		relative := 0.0
		if greater := max(math.Abs(a[i]), math.Abs(a[j])); greater > 0 {
			relative = size / greater
		}
		if !tied {
			w.sizes.add(w.absolute, size/n, swapped)
			w.shares.add(w.relative, relative, swapped)
		}
		if !w.isSignificant(0, i, j, first) {
			continue
		}
		w.significant++
		at = int(relative/relativeWidth + binSlip)
		for at >= len(w.relativeBins) {
			w.relativeBins = append(w.relativeBins, tally{})
		}
		w.relativeBins[at].add(swapped, tied)
		if !tied && swapped {
			if w.isSignificant(1, i, j, second) {
				w.major++
			} else {
				w.minor++
			}
		}
	}
}

// isSignificant is the two-sided paired t test of rows i and j on a set, whose sums differ by sum. A difference that is the
// same on every topic has no t: its p is that of the randomization test, 2^(1−n).
func (w *swapWork) isSignificant(set, i, j int, sum float64) bool {
	n := float64(w.size)
	x, y := w.on[set][i*w.size:(i+1)*w.size], w.on[set][j*w.size:(j+1)*w.size]
	mean, ss := sum/n, 0.0
	for t, v := range x {
		d := v - y[t] - mean
		ss += d * d
	}
	if sd := w.tie / n; ss <= n*sd*sd {
		return sum != 0 && w.constant
	}
	return sum*mean*(n-1) >= w.critical*ss // t² = mean²·n/(ss/(n−1))
}

func (t *swapTotals) merge(o swapTotals) {
	t.bins, t.relativeBins = mergeTallies(t.bins, o.bins), mergeTallies(t.relativeBins, o.relativeBins)
	t.absolute, t.relative = mergeCells(t.absolute, o.absolute), mergeCells(t.relative, o.relative)
	t.significant, t.minor, t.major = t.significant+o.significant, t.minor+o.minor, t.major+o.major
}

func mergeTallies(a, b []tally) []tally {
	for len(a) < len(b) {
		a = append(a, tally{})
	}
	for i, v := range b {
		a[i].n, a[i].swaps, a[i].ties = a[i].n+v.n, a[i].swaps+v.swaps, a[i].ties+v.ties
	}
	return a
}

func (t tally) counted() SwapCount {
	out := SwapCount{Comparisons: t.n, Swaps: t.swaps, Ties: t.ties}
	if t.n > 0 {
		v := float64(t.swaps) / float64(t.n)
		out.RateAll = &v
	}
	if untied := t.n - t.ties; untied > 0 {
		v := float64(t.swaps) / float64(untied)
		out.Untied = &v
	}
	return out
}

func (t *swapTotals) total() SwapCount {
	var sum tally
	for _, b := range t.bins {
		sum.n, sum.swaps, sum.ties = sum.n+b.n, sum.swaps+b.swaps, sum.ties+b.ties
	}
	return sum.counted()
}

func (t *swapTotals) swapBins(width float64) []SwapBin { return binsOf(t.bins, width) }

func binsOf(tallies []tally, width float64) []SwapBin {
	out := make([]SwapBin, len(tallies))
	for i, b := range tallies {
		out[i] = SwapBin{Lo: float64(i) * width, Hi: float64(i+1) * width, SwapCount: b.counted()}
	}
	return out
}
