package reliability

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"

	"sigrel/stats"
)

func procedure(t *testing.T, test, correction string) *stats.Procedure {
	t.Helper()
	for _, x := range stats.PairedTests() {
		for _, c := range stats.Corrections() {
			if x.Name == test && c.Name == correction {
				return stats.Corrected(x, c)
			}
		}
	}
	t.Fatal(test, correction)
	return nil
}

// Every pair again, by the single test and Bonferroni's correction by hand.
func TestDiscriminate(t *testing.T) {
	m, _ := readMatrix(t, "cases/reliability/adhoc3.csv")
	part := mat.DenseCopyOf(m.Slice(0, 12, 0, 50))
	teams := []int{0, 0, 0, 1, 1, 2, 3, 4, 5, 6, 7, 8}
	got, err := Discriminate(part, procedure(t, "t", "bonferroni"), teams, stats.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var p []float64
	var runs, between Discriminated
	smallest, largest := math.Inf(1), 0.0
	for _, pair := range stats.AllPairs(12) {
		x, y := part.RawRowView(pair[0]), part.RawRowView(pair[1])
		r, err := stats.TTest(x, y, stats.Options{})
		if err != nil {
			t.Fatal(err)
		}
		p = append(p, r.P)
		for _, d := range []struct {
			to *Discriminated
			in bool
		}{{&runs, true}, {&between, teams[pair[0]] != teams[pair[1]]}} {
			if d.in {
				d.to.Pairs++
				d.to.Raw += one(r.P <= 0.05)
				d.to.Adjusted += one(66*r.P <= 0.05)
			}
		}
		if r.P <= 0.05 {
			smallest = min(smallest, math.Abs(r.Estimate))
		} else {
			largest = max(largest, math.Abs(r.Estimate))
		}
	}
	for _, d := range []*Discriminated{&runs, &between} {
		d.Share, d.AdjustedShare = float64(d.Raw)/float64(d.Pairs), float64(d.Adjusted)/float64(d.Pairs)
	}
	if runs.Pairs != 66 || between.Pairs != 62 || runs.Raw == runs.Adjusted || runs.Raw == 66 {
		t.Fatalf("a poor example: %+v %+v", runs, between)
	}
	if diff := cmp.Diff([]Discriminated{runs, between}, []Discriminated{got.Runs, *got.Teams}); diff != "" {
		t.Error(diff)
	}
	slices.Sort(p)
	slices.Reverse(p)
	for i, c := range got.Curve {
		if c.Rank != i+1 || c.P != p[i] {
			t.Errorf("curve at %d: %+v, want %v", i+1, c, p[i])
		}
	}
	near(t, "smallest significant", *got.Least.Smallest, smallest, 1e-12)
	near(t, "largest not significant", *got.Least.Largest, largest, 1e-12)
	if got.Floor != nil || got.Test != "t" || got.Procedure != "t+bonferroni" {
		t.Errorf("%+v", got)
	}
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

// What a pair needs at α is what makes its t the critical value: 1, 2, 3, 4 has the mean 2.5 and the standard error √(5/12);
// with 3 degrees of freedom t is 3.182446305284263 (R 4.2.2, qt(.975, 3)).
func TestLeastSignificant(t *testing.T) {
	m := mat.NewDense(3, 4, []float64{1, 2, 3, 4, 0, 0, 0, 0, 5, 5, 5, 5})
	got, err := Discriminate(m, procedure(t, "t", "none"), nil, stats.Options{})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "median", *got.Least.Median, 3.182446305284263*math.Sqrt(5.0/12), 1e-12)
	near(t, "greatest", *got.Least.Greatest, 3.182446305284263*math.Sqrt(5.0/12), 1e-12)
	if got.Teams != nil {
		t.Error("teams are not known")
	}
}

// Drawn p's have a floor; exact ones have none.
func TestDiscriminationFloor(t *testing.T) {
	m := mat.NewDense(2, 4, []float64{1, 2, 3, 4, 0, 0, 0, 0})
	f := stats.Family{Systems: 2, Alpha: 0.05, Replicates: 999, Pairs: []stats.Pair{{I: 0, J: 1, Adjusted: 0.25,
		Result: stats.Result{P: 0.125, Method: stats.MonteCarlo}}}}
	if got := Discriminating(m, f, nil); got.Floor == nil || *got.Floor != 0.001 {
		t.Errorf("floor %v, want 1/1000", got.Floor)
	}
	f.Pairs[0].Result.Method = stats.Exact // the procedure drew, the test beside it did not
	if got := Discriminating(m, f, nil); got.Floor != nil {
		t.Errorf("floor %v of exact p", *got.Floor)
	}
}

func TestCurveIsThinned(t *testing.T) {
	p := make([]float64, 5253)
	for i := range p {
		p[i] = float64(i+1) / 5253
	}
	got := curve(p)
	if len(got) > MaxCurve || got[0] != (CurvePoint{1, 1}) || got[len(got)-1] != (CurvePoint{5253, 1.0 / 5253}) {
		t.Errorf("%d points, from %+v to %+v", len(got), got[0], got[len(got)-1])
	}
	if got := curve(nil); len(got) != 0 {
		t.Error(got)
	}
}
