package reliability

import (
	"encoding/json"
	"errors"
	"math"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"

	"sigrel/stats"
)

// small is an invented matrix of 5 systems and 6 topics.
func small() *mat.Dense {
	return mat.NewDense(5, 6, []float64{
		0.61, 0.35, 0.90, 0.12, 0.44, 0.70,
		0.52, 0.41, 0.75, 0.15, 0.31, 0.66,
		0.48, 0.20, 0.81, 0.02, 0.45, 0.39,
		0.30, 0.28, 0.55, 0.09, 0.20, 0.52,
		0.33, 0.11, 0.62, 0.05, 0.26, 0.27,
	})
}

// variance is the sample variance of x.
func variance(x []float64) float64 {
	m, ss := mean(x), 0.0
	for _, v := range x {
		ss += (v - m) * (v - m)
	}
	return ss / float64(len(x)-1)
}

// totals adds up the scores of each system on the given topics.
func totals(m mat.Matrix, topics []int) []float64 {
	s, _ := m.Dims()
	sums := make([]float64, s)
	for i := range sums {
		for _, t := range topics {
			sums[i] += m.At(i, t)
		}
	}
	return sums
}

// TestCronbach: Eρ² at the topics of the study is Cronbach's α (Psychometrika 16, 1951): k/(k−1)·(1 − Σ var(item)/var(total)).
func TestCronbach(t *testing.T) {
	m := small()
	var items float64
	for j := range 6 {
		items += variance(mat.Col(nil, j, m))
	}
	alpha := 6.0 / 5 * (1 - items/variance(totals(m, []int{0, 1, 2, 3, 4, 5})))
	near(t, "α", mustStudy(t, m).Coefficient(ERho2, 6), alpha, 1e-13)
}

// TestSplitHalves: α is the mean, over all splits of the topics into halves, of Flanagan's and Rulon's split-half
// coefficient 2(1 − (var(A)+var(B))/var(A+B)) (proved in Cronbach 1951).
func TestSplitHalves(t *testing.T) {
	m := small()
	total := variance(totals(m, []int{0, 1, 2, 3, 4, 5}))
	var sum float64
	splits := 0
	for set := range uint(64) {
		if bits.OnesCount(set) != 3 || set&1 == 0 { // each split once: topic 0 is in the first half
			continue
		}
		var halves [2][]int
		for j := range 6 {
			half := set >> j & 1
			halves[half] = append(halves[half], j)
		}
		sum += 2 * (1 - (variance(totals(m, halves[0]))+variance(totals(m, halves[1])))/total)
		splits++
	}
	if splits != 10 {
		t.Fatalf("%d splits, want 10", splits)
	}
	near(t, "mean over splits", mustStudy(t, m).Coefficient(ERho2, 6), sum/10, 1e-13)
}

// TestByHand checks an additive matrix with one score changed. Deviations are whole numbers of twelfths, so that the
// sums were done by hand: scores s+t for s, t in 0…2 but for the last, 4+3.
func TestByHand(t *testing.T) {
	m := mat.NewDense(3, 3, []float64{0, 1, 2, 1, 2, 3, 2, 3, 7})
	// Row means 1, 2, 4, grand mean 7/3: SS = 3·(16/9 + 1/9 + 25/9) = 14; columns alike. Total SS = 81 − 49 = 32.
	want := []Component{
		{Effect: "system", DF: 2, SS: 14, MS: 7, VarianceRaw: 2, Variance: 2, Share: 0.4},
		{Effect: "topic", DF: 2, SS: 14, MS: 7, VarianceRaw: 2, Variance: 2, Share: 0.4},
		{Effect: "residual", DF: 4, SS: 4, MS: 1, VarianceRaw: 1, Variance: 1, Share: 0.2},
	}
	g := mustStudy(t, m)
	for i, w := range want {
		c := g.Components[i]
		for _, v := range [][2]float64{{c.SS, w.SS}, {c.MS, w.MS}, {c.Variance, w.Variance}, {c.VarianceRaw, w.VarianceRaw}, {c.Share, w.Share}} {
			near(t, w.Effect, v[0], v[1], 1e-13)
		}
		if c.Effect != w.Effect || c.DF != w.DF {
			t.Errorf("got %s with %d df, want %s with %d", c.Effect, c.DF, w.Effect, w.DF)
		}
	}
	near(t, "Eρ²", g.Coefficient(ERho2, 3), 2/(2+1.0/3), 1e-13)
	near(t, "Φ", g.Coefficient(Phi, 3), 2/(2+3.0/3), 1e-13)
	near(t, "SE of residual", g.Components[2].SE, math.Sqrt(2.0/6), 1e-13)
	near(t, "SE of system", g.Components[0].SE, math.Sqrt(2*49.0/4+2.0/6)/3, 1e-13)
	// Eρ² = .8: n = .8·1/(2·.2) = 2 exactly, where rounding must not add a topic; Φ: .8·3/(2·.2) = 6.
	if e, p := g.TopicsFor(ERho2, 0.8, 0.95), g.TopicsFor(Phi, 0.8, 0.95); *e.Topics != 2 || *p.Topics != 6 {
		t.Errorf("topics for .8: %d and %d, want 2 and 6", *e.Topics, *p.Topics)
	}
}

func TestEdges(t *testing.T) {
	equal := make([]float64, 12)
	for i := range equal {
		equal[i] = 0.1
	}
	nan, inf := small(), small()
	nan.Set(3, 1, math.NaN())
	inf.Set(0, 5, math.Inf(-1))
	for _, c := range []struct {
		name   string
		scores *mat.Dense
		is     error
		text   string
	}{
		{"all equal", mat.NewDense(3, 4, equal), ErrNoVariance, ""},
		{"one system", mat.NewDense(1, 4, []float64{1, 2, 3, 4}), stats.ErrTooFewSystems, ": 1, want at least 2"},
		{"one topic", mat.NewDense(4, 1, []float64{1, 2, 3, 4}), stats.ErrTooFew, ": 1, want at least 2"},
		{"NaN", nan, stats.ErrNotFinite, `score "NaN" of system 4 on topic 2`},
		{"infinite", inf, stats.ErrNotFinite, `score "-Inf" of system 1 on topic 6`},
	} {
		_, err := Study(c.scores)
		if !errors.Is(err, c.is) || !strings.Contains(err.Error(), c.text) {
			t.Errorf("%s: got error %v, want %v with %q", c.name, err, c.is, c.text)
		}
		if _, err := WrongOrder(c.scores, 10, Normal); c.is != ErrNoVariance && !errors.Is(err, c.is) {
			t.Errorf("%s: WrongOrder got error %v, want %v", c.name, err, c.is)
		}
	}
}

func TestWarnings(t *testing.T) {
	additive := mat.NewDense(3, 6, nil) // no residual at all, but for rounding
	for i := range 3 {
		for j := range 6 {
			additive.Set(i, j, 0.1*float64(i)+0.7*float64(j)/3)
		}
	}
	negative := mat.NewDense(3, 5, []float64{0, 1, 0, 1, 0, 1, 0, 1, 0, 0.1, 0, 1, 0, 0.1, 1})
	constant := mat.DenseCopyOf(small())
	for i := range 5 {
		constant.Set(i, 1, 0)
		constant.Set(i, 4, 1.0/3)
	}
	same := small()
	same.SetRow(4, same.RawRowView(1))
	one := mat.NewDense(2, 5, []float64{1, 2, 3, 4, 5, 1, 2, 3, 4, 5})
	for _, c := range []struct {
		name   string
		scores *mat.Dense
		want   []string
	}{
		{"usual", small(), nil},
		{"additive", additive, nil},
		{"four topics", mat.DenseCopyOf(small().Slice(0, 5, 0, 4)), []string{WarnFew}},
		{"two systems", mat.DenseCopyOf(small().Slice(0, 2, 0, 6)), []string{WarnFew}},
		{"negative", negative, []string{WarnNegative, WarnNegative}},
		{"constant topics", constant, []string{WarnConstant}},
		{"copies", same, []string{WarnCopies}},
		// Both sums of squares are (0.4 − 0.1)²/4, but for rounding: a variance of 0 is no negative one.
		{"equal mean squares", mat.NewDense(2, 2, []float64{0.1, 0.1, 0.4, 0.1}), []string{WarnFew, WarnConstant}},
		{"all copies", one, []string{WarnFew, WarnConstant, WarnCopies}},
	} {
		g := mustStudy(t, c.scores)
		var got []string
		for _, w := range g.Warnings {
			got = append(got, w.Code)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
		if _, err := json.Marshal(g); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}

	checkNoSystemVariance(t, mustStudy(t, negative))

	g := mustStudy(t, additive)
	if e := g.Estimate(ERho2, 6, 0.95); e != (Estimate{1, 1, 1}) {
		t.Errorf("Eρ² without residual: %v, want 1", e)
	}
	if r := g.TopicsFor(ERho2, 0.99, 0.95); *r.Topics != 1 || *r.Lo != 1 || *r.Hi != 1 {
		t.Errorf("topics needed without residual: %v, want 1", r)
	}

	g = mustStudy(t, constant)
	if diff := cmp.Diff([]int{1, 4}, g.ConstantTopics); diff != "" {
		t.Errorf("constant topics (-want +got):\n%s", diff)
	}
	rest := mat.NewDense(5, 4, nil)
	for j, from := range []int{0, 2, 3, 5} {
		rest.SetCol(j, mat.Col(nil, from, constant))
	}
	wantCoefficients(t, g.WithoutConstant, mustStudy(t, rest))

	g = mustStudy(t, same)
	if diff := cmp.Diff([][]int{{1, 4}}, g.Copies); diff != "" {
		t.Errorf("copies (-want +got):\n%s", diff)
	}
	wantCoefficients(t, g.WithoutCopies, mustStudy(t, mat.DenseCopyOf(same.Slice(0, 4, 0, 6))))
	if diff := cmp.Diff([]int{0, 1, 2, 3}, Distinct(same)); diff != "" {
		t.Errorf("distinct (-want +got):\n%s", diff)
	}

	g = mustStudy(t, one)
	if g.WithoutCopies != nil || g.Coefficient(ERho2, 5) != 0 || g.Coefficient(Phi, 5) != 0 {
		t.Errorf("two copies: %+v, want coefficients 0 and none without copies", g)
	}
	if e := g.Estimate(ERho2, 5, 0.95); e != (Estimate{}) {
		t.Errorf("interval of two copies: %v, want 0", e)
	}
}

func mustStudy(t testing.TB, m mat.Matrix) GStudy {
	t.Helper()
	g, err := Study(m)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func wantCoefficients(t *testing.T, got *Coefficients, want GStudy) {
	t.Helper()
	if got == nil || got.Systems != want.Systems || got.Topics != want.Topics {
		t.Fatalf("got %+v, want those of %d × %d", got, want.Systems, want.Topics)
	}
	near(t, "Eρ²", got.ERho2, want.Coefficient(ERho2, want.Topics), 1e-12)
	near(t, "Φ", got.Phi, want.Coefficient(Phi, want.Topics), 1e-12)
}

// TestStrongest: R's quantile(c(5,4,4,2,1,1,0), type = 7) is 1 at .25 and .3 and 0 at 0 (order statistics, no rounding).
func TestStrongest(t *testing.T) {
	rows := [][]float64{{1, 0}, {5, 5}, {4, 4}, {1, 1}, {2, 2}, {0, 2}, {6, 2}}
	for _, c := range []struct {
		drop float64
		want []int
	}{
		{0, []int{0, 1, 2, 3, 4, 5, 6}},
		{0.25, []int{1, 2, 3, 4, 5, 6}}, // the quantile is 1, and both means of 1 stay
		{0.5, []int{1, 2, 4, 6}},        // 2
		{0.6, []int{1, 2, 6}},           // 0.4·2 + 0.6·4 = 3.2
	} {
		if got := strongest(rows, c.drop); !slices.Equal(got, c.want) {
			t.Errorf("drop %v: got %v, want %v", c.drop, got, c.want)
		}
	}
}

// TestWrongOrder: two systems whose differences are 1, 2, 3: mean 2, standard deviation 1, so z = 2√n. At n = 3 topics
// P(Z > 3.4641016) = 2.6600e-4 (normal tables) and, c = 1/(√π/2) = 2/√π, P(t₂ > √3·√π) = ½(1 − t/√(2+t²)).
func TestWrongOrder(t *testing.T) {
	m := mat.NewDense(4, 3, []float64{1, 2, 3, 2, 4, 6, 1, 2, 3, 0, 1, 2})
	w, err := WrongOrder(m, 3, Normal)
	if err != nil {
		t.Fatal(err)
	}
	if p := w.At(1, 0); math.Abs(p-2.6600e-4) > 5e-9 {
		t.Errorf("normal: got %v, want 2.6600e-4", p)
	}
	for _, c := range []struct {
		i, j int
		want float64
	}{{0, 0, 0.5}, {0, 2, 0.5}, {0, 3, 0}, {3, 0, 1}} {
		if p := w.At(c.i, c.j); p != c.want {
			t.Errorf("(%d, %d): got %v, want %v", c.i, c.j, p, c.want)
		}
	}
	w, err = WrongOrder(m, 3, Student)
	if err != nil {
		t.Fatal(err)
	}
	x := 2 * math.Sqrt(3) / (2 / math.Sqrt(math.Pi))
	near(t, "student", w.At(1, 0), 0.5*(1-x/math.Sqrt(2+x*x)), 1e-12)
	if p := w.At(0, 3); p != 0 {
		t.Errorf("constant difference: got %v, want 0", p)
	}
}
