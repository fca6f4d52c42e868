package reliability

import (
	"math"
	"slices"

	"sigrel/stats/resample"
)

// DefaultSplits is the number of random splits where a plan does not say.
const DefaultSplits = 1000

// maxSplits is the number of splits up to which all there are are looked at, none drawn.
const maxSplits = 5000

// splitLabel names the random stream of the splits: split-half and swap rates see the same ones.
const splitLabel = "split-half"

// halves are two disjoint sets of topics of one size, ascending.
type halves struct{ a, b []int }

// splits are the pairs of disjoint sets of size topics, without replacement: all C(T,m)·C(T−m,m)/2 of them where these
// are at most maxSplits, else plan.Replicates random ones (0: DefaultSplits). Of an odd number of topics at least one is
// in neither set. Where all are listed, a is the set with the least topic of the two; where they are drawn it is either.
// The smaller sets of a seed are parts of the larger ones, so that sizes are compared on the same draws.
func splits(topics, size int, plan resample.Plan) (out []halves, exact bool) {
	if binomial(topics, size)*binomial(topics-size, size)/2 <= maxSplits {
		for a := range subsets(topics, size) {
			rest := complement(topics, a)
			for at := range subsets(len(rest), size) {
				b := make([]int, size)
				for i, k := range at {
					b[i] = rest[k]
				}
				if b[0] > a[0] {
					out = append(out, halves{slices.Clone(a), b})
				}
			}
		}
		return out, true
	}
	if plan.Replicates == 0 {
		plan.Replicates = DefaultSplits
	}
	plan.Progress = nil // the drawing is the least of the work
	for _, block := range resample.Map(plan, splitLabel, func(b resample.Block) []halves {
		drawn := make([]halves, b.Hi-b.Lo)
		for r := range drawn {
			order := b.Rand.Perm(topics)
			h := halves{slices.Clone(order[:size]), slices.Clone(order[topics-size:])}
			slices.Sort(h.a)
			slices.Sort(h.b)
			drawn[r] = h
		}
		return drawn
	}) {
		out = append(out, block...)
	}
	return out, false
}

// subsets yields every subset of size of 0 … n−1, ascending, in lexicographic order. The slice is reused.
func subsets(n, size int) func(yield func([]int) bool) {
	return func(yield func([]int) bool) {
		at := make([]int, size)
		for i := range at {
			at[i] = i
		}
		for size <= n {
			if !yield(at) {
				return
			}
			i := size - 1
			for i >= 0 && at[i] == n-size+i {
				i--
			}
			if i < 0 {
				return
			}
			at[i]++
			for j := i + 1; j < size; j++ {
				at[j] = at[j-1] + 1
			}
		}
	}
}

// complement lists what of 0 … n−1 is not in the ascending set.
func complement(n int, set []int) []int {
	out := make([]int, 0, n-len(set))
	for t := range n {
		if _, in := slices.BinarySearch(set, t); !in {
			out = append(out, t)
		}
	}
	return out
}

// binomial is C(n, k) as a float64: exact below 2^53, large enough to be too many above.
func binomial(n, k int) float64 {
	v := 1.0
	for i := 1; i <= k; i++ {
		v = math.Round(v * float64(n-k+i) / float64(i))
	}
	return v
}

// sizesUpTo are about five sizes of sets up to half of the topics, for curves over the size.
func sizesUpTo(half int) []int {
	const points = 5
	var out []int
	for i := 1; i <= points; i++ {
		if n := max(1, int(math.Round(float64(half*i)/points))); !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	return out
}

// sums adds up the scores of each row on the topics: integers stay integers.
func sums(dst []float64, rows [][]float64, topics []int) {
	for i, row := range rows {
		s := 0.0
		for _, t := range topics {
			s += row[t]
		}
		dst[i] = s
	}
}

// tieWidth is the difference of two sums of n scores below which rounding may have made it.
func tieWidth(rows [][]float64, n int) float64 {
	size := 0.0
	for _, row := range rows {
		for _, x := range row {
			size = max(size, math.Abs(x))
		}
	}
	return 1e-12 * size * float64(n)
}
