package stats

import (
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"sigrel/stats/resample"
)

// TestAgreementGolden: changes of rank and what the tops share, where the order of
// columns decides who belongs to the first ten, or is the first, among systems that tie.
func TestAgreementGolden(t *testing.T) {
	var doc struct {
		Comparisons []struct {
			ID         string
			X          []float64 `json:"x_sum_integer"`
			Y          []float64 `json:"y_sum_integer"`
			Concordant int
			Discordant int
			TiedX      int     `json:"tied_in_x"`
			TiedY      int     `json:"tied_in_y"`
			Both       int     `json:"tied_in_both"`
			Max        float64 `json:"max_rank_change"`
			Mean       float64 `json:"mean_abs_rank_change"`
			Same       bool    `json:"same_top1"`
			Overlap    int     `json:"overlap_top10"`
			A          float64 `json:"kendall_tau_a"`
			B          float64 `json:"kendall_tau_b"`
		}
	}
	sharedJSON(t, "golden/rank_correlation/rank_correlation.json", &doc)
	for _, c := range doc.Comparisons {
		got, err := AgreeMeans(c.X, c.Y, AgreementOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if got.MaxRankChange != c.Max || (got.WinnersA[0] == got.WinnersB[0]) != c.Same {
			t.Errorf("%s: %g, %v and %v, want %g, %t", c.ID, got.MaxRankChange, got.WinnersA, got.WinnersB, c.Max, c.Same)
		}
		if one := len(got.WinnersA) == 1 && len(got.WinnersB) == 1; got.SameWinner != (c.Same && one) {
			t.Errorf("%s: the same winner %t, %v and %v", c.ID, got.SameWinner, got.WinnersA, got.WinnersB)
		}
		near(t, c.ID+" mean change", got.MeanChange, c.Mean, 1e-12)
		want := PairOrders{c.Concordant, c.Discordant, c.TiedX - c.Both, c.TiedY - c.Both, c.Both, got.Pairs.Balance}
		near(t, c.ID+" τ_a, ties as neither", got.Pairs.Balance, c.A, 1e-12)
		if got.Pairs != want {
			t.Errorf("%s: pairs %+v, want %+v", c.ID, got.Pairs, want)
		}
		near(t, c.ID+" τ_b", *got.coefficient(t, "tau-b").Value, c.B, 1e-12)
		if len(c.X) <= 10 {
			if got.Tops != nil {
				t.Errorf("%s: the first ten of %d", c.ID, len(c.X))
			}
		} else if top := got.Tops[0]; !(top.OverlapLo <= c.Overlap && c.Overlap <= top.OverlapHi) || c.TiedX+c.TiedY == 0 && top.OverlapLo != top.OverlapHi {
			t.Errorf("%s: %d to %d in common, want %d", c.ID, top.OverlapLo, top.OverlapHi, c.Overlap)
		}
	}
}

// coefficient finds one by its name.
func (a *Agreement) coefficient(t testing.TB, name string) *Coefficient {
	t.Helper()
	for _, c := range a.coefficients() {
		if c.Name == name {
			return c
		}
	}
	t.Fatalf("no %s", name)
	return nil
}

// TestAgreementSmall: five systems, the values by hand.
func TestAgreementSmall(t *testing.T) {
	a := rowsOf([]float64{.9, .7}, []float64{.5, .9}, []float64{.5, .5}, []float64{.2, .4}, []float64{.1, .1}) // .8 .7 .5 .3 .1
	b := rowsOf([]float64{.6}, []float64{.8}, []float64{.5}, []float64{.4}, []float64{.4})
	got, err := Agree(a, b, AgreementOptions{Cutoffs: []int{1, 2, 3, 5}, Persistence: []float64{.9, .5}})
	if err != nil {
		t.Fatal(err)
	}
	if got.Systems != 5 || got.TopicsA != 2 || got.TopicsB != 1 || got.Paired || got.SameWinner || got.Replicates != 0 {
		t.Errorf("%+v", got)
	}
	if diff := cmp.Diff([]RankChange{{0, 1, 2, 1}, {1, 2, 1, -1}, {2, 3, 3, 0}, {3, 4, 4.5, .5}, {4, 5, 4.5, -.5}}, got.Changes); diff != "" {
		t.Error(diff)
	}
	if got.Pairs != (PairOrders{Same: 8, Reversed: 1, TiedB: 1, Balance: .7}) || got.MaxRankChange != 1 || math.Abs(got.MeanChange-.6) > 1e-15 {
		t.Errorf("%+v, %g, %g", got.Pairs, got.MaxRankChange, got.MeanChange)
	}
	if !slices.Equal(got.WinnersA, []int{0}) || !slices.Equal(got.WinnersB, []int{1}) {
		t.Errorf("winners %v, %v", got.WinnersA, got.WinnersB)
	}
	if len(got.Tops) != 2 || got.Tops[0].K != 2 || got.Tops[1].K != 3 || *got.Tops[0].Value != -1 || got.Tops[0].OverlapLo != 2 {
		t.Errorf("tops %+v", got.Tops)
	}
	near(t, "τ_b", *got.coefficient(t, "tau-b").Value, 7/math.Sqrt(10*9), 1e-15)
	near(t, "τ_b@3", *got.coefficient(t, "tau-b@3").Value, 1./3, 1e-15)
	// Overlaps 0, 1, 1, ¾ + ½·½/4, 1 at the five depths; the fourth item of B is either of two.
	depths := []float64{0, 1, 1, (3 + .5) / 4, 1}
	for _, r := range got.RBO {
		want, weight := 0.0, 1-r.P
		for _, v := range depths {
			want += weight * v
			weight *= r.P
		}
		want += weight / (1 - r.P)
		near(t, "RBO", *r.Value, want, 1e-14)
		near(t, "RBO reversed", r.Reversed, ReversedRBO(5, r.P), 0)
	}
	if c := got.coefficient(t, "tau-ap"); c.Value != nil || !strings.Contains(c.Reason, "tied in the other ranking") || c.Interval != nil {
		t.Errorf("%+v", c)
	}
	if c := got.coefficient(t, "tau-b"); c.Interval != nil || c.Mean != nil || !strings.Contains(c.Reason, "one topic") {
		t.Errorf("%+v", c)
	}
	if len(got.Warnings) != 1 || got.Warnings[0].Code != "few-topics" {
		t.Errorf("%v", got.Warnings)
	}
}

// TestAgreementErrors: data errors, panics, and coefficients that do not exist.
func TestAgreementErrors(t *testing.T) {
	m := rowsOf([]float64{1, 2}, []float64{3, 4})
	for _, c := range []struct {
		a, b *mat.Dense
		want error
	}{
		{rowsOf([]float64{1, 2}), rowsOf([]float64{1, 2}), ErrTooFewSystems},
		{rowsOf([]float64{1, math.NaN()}, []float64{1, 2}), m, ErrNotFinite},
		{m, rowsOf([]float64{1, 1e200}, []float64{1, 2}), ErrRange},
	} {
		if _, err := Agree(c.a, c.b, AgreementOptions{}); !errors.Is(err, c.want) {
			t.Errorf("%v, want %v", err, c.want)
		}
	}
	for i, f := range []func(){
		func() { Agree(m, rowsOf([]float64{1, 2}), AgreementOptions{}) },
		func() { Agree(m, rowsOf([]float64{1}, []float64{2}), AgreementOptions{Paired: true}) },
		func() { AgreeMeans([]float64{1, 2}, []float64{1, 2}, AgreementOptions{Persistence: []float64{1}}) },
		func() { AgreeMeans([]float64{1, 2}, []float64{1, 2}, AgreementOptions{Confidence: 95}) },
		func() { AgreeMeans([]float64{1, 2}, []float64{1}, AgreementOptions{}) },
	} {
		if !panics(f) {
			t.Errorf("call %d does not panic", i)
		}
	}
	got, err := AgreeMeans([]float64{1, 1, 1}, []float64{1, 2, 3}, AgreementOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range got.coefficients() {
		if (c.Value == nil) == strings.HasPrefix(c.Name, "rbo") || c.Reason == "" || c.Interval != nil {
			t.Errorf("all tied: %+v", c)
		}
	}
	if got.Kendall != nil || got.Spearman != nil || got.APOrders != nil || len(got.WinnersA) != 3 || got.SameWinner {
		t.Errorf("all tied: %+v", got)
	}
	if _, err := json.Marshal(got); err != nil {
		t.Error(err)
	}
}

// TestTopsOverOrders counts the common systems of the first k for all orders of tied systems.
func TestTopsOverOrders(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		x, y := drawnRankings(r, 5)
		k := rapid.IntRange(1, len(x)).Draw(r, "k")
		least, most := len(x), 0
		ordersOfTies(listOf(x), func(a []int) {
			ordersOfTies(listOf(y), func(b []int) {
				n := 0
				for _, i := range a[:k] {
					if slices.Contains(b[:k], i) {
						n++
					}
				}
				least, most = min(least, n), max(most, n)
			})
		})
		if lo, hi := overlapOfTops(groupsOf(x), groupsOf(y), k); lo != least || hi != most {
			r.Errorf("first %d of %v and %v: %d to %d, want %d to %d", k, x, y, lo, hi, least, most)
		}
	})
}

func BenchmarkAgree(b *testing.B) {
	x, y := invented(103, 50, 10_000, 1), invented(103, 50, 10, 2)
	b.Run("103 systems, 1000 replicates", func(b *testing.B) {
		for b.Loop() {
			if _, err := Agree(x, y, AgreementOptions{Paired: true, Plan: resample.Plan{Replicates: 1000}}); err != nil {
				b.Fatal(err)
			}
		}
	})
}
