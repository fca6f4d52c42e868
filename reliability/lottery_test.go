package reliability

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"sigrel/stats/resample"
)

// Two topics, three systems, by hand. The four samples 11, 12, 21 and 22 give the means of
//
//	a 1 .5 .5 0    first in 11, tied with b for the first place in 12 and 21, third in 22
//	b 0 .5 .5 1    first in 22
//	c .2 .2 .2 .2  second in 11 and 22, third in 12 and 21
func TestLotteryByHand(t *testing.T) {
	m := mat.NewDense(3, 2, []float64{1, 0, 0, 1, 0.2, 0.2})
	got, err := Draw(m, LotteryOptions{Teams: []int{0, 1, 0}, Primary: []bool{false, true, true}})
	if err != nil {
		t.Fatal(err)
	}
	want := []Chance{{0.5, 1, 1, 3}, {0.5, 1, 1, 3}, {0, 1, 2, 3}}
	if diff := cmp.Diff(want, got.Runs, approximately(1e-15)); diff != "" {
		t.Error(diff)
	}
	// Team 0 has .2 at least: a or c. Its best run is first in 11, ties in 12 and 21, second in 22. By the primary runs b and
	// c: b wins but in 11.
	teams := []TeamChance{{Best: Chance{0.5, 1, 1, 2}, Primary: &Chance{0.25, 1, 1, 2}}, {Best: Chance{0.5, 1, 1, 2}, Primary: &Chance{0.75, 1, 1, 2}}}
	if diff := cmp.Diff(teams, got.Teams, approximately(1e-15)); diff != "" {
		t.Error(diff)
	}
	if !got.Exact || got.Replicates != 4 {
		t.Errorf("%+v", got)
	}
}

// Chances add up to 1 and 3 whatever ties, copies share, order is nothing, and a system that is best on every topic wins.
func TestLotteryLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k, n := rapid.IntRange(2, 6).Draw(t, "systems"), rapid.IntRange(2, 4).Draw(t, "topics")
		m := randomScores(t, k, n)
		got, err := Draw(m, LotteryOptions{})
		if err != nil {
			t.Fatal(err)
		}
		first, top := 0.0, 0.0
		for i, c := range got.Runs {
			first, top = first+c.First, top+c.Top
			if c.RankLo < 1 || c.RankHi > k || c.RankLo > c.RankHi || c.First > c.Top+1e-12 {
				t.Fatalf("%+v", c)
			}
			best := true
			for j := range k {
				for s := range n {
					best = best && (i == j || m.At(i, s) > m.At(j, s))
				}
			}
			if best && (c.First != 1 || c.RankHi != 1) {
				t.Fatalf("the best on every topic: %+v", c)
			}
		}
		if math.Abs(first-1) > 1e-9 || math.Abs(top-float64(min(3, k))) > 1e-9 {
			t.Fatalf("chances add up to %v and %v", first, top)
		}
		rows := permutation(t, k, "rows")
		other, err := Draw(rearranged(m, rows, permutation(t, n, "columns")), LotteryOptions{})
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range rows {
			if diff := cmp.Diff(got.Runs[r], other.Runs[i], approximately(1e-12)); diff != "" {
				t.Fatal(diff)
			}
		}
	})
}

// Draws agree with all 5^5 samples within 5 standard errors.
func TestLotteryDrawn(t *testing.T) {
	m, _ := readMatrix(t, "cases/reliability/adhoc3.csv")
	part := mat.DenseCopyOf(m.Slice(0, 10, 0, 5))
	exact, err := Draw(part, LotteryOptions{})
	if err != nil || !exact.Exact || exact.Replicates != 3125 {
		t.Fatal(exact.Replicates, err)
	}
	_, rows, _ := table(part)
	f := newField(10)
	for _, block := range drawLottery(rows, nil, nil, false, resample.Plan{Seed: 5, Replicates: 20_000}) {
		f.merge(block[0])
	}
	for i, want := range exact.Runs {
		got := f.chance(i, 0.95)
		for _, v := range [][2]float64{{got.First, want.First}, {got.Top, want.Top}} {
			if se := math.Sqrt(v[1] * (1 - v[1]) / 20_000); math.Abs(v[0]-v[1]) > 5*se+1e-12 {
				t.Errorf("system %d: %v, all samples %v", i, v[0], v[1])
			}
		}
		if d := max(got.RankLo-want.RankLo, want.RankLo-got.RankLo, got.RankHi-want.RankHi, want.RankHi-got.RankHi); d > 1 {
			t.Errorf("system %d: ranks %d to %d, all samples %d to %d", i, got.RankLo, got.RankHi, want.RankLo, want.RankHi)
		}
	}
}

func TestLotteryProcessors(t *testing.T) {
	m, _ := readMatrix(t, "cases/reliability/adhoc3.csv")
	var first Lottery
	for i, workers := range []int{1, 3} {
		got, err := Draw(m, LotteryOptions{Plan: resample.Plan{Seed: 3, Replicates: 3000, Workers: workers}})
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			first = got
		} else if diff := cmp.Diff(first, got); diff != "" {
			t.Error(diff)
		}
	}
	if first.Exact || first.Replicates != 3000 || len(first.Teams) != 0 {
		t.Errorf("%+v", first)
	}
}

func TestLotteryConstant(t *testing.T) {
	got, err := Draw(mat.NewDense(4, 3, []float64{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}), LotteryOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range got.Runs {
		if diff := cmp.Diff(Chance{0.25, 0.75, 1, 1}, c, approximately(1e-12)); diff != "" {
			t.Error(diff)
		}
	}
}

// A rank interval by hand: of 40 samples the 2.5 % on either side are one sample.
func TestRankInterval(t *testing.T) {
	f := newField(5)
	f.samples = 40
	f.ranks[0] = []int{1, 30, 7, 1, 1}
	if c := f.chance(0, 0.95); c.RankLo != 2 || c.RankHi != 4 {
		t.Errorf("ranks %d to %d, want 2 to 4", c.RankLo, c.RankHi)
	}
}

func BenchmarkLottery(b *testing.B) {
	m := benchMatrix()
	for b.Loop() {
		if _, err := Draw(m, LotteryOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}
