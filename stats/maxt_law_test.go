package stats

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"sigrel/stats/resample"
)

// TestMaxTOfReplicate: the greatest t of shuffled and of turned scores is that of all pairs computed one by one, with as
// many topics that most pairs are settled before the last.
func TestMaxTOfReplicate(t *testing.T) {
	for _, den := range []float64{10, 10_000, 0} {
		m := invented(14, 50, den, 3)
		contrasts, rows := newContrasts([]*mat.Dense{m}, AllPairs(14), TwoSided)
		s := newShuffler(contrasts, rows, 14)
		d := draws{source: resample.Source(1, "replicate", 0)}
		for range 200 {
			shuffled := make([]float64, 14*50) // [system][topic]
			sums := make([]float64, 14)
			for n, topic := range s.scores {
				order := []int64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13}
				d.shuffle(order)
				for i, from := range order {
					shuffled[i*50+n] = topic[from]
					sums[i] += topic[from]
				}
			}
			want, counts := 0.0, make([]int, len(contrasts))
			for c, contrast := range contrasts {
				diff := describe(shuffled[contrast.a*50:contrast.a*50+50], shuffled[contrast.b*50:contrast.b*50+50])
				if size := math.Abs(diff.Mean) / diff.se(); size > want {
					want = size
				}
				if r := want * want / (49 + want*want); r >= contrast.threshold-1e-12 { // ties, which doubles lose here
					counts[c]++
				}
			}
			got := make([]int, len(contrasts))
			near(t, "greatest t", tOfShare(s.count(shuffled, sums, got), 50), want, 1e-11)
			if !slices.Equal(got, counts) {
				t.Errorf("counts %v, want %v", got, counts)
			}
		}
	}
}

// TestMaxTDrawn: drawn p's are those of all relabellings within five standard errors, from a block's middle on too.
func TestMaxTDrawn(t *testing.T) {
	m := invented(4, 11, 10, 5)
	few := mat.DenseCopyOf(m.Slice(0, 4, 0, 4))
	for _, c := range []struct {
		scores []*mat.Dense
		pairs  [][2]int
		alt    Alternative
	}{
		{[]*mat.Dense{few}, AllPairs(4), TwoSided}, {[]*mat.Dense{few, mat.DenseCopyOf(m.Slice(0, 4, 4, 8))}, AllPairs(4), TwoSided},
		{[]*mat.Dense{m}, against(2, 4), TwoSided}, {[]*mat.Dense{m}, against(0, 4), Greater},
	} {
		contrasts, rows := newContrasts(c.scores, c.pairs, c.alt)
		var by relabelling = newFlipper(contrasts, rows, c.alt)
		if !againstBaselines(c.pairs) {
			by = newShuffler(contrasts, rows, 4)
		}
		all, ok := by.all(0)
		if !ok {
			t.Fatal("too many relabellings")
		}
		exact := maxTLaw{contrasts: contrasts, exact: true}
		exact.add(all)
		for _, first := range []int{0, 1500} {
			drawn := maxTLaw{contrasts: contrasts}
			drawn.add(resample.Map(resample.Plan{Replicates: 40_000, First: first}, "x", func(b resample.Block) tally { return by.draw(b, first) })...)
			if len(drawn.maxima) != 40_000-first {
				t.Fatalf("%d replicates from %d on", len(drawn.maxima), first)
			}
			for _, down := range []bool{false, true} {
				exact.stepDown, drawn.stepDown = down, down
				want, _, _ := exact.adjust()
				got, _, _ := drawn.adjust()
				for i, w := range want {
					nearAbs(t, "p", got[i], w, 5*math.Sqrt(w*(1-w)/38_000)+1./38_000)
				}
			}
		}
	}
}

// TestMaxTOpen: stepping down, what is settled as not significant settles all after it; what comes after an open decision
// is open too.
func TestMaxTOpen(t *testing.T) {
	l := maxTLaw{contrasts: make([]contrast, 5), stepDown: true, rule: newSettling(.05, 5)}
	l.maxima = make([]float64, 10_000)
	for _, c := range []struct {
		hits [5]int // of the contrasts in descending order of t
		want []bool
	}{
		{[5]int{10, 20, 20, 30, 40}, []bool{false, false, false, false, false}},
		{[5]int{10, 500, 20, 40, 900}, []bool{false, true, true, true, false}},
		{[5]int{10, 900, 500, 500, 500}, []bool{false, false, false, false, false}},
	} {
		l.counts = slices.Clone(c.hits[:])
		slices.Reverse(l.counts)
		got := l.open()
		slices.Reverse(got)
		if !slices.Equal(got, c.want) {
			t.Errorf("hits %v: open %v, want %v", c.hits, got, c.want)
		}
	}
}
