package stats

import (
	"errors"
	"math"
	"math/bits"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// Two languages: 4 topics of one, 7 of the other. Invented.
var (
	bilingualX = []float64{.61, .48, .55, .72, .20, .31, .44, .15, .38, .27, .33}
	bilingualY = []float64{.50, .45, .57, .60, .22, .25, .41, .17, .30, .29, .21}
	languages  = []int{0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1}
)

// stratumMean is the mean of the two means, by its definition; sign says of each topic whether its scores are swapped.
func stratumMean(d []float64, sign uint) float64 {
	sum, n := [2]float64{}, [2]float64{}
	for t, v := range d {
		if sign>>t&1 == 1 {
			v = -v
		}
		sum[languages[t]] += v
		n[languages[t]]++
	}
	return (sum[0]/n[0] + sum[1]/n[1]) / 2
}

func bilingualDifferences() []float64 {
	d := make([]float64, len(bilingualX))
	for t := range d {
		d[t] = bilingualX[t] - bilingualY[t]
	}
	return d
}

func TestStratifiedRandomization(t *testing.T) {
	d := bilingualDifferences()
	observed := stratumMean(d, 0)
	two, upper := 0, 0
	for sign := range uint(1) << len(d) {
		m := stratumMean(d, sign)
		if math.Abs(m) >= math.Abs(observed)-1e-12 {
			two++
		}
		if m >= observed-1e-12 {
			upper++
		}
	}
	all := float64(int(1) << len(d))
	res, err := Randomization(bilingualX, bilingualY, Options{Strata: languages, Intervals: true})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "difference", res.Estimate, observed, 1e-12)
	near(t, "p", res.P, float64(two)/all, 1e-12)
	more, err := Randomization(bilingualX, bilingualY, Options{Strata: languages, Alternative: Greater})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "upper p", more.P, float64(upper)/all, 1e-12)
	lo, hi := weightedEnds(d, 0.05)
	nearAbs(t, "lower end", res.Interval.Lo, lo, 1e-8)
	nearAbs(t, "upper end", res.Interval.Hi, hi, 1e-8)
}

// weightedEnds are the smallest and largest δ whose two-sided p, by enumeration of the swaps of d − δ, exceeds alpha; the
// ends can only lie where a subset's weighted mean is δ.
func weightedEnds(d []float64, alpha float64) (lo, hi float64) {
	w := StratumWeights(languages)
	accepted := func(delta float64) bool {
		s, count := 0.0, 0
		for t := range d {
			s += w[t] * (d[t] - delta)
		}
		for sign := range uint(1) << len(d) {
			v := 0.0
			for t := range d {
				e := w[t] * (d[t] - delta)
				if sign>>t&1 == 1 {
					e = -e
				}
				v += e
			}
			if math.Abs(v) >= math.Abs(s)-1e-12 {
				count++
			}
		}
		return float64(count)/float64(int(1)<<len(d)) > alpha
	}
	lo, hi = math.Inf(1), math.Inf(-1)
	for set := uint(1); set < 1<<len(d); set++ {
		if bits.OnesCount(set) < 1 {
			continue
		}
		num, den := 0.0, 0.0
		for t := range d {
			if set>>t&1 == 1 {
				num += w[t] * d[t]
				den += w[t]
			}
		}
		m := num / den
		if (m < lo || m > hi) && accepted(m) {
			lo, hi = min(lo, m), max(hi, m)
		}
	}
	return lo, hi
}

// The formula of the standard error and of Satterthwaite's degrees of freedom, worked in R 4.2:
// m <- tapply(d, g, mean); v <- tapply(d, g, var)/c(4, 7); t <- mean(m)/(sqrt(sum(v))/2); sum(v)^2/sum(v^2/c(3, 6)).
func TestStratifiedT(t *testing.T) {
	res, err := TTest(bilingualX, bilingualY, Options{Strata: languages})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "t", *res.Statistic, 2.3452310085367, 1e-9)
	near(t, "df", *res.DF, 5.4668784437328, 1e-9)
	near(t, "p", res.P, 0.0615676008510187, 1e-9)
	one := make([]int, len(bilingualX))
	plain, err := TTest(bilingualX, bilingualY, Options{})
	if err != nil {
		t.Fatal(err)
	}
	same, err := TTest(bilingualX, bilingualY, Options{Strata: one})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "t of one stratum", *same.Statistic, *plain.Statistic, 1e-12)
	near(t, "p of one stratum", same.P, plain.P, 1e-12)
	one[3] = 1
	if _, err := TTest(bilingualX, bilingualY, Options{Strata: one}); !errors.Is(err, ErrTooFew) {
		t.Errorf("a stratum of one topic: %v", err)
	}
}

func TestStratifiedMatrix(t *testing.T) {
	m := rowsOf(bilingualX, bilingualY)
	s := Stratified(m, languages)
	d := mat.Sum(s.RowView(0))/11 - mat.Sum(s.RowView(1))/11
	near(t, "difference of means of stratum means", d, stratumMean(bilingualDifferences(), 0), 1e-12)
	if Stratified(m, nil) != m {
		t.Error("without strata the matrix is not itself")
	}
	if !panics(func() { Stratified(m, []int{0, 1}) }) || !panics(func() { StratumWeights([]int{0, 2}) }) {
		t.Error("strata that do not fit did not panic")
	}
}

// Scores of any size that is taken: fourth powers of spreads must not overflow.
func TestStratifiedTScale(t *testing.T) {
	want, err := TTest(bilingualX, bilingualY, Options{Strata: languages})
	if err != nil {
		t.Fatal(err)
	}
	for _, unit := range []float64{1e90, 1e-90} {
		x, y := make([]float64, len(bilingualX)), make([]float64, len(bilingualX))
		for i := range x {
			x[i], y[i] = bilingualX[i]*unit, bilingualY[i]*unit
		}
		got, err := TTest(x, y, Options{Strata: languages})
		if err != nil {
			t.Fatal(err)
		}
		near(t, "t", *got.Statistic, *want.Statistic, 1e-11)
		near(t, "df", *got.DF, *want.DF, 1e-11)
	}
}
