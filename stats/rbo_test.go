package stats

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// parsedList reads a list such as "a (b c) d".
func parsedList(t testing.TB, s string, number map[string]int) [][]int {
	t.Helper()
	var list [][]int
	open := false
	for word := range strings.FieldsSeq(s) {
		item := strings.Trim(word, "()")
		if _, known := number[item]; !known {
			number[item] = len(number) - 7 // numbers of items mean nothing: some are negative
		}
		if open {
			list[len(list)-1] = append(list[len(list)-1], number[item])
		} else {
			list = append(list, []int{number[item]})
		}
		open = strings.HasPrefix(word, "(") || open && !strings.HasSuffix(word, ")")
	}
	return list
}

func parsedLists(t testing.TB, a, b string) (x, y [][]int) {
	number := map[string]int{}
	return parsedList(t, a, number), parsedList(t, b, number)
}

func tiedRBO(t testing.TB, a, b [][]int, p float64, ties Ties) Overlap {
	t.Helper()
	o, err := TiedRBO(a, b, p, ties)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// TestRBOLists: the table of B52. Ext, by equation 32 coded by hand and by the sigir2024-rbo program; the sums by hand.
func TestRBOLists(t *testing.T) {
	hundred := make([]int, 100)
	for i := range hundred {
		hundred[i] = i * i
	}
	for _, c := range []struct {
		a, b          []int
		p             float64
		ext, min, sum float64
	}{
		{[]int{1, 2, 3}, []int{1}, .4, 1, .766238, .6},
		{[]int{1, 2, 3, 4, 5, 6}, []int{2, 7, 1}, .9, .585, .266686, .099},
		{[]int{1, 2, 3, 4, 5}, []int{5, 4, 3, 2, 1}, .9, .737775, .409764, .147285},
		{hundred, hundred, .98, 1, 0, .867380},
		{[]int{1, 2}, []int{3, 4, 5}, .9, 0, 0, 0},
	} {
		got, err := RBO(c.a, c.b, c.p)
		if err != nil {
			t.Fatal(err)
		}
		what := fmt.Sprint(c.a, c.b)
		nearAbs(t, what+" ext", got.Ext, c.ext, 5e-11)
		nearAbs(t, what+" sum", got.Sum, c.sum, 5e-7)
		if c.min > 0 {
			nearAbs(t, what+" min", got.Min, c.min, 5e-7)
		}
		if (c.ext == 1 || c.ext == 0) && got.Ext != c.ext {
			t.Errorf("%s: ext = %.17g, want exactly %g", what, got.Ext, c.ext)
		}
		if back, err := RBO(c.b, c.a, c.p); err != nil || back != got {
			t.Errorf("%s: exchanged %+v, %v, want %+v", what, back, err, got)
		}
	}
}

func TestRBOErrors(t *testing.T) {
	for _, p := range []float64{0, 1, -1, 2, math.NaN(), math.Inf(1)} {
		if _, err := RBO([]int{1}, []int{1}, p); !errors.Is(err, ErrRange) {
			t.Errorf("p = %g: %v", p, err)
		}
		if !panics(func() { ReversedRBO(3, p) }) {
			t.Errorf("ReversedRBO takes p = %g", p)
		}
	}
	if _, err := RBO([]int{1, 2}, []int{3, 4, 3}, .9); !errors.Is(err, ErrDuplicate) || !strings.Contains(err.Error(), "item 3 is in list 2") {
		t.Errorf("an item twice: %v", err)
	}
	if _, err := RBO(nil, []int{3}, .9); !errors.Is(err, ErrUndefined) {
		t.Errorf("no list: %v", err)
	}
	if _, err := RBOOfScores([]float64{1}, []float64{1}, .9, AverageTies); !errors.Is(err, ErrTooFewSystems) {
		t.Errorf("one system: %v", err)
	}
	if !panics(func() { TiedRBO([][]int{{1}, {}}, [][]int{{1}}, .9, AverageTies) }) {
		t.Error("an empty group is taken")
	}
	if !panics(func() { ReversedRBO(0, .9) }) {
		t.Error("ReversedRBO takes no items")
	}
}

// TestRBOGolden: system rankings, by a program of its own after the paper and by Clarke's compatibility.py.
func TestRBOGolden(t *testing.T) {
	var doc struct {
		Comparisons []struct {
			ID   string
			X    []float64                                       `json:"x_sum_integer"`
			Y    []float64                                       `json:"y_sum_integer"`
			RBOs map[string]struct{ Ext, Min, Residual float64 } `json:"rbo"`
		}
	}
	sharedJSON(t, "golden/rank_correlation/rank_correlation.json", &doc)
	checked := 0
	for _, c := range doc.Comparisons {
		for name, want := range c.RBOs {
			var depth int
			var p float64
			if _, err := fmt.Sscanf(name, "depth%d_p%g", &depth, &p); err != nil {
				t.Fatal(name, err)
			}
			// Ties there are broken by the order of columns.
			got, err := RBO(groupsOf(c.X).order[:depth], groupsOf(c.Y).order[:depth], p)
			if err != nil {
				t.Fatal(err)
			}
			nearAbs(t, c.ID+" "+name+" ext", got.Ext, want.Ext, 1e-12)
			nearAbs(t, c.ID+" "+name+" min", got.Min, want.Min, 1e-12)
			nearAbs(t, c.ID+" "+name+" residual", got.Residual, want.Residual, 1e-12)
			checked++
		}
	}
	if checked != 44 {
		t.Errorf("%d values checked, want 44", checked)
	}
}

// TestTiedRBOLists: as TestTiedRBO, two cases of it.
func TestTiedRBOLists(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want map[Ties]float64 // Ext with p = 0.8
	}{
		{"(N H) M A", "C G (N A)", map[Ties]float64{EqualTies: 0.29257142857142865, AverageTies: 0.2773333333333334, CorrectedTies: 0.27936949578688713}},
		{"(N H) M (A C F) L", "C G (N A)", map[Ties]float64{EqualTies: 0.37726287792207797, AverageTies: 0.3093265608465609, CorrectedTies: 0.32467951346687}},
	} {
		a, b := parsedLists(t, c.a, c.b)
		for ties, want := range c.want {
			near(t, fmt.Sprint(c.a, " and ", c.b, " ", ties), tiedRBO(t, a, b, .8, ties).Ext, want, 1e-14)
		}
	}
}

// TestTiedRBO: the program of the paper (sigir2024-rbo, Python).
func TestTiedRBO(t *testing.T) {
	var doc struct {
		Cases []struct {
			X, Y    string
			P       float64
			W, A, B struct{ Ext, Min, Max, Res float64 }
		}
	}
	sharedJSON(t, "cases/reliability/rbo_expected.json", &doc)
	for _, c := range doc.Cases {
		x, y := parsedLists(t, c.X, c.Y)
		for ties, want := range map[Ties]struct{ Ext, Min, Max, Res float64 }{AverageTies: c.A, EqualTies: c.W, CorrectedTies: c.B} {
			got := tiedRBO(t, x, y, c.P, ties)
			what := fmt.Sprint(c.X, " and ", c.Y, " ", ties)
			nearAbs(t, what+" ext", got.Ext, want.Ext, 1e-13)
			nearAbs(t, what+" min", got.Min, want.Min, 1e-13)
			nearAbs(t, what+" max", got.Max, want.Max, 1e-13)
			nearAbs(t, what+" residual", got.Residual, want.Res, 1e-13)
		}
	}
}

// TestTiedRBOTable: the same program's own 300 test rows; 15 digits are printed, and min and max there are sums that
// cancel.
func TestTiedRBOTable(t *testing.T) {
	rows := sharedRows(t, "cases/reliability/rbo_test_300.csv")
	for n, row := range rows[1:] {
		x, y := parsedLists(t, row[0], row[1])
		p := number(t, row[2])
		for i, ties := range []Ties{EqualTies, AverageTies, CorrectedTies} {
			got := tiedRBO(t, x, y, p, ties)
			for j, v := range []float64{got.Ext, got.Min, got.Max, got.Residual} {
				nearAbs(t, fmt.Sprintf("row %d %s %s", n+1, ties, rows[0][3+4*i+j]), v, number(t, row[3+4*i+j]), 1e-12)
			}
		}
	}
	if len(rows) != 301 {
		t.Errorf("%d rows", len(rows))
	}
}

// TestLogTail: mpmath 1.2.1, lerchphi(p, 1, n+1)·p^(n+1), and by the logarithm less the first terms, at 30 digits.
func TestLogTail(t *testing.T) {
	for _, c := range []struct {
		n       int
		p, want float64
	}{
		{0, .5, 0.69314718055994531}, {103, .8, 3.8689812995181925e-12}, {10, .9, 0.18383749816261719},
		{1000, .98, 7.8699410400867345e-11}, {50, .9995, 3.1265448092941949}, {2000, .9995, 0.21920002533351112},
		{5, .999999, 11.532182224597185},
	} {
		near(t, fmt.Sprintf("tail of p = %g from %d on", c.p, c.n), logTail(c.n, c.p), c.want, 1e-13)
	}
}

func TestOverlapJSON(t *testing.T) {
	got, err := json.Marshal(tiedRBO(t, [][]int{{1}}, [][]int{{2}}, .5, CorrectedTies))
	want := `{"p":0.5,"ties":"b","ext":0,"min":0,"max":0.5,"residual":0.5,"sum":0}` // by hand: both lists can have both items from rank 2 on
	if diff := cmp.Diff(want, string(got)); err != nil || diff != "" {
		t.Error(err, diff)
	}
}

func BenchmarkRBO(b *testing.B) {
	x := floats(indices(1000))
	y := slices.Clone(x)
	for i := range y {
		y[i] += float64(i * 7919 % 50)
	}
	listX, listY := groupsOf(x).order, groupsOf(y).order
	b.Run("1000 items", func(b *testing.B) {
		for b.Loop() {
			if _, err := RBO(listX, listY, .9); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("1000 scores with ties", func(b *testing.B) {
		for b.Loop() {
			if _, err := RBOOfScores(x, y, .9, AverageTies); err != nil {
				b.Fatal(err)
			}
		}
	})
}
