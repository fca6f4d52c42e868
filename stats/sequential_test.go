package stats

import (
	"math"
	"math/big"
	"slices"
	"testing"

	"sigrel/stats/resample"
)

// TestSettling: the edges of what is open, by mpmath to 40 digits; and small cases by whole numbers.
func TestSettling(t *testing.T) {
	for _, c := range []struct {
		decisions, draws, low, high int // hits from low+1 to high−1 are open at .05
	}{{1, 1000, 20, 85}, {66, 1000, 16, 92}, {1, 100_000, 4648, 5359}, {66, 100_000, 4597, 5412}, {1, 1_600_000, 78_511, 81_497}} {
		rule := newSettling(.05, c.decisions)
		for hits, want := range map[int]bool{0: false, c.low: false, c.low + 1: true, c.draws / 20: true, c.high - 1: true, c.high: false, c.draws: false} {
			if rule.open(hits, c.draws) != want {
				t.Errorf("%d decisions: %d hits of %d are open: %v, want %v", c.decisions, hits, c.draws, !want, want)
			}
		}
	}
	for _, draws := range []int{1, 7, 60} {
		for hits := range draws + 1 {
			for _, decisions := range []int{1, 10} {
				// (B+1)·C(B,b)·3^b·17^(B−b)/20^B > 1/(1000·m), for α = 3/20.
				left := new(big.Int).Binomial(int64(draws), int64(hits))
				for factor, power := range map[int64]int{3: hits, 17: draws - hits, int64(draws + 1): 1, int64(1000 * decisions): 1} {
					left.Mul(left, new(big.Int).Exp(big.NewInt(factor), big.NewInt(int64(power)), nil))
				}
				want := left.Cmp(new(big.Int).Exp(big.NewInt(20), big.NewInt(int64(draws)), nil)) > 0
				if got := newSettling(.15, decisions).open(hits, draws); got != want {
					t.Errorf("%d hits of %d, %d decisions: open %v, want %v", hits, draws, decisions, got, want)
				}
			}
		}
	}
}

// TestSettlingRisk: asked after every draw, of hits that come with probability α, the rule ever says "settled" in no larger
// a share of all streams than its risk. The bound is not tight: at risk .2 it says so in about a tenth of them.
func TestSettlingRisk(t *testing.T) {
	const streams = 1000
	rule := settling{alpha: .05, risk: .2}
	settled := 0
	for stream := range streams {
		source := resample.Source(uint64(stream), "settling", 0)
		hits := 0
		for draws := 1; draws <= 2000; draws++ {
			if source.Uint64()%20 == 0 {
				hits++
			}
			if !rule.open(hits, draws) {
				settled++
				break
			}
		}
	}
	if limit := .2*streams + 3.09*math.Sqrt(.2*.8*streams); float64(settled) > limit || settled == 0 {
		t.Errorf("%d of %d streams are settled, at most %.0f should be", settled, streams, limit)
	}
	t.Logf("%d of %d streams settled", settled, streams)
}

// TestDrawSettled: the draws double up to the most there may be, and no draw is made twice or left out.
func TestDrawSettled(t *testing.T) {
	for _, c := range []struct {
		asked, until, most int
		want               []int
	}{{1000, 0, 16_000, []int{1000}}, {1000, 3000, 16_000, []int{1000, 2000, 4000}}, {1000, 1 << 30, 5000, []int{1000, 2000, 4000, 5000}}, {1000, 1 << 30, 1000, []int{1000}}} {
		var totals []int
		var drawn []uint64
		total := drawSettled(resample.Plan{Replicates: c.asked, Seed: 3}, c.most, func(p resample.Plan) {
			totals = append(totals, p.Replicates)
			if p.First != len(drawn) {
				t.Errorf("goes on from %d after %d", p.First, len(drawn))
			}
			for _, block := range resample.Map(p, "x", wordsFrom(p.First)) {
				drawn = append(drawn, block...)
			}
		}, func() bool { return len(drawn) < c.until })
		if !slices.Equal(totals, c.want) || total != c.want[len(c.want)-1] || len(drawn) != total {
			t.Errorf("%d asked: totals %v, %d drawn, want %v", c.asked, totals, len(drawn), c.want)
		}
		var once []uint64
		for _, block := range resample.Map(resample.Plan{Replicates: total, Seed: 3}, "x", wordsFrom(0)) {
			once = append(once, block...)
		}
		if !slices.Equal(drawn, once) {
			t.Error("other draws than at once")
		}
	}
	if got := [3]int{mostDrawn(100), mostDrawn(1_000_000_000), mostDrawn(2_000_000)}; got != [3]int{1600, 1_000_000_000, 1 << 24} {
		t.Errorf("%v", got)
	}
}

// wordsFrom gives a random word for each replicate of a block from first on.
func wordsFrom(first int) func(resample.Block) []uint64 {
	return func(b resample.Block) (words []uint64) {
		for r := b.Lo; r < b.Hi; r++ {
			if w := b.Source.Uint64(); r >= first {
				words = append(words, w)
			}
		}
		return words
	}
}

// TestSettledAtOnce: a family whose draws were continued is the one that asks for as many from the start, but that the
// latter may go on itself; and a pair that stays open says so.
func TestSettledAtOnce(t *testing.T) {
	for _, procedure := range []*Procedure{randomizedTukey, maxT, maxTStepDown} {
		continued, open := 0, 0
		for seed := uint64(13); seed < 25; seed++ {
			scores := invented(9, 12, 10, seed)
			f, err := procedure.Run(scores, Options{Test: tTest, Plan: resample.Plan{Replicates: 1500}})
			if err != nil {
				t.Fatal(err)
			}
			if f.Replicates == 1500 {
				continue
			}
			continued++
			if f.Replicates != 3000 && f.Replicates != 6000 && f.Replicates != 12_000 && f.Replicates != 24_000 {
				t.Fatalf("%s: %d replicates", procedure.Name, f.Replicates)
			}
			again, err := procedure.Run(scores, Options{Test: tTest, Plan: resample.Plan{Replicates: f.Replicates}})
			if err != nil {
				t.Fatal(err)
			}
			marked := 0
			for i, p := range f.Pairs {
				if slices.ContainsFunc(p.Result.Warnings, func(w Warning) bool { return w.Code == "undecided" }) {
					marked++
				}
				if again.Replicates == f.Replicates && p.Adjusted != again.Pairs[i].Adjusted {
					t.Errorf("%s: p %g, at once %g", procedure.Name, p.Adjusted, again.Pairs[i].Adjusted)
				}
			}
			if said := slices.ContainsFunc(f.Warnings, func(w Warning) bool { return w.Code == "undecided" }); said != (marked > 0) {
				t.Errorf("%s: %d pairs are marked, the family says so: %v", procedure.Name, marked, said)
			}
			if marked > 0 && f.Replicates != 24_000 {
				t.Errorf("%s: open after %d draws of 24,000", procedure.Name, f.Replicates)
			}
			open += marked
		}
		if continued == 0 || open == 0 {
			t.Errorf("%s: %d families continued, %d pairs open: the test has not tested", procedure.Name, continued, open)
		}
	}
}

// TestFailureFewReplicates: with 1,000 permutations decisions depend on the seed. On invented tenths the exact p is known;
// asking for 1,000 gives no wrong decision, and says which are open.
func TestFailureFewReplicates(t *testing.T) {
	wrongPlain, wrong := 0, 0
	for matrix := range uint64(30) {
		m := newIntegerMatrix(invented(3, 10, 10, matrix))
		exact, ok := threeSystems(m)
		if !ok {
			t.Fatal("too many sums")
		}
		rule := newSettling(.05, 3)
		for seed := range uint64(20) {
			plan := resample.Plan{Replicates: 1000, Seed: seed}
			plain := rangeLaw{matrix: m, ranges: slices.Concat(resample.Map(plan, randomizedTukeyName, m.ranges)...)}
			slices.Sort(plain.ranges)
			pairs := []Pair{{I: 0, J: 1}, {I: 0, J: 2}, {I: 1, J: 2}}
			settled := drawRanges(m, pairs, Options{Plan: plan, Alpha: .05})
			for _, p := range pairs {
				significant := exact.tail[exact.first(p.I, p.J)] <= .05
				if b := float64(plain.hits(p.I, p.J)); (b+1)/1001 <= .05 != significant {
					wrongPlain++
				}
				if b := settled.hits(p.I, p.J); !rule.open(b, len(settled.ranges)) &&
					float64(b+1)/float64(len(settled.ranges)+1) <= .05 != significant {
					wrong++
				}
			}
		}
	}
	if wrongPlain == 0 {
		t.Error("1,000 permutations make no wrong decision: the test has not tested")
	}
	if wrong > 3 { // of 600 families, each wrong with probability at most .001; with probability .003
		t.Errorf("%d wrong decisions, %d with 1,000 permutations", wrong, wrongPlain)
	}
	t.Logf("%d wrong decisions, %d with 1,000 permutations", wrong, wrongPlain)
}

// TestFailureBonferroniFewReplicates: over 190 pairs a p from 1,000 permutations can never be significant after Bonferroni's
// correction, 190/1,001 being .19. The exact p can.
func TestFailureBonferroniFewReplicates(t *testing.T) {
	scores := invented(20, 50, 10_000, 5)
	for topic := range 50 {
		scores.Set(0, topic, scores.At(0, topic)+.2)
	}
	f, err := Corrected(randomization, bonferroni).Run(scores, Options{})
	if err != nil {
		t.Fatal(err)
	}
	least := slices.MinFunc(f.Pairs, func(a, b Pair) int { return int(math.Copysign(1, a.Adjusted-b.Adjusted)) })
	if len(f.Pairs) != 190 || 190*1.0/1001 <= .05 || least.Adjusted > 1e-6 {
		t.Errorf("%d pairs, the least adjusted p %g", len(f.Pairs), least.Adjusted)
	}
	for _, procedure := range []*Procedure{randomizedTukey, maxT} { // nor is a limit hidden in what is drawn
		f, err := procedure.Run(scores, Options{Test: tTest, Plan: resample.Plan{Replicates: 1000}})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(f.Pairs, func(p Pair) bool { return p.Adjusted <= .05 }) {
			t.Errorf("%s: no difference is significant with 1,000 replicates asked for", procedure.Name)
		}
	}
}
