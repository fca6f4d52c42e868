package stats

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// The worked example of UPGMA in textbooks of phylogeny: five bacteria by their 5S ribosomal RNA. By hand: a and b join
// at 17, e with them at (23 + 21)/2 = 22, c and d at 28, and all at (21+31+30+34+39+43)/6 = 33.
func TestAverageLinkage(t *testing.T) {
	l := AverageLinkage([][]float64{
		{0, 17, 21, 31, 23},
		{17, 0, 30, 34, 21},
		{21, 30, 0, 28, 39},
		{31, 34, 28, 0, 43},
		{23, 21, 39, 43, 0}})
	if diff := cmp.Diff([]Merge{{0, 1, 17}, {5, 4, 22}, {2, 3, 28}, {6, 7, 33}}, l.Merges); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]int{0, 1, 4, 2, 3}, l.Order()); diff != "" {
		t.Error(diff)
	}
	for limit, want := range map[float64][][]int{
		1: {{0}, {1}, {4}, {2}, {3}}, 17: {{0, 1}, {4}, {2}, {3}}, 25: {{0, 1, 4}, {2}, {3}}, 28: {{0, 1, 4}, {2, 3}}, 50: {{0, 1, 4, 2, 3}},
	} {
		if diff := cmp.Diff(want, l.Cut(limit)); diff != "" {
			t.Errorf("cut at %v: %s", limit, diff)
		}
	}
	if l := AverageLinkage(nil); l.Order() != nil || l.Cut(1) != nil {
		t.Error("clusters of nothing")
	}
	if l := AverageLinkage([][]float64{{0}}); !slices.Equal(l.Order(), []int{0}) || len(l.Cut(0)) != 1 {
		t.Error("one thing is one cluster")
	}
}

// Every merge is at the mean distance of the things it joins, later merges are no closer, and the order has every thing.
func TestAverageLinkageLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "n")
		d := make([][]float64, n)
		for i := range d {
			d[i] = make([]float64, n)
		}
		for i := range n {
			for j := range i {
				v := float64(rapid.IntRange(0, 9).Draw(t, "d")) // ties on purpose
				d[i][j], d[j][i] = v, v
			}
		}
		l := AverageLinkage(d)
		last := 0.0
		for _, m := range l.Merges {
			sum, pairs := 0.0, 0.0
			for _, i := range l.members(m.A) {
				for _, j := range l.members(m.B) {
					sum, pairs = sum+d[i][j], pairs+1
				}
			}
			if math.Abs(m.Distance-sum/pairs) > 1e-12*9 || m.Distance < last-1e-12 {
				t.Fatalf("%+v after %v, mean %v", m, last, sum/pairs)
			}
			if slices.Min(l.members(m.A)) > slices.Min(l.members(m.B)) {
				t.Fatalf("%+v: the first thing is in B", m)
			}
			last = m.Distance
		}
		if got := slices.Sorted(slices.Values(l.Order())); len(got) != n || got[0] != 0 || got[n-1] != n-1 || len(slices.Compact(got)) != n {
			t.Fatalf("order %v", l.Order())
		}
	})
}
