package reliability

import "math"

// Growth is how the swap rate of one bin of differences falls with the size of the topic sets: a·e^(−b·m), by least squares
// of the logarithm of the rates, each size weighted by its number of swaps (the variance of the logarithm is about one
// over it).
type Growth struct {
	Lo    float64    `json:"lo"`
	Hi    float64    `json:"hi"`
	Sizes []SizeRate `json:"sizes"`
	A     *float64   `json:"a"` // nil where fewer than three sizes have a swap, or the rate does not fall
	B     *float64   `json:"b"`
	At    []float64  `json:"extrapolated"` // rates at the topics of Swaps.Beyond; empty without a fit
}

// SizeRate is the swap rate of one bin on sets of one size.
type SizeRate struct {
	Size int `json:"size"`
	SwapCount
}

// SafeAt is the least difference whose extrapolated swap rate, and that of every greater one, is at most SwapThreshold on
// sets of so many topics; nil where there is none.
type SafeAt struct {
	Topics int      `json:"topics"`
	Least  *float64 `json:"least_difference"`
}

// grow counts swaps on smaller sets too. t are the totals of the size of opt.
func (c *swapCounter) grow(topics int, opt SwapOptions, t swapTotals) ([]Growth, []SafeAt) {
	sizes := sizesUpTo(opt.Size)
	bySize := make([][]tally, len(sizes))
	bins := 0
	for i, size := range sizes {
		if size == opt.Size {
			bySize[i] = t.bins
		} else {
			sets, _ := splits(topics, size, opt.Plan)
			bySize[i] = c.count(sets, size, false, opt.Plan.Workers).bins
		}
		bins = max(bins, len(bySize[i]))
	}
	beyond := []SafeAt{{Topics: topics}, {Topics: 2 * topics}}
	growth := []Growth{}
	for bin := range min(bins, len(t.bins)) { // differences that the largest sets do not have are no one's question
		g := Growth{Lo: float64(bin) * c.width, Hi: float64(bin+1) * c.width}
		for i, size := range sizes {
			var count tally
			if bin < len(bySize[i]) {
				count = bySize[i][bin]
			}
			g.Sizes = append(g.Sizes, SizeRate{size, count.counted()})
		}
		g.fit(beyond)
		growth = append(growth, g)
	}
	for i := range beyond {
		beyond[i].Least = safe(growth, i)
	}
	return growth, beyond
}

func (g *Growth) fit(beyond []SafeAt) {
	g.At = []float64{}
	var x, y, weights []float64
	for _, s := range g.Sizes {
		if s.Swaps > 0 {
			x, y, weights = append(x, float64(s.Size)), append(y, math.Log(*s.Untied)), append(weights, float64(s.Swaps))
		}
	}
	if len(x) < leastPoints {
		return
	}
	log, slope := line(x, y, weights)
	if !(slope < 0) {
		return
	}
	a, b := math.Exp(log), -slope
	g.A, g.B = &a, &b
	for _, at := range beyond {
		g.At = append(g.At, math.Min(1, a*math.Exp(-b*float64(at.Topics))))
	}
}

// safe is the lower end of the lowest bin from which on every fitted rate at the given place of beyond is low. Bins above
// the first without a fit say nothing, since hardly anything is swapped in them.
func safe(growth []Growth, at int) *float64 {
	var out *float64
	for i := len(growth) - 1; i >= 0; i-- {
		g := growth[i]
		switch {
		case len(g.At) == 0:
		case g.At[at] > SwapThreshold:
			return out
		default:
			lo := g.Lo
			out = &lo
		}
	}
	return out
}
