package reliability

import (
	"errors"
	"math"
	"testing"

	"pgregory.net/rapid"
)

// TestCheapestByEnumeration tries all numbers of levels up to a bound that no better answer can lie beyond.
func TestCheapestByEnumeration(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o, _ := drawDesign(t)
		if len(o.Facets) != 3 {
			t.Skip("two facets only")
		}
		opt := FacetOptions{}
		if rapid.Bool().Draw(t, "nested") {
			opt.Nested = []Nesting{{"judge", "topic"}}
		}
		s, err := StudyFacets(o, opt)
		if errors.Is(err, ErrNoVariance) {
			t.Skip(err)
		} else if err != nil {
			t.Fatal(err)
		}
		cost := Cost{Outer: "topic", Inner: "judge", OuterCost: float64(rapid.IntRange(0, 20).Draw(t, "topic")) / 4, InnerCost: float64(rapid.IntRange(1, 20).Draw(t, "judge")) / 4}
		target := rapid.SampledFrom([]float64{.3, .5, .8, .9}).Draw(t, "target")
		b, err := s.Cheapest(cost, target)
		if err != nil {
			t.Fatal(err)
		}
		reaches := func(topics, judges int) bool {
			return s.At(map[string]float64{"topic": float64(topics), "judge": float64(judges)}).ERho2 >= target-1e-9
		}
		price := func(topics, judges int) float64 {
			return float64(topics) * (cost.OuterCost + float64(judges)*cost.InnerCost)
		}
		if b.Best == nil {
			for _, n := range []int{1, 10, 1000, 1_000_000} {
				if s.At(map[string]float64{"topic": 1e6, "judge": float64(n)}).ERho2 >= target+1e-6 {
					t.Fatalf("%d judges reach %v", n, target)
				}
			}
			return
		}
		if !reaches(*b.Best.Outer, b.Best.Inner) || math.Abs(*b.Best.Cost-price(*b.Best.Outer, b.Best.Inner)) > 1e-9 {
			t.Fatalf("best %+v does not reach %v", *b.Best, target)
		}
		if *b.Best.Cost > 2000 {
			t.Skip("too many to try")
		}
		for judges := 1; price(1, judges) <= *b.Best.Cost; judges++ {
			for topics := 1; price(topics, judges) < *b.Best.Cost-1e-9; topics++ {
				if reaches(topics, judges) && !reaches(*b.Best.Outer, b.Best.Inner) {
					t.Fatal("unreachable")
				}
				if s.At(map[string]float64{"topic": float64(topics), "judge": float64(judges)}).ERho2 >= target+1e-9 {
					t.Fatalf("%d topics of %d judges cost %v, less than %+v", topics, judges, price(topics, judges), *b.Best)
				}
				if cost.OuterCost == 0 && topics > 10000 {
					break
				}
			}
		}
		for _, d := range b.Table {
			if d.Outer == nil {
				continue
			}
			if !reaches(*d.Outer, d.Inner) || *d.Outer > 1 && s.At(map[string]float64{"topic": float64(*d.Outer - 1), "judge": float64(d.Inner)}).ERho2 > target+1e-9 {
				t.Fatalf("%+v is not the least number of topics", d)
			}
		}
	})
}

// TestCheapestByHand: Brennan's data, with tasks at 4 and raters at 1: the ideal number of raters is √(4·2.380/0.560) = 4.12
// (Lagrange), and of whole numbers near it the least cost for Eρ² ≥ .8 is found by hand.
func TestCheapestByHand(t *testing.T) {
	s, err := StudyFacets(readLong(t, "cases/reliability/brennan32_p_x_r_in_t.csv"), FacetOptions{Object: "Person"})
	if err != nil {
		t.Fatal(err)
	}
	b, err := s.Cheapest(Cost{Outer: "Task", Inner: "Rater", OuterCost: 4, InnerCost: 1}, 0.8)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "ideal", *b.Ideal, math.Sqrt(4*2.38024691358025/0.559567901234568), 1e-9)
	// Error allowed: .4731481·.25 = .1182870. With r raters it takes ⌈(.5595679 + 2.3802469/r)/.1182870⌉ tasks:
	// r = 3: 12 (11.44) for 84; r = 4: 10 (9.76) for 80; r = 5: 9 (8.76) for 81; r = 6: 9 (8.08) for 90.
	if *b.Best.Outer != 10 || b.Best.Inner != 4 || *b.Best.Cost != 80 || *b.Best.Judgments != 40 {
		t.Errorf("best %d tasks of %d raters for %v", *b.Best.Outer, b.Best.Inner, *b.Best.Cost)
	}
	for i, want := range []int{25, 15, 12, 10, 9, 9} {
		if *b.Table[i].Outer != want {
			t.Errorf("%d raters: %d tasks, want %d", i+1, *b.Table[i].Outer, want)
		}
	}
}

func TestNoChoice(t *testing.T) {
	crossed := readLong(t, "cases/reliability/crossed_s_t_j.csv")
	study := func(o Observations, opt FacetOptions) FacetStudy {
		t.Helper()
		s, err := StudyFacets(o, opt)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	cost := Cost{Outer: "topic", Inner: "judge", OuterCost: 1, InnerCost: 1}
	for name, c := range map[string]struct {
		s    FacetStudy
		cost Cost
		err  error
	}{
		"fixed":      {study(crossed, FacetOptions{Fixed: []string{"judge"}}), cost, ErrNoChoice},
		"one judge":  {study(judged(func(t int) int32 { return int32(t) }, 6), FacetOptions{}), cost, ErrNoChoice},
		"the object": {study(crossed, FacetOptions{}), Cost{"topic", "system", 1, 1}, ErrNoChoice},
		"one facet":  {study(crossed, FacetOptions{}), Cost{"topic", "topic", 1, 1}, ErrNoChoice},
		"unknown":    {study(crossed, FacetOptions{}), Cost{"topic", "shard", 1, 1}, ErrUnknownFacet},
		"nested":     {study(judged(func(t int) int32 { return int32(t / 2) }, 3), FacetOptions{}), cost, ErrNoChoice},
	} {
		if _, err := c.s.Cheapest(c.cost, .9); !errors.Is(err, c.err) {
			t.Errorf("%s: %v, want %v", name, err, c.err)
		}
	}
}
