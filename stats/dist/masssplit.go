package dist

import "math"

// splitCells is the number of cells of the finer grid up to splitWeights weights. Beyond, it grows with their number,
// since the error grows with its square, as far as the work stays under splitWork, in cells times weights: 0.1 s.
const (
	splitCells   = 1 << 16
	splitWeights = 96
	splitWork    = 1 << 30
)

// splitGrid is the number of cells for n weights.
func splitGrid(n int) float64 {
	cells := splitCells * max(1, float64(n)/splitWeights)
	return min(cells, max(splitWork/float64(n), splitCells))
}

// splitMass is the probability that the sum of a random subset of w (positive, ascending, of the given total) is at
// most at, to about 1e-6 relative, with an estimate of its relative error.
//
// The sum is followed on a grid. A weight that falls between two cells goes to both, in the shares that keep its mean,
// so the error is of second order in the width of a cell; two grids whose widths differ by √2 give an extrapolated
// value, and their difference the estimate. A discrete law of few subsets below at differs from its smooth stand-in by
// up to several hundred subsets: some times that is added.
func splitMass(w []int64, total int64, at float64) (p, relative float64) {
	fine := splitGrid(len(w))
	a := onGrid(w, total, at, fine)
	b := onGrid(w, total, at, fine/math.Sqrt2)
	p = 2*a - b
	if p <= 0 {
		return a, 1
	}
	const (
		noise   = 2e-8 // of single grids, where their leading errors cancel or vanish
		subsets = 2500
	)
	return p, math.Abs(a-b)/p + math.Ldexp(subsets, -len(w))/p + noise
}

// splitError predicts the estimate of splitMass for n weights.
func splitError(n int) float64 {
	r := float64(n) / splitGrid(n)
	return 0.4 * r * r
}

// onGrid is the probability that the sum is at most at, on a grid with the given number of cells over the whole range.
// The distribution function is interpolated so that at lies in the middle of a cell.
func onGrid(w []int64, total int64, at, cells float64) float64 {
	width := float64(total) / cells
	pos := at/width - 0.5
	k := math.Floor(pos)
	x, y := deal(w)
	limit := int(max(k, -1)) + 2
	f, scaleX := splitHalf(x, width, limit)
	g, scaleY := splitHalf(y, width, limit)
	return math.Ldexp(dot64(f, g, int(k), pos-k), scaleX+scaleY-len(w))
}

// splitHalf is the number of subsets of w at each cell below limit, × 2^-scale.
func splitHalf(w []int64, width float64, limit int) (f []float64, scale int) {
	length := 1
	for _, a := range w {
		length = min(length+int(float64(a)/width)+1, limit)
	}
	f = make([]float64, length)
	f[0] = 1
	top := 0
	for i, a := range w {
		v := float64(a) / width
		k := int(v)
		top = min(top+k+1, length-1)
		splitShifted(f[:top+1], k, v-float64(k))
		if (i+1)%rescaleEvery == 0 {
			scaleDown(f[:top+1])
			scale += rescaleEvery
		}
	}
	return f, scale
}

// splitShifted adds to every cell of f the one k below it times 1 − phi, and the one k+1 below it times phi, as they
// were before.
func splitShifted(f []float64, k int, phi float64) {
	rest := 1 - phi
	i := len(f)
	if k >= 8 {
		for i-8 >= k+1 {
			i -= 8
			d := (*[8]float64)(f[i:])
			s := (*[9]float64)(f[i-k-1:])
			d[7] += rest*s[8] + phi*s[7]
			d[6] += rest*s[7] + phi*s[6]
			d[5] += rest*s[6] + phi*s[5]
			d[4] += rest*s[5] + phi*s[4]
			d[3] += rest*s[4] + phi*s[3]
			d[2] += rest*s[3] + phi*s[2]
			d[1] += rest*s[2] + phi*s[1]
			d[0] += rest*s[1] + phi*s[0]
		}
	}
	for i--; i > k; i-- {
		f[i] += rest*f[i-k] + phi*f[i-k-1]
	}
	if k < len(f) && i == k {
		f[k] += rest * f[0]
	}
}
