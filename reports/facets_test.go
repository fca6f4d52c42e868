package reports

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"sigrel/reliability"
	"sigrel/reports/doc"
)

// facetTable is systems × topics × judges with scores by a function of their numbers.
func facetTable(s, t, j int, score func(s, t, j int) float64) reliability.Observations {
	o := reliability.Observations{Facets: []string{"system", "topic", "judge"}, Counts: []int{s, t, j}, Levels: make([][]int32, 3)}
	for a := range s {
		for b := range t {
			for c := range j {
				for f, l := range []int{a, b, c} {
					o.Levels[f] = append(o.Levels[f], int32(l))
				}
				o.Scores = append(o.Scores, score(a, b, c))
			}
		}
	}
	return o
}

// TestFacetSentences: what the paragraphs say where something is absent, alone or tied, by designs whose variances follow
// by hand from how the scores are made.
func TestFacetSentences(t *testing.T) {
	scatter := func(s, t, j int) float64 { return float64((s*37+t*53+j*71+s*t*13+s*j*7+t*j*3)%29) / 29 }
	cost := &reliability.Cost{Outer: "topic", Inner: "judge", OuterCost: 1, InnerCost: 0.25}
	for _, c := range []struct {
		name string
		in   FacetInput
		opt  reliability.FacetOptions
		want []string
		not  []string
	}{
		{"systems alone", FacetInput{Observations: facetTable(3, 6, 2, func(s, t, j int) float64 { return float64(s) }), Cost: cost, Targets: []float64{.9}},
			reliability.FacetOptions{},
			[]string{"Eρ² = 1.000", "There is no interval: Eρ² is 1", "cheapest is 1 topic with 1 judge each, at a cost of 1.25",
				"That one judge ranks the systems otherwise than another does not show", "more topics and more judges help alike"},
			[]string{"Of the error"}},
		{"topics alone", FacetInput{Observations: facetTable(3, 6, 2, func(s, t, j int) float64 { return float64(t) }), Cost: cost, Targets: []float64{.9}},
			reliability.FacetOptions{},
			[]string{"Eρ² = 0.000", "no variance of systems", "No numbers of topics and judges that were tried reach Eρ² ≥ .90", "not reachable"},
			[]string{"Twice", "One judge ranks"}},
		{"a judge of his own mind", FacetInput{Observations: facetTable(3, 6, 2, func(s, t, j int) float64 { return float64(s) * float64(1+j) })},
			reliability.FacetOptions{},
			// By hand: σ²(system × judge): residuals ∓.5, 0, ±.5 over 6 topics: MS 6·4·.25/2 = 3, σ² = 3/6 = .5; MS(system) =
			// 12·2.25 = 27, σ² = (27 − 3)/12 = 2.
			[]string{"One judge ranks the systems otherwise than another: the variance of system × judge is 25.0% of that of systems", "more judges help more than more topics", "Eρ² = 0.889"},
			[]string{"cheapest"}},
		{"topics fixed", FacetInput{Observations: facetTable(4, 6, 2, scatter)}, reliability.FacetOptions{Fixed: []string{"topic"}},
			[]string{"6 topics (fixed)"}, []string{"Twice the topics", "One topic"}},
		{"one judge", FacetInput{Observations: facetTable(4, 6, 1, scatter), Cost: cost, Targets: []float64{.9}}, reliability.FacetOptions{},
			[]string{"Design: system × topic, 24 scores", "1 judge (not separable)", "by cost: not assessed: no choice between two facets: the variance of facet judge cannot be separated", "it has one level only"},
			[]string{"more judges"}},
		{"one line missing", FacetInput{Observations: facetTable(4, 6, 2, scatter), Missing: 1}, reliability.FacetOptions{}, []string{"(1 line without a score is left out)"}, nil},
		{"few topics", FacetInput{Observations: facetTable(4, 4, 2, func(s, t, j int) float64 { return float64(s) + scatter(s, t, j) })}, reliability.FacetOptions{}, []string{"There is no interval: no random facet that is nested in no other has 5 levels or more"}, nil},
	} {
		f, err := AssessFacets(c.in, c.opt)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if _, err := json.Marshal(f); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		got := oneLine(f.Blocks()...)
		for _, w := range c.want {
			if !strings.Contains(got, w) {
				t.Errorf("%s: no %q in %s", c.name, w, got)
			}
		}
		for _, w := range append(c.not, "NaN", "Inf") {
			if strings.Contains(got, w) {
				t.Errorf("%s: %q in %s", c.name, w, got)
			}
		}
		for _, b := range f.Blocks() { // every table has the cells that its columns ask for
			if table, ok := b.(*doc.Table); ok {
				for i, row := range table.Rows {
					if len(row.Cells) != len(table.Columns) {
						t.Errorf("%s: table %s: row %d has %d cells, %d columns", c.name, table.ID, i, len(row.Cells), len(table.Columns))
					}
				}
			}
		}
	}
}

// TestFacetSizes: what cannot be studied is an error that names the facet.
func TestFacetSizes(t *testing.T) {
	o := facetTable(4, 6, 2, func(s, t, j int) float64 { return float64((s*5 + t*3 + j*t) % 7) })
	for name, want := range map[string]string{"system": "object of measurement", "shard": "no such facet: shard"} {
		_, err := AssessFacets(FacetInput{Observations: o, Sizes: []map[string]float64{{name: 3}}}, reliability.FacetOptions{})
		if err == nil || !strings.Contains(fmt.Sprint(err), want) {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
}

// TestFacetSizesError: of two sizes that are wrong it is always the same that is told.
func TestFacetSizesError(t *testing.T) {
	in := FacetInput{Observations: facetTable(3, 4, 2, func(s, t, j int) float64 { return float64((s*7 + t*5 + j*3 + s*t*j) % 11) }),
		Sizes: []map[string]float64{{"topic": 0, "judge": 0, "system": 2}}}
	for range 50 {
		if _, err := AssessFacets(in, reliability.FacetOptions{}); err == nil || !strings.HasPrefix(err.Error(), "0 levels of facet judge") {
			t.Fatalf("error %v, want that of judge, the first by name", err)
		}
	}
}
