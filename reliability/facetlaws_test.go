package reliability

import (
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// drawDesign draws a regular design of two or three facets, crossed or nested, with scores.
func drawDesign(t *rapid.T) (Observations, []Nesting) {
	s, n, j, k := rapid.IntRange(2, 3).Draw(t, "systems"), rapid.IntRange(2, 4).Draw(t, "topics"), rapid.IntRange(2, 3).Draw(t, "judges"), rapid.SampledFrom([]int{1, 1, 1, 1, 1, 2}).Draw(t, "times")
	o := Observations{Facets: []string{"system", "topic", "judge"}, Counts: []int{s, n, j}}
	if k > 1 {
		o.Facets, o.Counts = append(o.Facets, "time"), append(o.Counts, k)
	}
	o.Levels = make([][]int32, len(o.Facets))
	rows := s * n * j * k
	for i := range rows {
		rest := i
		for f, c := range o.Counts {
			o.Levels[f] = append(o.Levels[f], int32(rest%c))
			rest /= c
		}
		o.Scores = append(o.Scores, float64(rapid.IntRange(0, 1000).Draw(t, "score"))/1000)
	}
	var nested []Nesting
	if rapid.Bool().Draw(t, "judge in topic") {
		nested = append(nested, Nesting{"judge", "topic"})
	}
	if k > 1 && rapid.Bool().Draw(t, "time in judge") {
		nested = append(nested, Nesting{"time", "judge"})
	}
	return o, nested
}

// TestBalancedIsHenderson: on regular designs of any kind mean squares give what Henderson's method 1 and MINQUE(0) give,
// sums of squares add up, and REML agrees while nothing is negative.
func TestBalancedIsHenderson(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o, nested := drawDesign(t)
		s, err := StudyFacets(o, FacetOptions{Nested: nested})
		if errors.Is(err, ErrNoVariance) {
			t.Skip(err)
		} else if err != nil {
			t.Fatal(err)
		}
		if !s.Balanced {
			t.Fatal("not balanced")
		}
		var ss, size float64
		df := 0
		for _, c := range s.Components {
			ss, df, size = ss+*c.SS, df+*c.DF, size+math.Abs(*c.VarianceRaw)
		}
		if total := variance(o.Scores) * float64(len(o.Scores)-1); math.Abs(ss-total) > 1e-9*total || df != len(o.Scores)-1 {
			t.Fatalf("sums of squares %v and df %d, want %v and %d", ss, df, total, len(o.Scores)-1)
		}
		for _, e := range []Estimator{EstimatorHenderson1, EstimatorMINQUE0} {
			other, err := StudyFacets(o, FacetOptions{Nested: nested, Estimator: e})
			if err != nil {
				t.Fatal(err)
			}
			for i, c := range s.Components {
				if d := math.Abs(*c.VarianceRaw - *other.Components[i].VarianceRaw); d > 1e-9*size {
					t.Fatalf("%s: %v, by %v %v", c.Effect, *c.VarianceRaw, e, *other.Components[i].VarianceRaw)
				}
			}
		}
	})
}

// TestNestedFromCrossed: judges crossed with topics, taken as nested, put together the squares of judge and topic:judge,
// and of system:judge and the residual (Brennan 2001, section 3.2.2); names of judges do not matter.
func TestNestedFromCrossed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o, _ := drawDesign(t)
		if len(o.Facets) != 3 {
			t.Skip("two facets only")
		}
		crossed, err := StudyFacets(o, FacetOptions{})
		if errors.Is(err, ErrNoVariance) {
			t.Skip(err)
		} else if err != nil {
			t.Fatal(err)
		}
		declared, err := StudyFacets(o, FacetOptions{Nested: []Nesting{{"judge", "topic"}}})
		if err != nil {
			t.Fatal(err)
		}
		renamed := o
		renamed.Counts, renamed.Levels = slices.Clone(o.Counts), slices.Clone(o.Levels)
		renamed.Counts[2], renamed.Levels[2] = o.Counts[1]*o.Counts[2], nil
		for row, l := range o.Levels[2] {
			renamed.Levels[2] = append(renamed.Levels[2], l+int32(o.Counts[2])*o.Levels[1][row])
		}
		found, err := StudyFacets(renamed, FacetOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if found.Design != "system × (judge:topic)" || declared.Design != found.Design {
			t.Fatalf("designs %s and %s", declared.Design, found.Design)
		}
		ss := make(map[string]float64)
		for _, c := range crossed.Components {
			ss[c.Effect] = *c.SS
		}
		for i, c := range found.Components {
			want := map[string]float64{"system": ss["system"], "topic": ss["topic"], "judge:topic": ss["judge"] + ss["topic:judge"],
				"system:topic": ss["system:topic"], "residual": ss["system:judge"] + ss["residual"]}[c.Effect]
			if math.Abs(*c.SS-want) > 1e-9 || math.Abs(*declared.Components[i].SS-want) > 1e-9 {
				t.Fatalf("%s: %v and %v, want %v", c.Effect, *c.SS, *declared.Components[i].SS, want)
			}
		}
	})
}

// TestFacetLaws: what levels are called, and the order of rows and of the further facets, change nothing; a factor
// multiplies the variances by its square and leaves the coefficients.
func TestFacetLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o, nested := drawDesign(t)
		if len(nested) > 0 {
			t.Skip("nested by name")
		}
		drop := rapid.IntRange(0, len(o.Scores)/4).Draw(t, "missing")
		o = shuffled(t, o)
		for f := range o.Levels {
			o.Levels[f] = o.Levels[f][drop:]
		}
		o.Scores = o.Scores[drop:]
		other := shuffled(t, o)
		last := len(other.Facets) - 1
		other.Facets = slices.Clone(other.Facets)
		other.Counts = slices.Clone(other.Counts)
		other.Facets[1], other.Facets[last] = other.Facets[last], other.Facets[1]
		other.Counts[1], other.Counts[last] = other.Counts[last], other.Counts[1]
		other.Levels[1], other.Levels[last] = other.Levels[last], other.Levels[1]
		for i := range other.Scores {
			other.Scores[i] *= -8
		}
		a, errA := StudyFacets(o, FacetOptions{Estimator: EstimatorHenderson1})
		b, errB := StudyFacets(other, FacetOptions{Estimator: EstimatorHenderson1})
		if (errA == nil) != (errB == nil) {
			t.Fatalf("%v, but %v", errA, errB)
		}
		if errA != nil {
			return
		}
		if _, err := json.Marshal(a); err != nil {
			t.Fatal(err)
		}
		variances := func(s FacetStudy) map[string]float64 {
			out := make(map[string]float64)
			for _, c := range s.Components {
				if c.VarianceRaw != nil {
					names := slices.Sorted(slices.Values(c.Facets))
					out[strings.Join(names, ":")] = *c.VarianceRaw
				}
			}
			return out
		}
		va, vb := variances(a), variances(b)
		var size float64
		for _, v := range va {
			size += math.Abs(v)
		}
		for name, v := range va {
			if w, ok := vb[name]; !ok || math.Abs(w/64-v) > 1e-7*size {
				t.Fatalf("%s: %v, but %v", name, va, vb)
			}
		}
		if math.Abs(a.AsStudied.ERho2-b.AsStudied.ERho2) > 1e-6 || math.Abs(a.AsStudied.Phi-b.AsStudied.Phi) > 1e-6 {
			t.Fatalf("%+v, but %+v", a.AsStudied, b.AsStudied)
		}
	})
}
