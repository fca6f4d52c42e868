package stats

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"sigrel/stats/dist"
	"sigrel/stats/resample"
)

// maxTGolden is what a numpy program found on 12 systems of three real matrices, with b/B for p.
type maxTGolden struct {
	Matrix   string
	Systems  []string
	AllPairs struct {
		B     float64
		Pairs []struct {
			A, B string
			T    float64 `json:"abs_t"`
			P    float64 `json:"p_single_step"`
			SE   float64 `json:"mc_se"`
		}
	} `json:"westfall_young_maxT_all_pairs"`
	Baseline struct {
		B           float64
		Baseline    string
		Comparisons []struct {
			System string
			T      float64 `json:"abs_t"`
			Single float64 `json:"p_single_step"`
			Down   float64 `json:"p_step_down"`
		}
	} `json:"westfall_young_maxT_vs_baseline"`
}

// TestMaxTGolden: single-step of all pairs (1e6 permutations) and both against a baseline (2e5 sign vectors), within five
// standard errors of both programs together. A count of 0 or B has no standard error of its own.
func TestMaxTGolden(t *testing.T) {
	var cases []maxTGolden
	sharedJSON(t, "golden/resampling/randomised_tukey_and_maxT_12_systems.json", &cases)
	close := func(what string, f Family, got Pair, want, draws float64) {
		t.Helper()
		own := float64(f.Replicates)
		p := min(max(want, 1/own), 1-1/own)
		nearAbs(t, what, got.Adjusted, want, 5*math.Sqrt(p*(1-p)*(1/own+1/draws))+1/own)
	}
	plan := resample.Plan{Seed: 1, Replicates: 6000}
	for _, c := range cases {
		all, names := sharedMatrix(t, "golden/matrices/"+c.Matrix+".csv", 0)
		rows := make([][]float64, len(c.Systems))
		for i, s := range c.Systems {
			rows[i] = all.RawRowView(slices.Index(names, s))
		}
		m := rowsOf(rows...)
		f, err := MaxT(m, Options{Test: tTest, Plan: plan})
		if err != nil {
			t.Fatal(err)
		}
		if len(f.Pairs) != 66 || len(c.AllPairs.Pairs) != 66 {
			t.Fatalf("%d pairs, want %d", len(f.Pairs), len(c.AllPairs.Pairs))
		}
		for i, want := range c.AllPairs.Pairs {
			near(t, c.Matrix+" t", math.Abs(*f.Pairs[i].Result.Statistic), want.T, 1e-9)
			close(c.Matrix+" "+want.A+" "+want.B, f, f.Pairs[i], want.P, c.AllPairs.B)
		}
		var pairs [][2]int
		baseline := slices.Index(c.Systems, c.Baseline.Baseline)
		for _, want := range c.Baseline.Comparisons {
			pairs = append(pairs, [2]int{slices.Index(c.Systems, want.System), baseline})
		}
		for _, procedure := range []*Procedure{maxT, maxTStepDown} {
			f, err := procedure.Run(m, Options{Test: tTest, Plan: plan, Pairs: pairs})
			if err != nil {
				t.Fatal(err)
			}
			for i, want := range c.Baseline.Comparisons {
				p := want.Single
				if procedure == maxTStepDown {
					p = want.Down
				}
				close(c.Matrix+" "+procedure.Name+" "+want.System, f, f.Pairs[i], p, c.Baseline.B)
			}
		}
	}
}

// TestMaxTExactGolden: all 2^12 sign vectors by R's multtest, mt.maxT with complete enumeration: equal counts.
func TestMaxTExactGolden(t *testing.T) {
	var cases []struct {
		Kind, Matrix string
		Columns      []int
		TopicRows    []int   `json:"topic_rows"`
		SignVectors  float64 `json:"sign_vectors"`
		Comparisons  []struct {
			Single float64 `json:"count_single_step"`
			Down   float64 `json:"p_step_down"`
		}
	}
	sharedJSON(t, "golden/resampling/exact_small_cases.json", &cases)
	n := 0
	for _, c := range cases {
		if c.Kind != "maxT_vs_baseline_exact" {
			continue
		}
		n++
		all, _ := sharedMatrix(t, "golden/matrices/"+c.Matrix+".csv", 0)
		rows := make([][]float64, len(c.Columns)) // numbered from 1, as the topics are
		for i, column := range c.Columns {
			rows[i] = all.RawRowView(column - 1)[c.TopicRows[0]-1 : c.TopicRows[1]]
		}
		for _, procedure := range []*Procedure{maxT, maxTStepDown} {
			f, err := procedure.Run(rowsOf(rows...), Options{Test: tTest, Pairs: against(0, len(rows))})
			if err != nil {
				t.Fatal(err)
			}
			for i, want := range c.Comparisons {
				p := want.Single / c.SignVectors
				if procedure == maxTStepDown {
					p = want.Down
				}
				if f.Pairs[i].Adjusted != p || f.Replicates != 0 {
					t.Errorf("%s %s %d: %g of %d replicates, want %g", c.Matrix, procedure.Name, i, f.Pairs[i].Adjusted, f.Replicates, p)
				}
			}
		}
	}
	if n != 3 {
		t.Errorf("%d cases", n)
	}
}

// TestMaxTFamilywise: under an exchangeable null any claim is made in at most α of all families; with equal means and
// unequal variances, where randomized Tukey HSD claims too much, the share is printed.
func TestMaxTFamilywise(t *testing.T) {
	if !*long {
		t.Skip("-long")
	}
	const families, systems, topics = 1000, 10, 24
	for _, wild := range []float64{1, 6} {
		for name, pairs := range map[string][][2]int{"all pairs": AllPairs(systems), "baseline": against(0, systems)} {
			claims := map[string]int{}
			for seed := range uint64(families) {
				source := resample.Source(seed, "null", 0)
				m := mat.NewDense(systems, topics, nil)
				for i := range systems {
					for n := range topics {
						z := dist.NormalQuantile((float64(source.Uint64()>>12) + .5) / (1 << 52))
						if i < 2 {
							z *= wild
						}
						m.Set(i, n, z)
					}
				}
				for _, procedure := range []*Procedure{randomizedTukey, maxT, maxTStepDown} {
					f, err := procedure.Run(m, Options{Test: tTest, Pairs: pairs, Plan: resample.Plan{Replicates: 499, Seed: seed}})
					if err != nil {
						t.Fatal(err)
					}
					if slices.ContainsFunc(f.Pairs, func(p Pair) bool { return p.Adjusted <= .05 }) {
						claims[procedure.Name]++
					}
				}
			}
			for procedure, n := range claims {
				// 3.09 standard errors: the 99.9 % binomial limit.
				if limit := .05*families + 3.09*math.Sqrt(.05*.95*families); wild == 1 && float64(n) > limit {
					t.Errorf("%s, %s: %d of %d families with a false claim, limit %.0f", name, procedure, n, families, limit)
				}
				t.Logf("%s, %s, two systems with %g times the sd: %d of %d families with a false claim", name, procedure, wild, n, families)
			}
		}
	}
}
