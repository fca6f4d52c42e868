package reliability

import (
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"sigrel/stats/resample"
)

func drawRatings(t *rapid.T) Ratings {
	judges, k := rapid.IntRange(2, 4).Draw(t, "judges"), rapid.IntRange(2, 4).Draw(t, "labels")
	r := Ratings{}
	for i := range k {
		r.Scale = append(r.Scale, float64(i))
	}
	label := rapid.IntRange(Unlabelled, k-1)
	n := rapid.IntRange(1, 30).Draw(t, "units")
	for range n {
		r.Labels = append(r.Labels, rapid.SliceOfN(label, judges, judges).Draw(t, "unit"))
		r.Topics = append(r.Topics, rapid.IntRange(0, 4).Draw(t, "topic"))
	}
	return r
}

// values are the coefficients by name; those that do not exist are not there.
func values(t *rapid.T, r Ratings) map[string]float64 {
	a, err := AgreeLabels(r, LabelOptions{Relevant: 1})
	if err == ErrNoUnits {
		t.Skip("no units")
	} else if err != nil {
		t.Fatal(err)
	}
	out := make(map[string]float64)
	for i, c := range slices.Concat(a.Coefficients, a.Binary) {
		name := c.Name
		if i >= len(a.Coefficients) {
			name = "binary " + name
		}
		if (c.Value == nil) == (c.Reason == "") {
			t.Fatalf("%+v", c)
		}
		for _, v := range []*float64{c.Value, c.SE, c.Z, c.P, c.Observed, c.Expected} {
			if v != nil && (math.IsNaN(*v) || math.IsInf(*v, 0)) {
				t.Fatalf("%+v", c)
			}
		}
		if c.Value != nil {
			out[name] = *c.Value
			if *c.Value > 1+1e-12 || c.P != nil && (*c.P <= 0 || *c.P > 1) {
				t.Fatalf("%+v", c)
			}
		}
	}
	return out
}

func alike(t *rapid.T, what string, got, want map[string]float64, names func(string) bool) {
	for name, v := range want {
		if !names(name) {
			continue
		}
		if g, ok := got[name]; !ok || math.Abs(g-v) > 1e-9 {
			t.Fatalf("%s: %s is %v, was %v", what, name, got[name], v)
		}
	}
	for name := range got {
		if _, ok := want[name]; !ok && names(name) {
			t.Fatalf("%s: %s is there", what, name)
		}
	}
}

func TestLabelLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRatings(t)
		was := values(t, r)
		any := func(string) bool { return true }

		units := rapid.Permutation(r.Labels).Draw(t, "order")
		alike(t, "other order of units", values(t, Ratings{Scale: r.Scale, Labels: units}), was, any)

		order := rapid.Permutation([]int{0, 1, 2, 3}[:len(r.Labels[0])]).Draw(t, "judges")
		swapped, relabelled := Ratings{Scale: r.Scale}, Ratings{Scale: r.Scale}
		names := rapid.Permutation([]int{0, 1, 2, 3}[:len(r.Scale)]).Draw(t, "names")
		for _, l := range r.Labels {
			s, m := make([]int, len(l)), make([]int, len(l))
			for j := range l {
				s[j] = l[order[j]]
				if m[j] = Unlabelled; l[j] != Unlabelled {
					m[j] = names[l[j]]
				}
			}
			swapped.Labels, relabelled.Labels = append(swapped.Labels, s), append(relabelled.Labels, m)
		}
		alike(t, "other order of judges", values(t, swapped), was, func(name string) bool {
			return !slices.Contains([]string{"binary precision", "binary recall", "binary bias-index"}, name)
		})
		alike(t, "other labels", values(t, relabelled), was, func(name string) bool {
			return slices.Contains([]string{"percent", "kappa", "conger", "light", "fleiss", "alpha-nominal", "ac1", "brennan-prediger"}, name)
		})

		// Labels twice as far apart change nothing; nor, but for α ratio, does where they begin.
		wide := Ratings{Labels: r.Labels}
		for _, v := range r.Scale {
			wide.Scale = append(wide.Scale, 5+2*v)
		}
		alike(t, "wider scale", values(t, wide), was, func(name string) bool { return name != "alpha-ratio" })

		// Agreement of all is 1, and 1 only then.
		perfect := true
		for _, l := range r.Labels {
			given := slices.DeleteFunc(slices.Clone(l), func(l int) bool { return l == Unlabelled })
			perfect = perfect && (len(given) < 2 || slices.Min(given) == slices.Max(given))
		}
		for name, v := range was {
			if !strings.HasPrefix(name, "binary") && (v == 1) != perfect {
				t.Fatalf("%s is %v, all agree: %v", name, v, perfect)
			}
		}
	})
}

// TestLabelProcessors: the same intervals on any number of processors.
func TestLabelProcessors(t *testing.T) {
	r := someTopics(12, 9)
	var first LabelAgreement
	for i, n := range []int{1, 2, 7} {
		old := runtime.GOMAXPROCS(n)
		a, err := AgreeLabels(r, LabelOptions{Relevant: 1, Plan: &resample.Plan{Seed: 3, Replicates: 3000}})
		runtime.GOMAXPROCS(old)
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			first = a
		}
		if diff := cmp.Diff(first, a); diff != "" {
			t.Errorf("%d processors:\n%s", n, diff)
		}
	}
}

// someTopics are labels 0 and 1 of two judges; topic t has m documents, of which they agree on t mod (m + 1).
func someTopics(topics, m int) Ratings {
	r := Ratings{Scale: []float64{0, 1}}
	for t := range topics {
		for i := range m {
			a := i % 2
			b := a
			if i >= t%(m+1) {
				b = 1 - a
			}
			r.Labels, r.Topics = append(r.Labels, []int{a, b}), append(r.Topics, t)
		}
	}
	return r
}

// TestTwoStages compares the spread of replicates with its formula: of the mean of T topics drawn with replacement, and in
// each m documents, the variance is (between topics + mean within topics/m)/T.
func TestTwoStages(t *testing.T) {
	const topics, m = 40, 9
	r := someTopics(topics, m)
	a, err := AgreeLabels(r, LabelOptions{Plan: &resample.Plan{Seed: 1, Replicates: 20000}})
	if err != nil {
		t.Fatal(err)
	}
	var mean, squares, within float64
	for i := range topics {
		p := float64(i%(m+1)) / m
		mean += p / topics
		squares += p * p / topics
		within += p * (1 - p) / m / topics
	}
	want := 2 * 1.959964 * math.Sqrt((squares-mean*mean+within)/topics)
	c := a.Coefficients[0]
	if width := *c.Hi - *c.Lo; c.Name != "percent" || math.Abs(width/want-1) > .03 {
		t.Errorf("%s: width %v, the normal interval's is %v", c.Name, width, want)
	}
}

func BenchmarkAgreeLabels(b *testing.B) {
	r := someTopics(100, 300)
	for b.Loop() {
		if _, err := AgreeLabels(r, LabelOptions{Relevant: 1, Plan: &resample.Plan{Seed: 1, Replicates: 2000}}); err != nil {
			b.Fatal(err)
		}
	}
}
