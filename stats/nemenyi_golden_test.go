package stats

import (
	"math"
	"slices"
	"testing"
)

// TestNemenyiGolden: all pairs of two real matrices, by two quadratures.
func TestNemenyiGolden(t *testing.T) {
	golden := sharedVariance(t)
	for _, name := range []string{"adhoc7_ap", "web2012_ndcg20"} {
		m, _ := sharedMatrix(t, "golden/matrices/"+name+".csv", 0)
		k, n := m.Dims()
		unit := math.Sqrt(float64(k*(k+1)) / float64(12*n))
		for alpha, want := range golden[name].Nemenyi.Critical {
			c := NemenyiCritical(k, n, number(t, alpha))
			near(t, name+" critical difference of ranks at "+alpha, c, want, 1e-9)
			near(t, name+" q at "+alpha, c/unit, golden[name].Nemenyi.Q[alpha], 1e-9)
		}
		rows := sharedRows(t, "golden/allpairs/"+name+".all_pairs.csv.gz")
		q, p := slices.Index(rows[0], "nemenyi_q"), slices.Index(rows[0], "nemenyi_p")
		f, err := Nemenyi(m, Options{Test: tTest})
		if err != nil {
			t.Fatal(err)
		}
		if len(f.Pairs) != len(rows)-1 {
			t.Fatalf("%s: %d pairs, want %d", name, len(f.Pairs), len(rows)-1)
		}
		ranks := rankTopics(m)
		for i, pair := range f.Pairs {
			row := rows[i+1]
			what := name + " " + row[0] + " " + row[1]
			want := number(t, row[q])
			nearAbs(t, what+" q", math.Abs(ranks.better(pair.I, pair.J))/unit, want, 1e-9*want+1e-15)
			near(t, what+" p", pair.Adjusted, number(t, row[p]), 1e-9)
		}
	}
}

// TestTwentyTopicsNemenyi: the example of a textbook, by R.
func TestTwentyTopicsNemenyi(t *testing.T) {
	m, _ := sharedMatrix(t, "cases/statistics/sakai20.tsv", 1)
	nearAbs(t, "critical difference", NemenyiCritical(3, 20, .05), .741143201, 5e-10)
	f, err := Nemenyi(m, Options{})
	if err != nil {
		t.Fatal(err)
	}
	nearAbs(t, "p", f.Pairs[0].Adjusted, .461606397, 5e-10)
	if f.Pairs[2].Adjusted != 1 {
		t.Errorf("p %g of systems with the same mean rank", f.Pairs[2].Adjusted)
	}
}
