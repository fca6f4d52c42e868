package reliability

import (
	"math"
	"runtime"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"sigrel/stats"
	"sigrel/stats/resample"
)

// Only the first topic differs, and turns the ranking round: of the four assignments two agree with A and two with B.
func TestMixturesByHand(t *testing.T) {
	a := mat.NewDense(2, 2, []float64{1, 0, 0, .5})
	b := mat.NewDense(2, 2, []float64{0, 0, 1, .5})
	m, err := MixJudges(a, b, resample.Plan{Replicates: 4})
	if err != nil {
		t.Fatal(err)
	}
	if !m.All || m.Mixtures != 4 || m.Seed != nil || m.WinnerChanges != 2 {
		t.Errorf("%+v, want all four and two changes of the winner", m)
	}
	equals(t, "mean τ with A", *m.TauA.Mean, 0)
	equals(t, "sd of τ", *m.TauA.SD, math.Sqrt(4./3))
	equals(t, "least τ with B", *m.TauB.Min, -1)
	x := m.Systems[0]
	equals(t, "mean rank", *x.Ranks.Mean, 1.5)
	if x.RankA != 1 || x.RankB != 2 || x.Wins != 2 {
		t.Errorf("first system %+v", x)
	}
	if m, _ := MixJudges(a, b, resample.Plan{Replicates: 3}); m.All || m.Mixtures != 3 || m.Seed == nil {
		t.Errorf("with 3 replicates %+v, want them drawn", m)
	}
}

// Each system's mean over all assignments is the mean of its means under A and under B, so that with all of them the
// winner's share and the ranks are those of a plain recount.
func TestMixturesAgainstRecount(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		k, n := rapid.IntRange(2, 4).Draw(r, "systems"), rapid.IntRange(2, 6).Draw(r, "topics")
		draw := func() (m [][]int) {
			for range k {
				m = append(m, rapid.SliceOfN(rapid.IntRange(0, 4), n, n).Draw(r, "scores"))
			}
			return m
		}
		a, b := draw(), draw()
		got, err := MixJudges(dense(a), dense(b), resample.Plan{Replicates: 64})
		if err != nil {
			r.Fatal(err)
		}
		sums := func(pick int) []int {
			out := make([]int, k)
			for s := range k {
				for t := range n {
					if pick>>t&1 == 1 {
						out[s] += b[s][t]
					} else {
						out[s] += a[s][t]
					}
				}
			}
			return out
		}
		best := func(v []int) (w int) { // as a set of bits
			top := v[0]
			for _, x := range v {
				top = max(top, x)
			}
			for s, x := range v {
				if x == top {
					w |= 1 << s
				}
			}
			return w
		}
		changes, ranks := 0, make([]float64, k)
		var taus []float64
		for pick := range 1 << n {
			v := sums(pick)
			if best(v) != best(sums(0)) {
				changes++
			}
			x, y := make([]float64, k), make([]float64, k)
			for s := range k {
				rank := 1
				for _, o := range v {
					if o > v[s] {
						rank++
					}
				}
				ranks[s] += float64(rank)
				x[s], y[s] = float64(sums(0)[s]), float64(v[s])
			}
			if tau, err := stats.TauB(x, y); err == nil {
				taus = append(taus, tau)
			}
		}
		if got.WinnerChanges != changes || got.TauA.Undefined != 1<<n-len(taus) {
			r.Fatalf("%d changes, %d undefined; want %d, %d", got.WinnerChanges, got.TauA.Undefined, changes, 1<<n-len(taus))
		}
		for s := range k {
			equals(r, "mean rank", *got.Systems[s].Ranks.Mean, ranks[s]/float64(int(1)<<n))
		}
		if len(taus) > 0 {
			equals(r, "mean τ", *got.TauA.Mean, mean(taus))
		}
	})
}

func dense(rows [][]int) *mat.Dense {
	m := mat.NewDense(len(rows), len(rows[0]), nil)
	for s, row := range rows {
		for t, v := range row {
			m.Set(s, t, float64(v))
		}
	}
	return m
}

func TestMixturesOfOneJudge(t *testing.T) {
	a := dense([][]int{{5, 4, 3, 5, 1, 2, 3, 4, 5, 6, 1, 1}, {4, 4, 2, 3, 1, 1, 3, 2, 5, 1, 1, 0}, {1, 0, 2, 3, 0, 1, 3, 2, 1, 1, 1, 0}})
	m, err := MixJudges(a, a, resample.Plan{Seed: 3, Replicates: 200})
	if err != nil {
		t.Fatal(err)
	}
	if *m.TauA.Min != 1 || *m.TauB.Min != 1 || m.WinnerChanges != 0 || *m.Systems[2].Ranks.Max != 3 || m.Systems[0].Wins != 200 {
		t.Errorf("mixtures of A with A are not A: %+v", m)
	}
}

func TestJudgesOnAnyProcessors(t *testing.T) {
	a, b := mat.NewDense(4, 30, nil), mat.NewDense(4, 30, nil)
	source := resample.Source(7, "test", 0)
	values, in, teams := make([]float64, 60), make([]bool, 60), make([]int, 60)
	for s := range 4 {
		for t := range 30 {
			a.Set(s, t, float64(source.Uint64()%1000)/1000)
			b.Set(s, t, float64(source.Uint64()%1000)/1000)
		}
	}
	for r := range values {
		values[r], in[r], teams[r] = float64(source.Uint64()%1000)/1000, r%4 == 0, r/2
	}
	type all struct {
		M JudgeMixtures
		C []*TeamContrast
		R Representatives
	}
	run := func() all {
		plan := resample.Plan{Seed: 5, Replicates: 3000}
		m, err := MixJudges(a, b, plan)
		if err != nil {
			t.Fatal(err)
		}
		x, y := ContrastTeams(values, in, teams, plan)
		r, err := TauOfRepresentatives(values, values, teams, plan)
		if err != nil {
			t.Fatal(err)
		}
		return all{m, []*TeamContrast{x, y}, r}
	}
	want := run()
	for _, n := range []int{1, 2, 7} {
		old := runtime.GOMAXPROCS(n)
		got := run()
		runtime.GOMAXPROCS(old)
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%d processors: %s", n, d)
		}
	}
}

// Two topics: of the four samples (1,1), (1,2), (2,1), (2,2) the rankings part only where topic 1 is drawn twice.
func TestRankMovesByHand(t *testing.T) {
	a := dense([][]int{{2, 9}, {0, 4}, {1, 0}})
	b := dense([][]int{{0, 9}, {1, 4}, {1, 0}})
	// Topic 1 by A 2 > 1 > 0, by B 1 = 1 > 0: the first falls from place 1 to 3. With topic 2 nothing changes at the top.
	got, err := MovesOfRanks(a, b, resample.Plan{Seed: 2, Replicates: 40_000})
	if err != nil {
		t.Fatal(err)
	}
	if share := float64(got.OtherWinner) / 40_000; math.Abs(share-.25) > .01 { // four standard errors of .0022
		t.Errorf("other winner in %v of the samples, want a quarter", share)
	}
	if *got.Drop.Max != 2 || *got.Drop.Min != 0 || math.Abs(*got.Drop.Mean-.5) > .02 {
		t.Errorf("drops %v to %v, mean %v; want 2 in a quarter of them, else 0", *got.Drop.Min, *got.Drop.Max, *got.Drop.Mean)
	}
	drop, same := moved([]int{1, 1, 1}, []int{1, 2, 3})
	if drop != 1 || same {
		t.Errorf("from places 2 2 2 to 1 2 3: falls by %v, same winner %v", drop, same)
	}
	if got, _ := MovesOfRanks(a, a, resample.Plan{Replicates: 100}); got.OtherWinner != 0 || *got.Drop.Max != 0 {
		t.Errorf("A against A: %+v", got)
	}
}
