package stats

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sigrel/stats/dist"
)

// varianceGolden is what exact rationals, R aov and two quadratures say of a matrix.
type varianceGolden struct {
	Anova    map[string]any `json:"anova_two_way_no_replication"`
	Friedman map[string]any
	Tukey    struct {
		Critical    map[string]float64 `json:"q_critical"`
		HSD         map[string]float64
		Significant int `json:"pairs_significant_at_0_05"`
	} `json:"tukey_hsd"`
	Nemenyi struct {
		Q        map[string]float64 `json:"q_inf"`
		Critical map[string]float64 `json:"critical_difference_of_mean_ranks"`
	}
}

func sharedVariance(t *testing.T) map[string]varianceGolden {
	t.Helper()
	var all map[string]varianceGolden
	sharedJSON(t, "golden/allpairs/anova_friedman_gtheory_tukey.json", &all)
	return all
}

// log10Of is the decimal logarithm of a number that may be below the doubles.
func log10Of(t *testing.T, s string) float64 {
	t.Helper()
	mantissa, exponent, _ := strings.Cut(s, "e")
	e, err := strconv.Atoi(exponent)
	if err != nil {
		t.Fatal(err)
	}
	return math.Log10(number(t, mantissa)) + float64(e)
}

// TestTukeyGolden: all pairs of two real matrices, by two quadratures that scipy agrees with.
func TestTukeyGolden(t *testing.T) {
	golden := sharedVariance(t)
	for _, name := range []string{"adhoc7_ap", "web2012_ndcg20"} {
		m, systems := sharedMatrix(t, "golden/matrices/"+name+".csv", 0)
		rows := sharedRows(t, "golden/allpairs/"+name+".all_pairs.csv.gz")
		q, p := slices.Index(rows[0], "tukey_q"), slices.Index(rows[0], "tukey_p")
		want := golden[name].Tukey
		for _, alpha := range []string{"0.05", "0.10", "0.01"} {
			f, err := Tukey(m, Options{Test: tTest, Alpha: number(t, alpha)})
			if err != nil {
				t.Fatal(err)
			}
			near(t, name+" critical difference at "+alpha, *f.Critical, want.HSD[alpha], 1e-9)
			if alpha != "0.05" {
				continue
			}
			se := want.HSD[alpha] / want.Critical[alpha]
			significant := 0
			if len(f.Pairs) != len(rows)-1 {
				t.Fatalf("%s: %d pairs, want %d", name, len(f.Pairs), len(rows)-1)
			}
			for i, pair := range f.Pairs {
				row := rows[i+1]
				what := name + " " + row[0] + " " + row[1]
				if systems[pair.I] != row[0] || systems[pair.J] != row[1] {
					t.Fatalf("pair %d is not %s", i, what)
				}
				nearAbs(t, what+" q", math.Abs(pair.Result.Estimate)/se, number(t, row[q]), 1e-9*number(t, row[q])+1e-15)
				near(t, what+" p", pair.Adjusted, number(t, row[p]), 1e-9)
				if pair.Adjusted <= .05 {
					significant++
				}
			}
			if significant != want.Significant {
				t.Errorf("%s: %d pairs are significant, want %d", name, significant, want.Significant)
			}
		}
	}
}

// TestTwentyTopicsTukey: the example of a textbook, by R, whose ptukey has ten digits here.
func TestTwentyTopicsTukey(t *testing.T) {
	m, _ := sharedMatrix(t, "cases/statistics/sakai20.tsv", 1)
	f, err := Tukey(m, Options{})
	if err != nil {
		t.Fatal(err)
	}
	nearAbs(t, "critical difference", *f.Critical, .114094229, 5e-10)
	for i, want := range []float64{.256697746377, .095686847119, .854963181115} {
		near(t, "p", f.Pairs[i].Adjusted, want, 1e-10)
		iv := f.Pairs[i].Result.Interval
		nearAbs(t, "half width", (iv.Hi-iv.Lo)/2, .114094229, 5e-10)
	}
	law := dist.StudentizedRange{Groups: 3, DF: 38}
	nearAbs(t, "q", law.Quantile(.05), 3.44902090, 5e-9)
	nearAbs(t, "tail", law.SF(3.5), .0460795879, 5e-11)
}

// TestAnovaGolden: what TestTwoWayGolden leaves: shares of variance, and the one-way analysis, in which topics count as
// error, from the rows of the two-way one.
func TestAnovaGolden(t *testing.T) {
	for name, golden := range sharedVariance(t) {
		m, _ := sharedMatrix(t, "golden/matrices/"+name+".csv", 0)
		sources, err := TwoWay(m)
		if err != nil {
			t.Fatal(err)
		}
		system, topic, rest := sources[0], sources[1], sources[2]
		total := system.SS + topic.SS + rest.SS
		near(t, name+" η²", system.SS/total, golden.Anova["eta2_system"].(float64), 1e-9)
		near(t, name+" partial η²", system.SS/(system.SS+rest.SS), golden.Anova["partial_eta2_system"].(float64), 1e-9)
		oneWay := golden.Anova["one_way"].(map[string]any)
		df := float64(topic.DF + rest.DF)
		ms := (topic.SS + rest.SS) / df
		f := system.MS / ms
		near(t, name+" one-way df", df, oneWay["df_residual"].(float64), 0)
		near(t, name+" one-way residual", ms, oneWay["ms_residual"].(float64), 1e-9)
		near(t, name+" one-way F", f, oneWay["F_system"].(float64), 1e-9)
		near(t, name+" one-way p", dist.FSF(f, float64(system.DF), df), number(t, oneWay["p_system"].(string)), 1e-9)
		// The p of the two-way F's, in logarithms where doubles end.
		for _, s := range sources[:2] {
			want := golden.Anova["ln_p_"+s.Name].(float64)
			p, log10 := floored(dist.FSF(*s.F, float64(s.DF), float64(rest.DF)), func() float64 { return logFSF(*s.F, float64(s.DF), float64(rest.DF)) })
			if log10 == nil {
				near(t, name+" p of "+s.Name, math.Log(p), want, 1e-11)
			} else {
				near(t, name+" log p of "+s.Name, *log10*math.Ln10, want, 1e-12)
			}
		}
	}
}
