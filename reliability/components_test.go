package reliability

import (
	"encoding/csv"
	"encoding/json"
	"math"
	"os"
	"slices"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// readLong reads a long table with a header; the score is its last column. Facets keep the order of the columns.
func readLong(t testing.TB, name string) Observations {
	t.Helper()
	f, err := os.Open(shared(t, name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	records, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	k := len(records[0]) - 1
	o := Observations{Facets: records[0][:k]}
	for f := range k {
		var names []string
		var levels []int32
		for _, r := range records[1:] {
			l := slices.Index(names, r[f])
			if l < 0 {
				l = len(names)
				names = append(names, r[f])
			}
			levels = append(levels, int32(l))
		}
		o.Levels, o.Counts = append(o.Levels, levels), append(o.Counts, len(names))
	}
	for _, r := range records[1:] {
		x, err := strconv.ParseFloat(r[k], 64)
		if err != nil {
			t.Fatal(err)
		}
		o.Scores = append(o.Scores, x)
	}
	return o
}

// longOf lists the cells of a matrix, but those that drop refuses (row and column, from 1).
func longOf(m mat.Matrix, drop func(i, j int) bool) Observations {
	r, c := m.Dims()
	o := Observations{Facets: []string{"system", "topic"}, Counts: []int{r, c}, Levels: make([][]int32, 2)}
	for i := range r {
		for j := range c {
			if drop != nil && drop(i+1, j+1) {
				continue
			}
			o.Levels[0], o.Levels[1] = append(o.Levels[0], int32(i)), append(o.Levels[1], int32(j))
			o.Scores = append(o.Scores, m.At(i, j))
		}
	}
	return o
}

// The effects of the designs of the cases, by the names that the cases use.
var (
	crossedEffects = []Effect{{"s", []int{0}}, {"t", []int{1}}, {"j", []int{2}}, {"st", []int{0, 1}}, {"sj", []int{0, 2}}, {"tj", []int{1, 2}}}
	oneFacet       = []Effect{{"s", []int{0}}, {"t", []int{1}}}
	brennanEffects = []Effect{{"p", []int{1}}, {"t", []int{0}}, {"rt", []int{0, 2}}, {"pt", []int{0, 1}}} // columns Task, Person, Rater
)

// lme4Names are the names of R's output.
var lme4Names = map[string]string{"s": "system", "t": "topic", "j": "judge", "st": "system:topic", "sj": "system:judge", "tj": "topic:judge",
	"p": "Person", "rt": "RT", "pt": "Person:Task"}

// TestComponentsOfCases checks the three estimators against gstudy_multi.R: lme4, and MINQUE(0) and Henderson 1 written
// out with matrices. lme4 stops at a change of its criterion, which leaves it 1e-5 from the minimum in θ.
func TestComponentsOfCases(t *testing.T) {
	var want map[string]json.RawMessage
	readJSON(t, "cases/reliability/gstudy_multi_expected.json", &want)
	adhoc3, _ := readMatrix(t, "cases/reliability/adhoc3.csv")
	negative := mat.NewDense(4, 3, []float64{.5, .1, .9, .1, .9, .5, .9, .5, .1, .52, .5, .49})
	for _, c := range []struct {
		name, residual string
		o              Observations
		effects        []Effect
	}{
		{"brennan32", "prt", readLong(t, "cases/reliability/brennan32_p_x_r_in_t.csv"), brennanEffects},
		{"crossed_stj", "stj", readLong(t, "cases/reliability/crossed_s_t_j.csv"), crossedEffects},
		{"crossed_stj_unbalanced", "stj", readLong(t, "cases/reliability/crossed_s_t_j_unbalanced.csv"), crossedEffects},
		{"adhoc3_missing", "st", longOf(adhoc3, func(s, t int) bool { return (7*s+3*t)%17 == 0 }), oneFacet},
		{"negative", "st", longOf(negative, nil), oneFacet},
	} {
		t.Run(c.name, func(t *testing.T) {
			var w struct {
				N                          any
				Anova, MINQUE0, Henderson1 map[string]float64
				LME4                       map[string]any
			}
			if err := json.Unmarshal(want[c.name], &w); err != nil {
				t.Fatal(err)
			}
			if n, ok := w.N.(float64); ok && int(n) != len(c.o.Scores) {
				t.Fatalf("%d observations, want %v", len(c.o.Scores), n)
			}
			checkComponents(t, "anova", Henderson1, c.o, c.effects, c.residual, w.Anova, 1e-9)
			checkComponents(t, "henderson1", Henderson1, c.o, c.effects, c.residual, w.Henderson1, 1e-8)
			checkComponents(t, "minque0", MINQUE0, c.o, c.effects, c.residual, w.MINQUE0, 1e-8)
			checkREML(t, c.o, c.effects, w.LME4)
		})
	}
}

func checkComponents(t *testing.T, method string, estimate func(Observations, []Effect) (Estimates, error), o Observations,
	effects []Effect, residual string, want map[string]float64, tol float64) {
	t.Helper()
	if want == nil {
		return
	}
	e, err := estimate(o, effects)
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range append(slices.Clone(effects), Effect{Name: residual}) {
		w, ok := want[f.Name]
		if !ok {
			t.Fatalf("no value of %s", f.Name)
		}
		near(t, method+" "+f.Name, e.Variances[i], w, tol)
	}
}

func checkREML(t *testing.T, o Observations, effects []Effect, want map[string]any) {
	t.Helper()
	e, err := REML(o, effects)
	if err != nil {
		t.Fatal(err)
	}
	if d := *e.Criterion - want["REMLcrit"].(float64); math.Abs(d) > 1e-6 {
		t.Errorf("criterion %.9f, want %.9f", *e.Criterion, want["REMLcrit"])
	}
	if e.Boundary != want["singular"].(bool) {
		t.Errorf("boundary %v, want %v", e.Boundary, want["singular"])
	}
	names := append(slices.Clone(effects), Effect{Name: "Residual"})
	for i, f := range names {
		name := f.Name
		if n, ok := lme4Names[name]; ok {
			name = n
		}
		if name == "topic" && want[name] == nil {
			name = "Task"
		}
		w := want[name].(float64)
		if w < 1e-20 { // a numerical zero of lme4
			if e.Variances[i] != 0 {
				t.Errorf("%s: %v, want 0", f.Name, e.Variances[i])
			}
			continue
		}
		near(t, "REML "+f.Name, e.Variances[i], w, 1e-5)
	}
}

// TestREMLOfTREC holds the criterion and components of adhoc3, complete: lme4's criterion of the specification, and the
// analysis of variance, which REML equals while no estimate is negative.
func TestREMLOfTREC(t *testing.T) {
	adhoc3, _ := readMatrix(t, "cases/reliability/adhoc3.csv")
	e, err := REML(longOf(adhoc3, nil), oneFacet)
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(*e.Criterion+2994.952789408) > 1e-6 {
		t.Errorf("criterion %.9f, want −2994.952789408", *e.Criterion)
	}
	g, err := Study(adhoc3)
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range g.Components {
		near(t, c.Effect, e.Variances[i], c.VarianceRaw, 1e-7)
	}
}
