package stats

import (
	"testing"

	"sigrel/stats/resample"
)

// f1Difference is the difference in F1 of two systems that label items, where the given ones are swapped.
func f1Difference(gold, a, b []bool) func() func([]bool) float64 {
	f1 := func(says func(i int) bool) float64 {
		hit, said, is := 0, 0, 0
		for i, g := range gold {
			if s := says(i); s {
				said++
				if g {
					hit++
				}
			}
			if g {
				is++
			}
		}
		if said+is == 0 {
			return 0
		}
		return 2 * float64(hit) / float64(said+is)
	}
	return func() func([]bool) float64 {
		return func(swapped []bool) float64 {
			own := func(i int) bool { return swapped == nil || !swapped[i] }
			return f1(func(i int) bool { return own(i) && a[i] || !own(i) && b[i] }) -
				f1(func(i int) bool { return own(i) && b[i] || !own(i) && a[i] })
		}
	}
}

// Accuracy is a mean over items, so that the randomization test over items is an independent way to the same p.
func TestItemsOfAccuracy(t *testing.T) {
	x := []float64{1, 0, 1, 1, 1, 0, 1, 1, 0, 1, 1, 1}
	y := []float64{0, 0, 1, 0, 1, 1, 0, 0, 0, 1, 0, 1}
	newDifference := func() func([]bool) float64 {
		return func(swapped []bool) float64 {
			sum := 0.0
			for i := range x {
				d := x[i] - y[i]
				if swapped != nil && swapped[i] {
					d = -d
				}
				sum += d
			}
			return sum / float64(len(x))
		}
	}
	for _, alt := range []Alternative{TwoSided, Less, Greater} {
		want, err := Randomization(x, y, Options{Alternative: alt})
		if err != nil {
			t.Fatal(err)
		}
		got, err := Items(len(x), newDifference, Options{Alternative: alt})
		if err != nil {
			t.Fatal(err)
		}
		near(t, alt.String(), got.P, want.P, 1e-12)
		if got.Method != Exact {
			t.Errorf("2^12 ways: method %v", got.Method)
		}
	}
}

// Drawn and counted p of F1, which is no mean over items, agree within the limits that are printed.
func TestItemsDrawn(t *testing.T) {
	gold := []bool{true, true, false, true, false, false, true, true, false, true, true, false, true, false, true}
	a := []bool{true, true, false, true, false, true, true, true, false, false, true, false, true, false, true}
	b := []bool{true, false, true, false, false, true, false, true, true, false, true, false, false, false, true}
	d := f1Difference(gold, a, b)
	counted, err := Items(len(gold), d, Options{})
	if err != nil {
		t.Fatal(err)
	}
	drawn, err := Items(len(gold), d, Options{Plan: resample.Plan{Seed: 3, Replicates: 20000}})
	if err != nil {
		t.Fatal(err)
	}
	if counted.Method != Exact || drawn.Method != MonteCarlo {
		t.Fatalf("methods %v and %v", counted.Method, drawn.Method)
	}
	if counted.P < drawn.PLo || counted.P > drawn.PHi {
		t.Errorf("counted %g is outside the limits [%g, %g] of the drawn p", counted.P, drawn.PLo, drawn.PHi)
	}
	again, err := Items(len(gold), d, Options{Plan: resample.Plan{Seed: 3, Replicates: 20000, Workers: 3}})
	if err != nil || again.P != drawn.P {
		t.Errorf("on three processors p is %g, not %g (%v)", again.P, drawn.P, err)
	}
}

func TestItemsEdges(t *testing.T) {
	same, err := Items(0, func() func([]bool) float64 { return func([]bool) float64 { return 0 } }, Options{})
	if err != nil || same.P != 1 || len(same.Warnings) != 1 || same.Warnings[0].Code != "identical" {
		t.Errorf("no items: %+v, %v", same, err)
	}
	few, err := Items(3, f1Difference([]bool{true, true, false}, []bool{true, true, false}, []bool{false, false, true}), Options{})
	if err != nil || few.P != 0.25 {
		t.Errorf("three items that all speak for the first: p %g, want 2/2^3 (%v)", few.P, err)
	}
	if len(few.Warnings) != 1 || few.Warnings[0].Code != "cannot-be-significant" {
		t.Errorf("warnings %v", few.Warnings)
	}
}
