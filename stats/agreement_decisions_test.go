package stats

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// decided makes a matrix of the decisions on (i, j), i < j, row by row: 1, −1, 0, or 9 for a pair that was not tested.
func decided(k int, pairs ...int) Decisions {
	d := make(Decisions, k)
	for i := range d {
		d[i] = make([]Decision, k)
		d[i][i] = NotSeparated
	}
	for n, p := range AllPairs(k) {
		up := map[int]Decision{1: Better, -1: Worse, 0: NotSeparated, 9: Untested}
		d[p[0]][p[1]], d[p[1]][p[0]] = up[pairs[n]], up[pairs[n]]
		if pairs[n]*pairs[n] == 1 {
			d[p[1]][p[0]] = up[-pairs[n]]
		}
	}
	return d
}

// TestDecisionsByHand has a pair of each kind.
func TestDecisionsByHand(t *testing.T) {
	// Pairs (0,1) (0,2) (0,3) (0,4) (1,2) (1,3) (1,4) (2,3) (2,4) (3,4).
	a := decided(5, 1, 1, 1, 1, 0, 0, 0, 9, 0, -1)
	b := decided(5, 1, -1, 0, 0, 1, 0, 0, 0, 0, -1)
	got := AgreeDecisions(a, b, []float64{5, 3, 3.5, 2, 3}, []float64{4, 3, 5, 4.5, 3})
	f := func(v float64) *float64 { return &v }
	want := DecisionAgreement{Pairs: 9, Untested: 1,
		ActiveAgreement: 2, ActiveDisagreement: 1, // (0,1), (3,4); (0,2)
		OnlyA: 2, OnlyAReversed: 1, // (0,3), whose means in B are reversed, and (0,4)
		OnlyB: 1, OnlyBReversed: 1, // (1,2), 3 < 3.5 in A
		PassiveTied: 1, PassiveDisagreement: 1, PassiveAgreement: 1, // (1,4); (1,3); (2,4)
		Agreement: f(5. / 9), MajorConflict: f(1. / 5), MinorConflict: f(1. / 5), Missed: f(2. / 5), Added: f(1. / 4),
		Balanced: f(1 - (.4+.25)/2), MCC: f((3*3 - 2*1) / 20. * 1), Disagreements: [][2]int{{0, 2}}}
	// rows 5 and 4, columns 4 and 5: √(5·4)·√(4·5) = 20
	if diff := cmp.Diff(want, got, close9); diff != "" {
		t.Error(diff)
	}
	if same := AgreeDecisions(decided(2, 0), decided(2, 0), []float64{1, 2}, []float64{1, 2}); same.PassiveAgreement != 1 {
		t.Errorf("%+v", same)
	}
	if data, err := json.Marshal(AgreeDecisions(decided(2, 9), decided(2, 0), []float64{1, 2}, []float64{1, 2})); err != nil {
		t.Error(err)
	} else if diff := cmp.Diff(`{"pairs":0,"untested":1,"active_agreement":0,"active_disagreement":0,"only_a":0,"only_b":0,`+
		`"only_a_reversed":0,"only_b_reversed":0,"passive_agreement":0,"passive_disagreement":0,"passive_tied":0,"agreement":null,`+
		`"major_conflict":null,"minor_conflict":null,"missed":null,"added":null,"balanced_accuracy":null,"mcc":null,"disagreements":null}`, string(data)); diff != "" {
		t.Error(diff)
	}
}

// TestMCC: 6 true and 1 false positives, 3 true and 2 false negatives, the example of Wikipedia's article: 0.478.
func TestMCC(t *testing.T) {
	d := DecisionAgreement{Pairs: 12, ActiveAgreement: 5, ActiveDisagreement: 1, OnlyB: 1, OnlyA: 2, PassiveAgreement: 3}
	d.rate()
	nearAbs(t, "MCC", *d.MCC, .478091443733757, 1e-14)
	d = DecisionAgreement{Pairs: 3, PassiveAgreement: 3} // nothing is significant
	d.rate()
	if d.MCC != nil || d.Missed != nil || d.Balanced != nil || *d.Agreement != 1 || *d.Added != 0 {
		t.Errorf("%+v", d)
	}
}

func TestDecisionPanics(t *testing.T) {
	ok, means := decided(2, 1), []float64{2, 1}
	broken := decided(2, 1)
	broken[1][0] = Better
	for i, f := range []func(){
		func() { AgreeDecisions(ok, decided(3, 1, 1, 1), means, means) },
		func() { AgreeDecisions(ok, ok, means, means[:1]) },
		func() { AgreeDecisions(ok, broken, means, means) },
	} {
		if !panics(f) {
			t.Errorf("call %d does not panic", i)
		}
	}
}

// TestLawsOfDecisionAgreement: the classes add up, an exchange of A and B exchanges what it must, and a family agrees with
// itself.
func TestLawsOfDecisionAgreement(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		k := rapid.IntRange(2, 6).Draw(r, "systems")
		kind := rapid.SliceOfN(rapid.SampledFrom([]int{-1, 0, 0, 1, 9}), k*(k-1)/2, k*(k-1)/2)
		a, b := decided(k, kind.Draw(r, "a")...), decided(k, kind.Draw(r, "b")...)
		mean := rapid.SliceOfN(rapid.SampledFrom([]float64{1, 2, 3, 4}), k, k)
		x, y := mean.Draw(r, "means of a"), mean.Draw(r, "means of b")
		got, back := AgreeDecisions(a, b, x, y), AgreeDecisions(b, a, y, x)
		if got.ActiveAgreement+got.ActiveDisagreement+got.OnlyA+got.OnlyB+got.PassiveAgreement+got.PassiveDisagreement+got.PassiveTied != got.Pairs ||
			got.Pairs+got.Untested != k*(k-1)/2 {
			r.Errorf("%+v", got)
		}
		back.OnlyA, back.OnlyB, back.OnlyAReversed, back.OnlyBReversed = back.OnlyB, back.OnlyA, back.OnlyBReversed, back.OnlyAReversed
		back.MajorConflict, back.MinorConflict, back.Missed, back.Added, back.Balanced =
			got.MajorConflict, got.MinorConflict, got.Missed, got.Added, got.Balanced
		if diff := cmp.Diff(got, back, close9); diff != "" {
			r.Error(diff)
		}
		for _, v := range []*float64{got.Agreement, got.MajorConflict, got.MinorConflict, got.Missed, got.Added, got.Balanced} {
			if v != nil && !(*v >= 0 && *v <= 1) {
				r.Errorf("%+v", got)
			}
		}
		self := AgreeDecisions(a, a, x, x)
		if self.Agreement != nil && *self.Agreement != 1 || self.MCC != nil && *self.MCC != 1 || len(self.Disagreements) > 0 {
			r.Errorf("with itself: %+v", self)
		}
		order := rapid.Permutation(indices(k)).Draw(r, "order") // the order of systems does not matter
		turn := func(d Decisions) Decisions {
			out := make(Decisions, k)
			for i, from := range order {
				out[i] = make([]Decision, k)
				for j, other := range order {
					out[i][j] = d[from][other]
				}
			}
			return out
		}
		pick := func(v []float64) (out []float64) {
			for _, from := range order {
				out = append(out, v[from])
			}
			return out
		}
		turned := AgreeDecisions(turn(a), turn(b), pick(x), pick(y))
		if len(turned.Disagreements) != len(got.Disagreements) {
			r.Errorf("%v, %v", turned.Disagreements, got.Disagreements)
		}
		turned.Disagreements = slices.Clone(got.Disagreements)
		if diff := cmp.Diff(got, turned, close9); diff != "" {
			r.Error(diff)
		}
	})
}
