package stats

import "testing"

// TestSignGolden: R binom.test and scipy on 71 pairs of real matrices, with all differences and with those above .01 (as
// sigir2019-statistical counts them; there is none to compare with on P@10, whose differences are tenths).
func TestSignGolden(t *testing.T) {
	type golden struct {
		Plus  float64 `json:"n_plus"`
		Minus float64 `json:"n_minus"`
		goldenP
	}
	thresholds := 0
	for _, name := range matrices {
		scores := sharedColumns(t, "golden/matrices/"+name+".csv", 0)
		var pairs []struct {
			A    string  `json:"system_a"`
			B    string  `json:"system_b"`
			All  *golden `json:"sign_test"`
			Some *golden `json:"sign_test_min_diff_0.01"`
		}
		sharedJSON(t, "golden/pairs/"+name+".pairs.json", &pairs)
		if len(pairs) < 20 {
			t.Fatalf("%s: only %d pairs", name, len(pairs))
		}
		for _, p := range pairs {
			for minDiff, want := range map[float64]*golden{0: p.All, .01: p.Some} {
				if want == nil {
					continue
				}
				if minDiff > 0 {
					thresholds++
				}
				what := name + " " + p.A + " " + p.B + " "
				for _, alt := range []Alternative{TwoSided, Less, Greater} {
					r := signs(t, scores[p.A], scores[p.B], minDiff, Options{Alternative: alt})
					if want.Plus+want.Minus == 0 {
						if r.P != 1 || r.Statistic != nil {
							t.Errorf("%s: %+v", what, r)
						}
						continue
					}
					near(t, what+alt.String(), r.P, want.of(alt), 1e-12)
					if *r.Statistic != want.Plus || r.Method != Exact {
						t.Errorf("%s: %+v, want n+ = %g", what, r, want.Plus)
					}
				}
			}
		}
	}
	if thresholds < 20 {
		t.Errorf("only %d pairs with a least difference", thresholds)
	}
}

// TestSignTwentyTopics: the worked example of a textbook, 10 wins, 5 ties, 5 losses.
func TestSignTwentyTopics(t *testing.T) {
	m, _ := sharedMatrix(t, "cases/statistics/sakai20.tsv", 1)
	if r := signs(t, m.RawRowView(0), m.RawRowView(1), 0, Options{}); r.P != .3017578125 || *r.Statistic != 10 {
		t.Errorf("%+v, want p = .3017578125", r)
	}
}
