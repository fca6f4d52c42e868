package stats

import (
	"math"
	"math/bits"
	"slices"
	"testing"

	"sigrel/stats/resample"
)

// TestRotor: packed rotations add up as plain ones do, in every layout.
func TestRotor(t *testing.T) {
	for systems := 4; systems < 24; systems++ {
		for _, width := range []int{3, 16, 17, 21, 22, 32, 33, 59} {
			for _, topics := range []int{1, 4, 5, 11} {
				high := int64(1)<<width - 1
				d := draws{source: resample.Source(1, "rotor", systems*100+width)}
				rows := make([][]int64, topics)
				layout := newLayout(systems, high)
				if layout.lanes*int(layout.width) > 64 || layout.lanes > 1 && bits.Len64(uint64(high)) > int(layout.width) {
					t.Fatalf("largest %d does not fit %+v", high, layout)
				}
				r := newRotor(layout, topics)
				for n := range rows {
					rows[n] = make([]int64, systems)
					for i := range rows[n] {
						rows[n][i] = int64(d.source.Uint64() % uint64(high/int64(topics)+1))
					}
					r.load(n, rows[n])
				}
				got := make([]int64, 20)
				same := draws{source: resample.Source(2, "rotor", 0)}
				again := draws{source: resample.Source(2, "rotor", 0)}
				r.draw(got, &same)
				for i := range got {
					sums := make([]int64, systems)
					for _, row := range rows {
						by := again.below(systems)
						for s := range sums {
							sums[s] += row[(s+by)%systems]
						}
					}
					if want := slices.Max(sums) - slices.Min(sums); got[i] != want {
						t.Fatalf("%d systems, %d topics, %d bits: range %d, want %d", systems, topics, width, got[i], want)
					}
				}
			}
		}
	}
}

// TestShiftsLikeShuffles: replicates made by rotation have the law of plain shuffles, and counts of them hardly more
// variance: measured up to 6 % more for 9 systems and 10 topics, the least that they are used for (400 % more for 3
// topics), none to be seen from 30 systems on.
func TestShiftsLikeShuffles(t *testing.T) {
	const shuffles = 800
	m := newIntegerMatrix(invented(9, 10, 100, 9))
	plain := make([]int64, shuffles*shiftsPerShuffle)
	d := draws{source: resample.Source(3, "plain", 0)}
	drawShuffles(plain, m.topics, &d)
	shifted := make([]int64, len(plain))
	r := newRotor(newLayout(9, m.largest), 10)
	for lo := 0; lo < len(shifted); lo += shiftsPerShuffle {
		for t := range m.topics {
			d.shuffle(m.topics[t])
			r.load(t, m.topics[t])
		}
		r.draw(shifted[lo:lo+shiftsPerShuffle], &d)
	}
	sorted := slices.Sorted(slices.Values(plain))
	for _, share := range []float64{.5, .9, .95, .99} {
		at := sorted[int(share*float64(len(sorted)))]
		reach := func(v []int64) (n float64) {
			for _, x := range v {
				if x >= at {
					n++
				}
			}
			return n
		}
		p := reach(plain) / float64(len(plain))
		nearAbs(t, "share of shifted ranges", reach(shifted)/float64(len(shifted)), p, 5*math.Sqrt(2.1*p*(1-p)/float64(len(plain))))
		sum, squares := 0.0, 0.0
		for lo := 0; lo < len(shifted); lo += shiftsPerShuffle {
			h := reach(shifted[lo : lo+shiftsPerShuffle])
			sum, squares = sum+h, squares+h*h
		}
		mean := sum / shuffles
		if ratio := (squares/shuffles - mean*mean) / (shiftsPerShuffle * p * (1 - p)); ratio > 1.25 { // 5 SE of a ratio of 1
			t.Errorf("variance of counts beyond %g: %g times that of independent draws", share, ratio)
		}
	}
}

// TestDraws: bounded integers are uniform, also the last of a word.
func TestDraws(t *testing.T) {
	d := draws{source: resample.Source(4, "draws", 0)}
	for _, n := range []int{1, 2, 3, 7, 103} {
		counts := make([]int, n)
		const each = 4000
		for range n * each {
			counts[d.below(n)]++
		}
		chi := 0.0
		for _, c := range counts {
			chi += float64((c-each)*(c-each)) / each
		}
		if df := float64(n - 1); chi > df+6*math.Sqrt(2*df)+6 {
			t.Errorf("%d values: χ² = %g on %g", n, chi, df)
		}
	}
	// A word serves bounds whose product is up to 2^32: four of 103, so nine draws take three words.
	d, plain := draws{source: resample.Source(5, "draws", 0)}, resample.Source(5, "draws", 0)
	for range 9 {
		d.below(103)
	}
	for range 3 {
		plain.Uint64()
	}
	if d.source.Uint64() != plain.Uint64() {
		t.Error("nine draws of 103 do not take three words")
	}
	orders := map[[3]int64]int{}
	for range 60_000 {
		v := []int64{0, 1, 2}
		d.shuffle(v)
		orders[[3]int64(v)]++
	}
	for o, c := range orders {
		if math.Abs(float64(c)-10_000) > 5*math.Sqrt(10_000*5/6.0) || len(orders) != 6 {
			t.Errorf("order %v came %d times", o, c)
		}
	}
}

func TestIntegerMatrix(t *testing.T) {
	for _, c := range []struct {
		den      float64
		lattice  bool
		num, per float64
	}{{10, true, 1, 10}, {10_000, true, 1, 10_000}, {0, false, 0, 0}} {
		scores := invented(7, 11, c.den, 8)
		m := newIntegerMatrix(scores)
		if (m.slack == 0) != c.lattice || c.lattice && (m.num != c.num || m.den != c.per) {
			t.Errorf("scores in 1/%g: %g/%g, slack %d", c.den, m.num, m.den, m.slack)
		}
		if !c.lattice && !(m.largest < 1<<realBits && m.largest > 1<<(realBits-3) && m.slack < m.largest/1e11) {
			t.Errorf("largest sum %d, slack %d", m.largest, m.slack)
		}
		means, _, _, _ := meansOf(scores)
		for _, p := range AllPairs(7) {
			nearAbs(t, "difference", m.mean(m.sums[p[0]]-m.sums[p[1]]), means[p[0]]-means[p[1]], 1e-14)
		}
	}
	// Hundredths whose topics' ranges are in twentieths.
	m := newIntegerMatrix(rowsOf([]float64{.01, .12}, []float64{.06, .12}, []float64{.11, .02}))
	if m.den != 100 || m.num != 5 || m.largest != 4 {
		t.Errorf("%+v", m)
	}
}
