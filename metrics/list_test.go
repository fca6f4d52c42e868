package metrics_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sigrel/metrics"
)

// A measure whose line was forgotten in the list is found by counting the declarations.
func TestListIsComplete(t *testing.T) {
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	declared := 0
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".go") || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), e.Name(), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if u, ok := n.(*ast.UnaryExpr); ok && u.Op == token.AND {
				if c, ok := u.X.(*ast.CompositeLit); ok {
					if id, ok := c.Type.(*ast.Ident); ok && id.Name == "Measure" {
						declared++
					}
				}
			}
			return true
		})
	}
	if got := len(metrics.Measures()); declared != got || declared == 0 {
		t.Errorf("%d measures are declared, %d are listed", declared, got)
	}
}

func TestEntriesExplainThemselves(t *testing.T) {
	seen := make(map[string]bool)
	for _, m := range metrics.Measures() {
		if m.Title == "" || !strings.HasSuffix(m.Doc, ".") || m.Score == nil || !(m.Hi > m.Lo) {
			t.Errorf("%s: title %q, doc %q, range [%v, %v]", m.Name, m.Title, m.Doc, m.Lo, m.Hi)
		}
		if m.Cite == "" && !m.Count && m.Name != "Judged" {
			t.Errorf("%s has no source", m.Name)
		}
		names := append([]string{m.Name, m.Trec, m.TrecCut}, m.Aliases...)
		slices.Sort(names)
		for _, name := range slices.Compact(names) {
			if name != "" && seen[name] {
				t.Errorf("the name %s is used twice", name)
			}
			seen[name] = true
		}
	}
}

// applications are all the ways in which a measure is used here.
func applications(m *metrics.Measure) []metrics.Applied {
	var out []metrics.Applied
	has := func(name string) bool {
		return slices.ContainsFunc(m.Params, func(p metrics.Param) bool { return p.Name == name })
	}
	required := slices.ContainsFunc(m.Params, func(p metrics.Param) bool { return p.Required })
	for _, k := range []int{0, 1, 2, 3, 5, 20} {
		if k > 0 && !has("k") || k == 0 && required {
			continue
		}
		for _, level := range []int{0, 2} {
			if level == 0 || has("rel") {
				out = append(out, metrics.Applied{Measure: m, Args: metrics.Args{K: k, Level: level}})
			}
		}
	}
	return out
}

// drawTopic draws the judgments of a topic and a ranking, some of it without judgments.
func drawTopic(t *rapid.T) (map[metrics.Doc]metrics.Grade, []metrics.Scored) {
	docs := []metrics.Doc{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"}
	grades := make(map[metrics.Doc]metrics.Grade)
	for _, d := range docs[:rapid.IntRange(1, len(docs)).Draw(t, "pooled")] {
		grades[d] = metrics.Grade(rapid.IntRange(-2, 4).Draw(t, "grade"))
	}
	order := rapid.Permutation(docs).Draw(t, "order")
	var ranked []metrics.Scored
	for i, d := range order[:rapid.IntRange(0, len(docs)).Draw(t, "retrieved")] {
		score := float64(rapid.IntRange(0, 3).Draw(t, "score")) // ties are common
		ranked = append(ranked, metrics.Scored{Doc: d, Score: score, Line: int32(i + 1)})
	}
	return grades, ranked
}

func everyMeasure(t *testing.T, law func(t *rapid.T, a metrics.Applied)) {
	for _, m := range metrics.Measures() {
		for _, a := range applications(m) {
			t.Run(a.String(), func(t *testing.T) { rapid.Check(t, func(t *rapid.T) { law(t, a) }) })
		}
	}
}

func TestScoresLieInRange(t *testing.T) {
	everyMeasure(t, func(t *rapid.T, a metrics.Applied) {
		grades, docs := drawTopic(t)
		got := a.Value(metrics.Qrels{"1": grades}.Gold(1).Judge("1", metrics.OrderTrecEval.Ranked(docs)))
		if math.IsNaN(got) || got < a.Lo || got > a.Hi+1e-15 || math.Signbit(got) {
			t.Errorf("got %v, want a number in [%v, %v]", got, a.Lo, a.Hi)
		}
		if a.Count && got != math.Trunc(got) {
			t.Errorf("count is %v", got)
		}
	})
}

// A document of the highest grade, put on top of a ranking that lacks it, never lowers a score.
func TestRelevantOnTopNeverLowers(t *testing.T) {
	everyMeasure(t, func(t *rapid.T, a metrics.Applied) {
		if a.Lower {
			return
		}
		grades, docs := drawTopic(t)
		grades["top"] = 4
		gold := metrics.Qrels{"1": grades}.Gold(1)
		ranked := metrics.OrderTrecEval.Ranked(docs)
		before := a.Value(gold.Judge("1", ranked))
		after := a.Value(gold.Judge("1", append([]metrics.Scored{{Doc: "top", Score: 9}}, ranked...)))
		if after < before-1e-15 {
			t.Errorf("score falls from %v to %v", before, after)
		}
	})
}

// The order of lines and the rank column play no part.
func TestOrderOfLinesPlaysNoPart(t *testing.T) {
	everyMeasure(t, func(t *rapid.T, a metrics.Applied) {
		grades, docs := drawTopic(t)
		gold := metrics.Qrels{"1": grades}.Gold(1)
		want := a.Value(gold.Judge("1", metrics.OrderTrecEval.Ranked(docs)))
		shuffled := rapid.Permutation(docs).Draw(t, "lines")
		for i := range shuffled {
			shuffled[i].Line, shuffled[i].Rank = int32(i+1), int32(rapid.IntRange(0, 9).Draw(t, "rank"))
		}
		if got := a.Value(gold.Judge("1", metrics.OrderTrecEval.Ranked(shuffled))); got != want {
			t.Errorf("got %v, %v in another order of lines", want, got)
		}
	})
}
