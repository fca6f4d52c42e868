package reports

import (
	"testing"

	"sigrel/reliability/pooling"
)

// TestLeftOutTick: the unit without which the lead is least decides, among units of the kind asked for; a tie is no lead.
func TestLeftOutTick(t *testing.T) {
	left := []pooling.Left{
		{Unit: "x", Kind: pooling.UnitRun, Means: []float64{.1, .9}}, // of another kind
		{Unit: "A", Kind: pooling.UnitTeam, Means: []float64{.5, .3}},
		{Unit: "B", Kind: pooling.UnitTeam, Means: []float64{.45, .40}},
		{Unit: "C", Kind: pooling.UnitTeam, Means: []float64{.5, .2}},
	}
	got := leftOutTick(left, pooling.UnitTeam, 0, 1, false)
	if !*got.Holds || got.By != "B" || got.text != "+0.050 (B)" {
		t.Errorf("got %+v, want that it holds, B deciding", got)
	}
	// Where lower is better, run 1 leads, and least without B; run 0 trails run 1 everywhere.
	if got := leftOutTick(left, pooling.UnitTeam, 1, 0, true); !*got.Holds || got.By != "B" {
		t.Errorf("lower: got %+v", got)
	}
	if got := leftOutTick(left, pooling.UnitTeam, 1, 0, false); *got.Holds || got.By != "C" {
		t.Errorf("trailing: got %+v, want that it fails, C deciding", got)
	}
	tie := append(left, pooling.Left{Unit: "D", Kind: pooling.UnitTeam, Means: []float64{.1 + .2, .3}})
	if got := leftOutTick(tie, pooling.UnitTeam, 0, 1, false); *got.Holds || got.By != "D" {
		t.Errorf("tie: got %+v, want that it fails", got)
	}
}

// TestHolesTick: bounds that a labelling reaches settle it either way; looser ones only where they exclude 0.
func TestHolesTick(t *testing.T) {
	bounds := func(lo, hi float64, exact bool) *pooling.PairBounds {
		return &pooling.PairBounds{Bounds: pooling.Bounds{Lo: lo, Hi: hi, Exact: exact}}
	}
	yes, no := true, false
	for _, c := range []struct {
		b     *pooling.PairBounds
		lower bool
		holds *bool
	}{
		{bounds(.1, .3, true), false, &yes},
		{bounds(.1, .3, false), false, &yes},
		{bounds(-.1, .3, true), false, &no},
		{bounds(0, .3, true), false, &no},
		{bounds(9e-18, .3, true), false, &no}, // means of thirds that are equal but for rounding
		{bounds(9e-18, .3, false), false, nil},
		{bounds(-.3, -9e-18, true), true, &no},
		{bounds(-.1, .3, false), false, nil},
		{bounds(-.3, -.1, true), true, &yes},
		{bounds(-.3, .1, true), true, &no},
		{bounds(-.3, .1, false), true, nil},
	} {
		got := holesTick(c.b, c.lower)
		if got.Open != (c.holds == nil) || c.holds != nil && *got.Holds != *c.holds {
			t.Errorf("%+v, lower %v: got %+v", c.b.Bounds, c.lower, got)
		}
	}
}
