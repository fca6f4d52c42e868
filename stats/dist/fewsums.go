package dist

import "math"

// maxFewSums bounds the entries of fewSums.
const maxFewSums = 1 << 17

// fewSums is the joint law of size and sum of a random subset of integers of which most have one value, the usual case
// being two systems that differ on few of very many topics: every subset of the others, and the binomial law of the
// number taken from the most frequent.
type fewSums struct {
	common group     // the most frequent value
	below  []float64 // share of the subsets of the common ones with fewer members than the index
	sums   []float64 // of each subset of the others, equal values taken together
	sizes  []float64
	shares []float64
	noise  float64 // up to which sums are equal
}

// newFewSums fails if there are more than maxFewSums subsets of the others.
func newFewSums(groups []group, noise float64) (f fewSums, ok bool) {
	subsets := 1.0
	for _, a := range groups[1:] {
		subsets *= float64(a.count + 1)
	}
	if subsets > maxFewSums {
		return f, false
	}
	f = fewSums{common: groups[0], sums: []float64{0}, sizes: []float64{0}, shares: []float64{1}, noise: noise}
	everything := math.Inf(1)
	_, law := binomial(groups[0].count, everything)
	f.below = make([]float64, len(law)+1)
	for k, p := range law {
		f.below[k+1] = f.below[k] + p
	}
	for _, g := range groups[1:] {
		_, law := binomial(g.count, everything)
		before := len(f.sums)
		for k := 1; k < len(law); k++ {
			for i := range before {
				f.sums = append(f.sums, f.sums[i]+float64(k)*float64(g.value))
				f.sizes = append(f.sizes, f.sizes[i]+float64(k))
				f.shares = append(f.shares, f.shares[i]*law[k])
			}
		}
		for i := range before {
			f.shares[i] *= law[0]
		}
	}
	return f, true
}

// upper is the share of subsets with a mean of at most delta, the empty one counted.
func (f fewSums) upper(delta float64) float64 {
	n := float64(f.common.count)
	each := float64(f.common.value) - delta // what one more of the common ones adds to Σ (v − δ)
	p := 0.0
	for i, sum := range f.sums {
		room := delta*f.sizes[i] - sum + f.noise
		switch {
		case each > 0:
			most := min(math.Floor(room/each), n)
			if most >= 0 {
				p += f.shares[i] * f.below[int(most)+1]
			}
		case each < 0:
			least := max(math.Ceil(room/each), 0)
			if least <= n {
				p += f.shares[i] * (f.below[len(f.below)-1] - f.below[int(least)])
			}
		case room >= 0:
			p += f.shares[i]
		}
	}
	return p
}

// mirrored is groups with the signs of the values turned.
func mirrored(groups []group) []group {
	out := make([]group, len(groups))
	for g, a := range groups {
		out[g] = group{-a.value, a.count}
	}
	return out
}
