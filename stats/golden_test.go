package stats

import (
	"math"
	"slices"
	"strings"
	"testing"
)

var matrices = []string{"adhoc7_ap", "adhoc7_p10", "web2012_ndcg20"}

// TestTTestGolden: R t.test and scipy, about 20 pairs a matrix.
func TestTTestGolden(t *testing.T) {
	for _, name := range matrices {
		m, systems := sharedMatrix(t, "golden/matrices/"+name+".csv", 0)
		var pairs []struct {
			A string  `json:"system_a"`
			B string  `json:"system_b"`
			D float64 `json:"mean_diff"`
			T struct {
				DF, T   *float64
				Two     *float64 `json:"p_two_sided"`
				Greater *float64 `json:"p_greater"`
				Less    *float64 `json:"p_less"`
				Lo      *float64 `json:"ci95_low"`
				Hi      *float64 `json:"ci95_high"`
			} `json:"t_test"`
			Effect struct {
				DZ *float64 `json:"cohen_dz"`
			}
			Sign struct {
				Plus  int `json:"n_plus"`
				Minus int `json:"n_minus"`
				Tied  int `json:"n_tied"`
			} `json:"sign_test"`
		}
		sharedJSON(t, "golden/pairs/"+name+".pairs.json", &pairs)
		if len(pairs) < 15 {
			t.Fatalf("%s: only %d pairs", name, len(pairs))
		}
		for _, p := range pairs {
			what := name + " " + p.A + " " + p.B + " "
			x, y := m.RawRowView(slices.Index(systems, p.A)), m.RawRowView(slices.Index(systems, p.B))
			w, ti, l := WinsTiesLosses(x, y)
			if w != p.Sign.Plus || ti != p.Sign.Tied || l != p.Sign.Minus {
				t.Errorf("%s: wins, ties, losses %d %d %d, want %+v", what, w, ti, l, p.Sign)
			}
			r, err := TTest(x, y, Options{})
			if err != nil {
				t.Fatal(err)
			}
			nearAbs(t, what+"difference", r.Estimate, p.D, 1e-15)
			if p.T.T == nil {
				if r.Statistic != nil || r.P != 1 {
					t.Errorf("%s: identical systems give t %v, p %g", what, r.Statistic, r.P)
				}
				if _, err := DZ(x, y); err == nil {
					t.Errorf("%s: d_z exists", what)
				}
				continue
			}
			near(t, what+"t", *r.Statistic, *p.T.T, 1e-9)
			near(t, what+"p", r.P, *p.T.Two, 1e-9)
			nearAbs(t, what+"lower limit", r.Interval.Lo, *p.T.Lo, 1e-11)
			nearAbs(t, what+"upper limit", r.Interval.Hi, *p.T.Hi, 1e-11)
			for alt, want := range map[Alternative]float64{Less: *p.T.Less, Greater: *p.T.Greater} {
				r, err := TTest(x, y, Options{Alternative: alt})
				if err != nil {
					t.Fatal(err)
				}
				near(t, what+alt.String(), r.P, want, 1e-9)
			}
			d, err := DZ(x, y)
			if err != nil {
				t.Fatal(err)
			}
			near(t, what+"dz", d, *p.Effect.DZ, 1e-9)
		}
	}
}

// TestCorrectionsGolden: R p.adjust and statsmodels on all pairs of two real matrices.
func TestCorrectionsGolden(t *testing.T) {
	for _, name := range []string{"adhoc7_ap", "web2012_ndcg20"} {
		m, systems := sharedMatrix(t, "golden/matrices/"+name+".csv", 0)
		rows := sharedRows(t, "golden/allpairs/"+name+".all_pairs.csv.gz")
		column := func(title string) int { return slices.Index(rows[0], title) }
		for by, title := range map[*Correction]string{none: "p_t", holm: "p_holm", bonferroni: "p_bonferroni", bh: "p_BH"} {
			f, err := Corrected(tTest, by).Run(m, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if len(f.Pairs) != len(rows)-1 {
				t.Fatalf("%d pairs, want %d", len(f.Pairs), len(rows)-1)
			}
			for i, p := range f.Pairs {
				row := rows[i+1]
				what := strings.Join(row[:2], " ") + " "
				if systems[p.I] != row[0] || systems[p.J] != row[1] {
					t.Fatalf("pair %d is %s %s, want %s", i, systems[p.I], systems[p.J], what)
				}
				near(t, what+"p", p.Result.P, number(t, row[column("p_t")]), 1e-9)
				near(t, what+title, p.Adjusted, number(t, row[column(title)]), 1e-9)
			}
		}
	}
}

// TestRandomizedTukeyGolden: 4e6 permutations by numpy on 12 systems of three real matrices; the error of both counts.
func TestRandomizedTukeyGolden(t *testing.T) {
	var cases []struct {
		Matrix  string
		Systems []string
		Columns []int
		Tukey   struct {
			Pairs []struct {
				A, B string
				Diff float64 `json:"abs_mean_diff"`
				P    float64
				SE   float64 `json:"mc_se"`
			}
		} `json:"randomised_tukey_hsd"`
	}
	sharedJSON(t, "golden/resampling/randomised_tukey_and_maxT_12_systems.json", &cases)
	for _, c := range cases {
		all, names := sharedMatrix(t, "golden/matrices/"+c.Matrix+".csv", 0)
		rows := make([][]float64, len(c.Systems))
		for i, s := range c.Systems {
			rows[i] = all.RawRowView(slices.Index(names, s))
		}
		f, err := RandomizedTukey(rowsOf(rows...), Options{Test: tTest})
		if err != nil {
			t.Fatal(err)
		}
		if len(f.Pairs) != len(c.Tukey.Pairs) {
			t.Fatalf("%s: %d pairs, want %d", c.Matrix, len(f.Pairs), len(c.Tukey.Pairs))
		}
		for i, p := range f.Pairs {
			want := c.Tukey.Pairs[i]
			what := c.Matrix + " " + want.A + " " + want.B
			if c.Systems[p.I] != want.A || c.Systems[p.J] != want.B {
				t.Fatalf("pair %d: %s", i, what)
			}
			nearAbs(t, what+" difference", math.Abs(p.Result.Estimate), want.Diff, 1e-14)
			// A count of 0 has no standard error of its own; p of B = 4e6 is then below about 2e-6.
			b := float64(f.Replicates)
			se := math.Sqrt(want.SE*want.SE + max(want.P, 1/b)/b)
			nearAbs(t, what, p.Adjusted, want.P, 5*se+1/b)
			if want.P < p.AdjustedLo-5*want.SE || want.P > p.AdjustedHi+5*want.SE {
				t.Logf("%s: %g outside the 99.9 %% limits %g, %g", what, want.P, p.AdjustedLo, p.AdjustedHi)
			}
		}
	}
}

// TestTwoWayGolden: exact rationals and R aov.
func TestTwoWayGolden(t *testing.T) {
	var all map[string]struct {
		Anova map[string]any `json:"anova_two_way_no_replication"`
	}
	sharedJSON(t, "golden/allpairs/anova_friedman_gtheory_tukey.json", &all)
	for _, name := range matrices {
		m, _ := sharedMatrix(t, "golden/matrices/"+name+".csv", 0)
		sources, err := TwoWay(m)
		if err != nil {
			t.Fatal(err)
		}
		want := func(key string) float64 { return all[name].Anova[key].(float64) }
		for _, s := range sources {
			near(t, name+" ss "+s.Name, s.SS, want("ss_"+s.Name), 1e-9)
			near(t, name+" df "+s.Name, float64(s.DF), want("df_"+s.Name), 0)
			near(t, name+" ms "+s.Name, s.MS, want("ms_"+s.Name), 1e-9)
			if s.Name == "residual" {
				if s.F != nil || s.P != nil || s.Omega2 != nil {
					t.Error("the residual has an F")
				}
				continue
			}
			near(t, name+" F "+s.Name, *s.F, want("F_"+s.Name), 1e-9)
			if ln := want("ln_p_" + s.Name); ln > -690 {
				near(t, name+" log p "+s.Name, math.Log(*s.P), ln, 1e-12)
			} else if !(*s.P > 0 && *s.P < 1e-299) {
				t.Errorf("%s: p of %s is %g", name, s.Name, *s.P)
			}
		}
		near(t, name+" ω²", *sources[0].Omega2, want("omega2_system_two_way"), 1e-9)
		near(t, name+" partial ω²", *sources[0].Partial, want("partial_omega2_system"), 1e-9)
	}
}

// TestRankGolden: scipy, R and ircor.
func TestRankGolden(t *testing.T) {
	var doc struct {
		Comparisons []struct {
			ID    string
			X     []float64 `json:"x_sum_integer"`
			Y     []float64 `json:"y_sum_integer"`
			TiedX int       `json:"tied_in_x"`
			A     float64   `json:"kendall_tau_a"`
			B     float64   `json:"kendall_tau_b"`
			AP    *float64  `json:"tau_AP"`
		}
	}
	sharedJSON(t, "golden/rank_correlation/rank_correlation.json", &doc)
	for _, c := range doc.Comparisons {
		for name, run := range map[string]struct {
			f    func(x, y []float64) (float64, error)
			want *float64
		}{"τ_a": {TauA, &c.A}, "τ_b": {TauB, &c.B}, "τ_AP": {TauAP, c.AP}} {
			if name == "τ_a" && c.TiedX > 0 {
				run.want = nil // that of all pairs is defined, but says little: refused
			}
			got, err := run.f(c.X, c.Y)
			switch {
			case run.want == nil && err == nil:
				t.Errorf("%s: %s = %g, want none", c.ID, name, got)
			case run.want != nil && err != nil:
				t.Errorf("%s: %s: %v", c.ID, name, err)
			case run.want != nil:
				near(t, c.ID+" "+name, got, *run.want, 1e-12)
			}
		}
	}
}

// TestRankCases: ircor, with and without ties.
func TestRankCases(t *testing.T) {
	type numbers struct {
		X, Y []float64
		A    any `json:"tau_a"`
		B    any `json:"tau_b"`
		AP   any `json:"tauAP"`
	}
	var doc struct {
		Set1, Set2, Set3 map[string]numbers
		Readme           numbers
		Top              numbers `json:"small5_swap_top"`
		Bottom           numbers `json:"small5_swap_bottom"`
		Reverse          numbers `json:"small5_reverse"`
	}
	sharedJSON(t, "cases/reliability/rankcorr_expected.json", &doc)
	check := func(what string, n numbers) {
		t.Helper()
		for _, run := range []struct {
			f    func(x, y []float64) (float64, error)
			want any
		}{{TauA, n.A}, {TauB, n.B}, {TauAP, n.AP}} {
			got, err := run.f(n.X, n.Y)
			want, ok := run.want.(float64)
			if ok != (err == nil) {
				t.Errorf("%s: %g, %v, want %v", what, got, err, run.want)
			} else if ok {
				nearAbs(t, what, got, want, 1e-14) // printed with 15 digits
			}
		}
	}
	for _, set := range []map[string]numbers{doc.Set1, doc.Set2, doc.Set3} {
		for _, kind := range []string{"noties", "ties_y", "ties_both"} {
			check(kind, set[kind])
		}
	}
	check("readme", doc.Readme)
	check("top", doc.Top)
	check("bottom", doc.Bottom)
	check("reverse", doc.Reverse)
}

// TestTwentyTopics: the worked example of a textbook; the values by R 4.2 and by counting all permutations.
func TestTwentyTopics(t *testing.T) {
	m, _ := sharedMatrix(t, "cases/statistics/sakai20.tsv", 1)
	f, err := RandomizedTukey(m, Options{Test: tTest})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []float64{.303764161997, .106587295648, .891599865299} {
		nearAbs(t, "randomized Tukey", f.Pairs[i].Adjusted, want, 5*math.Sqrt(want*(1-want)/1e5)+1e-5)
	}
	ab := f.Pairs[0].Result
	near(t, "t", *ab.Statistic, 2.11575986, 1e-8)
	near(t, "p", ab.P, .0477967618, 1e-8)
	d, err := DZ(m.RawRowView(0), m.RawRowView(1))
	if err != nil {
		t.Fatal(err)
	}
	near(t, "dz", d, .473098287, 1e-8)
	if w, ti, l := WinsTiesLosses(m.RawRowView(0), m.RawRowView(1)); w != 10 || ti != 5 || l != 5 {
		t.Errorf("wins, ties, losses %d, %d, %d, want 10, 5, 5", w, ti, l)
	}
	single, err := TTest(m.RawRowView(0), m.RawRowView(1), Options{})
	if err != nil {
		t.Fatal(err)
	}
	nearAbs(t, "lower limit", single.Interval.Lo, .000805945, 1e-9)
	nearAbs(t, "upper limit", single.Interval.Hi, .149194055, 1e-9)
	sources, err := TwoWay(m)
	if err != nil {
		t.Fatal(err)
	}
	nearAbs(t, "F of systems", *sources[0].F, 2.47495, 5e-6)
	nearAbs(t, "p of systems", *sources[0].P, .0976354, 5e-8)
	nearAbs(t, "F of topics", *sources[1].F, 2.47535, 5e-6)
	nearAbs(t, "p of topics", *sources[1].P, .0085587, 5e-8)
	nearAbs(t, "residual", sources[2].MS, .0218859649, 5e-11)
	for by, want := range map[*Correction][]float64{
		holm: {.143390285535, .246330209162, .521773448398},
		bh:   {.143390285535, .184747656871, .521773448398},
	} {
		f, err := Corrected(tTest, by).Run(m, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for i, w := range want {
			near(t, by.Name, f.Pairs[i].Adjusted, w, 1e-11)
		}
	}
}
