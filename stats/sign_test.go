package stats

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

func signs(t *testing.T, x, y []float64, minDiff float64, opt Options) Result {
	t.Helper()
	res, err := SignWith(x, y, minDiff, opt)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// binomialTail is P(X ≤ k) for X binomial of n trials with probability ½, by big integers.
func binomialTail(k, n int) float64 {
	sum, term := new(big.Int), big.NewInt(1)
	for j := range k + 1 {
		sum.Add(sum, term)
		term.Mul(term, big.NewInt(int64(n-j)))
		term.Quo(term, big.NewInt(int64(j+1)))
	}
	f := new(big.Float).SetInt(sum)
	p, _ := f.SetMantExp(f, -n).Float64()
	return p
}

// TestSign: wins, ties and losses of any number, p from 1 to below 1e-300, against big integers.
func TestSign(t *testing.T) {
	cases := [][3]int{{5, 5, 10}, {7, 0, 0}, {3, 2, 3}, {31, 4, 31}, {40, 0, 23}, {100, 50, 400}, {600, 0, 400},
		{970, 0, 130}, {1000, 10, 4}, {1015, 0, 0}, {5200, 0, 4800}}
	if !testing.Short() {
		cases = append(cases, [3]int{20_000, 1, 19_500}, [3]int{10_000, 0, 7800})
	}
	for _, c := range cases {
		x, y := make([]float64, c[0]+c[1]+c[2]), make([]float64, c[0]+c[1]+c[2])
		for i := range x {
			x[i], y[i] = float64(i%9)/10, float64(i%9)/10
			switch {
			case i < c[0]:
				x[i] += float64(1+i%3) / 10
			case i >= c[0]+c[1]:
				y[i] += float64(1+i%2) / 10
			}
		}
		m := c[0] + c[2]
		lower, upper := binomialTail(c[0], m), binomialTail(c[2], m)
		for alt, want := range map[Alternative]float64{TwoSided: min(1, 2*min(lower, upper)), Less: lower, Greater: upper} {
			r := signs(t, x, y, 0, Options{Alternative: alt})
			near(t, alt.String(), r.P, want, 1e-12)
			if m <= 62 && r.P != want {
				t.Errorf("%v, %v: p = %.17g, want %.17g", c, alt, r.P, want)
			}
			if *r.Statistic != float64(c[0]) || r.Method != Exact || r.PLo != r.P || r.PHi != r.P || r.Test != "sign" || r.Interval != nil {
				t.Errorf("%v: %+v", c, r)
			}
		}
	}
}

// TestSignMany: a hundred thousand topics. By R 4.2.2, pbinom(k, n, .5).
func TestSignMany(t *testing.T) {
	for _, c := range []struct {
		n, k int
		want float64
	}{{10_000, 4800, 3.296757799336231e-05}, {100_000, 49_000, 1.2943580191734451e-10}, {100_000, 44_500, 6.7072676535471623e-266}} {
		x := make([]float64, c.n)
		for i := range x {
			x[i] = 1
			if i >= c.k {
				x[i] = -1
			}
		}
		near(t, "less", signs(t, x, make([]float64, c.n), 0, Options{Alternative: Less}).P, c.want, 1e-12)
	}
}

// TestSignTies: what is no more than noise is a tie, and so is a difference of minDiff itself, on any kind of scores.
func TestSignTies(t *testing.T) {
	x := []float64{.31, .52, .3, .44, .71, .25, .6, .3}
	y := []float64{.3, .5, .31, .41, .71, .3, .61, .1}
	for _, factor := range []float64{1, math.Pi, 100} {
		a, b := make([]float64, len(x)), make([]float64, len(x))
		for i := range x {
			a[i], b[i] = x[i]*factor, ulps(y[i]*factor, i)
		}
		for _, c := range []struct {
			minDiff, plus, p float64
			codes            int
		}{
			{0, 4, 1, 1},               // 4 of 7
			{.01 * factor, 3, .625, 1}, // .02, .03 and .2 against −.05: 2·5/16
			{.02 * factor, 2, 1, 1},
			{.199 * factor, 1, 1, 1},
			{.2 * factor, 0, 1, 1},
		} {
			r := signs(t, a, b, c.minDiff, Options{})
			if c.plus == 0 {
				if r.Statistic != nil || r.P != 1 || len(r.Warnings) != 1 || r.Warnings[0].Code != "identical" {
					t.Errorf("at most %g: %+v", c.minDiff, r)
				}
				continue
			}
			if r.Statistic == nil || *r.Statistic != c.plus || r.P != c.p {
				t.Errorf("more than %g, times %g: %+v, want n+ = %g, p = %g", c.minDiff, factor, r, c.plus, c.p)
			}
		}
	}
	for _, bad := range []float64{-.1, math.NaN()} {
		if !panics(func() { SignWith(x, y, bad, Options{}) }) {
			t.Errorf("a least difference of %g is taken", bad)
		}
	}
}

// TestSignCountsWins: n+ and n− are wins and losses.
func TestSignCountsWins(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		x, y := drawPair(rt, 2, 40)
		w, _, l := WinsTiesLosses(x, y)
		r := signs(t, x, y, 0, Options{})
		if w+l == 0 {
			if r.Statistic != nil || r.P != 1 {
				rt.Errorf("%+v", r)
			}
			return
		}
		if *r.Statistic != float64(w) || math.Abs(r.P-min(1, 2*binomialTail(min(w, l), w+l))) > 1e-15 {
			rt.Errorf("%d wins, %d losses: %+v", w, l, r)
		}
	})
}

// TestSignFaults: right values for other tools' faults, by counting.
func TestSignFaults(t *testing.T) {
	for file, want := range map[string]float64{"B36/scores.tsv": 0x2p-20, "B45/two_topics.tsv": .5, "B47/scores.tsv": 14.0 / 64} {
		m, _ := sharedMatrix(t, "cases/bugs/"+file, 1)
		if r := signs(t, m.RawRowView(0), m.RawRowView(1), 0, Options{}); r.P != want {
			t.Errorf("%s: p = %g, want %g", file, r.P, want)
		}
	}
	m, _ := sharedMatrix(t, "cases/bugs/B45/two_topics.tsv", 1)
	if r := signs(t, m.RawRowView(1), m.RawRowView(2), 0, Options{}); r.P != 1 || r.Warnings[0].Code != "identical" {
		t.Errorf("identical systems: %+v", r)
	}
}

// TestRanksOfJoinedTopics: two files that list their topics in another order, joined by topic (B37), and two of which
// either lacks a topic, on the common ones (B38). p by enumeration; R 4.2.2's binom.test has the second sign test.
func TestRanksOfJoinedTopics(t *testing.T) {
	scores := func(name string) map[string]float64 {
		out := map[string]float64{}
		for _, row := range sharedRows(t, "cases/bugs/"+name)[1:] {
			out[row[0]] = number(t, row[1])
		}
		return out
	}
	a, b := scores("B37/sysA.tsv"), scores("B37/sysB.tsv")
	var x, y []float64
	for topic, v := range a { // in any order
		x, y = append(x, v), append(y, b[topic])
	}
	if len(x) != 12 {
		t.Fatalf("%d topics", len(x))
	}
	if r := signs(t, x, y, 0, Options{}); r.P != 0x2p-12 || *r.Statistic != 12 {
		t.Errorf("sign test: %+v", r)
	}
	if r := signedRank(t, x, y, Options{}); r.P != 0x2p-12 || *r.Statistic != 78 {
		t.Errorf("Wilcoxon: %+v", r)
	}
	x, y = nil, nil
	for _, row := range sharedRows(t, "cases/bugs/B38/scores_wide.tsv")[1:] {
		if row[1] != "" && row[2] != "NA" {
			x, y = append(x, number(t, row[1])), append(y, number(t, row[2]))
		}
	}
	if r := signs(t, x, y, 0, Options{}); r.N != 7 || r.P != .125 {
		t.Errorf("sign test: %+v", r)
	}
	plus, law := rankSums([]int64{5, 2, 5, -2, 8, 4, 5}, ZerosDrop)
	want := shareOf(law, func(w float64) bool { return math.Abs(w-14) >= math.Abs(plus-14) })
	if r := signedRank(t, x, y, Options{}); r.P != want || *r.Statistic != plus || plus != 26.5 {
		t.Errorf("Wilcoxon: %+v, want p = %g", r, want)
	}
}
