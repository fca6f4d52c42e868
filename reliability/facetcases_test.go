package reliability

import (
	"encoding/json"
	"fmt"
	"testing"
)

// facetCase is a balanced case of gstudy_multi_expected.json.
type facetCase struct {
	SS, MS, DF, Anova map[string]float64
	DStudy            []map[string]float64
	Henderson1        map[string]float64
}

// TestFacetsOfCases: Brennan's synthetic data set 4, and crossed data with a negative estimate, by expected mean squares
// worked out by hand in R (gstudy_multi.R).
func TestFacetsOfCases(t *testing.T) {
	for _, c := range []struct {
		name, file, design string
		opt                FacetOptions
		effects            map[string]string
		sizes              map[string]string // by the name in the case
	}{
		{"brennan32", "brennan32_p_x_r_in_t.csv", "Person × (Rater:Task)", FacetOptions{Object: "Person"},
			map[string]string{"p": "Person", "t": "Task", "rt": "Rater:Task", "pt": "Person:Task", "prt": "residual"},
			map[string]string{"n_t": "Task", "n_r": "Rater"}},
		{"crossed_stj", "crossed_s_t_j.csv", "system × topic × judge", FacetOptions{},
			map[string]string{"s": "system", "t": "topic", "j": "judge", "st": "system:topic", "sj": "system:judge", "tj": "topic:judge", "stj": "residual"},
			map[string]string{"n_t": "topic", "n_j": "judge"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var want map[string]json.RawMessage
			readJSON(t, "cases/reliability/gstudy_multi_expected.json", &want)
			var w facetCase
			if err := json.Unmarshal(want[c.name], &w); err != nil {
				t.Fatal(err)
			}
			s, err := StudyFacets(readLong(t, "cases/reliability/"+c.file), c.opt)
			if err != nil {
				t.Fatal(err)
			}
			if s.Design != c.design || !s.Balanced || s.Estimator != EstimatorANOVA || len(s.Components) != len(c.effects) {
				t.Errorf("design %s, balanced %v, estimator %v, %d components", s.Design, s.Balanced, s.Estimator, len(s.Components))
			}
			for short, effect := range c.effects {
				got := component(t, s, effect)
				near(t, "SS "+short, *got.SS, w.SS[short], 1e-9)
				near(t, "MS "+short, *got.MS, w.MS[short], 1e-9)
				near(t, "variance "+short, *got.VarianceRaw, w.Anova[short], 1e-9)
				if w.DF != nil && float64(*got.DF) != w.DF[short] {
					t.Errorf("df of %s: %d, want %v", short, *got.DF, w.DF[short])
				}
				if *got.Variance != max(0, *got.VarianceRaw) {
					t.Errorf("%s: variance %v of %v", short, *got.Variance, *got.VarianceRaw)
				}
			}
			for _, row := range w.DStudy {
				sizes := make(map[string]float64)
				for short, facet := range c.sizes {
					sizes[facet] = row[short]
				}
				p := s.At(sizes)
				near(t, fmt.Sprint("rel_err at ", sizes), p.RelErr, row["rel_err"], 1e-9)
				near(t, fmt.Sprint("abs_err at ", sizes), p.AbsErr, row["abs_err"], 1e-9)
				near(t, fmt.Sprint("Eρ² at ", sizes), p.ERho2, row["Erho2"], 1e-9)
				near(t, fmt.Sprint("Φ at ", sizes), p.Phi, row["Phi"], 1e-9)
			}
		})
	}
}

// TestBrennan has a few values of the specification, from Brennan's synthetic data set 4, without the shared cases'
// expected file: the data are those of table 3.2.
func TestBrennan(t *testing.T) {
	s, err := StudyFacets(readLong(t, "cases/reliability/brennan32_p_x_r_in_t.csv"), FacetOptions{Object: "Person"})
	if err != nil {
		t.Fatal(err)
	}
	for effect, want := range map[string]float64{"Person": .4731481481, "Task": .3251543210, "Rater:Task": .6475308642, "Person:Task": .5595679012, "residual": 2.3802469136} {
		near(t, effect, *component(t, s, effect).Variance, want, 1e-9)
	}
	p := s.AsStudied // three tasks of four raters
	for i, v := range [][2]float64{{p.RelErr, .3848765432}, {p.AbsErr, .5472222222}, {p.ERho2, .5514388489}, {p.Phi, .4637023593}} {
		near(t, fmt.Sprint("value ", i), v[0], v[1], 1e-9)
	}
}
