package dist

import "testing"

// Points and tails that the specification of comparisons prints (D.16), from R 4.2 and scipy 1.10; R's own qtukey(.95, 50,
// 2401) is 5.65385395, off in the eighth digit.
func TestStudentizedRangePrinted(t *testing.T) {
	for _, c := range []struct {
		groups int
		df, q  float64
	}{{3, 38, 3.44902090}, {20, 931, 5.02635984}, {50, 2401, 5.65385383}} {
		near(t, "point", StudentizedRange{c.groups, c.df}.Quantile(.05), c.q, 2e-9)
	}
	near(t, "tail", StudentizedRange{3, 38}.SF(3.5), .0460795879, 2e-9)
	near(t, "tail", StudentizedRange{20, 931}.SF(6), .0039177340, 2e-8)
}
