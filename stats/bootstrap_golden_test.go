package stats

import (
	"math"
	"testing"

	"sigrel/stats/dist"
)

// idealBootstrap is what the reference data say of the bootstrap with infinitely many resamples.
type idealBootstrap struct {
	SE      float64 `json:"bootstrap_se"`
	Q005    float64 `json:"quantile_0.005"`
	Q025    float64 `json:"quantile_0.025"`
	Q05     float64 `json:"quantile_0.05"`
	Q95     float64 `json:"quantile_0.95"`
	Q975    float64 `json:"quantile_0.975"`
	Q995    float64 `json:"quantile_0.995"`
	Two     float64 `json:"shift_test_p_two_sided"`
	Greater float64 `json:"shift_test_p_greater"`
	Less    float64 `json:"shift_test_p_less"`
	AtMost0 float64 `json:"prob_mean_le_0"`
	AtLeast float64 `json:"prob_mean_ge_0"`
}

type bootstrapPair struct {
	SystemA string          `json:"system_a"`
	SystemB string          `json:"system_b"`
	Topics  int             `json:"n_topics"`
	Mean    float64         `json:"mean_diff"`
	Ideal   *idealBootstrap `json:"bootstrap_ideal"`
	Sakai   *struct {
		B  int     `json:"B"`
		P  float64 `json:"p_two_sided"`
		SE float64 `json:"mc_se"`
	} `json:"bootstrap_studentized_sakai"`
}

// eachBootstrapPair calls f for the pairs of three matrices that have reference values.
func eachBootstrapPair(t *testing.T, f func(t *testing.T, matrix string, pair bootstrapPair, x, y []float64)) {
	for _, name := range []string{"adhoc7_ap", "adhoc7_p10", "web2012_ndcg20"} {
		t.Run(name, func(t *testing.T) {
			scores := sharedColumns(t, "golden/matrices/"+name+".csv", 0)
			var pairs []bootstrapPair
			sharedJSON(t, "golden/pairs/"+name+".pairs.json", &pairs)
			count := 0
			for _, pair := range pairs {
				if pair.Ideal != nil && testing.Short() && count%4 > 0 {
					count++
				} else if pair.Ideal != nil {
					f(t, name, pair, scores[pair.SystemA][:pair.Topics], scores[pair.SystemB][:pair.Topics])
					count++
				}
			}
			if count != 20 {
				t.Errorf("%d pairs", count)
			}
		})
	}
}

// TestBootstrapLawGolden: convolutions by another program (the reference data's README). Its values for web2012, by
// Fourier transform, and its zeros are right to 1e-14 absolute, it says; two sums of two tails are off by 1.2e-14, as
// the direct convolution below shows, so 2e-14 are allowed.
func TestBootstrapLawGolden(t *testing.T) {
	eachBootstrapPair(t, func(t *testing.T, matrix string, pair bootstrapPair, x, y []float64) {
		law, want := dist.NewBootstrapLaw(x, y), pair.Ideal
		label := pair.SystemA + " " + pair.SystemB + " "
		check := func(what string, got, want float64) {
			t.Helper()
			if matrix == "web2012_ndcg20" || want == 0 {
				nearAbs(t, label+what, got, want, 2e-14)
			} else {
				near(t, label+what, got, want, 1e-10)
			}
		}
		near(t, label+"SD", law.SD(), want.SE, 1e-10)
		for p, q := range map[float64]float64{.005: want.Q005, .025: want.Q025, .05: want.Q05, .95: want.Q95,
			.975: want.Q975, .995: want.Q995} {
			near(t, label+"quantile", law.Quantile(p), q, 1e-12)
		}
		check("P(mean* ≤ 0)", law.AtMost(0), want.AtMost0)
		check("P(mean* ≥ 0)", law.AtLeast(0), want.AtLeast)
		for alt, p := range []float64{want.Two, want.Less, want.Greater} {
			res, err := BootstrapShift(x, y, Options{Alternative: Alternative(alt)})
			if err != nil {
				t.Fatal(err)
			}
			check("shift "+Alternative(alt).String(), res.P, p)
			if math.Abs(res.Estimate-pair.Mean) > 1e-15 || !(res.PLo <= res.P && res.P <= res.PHi) {
				t.Errorf("%s%+v", label, res)
			}
			// A lattice of 10^-5 is too fine to be scanned whole.
			if res.Method != Exact && (matrix != "web2012_ndcg20" || res.PHi-res.PLo > 1e-8*res.P) {
				t.Errorf("%sp = %g in [%g, %g], %v", label, res.P, res.PLo, res.PHi, res.Method)
			}
		}
	})
}

// TestBootstrapShiftDirect: the two pairs at which the reference is least exact, by direct convolution of the halves on
// the lattice of 10^-5 in numpy, all terms positive, summed by math.fsum.
func TestBootstrapShiftDirect(t *testing.T) {
	scores := sharedColumns(t, "golden/matrices/web2012_ndcg20.csv", 0)
	for _, c := range []struct {
		a, b string
		p    float64
	}{{"run10", "run24", 8.8366820617268312e-05}, {"run38", "run11", .0017812190691038413}} {
		res, err := BootstrapShift(scores[c.a], scores[c.b], Options{})
		if err != nil {
			t.Fatal(err)
		}
		near(t, c.a+" "+c.b, res.P, c.p, 1e-12)
	}
}

// TestBootstrapGolden: Sakai's test by a Monte Carlo program with 10^6 draws.
func TestBootstrapGolden(t *testing.T) {
	exact := 0
	eachBootstrapPair(t, func(t *testing.T, matrix string, pair bootstrapPair, x, y []float64) {
		res, err := Bootstrap(x, y, Options{})
		if err != nil {
			t.Fatal(err)
		}
		label := pair.SystemA + " " + pair.SystemB
		own := 0.0
		if res.Method == MonteCarlo {
			own = res.P * (1 - res.P) / 100_000
		} else {
			exact++
		}
		nearAbs(t, label, res.P, pair.Sakai.P, 5*math.Sqrt(pair.Sakai.SE*pair.Sakai.SE+own))
		if !(res.PLo <= res.P && res.P <= res.PHi) || (res.Method == Exact) != (res.PLo == res.PHi) {
			t.Errorf("%s: %+v", label, res)
		}
		nearAbs(t, label+" difference", res.Estimate, pair.Mean, 1e-15)
	})
	if exact < 10 && !testing.Short() {
		t.Errorf("only %d p's are exact", exact)
	}
}

// fixedDraws are draws of topics given by the reference data, and the intervals that R's boot made of them.
type fixedDraws struct {
	ID          string    `json:"id"`
	Differences []float64 `json:"differences"`
	Indices     string    `json:"index_file"`
	Intervals   []struct {
		Statistic    string      `json:"statistic"`
		Confidence   float64     `json:"conf"`
		Estimate     float64     `json:"t0"`
		Below        int         `json:"count_t_less_t0"`
		Z0           float64     `json:"z0"`
		Acceleration float64     `json:"acceleration_jackknife_R"`
		Centred      float64     `json:"acceleration_jackknife_centred_on_jackknife_mean"`
		BCa          [2]float64  `json:"bca"`
		Percentile   [2]float64  `json:"percentile_R_norm_inter"`
		Basic        [2]float64  `json:"basic"`
		Normal       [2]float64  `json:"normal_bias_corrected"`
		Studentized  *[2]float64 `json:"studentized"`
	} `json:"intervals"`
}

// TestBootstrapIntervalsR: R's boot.ci on given draws. Its z0 counts ties as not below, which our [midrankZ0] does not.
func TestBootstrapIntervalsR(t *testing.T) {
	var file struct{ Cases []fixedDraws }
	sharedJSON(t, "golden/bootstrap_fixed_indices/bootstrap_intervals.json", &file)
	if len(file.Cases) < 3 {
		t.Fatalf("%d cases", len(file.Cases))
	}
	for _, c := range file.Cases {
		var means, dz, t0 []float64
		whole := describe(c.Differences, make([]float64, len(c.Differences)))
		for _, row := range sharedRows(t, "golden/bootstrap_fixed_indices/"+c.Indices) {
			drawn := make([]float64, len(row))
			for i, cell := range row {
				drawn[i] = c.Differences[int(number(t, cell))-1]
			}
			d := describe(drawn, make([]float64, len(drawn)))
			means, dz, t0 = append(means, d.Mean), append(dz, d.Mean/d.sd), append(t0, (d.Mean-whole.Mean)/d.se())
		}
		for _, want := range c.Intervals {
			r, jackknife := means, JackknifeTopics(len(c.Differences), func(topics []int) float64 {
				drawn := make([]float64, len(topics))
				for i, topic := range topics {
					drawn[i] = c.Differences[topic]
				}
				d := describe(drawn, make([]float64, len(drawn)))
				if want.Statistic == "dz" {
					return d.Mean / d.sd
				}
				return d.Mean
			})
			if want.Statistic == "dz" {
				r = dz
			}
			label := c.ID + " " + want.Statistic + " "
			check := func(kind string, got Interval, warnings []Warning, ends [2]float64) {
				t.Helper()
				near(t, label+kind+" lower", got.Lo, ends[0], 1e-9)
				near(t, label+kind+" upper", got.Hi, ends[1], 1e-9)
				if got.Kind != kind || got.Confidence != want.Confidence || warnings != nil {
					t.Errorf("%s: %+v, warnings %+v", label, got, warnings)
				}
			}
			iv, warnings := PercentileInterval(r, want.Estimate, want.Confidence)
			check(KindPercentile, iv, warnings, want.Percentile)
			iv, warnings = BasicInterval(r, want.Estimate, want.Confidence)
			check(KindBasic, iv, warnings, want.Basic)
			iv, warnings = NormalInterval(r, want.Estimate, want.Confidence)
			check(KindNormal, iv, warnings, want.Normal)
			near(t, label+"acceleration", acceleration(jackknife), want.Centred, 1e-9)
			sorted, _ := newReplicates(r, want.Estimate, want.Confidence)
			strict := normalPoint(float64(want.Below), float64(len(r)-want.Below))
			near(t, label+"z0", strict, want.Z0, 1e-9)
			iv, warnings = sorted.bca(strict, want.Acceleration, nil)
			check(KindBCa, iv, warnings, want.BCa)
			if want.Studentized != nil {
				t, _ := newReplicates(t0, 0, want.Confidence)
				between, warnings := t.percentile(nil)
				between.Lo, between.Hi = whole.Mean-between.Hi*whole.se(), whole.Mean-between.Lo*whole.se()
				check(KindPercentile, between, warnings, *want.Studentized)
			}
		}
	}
}
