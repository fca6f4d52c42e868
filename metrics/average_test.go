package metrics

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func TestAverage(t *testing.T) {
	s, err := NewScores("AP", []System{{Tag: "a.1"}, {Tag: "b.1"}, {Tag: "a.2"}, {Tag: "a.3"}}, []Topic{"1", "2"},
		mat.NewDense(4, 2, []float64{.1, .3, .5, .5, .2, .6, .3, .9}))
	if err != nil {
		t.Fatal(err)
	}
	group := func(tag Tag) Tag { before, _, _ := strings.Cut(string(tag), "."); return Tag(before) }
	got, all, err := Average(s, group)
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Systems) != 2 || got.Systems[0].Tag != "a" || got.Systems[1].Tag != "b" {
		t.Fatalf("systems %v", got.Systems)
	}
	for i, want := range []float64{.2, .6, .5, .5} {
		if v := got.Values.At(i/2, i%2); math.Abs(v-want) > 1e-15 {
			t.Errorf("value %d is %g, want %g", i, v, want)
		}
	}
	if len(all[0].Runs) != 3 || math.Abs(all[0].SD-.2) > 1e-15 || all[1].SD != 0 { // means .2, .4, .6
		t.Errorf("averaged %+v", all)
	}
	s.Systems[2].Team = "other"
	s.Systems[0].Team = "one"
	if _, _, err := Average(s, group); err == nil {
		t.Error("runs of two teams made one system")
	}
}
