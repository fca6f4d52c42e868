package dist

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Exceeds is true only where p is above alpha, and misses no p that is well above. The p's are those of TwoSided, which is
// checked against enumeration elsewhere.
func TestExceeds(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 9))
	near, told := 0, 0
	for trial := range 90 {
		n := 5 + trial%40
		x, y := make([]float64, n), make([]float64, n)
		for i := range x {
			x[i], y[i] = r.Float64(), r.Float64()+0.15*r.NormFloat64()-0.2*float64(trial%3)
			switch trial % 4 {
			case 1: // four decimals
				x[i], y[i] = math.Round(x[i]*1e4)/1e4, math.Round(y[i]*1e4)/1e4
			case 2: // tenths
				x[i], y[i] = math.Round(x[i]*10)/10, math.Round(y[i]*10)/10
			}
		}
		law := NewSignedSum(x, y)
		for _, alpha := range []float64{0.01, 0.05, 0.2} {
			p := law.TwoSided(alpha).P
			got := law.Exceeds(alpha)
			if got && p <= alpha {
				t.Fatalf("%d topics: p %v does not exceed %v", n, p, alpha)
			}
			if !got && p > alpha {
				near++
				if p > 1.3*alpha+0.01 {
					t.Errorf("%d topics: p %v was not seen to exceed %v", n, p, alpha)
				}
			}
			if got {
				told++
			}
		}
	}
	if told < 60 || near > told/10 {
		t.Errorf("%d told, %d left open", told, near)
	}
}

// No difference, and one topic: p is 1.
func TestExceedsEdges(t *testing.T) {
	for _, d := range [][]int64{{0, 0}, {3}, {2, -2}} {
		if !NewIntegerSum(d).Exceeds(0.9) {
			t.Errorf("%v: p is 1, above .9", d)
		}
		if NewIntegerSum(d).Exceeds(1) {
			t.Errorf("%v: p is 1, not above 1", d)
		}
	}
	// Five differences of one sign: p is 2/32.
	law := NewIntegerSum([]int64{1_000_003, 2_000_005, 3_000_001, 4_000_021, 5_000_111})
	if !law.Exceeds(0.06) || law.Exceeds(0.0625) {
		t.Error("p is .0625")
	}
}

func BenchmarkExceeds(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 9))
	x, y := make([]float64, 50), make([]float64, 50)
	for i := range x {
		x[i], y[i] = r.Float64(), r.Float64()
	}
	law := NewSignedSum(x, y)
	b.Run("bracket", func(b *testing.B) {
		for b.Loop() {
			law.Exceeds(0.05)
		}
	})
	b.Run("exact", func(b *testing.B) {
		for b.Loop() {
			law.TwoSided(0.05)
		}
	})
}
