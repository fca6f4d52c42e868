package reliability

import (
	"errors"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"sigrel/stats"
)

// TestIncomplete compares with lme4 and the written-out Henderson 1 and MINQUE(0) of the case: adhoc3 without the cells
// (s, t) with 7s + 3t divisible by 17.
func TestIncomplete(t *testing.T) {
	m, _ := readMatrix(t, "cases/reliability/adhoc3.csv")
	var want struct {
		Case struct {
			N          int
			LME4       struct{ Topic, System, Residual float64 }
			Henderson1 struct{ S, T, ST float64 }
			MINQUE0    struct{ S, T, ST float64 }
		} `json:"adhoc3_missing"`
	}
	readJSON(t, "cases/reliability/gstudy_multi_expected.json", &want)
	absent := make([][]bool, 40)
	for i := range absent {
		absent[i] = make([]bool, 50)
		for j := range absent[i] {
			absent[i][j] = (7*(i+1)+3*(j+1))%17 == 0
			if absent[i][j] {
				m.Set(i, j, 99) // must not matter
			}
		}
	}
	g, in, l, err := StudyIncomplete(m, absent, EstimatorREML, 0.95)
	if err != nil {
		t.Fatal(err)
	}
	if in.Missing != 2000-want.Case.N || !(in.PerSystem > 46 && in.PerSystem < 48) {
		t.Errorf("%+v", in)
	}
	check := func(what string, got *Variances, s, topic, e, tol float64) {
		near(t, what, got.System, s, tol)
		near(t, what, got.Topic, topic, tol)
		near(t, what, got.Residual, e, tol)
	}
	c := want.Case
	check("REML", in.REML, c.LME4.System, c.LME4.Topic, c.LME4.Residual, 1e-5)
	check("Henderson 1", in.Henderson1, c.Henderson1.S, c.Henderson1.T, c.Henderson1.ST, 1e-9)
	check("MINQUE(0)", in.MINQUE0, c.MINQUE0.S, c.MINQUE0.T, c.MINQUE0.ST, 1e-9)
	near(t, "Eρ²", g.Coefficient(ERho2, 50), c.LME4.System/(c.LME4.System+c.LME4.Residual/50), 1e-6)
	if e := g.EstimateWithin(l, ERho2, 50); !(e.Lo > 0.94 && e.Lo < e.Value && e.Value < e.Hi && e.Hi < 0.99) { // complete: .970 [.956, .982]
		t.Errorf("Eρ² %+v", e)
	}
	h, _, _, err := StudyIncomplete(m, absent, EstimatorHenderson1, 0.95)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "by Henderson 1", h.Components[0].Variance, c.Henderson1.S, 1e-9)
	if len(in.Warnings) != 0 {
		t.Errorf("warnings %v", in.Warnings)
	}
}

// TestIncompleteComplete: without holes both estimators give the analysis of variance, and the limits of DeleteTopic.
func TestIncompleteComplete(t *testing.T) {
	m := small()
	none := make([][]bool, 5)
	for i := range none {
		none[i] = make([]bool, 6)
	}
	want := mustStudy(t, m)
	_, jack, err := DeleteTopic(m, 0.9)
	if err != nil {
		t.Fatal(err)
	}
	for by, tol := range map[Estimator]float64{EstimatorREML: 1e-6, EstimatorHenderson1: 1e-10} {
		g, in, l, err := StudyIncomplete(m, none, by, 0.9)
		if err != nil {
			t.Fatal(err)
		}
		for i := range want.Components {
			near(t, by.String(), g.Components[i].Variance, want.Components[i].Variance, tol)
		}
		a, b := g.EstimateWithin(l, Phi, 6), want.EstimateWithin(jack, Phi, 6)
		if in.Missing != 0 || math.Abs(a.Lo-b.Lo) > 1e-5 || math.Abs(a.Hi-b.Hi) > 1e-5 {
			t.Errorf("%s: %+v, complete %+v", by, a, b)
		}
	}
	gone := [][]bool{{true, true, true, true, true, true}, none[1], none[2], none[3], none[4]}
	if _, _, _, err := StudyIncomplete(m, gone, EstimatorREML, 0.9); !errors.Is(err, stats.ErrTooFew) || err.Error() != "too few topics: system 1 has no score at all" {
		t.Errorf("got error %v", err)
	}
}

// TestInformativeHoles: two systems that answer complementary halves of the topics, the easy and the hard one.
func TestInformativeHoles(t *testing.T) {
	m, absent := mat.NewDense(6, 12, nil), make([][]bool, 6)
	for i := range absent {
		absent[i] = make([]bool, 12)
		for j := range absent[i] {
			m.Set(i, j, 0.02*float64(i)+0.05*float64(j)+0.03*float64((i*j)%5))
			absent[i][j] = i == 0 && j < 6 || i == 1 && j >= 6
		}
	}
	_, in, _, err := StudyIncomplete(m, absent, EstimatorREML, 0.95)
	if err != nil {
		t.Fatal(err)
	}
	if len(in.Warnings) == 0 || in.Warnings[0].Code != WarnEstimators {
		t.Errorf("no warning that estimators differ: %+v %+v %+v", in.REML, in.Henderson1, in.MINQUE0)
	}
}
