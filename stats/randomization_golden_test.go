package stats

import (
	"math"
	"math/big"
	"strconv"
	"testing"

	"sigrel/stats/dist"
)

// sharedColumns reads a table of scores whose rows are topics: its columns of numbers by name, from the given one on.
func sharedColumns(t *testing.T, name string, from int) map[string][]float64 {
	t.Helper()
	records := sharedRows(t, name)
	out := map[string][]float64{}
	for i, column := range records[0][from:] {
		for _, record := range records[1:] {
			v, err := strconv.ParseFloat(record[from+i], 64)
			if err != nil {
				t.Fatal(err)
			}
			out[column] = append(out[column], v)
		}
	}
	return out
}

func within(t *testing.T, what string, got, want, relative float64) {
	t.Helper()
	if !(math.Abs(got-want) <= relative*math.Abs(want)) {
		t.Errorf("%s = %.17g, want %.17g", what, got, want)
	}
}

// TestRandomizationGolden: exact counts over all sign vectors, by two implementations of dynamic programming (the
// reference data's README): 71 pairs of real matrices, p from 1e-15 to 1.
func TestRandomizationGolden(t *testing.T) {
	for _, name := range []string{"adhoc7_ap", "adhoc7_p10", "web2012_ndcg20"} {
		t.Run(name, func(t *testing.T) {
			scores := sharedColumns(t, "golden/matrices/"+name+".csv", 0)
			var pairs []struct {
				SystemA string  `json:"system_a"`
				SystemB string  `json:"system_b"`
				Topics  int     `json:"n_topics"`
				Mean    float64 `json:"mean_diff"`
				Exact   struct {
					Two     string `json:"p_two_sided"`
					Greater string `json:"p_greater"`
					Less    string `json:"p_less"`
					Vectors string `json:"sign_vectors"`
					Count   string `json:"count_abs_ge"`
				} `json:"randomization_exact"`
			}
			sharedJSON(t, "golden/pairs/"+name+".pairs.json", &pairs)
			if len(pairs) < 20 {
				t.Fatalf("%d pairs", len(pairs))
			}
			for _, pair := range pairs {
				x, y := scores[pair.SystemA][:pair.Topics], scores[pair.SystemB][:pair.Topics]
				label := pair.SystemA + " " + pair.SystemB + " "
				for alternative, text := range []string{pair.Exact.Two, pair.Exact.Less, pair.Exact.Greater} {
					want, err := strconv.ParseFloat(text, 64)
					if err != nil {
						t.Fatal(err)
					}
					res, err := Randomization(x, y, Options{Alternative: Alternative(alternative)})
					if err != nil {
						t.Fatal(err)
					}
					within(t, label+Alternative(alternative).String(), res.P, want, 1e-12)
					if res.Method != Exact || res.PLo != res.P || res.PHi != res.P || res.Step == 0 {
						t.Errorf("%s: %+v, want exact on a lattice", label, res)
					}
					if math.Abs(res.Estimate-pair.Mean) > 1e-15 {
						t.Errorf("%s: difference %.17g, want %.17g", label, res.Estimate, pair.Mean)
					}
				}
				checkCount(t, label, dist.NewSignedSum(x, y).TwoSided(0.05), pair.Exact.Count, pair.Exact.Vectors)
			}
		})
	}
}

// checkCount compares the count of a tail, over the sign vectors of the differences that are not 0, with want of all.
func checkCount(t *testing.T, label string, tail dist.Tail, want, all string) {
	t.Helper()
	if tail.P == 1 {
		tail.Count, tail.Bits = 2, 1
	}
	if tail.Bits == 0 {
		t.Errorf("%s: not counted: %+v", label, tail)
	}
	share, ok := new(big.Rat).SetString(want + "/" + all)
	got := new(big.Rat).SetFrac(new(big.Int).SetUint64(tail.Count), new(big.Int).Lsh(big.NewInt(1), uint(tail.Bits)))
	if !ok || got.Cmp(share) != 0 {
		t.Errorf("%s: %d of 2^%d, want %s of %s", label, tail.Count, tail.Bits, want, all)
	}
}

// TestRandomizationSakai: the 20-topic example of Sakai's book; p by R's coin package, the interval by enumeration.
func TestRandomizationSakai(t *testing.T) {
	scores := sharedColumns(t, "cases/statistics/sakai20.tsv", 1)
	res, err := Randomization(scores["A"], scores["B"], Options{Intervals: true})
	if err != nil {
		t.Fatal(err)
	}
	within(t, "p", res.P, .06591796875, 0)
	within(t, "difference", res.Estimate, .075, 1e-15)
	if res.Interval == nil || res.Interval.Lo != 0 || math.Abs(res.Interval.Hi-.15) > 1e-15 || res.Interval.Kind != KindSingle {
		t.Errorf("interval %+v, want [0, .150]", res.Interval)
	}
	upper, err := Randomization(scores["A"], scores["B"], Options{Alternative: Greater})
	if err != nil {
		t.Fatal(err)
	}
	within(t, "upper p", upper.P, .032958984375, 0)
}

// TestRandomizationCases: small inputs on which other tools went wrong, with p by enumeration.
func TestRandomizationCases(t *testing.T) {
	for _, c := range []struct {
		file, a, b string
		p          [3]float64 // two-sided, less, greater
	}{
		{"cases/bugs/B36/scores.tsv", "sysA", "sysB", [3]float64{2.0 / (1 << 20), 1, 1.0 / (1 << 20)}},
		{"cases/bugs/B47/scores.tsv", "sysA", "sysB", [3]float64{0.0625, 0.03125, 0.984375}},
	} {
		scores := sharedColumns(t, c.file, 1)
		for alternative, want := range c.p {
			res, err := Randomization(scores[c.a], scores[c.b], Options{Alternative: Alternative(alternative)})
			if err != nil {
				t.Fatal(err)
			}
			within(t, c.file+" "+Alternative(alternative).String(), res.P, want, 0)
		}
	}
}
