package reliability

import (
	"encoding/json"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// gtDstudy is the output of dstudy of the R package gt4ireval 2.0. A single number stands for a list of one.
type gtDstudy struct {
	ERho2   list `json:"Erho2"`
	Phi     list
	NE      list `json:"n.q_Erho2"`
	NP      list `json:"n.q_Phi"`
	ERho2Lo list `json:"Erho2.lwr"`
	ERho2Hi list `json:"Erho2.upr"`
	PhiLo   list `json:"Phi.lwr"`
	PhiHi   list `json:"Phi.upr"`
	NELo    list `json:"n.q_Erho2.lwr"` // at the lower limit of the coefficient: the pessimistic number
	NEHi    list `json:"n.q_Erho2.upr"`
	NPLo    list `json:"n.q_Phi.lwr"`
	NPHi    list `json:"n.q_Phi.upr"`
}

type list []float64

func (l *list) UnmarshalJSON(data []byte) error {
	if data[0] == '[' {
		return json.Unmarshal(data, (*[]float64)(l))
	}
	*l = make(list, 1)
	return json.Unmarshal(data, &(*l)[0])
}

type gtCase struct {
	Drop   float64
	Kept   []string
	Gstudy struct {
		Systems  int     `json:"n.s"`
		Topics   int     `json:"n.q"`
		System   float64 `json:"var.s"`
		Topic    float64 `json:"var.q"`
		Residual float64 `json:"var.e"`
		MSs      float64 `json:"em.s"`
		MSt      float64 `json:"em.q"`
		MSe      float64 `json:"em.e"`
	}
	Default gtDstudy `json:"dstudy_default"`
	Queries struct {
		Queries []int
		Res     gtDstudy
	} `json:"dstudy_queries"`
	Stability struct {
		Stability []float64
		Res       gtDstudy
	} `json:"dstudy_stability"`
	Alpha []struct {
		Alpha float64
		Res   gtDstudy
	} `json:"dstudy_alpha"`
	Maps struct {
		Tau, TauAP, Power, Minor, Major float64
		Asens, Rsens, RMSE              float64
	} `json:"gt2"`
}

// TestGt4ireval compares with gt4ireval 2.0 run in R 4.2.2. Its alpha is that of one side.
func TestGt4ireval(t *testing.T) {
	var want struct {
		Adhoc3         gtCase `json:"adhoc3"`
		Adhoc3Drop25   gtCase `json:"adhoc3_drop25"`
		Adhoc3Drop20   gtCase `json:"adhoc3_drop20"`
		Synthetic4     gtCase `json:"synthetic4"`
		Synthetic4Dr20 gtCase `json:"synthetic4_drop20"`
		Synthetic4Dr30 gtCase `json:"synthetic4_drop30"`
	}
	readJSON(t, "cases/reliability/gt4ireval_expected.json", &want)
	for _, c := range []struct {
		file string
		want gtCase
	}{
		{"adhoc3", want.Adhoc3}, {"adhoc3", want.Adhoc3Drop25}, {"adhoc3", want.Adhoc3Drop20},
		{"synthetic4", want.Synthetic4}, {"synthetic4", want.Synthetic4Dr20}, {"synthetic4", want.Synthetic4Dr30},
	} {
		t.Run(c.file+"_drop"+strconv.FormatFloat(c.want.Drop, 'g', -1, 64), func(t *testing.T) {
			m, names := readMatrix(t, "cases/reliability/"+c.file+".csv")
			g, kept, err := StudyStrongest(m, c.want.Drop)
			if err != nil {
				t.Fatal(err)
			}
			keptNames := make([]string, len(kept))
			for k, i := range kept {
				keptNames[k] = names[i]
			}
			if diff := cmp.Diff(c.want.Kept, keptNames); diff != "" {
				t.Fatalf("systems kept (-want +got):\n%s", diff)
			}
			c.want.check(t, g)
		})
	}
}

func (c gtCase) check(t *testing.T, g GStudy) {
	w := c.Gstudy
	if g.Systems != w.Systems || g.Topics != w.Topics {
		t.Fatalf("%d × %d, want %d × %d", g.Systems, g.Topics, w.Systems, w.Topics)
	}
	for i, v := range []struct{ variance, ms float64 }{{w.System, w.MSs}, {w.Topic, w.MSt}, {w.Residual, w.MSe}} {
		near(t, "variance of "+g.Components[i].Effect, g.Components[i].Variance, v.variance, 1e-9)
		near(t, "mean square of "+g.Components[i].Effect, g.Components[i].MS, v.ms, 1e-9)
	}
	c.Default.check(t, g, []int{w.Topics}, []float64{0.95}, 0.025)
	c.Queries.Res.check(t, g, c.Queries.Queries, []float64{0.95}, 0.025)
	c.Stability.Res.check(t, g, []int{w.Topics}, c.Stability.Stability, 0.025)
	for _, a := range c.Alpha {
		a.Res.check(t, g, []int{w.Topics}, []float64{0.95}, a.Alpha)
	}
	if len(c.Alpha) < 2 || len(c.Stability.Stability) < 6 || len(c.Queries.Queries) < 8 {
		t.Error("fewer values than the file should have")
	}
	m := g.Mapped(w.Topics)
	for _, v := range []struct {
		name      string
		got, want float64
	}{
		{"τ", m.Tau, c.Maps.Tau}, {"τ_AP", m.TauAP, c.Maps.TauAP}, {"power", m.Power, c.Maps.Power},
		{"minor", m.Minor, c.Maps.Minor}, {"major", m.Major, c.Maps.Major}, {"asens", m.Sensitivity, c.Maps.Asens},
		{"rsens", m.Relative, c.Maps.Rsens}, {"rmse", m.RMSE, c.Maps.RMSE},
	} {
		near(t, "mapped "+v.name, v.got, v.want, 1e-9)
	}
}

// TestGt4irevalCrosscheck: R's aov and lme4 on the same data.
func TestGt4irevalCrosscheck(t *testing.T) {
	var want struct {
		Crosscheck map[string]struct {
			DF        []int                            `json:"aov_df"`
			SS        []float64                        `json:"aov_ss"`
			MS        []float64                        `json:"aov_ms"`
			REML      struct{ Q, S, Residual float64 } `json:"lme4_reml"`
			Criterion float64                          `json:"lme4_reml_criterion"`
		}
	}
	readJSON(t, "cases/reliability/gt4ireval_expected.json", &want)
	for _, name := range []string{"adhoc3", "synthetic4"} {
		m, _ := readMatrix(t, "cases/reliability/"+name+".csv")
		g, w := mustStudy(t, m), want.Crosscheck[name]
		for i, c := range g.Components {
			if c.DF != w.DF[i] {
				t.Errorf("%s: %s has %d df, want %d", name, c.Effect, c.DF, w.DF[i])
			}
			near(t, "SS", c.SS, w.SS[i], 1e-9)
			near(t, "MS", c.MS, w.MS[i], 1e-9)
		}
		for i, v := range []float64{w.REML.S, w.REML.Q, w.REML.Residual} {
			near(t, "variance by lme4", g.Components[i].Variance, v, 1e-5) // its own optimiser stops there
		}
		e, err := REML(longOf(m, nil), []Effect{{"system", []int{0}}, {"topic", []int{1}}})
		if err != nil {
			t.Fatal(err)
		}
		near(t, "REML criterion", *e.Criterion, w.Criterion, 1e-9)
	}
}

// check leaves out limits that gt4ireval gives as negative, and asks for 0 and for "not reachable" there.
func (w gtDstudy) check(t *testing.T, g GStudy, topics []int, targets []float64, alpha float64) {
	confidence := 1 - 2*alpha
	bound := func(what string, got, want float64) { near(t, what, got, max(0, want), 1e-9) }
	for i, p := range g.Points(topics, confidence) {
		bound("Eρ²", p.ERho2, w.ERho2[i])
		bound("Φ", p.Phi, w.Phi[i])
		bound("lower Eρ²", p.ERho2Lo, w.ERho2Lo[i])
		bound("upper Eρ²", p.ERho2Hi, w.ERho2Hi[i])
		bound("lower Φ", p.PhiLo, w.PhiLo[i])
		bound("upper Φ", p.PhiHi, w.PhiHi[i])
		if got, want := g.Estimate(Phi, topics[i], confidence), (Estimate{p.Phi, p.PhiLo, p.PhiHi}); got != want {
			t.Errorf("Estimate %v, Points %v", got, want)
		}
	}
	count := func(what string, got *int, want float64) {
		switch {
		case want < 0 && got != nil:
			t.Errorf("%s: got %d, want not reachable", what, *got)
		case want >= 0 && (got == nil || float64(*got) != want):
			t.Errorf("%s: got %v, want %v", what, got, want)
		}
	}
	for i, target := range targets {
		e, p := g.TopicsFor(ERho2, target, confidence), g.TopicsFor(Phi, target, confidence)
		count("topics for Eρ²", e.Topics, w.NE[i])
		count("topics for Eρ², optimistic", e.Lo, w.NEHi[i])
		count("topics for Eρ², pessimistic", e.Hi, w.NELo[i])
		count("topics for Φ", p.Topics, w.NP[i])
		count("topics for Φ, optimistic", p.Lo, w.NPHi[i])
		count("topics for Φ, pessimistic", p.Hi, w.NPLo[i])
	}
}
