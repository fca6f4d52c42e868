package stats

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// effectOf computes one entry.
func effectOf(t *testing.T, e *EffectSize, x, y []float64, opt EffectOptions) Effect {
	t.Helper()
	v, err := e.Compute(x, y, opt)
	if err != nil {
		t.Fatal(e.Name, err)
	}
	return v
}

// TestEffectsGolden: Python (scipy) and R on about 20 pairs a matrix.
func TestEffectsGolden(t *testing.T) {
	for _, name := range matrices {
		m, systems := sharedMatrix(t, "golden/matrices/"+name+".csv", 0)
		var pairs []struct {
			A      string `json:"system_a"`
			B      string `json:"system_b"`
			Effect *struct {
				DZ       float64    `json:"cohen_dz"`
				G        float64    `json:"hedges_gz_exact_J"`
				J        float64    `json:"J_exact"`
				ApproxG  float64    `json:"hedges_gz_approx_J"`
				Interval [2]float64 `json:"dz_ci95_noncentral_t"`
				MeanSD   float64    `json:"cohen_d_av"` // that of the mean of the standard deviations
				Average  float64    `json:"cohen_d_pooled_sd"`
				SDA      float64    `json:"sd_a"`
				SDB      float64    `json:"sd_b"`
				R        float64    `json:"correlation_a_b"`
			}
		}
		sharedJSON(t, "golden/pairs/"+name+".pairs.json", &pairs)
		seen := 0
		for _, p := range pairs {
			x, y := m.RawRowView(slices.Index(systems, p.A)), m.RawRowView(slices.Index(systems, p.B))
			what := name + " " + p.A + " " + p.B + " "
			want := p.Effect
			if want == nil { // identical systems
				if v, err := dz.Compute(x, y, EffectOptions{}); err == nil {
					t.Errorf("%sd_z is %g", what, v.Value)
				}
				continue
			}
			seen++
			d := effectOf(t, dz, x, y, EffectOptions{})
			near(t, what+"d_z", d.Value, want.DZ, 1e-9)
			nearAbs(t, what+"lower limit", d.Interval.Lo, want.Interval[0], 1e-9)
			nearAbs(t, what+"upper limit", d.Interval.Hi, want.Interval[1], 1e-9)
			g := effectOf(t, hedgesG, x, y, EffectOptions{})
			near(t, what+"g", g.Value, want.G, 1e-9)
			near(t, what+"J", hedgesJ(len(x)-1), want.J, 1e-9)
			near(t, what+"lower limit of g", g.Interval.Lo, want.J*d.Interval.Lo, 1e-9)
			near(t, what+"upper limit of g", g.Interval.Hi, want.J*d.Interval.Hi, 1e-9)
			// The usual approximation to J is not ours; that it agrees shows that both are of the same df.
			near(t, what+"g by 1 − 3/(4·df − 1)", d.Value*(1-3/float64(4*(len(x)-1)-1)), want.ApproxG, 1e-9)
			near(t, what+"d-mean-sd", effectOf(t, dMeanSD, x, y, EffectOptions{}).Value, want.MeanSD, 1e-9)
			near(t, what+"d-av", effectOf(t, dAverage, x, y, EffectOptions{}).Value, want.Average, 1e-9)
			near(t, what+"Glass's Δ", effectOf(t, glassDelta, x, y, EffectOptions{}).Value, d.Value*describe(x, y).sd/want.SDB, 1e-9)
			near(t, what+"sd of a", spread(x), want.SDA, 1e-9)
			near(t, what+"sd of b", spread(y), want.SDB, 1e-9)
			moments, _, err := momentsOf(x, y, "", EffectOptions{})
			if err != nil {
				t.Fatal(err)
			}
			nearAbs(t, what+"correlation", moments.covariance()/(moments.x*moments.y), want.R, 1e-9)
		}
		if seen < 15 {
			t.Errorf("%s: only %d pairs", name, seen)
		}
	}
}

// TestResidualsGolden: exact rationals and R aov.
func TestResidualsGolden(t *testing.T) {
	var all map[string]struct {
		Anova struct {
			MS     float64 `json:"ms_residual"`
			DF     int     `json:"df_residual"`
			OneWay struct {
				MS float64 `json:"ms_residual"`
				DF int     `json:"df_residual"`
			} `json:"one_way"`
		} `json:"anova_two_way_no_replication"`
	}
	sharedJSON(t, "golden/allpairs/anova_friedman_gtheory_tukey.json", &all)
	for _, name := range matrices {
		m, _ := sharedMatrix(t, "golden/matrices/"+name+".csv", 0)
		two, one := residualsOf(t, m)
		near(t, name+" V_E2", two.MS, all[name].Anova.MS, 1e-9)
		near(t, name+" V_E1", one.MS, all[name].Anova.OneWay.MS, 1e-9)
		if two.DF != all[name].Anova.DF || one.DF != all[name].Anova.OneWay.DF {
			t.Errorf("%s: degrees of freedom %d and %d, want %+v", name, two.DF, one.DF, all[name].Anova)
		}
	}
}

func residualsOf(t *testing.T, scores *mat.Dense) (twoWay, oneWay Residual) {
	t.Helper()
	sources, err := TwoWay(scores)
	if err != nil {
		t.Fatal(err)
	}
	return Residuals(sources)
}

// Sakai's example of three systems on twenty topics, in tenths.
var sakaiTenths = [3][]float64{
	{7, 3, 2, 6, 4, 4, 0, 7, 1, 3, 5, 4, 0, 6, 5, 3, 1, 5, 2, 1},
	{5, 1, 0, 2, 4, 3, 0, 5, 3, 3, 4, 4, 1, 4, 2, 1, 1, 6, 3, 2},
	{0, 0, 2, 1, 3, 3, 1, 2, 4, 4, 4, 3, 3, 2, 2, 2, 1, 5, 4, 3},
}

// sakai20 are its scores.
func sakai20() [3][]float64 {
	var out [3][]float64
	for i, row := range sakaiTenths {
		for _, v := range row {
			out[i] = append(out[i], v/10)
		}
	}
	return out
}

// TestEffectsTwentyTopics: values by R 4.2 (effect sizes and their intervals by its noncentral t).
func TestEffectsTwentyTopics(t *testing.T) {
	s := sakai20()
	two, one := residualsOf(t, rowsOf(s[0], s[1], s[2]))
	opt := EffectOptions{Residual: &two, OneWay: &one}
	d := effectOf(t, dz, s[0], s[1], opt)
	nearAbs(t, "d_z", d.Value, .473098287, 1e-9)
	nearAbs(t, "lower limit", d.Interval.Lo, .004520718, 1e-9)
	nearAbs(t, "upper limit", d.Interval.Hi, .930573463, 1e-9)
	nearAbs(t, "J", hedgesJ(19), .959910353, 1e-9)
	nearAbs(t, "g", effectOf(t, hedgesG, s[0], s[1], opt).Value, .454131944, 1e-9)
	nearAbs(t, "V_E2", two.MS, .0218859649, 1e-10)
	for pair, want := range map[[2]int]float64{{0, 1}: .5070, {0, 2}: .6760, {1, 2}: .1690} {
		v := effectOf(t, es, s[pair[0]], s[pair[1]], opt)
		nearAbs(t, "ES", v.Value, want, 5e-5)
		// By definition: d̄ is a whole number of two-hundredths.
		near(t, "ES_E1", effectOf(t, esOneWay, s[pair[0]], s[pair[1]], opt).Value, v.Value*math.Sqrt(two.MS/one.MS), 1e-12)
	}
	ps := effectOf(t, superiority, s[0], s[1], opt) // 10 won, 5 tied, 5 lost
	near(t, "superiority", ps.Value, .625, 0)
	near(t, "Cliff's δ", effectOf(t, cliff, s[0], s[1], opt).Value, .25, 0)
}

// All effect sizes of a pair beside 102 other systems.
func BenchmarkPairEffects(b *testing.B) {
	m := invented(2, 50, 10_000, 1)
	opt := EffectOptions{Residual: &Residual{.02, 4998}, OneWay: &Residual{.05, 5047}}
	for b.Loop() {
		PairEffects(m.RawRowView(0), m.RawRowView(1), opt)
	}
}
