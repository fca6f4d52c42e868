package reliability

import (
	"slices"
	"testing"
)

// TestStandardised: each measure in its own unit, and with another zero, gives the same study.
func TestStandardised(t *testing.T) {
	o := readLong(t, "cases/reliability/crossed_s_t_j.csv")
	other := o
	other.Scores = slices.Clone(o.Scores)
	for row, l := range o.Levels[2] {
		other.Scores[row] = o.Scores[row]*[]float64{1, 100, .01}[l] + float64(l)
	}
	opt := FacetOptions{Measures: "judge", Scales: ScalesStandardise}
	a, errA := StudyFacets(o, opt)
	b, errB := StudyFacets(other, opt)
	if errA != nil || errB != nil {
		t.Fatal(errA, errB)
	}
	for i := range a.Components {
		near(t, a.Components[i].Effect, *b.Components[i].VarianceRaw, *a.Components[i].VarianceRaw, 1e-9)
	}
	if *component(t, a, "judge").SS > 1e-20 {
		t.Error("standardised measures differ in their means")
	}
}
