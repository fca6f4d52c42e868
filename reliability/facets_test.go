package reliability

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"sigrel/stats"
)

// component finds an effect; its variance is not null.
func component(t *testing.T, s FacetStudy, effect string) FacetComponent {
	t.Helper()
	for _, c := range s.Components {
		if c.Effect == effect {
			return c
		}
	}
	t.Fatalf("no effect %s in %v", effect, s.Components)
	return FacetComponent{}
}

func TestFacetsUnbalanced(t *testing.T) {
	s, err := StudyFacets(readLong(t, "cases/reliability/crossed_s_t_j_unbalanced.csv"), FacetOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if s.Balanced || s.Estimator != EstimatorHenderson1 || len(s.Estimators) != 3 {
		t.Fatalf("balanced %v, estimator %v, %d estimators", s.Balanced, s.Estimator, len(s.Estimators))
	}
	// Henderson 1 and REML of gstudy_multi_expected.json.
	near(t, "system", *component(t, s, "system").Variance, 0.00073451046131555, 1e-8)
	near(t, "topic:judge", *component(t, s, "topic:judge").VarianceRaw, -0.000301843250131598, 1e-8)
	if *component(t, s, "topic:judge").Variance != 0 {
		t.Error("a negative estimate is not taken as 0")
	}
	near(t, "REML residual", s.Estimators[2].Variances[6], 0.00124259040390071, 1e-5)
	if !slices.ContainsFunc(s.Warnings, func(w stats.Warning) bool {
		return w.Code == WarnDiffer && strings.Contains(w.Text, "system:judge")
	}) {
		t.Errorf("no warning that the estimators differ: %v", s.Warnings)
	}
	reml, err := StudyFacets(readLong(t, "cases/reliability/crossed_s_t_j_unbalanced.csv"), FacetOptions{Estimator: EstimatorREML})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "system by REML", *component(t, reml, "system").Variance, 0.000918236135559492, 1e-5)
}

// TestHarmonic: sizes of 2, 3 and 6 topics a system have the harmonic mean 3, by hand.
func TestHarmonic(t *testing.T) {
	m := mat.NewDense(3, 6, nil)
	for i := range 3 {
		for j := range 6 {
			m.Set(i, j, float64((i*7+j*5)%11))
		}
	}
	s, err := StudyFacets(longOf(m, func(i, j int) bool { return j > []int{0, 2, 3, 6}[i] }), FacetOptions{})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "size", *s.Facets[1].Size, 3, 1e-15)
}

// TestOneFacetIsStudy: with topics only, components, errors and coefficients are those of Study, and the coefficients
// the intraclass correlations of psych: ICC3k, ICC2k, ICC3, ICC2.
func TestOneFacetIsStudy(t *testing.T) {
	m, _ := readMatrix(t, "cases/reliability/adhoc3.csv")
	g, err := Study(m)
	if err != nil {
		t.Fatal(err)
	}
	s, err := StudyFacets(longOf(m, nil), FacetOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range g.Components {
		f := s.Components[i]
		if f.Effect != c.Effect || *f.DF != c.DF {
			t.Errorf("%v, want %v", f, c)
		}
		for _, v := range [][2]float64{{*f.SS, c.SS}, {*f.MS, c.MS}, {*f.Variance, c.Variance}, {*f.SE, c.SE}, {*f.Share, c.Share}} {
			near(t, c.Effect, v[0], v[1], 1e-11)
		}
	}
	var want map[string]map[string]map[string]float64
	var all map[string]json.RawMessage
	readJSON(t, "cases/reliability/gstudy_multi_expected.json", &all)
	want = map[string]map[string]map[string]float64{"icc": {}}
	var icc map[string]map[string]float64
	if err := json.Unmarshal(all["icc_adhoc3_psych"], &icc); err != nil {
		t.Fatal(err)
	}
	want["icc"] = icc
	one := s.At(map[string]float64{"topic": 1})
	near(t, "ICC3k", s.AsStudied.ERho2, icc["ICC3k"]["ICC"], 1e-9)
	near(t, "ICC2k", s.AsStudied.Phi, icc["ICC2k"]["ICC"], 1e-9)
	near(t, "ICC3", one.ERho2, icc["ICC3"]["ICC"], 1e-9)
	near(t, "ICC2", one.Phi, icc["ICC2"]["ICC"], 1e-9)
}

// TestNoSystemVariance: the estimate of systems is below 0, and nothing divides by it.
func TestNoSystemVariance(t *testing.T) {
	m := mat.NewDense(4, 3, []float64{.5, .1, .9, .1, .9, .5, .9, .5, .1, .52, .5, .49})
	s, err := StudyFacets(longOf(m, nil), FacetOptions{})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "raw", *s.Components[0].VarianceRaw, -.05335, 1e-9)
	if s.AsStudied.ERho2 != 0 || s.AsStudied.Phi != 0 || *s.Components[0].Variance != 0 {
		t.Errorf("%+v", s.AsStudied)
	}
	if len(s.Estimators) != 2 || s.Estimators[1].Estimator != EstimatorREML {
		t.Fatalf("REML is not beside a negative estimate: %+v", s.Estimators)
	}
	near(t, "REML residual", s.Estimators[1].Variances[2], .0873174242424242, 1e-5) // lme4
}

// TestFixedFacet: with a fixed facet, Eρ² is that of the scores averaged over it (Brennan 2001, section 4.5).
func TestFixedFacet(t *testing.T) {
	o := readLong(t, "cases/reliability/crossed_s_t_j.csv")
	s, err := StudyFacets(o, FacetOptions{Fixed: []string{"judge"}})
	if err != nil {
		t.Fatal(err)
	}
	averaged := mat.NewDense(o.Counts[0], o.Counts[1], nil)
	for row, x := range o.Scores {
		i, j := int(o.Levels[0][row]), int(o.Levels[1][row])
		averaged.Set(i, j, averaged.At(i, j)+x/float64(o.Counts[2]))
	}
	g, err := Study(averaged)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "Eρ²", s.AsStudied.ERho2, g.Coefficient(ERho2, g.Topics), 1e-9)
	near(t, "universe", s.AsStudied.Universe, g.Components[0].Variance, 1e-9)
	near(t, "Eρ² of 20 topics", s.At(map[string]float64{"topic": 20}).ERho2, g.Coefficient(ERho2, 20), 1e-9)
	if err := s.CheckSize("judge", 2); err == nil {
		t.Error("a fixed facet takes another number of levels")
	}
}

// oneJudge is systems × topics, each topic judged by the judge that judge names.
func judged(judge func(topic int) int32, judges int) Observations {
	o := longOf(small(), nil)
	o.Facets, o.Counts = append(o.Facets, "judge"), append(o.Counts, judges)
	var levels []int32
	for _, t := range o.Levels[1] {
		levels = append(levels, judge(int(t)))
	}
	o.Levels = append(o.Levels, levels)
	return o
}

// TestOneJudge: with a judge of its own for each topic, or one for all, the study is that of topics, and the judge's
// variance is null, not 0.
func TestOneJudge(t *testing.T) {
	plain, err := StudyFacets(longOf(small(), nil), FacetOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		o   Observations
		opt FacetOptions
	}{
		"own judge":        {judged(func(t int) int32 { return int32(t) }, 6), FacetOptions{}},
		"one for all":      {judged(func(int) int32 { return 0 }, 1), FacetOptions{}},
		"one, called nest": {judged(func(int) int32 { return 0 }, 1), FacetOptions{Nested: []Nesting{{"judge", "topic"}}}},
	} {
		s, err := StudyFacets(c.o, c.opt)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		judge := component(t, s, "judge")
		if judge.Variance != nil || judge.Share != nil || s.Facets[2].Separable || s.Facets[2].Size != nil {
			t.Errorf("%s: judge %+v", name, judge)
		}
		if s.AsStudied.ERho2 != plain.AsStudied.ERho2 || s.AsStudied.Phi != plain.AsStudied.Phi {
			t.Errorf("%s: %v, want %v", name, s.AsStudied, plain.AsStudied)
		}
		if !slices.ContainsFunc(s.Warnings, func(w stats.Warning) bool {
			return w.Code == WarnInseparable && strings.Contains(w.Text, "cannot be separated")
		}) {
			t.Errorf("%s: warnings %v", name, s.Warnings)
		}
		if err := s.CheckSize("judge", 2); err == nil {
			t.Errorf("%s: a number of judges is taken", name)
		}
	}
}

// TestTopicsInJudges: judges with several topics each, no topic judged twice: topics nest in judges.
func TestTopicsInJudges(t *testing.T) {
	s, err := StudyFacets(judged(func(t int) int32 { return int32(t / 2) }, 3), FacetOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if s.Design != "system × (topic:judge)" || !s.Balanced || *s.Facets[1].Size != 2 || *s.Facets[2].Size != 3 {
		t.Errorf("design %s, facets %+v", s.Design, s.Facets)
	}
}

func TestFacetErrors(t *testing.T) {
	m := small()
	twice := longOf(m, nil)
	twice.Levels[0], twice.Levels[1], twice.Scores = append(twice.Levels[0], 2), append(twice.Levels[1], 1), append(twice.Scores, .5)
	twice.Names = [][]string{{"a", "b", "c", "d", "e"}, {"301", "302", "303", "304", "305", "306"}}
	constant := longOf(mat.NewDense(3, 3, nil), nil)
	for _, c := range []struct {
		name string
		o    Observations
		opt  FacetOptions
		err  error
		text string
	}{
		{"twice", twice, FacetOptions{}, ErrTwice, "system c, topic 302"},
		{"no variance", constant, FacetOptions{}, ErrNoVariance, "no variance"},
		{"one system", longOf(m.Slice(0, 1, 0, 6), nil), FacetOptions{}, stats.ErrTooFewSystems, "1"},
		{"one topic", longOf(m.Slice(0, 5, 0, 1), nil), FacetOptions{}, stats.ErrTooFew, "no facet has two levels"},
		{"halves", longOf(m, func(i, j int) bool { return (i <= 2) != (j <= 3) }), FacetOptions{}, ErrDisconnected, "system 1 and system 3 share no topic"},
		{"object", longOf(m, nil), FacetOptions{Object: "run"}, ErrUnknownFacet, "run; there are system, topic"},
		{"fixed", longOf(m, nil), FacetOptions{Fixed: []string{"judge"}}, ErrUnknownFacet, "judge"},
		{"scales", longOf(m, nil), FacetOptions{Measures: "topic"}, ErrScales, "topic"},
		{"no scale", func() Observations {
			o := longOf(m, nil)
			for row, l := range o.Levels[1] {
				if l == 0 {
					o.Scores[row] = .5
				}
			}
			return o
		}(), FacetOptions{Measures: "topic", Scales: ScalesStandardise}, ErrNoVariance, "topic 1"},
		{"unbalanced", longOf(m, func(i, j int) bool { return i+j == 3 }), FacetOptions{Estimator: EstimatorANOVA}, ErrUnbalanced, "anova"},
		{"own level, nested", levelsOf([]string{"system", "topic", "judge"}, func(s, t int) int32 { return 0 }),
			FacetOptions{Nested: []Nesting{{"judge", "system"}}}, ErrNestedObject, "each system has one judge only"},
		{"circle", levelsOf([]string{"system", "topic", "judge"}, func(s, t int) int32 { return int32(s + t) }),
			FacetOptions{Nested: []Nesting{{"judge", "topic"}, {"topic", "judge"}}}, ErrNestedInEachOther, "would be within itself"},
		{"own topics", longOf(m, func(i, j int) bool { return i != j }), FacetOptions{}, ErrNestedObject, "each system has one topic only"},
	} {
		_, err := StudyFacets(c.o, c.opt)
		if !errors.Is(err, c.err) || !strings.Contains(fmt.Sprint(err), c.text) {
			t.Errorf("%s: %v, want %v with %q", c.name, err, c.err, c.text)
		}
	}
}

// levelsOf are scores of 3 systems on 4 topics with a third facet.
func levelsOf(facets []string, third func(s, t int) int32) Observations {
	o := Observations{Facets: facets, Levels: make([][]int32, 3)}
	for s := range 3 {
		for t := range 4 {
			for f, l := range []int32{int32(s), int32(t), third(s, t)} {
				o.Levels[f] = append(o.Levels[f], l)
			}
			o.Scores = append(o.Scores, float64((s*s+3*t+s*t*t)%7)/7)
		}
	}
	for f := range o.Levels {
		o.Counts = append(o.Counts, int(slices.Max(o.Levels[f]))+1)
	}
	return o
}

// TestOneLevelInEachNest: a judge of one system and topic alone adds nothing to the study of systems and topics.
func TestOneLevelInEachNest(t *testing.T) {
	o := levelsOf([]string{"system", "topic", "judge"}, func(s, t int) int32 { return int32(4*s + t) })
	with, err := StudyFacets(o, FacetOptions{})
	if err != nil {
		t.Fatal(err)
	}
	without, err := StudyFacets(Observations{Facets: o.Facets[:2], Levels: o.Levels[:2], Scores: o.Scores, Counts: o.Counts[:2]}, FacetOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if f := with.Facets[2]; f.Separable || f.Twin != "system × topic" || with.Design != "system × topic" {
		t.Errorf("design %s, judge %+v", with.Design, f)
	}
	for i, c := range without.Components {
		if *with.Components[i].Variance != *c.Variance || *with.Components[i].SE != *c.SE {
			t.Errorf("%s: %v ± %v, want %v ± %v", c.Effect, *with.Components[i].Variance, *with.Components[i].SE, *c.Variance, *c.SE)
		}
	}
}
