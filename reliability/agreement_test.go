package reliability

import (
	"math"
	"strings"
	"testing"
)

// fromCounts is the ratings of two judges whose labels fall so often together.
func fromCounts(counts [][]int) Ratings {
	r := Ratings{}
	for a := range counts {
		r.Scale = append(r.Scale, float64(a))
		for b, n := range counts[a] {
			for range n {
				r.Labels = append(r.Labels, []int{a, b})
			}
		}
	}
	return r
}

func agreed(t *testing.T, r Ratings, relevant int) map[string]LabelCoefficient {
	t.Helper()
	a, err := AgreeLabels(r, LabelOptions{Relevant: relevant})
	if err != nil {
		t.Fatal(err)
	}
	out := make(map[string]LabelCoefficient)
	for _, c := range a.Coefficients {
		out[c.Name] = c
	}
	for _, c := range a.Binary {
		out["binary "+c.Name] = c
	}
	return out
}

func number(t *testing.T, what string, got *float64, want, tol float64) {
	t.Helper()
	if got == nil {
		t.Errorf("%s: none, want %v", what, want)
	} else if math.Abs(*got-want) > tol {
		t.Errorf("%s: got %.15g, want %.15g", what, *got, want)
	}
}

// TestLabelReference compares with irr and irrCAC (R). irrCAC prints five digits.
func TestLabelReference(t *testing.T) {
	type irrcac struct{ Coef, PA, PE, SE float64 }
	type kappa2 struct{ Kappa, Z, P float64 }
	var want struct {
		Kripp struct {
			Coders                            [][]any `json:"coders_by_units"`
			Nominal, Ordinal, Interval, Ratio float64
		} `json:"krippendorff_2011"`
		Two struct {
			Counts                        [][]int
			Unweighted, Linear, Quadratic kappa2
			Nominal                       float64 `json:"kripp_nominal"`
			Ordinal                       float64 `json:"kripp_ordinal"`
			Interval                      float64 `json:"kripp_interval"`
			Fleiss, Percent               float64
			Conger, AC1                   irrcac
			AC2                           irrcac  `json:"ac2_quadratic"`
			BP                            irrcac  `json:"brennan_prediger"`
			SE                            float64 `json:"kappa_asymptotic_se"`
			Overlap                       float64 `json:"overlap_rel_ge1"`
			Binary                        float64 `json:"binary_kappa"`
		} `json:"two_judges"`
	}
	readJSON(t, "cases/reliability/agreement_expected.json", &want)

	k := Ratings{Scale: []float64{1, 2, 3, 4, 5}}
	for u := range want.Kripp.Coders[0] {
		var labels []int
		for _, coder := range want.Kripp.Coders {
			if v, ok := coder[u].(float64); ok {
				labels = append(labels, int(v)-1)
			} else {
				labels = append(labels, Unlabelled)
			}
		}
		k.Labels = append(k.Labels, labels)
	}
	got := agreed(t, k, 0)
	number(t, "nominal", got["alpha-nominal"].Value, want.Kripp.Nominal, 1e-9)
	number(t, "ordinal", got["alpha-ordinal"].Value, want.Kripp.Ordinal, 1e-9)
	number(t, "interval", got["alpha-interval"].Value, want.Kripp.Interval, 1e-9)
	number(t, "ratio", got["alpha-ratio"].Value, want.Kripp.Ratio, 1e-9)

	w := want.Two
	r := fromCounts(w.Counts)
	got = agreed(t, r, 1)
	for name, k2 := range map[string]kappa2{"kappa": w.Unweighted, "kappa-linear": w.Linear, "kappa-quadratic": w.Quadratic} {
		number(t, name, got[name].Value, k2.Kappa, 1e-9)
		number(t, name+" z", got[name].Z, k2.Z, 1e-8)
		number(t, name+" p", got[name].P, k2.P, 1e-14) // the reference is 1 − a number near 1
	}
	number(t, "α nominal", got["alpha-nominal"].Value, w.Nominal, 1e-9)
	number(t, "α ordinal", got["alpha-ordinal"].Value, w.Ordinal, 1e-9)
	number(t, "α interval", got["alpha-interval"].Value, w.Interval, 1e-9)
	number(t, "fleiss", got["fleiss"].Value, w.Fleiss, 1e-9)
	number(t, "percent", got["percent"].Value, w.Percent, 1e-9)
	number(t, "overlap", got["binary overlap"].Value, w.Overlap, 1e-9)
	number(t, "binary κ", got["binary kappa"].Value, w.Binary, 1e-9)
	// The reference's own standard error has 1/n where irrCAC, and we, have 1/(n − 1).
	n := float64(len(r.Labels))
	number(t, "κ SE", got["kappa"].SE, w.SE*math.Sqrt(n/(n-1)), 1e-9)
	for name, c := range map[string]irrcac{"kappa": w.Conger, "ac1": w.AC1, "ac2-quadratic": w.AC2, "brennan-prediger": w.BP} {
		g := got[name]
		number(t, name, g.Value, c.Coef, 1e-5)
		number(t, name+" SE", g.SE, c.SE, 1e-5)
		observed, expected := 1-*g.Observed, 1-*g.Expected
		number(t, name+" pa", &observed, c.PA, 1e-9)
		number(t, name+" pe", &expected, c.PE, 1e-9)
	}
}

// TestLabelByHand: 20 documents, both relevant 8, only A 2, only B 4, neither 6.
func TestLabelByHand(t *testing.T) {
	got := agreed(t, fromCounts([][]int{{6, 4}, {2, 8}}), 1)
	for name, want := range map[string]float64{
		"percent":                 14. / 20,
		"kappa":                   (.7 - .5) / .5,            // A calls half relevant, B 12 of 20: p_e = .5·.6 + .5·.4
		"fleiss":                  1 - .3/(2*.45*.55),        // of all labels 22 of 40 are 1
		"alpha-nominal":           1 - (.3*40)/(2*18.*22/39), // D_o = .3, D_e = 2·18·22/(40·39)
		"ac1":                     1 - .3/(1-2*.45*.55),      // p_e = 2π(1 − π)
		"brennan-prediger":        .4,
		"binary overlap":          8. / 14,
		"binary precision":        8. / 12,
		"binary recall":           8. / 10,
		"binary positive":         16. / 22,
		"binary negative":         12. / 18,
		"binary prevalence-index": 2. / 20,
		"binary bias-index":       2. / 20,
	} {
		number(t, name, got[name].Value, want, 1e-12)
	}
	if _, ok := got["kappa-linear"]; ok {
		t.Error("weights on two labels")
	}
}

// TestUnusedLabels: labels of the scale that nobody used change weights, AC1 and Brennan-Prediger; not κ or α nominal.
func TestUnusedLabels(t *testing.T) {
	r := fromCounts([][]int{{6, 0, 4}, {0, 0, 0}, {2, 0, 8}}) // 0 and 2 of a scale 0, 1, 2
	got := agreed(t, r, 0)
	number(t, "kappa", got["kappa"].Value, .4, 1e-12)
	number(t, "linear", got["kappa-linear"].Value, .4, 1e-12) // the two used are the ends
	number(t, "BP", got["brennan-prediger"].Value, 1-.3/(2./3), 1e-12)
	number(t, "AC1", got["ac1"].Value, 1-.3/(1-2*.45*.55/2), 1e-12)
	short := Ratings{Scale: []float64{0, 1, 2, 3}, Labels: r.Labels} // 0 and 2 of a scale to 3: two thirds apart
	got = agreed(t, short, 0)
	number(t, "observed", got["kappa-linear"].Observed, .3*2/3, 1e-12)
	number(t, "observed", got["kappa-quadratic"].Observed, .3*4/9, 1e-12)
}

func TestLabelEdges(t *testing.T) {
	one := agreed(t, fromCounts([][]int{{9, 0, 0}, {0, 0, 0}, {0, 0, 0}}), 1)
	for name, c := range one {
		switch name {
		case "percent", "binary percent", "binary negative":
			number(t, name, c.Value, 1, 0)
		case "binary prevalence-index":
			number(t, name, c.Value, -1, 0)
		case "binary bias-index":
			number(t, name, c.Value, 0, 0)
		case "binary overlap", "binary precision", "binary recall", "binary positive":
			if c.Value != nil || !strings.HasSuffix(c.Reason, " document relevant") {
				t.Errorf("%s: %+v", name, c)
			}
		default:
			if c.Value != nil || c.Reason != noVariation || c.SE != nil || c.Z != nil {
				t.Errorf("%s: %+v", name, c)
			}
		}
	}
	// One disagreement among all equal: κ and α nominal are 0 or below.
	odd := agreed(t, fromCounts([][]int{{9, 1}, {0, 0}}), 1)
	number(t, "α", odd["alpha-nominal"].Value, 0, 1e-12)
	number(t, "κ", odd["kappa"].Value, 0, 1e-12)
	number(t, "fleiss", odd["fleiss"].Value, 1-.1/(2*.05*.95), 1e-12)
	// Opposite labels: as low as it goes.
	worst := agreed(t, fromCounts([][]int{{0, 5}, {5, 0}}), 1)
	number(t, "κ", worst["kappa"].Value, -1, 1e-12)
	number(t, "overlap", worst["binary overlap"].Value, 0, 0)
	same := agreed(t, fromCounts([][]int{{5, 0, 0}, {0, 4, 0}, {0, 0, 3}}), 2)
	for name, c := range same {
		if name != "binary prevalence-index" && name != "binary bias-index" {
			number(t, name, c.Value, 1, 0)
		}
	}
	if _, err := AgreeLabels(Ratings{Scale: []float64{0, 1}, Labels: [][]int{{0, Unlabelled}, {Unlabelled, Unlabelled}}}, LabelOptions{}); err != ErrNoUnits {
		t.Errorf("got %v", err)
	}
	a, err := AgreeLabels(Ratings{Scale: []float64{0, 1}, Labels: [][]int{{0, Unlabelled}, {Unlabelled, Unlabelled}, {1, 0}}}, LabelOptions{})
	if err != nil || a.Units != 1 || a.Single != 1 || a.Topics != 1 {
		t.Errorf("got %+v, %v", a, err)
	}
	for _, c := range a.Coefficients {
		if c.SE != nil {
			t.Errorf("a standard error of one unit: %+v", c)
		}
	}
}

// TestSeveralJudges: three judges, four units, by hand.
func TestSeveralJudges(t *testing.T) {
	r := Ratings{Scale: []float64{0, 1}, Labels: [][]int{{0, 0, 0}, {1, 1, 0}, {1, 1, 1}, {0, 1, Unlabelled}}}
	got := agreed(t, r, 0)
	number(t, "percent", got["percent"].Value, (1+1./3+1+0)/4, 1e-12)
	// Shares of label 1 by unit: 0, 2/3, 1, 1/2.
	pi := (0 + 2./3 + 1 + 1./2) / 4
	number(t, "fleiss", got["fleiss"].Value, 1-(1-7./12)/(2*pi*(1-pi)), 1e-12)
	// Own shares of label 1: 1/2, 3/4, 1/3.
	e := ((.5*.25 + .5*.75) + (.5*2/3 + .5*1/3) + (.75*2/3 + .25*1/3)) / 3
	number(t, "conger", got["conger"].Value, 1-(5./12)/e, 1e-12)
	// κ of the pairs: (1,2) on four units, agree 3/4, chance 1/2; (1,3) and (2,3) on three, agree 2/3.
	k12, k13 := .5, (2./3-(2./3*1./3+1./3*2./3))/(1-4./9)
	number(t, "light", got["light"].Value, (k12+k13+k13)/3, 1e-12)
	// α: coincidences of unlike labels 2·(2/2) + 2·(1/1) = 4 of 11 labels, 6 of them 1.
	number(t, "α", got["alpha-nominal"].Value, 1-(4./11)/(2*5*6./(11*10)), 1e-12)
	if _, ok := got["kappa"]; ok {
		t.Error("Cohen's κ of three judges")
	}
	for _, c := range got {
		if c.Z != nil {
			t.Errorf("z of three judges: %+v", c)
		}
	}
	r.Labels = append(r.Labels, []int{Unlabelled, Unlabelled, 1}, []int{0, Unlabelled, Unlabelled})
	again := agreed(t, r, 0)
	for name, c := range got {
		number(t, name+" with single labels", again[name].Value, *c.Value, 0)
	}
}

// TestWeightedUnits: a weight of 2 is a unit twice, but for α's correction for small samples and the standard errors.
func TestWeightedUnits(t *testing.T) {
	r := Ratings{Scale: []float64{0, 1, 2}, Labels: [][]int{{0, 0}, {1, 2}, {2, 2}, {0, 1}, {1, 1}}, Weights: []float64{1, 2, 1, 3, 1}}
	twice := Ratings{Scale: r.Scale}
	for i, l := range r.Labels {
		for range int(r.Weights[i]) {
			twice.Labels = append(twice.Labels, l)
		}
	}
	got, want := agreed(t, r, 1), agreed(t, twice, 1)
	for name, c := range want {
		if name != "alpha-nominal" && name != "alpha-ordinal" && name != "alpha-interval" && name != "alpha-ratio" && name != "binary alpha-nominal" {
			number(t, name, got[name].Value, *c.Value, 1e-12)
		}
		if got[name].Z != nil {
			t.Errorf("%s: z of weighted units", name)
		}
	}
	// α before the correction: (1 − α)·n/(n − 1) is the same.
	number(t, "α", new(1-(1-*got["alpha-nominal"].Value)*10/9), 1-(1-*want["alpha-nominal"].Value)*16/15, 1e-12)
	r.Weights = []float64{7, 7, 7, 7, 7}
	even := agreed(t, r, 1)
	r.Weights = nil
	for name, c := range agreed(t, r, 1) {
		number(t, name, even[name].Value, *c.Value, 0)
	}
}

// TestErrorOfConstantJudges: each judge gives one grade to all documents, so that every document is like every other and
// nothing varies but by rounding: there is no standard error.
func TestErrorOfConstantJudges(t *testing.T) {
	r := Ratings{Scale: []float64{0, 1}}
	for range 20 {
		r.Labels = append(r.Labels, []int{0, 1, 1})
	}
	a, err := AgreeLabels(r, LabelOptions{Relevant: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range append(a.Coefficients, a.Binary...) {
		if c.SE != nil {
			t.Errorf("%s: standard error %g, want none", c.Name, *c.SE)
		}
	}
}
