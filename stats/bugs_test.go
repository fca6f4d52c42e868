package stats

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// Faults that people met with other tools. The right values are by R p.adjust, R anova, R cor and scipy.

var close9 = cmpopts.EquateApprox(1e-9, 0)

func TestUndefinedPInFamily(t *testing.T) { // B39
	rows := sharedRows(t, "cases/bugs/B39/pvalues.tsv")
	var p []float64
	for _, row := range rows[1:] {
		if row[1] != "NaN" {
			p = append(p, number(t, row[1])) // the baseline has no test: it is not of the family
		}
	}
	for by, want := range map[*Correction][]float64{holm: {.036, .06, .2}, bonferroni: {.036, .09, .6}, bh: {.036, .045, .2}} {
		if diff := cmp.Diff(want, by.Adjust(p), close9); diff != "" {
			t.Errorf("%s: %s", by.Name, diff)
		}
	}
	for _, by := range corrections {
		if !panics(func() { by.Adjust([]float64{0.1, p[0] / 0 * 0}) }) {
			t.Errorf("%s takes NaN for a p", by.Name)
		}
	}
}

func panics(f func()) (did bool) {
	defer func() { did = recover() != nil }()
	f()
	return false
}

func TestAdjustedMonotone(t *testing.T) { // B40
	rows := sharedRows(t, "cases/bugs/B40/pvalues.tsv")
	var p []float64
	for _, row := range rows[1:] {
		p = append(p, number(t, row[1]))
	}
	for by, want := range map[*Correction][]float64{
		bonferroni: {.05, .055, .2, .225, 1}, holm: {.05, .05, .12, .12, .6}, bh: {.0275, .0275, .05625, .05625, .6},
	} {
		if diff := cmp.Diff(want, by.Adjust(p), close9); diff != "" {
			t.Errorf("%s: %s", by.Name, diff)
		}
	}
	for by, want := range map[*Correction][]float64{bonferroni: {.9, .9, 1}, holm: {.9, .9, .9}, bh: {.45, .45, .9}} {
		if diff := cmp.Diff(want, by.Adjust([]float64{.3, .3, .9}), close9); diff != "" {
			t.Errorf("%s: %s", by.Name, diff)
		}
	}
}

func TestOneScoreACell(t *testing.T) { // B43
	m, _ := sharedMatrix(t, "cases/bugs/B43/scores.tsv", 1)
	got, err := TwoWay(m)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []struct {
		df        int
		ss, ms    float64
		f, p      float64
		undefined bool
	}{{2, .046666667, .0233333333, 3, .125, false}, {3, .453333333, .1511111111, 19.428571, .0017150608, false},
		{6, .046666667, .0077777778, 0, 0, true}} {
		s := got[i]
		nearAbs(t, s.Name+" SS", s.SS, want.ss, 5e-10)
		nearAbs(t, s.Name+" MS", s.MS, want.ms, 5e-11)
		if s.DF != want.df {
			t.Errorf("%s df %d, want %d", s.Name, s.DF, want.df)
		}
		if (s.F == nil) != want.undefined {
			t.Fatalf("%s F is %v", s.Name, s.F)
		}
		if !want.undefined {
			nearAbs(t, s.Name+" F", *s.F, want.f, 5e-7)
			nearAbs(t, s.Name+" p", *s.P, want.p, 5e-11)
		}
	}
	// Identical columns leave no error variance: F is undefined, not infinite.
	got, err = TwoWay(rowsOf([]float64{.1, .5, .3}, []float64{.1, .5, .3}))
	if err != nil || got[0].F != nil || got[1].F != nil || got[0].SS != 0 || got[2].SS != 0 {
		t.Errorf("identical systems: %+v, %v", got, err)
	}
	// Nor do parallel ones, whose residual is rounding noise.
	got, err = TwoWay(rowsOf([]float64{.1, .5, .3}, []float64{.2, .6, .4}))
	if err != nil || got[0].F != nil || got[2].SS != 0 || got[0].SS == 0 {
		t.Errorf("parallel systems: %+v, %v", got, err)
	}
}

func TestOneTopicTwoTopics(t *testing.T) { // B45
	one, _ := sharedMatrix(t, "cases/bugs/B45/one_topic.tsv", 1)
	for _, test := range pairedTests {
		_, err := test.Run(one.RawRowView(0), one.RawRowView(1), Options{})
		if !errors.Is(err, ErrTooFew) || !strings.Contains(err.Error(), "documents") {
			t.Errorf("%s on one topic: %v", test.Name, err)
		}
	}
	for _, p := range allProcedures() {
		if _, err := p.Run(one, Options{}); !errors.Is(err, ErrTooFew) {
			t.Errorf("%s on one topic: %v", p.Name, err)
		}
	}
	if _, err := TwoWay(one); !errors.Is(err, ErrTooFew) {
		t.Errorf("ANOVA on one topic: %v", err)
	}
	two, _ := sharedMatrix(t, "cases/bugs/B45/two_topics.tsv", 1)
	a, b, c := two.RawRowView(0), two.RawRowView(1), two.RawRowView(2)
	r, err := TTest(a, b, Options{})
	if err != nil {
		t.Fatal(err)
	}
	nearAbs(t, "t", *r.Statistic, 6.2, 1e-9)
	nearAbs(t, "p", r.P, .101804, 5e-7)
	r, err = TTest(b, c, Options{})
	if err != nil || r.Statistic != nil || r.P != 1 || len(r.Warnings) != 1 || r.Warnings[0].Code != "identical" {
		t.Errorf("identical systems: %+v, %v", r, err)
	}
}

func TestTiedRankings(t *testing.T) { // B51
	rows := sharedRows(t, "cases/bugs/B51/means.tsv")
	var full, reduced []float64
	for _, row := range rows[1:] {
		full, reduced = append(full, number(t, row[1])), append(reduced, number(t, row[2]))
	}
	if c := countPairs(full, reduced); c != (pairCounts{all: 28, concordant: 24, discordant: 1, tiedX: 1, tiedY: 2}) {
		t.Errorf("pairs %+v", c)
	}
	b, err := TauB(full, reduced)
	if err != nil {
		t.Fatal(err)
	}
	nearAbs(t, "τ_b", b, .86807906, 5e-9)
	for _, f := range []func(x, y []float64) (float64, error){TauA, TauAP} {
		if v, err := f(full, reduced); !errors.Is(err, ErrUndefined) || !strings.Contains(err.Error(), "tied in the reference") {
			t.Errorf("with ties: %g, %v", v, err)
		}
	}
	agreement, err := AgreeMeans(full, reduced, AgreementOptions{})
	if err != nil {
		t.Fatal(err)
	}
	nearAbs(t, "τ_a of B51, ties as neither", agreement.Pairs.Balance, .82142857, 5e-9)
	// The tie is one of means, not of bits.
	full[2] += 1e-16
	if again, err := TauB(full, reduced); err != nil || again != b {
		t.Errorf("rounding noise breaks a tie: %g, %v", again, err)
	}
}
