package stats

import (
	"errors"
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"sigrel/stats/dist"
	"sigrel/stats/resample"
)

// Scores, p's and confidences at the ends of the doubles.

// badScores are refused, with what the error says after `score "`.
var badScores = []struct {
	score float64
	want  string
	is    error
}{
	{math.NaN(), `NaN" of topic 2 is not a finite number`, ErrNotFinite},
	{math.Inf(-1), `-Inf" of topic 2 is not a finite number`, ErrNotFinite},
	{1e200, `1e+200" of topic 2 is out of range: want 0 or a size between 1e-100 and 1e+100`, ErrRange},
	{-1.5e100, `-1.5e+100" of topic 2 is out of range: want 0 or a size between 1e-100 and 1e+100`, ErrRange},
	{1e-200, `1e-200" of topic 2 is out of range: want 0 or a size between 1e-100 and 1e+100`, ErrRange},
	{-5e-324, `-5e-324" of topic 2 is out of range: want 0 or a size between 1e-100 and 1e+100`, ErrRange},
}

func TestBadScores(t *testing.T) {
	for _, c := range badScores {
		for _, rows := range [][2][]float64{{{1, c.score, 2}, {0, 0, 1}}, {{0, 0, 1}, {1, c.score, 2}}} {
			check := func(what string, err error, want string) {
				t.Helper()
				if !errors.Is(err, c.is) || !strings.HasSuffix(err.Error(), want) {
					t.Errorf("%s: %v, want %s", what, err, want)
				}
			}
			for _, test := range pairedTests {
				_, err := test.Run(rows[0], rows[1], Options{})
				check(test.Name, err, `score "`+c.want)
			}
			_, err := DZ(rows[0], rows[1])
			check("d_z", err, `score "`+c.want)
			system := "1"
			if rows[1][1] != 0 {
				system = "2"
			}
			want := strings.Replace(c.want, "topic 2", "system "+system+" on topic 2", 1)
			for _, p := range allProcedures() {
				_, err := p.Run(rowsOf(rows[0], rows[1]), Options{Test: tTest})
				check(p.Name, err, want)
			}
			_, err = TwoWay(rowsOf(rows[0], rows[1]))
			check("ANOVA", err, want)
		}
	}
}

// TestLargestAndSmallest: results do not depend on the unit of the scores, up to the ends of what is taken.
func TestLargestAndSmallest(t *testing.T) {
	for _, unit := range []float64{0x1p-300, 0x1p-100, 0x1p100, 0x1p300} { // powers of 2: no rounding
		x, y := make([]float64, len(runX)), make([]float64, len(runX))
		for i := range x {
			x[i], y[i] = unit*runX[i], unit*runY[i]
		}
		for _, test := range pairedTests {
			want, err := test.Run(runX, runY, Options{Intervals: true})
			if err != nil {
				t.Fatal(err)
			}
			got, err := test.Run(x, y, Options{Intervals: true})
			if err != nil {
				t.Fatal(err)
			}
			near(t, test.Name+" p", got.P, want.P, 1e-12)
			near(t, test.Name+" difference", got.Estimate, want.Estimate*unit, 1e-12)
			if want.Interval == nil && got.Interval == nil {
				continue // tests of ranks and signs give none
			}
			near(t, test.Name+" lower end", got.Interval.Lo, want.Interval.Lo*unit, 1e-11)
			near(t, test.Name+" upper end", got.Interval.Hi, want.Interval.Hi*unit, 1e-11)
		}
		want, _ := DZ(runX, runY)
		if got, err := DZ(x, y); err != nil || math.Abs(got-want) > 1e-12 {
			t.Errorf("times %g: d_z = %g, %v, want %g", unit, got, err, want)
		}
		if w, ties, l := WinsTiesLosses(x, y); w != 5 || ties != 1 || l != 2 {
			t.Errorf("times %g: wins, ties, losses %d, %d, %d", unit, w, ties, l)
		}
		sources, err := TwoWay(rowsOf(x, y, runZ))
		if err != nil || sources[0].F != nil && !finite(sources[0].F) {
			t.Errorf("times %g: %+v, %v", unit, sources, err)
		}
	}
}

// TestTinyRandomization: n differences of one sign have p = 2/2^n, for which the doubles end at 2^-1074 and their digits
// at 2^-1022.
func TestTinyRandomization(t *testing.T) {
	for _, n := range []int{1000, 1023, 1024, 1050, 1076, 1200, 5000} {
		for _, unit := range []float64{1, math.Pi} {
			x, y := make([]float64, n), make([]float64, n)
			for i := range x {
				x[i] = float64(1+i%7) * unit
			}
			for alt, exponent := range map[Alternative]int{TwoSided: 1 - n, Greater: -n} {
				r, err := Randomization(x, y, Options{Alternative: alt, Intervals: true})
				if err != nil {
					t.Fatal(err)
				}
				var codes []string
				for _, w := range r.Warnings {
					codes = append(codes, w.Code)
				}
				if exponent >= -1022 {
					want, _ := new(big.Float).SetMantExp(big.NewFloat(1), exponent).Float64()
					if r.P != want || r.PLo != want || r.PHi != want || codes != nil {
						t.Errorf("%d topics: %+v, want p = %g", n, r, want)
					}
				} else if r.P != 5e-324 || r.PLo != 5e-324 || r.PHi < 0x1p-1022 || !slices.Equal(codes, []string{"tiny-p"}) {
					t.Errorf("%d topics: %+v, want p = 5e-324 and a warning", n, r)
				}
				if r.Method != Exact || !(r.Interval.Lo > 0) {
					t.Errorf("%d topics: %+v", n, r)
				}
			}
		}
	}
	// Through a correction too.
	x := make([]float64, 1200)
	for i := range x {
		x[i] = float64(i%9 + 1)
	}
	f, err := Corrected(randomization, holm).Run(rowsOf(x, make([]float64, 1200), negated(x)), Options{})
	if err != nil || f.Pairs[0].Result.P != 5e-324 || f.Pairs[0].Adjusted != 15e-324 || f.Pairs[0].Result.Warnings[0].Code != "tiny-p" {
		t.Errorf("%+v, %v", f.Pairs[0], err)
	}
}

// TestLatticeMeans: means of lattice scores are the nearest doubles, the same ones wherever they stand.
func TestLatticeMeans(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		n := rapid.IntRange(2, 50).Draw(r, "topics")
		den := rapid.SampledFrom([]int64{1, 3, 10, 1000}).Draw(r, "den")
		sums := make([]int64, 3)
		m := mat.NewDense(3, n, nil)
		for i := range sums {
			for t := range n {
				v := rapid.Int64Range(0, den).Draw(r, "score")
				sums[i] += v
				m.Set(i, t, float64(v)/float64(den))
			}
		}
		f, err := RandomizedTukey(m, Options{Plan: resample.Plan{Replicates: 99}})
		if err != nil {
			r.Fatal(err)
		}
		whole := f.Critical == nil // of few topics nothing can be significant
		for _, p := range f.Pairs {
			want, _ := big.NewRat(sums[p.I]-sums[p.J], den*int64(n)).Float64()
			if p.Result.Estimate != want {
				r.Errorf("difference %.17g, want %.17g", p.Result.Estimate, want)
			}
			if t, err := TTest(m.RawRowView(p.I), m.RawRowView(p.J), Options{}); err != nil || t.Estimate != want {
				r.Errorf("difference by the t test %.17g, %v, want %.17g", t.Estimate, err, want)
			}
		}
		for sum := range den*int64(n) + 1 { // the critical difference is a range of sums
			v, _ := big.NewRat(sum, den*int64(n)).Float64()
			whole = whole || f.Critical != nil && *f.Critical == v
		}
		if !whole {
			r.Errorf("critical difference %.17g", *f.Critical)
		}
	})
	// 0.208 = 26/125 = 10.4/50.
	x := make([]float64, 50)
	for i := range x {
		x[i] = .2
	}
	x[0], x[1] = .4, .4
	r, err := Randomization(x, make([]float64, 50), Options{})
	if err != nil || r.Estimate != .208 {
		t.Errorf("difference %.17g, %v, want .208", r.Estimate, err)
	}
}

// TestExtremeConfidence: as near to 1 as doubles are, intervals are wide, not a panic.
func TestExtremeConfidence(t *testing.T) {
	for _, confidence := range []float64{0.9999999999999999, math.Nextafter(1, 0), 1e-300} {
		for _, test := range pairedTests {
			r, err := test.Run(runX, runY, Options{Confidence: confidence, Intervals: true})
			if err != nil || r.Interval != nil && (!finite(&r.Interval.Lo) || r.Interval.Lo > r.Interval.Hi) {
				t.Errorf("%s at %g: %+v, %v", test.Name, confidence, r.Interval, err)
			}
		}
		for _, p := range allProcedures() {
			if _, err := p.Run(rowsOf(runX, runY, runZ), Options{Confidence: confidence, Test: tTest, Plan: resample.Plan{Replicates: 99}}); err != nil {
				t.Errorf("%s: %v", p.Name, err)
			}
		}
	}
	f, err := Corrected(tTest, bonferroni).Run(rowsOf(runX, runY, runZ), Options{Alpha: 5e-324})
	if err != nil || f.Pairs[0].Detectable != nil && !finite(f.Pairs[0].Detectable) {
		t.Errorf("detectable %v, %v", f.Pairs[0].Detectable, err)
	}
	if q := dist.FQuantile(1-1e-17, 3, 10); q != 0 {
		t.Errorf("F quantile at 1 is %g", q)
	}
}
