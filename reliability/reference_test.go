package reliability

import (
	"math"
	"slices"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/mat"

	"sigrel/stats"
)

// TestGolden compares three larger matrices with exact rationals, and gt4ireval's intervals.
func TestGolden(t *testing.T) {
	type dstudy struct {
		ERho2   float64    `json:"Erho2"`
		Phi     float64    `json:"Phi"`
		Rel     float64    `json:"relative_error_variance"`
		Abs     float64    `json:"absolute_error_variance"`
		ERho2CI [2]float64 `json:"Erho2_ci95_gt4ireval"`
		PhiCI   [2]float64 `json:"Phi_ci95_gt4ireval"`
	}
	type required struct {
		ERho2   int        `json:"Erho2"`
		Phi     int        `json:"Phi"`
		ERho2CI [2]float64 `json:"Erho2_ci95_gt4ireval"`
		PhiCI   [2]float64 `json:"Phi_ci95_gt4ireval"`
	}
	type matrix struct {
		ANOVA map[string]any `json:"anova_two_way_no_replication"`
		G     struct {
			System   float64             `json:"var_system"`
			Topic    float64             `json:"var_topic"`
			Residual float64             `json:"var_residual_system_x_topic"`
			Percent  map[string]float64  `json:"percent"`
			D        map[string]dstudy   `json:"D_study"`
			Required map[string]required `json:"required_topics"`
		} `json:"g_theory_systems_x_topics"`
	}
	var want struct {
		A matrix `json:"adhoc7_ap"`
		P matrix `json:"adhoc7_p10"`
		W matrix `json:"web2012_ndcg20"`
	}
	readJSON(t, "golden/allpairs/anova_friedman_gtheory_tukey.json", &want)
	for name, w := range map[string]matrix{"adhoc7_ap": want.A, "adhoc7_p10": want.P, "web2012_ndcg20": want.W} {
		t.Run(name, func(t *testing.T) {
			m, _ := readMatrix(t, "golden/matrices/"+name+".csv")
			g, err := Study(m)
			if err != nil {
				t.Fatal(err)
			}
			for i, v := range []float64{w.G.System, w.G.Topic, w.G.Residual} {
				c := g.Components[i]
				near(t, c.Effect, c.Variance, v, 1e-9)
				near(t, "share of "+c.Effect, 100*c.Share, w.G.Percent[c.Effect], 1e-9)
				near(t, "SS of "+c.Effect, c.SS, w.ANOVA["ss_"+c.Effect].(float64), 1e-9)
				near(t, "MS of "+c.Effect, c.MS, w.ANOVA["ms_"+c.Effect].(float64), 1e-9)
				near(t, "df of "+c.Effect, float64(c.DF), w.ANOVA["df_"+c.Effect].(float64), 0)
			}
			for n, d := range w.G.D {
				topics, _ := strconv.Atoi(n)
				e, p := g.Estimate(ERho2, topics, 0.95), g.Estimate(Phi, topics, 0.95)
				near(t, "Eρ²", e.Value, d.ERho2, 1e-9)
				near(t, "Φ", p.Value, d.Phi, 1e-9)
				near(t, "lower Eρ²", e.Lo, d.ERho2CI[0], 1e-9)
				near(t, "upper Eρ²", e.Hi, d.ERho2CI[1], 1e-9)
				near(t, "lower Φ", p.Lo, d.PhiCI[0], 1e-9)
				near(t, "upper Φ", p.Hi, d.PhiCI[1], 1e-9)
				near(t, "relative error", math.Pow(g.SEM(ERho2, topics), 2), d.Rel, 1e-9)
				near(t, "absolute error", math.Pow(g.SEM(Phi, topics), 2), d.Abs, 1e-9)
			}
			if len(w.G.Required) == 0 || len(w.G.D) == 0 {
				t.Fatal("nothing was compared")
			}
			for s, r := range w.G.Required {
				target, _ := strconv.ParseFloat(s, 64)
				e, p := g.TopicsFor(ERho2, target, 0.95), g.TopicsFor(Phi, target, 0.95)
				got := []int{*e.Topics, *e.Lo, *e.Hi, *p.Topics, *p.Lo, *p.Hi}
				wanted := []int{r.ERho2, int(r.ERho2CI[0]), int(r.ERho2CI[1]), r.Phi, int(r.PhiCI[0]), int(r.PhiCI[1])}
				if !slices.Equal(got, wanted) {
					t.Errorf("topics for %s: got %v, want %v", s, got, wanted)
				}
			}
		})
	}
}

// TestExpect compares with the authors' R programs (irj2015 measure.Etau.R, sigir2016 estimator.ML.R).
func TestExpect(t *testing.T) {
	type value struct{ Etau, EtauAP float64 }
	type matrix struct {
		Normal    value
		ML        value
		Normal100 value `json:"normal_nt100"`
	}
	var want struct {
		Etau struct {
			Adhoc3       matrix `json:"adhoc3"`
			Adhoc3Drop25 matrix `json:"adhoc3_drop25"`
			Synthetic4   matrix `json:"synthetic4"`
		}
	}
	readJSON(t, "cases/reliability/rankcorr_expected.json", &want)
	for _, c := range []struct {
		file string
		drop float64
		want matrix
	}{{"adhoc3", 0, want.Etau.Adhoc3}, {"adhoc3", 0.25, want.Etau.Adhoc3Drop25}, {"synthetic4", 0, want.Etau.Synthetic4}} {
		m, _ := readMatrix(t, "cases/reliability/"+c.file+".csv")
		_, rows, err := table(m)
		if err != nil {
			t.Fatal(err)
		}
		kept := strongest(rows, c.drop)
		_, topics := m.Dims()
		part := mat.NewDense(len(kept), topics, nil)
		for k, i := range kept {
			part.SetRow(k, rows[i])
		}
		check := func(n int, law Law, want value) {
			t.Helper()
			got, err := Expect(part, n, law)
			if err != nil {
				t.Fatal(err)
			}
			near(t, c.file+" E[τ] "+law.String(), got.Tau, want.Etau, 1e-10)
			near(t, c.file+" E[τ_AP] "+law.String(), got.TauAP, want.EtauAP, 1e-10)
		}
		check(topics, Normal, c.want.Normal)
		check(topics, Student, c.want.ML)
		if c.want.Normal100.Etau != 0 {
			check(100, Normal, c.want.Normal100)
		}
	}
}

// TestNegativeSystemVariance is case B53: mean squares by R's aov.
func TestNegativeSystemVariance(t *testing.T) {
	m, _ := readMatrix(t, "cases/bugs/B53/scores.tsv")
	g, err := Study(m)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []struct{ ms, raw, variance float64 }{
		{0.0000041667, -0.0067577778, 0}, {0.0670041667, 0.0066133333, 0.0066133333}, {0.0405508333, 0.0405508333, 0.0405508333},
	} {
		c := g.Components[i]
		for _, v := range [][2]float64{{c.MS, want.ms}, {c.VarianceRaw, want.raw}, {c.Variance, want.variance}} {
			if math.Abs(v[0]-v[1]) > 5.1e-11 {
				t.Errorf("%s: got %.10f, want %.10f", c.Effect, v[0], v[1])
			}
		}
	}
	checkNoSystemVariance(t, g)
}

// checkNoSystemVariance asks for what must hold where the variance of systems is estimated as negative.
func checkNoSystemVariance(t *testing.T, g GStudy) {
	t.Helper()
	if len(g.Warnings) == 0 || !slices.ContainsFunc(g.Warnings, func(w stats.Warning) bool { return w.Code == WarnNegative }) {
		t.Errorf("no warning of a negative variance: %v", g.Warnings)
	}
	for _, c := range []Coefficient{ERho2, Phi} {
		for _, n := range []int{1, 6, 1000} {
			e := g.Estimate(c, n, 0.95)
			if e.Value != 0 || e.Lo != 0 || !(e.Hi >= 0 && e.Hi < 1) {
				t.Errorf("%s at %d topics: %+v", c, n, e)
			}
		}
		if r := g.TopicsFor(c, 0.95, 0.95); r.Topics != nil || r.Hi != nil {
			t.Errorf("%s: topics needed %v, want not reachable", c, r)
		}
	}
}
