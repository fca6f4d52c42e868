package stats

import "testing"

// TestFriedmanGolden: three real matrices; exact rationals, R friedman.test, and mpmath for the tails.
func TestFriedmanGolden(t *testing.T) {
	for name, golden := range sharedVariance(t) {
		m, systems := sharedMatrix(t, "golden/matrices/"+name+".csv", 0)
		r, err := Friedman(m)
		if err != nil {
			t.Fatal(err)
		}
		want := func(key string) float64 { return golden.Friedman[key].(float64) }
		near(t, name+" χ²", r.ChiSquare, want("chi2"), 1e-12)
		near(t, name+" df", float64(r.DF), want("df"), 0)
		near(t, name+" W", r.W, want("kendall_W"), 1e-12)
		near(t, name+" F", *r.F, want("iman_davenport_F"), 1e-11)
		df := golden.Friedman["iman_davenport_df"].([]any)
		if float64(r.DF) != df[0] || float64(r.DF2) != df[1] {
			t.Errorf("%s: F on %d and %d, want %v", name, r.DF, r.DF2, df)
		}
		p := func(what string, p float64, log10 *float64, want string) {
			t.Helper()
			if log10 != nil {
				nearAbs(t, what, *log10, log10Of(t, want), 1e-10) // of the logarithm: a relative 2e-10 of p
				return
			}
			near(t, what, p, number(t, want), 1e-9)
		}
		p(name+" p", r.P, r.Log10P, golden.Friedman["p"].(string))
		p(name+" p of F", *r.PF, r.Log10PF, golden.Friedman["iman_davenport_p"].(string))
		rows := sharedRows(t, "golden/allpairs/"+name+".system_means.csv")
		for i, row := range rows[1:] {
			if row[0] != systems[i] {
				t.Fatalf("system %d is %s, want %s", i, systems[i], row[0])
			}
			near(t, name+" mean rank of "+row[0], r.MeanRanks[i], number(t, row[2]), 1e-12)
		}
	}
}

// TestTwentyTopicsFriedman: the example of a textbook, by R.
func TestTwentyTopicsFriedman(t *testing.T) {
	m, _ := sharedMatrix(t, "cases/statistics/sakai20.tsv", 1)
	r, err := Friedman(m)
	if err != nil {
		t.Fatal(err)
	}
	nearAbs(t, "χ²", r.ChiSquare, 2.23880597, 5e-9)
	nearAbs(t, "p", r.P, .326474647, 5e-10)
	nearAbs(t, "F", *r.F, 1.12648221, 5e-9)
	nearAbs(t, "p of F", *r.PF, .334756344, 5e-10)
	for i, want := range []float64{1.75, 2.125, 2.125} {
		nearAbs(t, "mean rank", r.MeanRanks[i], want, 1e-15)
	}
}
