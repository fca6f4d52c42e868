package metrics

import (
	"errors"
	"math"
	"strings"
	"testing"
)

func labeling(tag Tag, labels string) Labeling {
	l := Labeling{Tag: tag, Labels: map[Doc]string{}}
	for i, f := range strings.Fields(labels) {
		l.Labels[Doc(rune('a'+i))] = f
	}
	return l
}

// Counted by hand: of yes 2 right, 3 said, 4 in the gold; of no 2, 4, 3; of maybe 0, 1, 1.
func TestLabelMeasures(t *testing.T) {
	gold := labeling("gold", "yes yes yes yes no no no maybe")
	says := labeling("s", "yes yes no maybe no no yes no")
	for name, want := range map[string]float64{
		"Accuracy": 4.0 / 8, "F1(yes)": 4.0 / 7, "Precision(yes)": 2.0 / 3, "Recall(yes)": 2.0 / 4,
		"F1(no)": 4.0 / 7, "F1(maybe)": 0, "macrof1": (4.0/7 + 4.0/7) / 3, "WeightedF1": (4*4.0/7 + 3*4.0/7) / 8,
	} {
		m, err := FindLabelMeasure(name, gold.Kinds())
		if err != nil {
			t.Fatal(err)
		}
		if got := ScoreLabels(gold, says, m); math.Abs(got-want) > 1e-15 {
			t.Errorf("%s = %g, want %g", name, got, want)
		}
	}
	never := labeling("n", "no no no no no no no no")
	m, err := FindLabelMeasure("Precision(yes)", gold.Kinds())
	if err != nil || ScoreLabels(gold, never, m) != 0 {
		t.Errorf("a label that was never said: %v", err)
	}
	odd := labeling("o", "other yes yes yes no no no maybe") // a label that the gold does not have is only wrong
	m, err = FindLabelMeasure("MacroF1", gold.Kinds())
	if err != nil {
		t.Fatal(err)
	}
	if got, want := ScoreLabels(gold, odd, m), (6.0/7+1+1)/3; math.Abs(got-want) > 1e-15 {
		t.Errorf("MacroF1 = %g, want %g", got, want)
	}
	for _, bad := range []string{"F1", "F1(perhaps)", "Accuracy(yes)", "AP", ""} {
		if _, err := FindLabelMeasure(bad, gold.Kinds()); err == nil {
			t.Errorf("measure %q was taken", bad)
		}
	}
}

func TestSwapLabels(t *testing.T) {
	gold, a, b := labeling("g", "yes yes no no yes"), labeling("a", "yes no no yes yes"), labeling("b", "no no yes yes yes")
	m, err := FindLabelMeasure("F1(yes)", gold.Kinds())
	if err != nil {
		t.Fatal(err)
	}
	n, newDifference := SwapLabels(gold, a, b, m)
	if n != 2 { // the first and the third item
		t.Fatalf("%d items differ, want 2", n)
	}
	difference := newDifference()
	for swapped, want := range map[[2]bool]float64{
		{false, false}: 4.0/6 - 2.0/6, {true, true}: 2.0/6 - 4.0/6, {true, false}: 2.0/5 - 4.0/7, {false, true}: 4.0/7 - 2.0/5,
	} {
		if got := difference(swapped[:]); math.Abs(got-want) > 1e-15 {
			t.Errorf("swapped %v: %g, want %g", swapped, got, want)
		}
	}
	if difference(nil) != ScoreLabels(gold, a, m)-ScoreLabels(gold, b, m) {
		t.Error("unswapped difference is not that of the scores")
	}
}

func TestCheckLabels(t *testing.T) {
	gold := labeling("g", "yes no")
	if err := CheckLabels(gold, labeling("a", "yes yes")); err != nil {
		t.Error(err)
	}
	for _, bad := range []string{"yes", "yes no no"} {
		if err := CheckLabels(gold, labeling("a", bad)); !errors.Is(err, ErrItems) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}
