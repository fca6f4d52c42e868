package reliability

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"sigrel/stats"
	"sigrel/stats/resample"
)

// splitCase is splithalf_exact_expected.json: all 462 splits of Brennan's synthetic data set 4, enumerated by a program
// of its own.
type splitCase struct {
	Splits   int     `json:"n_splits"`
	Pearson  float64 `json:"pearson_mean"`
	SBOfMean float64 `json:"pearson_sb_of_mean"`
	SBMean   float64 `json:"pearson_sb_mean_of_stepped"`
	Median   float64 `json:"pearson_median"`
	Spearman float64 `json:"spearman_mean"`
	Tau      float64 `json:"tau_b_mean"`
	FR       float64 `json:"flanagan_rulon_mean"`
	FRMax    float64 `json:"flanagan_rulon_max(lambda4)"`
	FRMin    float64 `json:"flanagan_rulon_min"`
	Alpha    float64 `json:"cronbach_alpha"`
	OddEven  struct {
		Pearson float64 `json:"pearson"`
	} `json:"odd_even"`
	Swap struct {
		Comparisons int                                     `json:"comparisons"`
		Swaps       int                                     `json:"swaps"`
		Ties        int                                     `json:"ties_in_either_half"`
		RateAll     float64                                 `json:"swap_rate_all"`
		Rate        float64                                 `json:"swap_rate_excluding_ties"`
		Bins        map[string]struct{ N, Swaps, Ties int } `json:"by_abs_diff_in_first_half_sum"`
	} `json:"swap"`
	Errors []struct {
		M         int     `json:"m"`
		Fuzziness float64 `json:"fuzziness"`
		Error     float64 `json:"error_rate"`
		Tie       float64 `json:"tie_rate"`
		N         int     `json:"n"`
	} `json:"buckley_voorhees"`
}

func readSplitCase(t *testing.T) (splitCase, *mat.Dense) {
	t.Helper()
	var want splitCase
	readJSON(t, "cases/reliability/splithalf_exact_expected.json", &want)
	m, _ := readMatrix(t, "cases/reliability/synthetic4.csv")
	return want, m
}

func TestSplitHalfEnumerated(t *testing.T) {
	want, m := readSplitCase(t)
	got, err := Split(m, SplitOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if got.Splits != want.Splits || !got.Exact || got.Half != 6 || got.Dropped != 0 {
		t.Errorf("splits: %+v", got)
	}
	near(t, "Pearson", *got.Pearson.Mean, want.Pearson, 1e-12)
	near(t, "Pearson, median", *got.Pearson.Median, want.Median, 1e-12)
	near(t, "Spearman-Brown of the mean", *got.SpearmanBrown, want.SBOfMean, 1e-12)
	near(t, "Spearman", *got.Spearman.Mean, want.Spearman, 1e-12)
	near(t, "tau", *got.Tau.Mean, want.Tau, 1e-12)
	near(t, "Flanagan-Rulon", *got.FlanaganRulon.Mean, want.FR, 1e-12)
	near(t, "lambda 4", *got.FlanaganRulon.Max, want.FRMax, 1e-12)
	near(t, "Flanagan-Rulon, least", *got.FlanaganRulon.Min, want.FRMin, 1e-12)
	g, err := Study(m)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "mean Flanagan-Rulon and Eρ²", *got.FlanaganRulon.Mean, g.Coefficient(ERho2, 12), 1e-12)
	// The two that are not summed up: the mean of the stepped-up values, and the split by odd and even topics.
	all, _ := splits(12, 6, resample.Plan{})
	a, b := make([]float64, 10), make([]float64, 10)
	_, rows, _ := table(m)
	stepped := 0.0
	for _, s := range all {
		sums(a, rows, s.a)
		sums(b, rows, s.b)
		r := compareHalves(a, b, 6)[0]
		stepped += *spearmanBrown(r, 2) / float64(len(all))
		if slices.Equal(s.a, []int{0, 2, 4, 6, 8, 10}) {
			near(t, "odd and even", r, want.OddEven.Pearson, 1e-12)
		}
	}
	near(t, "mean of Spearman-Brown", stepped, want.SBMean, 1e-12)
}

// The mean of Flanagan and Rulon's coefficient over all splits is Cronbach's α (Cronbach 1951), and so Eρ², of any matrix.
func TestFlanaganRulonIsERho2(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := randomScores(t, rapid.IntRange(3, 6).Draw(t, "systems"), 2*rapid.IntRange(2, 4).Draw(t, "half"))
		got, err := Split(m, SplitOptions{})
		if err != nil || got.FlanaganRulon.Mean == nil {
			return // all systems tie
		}
		sources, err := stats.TwoWay(m)
		if err != nil {
			t.Fatal(err)
		}
		want := 1 - sources[2].MS/sources[0].MS // α by the analysis of variance (Hoyt 1941): negative where Eρ² is 0
		if math.Abs(*got.FlanaganRulon.Mean-want) > 1e-9*max(1, math.Abs(want)) {
			t.Fatalf("mean Flanagan-Rulon %.15g, α %.15g", *got.FlanaganRulon.Mean, want)
		}
	})
}

// The order of systems and of topics is nothing to an exact split-half analysis; neither is which half is which, since it
// follows from the order of topics.
func TestSplitHalfKnowsNoOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k, n := rapid.IntRange(3, 5).Draw(t, "systems"), rapid.IntRange(4, 7).Draw(t, "topics")
		m := randomScores(t, k, n)
		x, err := Split(m, SplitOptions{})
		if err != nil {
			t.Fatal(err)
		}
		y, err := Split(rearranged(m, permutation(t, k, "rows"), permutation(t, n, "columns")), SplitOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(x, y, approximately(1e-9)); diff != "" {
			t.Fatal(diff)
		}
	})
}

// Splits by hand: of four topics the three ways to halve them, of five all fifteen ways to leave one out and halve.
func TestSplitsByHand(t *testing.T) {
	all, exact := splits(4, 2, resample.Plan{})
	want := []halves{{[]int{0, 1}, []int{2, 3}}, {[]int{0, 2}, []int{1, 3}}, {[]int{0, 3}, []int{1, 2}}}
	if diff := cmp.Diff(want, all, cmp.AllowUnexported(halves{})); diff != "" || !exact {
		t.Error(exact, diff)
	}
	for _, c := range []struct{ topics, size, want int }{{5, 2, 15}, {6, 1, 15}, {14, 7, 1716}, {7, 3, 70}} {
		all, exact := splits(c.topics, c.size, resample.Plan{})
		if len(all) != c.want || !exact {
			t.Errorf("%d topics in sets of %d: %d splits, want %d", c.topics, c.size, len(all), c.want)
		}
		seen := make(map[[2]string]bool)
		for _, h := range all {
			if len(h.a) != c.size || len(h.b) != c.size || slices.ContainsFunc(h.a, func(x int) bool { return slices.Contains(h.b, x) }) {
				t.Fatalf("not disjoint: %v", h)
			}
			seen[[2]string{text(h.a), text(h.b)}], seen[[2]string{text(h.b), text(h.a)}] = true, true
		}
		if len(seen) != 2*c.want {
			t.Errorf("%d topics in sets of %d: %d different splits", c.topics, c.size, len(seen)/2)
		}
	}
	if all, exact := splits(15, 7, resample.Plan{}); exact || len(all) != DefaultSplits {
		t.Errorf("15 topics: %d splits, exact %v; there are 25,740, which are drawn", len(all), exact)
	}
}

func text(v []int) string {
	var b []byte
	for _, x := range v {
		b = append(b, byte('a'+x))
	}
	return string(b)
}

// Drawn splits agree with all splits within chance: 5,000 of the 1,716 of 14 topics, within 5 standard errors.
func TestDrawnSplits(t *testing.T) {
	m, _ := readMatrix(t, "cases/reliability/adhoc3.csv")
	part := mat.DenseCopyOf(m.Slice(0, 8, 0, 14))
	exact, err := Split(part, SplitOptions{})
	if err != nil || !exact.Exact {
		t.Fatal(exact.Exact, err)
	}
	_, rows, _ := table(part)
	sum, n := 0.0, 0
	for _, block := range resample.Map(resample.Plan{Seed: 7, Replicates: 5000}, "test", func(b resample.Block) []float64 {
		var out []float64
		for range b.Hi - b.Lo {
			order := b.Rand.Perm(14)
			x, y := make([]float64, 8), make([]float64, 8)
			sums(x, rows, order[:7])
			sums(y, rows, order[7:])
			out = append(out, compareHalves(x, y, 7)[0])
		}
		return out
	}) {
		for _, v := range block {
			sum, n = sum+v, n+1
		}
	}
	if got, se := sum/float64(n), *exact.Pearson.SD/math.Sqrt(float64(n)); math.Abs(got-*exact.Pearson.Mean) > 5*se {
		t.Errorf("drawn %.5f, exact %.5f, standard error %.5f", got, *exact.Pearson.Mean, se)
	}
	// And those that the package draws, of more topics: each topic is in each half as often as in the other.
	all, drawn := splits(50, 20, resample.Plan{Seed: 1, Replicates: 4000})
	if drawn || len(all) != 4000 {
		t.Fatal(drawn, len(all))
	}
	var in [2][50]int
	for _, h := range all {
		for i := range h.a {
			in[0][h.a[i]]++
			in[1][h.b[i]]++
		}
	}
	for half := range in {
		for topic, times := range in[half] { // binomial(4000, .4): standard deviation 31
			if math.Abs(float64(times)-1600) > 5*31 {
				t.Errorf("topic %d is in half %d %d times, want about 1600", topic, half, times)
			}
		}
	}
}

func TestSplitHalfEdges(t *testing.T) {
	constant := mat.NewDense(3, 4, []float64{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1})
	got, err := Split(constant, SplitOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for name, s := range map[string]Spread{"r": got.Pearson, "ρ": got.Spearman, "τ": got.Tau, "τ_AP": got.TauAP, "Flanagan-Rulon": got.FlanaganRulon} {
		if s.Mean != nil || s.Undefined != 3 || s.Reason == "" {
			t.Errorf("%s of a constant matrix: %+v", name, s)
		}
	}
	if got.SpearmanBrown != nil || len(got.Fan.Forms) != 0 || got.Fan.Reason == "" || *got.RMSE.Mean != 0 {
		t.Errorf("constant matrix: %+v", got)
	}
	// Two halves that tie in one split of three: topics 1 and 2 against 3 and 4.
	part := mat.NewDense(3, 4, []float64{1, 0, 0, 3, 0, 1, 1, 1, 1, 0, 2, 0})
	if got, err = Split(part, SplitOptions{}); err != nil || got.Pearson.Undefined != 1 || got.Pearson.Mean == nil {
		t.Errorf("a half that ties: %+v, %v", got.Pearson, err)
	}
	if _, err := Split(mat.NewDense(2, 4, nil), SplitOptions{}); !errors.Is(err, stats.ErrTooFewSystems) {
		t.Errorf("two systems: %v", err)
	}
	if _, err := Split(mat.NewDense(3, 3, nil), SplitOptions{}); !errors.Is(err, stats.ErrTooFew) {
		t.Errorf("three topics: %v", err)
	}
	if v := spearmanBrown(-0.9, 2); v != nil {
		t.Errorf("Spearman-Brown of −.9 is %v: it does not exist", *v) // −1.8/.1
	}
}

func TestSplitHalfProcessors(t *testing.T) {
	m, _ := readMatrix(t, "cases/reliability/adhoc3.csv")
	var first SplitHalf
	for i, workers := range []int{1, 3} {
		got, err := Split(m, SplitOptions{Plan: resample.Plan{Seed: 3, Replicates: 200, Workers: workers}})
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			first = got
		} else if diff := cmp.Diff(first, got); diff != "" {
			t.Error(diff)
		}
	}
	if first.Exact || first.Splits != 200 || len(first.Fan.Forms) != 3 {
		t.Errorf("%+v", first)
	}
}
