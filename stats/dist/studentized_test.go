package dist

import (
	"encoding/csv"
	"fmt"
	"math"
	"strconv"
	"testing"

	"pgregory.net/rapid"
)

// goldenRows reads a shared table; an empty cell is NaN.
func goldenRows(t *testing.T, name string) [][]float64 {
	t.Helper()
	records, err := csv.NewReader(shared(t, "golden/distributions/"+name+".csv")).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	rows := make([][]float64, len(records)-1)
	for i, r := range records[1:] {
		for _, cell := range r {
			v := math.NaN()
			if cell != "" {
				if v, err = strconv.ParseFloat(cell, 64); err != nil {
					t.Fatal(err)
				}
			}
			rows[i] = append(rows[i], v)
		}
	}
	if len(rows) < 100 {
		t.Errorf("%s has only %d rows", name, len(rows))
	}
	return rows
}

// TestStudentizedRangeGolden compares with two quadratures that scipy and mpmath confirm.
func TestStudentizedRangeGolden(t *testing.T) {
	for _, r := range goldenRows(t, "studentized_range_upper_tail") {
		law := StudentizedRange{Groups: int(r[1]), DF: r[2]}
		near(t, fmt.Sprintf("%v.SF(%g)", law, r[0]), law.SF(r[0]), r[3], 1e-10)
		if p := law.SF(r[0]); math.Abs(p-r[5]) > 1e-12 { // scipy's is 1 − CDF
			t.Errorf("%v.SF(%g) = %g, scipy %g", law, r[0], p, r[5])
		}
	}
	for _, r := range goldenRows(t, "studentized_range_quantile") {
		law := StudentizedRange{Groups: int(r[1]), DF: r[2]}
		near(t, fmt.Sprintf("%v.Quantile(%g)", law, r[0]), law.Quantile(r[0]), r[3], 1e-9)
	}
}

// TestStudentizedRangeFar compares with mpmath 1.2.1 at 25 digits: Gauss and Legendre's quadrature, 12 points a panel, of
// both integrals.
func TestStudentizedRangeFar(t *testing.T) {
	for _, c := range []struct {
		q    float64
		law  StudentizedRange
		want float64
	}{
		{45, StudentizedRange{129, math.Inf(1)}, 2.8444800191995752e-218},
		{52, StudentizedRange{3, math.Inf(1)}, 1.6989577226568429e-295},
		{7, StudentizedRange{3000, math.Inf(1)}, 0.54016750827031409},
		{0.2, StudentizedRange{3, math.Inf(1)}, 0.98903445280250874},
		{48, StudentizedRange{129, 6272}, 4.6657906711794403e-228},
		{30, StudentizedRange{3000, 49}, 8.789500580398952e-20},
		{6, StudentizedRange{200, 1.5}, 0.5943482149784846},
		{1e4, StudentizedRange{10, 3}, 4.8664670986129491e-11},
		{8, StudentizedRange{1000, 20}, 0.14657285099701003},
		{20, StudentizedRange{40, 7.5}, 0.00012730612124448717},
	} {
		near(t, fmt.Sprintf("%v.SF(%g)", c.law, c.q), c.law.SF(c.q), c.want, 1e-12)
		if c.want < 0.9 {
			near(t, fmt.Sprintf("%v.Quantile(%g)", c.law, c.want), c.law.Quantile(c.want), c.q, 1e-12)
		}
	}
}

// TestStudentizedRangeTwo: the range of two is √2·|T|, whose tail is a continued fraction.
func TestStudentizedRangeTwo(t *testing.T) {
	for _, df := range []float64{0.01, 0.5, 1, 2.5, 7, 49, 6272} {
		for q := 1e-3; q < 1e7; q *= 1.6 {
			want := 2 * StudentSF(q/math.Sqrt2, df)
			if want < 1e-300 {
				break
			}
			law := StudentizedRange{2, df}
			near(t, fmt.Sprintf("%v.SF(%g)", law, q), law.SF(q), want, 1e-12)
		}
	}
	law := StudentizedRange{2, math.Inf(1)}
	for q := 1e-3; q < 52; q *= 1.2 {
		near(t, fmt.Sprintf("%v.SF(%g)", law, q), law.SF(q), 2*NormalSF(q/math.Sqrt2), 1e-12)
	}
}

// TestStudentizedRangeLaws: quantiles invert the tail; it falls in q and rises with the groups; one pair bounds it below
// and Bonferroni's sum over pairs above, which is also its limit.
func TestStudentizedRangeLaws(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		k := int(math.Exp(rapid.Float64Range(0.7, 7).Draw(r, "log k")))
		law := StudentizedRange{k, math.Exp(rapid.Float64Range(-0.7, 12).Draw(r, "log df"))}
		p := math.Exp(-rapid.Float64Range(0.01, 600).Draw(r, "-log p"))
		q := law.Quantile(p)
		if q > 1e140 {
			return
		}
		if back := law.SF(q); math.Abs(back-p) > 1e-10*p {
			r.Errorf("%v.SF(%g) = %g, want %g", law, q, back, p)
		}
		if further := law.SF(q * (1 + 1e-6)); further >= p {
			r.Errorf("%v does not fall at %g", law, q)
		}
		if wider := (StudentizedRange{k + 1, law.DF}).SF(q); wider < p*(1-1e-12) {
			r.Errorf("one more group and %v.SF(%g) falls from %g to %g", law, q, p, wider)
		}
		pair := 2 * StudentSF(q/math.Sqrt2, law.DF)
		pairs := float64(k) * float64(k-1) / 2
		if p < pair*(1-1e-10) || p > pair*pairs*(1+1e-10) {
			r.Errorf("%v.SF(%g) = %g, not from %g to %g", law, q, p, pair, pair*pairs)
		}
	})
	near(t, "Bonferroni's limit", StudentizedRange{50, math.Inf(1)}.SF(40), 50*49*NormalSF(40/math.Sqrt2), 1e-12)
}

// TestStudentizedRangeEnds: what has no digits, or no answer.
func TestStudentizedRangeEnds(t *testing.T) {
	for _, law := range []StudentizedRange{{2, 1}, {3, 0.2}, {40, 1911}, {1000, math.Inf(1)}, {5, 1e30}} {
		if a, b, c := law.SF(-1), law.SF(0), law.SF(math.Inf(1)); a != 1 || b != 1 || c != 0 {
			t.Errorf("%v: SF at the ends %g, %g, %g", law, a, b, c)
		}
		if a, b := law.Quantile(0), law.Quantile(1); !math.IsInf(a, 1) || b != 0 {
			t.Errorf("%v: quantiles at the ends %g, %g", law, a, b)
		}
		if !math.IsNaN(law.SF(math.NaN())) {
			t.Errorf("%v: SF of no number", law)
		}
		last := math.Inf(1)
		for _, p := range []float64{5e-324, 1e-305, 1e-100, 0.05, 0.5, 1 - 1e-9, math.Nextafter(1, 0)} {
			q := law.Quantile(p)
			if !(q >= 0 && q <= last) {
				t.Errorf("%v.Quantile(%g) = %g, after %g", law, p, q, last)
			}
			last = q
		}
		for q := 1e-300; q < 1e300; q *= 1e10 {
			if p := law.SF(q); !(p >= 0 && p <= 1) {
				t.Errorf("%v.SF(%g) = %g", law, q, p)
			}
		}
	}
	for name, f := range map[string]func(){
		"one group":   func() { StudentizedRange{1, 5}.SF(1) },
		"no df":       func() { StudentizedRange{3, 0}.Quantile(0.5) },
		"NaN df":      func() { StudentizedRange{3, math.NaN()}.SF(1) },
		"probability": func() { StudentizedRange{3, 4}.Quantile(1.5) },
		"bounds":      func() { StudentizedRange{3, 4}.Table(2, 1) },
		"no bound":    func() { StudentizedRange{3, 4}.Table(0, math.Inf(1)) },
	} {
		panics(t, name, f)
	}
}

// panics runs f, which should.
func panics(t *testing.T, name string, f func()) {
	t.Helper()
	defer func() {
		if recover() == nil {
			t.Errorf("%s: no panic", name)
		}
	}()
	f()
}

func BenchmarkStudentizedRange(b *testing.B) {
	for b.Loop() {
		StudentizedRange{Groups: 129, DF: 6272}.SF(5)
	}
}

func BenchmarkStudentizedRangeQuantile(b *testing.B) {
	for b.Loop() {
		StudentizedRange{Groups: 129, DF: 6272}.Quantile(0.05)
	}
}
