package dist

import (
	"encoding/binary"
	"math"
)

// maxInteger is the number of weights up to which subsets are counted in integers: halves of 31 weights have at most
// 2^31 subsets, so the counts fit 32 bits and their products 62.
const maxInteger = 62

// rescaleEvery is the number of weights after which the float64 counts of a half are scaled by 2^-rescaleEvery, so
// that neither a half nor the product of two overflows.
const rescaleEvery = 500

// subsetCounts holds the number of subsets of each sum, up to a limit, of two halves of a list of integer weights.
// The law of the whole list is read off by one pass over both, so the halves are never convolved. All terms are
// positive: relative precision holds however small the probability is. See Pagano and Tritchler (1983).
type subsetCounts struct {
	weights int       // of both halves together
	x32     []byte    // up to maxInteger weights: 4 bytes a sum, two counts to a machine word
	y32     []byte    //
	x64     []float64 // beyond: counts × 2^-scale, both halves together
	y64     []float64
	scale   int
	updates int64 // steps of the inner loop: what the work is measured by
}

// countSubsets counts the subsets of w, positive and ascending, whose sum is at most limit ≥ 0.
func countSubsets(w []int64, limit int64) *subsetCounts {
	c := &subsetCounts{weights: len(w)}
	x, y := deal(w)
	if len(w) <= maxInteger {
		c.x32 = c.half32(x, limit)
		c.y32 = c.half32(y, limit)
		return c
	}
	c.x64 = c.half64(x, limit)
	c.y64 = c.half64(y, limit)
	return c
}

// deal puts the weights alternately into two halves, which so have nearly the same total.
func deal(w []int64) (x, y []int64) {
	x = make([]int64, 0, (len(w)+1)/2)
	y = make([]int64, 0, len(w)/2)
	for i, a := range w {
		if i%2 == 0 {
			x = append(x, a)
		} else {
			y = append(y, a)
		}
	}
	return x, y
}

// cells is the number of sums from 0 to the lesser of limit and the total of w.
func cells(w []int64, limit int64) int {
	total := int64(0)
	for _, a := range w {
		total = min(total+a, limit)
	}
	return int(total) + 1
}

// latticeCost is the number of cells that countSubsets passes over.
func latticeCost(w []int64, limit int64) int64 {
	var prefix [2]int64
	cost := int64(0)
	for i, a := range w {
		p := &prefix[i%2]
		*p = min(*p+a, limit)
		cost += *p
	}
	return cost
}

func (c *subsetCounts) half32(w []int64, limit int64) []byte {
	f := make([]byte, 4*cells(w, limit))
	binary.LittleEndian.PutUint32(f, 1)
	top := int64(0)
	for _, a := range w {
		top = min(top+a, limit)
		if a <= top {
			addShifted32(f[:4*(top+1)], int(4*a))
			c.updates += top - a + 1
		}
	}
	return f
}

// addShifted32 adds to every 32-bit count of f the count that lies shift bytes below it, as it was before. It works
// downwards in blocks that do not reach into what is still to be read.
func addShifted32(f []byte, shift int) {
	le := binary.LittleEndian
	i := len(f)
	if shift >= 64 {
		for i-64 >= shift {
			i -= 64
			d := (*[64]byte)(f[i:])
			s := (*[64]byte)(f[i-shift:])
			le.PutUint64(d[56:64], le.Uint64(d[56:64])+le.Uint64(s[56:64]))
			le.PutUint64(d[48:56], le.Uint64(d[48:56])+le.Uint64(s[48:56]))
			le.PutUint64(d[40:48], le.Uint64(d[40:48])+le.Uint64(s[40:48]))
			le.PutUint64(d[32:40], le.Uint64(d[32:40])+le.Uint64(s[32:40]))
			le.PutUint64(d[24:32], le.Uint64(d[24:32])+le.Uint64(s[24:32]))
			le.PutUint64(d[16:24], le.Uint64(d[16:24])+le.Uint64(s[16:24]))
			le.PutUint64(d[8:16], le.Uint64(d[8:16])+le.Uint64(s[8:16]))
			le.PutUint64(d[0:8], le.Uint64(d[0:8])+le.Uint64(s[0:8]))
		}
	}
	if shift >= 8 {
		for i-8 >= shift {
			i -= 8
			d := (*[8]byte)(f[i:])
			s := (*[8]byte)(f[i-shift:])
			le.PutUint64(d[:], le.Uint64(d[:])+le.Uint64(s[:]))
		}
	}
	for i -= 4; i >= shift; i -= 4 {
		le.PutUint32(f[i:], le.Uint32(f[i:])+le.Uint32(f[i-shift:]))
	}
}

func (c *subsetCounts) half64(w []int64, limit int64) []float64 {
	f := make([]float64, cells(w, limit))
	f[0] = 1
	top := int64(0)
	for i, a := range w {
		top = min(top+a, limit)
		if a <= top {
			addShifted64(f[:top+1], int(a))
			c.updates += top - a + 1
		}
		if (i+1)%rescaleEvery == 0 {
			scaleDown(f[:top+1])
			c.scale += rescaleEvery
		}
	}
	return f
}

func scaleDown(f []float64) {
	factor := math.Ldexp(1, -rescaleEvery)
	for i := range f {
		f[i] *= factor
	}
}

// addShifted64 is addShifted32 for float64 counts, shift counted in cells.
func addShifted64(f []float64, shift int) {
	i := len(f)
	if shift >= 8 {
		for i-8 >= shift {
			i -= 8
			d := (*[8]float64)(f[i:])
			s := (*[8]float64)(f[i-shift:])
			d[7] += s[7]
			d[6] += s[6]
			d[5] += s[5]
			d[4] += s[4]
			d[3] += s[3]
			d[2] += s[2]
			d[1] += s[1]
			d[0] += s[0]
		}
	}
	for i--; i >= shift; i-- {
		f[i] += f[i-shift]
	}
}

// atMost is the share of subsets whose sum is at most k, k not above the limit of c. A negative k gives 0.
func (c *subsetCounts) atMost(k int64) probability {
	if k < 0 {
		return probability{bits: c.weights}
	}
	if c.weights <= maxInteger {
		return counted(dot32(c.x32, c.y32, int(k)), c.weights)
	}
	sum := dot64(c.x64, c.y64, int(k), 0)
	return probability{value: math.Ldexp(sum, c.scale-c.weights)}
}

// dot32 is the number of pairs of subsets, one of each half, whose sums add up to at most k ≥ 0.
func dot32(x, y []byte, k int) uint64 {
	le := binary.LittleEndian
	w := min(k, len(x)/4-1)
	sum, below := uint64(0), uint64(0) // below: subsets of y with a sum of at most k − w
	for j := range min(k-w+1, len(y)/4) {
		below += uint64(le.Uint32(y[4*j:]))
	}
	j := k - w + 1
	for ; w >= 0 && 4*j < len(y); w-- {
		sum += uint64(le.Uint32(x[4*w:])) * below
		below += uint64(le.Uint32(y[4*j:]))
		j++
	}
	rest := uint64(0)
	for ; w >= 0; w-- {
		rest += uint64(le.Uint32(x[4*w:]))
	}
	return sum + rest*below
}

// dot64 is dot32 for float64 counts, at k + theta: the distribution function is interpolated between k ≥ −1 and k+1.
func dot64(x, y []float64, k int, theta float64) float64 {
	w := min(k+1, len(x)-1)
	sum, below := 0.0, 0.0
	for _, v := range y[:min(k-w+1, len(y))] {
		below += v
	}
	j := k - w + 1
	for ; w >= 0 && j < len(y); w-- {
		next := y[j]
		sum += x[w] * (below + theta*next)
		below += next
		j++
	}
	rest := 0.0
	for ; w >= 0; w-- {
		rest += x[w]
	}
	return sum + rest*below
}
