package reliability

import (
	"cmp"
	"slices"
)

// field counts the places that runners take in many samples.
type field struct {
	samples    int
	first, top []float64 // shares of places, summed: multiples of 1/2, 1/3 …
	ranks      [][]int   // how often each had rank r+1
	order      []int
}

func newField(k int) *field {
	f := &field{first: make([]float64, k), top: make([]float64, k), ranks: make([][]int, k), order: make([]int, k)}
	for i := range f.ranks {
		f.ranks[i] = make([]int, k)
	}
	return f
}

// record ranks scores, more is better; such as differ by no more than tie from the best of their group tie.
func (f *field) record(scores []float64, tie float64) {
	f.samples++
	for i := range f.order {
		f.order[i] = i
	}
	slices.SortFunc(f.order, func(i, j int) int { return cmp.Compare(scores[j], scores[i]) })
	for above := 0; above < len(f.order); {
		end := above + 1
		for end < len(f.order) && scores[f.order[above]]-scores[f.order[end]] <= tie {
			end++
		}
		size := float64(end - above)
		for _, i := range f.order[above:end] {
			f.ranks[i][above]++
			if above == 0 {
				f.first[i] += 1 / size
			}
			if above < lotteryTop {
				f.top[i] += min(1, float64(lotteryTop-above)/size)
			}
		}
		above = end
	}
}

func (f *field) merge(o *field) {
	f.samples += o.samples
	for i := range f.first {
		f.first[i] += o.first[i]
		f.top[i] += o.top[i]
		for r, n := range o.ranks[i] {
			f.ranks[i][r] += n
		}
	}
}

// chance sums up runner i. The interval leaves out at most (1−confidence)/2 of the samples on either side.
func (f *field) chance(i int, confidence float64) Chance {
	n := float64(f.samples)
	c := Chance{First: min(1, f.first[i]/n), Top: min(1, f.top[i]/n)}
	tail := (1 - confidence) / 2 * n * (1 + 1e-12)
	below := 0
	for r, times := range f.ranks[i] {
		if c.RankLo == 0 && float64(below+times) > tail {
			c.RankLo = r + 1
		}
		below += times
		if c.RankHi == 0 && float64(f.samples-below) <= tail {
			c.RankHi = r + 1
		}
	}
	return c
}
